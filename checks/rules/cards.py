"""CD: cards and dealing."""

import polars as pl

from checks.model import Severity, check
from checks.replay.layout import Deviation


@check(
    code="CD01",
    severity=Severity.ERROR,
    term="cards.two_equal_void",
    silent_ok=True,
    needs=("cards_known",),
    applies=lambda: pl.col("cards_known") > 1,
    on=(Deviation.CARD_TWICE,),
    expected=lambda: pl.concat_str(pl.lit("one "), pl.col("card")),
    actual=lambda: pl.concat_str(pl.lit("two "), pl.col("card")),
    event="event",
    seat="seat",
    message="There is {expected} in a deck; this hand saw {actual}.",
)
def card_twice(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The same card was seen in two places.

    ## Why it matters
    The deck is fouled and with it every hand it dealt; whoever verified it signed for it. Who won such a pot cannot be
    judged, so no other check speaks of its award.

    ## What it cannot see
    Cards that nobody saw.
    """
    return facts
