"""Time collection: the calls of the notes beside the hands that owe them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from checks.floor.timeline import following
from checks.replay.collection import TABLE_STATE, WRONG_AMOUNT, WRONG_HAND, OwedTime, TimedHands, owed_time
from checks.replay.film import records
from checks.replay.layout import UNKNOWN, Param, TimeStyle

COLUMNS = ("time_due_cents", "time_taken_cents", "time_verdict")


def with_collection(hands: pl.DataFrame, notes: pl.DataFrame, params: npt.NDArray[np.int64]) -> pl.DataFrame:
    """Adds what each hand owed after a call for time, what it paid, and the verdict; null where nothing was owed.

    `hands` is sorted by table and time. `time_style` is null where the table is not raked by time; `time_asked` says
    that time was due or was taken.
    """
    terms = hands["terms"].to_numpy()
    rate, style, posted_only, after_call = (
        params[row, terms] if len(hands) else np.zeros(0, np.int64)
        for row in (Param.TIME_CENTS, Param.TIME_STYLE, Param.TAKINGS_POSTED, Param.TIME_AFTER_CALL)
    )
    timed = rate != UNKNOWN
    unposted = ~timed & (posted_only == 1)
    frame = hands.with_columns(
        time_style=pl.Series(np.where(timed, style, UNKNOWN)).replace(UNKNOWN, None),
        time_asked=(pl.col("time_cents") > 0) | (pl.col("timepot_taken_cents") > 0),
        time_unposted=pl.Series(unposted),
        time_ruled=pl.Series(np.where(unposted | (after_call == 1), 1, UNKNOWN)).replace(UNKNOWN, None),
    )
    calls = _calls(frame, notes) if timed.any() else np.zeros(len(hands), np.int64)
    owed = OwedTime(*(np.full(len(hands), UNKNOWN, np.int64) for _ in OwedTime._fields))
    if timed.any():
        owed_time(_timed_hands(frame, calls, params, terms), owed, records(np.zeros(1, TABLE_STATE)))
    return (
        frame.with_columns(
            pl.Series(name, values).replace(UNKNOWN, None) for name, values in zip(COLUMNS, owed, strict=True)
        )
        .with_columns(**_taken_unposted())
        .with_columns(
            time_asked=pl.col("time_asked")
            | pl.col("time_verdict").is_not_null()
            | ((pl.col("time_style") == int(TimeStyle.SEAT)) & pl.Series(calls > 0)),
            # Seats pay before the cards; a pot pays somewhere in the hand.
            collection_event=pl.when(
                (pl.col("time_style") == int(TimeStyle.SEAT)) | (pl.col("time_unposted") & (pl.col("time_cents") > 0))
            ).then("time_event"),
        )
    )


def _taken_unposted() -> dict[str, pl.Expr]:
    """Time at a table that owes none: from its seats it is a wrong amount, from a pot the pot of a wrong hand."""
    seats = pl.col("time_unposted") & (pl.col("time_cents") > 0)
    pot = pl.col("time_unposted") & (pl.col("timepot_taken_cents") > 0)
    return {
        "time_due_cents": pl.when(seats | pot).then(0).otherwise("time_due_cents"),
        "time_taken_cents": pl.when(seats)
        .then("time_cents")
        .when(pot)
        .then("timepot_taken_cents")
        .otherwise("time_taken_cents"),
        "time_verdict": pl.when(seats)
        .then(int(WRONG_AMOUNT))
        .when(pot)
        .then(int(WRONG_HAND))
        .otherwise("time_verdict"),
    }


def _timed_hands(
    frame: pl.DataFrame,
    calls: npt.NDArray[np.int64],
    params: npt.NDArray[np.int64],
    terms: npt.NDArray[np.int64],
) -> TimedHands:
    """The columns that a table's time hangs on, as plain arrays."""

    def column(name: str) -> npt.NDArray[np.int64]:
        return frame[name].cast(pl.Int64).to_numpy()

    return TimedHands(
        table=frame["table_code"].to_numpy(),
        calls=calls,
        unbroken=frame.select(pl.col("follows") | ~pl.col("has_previous")).to_series().to_numpy(),
        rate=params[Param.TIME_CENTS, terms],
        style=params[Param.TIME_STYLE, terms],
        payer=params[Param.TIME_HAND, terms],
        absent_pay=params[Param.TIME_ABSENT_PAY, terms],
        listed=column("seats_listed"),
        active=column("seats_active"),
        seat_time=column("time_cents"),
        pot_time=column("timepot_taken_cents"),
        contested=column("contested_cents"),
        streets=column("streets"),
        called_off=frame["called_off"].to_numpy(),
    )


def _calls(hands: pl.DataFrame, notes: pl.DataFrame) -> npt.NDArray[np.int64]:
    """Calls for time that came between the start of the hand before and that of each hand."""
    calls = notes.filter(pl.col("note") == "time-call").select("room", "table", called_at="at").unique()
    starts = hands.select("room", "table", "start", "order")
    first_after = following(calls, starts, "called_at", "start", ["room", "table"])
    counted = first_after.filter(pl.col("order").is_not_null()).group_by("order").agg(calls=pl.len().cast(pl.Int64))
    return hands.join(counted, on="order", how="left", maintain_order="left")["calls"].fill_null(0).to_numpy()
