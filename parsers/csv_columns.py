"""Fields of many rows at once: what each column says, and which rows a reader is sure of.

A reader is sure of what is written the usual way. Of everything else, broken or merely unusual, the reader of single
rows decides, so that there is one that says what a field may be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from parsers.csvfeed import FieldError, day

_DAY_US: Final = 86_400_000_000
_DIGITS: Final = (0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18)  # of 2018-06-02T10:04:11
_SIGNS: Final = {4: "-", 7: "-", 10: "T", 13: ":", 16: ":"}
_OFFSET_DIGITS: Final = (20, 21, 23, 24)
_OFFSET_HOURS_MOST: Final = 14  # no clock of the world is farther from UTC
_WITH_Z, _WITH_OFFSET = 20, 25  # bytes of a time

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]


def filled(name: str) -> pl.Expr:
    """A column of texts, null where the field is empty."""
    return pl.when(pl.col(name) != "").then(pl.col(name))


def by_value(texts: pl.Series, read: Callable[[str], Any], dtype: pl.DataType | type[pl.DataType]) -> pl.DataFrame:
    """What each field says (`value`), and whether it can be read (`is_sure`): every text that occurs is read once."""
    known = texts.unique(maintain_order=True)
    values: list[Any] = []
    sure: list[bool] = []
    for text in known.to_list():
        try:
            values.append(read(text))
            sure.append(True)
        except FieldError:
            values.append(None)
            sure.append(False)
    of_texts = pl.DataFrame(
        {
            "text": known,
            "value": pl.Series(values, dtype=dtype, strict=True),
            "is_sure": pl.Series(sure, dtype=pl.Boolean),
        }
    )
    return texts.to_frame("text").join(of_texts, on="text", how="left", maintain_order="left").drop("text")


def instants(texts: pl.Series) -> pl.DataFrame:
    """Times with offset as `us`, microseconds since 1970 in UTC, with their `offset` in minutes.

    Sure are whole seconds with a T, and Z or an offset: as devices write them.
    """
    held = texts.to_arrow(compat_level=pl.CompatLevel.oldest())
    _, ends, data = held.buffers()
    at = np.zeros(1, np.int64)
    if len(held):
        at = np.frombuffer(ends, np.int64)[held.offset : held.offset + len(held) + 1]
    signs = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    us, offset, sure = np.zeros(len(held), np.int64), np.zeros(len(held), np.int16), np.zeros(len(held), np.bool_)
    for width in (_WITH_Z, _WITH_OFFSET):
        rows = np.flatnonzero(np.diff(at) == width)
        if len(rows):
            text = signs[at[rows][:, None] + np.arange(width)]
            us[rows], offset[rows], sure[rows] = _moments(text, width)
    return pl.DataFrame({"us": us, "offset": offset, "is_sure": sure})


def _moments(text: Bytes, width: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Flags]:
    """(microseconds, offset in minutes, which are sure) of texts of one width, a row each."""
    has_offset = width == _WITH_OFFSET
    digits = text - np.uint8(ord("0"))
    sure = (digits[:, [*_DIGITS, *(_OFFSET_DIGITS if has_offset else ())]] < 10).all(axis=1)
    for place, sign in _SIGNS.items():
        sure &= text[:, place] == ord(sign)

    def number(first: int) -> npt.NDArray[np.int64]:
        return digits[:, first].astype(np.int64) * 10 + digits[:, first + 1]

    offset = np.zeros(len(text), np.int64)
    if has_offset:
        is_west = text[:, 19] == ord("-")
        sure &= (is_west | (text[:, 19] == ord("+"))) & (text[:, 22] == ord(":"))
        sure &= (number(20) <= _OFFSET_HOURS_MOST) & (number(23) < 60)
        offset = np.where(is_west, -1, 1) * (number(20) * 60 + number(23))
    else:
        sure &= text[:, 19] == ord("Z")
    hours, minutes, seconds = number(11), number(14), number(17)
    sure &= (hours < 24) & (minutes < 60) & (seconds < 60)
    days, known = _days((number(0) * 100 + number(2)) * 10_000 + number(5) * 100 + number(8), text, sure)
    us = days * _DAY_US + ((hours * 60 + minutes - offset) * 60 + seconds) * 1_000_000
    return us, offset, sure & known


def _days(dates: npt.NDArray[np.int64], text: Bytes, sure: Flags) -> tuple[npt.NDArray[np.int64], Flags]:
    """(days since 1970, which are days) of dates as numbers; each that occurs is read once."""
    known, first, which = np.unique(np.where(sure, dates, -1), return_index=True, return_inverse=True)
    written = [bytes(text[i, :10]).decode("ascii") if date >= 0 else "" for date, i in zip(known, first, strict=True)]
    read = by_value(pl.Series(written, dtype=pl.String), lambda date: day("at", date), pl.Date)
    days = read["value"].cast(pl.Int32).fill_null(0).to_numpy().astype(np.int64)
    return days[which], read["is_sure"].to_numpy()[which]
