"""Hand logs whose clock is hours, a day or a year off although their offset is the room's.

The down cards tell it: who signed for each half hour at the table, and in which order. Where the log's dealers did not
deal in the slots that they signed for, and at one other time nearly all of them did, the log's clock is off by that.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Final

import polars as pl

from checks.floor.log_clocks import APART, CLOCKS, DAY
from parsers.house import House

HANDS_LEAST: Final = 30  # with fewer there is nothing to tell by
DEALERS_LEAST: Final = 3  # one or two dealers fit in many places
STANDS: Final = 0.8  # a log of which so many hands agree with its cards is judged as it stands
FITS: Final = 0.95
ALONE: Final = 0.9  # dealers come round every few hours: another time at which so many fit leaves it open
STEPS: Final = range(-24, 25)  # half hours to either side, of each day on which the table has a card
HALF_HOUR: Final = timedelta(minutes=30)

Signed = dict[datetime, set[str]]  # the half hours of a table and who signed for each


def far_logs(hands: pl.DataFrame, signatures: pl.DataFrame, house: House) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(one row a table and gaming day whose log is far off, the tables and days that are then not laid side by side).

    `hands` are those of some tables with what the cards say of each (`log_agrees`).
    """
    nothing = pl.DataFrame(schema=CLOCKS), pl.DataFrame(schema=APART)
    if signatures.is_empty():
        return nothing
    agree = pl.col("log_agrees").fill_null(False).mean()
    days = (
        hands.filter(pl.col("log_dealer").is_not_null())
        .join(signatures.select("room", "table").unique(), on=["room", "table"], how="semi", maintain_order="left")
        .group_by(DAY, maintain_order=True)
        .agg(pl.len(), agree=agree, dealers=pl.col("log_dealer").n_unique())
        .filter((pl.col("len") >= HANDS_LEAST) & (pl.col("agree") < STANDS) & (pl.col("dealers") >= DEALERS_LEAST))
    )
    rows, apart = [], []
    for room, table, day in days.select(DAY).iter_rows():
        here = (pl.col("room") == room) & (pl.col("table") == table)
        dealt = hands.filter(here & (pl.col("gaming_date") == day) & pl.col("log_dealer").is_not_null()).sort("start")
        shift = _shift(dealt, signatures.filter(here), day)
        if shift is not None:
            rows.append(_row(dealt, shift, house))
            moved = house.gaming_dates(dealt["room"], dealt["start"] + shift)
            apart += [(room, table, one) for one in {day, *moved.to_list()}]
    if not rows:
        return nothing
    return pl.DataFrame(rows, schema=CLOCKS, orient="row"), pl.DataFrame(apart, schema=APART, orient="row").sort(DAY)


def _shift(dealt: pl.DataFrame, signatures: pl.DataFrame, day: date) -> timedelta | None:
    """By how much the hands have to be moved to lie in their dealers' slots; None where nothing fits, or two do."""
    signed: Signed = {}
    for slot, *names in signatures.select("slot_start", "person", "name_person", "maybe", "pattern").iter_rows():
        signed.setdefault(slot, set()).update(name for name in names if name)
    hands = list(dealt.select("slot_start", "log_dealer").iter_rows())

    def fitting(shift: timedelta, *late: timedelta) -> int:
        moved = ((slot + shift, dealer) for slot, dealer in hands)
        return sum(any(dealer in signed.get(slot - by, ()) for by in (timedelta(), *late)) for slot, dealer in moved)

    days = [one - day for one in signatures["gaming_date"].unique().sort().to_list()]
    shifts = sorted({off + step * HALF_HOUR for off in days for step in STEPS})
    best = max(shifts, key=fitting)
    # A push comes minutes late: a hand may be of the dealer who signed for the slot before.
    late = {shift: fitting(shift, HALF_HOUR) for shift in shifts}
    others = [shift for shift in shifts if abs(shift - best) > HALF_HOUR and late[shift] > ALONE * late[best]]
    return None if others or not best or late[best] < FITS * len(hands) else best


def _row(dealt: pl.DataFrame, shift: timedelta, house: House) -> tuple[Any, ...]:
    first = dealt.row(0, named=True)
    zone = house.rooms[first["room"]].timezone if first["room"] in house.rooms else None
    actual, expected = (
        f"{moment.astimezone(zone):%Y-%m-%d %H:%M}" for moment in (first["start"], first["start"] + shift)
    )
    sentence = f"The hand log of table {first['table']} says {actual}; by its down cards it was {expected}."
    return (
        first["room"], first["table"], first["gaming_date"], first["start"], "hands", None, True, expected, actual,
        sentence, first["source_file"], first["source_line"],
    )  # fmt: skip
