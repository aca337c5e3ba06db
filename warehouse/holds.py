"""Holds: what may not be deleted, however old it is. Placed and released by entries of the ledger, with who and why.

A hold is of gaming days, of a table, or of a table on some days. It always keeps whole gaming days: the files of a day
hold all its tables, and a finding is proved by the day around it. Its number is that of its entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from warehouse import tables
from warehouse.acts import held_in_words
from warehouse.lake import Draft, Lake, LakeError, Snapshot
from warehouse.ledger import HOLD, RELEASE, Entry

ALL_DAYS: Final = (date.min, date.max)


@dataclass(frozen=True)
class Hold:
    """One hold that stands, and in words what it is of. Without a table it keeps every day from `first` to `last`."""

    number: int
    first: date
    last: date
    table: str | None
    finding: str | None
    who: str
    reason: str
    of: str


def standing(snapshot: Snapshot) -> list[Hold]:
    """The holds that nobody released, oldest first."""
    return [
        Hold(
            number,
            date.fromisoformat(meta["first"]),
            date.fromisoformat(meta["last"]),
            meta["table"],
            meta["finding"],
            meta["who"],
            meta["reason"],
            held_in_words(meta),
        )
        for number, meta in sorted(snapshot.holds.items())
    ]


class Held:
    """Which gaming days the holds of a state keep."""

    def __init__(self, snapshot: Snapshot, entries: Iterable[Entry]) -> None:
        self._holds = standing(snapshot)
        self._days_of: dict[str, set[date]] = {}
        self._unknown: set[date] = set()  # files of former versions do not say which tables they are of
        for file in (file for entry in entries for file in entry.added if file.table in tables.SPANNED):
            if file.gaming_date is not None:
                for span in file.spans:
                    self._days_of.setdefault(span.table, set()).add(file.gaming_date)
                if not file.spans:
                    self._unknown.add(file.gaming_date)

    def by(self, day: date) -> Hold | None:
        """The first hold that keeps a gaming day."""
        return next((hold for hold in self._holds if self._keeps(hold, day)), None)

    def _keeps(self, hold: Hold, day: date) -> bool:
        if not hold.first <= day <= hold.last:
            return False
        return hold.table is None or day in self._days_of.get(hold.table, ()) or day in self._unknown


def place(
    lake: Lake, who: str, reason: str, days: tuple[date, date] = ALL_DAYS, table: str | None = None,
    finding: str | None = None,
) -> Entry:  # fmt: skip
    """Places a hold. A finding's is of its gaming day; LakeError where no audit that stands has it."""

    def prepare(snapshot: Snapshot, folder: object) -> Draft:
        first, last = days if finding is None else _day_of(lake, snapshot, finding)
        return Draft(
            HOLD,
            meta={
                "first": first.isoformat(),
                "last": last.isoformat(),
                "table": table,
                "finding": finding,
                "who": who,
                "reason": reason,
            },
        )

    entry = lake.commit(prepare)
    assert entry is not None
    return entry


def release(lake: Lake, number: int, who: str, reason: str) -> Entry:
    """Releases a hold; LakeError where none of that number stands."""

    def prepare(snapshot: Snapshot, folder: object) -> Draft:
        if number not in snapshot.holds:
            there = ", ".join(map(str, sorted(snapshot.holds))) or "none"
            raise LakeError(f"hold {number}: no such hold stands; there are: {there}")
        return Draft(RELEASE, meta={"hold": number, "who": who, "reason": reason})

    entry = lake.commit(prepare)
    assert entry is not None
    return entry


def _day_of(lake: Lake, snapshot: Snapshot, finding: str) -> tuple[date, date]:
    rows = lake.read("findings", as_of=snapshot.number, columns=["finding_id", "gaming_date"]).to_pylist()
    found = [row["gaming_date"] for row in rows if row["finding_id"] == finding]
    if not found:
        raise LakeError(f"{finding}: no finding of the lake has this id; `oddchip findings` lists them")
    return min(found), max(found)
