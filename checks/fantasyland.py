"""Fantasyland from hand to hand: who was in it, what the hand earned, and what the next hand made of it.

Grain: one row a seat of an open-face hand that was played. A deal that was called off changes nothing: whoever was in
Fantasyland still is.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl

from checks.frames import Grain
from checks.law.in_force import Law

_KEPT: Final = ("seat", "played", "opens", "stays", "fantasy_event")
_KEYS: Final = ("table_no", "source_file", "source_line")
_OF_HANDS: Final = (
    "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "source_file", "source_line",
)  # fmt: skip
_SAME: Final = ["table_no", "seat", "player"]


class Fantasyland:
    """Keeps the few numbers of each open-face seat that its table remembers."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._rows: list[pl.DataFrame] = []

    def see(self, grain: Grain, rows: pl.DataFrame, kept: pl.DataFrame) -> None:
        """Takes the seats of a batch; `kept` are all hands of the batch."""
        if grain is not Grain.SET:
            return
        some = rows.filter(pl.col("open_face"))
        hands = kept.select(_KEYS)[some["hand_row"].to_numpy()]
        self._rows.append(some.select(_KEPT).hstack(hands))

    def frame(self, hands: pl.DataFrame) -> pl.DataFrame | None:
        """The seats of some tables' hands, which are in order; None where no hand is of an open-face game."""
        if not self._rows:
            return None
        of_hands = _in_runs(hands).join(pl.concat(self._rows), on=list(_KEYS), how="inner", maintain_order="left")
        if of_hands.is_empty():
            return None
        return _judged(_with_neighbors(_with_players(of_hands)), self._law)


def _in_runs(hands: pl.DataFrame) -> pl.DataFrame:
    """The hands with the unbroken run they belong to and their place in it, deals that were called off not counted."""
    played = ~pl.col("called_off")
    return hands.select(
        *_OF_HANDS, "table_no", "seats", "players", "called_off",
        at="start",
        run=(~pl.col("follows")).cum_sum(),
        place=played.cast(pl.Int64).cum_sum(),
    ).filter(played)  # fmt: skip


def _with_players(rows: pl.DataFrame) -> pl.DataFrame:
    """Who sits in each seat, as a number; a seat that nobody is listed at has none."""
    at = pl.col("seats").list.eval(pl.element().cast(pl.Int64))
    index = [seats.index(seat) if seat in seats else None for seats, seat in rows.select(at, "seat").iter_rows()]
    picked = pl.Series("index", index, dtype=pl.Int64)
    return rows.with_columns(picked).with_columns(
        player=pl.col("players").list.get(pl.col("index"), null_on_oob=True).cast(pl.Int64)
    )


def _with_neighbors(rows: pl.DataFrame) -> pl.DataFrame:
    """Each seat beside the same player's hands before and behind it, where they are its very neighbors."""
    rows = rows.sort("order", "seat")

    def beside(name: str, step: int) -> pl.Expr:
        run, place = (pl.col(key).shift(step).over(_SAME) for key in ("run", "place"))
        near = (run == pl.col("run")) & (place == pl.col("place") - step)
        return pl.when(near.fill_null(False)).then(pl.col(name).shift(step).over(_SAME))

    said = pl.col("fantasy_event").is_not_null().cast(pl.Int64)
    rows = rows.with_columns(said=said)
    rows = rows.with_columns(
        said_before=beside("said", 1), before_known=beside("seat", 1).is_not_null(), played_next=beside("played", -1),
        announces=pl.col("said").max().over("table_no"),
    )  # fmt: skip
    rows = rows.with_columns(
        in_fantasyland=pl.coalesce("played", pl.when(pl.col("announces") == 1).then("said_before")),
        given=pl.coalesce("played_next", pl.when((pl.col("said") == 1) | (pl.col("announces") == 1)).then("said")),
    )
    return _with_streaks(rows)


def _with_streaks(rows: pl.DataFrame) -> pl.DataFrame:
    """How many Fantasylands in a row a seat has had by each hand; null where the log does not go back far enough."""
    inside = (pl.col("in_fantasyland") == 1).fill_null(False)
    breaks = ~inside | ~pl.col("before_known")
    rows = rows.with_columns(streak=breaks.cast(pl.Int64).cum_sum().over(_SAME), inside=inside.cast(pl.Int64))
    same = [*_SAME, "streak"]
    # A streak whose first hand is itself in Fantasyland may have begun before the log did.
    open_start = (pl.col("inside") == 1).first().over(same)
    count = pl.col("inside").cum_sum().over(same)
    return rows.with_columns(in_a_row=pl.when(~open_start | (pl.col("inside") == 0)).then(count), at_least=count)


def _judged(rows: pl.DataFrame, law: Law) -> pl.DataFrame:
    """What each hand earned by the rules in force."""
    numbers = rows["terms"].to_numpy()
    known = {int(n): _most_in_a_row(law, int(n)) for n in np.unique(numbers)}
    most = pl.Series("most_in_a_row", [known[int(n)] for n in numbers], dtype=pl.Int64)
    inside = pl.col("in_fantasyland")
    earned = pl.when(inside == 1).then("stays").when(inside == 0).then("opens")
    over = (inside == 1) & (pl.col("at_least") >= pl.col("most_in_a_row")).fill_null(False)
    unsure = (inside == 1) & pl.col("most_in_a_row").is_not_null() & pl.col("in_a_row").is_null() & ~over
    return (
        rows.with_columns(most)
        .with_columns(
            over_the_most=(over & (pl.col("stays") == 1)).fill_null(False),
            earned=pl.when(over).then(0).when(unsure & (pl.col("stays") == 1)).then(None).otherwise(earned),
        )
        .select(
            *_OF_HANDS, "at", "seat", "fantasy_event", "in_fantasyland", "in_a_row", "most_in_a_row", "earned",
            "over_the_most", "given",
        )
    )  # fmt: skip


def _most_in_a_row(law: Law, number: int) -> int | None:
    """The most Fantasylands in a row: a limit of the progressive game only."""
    if not law.value(number, "ofc.progressive"):
        return None
    most: int | None = law.value(number, "ofc.fantasyland_most_in_a_row")
    return most
