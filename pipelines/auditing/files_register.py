"""The register of feeds for an audit of files: what the house file expects of the days that were read."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl
import pyarrow as pa

from checks.expected import MissingFeed
from parsers.house import House
from warehouse import parquet, tables
from warehouse.lake import Partition
from warehouse.register import TABLE_OF, Came, Place, Register
from warehouse.register_rows import Row


@dataclass
class FilesCame:
    """What came, gathered table by table as files are read."""

    places: dict[Partition, dict[Place, Came]] = field(default_factory=dict)

    def add(self, feed: str, table: pa.Table) -> None:
        """Counts the rows of a feed, which have their gaming days."""
        column = tables.TIME_OF.get(TABLE_OF[feed])
        names = ["gaming_date", "room", "table", *([column] if column else [])]
        rows = pl.DataFrame(pl.from_arrow(parquet.plain(table.select(names))))
        at = pl.col(column) if column else pl.lit(None, pl.Datetime("us", "UTC"))
        counted = rows.group_by("gaming_date", "room", "table").agg(pl.len(), first=at.min(), last=at.max())
        for day, room, name, count, first, last in counted.sort("gaming_date", "room", "table").iter_rows():
            of_day = self.places.setdefault((day, room), {})
            of_day[feed, name] = of_day.get((feed, name), Came()).joined(Came(count, first, last))

    def register(self, house: House) -> tuple[list[Row], list[MissingFeed]]:
        """Every feed of every day that came or should have, and what the missing ones keep from being judged."""
        if not house.rooms:  # judged by a rulebook alone: nobody said what to expect
            return [], []
        made = Register.of_tables(house, self.places)
        rows = [(partition, made.rows(*partition)) for partition in sorted(self.places)]
        missing = [one for partition, of_day in rows for one in made.missing(*partition, of_day)]
        return [row for _, of_day in rows for row in of_day], missing
