"""Which hands the checks are about, by game."""

from functools import cache

import polars as pl


@cache
def replayed_game() -> pl.Expr:
    """Games that are dealt and bet by streets: flop, stud and draw."""
    return pl.col("is_flop_game") | pl.col("is_round_game")
