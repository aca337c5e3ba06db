"""Rules: the catalogue of checks, with citations by rulebook, an example from the day, and how much could be judged."""

from __future__ import annotations

from functools import cache

from dashboards.explaining import Explanation, explain, rule_in_words, severity_of
from dashboards.pages.findings_page import citation
from dashboards.reading import Day, Row
from dashboards.shown import percent, shown, whole
from dashboards.site import findings_link, render

FAMILIES = {
    "RK": "Rake and collection",
    "BL": "Button, blinds, forced bets",
    "AC": "Action and betting",
    "CD": "Cards and dealing",
    "SC": "Stub, shuffler, deck",
    "PT": "Pots and showdown",
    "OC": "Odd chips",
    "HB": "House-banked",
    "OF": "Chinese games",
    "DC": "Dealer down cards",
    "TL": "The record itself",
    "HF": "The house file",
}


@cache
def citations(code: str) -> tuple[tuple[str, str, str], ...]:
    """Where each rulebook speaks on the term of a check: document, rules, and in our words what they say."""
    from checks.catalogue import CHECKS
    from checks.law.rulebook import load_rulebooks

    check = CHECKS.get(code)
    term = check.term if check is not None else None
    out = []
    for book in load_rulebooks().values() if term else ():
        found = [
            entry.cite
            for key, values in book.terms.items()
            if key == term or key.startswith(f"{term}.")
            for entry in values.entries
        ]
        if found:
            rules = list(dict.fromkeys(found))
            out.append((book.id, ", ".join(rules), rule_in_words(code, book.id, rules[0])))
    return tuple(out)


def rules_page(day: Day) -> str:
    from checks.catalogue import CHECKS

    examples: dict[str, Row] = {}
    for f in day.findings:
        examples.setdefault(f["code"], f)
    counts: dict[str, int] = {}
    for f in day.findings:
        counts[f["code"]] = counts.get(f["code"], 0) + 1
    judged = {c["code"]: c for c in day.coverage}
    families = []
    for letters, title in FAMILIES.items():
        checks = [
            _card(code, check.severity.value, explain(code), counts.get(code, 0), judged.get(code), examples.get(code))
            for code, check in sorted(CHECKS.items())
            if code.startswith(letters)
        ]
        if checks:
            families.append({"letters": letters, "title": title, "checks": checks})
    return render("rules.html", day, "rules.html", "Rules", families=families, checks=len(CHECKS))


def _card(code: str, severity: str, words: Explanation, count: int, judged: Row | None, example: Row | None) -> Row:
    cover = "had nothing to judge on this day"
    if judged is not None:
        asked = judged["evaluated"] + judged["not_evaluable"]
        cover = (
            f"{whole(judged['evaluated'])} judged on this day, "
            f"{percent(judged['evaluated'], asked)} of what it was asked"
        )
    return {
        "code": code,
        "severity": severity,
        "title": words.title,
        "blocks": words.blocks,
        "count": count,
        "href": findings_link(code=code),
        "cover": cover,
        "citations": citations(code),
        "example": None
        if example is None
        else {
            "message": shown(example["message"] or "", 240),
            "expected": shown(example["expected"] or "not stated"),
            "actual": shown(example["actual"] or "not stated"),
            "cite": citation(example),
            "severity": severity_of(example),
        },
    }
