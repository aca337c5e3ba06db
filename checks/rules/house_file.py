"""HF: the house file beside the law that binds it."""

import polars as pl

from checks.model import Grain, Severity, check


@check(
    code="HF01",
    severity=Severity.ERROR,
    grain=Grain.HOUSE,
    silent_ok=True,
    needs=("is_beyond",),
    cite=lambda: pl.col("bound"),
    expected=lambda: pl.col("allowed"),
    actual=lambda: pl.col("set_to"),
    message="{sentence}",
)
def beyond_a_bound(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A value of the house is beyond a ceiling or floor of a rulebook in force.

    A regulator's rulebook may say how far a house can go: a rake of ten percent at most, a wager of so much, one kind
    of fee at a table. Every book of the room binds, wherever it stands in the list; of several ceilings the lowest
    holds. What the room and each of its placards set is held against it, for every gaming day that has hands. A rate of
    time is measured by its own minutes, and tiers of rake by the smallest pot of each.

    ## Why it matters
    Every hand at such a table may be dealt and raked as the placard says, and the license is at risk all the same.

    ## What it cannot see
    What a fixed drop or a fee comes to as a share of pots: that is not evaluable. What is done at the table against
    the placard is told by the other checks. Values that other rulebooks set are not the house's: put the regulator's
    book first, and its own values govern.
    """
    return facts.filter("is_beyond")
