"""The audit on Spark finds what one machine finds, to the byte. Needs pyspark and Java; skipped where they are not."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import pytest

from pipelines.cli import OK, main

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("pyspark") is None, reason="pyspark is not installed: pip install oddchip[spark]"
    ),
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java 17 or later, and there is no java here"),
]


def test_two_workers_and_two_rooms_give_the_bytes_of_one_machine(small_day: Path, tmp_path: Path) -> None:
    day = tmp_path / "day"
    shutil.copytree(small_day, day, ignore=shutil.ignore_patterns("labels.parquet"))
    house = (day / "house.toml").read_text()
    room = house.split("[room.")[1].split("]")[0]
    logs = sorted(day.glob("*.hands.jsonl*"))
    # A second room under the same rules: a table's log again, and that log once more, of which nothing may count twice.
    text = logs[0].read_text().replace(f'"room":"{room}"', '"room":"annex"')
    (day / "annex.hands.jsonl").write_text(text)
    (day / "annex-again.hands.jsonl").write_text(text + "\nno hand\n")
    section = house.split(f"[room.{room}]")[1].split("\n[")[0]
    (day / "house.toml").write_text(house + f"\n[room.annex]{section}\n")
    for engine in ("local", "spark"):
        out = str(tmp_path / engine)
        assert main(["audit", str(day), "--out", out, "--engine", engine, "--jobs", "2"]) == OK
    for name in sorted(path.stem for path in (tmp_path / "local").glob("*.parquet")):
        one, other = (tmp_path / engine / f"{name}.parquet" for engine in ("local", "spark"))
        assert one.read_bytes() == other.read_bytes(), name
    one, other = (json.loads((tmp_path / engine / "summary.json").read_text()) for engine in ("local", "spark"))
    for key in ("audit_id", "hands_read", "hands_evaluated", "findings", "hands_repeated"):
        assert one[key] == other[key]
