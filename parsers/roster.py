"""The roster, `roster.csv`: the dealers of the house, one row a dealer."""

from __future__ import annotations

import re
from typing import Any, Final

from parsers import schemas
from parsers.csvfeed import CsvFeed, FieldError, ParsedTable, Row, maybe, needed, read_csv
from parsers.source import Source

HEADER: Final = ("emp", "last_name", "first_name")
OPTIONAL: Final = ("games",)

_EMP: Final = re.compile(r"[0-9]{6}")


def read_roster(source: Source, by_line: bool = False) -> ParsedTable:
    """The roster of one file. A number stands on it once: who else claims it waits in quarantine."""
    first_line: dict[str, int] = {}

    def row_of(row: Row) -> dict[str, Any]:
        emp, last_name, first_name, games = row.fields
        if not _EMP.fullmatch(emp):
            lost = "; a leading zero may have been lost in a spreadsheet" if emp.isdecimal() and len(emp) < 6 else ""
            raise FieldError("emp", f'emp is "{emp}"; write the last six digits of the employee number{lost}')
        needed("last_name", last_name)
        if emp in first_line:
            raise FieldError("emp", f"emp {emp} is on the roster already, line {first_line[emp]}; keep one of the two")
        first_line[emp] = row.line
        return {"emp": emp, "last_name": last_name, "first_name": first_name, "games": maybe(games)}

    return read_csv(source, CsvFeed(schemas.ROSTER, HEADER, row_of, optional=OPTIONAL), by_line)
