"""How fast each format is read: hands a second of one core, by the CPU time of this process, the best of some runs.

Run with a folder of hands that others recorded, as `pipelines.reference_formats` wants it. Texts of a few hands each
are joined into one file first, so that the reader is measured and not the opening of files; all else comes as it is.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from parsers.hand_files import read_hands
from parsers.source import Source
from pipelines.reference_formats import SOURCES, files_of

TIMES = 3
JOINED = ("pokerstars", "pokerstars-events", "ggpoker", "kingsclub")
LEAST_BYTES = 4 << 20


def main(hands: Path, only: list[str]) -> None:
    for source in SOURCES:
        if (hands / source.place).exists() and (not only or source.name in only):
            with tempfile.TemporaryDirectory() as work:
                files = files_of(source, hands / source.place, Path(work))
                if source.name in JOINED:
                    files = [joined(files, Path(work))]
                count, seconds = min((timed(files, source.feed) for _ in range(TIMES)), key=lambda one: one[1])
            print(f"{source.title:32} {count:8,} hands  {count / seconds:10,.0f} hands a second and core")


def joined(files: list[Path], work: Path) -> Path:
    """The texts as one, as often as it takes to be of some length."""
    text = b"\n\n".join(path.read_bytes().removeprefix(b"\xef\xbb\xbf") for path in files) + b"\n\n"
    path = work / "joined.txt"
    path.write_bytes(text * (LEAST_BYTES // len(text) + 1))
    return path


def timed(files: list[Path], feed: str | None) -> tuple[int, float]:
    began = time.process_time()
    count = sum(len(parsed.batch) for path in files for parsed in read_hands(Source(path), feed))
    return count, time.process_time() - began


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
