"""One audit of a folder of feeds, stage by stage. Run as a process of its own, with one thread:
`python -m pipelines.benchmark.room_stages FOLDER [--logs-only]` prints one JSON object.

The stages are those of `summary.json`, told in processor time: a machine that does other work as well makes wall time
longer, and what a stage costs stays the same.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pipelines.auditing.lean_start import start_lean


def measured(folder: Path, logs_only: bool) -> dict[str, Any]:
    """What an audit with all tables written takes, of the whole folder or of its hand logs."""
    from pipelines.auditing.files_audit import audit_files

    files = sorted(folder.glob("*.hands.jsonl")) if logs_only else [folder]
    with tempfile.TemporaryDirectory() as place, contextlib.redirect_stderr(io.StringIO()):
        summary = audit_files(files, house_path=folder / "house.toml", out=Path(place) / "out").summary
    seconds = summary["seconds"]
    return {
        "hands": summary["hands_read"],
        "findings": sum(summary["findings"].values()),
        "seconds": seconds,
        "hands_per_second": summary["hands_read"] / max(seconds["total"] - seconds["start"], 1e-9),
        "peak_memory_mb": summary["peak_memory_mb"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m pipelines.benchmark.room_stages")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--logs-only", action="store_true")
    args = parser.parse_args()
    start_lean()  # as the command does
    time.perf_counter = time.process_time  # the stages' stopwatches, in this process alone
    json.dump(measured(args.folder, args.logs_only), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
