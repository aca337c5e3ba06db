"""Retention: what is older than it may be kept is deleted, and the ledger says what, when and by whom.

The entry comes first, then the files go: a kill in between leaves files that the next run of the same command deletes.
Hashes, sizes and audit ids of the deleted days stay in the chain, so that a copy kept elsewhere can still be proved.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.files import fsync_folders_up_to
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

    @property
    def empty(self) -> bool:
        return not (self.files or self.raw)


def plan(lake: Lake, before: date) -> Plan:
    """What `retain` would do now."""
    return _plan(lake, lake.snapshot(), before)


def _plan(lake: Lake, snapshot: Snapshot, before: date) -> Plan:
    out = Plan(before)
    entries = lake.ledger.entries()[: snapshot.number]
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
            if day < before and file.path not in snapshot.retired:
                sizes[file.path] = file.bytes
                partitions.add((day, file.room))
    out.files, out.partitions = sorted(sizes), sorted(partitions)
    for entry in entries:
        for raw in entry.raw:
            if raw.path in snapshot.retired or raw.feed in KEPT_FEEDS or raw.path in sizes:
                continue
            last = fed.get(raw.sha256, entry.recorded_at.date())
            if last < before:
                out.raw.append(raw.sha256)
                sizes[raw.path] = raw.bytes
    out.raw.sort()
    gone = set(out.raw)
    days_of: dict[str, set[date]] = {}
    for entry in entries:
        for file in entry.added:
            for source in file.sources if file.gaming_date is not None else ():
                assert file.gaming_date is not None
                days_of.setdefault(source, set()).add(file.gaming_date)
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


def retain(lake: Lake, before: date, who: str) -> tuple[Plan, Entry | None]:
    """Deletes everything of gaming days before `before`. None instead of an entry where there was nothing to do."""
    done: list[Plan] = []

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        todo = _plan(lake, snapshot, before)
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
