"""AC12: boards run again."""

import polars as pl

from checks.model import Severity, check
from checks.replay.layout import Deviation, RunAgain


@check(
    code="AC12",
    severity=Severity.ERROR,
    term="run_it.where",
    silent_ok=True,  # `run_most` is null where neither the placard nor a rulebook speaks
    needs=("run_most",),
    applies=lambda: pl.col("is_flop_game") & (pl.col("run_times") > 1),
    on=(Deviation.RUN_AGAIN,),
    expected=lambda: (
        pl.when(pl.col("detail") == int(RunAgain.NOBODY_ALL_IN))
        .then(pl.lit("one board, nobody being all-in"))
        .when(pl.col("due") == 1)
        .then(pl.lit("one board"))
        .otherwise(pl.concat_str(pl.lit("at most "), pl.col("due").cast(pl.String), pl.lit(" boards")))
    ),
    actual=lambda: pl.concat_str(pl.col("done").cast(pl.String), pl.lit(" boards")),
    event="event",
    cite=lambda: (
        pl.when(pl.col("detail") == int(RunAgain.NOBODY_ALL_IN))
        .then(pl.lit("run_it.all_in_needed"))
        .when(pl.col("detail") == int(RunAgain.TOO_OFTEN))
        .then(pl.lit("run_it.times"))
        .otherwise(pl.lit("run_it.where"))
    ),
    message="Allowed was {expected}; {actual} were run.",
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
    return facts
