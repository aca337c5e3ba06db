"""A room of 200 tables for a day: how long the checks of down cards, shufflers and the timeline take, frame by frame.

    python -m benchmarks.floor_checks [TABLES]

The day is simulated and parsed first; what is timed is everything that joins the feeds, and beside it, in the same run,
the whole audit of the same hands. Wall time, and the processor time of all threads, which other work does not change.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from checks import audit as auditing
from checks.floor.frames import Floor
from pipelines.auditing.files_audit import audit_files
from pipelines.simulator.floor_day import simulate_floor


def main() -> None:
    """Prints seconds a step: wall, processor."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    spent: dict[str, float] = defaultdict(float)
    worked: dict[str, float] = defaultdict(float)

    def timed(name: str, method: Any) -> Any:
        def run(*args: Any) -> Any:
            began, worked_before = time.perf_counter(), time.process_time()
            result = method(*args)
            spent[name] += time.perf_counter() - began
            worked[name] += time.process_time() - worked_before
            return result

        return run

    def timed_frames(method: Any) -> Any:
        def run(*args: Any) -> Iterator[Any]:
            frames = method(*args)
            while True:
                began, worked_before = time.perf_counter(), time.process_time()
                found = next(frames, None)
                name = f"frame {found[0] if found else 'rest'}"
                spent[name] += time.perf_counter() - began
                worked[name] += time.process_time() - worked_before
                if found is None:
                    return
                yield found

        return run

    Floor.__post_init__ = timed("signatures", Floor.__post_init__)  # type: ignore[method-assign]
    Floor.beside = timed("attribution", Floor.beside)  # type: ignore[method-assign]
    Floor.table_frames = timed_frames(Floor.table_frames)  # type: ignore[method-assign]
    Floor.room_frames = timed_frames(Floor.room_frames)  # type: ignore[method-assign]
    auditing.Auditor._judge_frame = timed("judging", auditing.Auditor._judge_frame)  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        day = Path(folder) / "day"
        report = simulate_floor(day, date(2026, 6, 12), tables=tables, seed=1, each=10)
        before = time.process_time()
        result = audit_files([day], house_path=None, out=Path(folder) / "out")
        audited = time.process_time() - before
    for name, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"{name:<24}{seconds:8.2f} s{worked[name]:8.2f} s")
    whole = (f"{sum(spent.values()):8.2f} s", f"{sum(worked.values()):8.2f} s")
    print(f"{'feeds joined, in all':<24}{whole[0]}{whole[1]}  ({report.tables} tables, {report.hands:,} hands)")
    print(f"{'the whole audit':<24}{result.summary['seconds']['total']:8.2f} s{audited:8.2f} s")


if __name__ == "__main__":
    main()
