"""A month of a 50-table room, backfilled: landed, gated, audited and published, with time and memory.

    python -m benchmarks.month [--hands 1000000] [--tables 50] [--folder DIR]

The logs, down cards and shuffler counts are simulated first (not timed): a table deals at most 500 hands a gaming day,
so a million hands at 50 tables are forty gaming days. What is timed is `oddchip nightly --date FIRST --to LAST`, in a
process of its own, from the landing folder to the last day's pages. Afterwards the lake is verified and every finding
is held against the simulator's labels: a fast night that finds the wrong things would be worth nothing.

Memory is that of the process and its children together, looked at once a second: the shared pages of each are
counted once among them (PSS).
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow.parquet as pq

from pipelines.scoreboard.scoring import score
from pipelines.simulator import simulate
from warehouse.lake import Lake

FIRST: Final = dt.date(2026, 1, 1)
ERRORS: Final = 0.01  # of the hands, as `oddchip simulate` has it
LOOK_SECONDS: Final = 1.0  # each look costs the process it looks at


class Cost(NamedTuple):
    """What a command took; memory in bytes."""

    wall: float
    processor: float
    memory: int


def main() -> int:
    """Prints the figures; 1 where a finding is missing, false, or a file of the lake is not as committed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.month", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--folder", type=Path, help="keep the simulated month and the data folder here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="oddchip-month-") as name:
        folder = args.folder or Path(name)
        month = folder / f"month-{args.tables}-{args.hands}"
        if not month.exists():
            simulate(folder / "part", FIRST, tables=args.tables, hands=args.hands, seed=7, errors=ERRORS)
            (folder / "part").rename(month)
        data = folder / "data"
        shutil.rmtree(data, ignore_errors=True)
        land(month, data)
        days = ["--date", FIRST.isoformat(), "--to", (FIRST + dt.timedelta(days=365)).isoformat()]
        command = ["nightly", "--data", str(data), *days]
        cost = measured(command, folder / "nightly.log")
        return report(data, month, cost)


def land(month: Path, data: Path) -> None:
    """A data folder into which the whole month has arrived."""
    (data / "landing").mkdir(parents=True)
    for path in sorted(month.iterdir()):
        if path.name == "house.toml":
            shutil.copy(path, data / path.name)
        elif path.name != "labels.parquet":
            os.link(path, data / "landing" / path.name)


def measured(command: list[str], log: Path) -> Cost:
    """Runs an `oddchip` command to its end."""
    began, before = time.perf_counter(), os.times()
    most = 0
    with open(log, "wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "pipelines.cli", *command], stdout=out, stderr=subprocess.STDOUT
        )
        while process.poll() is None:
            most = max(most, memory_of(process.pid))
            time.sleep(LOOK_SECONDS)
    after = os.times()
    if process.returncode:
        raise SystemExit(f"oddchip {' '.join(command)} ended with {process.returncode}; see {log}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(time.perf_counter() - began, spent, most)


def memory_of(process: int) -> int:
    """Bytes that a process and its descendants hold."""
    total, todo = 0, [process]
    while todo:
        one = Path(f"/proc/{todo.pop()}")
        try:
            text = (one / "smaps_rollup").read_text()
            total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) * 1024
            for task in (one / "task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except (OSError, StopIteration):
            continue  # it has just ended
    return total


def report(data: Path, month: Path, cost: Cost) -> int:
    """The figures, and whether what came out is right."""
    lake = Lake(data / "lake")
    hands, days = len(lake.read("hands", columns=["hand"])), len(lake.partitions())
    findings = lake.read("findings")
    rows = score(pq.read_table(month / "labels.parquet"), findings)
    missed, false = sum(row.missed for row in rows), sum(row.false for row in rows)
    problems = lake.verify()
    pages = sum(1 for _ in (data / "reports").rglob("*.html"))
    print(f"{hands:,} hands, {days} gaming days, {len(findings):,} findings, {pages:,} pages")
    print(f"labelled errors missed {missed}, false findings {false}; verify names {len(problems)} files")
    print(f"wall {cost.wall:.0f} s, processor {cost.processor:.0f} s, at most {cost.memory / 1e6:,.0f} MB")
    print("load of the machine:", os.getloadavg())
    return 1 if missed or false or problems or len(lake.pending()) else 0


if __name__ == "__main__":
    sys.exit(main())
