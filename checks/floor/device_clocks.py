"""Shuffler clocks that are farther off than can be set right: hours, a day, a year.

`shuffler_clocks` looks two hours to either side. A device beyond that tells of shuffles where its table dealt nothing,
and its table deals hands of which the device says nothing. Where the two fit together at one offset, and at no other,
that is how far the clock is off; where there are too few shuffles to tell, it is enough that they do not meet at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from checks.floor.log_clocks import APART, CLOCKS, DAY
from checks.floor.moments import Times, in_us
from checks.floor.right_clocks import EDGE_US, US
from checks.floor.shuffler_clocks import (
    APART_S,
    SEARCH_S,
    UNTIED,
    Gaps,
    refined,
    scores_of,
    sent_of,
    uses_by_table,
)
from parsers.house import House

DEVICE: Final = ("room", "table", "device", "gaming_date")
FAR_S: Final = 26 * 3_600  # a day, and an hour's change of clocks, to either side of where the search begins
REACH_US: Final = SEARCH_S * US + EDGE_US  # a message farther from every hand is of none of them
SHUFFLES_LEAST: Final = 60  # in so wide a search fewer would fit by luck
FITS_LEAST: Final = 0.97
NEARLY: Final = 0.9  # before the gain of the clock is known
KNOWN_PERCENT: Final = 95  # a clock under which so much fits is the device's


@dataclass(frozen=True)
class Devices:
    """What was found of the devices of some tables.

    `clocks` has a row a device and gaming day; `apart` the tables and gaming days of hands whose shuffles a device that
    is far off told; `shuffles` and `devices` are those that came in, without what was made of such a device's clock.
    """

    clocks: pl.DataFrame
    apart: pl.DataFrame
    shuffles: pl.DataFrame
    devices: pl.DataFrame


def device_clocks(
    shuffles: pl.DataFrame, devices: pl.DataFrame, hands: pl.DataFrame, off_logs: pl.DataFrame, house: House
) -> Devices:
    """The devices beside the hands of their tables, by far.

    `shuffles` are by the table's clock as far as it is known, `devices` what was found of it. A device at a table whose
    log has a wrong offset (`off_logs`) is not told beside that: one cause, one finding.
    """
    known = (pl.col("fits_percent") >= KNOWN_PERCENT) & pl.col("within_s").is_not_null()
    told = devices.group_by(DEVICE, maintain_order=True).agg(
        is_known=pl.col("messages").filter(known).sum() * 2 > pl.col("messages").sum(), at=pl.col("since").min()
    )
    doubtful = told.filter(~pl.col("is_known")).join(off_logs, on=["room", "table"], how="anti", maintain_order="left")
    far = [] if hands.is_empty() or doubtful.is_empty() else _far(shuffles, doubtful, hands)
    keys = pl.DataFrame([fault["key"] for fault in far], schema=_KEY, orient="row")
    others = told.join(keys, on=DEVICE, how="anti", nulls_equal=True, maintain_order="left").with_columns(
        is_off=pl.when("is_known").then(False), feed=pl.lit("shuffles")
    )
    absent = [pl.lit(None, dtype).alias(name) for name, dtype in CLOCKS.items() if name not in others.columns]
    rows = [pl.DataFrame([_told(fault, house) for fault in far], schema=CLOCKS, orient="row")]
    rows.append(others.with_columns(absent).select(pl.col(name).cast(dtype) for name, dtype in CLOCKS.items()))
    days = [(*fault["key"][:2], day) for fault in far for day in fault["days"]]
    return Devices(
        pl.concat(rows),
        pl.DataFrame(days, schema=APART, orient="row").unique().sort(DAY),
        _untied(shuffles, keys, within_s=pl.lit(None, pl.Int64), at=pl.col("device_at")),
        _untied(
            devices, keys, verdict=pl.lit(UNTIED),
            **dict.fromkeys(("offset_s", "gain_s_per_hour", "within_s"), pl.lit(None, pl.Int64)),
        ),
    )  # fmt: skip


def _untied(rows: pl.DataFrame, keys: pl.DataFrame, **columns: pl.Expr) -> pl.DataFrame:
    """The rows with some columns made anew for devices and days that are far off."""
    if keys.is_empty():
        return rows
    is_far = pl.col("is_far").fill_null(False)
    return (
        rows.join(
            keys.with_columns(is_far=pl.lit(True)), on=DEVICE, how="left", nulls_equal=True, maintain_order="left"
        )
        .with_columns(
            pl.when(is_far).then(value).otherwise(pl.col(name)).alias(name) for name, value in columns.items()
        )
        .drop("is_far")
    )


_KEY: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "device": pl.String, "gaming_date": pl.Date,
}  # fmt: skip


def _far(shuffles: pl.DataFrame, doubtful: pl.DataFrame, hands: pl.DataFrame) -> list[dict[str, Any]]:
    """The devices and days that are far off: when they began by their own clock, and by the table's if known."""
    uses = uses_by_table(hands, shuffles)
    by_table = hands.partition_by("room", "table", as_dict=True, maintain_order=True)
    messages = shuffles.partition_by(DEVICE, as_dict=True, maintain_order=True)
    found = []
    for key in doubtful.select(DEVICE).iter_rows():
        dealt = by_table.get(key[:2])
        if dealt is None:
            continue
        rows = messages[key].sort("device_at", "source_line").with_columns(at=pl.col("device_at"))
        start = in_us(dealt.sort("start")["start"])
        here = (pl.col("room") == key[0]) & (pl.col("table") == key[1])
        others = (pl.col("gaming_date") != key[3]) | (pl.col("device").ne_missing(pl.lit(key[2], pl.String)))
        served = shuffles.filter(here & others & pl.col("within_s").is_not_null())
        unserved = _unserved(dealt.sort("start"), start, in_us(served["at"]))
        fault = _offset(rows, uses.get(key[:2], {}), start, unserved) or _nowhere(rows, dealt, start, unserved, served)
        if fault is not None:
            moved = in_us(rows["at"]) + (fault["offset_us"] or 0)
            served_by = dealt.filter(pl.Series(_near(in_us(dealt["start"]), np.sort(moved))))["gaming_date"]
            days = served_by.unique().sort().to_list() or fault["days"]
            first_hand = dealt.filter(pl.col("gaming_date") == days[0])["start"].min()
            found.append({"key": key, "rows": rows, **fault, "days": days, "first_hand": first_hand})
    return found


def _near(moments: Times, others: Times) -> Any:
    """Whether each moment has another within reach; `others` is sorted."""
    low = np.searchsorted(others, moments - REACH_US)
    high = np.searchsorted(others, moments + REACH_US, side="right")
    return high > low


def _unserved(dealt: pl.DataFrame, start: Times, told: Times) -> list[Times]:
    """The starts of the hands of each gaming day on which no message lies near any hand."""
    near = _near(start, np.sort(told))
    days = dealt.select("gaming_date").with_columns(near=pl.Series(near), start=pl.Series(start))
    alone = days.group_by("gaming_date", maintain_order=True).agg(pl.col("near").any(), pl.col("start"))
    return [np.array(starts, np.int64) for starts in alone.filter(~pl.col("near"))["start"].to_list()]


def _offset(rows: pl.DataFrame, uses: dict[str, Gaps], start: Times, unserved: list[Times]) -> dict[str, Any] | None:
    """The one offset under which nearly all shuffles fall into gaps of their decks, beyond what is set right anyway."""
    sent = sent_of(rows, uses)
    known = int((sent.deck >= 0).sum())
    if known < SHUFFLES_LEAST:
        return None
    groups = sent.groups
    bases = [0, *(int(starts[0] - sent.since) // US for starts in unserved)]
    best = (0, 0)
    for base in bases:
        scores = scores_of(groups, 0, sent.since, base - FAR_S, base + FAR_S)
        top = int(scores.max())
        near = np.flatnonzero(scores >= top - max(2, top // 100))
        if top > best[0] and int(near[-1] - near[0]) <= APART_S:
            best = (top, base - FAR_S + int(scores.argmax()))
    if best[0] < NEARLY * known or abs(best[1]) <= SEARCH_S:
        return None
    offset, _, _, _, fits = refined(groups, sent.since, best[1])
    if fits < FITS_LEAST * known:
        return None
    return {"offset_us": offset * US, "expected_us": sent.since + offset * US, "days": []}


def _nowhere(
    rows: pl.DataFrame, dealt: pl.DataFrame, start: Times, unserved: list[Times], served: pl.DataFrame
) -> dict[str, Any] | None:
    """Messages of which none lies near a hand, while there are hands near which no message lies."""
    if not unserved or _near(in_us(rows["at"]), start).any() or not served.is_empty():
        return None
    first = unserved[0]
    day = dealt.filter(pl.col("start").dt.timestamp("us") == int(first[0]))["gaming_date"][0]
    return {"offset_us": None, "expected_us": int(first[0]), "days": [day]}


def _told(fault: dict[str, Any], house: House) -> tuple[Any, ...]:
    """The row of a device that is far off, on the first gaming day of the hands whose shuffles it told."""
    room, table, device, _ = fault["key"]
    rows = fault["rows"]
    zone = house.rooms[room].timezone.key if room in house.rooms else "UTC"
    moments = pl.Series([fault["expected_us"], int(in_us(rows["at"]).min())]).cast(pl.Datetime("us", "UTC"))
    expected, actual = moments.dt.convert_time_zone(zone).dt.strftime("%Y-%m-%d %H:%M").to_list()
    by_hands = "by the table's hands it was" if fault["offset_us"] is not None else "the table's first hand was at"
    sentence = f"Shuffler {device or 'without a name'} of table {table} says {actual}; {by_hands} {expected}."
    return (
        room, table, fault["days"][0], fault["first_hand"], "shuffles", device, True, expected, actual, sentence,
        rows["source_file"][0], rows["source_line"][0],
    )  # fmt: skip
