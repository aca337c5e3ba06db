"""What Dagster's pages show of an asset besides its runs: columns, place, how fresh it must be, where its page is."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow as pa

from pipelines.folders import Folders
from pipelines.night import nightly
from pipelines.orchestration.houses import MINUTES_AFTER_CLOSE, first_room, night_cron
from warehouse import tables
from warehouse.parquet import plain_type

FRESH_BY = 3 * 60  # minutes after the gaming day closed: by then its run is done, or somebody should look
# Columns that mean the same in every table; of the others name and type must do.
MEANINGS = {
    "room": "the room's id in the house file",
    "table": "the table's number, as written",
    "hand": "the hand's number, as written",
    "gaming_date": "the day on which the gaming day began, on the room's clock",
    "source_file": "the file that the row came from",
    "source_line": "the line in it, from 1",
    "line_hash": "a digest of the line: the same line lands once",
    "utc_offset_min": "the clock's distance from UTC, as written",
    "audit_id": "the audit that said so: inputs, house file, rulebooks and version",
    "code": "the check's code, as of `oddchip rules`",
}


def column_schema(table: str) -> dg.TableSchema:
    """A lake table's columns; a null means "not recorded"."""
    return dg.TableSchema(columns=[_column(field) for field in tables.ALL[table]])


def _column(field: pa.Field) -> dg.TableColumn:
    said = (field.metadata or {}).get(b"description", b"").decode() or MEANINGS.get(field.name)
    if said is None and field.name.endswith("_cents"):
        said = "money in cents; null where it was not recorded"
    if said is None and pa.types.is_timestamp(field.type):
        said = "a moment, in UTC"
    return dg.TableColumn(field.name, str(plain_type(field.type)), description=said)


def table_metadata(where: Folders, table: str) -> dict[str, Any]:
    """What is known of a table's asset before any run: its columns, and the folder of its files."""
    return {
        "dagster/column_schema": column_schema(table),
        "dagster/table_name": table,
        "dagster/uri": uri(where.lake / "tables" / table),
    }


def uri(path: Path) -> str:
    return path.resolve().as_uri()


def row_counts(where: Folders, table: str, day: dt.date, room: str) -> dict[str, int]:
    """Rows of a table, in all and of a room day, and the files that hold the latter, by the ledger."""
    snapshot = nightly.open_lake(where).snapshot()
    here = snapshot.select(table, room, day)
    return {
        "dagster/row_count": sum(live.file.rows for live in snapshot.select(table)),
        "dagster/partition_row_count": sum(live.file.rows for live in here),
        "files": len(here),
    }


def freshness(where: Folders) -> dg.FreshnessPolicy:
    """When a feed counts as late: its gaming day has closed and hours later nothing of it was promoted.

    By the clock of the room that the house file names first; without a house file, by the length of a day.
    """
    room = first_room(where)
    if room is None:
        return dg.FreshnessPolicy.time_window(fail_window=dt.timedelta(hours=30), warn_window=dt.timedelta(hours=26))
    assert MINUTES_AFTER_CLOSE < FRESH_BY
    return dg.FreshnessPolicy.cron(
        deadline_cron=night_cron(room, FRESH_BY),
        lower_bound_delta=dt.timedelta(minutes=FRESH_BY),
        timezone=room.timezone.key,
    )
