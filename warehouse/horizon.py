"""Rows that are dated in the future: a recorder's clock is wrong, and what it wrote belongs to no day that was played.

They go to quarantine. Landed, a line dated a year ahead would be the latest gaming day for a year.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from parsers.quarantine import QuarantineRow
from parsers.source import Source
from warehouse import tables

AHEAD_MOST: Final = timedelta(days=1)  # a time zone that is not the room's puts nothing further ahead
_DAY_OF: Final = {"downs": "date", "drops": "gaming_date"}  # where a row has no moment of its own


@dataclass(frozen=True)
class Horizon:
    """How far rows that land at `now` may be dated ahead."""

    now: datetime

    def beyond(self, name: str, table: pa.Table) -> npt.NDArray[np.bool_]:
        """Which rows of a feed's table are dated past it."""
        late = np.zeros(len(table), np.bool_)
        limit = self.now + AHEAD_MOST
        if name in tables.TIME_OF:
            late |= _over(table[tables.TIME_OF[name]], limit)
        if name in _DAY_OF:
            late |= _over(table[_DAY_OF[name]], limit.date())
        return late

    def refusals(self, name: str, table: pa.Table, late: npt.NDArray[np.bool_], source: Source) -> list[QuarantineRow]:
        """One row of quarantine for each of them, with the line as it came."""
        column = tables.TIME_OF.get(name) or _DAY_OF[name]
        rows = table.filter(pa.array(late)).select(["source_line", column]).to_pylist()
        lines = _lines(source, {row["source_line"] for row in rows})
        return [
            source.problem(
                row["source_line"],
                column,
                f"it is dated {_said(row[column])}, and today is {self.now:%Y-%m-%d}; set the clock of the recorder "
                "and send the line again with the right time",
                lines.get(row["source_line"], b""),
            )
            for row in rows
        ]


def _over(column: pa.ChunkedArray, limit: Any) -> npt.NDArray[np.bool_]:
    return (pl.Series(pl.from_arrow(column)) > limit).fill_null(False).to_numpy()


def _said(value: Any) -> str:
    return f"{value:%Y-%m-%d}" if value is not None else "past it"


def _lines(source: Source, wanted: set[int]) -> dict[int, bytes]:
    """The text of some lines of a file."""
    found: dict[int, bytes] = {}
    for first, data in Source(source.path, sha256=source.sha256, ours=True).chunks():
        for number, line in enumerate(data.split(b"\n"), start=first):
            if number in wanted:
                found[number] = line
    return found
