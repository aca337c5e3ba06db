"""Rows under the gaming day where the house file's clock puts them.

Which day and which slot a moment belongs to hangs on the room's time zone and on the hour at which its day begins. Both
may turn out wrong after files have landed. So days and slots are never taken over from the landing: when a room's clock
is another than the one its rows were filed by, they are filed again, in a commit that says so. Rows that move are
staged again, for the gate has not seen them in the company of their new day; the files they leave stay readable as of
earlier commits.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from parsers.downs import placed_again
from parsers.house import House
from warehouse import parquet, tables
from warehouse.files import Json
from warehouse.hands import HandTables, take_hands
from warehouse.lake import Draft, Lake, Landing, LiveFile, Partition, Snapshot

KIND: Final = "refile"
Rows: TypeAlias = npt.NDArray[np.int64]


def out_of_line(snapshot: Snapshot, house: House) -> dict[str, str]:
    """The rooms whose rows were filed by another clock than the house file's, with the clock that holds now."""
    rooms = {live.file.room for live in snapshot.files.values() if live.file.table in tables.FEED_TABLES}
    clocks = {room: house.clock_of(room) for room in sorted(room for room in rooms if room is not None)}
    return {room: clock for room, clock in clocks.items() if snapshot.clocks.get(room) != clock}


def refile(lake: Lake, house: House) -> int:
    """Files every room by the house file's clock; how many rows of feeds moved. Hold the lock of the landing."""
    if not out_of_line(lake.snapshot(), house):
        return 0
    moved = [0]

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        clocks = out_of_line(snapshot, house)
        if not clocks:
            return None
        again = _Refiling(lake, house, snapshot, folder)
        for room in clocks:
            again.room(room)
        moved[0] = again.moved
        draft = again.draft
        emptied = again.emptied(list(clocks))
        for day, room in emptied:  # what was found there stands on hands that are filed elsewhere now
            for name in (*tables.JUDGED_TABLES, "quality", "register"):
                draft.removed += [live.file.path for live in snapshot.select(name, room, day, staged=True)]
        partitions: list[Json] = [[day.isoformat(), room] for day, room in emptied]
        told: dict[str, Json] = dict(clocks)
        draft.meta = {"house": house.digest, "clocks": told, "moved": again.moved, "partitions": partitions}
        return draft

    lake.commit(prepare)
    return moved[0]


class _Refiling:
    """One commit that moves rows to other days."""

    def __init__(self, lake: Lake, house: House, snapshot: Snapshot, folder: Path) -> None:
        self._lake, self._house, self._snapshot, self._folder = lake, house, snapshot, folder
        self.draft = Draft(KIND)
        self.moved = 0
        # Seats and events find their hands by commit and group: a new group must be no old one's name.
        self._group = max((live.file.group or 0 for live in snapshot.files.values()), default=0)

    def room(self, room: str) -> None:
        for live in self._files("hands", room):
            self._hands(live)
        for name in ("notes", "downs", "shuffles"):  # a box is counted under the day that its own line names
            for live in self._files(name, room):
                table = self._read(live)
                self._move(live, name, {name: table}, self._placed(name, table))

    def emptied(self, rooms: list[str]) -> list[Partition]:
        """Partitions that had rows of feeds before, and have none now."""
        gone = set(self.draft.removed)
        live = [one.file for one in self._snapshot.files.values() if one.file.table in tables.FEED_TABLES]
        added = [pending.file for pending in self.draft.files]
        before = {(f.gaming_date, f.room) for f in live if f.room in rooms}
        after = {(f.gaming_date, f.room) for f in [*added, *(f for f in live if f.path not in gone)]}
        return sorted((day, room) for day, room in before - after if day is not None and room is not None)

    def _files(self, name: str, room: str) -> list[LiveFile]:
        return self._snapshot.select(name, room, staged=True)

    def _read(self, live: LiveFile) -> pa.Table:
        return parquet.from_bytes(self._lake.read_bytes(live), live.file.table)

    def _placed(self, name: str, table: pa.Table) -> pa.Table:
        """The table with its days (and slots) by the house file as it is now."""
        if name == "downs":
            return placed_again(table, self._house)
        rooms = pl.Series("room", table["room"].cast(pa.string()), dtype=pl.String)
        dates = self._house.gaming_dates(rooms, pl.Series(pl.from_arrow(table[tables.TIME_OF[name]])))
        column = table.schema.get_field_index("gaming_date")
        return table.set_column(column, table.schema.field(column), dates.to_arrow().cast(pa.date32()))

    def _hands(self, live: LiveFile) -> None:
        hands = self._read(live)
        placed = self._placed("hands", hands)
        if placed.equals(hands):
            return
        same = (live.commit, live.file.group, live.file.gaming_date, live.file.room)
        beside = [
            one
            for name in ("seats", "events")
            for one in self._files(name, str(live.file.room))
            if (one.commit, one.file.group, one.file.gaming_date, one.file.room) == same
        ]
        three = {"hands": hands} | {one.file.table: self._read(one) for one in beside}
        self._move(live, "hands", three, placed, [one.file.path for one in beside])

    def _move(
        self, live: LiveFile, name: str, parts: HandTables, placed: pa.Table, beside: list[str] | None = None
    ) -> None:
        """Takes a file, with those beside it, out of its partition and writes its rows where they belong."""
        if placed.equals(parts[name]):
            return
        old = parts[name]["gaming_date"].combine_chunks()
        self.moved += int(
            pa.compute.sum(pa.compute.not_equal(old, placed["gaming_date"].combine_chunks())).as_py() or 0
        )
        self.draft.removed += [live.file.path, *(beside or ())]
        parts = {**parts, name: placed}
        for (day, room), rows in split_by_day(placed):
            some = parts
            if rows is not None:
                some = take_hands(parts, rows) if name == "hands" else {name: placed.take(pa.array(rows))}
            self._group += 1
            owner: str | None = None
            for table_name, table in some.items():
                how = Landing(True, self._group, frozenset(live.file.sources), owner, live.commit)
                pending = self._lake.write_table(table, table_name, self._folder, room, day, how)
                owner = pending.file.sha256 if table_name == "hands" else owner
                self.draft.files.append(pending)


def split_by_day(table: pa.Table) -> Iterator[tuple[Partition, Rows | None]]:
    """The partitions of a table's rows with their positions, by gaming day and room; None: it is all one partition."""
    keys = pl.DataFrame(
        {
            "gaming_date": pl.Series(table["gaming_date"]),
            "room": pl.Series(table["room"].cast(pa.string()), dtype=pl.String),
        }
    )
    found: list[Any] = keys.unique(maintain_order=False).sort("gaming_date", "room").rows()
    if len(found) == 1:
        yield found[0], None
        return
    for day, room in found:
        mask = (keys["gaming_date"] == day) & (keys["room"] == room)
        yield (day, room), np.flatnonzero(mask.to_numpy()).astype(np.int64)
