"""Nothing is silent by oversight: for each shipped rulebook, and for rooms that go by several, every check without a
rule to go by is listed with the reason (`silences.toml`)."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from checks.catalogue import CHECKS
from checks.law.rulebook import Rulebook, load_rulebooks
from checks.law.silence import silent_checks

BOOKS = load_rulebooks()
DAY = date(2026, 1, 16)
LISTED: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("silences.toml").read_text())["silence"]
# A regulator's book bounds what others say; alone it governs no table.
BOUNDS_ONLY = ("wa-wac-230-15",)
COMPILED = ("rake.plan",)  # follows from what the rulebooks say of the rake


def left_to_the_house() -> set[str]:
    """Keys that no rulebook sets: only a house file can."""
    said = {key for book in BOOKS.values() for key in book.terms}
    return {check.term for check in CHECKS.values() if check.term and check.term not in (*said, *COMPILED)}


def speaks_for(book: Rulebook, play: str) -> bool:
    return book.scope in ("both", play)


def reasons(listed: dict[str, Any]) -> dict[str, list[str]]:
    return {reason: codes for reason, codes in listed.items() if reason not in ("books", "play")}


@pytest.mark.parametrize("listed", LISTED, ids=lambda one: f"{'+'.join(one['books'])} {one['play']}")
def test_every_silent_check_is_listed_and_no_other(listed: dict[str, Any]) -> None:
    found = silent_checks(BOOKS, listed["books"], DAY, tournament=listed["play"] == "tournament")
    silent = {code for code, key in found.items() if key not in left_to_the_house()}
    told = [code for codes in reasons(listed).values() for code in codes]
    assert sorted(told) == sorted(set(told)), "a check is listed twice"
    assert set(told) == silent, {"not listed": silent - set(told), "not silent": set(told) - silent}


def test_every_reason_is_a_sentence() -> None:
    for listed in LISTED:
        for reason in reasons(listed):
            assert len(reason.split()) >= 4 and reason.endswith("."), reason


def test_every_rulebook_is_asked_for_each_play_that_it_speaks_for() -> None:
    alone = {(one["books"][0], one["play"]) for one in LISTED if len(one["books"]) == 1}
    spoken = {
        (book.id, play)
        for book in BOOKS.values()
        for play in ("live", "tournament")
        if speaks_for(book, play) and book.id not in BOUNDS_ONLY
    }
    assert alone == spoken


def test_what_is_left_to_the_house_is_little() -> None:
    posted = {"straddle.mandatory", "kill.when", "down_card.most_in_a_row", "seats.table", "promo.amount"}
    assert left_to_the_house() == posted
