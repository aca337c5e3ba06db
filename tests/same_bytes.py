"""`make same`: the same bytes whatever the number of workers, the order of the files, and how often it is run.

1, 2 and 4 workers, five runs of each, every one in a fresh interpreter with its own seed of hashes and its own order of
files. `oddchip audit` is given its files shuffled and reads them in so many processes; the lake is given them shuffled
in a few landings, one after another, and is gated and audited with so many threads. Every table that an audit writes is
compared byte for byte: findings, coverage and the rest.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORKERS = (1, 2, 4)
RERUNS = 5
LANDINGS = 3
GAMES = ("holdem", "holdem-fl", "omaha8", "stud8", "27-triple", "holdem-kill", "tournament", "horse")
CONTEXT = multiprocessing.get_context("spawn")
Digests = dict[str, str]


def audited(day: Path, folder: Path, chance: random.Random, workers: int) -> Digests:
    """The tables of `oddchip audit` over the files in a shuffled order."""
    from pipelines.auditing import parallel_read
    from pipelines.auditing.files_audit import audit_files

    parallel_read.POOL_BYTES = 0  # workers read, however small the logs are
    audit_files(shuffled(day, chance), house_path=day / "house.toml", out=folder / "out", jobs=workers)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / "out").glob("*.parquet")}


def landed(day: Path, folder: Path, chance: random.Random, workers: int) -> Digests:
    """What an audit commits to a lake into which the files came shuffled, in a few landings."""
    from pipelines.folders import Folders
    from pipelines.night import nightly
    from warehouse import tables
    from warehouse.quality import run_gate

    folders = Folders(folder / "data", day / "house.toml")
    files = shuffled(day, chance)
    cuts = sorted(chance.sample(range(1, len(files)), min(LANDINGS - 1, len(files) - 1)))
    for begin, end in zip([0, *cuts], [*cuts, len(files)], strict=True):
        nightly.land(folders, files[begin:end])
    lake = nightly.open_lake(folders)
    run_gate(lake)
    for gaming_date in sorted({on for on, _ in lake.partitions()}):
        nightly.audit_day(folders, gaming_date)
    live = [file.file for name in tables.JUDGED_TABLES for file in lake.snapshot().select(name)]
    return {f"{file.table} {file.gaming_date} {file.room}": file.sha256 for file in live}


def shuffled(day: Path, chance: random.Random) -> list[Path]:
    files = sorted(path for path in day.iterdir() if path.name not in ("labels.parquet", "house.toml"))
    return chance.sample(files, len(files))


WAYS: dict[str, Callable[[Path, Path, random.Random, int], Digests]] = {"audit": audited, "lake": landed}


def child(way: str, day: str, seed: int, workers: int, answer: Any) -> None:
    with tempfile.TemporaryDirectory(prefix="oddchip-same-") as folder:
        answer.send(WAYS[way](Path(day), Path(folder), random.Random(seed), workers))


@contextmanager
def environment(**settings: str) -> Iterator[None]:
    """The settings, for processes that are started meanwhile."""
    before = dict(os.environ)
    os.environ.update(settings)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def run_once(way: str, day: Path, seed: int, workers: int) -> Digests:
    """One run in a fresh interpreter."""
    here, there = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=child, args=(way, str(day), seed, workers, there))
    with environment(POLARS_MAX_THREADS=str(workers), PYTHONHASHSEED=str(seed)):
        process.start()
    there.close()
    try:
        digests: Digests = here.recv()
    except EOFError:
        process.join()
        raise RuntimeError(f"{way}, {workers} workers, order {seed}: ended with {process.exitcode}") from None
    process.join()
    return digests


def differences(
    day: Path, workers: tuple[int, ...], reruns: int, ways: tuple[str, ...] = tuple(WAYS), say: Any = print
) -> Iterator[str]:
    """What differs from the first run of each way; nothing, it is hoped."""
    for way in ways:
        first: Digests | None = None
        for turn in range(reruns):
            for count in workers:
                found = run_once(way, day, 100 * turn + count, count)
                first = first or found
                other = sorted(name for name in first.keys() | found.keys() if first.get(name) != found.get(name))
                yield from (f"{way} of {day.name}, {count} workers, run {turn + 1}: {name} differs" for name in other)
        say(f"{day.name}, {way}: {reruns * len(workers)} runs, {len(first or ())} tables each")


def main() -> int:
    from datetime import date

    from pipelines.simulator import simulate
    from pipelines.simulator.floor_day import simulate_floor

    parser = argparse.ArgumentParser(prog="make same", description=__doc__)
    parser.add_argument("--reruns", type=int, default=RERUNS)
    args = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="oddchip-same-") as name:
        room, floor = Path(name) / "many-games", Path(name) / "three-rooms"
        simulate(room, date(2026, 1, 16), tables=16, hands=4800, seed=5, errors=0.05, games=GAMES)
        simulate_floor(floor, date(2026, 6, 12), tables=10, seed=5, each=2)
        wrong = [line for day in (room, floor) for line in differences(day, WORKERS, args.reruns)]
    print("\n".join(wrong[:20]) or "every byte the same", f"{time.perf_counter() - began:.0f} s", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    # Under its own name, so that the children find what they are to run.
    from tests import same_bytes as module

    sys.exit(module.main())
