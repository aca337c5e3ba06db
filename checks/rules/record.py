"""TL: the record itself."""

import polars as pl

from checks.model import Grain, Severity, check


@check(
    code="TL01",
    severity=Severity.NOTICE,
    grain=Grain.TABLE,
    silent_ok=True,
    needs=("previous_end",),
    applies=lambda: pl.col("has_previous"),
    expected=lambda: pl.concat_str(pl.lit("not before "), pl.col("previous_end").dt.strftime("%H:%M:%S")),
    actual=lambda: pl.col("start").dt.strftime("%H:%M:%S"),
    message="By the hand before it, this one starts {expected} (UTC); it says {actual}.",
)
def hands_overlap(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Two hands of one table overlap in time.

    ## Why it matters
    One table deals one hand at a time. A clock is wrong, or a hand was written down afterwards.

    ## What it cannot see
    Hands whose end was not recorded.
    """
    return facts.filter(pl.col("start") < pl.col("previous_end"))
