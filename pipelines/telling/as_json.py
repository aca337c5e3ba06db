"""Findings as one JSON object. Amounts are texts with two decimals, so that no program rounds them."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from pipelines.telling.records import record

Row = dict[str, Any]


def json_text(rows: list[Row], more: dict[str, Any] | None = None) -> str:
    """`{"findings": […]}`, and in front of them what else is said."""
    findings = [
        {name: str(value) if isinstance(value, Decimal) else value for name, value in record(row).items()}
        for row in rows
    ]
    return (
        json.dumps({**(more or {}), "count": len(findings), "findings": findings}, indent=2, ensure_ascii=False) + "\n"
    )
