"""DC: dealer down cards."""

import polars as pl

from checks.model import Grain, Severity, check


@check(
    code="DC01",
    severity=Severity.PROCEDURE,
    grain=Grain.SLOT,
    term="down_card.sign",
    needs=("has_card",),
    expected=lambda: pl.lit("a signature"),
    actual=lambda: pl.concat_str(pl.lit("none, "), pl.col("hands").cast(pl.String), pl.lit(" hands dealt")),
    message="The slot calls for {expected}; there is {actual}.",
)
def unsigned_slot(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Hands were dealt in a half hour that nobody signed for.

    ## Why it matters
    Nobody is paid for the down and nobody answers for its hands.

    ## What it cannot see
    Tables without any down card that gaming day: the card may simply not have arrived.
    """
    return facts.filter(~pl.col("signed"))


@check(
    code="DC02",
    severity=Severity.PROCEDURE,
    grain=Grain.SIGNATURE,
    term="down_card.one_table",
    needs=("slot_start",),
    expected=lambda: pl.lit("one table"),
    actual=lambda: pl.concat_str(pl.lit("tables "), pl.col("tables_signed")),
    message="A dealer can be at {expected}; this number stands at {actual} in the same slot.",
)
def signed_at_two_tables(facts: pl.LazyFrame) -> pl.LazyFrame:
    """One dealer signed at two tables in the same slot.

    ## Why it matters
    One of the two downs was dealt by somebody else, or by nobody; one would be paid twice.

    ## What it cannot see
    Numbers that cannot be read.
    """
    return facts.filter(pl.col("tables_count") > 1)
