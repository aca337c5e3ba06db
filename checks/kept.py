"""What is kept of the hands after their batches are gone, in memory or, when there is much of it, on disk.

The checks that look from hand to hand read it table by table, so that memory follows the batches and the busiest
tables, not the length of the input.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl

IN_MEMORY_HANDS = 400_000  # beyond this the oldest rows go to disk
GROUP_HANDS = 100_000  # tables are judged together up to so many hands


class KeptHands:
    """Rows a hand, each with `table_no`, its table's number. Rows come back table by table."""

    def __init__(self, in_memory_hands: int = IN_MEMORY_HANDS, group_hands: int = GROUP_HANDS) -> None:
        self._in_memory_hands = in_memory_hands
        self._group_hands = group_hands
        self._frames: list[pl.DataFrame] = []
        self._held = 0
        self._files: list[Path] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._counts: dict[int, int] = {}

    def add(self, frame: pl.DataFrame) -> None:
        """Takes rows in."""
        self._frames.append(frame)
        self._held += len(frame)
        for number, count in frame["table_no"].value_counts().rows():
            self._counts[number] = self._counts.get(number, 0) + count
        if self._held > self._in_memory_hands:
            self._spill()

    def groups(self, order: list[int]) -> Iterator[pl.DataFrame]:
        """All rows, a few tables at a time, the tables in the order given."""
        group: list[int] = []
        size = 0
        for number in order:
            if group and size + self._counts[number] > self._group_hands:
                yield self._rows(group)
                group, size = [], 0
            group.append(number)
            size += self._counts[number]
        if group:
            yield self._rows(group)

    def close(self) -> None:
        """Lets everything go, on disk too."""
        self._frames, self._files = [], []
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _spill(self) -> None:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="oddchip-audit-")
        path = Path(self._folder.name) / f"{len(self._files):06d}.arrow"
        pl.concat(self._frames).write_ipc(path, compression="lz4")
        self._files.append(path)
        self._frames, self._held = [], 0

    def _rows(self, numbers: list[int]) -> pl.DataFrame:
        if not self._files and len(numbers) == len(self._counts):
            return pl.concat(self._frames)
        of_tables = pl.col("table_no").is_in(numbers)
        parts = [pl.scan_ipc(path).filter(of_tables).collect() for path in self._files]
        return pl.concat(parts + [frame.filter(of_tables) for frame in self._frames])
