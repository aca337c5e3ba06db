"""Levels of a tournament beside the hands: what the last note before a hand says its blinds are."""

from __future__ import annotations

import polars as pl

LEVEL = "level"
RIFFLE = pl.duration(seconds=60)  # a hand begins with the first riffle, which the log's start may lie behind


def with_levels(hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """The hands, sorted by table and time, with the blinds of the last level that was noted at their table.

    Null where none was noted in half a day, or so shortly before the hand that it may have begun in the level before.
    """
    columns = {"level_sb_cents": "sb_cents", "level_bb_cents": "bb_cents"}
    told = notes.filter((pl.col("note") == LEVEL) & pl.col("bb_cents").is_not_null())
    if told.is_empty() or hands.is_empty():
        return _with_missed(hands.with_columns(pl.lit(None, pl.Int64).alias(name) for name in columns))
    levels = told.select(
        "room", "table", "source_line", level_at="at",
        **{name: pl.col(note).cast(pl.Int64) for name, note in columns.items()},
    ).sort("level_at", "source_line")  # fmt: skip
    by_time = hands.select("order", "room", "table", "start").sort("start")
    found = by_time.join_asof(
        levels, left_on="start", right_on="level_at", by=["room", "table"], tolerance="12h", coalesce=False,
        check_sortedness=False,
    )  # fmt: skip
    sure = pl.col("start") >= pl.col("level_at") + RIFFLE
    known = found.select("order", *(pl.when(sure).then(name).alias(name) for name in columns))
    return _with_missed(hands.join(known, on="order", how="left", maintain_order="left"))


def _with_missed(hands: pl.DataFrame) -> pl.DataFrame:
    """Adds whether a run of hands begins that is played at other blinds than the level's."""
    small = (pl.col("sb_cents") != pl.col("level_sb_cents")) & (pl.col("level_sb_cents") > 0)
    off = (small | (pl.col("bb_cents") != pl.col("level_bb_cents"))).fill_null(False)
    same_level = pl.col("level_bb_cents").eq_missing(pl.col("level_bb_cents").shift(1))
    goes_on = off.shift(1).fill_null(False) & same_level & pl.col("has_previous")
    return hands.with_columns(level_missed=off & ~goes_on)
