"""In what form findings are told: `--format table|json|csv|sarif`."""

from __future__ import annotations

import argparse
from typing import Any, Final

FORMS: Final = ("table", "json", "csv", "sarif")


def add_form(parser: argparse.ArgumentParser) -> None:
    """`--format`, where no other kind of format is asked for."""
    parser.add_argument(
        "--format", choices=FORMS, default="table", help="how the findings are told (default table, for people)"
    )


def told_as(form: str, rows: list[dict[str, Any]]) -> str:
    """The findings as text of that form."""
    if form == "json":
        from pipelines.telling.as_json import json_text

        return json_text(rows)
    if form == "csv":
        from pipelines.telling.as_csv import csv_text

        return csv_text(rows).decode("utf-8")
    if form == "sarif":
        from pipelines.telling.as_sarif import sarif_text

        return sarif_text(rows)
    from pipelines.telling.table import table_lines

    return "".join(f"{line}\n" for line in table_lines(rows))
