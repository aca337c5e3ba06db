"""The table of what is judged of the documents: it names what exists, adds up, and says why where it says no."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checks.catalogue import CHECKS
from checks.law.house_check import is_note
from checks.law.keys import TERM_KEYS
from checks.law.reading import readers
from pipelines.reference_coverage import DOCUMENTS, STATES, Line, coverage_page, load_coverage
from tests.case_files import load_cases

LINES = load_coverage()
IDS = [f"{line.document} {line.rule}" for line in LINES]
PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
# How the table calls texts between the rules, and the rule beside which the names of cases put them.
BESIDE = {
    "a187": "after 187", "a188": "after 188", "pineapple": "after 188", "crazy": "after 188", "bigo": "before 193",
    "bigeasy": "before 193", "b198": "before 198", "b189": "before 189", "lowball": "before 267",
    "mexican": "before 255", "razzduci": "before 312",
}  # fmt: skip
_ONE = r"(?:(?:before |after )?(?:p\.\d+|FAQ \d+|add|glossary|RP-\d+|\d+[A-Za-z]?)(?![\w-]))"
_CITED = re.compile(rf"\b(2017|caesars|guide|tda|mlgca)[:,]? ?({_ONE}(?:(?:, | and ){_ONE})*)")
_BEFORE = re.compile(r"\bbefore (2017|caesars):(\d+)")


def cited(name: str) -> set[tuple[str, str]]:
    """The rules that the name of a case cites, each with its document."""
    name = name.replace("addendum", "add.")
    found = {(book, one) for book, those in _CITED.findall(name) for one in re.findall(_ONE, those)}
    return found | {(book, f"before {number}") for book, number in _BEFORE.findall(name)}


def rules_of(line: Line) -> set[str]:
    """The rules of a line as the names of cases cite them: ranges one by one, pages without their words."""
    if line.rule in BESIDE:
        return {BESIDE[line.rule]}
    if found := re.match(r"(p\.)?(\d+)-(\d+)\b", line.rule):
        return {f"{found[1] or ''}{number}" for number in range(int(found[2]), int(found[3]) + 1)}
    found = re.match(_ONE, line.rule)
    return {found[0] if found else line.rule}


def same(rule: str, other: str) -> bool:
    """Whether two citations are of one rule; the whole rule and its paragraph are."""
    return rule == other or (rule.rstrip("ABCDEFabc") == other) or (other.rstrip("ABCDEFabc") == rule)


CITED = {(case.code, *one) for case in load_cases() for one in cited(case.name)}


def is_named(line: Line) -> bool:
    """Whether a case of one of the line's codes cites one of its rules."""
    return any(
        same(rule, one)
        for code, book, one in CITED
        if code in line.codes and book == line.document
        for rule in rules_of(line)
    )


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == coverage_page(), "run `make docs`"


@pytest.mark.parametrize("line", LINES, ids=IDS)
def test_a_line_names_what_exists(line: Line) -> None:
    assert line.document in DOCUMENTS
    assert line.state in STATES
    assert line.rules > 0
    assert set(line.codes) <= set(CHECKS)
    assert set(line.keys) <= set(TERM_KEYS)
    assert "|" not in line.rule + line.words, "it stands in a table"


def test_a_covered_line_names_no_key_that_nobody_reads() -> None:
    read = readers(CHECKS.values())
    keys = {key for line in LINES if line.state == "covered" for key in line.keys}
    assert {key for key in keys if key not in read and is_note(key)} == set()


@pytest.mark.parametrize("line", LINES, ids=IDS)
def test_a_line_says_who_judges_it_or_why_nobody_does(line: Line) -> None:
    if line.state in ("covered", "partly"):
        assert line.codes
    else:
        assert not line.codes
    if line.state != "covered":
        assert line.words


@pytest.mark.parametrize("line", LINES, ids=IDS)
def test_a_line_is_named_by_a_case_or_does_not_claim_it(line: Line) -> None:
    assert line.named == is_named(line)


def test_the_counts_add_up() -> None:
    rows = [row.split("|")[2:-1] for row in coverage_page().splitlines() if re.match(r"\| (`|all)", row)]
    numbers = [[int(number) for number in row] for row in rows if all(cell.strip().isdigit() for cell in row)]
    *books, every = numbers
    assert len(books) == len(DOCUMENTS)
    assert every == [sum(column) for column in zip(*books, strict=True)]
    for rules, auditable, covered, named, partly, missing, not_auditable in numbers:
        assert auditable == covered + partly + missing
        assert rules == auditable + not_auditable
        assert named <= covered
    assert every[0] == sum(line.rules for line in LINES)


def test_rules_are_read_from_the_names_of_cases() -> None:
    assert cited("2017:235, guide p.27: three cards") == {("2017", "235"), ("guide", "p.27")}
    assert cited("guide p.35, p.37: a full table") == {("guide", "p.35"), ("guide", "p.37")}
    assert cited("2017, after 188: a card") == {("2017", "after 188")}
    assert cited("before 2017:267: the last card") >= {("2017", "before 267")}
