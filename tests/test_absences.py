"""Who was away, hand by hand, as the warehouse file tells it."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pyarrow as pa

from parsers.batch import to_tables
from parsers.handlog_reference import Hand, batch_of, parse_line
from warehouse.absences import absences


def hand_line(number: int, seats: dict[int, str], posts: list[str], table: str = "141") -> Hand:
    line = {
        "v": 1, "room": "rio", "table": table, "hand": f"{table}-{number:06d}", "game": "holdem", "betting": "nl",
        "stakes": {"sb": 1, "bb": 3, "chip": 1}, "placard": "rio-1-3-nl", "button": 1,
        "start": f"2018-06-02T10:{number:02d}:00-07:00", "dealer": "794301",
        "seats": [{"seat": s, "player": f"P{s}", "stack": 100} | ({"state": state} if state != "in" else {})
                  for s, state in seats.items()],
        "events": [*posts, "award main s2 4"],
    }  # fmt: skip
    hand = parse_line(json.dumps(line))
    assert isinstance(hand, Hand)
    return hand


def rows_of(*hands: Hand) -> list[dict[str, Any]]:
    numbered = [(i, i, hand) for i, hand in enumerate(hands, 1)]
    dates = pa.array([dt.date(2018, 6, 2)] * len(hands), pa.date32())
    return absences(to_tables(batch_of("rio.hands.jsonl", numbered), dates)).to_pylist()


BLINDS = ["s2 post sb 1", "s3 post bb 3"]
ALL_IN = {1: "in", 2: "in", 3: "in", 4: "in"}


def test_each_hand_away_and_the_hand_of_coming_back_are_told_with_what_was_posted() -> None:
    rows = rows_of(
        hand_line(1, ALL_IN, BLINDS),
        hand_line(2, ALL_IN | {4: "away"}, BLINDS),
        hand_line(3, ALL_IN | {4: "away"}, BLINDS),
        hand_line(4, ALL_IN, [*BLINDS, "s4 post live 3", "s4 post dead 1"]),
        hand_line(5, ALL_IN, BLINDS),
    )
    told = [(r["hand"], r["seat"], r["player"], r["state"], r["live_cents"], r["dead_cents"]) for r in rows]
    assert told == [
        ("141-000002", 4, "P4", "away", 0, 0),
        ("141-000003", 4, "P4", "away", 0, 0),
        ("141-000004", 4, "P4", "in", 300, 100),
    ]


def test_a_player_who_moves_while_away_is_followed_by_name_and_a_straddle_is_told() -> None:
    back = hand_line(3, {1: "in", 2: "in", 3: "in", 5: "in"}, [*BLINDS, "s5 post straddle 6"])
    moved = replace(back, seats=tuple(replace(s, player="P4") if s.seat == 5 else s for s in back.seats))
    rows = rows_of(hand_line(1, ALL_IN, BLINDS), hand_line(2, ALL_IN | {4: "away"}, BLINDS), moved)
    assert [(r["seat"], r["player"], r["straddle_cents"]) for r in rows] == [(4, "P4", 0), (5, "P4", 600)]


def test_tables_do_not_mix_and_a_day_without_absences_is_empty() -> None:
    away = ALL_IN | {4: "away"}
    rows = rows_of(hand_line(1, away, BLINDS, "141"), hand_line(1, ALL_IN, BLINDS, "142"))
    assert [(r["table"], r["state"]) for r in rows] == [("141", "away")]
    assert rows_of(hand_line(1, ALL_IN, BLINDS)) == []
