"""PHH and PHHS: what each field and action becomes, that both readers say the same, and that pokerkit agrees."""

from __future__ import annotations

import gzip
import tarfile
import warnings
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers import phh
from parsers import vocabulary as v
from parsers.batch import to_tables
from parsers.event_text import hand_texts
from parsers.phh import ParsedPhh, Recorded, read_phh, read_phh_plainly
from parsers.phh_reference import HAND_MOST, UNKNOWN_STACK, VARIANTS, HandError, parse_hand
from parsers.phh_scanner import FIELDS, KEY_SLOTS
from parsers.source import SLACK, Source
from parsers.vocabulary import Word
from pipelines.auditing.files_audit import audit_files
from tests.real_hands import REAL_DATA

REAL = REAL_DATA / "phh"
needs_real_hands = pytest.mark.skipif(not REAL.is_dir(), reason="the sample hands are not beside the project")

HOLDEM = {
    "variant": "'NT'",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[1, 2, 0]",
    "min_bet": "2",
    "starting_stacks": "[200, 150.50, 99]",
    "actions": "['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc']",
    "hand": "7",
    "table": "'T1'",
    "venue": "'Rio'",
    "players": "['Ann', 'Bob', 'Cy']",
}
STUD = {
    "variant": "'F7S'",
    "antes": "[1, 1, 1]",
    "bring_in": "2",
    "small_bet": "5",
    "big_bet": "10",
    "starting_stacks": "[100, 100, 100]",
}
DRAW = {
    "variant": "'F2L3D'",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[5, 10, 0]",
    "small_bet": "10",
    "big_bet": "20",
    "starting_stacks": "[100, 100, 100]",
}


def text_of(base: dict[str, str], /, **changes: str | None) -> str:
    """A hand as PHH writes it; a change of None leaves the field out."""
    merged: dict[str, str | None] = {**base, **changes}
    return "".join(f"{key} = {value}\n" for key, value in merged.items() if value is not None)


def written(folder: Path, text: str | bytes, name: str = "x.phhs") -> Source:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Source(path)


def joined(parts: list[ParsedPhh]) -> dict[str, Any]:
    """All that parts of a file say, plain: the tables, what is beside them, and the quarantine."""
    tables = [to_tables(part.batch) for part in parts]
    rows = {name: [row for table in tables for row in table[name].to_pylist()] for name in ("hands", "seats", "events")}
    beside = {
        f"recorded {f.name}": np.concatenate([getattr(part.recorded, f.name) for part in parts]).tolist()
        for f in fields(Recorded)
    }
    return {**rows, **beside, "quarantine": [row for part in parts for row in part.quarantine]}


def read_both(source: Source, batch_bytes: int = 1 << 20) -> dict[str, Any]:
    """What both readers say of a file; they must say the same."""
    fast = joined(list(read_phh(source, batch_bytes)))
    plain = joined(list(read_phh_plainly(Source(source.path), batch_bytes)))
    for name, rows in plain.items():
        assert fast[name] == rows, name
    return fast


def read_one(folder: Path, text: str) -> ParsedPhh:
    """A file of one hand, read by both."""
    source = written(folder, text, "x.phh")
    said = read_both(source)
    assert said["quarantine"] == []
    (part,) = read_phh(source)
    assert len(part.batch) == 1
    return part


def events_of(folder: Path, base: dict[str, str], /, **changes: str | None) -> list[str]:
    return hand_texts(read_one(folder, text_of(base, **changes)).batch)[0]


def posts_of(folder: Path, base: dict[str, str], /, **changes: str | None) -> list[str]:
    return [text for text in events_of(folder, base, **changes) if " post " in text]


def is_fast(text: str) -> bool:
    """Whether the scanner takes the hand, and does not leave it to the reference."""
    data = bytearray(text.encode() + bytes(SLACK))
    piece = phh._Piece(data, 0, len(data) - SLACK, 1, True)
    found = phh._Workspace(len(data) + 4096, "x").scan(piece, piece.start, 1, 0)
    return found.hands == 1 and found.deferred == 0


# -- forced bets ----------------------------------------------------------------------------------------------------


def test_the_first_two_forced_bets_are_the_blinds_and_the_last_player_has_the_button(tmp_path: Path) -> None:
    part = read_one(tmp_path, text_of(HOLDEM))
    assert hand_texts(part.batch)[0] == [
        "s1 post sb 1", "s2 post bb 2", "deal s1 ????", "deal s2 AsKd", "deal s3 ????", "s3 fold", "s1 call 1",
        "s2 check",
    ]  # fmt: skip
    assert part.batch.button.tolist() == [3]
    row = to_tables(part.batch)["hands"].to_pylist()[0]
    assert (row["room"], row["table"], row["hand"], row["game"], row["betting"]) == ("Rio", "T1", "7", "holdem", "nl")
    assert (row["sb_cents"], row["bb_cents"], row["ante_cents"], row["straddle_cents"]) == (100, 200, None, None)
    assert part.notes.num_rows == 0


def test_heads_up_the_list_is_turned_round_and_the_second_player_has_button_and_small_blind(tmp_path: Path) -> None:
    heads_up = {
        "antes": "[0, 3]", "blinds_or_straddles": "[1, 2]", "starting_stacks": "[100, 100]", "players": None,
        "actions": "['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 6', 'p1 cc']",
    }  # fmt: skip
    part = read_one(tmp_path, text_of(HOLDEM, **heads_up))
    assert hand_texts(part.batch)[0] == [
        "s2 post sb 1", "s1 post bb 2", "s1 post bba 3", "deal s1 ????", "deal s2 ????", "s2 raise 6", "s1 call 4",
    ]  # fmt: skip
    assert part.batch.button.tolist() == [2]


def test_heads_up_the_button_may_have_the_big_blind_as_one_site_deals_it(tmp_path: Path) -> None:
    hand = {"antes": "[0, 0]", "starting_stacks": "[25, 63]", "players": None, "actions": "[]", "min_bet": "0.25"}
    posts = posts_of(tmp_path, HOLDEM, blinds_or_straddles="[0.25, 0.10]", **hand)
    assert posts == ["s2 post bb 0.25", "s1 post sb 0.10"]
    short = hand | {"starting_stacks": "[0.04, 63]"}
    posts = posts_of(tmp_path, HOLDEM, blinds_or_straddles="[0.25, 0.04]", **short)
    assert posts == ["s2 post sb 0.25", "s1 post bb 0.04 allin"]


@pytest.mark.parametrize(
    ("blinds", "posts", "stakes"),
    [
        ("[1, 2, 4, 0]", ["s1 post sb 1", "s2 post bb 2", "s3 post straddle 4"], (100, 200, 400)),
        ("[1, 2, 0, 4]", ["s1 post sb 1", "s2 post bb 2", "s4 post straddle 4"], (100, 200, 400)),
        ("[1, 2, 4, 8]", ["s1 post sb 1", "s2 post bb 2", "s3 post straddle 4", "s4 post straddle 8"], (100, 200, 400)),
        ("[1, 2, 0, -2]", ["s1 post sb 1", "s2 post bb 2", "s4 post live 2"], (100, 200, None)),
        ("[1, 2, 0, -3]", ["s1 post sb 1", "s2 post bb 2", "s4 post live 2", "s4 post dead 1"], (100, 200, None)),
        ("[2, 0, 0, 0]", ["s1 post bb 2"], (None, 200, None)),
        ("[1, 0, 0, 0]", ["s1 post sb 1"], (100, 200, None)),
        ("[0, 2, 0, 0]", ["s2 post bb 2"], (None, 200, None)),
        ("[0, 0, 0, 2]", ["s4 post bb 2"], (None, 200, None)),
        ("[1, -2, 0, 0]", ["s1 post sb 1", "s2 post live 2"], (100, 200, None)),
        ("[0.10, 0.04, 0, 0]", ["s1 post sb 0.10", "s2 post bb 0.04"], (10, 4, None)),
    ],
)
def test_forced_bets_are_named_by_position(
    tmp_path: Path, blinds: str, posts: list[str], stakes: tuple[int | None, ...]
) -> None:
    four = {"antes": "[0, 0, 0, 0]", "starting_stacks": "[50, 50, 50, 50]", "players": None, "actions": "[]"}
    part = read_one(tmp_path, text_of(HOLDEM, blinds_or_straddles=blinds, **four))
    assert hand_texts(part.batch)[0] == posts
    row = to_tables(part.batch)["hands"].to_pylist()[0]
    assert (row["sb_cents"], row["bb_cents"], row["straddle_cents"]) == stakes


@pytest.mark.parametrize(
    ("blinds", "button"),
    [("[1, 2, 0, 0]", 4), ("[0, 2, 0, 0]", 4), ("[2, 1, 0, 0]", 0), ("[1, 2]", 2), ("[0, 2]", 0), ("[2, 0]", 0)],
)
def test_a_button_is_written_only_where_the_blinds_bear_the_order_out(tmp_path: Path, blinds: str, button: int) -> None:
    n = blinds.count(",") + 1
    lists = {"antes": str([0] * n), "starting_stacks": str([50] * n), "players": None, "actions": "[]"}
    part = read_one(tmp_path, text_of(HOLDEM, blinds_or_straddles=blinds, **lists))
    assert part.batch.button.tolist() == [button]


def test_seats_that_do_not_go_round_clockwise_are_read_by_position(tmp_path: Path) -> None:
    part = read_one(tmp_path, text_of(HOLDEM, seats="[4, 9, 6]"))
    assert part.batch.seat_no.tolist() == [1, 2, 3]
    assert part.recorded.seats.tolist() == [False]


def test_antes_come_before_the_blinds_and_a_short_stack_is_all_in(tmp_path: Path) -> None:
    changes = {"antes": "[1, 1, 1]", "starting_stacks": "[1.50, 200, 1]", "actions": "['p1 cc']"}
    part = read_one(tmp_path, text_of(HOLDEM, **changes))
    assert hand_texts(part.batch)[0] == [
        "s1 post ante 1", "s2 post ante 1", "s3 post ante 1 allin", "s1 post sb 0.50 allin", "s2 post bb 2",
        "s1 call 0",
    ]  # fmt: skip
    assert to_tables(part.batch)["hands"]["ante_cents"].to_pylist() == [100]


def test_a_big_blind_ante_stands_behind_its_blind_and_is_what_a_short_stack_loses(tmp_path: Path) -> None:
    changes = {"antes": "[0, 2, 0]", "starting_stacks": "[100, 3, 100]", "actions": "[]", "level": "4"}
    part = read_one(tmp_path, text_of(HOLDEM, **changes))
    assert hand_texts(part.batch)[0] == ["s1 post sb 1", "s2 post bb 2", "s2 post bba 1 allin"]
    row = to_tables(part.batch)["hands"].to_pylist()[0]
    assert (row["ante_cents"], row["tournament_bba_cents"], row["tournament_level"]) == (None, 200, 4)


def test_a_button_ante_is_an_ante_of_one_seat(tmp_path: Path) -> None:
    posts = posts_of(tmp_path, HOLDEM, antes="[0, 0, 5]", actions="[]")
    assert posts == ["s3 post ante 5", "s1 post sb 1", "s2 post bb 2"]


def test_a_stack_that_is_not_known_never_runs_out(tmp_path: Path) -> None:
    part = read_one(tmp_path, text_of(HOLDEM, starting_stacks="[inf, 50, 99]", actions="['p3 cbr 99', 'p1 cbr 5000']"))
    assert hand_texts(part.batch)[0][2:] == ["s3 raise 99 allin", "s1 raise 5000"]
    assert part.batch.seat_stack.tolist() == [UNKNOWN_STACK, 5000, 9900]
    assert part.recorded.stack.tolist() == [False, True, True]


# -- actions --------------------------------------------------------------------------------------------------------


def test_calls_are_what_is_missing_and_raises_the_rounds_total(tmp_path: Path) -> None:
    actions = (
        "['p3 cbr 6', 'p1 cc', 'p2 cbr 150.50', 'p3 cc', 'p1 cc', 'd db 2h8hKs', 'p1 cc', 'p1 cbr 49.50', "
        "'p2 sm AsKd', 'p1 sm', 'p3 sm ????', 'd db ??', 'd db 3c']"
    )
    assert events_of(tmp_path, HOLDEM, actions=actions)[2:] == [
        "s3 raise 6", "s1 call 5", "s2 raise 150.50 allin", "s3 call 93 allin", "s1 call 144.50", "board 2h8hKs",
        "s1 check", "s1 bet 49.50 allin", "s2 show AsKd", "s1 muck", "s3 show ????", "board ??", "board 3c",
    ]  # fmt: skip


def test_words_may_be_set_off_by_many_blanks_and_followed_by_a_commentary(tmp_path: Path) -> None:
    actions = """[
      # before the flop
      "  d  dh p1   AcKc  ", 'p3 cbr 1,500.00 # a "big" one, #2', "p1 f #x", "", "# burn exposed: 6s",  # Cy
      "p2 sm -", "p1 sm -",
    ]"""
    with pytest.raises(HandError, match="none were"):
        parse_hand(text_of(HOLDEM, actions=actions).encode(), "x")
    events = events_of(tmp_path, HOLDEM, actions=actions.replace('"p2 sm -", ', ""))
    assert events[2:] == ["deal s1 AcKc", "s3 raise 1500 allin", "s1 fold", "s1 show AcKc"]


def test_stud_cards_are_down_and_up_by_their_place(tmp_path: Path) -> None:
    actions = (
        "['d dh p1 Td3c4d', 'd dh p2 Kd', 'd dh p2 3h', 'd dh p2 4c', 'd dh p3 ??????', 'p1 pb', 'p2 cbr 5', "
        "'p3 cbr 10', 'p1 f', 'p2 cc', 'd dh p2 6d', 'd dh p3 9s', 'p3 cc', 'p2 cbr 5', 'p3 cc', 'd dh p2 2c3c', "
        "'d dh p3 2d3d', 'd dh p2 Ah', 'd db 5h', 'p2 cbr 10', 'p2 sm Kd3h4c6d2c3cAh', 'p3 sm']"
    )
    part = read_one(tmp_path, text_of(STUD, actions=actions))
    assert hand_texts(part.batch)[0] == [
        "s1 post ante 1", "s2 post ante 1", "s3 post ante 1",
        "deal s1 Td3c", "up s1 4d", "deal s2 Kd", "deal s2 3h", "up s2 4c", "deal s3 ????", "up s3 ??",
        "s1 post bringin 2", "s2 complete 5", "s3 raise 10", "s1 fold", "s2 call 5",
        "up s2 6d", "up s3 9s", "s3 check", "s2 bet 5", "s3 call 5", "up s2 2c3c", "up s3 2d3d", "deal s2 Ah",
        "community 5h", "s2 bet 10", "s2 show Kd3h4c6d2c3cAh", "s3 muck",
    ]  # fmt: skip
    assert part.batch.button.tolist() == [0]
    row = to_tables(part.batch)["hands"].to_pylist()[0]
    stakes = (row["ante_cents"], row["bring_in_cents"], row["small_bet_cents"], row["big_bet_cents"], row["bb_cents"])
    assert stakes == (100, 200, 500, 1000, None)
    assert row["button"] is None


def test_a_stud_player_may_complete_instead_of_bringing_in(tmp_path: Path) -> None:
    assert events_of(tmp_path, STUD, actions="['p1 cbr 5', 'p2 cc']")[3:] == ["s1 complete 5", "s2 call 5"]


def test_draw_games_discard_draw_and_stand_pat(tmp_path: Path) -> None:
    actions = (
        "['d dh p1 7h6c4c3d2c', 'd dh p3 AsQs6s5c??', 'p3 cbr 20', 'p1 cc', 'p2 f', 'p1 sd', 'p3 sd AsQs', "
        "'d dh p3 2hQh', 'p1 cbr 10', 'p3 cc', 'p3 sd Qh??', 'd dh p3 4d5d', 'p3 sm -']"
    )
    assert events_of(tmp_path, DRAW, actions=actions)[2:] == [
        "deal s1 7h6c4c3d2c", "deal s3 AsQs6s5c??", "s3 raise 20", "s1 call 15", "s2 fold", "draw s1 pat",
        "discard s3 AsQs", "draw s3 2hQh", "s1 bet 10", "s3 call 10", "discard s3 Qh??", "draw s3 4d5d",
        "s3 show 6s5c2h4d5d",
    ]  # fmt: skip


@pytest.mark.parametrize("code", list(VARIANTS))
def test_each_variant_is_a_game_a_form_of_betting_and_its_stakes(tmp_path: Path, code: str) -> None:
    variant = VARIANTS[code]
    values = {
        "antes": "[1, 1]", "blinds_or_straddles": "[5, 10]", "bring_in": "3", "small_bet": "10", "big_bet": "20",
        "min_bet": "10", "starting_stacks": "[100, 200]", "actions": "['d dh p1 AsKd', 'd dh p2 ????', 'p2 f']",
    }  # fmt: skip
    needed = {name: values[name] for name in variant.required}
    text = text_of({"variant": f"'{code}'"} | needed)
    assert is_fast(text)
    row = to_tables(read_one(tmp_path, text).batch)["hands"].to_pylist()[0]
    assert (row["game"], row["betting"]) == (variant.game, variant.betting)
    assert variant.game in v.GAMES or code == "NS"
    assert (row["small_bet_cents"] == 1000) == (variant.betting == "fl")
    assert (row["bb_cents"] == 1000) == ("blinds_or_straddles" in needed)
    for name in needed:
        source = written(tmp_path, text_of({"variant": f"'{code}'"} | needed, **{name: None}))
        (bad,) = read_both(source)["quarantine"]
        assert (bad.column_or_field, bad.line) == (name, 1)
        assert "is missing" in bad.reason


# -- identity, seats, time ------------------------------------------------------------------------------------------


def test_what_is_not_named_is_called_by_file_and_place_and_never_alike(tmp_path: Path) -> None:
    nameless = text_of(HOLDEM, hand=None, table=None, venue="''", players="['Ann', '', 'Cy']")
    said = read_both(written(tmp_path, f"# two hands\n\n[1]\n{nameless}\n[2]\n{nameless}\n[3]\n{text_of(HOLDEM)}"))
    assert [row["room"] for row in said["hands"]] == ["phh", "phh", "Rio"]
    assert [row["hand"] for row in said["hands"]] == ["x.phhs#1", "x.phhs#2", "7"]
    assert [row["table"] for row in said["hands"]] == ["x.phhs#1", "x.phhs#2", "T1"]
    assert [row["player"] for row in said["seats"][:4]] == ["Ann", "x.phhs#1.p2", "Cy", "Ann"]
    assert [row["source_line"] for row in said["hands"]] == [3, 13, 23]
    assert said["hands"][0]["line_hash"] == said["hands"][1]["line_hash"] != said["hands"][2]["line_hash"]


def test_seats_are_those_of_the_file_and_the_results_stand_beside_them(tmp_path: Path) -> None:
    text = text_of(HOLDEM, seats="[9, 2, 3]", winnings="[0, 5.25, 0]", finishing_stacks="[199, 151, 99]")
    part = read_one(tmp_path, text)
    assert hand_texts(part.batch)[0][:2] == ["s9 post sb 1", "s2 post bb 2"]
    assert part.batch.seat_no.tolist() == [9, 2, 3]
    assert part.batch.button.tolist() == [3]
    assert part.recorded.winnings.tolist() == [0, 525, 0]
    assert part.recorded.finishing.tolist() == [19900, 15100, 9900]
    assert part.recorded.seats.tolist() == [True]
    bare = read_one(tmp_path, text_of(HOLDEM)).recorded
    assert (bare.winnings.tolist(), bare.finishing.tolist(), bare.seats.tolist()) == ([-1] * 3, [-1] * 3, [False])


@pytest.mark.parametrize(
    ("when", "start", "offset", "recorded"),
    [
        ({"time": "23:59:01", "day": "1", "month": "7", "year": "2009"}, "2009-07-01T23:59:01", 0, True),
        (
            {"time": "00:30:00", "day": "1", "month": "7", "year": "2009", "time_zone_abbreviation": "'ET'"},
            "2009-07-01T04:30:00", -240, True,
        ),
        (
            {"time": "00:30:00", "day": "1", "month": "12", "year": "2009", "time_zone_abbreviation": "'ET'"},
            "2009-12-01T05:30:00", -300, True,
        ),
        (
            {"time": "00:30:00", "day": "1", "month": "7", "year": "2009", "time_zone_abbreviation": "'CEST'"},
            "2009-06-30T22:30:00", 120, True,
        ),
        (
            {"time": "00:30:00", "day": "1", "month": "7", "year": "2009", "time_zone_abbreviation": "'XYZ'"},
            "2009-07-01T00:30:00", 0, True,
        ),
        (
            {"time": "12:00:00", "day": "25", "month": "10", "year": "2009", "time_zone": "'Europe/Berlin'",
             "time_zone_abbreviation": "'ET'"},
            "2009-10-25T11:00:00", 60, True,
        ),
        (
            {"time": "01:00:00", "day": "25", "month": "10", "year": "2009", "time_zone": "'Europe/Berlin'"},
            "2009-10-24T23:00:00", 120, True,
        ),
        ({"day": "29", "month": "2", "year": "2024"}, "2024-02-29T00:00:00", 0, False),
        ({"time": "12:00:00", "year": "2009"}, "1970-01-01T00:00:00", 0, False),
        ({"time_zone": "'Europe/Berlin'"}, "1970-01-01T00:00:00", 0, False),
        ({}, "1970-01-01T00:00:00", 0, False),
    ],
)  # fmt: skip
def test_the_start_is_local_time_of_its_zone_or_the_beginning_of_1970(
    tmp_path: Path, when: dict[str, str | None], start: str, offset: int, recorded: bool
) -> None:
    part = read_one(tmp_path, text_of(HOLDEM, **when))
    row = to_tables(part.batch)["hands"].to_pylist()[0]
    assert row["start"].strftime("%Y-%m-%dT%H:%M:%S") == start
    assert (row["utc_offset_min"], row["end"]) == (offset, None)
    assert part.recorded.start.tolist() == [recorded]


@pytest.mark.parametrize(
    ("said", "tournament"),
    [
        ({"event": "'2023 WSOP Event #43: $50,000 | Day 5'"}, True),
        ({"event": "'Million Dollar CASH Game'"}, False),
        ({"event": "'Million Dollar Cash Game'", "level": "3"}, True),
        ({"event": "''"}, False),
        ({}, False),
    ],
)
def test_an_event_or_a_level_makes_a_tournament_unless_it_is_a_cash_game(
    tmp_path: Path, said: dict[str, str | None], tournament: bool
) -> None:
    row = to_tables(read_one(tmp_path, text_of(HOLDEM, **said)).batch)["hands"].to_pylist()[0]
    assert row["is_tournament"] is tournament


# -- TOML -----------------------------------------------------------------------------------------------------------


def test_the_specifications_hold_em_hand_is_read_with_its_comments(tmp_path: Path) -> None:
    text = """# A big pot.
variant = "NT"
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  # Pre-flop
  "d dh p1 Ac2d",  # Ivey
  "d dh p2 ????",  # Antonius
  "d dh p3 7h6h",  # Dwan
  "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc",
  # Flop
  "d db Jc3d5c", "p1 cbr 35000", "p3 cc",
  # Turn
  "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100", "p3 cc",
  "p1 sm Ac2d", "p3 sm 7h6h",
  # River
  "d db Jh",
]
event = "Million Dollar Cash Game"
year = 2009
players = ["Phil Ivey", "Patrik Antonius", "Tom Dwan"]
currency = "USD"
"""
    part = read_one(tmp_path, text)
    events = hand_texts(part.batch)[0]
    assert events[3:5] == ["s1 post sb 1000", "s2 post bb 2000"]
    assert events[-7:] == [
        "s1 bet 90000", "s3 raise 232600", "s1 raise 1067100 allin", "s3 call 262400 allin", "s1 show Ac2d",
        "s3 show 7h6h", "board Jh",
    ]  # fmt: skip
    assert not part.batch.is_tournament[0]


def test_texts_hold_hashes_quotes_escapes_and_letters_of_any_script(tmp_path: Path) -> None:
    players = """['#1 "Ann"', "B\\u00f6b #2", 'Zoë']"""
    said = read_one(tmp_path, text_of(HOLDEM, players=players, table="'Jackpot #1317147'", _note='"a # b"'))
    rows = to_tables(said.batch)
    assert rows["seats"]["player"].to_pylist() == ['#1 "Ann"', "Böb #2", "Zoë"]
    assert rows["hands"]["table"].to_pylist() == ["Jackpot #1317147"]


def test_numbers_may_be_written_in_any_way_of_toml(tmp_path: Path) -> None:
    text = text_of(HOLDEM, starting_stacks="[1_000, 2.5e2, +99.500]", min_bet="2.0", winnings="[0x10, -0.0, 0.10]")
    part = read_one(tmp_path, text)
    assert part.batch.seat_stack.tolist() == [100000, 25000, 9950]
    assert part.recorded.winnings.tolist() == [1600, 0, 10]


def test_windows_line_ends_and_a_missing_last_one_are_no_matter(tmp_path: Path) -> None:
    text = f"[1]\n{text_of(HOLDEM)}\n[2]\n{text_of(HOLDEM, hand='8')}"
    plain = read_both(written(tmp_path, text))
    dos = read_both(written(tmp_path, text.replace("\n", "\r\n")))
    bare = read_both(written(tmp_path, text.rstrip("\n")))
    assert plain["events"] == dos["events"] == bare["events"]
    assert [row["line_hash"] for row in plain["hands"]] == [row["line_hash"] for row in bare["hands"]]


def test_fields_of_the_users_own_are_passed_over_and_so_are_unknown_ones(tmp_path: Path) -> None:
    text = text_of(HOLDEM, _session="'a'", rounds="3", _deep="{ a = [1, 2] }") + "\n[_mine]\nx = 1\n"
    assert events_of(tmp_path, HOLDEM) == hand_texts(read_one(tmp_path, text).batch)[0]


def test_the_scanner_takes_the_plain_hands_and_leaves_the_others() -> None:
    assert is_fast(text_of(HOLDEM))
    assert is_fast(text_of(STUD, actions="['d dh p1 Td3c4d', 'p1 pb', 'p2 f']"))
    assert is_fast(text_of(DRAW, actions="['p1 sd', 'p3 sd AsQs', 'd dh p3 2hQh', 'p3 sm']"))
    assert is_fast("[12]\n" + text_of(HOLDEM, starting_stacks="[inf, 14325000, 123456789.12]", hand='"a"'))
    assert is_fast(text_of(HOLDEM, _x="1", time_zone="'America/Toronto'", day="1", month="2", year="2020"))
    assert not is_fast(text_of(HOLDEM, time_zone="'America/Nowhere'", day="1", month="2", year="2020"))
    assert not is_fast(text_of(HOLDEM, min_bet="2 # two"))
    assert not is_fast(text_of(HOLDEM) + "hand = 8\n")


def test_each_field_has_a_slot_of_its_own() -> None:
    assert sorted(code for code in KEY_SLOTS.tolist() if code < len(FIELDS)) == list(range(len(FIELDS)))


# -- quarantine -----------------------------------------------------------------------------------------------------

BAD: dict[str, list[tuple[str | None, str]]] = {
    "variant": [("'XX'", "no variant"), ("3", "no variant"), (None, "is missing")],
    "antes": [("[0, 0]", "has 2 entries for 3"), ("[0, 0, -1]", "is negative"), ("0", "must be a list")],
    "blinds_or_straddles": [("[1, 2, true]", "must be a number"), ("[1, nan, 0]", "no amount")],
    "min_bet": [("'2'", "must be a number"), ("0.001", "more than two decimals"), ("1e300", "beyond all reason")],
    "starting_stacks": [
        ("[100, 0, 5]", "is 0"), ("[100]", "has 1 entries"), ("[-inf, 1, 1]", "only a stack"),
        ("[1e11, 1, 1]", "beyond all reason"),
    ],
    "actions": [
        ("['p4 f']", "not at the table"), ("['p0 f']", "not at the table"), ("['q1 f']", "is no player"),
        ("['p1 x']", "is no action"), ("['p1 cbr']", "is no action"), ("['p1 cbr 1.005']", "more than two decimals"),
        ("['d db 2h8hK']", "is no row of cards"), ("['d db 1h']", "is no card"), ("['p1 pb']", "only stud"),
        ("[1]", "must be text"), ("['p1 cbr -5']", "is no amount"), ("['p1 cbr 1e5']", "is no amount"),
        ("['d db Jk']", "is no card"),
    ],
    "seats": [
        ("[1, 2]", "entries"), ("[1, 1, 2]", "twice"), ("[0, 1, 2]", "not between"),
        ("[9, 10, 11]", "not between"), ("[1.0, 2, 3]", "whole number"),
    ],
    "players": [("['a', 'b', 3]", "must be text"), ("['a', 'b', \"c\\u0007\"]", "control character")],
    "hand": [
        ("1.5", "must be text"), (f"'{'x' * 300}'", "300 characters"), ("12345678901234567890", "write it as text"),
    ],
    "time": [("'12:00:00'", "must be a local time")],
    "time_zone": [("'Mars/Olympus'", "no IANA")],
    "month": [("13", "not between"), ("'July'", "whole number")],
    "winnings": [("[1, 2]", "entries"), ("[1, 2, -3]", "is negative")],
    "level": [("-1", "not between"), ("'two'", "whole number")],
}  # fmt: skip


@pytest.mark.parametrize(("field", "value", "reason"), [(key, *bad) for key, values in BAD.items() for bad in values])
def test_a_bad_hand_is_quarantined_where_it_fails_and_the_rest_lands(
    tmp_path: Path, field: str, value: str | None, reason: str
) -> None:
    good = text_of(HOLDEM)
    bad = text_of(HOLDEM | {"day": "1", "month": "2", "year": "2020"}, **{field: value})
    source = written(tmp_path, f"[1]\n{good}\n[2]\n{bad}\n[3]\n{good}")
    said = read_both(source)
    assert [row["source_line"] for row in said["hands"]] == [1, 15 + bad.count("\n")]
    (row,) = said["quarantine"]
    assert reason in row.reason
    assert row.column_or_field.partition("[")[0] == field
    found = [i for i, line in enumerate(bad.split("\n")) if line.startswith(f"{field} =")]
    assert row.line == (14 + found[0] if found else 13)
    assert row.raw.startswith(bad[:20])


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("variant = 'NT\n", None, "cut off"),
        ("variant = 'NT'\nvariant = 'NT'\n", 4, "not TOML"),
        ("antes = [0, 0\n", None, "not TOML"),
        ("x = " + "[" * 5000 + "\n", None, "nested too deeply"),
        (".".join("a" * 40) + " = 1\n", None, "16 deep"),
        ("hand = " + "9" * 5000 + "\n", None, "not TOML"),
        ("x = '\xff'\n", 3, "not UTF-8"),
        ("[1.x]\nactions = []\n", None, "within another hand"),
        ("[[x]]\nactions = []\n", None, "within another hand"),
        ("", None, "is missing"),
    ],
)
def test_what_is_no_toml_is_quarantined_and_does_not_take_the_next_hand_along(
    tmp_path: Path, text: str, line: int | None, reason: str
) -> None:
    source = written(tmp_path, b"# start\n[1]\n" + text.encode("latin-1") + b"\n[2]\n" + text_of(HOLDEM).encode())
    said = read_both(source)
    assert len(said["hands"]) == 1
    (row,) = said["quarantine"]
    assert reason in row.reason
    assert line is None or row.line == line


@pytest.mark.parametrize("batch_bytes", [1, 1000, 1 << 20])
def test_a_hand_too_long_is_passed_over_without_being_held(tmp_path: Path, batch_bytes: int) -> None:
    good = text_of(HOLDEM)
    long = good + "# padding\n" * (HAND_MOST // 5)
    said = read_both(written(tmp_path, f"[1]\n{good}[2]\n{long}[3]\n{good}"), batch_bytes)
    lines = [row["source_line"] for row in said["hands"]]
    assert lines == [1, 13 + long.count("\n")]
    (row,) = said["quarantine"]
    assert row.line == 12
    assert "bytes long" in row.reason


def test_a_line_too_long_costs_its_hand_and_no_line_number(tmp_path: Path) -> None:
    good = text_of(HOLDEM)
    path = written(tmp_path, f"[1]\n{good}[2]\n{text_of(HOLDEM, actions='[' + ' ' * 9000 + ']')}[3]\n{good}").path
    fast, plain = (joined(list(read(Source(path, line_most=8000), 4096))) for read in (read_phh, read_phh_plainly))
    assert fast["hands"] == plain["hands"]
    assert [row["source_line"] for row in fast["hands"]] == [1, 23]
    assert sorted((row.line, row.column_or_field) for row in fast["quarantine"]) == [(12, "actions"), (18, None)]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment: Café\n\n"])
def test_a_file_without_a_hand_says_so(tmp_path: Path, text: str) -> None:
    said = read_both(written(tmp_path, text))
    assert said["hands"] == []
    (row,) = said["quarantine"]
    assert row.line is None


def test_packed_files_are_read(tmp_path: Path) -> None:
    plain = f"[1]\n{text_of(HOLDEM)}"
    path = tmp_path / "x.phhs.gz"
    path.write_bytes(gzip.compress(plain.encode()))
    assert len(read_both(Source(path))["hands"]) == 1


# -- both readers alike ---------------------------------------------------------------------------------------------

plain_amounts = st.one_of(
    st.integers(0, 300).map(str), st.sampled_from(["0", "0.25", "0.5", "12.50", "1234567", "99999999", "1234567890.12"])
)
odd_amounts = st.sampled_from(["1_000", "1e2", "-2", "inf", "0.125", "'1'", "00", "12345678901", "1.", "-0.0", "true"])
plain_names = st.sampled_from(
    ["'Ann'", "'#1'", "'T/N22IhM3qrxee2S4+kaNQ'", '"Bob"', "'a  b'", "'Zoë'", '"O\'Neil"', "''"]
)
odd_names = st.one_of(
    st.sampled_from(['"Bob \\"x\\""', '"\\u0007"', "'''x'''", "7", f"'{'é' * 150}'", f"'{'x' * 201}'"]),
    st.text("abc +/#é", max_size=30).map(lambda text: f"'{text}'"),
)
odd_actions = [
    "p1 sm -",
    "",
    "# x",
    "p1 f # well",
    " p1  f",
    "p1 x",
    "p12 f",
    "p1 cbr 1,000",
    "d db",
    "p1 pb",
    "d db 1h",
]
SEEN_CARDS = st.sampled_from([*v.CARD_TEXTS[:52], "??"])


@st.composite
def actions_of(draw: st.DrawFn, n: int, family: int, odd: bool) -> str:
    """Actions of `n` players, in no order that makes sense: the readers do not ask for one."""
    dealt = [0] * n
    listed = []
    for word in draw(st.lists(st.sampled_from("hhffcccrrbmsdp"), max_size=30)):
        player = draw(st.integers(1, n))
        row = "".join(draw(st.lists(SEEN_CARDS, min_size=1, max_size=3))) if draw(st.booleans()) else "????"
        if word == "h":
            count = min(len(row) // 2, 7 - dealt[player - 1]) if family == 1 else len(row) // 2
            dealt[player - 1] += count
            if count:
                listed.append(f"d dh p{player} {row[: 2 * count]}")
        elif word == "b":
            listed.append(f"d db {row[:2] if family == 1 else row}")
        elif word == "p":
            listed.append(f"p{player} pb" if family == 1 else f"p{player} cc")
        elif word == "r":
            listed.append(f"p{player} cbr {draw(plain_amounts)}")
        elif word in "ms":
            listed.append(
                f"p{player} {'sm' if word == 'm' else 'sd'} {row}" if draw(st.booleans()) else f"p{player} sm"
            )
        else:
            listed.append(f"p{player} " + {"f": "f", "c": "cc", "d": "sd"}[word])
    if odd:
        listed.insert(draw(st.integers(0, len(listed))), draw(st.sampled_from(odd_actions)))
    quote = draw(st.sampled_from(["'", "'", '"']))
    gap = ",\n  " if odd else draw(st.sampled_from([", "] * 6 + [",", " ,  "]))
    return "[" + gap.join(f"{quote}{action}{quote}" for action in listed) + "]"


@st.composite
def hands(draw: st.DrawFn) -> str:
    """A hand that is right; one in four has something odd or wrong about it."""
    n = draw(st.integers(2, 10))
    code = draw(st.sampled_from(list(VARIANTS)))
    odd = draw(st.sampled_from([False, False, False, True]))
    wrong = draw(st.sampled_from([*FIELDS, "order", "count", "ends", "twice"])) if odd else ""

    def one(name: str, plain: st.SearchStrategy[str], strange: st.SearchStrategy[str]) -> str:
        return draw(strange if name == wrong else plain)

    def listed(name: str, plain: st.SearchStrategy[str], strange: st.SearchStrategy[str]) -> str:
        items = draw(st.lists(plain, min_size=n, max_size=n))
        if name == wrong:
            items[draw(st.integers(0, n - 1))] = draw(strange)
        if wrong == "count" and draw(st.integers(0, 4)) == 0:
            items.append(items[0])
        return "[" + ", ".join(items) + "]"

    first = draw(st.integers(0, 9))
    turned = sorted((first + k) % 10 + 1 for k in range(n))
    turned = turned[first % n :] + turned[: first % n]
    small = st.sampled_from(["0", "0", "0", "1", "2", "0.50"])
    stacks = st.one_of(st.integers(1, 300).map(str), st.sampled_from(["0.04", "inf", "12.50", "14325000"]))
    known = {
        "variant": one("variant", st.just(f"'{code}'"), st.sampled_from([f'"{code}"', "'ZZ'", "1"])),
        "antes": listed("antes", small, odd_amounts) if draw(st.booleans()) else "[" + ", ".join(["0"] * n) + "]",
        "blinds_or_straddles": listed("blinds_or_straddles", st.one_of(small, st.just("-2")), odd_amounts),
        **{name: one(name, plain_amounts, odd_amounts) for name in ("bring_in", "small_bet", "big_bet", "min_bet")},
        "starting_stacks": listed("starting_stacks", stacks, odd_amounts),
        "actions": draw(actions_of(n, VARIANTS[code].family, wrong == "actions")),
        "venue": one("venue", plain_names, odd_names),
        "time": one("time", st.just("12:34:56"), st.sampled_from(["12:34:56.5", "25:00:00", "'x'", "12:34"])),
        "day": one("day", st.sampled_from(["1", "25"]), st.sampled_from(["0", "31", "29", "1.0"])),
        "month": one("month", st.sampled_from(["2", "3", "10"]), st.sampled_from(["0", "13", "'May'"])),
        "year": one("year", st.sampled_from(["2009", "2024"]), st.sampled_from(["1969", "2200", "09"])),
        "time_zone_abbreviation": one("time_zone_abbreviation", st.sampled_from(["'ET'", "'CEST'", "'?'"]), odd_names),
        "hand": one("hand", st.one_of(plain_names, st.integers(0, 10**12).map(str)), odd_names),
        "table": one("table", st.one_of(plain_names, st.integers(0, 99).map(str)), odd_names),
        "players": listed("players", plain_names, odd_names),
        "seats": str(turned if wrong != "seats" else turned[::-1]),
        "winnings": listed("winnings", plain_amounts, odd_amounts),
        "finishing_stacks": listed("finishing_stacks", plain_amounts, odd_amounts),
        "currency": one("currency", st.just("'USD'"), odd_names),
        "_own": one("author", st.one_of(plain_names, plain_amounts, st.sampled_from(["true", "false"])), odd_names),
        "event": one("event", st.sampled_from(["'Main'", "'a Cash game'", "''"]), odd_names),
        "level": one("level", st.sampled_from(["0", "3"]), st.sampled_from(["-1", "99999999999", "'1'"])),
        "time_zone": one("time_zone", st.sampled_from(["'Europe/Berlin'", "'UTC'"]), st.just("'Nowhere'")),
    }
    optional = [key for key in known if key not in ("variant", *VARIANTS[code].required)]
    left_out = {key for key in optional if draw(st.booleans())}
    date = {"day", "month", "year"}
    if wrong != "order" and left_out & date:  # a date is whole or not there at all
        left_out |= date | {"time_zone"}
    kept = [key for key in known if key not in left_out]
    if wrong == "order":
        kept = draw(st.permutations(kept))
    ends = st.sampled_from(["\n"] * 4 + [" \n", "\r\n", " # why\n", "\n\n", "\n# note\n", "\n# nöte\n"])
    lines = [f"{key} = {known[key]}" + (draw(ends) if wrong == "ends" else "\n") for key in kept]
    if wrong == "twice":
        lines.append(lines[draw(st.integers(0, len(lines) - 1))])
    return "".join(lines)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    listed = draw(st.lists(hands(), min_size=1, max_size=4))
    if draw(st.booleans()):
        listed.append(listed[0])
    parts = [f"{draw(st.sampled_from(['', '', ' ', chr(10)]))}[{i + 1}]\n{hand}" for i, hand in enumerate(listed)]
    front = draw(st.sampled_from(["", "", "# hands\n", listed[0] + "\n"]))
    return (front + "\n".join(parts)).encode()


quickly = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@quickly
@given(text=files(), batch_bytes=st.sampled_from([1, 700, 1 << 20]))
def test_scanner_and_reference_read_any_file_alike(
    tmp_path_factory: pytest.TempPathFactory, text: bytes, batch_bytes: int
) -> None:
    read_both(written(tmp_path_factory.getbasetemp(), text), batch_bytes)


@quickly
@given(
    text=files(),
    wounds=st.lists(
        st.tuples(st.floats(0, 0.999), st.sampled_from(list(b"0'\"[]\n\r\t #=,.-p\\\xff\xc3\x00"))), max_size=4
    ),
    cut=st.floats(0.3, 1),
)
def test_scanner_and_reference_read_any_damaged_file_alike_and_raise_nothing(
    tmp_path_factory: pytest.TempPathFactory, text: bytes, wounds: list[tuple[float, int]], cut: float
) -> None:
    damaged = bytearray(text)
    for place, byte in wounds:
        damaged[int(place * len(damaged))] = byte
    read_both(written(tmp_path_factory.getbasetemp(), bytes(damaged[: int(cut * len(damaged))])))


# -- real hands -----------------------------------------------------------------------------------------------------


def members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a packed tar, one after the other."""
    with (
        pa.CompressedInputStream(pa.OSFile(str(archive)), "zstd") as stream,
        tarfile.open(fileobj=stream, mode="r|") as tar,
    ):
        for member in tar:
            file = tar.extractfile(member)
            if file is not None:
                yield Path(member.name).name, file.read()


@pytest.fixture(scope="module")
def site_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """One file of hands of each site."""
    folder = tmp_path_factory.mktemp("sites")
    paths = []
    for archive in sorted((REAL / "handhq").glob("*.tar.zst")):
        name, data = next(iter(members(archive)))
        paths.append(folder / f"{archive.name.partition('.')[0]}-{name}")
        paths[-1].write_bytes(data)
    return paths


@needs_real_hands
def test_both_readers_read_the_real_hands_alike_and_leave_none(site_files: list[Path]) -> None:
    files = [
        *site_files,
        *sorted((REAL / "wsop-2023-43").glob("*.phh")),
        *sorted((REAL / "pluribus").glob("*.phh"))[::5],
    ]
    for path in files:
        said = read_both(Source(path), 1 << 18)
        assert said["quarantine"] == []
        assert said["hands"]


@needs_real_hands
@pytest.mark.long_form("audits 60,000 hands")
@pytest.mark.parametrize(
    ("name", "rulebook", "hands", "findings"),
    [
        ("handhq/PS.tar.zst", "wsop-live-2017", 19_995, {}),
        ("handhq/FTP.tar.zst", "wsop-live-2017", 19_863, {}),
        ("handhq/PTY.tar.zst", "wsop-live-2017", 19_952, {"PT01": 1}),
        ("handhq/IPN.tar.zst", "wsop-live-2017", 19_680, {}),
        ("handhq/ONG.tar.zst", "wsop-live-2017", 19_991, {}),
        ("pluribus", "wsop-live-2017", 153, {}),
        ("wsop-2023-43", "wsop-dealer-2018", 62, {}),
    ],
)
def test_the_real_hands_show_what_the_documentation_lists(
    name: str, rulebook: str, hands: int, findings: dict[str, int], tmp_path: Path
) -> None:
    """The table of docs/real-hands.md."""
    folder = REAL / name
    if not folder.is_dir():
        folder = tmp_path / "hands"
        for number, (member, data) in enumerate(members(REAL / name)):
            place = folder / str(number)
            place.mkdir(parents=True)
            (place / member).write_bytes(data)
    summary = audit_files([folder], house_path=None, out=tmp_path / "out", rulebook=rulebook).summary
    assert (summary["hands_read"], summary["hands_quarantined"]) == (hands, 0)
    assert summary["findings"] == findings


@needs_real_hands
def test_who_folds_in_the_televised_and_pluribus_hands_ends_with_what_was_not_put_in() -> None:
    """The files' own finishing stacks, against the chips that our events take from a stack."""
    folds = 0
    for path in [*(REAL / "wsop-2023-43").glob("*.phh"), *(REAL / "pluribus").glob("*.phh")]:
        read = parse_hand(path.read_bytes(), path.name)
        left, made, folded = [seat.stack for seat in read.hand.seats], [0] * len(read.hand.seats), set()
        at = {seat.seat: i for i, seat in enumerate(read.hand.seats)}
        for event in read.hand.events:
            i = at.get(event.seat, -1)
            new_street = event.word in (Word.BOARD, Word.DISCARD, Word.DRAW) or (
                event.word in (Word.UP, Word.DEAL) and read.hand.button == 0 and max(made) > 0
            )
            if new_street:
                made = [0] * len(made)
            elif event.word == Word.FOLD:
                folded.add(i)
            elif event.word in (Word.POST, Word.CALL):
                left[i] -= event.amount
                made[i] += 0 if v.DETAILS[event.detail] in ("ante", "bba") else event.amount
            elif event.word in (Word.BET, Word.RAISE, Word.COMPLETE):
                left[i] -= event.amount - made[i]
                made[i] = event.amount
        assert all(read.finishing[i] == left[i] for i in folded), path.name
        folds += len(folded)
    assert folds > 500


@needs_real_hands
def test_pokerkit_finds_the_same_posts_calls_and_raises(site_files: list[Path]) -> None:
    notation = pytest.importorskip("pokerkit.notation")
    paths = [*sorted((REAL / "wsop-2023-43").glob("*.phh")), *sorted((REAL / "pluribus").glob("*.phh"))[::4]]
    texts = [path.read_bytes() for path in paths]
    for path in site_files:
        texts += [part.partition(b"]\n")[2] for part in path.read_bytes().split(b"\n[")[1::12]]
    for text in texts:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            history = notation.HandHistory.loads(text.decode())
            state = None
            for state, _ in history.state_actions:  # noqa: B007
                pass
        assert state is not None
        theirs = [(type(op).__name__, op.player_index, round(getattr(op, "amount", 0) * 100)) for op in state.operations
                  if type(op).__name__ in _OPERATIONS]  # fmt: skip
        read = parse_hand(text, "x").hand
        if any(e.word == Word.POST and v.DETAILS[e.detail] == "dead" for e in read.events):
            continue  # to pokerkit the whole of a returning player's post is a live bet
        at = {seat.seat: i for i, seat in enumerate(read.seats)}
        ours = [(name, at[e.seat], max(e.amount, 0)) for e in read.events if (name := _operation(e.word, e.detail))]
        # which forced bet came first is not recorded
        posts = ("AntePosting", "BlindOrStraddlePosting")
        for listed in (theirs, ours):
            listed.sort(key=lambda op: (op[0] not in posts, op if op[0] in posts else ()))
        assert ours == theirs, text.decode()


_OPERATIONS = (
    "AntePosting", "BlindOrStraddlePosting", "BringInPosting", "Folding", "CheckingOrCalling",
    "CompletionBettingOrRaisingTo",
)  # fmt: skip


def _operation(word: int, detail: int) -> str | None:
    """What pokerkit calls an event of ours."""
    if word == Word.POST:
        kind = v.DETAILS[detail]
        return {"ante": "AntePosting", "bba": "AntePosting", "bringin": "BringInPosting"}.get(
            kind, "BlindOrStraddlePosting"
        )
    return {
        Word.FOLD: "Folding", Word.CHECK: "CheckingOrCalling", Word.CALL: "CheckingOrCalling",
        Word.BET: "CompletionBettingOrRaisingTo", Word.RAISE: "CompletionBettingOrRaisingTo",
        Word.COMPLETE: "CompletionBettingOrRaisingTo",
    }.get(Word(word))  # fmt: skip
