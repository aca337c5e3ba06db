"""What is kept of the hands after their batches are gone, in memory or, when there is much of it, on disk.

The checks that look from hand to hand read it table by table, so that memory follows the batches and the busiest
tables, not the length of the input.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.ipc

IN_MEMORY_HANDS = 200_000  # beyond this the oldest rows go to disk
PIECE_HANDS = 4_096
GROUP_HANDS = 200_000  # tables are judged together up to so many hands


class KeptHands:
    """Rows a hand, each with `table_no`, its table's number. Rows come back table by table."""

    def __init__(self, in_memory_hands: int = IN_MEMORY_HANDS, group_hands: int = GROUP_HANDS) -> None:
        self._in_memory_hands = in_memory_hands
        self._group_hands = group_hands
        self._frames: list[pl.DataFrame] = []
        self._held = 0
        self._files: list[tuple[Path, list[tuple[int, int]]]] = []  # with the first and last table of each piece
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

    def groups(self) -> Iterator[pl.DataFrame]:
        """All rows, a few tables at a time, in the order of the tables' numbers: as they were met, so they lie near."""
        group: list[int] = []
        size = 0
        for number in sorted(self._counts):
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
        """Writes what is held to disk, table by table, in pieces of which a group reads only its own."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="oddchip-audit-")
        path = Path(self._folder.name) / f"{len(self._files):06d}.arrow"
        frame = pl.concat(self._frames).sort("table_no", maintain_order=True)
        rows = frame.to_arrow()
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, rows.schema) as writer:
            writer.write_table(rows, max_chunksize=PIECE_HANDS)
        numbers = frame["table_no"].to_numpy()
        starts = range(0, len(numbers), PIECE_HANDS)
        ends = (min(start + PIECE_HANDS, len(numbers)) for start in starts)
        ranges = [(int(numbers[start]), int(numbers[end - 1])) for start, end in zip(starts, ends, strict=True)]
        self._files.append((path, ranges))
        self._frames, self._held = [], 0

    def _rows(self, numbers: list[int]) -> pl.DataFrame:
        if not self._files and len(numbers) == len(self._counts):
            return pl.concat(self._frames)
        of_tables = pl.col("table_no").is_in(numbers)
        parts = [rows.filter(of_tables) for rows in self._pieces(set(numbers))]
        return pl.concat(parts + [frame.filter(of_tables) for frame in self._frames])

    def _pieces(self, numbers: set[int]) -> Iterator[pl.DataFrame]:
        """The pieces on disk that may hold rows of some tables; read, not mapped, so that they can go again."""
        for path, ranges in self._files:
            wanted = [i for i, (first, last) in enumerate(ranges) if any(first <= n <= last for n in numbers)]
            if not wanted:
                continue
            with pa.OSFile(str(path), "rb") as file:
                reader = pa.ipc.open_file(file)
                pieces = pa.Table.from_batches([reader.get_batch(i) for i in wanted])
            yield pl.DataFrame(pl.from_arrow(pieces))
