"""PT: pots and showdown. Whom the chips belonged to, beside where they went."""

import polars as pl

from checks.model import Severity, check, money
from checks.replay.layout import Deviation, Ended


def played() -> pl.Expr:
    """Hands that were played to their end."""
    return pl.col("ended") == Ended.PLAYED


def moved() -> pl.Expr:
    """The chips that reached a wrong place."""
    return pl.col("amount")


def payer() -> pl.Expr:
    """Who lost by it."""
    return party("paid_by")


def payee() -> pl.Expr:
    """Who gained by it."""
    return party("paid_to")


def party(column: str) -> pl.Expr:
    """A seat or the house, as findings write it; null where no money moved."""
    who = pl.col(column)
    seat = pl.concat_str(pl.lit("s"), who.cast(pl.String))
    return pl.when(who == 0).then(pl.lit("house")).when(who > 0).then(seat)


@check(
    code="PT01",
    severity=Severity.ERROR,
    term="showdown.cards_speak",
    needs=("showdown_known",),
    applies=played,
    on=(Deviation.POT_TO_LOSER,),
    amount=moved,
    event="event",
    seat="seat",
    paid_by=payer,
    paid_to=payee,
    message="Of this pot the seat was due {expected} and was pushed {actual}.",
)
def pot_to_loser(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pot, or part of it, was pushed to a hand that did not win it.

    Cards speak: the shown hands and the board decide, whatever anybody called out.

    ## Why it matters
    It is the dearest error there is, and after the next shuffle it is rarely put right.

    ## What it cannot see
    Hands that were mucked unseen, and pots in which a hand that could win was neither shown nor mucked.
    """
    return facts


@check(
    code="PT02",
    severity=Severity.ERROR,
    silent_ok=True,
    needs=("awarded_cents",),
    applies=played,
    on=(Deviation.POT_TOTAL,),
    amount=moved,
    message="The pot held {expected} after the drop and {actual} was pushed.",
)
def paid_not_the_pot(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More or less was paid out than the pot held.

    The pot is what went in, less what nobody called, less what the house took.

    ## Why it matters
    Chips do not come from nowhere: they are in somebody's stack, on the floor, or were never bet.

    ## What it cannot see
    Chips put in or taken out that the log does not mention.
    """
    return facts


@check(
    code="PT04",
    severity=Severity.ERROR,
    silent_ok=True,
    needs=("in_cents",),
    on=(Deviation.CHIPS_NOT_CONSERVED,),
    amount=moved,
    seat="seat",
    paid_by=payer,
    message="{expected} had to go back and {actual} did.",
)
def chips_not_conserved(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Chips went missing or appeared over the hand.

    When a deal is called off every chip goes back to whoever put it in. In a hand that was played this finding stands
    only for what neither a wrong payment nor an unreturned bet explains.

    ## Why it matters
    A deal that did not count must cost nobody anything.

    ## What it cannot see
    Returns that were made and not recorded.
    """
    return facts


@check(
    code="PT08",
    severity=Severity.ERROR,
    term="pots.uncalled_returned",
    silent_ok=True,
    needs=("uncalled_cents",),
    applies=lambda: played() & (pl.col("uncalled_cents") > 0),
    on=(Deviation.UNCALLED_NOT_RETURNED,),
    expected=lambda: money("due"),
    actual=lambda: money("done"),
    amount=moved,
    seat="seat",
    paid_by=payer,
    paid_to=payee,
    message="An uncalled {expected} was to go back to its bettor; {actual} did.",
)
def uncalled_not_returned(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A bet that nobody called stayed in the pot.

    ## Why it matters
    A bettor can lose no more than somebody put in against it; what lies beyond that was never at stake.

    ## What it cannot see
    Formats that do not record returned bets.
    """
    return facts
