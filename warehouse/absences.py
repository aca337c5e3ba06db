"""Who was away from the table, hand by hand, and what was posted on coming back: what a missed blind is seen by."""

from __future__ import annotations

import numpy as np
import polars as pl
import pyarrow as pa

from warehouse import tables
from warehouse.hands import HandTables

_HAND = ["room", "table", "hand", "gaming_date", "start", "source_file", "source_line"]
_POSTS = ("sb", "bb", "straddle", "kill", "live", "dead")


def absences(three: HandTables) -> pa.Table:
    """The rows of `tables.ABSENCES` for hands in the lake's order, in that order and by seat."""
    hands = _plain(three["hands"].select([*_HAND, "n_seats", "n_events"])).with_row_index("position")

    def owner(counter: str) -> pl.Series:
        return pl.Series("position", np.repeat(np.arange(len(hands), dtype=np.uint32), hands[counter].to_numpy()))

    seats = _plain(three["seats"].select(["seat", "player", "state"])).with_columns(owner("n_seats"))
    who = ["room", "table", "player"]
    away = pl.col("state") == "away"
    ever = (
        seats.filter(away).select("position", "player").join(hands.select("position", "room", "table"), on="position")
    )
    rows = (
        seats.join(hands, on="position", how="left", maintain_order="left")
        .join(ever.select(who).unique(), on=who, how="semi", maintain_order="left")
        .with_columns(was=pl.col("state").shift(1).over(who))
        .filter(away | (pl.col("was") == "away"))
    )
    wanted = pl.col("word") == "post"
    events = _plain(three["events"].select(["word", "seat", "kind", "amount_cents"])).with_columns(owner("n_events"))
    posted = (
        events.filter(wanted)
        .group_by("position", "seat")
        .agg(pl.col("amount_cents").filter(pl.col("kind") == kind).sum().alias(f"{kind}_cents") for kind in _POSTS)
    )
    out = rows.join(posted, on=["position", "seat"], how="left", maintain_order="left").with_columns(
        pl.col(f"{kind}_cents").fill_null(0) for kind in _POSTS
    )
    return out.select(tables.ABSENCES.names).to_arrow().cast(tables.ABSENCES)


def _plain(table: pa.Table) -> pl.DataFrame:
    frame = pl.DataFrame(pl.from_arrow(table))
    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
