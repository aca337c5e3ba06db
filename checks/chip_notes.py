"""Cash-outs, rebuys and seat changes beside the stacks: do a player's chips add up from hand to hand, in any seat.

What a player had at the end of a hand, with the rebuys and without the cash-outs noted since, is what lies there at the
start of the next; nothing, where the player is gone. Between two hands without a note the stacks speak for themselves
(`obligations`). Taken from the first hand to the last, a player's day closes: first stack, rebuys and what was won are
the cash-outs and the last stack.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.facts import Grain
from checks.kernel_arrays import column_of
from checks.replay.counting import hands_from
from checks.replay.layout import UNKNOWN
from parsers.house import House
from parsers.vocabulary import State

CHIPS: Final = ("rebuy", "cashout")
SEATS: Final = ("seat-open", "seat-taken")
WHOLE_TABLE: Final = ("colour-up", "bagging")
BANK: Final = "bank"

# What can be wrong: nothing; chips that changed on the way to another seat; a rebuy, a cash-out of one who stays, or
# one of one who is gone.
RIGHT, MOVED, REBUY, TAKEN, CASHOUT = "", "moved", "rebuy", "taken", "cash-out"

# One row a player of whose chips a note, or a change of seats, speaks between two hands; and one a count of a table
# bank, without a seat. `fault` names what is wrong, or is empty; null where nobody can say. `due_cents` and
# `written_cents` are the two sides of it; `ended` and `began` the player's chips before and after the gap;
# `rebuy_cents` what was bought in it.
ROWS: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"), "hand": pl.String,
    "dealer": pl.String, "order": pl.UInt32, "is_tournament": pl.Boolean, "seat": pl.Int64, "seat_after": pl.Int64,
    "fault": pl.String, "due_cents": pl.Int64, "written_cents": pl.Int64, "ended": pl.Int64, "began": pl.Int64,
    "rebuy_cents": pl.Int64,
    "source_file": pl.String, "source_line": pl.Int32,
}  # fmt: skip


def chip_frame(hands: pl.DataFrame, notes: pl.DataFrame, players: dict[str, int], house: House) -> pl.DataFrame:
    """One row a player and gap between two hands of which a note or a change of seats speaks, and one a bank count.

    `hands` is sorted by table and time; `players` are the numbers by which they name players.
    """
    gaps, noted = _gaps(hands, notes, players)
    sitting = _sitting(gaps, hands)
    of_players = _of_players(noted, sitting)
    opened = noted.filter(pl.col("note") == "seat-open").select("before", "seat", left=True).unique()
    judged = _judged(gaps, sitting, of_players, opened)
    of_hand = hands.select(
        "room", "table", "gaming_date", "hand", "dealer", "order", "is_tournament", "source_file", "source_line",
        "start",
    )  # fmt: skip
    judged = judged.hstack(of_hand[judged["before"]]).with_columns(
        at=pl.coalesce("noted_at", "start"), rebuy_cents=pl.col("rebuys")
    )
    return pl.concat(
        [_with_absent(judged), _unplaced(noted, of_players, sitting, house), _bank_counts(notes, hands, house)]
    )


def without_noted(memory: dict[Grain, pl.DataFrame], between: pl.DataFrame) -> dict[Grain, pl.DataFrame]:
    """What a table remembers without stacks of which a note speaks: those are held against the note."""
    noted = between.filter(pl.col("change") != 0)
    if noted.is_empty():
        return memory
    told = noted.select(hand_row=pl.col("order").cast(pl.Int64), seat=pl.col("seat").cast(pl.Int64))
    stacks = memory[Grain.STACK].join(told, on=["hand_row", "seat"], how="anti", maintain_order="left")
    return {**memory, Grain.STACK: stacks}


def _gaps(hands: pl.DataFrame, notes: pl.DataFrame, players: dict[str, int]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(one row a gap that is looked at: the hands `before` and `after` it; the notes of these gaps in order of time).

    `after` is null where the table's day ended. `broken` says that hands are missing, or that the whole table's chips
    were changed.
    """
    words = [*CHIPS, *SEATS, *WHOLE_TABLE]
    begins = hands.select("room", "table", "has_previous", first=pl.col("order").cast(pl.Int64))
    tables = begins.filter(~pl.col("has_previous")).drop("has_previous")
    tables = tables.with_columns(last=pl.col("first").shift(-1, fill_value=len(hands)))
    noted = notes.filter(pl.col("note").is_in(words)).join(tables, on=["room", "table"], maintain_order="left")
    at, first, last = (column_of(one) for one in (noted["at"].to_physical(), noted["first"], noted["last"]))
    order = np.empty(len(noted), np.int64)
    hands_from(column_of(hands["start"].to_physical()), first, last, at, order)
    order = np.where(order < len(hands), order, last)  # behind the last hand: where the next table begins
    noted = noted.with_columns(
        gap=pl.Series(order), named=pl.col("player").replace_strict(players, default=None, return_dtype=pl.Int64)
    ).with_columns(before=pl.when(pl.col("gap") > pl.col("first")).then(pl.col("gap") - 1).otherwise(-1))
    moved = hands.select("order", "follows")[hands_with(State.MOVED, hands["states"])].filter("follows")
    speaks = pl.col("note").is_in([*CHIPS, *SEATS])
    gaps = pl.concat(
        [
            noted.filter(speaks).select("gap", "before", ends=pl.col("gap") == pl.col("last")),
            moved.select(gap=pl.col("order").cast(pl.Int64), before=pl.col("order").cast(pl.Int64) - 1, ends=False),
        ]
    ).unique()
    gaps = gaps.filter(pl.col("before") >= 0).sort("before")
    changed = noted.filter(pl.col("note").is_in(WHOLE_TABLE)).select("before", changed=pl.lit(True)).unique()
    days = hands.select("follows", "gaming_date")
    after = days.rename({"gaming_date": "day_after"})[gaps["gap"].clip(0, max(len(hands) - 1, 0))]
    is_there = pl.col("gap") < len(hands)
    gaps = (
        gaps.hstack(after)
        .with_columns(pl.when(is_there).then(pl.col("follows", "day_after")))
        .join(changed, on="before", how="left", maintain_order="left")
        .hstack(days.select("gaming_date")[gaps["before"]])
        .with_columns(ends=pl.col("ends") | (~pl.col("follows") & (pl.col("day_after") != pl.col("gaming_date"))))
    )
    return gaps.select(
        "before",
        after=pl.when(~pl.col("ends")).then("gap"),
        broken=(~pl.col("ends") & ~pl.col("follows")).fill_null(False) | pl.col("changed").fill_null(False),
    ), noted.sort("before", "at", "source_file", "source_line")


def hands_with(state: State, states: pl.Series) -> npt.NDArray[np.int64]:
    """The rows of hands, given as lists of their seats' states, of which some seat is in a state."""
    ends = states.list.len().cum_sum().to_numpy()
    there = np.flatnonzero(states.explode(empty_as_null=False).to_numpy() == int(state))
    return np.unique(np.searchsorted(ends, there, side="right"))


def _sitting(gaps: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """One row a gap and player of the hand before it: seat and chips then, and in the hand after it."""
    went_on = gaps.filter(pl.col("after").is_not_null())
    then = hands.select(player="players", seat="seats", ended="end_stacks")[gaps["before"]]
    now = hands.select(player="players", seat_after="seats", began="stacks")[went_on["after"]]
    before = _once(gaps.select("before", "after").hstack(then), ["seat", "ended"])
    after = _once(went_on.select("before").hstack(now), ["seat_after", "began"])
    after = after.unique(["before", "player"], keep="first", maintain_order=True)
    is_one = ~(pl.col("twice") | pl.col("twice_after")).fill_null(False)
    return (
        before.join(after.rename({"twice": "twice_after"}), on=["before", "player"], how="left", maintain_order="left")
        .with_columns(
            pl.col("player").cast(pl.Int64), ended=pl.when((pl.col("ended") != UNKNOWN) & is_one).then("ended")
        )
        .drop("twice", "twice_after")
    )


def _once(lists: pl.DataFrame, others: list[str]) -> pl.DataFrame:
    """One row a gap and player, from lists; `twice`: a player in two seats at once, who is nobody's sum."""
    again = lists.select((pl.col("player").list.n_unique() < pl.col("player").list.len()).any()).item()
    rows = lists.explode("player", *others)
    return rows.with_columns(twice=pl.len().over("before", "player") > 1 if again else pl.lit(False))


def _of_players(noted: pl.DataFrame, sitting: pl.DataFrame) -> pl.DataFrame:
    """The rebuys and cash-outs of each gap by player: who sat down at the seat last, else who sat there before."""
    chips = noted.filter(pl.col("note").is_in(CHIPS) & (pl.col("before") >= 0)).with_row_index("n")
    taken = noted.filter(pl.col("note") == "seat-taken").select(
        "before", "seat", "at", came=pl.col("named").fill_null(-1)
    )
    sat = sitting.select("before", "seat", sat="player")
    by = ["before", "seat"]
    return (
        chips.sort("at")
        .join_asof(taken.sort("at"), on="at", by=by, strategy="backward", check_sortedness=False)
        .join(sat, on=by, how="left", maintain_order="left")
        .with_columns(player=pl.coalesce("named", "came", "sat"))
        .group_by("before", "player")
        .agg(
            rebuys=pl.col("amount_cents").filter(pl.col("note") == "rebuy").sum(),
            cashouts=pl.col("amount_cents").filter(pl.col("note") == "cashout").sum(),
            noted_at=pl.col("at").max(),
        )
        .sort("before", "player")
    )


def _judged(gaps: pl.DataFrame, sitting: pl.DataFrame, of_players: pl.DataFrame, opened: pl.DataFrame) -> pl.DataFrame:
    """The players of whom a note or a change of seats speaks, with what is wrong of their chips."""
    rows = (
        sitting.join(of_players, on=["before", "player"], how="left", maintain_order="left")
        .join(gaps.select("before", "broken"), on="before", maintain_order="left")
        .join(opened, on=["before", "seat"], how="left", maintain_order="left")
        .with_columns(pl.col("rebuys", "cashouts").fill_null(0), pl.col("left").fill_null(False))
    )
    moved = (pl.col("seat_after") != pl.col("seat")).fill_null(False)
    had = pl.col("ended") + pl.col("rebuys") - pl.col("cashouts")
    rows = rows.filter(pl.col("noted_at").is_not_null() | moved).with_columns(had=had)
    stays = pl.col("seat_after").is_not_null()
    is_gone = ~stays & (pl.col("after").is_not_null() | pl.col("left")) & (pl.col("cashouts") > 0)
    fault = (
        pl.when(stays & (pl.col("had") == pl.col("began")))
        .then(pl.lit(RIGHT))
        .when(stays & moved)
        .then(pl.lit(MOVED))
        .when(stays & (pl.col("cashouts") == 0))
        .then(pl.lit(REBUY))
        .when(stays)
        .then(pl.lit(TAKEN))
        .when((pl.col("had") < 0) | (is_gone & (pl.col("had") != 0)))
        .then(pl.lit(CASHOUT))
        .when(pl.col("had") == 0)
        .then(pl.lit(RIGHT))
    )
    due = {
        MOVED: pl.col("had"),
        REBUY: pl.col("began") - pl.col("ended"),
        TAKEN: pl.col("ended") + pl.col("rebuys") - pl.col("began"),
        CASHOUT: pl.col("ended") + pl.col("rebuys"),
    }
    written = {
        MOVED: pl.col("began"), REBUY: pl.col("rebuys"), TAKEN: pl.col("cashouts"), CASHOUT: pl.col("cashouts"),
    }  # fmt: skip
    unknown = pl.col("broken") | pl.col("ended").is_null()
    return rows.with_columns(fault=pl.when(~unknown).then(fault)).with_columns(
        due_cents=_by_fault(due), written_cents=_by_fault(written)
    )


def _by_fault(values: dict[str, pl.Expr]) -> pl.Expr:
    return pl.coalesce(pl.when(pl.col("fault") == fault).then(value) for fault, value in values.items())


def _unplaced(noted: pl.DataFrame, of_players: pl.DataFrame, sitting: pl.DataFrame, house: House) -> pl.DataFrame:
    """One row a player whose note stands before the first hand, or who did not sit in the hand before it."""
    place = ("room", "table", "at", "source_file", "source_line")
    told = noted.filter(pl.col("note").is_in(CHIPS)).select(*place, "before")
    alone = of_players.join(sitting, on=["before", "player"], how="anti", nulls_equal=True)
    unknown = alone.select("before", at="noted_at").unique()
    late = told.join(unknown, on=["before", "at"], how="semi").unique(["before", "at"], keep="first")
    rows = pl.concat([late, told.filter(pl.col("before") < 0)]).sort(place)
    return _with_absent(rows.with_columns(gaming_date=house.gaming_dates(rows["room"], rows["at"])))


def _bank_counts(notes: pl.DataFrame, hands: pl.DataFrame, house: House) -> pl.DataFrame:
    """One row a count of a table bank; without a variance in the note nobody can say."""
    counts = notes.filter(pl.col("note") == BANK)
    variance = pl.col("variance_cents")
    return _with_absent(
        counts.with_columns(
            gaming_date=house.gaming_dates(counts["room"], counts["at"]),
            fault=pl.when(variance == 0).then(pl.lit(RIGHT)).when(variance.is_not_null()).then(pl.lit(BANK)),
            due_cents=pl.lit(0),
            written_cents=variance,
            seat=pl.lit(None, pl.Int64),
        )
    )


def _with_absent(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows in the form of the frame; what they do not have is null, and a table that nobody knows is a live one."""
    absent = [pl.lit(None, dtype).alias(name) for name, dtype in ROWS.items() if name not in rows.columns]
    return rows.with_columns(absent).select(
        pl.col(name).cast(dtype).fill_null(False) if dtype == pl.Boolean else pl.col(name).cast(dtype)
        for name, dtype in ROWS.items()
    )
