"""Room days of a lake judged by workers: where they are goes out, what was found comes back, and nothing is written.

A worker reads the lake itself, at the commit that it is told, so it must see the lake's folder under the same path. The
audit id that it comes to is compared with the one that was expected: another version of the code gives another id.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa

from checks.audit import Audit
from parsers.house import House
from pipelines.auditing.arrow_bytes import from_ipc, to_ipc
from pipelines.auditing.lake_audit import Judged, PartitionEvidence, judge_partition, partition_evidence
from pipelines.auditing.workers import Workers
from pipelines.errors import InputError
from warehouse import tables
from warehouse.lake import Lake, Snapshot
from warehouse.register import Register

_GIVEN: Final = pa.schema([("day", pa.string()), ("room", pa.string()), ("audit_id", pa.string())])
_JUDGED: Final = pa.schema(
    [
        ("day", pa.string()), ("room", pa.string()), ("audit_id", pa.string()),
        *((name, pa.binary()) for name in (*tables.AUDIT_TABLES, "register", "film")), ("more", pa.string()),
    ]
)  # fmt: skip


class RoomDay(NamedTuple):
    """A gaming day of a room, and the id of the audit that is due."""

    day: dt.date
    room: str
    audit_id: str


def judge_room_days(
    workers: Workers, lake: Lake, number: int, house: House, due: Iterable[RoomDay]
) -> dict[tuple[dt.date, str], Judged]:
    """What audits of these room days find in the lake as of commit `number`, by day and room."""
    work = partial(_judge, root=str(lake.root), number=number, house=house)
    tasks = [{"day": one.day.isoformat(), "room": one.room, "audit_id": one.audit_id} for one in due]
    rows = workers.run(work, tasks, _GIVEN, _JUDGED) if tasks else []
    return {(dt.date.fromisoformat(row["day"]), row["room"]): _judged_of(row) for row in rows}


def judge_elsewhere(
    workers: Workers, lake: Lake, snapshot: Snapshot, house: House, room: str, day: dt.date, found: PartitionEvidence
) -> Judged:
    """`lake_audit.judge_partition`, on workers."""
    (judged,) = judge_room_days(workers, lake, snapshot.number, house, [RoomDay(day, room, found.audit_id)]).values()
    return judged


def _judge(tasks: Iterable[pa.RecordBatch], root: str, number: int, house: House) -> Iterator[pa.RecordBatch]:
    """On a worker: a room's gaming day out of the lake, its audit back."""
    lake, snapshot = _as_of(root, number)
    register = Register(lake, snapshot, house)
    for task in tasks:
        for row in task.to_pylist():
            day, room = dt.date.fromisoformat(row["day"]), row["room"]
            found = partition_evidence(register, room, day)
            if found.audit_id != row["audit_id"]:
                raise InputError(
                    f"{room} {day}: a worker would audit it as {found.audit_id[:16]}, due is {row['audit_id'][:16]}; "
                    "install the same version of oddchip and of its libraries on all workers"
                )
            judged = judge_partition(lake, snapshot, house, room, day, found)
            yield pa.RecordBatch.from_pylist([_row_of(row, judged)], schema=_JUDGED)


@lru_cache(maxsize=1)  # a worker is asked many times of one state, and to read the ledger takes longer each night
def _as_of(root: str, number: int) -> tuple[Lake, Snapshot]:
    lake = Lake(Path(root))
    return lake, lake.snapshot(number)


def _row_of(task: dict[str, Any], judged: Judged) -> dict[str, Any]:
    audit = judged.audit
    more = {
        "meta": judged.meta,
        "evaluated": audit.hands_evaluated,
        "unruled": audit.unruled,
        "seconds": audit.seconds,
    }
    return {
        **task,
        **{name: to_ipc(getattr(audit, name)) for name in tables.AUDIT_TABLES},
        "register": to_ipc(judged.register),
        "film": to_ipc(judged.film),
        "more": json.dumps(more),
    }


def _judged_of(row: dict[str, Any]) -> Judged:
    found = {name: from_ipc(row[name]) for name in tables.AUDIT_TABLES}
    more = json.loads(row["more"])
    audit = Audit(**found, hands_evaluated=more["evaluated"], seconds=more["seconds"], unruled=more["unruled"])
    return Judged(audit, from_ipc(row["register"]), from_ipc(row["film"]), more["meta"])
