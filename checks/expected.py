"""What should have been judged and could not be, because a feed did not come.

A check reads rows. A feed that is missing has none, so nothing would be counted, and the share of what could be judged
would rise by its loss. For every feed that was due and is not there, the checks that read it are counted as not
evaluable, as often as they would have been asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

import polars as pl
import pyarrow as pa

from checks.catalogue import CHECKS
from checks.model import Grain
from parsers import schemas

# The feed without which a check has no rows to read; a hand log is needed for all of them.
FEED_OF: Final[dict[Grain, str]] = {
    Grain.DOWN: "downs",
    Grain.SLOT: "downs",
    Grain.SIGNATURE: "downs",
    Grain.SIGNED: "downs",
    Grain.CARD: "downs",
    Grain.RUN: "downs",
    Grain.DEALT: "downs",
    Grain.COUNT: "shuffler",
    Grain.SHUFFLE: "shuffler",
    Grain.JAM: "shuffler",
}
HANDS: Final = "hands"
KEYS: Final = ("room", "table", "gaming_date", "code")


def codes_of_feed(feed: str) -> tuple[str, ...]:
    """The checks that cannot be judged at a table without this feed, in order."""
    return tuple(sorted(code for code, one in CHECKS.items() if FEED_OF.get(one.grain, HANDS) == feed))


@dataclass(frozen=True)
class MissingFeed:
    """A feed of a table's gaming day that was due and is not there.

    `times` is how often its checks would have been asked there. `codes` are the checks that are usually asked at the
    table; None where nobody can say, and then it is all checks of the feed.
    """

    room: str
    table: str
    gaming_date: date
    feed: str
    times: int
    codes: frozenset[str] | None = None

    def blinded(self) -> list[str]:
        return [code for code in codes_of_feed(self.feed) if self.codes is None or code in self.codes]


def with_missing(coverage: pa.Table, missing: Iterable[MissingFeed]) -> pa.Table:
    """Coverage with what the missing feeds keep from being judged. One row a room, table, gaming day and code."""
    due = [
        {"room": one.room, "table": one.table, "gaming_date": one.gaming_date, "code": code, "due": one.times}
        for one in missing
        for code in one.blinded()
    ]
    if not due:
        return coverage
    kinds = {"room": pl.String, "table": pl.String, "gaming_date": pl.Date, "code": pl.String, "due": pl.Int64}
    wanted = pl.DataFrame(due, schema=kinds).group_by(KEYS).agg(pl.col("due").max())
    found = pl.DataFrame(pl.from_arrow(coverage)).with_columns(pl.col("room", "table", "code").cast(pl.String))
    joined = found.join(wanted, on=KEYS, how="full", coalesce=True, nulls_equal=True).with_columns(
        pl.col("evaluated", "violated", "not_evaluable", "due").fill_null(0)
    )
    lacking = (pl.col("due") - pl.col("evaluated") - pl.col("not_evaluable")).clip(lower_bound=0)
    told = joined.with_columns(not_evaluable=pl.col("not_evaluable") + lacking).sort(
        "room", "table", "gaming_date", "code", nulls_last=False
    )
    return told.select(schemas.COVERAGE.names).to_arrow().cast(schemas.COVERAGE)
