"""Hand logs read by several processes, handed over in the order of the files: the same batches as one process reads.

Each process puts the batches of its file into a spool on disk, so that memory holds a batch a process however large the
files are. Only the reading is shared out; who replays and judges sees one sequence of batches.
"""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.source import Source

POOL_BYTES = 256_000_000  # of hand logs: fewer are read here in less time than it takes to start a process
AHEAD = 2  # files a process may be ahead of the one that is being audited, so that the spool stays small


def read_logs(
    logs: Sequence[tuple[Path, str]], jobs: int, spool: Path, came: Callable[[int], None] = lambda stored: None
) -> Iterator[ParsedHands]:
    """The batches of the logs, (path, feed) each, one log after the other; `came` is told of the bytes of each."""
    if jobs == 1 or len(logs) < 2 or not _worth_a_process(logs):
        for path, feed in logs:
            source, told = Source(path), 0
            for parsed in read_hands(source, feed):
                yield parsed
                came(source.stored_read - told)
                told = source.stored_read
            came(path.stat().st_size - told)  # a reader that takes its file whole says nothing on the way
        return
    # a fresh interpreter each: the threads of Arrow and Polars do not survive a fork
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(logs)), mp_context=context) as pool:
        waiting: list[tuple[Path, Path, Future[int]]] = []
        coming = enumerate(logs)
        while True:
            while len(waiting) < jobs + AHEAD and (item := next(coming, None)) is not None:
                file = spool / f"{item[0]:06d}.batches"
                waiting.append((item[1][0], file, pool.submit(_read_into, *item[1], file)))
            if not waiting:
                return
            log, file, done = waiting.pop(0)
            yield from _batches_of(file, done.result())
            file.unlink()
            came(log.stat().st_size)


def _worth_a_process(logs: Sequence[tuple[Path, str]]) -> bool:
    """Whether reading takes longer than starting: always of other formats, which are read more slowly than our own."""
    return any(feed != "hands" for _, feed in logs) or sum(path.stat().st_size for path, _ in logs) >= POOL_BYTES


def _read_into(path: Path, feed: str, file: Path) -> int:
    """Reads one log into a spool file; returns the number of batches."""
    count = 0
    with open(file, "wb") as out:
        for parsed in read_hands(Source(path), feed):
            pickle.dump(parsed, out, protocol=pickle.HIGHEST_PROTOCOL)
            count += 1
    return count


def _batches_of(file: Path, count: int) -> Iterator[ParsedHands]:
    with open(file, "rb") as spooled:
        for _ in range(count):
            parsed: ParsedHands = pickle.load(spooled)
            yield parsed
