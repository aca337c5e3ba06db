"""Quarantine: what could not be read, where it stands, why, and what it said.

Grain: one row a bad line, or a bad file (`line` is None). A bad line never stops a file. So many are listed of a file;
one row more says how many there were beyond them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from parsers import schemas

RAW_MOST: Final = 500  # characters of the bad text that are kept
LISTED_MOST: Final = 1000  # rows of one file: a small file can be packed from hundreds of millions of bad lines


@dataclass(frozen=True, slots=True)
class QuarantineRow:
    """One line, or one file, that did not land."""

    source_file: str
    sha256: str
    line: int | None
    column_or_field: str | None
    reason: str
    raw: str


UNLISTED: Final = QuarantineRow("", "", None, None, "", "")  # stands for each row of a file beyond those listed


def listed(rows: Iterable[QuarantineRow]) -> list[QuarantineRow]:
    """The rows without those that were only counted."""
    return [row for row in rows if row is not UNLISTED]


def raw_text(raw: bytes | str) -> str:
    """The beginning of what was read, fit for a table: at most `RAW_MOST` characters, bad bytes shown as U+FFFD."""
    if isinstance(raw, bytes):
        # Four bytes a character at most: no need to decode a line of megabytes to show its beginning.
        raw = raw[: RAW_MOST * 4].decode("utf-8", errors="replace")
    return raw[:RAW_MOST].encode("utf-8", errors="replace").decode("utf-8")


def rows_to_table(rows: Iterable[QuarantineRow]) -> pa.Table:
    """The rows as the `quarantine` table, in the order given."""
    listed = list(rows)
    columns = [pa.array([getattr(row, f.name) for row in listed], type=f.type) for f in schemas.QUARANTINE]
    return pa.Table.from_arrays(columns, schema=schemas.QUARANTINE)
