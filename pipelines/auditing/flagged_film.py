"""The film of flagged hands, those that a finding names: of a day in the lake, and of files as they were read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from checks.film_table import FILM_HANDS, film_of
from checks.law.rulebook import Rulebook
from parsers.house import House
from warehouse import parquet, tables
from warehouse.hands import HandTables, positions_of, take_hands

Rows = npt.NDArray[np.int64]


def flagged_rows(hands: pa.Table, findings: pa.Table) -> Rows:
    """Where the hands stand that a finding names; every line that carries such a hand's number."""
    names = ["room", "hand"]
    found, logged = (pl.DataFrame(pl.from_arrow(parquet.plain(table.select(names)))) for table in (findings, hands))
    return logged.with_row_index("row").join(found, on=names, how="semi")["row"].sort().to_numpy().astype(np.int64)


def flagged_film(
    three: HandTables, findings: pa.Table, house: House, rulebooks: dict[str, Rulebook], rulebook: str | None = None
) -> pa.Table:
    """The film of the hands that a finding names."""
    return film_of(take_hands(three, flagged_rows(three["hands"], findings)), house, rulebooks, rulebook)


def flagged_lots(folder: Path, findings: pa.Table) -> Iterator[HandTables]:
    """The hands that a finding names, from the Parquet tables of an audit of files, a few thousand at a time."""
    counted = pq.read_table(folder / "hands.parquet", columns=["room", "hand", "n_seats", "n_events"])
    rows = flagged_rows(counted, findings)
    counts = {name: counted[f"n_{name}"].to_numpy().astype(np.int64) for name in ("seats", "events")}
    files = {name: _FileRows(folder / f"{name}.parquet", name) for name in tables.HAND_TABLES}
    for first in range(0, len(rows), FILM_HANDS):
        lot = rows[first : first + FILM_HANDS]
        of_lot = {"hands": lot} | {name: positions_of(counts[name], lot) for name in counts}
        yield {name: files[name].take(of_lot[name]) for name in tables.HAND_TABLES}


class _FileRows:
    """Rows of a Parquet file by their positions, which only go up; one row group is in memory."""

    def __init__(self, path: Path, name: str) -> None:
        self._file = pq.ParquetFile(path)
        self._name = name
        # Whose seats and events they are the counts of the hands say; to read that name again for each takes longest.
        self._columns = [c for c in tables.ALL[name].names if name == "hands" or c not in ("room", "hand")]
        sizes = [self._file.metadata.row_group(i).num_rows for i in range(self._file.num_row_groups)]
        self._ends = np.cumsum(sizes, dtype=np.int64)
        self._group = -1
        self._rows = tables.ALL[name].empty_table().select(self._columns)

    def take(self, positions: Rows) -> pa.Table:
        """The rows at these positions."""
        groups = np.searchsorted(self._ends, positions, side="right")
        parts = []
        for group in np.unique(groups).tolist():
            if group != self._group:
                self._group, self._rows = group, self._file.read_row_group(group, columns=self._columns)
            began = self._ends[group - 1] if group else 0
            parts.append(self._rows.take(pa.array(positions[groups == group] - began)))
        return parquet.concat(parts, self._name)
