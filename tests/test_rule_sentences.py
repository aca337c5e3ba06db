"""Every value of every rulebook that is shipped reads as a whole sentence, and a placard as it hangs on the wall."""

from __future__ import annotations

import re
from datetime import date

import pytest

from checks.catalogue import CHECKS
from checks.law.keys import TERM_KEYS
from checks.law.rule_cards import rule_cards, said_of
from checks.law.rule_words import SENTENCES
from checks.law.rulebook import load_rulebooks
from checks.law.sentences import bound_sentence, placard_in_words, place_in_words, sentence
from parsers.house import parse_house

DAY = date(2018, 6, 2)
VALUES = [
    (book.id, key, entry.value)
    for book in load_rulebooks().values()
    for key, term in book.terms.items()
    for entry in term.entries
]
HOUSE = parse_house(
    b"""
[room.rio]
rulebooks = ["wsop-dealer-2018"]
timezone = "America/Los_Angeles"

[placard.rio-1-3-nl-straddle]
room = "rio"
game = "holdem"
betting = "nl"
stakes = { sb = 1, bb = 3, chip = 1 }
rake = { percent = 10, step = 1, cap = 5, short = { 6 = 4 } }
straddle = { from = ["button"], mandatory = "button", amount = 6 }
"""
)


def test_every_value_is_a_whole_sentence() -> None:
    bad = []
    for book, key, value in VALUES:
        said = sentence(key, value)
        if not re.fullmatch(r"[A-Z0-9].*\.", said) or "{" in said or key in said or "It is not in force" in said:
            bad.append((book, key, value, said))
    assert not bad, bad


def test_no_word_of_a_rulebook_reaches_a_reader_as_it_is_keyed() -> None:
    keyed = [
        (key, sentence(key, value))
        for _, key, value in VALUES
        if TERM_KEYS[key].unit in ("word", "words")
        for word in ([value] if isinstance(value, str) else value)
        if "-" in str(word) and str(word) in sentence(key, value)
    ]
    said_at_the_table = ("call.bring_in", "bba.amount", "odd_chip.low_low")  # bring-in, big-blind ante, five-card hand
    assert not [(key, said) for key, said in keyed if key not in said_at_the_table]


def test_every_sentence_is_of_a_key_and_every_word_of_it_can_be_said() -> None:
    assert set(SENTENCES) <= set(TERM_KEYS)
    for key, words in SENTENCES.items():
        if isinstance(words, dict) and TERM_KEYS[key].choices:
            assert set(words) == set(TERM_KEYS[key].choices), key


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_every_card_has_a_document_days_and_words(code: str) -> None:
    for card in rule_cards(CHECKS[code], load_rulebooks()):
        assert card.title and card.rule and card.words and "force" in card.days, card


def test_a_later_value_ends_the_one_before() -> None:
    spans = [
        (card.since, card.until)
        for check in CHECKS.values()
        for card in rule_cards(check, load_rulebooks())
        if card.until is not None
    ]
    assert all(since <= until for since, until in spans)


def test_a_placard_reads_as_it_hangs_on_the_wall() -> None:
    placard = "placard.rio-1-3-nl-straddle"
    name = "Placard $1/$3 no-limit Texas hold'em"
    said = placard_in_words(HOUSE, f"{placard}.rake.percent", DAY)
    assert said == f"{name}: 10 %, $1 steps, at most $5; short tables: 6 seats $4."
    assert placard_in_words(HOUSE, f"{placard}.straddle.mandatory", DAY) == f"{name}: the button has to straddle."
    assert place_in_words(HOUSE, f"{placard}.rake.percent") == name
    assert placard_in_words(HOUSE, "placard.nowhere.rake.percent", DAY) == ""


def test_a_bound_says_how_far_a_house_may_go() -> None:
    bounds = [b for book in load_rulebooks().values() for term in book.terms.values() for b in term.bounds]
    assert bounds and all(re.fullmatch(r"A house may .*\.", bound_sentence(b)) for b in bounds)


def test_a_cited_rule_says_what_the_check_rests_on() -> None:
    said = said_of(CHECKS["RK01"], load_rulebooks(), "wsop-dealer-2018", "p.52", DAY)
    assert said == (
        "The house takes 10 % of the contested pot. The rake is taken in whole steps of $1. "
        "The house takes at most $5 from one pot."
    )
