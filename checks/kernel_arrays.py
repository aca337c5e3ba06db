"""Columns of frames as kernels take them."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

_Number = TypeVar("_Number", bound=np.generic)


def read_only(array: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    """The same memory, not to be written to. A kernel is compiled for arrays of either kind: one kind is enough."""
    view = array.view()
    view.flags.writeable = False
    return view


def column_of(series: pl.Series) -> npt.NDArray[np.generic]:
    """A column's values; in pieces they are copied, in one piece they are those of the frame itself."""
    return read_only(series.to_numpy())
