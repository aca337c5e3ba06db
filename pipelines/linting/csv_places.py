"""Where a column of a CSV line stands: what the reader calls `kind` to a column of the text."""

from __future__ import annotations

import csv
import re
from typing import Final

_FIELD: Final = re.compile(r'\s*"(?:[^"]|"")*"[^,]*|[^,]*')


def field_starts(line: str) -> list[int]:
    """Where each field of a row begins, counted from 0; a comma in quotes parts nothing."""
    starts, at = [0], 0
    while (match := _FIELD.match(line, at)) and match.end() < len(line):
        at = match.end() + 1
        starts.append(at)
    return starts


def column_place(line: str, header: str | None, column: str | None) -> int | None:
    """Where the field of a column begins in a row; None where the header has no such column or the row is too short."""
    if header is None or column is None:
        return None
    names = [name.strip() for name in next(csv.reader([header]), [])]
    starts = field_starts(line)
    at = names.index(column) if column in names else len(starts)
    return starts[at] if at < len(starts) else None


def surplus_place(line: str, header: str | None) -> int:
    """Where a row of the wrong length is wrong: at the first field too many, else at its end."""
    width = len(field_starts(header)) if header is not None else 0
    starts = field_starts(line)
    return starts[width] if header is not None and len(starts) > width else len(line.rstrip())
