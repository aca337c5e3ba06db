"""The record itself: hand numbers that are missing or repeated, and hands that came in again with other content."""

from __future__ import annotations

from typing import Final

import polars as pl

STEPS_TO_TELL: Final = 8  # with so many hands, most numbers have to follow one another to count as numbered
JUMP_MOST: Final = 1_000  # with fewer, a longer jump is another way of numbering


def with_numbering(hands: pl.DataFrame) -> pl.DataFrame:
    """Adds `numbered` (null where a table's numbers do not run on), `missing_before` and `repeats`.

    Within a table and gaming day. A gap is told of the hand after it, by number; a number that was there already, of
    the later hand. A format whose numbers are not the table's own (`numbers_told`) has gaps by its nature, and only the
    whole name of a hand can be there already. `hands` is sorted by table and time.
    """
    same = (pl.col("table_code").diff() == 0) & (pl.col("gaming_date").diff().dt.total_days() == 0)
    runs_on = hands.select(((pl.col("number").diff() == 1) | ~same).fill_null(False).slice(1).all()).item()
    has_all = hands["number"].null_count() == 0
    if has_all and (runs_on or len(hands) < 2):  # as a log should be: nothing to sort
        return hands.with_columns(numbered=pl.lit(True), missing_before=pl.lit(0, pl.Int64), repeats=pl.lit(False))
    by = ["table_code", "gaming_date"]
    first = pl.int_range(pl.len()).over(*by, "number") == 0
    named = hands.select("order", *by, "number").filter(pl.col("number").is_not_null())
    distinct = named.filter(first).sort(*by, "number")
    jump = pl.col("number").diff().over(by)
    distinct = distinct.with_columns(jump=jump)
    numbered = distinct.group_by(by).agg(
        numbered=pl.when(
            pl.when(pl.len() > STEPS_TO_TELL)
            .then((pl.col("jump") == 1).sum() * 2 >= pl.len() - 1)
            .otherwise(pl.col("jump").max().fill_null(1) <= JUMP_MOST)
        ).then(True)
    )
    return (
        hands.join(numbered, on=by, how="left", maintain_order="left")
        .join(
            distinct.select("order", missing_before=pl.col("jump").fill_null(1) - 1, is_first=pl.lit(True)),
            on="order",
            how="left",
            maintain_order="left",
        )
        .with_columns(
            numbered=pl.when(pl.col("number").is_not_null()).then("numbered"),
            missing_before=pl.when("numbers_told").then("missing_before").fill_null(0),
            repeats=pl.col("is_first").is_null()
            & pl.col("number").is_not_null()
            & (pl.col("numbers_told") | (pl.int_range(pl.len()).over(*by, "hand") > 0)),
        )
        .drop("is_first")
    )


def with_history(hands: pl.DataFrame, received_again: pl.DataFrame | None) -> pl.DataFrame:
    """Adds `history_known`, and of hands that came in before `first_commit`, `commit`, `received_from` and `changed`.

    `received_again` is what the lake's ledger tells: a row a hand that a later commit brought with other content. The
    hand stands as it came last; `changes` counts how often it was changed, and `every_change` tells each of them. None
    where there is no lake.
    """
    if received_again is None or received_again.is_empty():
        return hands.with_columns(
            history_known=pl.lit(None if received_again is None else True, pl.Boolean),
            first_commit=pl.lit(None, pl.Int64),
            commit=pl.lit(None, pl.Int64),
            received_from=pl.lit(None, pl.String),
            changed=pl.lit(None, pl.String),
            changes=pl.lit(None, pl.Int64),
            every_change=pl.lit(None, pl.String),
        )
    keys = ["room", "table", "hand", "start"]
    parts = pl.col("changed").str.replace_all(r"_(cents|min)\b", "").str.replace_all("_", " ")
    one = pl.format("{} changed in commit {}, from {}", parts, "commit", "source_file")
    later = (
        received_again.sort("commit")
        .group_by(keys, maintain_order=True)
        .agg(
            pl.col("first_commit").first(), pl.col("commit").last(), changed=parts.last(),
            received_from=pl.col("source_file").last(), changes=pl.len().cast(pl.Int64),
            every_change=one.str.join("; "),
        )
    )  # fmt: skip
    return hands.join(later, on=keys, how="left", maintain_order="left").with_columns(history_known=pl.lit(True))
