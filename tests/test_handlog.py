"""The hand log's two readers: what a line means, why one is refused, and that both always agree."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers import handlog, schemas
from parsers import vocabulary as v
from parsers.batch import from_tables, to_tables
from parsers.handlog import ParsedHands, read_hand_log, read_hand_log_plainly
from parsers.handlog_reference import NOTE_FIELDS, EventError, Hand, LineError, Note, parse_event, parse_line
from parsers.kernel_cache import kernel_digest, use_kernel_cache
from parsers.line_hash import line_hash
from parsers.quarantine import rows_to_table
from parsers.scan_bytes import line_hash_at
from parsers.source import SLACK, Source, View
from tests.hand_lines import FEEDS, line_of, plain_hand, played_hand
from tests.test_source import zstd

Tables = dict[str, list[dict[str, Any]]]


def tables_of(parts: list[ParsedHands]) -> Tables:
    """All that a log said, as plain rows."""
    out: Tables = {"hands": [], "seats": [], "events": [], "notes": [], "quarantine": []}
    for part in parts:
        for name, table in to_tables(part.batch).items():
            table.validate(full=True)
            out[name] += table.to_pylist()
        assert part.notes.schema == schemas.NOTES
        out["notes"] += part.notes.to_pylist()
        out["quarantine"] += rows_to_table(part.quarantine).to_pylist()
    out["quarantine"].sort(key=lambda row: row["line"] or 0)
    return out


def written(tmp_path: Path, data: bytes, name: str = "x.hands.jsonl") -> Source:
    path = tmp_path / name
    path.write_bytes(data)
    return Source(path)


def both(tmp_path: Path, data: bytes) -> Tables:
    """What the scanner with the reference reads, after the claim that the reference alone reads the same."""
    fast = list(read_hand_log(written(tmp_path, data)))
    plain = list(read_hand_log_plainly(written(tmp_path, data)))
    if len(fast) == len(plain) == 1:  # then even the words are numbered alike
        assert fast[0].notes.equals(plain[0].notes)
    said = tables_of(fast)
    assert said == tables_of(plain)
    return said


def deferred(tmp_path: Path, data: bytes) -> int:
    """How many lines the scanner leaves to the reference."""
    data = data if data.endswith(b"\n") else data + b"\n"
    view = View(1, bytearray(data + bytes(SLACK)), 0, len(data), True)
    return handlog._Workspace(len(data)).scan(view, 0, 1).deferred


def refused(line: bytes | str) -> tuple[str | None, str]:
    with pytest.raises(LineError) as caught:
        parse_line(line)
    return caught.value.field, caught.value.reason


# -- what a line means ---------------------------------------------------------------------------------------------


def test_the_example_of_the_feed_is_read_as_it_says(tmp_path: Path) -> None:
    said = both(tmp_path, (FEEDS / "example.hands.jsonl").read_bytes())
    [hand] = said["hands"]
    assert (hand["room"], hand["table"], hand["hand"]) == ("rio", "147", "147-000431")
    assert (hand["game"], hand["betting"], hand["placard"]) == ("holdem", "nl", "rio-1-3-nl")
    assert (hand["sb_cents"], hand["bb_cents"], hand["chip_cents"], hand["ante_cents"]) == (100, 300, 100, None)
    assert (hand["button"], hand["dealer"], hand["deck"], hand["is_tournament"]) == (4, "794324", "red", False)
    assert hand["start"].isoformat() == "2018-06-02T17:04:11+00:00"
    assert hand["end"].isoformat() == "2018-06-02T17:06:02+00:00"
    assert (hand["utc_offset_min"], hand["n_seats"], hand["n_events"]) == (-420, 4, 16)
    assert (hand["source_file"], hand["source_line"]) == ("x.hands.jsonl", 1)
    assert [(s["seat"], s["player"], s["stack_cents"], s["state"]) for s in said["seats"]] == [
        (1, "P1", 30000, "in"), (5, "P5", 21100, "in"), (6, "P6", 9500, "in"), (8, "P8", 14000, "away"),
    ]  # fmt: skip
    assert said["events"][9]["cards"] == "2h8hKs"
    assert said["events"][15] | {"room": 0, "hand": 0} == {
        "room": 0, "hand": 0, "event": 15, "word": "award", "seat": 1, "other_seat": None, "kind": None, "text": None,
        "amount_cents": 1800, "count": None, "pot": 0, "part": None, "board": None, "allin": False, "oot": False,
        "dark": False, "cards": None,
    }  # fmt: skip
    [note] = said["notes"]
    assert (note["note"], note["table"], note["gaming_date"], note["source_line"]) == ("time-call", "147", None, 2)
    assert note["at"].isoformat() == "2018-06-02T17:30:00+00:00"
    assert said["quarantine"] == []


def test_every_event_of_the_feed_is_read_alike_and_fast(tmp_path: Path) -> None:
    data = (FEEDS / "every-event.hands.jsonl").read_bytes()
    said = both(tmp_path, data)
    assert said["quarantine"] == []
    assert deferred(tmp_path, data) == 0
    assert {event["word"] for event in said["events"]} == set(v.WORDS) - {"board3"}


def test_a_bomb_pot_and_a_big_blind_ante_by_multiple_are_read_by_both_readers(tmp_path: Path) -> None:
    bomb = line_of(plain_hand(bomb={"ante": 5, "boards": 2}))
    one_board = line_of(plain_hand(hand="147-000432", bomb={"ante": 2.5}))
    level = line_of(plain_hand(hand="147-000433", tournament={"bba": {"times": 1.5}, "first": True}))
    plain = line_of(plain_hand(hand="147-000434"))
    said = both(tmp_path, b"\n".join([bomb, one_board, level, plain]))
    assert [(row["bomb_ante_cents"], row["bomb_boards"]) for row in said["hands"]] == [
        (500, 2), (250, 1), (None, None), (None, None),
    ]  # fmt: skip
    assert [(row["tournament_bba_cents"], row["tournament_first"]) for row in said["hands"]] == [
        (None, None), (None, None), (450, True), (None, None),
    ]  # fmt: skip


def test_the_golden_tables_of_every_event_stand(tmp_path: Path) -> None:
    golden = FEEDS / "every-event.golden.json"
    said = both(tmp_path, (FEEDS / "every-event.hands.jsonl").read_bytes())
    rows = {
        name: [
            {k: str(x) if hasattr(x, "isoformat") else x for k, x in row.items() if x is not None} for row in said[name]
        ]
        for name in ("hands", "seats", "events")
    }
    assert rows == json.loads(golden.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deal dealer ????", {"word": v.Word.DEAL, "seat": 0, "cards": (255, 255)}),
        ("expose dealer As", {"word": v.Word.EXPOSE, "seat": 0, "cards": (51,)}),
        ("up s5 Jk", {"word": v.Word.UP, "seat": 5, "cards": (52,)}),
        ("draw s5 pat", {"word": v.Word.DRAW, "seat": 5, "detail": v.Detail.PAT}),
        ("board3 2c", {"word": v.Word.BOARD3, "cards": (0,)}),
        (
            "award side1.hi.b2 s5 12.50",
            {"word": v.Word.AWARD, "seat": 5, "amount": 1250, "pot": 1, "part": 1, "board": 2},
        ),
        ("award main s5 0", {"word": v.Word.AWARD, "seat": 5, "amount": 0, "pot": 0}),
        ("score s5 s6 -4", {"word": v.Word.SCORE, "seat": 5, "other": 6, "count": -4}),
        ("pay s5 s6 4", {"word": v.Word.PAY, "seat": 5, "other": 6, "amount": 400}),
        ("s5 pay odds 4", {"word": v.Word.PAY, "seat": 5, "detail": v.Detail.ODDS, "amount": 400}),
        ("s5 post bb 2 allin", {"word": v.Word.POST, "seat": 5, "detail": v.Detail.BB, "amount": 200, "flags": 1}),
        ("s5 bet 2 dark allin oot", {"word": v.Word.BET, "seat": 5, "amount": 200, "flags": 7}),
        ("stub 0", {"word": v.Word.STUB, "count": 0}),
        ("reshuffle muck+burns+stub+discards", {"word": v.Word.RESHUFFLE, "text": "muck+burns+stub+discards"}),
        ("dead s5 two words", {"word": v.Word.DEAD, "seat": 5, "text": "two words"}),
    ],
)
def test_an_event_means_what_its_form_says(tmp_path: Path, text: str, expected: dict[str, Any]) -> None:
    event = parse_event(text)
    assert {name: getattr(event, name) for name in expected} == expected
    both(tmp_path, line_of(plain_hand(events=[text])))
    assert deferred(tmp_path, line_of(plain_hand(events=[text]))) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no event word"),
        ("s5", "a seat alone says nothing"),
        ("s5 jump", "is no word of a seat"),
        ("s11 fold", "is no seat"),
        ("s0 fold", "is no seat"),
        ("s05 fold", "is no seat"),
        ("fold s5", "needs its seat before it"),
        ("shuffle", "is no event word"),
        ("s5 fold now", "is no flag"),
        ("s5 fold oot oot", "the flag oot stands twice"),
        ("s5 muck oot", "expected `sN muck`"),
        ("s5 call", "expected `sN call ADDED`"),
        ("s5  call 3", "is no word of a seat"),
        ("s5 call 3 ", "expected `sN call ADDED`"),
        ("s5 call -3", "is negative"),
        ("s5 call 3.125", "more than two decimals"),
        ("s5 call 03", "is no amount"),
        ("s5 call 1_0", "is no amount"),
        ("s5 call \u0663", "is no amount"),
        ("s5 call .5", "is no amount"),
        ("s5 call 5.", "is no amount"),
        ("s5 call 1e3", "is no amount"),
        ("s5 call 10000000000.01", "beyond all reason"),
        ("s5 call 99999999999999999999", "beyond all reason"),
        ("s5 post blind 3", "is no kind of post"),
        ("s5 wager live 3", "is no kind of wager"),
        ("s5 set top 2c2d2h", "is no row"),
        ("deal s5 2c2", "are cut off"),
        ("deal s5 2x", "is no card"),
        ("deal s5 1c", "is no card"),
        ("deal s5", "expected `deal sN CARDS`"),
        ("deal s5 ", "expected `deal sN CARDS`"),
        ("up dealer 2c", "is no seat"),
        ("expose s5 2c2d", "one is the most"),
        ("board " + "??" * 61, "60 are the most"),
        ("burn 2c3c", "one is the most"),
        ("community", "expected `community CARD`"),
        ("award pot s5 3", "is no pot"),
        ("award side0 s5 3", "is no pot"),
        ("award side10 s5 3", "is no pot"),
        ("award main.mid s5 3", "behind the pot stand"),
        ("award main.b1.hi s5 3", "behind the pot stand"),
        ("award main.b4 s5 3", "behind the pot stand"),
        ("award main 3", "expected `award"),
        ("stub -1", "is no count of cards"),
        ("stub 1000", "is no count of cards"),
        ("runit 0", "is no number of boards"),
        ("reshuffle stub+hat", "is no source"),
        ("reshuffle stub+stub", "names a source twice"),
        ("score s5 s6 +4", "is no score"),
        ("score s5 s6 1.5", "is no score"),
        ("floor", "expected `floor RULING`"),
        ("misdeal ", "expected `misdeal REASON`"),
        ("dead s5", "expected `dead sN REASON`"),
        ("dead", "expected `dead sN REASON`"),
        ("floor " + "x" * 201, "201 characters long"),
        ("floor a\tb", "control character"),
        ("side s5 s6 3", "expected `side sA sB AMT REASON`"),
        ("side s5 s6 3 ", "expected `side sA sB AMT REASON`"),
        ("side s5 s6 x prop", "is no amount"),
        ("side s5 s11 3 prop", "is no seat"),
        ("splash", "expected `splash AMT`"),
        ("splash s5 3", "expected `splash AMT`"),
        ("s5 post buttonantes 3", "is no kind of post"),
        ("s7 fold", "seat s7 is not listed in seats"),
        ("side s5 s7 3 prop", "seat s7 is not listed in seats"),
        ("pay s5 s7 3", "seat s7 is not listed in seats"),
    ],
)
def test_a_wrong_event_is_refused_with_its_place_and_a_reason(tmp_path: Path, text: str, reason: str) -> None:
    line = line_of(plain_hand(events=["burn", text]))
    field, said = refused(line)
    assert field == "events[1]" and reason in said
    [row] = both(tmp_path, line)["quarantine"]
    assert (row["line"], row["column_or_field"], row["reason"]) == (1, "events[1]", said)


def seat(**changes: Any) -> dict[str, Any]:
    return {"seat": 5, "player": "P5", "stack": 211} | changes


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        *(
            ({key: None}, key, "is missing")
            for key in ("v", "room", "table", "hand", "game", "stakes", "start", "seats")
        ),
        ({"events": None}, "events", "is missing"),
        ({"v": 2}, "v", "it reads version 1"),
        ({"v": "1"}, "v", "it reads version 1"),
        ({"room": ""}, "room", "is empty"),
        ({"table": 147}, "table", "must be text (in quotes"),
        ({"hand": "a\u0007"}, "hand", "control character U+0007"),
        ({"hand": "x" * 201}, "hand", "201 characters long"),
        ({"dealer": 794324}, "dealer", "leading zeros"),
        ({"game": "snap"}, "game", "is no game"),
        ({"betting": "cap"}, "betting", "is no form of betting"),
        ({"stakes": [1, 3]}, "stakes", "must be an object"),
        ({"stakes": {"sb": "1"}}, "stakes.sb", "must be a number"),
        ({"stakes": {"sb": -1}}, "stakes.sb", "is negative"),
        ({"stakes": {"bb": 1.125}}, "stakes.bb", "more than two decimals"),
        ({"stakes": {"chip": 0}}, "stakes.chip", "is 0"),
        ({"button": 0}, "button", "is not between 1 and 10"),
        ({"button": 11}, "button", "is not between 1 and 10"),
        ({"button": 4.0}, "button", "must be a whole number"),
        ({"start": 5}, "start", "must be a time"),
        ({"start": "2018-06-02T10:04:11"}, "start", "has no offset"),
        ({"start": "2018-06-02 10:04"}, "start", "is no RFC 3339 time"),
        ({"start": "2018-02-29T10:04:11Z"}, "start", "no such day"),
        ({"start": "2018-06-02T24:04:11Z"}, "start", "no such time of day"),
        ({"start": "2018-06-02T10:04:11+24:00"}, "start", "no such offset"),
        ({"start": "1918-06-02T10:04:11Z"}, "start", "the year is not between"),
        ({"end": "later"}, "end", "is no RFC 3339 time"),
        ({"seats": {}}, "seats", "must be a list"),
        ({"seats": []}, "seats", "is empty"),
        ({"seats": [5]}, "seats[0]", "must be an object"),
        ({"seats": [seat(seat=0)]}, "seats[0].seat", "is not between 1 and 10"),
        ({"seats": [seat(), seat(seat=11)]}, "seats[1].seat", "is not between 1 and 10"),
        ({"seats": [seat(), seat()]}, "seats[1].seat", "seat 5 is listed twice"),
        ({"seats": [seat(stack=None)]}, "seats[0].stack", "is missing"),
        ({"seats": [seat(stack=-2)]}, "seats[0].stack", "is negative"),
        ({"seats": [seat(stack=10**12)]}, "seats[0].stack", "beyond all reason"),
        ({"seats": [seat(player=None)]}, "seats[0].player", "is missing"),
        ({"seats": [seat(state="gone")]}, "seats[0].state", "is no state"),
        ({"events": "burn"}, "events", "must be a list"),
        ({"events": [1]}, "events[0]", "must be text"),
        ({"events": ["burn"] * 32_768}, "events", "32767 are the most"),
        ({"tournament": "main"}, "tournament", "must be an object"),
        ({"tournament": {"level": -1}}, "tournament.level", "must be a whole number"),
        ({"tournament": {"left": 2**31}}, "tournament.left", "is not between"),
        ({"tournament": {"event": 1.5}}, "tournament.event", "must be a whole number"),
        ({"tournament": {"bba": "yes"}}, "tournament.bba", "must be a number"),
        ({"tournament": {"bba": True}, "stakes": {}}, "tournament.bba", "stakes.bb is absent"),
        ({"tournament": {"bba": {"times": 2}}, "stakes": {}}, "tournament.bba", "stakes.bb is absent"),
        ({"tournament": {"bba": {}}}, "tournament.bba.times", "is missing"),
        ({"tournament": {"bba": {"times": "2"}}}, "tournament.bba.times", "must be a number"),
        ({"tournament": {"first": 1}}, "tournament.first", "must be true or false"),
        ({"bomb": 5}, "bomb", "must be an object"),
        ({"bomb": {"boards": 2}}, "bomb.ante", "is missing"),
        ({"bomb": {"ante": 5, "boards": 4}}, "bomb.boards", "is not between 1 and 3"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(tmp_path: Path, changes: dict[str, Any], field: str, reason: str) -> None:
    line = line_of(plain_hand(**changes))
    where, said = refused(line)
    assert where == field and reason in said
    assert both(tmp_path, line)["quarantine"][0]["reason"] == said


GOOD = line_of(plain_hand()).decode()


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        (b"hello", "column 1", "not JSON"),
        (b"[1]", None, "one JSON object"),
        (b"{}", None, "neither a hand"),
        (b'{"v":1,"room":"rio"}', None, "neither a hand"),
        (GOOD[:-1].encode(), f"column {len(GOOD)}", "looks cut off"),
        (GOOD[:100].encode(), None, "looks cut off"),
        (GOOD.replace('"sb":1', '"sb":NaN').encode(), None, "NaN is no JSON number"),
        (GOOD.replace('"sb":1', '"sb":-Infinity').encode(), None, "-Infinity is no JSON number"),
        (GOOD.replace('"sb":1', '"sb":1_0').encode(), None, "not JSON"),
        (GOOD.replace('"sb":1', '"sb":\uff11').encode(), None, "not JSON"),
        (GOOD.replace('"sb":1', '"sb":01').encode(), None, "not JSON"),
        (GOOD.replace('"sb":1', '"sb":1,"sb":1').encode(), "sb", "stands twice"),
        (GOOD.replace('"v":1', '"v":1,"v":1').encode(), "v", "stands twice"),
        (GOOD.replace('"v":1', '"v":1,"x":1,"x":1').encode(), "x", "stands twice"),
        (GOOD.replace('"sb":1', '"sb":1e400').encode(), "stakes.sb", "beyond all reason"),
        (GOOD.replace('"sb":1', '"sb":1' + "0" * 5000).encode(), "stakes.sb", "beyond all reason"),
        (GOOD.replace("rio", "r\tio").encode(), None, "not JSON"),
        (GOOD.replace("rio", "r\\ud800o").encode(), "room", "half a surrogate pair"),
        (GOOD.encode().replace(b"rio", b"r\xe9o"), "column 17", "byte 0xe9 is not UTF-8"),
        (GOOD.encode().replace(b"rio", b"r\xed\xa0\x80o"), "column 17", "is not UTF-8"),
        (GOOD.encode() + b"{}", None, "not JSON (Extra data)"),
        (GOOD.replace('"v":1', '"v":1,"x":' + "[" * 100_000).encode(), None, "nested too deeply"),
    ],
)
def test_a_line_that_is_no_record_is_refused(tmp_path: Path, line: bytes, field: str | None, reason: str) -> None:
    where, said = refused(line)
    assert reason in said
    if field is not None:
        assert where == field
    assert len(both(tmp_path, line)["quarantine"]) == 1


@pytest.mark.parametrize(
    "line",
    [
        GOOD.replace('"sb":1', '"sb":1e0,"bonus":[{"a":null}]'),
        GOOD.replace('"v":1', '"v":1,"x":-1.5,"y":"\u00fc","z":null,"w":true,"u":false,"note":"x"'),
        GOOD.replace("rio", "r\\u0069o").replace("P5", "\\ud83c\\udca1"),
        GOOD.replace("P5", "Zo\u00eb \U0001f0a1"),
        GOOD.replace('"button":4', '"button":null,"dealer":null,"deck":"","end":null,"tournament":null'),
        GOOD.replace('"sb":1', '"sb":null').replace('"seat":5', '"chair":9,"state":null,"seat":5'),
        GOOD.replace("T10:04:11-07:00", " 10:04:60.1234567z"),
        GOOD.replace("T10:04:11-07:00", "T10:04:11.123456789+00:00"),
        GOOD.replace('"start"', '"end":"2017-01-01T00:00:00Z","start"'),
        GOOD.replace('"v":1', '"v":1,"tournament":{"event":7,"level":0,"bba":false,"left":null,"buy_in":500}'),
        GOOD.replace('"v":1', '"v":1,"tournament":{"event":"","bba":2.5}'),
        GOOD.replace('"v":1', '"v":1,"tournament":{}'),
        GOOD.replace('"stakes":{"sb":1,"bb":3},', "").replace("holdem", "huhe"),
        GOOD.replace('{"sb":1,"bb":3}', "{ }").replace(":[", " : [ ").replace(",", " ,\t").replace("}]", "} ] "),
        "\t " + GOOD + " \r",
        GOOD.replace('["s5 post sb 1","s6 post bb 3"]', "[]"),
        json.dumps(dict(reversed(plain_hand().items()))),
    ],
)
def test_unusual_but_right_lines_land(tmp_path: Path, line: str) -> None:
    said = both(tmp_path, line.encode())
    assert (len(said["hands"]), said["quarantine"]) == (1, [])


def test_the_big_blind_ante_may_be_a_word_or_an_amount(tmp_path: Path) -> None:
    data = b"\n".join(line_of(plain_hand(tournament={"bba": bba})) for bba in (True, False, 2.5))
    assert [hand["tournament_bba_cents"] for hand in both(tmp_path, data)["hands"]] == [300, 0, 250]


# -- notes ---------------------------------------------------------------------------------------------------------


def note_line(note: str, **more: Any) -> bytes:
    return line_of({"v": 1, "room": "rio", "table": "147", "at": "2018-06-02T10:30:00-07:00", "note": note} | more)


@pytest.mark.parametrize(
    ("note", "fields", "columns"),
    [
        ("time-call", {}, {}),
        ("deck-change", {"deck": "blue"}, {"deck": "blue"}),
        ("push", {"dealer": "012345"}, {"dealer": "012345"}),
        ("level", {"level": 4, "sb": 100, "bb": 200, "ante": 25}, {"level": 4, "sb_cents": 10000, "ante_cents": 2500}),
        ("break", {"deck": "not carried"}, {"deck": None}),
        ("resume", {}, {}),
        ("hand-for-hand", {"on": False}, {"on": False}),
        ("colour-up", {"on": True}, {"on": True}),
        ("bagging", {"on": True}, {"on": True}),
        ("seat-open", {"seat": 3, "player": "P3"}, {"seat": 3, "player": "P3"}),
        ("seat-taken", {"seat": 3}, {"seat": 3, "player": None}),
        ("rebuy", {"seat": 3, "amount": 200.5}, {"seat": 3, "amount_cents": 20050}),
        ("cashout", {"seat": 3, "amount": 0}, {"amount_cents": 0}),
        ("button-bought", {"seat": 3}, {"seat": 3}),
        ("playover", {"seat": 3}, {"seat": 3}),
        ("bank", {"amount": 5000, "variance": -2.5}, {"amount_cents": 500000, "variance_cents": -250}),
    ],
)
def test_each_note_carries_its_fields(
    tmp_path: Path, note: str, fields: dict[str, Any], columns: dict[str, Any]
) -> None:
    line = note_line(note, **fields)
    [row] = both(tmp_path, line)["notes"]
    assert row["note"] == note
    assert {name: row[name] for name in columns} == columns
    assert deferred(tmp_path, line) == 0


ALL_FIELDS = {
    "deck": "blue", "dealer": "012345", "level": 4, "sb": 100, "bb": 200.5, "ante": 25.25, "on": False, "seat": 10,
    "player": "Zo\u00eb", "amount": 0, "variance": -0.5,
}  # fmt: skip


@pytest.mark.parametrize("note", v.NOTES)
def test_a_note_keeps_what_its_kind_carries_and_nothing_else(tmp_path: Path, note: str) -> None:
    line = note_line(note, **ALL_FIELDS)
    [row] = both(tmp_path, line)["notes"]
    assert deferred(tmp_path, line) == 0
    carried = {name if name in row else f"{name}_cents" for name in NOTE_FIELDS[note][0]}
    columns = {name if name in row else f"{name}_cents" for name in ALL_FIELDS}
    assert {name for name in columns if row[name] is not None} == carried


@pytest.mark.parametrize("note", v.NOTES)
def test_a_note_without_its_fields_is_read_alike_field_by_field(tmp_path: Path, note: str) -> None:
    lines = [note_line(note, **{k: x for k, x in ALL_FIELDS.items() if k != left}) for left in ALL_FIELDS]
    lines += [note_line(note, **{**ALL_FIELDS, left: None}) for left in ALL_FIELDS]
    said = both(tmp_path, b"\n".join(lines))
    assert len(said["notes"]) + len(said["quarantine"]) == len(lines)
    assert {row["column_or_field"] for row in said["quarantine"]} == set(NOTE_FIELDS[note][1])


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        (note_line("lunch"), "note", "is no table note"),
        (note_line("time-calls"), "note", "is no table note"),
        (note_line(""), "note", "is empty"),
        (note_line("rebuy", seat=3), "amount", "a rebuy note has one"),
        (note_line("rebuy", amount=3), "seat", "a rebuy note has one"),
        (note_line("rebuy", seat=3, amount=None), "amount", "a rebuy note has one"),
        (note_line("rebuy", seat=12, amount=3), "seat", "is not between"),
        (note_line("rebuy", seat=0, amount=3), "seat", "is not between"),
        (note_line("rebuy", seat=3, amount=-3), "amount", "is negative"),
        (note_line("rebuy", seat=3, amount=1.125), "amount", "more than two decimals"),
        (note_line("bank", amount=1, variance=-1.125), "variance", "more than two decimals"),
        (note_line("bank", amount=1, variance="1"), "variance", "must be a number"),
        (note_line("level"), "level", "is missing"),
        (note_line("level", level=2**31), "level", "is not between"),
        (note_line("level", level=1, sb=True), "sb", "must be a number"),
        (note_line("push", dealer=794324), "dealer", "leading zeros"),
        (note_line("push", dealer="x" * 201), "dealer", "201 characters long"),
        (note_line("bagging", on="yes"), "on", "must be true or false"),
        (note_line("bagging", on=1), "on", "must be true or false"),
        (note_line("break", at="noon"), "at", "is no RFC 3339 time"),
        (note_line("break", at=None), "at", "is missing"),
        (note_line("break", room=None), "room", "every table note has one"),
        (note_line("break", table=""), "table", "is empty"),
        (note_line("break", v=2), "v", "it reads version 1"),
        (note_line("break").replace(b'"v":1', b'"v":1,"v":1'), "v", "stands twice"),
        (note_line("break", x=1).replace(b'"x":1', b'"x":1,"x":1'), "x", "stands twice"),
        (note_line("break", hand="147-1"), "game", "is missing"),
        (note_line("break")[:-1], f"column {len(note_line('break'))}", "looks cut off"),
        (note_line("break") + b"{}", f"column {len(note_line('break')) + 1}", "not JSON"),
    ],
)
def test_a_wrong_note_is_refused_by_its_field(tmp_path: Path, line: bytes, field: str, reason: str) -> None:
    where, said = refused(line)
    assert where == field and reason in said
    [row] = both(tmp_path, line)["quarantine"]
    assert (row["column_or_field"], row["reason"]) == (field, said)


@pytest.mark.parametrize(
    "line",
    [
        note_line("break", deck=5, seat=99, on="yes", amount=-1),
        note_line("break", x=[1], y={"z": None}),
        note_line("push", dealer=""),
        note_line("push", dealer=None, deck=None, at="2018-06-02 10:30:60.5z"),
        note_line("push").replace(b"push", b"p\\u0075sh").replace(b"rio", "Zo\u00eb".encode()),
        note_line("bank", amount=1, variance=0).replace(b":0}", b":-0}"),
        note_line("bank", amount=1).replace(b":1}", b":1e2}"),
        b" \t" + note_line("break").replace(b",", b" , ").replace(b":1", b" : 1") + b" \r",
        json.dumps(dict(reversed(json.loads(note_line("rebuy", seat=1, amount=3, player="P1")).items()))).encode(),
    ],
)
def test_unusual_but_right_notes_land(tmp_path: Path, line: bytes) -> None:
    said = both(tmp_path, line)
    assert (len(said["notes"]), said["quarantine"]) == (1, [])


def test_a_note_kind_is_known_to_the_vocabulary() -> None:
    for note in v.NOTES:
        assert isinstance(parse_line(note_line(note, seat=1, amount=1, level=1)), Note)


# -- files ---------------------------------------------------------------------------------------------------------


def any_fields(rng: random.Random) -> dict[str, Any]:
    """Fields of a note, whether its kind carries them or not."""
    chosen = {name: value for name, value in ALL_FIELDS.items() if rng.random() < 0.7}
    return chosen | {"player": f"P{rng.randint(1, 9)}", "amount": rng.randint(0, 10**6) / 4}


def mixed_log(lines: int, seed: int = 3) -> bytes:
    """Hands that are scanned, hands that are left, notes, wrong lines and blank ones, in turn."""
    rng = random.Random(seed)
    out = []
    for i in range(lines):
        line = line_of(played_hand(rng, i))
        kind = rng.random()
        if kind < 0.1:
            line = line.replace(b"rio", b"r\\u0069o")
        elif kind < 0.2:
            line = note_line(rng.choice(v.NOTES), **any_fields(rng))
            if rng.random() < 0.2:
                line = line.replace(b"rio", b"r\\u0069o")
        elif kind < 0.3:
            line = line[: rng.randrange(len(line))]
        elif kind < 0.35:
            line = b" \t\r"
        elif kind < 0.4:
            line += b"\r"
        out.append(line)
    return b"\n".join(out)


def test_lines_stay_in_order_whichever_reader_took_them(tmp_path: Path) -> None:
    said = both(tmp_path, mixed_log(400))
    for name in ("hands", "notes"):
        lines = [row["source_line"] for row in said[name]]
        assert lines == sorted(lines) and len(lines) > 30
    assert len(said["quarantine"]) > 20


@pytest.mark.parametrize("batch_bytes", [1, 700, 5_000, 100_000])
def test_tables_do_not_depend_on_the_batch(tmp_path: Path, batch_bytes: int) -> None:
    data = mixed_log(150)
    whole = tables_of(list(read_hand_log(written(tmp_path, data), 1 << 24)))
    assert tables_of(list(read_hand_log(written(tmp_path, data), batch_bytes))) == whole


def test_a_batch_closes_when_its_arrays_are_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = mixed_log(150)
    whole = tables_of(list(read_hand_log(written(tmp_path, data))))
    for limit in ("NOTES_MOST", "DEFERRED_MOST"):
        monkeypatch.setattr(handlog, limit, 5)
        parts = list(read_hand_log(written(tmp_path, data)))
        assert len(parts) > 1
        assert tables_of(parts) == whole
    monkeypatch.setattr(handlog, "TEXTS_MOST", 1 << 16)
    names = b"\n".join(line_of(plain_hand(hand=str(i), deck=f"deck {i}")) for i in range(40_000))
    parts = list(read_hand_log(written(tmp_path, names), 1 << 24))
    assert len(parts) > 1
    assert [h for part in parts for h in part.batch.hand.to_pylist()] == [str(i) for i in range(40_000)]


def test_packed_logs_say_the_same(tmp_path: Path) -> None:
    data = mixed_log(100)
    plain = tables_of(list(read_hand_log(written(tmp_path, data))))
    for name, packed in (("x.hands.jsonl.gz", gzip.compress(data)), ("x.hands.jsonl.zst", zstd(data))):
        said = tables_of(list(read_hand_log(written(tmp_path, packed, name))))
        assert said["events"] == plain["events"]
        assert [row["reason"] for row in said["quarantine"]] == [row["reason"] for row in plain["quarantine"]]


def test_reading_twice_gives_the_same_arrays(tmp_path: Path) -> None:
    data = mixed_log(100)
    first, second = (list(read_hand_log(written(tmp_path, data))) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        assert a.batch.texts == b.batch.texts
        for name, table in to_tables(a.batch).items():
            assert table.equals(to_tables(b.batch)[name])


def test_what_is_handed_out_keeps_no_larger_array_alive(tmp_path: Path) -> None:
    """Arrays are sized for the worst that a chunk can hold; a batch must not hold on to that, nor to the chunk."""
    parts = list(read_hand_log(written(tmp_path, mixed_log(300)), 20_000))
    said = tables_of(parts)
    assert len(parts) > 5
    for part in parts:
        for column in fields(part.batch):
            value = getattr(part.batch, column.name)
            if isinstance(value, np.ndarray):
                assert value.base is None, column.name
        assert part.notes.get_total_buffer_size() <= 3 * part.notes.nbytes + 10_000
    assert said == tables_of(parts)


def test_lines_are_counted_once_and_right_also_behind_one_too_long(tmp_path: Path) -> None:
    good, long, note = GOOD.encode(), b"x" * 3000, note_line("break")
    path = tmp_path / "x.hands.jsonl"
    path.write_bytes(b"\n".join([good, b"", note, long, b"", good, long, long, note, good]))
    for batch_bytes in (1, 600, 1 << 20):
        source = Source(path, line_most=2000)
        said = tables_of(list(read_hand_log(source, batch_bytes)))
        assert [row["source_line"] for row in said["hands"]] == [1, 6, 10]
        assert [row["source_line"] for row in said["notes"]] == [3, 9]
        assert [row["line"] for row in said["quarantine"]] == [4, 7, 8]
        assert [first for first, _ in Source(path, line_most=2000).chunks(1 << 20)] == [1, 5, 9]


def test_a_hash_that_is_known_is_not_made_again(tmp_path: Path) -> None:
    path = tmp_path / "x.hands.jsonl"
    path.write_bytes(b"hello")
    [part] = read_hand_log(Source(path, sha256="00" * 32))
    assert [row.sha256 for row in part.quarantine] == ["00" * 32]
    assert Source(path).sha256 == hashlib.sha256(b"hello").hexdigest()


def test_texts_of_refused_lines_leave_no_trace(tmp_path: Path) -> None:
    bad = line_of(plain_hand(room="ghost", events=["s5 post sb 1", "nonsense"]))
    [part] = read_hand_log(written(tmp_path, b"\n".join([bad, GOOD.encode(), bad, b""])))
    assert "ghost" not in part.batch.texts and len(part.batch) == 1


def test_a_batch_survives_its_tables(tmp_path: Path) -> None:
    [part] = read_hand_log(written(tmp_path, mixed_log(50) + b"\n"))
    tables = to_tables(part.batch)
    again = to_tables(from_tables(tables))
    for name, table in tables.items():
        assert again[name].to_pylist() == table.to_pylist()


def test_a_line_too_long_is_quarantined_with_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "x.hands.jsonl"
    path.write_bytes(GOOD.encode() + b"\n" + b'{"v":1,"x":"' + b"y" * 100_000 + b"\n" + GOOD.encode() + b"\n")
    for batch_bytes in (1000, 1 << 20):
        said = tables_of(list(read_hand_log(Source(path, line_most=2000), batch_bytes)))
        assert [hand["source_line"] for hand in said["hands"]] == [1, 3]
        [row] = said["quarantine"]
        assert row["line"] == 2 and "bytes long" in row["reason"]
        assert row["raw"].startswith('{"v":1,"x":"yyy') and len(row["raw"]) == 500


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"\n \n\t\r\n", "only blank lines"),
        (GOOD.encode("utf-16"), "UTF-16"),
        (b"\x00\x01\x02\xff\xfe", "is not UTF-8"),
        (b"\x00\x00\x00", "not JSON"),
    ],
)
def test_files_that_hold_no_log_are_quarantined(tmp_path: Path, data: bytes, reason: str) -> None:
    said = both(tmp_path, data)
    assert said["hands"] == [] and [reason in row["reason"] for row in said["quarantine"]] == [True]
    assert len(said["quarantine"][0]["sha256"]) == 64


def test_a_log_that_ends_in_the_middle_of_a_line_lands_up_to_there(tmp_path: Path) -> None:
    said = both(tmp_path, b"\xef\xbb\xbf" + GOOD.encode() + b"\n" + GOOD.encode()[:200])
    assert [hand["source_line"] for hand in said["hands"]] == [1]
    [row] = said["quarantine"]
    assert row["line"] == 2 and "looks cut off" in row["reason"]


# -- the scanner against the reference -----------------------------------------------------------------------------


def test_generated_logs_are_scanned_without_the_reference(tmp_path: Path) -> None:
    rng = random.Random(1)
    data = b"\n".join(line_of(played_hand(rng, i)) for i in range(300)) + b"\n"
    assert deferred(tmp_path, data) == 0
    assert len(both(tmp_path, data)["hands"]) == 300


LINES = [*(line_of(played_hand(random.Random(i), i)) for i in range(8)), GOOD.encode()] + [
    line
    for name in ("every-event", "example")
    for line in (FEEDS / f"{name}.hands.jsonl").read_bytes().splitlines()
    if line
]
NOTE_LINES = [note_line(note, **any_fields(random.Random(i))) for i, note in enumerate(v.NOTES)]
INSERTS = [b'"', b"\\", b",", b"}", b"]", b"{", b" ", b"\t", b"\r", b"0", b"9", b".", b"-", b"e", b"s5", b"\x7f", b"!"]
INSERTS += [b"\xc3\xa9", b"\x80", b"null", b"true", b'"x":1,', b'"v":1,', b"\\u0041", b" allin", b"??", b"s10 "]
EDIT = st.tuples(st.integers(0, 2), st.floats(0, 1, exclude_max=True), st.sampled_from(INSERTS), st.integers(0, 255))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(LINES + NOTE_LINES), st.lists(EDIT, max_size=3), st.floats(0, 1.2)),
        min_size=1,
        max_size=12,
    )
)
def test_edited_lines_are_read_alike_by_both_readers(tmp_path: Path, edits: list[Any]) -> None:
    lines = []
    for line, changes, kept in edits:
        for kind, place, insert, byte in changes:
            at = int(place * len(line))
            if kind == 0:
                line = line[:at] + insert + line[at:]
            elif kind == 1:
                line = line[:at] + bytes([byte]) + line[at + 1 :]
            else:
                line = line[:at] + line[at + byte % 12 :]
        lines.append(line[: int(kept * len(line))] if kept < 1 and byte_cut(kept) else line)
    both(tmp_path, b"\n".join(lines))


def byte_cut(kept: float) -> bool:
    """One in five lines is cut off."""
    return int(kept * 1000) % 5 == 0


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_order_of_keys_and_blanks_do_not_matter(tmp_path: Path, data: st.DataObject) -> None:
    record = json.loads(data.draw(st.sampled_from(LINES + NOTE_LINES)))
    keys = data.draw(st.permutations(list(record)))
    blank = data.draw(st.sampled_from(["", " ", "\t ", "  \r"]))
    text = json.dumps({key: record[key] for key in keys}, separators=("," + blank, blank + ":" + blank))
    text = text.replace("[", "[" + blank).replace("}", blank + "}")
    said = both(tmp_path, text.encode())
    plain = both(tmp_path, line_of(record))
    for name in ("seats", "events"):
        assert said[name] == plain[name]
    for name in ("hands", "notes"):
        assert len(said[name]) == len(plain[name])


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 12), st.decimals(-10, 10**11, places=2).map(float), st.text(max_size=5),
    st.sampled_from([2**31 - 1, 2**31, 10**9, 1.125, "", "P1", "x" * 201, "\u00fc", [], {}]),
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(v.NOTES), st.dictionaries(st.sampled_from([*ALL_FIELDS, "x", "hand"]), VALUES)),
        min_size=1,
        max_size=12,
    )
)
def test_notes_with_any_fields_are_read_alike_by_both_readers(tmp_path: Path, notes: list[Any]) -> None:
    both(tmp_path, b"\n".join(note_line(note, **fields) for note, fields in notes))


SHORT_EVENTS = ["burn", "s5 fold", "s5 fold oot", "s10 check", "s6 muck", "deal s5 ????", "deal s6 AsKd", "stub 28"]
SHORT_EVENTS += ["up s5 2c3c4c5c", "board 2h8hKs", "board 2h8hKs3c", "score s5 s6 -4", "pay s5 s6 4", "s5 call 2.50"]
SHORT_EVENTS += ["floor ok", "misdeal", "void x", "award main s5 2", "award side1 s5 12", "joker s5", "draw s5 pat"]
LETTERS = ["\0", "\\", " ", "s", "0", "1", "5", "?", "\x7f", "\u00e9", "x"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_an_event_read_before_never_stands_for_one_that_only_looks_like_it(tmp_path: Path, data: st.DataObject) -> None:
    seats = [{"seat": n, "player": f"P{n}", "stack": 100} for n in (5, 6, 10)]
    events = data.draw(st.lists(st.sampled_from(SHORT_EVENTS), min_size=1, max_size=30))
    lines = [line_of(plain_hand(seats=seats, events=events))]
    for _ in range(data.draw(st.integers(1, 4))):
        event = data.draw(st.sampled_from(events))
        at, letter = data.draw(st.integers(0, len(event))), data.draw(st.sampled_from(LETTERS))
        cut = data.draw(st.integers(0, 1))
        edited = line_of(plain_hand(seats=seats, events=[*events, event]))
        changed = (event[:at] + letter + event[at + cut :]).encode()
        lines.append(edited[: edited.rindex(event.encode())] + changed + b'"]}')
    both(tmp_path, b"\n".join([*lines, lines[0]]))


@pytest.mark.parametrize(
    "form",
    ["back {}", "board {}", "board2 {}", "burn {}", "deal s5 {}", "up s5 {}", "draw s5 {}", "s5 show {}", "boxed {}"],
)
@pytest.mark.parametrize("cards", range(1, 7))
def test_an_event_said_again_has_the_cards_it_had_the_first_time(tmp_path: Path, form: str, cards: int) -> None:
    event = form.format("2h8hKs4c9dAs"[: 2 * cards])
    both(tmp_path, b"\n".join(line_of(plain_hand(hand=f"147-{n}", events=["s5 post sb 1", event])) for n in (1, 2, 3)))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_make_the_reference_raise_anything_else(line: bytes) -> None:
    try:
        assert isinstance(parse_line(line), Hand | Note)
    except LineError:
        pass


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="s150 .+-?AKcdfolbaedi", max_size=20))
def test_no_text_makes_an_event_raise_anything_else(text: str) -> None:
    try:
        parse_event(text)
    except EventError:
        pass


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=100))
def test_the_hash_of_a_line_is_one_function_in_two_hands(line: bytes) -> None:
    bare = line.strip(b" \t\r\n")
    buf = np.frombuffer(b"  " + bare + b"\n", dtype=np.uint8)
    assert line_hash(line) == line_hash_at(buf, 2, 2 + len(bare))


# -- the kernels' cache --------------------------------------------------------------------------------------------


def test_an_edit_of_a_kernel_starts_a_fresh_cache_and_other_edits_do_not(tmp_path: Path) -> None:
    (tmp_path / "parsers").mkdir()
    kernel, plain = tmp_path / "parsers" / "k.py", tmp_path / "parsers" / "p.py"
    kernel.write_text("from numba import njit\n")
    plain.write_text("import json\n")
    first = kernel_digest(tmp_path)
    plain.write_text("import re\n")
    assert kernel_digest(tmp_path) == first
    kernel.write_text("from numba import njit  # edited\n")
    assert kernel_digest(tmp_path) != first


def test_every_module_with_a_kernel_counts_for_the_cache(tmp_path: Path) -> None:
    folder = tmp_path / "parsers"
    folder.mkdir()
    for module in Path(handlog.__file__).parent.glob("*.py"):
        source = module.read_text(encoding="utf-8")
        if not re.search(r"^@(kernel|njit)\b", source, re.MULTILINE):
            continue
        copy = folder / module.name
        copy.write_text(source, encoding="utf-8")
        first = kernel_digest(tmp_path)
        copy.write_text(source + "# edited\n", encoding="utf-8")
        assert kernel_digest(tmp_path) != first, module.name


def test_the_cache_is_the_users_own_and_a_folder_set_by_hand_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    assert use_kernel_cache() == tmp_path / "mine"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delitem(sys.modules, "numba")
    folder = use_kernel_cache()
    assert folder.parent == tmp_path / "oddchip" and folder.stat().st_mode & 0o077 == 0
