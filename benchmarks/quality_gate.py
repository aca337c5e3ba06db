"""The quality gate on five million rows: how long its expectations take, pushed down to DuckDB as SQL.

    python -m benchmarks.quality_gate [ROWS]

A simulated day is landed, and its hands, seats and events are copied under other names until `events` has ROWS rows,
all staged as one room's day. What is timed is `check_partition`, the whole of it: hashing the files, the views, Great
Expectations' own set-up, every expectation of every table; and within it the suite of each table.
"""

from __future__ import annotations

import datetime as dt
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from parsers.house import load_house
from pipelines.simulator import simulate
from warehouse import parquet, quality, tables
from warehouse.ingest import ingest
from warehouse.lake import Draft, Lake, Snapshot

DAY: Final = dt.date(2026, 1, 16)
ROWS: Final = 5_000_000
RUNS: Final = 5
COPIES_A_FILE: Final = 40  # a landing flushes some 200 MB of Arrow into a file; this is about that


def main() -> None:
    """Prints seconds of wall and of processor, the best of several runs."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory(prefix="oddchip-gate-") as folder:
        lake, room = staged_day(Path(folder), rows)
        live = {name: lake.snapshot().select(name, room, DAY, staged=True) for name in tables.FEED_TABLES}
        for name, files in live.items():
            if files:
                print(f"{name:<10}{sum(f.file.rows for f in files):>12,} rows in {len(files)} files")
        wall, processor = best_of(quality._great_expectations, runs=1)
        print(f"{'loading Great Expectations':<32} wall {wall:6.2f} s   processor {processor:6.2f} s")
        gate = quality.check_partition(lake, room, DAY)
        if not gate.passed:
            raise SystemExit(f"the copied day should pass the gate: {gate.failures()[:3]}")
        expectations = Counter(gate.rows["table_name"].to_pylist())
        by_table: dict[str, list[float]] = {}
        quality._run_suite = timed_suite(quality._run_suite, by_table)  # type: ignore[assignment]
        wall, processor = best_of(lambda: quality.check_partition(lake, room, DAY))
        print(f"{'the whole gate':<32} wall {wall:6.2f} s   processor {processor:6.2f} s")
        for name, spent in by_table.items():
            print(f"  {expectations[name]:>2} expectations of {name:<11}  wall {min(spent):6.2f} s")
    print("load of the machine:", os.getloadavg())


def best_of(work: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """The least seconds of wall and of processor of several runs."""
    spent = []
    for _ in range(runs):
        wall, processor = time.perf_counter(), time.process_time()
        work()
        spent.append((time.perf_counter() - wall, time.process_time() - processor))
    return min(wall for wall, _ in spent), min(processor for _, processor in spent)


def timed_suite(method: Any, spent: dict[str, list[float]]) -> Any:
    """The method that runs a table's suite, with a clock."""

    def run(gx: Any, batch: Any, suite: Any, *rest: Any) -> Any:
        began = time.perf_counter()
        rows = method(gx, batch, suite, *rest)
        spent.setdefault(suite[0].table, []).append(time.perf_counter() - began)
        return rows

    return run


def staged_day(folder: Path, rows: int) -> tuple[Lake, str]:
    """A lake with one staged room's day of at least so many events."""
    simulate(folder / "day", DAY, tables=8, hands=2000, seed=11, errors=0.01)
    lake = Lake(folder / "lake")
    inputs = [p for p in sorted((folder / "day").iterdir()) if p.name not in ("labels.parquet", "house.toml")]
    ingest(lake, inputs, load_house(folder / "day" / "house.toml"))
    ((_, room),) = lake.partitions(staged=True)
    first = lake.read_hands(room, DAY, staged=True)
    copies = -(-rows // len(first["events"]))

    def prepare(snapshot: Snapshot, work: Path) -> Draft:
        draft = Draft("benchmark")
        for begin in range(1, copies, COPIES_A_FILE):
            numbers = range(begin, min(begin + COPIES_A_FILE, copies))
            for name, table in first.items():
                many = parquet.concat([renamed(table, number) for number in numbers], name)
                draft.files.append(lake.write_table(many, name, work, room, DAY, staged=True, group=1000 + begin))
        return draft

    lake.commit(prepare)
    return lake, room


def renamed(table: pa.Table, number: int) -> pa.Table:
    """The rows as those of other tables and hands."""
    for name in ("table", "hand"):
        if name in table.schema.names:
            at = table.schema.get_field_index(name)
            texts = pc.binary_join_element_wise(table[name].cast(pa.string()), f"c{number}", "-")
            column = texts if name == "hand" else texts.dictionary_encode().cast(table.schema.field(at).type)
            table = table.set_column(at, table.schema.field(at), column)
    return table


if __name__ == "__main__":
    main()
