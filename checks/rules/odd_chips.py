"""OC: odd chips. What is left when a tied pot does not divide."""

import polars as pl

from checks.model import Severity, check
from checks.replay.layout import Deviation
from checks.rules.pots import moved, payee, payer


def odd_split() -> pl.Expr:
    """Hands in which a tied pot did not divide evenly."""
    return pl.col("odd_split") == 1


@check(
    code="OC01",
    severity=Severity.ERROR,
    term="odd_chip.button",
    needs=("showdown_known",),
    applies=odd_split,
    on=(Deviation.ODD_UNIT_SEAT,),
    amount=moved,
    event="event",
    seat="seat",
    paid_by=payer,
    paid_to=payee,
    message="With its odd chip this seat's share is {expected}; it was pushed {actual}.",
)
def odd_chip_to_wrong_seat(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The odd chip of a tied pot went to the wrong seat.

    In a button game it belongs to the first of the tied hands clockwise from the button.

    ## Why it matters
    It is a small sum and the surest sign of whether a dealer knows the procedure.

    ## What it cannot see
    Ties in which a hand was not shown.
    """
    return facts


@check(
    code="OC05",
    severity=Severity.ERROR,
    term="odd_chip.unit",
    needs=("showdown_known",),
    applies=odd_split,
    on=(Deviation.ODD_UNIT_UNBROKEN,),
    amount=moved,
    event="event",
    seat="seat",
    paid_by=payer,
    paid_to=payee,
    message="Broken to the smallest unit this seat's share is {expected}; it was pushed {actual}.",
)
def odd_chip_not_broken(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A chip was left whole that had to be broken to share a tied pot.

    Tied hands share to the smallest unit used for the blinds; only what that unit cannot share is an odd chip.

    ## Why it matters
    One player is out by up to half a larger chip.

    ## What it cannot see
    Ties in which a hand was not shown; games whose smallest unit is not recorded.
    """
    return facts
