"""What a house file that was changed after the audit of a day did to its findings (HF03): told once, and kept.

The entry of each audit says by which files it judged, and what their changes did so far. Where only they changed since,
the former findings are held beside those of now. Where files came as well, the hands of now are judged by the former
files too, so that only what the law changed is told.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, Final

import pyarrow as pa

from checks.law.rulebook import RulebookError
from checks.law_changes import differing
from parsers import schemas
from parsers.house import RULEBOOKS_FOLDER, House, HouseError, parse_house
from warehouse.audits import LAW, LAW_CHANGES, STANDS_ON
from warehouse.files import Json
from warehouse.lake import Lake, LakeError, Partition, Snapshot
from warehouse.ledger import Entry, RawFile, raw_path

HOUSE_FILE: Final = "house.toml"  # whatever file it was read from: a copy under another name is the same law
_BEFORE: Final = "before"  # in a kept change: a digest of the law before it
_ROW: Final = tuple(name for name in schemas.LAW_CHANGES.names if name not in ("room", "gaming_date"))
_LOCAL: Final = "%Y-%m-%d %H:%M"

Judge = Callable[[House], pa.Table]


def law_of(house: House) -> dict[str, str]:
    """The files by which a house is judged, each with its SHA-256: the house file, and the rulebooks beside it."""
    books = {
        f"{RULEBOOKS_FOLDER}/{name}.toml": hashlib.sha256(text.encode()).hexdigest()
        for name, text in sorted(house.own_rulebooks.items())
    }
    return {HOUSE_FILE: house.digest, **books}


def without_law(house: House) -> House:
    """The house with its clocks alone: what an audit stands on beside the law."""
    return replace(house, digest="", own_rulebooks={})


def _digest(law: Mapping[str, str]) -> str:
    return hashlib.sha256(repr(sorted(law.items())).encode()).hexdigest()


@dataclass(frozen=True)
class Former:
    """The last audit of a partition: its entry, the law that it judged by, and the changes that were told by then."""

    entry: Entry
    law: dict[str, str]
    changes: list[dict[str, Any]]

    def laws(self, house: House) -> list[str]:
        """The laws by which the day was judged before, oldest first: the present one is not among them at the end."""
        before = [str(one[_BEFORE]) for one in self.changes]
        return before if self.law == law_of(house) else [*before, _digest(self.law)]


def former_audit(lake: Lake, snapshot: Snapshot, partition: Partition) -> Former | None:
    """The last audit of a room's gaming day; None where there is none, or an older version's that notes no law."""
    number = snapshot.last_audits.get(partition)
    if number is None:
        return None
    entry = lake.ledger.entries()[number - 1]
    return Former(entry, entry.meta[LAW], entry.meta[LAW_CHANGES]) if LAW in entry.meta else None


@dataclass(frozen=True)
class OfTheDay:
    """A room's gaming day that is audited now, on what it stands beside the law, and how a house would judge it."""

    room: str
    day: dt.date
    stands_on: str
    findings: pa.Table
    judged_by: Judge


def changes_until_now(
    lake: Lake, snapshot: Snapshot, house: House, former: Former | None, now: OfTheDay
) -> list[dict[str, Any]]:
    """All changes of the law of a day, oldest first: those that were told before, and the one since the last audit."""
    if former is None or former.law == law_of(house):
        return [] if former is None else former.changes
    alone, was, has = _compared(lake, house, former, now)
    change = {
        _BEFORE: _digest(former.law),
        "file": _files(former.law, law_of(house)),
        "audited": _local(house, now.room, former.entry.recorded_at),
        "brought": _brought(lake.ledger.entries()[: snapshot.number], former, house, now.room),
        "was": was,
        "now": has,
        "is_other": bool(was or has),
        "alone": alone,
    }
    return [*former.changes, change]


def as_table(changes: list[dict[str, Any]], room: str, day: dt.date) -> pa.Table:
    """The changes as the audit takes them."""
    rows = [{"room": room, "gaming_date": day, **{name: one[name] for name in _ROW}} for one in changes]
    return pa.Table.from_pylist(rows, schema=schemas.LAW_CHANGES)


def said_of_law(house: House, stands_on: str, changes: list[dict[str, Any]]) -> dict[str, Json]:
    """What the entry of the audit keeps for the next one."""
    return {LAW: dict(law_of(house)), STANDS_ON: stands_on, LAW_CHANGES: list(changes)}


def _compared(lake: Lake, house: House, former: Former, now: OfTheDay) -> tuple[bool, str, str]:
    """Whether the law alone can be the reason, and the findings that differ, before and now."""
    is_same_else = former.entry.meta[STANDS_ON] == now.stands_on
    if not is_same_else:
        then = _house_then(lake, house, former)
        if then is not None and then.clock_of(now.room) == house.clock_of(now.room):
            return True, *differing(now.judged_by(then), now.findings)
    try:
        before = lake.read("findings", now.room, now.day, as_of=former.entry.number)
    except (LakeError, OSError):
        before = schemas.FINDINGS.empty_table()
    return is_same_else, *differing(before, now.findings)


def _house_then(lake: Lake, house: House, former: Former) -> House | None:
    """The house file of the former audit with its rulebooks; None where they are not all in the lake."""
    then = lake.snapshot(as_of=former.entry.number)
    try:
        found = parse_house((lake.root / raw_path(former.law[HOUSE_FILE])).read_bytes(), house.name)
        books = {}
        for name, sha256 in former.law.items():
            if name != HOUSE_FILE:
                path = PurePath(name)
                data = (lake.root / raw_path(then.last_named[path.name, "rulebook"])).read_bytes()
                books[path.stem] = data.decode("utf-8-sig").replace("\r\n", "\n")
                if hashlib.sha256(books[path.stem].encode()).hexdigest() != sha256:
                    return None
    except (OSError, KeyError, HouseError, RulebookError, UnicodeDecodeError):
        return None
    return replace(found, own_rulebooks=books)


def _files(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    changed = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    return ", ".join(changed)


def _brought(entries: list[Entry], former: Former, house: House, room: str) -> str | None:
    """Who brought the changed files, in which commits; None where no commit tells of them (a rulebook taken away)."""
    changed = {PurePath(name).name for name in _files(former.law, law_of(house)).split(", ")}
    bringing = [
        entry
        for entry in entries
        if any(raw.feed in ("house", "rulebook") and _of_law(raw) in changed for raw in entry.raw)
    ]
    since = [entry for entry in bringing if entry.number > former.entry.number] or bringing[-1:]
    told = [
        f"{entry.meta.get('who') or 'somebody'} brought it in commit {entry.number}, "
        f"{_local(house, room, entry.recorded_at)}"
        for entry in since
    ]
    return "; ".join(told) or None


def _of_law(raw: RawFile) -> str:
    return HOUSE_FILE if raw.feed == "house" else raw.name


def _local(house: House, room: str, at: dt.datetime) -> str:
    place = house.rooms.get(room)
    return at.astimezone(dt.UTC if place is None else place.timezone).strftime(_LOCAL)
