"""The audit on Spark finds what one machine finds, to the byte, damaged lines in every feed included.

What Spark's workers run is always run here, in process and in an order of its own; Spark itself where pyspark and Java
are. Where CI is set, that they are not is an error: tests that are skipped look like tests that passed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import shutil
from pathlib import Path

import pyarrow as pa
import pytest

from checks.audit import FEEDS
from pipelines.auditing import spark_engine, spark_workers
from pipelines.auditing.workers import Row, Work
from pipelines.cli import OK, main

LACKING = [
    *(["pyspark"] if importlib.util.find_spec("pyspark") is None else []),
    *(["Java 17 or later"] if shutil.which("java") is None and not os.environ.get("JAVA_HOME") else []),
]


class InProcess:
    """What Spark does with the functions it is given, without Spark: pickled, a task at a time, in any order."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Work, tasks: list[Row], given: pa.Schema, made: pa.Schema) -> list[Row]:
        rows: list[Row] = []
        for task in reversed(tasks):
            sent: Work = pickle.loads(pickle.dumps(work))
            for batch in sent(iter([pa.RecordBatch.from_pylist([task], schema=given)])):
                assert batch.schema == made
                rows += batch.to_pylist()
        return rows

    def close(self) -> None: ...


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_workers, "SparkWorkers", InProcess)


@pytest.fixture(scope="module")
def damaged_day(small_day: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rooms under the same rules, with lines in every feed that cannot be read."""
    day = tmp_path_factory.mktemp("damaged") / "day"
    shutil.copytree(small_day, day, ignore=shutil.ignore_patterns("labels.parquet"))
    house = (day / "house.toml").read_text()
    room = house.split("[room.")[1].split("]")[0]
    section = house.split(f"[room.{room}]")[1].split("\n[")[0]
    (day / "house.toml").write_text(house + f"\n[room.annex]{section}\n")
    logs = sorted(day.glob("*.hands.jsonl"))
    # The second room: a table's log again, and that log once more, of which nothing may count twice.
    text = logs[0].read_text().replace(f'"room":"{room}"', '"room":"annex"')
    (day / "annex.hands.jsonl").write_text(text)
    (day / "annex-again.hands.jsonl").write_text(text + "\nno hand\n")
    lines = logs[0].read_text().splitlines()
    lines[20] = lines[20][: len(lines[20]) // 2]
    note = json.dumps({"v": 1, "room": room, "table": "1", "at": "yesterday", "note": "time-call"})
    logs[0].write_text("\n".join([*lines[:30], note, *lines[30:]]) + "\n")
    for path, bad in ((next(day.glob("*.downs.csv")), "25:99"), (day / "roster.csv", "")):
        rows = path.read_text().splitlines()
        path.write_text("\n".join([*rows[:2], ",".join([bad] * rows[0].count(",")), *rows[2:]]) + "\n")
    shuffler = next(day.glob("*.shuffler.csv"))
    rows = shuffler.read_text().splitlines()
    rows[5::12] = [row.replace(",ok", ",fine").replace("T", " at ") for row in rows[5::12]]
    shuffler.write_text("\n".join(rows) + "\n")
    (day / "x.drop.csv").write_text(
        f"room,table,gaming_date,shift,rake_cents,promo_cents\n{room},1,2026-01-16,day,100,0\n{room},1,today,,,\n"
    )
    return day


def audited(day: Path, out: Path, engine: str) -> Path:
    assert main(["audit", str(day), "--out", str(out), "--engine", engine, "--jobs", "2"]) == OK
    return out


@pytest.fixture(scope="module")
def on_one_machine(damaged_day: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return audited(damaged_day, tmp_path_factory.mktemp("local") / "out", "local")


def different(one: Path, other: Path) -> list[str]:
    """The files of two audits that are not the same to the byte, and what their summaries say otherwise."""
    names = sorted({path.name for folder in (one, other) for path in folder.iterdir()} - {"summary.json"})
    found = [name for name in names if (one / name).read_bytes() != (other / name).read_bytes()]
    told = [json.loads((folder / "summary.json").read_text()) for folder in (one, other)]
    passing = {"seconds", "hands_per_second", "peak_memory_mb"}
    assert told[0].keys() == told[1].keys()
    return found + [key for key in told[0].keys() - passing if told[0][key] != told[1][key]]


def test_the_day_has_damaged_lines_in_every_feed(on_one_machine: Path) -> None:
    import pyarrow.parquet as pq

    files = set(pq.read_table(on_one_machine / "quarantine.parquet")["source_file"].to_pylist())
    for kind in (".hands.jsonl", ".downs.csv", ".shuffler.csv", ".drop.csv", "roster.csv"):
        assert any(name.endswith(kind) for name in files), kind


@pytest.mark.usefixtures("in_process")
def test_what_the_workers_run_gives_the_bytes_of_one_machine(
    damaged_day: Path, on_one_machine: Path, tmp_path: Path
) -> None:
    assert different(on_one_machine, audited(damaged_day, tmp_path / "out", "spark")) == []


@pytest.mark.usefixtures("in_process")
def test_a_feed_that_is_not_handed_on_gives_other_findings(
    damaged_day: Path, on_one_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark_engine, "FEEDS", tuple(name for name in FEEDS if name != "quarantine"))
    assert "findings.parquet" in different(on_one_machine, audited(damaged_day, tmp_path / "out", "spark"))


def test_spark_gives_the_bytes_of_one_machine(damaged_day: Path, on_one_machine: Path, tmp_path: Path) -> None:
    if LACKING and not os.environ.get("CI"):
        pytest.skip(f"there is no {' and no '.join(LACKING)} here")
    assert not LACKING, "CI is set, so the tests on Spark must not be skipped; run `make setup java`"
    assert different(on_one_machine, audited(damaged_day, tmp_path / "out", "spark")) == []
