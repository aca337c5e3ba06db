"""What a look into a day's rows adds to its register: hand numbers that are missing, and lines that cannot be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

import polars as pl
import pyarrow as pa

from checks.hand_frame import hand_numbers
from checks.record import with_numbering
from parsers.detect import feed_of
from warehouse import parquet
from warehouse.register import TABLE_OF
from warehouse.register_rows import Row, Status

_WHOLE: Final = (Status.RECEIVED, Status.LATE)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FEEDS: Final = {name: feed for feed, name in TABLE_OF.items()}
_File: TypeAlias = tuple[str, str]


def could_tell_of(source: str, row: Row) -> bool:
    """Whether a file of which nothing could be read may have been the one of this row, by its name."""
    if row.table is None or _FEEDS.get(feed_of(source) or "") != row.feed:
        return False
    dates = set(_DATE.findall(source))
    if dates and row.gaming_date.isoformat() not in dates:
        return False
    # A log is one table's; cards and messages of a room mostly come in one file.
    return row.table in re.split(r"[^0-9A-Za-z]+", source) or (bool(dates) and row.feed != "hands")


def looked_into(rows: list[Row], feeds: Mapping[str, pa.Table], quarantine: Iterable[Mapping[str, Any]]) -> list[Row]:
    """The register with gaps and quarantine; `feeds` are the day's tables, `quarantine` the rows of its files."""
    gaps = numbers_missing(feeds["hands"])
    files = _tables_of_files(feeds)
    unread = Counter((str(row["source_file"]), row["line"] is None) for row in quarantine)
    return [_looked(row, gaps, files, unread) for row in rows]


def _looked(
    row: Row, gaps: Mapping[str, int], files: Mapping[_File, set[str]], unread: Counter[tuple[str, bool]]
) -> Row:
    if row.status in _WHOLE and row.feed == "hands" and gaps.get(row.table or ""):
        n = gaps[row.table or ""]
        return replace(row, status=Status.PARTIAL, why=f"{n:,} hand number{' is' if n == 1 else 's are'} missing")
    for (source, whole), n in sorted(unread.items()):
        said = f"{source} cannot be read" if whole else f"{n:,} line{'' if n == 1 else 's'} of {source} in quarantine"
        of_file = files.get((row.feed, source))
        if row.status in _WHOLE and of_file == {row.table}:  # a file of several tables speaks for none of them
            return replace(row, status=Status.PARTIAL, why=said)
        if row.status == Status.MISSING and of_file is None and could_tell_of(source, row):
            return replace(row, status=Status.UNREADABLE, why=said)
    return row


def numbers_missing(hands: pa.Table) -> dict[str, int]:
    """How many hand numbers are missing at each table whose numbers run on; see TL02."""
    if not len(hands):
        return {}
    read = hands.select(["table", "gaming_date", "hand", "unrecorded"])
    frame = pl.DataFrame(pl.from_arrow(parquet.plain(read))).with_columns(
        table_code=pl.col("table").rank("dense").cast(pl.Int64),
        number=hand_numbers(hands["hand"].cast(pa.string()).combine_chunks()),
        order=pl.int_range(pl.len()),
        numbers_told=~pl.col("unrecorded").fill_null("").str.split(" ").list.contains("numbering"),
    )
    counted = with_numbering(frame).filter("numbered").group_by("table").agg(pl.col("missing_before").sum())
    return {table: n for table, n in counted.iter_rows() if n}


def _tables_of_files(feeds: Mapping[str, pa.Table]) -> dict[_File, set[str]]:
    """The tables of which each file told, by feed and file."""
    found: dict[_File, set[str]] = {}
    for feed, name in TABLE_OF.items():
        if name in feeds and len(feeds[name]):
            places = pl.DataFrame(pl.from_arrow(parquet.plain(feeds[name].select(["source_file", "table"])))).unique()
            for source, table in places.iter_rows():
                found.setdefault((feed, source), set()).add(table)
    return found
