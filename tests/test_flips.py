"""No value of the law is read by nothing: each has a case that comes out otherwise when the books say otherwise.

`python -m tests.flips` writes the cases down in `flips.tsv`; here they are played again, and nothing is looked for.
"""

from __future__ import annotations

from functools import cache

import pytest

from checks.catalogue import CHECKS
from checks.law.keys import TERM_KEYS, VALUE_NOTES
from checks.law.reading import read_keys, readers
from checks.law.rulebook import load_rulebooks
from tests.case_files import load_cases
from tests.flips import Flip, all_flips, other_books, played, witnesses

BOOKS = load_rulebooks()
CASES = {case.id: case for case in load_cases()}
FLIPS = {str(flip): flip for flip in all_flips(BOOKS)}
WITNESSES = witnesses()
BY_CASE: dict[str, list[Flip]] = {}
for _flip, _case in sorted(WITNESSES.items()):
    if _flip in FLIPS:
        BY_CASE.setdefault(_case, []).append(FLIPS[_flip])
# A note of a key that some code names says first why that does not matter.
WHY_NAMED = (
    "no log", "no feed", "no case yet", "only quoted", "decided by", "decides", "read by no check yet", "Chinese games",
    "Heads-Up Hold'em",
)  # fmt: skip
NOTED = {key: declared.note for key, declared in TERM_KEYS.items() if declared.note}


@cache
def as_written(name: str) -> str:
    """What comes out of a case under the rulebooks as they are."""
    return played(CASES[name], BOOKS)


def test_every_value_of_the_law_has_a_case_that_shows_it() -> None:
    silent = sorted(FLIPS.keys() - WITNESSES.keys())
    assert not silent, f"no case shows these; write one, then run python -m tests.flips: {silent}"


def test_no_flip_is_written_down_that_is_none() -> None:
    assert not sorted(WITNESSES.keys() - FLIPS.keys())
    assert not sorted(set(WITNESSES.values()) - CASES.keys()), "these cases are gone; run python -m tests.flips"


@pytest.mark.parametrize("name", sorted(BY_CASE))
def test_the_case_shows_its_flips(name: str) -> None:
    case = CASES[name]
    unshown = [str(flip) for flip in BY_CASE[name] if played(case, other_books(BOOKS, flip)) == as_written(name)]
    assert not unshown


@pytest.mark.parametrize("key", sorted(NOTED))
def test_a_note_says_why_no_verdict_hangs_on_its_key(key: str) -> None:
    why = NOTED[key] or ""
    assert len(why.split()) >= 5
    named = key in read_keys() or key in readers(CHECKS.values())
    assert not named or why.startswith(WHY_NAMED), f"{key} is read: {why}"


def test_a_note_of_one_value_says_why() -> None:
    for flip, why in VALUE_NOTES.items():
        assert flip.split()[0] in TERM_KEYS
        assert len(why.split()) >= 5 and why.startswith(WHY_NAMED), flip
