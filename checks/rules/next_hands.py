"""BL, CD: what a hand has to keep of the one before, or to take over from the clock."""

from functools import cache

import polars as pl

from checks.model import Grain, Severity, check, money, seat_text
from checks.rules.blinds import blind_game
from checks.wording import level, say


@cache
def _blinds(small: str, big: str) -> pl.Expr:
    """Two blinds as a person reads them: 100.00 and 200.00."""
    return pl.concat_str(money(small), pl.lit(" and "), money(big))


@cache
def _differ(small: str, big: str) -> pl.Expr:
    """The stakes of the hand are not these."""
    other_small = (pl.col(small) > 0) & (pl.col("sb_cents") != pl.col(small))
    return (other_small | (pl.col("bb_cents") != pl.col(big))).fill_null(False)


@check(
    code="CD04",
    limb=True,
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="misdeal.redeal",
    needs=("redeal_stranger",),
    applies=lambda: pl.col("redeal"),
    expected=lambda: pl.concat_str(pl.lit("no hand for "), seat_text("redeal_stranger")),
    actual=lambda: pl.lit("one"),
    seat="redeal_stranger",
    message=(
        "Seat {redeal_stranger} was dealt into the redeal of a misdealt hand; only those who were in it "
        "are dealt in again."
    ),
)
def stranger_in_a_redeal(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A player who was not at the table in a misdealt hand was dealt in when it was dealt again."""
    return facts.filter(pl.col("redeal_stranger") > 0)


@check(
    code="BL04",
    limb=True,
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="misdeal.redeal",
    applies=lambda: pl.col("redeal") & blind_game(),
    expected=lambda: _blinds("previous_sb_cents", "previous_bb_cents"),
    actual=lambda: _blinds("sb_cents", "bb_cents"),
    amount=lambda: pl.col("sb_cents") + pl.col("bb_cents") - pl.col("previous_sb_cents") - pl.col("previous_bb_cents"),
    message=lambda: say(
        "The misdealt hand was dealt again at {now}; it had to stay at {before}.",
        now=level("sb_cents", "bb_cents"),
        before=level("previous_sb_cents", "previous_bb_cents"),
    ),
)
def redeal_at_other_limits(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A misdealt hand was dealt again at other limits."""
    return facts.filter(_differ("previous_sb_cents", "previous_bb_cents"))


@check(
    code="BL04",
    limb=True,
    severity=Severity.ERROR,
    grain=Grain.TABLE,
    term="level.next_hand",
    is_=True,
    needs=("level_bb_cents",),
    applies=lambda: blind_game() & pl.col("is_tournament") & ~pl.col("redeal"),
    expected=lambda: _blinds("level_sb_cents", "level_bb_cents"),
    actual=lambda: _blinds("sb_cents", "bb_cents"),
    amount=lambda: pl.col("sb_cents") + pl.col("bb_cents") - pl.col("level_sb_cents") - pl.col("level_bb_cents"),
    message=lambda: say(
        "The hand was played at {now}; the level that was announced is {announced}.",
        now=level("sb_cents", "bb_cents"),
        announced=level("level_sb_cents", "level_bb_cents"),
    ),
)
def level_not_applied(facts: pl.LazyFrame) -> pl.LazyFrame:
    """A hand was played at other blinds than those of the level that was announced before it.

    A level that is missed over several hands is one cause, told on the first of them.
    """
    return facts.filter(pl.col("level_missed"))
