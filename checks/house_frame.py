"""The house file's own values as rows: one for each value that a rulebook bounds, and each gaming day with hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

import polars as pl

from checks.law.bounds import bounded_values
from checks.law.rulebook import Rulebook
from parsers.house import House

_SCHEMA: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"), "path": pl.String,
    "bound": pl.String, "allowed": pl.String, "set_to": pl.String, "is_beyond": pl.Boolean, "source_file": pl.String,
    "sentence": pl.String,
}  # fmt: skip


def house_frame(
    house: House, rulebooks: Mapping[str, Rulebook], override: str | None, days: Iterable[tuple[str, date]]
) -> pl.DataFrame:
    """Every bounded value of the rooms on the days that have hands, in order."""
    rows = [
        (
            room, None, day, house.rooms[room].instant(day, house.rooms[room].starts_on(day)), one.path,
            f"{one.bound.kind}:{one.bound.key}", one.allowed, one.set_to, one.is_beyond, house.name,
            one.sentence,
        )
        for room, day in sorted(days)
        for one in bounded_values(house, rulebooks, room, day, override)
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")
