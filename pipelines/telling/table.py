"""Findings for the terminal: who and where, then the sentence, the money and the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dashboards.amounts import amount
from dashboards.shown import shown

Row = dict[str, Any]


def citation(row: Row) -> str:
    """Rulebook and rule, as a finding cites them; a value of the house file by its key."""
    book = "house file" if row["rulebook"] == "house" else row["rulebook"]
    return " ".join(part for part in (book, row["rule"]) if part)


def place(row: Row) -> str:
    """`hand 147-000431, table 147, seat 5, 10:04:11`; the day where no hand says it."""
    parts = [
        f"hand {shown(row['hand'], 60)}" if row["hand"] else "",
        f"table {shown(row['table'], 40)}" if row["table"] else "",
        f"seat {row['seat']}" if row["seat"] else "the dealer's own hand" if row["seat"] == 0 else "",
        when(row),
    ]
    return ", ".join(part for part in parts if part)


def when(row: Row) -> str:
    """Day and time by the room's clock; `UTC` behind it where nobody said which clock that is."""
    at = row["local"]
    if at is None:
        return "" if row["gaming_date"] is None else row["gaming_date"].isoformat()
    return at.strftime("%Y-%m-%d %H:%M:%S") + ("" if at.utcoffset() or at.tzname() != "UTC" else " UTC")


def source(row: Row) -> str:
    """File and line."""
    if not row["source_file"]:
        return ""
    return shown(row["source_file"], 80) + (f":{row['source_line']}" if row["source_line"] else "")


def finding_lines(row: Row) -> Iterator[str]:
    """The lines of one finding."""
    moved = amount(row, signed=True)
    yield f"{row['severity']:<9}  {row['code']}  {place(row)}" + (f"   {moved}" if moved else "")
    cite = f"  [{citation(row)}]" if citation(row) else ""
    yield f"           {shown(row['message'], 400)}{cite}" + (f"  {source(row)}" if source(row) else "")


def table_lines(rows: list[Row]) -> Iterator[str]:
    """All of them, in their order."""
    for row in rows:
        yield from finding_lines(row)
