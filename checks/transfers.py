"""Chips that a player takes along: from one table to another, and into a seat that has lost everything.

A player who changes tables brings the whole stack; one who lost everything and buys again buys in full. Where a table's
log records no cash-out at all that day, nobody can say that a player did not cash out on the way.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.chip_notes import RIGHT
from checks.replay.layout import UNKNOWN, Param
from checks.seated import BUY_INS, CASHOUT, HOUR
from parsers.vocabulary import State

REBUY: Final = "rebuy"

# One row a player, table and gaming day: how the player came, and with what the player was last seen there.
STAYS: Final[dict[str, Any]] = {
    "room": pl.String, "gaming_date": pl.Date, "player_no": pl.UInt32, "table": pl.String,
    "came": pl.Datetime("us", "UTC"), "went": pl.Datetime("us", "UTC"), "stack_cents": pl.Int64, "state": pl.UInt8,
    "seat": pl.Int64, "left_with": pl.Int64, "noted": pl.Boolean, "recorded": pl.Boolean, "game": pl.String,
    "betting": pl.String, "sb_cents": pl.Int64, "bb_cents": pl.Int64, "terms": pl.Int64, "hand": pl.String,
    "dealer": pl.String, "source_file": pl.String, "source_line": pl.Int32,
}  # fmt: skip
_READ: Final = (
    "room", "table", "gaming_date", "hand", "dealer", "order", "terms", "game", "betting", "sb_cents", "bb_cents",
    "source_file", "source_line", "start", "seats", "players", "stacks", "end_stacks", "states",
)  # fmt: skip


def stays(hands: pl.DataFrame, notes: pl.DataFrame, roaming: pl.Series) -> pl.DataFrame:
    """One row a table and day of each player who is seen at several tables, in live action."""
    there = pl.col("players").list.eval(pl.element().is_in(roaming.implode())).list.any()
    some = hands.filter(~pl.col("is_tournament") & there).select(_READ) if len(roaming) else hands.clear()
    if some.is_empty():
        return pl.DataFrame(schema=STAYS)
    rows = (
        some.explode("seats", "players", "stacks", "end_stacks", "states")
        .filter(pl.col("players").is_in(roaming.implode()))
        .sort("order")
        .group_by("room", "gaming_date", "table", player_no="players", maintain_order=True)
        .agg(
            pl.col("game", "betting", "sb_cents", "bb_cents", "terms", "hand", "dealer", "source_file", "source_line")
            .first(),
            came=pl.col("start").first(),
            went=pl.col("start").last(),
            stack_cents=pl.col("stacks").first(),
            state=pl.col("states").first(),
            seat=pl.col("seats").first(),
            last_seat=pl.col("seats").last().cast(pl.Int64),
            left_with=pl.col("end_stacks").last(),
        )
    )  # fmt: skip
    chips = notes.filter(pl.col("note").is_in([CASHOUT, REBUY]))
    since = chips.select("room", "table", last_seat=pl.col("seat").cast(pl.Int64), noted_at="at")
    noted = (
        rows.join(since, on=["room", "table", "last_seat"])
        .filter(pl.col("noted_at") >= pl.col("went"))
        .select("room", "table", "gaming_date", "player_no", noted=pl.lit(True))
        .unique()
    )
    recorded = notes.filter(pl.col("note") == CASHOUT).select("room", "table", recorded=pl.lit(True)).unique()
    return (
        rows.join(noted, on=["room", "table", "gaming_date", "player_no"], how="left", maintain_order="left")
        .join(recorded, on=["room", "table"], how="left", maintain_order="left")
        .with_columns(
            pl.col("noted", "recorded").fill_null(False),
            left_with=pl.when(pl.col("left_with") != UNKNOWN).then("left_with"),
        )
        .select(pl.col(name).cast(dtype) for name, dtype in STAYS.items())
    )


def transfer_frame(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a player who came from another table of the same game within the hour, with what was left there.

    Only who was at two tables of a day: with more of them the chips may have gone a longer way.
    """
    who = ["room", "gaming_date", "player_no"]
    two = rows.filter(pl.len().over(who) == 2).sort(*who, "came", "table")
    before = {name: pl.col(name).shift(1).over(who) for name in STAYS if name not in who}
    told = two.with_columns(value.alias(f"{name}_before") for name, value in before.items())
    same = (pl.col("game") == pl.col("game_before")) & (pl.col("betting") == pl.col("betting_before"))
    in_time = (pl.col("came") > pl.col("went_before")) & (pl.col("came") - pl.col("went_before") <= HOUR)
    plain = pl.col("recorded_before") & ~pl.col("noted_before") & (pl.col("state") == int(State.NEW))
    stakes = (pl.col("sb_cents") == pl.col("sb_cents_before")) & (pl.col("bb_cents") == pl.col("bb_cents_before"))
    came = told.filter((same & in_time & plain).fill_null(False) & pl.col("left_with_before").is_not_null())
    return _buy_ins(
        came.with_columns(
            at="came", brought_cents="left_with_before", same_stakes=stakes, is_tournament=pl.lit(False),
            buy_in_known=pl.lit(1),
        )
    )  # fmt: skip


def rebuy_frame(chips: pl.DataFrame, hands: pl.DataFrame, params: npt.NDArray[np.int64]) -> pl.DataFrame:
    """One row a player who lost everything and bought again, with the least that a buy-in is.

    A rebuy that was written down wrong (PT13) says nothing of how much was bought.
    """
    bought = (pl.col("ended") == 0) & (pl.col("rebuy_cents") > 0) & (pl.col("fault") == RIGHT)
    again = chips.filter(bought & ~pl.col("is_tournament"))
    if again.is_empty():
        return pl.DataFrame(schema=BUY_INS)
    rows = again.join(hands.select("order", "terms"), on="order", maintain_order="left")
    least = pl.Series("least_cents", params[Param.BUY_IN_LEAST_CENTS, rows["terms"].to_numpy()])
    rows = rows.with_columns(least).with_columns(
        least_cents=pl.when(pl.col("least_cents") != UNKNOWN).then("least_cents"), stack_cents="rebuy_cents"
    )
    return _buy_ins(rows.with_columns(buy_in_known=pl.when(pl.col("least_cents").is_not_null()).then(1)))


def _buy_ins(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows in the form of the frame of buy-ins; what they do not have is null."""
    absent = [pl.lit(None, dtype).alias(name) for name, dtype in BUY_INS.items() if name not in rows.columns]
    return rows.with_columns(absent).select(pl.col(name).cast(dtype) for name, dtype in BUY_INS.items())
