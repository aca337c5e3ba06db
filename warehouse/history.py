"""What the ledger knows of hands that came in more than once: the evidence for a log that was edited afterwards."""

from __future__ import annotations

from datetime import date

import polars as pl
import pyarrow as pa

from parsers import schemas
from warehouse import parquet
from warehouse.lake import AsOf, Lake


def received_again(lake: Lake, room: str, gaming_date: date, as_of: AsOf = None) -> pa.Table:
    """One row a version of a hand that came in a later commit than another version, by the schema `received_again`.

    Files are verified against the ledger before they are read. A line that came again word for word landed once and is
    not here; two versions of one commit are not either: nobody can say which was first.
    """
    live = lake.snapshot(as_of).select("hands", room, gaming_date)
    if len({file.commit for file in live}) < 2:
        return schemas.RECEIVED_AGAIN.empty_table()
    columns = ["room", "table", "hand", "line_hash", "source_file"]
    parts = []
    for file in live:
        rows = parquet.plain(parquet.from_bytes(lake.read_bytes(file), "hands", columns))
        parts.append(pl.DataFrame(pl.from_arrow(rows)).with_columns(commit=pl.lit(file.commit, pl.Int64)))
    versions = pl.concat(parts).with_columns(first_commit=pl.col("commit").min().over("table", "hand"))
    later = (
        versions.filter(pl.col("commit") > pl.col("first_commit"))
        .rename({"source_file": "received_from"})
        .sort("table", "hand", "commit", "line_hash")
    )
    return later.select(schemas.RECEIVED_AGAIN.names).to_arrow().cast(schemas.RECEIVED_AGAIN)
