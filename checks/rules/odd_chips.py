"""OC: odd chips. What is left when a tied pot does not divide."""

from functools import cache

import polars as pl

from checks.facts import Grain
from checks.model import Severity, check
from checks.replay.layout import Shared
from checks.rules.pots import moved, payee, payer, pot_fault, pushed
from checks.wording import amount, limbs
from parsers.games import GAMES

# By the name of the part that gets the odd chip: the first of the game's.
FIVE_CARD_GAMES = [number for number, game in enumerate(GAMES.values()) if game.parts[0].name == "five"]
RAZZ_GAMES = [number for number, game in enumerate(GAMES.values()) if game.parts[0].name == "razz"]


@cache
def odd_split() -> pl.Expr:
    """Hands in which a tied pot did not divide evenly."""
    return pl.col("odd_split") == 1


@cache
def shared_pot() -> pl.Expr:
    """Hands whose chips went to more than one seat; a larger chip may lie whole where the unit would share evenly."""
    return odd_split() | (pl.col("shared") != int(Shared.SOLE))


@cache
def odd_half_rule() -> pl.Expr:
    """The key that says which part of a split pot gets the odd chip: high, five cards, razz."""
    game = pl.col("game_no")
    return (
        pl.when(game.is_in(FIVE_CARD_GAMES))
        .then(pl.lit("odd_chip.low_low"))
        .when(game.is_in(RAZZ_GAMES))
        .then(pl.lit("odd_chip.razzdugi odd_chip.low_low"))
        .otherwise(pl.lit("odd_chip.high_half"))
    )


def _odd_chip(rule: str, whose: str) -> pl.Expr:
    """Where the odd chip belonged: by a rule, and to whom where one seat lost by it."""
    return limbs(
        (pl.col("lost_by") > 0, pushed(f"{rule}, {whose}")),
        otherwise=pushed(rule),
    )


@check(
    code="OC01",
    severity=Severity.ERROR,
    term="odd_chip.button",
    needs=("showdown_known", "smallest_chip_known"),
    applies=lambda: odd_split() & ~pl.col("odd_by_cards"),
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=lambda: _odd_chip("the odd chip goes to the first winner left of the button", "seat {lost_by}"),
)
def odd_chip_to_wrong_seat(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The odd chip of a tied pot went to the wrong seat.

    In a button game it belongs to the first of the tied hands clockwise from the button.

    ## Why it matters
    It is a small sum and the surest sign of whether a dealer knows the procedure.

    ## What it cannot see
    Ties in which a hand was not shown.
    """
    return facts.filter(pot_fault() == "OC01")


@check(
    code="OC02",
    severity=Severity.ERROR,
    term="odd_chip.stud",
    needs=("showdown_known", "smallest_chip_known"),
    applies=lambda: odd_split() & pl.col("odd_by_cards"),
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=lambda: _odd_chip("the odd chip goes to the highest card by rank and suit", "seat {lost_by}'s"),
)
def odd_chip_not_by_high_card(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The odd chip of a tied stud pot did not go to the highest card by rank and suit.

    Of the five cards that play, or of all seven under the earlier live-action rules. Spades are the highest suit, then
    hearts, diamonds and clubs. Of more odd chips the second goes to the next highest card.

    ## Why it matters
    It is a small sum and the surest sign of whether a dealer knows the procedure.

    ## What it cannot see
    Ties in which a hand was not shown. Whether an ace is high or low in a low hand of a split game, and in a straight
    to the five, no document says: either is right there.
    """
    return facts.filter(pot_fault() == "OC02")


@check(
    code="OC05",
    severity=Severity.ERROR,
    term="odd_chip.unit",
    needs=("showdown_known", "smallest_chip_known"),
    applies=shared_pot,
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=lambda: pushed("chips have to be broken down to {unit}", unit=amount("unit_cents")),
)
def odd_chip_not_broken(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A chip was left whole that had to be broken to share a tied pot.

    Tied hands share to the smallest unit used for the blinds; only what that unit cannot share is an odd chip.

    ## Why it matters
    One player is out by up to half a larger chip.

    ## What it cannot see
    Ties in which a hand was not shown; games whose smallest unit is not recorded.
    """
    return facts.filter(pot_fault() == "OC05")


def _odd_half() -> pl.Expr:
    game = pl.col("game_no")
    return limbs(
        (game.is_in(FIVE_CARD_GAMES), pushed("the odd chip goes to the five-card hand")),
        (game.is_in(RAZZ_GAMES), pushed("the odd chip goes to the razz hand")),
        otherwise=pushed("the odd chip goes to the high hand"),
    )


@check(
    code="OC03",
    severity=Severity.ERROR,
    term="odd_chip.high_half",
    is_=True,
    needs=("showdown_known", "smallest_chip_known"),
    applies=lambda: odd_split() & (pl.col("low_won") == 1),
    film=Grain.POT,
    cite=odd_half_rule,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=_odd_half,
)
def odd_chip_to_low_half(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The odd chip between the halves did not go to the high, or to the five-card hand, or to razz.

    Badeucey and badacey give it to the five-card hand, razzdugi to razz. Of razzdeucey and drawmaha the documents say
    nothing: razz and Omaha is our reading.

    ## Why it matters
    It is a small sum and the surest sign of whether a dealer knows the procedure.

    ## What it cannot see
    Awards that do not say which half they are.
    """
    return facts.filter(pot_fault() == "OC03")


@check(
    code="OC04",
    severity=Severity.ERROR,
    term="odd_chip.equal_both_ways",
    needs=("showdown_known", "smallest_chip_known"),
    applies=lambda: pl.col("low_won") == 1,
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=lambda: pushed("hands that are equal both ways share as evenly as possible"),
)
def equal_hands_not_even(facts: pl.LazyFrame) -> pl.LazyFrame:
    """Hands that are equal both ways did not share the pot as evenly as possible.

    Halving first and giving the odd chip of each half to the same seat makes two chips of difference where one, or
    none, is due.

    ## Why it matters
    It is a small sum and the surest sign of whether a dealer knows the procedure.

    ## What it cannot see
    Hands that were not shown.
    """
    return facts.filter(pot_fault() == "OC04")


@check(
    code="OC06",
    severity=Severity.ERROR,
    term="odd_chip.one_each",
    is_=True,
    needs=("showdown_known", "smallest_chip_known"),
    applies=odd_split,
    film=Grain.POT,
    amount=moved,
    event="event",
    seat="gained_by",
    paid_by=payer,
    paid_to=payee,
    message=lambda: pushed("no seat gets a second odd chip"),
)
def second_odd_chip(facts: pl.LazyFrame) -> pl.LazyFrame:
    """One seat got more than one odd chip of a pot.

    ## Why it matters
    Odd chips go round; nobody is lucky twice in one pot.

    ## What it cannot see
    Ties in which a hand was not shown.
    """
    return facts.filter(pot_fault() == "OC06")
