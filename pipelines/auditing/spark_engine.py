"""The audit of files on Spark: logs are read a file a task, rooms are judged a room a task. An extra: oddchip[spark].

No check looks from one room into another, so a room is the unit that can be judged anywhere: tables in, findings out,
both Arrow. The findings are those of one machine to the byte. Between the two stages lies the spool, a folder that all
workers must see; the only thing shuffled is the list of which files hold which room.
"""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checks.audit import FEEDS, Audit, Auditor, Feeds
from checks.law.rulebook import rulebooks_of
from parsers import schemas
from parsers.batch import HandBatch
from parsers.batch_rows import rows_of
from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.house import House
from parsers.source import Source
from pipelines.auditing.arrow_bytes import from_ipc, to_ipc
from pipelines.auditing.engine_names import SPARK
from pipelines.auditing.gathering import gathered
from pipelines.auditing.repeats import SeenLines, without_repeats
from pipelines.auditing.workers import workers_of
from warehouse import parquet

GIVEN_LOG = pa.schema([("file", pa.int64()), ("path", pa.string()), ("feed", pa.string())])
READ_SCHEMA = pa.schema([("file", pa.int64()), ("batches", pa.int64()), ("rooms", pa.list_(pa.string()))])
GIVEN_ROOM = pa.schema([("room", pa.string()), ("files", pa.list_(pa.int64()))])
FOUND = ("findings", "coverage", "payroll", "devices")
JUDGED_SCHEMA = pa.schema(
    [
        ("room", pa.string()), *((name, pa.binary()) for name in FOUND), ("evaluated", pa.int64()),
        ("unruled", pa.string()), ("replay", pa.float64()), ("checks", pa.float64()),
    ]
)  # fmt: skip


class SparkEngine:
    """Takes the place of the process pool and of the auditor in `audit_files`; hands come by in the same order."""

    def __init__(
        self, logs: list[tuple[Path, str]], house: House, audit_id: str, rulebook: str | None, jobs: int, spool: Path
    ) -> None:
        self._logs, self._spool = logs, spool
        self._judge = (house, audit_id, rulebook)
        self._rooms: dict[str, list[int]] = {}
        self._workers = workers_of(SPARK, jobs)

    def batches(self) -> Iterator[ParsedHands]:
        """Reads the logs on the workers; then every batch, in the order of the files."""
        if not self._logs:
            return
        work = [
            {"file": number, "path": str(path.absolute()), "feed": feed}
            for number, (path, feed) in enumerate(self._logs)
        ]
        read = partial(_read, spool=str(self._spool))
        done = {row["file"]: row for row in self._workers.run(read, work, GIVEN_LOG, READ_SCHEMA)}
        for number in range(len(self._logs)):
            for room in done[number]["rooms"]:
                self._rooms.setdefault(room, []).append(number)
            yield from _spooled(self._spool, number)

    def add(self, batch: HandBatch) -> None:
        """Nothing to do: the workers read the batch from the spool."""

    def finish(self, feeds: Feeds) -> Audit:
        """Judges every room on the workers and puts what they found in order."""
        given = {name: table for name in FEEDS if (table := getattr(feeds, name)) is not None}
        rooms = set(self._rooms)
        for table in given.values():
            if "room" in table.column_names:
                rooms.update(table["room"].cast(pa.string()).unique().to_pylist())
        if not rooms:
            house, audit_id, rulebook = self._judge
            return Auditor(house, rulebooks_of(house), audit_id, rulebook, hand_facts=False).finish(feeds)
        judge = partial(
            _judge_rooms,
            spool=str(self._spool),
            shared={name: to_ipc(table) for name, table in given.items()},
            judge=self._judge,
        )
        work = [{"room": room, "files": self._rooms.get(room, [])} for room in sorted(rooms)]
        return _together(self._workers.run(judge, work, GIVEN_ROOM, JUDGED_SCHEMA))

    def close(self) -> None:
        self._workers.close()


def _together(judged: list[dict[str, Any]]) -> Audit:
    """What was found in every room as one audit."""
    tables = {name: parquet.sort(pa.concat_tables([from_ipc(row[name]) for row in judged]), name) for name in FOUND}
    unruled = sum((Counter(json.loads(row["unruled"])) for row in judged), Counter())
    return Audit(
        tables["findings"],
        tables["coverage"],
        schemas.HAND_FACTS.empty_table(),
        sum(row["evaluated"] for row in judged),
        {stage: max(row[stage] for row in judged) for stage in ("replay", "checks")},
        tables["payroll"],
        tables["devices"],
        dict(sorted(unruled.items())),
    )


def _file(spool: Path, number: int) -> Path:
    return spool / f"{number:06d}.batches"


def _read(tasks: Iterable[pa.RecordBatch], spool: str) -> Iterator[pa.RecordBatch]:
    """Stage one, on a worker: each log into its spool file, which appears whole or not at all."""
    for task in tasks:
        for row in task.to_pylist():
            target = _file(Path(spool), row["file"])
            beside = target.with_name(f"{target.name}.{os.getpid()}")  # a task may run twice
            count = 0
            rooms: set[str] = set()
            with open(beside, "wb") as out:
                for parsed in read_hands(Source(Path(row["path"])), row["feed"]):
                    pickle.dump(parsed, out, protocol=pickle.HIGHEST_PROTOCOL)
                    rooms.update(parsed.batch.texts[number] for number in set(parsed.batch.room.tolist()))
                    count += 1
            os.replace(beside, target)
            done = {"file": row["file"], "batches": count, "rooms": sorted(rooms)}
            yield pa.RecordBatch.from_pylist([done], schema=READ_SCHEMA)


def _spooled(spool: Path, number: int) -> Iterator[ParsedHands]:
    with open(_file(spool, number), "rb") as file:
        while True:
            try:
                parsed: ParsedHands = pickle.load(file)
            except EOFError:
                return
            yield parsed


def _judge_rooms(
    tasks: Iterable[pa.RecordBatch], spool: str, shared: dict[str, bytes], judge: tuple[House, str, str | None]
) -> Iterator[pa.RecordBatch]:
    """Stage two, on a worker: a room's hands and feeds in, its findings and coverage out."""
    house, audit_id, rulebook = judge
    for task in tasks:
        for row in task.to_pylist():
            room = row["room"]
            auditor = Auditor(house, rulebooks_of(house), audit_id, rulebook=rulebook, hand_facts=False)
            seen = SeenLines()
            for parsed in gathered(_hands_of_room(Path(spool), row["files"], room)):
                batch = without_repeats(parsed.batch, seen)
                if len(batch):
                    auditor.add(batch)
            feeds = {name: _of_one_room(from_ipc(data), room) for name, data in shared.items()}
            audit = auditor.finish(Feeds(**feeds))
            done = {
                "room": room,
                **{name: to_ipc(getattr(audit, name)) for name in FOUND},
                "evaluated": audit.hands_evaluated,
                "unruled": json.dumps(audit.unruled),
                "replay": audit.seconds["replay"],
                "checks": audit.seconds["checks"],
            }
            yield pa.RecordBatch.from_pylist([done], schema=JUDGED_SCHEMA)


def _hands_of_room(spool: Path, files: list[int], room: str) -> Iterator[ParsedHands]:
    """The room's hands from the files that hold some; notes and bad lines are the driver's."""
    for number in files:
        for parsed in _spooled(spool, number):
            batch = _of_room(parsed.batch, room)
            if len(batch):
                yield ParsedHands(batch, schemas.NOTES.empty_table(), [])


def _of_one_room(feed: pa.Table, room: str) -> pa.Table:
    """A feed's rows of a room; what knows no rooms, as roster and quarantine, is every room's."""
    if "room" not in feed.column_names:
        return feed
    return feed.filter(pc.equal(feed["room"].cast(pa.string()), room))


def _of_room(batch: HandBatch, room: str) -> HandBatch:
    """The hands of one room, in their order."""
    wanted = [i for i, text in enumerate(batch.texts) if text == room]
    mine = (batch.room[:, None] == wanted).any(axis=1) if len(batch) else batch.room == 0
    if mine.all():
        return batch
    return rows_of(batch, np.flatnonzero(mine))
