"""AC12: boards run again."""

from functools import cache

import polars as pl

from checks.facts import Grain
from checks.model import Severity, check
from checks.replay.layout import Param
from checks.rules.terms import term_is
from checks.wording import limbs, say


@cache
def too_often() -> pl.Expr:
    """More boards than may be run."""
    return pl.col("run_times") > pl.col("run_most")


def _run_again() -> pl.Expr:
    return limbs(
        (~too_often(), say("The board was run {run_times} times with nobody all-in; one board was allowed.")),
        (pl.col("run_most") == 1, say("The board was run {run_times} times; this game is run once.")),
        otherwise=say("The board was run {run_times} times; {run_most} boards are the most."),
    )


@check(
    code="AC12",
    severity=Severity.ERROR,
    term="run_it.where",
    silent_ok=True,  # `run_most` is null where neither the placard nor a rulebook speaks
    needs=("run_most",),
    applies=lambda: pl.col("is_flop_game") & (pl.col("run_times") > 1),
    film=Grain.HAND,
    expected=lambda: (
        pl.when(~too_often())
        .then(pl.lit("one board, nobody being all-in"))
        .when(pl.col("run_most") == 1)
        .then(pl.lit("one board"))
        .otherwise(pl.concat_str(pl.lit("at most "), pl.col("run_most").cast(pl.String), pl.lit(" boards")))
    ),
    actual=lambda: pl.concat_str(pl.col("run_times").cast(pl.String), pl.lit(" boards")),
    event="run_event",
    cite=lambda: (
        pl.when(~too_often())
        .then(pl.lit("run_it.all_in_needed"))
        .when(term_is(Param.RUN_BY_TIMES, 1))
        .then(pl.lit("run_it.times"))
        .otherwise(pl.lit("run_it.where"))
    ),
    message=_run_again,
)
def run_again(facts: pl.LazyFrame) -> pl.LazyFrame:
    """The board was run more than once where it is not allowed.

    The placard may say how many boards a table runs; else the rulebooks name the games. Somebody has to be all-in, and
    three boards are the most.

    ## Why it matters
    Every further board changes what each hand is worth; where it is not offered to all it is offered to nobody.

    ## What it cannot see
    Whether all who were left in the pot agreed.
    """
    alone = term_is(Param.RUN_ALL_IN, 1) & ~pl.col("all_in_at_run")
    return facts.filter(too_often() | alone)
