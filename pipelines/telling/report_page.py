"""`report.html` of an audit of files: one page that needs no network, no script and no other file."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import jinja2
import polars as pl
import pyarrow as pa

from checks.catalogue import CHECKS
from dashboards.amounts import amount, moved
from dashboards.shown import natural, plural, shown, whole
from pipelines.telling.found import SEVERITIES, worst_first
from pipelines.telling.quarantined import reasons
from pipelines.telling.table import citation, source, when

Row = dict[str, Any]
ROWS_MOST: Final = 1_000  # of a severity; a page of more is slow to open, and findings.csv has them all
_TITLES: Final = {"error": "Errors", "procedure": "Procedure", "notice": "Notices"}
_MEANINGS: Final = {
    "error": "Money, cards or pay went wrong.",
    "procedure": "A duty was not done as the rules say.",
    "notice": "Worth a look; nothing went wrong by itself.",
}


@dataclass(frozen=True)
class Group:
    """The findings of one severity, the most money first."""

    severity: str
    title: str
    meaning: str
    count: int
    rows: list[Row]


def report_page(
    summary: Row, findings: list[Row], coverage: pa.Table, quarantine: list[Row], troubles: Iterable[str] = ()
) -> str:
    """The page. `findings` as `pipelines.telling.found` has them; nothing in it differs between two equal audits."""
    days = sorted({day.isoformat() for day in coverage["gaming_date"].to_pylist() if day is not None})
    rooms = sorted({room for room in coverage["room"].to_pylist() if room is not None}, key=natural)
    return _template().render(
        summary=summary,
        css=importlib.resources.files("dashboards").joinpath("static", "oddchip.css").read_text(encoding="utf-8"),
        rooms=", ".join(shown(room, 40) for room in rooms[:20]) or "no room",
        days=f"{days[0]} to {days[-1]}" if len(days) > 1 else "".join(days),
        groups=list(_groups(findings)),
        moved=moved(findings).words,
        coverage=_coverage(coverage),
        reasons=reasons(quarantine),
        troubles=list(troubles),
    )


def _groups(findings: list[Row]) -> Iterable[Group]:
    worst = worst_first(findings)
    for severity in SEVERITIES:
        rows = [row for row in worst if row["severity"] == severity]
        if rows:
            shown_rows = [_shown(row) for row in rows[:ROWS_MOST]]
            yield Group(severity, _TITLES[severity], _MEANINGS[severity], len(rows), shown_rows)


def _shown(row: Row) -> Row:
    where = [
        f"table {shown(row['table'], 40)}" if row["table"] else "",
        f"seat {row['seat']}" if row["seat"] else "",
        when(row),
    ]
    return {
        "code": row["code"],
        "hand": row["hand"],
        "where_when": ", ".join(part for part in where if part),
        "message": row["message"],
        "moved": amount(row, signed=True),
        "cite": citation(row),
        "source": source(row),
    }


def _coverage(coverage: pa.Table) -> list[Row]:
    """One row a check that was asked or could not be, over all rooms, tables and days."""
    counted = (
        pl.DataFrame(pl.from_arrow(coverage))
        .group_by("code")
        .agg(pl.col("evaluated", "violated", "not_evaluable").sum())
        .sort("code")
    )
    return [
        {**row, "title": CHECKS[row["code"]].title if row["code"] in CHECKS else ""}
        for row in counted.to_dicts()
        if row["evaluated"] or row["not_evaluable"]
    ]


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_read), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {"shown": shown, "whole": whole}
    environment.globals["plural"] = plural
    return environment.get_template("report.html")


def _read(name: str) -> str:
    return importlib.resources.files("pipelines").joinpath("telling", "templates", name).read_text(encoding="utf-8")
