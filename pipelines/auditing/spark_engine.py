"""The audit of files on Spark: logs are read a file a task, rooms are judged a room a task. An extra: oddchip[spark].

No check looks from one room into another, so a room is the unit that can be judged anywhere: tables in, findings out,
both Arrow. The findings are those of one machine to the byte. Between the two stages lies the spool, a folder that all
workers must see; the only thing shuffled is the list of which files hold which room.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checks.audit import Audit, Auditor, Feeds
from checks.law.rulebook import rulebooks_of
from parsers import schemas
from parsers.batch import HandBatch
from parsers.batch_rows import rows_of
from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.house import House
from parsers.source import Source
from pipelines.auditing.repeats import SeenLines, without_repeats
from pipelines.errors import InputError
from warehouse import parquet

MASTER_VARIABLE = "ODDCHIP_SPARK_MASTER"
READ_SCHEMA = pa.schema([("file", pa.int64()), ("batches", pa.int64()), ("rooms", pa.list_(pa.string()))])
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
        self._session = _session(jobs)
        self._jobs = jobs

    def batches(self) -> Iterator[ParsedHands]:
        """Reads the logs on the workers; then every batch, in the order of the files."""
        if not self._logs:
            return
        work = [(number, str(path.absolute()), feed) for number, (path, feed) in enumerate(self._logs)]
        frame = self._session.createDataFrame(work, "file long, path string, feed string")
        frame = frame.repartition(len(work), "file")
        spool = str(self._spool)
        read = frame.mapInArrow(lambda batches: _read(batches, spool), "file long, batches long, rooms array<string>")
        done = {row["file"]: row for row in read.collect()}
        for number in range(len(self._logs)):
            for room in done[number]["rooms"]:
                self._rooms.setdefault(room, []).append(number)
            yield from _spooled(self._spool, number)

    def add(self, batch: HandBatch) -> None:
        """Nothing to do: the workers read the batch from the spool."""

    def finish(self, feeds: Feeds) -> Audit:
        """Judges every room on the workers and puts what they found in order."""
        rooms = set(self._rooms)
        for table in (feeds.notes, feeds.downs, feeds.shuffles):
            if table is not None:
                rooms.update(name for name in table["room"].cast(pa.string()).unique().to_pylist() if name is not None)
        given = {name: getattr(feeds, name) for name in ("notes", "downs", "shuffles", "roster")}
        shared = {name: None if table is None else _to_ipc(table) for name, table in given.items()}
        work = [(room, self._rooms.get(room, [])) for room in sorted(rooms)]
        if not work:
            return Auditor(self._judge[0], rulebooks_of(self._judge[0]), *self._judge[1:], hand_facts=False).finish(
                feeds
            )
        frame = self._session.createDataFrame(work, "room string, files array<long>").repartition(len(work), "room")
        spool, judge = str(self._spool), self._judge
        found = ", ".join(f"{name} binary" for name in FOUND)
        kinds = f"room string, {found}, evaluated long, unruled string, replay double, checks double"
        judged = frame.mapInArrow(lambda batches: _judge_rooms(batches, spool, shared, judge), kinds).collect()
        tables = {
            name: parquet.sort(pa.concat_tables([_from_ipc(row[name]) for row in judged]), name) for name in FOUND
        }
        seconds = {stage: max(row[stage] for row in judged) for stage in ("replay", "checks")}
        return Audit(
            tables["findings"],
            tables["coverage"],
            schemas.HAND_FACTS.empty_table(),
            sum(row["evaluated"] for row in judged),
            seconds,
            tables["payroll"],
            tables["devices"],
            dict(sorted(sum((Counter(json.loads(row["unruled"])) for row in judged), Counter()).items())),
        )

    def close(self) -> None:
        self._session.stop()


def _session(jobs: int) -> Any:
    """A Spark session: the cluster that ODDCHIP_SPARK_MASTER names, else `jobs` workers on this machine."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise InputError("--engine spark needs pyspark; install it with: pip install oddchip[spark]") from None
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        raise InputError("--engine spark needs Java 17 or later; install it, or set JAVA_HOME")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    master = os.environ.get(MASTER_VARIABLE) or f"local[{jobs}]"
    builder = SparkSession.builder.appName("oddchip").master(master).config("spark.ui.enabled", "false")
    if master.startswith("local"):
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    session = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


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
    tasks: Iterable[pa.RecordBatch], spool: str, shared: dict[str, bytes | None], judge: tuple[House, str, str | None]
) -> Iterator[pa.RecordBatch]:
    """Stage two, on a worker: a room's hands and feeds in, its findings and coverage out."""
    house, audit_id, rulebook = judge
    for task in tasks:
        for row in task.to_pylist():
            room = row["room"]
            auditor = Auditor(house, rulebooks_of(house), audit_id, rulebook=rulebook, hand_facts=False)
            seen = SeenLines()
            for number in row["files"]:
                for parsed in _spooled(Path(spool), number):
                    batch = without_repeats(_of_room(parsed.batch, room), seen)
                    if len(batch):
                        auditor.add(batch)
            feeds = {name: _feed_of_room(name, data, room) for name, data in shared.items()}
            audit = auditor.finish(Feeds(**feeds))
            done = {
                "room": room,
                **{name: _to_ipc(getattr(audit, name)) for name in FOUND},
                "evaluated": audit.hands_evaluated,
                "unruled": json.dumps(audit.unruled),
                "replay": audit.seconds["replay"],
                "checks": audit.seconds["checks"],
            }
            yield pa.RecordBatch.from_pylist([done], schema=JUDGED_SCHEMA)


def _feed_of_room(name: str, data: bytes | None, room: str) -> pa.Table | None:
    if data is None:
        return None
    table = _from_ipc(data)
    return table if name in ("roster", "quarantine") else table.filter(pc.equal(table["room"].cast(pa.string()), room))


def _of_room(batch: HandBatch, room: str) -> HandBatch:
    """The hands of one room, in their order."""
    wanted = [i for i, text in enumerate(batch.texts) if text == room]
    mine = (batch.room[:, None] == wanted).any(axis=1) if len(batch) else batch.room == 0
    if mine.all():
        return batch
    return rows_of(batch, np.flatnonzero(mine))


def _to_ipc(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _from_ipc(data: bytes) -> pa.Table:
    return pa.ipc.open_stream(data).read_all()
