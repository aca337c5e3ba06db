"""Days of the lake audited again under this or another house file: what would change, and then, if asked, the commit.

Nothing is written before `commit`. What the workers found waits for it in a folder of its own, so that memory holds a
few room days however many are asked for.
"""

from __future__ import annotations

import datetime as dt
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from dashboards.amounts import Moved, moved
from parsers.house import House
from pipelines.auditing.lake_audit import Judged, audit_partition, commit_judged, partition_evidence
from pipelines.auditing.room_days import RoomDay, judge_room_days
from pipelines.auditing.workers import Workers
from pipelines.errors import InputError
from warehouse import parquet
from warehouse.amounts import with_amounts
from warehouse.audits import StaleAuditError
from warehouse.filing import out_of_line
from warehouse.lake import Lake, Partition, Snapshot
from warehouse.register import Register

LOT: Final = 8  # room days in memory at a time, a worker
_HAND: Final = ["gaming_date", "room", "table", "hand", "is_tournament"]


@dataclass(frozen=True)
class Told:
    """What an audit says of a room's gaming day, as far as two of them are compared."""

    findings: dict[str, tuple[str, str]] = field(default_factory=dict)  # code and all that is told, by finding id
    moved: dict[str, Moved] = field(default_factory=dict)  # by code
    hands: int = 0
    rake_due_cents: int = 0
    rake_taken_cents: int = 0

    @property
    def codes(self) -> Counter[str]:
        return Counter(code for code, _ in self.findings.values())


@dataclass(frozen=True)
class Change:
    """A room day whose audit would be another one, though it may find the same. `before` is None where none stands."""

    day: dt.date
    room: str
    before: Told | None
    after: Told
    unruled: dict[str, int]  # hands that no rule governs, by the reason

    @property
    def was(self) -> Told:
        return self.before or Told()

    @property
    def new(self) -> Counter[str]:
        """Findings by code that nobody was told of before."""
        return Counter(self.after.findings[one][0] for one in self.after.findings.keys() - self.was.findings.keys())

    @property
    def gone(self) -> Counter[str]:
        return Counter(self.was.findings[one][0] for one in self.was.findings.keys() - self.after.findings.keys())

    @property
    def reworded(self) -> Counter[str]:
        """Findings by code that stay, with another amount, rule or sentence."""
        both = self.after.findings.keys() & self.was.findings.keys()
        return Counter(
            self.after.findings[one][0] for one in both if self.after.findings[one] != self.was.findings[one]
        )

    @property
    def tells_the_same(self) -> bool:
        return self.before == self.after


@dataclass
class Reaudit:
    """What an audit of these room days under this house file would change; they stand as of commit `number`."""

    number: int
    stand: list[Partition] = field(default_factory=list)  # audited already from the same files under the same rules
    changes: list[Change] = field(default_factory=list)
    audit_ids: dict[Partition, str] = field(default_factory=dict)  # those that are due, of the changes


def room_days(snapshot: Snapshot, first: dt.date, last: dt.date, room: str | None) -> list[Partition]:
    """The room days of the lake in a span, promoted or audited; InputError where there are none."""
    found = sorted(
        (day, name)
        for day, name in {*snapshot.partitions(), *snapshot.audits}
        if first <= day <= last and room in (None, name)
    )
    if not found:
        span = f"{first}" if first == last else f"{first} to {last}"
        of = f" of {room}" if room else ""
        raise InputError(f"{span}: the lake holds no gaming day{of} to audit again; run `oddchip nightly` first")
    return found


def what_would_change(
    lake: Lake, house: House, nights: Sequence[Partition], workers: Workers, spool: Path, lot: int = LOT,
    tell: Callable[[int], None] = lambda done: None,
) -> Reaudit:  # fmt: skip
    """Audits those whose audit is not the one that is due, `lot` room days at a time.

    What was found is left in `spool` for `commit`; `tell` hears how many room days were looked at since it last did.
    """
    snapshot = lake.snapshot()
    _refuse_other_clocks(snapshot, house, {room for _, room in nights})
    register = Register(lake, snapshot, house)
    done, due = Reaudit(snapshot.number), []
    for day, room in nights:
        audit_id = partition_evidence(register, room, day).audit_id
        if snapshot.audits.get((day, room)) == audit_id:
            done.stand.append((day, room))
        else:
            due.append(RoomDay(day, room, audit_id))
    tell(len(done.stand))
    for some in (due[first : first + lot] for first in range(0, len(due), lot)):
        found = judge_room_days(workers, lake, snapshot.number, house, some)
        for one in some:
            judged = found[one.day, one.room]
            done.changes.append(_change(lake, snapshot, one, judged))
            done.audit_ids[one.day, one.room] = one.audit_id
            with open(_file(spool, one.day, one.room), "wb") as file:
                pickle.dump(judged, file, protocol=pickle.HIGHEST_PROTOCOL)
        tell(len(some))
    return done


def commit(lake: Lake, house: House, found: Reaudit, spool: Path) -> list[Partition]:
    """Commits what was found; gives the room days that have a new audit.

    An audit of a day may hang on that of a former day (which checks were asked at a table whose log did not come), and
    files may land meanwhile: a day whose audit is no longer the one that was found is audited once more.
    """
    committed = []
    for change in found.changes:
        day, room = change.day, change.room
        snapshot = lake.snapshot()
        due = partition_evidence(Register(lake, snapshot, house), room, day).audit_id
        try:
            if due != found.audit_ids[day, room]:
                raise StaleAuditError(room)
            with open(_file(spool, day, room), "rb") as file:
                judged: Judged = pickle.load(file)
            commit_judged(lake, snapshot, room, day, judged)
        except StaleAuditError:
            audit_partition(lake, house, room, day)
        committed.append((day, room))
    return committed


def _refuse_other_clocks(snapshot: Snapshot, house: House, rooms: set[str]) -> None:
    """Under another clock the hands are of other gaming days: only the night can file them again."""
    moved_rooms = sorted(rooms & set(out_of_line(snapshot, house)))
    if moved_rooms:
        raise InputError(
            f"{', '.join(moved_rooms)}: this house file has another time zone or another beginning of the gaming day "
            "than the lake is filed by; keep both as they were to see what else would change, or let `oddchip nightly` "
            "file the hands again"
        )


def _file(spool: Path, day: dt.date, room: str) -> Path:
    return spool / f"{day.isoformat()}-{room.encode().hex()}.judged"


def _change(lake: Lake, snapshot: Snapshot, one: RoomDay, judged: Judged) -> Change:
    day, room = one.day, one.room
    hands = parquet.plain(lake.read("hands", room, day, as_of=snapshot.number, columns=_HAND))
    before = None
    if (day, room) in snapshot.audits:
        stand = {name: lake.read(name, room, day, as_of=snapshot.number) for name in ("findings", "hand_facts")}
        before = _told(stand["findings"], stand["hand_facts"], hands)
    audit = judged.audit
    return Change(day, room, before, _told(audit.findings, audit.hand_facts, hands), audit.unruled)


def _told(findings: pa.Table, facts: pa.Table, hands: pa.Table) -> Told:
    rows = with_amounts(findings, [hands])
    by_code: dict[str, list[dict[str, object]]] = {}
    for row in rows:
        by_code.setdefault(row["code"], []).append(row)
    return Told(
        findings=dict(_of_each_finding(findings)),
        moved={code: moved(some) for code, some in by_code.items()},
        hands=len(facts),
        rake_due_cents=pc.sum(facts["rake_due_cents"]).as_py() or 0,
        rake_taken_cents=pc.sum(facts["rake_taken_cents"]).as_py() or 0,
    )


def _of_each_finding(findings: pa.Table) -> Iterator[tuple[str, tuple[str, str]]]:
    """Finding id; code and a digest of all that the finding says, the id of its audit apart."""
    frame = pl.DataFrame(pl.from_arrow(parquet.plain(findings))).drop("audit_id")
    for row in frame.iter_rows(named=True):
        yield row["finding_id"], (row["code"], repr(row))
