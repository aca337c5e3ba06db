"""Players across hands and tables: what somebody new brings to a table, and who sits at two tables at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.chip_notes import hands_with
from checks.replay.layout import UNKNOWN, Param
from checks.replay.overlaps import NONE, overlapping
from parsers.vocabulary import State

HOUR: Final = timedelta(hours=1)
CASHOUT: Final = "cashout"
DAYS, PLAYERS = 1 << 17, 1 << 32  # more than there are: a number a room and day, and a player of it

# One row a player who comes new to a table. `least_cents` and `most_cents` are null where nobody says them, or where
# the player was at another table that day and may have brought a stack along; `taken_cents` is what was cashed out of
# the same game within the hour, `brought_cents` what was left at another table (`transfers`).
BUY_INS: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"), "hand": pl.String,
    "dealer": pl.String, "order": pl.UInt32, "terms": pl.Int64, "is_tournament": pl.Boolean, "seat": pl.Int64,
    "stack_cents": pl.Int64, "least_cents": pl.Int64, "most_cents": pl.Int64, "taken_cents": pl.Int64,
    "brought_cents": pl.Int64, "same_stakes": pl.Boolean, "buy_in_known": pl.Int64, "source_file": pl.String,
    "source_line": pl.Int32,
}  # fmt: skip

# One row a hand of a player who is seen at more than one table. What is judged are the hands in which such a player
# comes from another table.
SEATED: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"), "hand": pl.String,
    "dealer": pl.String, "terms": pl.Int64, "is_tournament": pl.Boolean, "seat": pl.Int64, "player_no": pl.UInt32,
    "state": pl.UInt8, "end": pl.Datetime("us", "UTC"), "source_file": pl.String, "source_line": pl.Int32,
    "table_no": pl.Int32,
}  # fmt: skip
_OF_TWICE: Final = {name: dtype for name, dtype in SEATED.items() if name != "table_no"}
TWICE: Final[dict[str, Any]] = {**_OF_TWICE, "other_table": pl.String, "other_hand": pl.String, "twice": pl.Boolean}

_LISTS: Final = ("seats", "players", "stacks", "states")


# Hands have some two hundred columns: what is read of them is chosen before any row is.
_READ: Final = (
    "room", "table", "gaming_date", "hand", "dealer", "order", "terms", "is_tournament", "source_file", "source_line",
    "start", "end", "placard", "dealt_mask", "table_no", *_LISTS,
)  # fmt: skip


def _one_a_seat(hands: pl.DataFrame) -> pl.DataFrame:
    """One row a seat of some hands."""
    return (
        hands.select(_READ)
        .rename({"start": "at"})
        .explode(*_LISTS)
        .rename({"seats": "seat", "players": "player_no", "stacks": "stack_cents", "states": "state"})
        .with_columns(pl.col("seat").cast(pl.Int64), pl.col("terms").cast(pl.Int64))
    )


def is_a_name(players: dict[str, int]) -> pl.DataFrame:
    """The numbers of players with names: not P5 in seat 5, which says where somebody sits and not who it is."""
    rows = [(number, name) for name, number in players.items()]
    named = pl.DataFrame(rows, schema={"player_no": pl.UInt32, "name": pl.String}, orient="row")
    return named.filter(~pl.col("name").str.contains(r"^(?i:p|s|seat|player)?[ _-]?(10|[1-9])$")).select("player_no")


def buy_in_frame(
    hands: pl.DataFrame, notes: pl.DataFrame, params: npt.NDArray[np.int64], roaming: pl.Series
) -> pl.DataFrame:
    """One row a player who comes new to a table and is dealt in; `roaming` are players seen at several tables."""
    some = hands.select(_READ)[hands_with(State.NEW, hands["states"])]
    if some.is_empty():
        return pl.DataFrame(schema=BUY_INS)
    dealt = (pl.col("dealt_mask").cast(pl.Int64) // (2 ** pl.col("seat")).cast(pl.Int64)) % 2 == 1
    new = _one_a_seat(some).filter((pl.col("state") == int(State.NEW)) & dealt)
    terms = new["terms"].to_numpy()
    settled = ~pl.col("player_no").is_in(roaming.implode())
    new = new.with_columns(
        pl.Series("least_cents", params[Param.BUY_IN_LEAST_CENTS, terms]),
        pl.Series("most_cents", params[Param.BUY_IN_MOST_CENTS, terms]),
    ).with_columns(
        pl.when((pl.col(name) != UNKNOWN) & settled).then(name).alias(name) for name in ("least_cents", "most_cents")
    )
    taken = _cashed_out(hands, notes)
    new = new.sort("at").join_asof(
        taken, left_on="at", right_on="cashed_at", by=["room", "player_no", "placard"], tolerance=HOUR,
        check_sortedness=False,
    )  # fmt: skip
    known = pl.any_horizontal(pl.col(name).is_not_null() for name in ("least_cents", "most_cents", "taken_cents"))
    return (
        new.with_columns(
            buy_in_known=pl.when(known).then(1),
            brought_cents=pl.lit(None, pl.Int64),
            same_stakes=pl.lit(None, pl.Boolean),
        )
        .sort("order", "seat")
        .select(pl.col(name).cast(dtype) for name, dtype in BUY_INS.items())
    )


def _cashed_out(hands: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a cash-out: who took how much from which game; the player is who sat there in the last hand before."""
    noted = notes.filter((pl.col("note") == CASHOUT) & pl.col("amount_cents").is_not_null()).select(
        "room", "table", cashed_at="at", seat=pl.col("seat").cast(pl.Int64), taken_cents="amount_cents"
    )
    if noted.is_empty():
        columns = {"room": pl.String, "player_no": pl.UInt32, "placard": pl.String, "taken_cents": pl.Int64}
        return pl.DataFrame(schema={**columns, "cashed_at": pl.Datetime("us", "UTC")})
    in_last_hand = _sat_there(noted, hands)
    earlier = noted.join(in_last_hand, on=["room", "table", "seat", "cashed_at"], how="anti", maintain_order="left")
    return (
        pl.concat([in_last_hand, _sat_earlier(earlier, hands)])
        .select("room", "player_no", "placard", "taken_cents", "cashed_at")
        .sort("cashed_at", maintain_order=True)
    )


def _sat_there(noted: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The cash-outs of seats that were in their table's last hand before; nearly all of them are."""
    rows = hands.select("room", "table", at="start", row=pl.int_range(pl.len()))
    last = (
        noted.sort("cashed_at")
        .join_asof(
            rows.sort("at", maintain_order=True), left_on="cashed_at", right_on="at", by=["room", "table"],
            tolerance=HOUR, check_sortedness=False,
        )
        .drop_nulls("row")
    )  # fmt: skip
    who = hands.select("placard", "seats", player_no="players")[last["row"]]
    return (
        last.hstack(who)
        .explode("seats", "player_no")
        .filter(pl.col("seat") == pl.col("seats"))
        .select(*noted.columns, "player_no", "placard")
    )


def _sat_earlier(noted: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The cash-outs of seats that sat out last: who sat there in the last hand that lists the seat."""
    there = noted.select("room", "table").unique()
    sat = (
        hands.select("room", "table", "seats", "players", "placard", "start")
        .join(there, on=["room", "table"], how="semi")
        .explode("seats", "players")
        .select("room", "table", "placard", seat=pl.col("seats").cast(pl.Int64), player_no="players", at="start")
        .join(noted.select("room", "table", "seat").unique(), on=["room", "table", "seat"], how="semi")
    )
    return (
        noted.sort("cashed_at")
        .join_asof(
            sat.sort("at"),
            left_on="cashed_at", right_on="at", by=["room", "table", "seat"], tolerance=HOUR, check_sortedness=False,
        )
        .drop_nulls("player_no")
        .select(*noted.columns, "player_no", "placard")
    )  # fmt: skip


def seated_rows(hands: pl.DataFrame, roaming: pl.Series) -> pl.DataFrame:
    """The hands that players were dealt who are seen at several tables; live action with a recorded end only."""
    there = pl.col("players").list.eval(pl.element().is_in(roaming.implode())).list.any()
    plain = ~pl.col("is_tournament") & pl.col("offset_told") & pl.col("end").is_not_null()
    some = hands.select(*_READ, "offset_told").filter(plain & there) if len(roaming) else hands.clear()
    if some.is_empty():
        return pl.DataFrame(schema=SEATED)
    dealt = (pl.col("dealt_mask").cast(pl.Int64) // (2 ** pl.col("seat")).cast(pl.Int64)) % 2 == 1
    rows = _one_a_seat(some).filter(pl.col("player_no").is_in(roaming.implode()) & dealt)
    return rows.select(pl.col(name).cast(dtype) for name, dtype in SEATED.items())


def twice_frame(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows in which a player comes from another table, with the hand there that was still on, if it was.

    Only the first of a player, a pair of tables and a gaming day is `twice`: it is one cause. One who folds may be new
    at another table before the hand is over, so a hand that calls the seat new or moved says nothing.
    """
    day = pl.col("room").cast(pl.Categorical).to_physical().cast(pl.Int64) * DAYS + pl.col("gaming_date").to_physical()
    player = rows.select(day * PLAYERS + pl.col("player_no").cast(pl.Int64)).to_series().to_numpy()
    keys = [player, *(rows[name].to_physical().to_numpy() for name in ("table_no", "at", "end"))]
    order = np.lexsort((keys[1], keys[2], keys[0]))
    who, table, start, end = (values[order] for values in keys)
    other, asked = np.full(len(rows), NONE, np.int64), np.zeros(len(rows), np.bool_)
    overlapping(who, table, start, end, other, asked)
    at_two = np.flatnonzero(asked)
    still_on = other[at_two]
    # The same player at the same two tables is one cause: numbers tell that apart sooner than names do.
    pairs = pl.DataFrame({"who": who[at_two], "here": table[at_two], "there": table[still_on.clip(0)]})
    came = pl.col("state").is_in([int(State.NEW), int(State.MOVED)])
    mine = rows[order[at_two]]
    found = pl.Series(still_on != NONE) & ~mine.select(came).to_series()
    first = pl.struct("found", "who", a=pl.min_horizontal("here", "there"), b=pl.max_horizontal("here", "there"))
    twice = pairs.with_columns(found=found).select(twice=pl.col("found") & first.is_first_distinct())
    beside = rows.select(other_table="table", other_hand="hand")[order[still_on.clip(0)]]
    return (
        mine.hstack(beside)
        .hstack(twice)
        .with_columns(pl.when("twice").then(pl.col("other_table", "other_hand")))
        .select(pl.col(name).cast(dtype) for name, dtype in TWICE.items())
    )
