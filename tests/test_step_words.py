"""The replayer tells a hand in words: every event of the log is a sentence, and none is left as the log writes it."""

from __future__ import annotations

import json
import re

import pytest

from dashboards.proofs.step_words import _TOLD, step_words
from dashboards.shown import chips, money
from parsers import vocabulary as v
from parsers.batch import to_tables
from parsers.handlog_reference import Hand, batch_of, parse_line
from tests.hand_lines import FEEDS, line_of, plain_hand

EVERY = (FEEDS / "every-event.hands.jsonl").read_bytes().splitlines()
# What nobody says at a table: s5, 4.00, cards in letters, and words joined by a sign.
RAW = re.compile(
    r"\bs\d+\b|(?<![$\d,])\d+\.\d\d\b|\b[2-9TJQKA][shdc]\b|\?\?|_|\+|\b(sb|bb|bba|oot|allin|side\d|hi|lo|Jk)\b"
)

SAID = {
    "s5 post sb 1": "Seat 5 posts the small blind, $1",
    "s6 post bba 3": "Seat 6 posts the big-blind ante, $3",
    "s3 post straddle 6": "Seat 3 straddles for $6",
    "s6 post dead 1.50": "Seat 6 posts $1.50 dead",
    "s1 post bringin 2": "Seat 1 brings it in for $2",
    "deal s5 ????": "Seat 5 is dealt two cards",
    "deal s5 AsKd": "Seat 5 is dealt A♠ K♦",
    "up s2 8d": "Seat 2 is dealt 8♦ face up",
    "burn": "The dealer burns a card",
    "board 2h8hKs": "The dealer deals 2♥ 8♥ K♠ to the board",
    "board2 Ks": "The dealer deals K♠ to the second board",
    "s1 raise 1250 allin": "Seat 1 raises to $1,250, all in",
    "s1 bet 20 oot dark": "Seat 1 bets $20, out of turn, in the dark",
    "s6 call 6": "Seat 6 calls $6",
    "s6 fold": "Seat 6 folds",
    "return s1 20": "$20 goes back to seat 1",
    "rake 1": "The dealer takes $1 rake",
    "timepot 42": "The pot pays $42 time",
    "draw s5 pat": "Seat 5 stands pat",
    "discard s5 ????": "Seat 5 discards two cards",
    "award main s1 18": "The dealer pushes the main pot, $18, to seat 1",
    "award side1.lo.b2 s1 9": "The dealer pushes the low half of side pot 1 on the second board, $9, to seat 1",
    "joker s3": "Seat 3 has a joker",
    "boxed ??": "A card lies face up in the deck",
    "s6 pay odds 15": "The house pays seat 6 $15 on the odds",
    "stub 30": "The dealer counts the stub: 30 cards",
    "runit 2": "All agree to run it twice",
    "reshuffle stub+burns+muck": "The dealer shuffles the stub, the burns and the muck into a new stub",
    "misdeal exposed-card": "A misdeal is called: exposed card",
    "dead s3 two-cards-short": "The floor rules that seat 3's hand is dead: two cards short",
}


SEATS = [{"seat": seat, "player": f"P{seat}", "stack": 20000} for seat in range(1, 10)]


def told(words: list[str], say: object = money) -> list[str]:
    """What the replayer says of the events of a hand."""
    hand = parse_line(line_of(plain_hand(seats=SEATS, events=words)))
    assert isinstance(hand, Hand), hand
    rows = to_tables(batch_of("x", [(1, 0, hand)]))["events"].to_pylist()
    return [step_words(row, say) for row in rows]  # type: ignore[arg-type]


@pytest.mark.parametrize(("log", "sentence"), SAID.items())
def test_an_event_is_told_as_somebody_at_the_table_would(log: str, sentence: str) -> None:
    assert told([log]) == [sentence]


def test_every_word_of_the_log_can_be_told() -> None:
    assert set(_TOLD) == set(v.WORDS)


@pytest.mark.parametrize("line", EVERY)
def test_no_event_is_told_as_the_log_writes_it(line: bytes) -> None:
    hand = parse_line(line)
    assert isinstance(hand, Hand)
    rows = to_tables(batch_of("x", [(1, 0, hand)]))["events"].to_pylist()
    for words, row in zip(json.loads(line)["events"], rows, strict=True):
        sentence = step_words(row, money)
        assert sentence[0].isupper() or sentence[0] in "$0123456789", f"{words}: {sentence}"
        assert not RAW.search(sentence), f"{words}: {sentence}"
        assert "None" not in sentence, f"{words}: {sentence}"


def test_tournament_chips_are_chips() -> None:
    assert told(["s1 raise 12500"], chips) == ["Seat 1 raises to 12,500 chips"]
