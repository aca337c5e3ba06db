"""A small room for the tests of the lake: feeds written as a room would send them, and audits made by hand."""

from __future__ import annotations

import importlib
import json
import os
import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

import warehouse.ingest
from parsers import schemas
from parsers.house import House, load_house
from warehouse import tables
from warehouse.ingest import ingest
from warehouse.lake import Lake

DAY = date(2018, 6, 2)
ROOM = "rio"
HOUSE_TEXT = """
[room.rio]
rulebooks = ["wsop-dealer-2018"]
timezone = "America/Los_Angeles"
gaming_day_starts = "06:00"

[room.annex]
rulebooks = ["wsop-dealer-2018"]
timezone = "America/New_York"
gaming_day_starts = "06:00"

[placard.rio-1-3-nl]
room = "rio"
game = "holdem"
betting = "nl"
stakes = { sb = 1, bb = 3, chip = 1 }
seats = 9
rake = { percent = 10, step = 1, cap = 5, no_flop_no_drop = true }
"""

DOWNS_HEADER = "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials"
SHUFFLER_HEADER = "room,table,device,at,deck,cards,status"


def house(folder: Path) -> House:
    path = folder / "house.toml"
    if not path.exists():
        path.write_text(HOUSE_TEXT, encoding="utf-8")
    return load_house(path)


def hand(number: int, table: str = "147", room: str = ROOM, day: date = DAY, **changes: Any) -> str:
    """One line of a hand log: hand `number` of a table, three minutes after the one before, from 10:00 on."""
    start = datetime(day.year, day.month, day.day, 10, tzinfo=UTC) + timedelta(minutes=3 * number)
    local = start.replace(tzinfo=None).isoformat() + "-07:00"
    end = (start + timedelta(minutes=2)).replace(tzinfo=None).isoformat() + "-07:00"
    record: dict[str, Any] = {
        "v": 1, "room": room, "table": table, "hand": f"{table}-{day:%m%d}-{number:06d}", "game": "holdem",
        "betting": "nl", "stakes": {"sb": 1, "bb": 3, "chip": 1}, "placard": "rio-1-3-nl", "button": 4,
        "start": local, "end": end, "dealer": "794324", "deck": "red",
        "seats": [{"seat": 1, "player": "P1", "stack": 300 + number}, {"seat": 5, "player": "P5", "stack": 211},
                  {"seat": 6, "player": f"P{number % 7}", "stack": 95}],
        "events": ["s5 post sb 1", "s6 post bb 3", "deal s5 ????", "deal s6 ????", "deal s1 ????", "s1 raise 9",
                   "s5 fold", "s6 call 6", "burn", "board 2h8hKs", "rake 1", "s6 check",
                   *(["s1 check"] * (number % 3)), "s1 bet 20", "s6 fold", "return s1 20", "award main s1 18"],
    }  # fmt: skip
    return json.dumps({**record, **changes}, separators=(",", ":"))


def note(table: str = "147", minute: int = 30, day: date = DAY) -> str:
    return json.dumps(
        {"v": 1, "room": ROOM, "table": table, "at": f"{day}T10:{minute:02d}:00-07:00", "note": "time-call"}
    )


def write_lines(path: Path, lines: Iterable[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def write_day(folder: Path, day: date = DAY, table_names: Iterable[str] = ("147", "23"), hands: int = 12) -> list[Path]:
    """The feeds of a room's day: a hand log a table, down cards, shuffler counts, and the roster."""
    paths = []
    downs, shuffles = [DOWNS_HEADER], [SHUFFLER_HEADER]
    for table in table_names:
        lines = [hand(n, table, day=day) for n in range(hands)] + [note(table, day=day)]
        paths.append(write_lines(folder / f"{day}-{table}.hands.jsonl", lines))
        downs += [f"rio,,,{day},10:00,{table},{slot},794324,Lee,Ann,live,," for slot in ("10:00", "10:30")]
        downs.append(f"rio,,,{day},10:00,{table},CLOSE,,,,,2,JB")
        shuffles += [f"rio,{table},sh-{table},{day}T10:{m:02d}:00-07:00,red,52,ok" for m in (1, 11, 21)]
    paths.append(write_lines(folder / f"{day}.downs.csv", downs))
    paths.append(write_lines(folder / f"{day}.shuffler.csv", shuffles))
    paths.append(write_lines(folder / "roster.csv", ["emp,last_name,first_name", "794324,Lee,Ann", "100001,Roe,Max"]))
    return paths


@dataclass(frozen=True)
class HandMadeAudit:
    """An audit's tables; nothing is known of payroll and devices."""

    findings: pa.Table
    coverage: pa.Table
    hand_facts: pa.Table
    payroll: pa.Table = field(default_factory=schemas.PAYROLL.empty_table)
    devices: pa.Table = field(default_factory=schemas.DEVICES.empty_table)


def audit_of(lake: Lake, audit_id: str, room: str = ROOM, day: date = DAY, flagged: int = 3) -> HandMadeAudit:
    """Facts for every promoted hand of a day, and a finding on the first few."""
    hands = lake.read("hands", room, day).to_pylist()
    facts = [
        {
            **{name: h[name] for name in schemas.HAND_FACTS.names if name in h},
            "dealer_source": "log", "seats_dealt": 3, "streets": 1, "pot_cents": 1900, "contested_cents": 1900,
            "rake_due_cents": 100, "rake_unreduced_cents": 100, "rake_taken_cents": 200 if i < flagged else 100,
            "promo_taken_cents": 0, "stub_count": 30 if i % 4 == 0 else None, "stub_due": 30,
        }
        for i, h in enumerate(hands)
    ]  # fmt: skip
    findings = [
        {
            "code": "RK01", "severity": "error", "room": room, "table": h["table"], "hand": h["hand"], "event": 10,
            "dealer": h["dealer"], "at": h["start"], "gaming_date": day, "expected": "1.00", "actual": "2.00",
            "amount_cents": 100, "rulebook": "wsop-dealer-2018", "rule": "p.52", "message": "One too much was taken.",
            "source_file": h["source_file"], "source_line": h["source_line"], "audit_id": audit_id,
            "paid_by": "s1", "paid_to": "house",
        }
        for h in hands[:flagged]
    ]  # fmt: skip
    coverage = [
        {"room": room, "table": name, "gaming_date": day, "code": "RK01", "evaluated": len(hands), "violated": flagged,
         "not_evaluable": 0}
        for name in sorted({h["table"] for h in hands})
    ]  # fmt: skip
    return HandMadeAudit(
        pa.Table.from_pylist(findings, schema=tables.ALL["findings"]),
        pa.Table.from_pylist(coverage, schema=tables.ALL["coverage"]),
        pa.Table.from_pylist(facts, schema=schemas.HAND_FACTS),
    )


def ingest_in_child(root: Path, folder: Path, paths: list[Path], deadly: str | None, slow: bool) -> None:
    """An ingest that kills itself when it comes to the function `deadly`, or dawdles before its commit."""
    if deadly is not None:
        module, name = deadly.split(":")
        owner = importlib.import_module(module)
        *path, last = name.split(".")
        for part in path:
            owner = getattr(owner, part)
        setattr(owner, last, lambda *args, **kwargs: os.kill(os.getpid(), signal.SIGKILL))
    if slow:
        commit = warehouse.ingest.LandingRun.commit

        def later(self: warehouse.ingest.LandingRun) -> warehouse.ingest.IngestReport:
            time.sleep(0.5)
            return commit(self)

        warehouse.ingest.LandingRun.commit = later  # type: ignore[method-assign]
    ingest(Lake(root), paths, house(folder))
