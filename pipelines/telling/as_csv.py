"""Findings as CSV, safe to open in a spreadsheet: no text in it is taken for a formula."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa

from pipelines.night.put import csv_bytes
from pipelines.telling.records import record

Row = dict[str, Any]
_WHOLE: Final = ("event", "seat", "source_line")
_AMOUNTS: Final = ("amount", "chips")
_NOBODY: Final = dict.fromkeys(
    ("code", "severity", "room", "table", "hand", "event", "street", "seat", "player", "dealer", "message", "expected",
     "actual", "paid_by", "paid_to", "rulebook", "rule", "source_file", "source_line", "finding_id", "audit_id",
     "money_cents", "chips_cents", "local", "gaming_date")
)  # fmt: skip
SCHEMA: Final = pa.schema(
    [
        (name, pa.int64() if name in _WHOLE else pa.decimal128(18, 2) if name in _AMOUNTS else pa.string())
        for name in record(_NOBODY)
    ]
)


def csv_text(rows: list[Row]) -> bytes:
    """One line a finding below a line of names."""
    return csv_bytes(pa.Table.from_pylist([record(row) for row in rows], schema=SCHEMA))
