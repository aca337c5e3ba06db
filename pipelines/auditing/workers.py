"""Where work on independent rows is done: in this process, in several, or on Spark. Knows nothing of audits."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeAlias

import pyarrow as pa

from pipelines.auditing.engine_names import SPARK

Row: TypeAlias = dict[str, Any]
Work: TypeAlias = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


class Workers(Protocol):
    """Somewhere to run a function over rows; what comes back comes in any order."""

    def run(self, work: Work, tasks: list[Row], given: pa.Schema, made: pa.Schema) -> list[Row]:
        """The rows that `work` makes of `tasks`, which has the columns `given`; at least one task."""

    def close(self) -> None: ...


class Here:
    """This process and, with `jobs` above 1, as many others, which stay until `close`."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def run(self, work: Work, tasks: list[Row], given: pa.Schema, made: pa.Schema) -> list[Row]:
        one = partial(_one_task, work, given)
        if self._jobs == 1:
            return [row for task in tasks for row in one(task)]
        if self._pool is None:
            # a fresh interpreter each: the threads of Arrow and Polars do not survive a fork
            self._pool = ProcessPoolExecutor(self._jobs, mp_context=multiprocessing.get_context("spawn"))
        return [row for rows in self._pool.map(one, tasks) for row in rows]

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _one_task(work: Work, given: pa.Schema, task: Row) -> list[Row]:
    return [row for batch in work([pa.RecordBatch.from_pylist([task], schema=given)]) for row in batch.to_pylist()]


def workers_of(engine: str, jobs: int | None = None) -> Workers:
    """The workers of an engine, one a core where nobody says how many; to be closed when no more is asked of them."""
    jobs = jobs or os.cpu_count() or 1
    if engine == SPARK:
        from pipelines.auditing.spark_workers import SparkWorkers

        return SparkWorkers(jobs)
    return Here(jobs)
