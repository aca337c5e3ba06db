"""The partition of every daily asset: the gaming day."""

from __future__ import annotations

import datetime as dt

import dagster as dg

FIRST_DAY = dt.date(2015, 1, 1)  # earlier days widen the range when they are asked for


def gaming_days(wanted: dt.date | None = None) -> dg.DailyPartitionsDefinition:
    """One partition a gaming day, up to today's and always with `wanted` in it.

    A key is the day on which the gaming day began. Days run by the room's clock, so keys carry no time zone.
    """
    today = dt.datetime.now(dt.UTC).date()
    first = min(FIRST_DAY, wanted or FIRST_DAY)
    ahead = max(1, (wanted - today).days + 1) if wanted else 1
    return dg.DailyPartitionsDefinition(start_date=first.isoformat(), end_offset=ahead)
