"""What a check means, from the catalogue of checks; without an entry a page shows the code and the citation alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dashboards.reading import Day
from dashboards.shown import shown

if TYPE_CHECKING:
    from checks.law.rulebook import Rulebook

SEVERITIES = ("error", "procedure", "notice")


def severity_of(finding: dict[str, Any]) -> str:
    """The severity of a finding as a word the style sheet knows."""
    return finding["severity"] if finding["severity"] in SEVERITIES else "notice"


@dataclass(frozen=True)
class Explanation:
    """A check in words: `blocks` are ("heading" | "text", words), in the order of its reference page."""

    code: str
    title: str
    blocks: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return f"{self.code} {self.title}" if self.title else self.code


@cache
def explain(code: str) -> Explanation:
    """The explanation of a code; an unknown code is explained by nothing but itself."""
    try:
        check = import_module("checks.catalogue").CHECKS.get(code)
    except (ImportError, AttributeError):
        check = None
    if check is None:
        return Explanation(code, "", ())
    blocks = _blocks(str(getattr(check, "doc", "") or ""))
    title = str(getattr(check, "title", "") or "").rstrip(".")
    if blocks and blocks[0][0] == "text" and blocks[0][1].rstrip(".") == title:
        blocks = blocks[1:]  # the title is the doc's first sentence: said once is enough
    return Explanation(code, title, blocks)


def _blocks(markdown: str) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs of a docstring; marks of emphasis and code are dropped, nothing else is interpreted."""
    out: list[tuple[str, str]] = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        lines = [line.strip() for line in block.splitlines()]
        while lines and lines[0].startswith("#"):
            out.append(("heading", lines.pop(0).lstrip("# ")))
        for paragraph in _paragraphs(lines):
            out.append(("text", re.sub(r"[`*]{1,3}", "", paragraph)))
    return tuple(b for b in out if b[1])


def _paragraphs(lines: list[str]) -> list[str]:
    """Lines joined to paragraphs; an item of a list stays a paragraph of its own."""
    out: list[str] = []
    for line in lines:
        if line.startswith(("- ", "* ")) or not out:
            out.append(re.sub(r"^[-*] ", "• ", line))
        else:
            out[-1] += " " + line
    return out


def books_of(day: Day | None) -> dict[str, Rulebook]:
    """The rulebooks by which a day may be judged: those shipped, and the room's own where its house file is known."""
    from checks.law.rulebook import load_rulebooks, rulebooks_of

    return rulebooks_of(day.house) if day is not None and day.house is not None else load_rulebooks()


def rule_in_words(
    code: str, rulebook: str | None, rule: str | None, day: Day | None = None, without: Collection[str] = ()
) -> str:
    """What the cited rule says, in our own words and with the values in force; empty where unknown.

    `without` are beginnings of keys that do not hold at the table.

    Of the house file's own rules a page can say more than the key only where it was given the house file.
    """
    from checks.catalogue import CHECKS
    from checks.law.rule_cards import said_of
    from dashboards.placards import rule_of_house

    check = CHECKS.get(code)
    if not rule or not rulebook or check is None:
        return ""
    if rulebook == "house":
        return rule_of_house(day, rule) if day is not None else ""
    return said_of(check, books_of(day), rulebook, rule, day.gaming_date if day is not None else None, without)


def rule_name(rulebook: str | None, rule: str | None, day: Day | None = None) -> str:
    """A citation by the document's title: `2018 World Series of Poker Official Dealer Reference Guide, p.52`.

    A rule of the house file is named by its placard; the key in the file stands there only where that is all we have.
    """
    from dashboards.placards import place_of_house

    if not rulebook or not rule:
        return ""
    if rulebook == "house":
        return (place_of_house(day, rule) if day is not None else "") or f"house file, {shown(rule, 80)}"
    book = books_of(day).get(rulebook)
    if book is None:
        return f"{shown(rulebook, 80)} {shown(rule, 80)}"
    number = f"rule {rule}" if rule[:1].isdigit() and book.cited_by.name == "rule" else rule
    return f"{shown(book.title, 160)}, {shown(number, 80)}"


def rules_cited(findings: Iterable[dict[str, Any]], codes: tuple[str, ...]) -> str:
    """The rules by which findings of some codes were made, as an aside: the room's own, and none where it has none."""
    cited = {(f["rulebook"], f["rule"]) for f in findings if f["code"] in codes and f["rulebook"] and f["rule"]}
    return f" ({'; '.join(shown(f'{book} {rule}', 80) for book, rule in sorted(cited))})" if cited else ""
