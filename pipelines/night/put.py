"""Small files for people: put in place whole or not at all, and safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import datetime as dt
import io
import os
from pathlib import Path

import pyarrow as pa

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def put_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Writes the file beside its place and moves it in; a file that says the same already is left alone."""
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    beside.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def csv_bytes(table: pa.Table) -> bytes:
    """The table as CSV. A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(table.column_names)
    for row in table.to_pylist():
        writer.writerow([_cell(value) for value in row.values()])
    return out.getvalue().encode("utf-8")


def _cell(value: object) -> object:
    if isinstance(value, str):
        # Some programs drop leading blanks before they look for a formula.
        return f"'{value}" if value.startswith("'") or value.lstrip(" \u00a0").startswith(FORMULA) else value
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return "" if value is None else value
