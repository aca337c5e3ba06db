"""What a check means, from the catalogue of checks; without an entry a page shows the code and the citation alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final

from dashboards.shown import money, shown

SEVERITIES = ("error", "procedure", "notice")

RULES_SAID: Final = 3  # values of a cited rule that are told in words


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


def rule_in_words(code: str, rulebook: str | None, rule: str | None) -> str:
    """What the cited rule says, in our own words: the terms that rest on it, with their values; empty where unknown."""
    from checks.catalogue import CHECKS
    from checks.law.keys import TERM_KEYS
    from checks.law.reading import keys_of
    from checks.law.rulebook import load_rulebooks

    check = CHECKS.get(code)
    if not rule or not rulebook or check is None:
        return ""
    if rulebook == "house":
        key = next((k for k in (rule.split(".", n)[-1] for n in (2, 1)) if k in TERM_KEYS), None)
        return _sentence([TERM_KEYS[key].about]) if key else ""
    book = load_rulebooks().get(rulebook)
    resting = [
        _valued(TERM_KEYS[key].about, book.terms[key].unit, entry.value)
        for key in keys_of(check)
        if book is not None and key in book.terms
        for entry in book.terms[key].entries
        if entry.cite == rule
    ]
    return _sentence(resting[:RULES_SAID])


def rules_cited(findings: Iterable[dict[str, Any]], codes: tuple[str, ...]) -> str:
    """The rules by which findings of some codes were made, as an aside: the room's own, and none where it has none."""
    cited = {(f["rulebook"], f["rule"]) for f in findings if f["code"] in codes and f["rulebook"] and f["rule"]}
    return f" ({'; '.join(shown(f'{book} {rule}', 80) for book, rule in sorted(cited))})" if cited else ""


def _valued(about: str, unit: str, value: Any) -> str:
    """A term's line with its value, where a value says more than yes."""
    if unit == "cents" and isinstance(value, int):
        return f"{about}: {money(value)}"
    if unit == "percent" and isinstance(value, int):
        return f"{about}: {value} %"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{about}: {value} {unit}"
    if unit == "word":
        return f"{about}: {str(value).replace('-', ' ')}"
    return about if value is not False else f"not in force: {about}"


def _sentence(lines: list[str]) -> str:
    lines = list(dict.fromkeys(lines))
    return "; ".join(lines)[:1].upper() + "; ".join(lines)[1:] + "." if lines else ""
