"""Spark as a place where work is done: tasks out, one row each, and what they made back. Knows nothing of audits."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import pyarrow as pa

from pipelines.auditing.workers import Row, Work
from pipelines.errors import InputError

MASTER_VARIABLE = "ODDCHIP_SPARK_MASTER"

_DDL = {
    pa.int64(): "long", pa.float64(): "double", pa.string(): "string", pa.binary(): "binary",
    pa.list_(pa.string()): "array<string>", pa.list_(pa.int64()): "array<long>",
}  # fmt: skip


class SparkWorkers:
    """A Spark session: the cluster that ODDCHIP_SPARK_MASTER names, else `jobs` workers on this machine."""

    def __init__(self, jobs: int) -> None:
        self._session = _session(jobs)

    def run(self, work: Work, tasks: list[Row], given: pa.Schema, made: pa.Schema) -> list[Row]:
        rows = [tuple(task[name] for name in given.names) for task in tasks]
        frame = self._session.createDataFrame(rows, ddl(given)).repartition(len(rows), given.names[0])
        return [row.asDict() for row in frame.mapInArrow(work, ddl(made)).collect()]

    def close(self) -> None:
        self._session.stop()


def ddl(schema: pa.Schema) -> str:
    """The schema in Spark's words. `mapInArrow` coerces nothing: both sides must say the same."""
    return ", ".join(f"{one.name} {_DDL[one.type]}" for one in schema)


def _session(jobs: int) -> Any:
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
    builder = builder.config("spark.ui.showConsoleProgress", "false")  # our own bar has the line
    session = builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session
