"""Rules: the catalogue of checks. Each has a card for every rule that it cites: document, days, words, findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboards.explaining import books_of, explain, rule_in_words, rule_name
from dashboards.figures.shared_figures import Link
from dashboards.links import findings_link
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import percent, shown, whole
from dashboards.site import render

if TYPE_CHECKING:
    from checks.law.rule_cards import RuleCard
    from checks.model import Check

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


@dataclass(frozen=True)
class PageCard:
    """A rule card with what the last 28 days made of it."""

    title: str
    cite: str
    days: str
    words: str
    findings: int
    wrong: Link | None  # a hand of this day in which the rule was broken
    neighbor: str  # the hand before that one, where it has no finding


def rules_page(day: Day, names: dict[HandKey, str]) -> str:
    """The catalogue of checks, each with a card for every rule that it cites."""
    from checks.catalogue import CHECKS

    counts: dict[str, int] = {}
    for f in day.findings:
        counts[f["code"]] = counts.get(f["code"], 0) + 1
    judged = {c["code"]: c for c in day.coverage}
    families = []
    for letters, title in FAMILIES.items():
        checks = [
            _card(day, check, counts.get(code, 0), judged.get(code), names)
            for code, check in sorted(CHECKS.items())
            if code.startswith(letters)
        ]
        if checks:
            families.append({"letters": letters, "title": title, "checks": checks})
    return render("rules.html", day, "rules.html", "Rules", families=families, checks=len(CHECKS))


def _card(day: Day, check: Check, count: int, judged: Row | None, names: dict[HandKey, str]) -> Row:
    words = explain(check.code)
    cover = "had nothing to judge on this day"
    if judged is not None:
        asked = judged["evaluated"] + judged["not_evaluable"]
        cover = (
            f"{whole(judged['evaluated'])} judged on this day, "
            f"{percent(judged['evaluated'], asked)} of what it was asked"
        )
    cards = page_cards(day, check, names)
    return {
        "code": check.code,
        "severity": check.severity.value,
        "title": words.title,
        "blocks": words.blocks,
        "count": count,
        "recent": sum(row["findings"] for row in day.history_rules if row["code"] == check.code),
        "href": findings_link(code=check.code),
        "cover": cover,
        "rules": cards,
    }


def page_cards(day: Day, check: Check, names: dict[HandKey, str]) -> list[PageCard]:
    """A card for each rule that a check may cite, then for each rule of the house by which findings were made."""
    from checks.law.rule_cards import rule_cards

    found = {(r["rulebook"], r["rule"]): r["findings"] for r in day.history_rules if r["code"] == check.code}
    made = []
    for card in rule_cards(check, books_of(day)):
        wrong, neighbor = _wrong_hand(day, check.code, card.book, card.rule, names)
        count = found.pop((card.book, card.rule), 0)
        cite = rule_name(card.book, card.rule, day)
        made.append(PageCard(cite, f"{card.book} {card.rule}", _days(card), card.words, count, wrong, neighbor))
    for (book, rule), count in sorted((k, v) for k, v in found.items() if k[0] and k[1]):
        wrong, neighbor = _wrong_hand(day, check.code, book, rule, names)
        said = rule_in_words(check.code, book, rule, day)
        days = f"as in force on {day.gaming_date.isoformat()}"
        made.append(
            PageCard(rule_name(book, rule, day), shown(f"{book} {rule}", 80), days, said, count, wrong, neighbor)
        )
    return made


def _days(card: RuleCard) -> str:
    scope = {"live": "; live action only", "tournament": "; tournaments only"}.get(card.scope, "")
    return card.days + scope


def _wrong_hand(
    day: Day, code: str, book: str | None, rule: str | None, names: dict[HandKey, str]
) -> tuple[Link | None, str]:
    """A hand of this day in which the rule was broken, and the hand before it where that has no finding at all.

    Hands that passed have no page and no row a check, so nothing more may be said of the neighbor than that.
    """
    for f in day.findings:
        if (f["code"], f["rulebook"], f["rule"]) == (code, book, rule) and f["hand_key"] in names:
            before = day.before.get(f["hand_key"], [])[-1:]
            clean = [
                b["hand_before"]
                for b in before
                if (f["room"], b["hand_before"], b["file_before"], b["line_before"]) not in names
            ]
            link = Link(f"hand {shown(f['hand'], 40)}", f"hands/{names[f['hand_key']]}")
            return link, shown(clean[0], 40) if clean else ""
    return None, ""
