"""How much could be judged: counts of verdicts by room, table, gaming day and code."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from datetime import date

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.replay.counting import run_sums

KEYS = ("room", "table", "gaming_date")
Key = tuple[str, str | None, date]
_KEY_SCHEMA = {"room": pl.String, "table": pl.String, "gaming_date": pl.Date}


class Coverage:
    """Counts that grow frame by frame. For a key and code: rows that were judged, and rows that could not be."""

    def __init__(self, codes: Iterable[str]) -> None:
        self._codes = list(codes)
        self._rows: dict[Key, int] = {}  # where the counts of a key stand
        self._counts = np.zeros((64, 2, len(self._codes)), np.int64)

    def add(self, keys: pl.DataFrame, told: pl.DataFrame, checks: list[tuple[str, str, str]]) -> None:
        """Counts the rows of a frame. A check is (code, column of what it is about, column of what can be judged)."""
        if told.is_empty():
            return
        distinct, sums = _sums(keys, told)
        position = {name: i for i, name in enumerate(told.columns)}
        codes = np.array([self._codes.index(code) for code, _, _ in checks])
        judged = sums[:, [position[name] for _, _, name in checks]]
        about = sums[:, [position[name] for _, name, _ in checks]]
        rows = np.array([self._rows.setdefault(key, len(self._rows)) for key in distinct.iter_rows()])
        while len(self._rows) > len(self._counts):
            self._counts = np.concatenate([self._counts, np.zeros_like(self._counts)])
        # Two checks of one frame may have one code.
        np.add.at(self._counts[:, 0], (rows[:, None], codes), judged)
        np.add.at(self._counts[:, 1], (rows[:, None], codes), about - judged)

    def table(self, findings: pl.DataFrame) -> pl.DataFrame:
        """One row a room, table, gaming day and code that had anything to judge, with the findings counted."""
        counts = self._counts[: len(self._rows)]
        key, code = np.nonzero(counts.any(axis=1))
        named = pl.DataFrame(list(self._rows), _KEY_SCHEMA, orient="row")[key]
        counted = named.with_columns(
            pl.Series("code", self._codes, pl.String).gather(code),
            evaluated=pl.Series(counts[key, 0, code]),
            not_evaluable=pl.Series(counts[key, 1, code]),
        )
        hits = findings.group_by(*KEYS, "code").agg(violated=pl.len().cast(pl.Int64))
        return (
            counted.join(hits, on=[*KEYS, "code"], how="left", nulls_equal=True)
            .with_columns(pl.col("violated").fill_null(0))
            .sort(*KEYS, "code")
        )


def _bits(told: pl.DataFrame) -> npt.NDArray[np.uint8]:
    """The answers as polars keeps them: a bit a row, a row a column of `told`."""
    size = (len(told) + 7) // 8
    bits = np.empty((told.width, size), np.uint8)
    for i, column in enumerate(told.iter_columns()):
        answers = column.to_arrow()
        _, held = answers.buffers()
        if answers.offset:
            bits[i] = np.packbits(column.to_numpy(), bitorder="little")
        else:
            bits[i] = np.frombuffer(held, np.uint8, size)
    return bits


def _sums(keys: pl.DataFrame, told: pl.DataFrame) -> tuple[pl.DataFrame, npt.NDArray[np.int64]]:
    """(the distinct keys, how many rows of each say yes: one row a key, one column a column of `told`).

    Where the keys come with the table's number (`table_no`), it stands for room and table.
    """
    # Rows mostly come table by table: then there are few runs, and only those are compared as texts.
    telling = keys.select("table_no", "gaming_date") if "table_no" in keys.columns else keys
    changes = telling.select(pl.all().ne_missing(pl.all().shift(1))).fold(operator.or_).to_numpy(writable=True)
    changes[0] = True
    starts = np.flatnonzero(changes)
    of_runs = np.empty((len(starts), told.width), np.int64)
    run_sums(_bits(told), len(told), starts, of_runs)
    runs = keys.select(KEYS)[starts]
    distinct = runs.unique(maintain_order=True)
    if len(distinct) == len(runs):
        return distinct, of_runs
    numbered = distinct.with_row_index("number")
    joined = runs.join(numbered, on=KEYS, how="left", maintain_order="left", nulls_equal=True)
    sums = np.zeros((len(distinct), told.width), np.int64)
    np.add.at(sums, joined["number"].to_numpy(), of_runs)
    return distinct, sums
