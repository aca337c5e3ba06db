"""The house file as rows: a value that a rulebook bounds, for each gaming day with hands; and a change of the file.

A change is of the house file or of the rulebooks beside it, after a day was audited. Only a lake knows of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
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


_NOT_ALONE: Final = "Files that came since, the room's clock or a newer version may be among the reasons."
_LAW_SCHEMA: Final[dict[str, Any]] = {
    "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "at": pl.Datetime("us", "UTC"), "was": pl.String,
    "now": pl.String, "is_other": pl.Boolean, "source_file": pl.String, "sentence": pl.String,
}  # fmt: skip


def law_frame(house: House, changes: pl.DataFrame) -> pl.DataFrame:
    """Every change of the law that a day's former audit was made by (`LAW_CHANGES`), in order."""
    rows = [
        (
            one["room"], None, one["gaming_date"], _begins(house, one["room"], one["gaming_date"]),
            one["was"] or "none", one["now"] or "none", one["is_other"], one["file"], _of_change(one),
        )
        for one in changes.iter_rows(named=True)
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=_LAW_SCHEMA, orient="row")


def _begins(house: House, room: str, day: date) -> datetime | None:
    place = house.rooms.get(room)
    return None if place is None else place.instant(day, place.starts_on(day))


def _of_change(one: Mapping[str, Any]) -> str:
    who = f"; {one['brought']}" if one["brought"] else "; no commit says who brought it"
    other = "" if one["alone"] else f" {_NOT_ALONE}"
    return (
        f"After this gaming day was audited ({one['audited']}), {one['file']} was changed{who}. Findings that are not "
        f"as they were: before, {one['was'] or 'none'}; now, {one['now'] or 'none'}.{other}"
    )
