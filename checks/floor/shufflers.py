"""Shufflers: jams beside the table's hands, and the age of decks; by clocks that were set before."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import polars as pl

from checks.floor.moments import in_us
from checks.floor.right_clocks import US
from checks.floor.shuffle_matching import HOUSE_BANKED

STOPPED: Final = ("jam", "incomplete")

# -- jams --------------------------------------------------------------------------------------------------------------


def jam_frame(hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a jam at a table that dealt: the hand in play then, or the next dealt with that deck.

    Jams of one device in one hand are one. `in_play` says that a hand was being dealt; `voided` that it was called off;
    `put_right` that the deck was shuffled again, taken off or changed before it was dealt. `judged` is null where the
    clock leaves open which hand it was, or no hand followed.
    """
    stopped = shuffles.filter(pl.col("status").is_in(STOPPED))
    columns: dict[str, Any] = {
        "order": pl.UInt32, "room": pl.String, "table": pl.String, "gaming_date": pl.Date, "hand": pl.String,
        "dealer": pl.String, "terms": pl.Int64, "game": pl.String, "at": pl.Datetime("us", "UTC"),
        "source_file": pl.String, "source_line": pl.Int32, "judged": pl.Boolean, "in_play": pl.Boolean,
        "went_on": pl.Boolean, "jammed_at": pl.Datetime("us", "UTC"),
    }  # fmt: skip
    rows: list[dict[str, Any]] = []
    if stopped.is_empty():
        return pl.DataFrame(schema=columns)
    some = hands.join(stopped.select("room", "table").unique(), on=["room", "table"], how="semi", maintain_order="left")
    tables = some.partition_by("room", "table", as_dict=True, maintain_order=True)
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", "at")
    seen: set[tuple[Any, ...]] = set()
    for jam in stopped.iter_rows(named=True):
        table = tables.get((jam["room"], jam["table"]))
        if table is None:
            continue
        found = _jammed(jam, table, shuffles, changed)
        key = (jam["room"], jam["table"], jam["device"], found.get("order"), found["in_play"])
        if key not in seen:
            seen.add(key)
            rows.append(found)
    return pl.DataFrame(rows, schema=columns)


def _jammed(jam: dict[str, Any], hands: pl.DataFrame, shuffles: pl.DataFrame, changes: pl.DataFrame) -> dict[str, Any]:
    at = jam["at"]
    margin = None if jam["within_s"] is None else int(jam["within_s"]) * US
    us = int(at.timestamp() * US)
    start = in_us(hands["start"])
    end = in_us(hands.select(pl.coalesce("end", "start"))["end"])
    i = int(np.searchsorted(start, us, side="right")) - 1
    in_play = i >= 0 and us < end[i]
    j = i
    if not in_play:
        same = hands["deck"].to_list()
        j = next((k for k in range(i + 1, len(start)) if jam["deck"] is None or same[k] in (None, jam["deck"])), -1)
    if j < 0:
        first = hands.row(0, named=True)
        return {
            "room": jam["room"], "table": jam["table"], "gaming_date": jam["gaming_date"], "terms": first["terms"],
            "game": first["game"], "at": at, "jammed_at": at, "source_file": jam["source_file"],
            "source_line": jam["source_line"], "judged": None, "in_play": False, "went_on": None,
        }  # fmt: skip
    hand = hands.row(j, named=True)
    here = (pl.col("room") == jam["room"]) & (pl.col("table") == jam["table"])
    put_right = (
        shuffles.filter(
            here
            & pl.col("status").is_in(["ok", "removed"])
            & (pl.lit(True) if jam["deck"] is None else pl.col("deck") == jam["deck"])
            & (pl.col("at") > at)
            & (pl.col("at") <= hand["start"] + pl.duration(seconds=(jam["within_s"] or 0) + 2))
        ).height
        + changes.filter(here & (pl.col("at") > at) & (pl.col("at") <= hand["start"])).height
    ) > 0
    went_on = not hand["called_off"] if in_play else not put_right and not hand["called_off"]
    # With the clock off by its margin it may have been another hand.
    edge = margin is not None and margin > 0 and min(abs(us - start[max(i, 0)]), abs(us - end[max(i, 0)])) < margin
    return {
        "order": hand["order"], "room": hand["room"], "table": hand["table"], "gaming_date": hand["gaming_date"],
        "hand": hand["hand"], "dealer": hand["dealer"], "terms": hand["terms"], "game": hand["game"],
        "at": hand["start"], "jammed_at": at, "source_file": hand["source_file"], "source_line": hand["source_line"],
        "judged": None if margin is None or (edge and went_on) else True, "in_play": in_play, "went_on": went_on,
    }  # fmt: skip


OUT_OF_TURN: Final = 6  # rounds without a deck: of two that alternate it would have had three

# -- decks and counts of house-banked games ----------------------------------------------------------------------------


def deck_frame(hands: pl.DataFrame, shuffles: pl.DataFrame, notes: pl.DataFrame) -> pl.DataFrame:
    """One row a deck's time at a house-banked table on a gaming day, with the first hand dealt with it past its hours.

    A deck comes in with the first hand dealt with it that day, and anew after it was taken off, a change to it was
    noted, or it was out of play while others were changed.
    `deck_hours` is that of the way of dealing; where the house file does not say how, the longer of the two.
    """
    banked = hands.filter(pl.col("game").is_in(HOUSE_BANKED) & pl.col("deck").is_not_null())
    by = ["room", "table", "deck"]
    taken_off = shuffles.filter((pl.col("status") == "removed") & pl.col("deck").is_not_null())
    off = taken_off.filter(pl.col("within_s").is_not_null()).select(*by, changed_at="at")
    # A deck that was taken off nobody knows when may be another since.
    unknown = taken_off.filter(pl.col("within_s").is_null()).select("room", "table", "gaming_date").unique()
    changed = notes.filter(pl.col("note") == "deck-change").select("room", "table", "deck", changed_at="at")
    all_of_table = changed.filter(pl.col("deck").is_null()).drop("deck")
    decks = banked.select(*by).unique()
    changes = pl.concat(
        [
            off,
            changed.filter(pl.col("deck").is_not_null()).select(*by, "changed_at"),
            decks.join(all_of_table, on=["room", "table"], how="inner").select(*by, "changed_at"),
            _brought_back(banked, changed),
        ]
    ).sort("changed_at")
    banked = (
        banked.sort("start")
        .join_asof(
            changes, left_on="start", right_on="changed_at", by=by, strategy="backward", check_sortedness=False,
            coalesce=False,
        )
        .join(unknown.with_columns(unsure=pl.lit(True)), on=["room", "table", "gaming_date"], how="left")
        .with_columns(deck_hours=pl.when(pl.col("unsure").is_null()).then("deck_hours"))
        .sort("order")
    )  # fmt: skip
    age = pl.col("start") - pl.col("came_in")
    aged = banked.with_columns(came_in=pl.col("start").min().over(*by, "gaming_date", "changed_at")).with_columns(
        late=age > pl.duration(hours=pl.col("deck_hours"))
    )
    keys = [*by, "gaming_date", "changed_at"]
    first_late = pl.col("late").fill_null(False).arg_max()
    return (
        aged.group_by(keys, maintain_order=True)
        .agg(
            pl.col("late").any(),
            pl.col("terms", "game", "deck_hours", "deck_rule", "came_in").first(),
            *(pl.col(name).get(first_late) for name in ("order", "hand", "dealer", "source_file", "source_line")),
            at=pl.col("start").get(first_late),
        )
        .with_columns(
            age_min=(pl.col("at") - pl.col("came_in")).dt.total_minutes(),
            order=pl.when("late").then("order"),
            hand=pl.when("late").then("hand"),
            dealer=pl.when("late").then("dealer"),
        )
        .sort("room", "table", "at", "deck")
    )


def _brought_back(hands: pl.DataFrame, changed: pl.DataFrame) -> pl.DataFrame:
    """Decks that are dealt again after others came to the table: with a note of one of them the whole set-up went."""
    by = ["room", "table", "deck"]
    again = (
        hands.sort("order")
        .with_columns(out_since=pl.col("start").shift(1).over(by), out_from=pl.col("order").shift(1).over(by))
        .filter((pl.col("order") - pl.col("out_from")).cast(pl.Int64) > OUT_OF_TURN)
        .select(*by, "start", "out_since")
    )
    noted = changed.select("room", "table", "changed_at").sort("changed_at")
    return (
        again.sort("start")
        .join_asof(
            noted, left_on="start", right_on="changed_at", by=["room", "table"], strategy="backward",
            check_sortedness=False, coalesce=False,
        )
        .filter(pl.col("changed_at") > pl.col("out_since"))
        .select(*by, changed_at="start")
    )  # fmt: skip


def round_frame(hands: pl.DataFrame, counted_tables: pl.DataFrame) -> pl.DataFrame:
    """One row a round of a house-banked table: how many have gone by without a count, this one included.

    A gap in the hand numbers leaves open what happened in it, and the count begins anew. `counted_tables` are those
    whose shuffler counts; they need not be counted by hand.
    """
    banked = (
        hands.filter(pl.col("game").is_in(HOUSE_BANKED))
        .with_columns(gaps=(~pl.col("follows")).cast(pl.Int64).cum_sum())
        .filter(~pl.col("called_off"))
        .join(counted_tables, on=["room", "table"], how="anti", maintain_order="left")
    )
    counted = pl.col("stub_count").is_not_null()
    breaks = counted | (pl.col("gaps") != pl.col("gaps").shift(1)).fill_null(True)
    return (
        banked.with_columns(stretch=breaks.cast(pl.Int64).cum_sum(), is_counted=counted)
        .with_columns(uncounted=(~pl.col("is_counted")).cast(pl.Int64).cum_sum().over("stretch"))
        .select(
            "order", "room", "table", "gaming_date", "hand", "dealer", "terms", "game", "count_every", "uncounted",
            "dealing", "source_file", "source_line", at="start",
        )
    )  # fmt: skip
