"""Exact statistics of small counts: what a number of findings says, and what it cannot say."""

from __future__ import annotations

import math
from collections.abc import Callable


def poisson_at_most(count: int, mean: float) -> float:
    """The chance of at most `count` events where `mean` are expected."""
    if count < 0:
        return 0.0
    if mean <= 0:
        return 1.0
    logs = [k * math.log(mean) - mean - math.lgamma(k + 1) for k in range(count + 1)]
    return min(1.0, math.fsum(math.exp(x) for x in logs))


def poisson_at_least(count: int, mean: float) -> float:
    """The chance of `count` events or more where `mean` are expected."""
    return 1.0 if count <= 0 else max(0.0, 1.0 - poisson_at_most(count - 1, mean))


def poisson_interval(count: int, level: float = 0.95) -> tuple[float, float]:
    """The exact (Garwood) interval for the mean behind a counted number of events."""
    tail = (1 - level) / 2
    most = count + 10 * math.sqrt(count + 1) + 20
    low = 0.0 if count == 0 else _solve(lambda m: poisson_at_least(count, m) - tail, 0.0, float(count))
    high = _solve(lambda m: tail - poisson_at_most(count, m), float(count), most)
    return low, high


def poisson_limit(mean: float, chance: float) -> float:
    """The count that is exceeded with probability 1 − `chance`, interpolated between whole counts.

    Whole counts alone would draw a saw as a control limit; the interpolation is the one usual for funnel plots.
    """
    if mean <= 0:
        return 0.0
    count, below, term = 0, 0.0, math.exp(-mean)
    upto = term
    while upto < chance and count < 100_000:
        count += 1
        below = upto
        term = math.exp(count * math.log(mean) - mean - math.lgamma(count + 1))
        upto += term
    step = upto - below
    return max(0.0, count - (upto - chance) / step) if step > 0 else float(count)


def _solve(f: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a rising function between `low` and `high`, by halving."""
    for _ in range(80):
        middle = (low + high) / 2
        if f(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
