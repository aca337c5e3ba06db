"""RK: rake and collection. What the house took, beside what its schedule lets it take."""

import polars as pl

from checks.model import Severity, check, money


def live_action() -> pl.Expr:
    """Hands for money; tournaments are not raked."""
    return ~pl.col("is_tournament")


def taken_less_due() -> pl.Expr:
    """+ the house got too much."""
    return pl.col("rake_taken_cents") - pl.col("rake_due_cents")


def due() -> pl.Expr:
    """The rake due, as text."""
    return money("rake_due_cents")


def taken() -> pl.Expr:
    """The rake taken, as text."""
    return money("rake_taken_cents")


def house() -> pl.Expr:
    """The house as a party to a payment."""
    return pl.lit("house")


def taken_before_flop() -> pl.Expr:
    """Taken from a pot that owed none because it saw no flop."""
    return (pl.col("streets") == 0) & (pl.col("rake_due_cents") == 0) & (pl.col("rake_taken_cents") > 0)


def reduction_forgotten() -> pl.Expr:
    """Exactly the full table's rake was taken at a short table."""
    return (
        (pl.col("rake_taken_cents") == pl.col("rake_unreduced_cents"))
        & (pl.col("rake_unreduced_cents") > pl.col("rake_due_cents"))
        & ~taken_before_flop()
    )


@check(
    code="RK01",
    severity=Severity.ERROR,
    term="rake.cap",
    needs=("rake_taken_cents", "rake_due_cents"),
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    paid_to=house,
    message="The house took {actual} from a pot that owed {expected}.",
)
def over_raked(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More was taken from the pot than the house may take.

    The rake is a share of the contested pot in whole steps, never more than the cap. A bet that nobody called was never
    part of the pot, and is not raked.

    ## Why it matters
    Each chip over the schedule belongs to the winner of the pot.

    ## What it cannot see
    Formats that do not record rake, and chips that never reached the slide.
    """
    over = pl.col("rake_taken_cents") > pl.col("rake_due_cents")
    return facts.filter(over & ~taken_before_flop() & ~reduction_forgotten())


@check(
    code="RK02",
    severity=Severity.ERROR,
    term="rake.percent",
    needs=("rake_taken_cents", "rake_due_cents"),
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    message="The house took {actual} from a pot that owed {expected}.",
)
def under_raked(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Less was taken from the pot than the house was due.

    ## Why it matters
    The box will not match the hands; at some tables it is the first sign that the slide is read wrongly, at others that
    a favour is being done.

    ## What it cannot see
    Formats that do not record rake.
    """
    return facts.filter(pl.col("rake_taken_cents") < pl.col("rake_due_cents"))


@check(
    code="RK03",
    severity=Severity.ERROR,
    term="rake.no_flop_no_drop",
    needs=("rake_taken_cents", "rake_due_cents"),
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    paid_to=house,
    message="The house took {actual} from a pot that saw no flop and owed {expected}.",
)
def raked_without_flop(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A pot was raked that saw no flop, or not enough action before it.

    Most houses rake no pot that ends before the flop. Some rake it once there was real action: a call and a raise, or
    two raises. The rules in force at the table say which.

    ## Why it matters
    The whole of it belongs to the winner of the pot.

    ## What it cannot see
    Formats that do not record rake; houses whose rules say nothing about pots without a flop.
    """
    return facts.filter(taken_before_flop())


@check(
    code="RK04",
    severity=Severity.ERROR,
    term="rake.short",
    needs=("rake_taken_cents", "rake_due_cents", "rake_unreduced_cents"),
    applies=live_action,
    expected=due,
    actual=taken,
    amount=taken_less_due,
    event="rake_event",
    paid_to=house,
    message="A full table's rake of {actual} was taken at a short table, which owed {expected}.",
)
def reduction_not_applied(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The reduced maximum of a short table was not applied.

    With few seats dealt in, the most that may be taken falls. This finding says that exactly the full table's rake was
    taken; any other sum too high is an over-rake.

    ## Why it matters
    Short tables are charged less because fewer share the cost; the difference belongs to the winner.

    ## What it cannot see
    Hands whose deal was not recorded: without it nobody knows how many were dealt in.
    """
    return facts.filter(reduction_forgotten())
