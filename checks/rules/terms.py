"""The terms in force as checks read them beside the film."""

from functools import cache

import polars as pl

from checks.law.in_force import term
from checks.replay.layout import Param


@cache
def term_of(param: Param) -> pl.Expr:
    """A term in force; null where nobody speaks."""
    return pl.col(term(param))


@cache
def term_is(param: Param, value: int) -> pl.Expr:
    """Whether a term in force has a value; where nobody speaks it has none."""
    return (term_of(param) == value).fill_null(False)
