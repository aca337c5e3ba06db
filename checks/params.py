"""The terms in force as plain integers, for the replay."""

from __future__ import annotations

from math import gcd

import numpy as np
import numpy.typing as npt

from checks.games import GAMES
from checks.replay.layout import PARAMS, UNKNOWN, BeforeFlop, Param
from checks.terms import Terms

# Which games' showdowns the replay can derive, by the evaluator it uses.
_HIGH_OF_ALL = 1


def smallest_unit(stakes: dict[str, int]) -> int | None:
    """The smallest chip in play: as the stakes say, else the greatest unit that makes up every forced bet."""
    if stakes.get("chip"):
        return stakes["chip"]
    forced = [stakes[key] for key in ("sb", "bb", "ante", "bring_in") if stakes.get(key)]
    return gcd(*forced) if forced else None


def to_params(terms: Terms, game: str, stakes: dict[str, int]) -> npt.NDArray[np.int64]:
    """One column of the terms matrix: a game at its stakes by the rules in force."""
    out = np.full(PARAMS, UNKNOWN, np.int64)

    def put(param: int, value: int | None) -> None:
        if value is not None:
            out[param] = value

    declared = GAMES.get(game)
    out[Param.EVALUATOR] = 0
    if declared is not None:
        put(Param.DECK_CARDS, declared.deck_size)
        put(Param.HOLE_CARDS, declared.hole_cards)
        if game == "holdem":
            out[Param.EVALUATOR] = _HIGH_OF_ALL
    put(Param.SB_CENTS, stakes.get("sb"))
    put(Param.BB_CENTS, stakes.get("bb"))
    unit = smallest_unit(stakes)
    put(Param.ODD_UNIT_CENTS, unit)
    percent = terms.get("rake.percent")
    if percent is not None:
        out[Param.RAKE_PERCENT] = round(percent.value * 100)
        put(Param.RAKE_STEP_CENTS, terms.value("rake.step") or unit)
        put(Param.RAKE_CAP_CENTS, terms.value("rake.cap"))
        put(Param.RAKE_BEFORE_FLOP, before_flop(terms))
        for seats, cap in (terms.value("rake.short") or {}).items():
            put(Param.RAKE_SHORT_0 + int(seats), cap)
    return out


def before_flop(terms: Terms) -> int | None:
    """How pots without a flop are raked; None where no rule in force says it."""
    never = terms.value("rake.no_flop_no_drop")
    action = terms.value("rake.preflop")
    if never or (never is None and action == "never"):
        return BeforeFlop.NEVER
    if action == "after-call-and-raise":
        return BeforeFlop.WITH_ACTION
    return None if never is None else BeforeFlop.ALWAYS
