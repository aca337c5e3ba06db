"""CD and SC of house-banked rounds: cards, seats and counts by the rules of a game against the dealer."""

import polars as pl

from checks.model import Grain, Severity, check, seat_text
from checks.replay.banked_layout import VoidCause
from checks.rules.cards import burns_said
from checks.rules.shuffling import house_banked
from checks.wording import count_was, counted, limbs, say


def _counted(column: str, thing: str) -> pl.Expr:
    number = pl.col(column)
    things = pl.when(number == 1).then(pl.lit(f" {thing}")).otherwise(pl.lit(f" {thing}s"))
    return pl.concat_str(number.cast(pl.String), things)


def _round_of_wrong_number() -> pl.Expr:
    done = counted("cards_done", "card")
    return limbs(
        (
            pl.col("cause_seat") > 0,
            say("Seat {cause_seat} was dealt {done} and {due} due; the round was void, and was played on.",
                done=done, due=count_was("cards_due")),
        ),
        otherwise=say(
            "The dealer or the board got {done} and {due} due; the round was void, and was played on.",
            done=done, due=count_was("cards_due"),
        ),
    )  # fmt: skip


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
    message=_round_of_wrong_number,
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
    message=burns_said,
    limb=True,
    counted=True,
)
def banked_burns_wrong(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Community cards of a house-banked round came without their burn by hand, or behind a burn from a shoe."""
    return facts.filter(pl.col("burn_event").is_not_null())


def _round_not_void() -> pl.Expr:
    return limbs(
        (
            pl.col("void_cause") == int(VoidCause.FACE_UP),
            say(
                "The round was played on after {boxed} came face up; it had to be void.", boxed=counted("boxed", "card")
            ),
        ),
        otherwise=say("The round was played on after a card of the dealer was exposed; it had to be void."),
    )


@check(
    code="CD04",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    term="huhe.deals_to_wagers",
    is_=True,
    needs=("deal_known",),
    applies=lambda: ~pl.col("void") & (pl.col("seats_wagering") > 0),
    expected=lambda: pl.concat_str(pl.lit("no hand for "), seat_text("unwagered_seat")),
    actual=lambda: pl.lit("one"),
    event="unwagered_event",
    seat="unwagered_seat",
    message="Seat {unwagered_seat} was dealt in without a wager.",
    limb=True,
    counted=True,
)
def dealt_without_wager(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A seat of a house-banked table got cards and had wagered nothing.

    A seat that wagered and got no cards is told as a wrong number of them (CD02).
    """
    return facts.filter(pl.col("unwagered_seat").is_not_null())


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
    message=_round_not_void,
    limb=True,
    counted=True,
)
def round_not_voided(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A house-banked round had to be void and was played on."""
    return facts.filter(pl.col("void_cause").is_in([int(VoidCause.FACE_UP), int(VoidCause.DEALER_EXPOSED)]))


def _round_of_seats() -> pl.Expr:
    return limbs(
        (pl.col("seats_by_table"), say("{seats_dealt} seats were dealt in; the table allows {seats_most}.")),
        otherwise=say("{seats_dealt} seats were dealt in; the game allows {seats_most}."),
    )


@check(
    code="CD07",
    severity=Severity.ERROR,
    grain=Grain.BANKED,
    needs=("deal_known", "seats_most"),
    applies=lambda: ~pl.col("void") & (pl.col("seats_dealt") > 0),
    expected=lambda: pl.concat_str(pl.lit("at most "), _counted("seats_most", "seat")),
    actual=lambda: _counted("seats_dealt", "seat"),
    cite=lambda: pl.when("seats_by_table").then(pl.lit("seats.table")).otherwise(pl.lit("seats.huhe")),
    message=_round_of_seats,
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
    term="huhe.void.wrong_count",
    is_=True,
    applies=lambda: pl.col("stub_counted") & ~pl.col("undone"),
    expected=lambda: pl.lit("a void round"),
    actual=lambda: pl.format("a stub of {} for {}", "stub_count", "stub_due"),
    cite=lambda: pl.col("count_rule"),
    event="stub_event",
    message=lambda: say(
        "The dealer counted {cards} in the stub and {due} due; the round had to be void, and was played on.",
        cards=counted("stub_count", "card"),
        due=count_was("stub_due"),
    ),
    limb=True,
    counted=True,
)
def miscounted_round_played(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The stub of a house-banked round was counted wrong, and the round was not void."""
    return facts.filter(pl.col("stub_event").is_not_null() & ~pl.col("void"))
