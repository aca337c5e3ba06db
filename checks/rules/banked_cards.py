"""CD and SC of house-banked rounds: cards, seats and counts by the rules of a game against the dealer."""

import polars as pl

from checks.model import Grain, Severity, check
from checks.replay.banked_layout import VoidCause
from checks.rules.shuffling import house_banked


def _counted(column: str, thing: str) -> pl.Expr:
    number = pl.col(column)
    things = pl.when(number == 1).then(pl.lit(f" {thing}")).otherwise(pl.lit(f" {thing}s"))
    return pl.concat_str(number.cast(pl.String), things)


@check(
    code="CD02",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    term="huhe.void.wrong_number",
    is_=True,
    needs=("deal_known",),
    applies=lambda: ~pl.col("void"),
    expected=lambda: _counted("cards_due", "card"),
    actual=lambda: _counted("cards_done", "card"),
    event="cause_event",
    seat="cause_seat",
    message="A round with a wrong number of cards is void; due were {expected}, there were {actual}.",
    limb=True,
    counted=True,
)
def wrong_number_played(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A house-banked round with a wrong number of cards was played on."""
    return facts.filter(pl.col("void_cause") == int(VoidCause.WRONG_NUMBER))


@check(
    code="CD03",
    severity=Severity.PROCEDURE,
    grain=Grain.TABLE,
    term="dealing.from",
    needs=("burns_recorded",),
    applies=lambda: house_banked() & ~pl.col("called_off") & (pl.col("streets") > 0),
    expected=lambda: _counted("burn_due", "burn"),
    actual=lambda: _counted("burn_done", "burn"),
    cite=lambda: (
        pl.when(pl.col("burn_due") == 0)
        .then(pl.lit("cards.burn_by_hand_only"))
        .when(pl.col("burn_street") == "river")
        .then(pl.lit("cards.burn_turn_and_river"))
        .otherwise(pl.lit("cards.burn"))
    ),
    event="burn_event",
    street="burn_street",
    message="{expected} had to go before these cards; there were {actual}.",
    limb=True,
    counted=True,
)
def banked_burns_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Community cards of a house-banked round came without their burn by hand, or behind a burn from a shoe."""
    return facts.filter(pl.col("burn_event").is_not_null())


@check(
    code="CD05",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    needs=("boxed_known",),
    applies=lambda: ~pl.col("void") & (pl.col("irregular") > 0),
    expected=lambda: pl.lit("a void round"),
    actual=lambda: (
        pl.when(pl.col("void_cause") == int(VoidCause.FACE_UP))
        .then(pl.concat_str(_counted("boxed", "card"), pl.lit(" found face up")))
        .otherwise(pl.lit("the dealer's card exposed"))
    ),
    event="cause_event",
    cite=lambda: (
        pl.when(pl.col("void_cause") == int(VoidCause.FACE_UP))
        .then(pl.lit("huhe.void.face_up_from"))
        .otherwise(pl.lit("huhe.void.dealer_exposed"))
    ),
    message="{expected} was due after {actual}; the round was played on.",
    limb=True,
    counted=True,
)
def round_not_voided(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A house-banked round had to be void and was played on."""
    return facts.filter(pl.col("void_cause").is_in([int(VoidCause.FACE_UP), int(VoidCause.DEALER_EXPOSED)]))


@check(
    code="CD07",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    needs=("deal_known", "seats_most"),
    applies=lambda: ~pl.col("void") & (pl.col("seats_dealt") > 0),
    expected=lambda: pl.concat_str(pl.lit("at most "), _counted("seats_most", "seat")),
    actual=lambda: _counted("seats_dealt", "seat"),
    cite=lambda: pl.when("seats_by_table").then(pl.lit("seats.table")).otherwise(pl.lit("seats.huhe")),
    message="{expected} may be dealt in; {actual} were.",
    limb=True,
    counted=True,
)
def too_many_seats_against_the_house(facts: pl.LazyFrame) -> pl.LazyFrame:
    """More seats were dealt in against the dealer than the table or the game allows."""
    return facts.filter(pl.col("seats_dealt") > pl.col("seats_most"))


@check(
    code="SC11",
    severity=Severity.PROCEDURE,
    grain=Grain.BANKED,
    term="stub.wrong_count",
    applies=lambda: pl.col("stub_counted") & ~pl.col("undone"),
    expected=lambda: pl.lit("a void round"),
    actual=lambda: pl.format("a stub of {} for {}", "stub_count", "stub_due"),
    cite=lambda: pl.col("count_rule"),
    event="stub_event",
    message="After a wrong count {expected} was due; there was {actual}, and the round was played on.",
    limb=True,
    counted=True,
)
def miscounted_round_played(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The stub of a house-banked round was counted wrong, and the round was not void."""
    return facts.filter(pl.col("stub_event").is_not_null() & ~pl.col("void"))
