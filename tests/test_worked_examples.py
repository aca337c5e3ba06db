"""The worked examples of the documents: each is a case, and the case says of which rule it is."""

from __future__ import annotations

import re

import pytest

from tests.case_files import load_cases

NAMES = [case.name for case in load_cases()]
# Rules with examples or sums of their own, as the names of cases write them.
TDA_RULES = ("15", "16", "19", "38", "39", "41", "43", "53")
TDA_EXAMPLES = (
    *(f"tda 41 largest bet, example {number}" for number in ("1", "2", "3", "4-A", "4-B")),
    *(f"tda 41 re-opening, example {number}" for number in ("1", "1-A", "1-B", "2-A", "2-B")),
    *(f"tda 43 example {number}" for number in ("1-A", "1-B", "2", "3")),
    *(f"tda 38 example {number}" for number in ("1", "2")),
    *(f"tda 15, example {number}" for number in ("1", "2", "3")),
    "tda 19 illustration",
    "tda 19 example 2",
)
GUIDE_PAGES = (
    "p.8", "p.12", "p.17", "p.27", "p.28", "p.29", "p.32", "p.36", "p.38", "p.39", "p.40", "p.41", "p.42", "p.43",
    "p.52", "FAQ 9", "FAQ 17", "addendum",
)  # fmt: skip
GUIDE_SCENARIOS = (
    *(f"p.4 example {n}" for n in (1, 2, 3)),
    *(f"p.25 example {n}" for n in (1, 2)),
    *(f"p.32 scenario {n}" for n in (1, 2, 3)),
    *(f"p.32 heads-up {n}" for n in (1, 2, 3)),
    *(f"add.: {seats}-handed, {most} dollars" for seats, most in ((6, 4), (5, 3), (4, 2), (3, 1))),
)
# Rule 186 lets a house round pots upward in units that no feed states: nothing to compare with. Rule 210, on buying the
# button while a blind has the kill, is not judged.
LIVE_RULES = (129, 130, 171, 172, 173, 184, 185, 187, 188, 195, *range(198, 210), 211, 226, 227, 259, 295)
LIVE_TEXTS = ("2017 before 169", "2017 after 187", "2017 after 188")
EARLIER_RULES = (126, 127, 145, 168, 169, 183, 216, 217, 275)


def named(start: str) -> bool:
    """Whether a case has this in its name, not as the beginning of a longer number."""
    return any(re.search(rf"\b{re.escape(start)}(?![\w-])", name) for name in NAMES)


@pytest.mark.parametrize("rule", [f"tda {rule}" for rule in TDA_RULES])
def test_a_rule_of_the_tournament_directors_has_a_case(rule: str) -> None:
    assert named(rule)


@pytest.mark.parametrize("example", TDA_EXAMPLES)
def test_an_illustration_of_the_tournament_directors_is_a_case(example: str) -> None:
    assert named(example)


@pytest.mark.parametrize("page", [f"guide {page}" for page in (*GUIDE_PAGES, *GUIDE_SCENARIOS)])
def test_a_page_of_the_dealer_guide_has_a_case(page: str) -> None:
    assert named(page)


@pytest.mark.parametrize("rule", [f"2017:{rule}" for rule in LIVE_RULES])
def test_a_rule_of_live_action_has_a_case(rule: str) -> None:
    assert named(rule)


@pytest.mark.parametrize("text", LIVE_TEXTS)
def test_a_text_between_the_rules_of_live_action_has_a_case(text: str) -> None:
    assert named(text)


@pytest.mark.parametrize("rule", [f"caesars:{rule}" for rule in EARLIER_RULES])
def test_a_rule_of_the_earlier_live_action_has_a_case(rule: str) -> None:
    assert named(rule)


def test_a_number_is_not_taken_for_a_longer_one() -> None:
    assert named("2017:12")  # the straddle
    assert not named("2017:1")
    assert not named("tda 41 largest bet, example 4")
