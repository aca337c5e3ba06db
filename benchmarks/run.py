"""`make bench`: hands a second of `oddchip audit` on a large hold'em log, on one core, cold and warm."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.big_log import write_big_log

# One core, one thread: what is measured is a core's work, not how many of them a machine has.
ONE_THREAD = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "ARROW_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


def measured(log: Path, house: Path, out: Path, one_core: bool) -> dict[str, Any]:
    """One audit in a process of its own; its summary."""
    command = [sys.executable, "-m", "pipelines.cli", "audit", str(log), "--house", str(house), "--out", str(out)]
    prefix = ["taskset", "-c", "0"] if one_core and sys.platform == "linux" else []
    environment = {**os.environ, **(ONE_THREAD if one_core else {})}
    subprocess.run(
        [*prefix, *command], check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    summary: dict[str, Any] = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=3, help="warm runs; the median is reported")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="oddchip-bench-") as name:
        folder = Path(name)
        began = time.perf_counter()
        log = write_big_log(folder / "log", args.hands)
        megabytes = log.stat().st_size / 1e6
        print(f"log: {megabytes:,.0f} MB, written in {time.perf_counter() - began:.1f} s")
        house = folder / "log" / "house.toml"
        first = measured(log, house, folder / "out", one_core=True)
        print_row("first run", first)
        runs = [measured(log, house, folder / "out", one_core=True) for _ in range(args.runs)]
        runs.sort(key=lambda run: run["hands_per_second"]["parse_replay_checks"])
        print_row("warm, one core", runs[len(runs) // 2])
        print_row(f"warm, {os.cpu_count()} cores", measured(log, house, folder / "out", one_core=False))
    return 0


def print_row(label: str, summary: dict[str, Any]) -> None:
    """One line of figures."""
    rate = summary["hands_per_second"]
    stages = " · ".join(f"{stage} {rate[stage]:,}" for stage in ("parse", "replay", "checks", "write", "total"))
    print(
        f"{label}: {summary['hands_read']:,} hands, "
        f"{rate['parse_replay_checks']:,} hands a second for parse + replay + checks"
    )
    print(f"  {stages}; peak {summary['peak_memory_mb']:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
