"""Lines that were read before, word for word: kept once, wherever they come again."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from parsers.batch import HandBatch
from parsers.batch_rows import rows_of

Keys = npt.NDArray[np.uint64]
_MIX = np.uint64(0x9E3779B97F4A7C15)


class SeenLines:
    """The lines met so far, eight bytes each, in sorted runs that are merged as they grow."""

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    def first_time(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Which of `keys` are new, to this batch and to those before it; they are remembered."""
        unique, first = np.unique(keys, return_index=True)
        known = np.zeros(len(unique), dtype=np.bool_)
        for run in self._runs:
            at = np.searchsorted(run, unique)
            at[at == len(run)] = 0
            known |= run[at] == unique
        fresh = np.zeros(len(keys), dtype=np.bool_)
        fresh[first[~known]] = True
        self._remember(unique[~known])
        return fresh

    def _remember(self, run: Keys) -> None:
        if not len(run):
            return
        # merging runs of like size keeps their number logarithmic
        while self._runs and len(self._runs[-1]) <= 2 * len(run):
            run = np.sort(np.concatenate([self._runs.pop(), run]), kind="stable")
        self._runs.append(run)


def hand_keys(batch: HandBatch) -> Keys:
    """One key a hand, of its line's bytes and its number together."""
    numbers = pl.Series(pl.from_arrow(batch.hand)).hash().to_numpy()
    return (batch.line_hash.view(np.uint64) * _MIX) ^ numbers


def without_repeats(batch: HandBatch, seen: SeenLines) -> HandBatch:
    """The batch without the hands whose lines were seen before."""
    fresh = seen.first_time(hand_keys(batch))
    if fresh.all():
        return batch
    return rows_of(batch, np.flatnonzero(fresh))


def rows_without_repeats(table: pa.Table, seen: SeenLines) -> pa.Table:
    """The rows of a feed's table (with `line_hash`) whose lines were not seen before."""
    if not len(table):
        return table
    fresh = seen.first_time(table["line_hash"].to_numpy().view(np.uint64))
    return table if fresh.all() else table.filter(pa.array(fresh))
