"""The clock of each hand log: does it keep the room's time, and do its hands lie where the down cards say.

A log states the offset of its times. Where that is not the room's, either the hour on the wall is right and the moment
is wrong, or the other way round. The down cards tell which: their slots are hours on the room's wall. Where the hands
do not lie in the slots that were signed at their table, nothing can be laid beside them by the clock that day.
"""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from checks.floor.timeline import slot_of
from parsers.house import House

DAY: Final = ("room", "table", "gaming_date")

# One row a feed, table or device, and gaming day. `is_off` is null where nobody can say; `sentence` tells the fault.
CLOCKS: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"),
    "feed": pl.String, "device": pl.String, "is_off": pl.Boolean, "expected": pl.String, "actual": pl.String,
    "sentence": pl.String, "source_file": pl.String, "source_line": pl.Int32,
}  # fmt: skip
# One row a table and gaming day whose hands cannot be laid beside its other feeds by the clock.
APART: Final[dict[str, Any]] = {"room": pl.String, "table": pl.String, "gaming_date": pl.Date}


def log_clocks(hands: pl.DataFrame, house: House) -> pl.DataFrame:
    """One row a hand log, that is a table and gaming day: its offset beside the room's at that moment.

    `at` and the line are those of the first hand that states another one. `hands` is sorted by table and time; only one
    hand of each half hour is looked at.
    """
    place = ("table_code", "gaming_date", "slot_start", "utc_offset_min", "offset_told")
    turns = hands.select(pl.any_horizontal(pl.col(place).ne_missing(pl.col(place).shift(1)))).to_series().arg_true()
    runs = hands.select(*DAY, *place[2:], "start", "source_file", "source_line")[turns.to_numpy()]
    told = with_room_offset(runs, house).with_columns(
        off=pl.when("offset_told").then(pl.col("utc_offset_min") != pl.col("room_offset_min"))
    )
    first = pl.col("off").fill_null(False).arg_max()
    days = told.group_by(DAY, maintain_order=True).agg(
        pl.col("source_file", "source_line").get(first),
        at=pl.col("start").get(first),
        is_off=pl.when(pl.col("off").is_not_null().any()).then(pl.col("off").any()),
        expected=pl.col("room_offset_min").get(first),
        actual=pl.col("utc_offset_min").get(first),
    )
    said = pl.format(
        "The hand log of table {} is on UTC{}; the room's clock is on UTC{}.", "table", "actual", ("expected")
    )
    return (
        days.with_columns(offset_text("expected"), offset_text("actual"))
        .with_columns(feed=pl.lit("hands"), device=pl.lit(None, pl.String), sentence=said)
        .select(pl.col(name).cast(dtype) for name, dtype in CLOCKS.items())
    )


def with_room_offset(rows: pl.DataFrame, house: House) -> pl.DataFrame:
    """Adds `room_offset_min`, what the room's clock is off UTC at `start`; null where the room is not known."""
    offset = pl.lit(None, pl.Int64)
    for name in rows["room"].unique().drop_nulls().sort():
        room = house.rooms.get(name)
        if room is not None:
            local = pl.col("start").dt.convert_time_zone(room.timezone.key)
            own = (local.dt.base_utc_offset() + local.dt.dst_offset()).dt.total_minutes()
            offset = pl.when(pl.col("room") == name).then(own).otherwise(offset)
    return rows.with_columns(room_offset_min=offset)


def offset_text(minutes: str) -> pl.Expr:
    """Minutes off UTC as a log writes them: -07:00."""
    value = pl.col(minutes).cast(pl.Int64)
    sign = pl.when(value < 0).then(pl.lit("-")).otherwise(pl.lit("+"))
    hours, rest = (part.cast(pl.String).str.zfill(2) for part in (value.abs() // 60, value.abs() % 60))
    return pl.concat_str(sign, hours, pl.lit(":"), rest).alias(minutes)


def days_apart(hands: pl.DataFrame, clocks: pl.DataFrame, signatures: pl.DataFrame, house: House) -> pl.DataFrame:
    """The tables and days of logs with a wrong offset whose hands do not lie where their table's cards were signed.

    That is so where most of them lie outside the slots that were signed there, or where more of them would lie in slots
    of their own dealers if the hour that the log states were the room's. Both days of a hand count then: the one that
    the log makes of it and the one that the room's clock does.
    """
    off = clocks.filter("is_off").select(DAY)
    if off.is_empty() or signatures.is_empty():
        return pl.DataFrame(schema=APART)
    carded = signatures.select("room", "table").unique()
    some = hands.join(off, on=DAY, how="semi").join(carded, on=["room", "table"], how="semi")
    if some.is_empty():
        return pl.DataFrame(schema=APART)
    some = with_room_offset(some.select(*DAY, "start", "utc_offset_min", "log_dealer"), house)
    by_the_wall = pl.duration(minutes=pl.col("utc_offset_min").cast(pl.Int64) - pl.col("room_offset_min"))
    some = some.with_columns(wall=pl.col("start") + by_the_wall)
    some = some.with_columns(
        slot_start=slot_of("start", "room_offset_min"), wall_slot=slot_of("wall", "room_offset_min"),
        wall_date=house.gaming_dates(some["room"], some["wall"]),
    )  # fmt: skip
    some = some.with_columns(
        stands=_fits(some, signatures, "slot_start"),
        stands_on_wall=_fits(some, signatures, "wall_slot"),
        in_signed=_fits(some.with_columns(log_dealer=pl.lit(None, pl.String)), signatures, "slot_start"),
    )
    counted = some.group_by(DAY, maintain_order=True).agg(
        apart=(pl.col("stands_on_wall").sum() > pl.col("stands").sum()) | (pl.col("in_signed").sum() * 2 < pl.len()),
        wall_date=pl.col("wall_date").unique(),
    )
    found = counted.filter("apart")
    moved = found.explode("wall_date").select("room", "table", gaming_date="wall_date")
    return pl.concat([found.select(DAY), moved]).unique().sort(DAY)


def _fits(hands: pl.DataFrame, signatures: pl.DataFrame, slot: str) -> pl.Series:
    """Whether each hand lies in a slot that was signed at its table, by its dealer where the log names one."""
    at = ["room", "table", "slot_start"]
    signers = signatures.select(*at, signers=pl.concat_list("person", "name_person", "maybe", "pattern"))
    signed = signers.explode("signers").group_by(at).agg(pl.col("signers").drop_nulls().unique(), signed=pl.lit(True))
    rows = hands.select("room", "table", "log_dealer", slot_start=slot).join(
        signed, on=at, how="left", maintain_order="left"
    )
    dealt = pl.col("log_dealer").is_null() | pl.col("signers").list.contains(pl.col("log_dealer"))
    return rows.select(pl.col("signed").fill_null(False) & dealt.fill_null(False)).to_series()


def handed_in(faults: pl.DataFrame) -> pl.DataFrame:
    """Clocks that were found to be off before the audit, as they were told."""
    who = (
        pl.when(pl.col("device").is_not_null())
        .then(pl.format("The clock of {}", "device"))
        .when(pl.col("feed").is_not_null())
        .then(pl.format("The clock of the {}", "feed"))
        .otherwise(pl.lit("A clock of the room"))
    )
    where = pl.when(pl.col("table").is_not_null()).then(pl.format(" at table {}", "table")).otherwise(pl.lit(""))
    says = pl.when(pl.col("actual").is_not_null()).then(pl.format(" says {}", "actual")).otherwise(pl.lit(" is off"))
    due = (
        pl.when(pl.col("expected").is_not_null())
        .then(pl.format("; it should say {}", "expected"))
        .otherwise(pl.lit(""))
    )
    return faults.with_columns(is_off=pl.lit(True), sentence=pl.concat_str(who, where, says, due, pl.lit("."))).select(
        pl.col(name).cast(dtype) for name, dtype in CLOCKS.items()
    )


def without(rows: pl.DataFrame, apart: pl.DataFrame) -> pl.DataFrame:
    """The rows that are of no table and day in `apart`."""
    return rows if apart.is_empty() else rows.join(apart, on=DAY, how="anti", maintain_order="left")


def cleared(frame: pl.DataFrame, apart: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """The frame with some columns null on the tables and days in `apart`: what needs them cannot be judged there."""
    if apart.is_empty() or frame.is_empty():
        return frame
    marked = frame.join(apart.with_columns(is_apart=pl.lit(True)), on=DAY, how="left", maintain_order="left")
    known = pl.col("is_apart").is_null()
    return marked.with_columns(pl.when(known).then(pl.col(name)).alias(name) for name in columns).drop("is_apart")
