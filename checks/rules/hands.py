"""Which hands the checks are about, by game."""

from functools import cache

import polars as pl

from checks.law.royalties import CHINESE, FOR_POINTS
from parsers.vocabulary import GAMES


@cache
def replayed_game() -> pl.Expr:
    """Games that are dealt and bet by streets: flop, stud and draw, and Chinese draw poker."""
    return pl.col("is_flop_game") | pl.col("is_round_game")


@cache
def chinese_game() -> pl.Expr:
    """Games that are set in rows, of a hand at its table."""
    return pl.col("game").is_in(list(CHINESE))


@cache
def point_game() -> pl.Expr:
    """Those of them that are paid by points, without a pot."""
    return pl.col("game").is_in(list(FOR_POINTS))


@cache
def game_name() -> pl.Expr:
    """The game as the log and the keys of the law name it."""
    return pl.col("game_no").replace_strict(dict(enumerate(GAMES)), default=None, return_dtype=pl.String)
