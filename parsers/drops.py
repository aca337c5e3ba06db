"""The count of the boxes, `*.drop.csv`: one row a table, gaming day and shift."""

from __future__ import annotations

from typing import Any, Final

from parsers import schemas
from parsers.csvfeed import CsvFeed, FieldError, ParsedTable, Row, day, needed, read_csv, whole
from parsers.source import Source

HEADER: Final = ("room", "table", "gaming_date", "shift", "rake_cents", "promo_cents")

_CENTS_MOST: Final = 10**12


def read_drops(source: Source, by_line: bool = False) -> ParsedTable:
    """The boxes of one file. Amounts are whole cents; an empty one was not counted."""

    def row_of(row: Row) -> dict[str, Any]:
        room, table, gaming_date, shift, rake, promo = row.fields
        needed("room", room)
        needed("table", table)
        day_counted = day("gaming_date", gaming_date)
        needed("shift", shift)
        amounts = {"rake_cents": rake, "promo_cents": promo}
        for column, text in amounts.items():
            if "." in text:
                raise FieldError(column, f'{column} is "{text}"; write whole cents, 120.50 dollars are 12050')
        return {
            "room": room, "table": table, "gaming_date": day_counted, "shift": shift,
            **{column: whole(column, text, _CENTS_MOST) for column, text in amounts.items()},
        }  # fmt: skip

    return read_csv(source, CsvFeed(schemas.DROPS, HEADER, row_of), by_line)
