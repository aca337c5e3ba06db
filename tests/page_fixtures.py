"""A gaming day made by hand, as the DuckDB file from which pages are published.

The hands are written in the log's own words and read by the plain reader; the findings on them are written by hand, so
the tests of the pages need no auditor. `make_day` repeats the scripts over tables and hours for a day of any size.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from checks.facts import Grain
from checks.film_table import STORED, film_of
from checks.law.rulebook import load_rulebooks
from dashboards.reading import FlaggedHand, HandFilm
from dashboards.replay.record import TableRecord
from parsers import schemas
from parsers.batch import to_tables
from parsers.handlog_reference import Hand, Seat, batch_of, parse_line
from parsers.house import House
from warehouse.duck import MARTS, make_mart
from warehouse.hands import take_hands
from warehouse.tables import ABSENCES, ALL, AUDITS, QUALITY, REGISTER

DAY = date(2018, 6, 2)
AFTER = DAY + timedelta(days=1)
OFFSET_MIN = -420
OPENED = datetime(2018, 6, 2, 17, 4, 11, tzinfo=UTC)  # 10:04:11 in the room
ROOM = "rio"
AUDIT_ID = "3f5c0de1" * 8
NO_HOUSE = House(name="no house file", digest="", rooms={}, placards={})
NINE = (1, 2, 3, 4, 5, 6, 7, 8, 9)

Row = dict[str, Any]


@dataclass(frozen=True)
class Script:
    """A hand in the log's words, what the replay makes of it, and the finding on it (none: a clean hand)."""

    events: list[str]
    facts: Row
    finding: Row | None = None
    seats: tuple[int, ...] = NINE
    button: int = 4
    shorter_stacks: dict[int, int] = field(default_factory=dict)


def _deals(seats: tuple[int, ...], button: int) -> list[str]:
    order = [s for s in seats if s > button] + [s for s in seats if s <= button]
    return [f"deal s{s} ????" for s in order]


def _folds(*seats: int) -> list[str]:
    return [f"s{s} fold" for s in seats]


def _facts(put_in: int, contested: int, due: int | None, taken: int, **more: Any) -> Row:
    return {"pot_cents": put_in * 100, "contested_cents": contested * 100, "rake_taken_cents": taken * 100,
            "rake_due_cents": None if due is None else due * 100,
            "rake_unreduced_cents": None if due is None else due * 100,
            "promo_taken_cents": 0, "streets": 2, "stub_count": None, "stub_due": None} | more  # fmt: skip


def _finding(code: str, severity: str, event: int | None, expected: str, actual: str, cents: int, **more: Any) -> Row:
    return {"code": code, "severity": severity, "event": event, "expected": expected, "actual": actual,
            "amount_cents": cents, "seat": None, "street": None, "rulebook": "wsop-dealer-2018", "rule": "p.52",
            "paid_by": None, "paid_to": None, "message": f"{expected} was due; it was {actual}."} | more  # fmt: skip


def _at(events: list[str], words: str) -> int:
    return events.index(words)


def _clean() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8, 9), "s1 raise 9", *_folds(2, 3, 4, 5),
              "s6 call 6", "burn", "board 2h8hKs", "rake 1", "s6 check", "s1 bet 20", "s6 fold", "return s1 20",
              "award main s1 18"]  # fmt: skip
    return Script(events, _facts(39, 19, 1, 1, streets=1))


def _over_raked() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8, 9), "s1 raise 9", *_folds(2, 3, 4, 5),
              "s6 call 6", "burn", "board 2h8hKs", "rake 1", "s6 check", "s1 bet 15", "s6 call 15", "burn", "board Td",
              "rake 4", "s6 check", "s1 bet 40", "s6 fold", "return s1 40", "award main s1 44"]  # fmt: skip
    finding = _finding("RK01", "error", _at(events, "rake 4"), "4.00", "5.00", 100, street="turn", paid_by="s1",
                       paid_to="house",
                       message="The dealer took $5 from a $49 pot; 10 % in $1 steps is $4.")  # fmt: skip
    return Script(events, _facts(89, 49, 4, 5), finding)


def _under_raked() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8, 9), "s1 raise 12", *_folds(2, 3, 4, 5),
              "s6 call 9", "burn", "board 9c4d4s", "rake 1", "s6 check", "s1 bet 30", "s6 fold", "return s1 30",
              "award main s1 24"]  # fmt: skip
    finding = _finding("RK02", "error", _at(events, "rake 1"), "2.00", "1.00", -100, street="flop", paid_by="house",
                       paid_to="s1", message="The dealer took $1; $2 was due.")  # fmt: skip
    return Script(events, _facts(55, 25, 2, 1, streets=1), finding)


def _raked_without_flop() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8), "s9 raise 15", *_folds(1, 2, 3, 4, 5, 6),
              "return s9 12", "rake 1", "award main s9 6"]  # fmt: skip
    finding = _finding("RK03", "error", _at(events, "rake 1"), "0.00", "1.00", 100, rule="FAQ 3", street="preflop",
                       paid_by="s9", paid_to="house",
                       message="The dealer took $1 from a pot that saw no flop.")  # fmt: skip
    return Script(events, _facts(19, 7, 0, 1, streets=0), finding)


def _short_table() -> Script:
    seats = (1, 2, 3, 5, 6)
    events = ["s2 post sb 1", "s3 post bb 3", *_deals(seats, 1), "s5 fold", "s6 raise 12", "s1 call 12", "s2 fold",
              "s3 call 9", "burn", "board Jh7c2d", "rake 3", "s3 check", "s6 bet 25", "s1 fold", "s3 call 25", "burn",
              "board 3s", "rake 2", "s3 check", "s6 check", "burn", "board Qd", "s3 check", "s6 bet 40", "s3 fold",
              "return s6 40", "award main s6 82"]  # fmt: skip
    finding = _finding("RK04", "error", _at(events, "rake 2"), "3.00", "5.00", 200, rule="add.", street="turn",
                       paid_by="s6", paid_to="house",
                       message="The dealer took $5, the rake of a full table; a short table owes $3.")  # fmt: skip
    facts = _facts(127, 87, 3, 5, streets=3, rake_unreduced_cents=500, seats_dealt=5)
    return Script(events, facts, finding, seats, 1)


def _odd_chip() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), "s7 fold", "s8 raise 10", *_folds(9, 1), "s2 call 10",
              *_folds(3, 4, 5, 6), "burn", "board QdTc5h", "rake 2", "s8 bet 8", "s2 call 8", "burn", "board 2s",
              "rake 2", "s8 check", "s2 check", "burn", "board 9h", "s8 check", "s2 check", "s8 show AdQs",
              "s2 show AhQc", "award main s8 17", "award main s2 19"]  # fmt: skip
    finding = _finding("OC01", "error", len(events) - 1, "18.00", "19.00", 100, seat=2, rulebook="wsop-live-2017",
                       rule="149", street="river", paid_by="s8", paid_to="s2",
                       message="The share of seat 2 is $18 with its odd chip; $19 was pushed.")  # fmt: skip
    return Script(events, _facts(40, 40, 4, 4, streets=3), finding)


def _wrong_winner() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8, 9, 1, 2), "s3 raise 10", *_folds(4, 5),
              "s6 call 7", "burn", "board Ks9d4c", "rake 2", "s6 check", "s3 bet 12", "s6 call 12", "burn", "board 4h",
              "rake 2", "s6 check", "s3 check", "burn", "board Jc", "s6 check", "s3 check", "s6 show Kd8d",
              "s3 show AsKc", "award main s6 41"]  # fmt: skip
    finding = _finding("PT01", "error", len(events) - 1, "0.00", "41.00", 4100, seat=6, rulebook="wsop-live-2017",
                       rule="139", street="river", paid_by="s3", paid_to="s6",
                       message="Seat 6 was pushed $41 of a pot that it did not win.")  # fmt: skip
    return Script(events, _facts(45, 45, 4, 4, streets=3), finding)


def _all_in_three_ways() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8, 9), "s1 raise 40 allin", *_folds(2, 3),
              "s4 raise 120", "s5 fold", "s6 call 92 allin", "return s4 25", "burn", "board AcTd3h", "rake 4", "burn",
              "board 7s", "rake 1", "burn", "board 2c", "s4 show AdKs", "s6 show TsTh", "s1 show QcQd",
              "award side1 s6 110", "award main s6 116"]  # fmt: skip
    finding = _finding(
        "SC02",
        "procedure",
        None,
        "a count",
        "no count",
        0,
        rule="p.1",
        message="The dealer's first hand of the down calls for a count of the stub; there is no count.",
    )
    return Script(events, _facts(256, 231, 5, 5, streets=3), finding, shorter_stacks={1: 40, 6: 95})


def _uncalled_kept() -> Script:
    events = ["s5 post sb 1", "s6 post bb 3", *_deals(NINE, 4), *_folds(7, 8, 9), "s1 raise 9", *_folds(2, 3, 4, 5),
              "s6 call 6", "burn", "board 6s6hJd", "rake 1", "s6 check", "s1 bet 20", "s6 fold",
              "award main s1 18"]  # fmt: skip
    finding = _finding("PT08", "error", _at(events, "s6 fold"), "20.00", "0.00", 2000, seat=1,
                       rulebook="wsop-live-2017", rule="60", street="flop", paid_by="s1", paid_to="house",
                       message="Nobody called $20 of seat 1's bet; nothing went back.")  # fmt: skip
    return Script(events, _facts(39, 19, 1, 1, streets=1), finding)


def _stub_off() -> Script:
    events = [*_clean().events, "stub 29"]
    finding = _finding("SC01", "error", len(events) - 1, "30", "29", 0, rule="p.1",
                       message="The stub should have held 30 cards; 29 were counted.")  # fmt: skip
    return Script(events, _facts(39, 19, 1, 1, streets=1, stub_count=29, stub_due=30), finding)


def _small_blind_amount() -> Script:
    events = ["s5 post sb 2", *_clean().events[1:]]
    events[-1] = "award main s1 19"
    finding = _finding("BL04", "error", 0, "1.00", "2.00", 100, seat=5, rulebook="house",
                       rule="placard.rio-1-3-nl.stakes", street="preflop", paid_by="s5", paid_to="s1",
                       message="A blind of $1 was due; $2 was posted.")  # fmt: skip
    return Script(events, _facts(40, 20, 2, 1, streets=1), finding)


def _overlap() -> Script:
    finding = _finding(
        "TL01",
        "notice",
        None,
        "after 10:31:40",
        "10:31:20",
        0,
        rulebook=None,
        rule=None,
        message="The hand before it ended at 03:31:40; this one starts at 03:31:20.",
    )
    return Script(_clean().events, _facts(39, 19, 1, 1, streets=1), finding)


CLEAN = _clean()
FLAGGED = (
    _over_raked(), _odd_chip(), _all_in_three_ways(), _raked_without_flop(), _stub_off(), _short_table(),
    _wrong_winner(), _over_raked(), _uncalled_kept(), _under_raked(), _small_blind_amount(), _overlap(),
)  # fmt: skip

_LAST_NAMES = ("Okafor", "Lindqvist", "Marchetti", "Tanaka", "O'Dowd", "Petrov", "Haddad", "Silva", "Novák", "Reyes")
_FIRST_NAMES = ("Ada", "Björn", "Chiara", "Daichi", "Erin", "Faris", "Grace", "Hugo", "Inês", "Jana")


def read_script(script: Script) -> Hand:
    """The script as the reader gives it, at table 141."""
    line = {
        "v": 1, "room": ROOM, "table": "141", "hand": "141-000001", "game": "holdem", "betting": "nl",
        "stakes": {"sb": 1, "bb": 3, "chip": 1}, "placard": "rio-1-3-nl", "button": script.button,
        "start": "2018-06-02T10:04:11-07:00", "end": "2018-06-02T10:06:02-07:00", "dealer": "794301", "deck": "red",
        "seats": [{"seat": s, "player": f"P{s}", "stack": script.shorter_stacks.get(s, 120 + 37 * s)}
                  for s in script.seats],
        "events": script.events,
    }  # fmt: skip
    hand = parse_line(json.dumps(line))
    assert isinstance(hand, Hand)
    return hand


@dataclass
class DayTables:
    """Rows of the day, still open to change before they are written."""

    hands: list[Hand] = field(default_factory=list)
    facts: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    coverage: list[Row] = field(default_factory=list)
    downs: list[Row] = field(default_factory=list)
    shuffles: list[Row] = field(default_factory=list)
    roster: list[Row] = field(default_factory=list)
    quarantine: list[Row] = field(default_factory=list)
    audits: list[Row] = field(default_factory=list)
    quality: list[Row] = field(default_factory=list)
    drops: list[Row] = field(default_factory=list)
    absences: list[Row] = field(default_factory=list)
    register: list[Row] = field(default_factory=list)  # where it stays empty, everything that is there was due


def day_rows(
    *, hands: int = 1200, tables: int = 12, flagged: int = 60, dealers: int = 20, feeds: bool = True
) -> DayTables:
    """A day of `hands` hands, `flagged` of them with a finding, spread over tables and hours. No chance is involved."""
    out = DayTables()
    readings = {id(s): read_script(s) for s in (CLEAN, *FLAGGED)}
    every = hands // flagged if flagged else 0
    pace = timedelta(hours=14) / max(1, hands // max(1, tables))
    serial = dict.fromkeys(range(tables), 0)
    for i in range(hands):
        table = (i + 5 * (i // tables)) % tables  # the tables take turns at being flagged
        serial[table] += 1
        turn = i // every if every and i % every == every - 1 else None
        script = FLAGGED[turn % len(FLAGGED)] if turn is not None and turn < flagged else CLEAN
        start = OPENED + pace * serial[table] + timedelta(seconds=7 * table)
        dealer = f"7943{(table + int((start - OPENED) / timedelta(minutes=30))) % dealers:02d}"
        if script.finding is not None and i % 3 == 0:
            dealer = f"7943{min(7, dealers - 1):02d}"  # one dealer with more than the others
        _add(out, script, readings[id(script)], f"{141 + table}", serial[table], start, dealer)
    out.roster = [
        {"emp": f"7943{n:02d}", "last_name": _LAST_NAMES[n % 10], "first_name": _FIRST_NAMES[(n * 3) % 10]}
        for n in range(dealers)
    ]
    if feeds and hands:
        _add_feeds(out, tables)
    _add_coverage(out)
    out.audits = [
        {"audit_id": AUDIT_ID, "room": ROOM, "gaming_date": DAY, "version": "0.1.0", "house_digest": "ab" * 32,
         "rulebooks_digest": "cd" * 32, "more": "{}", "hands": hands, "findings": len(out.findings),
         "inputs": json.dumps({"rio.hands.jsonl": "ef" * 32, "rio.downs.csv": "01" * 32})}
    ]  # fmt: skip
    return out


def _add(out: DayTables, script: Script, read: Hand, table: str, serial: int, start: datetime, dealer: str) -> None:
    us = int(start.timestamp()) * 1_000_000
    name = f"{table}-{serial:06d}"
    hand = replace(read, table=table, hand=name, start_us=us, end_us=us + 80_000_000, dealer=dealer)
    out.hands.append(hand)
    line = len(out.hands)
    facts = dict(script.facts)
    if facts["stub_count"] is None and serial % 6 == 0:
        facts |= {"stub_count": 28, "stub_due": 28}
    out.facts.append(
        {"room": ROOM, "table": table, "hand": name, "gaming_date": DAY, "start": start,
         "end": start + timedelta(seconds=80), "dealer": dealer, "dealer_source": "log",
         "game": "holdem", "betting": "nl", "placard": "rio-1-3-nl",
         "button": hand.button, "seats_dealt": len(script.seats), "deck": "red", "source_file": "rio.hands.jsonl",
         "source_line": line} | facts
    )  # fmt: skip
    if script.finding is not None:
        seat = script.finding["seat"]
        out.findings.append(
            script.finding
            | {"room": ROOM, "table": table, "hand": name, "dealer": dealer, "at": start, "gaming_date": DAY,
               "player": f"P{seat}" if seat else None, "source_file": "rio.hands.jsonl", "source_line": line,
               "audit_id": AUDIT_ID}
        )  # fmt: skip


def _add_feeds(out: DayTables, tables: int) -> None:
    for table in range(tables):
        for slot in range(28):
            at = datetime(2018, 6, 2, 17, tzinfo=UTC) + timedelta(minutes=30 * slot)
            out.downs.append(
                {"room": ROOM, "date": DAY, "start": "10:00", "table": f"{141 + table}", "gaming_date": DAY,
                 "slot": f"{(at + timedelta(minutes=OFFSET_MIN)):%H:%M}", "slot_start": at, "kind": "live",
                 "emp": None if (table, slot) == (3, 9) else f"7943{(table + slot) % 20:02d}",
                 "source_file": "rio.downs.csv", "source_line": slot + 2}
            )  # fmt: skip
        for n, status in enumerate(
            ["ok"] * 40 + (["count"] if table % 4 == 1 else []) + (["jam"] if table % 3 == 0 else [])
        ):
            out.shuffles.append(
                {"room": ROOM, "table": f"{141 + table}", "device": f"dm-{table}",
                 "at": OPENED + timedelta(minutes=20 * n), "utc_offset_min": OFFSET_MIN, "gaming_date": DAY,
                 "deck": "red", "status": status, "cards": 51 if status == "count" else 52,
                 "source_file": "rio.shuffler.csv", "source_line": n + 2}
            )  # fmt: skip
    if tables > 3:
        unsigned = _finding("DC01", "procedure", None, "a signature", "none", 0, rule="p.16",
                            message="The slot calls for a signature; there is none.")  # fmt: skip
        out.findings.append(
            unsigned | {"room": ROOM, "table": "144", "hand": None, "dealer": None, "player": None, "gaming_date": DAY,
                        "at": datetime(2018, 6, 2, 21, 30, tzinfo=UTC), "source_file": "rio.downs.csv",
                        "source_line": 11, "audit_id": AUDIT_ID}
        )  # fmt: skip


def _add_coverage(out: DayTables) -> None:
    codes = ("RK01", "RK02", "RK03", "RK04", "BL01", "BL02", "BL03", "BL04", "BL07", "OC01", "OC05", "PT01", "PT02",
             "PT04", "PT08", "CD01", "SC01", "SC02", "SC04", "DC01", "DC02", "TL01")  # fmt: skip
    silent = {"SC01": 0.8, "OC01": 0.02, "SC04": 0.1, "PT01": 0.35}
    for table in sorted({h.table for h in out.hands}):
        n = sum(h.table == table for h in out.hands)
        for code in codes:
            unknown = int(n * silent.get(code, 0.01))
            violated = sum(f["code"] == code and f["table"] == table for f in out.findings)
            out.coverage.append(
                {"room": ROOM, "table": table, "gaming_date": DAY, "code": code, "evaluated": n - unknown,
                 "violated": violated, "not_evaluable": unknown}
            )  # fmt: skip


def write_duckdb(path: Path, rows: DayTables) -> Path:
    """The rows as a DuckDB file with the tables of the lake."""
    numbered = [(i + 1, i + 1, hand) for i, hand in enumerate(rows.hands)]
    dates = pa.array([DAY] * len(numbered), pa.date32())
    tables = to_tables(batch_of("rio.hands.jsonl", numbered), dates)
    tables["film"] = film_of_flagged(tables, {finding["hand"] for finding in rows.findings})
    for name, counter in (("seats", "n_seats"), ("events", "n_events")):
        owner = pa.array([i for i, n in enumerate(tables["hands"][counter].to_pylist()) for _ in range(n)], pa.int64())
        for column in ("gaming_date", "source_file", "source_line"):
            tables[name] = tables[name].append_column(column, tables["hands"][column].take(owner))
    made: dict[str, tuple[pa.Schema, list[Row]]] = {
        "findings": (schemas.FINDINGS, rows.findings), "coverage": (schemas.COVERAGE, rows.coverage),
        "hand_facts": (schemas.HAND_FACTS, rows.facts), "downs": (schemas.DOWNS, rows.downs),
        "notes": (schemas.NOTES, []),
        "shuffles": (schemas.SHUFFLES, rows.shuffles), "roster": (schemas.ROSTER, rows.roster),
        "quarantine": (schemas.QUARANTINE, rows.quarantine), "audits": (AUDITS, rows.audits),
        "quality": (QUALITY, rows.quality), "drops": (schemas.DROPS, rows.drops),
        "payroll": (ALL["payroll"], []),
        "absences": (ABSENCES, rows.absences), "register": (REGISTER, rows.register or _all_came(rows)),
    }  # fmt: skip
    for name, (schema, listed) in made.items():
        filled = [{c: row.get(c) for c in schema.names} for row in listed]
        tables[name] = pa.Table.from_pylist(filled, schema=_plain(schema))
    tables["lake"] = pa.table({"number": [7], "head": ["9e" * 32]})
    tables["commits"] = pa.table({"number": [6, 7], "kind": ["promote", "audit"], "recorded_at": ["a", "b"],
                                  "hash": ["8d" * 32, "9e" * 32]})  # fmt: skip
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as connection:
        for name, table in tables.items():
            connection.register("arrived", table.cast(_plain(table.schema)))
            connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM arrived')
            connection.unregister("arrived")
        for mart in MARTS:
            make_mart(connection, mart)
    return path


def film_of_flagged(three: dict[str, pa.Table], flagged: set[str | None]) -> pa.Table:
    """The film of the hands with a finding, by the rulebook whose rake the scripts take."""
    wanted = [i for i, hand in enumerate(three["hands"]["hand"].to_pylist()) if hand in flagged]
    film = film_of(take_hands(three, np.array(wanted, np.int64)), NO_HOUSE, load_rulebooks(), "wsop-dealer-2018")
    column = film.schema.get_field_index("gaming_date")
    return film.set_column(column, "gaming_date", pa.array([DAY] * len(film), pa.date32()))


def record_of(rows: DayTables) -> Iterator[TableRecord]:
    """Every hand of the rows, table by table, as the nightly job gives them to the pages."""
    numbered = [(i + 1, i + 1, hand) for i, hand in enumerate(rows.hands)]
    three = to_tables(batch_of("rio.hands.jsonl", numbered), pa.array([DAY] * len(numbered), pa.date32()))
    tables = three["hands"]["table"].to_pylist()
    for table in sorted(set(tables)):
        own = take_hands(three, np.array([i for i, name in enumerate(tables) if name == table], np.int64))
        film = film_of(own, NO_HOUSE, load_rulebooks(), "wsop-dealer-2018")
        yield TableRecord(own["hands"], own["seats"], own["events"], film)


def filmed(script: Script) -> FlaggedHand:
    """A script as a hand of the pages, with its film."""
    hand = read_script(script)
    three = to_tables(batch_of("x.hands.jsonl", [(1, 1, hand)]))
    film = film_of_flagged(three, {hand.hand}).to_pylist()
    by_grain = {grain: [row for row in film if row["grain"] == grain] for grain in STORED}
    pictures, dues = ({row["event"]: row for row in by_grain[grain]} for grain in (Grain.PICTURE, Grain.EVENT))
    told = HandFilm(pictures, dues, by_grain[Grain.POT], by_grain[Grain.SHARE])
    rows = {name: table.to_pylist() for name, table in three.items()}
    return FlaggedHand(rows["hands"][0], {}, rows["seats"], rows["events"], [], 1, told)


def _all_came(rows: DayTables) -> list[Row]:
    """The register of a file in which everything that was due came."""
    feeds = {"hands": rows.facts, "downs": rows.downs, "shuffler": rows.shuffles, "drop": rows.drops}
    places = {(r["gaming_date"], r["room"], r["table"], feed) for feed, listed in feeds.items() for r in listed}
    return [
        {"gaming_date": day, "room": room, "table": table, "feed": feed, "status": "received", "rows": 1}
        for day, room, table, feed in sorted(places)
    ]


def _plain(schema: pa.Schema) -> pa.Schema:
    return pa.schema([(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type) for f in schema])


def add_history(rows: DayTables, days: int = 30) -> None:
    """The same day again and again before it, each a little smaller; one day is missing, one expectation failed."""
    kinds = ("facts", "findings", "coverage", "downs", "shuffles")
    today = {kind: list(getattr(rows, kind)) for kind in kinds}
    for n in range(1, days + 1):
        if n == 5:
            continue
        back = timedelta(days=n)
        for kind in kinds:
            for i, row in enumerate(today[kind]):
                if kind in ("facts", "findings") and (i * 7 + n) % 10 >= 7:
                    continue
                moved = {k: row[k] - back for k in ("at", "start", "end", "slot_start", "gaming_date")
                         if isinstance(row.get(k), date)}  # fmt: skip
                getattr(rows, kind).append(row | moved)
    for n in range(days + 1):
        for table, words in (("hands", "every hand has an id"), ("downs", "a slot is a half hour")):
            rows.quality.append(
                {"gaming_date": DAY - timedelta(days=n), "room": ROOM, "table_name": table, "expectation": words,
                 "severity": "warning" if table == "downs" else "blocking",
                 "success": not (table == "downs" and n == 3), "observed": "0 rows", "detail": None}
            )  # fmt: skip
    rows.drops = [
        {"room": ROOM, "table": "141", "gaming_date": DAY, "shift": "day", "rake_cents": 100, "promo_cents": 0},
        {"room": ROOM, "table": "142", "gaming_date": DAY, "shift": "day",
         "rake_cents": sum(f["rake_taken_cents"] for f in today["facts"] if f["table"] == "142"), "promo_cents": 0},
    ]  # fmt: skip


def withhold(rows: DayTables) -> None:
    """Of the day one log, the shuffler messages of two tables and a part of a card; earlier a log, and a whole night.
    Of the day after nothing came."""
    rows.register = [
        row | {"status": "missing", "why": "it came on 14 of the last 14 days"}
        if (row["gaming_date"], row["feed"]) == (DAY, "shuffler") and row["table"] in ("141", "142")
        else row | {"status": "partial", "why": "9 rows came, usually it is 28"}
        if (row["gaming_date"], row["feed"], row["table"]) == (DAY, "downs", "143")
        else row
        for row in _all_came(rows)
    ]

    def missing(day: date, table: str | None, feed: str, why: str) -> Row:
        return {"gaming_date": day, "room": ROOM, "table": table, "feed": feed, "status": "missing", "rows": 0,
                "why": why, "file": f"{day}-{table}.hands.jsonl" if table else None}  # fmt: skip

    rows.register += [
        missing(DAY, "190", "hands", "the house file names the table"),
        missing(DAY - timedelta(days=2), "190", "hands", "the house file names the table"),
        missing(DAY - timedelta(days=5), None, "night", "13 of the 14 days before came"),  # add_history leaves it out
        missing(AFTER, None, "night", "14 of the 14 days before came"),
        missing(AFTER, "141", "hands", "it came on 14 of the last 14 days"),
    ]
    rows.audits += [rows.audits[0] | {"gaming_date": day} for day in (DAY - timedelta(days=5), AFTER)]
    rows.coverage.append({"room": ROOM, "table": "141", "gaming_date": AFTER, "code": "RK01", "evaluated": 0,
                          "violated": 0, "not_evaluable": 60})  # fmt: skip


def add_missed_blinds(rows: DayTables) -> None:
    """At each table one seat is away while its blinds go by. The first table's posts what it missed, the second's is
    dealt in owing (a finding), the third's waits for the big blind, the fourth's leaves; any other's is still away."""
    for n, table in enumerate(sorted({f["table"] for f in rows.facts})):
        facts = sorted((f for f in rows.facts if f["table"] == table and f["gaming_date"] == DAY), key=_started)
        seat = 2 + n % 7
        first, missed, back = 3, 5, 9
        until = len(facts) if n > 3 else back
        for i, fact in enumerate(facts[first : until + (n < 3)], first):
            away = i < back or n > 3
            if away and i >= missed:
                fact["owes_bb_mask"] = fact["owes_sb_mask"] = 1 << seat
            posted = {"live_cents": 300, "dead_cents": 100} if n == 0 else {"bb_cents": 300} if n == 2 else {}
            rows.absences.append(
                {
                    key: fact[key]
                    for key in ("room", "table", "hand", "gaming_date", "start", "source_file", "source_line")
                }
                | {"seat": seat, "player": f"P{seat}", "state": "away" if away else "in"}
                | {f"{kind}_cents": 0 for kind in ("sb", "bb", "straddle", "kill", "live", "dead")}
                | ({} if away else posted)
            )
        if n == 1:
            fact = facts[back]
            finding = _finding("BL05", "error", None, "3.00 live and 1.00 dead", "nothing", -400, seat=seat,
                               rulebook="wsop-live-2017", rule="156", street="preflop",
                               message=f"Seat {seat} came back owing $3 live and $1 dead.")  # fmt: skip
            rows.findings.append(
                finding | {key: fact[key] for key in ("room", "table", "hand", "gaming_date", "dealer", "source_file",
                                                      "source_line")}
                | {"at": fact["start"], "player": f"P{seat}", "audit_id": AUDIT_ID}
            )  # fmt: skip


def add_time(rows: DayTables) -> None:
    """The last table pays time every tenth hand, nine seats of 6.00; once missed, once a seat short (findings)."""
    table = max(f["table"] for f in rows.facts)
    facts = sorted((f for f in rows.facts if f["table"] == table and f["gaming_date"] == DAY), key=_started)
    for n, fact in enumerate(facts[10::10]):
        taken = {1: 0, 3: 4800}.get(n, 5400)
        fact |= {"time_due_cents": 5400, "time_taken_cents": taken, "time_slide_cents": taken}
        if taken != 5400:
            finding = _finding("RK07" if taken == 0 else "RK06", "error", None, "54.00", f"{taken / 100:.2f}",
                               taken - 5400, rule="p.54",
                               message=f"Time came to $54; the dealer took ${taken / 100:g}.")  # fmt: skip
            rows.findings.append(
                finding | {key: fact[key] for key in ("room", "table", "hand", "gaming_date", "dealer", "source_file",
                                                      "source_line")}
                | {"at": fact["start"], "player": None, "audit_id": AUDIT_ID}
            )  # fmt: skip


def _started(fact: Row) -> datetime:
    start: datetime = fact["start"]
    return start


def make_day(path: Path, *change: Callable[[DayTables], None], **size: Any) -> Path:
    """A day of the given size as a DuckDB file; each `change` may alter its rows first."""
    rows = day_rows(**size)
    for alter in change:
        alter(rows)
    return write_duckdb(path, rows)


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</script><script>alert(3)</script>",
    '=HYPERLINK("http://example.invalid","x")',
    "\u202egnp.tset\u202c",
    "x" * 10_000,
    "{{ 7 * 7 }}${alert(4)}%{x}",
    "<a href='javascript:alert(5)'>a</a>&lt;b&gt;",
)


def make_hostile(rows: DayTables) -> None:
    """Names, tables, hands, rules and rulings that would like to be more than text."""
    add_missed_blinds(rows)
    add_time(rows)
    taken: dict[str, str] = {}
    for i, finding in enumerate(rows.findings):
        evil = HOSTILE[i % len(HOSTILE)]
        finding |= {"message": evil, "expected": evil, "actual": f"+{evil}", "rule": evil, "player": evil}
        if finding["hand"] is not None:
            taken[finding["hand"]] = f"../{i}{evil}"
            finding["hand"] = taken[finding["hand"]]
            finding["table"] = evil
    for i, hand in enumerate(rows.hands):
        evil = HOSTILE[i % len(HOSTILE)]
        if hand.hand in taken:
            seats = tuple(Seat(s.seat, HOSTILE[(i + s.seat) % len(HOSTILE)], s.stack, s.state) for s in hand.seats)
            rows.hands[i] = replace(hand, hand=taken[hand.hand], table=evil, seats=seats, placard=evil, deck=evil)
    for i, facts in enumerate(rows.facts):
        facts["table"] = HOSTILE[i % len(HOSTILE)]
        facts["hand"] = taken.get(facts["hand"], facts["hand"])
    for absence in rows.absences:
        fact = next(f for f in rows.facts if f["source_line"] == absence["source_line"])
        absence |= {"table": fact["table"], "hand": fact["hand"], "player": HOSTILE[absence["seat"] % len(HOSTILE)]}
    for i, dealer in enumerate(rows.roster):
        dealer |= {"last_name": HOSTILE[i % len(HOSTILE)], "first_name": HOSTILE[(i + 1) % len(HOSTILE)]}
    for i, shuffle in enumerate(rows.shuffles):
        shuffle["table"] = HOSTILE[i % len(HOSTILE)]
    for i, row in enumerate(rows.facts):
        row["game"] = HOSTILE[i % len(HOSTILE)] if i % 3 == 0 else row["game"]
        row["deck"] = HOSTILE[i % len(HOSTILE)]
    for i, row in enumerate(rows.downs):
        row["kind"] = "live" if i % 2 else HOSTILE[i % len(HOSTILE)]
        row["emp"] = HOSTILE[i % len(HOSTILE)] if i % 5 == 0 else row["emp"]
    for i, row in enumerate(rows.shuffles):
        row |= {
            "device": HOSTILE[i % len(HOSTILE)],
            "status": HOSTILE[i % len(HOSTILE)] if i % 9 == 0 else row["status"],
        }
    for i, evil in enumerate(HOSTILE):
        rows.quarantine.append({"source_file": evil, "reason": evil, "line": i, "column_or_field": evil, "raw": evil})
        rows.quality.append({"gaming_date": DAY, "room": ROOM, "table_name": evil, "expectation": evil,
                             "success": False, "severity": evil, "observed": evil, "detail": evil})  # fmt: skip
        rows.drops.append(
            {"room": ROOM, "table": evil, "gaming_date": DAY, "shift": evil, "rake_cents": 5, "promo_cents": 0}
        )
        rows.facts[i]["dealer"] = evil
        rows.findings[i % len(rows.findings)]["dealer"] = evil
    rows.register = _all_came(rows)
    for i, evil in enumerate(HOSTILE):
        status, feed = ("missing", "partial", "unreadable", "late")[i % 4], ("hands", "downs", "shuffler")[i % 3]
        rows.register.append({"gaming_date": DAY, "room": ROOM, "table": evil, "feed": feed, "status": status,
                              "rows": 0, "why": evil, "file": evil})  # fmt: skip
    rows.audits[0]["version"] = HOSTILE[2]
