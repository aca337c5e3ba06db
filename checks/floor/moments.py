"""Moments of many tables at once, in order at each: how many lie before another, or between two.

What a table is stands as a number; the same serves decks of tables and lines of files.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.kernel_arrays import read_only
from checks.replay.counting import hands_from

Times = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
NOBODY = -1  # the number of what has no name


class Moments:
    """Moments of numbered owners, sorted by owner and time; those of one owner at one time stay in their order.

    `order` says where each stood before. Places are counted over all owners: an owner's begin at `begins` and end
    before `ends`.
    """

    def __init__(self, of: Times, at: Times, owners: int) -> None:
        in_order = bool(((of[1:] > of[:-1]) | ((of[1:] == of[:-1]) & (at[1:] >= at[:-1]))).all())
        self.order = np.arange(len(of)) if in_order else np.lexsort((at, of))
        self.of = read_only(of[self.order])
        self.at = read_only(at[self.order])
        self.ends: Times = np.cumsum(np.bincount(of, minlength=owners))
        self.begins: Times = np.append(0, self.ends[:-1])

    def __len__(self) -> int:
        return len(self.at)

    def since(self, of: Times, moments: Times) -> Times:
        """The place of the owner's first moment at or after each moment; the end of the owner's where there is none."""
        found = np.empty(len(moments), np.int64)
        first, last = self.begins[of], self.ends[of]
        hands_from(self.at, read_only(first), read_only(last), read_only(moments.astype(np.int64)), found)
        return np.minimum(found, last)

    def between(self, of: Times, since: Times, until: Times) -> Times:
        """How many moments of the owner lie at `since` or later and before `until`."""
        return self.since(of, until) - self.since(of, since)

    @property
    def follows(self) -> Flags:
        """Whether a moment has one of the same owner before it."""
        return np.append(False, self.of[1:] == self.of[:-1]) if len(self) else np.zeros(0, np.bool_)


def in_us(series: pl.Series) -> Times:
    """Moments as microseconds."""
    return series.dt.timestamp("us").to_numpy().astype(np.int64)


def numbers(rows: pl.DataFrame, known: pl.DataFrame) -> Times:
    """The place of each row in the rows of `known`, which are distinct; NOBODY where it is none of them."""
    numbered = known.with_row_index("number")
    places = rows.select(known.columns).join(
        numbered, on=known.columns, how="left", nulls_equal=True, maintain_order="left"
    )
    return places["number"].cast(pl.Int64).fill_null(NOBODY).to_numpy()


def named(names: pl.Series, known: pl.Series) -> Times:
    """The place of each name in `known`; NOBODY where there is none."""
    places = names.cast(pl.Enum(known), strict=False).to_physical()
    return places.cast(pl.Int64).fill_null(NOBODY).to_numpy()


def pairs(one: Times, other: Times, more_one: Times, more_other: Times) -> tuple[Times, Times, int]:
    """Numbers for pairs of numbers, the same in both lists, and how many there are; NOBODY where the second is."""
    width = int(max(other.max(initial=0), more_other.max(initial=0))) + 1
    both = np.concatenate([one, more_one]) * width + np.concatenate([other, more_other])
    both[np.concatenate([other, more_other]) < 0] = NOBODY
    distinct, place = np.unique(both, return_inverse=True)
    if len(distinct) and distinct[0] == NOBODY:
        place = place - 1
        distinct = distinct[1:]
    return place[: len(one)], place[len(one) :], len(distinct)
