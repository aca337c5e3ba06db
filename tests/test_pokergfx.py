"""PokerGFX exports: both of them make the same hands, what the stacks prove, what is void, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl

from parsers.event_text import hand_texts
from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files

FEEDS = Path(__file__).parent / "feeds"
JSON = FEEDS / "table-A_0115_PGFX_live_data_export.json"
TEXT = FEEDS / "table-A_0115_PGFX_live_data_export.txt"
SESSION: dict[str, Any] = json.loads(JSON.read_text(encoding="utf-8"))


def read(path: Path) -> list[ParsedHands]:
    return list(read_hands(Source(path)))


def said(parts: list[ParsedHands]) -> list[list[str]]:
    return [texts for part in parts for texts in hand_texts(part.batch)]


def names(parts: list[ParsedHands]) -> list[str]:
    return [name for part in parts for name in part.batch.hand.to_pylist()]


def reasons(parts: list[ParsedHands]) -> list[str]:
    return [row.reason for part in parts for row in part.quarantine]


def changed(tmp_path: Path, **more: Any) -> Path:
    """The session with its first hand changed."""
    session = json.loads(JSON.read_text(encoding="utf-8"))
    session["Hands"] = [session["Hands"][0] | more]
    path = tmp_path / JSON.name
    path.write_text(json.dumps(session), encoding="utf-8")
    return path


def test_a_hand_of_the_json_export_is_told_in_the_words_of_the_log() -> None:
    first = said(read(JSON))[0]
    assert first == [
        "s3 post sb 500", "s5 post bb 1000", "s5 post bba 1000", "deal s3 AsAh", "deal s5 KcKs", "deal s2 9d3h",
        "s2 fold", "s3 raise 3000", "s5 call 2000", "board 9c8hTc", "s3 bet 4000", "s5 raise 18000 allin",
        "s3 call 14000", "board 2d", "board 2s", "award main s3 43000",
    ]  # fmt: skip


def test_a_player_who_lost_everything_before_is_no_seat_of_the_hand() -> None:
    batch = read(JSON)[0].batch
    assert batch.seat_no[: batch.seat_offsets[1]].tolist() == [2, 3, 5]


def test_both_exports_of_a_hand_are_one_hand(tmp_path: Path) -> None:
    assert names(read(TEXT)) == ["table-A-20260115-180410-7"] == names(read(JSON))[:1]
    result = audit_files([JSON, TEXT], house_path=None, out=tmp_path, rulebook="tda-2013")
    assert result.summary["hands_read"] == 3
    assert result.summary["findings"] == {}


def test_an_earlier_state_of_a_hand_and_a_line_that_is_cut_off_are_named() -> None:
    parts = read(TEXT)
    assert reasons(parts) == [
        "line 31: has 5 fields; 7 are due: the line is cut off",
        "hand 7 was written again at line 11, which stands",
    ]


def test_a_hand_that_was_undone_is_void_and_the_next_one_has_its_button(tmp_path: Path) -> None:
    undone = said(read(JSON))[1]
    assert undone[-5:] == ["s5 fold", "void undone", "return s2 2000", "return s3 2500", "return s5 500"]
    result = audit_files([JSON], house_path=None, out=tmp_path, rulebook="tda-2013")
    assert result.summary["findings"] == {}


def test_a_pot_that_went_to_the_lower_hand_is_found(tmp_path: Path) -> None:
    players = [dict(player) for player in SESSION["Hands"][0]["Players"]]
    players[1]["EndStackAmt"], players[2]["EndStackAmt"] = 9_000, 43_000
    path = changed(tmp_path, Players=players)
    result = audit_files([path], house_path=None, out=tmp_path / "out", rulebook="tda-2013")
    assert result.summary["findings"] == {"PT01": 1}


def test_stacks_that_do_not_add_up_leave_the_payout_open(tmp_path: Path) -> None:
    players = [dict(player) for player in SESSION["Hands"][0]["Players"]]
    players[1]["EndStackAmt"] += 700
    parts = read(changed(tmp_path, Players=players))
    assert {"award", "return"} <= parts[0].batch.unrecorded
    assert not any(text.startswith(("award", "return")) for text in said(parts)[0])


def test_a_card_that_two_antennas_read_stays_as_it_was_read(tmp_path: Path) -> None:
    players = [dict(player) for player in SESSION["Hands"][0]["Players"]]
    players[0]["HoleCards"] = ["ks 3h"]
    result = audit_files([changed(tmp_path, Players=players)], house_path=None, out=tmp_path / "o", rulebook="tda-2013")
    findings = pl.read_parquet(tmp_path / "o" / "findings.parquet")
    assert result.summary["findings"] == {"CD01": 1} and findings["actual"].to_list() == ["two Ks"]


def test_what_the_reader_does_not_know_is_refused_by_name(tmp_path: Path) -> None:
    for more, words in (
        ({"GameVariant": "BADUGI"}, "is no game this reader knows"),
        ({"BombPotAmt": 500}, "bomb pots"),
        ({"FlopDrawBlinds": None}, "must be an object"),
        ({"StartDateTimeUTC": 7}, "is no time"),
        ({"Events": [{"EventType": "DANCE", "PlayerNum": 3}]}, "is no event this reader knows"),
        ({"Events": [{"EventType": "FOLD", "PlayerNum": 9}]}, "was not dealt in"),
        ({"HandNum": "seven"}, "must be a whole number"),
    ):
        parts = read(changed(tmp_path, **more))
        assert names(parts) == [] and words in " ".join(reasons(parts)), more


def test_a_file_that_is_no_json_or_no_session_is_named(tmp_path: Path) -> None:
    for text, words in (('{"Hands": [', "not JSON"), ('{"Hands": 3}', "has its hands in a list")):
        path = tmp_path / JSON.name
        path.write_text(text, encoding="utf-8")
        parts = read(path)
        assert names(parts) == [] and words in " ".join(reasons(parts))
