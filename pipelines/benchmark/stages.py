"""Our stages on one file, and the peer's beside them. Run as a process of its own, with one thread:
`python -m pipelines.benchmark.stages FILE …` prints one JSON object.

What is counted is CPU time of this process, the best of several runs: a machine that does other work as well makes
single runs slower, never faster.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

from checks.audit import Auditor, Feeds
from checks.law.in_force import Law
from checks.law.rulebook import rulebooks_of
from checks.replay.run import ReplaySpace, replay_batch
from parsers import schemas
from parsers.detect import feed_of
from parsers.hand_files import read_hands
from parsers.house import House, load_house
from parsers.source import Source
from pipelines.auditing.files_audit import NO_HOUSE, audit_files, with_gaming_dates
from pipelines.benchmark import peer


def best(runs: int, work: Callable[[], Any]) -> float:
    """CPU seconds of the best run; one more before them loads what is loaded once."""
    work()
    seconds = []
    for _ in range(runs):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


def measured(path: Path, house_path: Path | None, rulebook: str | None, runs: int) -> dict[str, Any]:
    """Hands a second and core of our stages on a file of hands."""
    house = load_house(house_path) if house_path else House("no house file", NO_HOUSE, {}, {})
    rulebooks = rulebooks_of(house)
    hands = 0

    def parse() -> None:
        nonlocal hands
        hands = sum(len(parsed.batch) for parsed in read_hands(Source(path)))

    def parse_and_replay() -> None:
        law, days_of = Law(house, rulebooks, rulebook), Auditor(house, rulebooks, "", rulebook).gaming_dates
        for parsed in read_hands(Source(path)):
            if len(parsed.batch):
                terms_of = law.of_batch(parsed.batch, days_of(parsed.batch))
                replay_batch(parsed.batch, law.params, terms_of)

    def replay_alone() -> float:
        """Processor's time of the walk: the batches lie ready, and nothing is made of the film."""
        law, days_of = Law(house, rulebooks, rulebook), Auditor(house, rulebooks, "", rulebook).gaming_dates
        space = ReplaySpace()
        spent = 0.0
        for parsed in read_hands(Source(path)):
            if len(parsed.batch):
                terms_of = law.of_batch(parsed.batch, days_of(parsed.batch))
                spent += replay_batch(parsed.batch, law.params, terms_of, space).seconds
        return spent

    def judged() -> None:
        auditor = Auditor(house, rulebooks, "", rulebook, hand_facts=False)
        notes = []
        for parsed in read_hands(Source(path)):
            auditor.add(parsed.batch)
            notes += [parsed.notes] if len(parsed.notes) else []
        told = pa.concat_tables(notes).unify_dictionaries() if notes else schemas.NOTES.empty_table()
        auditor.finish(Feeds(notes=with_gaming_dates(told, house, "at")))

    def audit() -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            out = Path(folder) / "out"
            return audit_files([path], house_path=house_path, out=out, rulebook=rulebook).summary

    began = time.process_time()
    parse()
    parse_and_replay()
    summary = audit()
    start = time.process_time() - began
    seconds = {
        "parse": best(runs, parse),
        "parse_replay": best(runs, parse_and_replay),
        "judged": best(runs, judged),
        "audit": best(max(1, runs // 3), audit),
    }
    seconds["replay"] = min(replay_alone() for _ in range(runs))
    return {
        "hands": hands,
        "megabytes": round(path.stat().st_size / 1e6, 1),
        "hands_per_second": {stage: hands / taken for stage, taken in seconds.items()},
        "first_run_seconds": round(start, 1),
        "peak_memory_mb": summary["peak_memory_mb"],
        "findings": sum(summary["findings"].values()),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m pipelines.benchmark.stages")
    parser.add_argument("file", type=Path)
    parser.add_argument("--house", type=Path)
    parser.add_argument("--rulebook")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peer-hands", type=int, default=0)
    args = parser.parse_args()
    said: dict[str, Any] = {"file": args.file.name}
    said["oddchip"] = measured(args.file, args.house, args.rulebook, args.runs)
    if feed_of(args.file) == "phh" and args.peer_hands:
        if peer.is_here():
            said["pokerkit"] = peer.measured(*peer.sample_of(args.file, args.peer_hands), runs=2)
        else:
            said["pokerkit"] = None
    json.dump(said, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
