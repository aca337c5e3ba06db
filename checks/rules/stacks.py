"""PT: chips from one hand to the next."""

import polars as pl

from checks.model import Grain, Severity, check
from checks.replay.layout import Deviation


@check(
    code="PT12",
    severity=Severity.NOTICE,
    grain=Grain.TABLE,
    term="wager.table_stakes",
    silent_ok=True,
    needs=("stacks_judged",),
    on=(Deviation.STACK_NOT_CARRIED,),
    amount=lambda: pl.col("amount"),
    seat="seat",
    message="The seat should have begun this hand with {expected} and had {actual}.",
)
def stack_not_carried_over(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat's chips are not what it had at the end of the hand before.

    What was won and lost, time that was paid, and the rebuys and cash-outs that were noted between the two hands make
    up the stack. The same player at the same seat only.

    ## Why it matters
    Chips that come or go between hands are a rebuy nobody noted, a pot that was pushed otherwise than logged, or money
    taken off the table.

    ## What it cannot see
    Hands whose awards do not add up to the pot (told there), a gap in the hand numbers, a rebuy without an amount, a
    colour-up.
    """
    return facts
