"""Events are written back in the log's own words."""

from __future__ import annotations

import json

import pytest

from parsers.event_text import event_texts, hand_texts, money_text
from parsers.handlog_reference import Hand, batch_of, parse_line
from tests.hand_lines import FEEDS, line_of, plain_hand

LINES = (FEEDS / "every-event.hands.jsonl").read_bytes().splitlines()


def texts_of(line: bytes) -> list[str]:
    hand = parse_line(line)
    assert isinstance(hand, Hand)
    return event_texts(batch_of("x", [(1, 0, hand)]))


@pytest.mark.parametrize("line", LINES)
def test_canonical_events_are_written_as_they_were_read(line: bytes) -> None:
    assert texts_of(line) == json.loads(line)["events"]


def test_other_ways_to_write_an_event_come_out_canonical_and_mean_the_same() -> None:
    first = plain_hand(events=["s5 bet 12.5 dark oot", "s6 call 3.00", "rake 0.0", "burn"])
    written = texts_of(line_of(first))
    assert written == ["s5 bet 12.50 oot dark", "s6 call 3", "rake 0", "burn"]
    assert parse_line(line_of(plain_hand(events=written))) == parse_line(line_of(first))


def test_events_are_given_hand_by_hand() -> None:
    hands = [parse_line(line) for line in LINES]
    batch = batch_of("x", [(i, 0, hand) for i, hand in enumerate(hands) if isinstance(hand, Hand)])
    assert hand_texts(batch) == [json.loads(line)["events"] for line in LINES]


def test_money_has_two_decimals_or_none() -> None:
    assert [money_text(c) for c in (0, 5, 100, 1250, -1250)] == ["0", "0.05", "1", "12.50", "-12.50"]
