"""Retention: what is older than it may be kept is deleted, and the ledger says what, when and by whom.

The entry comes first, then the files go: a kill in between leaves files that the next run of the same command deletes.
Hashes, sizes and audit ids of the deleted days stay in the chain, so that a copy kept elsewhere can still be proved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.files import fsync_folders_up_to
from warehouse.holds import Held, Hold
from warehouse.lake import Draft, Lake, Partition, Snapshot
from warehouse.ledger import Entry, raw_path

KIND: Final = "retain"
KEPT_FEEDS: Final = ("house", "rulebook", "roster")  # they are of no day


@dataclass
class Plan:
    """What goes: partitions, table files (former audits' too), raw files, and lines in quarantine."""

    before: date
    partitions: list[Partition] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    quarantined: int = 0
    bytes: int = 0
    shared: list[str] = field(default_factory=list)  # raw files that stay: they also hold later days
    held: dict[date, Hold] = field(default_factory=dict)  # gaming days that stay, each with the hold that keeps it
    pages: list[str] = field(default_factory=list)  # folders of `reports/`
    pages_known: bool = True  # whether an earlier entry says of all of them that they go

    @property
    def empty(self) -> bool:
        return not (self.files or self.raw) and self.pages_known


def floor_of(today: date, years: int) -> date:
    """The last date before which may be deleted: so many years before today."""
    try:
        return today.replace(year=today.year - years)
    except ValueError:  # 29 February
        return today.replace(year=today.year - years, day=28)


def plan(lake: Lake, before: date, pages: Iterable[date] = ()) -> Plan:
    """What `retain` would do now; `pages` are the gaming days that have pages."""
    return _plan(lake, lake.snapshot(), before, pages)


def _plan(lake: Lake, snapshot: Snapshot, before: date, pages: Iterable[date]) -> Plan:
    out = Plan(before)
    entries = lake.ledger.entries()[: snapshot.number]
    held = Held(snapshot, entries)

    def goes(day: date) -> bool:
        hold = held.by(day) if day < before else None
        if hold is not None:
            out.held[day] = hold
        return day < before and hold is None

    out.pages = [f"{day.isoformat()}/" for day in sorted(pages) if goes(day)]
    out.pages_known = all(folder in snapshot.retired_pages for folder in out.pages)
    fed: dict[str, date] = {}  # the last gaming day that a raw file has rows of
    sizes: dict[str, int] = {}
    partitions: set[Partition] = set()
    for entry in entries:
        for file in entry.added:
            day = file.gaming_date
            if day is None or file.room is None:
                continue
            for source in file.sources:
                fed[source] = max(day, fed.get(source, day))
            if file.path not in snapshot.retired and goes(day):
                sizes[file.path] = file.bytes
                partitions.add((day, file.room))
    out.files, out.partitions = sorted(sizes), sorted(partitions)
    days_of: dict[str, set[date]] = {}
    for entry in entries:
        for file in entry.added:
            for source in file.sources if file.gaming_date is not None else ():
                assert file.gaming_date is not None
                days_of.setdefault(source, set()).add(file.gaming_date)
    for entry in entries:
        for raw in entry.raw:
            if raw.path in snapshot.retired or raw.feed in KEPT_FEEDS or raw.path in sizes:
                continue
            last = fed.get(raw.sha256, entry.recorded_at.date())
            if last < before and all(map(goes, {last, *days_of.get(raw.sha256, ())})):
                out.raw.append(raw.sha256)
                sizes[raw.path] = raw.bytes
    out.raw.sort()
    gone = set(out.raw)
    out.shared = sorted(
        snapshot.raw[sha].name
        for sha, days in days_of.items()
        if sha not in gone and raw_path(sha) not in snapshot.retired and min(days) < before <= max(days)
    )
    out.quarantined = _of_raw(lake.read("quarantine", as_of=snapshot.number), gone).num_rows
    out.bytes = sum(sizes.values())
    return out


def _of_raw(quarantine: pa.Table, gone: set[str], inverse: bool = False) -> pa.Table:
    mask = pc.is_in(quarantine["sha256"], value_set=pa.array(sorted(gone), pa.string()))
    return quarantine.filter(pc.invert(mask) if inverse else mask)


def retain(
    lake: Lake, before: date, who: str, reason: str = "", pages: Iterable[date] = ()
) -> tuple[Plan, Entry | None]:
    """Deletes everything of gaming days before `before` but what is held. No entry where there was nothing to do.

    The entry says which folders of pages go, too; to delete those is the caller's.
    """
    shown = list(pages)
    done: list[Plan] = []

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        todo = _plan(lake, snapshot, before, shown)
        done[:] = [todo]
        if todo.empty:
            return None
        draft = Draft(KIND, removed=[path for path in todo.files if path in snapshot.files])
        retired = [*todo.files, *(raw_path(sha) for sha in todo.raw)]
        if todo.quarantined:
            former = [live.file.path for live in snapshot.select("quarantine")]
            rest = _of_raw(lake.read("quarantine", as_of=snapshot.number), set(todo.raw), inverse=True)
            if len(rest):
                draft.files.append(lake.write_table(rest, "quarantine", folder))
            draft.removed += former
            every = {f.path for e in lake.ledger.entries() for f in e.added if f.table == "quarantine"}
            retired += sorted(every - snapshot.retired.keys())
        draft.meta = {
            "before": before.isoformat(),
            "who": who,
            "reason": reason,
            "pages": list(todo.pages),
            "partitions": [[day.isoformat(), room] for day, room in todo.partitions],
            "retired": list(retired),
        }
        return draft

    entry = lake.commit(prepare)
    _delete(lake)
    return done[0], entry


def _delete(lake: Lake) -> None:
    """Deletes every retired file that is still there, also those of a run that was killed."""
    folders: set[Path] = set()
    for path in lake.snapshot().retired:
        full = lake.root / path
        if full.exists():
            full.unlink()
            folders.add(full.parent)
    fsync_folders_up_to(folders, lake.root)
