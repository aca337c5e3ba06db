"""What the findings of a day moved, money or tournament chips, for commands that read the lake and no DuckDB file.

The definitions are those of the DuckDB file (`sql/finding_amounts.sql`), run over the day's rows alone.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import duckdb
import pyarrow as pa

from warehouse import parquet, tables
from warehouse.duck import make_mart
from warehouse.lake import AsOf, Lake
from warehouse.standing import standing_hands

Row = dict[str, Any]
_HAND: Final = ["gaming_date", "room", "table", "hand", "is_tournament"]


def day_findings(lake: Lake, day: date, room: str | None = None, as_of: AsOf = None) -> list[Row]:
    """One row a finding of a gaming day, in the order of the table, with the columns of `finding_amounts`."""
    snapshot = lake.snapshot(as_of)
    findings = lake.read("findings", room, day, as_of=snapshot.number)
    hands = [
        standing_hands(lake, name, day, snapshot=snapshot).three["hands"].select(_HAND)
        for name in sorted(set(findings["room"].to_pylist()))
        if snapshot.select("hands", name, day)
    ]
    return with_amounts(findings, [parquet.plain(table) for table in hands])


def with_amounts(findings: pa.Table, hands: list[pa.Table]) -> list[Row]:
    """The findings with the amounts that the hands make of them; the order of the rows is kept."""
    none = parquet.plain(tables.ALL["hands"].empty_table().select(_HAND))
    numbered = parquet.plain(findings).append_column("place", pa.array(range(len(findings)), pa.int64()))
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        for name, table in (("findings", numbered), ("hands", pa.concat_tables([none, *hands]))):
            connection.register("incoming", table)
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM incoming")
            connection.unregister("incoming")
        for mart in ("tournament_hands", "finding_amounts"):
            make_mart(connection, mart)
        sql = "SELECT * EXCLUDE (place) FROM finding_amounts ORDER BY place"
        rows: list[Row] = connection.execute(sql).to_arrow_table().to_pylist()
    return rows
