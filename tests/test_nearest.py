"""Every "did you mean" of the readers and the command line."""

from __future__ import annotations

import pytest

from parsers.nearest import did_you_mean, nearest


@pytest.mark.parametrize(
    ("given", "known", "meant"),
    [
        ("rasie", ("fold", "raise", "rake"), "raise"),
        ("fodl", ("foul", "fold"), "fold"),
        ("RK1", ("RK01", "RK02", "PT01"), "RK01"),
        ("holdme", ("holdem", "omaha"), "holdem"),
        ("zebra", ("fold", "raise"), None),
        ("", ("fold",), None),
        ("x" * 10_000, ("x" * 10_000,), None),
    ],
)
def test_the_nearest_word_is_meant_or_none(given: str, known: tuple[str, ...], meant: str | None) -> None:
    assert nearest(given, known) == meant


def test_of_two_words_alike_the_first_is_meant() -> None:
    assert nearest("rake", ("RAKE", "rake")) == "RAKE"


def test_what_is_no_text_is_near_nothing() -> None:
    assert did_you_mean(7, ("7",)) == ""
    assert did_you_mean("fodl", ("fold",)) == "did you mean fold? "
