"""Where an audit of files runs: here, with other processes to read; or on Spark. What comes out is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

from checks.audit import Audit, Auditor, Feeds
from checks.law.rulebook import Rulebook
from parsers.batch import HandBatch
from parsers.handlog import ParsedHands
from parsers.house import House
from pipelines.auditing.engine_names import SPARK
from pipelines.auditing.parallel_read import read_logs

Logs: TypeAlias = list[tuple[Path, str]]
Law: TypeAlias = tuple[House, dict[str, Rulebook], str | None]


class Engine(Protocol):
    """Reads logs and judges what was read. Every batch that comes by, and only those, is handed back by `add`."""

    def batches(self) -> Iterator[ParsedHands]: ...
    def add(self, batch: HandBatch) -> None: ...
    def finish(self, feeds: Feeds) -> Audit: ...


class _Local:
    """One process judges; `jobs` of them read."""

    def __init__(self, logs: Logs, auditor: Auditor, jobs: int, spool: Path, came: Callable[[int], None]) -> None:
        self._reading = (logs, jobs, spool, came)
        self._auditor = auditor

    def batches(self) -> Iterator[ParsedHands]:
        return read_logs(*self._reading)

    def add(self, batch: HandBatch) -> None:
        self._auditor.add(batch)

    def finish(self, feeds: Feeds) -> Audit:
        return self._auditor.finish(feeds)


@contextmanager
def running(
    name: str, logs: Logs, law: Law, audit_id: str, jobs: int, spool: Path, came: Callable[[int], None]
) -> Iterator[Engine]:
    """The engine of this name, while it is needed; `came` hears of the bytes read, where they are read here."""
    house, rulebooks, rulebook = law
    if name == SPARK:
        from pipelines.auditing.spark_engine import SparkEngine

        engine = SparkEngine(logs, house, audit_id, rulebook, jobs, spool)
        try:
            yield engine
        finally:
            engine.close()
    else:
        yield _Local(logs, Auditor(house, rulebooks, audit_id, rulebook, hand_facts=False), jobs, spool, came)
