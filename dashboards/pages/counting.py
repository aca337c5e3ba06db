"""Exact statistics of small counts: what a number of findings says, and what it cannot say.

A count is Poisson about its mean where all that differs is chance, and negative binomial where the means differ too:
its variance is then mean + dispersion × mean². With a dispersion of 0 both are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable


def _log_pmf(count: int, mean: float, dispersion: float) -> float:
    if dispersion <= 0:
        return count * math.log(mean) - mean - math.lgamma(count + 1)
    size = 1 / dispersion
    return (
        math.lgamma(size + count) - math.lgamma(size) - math.lgamma(count + 1)
        - size * math.log1p(mean / size) + count * (math.log(mean) - math.log(size + mean))
    )  # fmt: skip


def _ratio(count: int, mean: float, dispersion: float) -> float:
    """The chance of `count` + 1 over that of `count`."""
    if dispersion <= 0:
        return mean / (count + 1)
    size = 1 / dispersion
    return (size + count) / (count + 1) * mean / (size + mean)


def at_least(count: int, mean: float, dispersion: float = 0.0) -> float:
    """The chance of `count` events or more where `mean` are expected; summed from the tail, so that it is never 0."""
    if count <= 0:
        return 1.0
    if mean <= 0:
        return 0.0
    if count <= mean:
        return max(0.0, 1.0 - at_most(count - 1, mean, dispersion))
    term = math.exp(_log_pmf(count, mean, dispersion))
    total = 0.0
    while term > total * 1e-13:
        total += term
        term *= _ratio(count, mean, dispersion)
        count += 1
    return min(1.0, total)


def at_most(count: int, mean: float, dispersion: float = 0.0) -> float:
    """The chance of at most `count` events where `mean` are expected."""
    if count < 0:
        return 0.0
    if mean <= 0:
        return 1.0
    if count > mean:
        return max(0.0, 1.0 - at_least(count + 1, mean, dispersion))
    term = math.exp(_log_pmf(count, mean, dispersion))
    total = 0.0
    while count >= 0 and term > total * 1e-13:
        total += term
        if count:
            term /= _ratio(count - 1, mean, dispersion)
        count -= 1
    return min(1.0, total)


def poisson_interval(count: int, level: float = 0.95) -> tuple[float, float]:
    """The exact (Garwood) interval for the mean behind a counted number of events."""
    tail = (1 - level) / 2
    most = count + 10 * math.sqrt(count + 1) + 20
    low = 0.0 if count == 0 else _solve(lambda m: at_least(count, m) - tail, 0.0, float(count))
    high = _solve(lambda m: tail - at_most(count, m), float(count), most)
    return low, high


def limit(mean: float, chance: float, dispersion: float = 0.0) -> float:
    """The count that is exceeded with probability 1 − `chance`, interpolated between whole counts.

    Whole counts alone would draw a saw as a control limit; the interpolation is the one usual for funnel plots.
    """
    if mean <= 0:
        return 0.0
    count, below = 0, 0.0
    term = math.exp(_log_pmf(0, mean, dispersion))
    upto = term
    while upto < chance and count < 100_000:
        below = upto
        term *= _ratio(count, mean, dispersion)
        count += 1
        upto += term
    step = upto - below
    return max(0.0, count - (upto - chance) / step) if step > 0 else float(count)


def critical_count(mean: float, chance: float, dispersion: float = 0.0) -> int:
    """The smallest count that is reached or passed with at most `chance`."""
    count, term = 0, math.exp(_log_pmf(0, mean, dispersion)) if mean > 0 else 1.0
    left = 1.0
    while left > chance * 4 and count < 100_000:  # in steps while rounding is far below the chance
        left -= term
        term *= _ratio(count, mean, dispersion)
        count += 1
    tail = at_least(count, mean, dispersion)
    term = math.exp(_log_pmf(count, mean, dispersion)) if mean > 0 else 0.0
    while tail > chance:
        tail -= term
        term *= _ratio(count, mean, dispersion)
        count += 1
    return count


def binomial_at_least(count: int, of: int, share: float) -> float:
    """The chance of `count` or more of `of` where each falls here with the chance `share`."""
    if count <= 0:
        return 1.0
    if share <= 0 or count > of:
        return 0.0
    if share >= 1:
        return 1.0
    k = count
    log = (
        math.lgamma(of + 1)
        - math.lgamma(k + 1)
        - math.lgamma(of - k + 1)
        + k * math.log(share)
        + (of - k) * math.log1p(-share)
    )
    term, total, odds = math.exp(log), 0.0, share / (1 - share)
    while k <= of and (k <= of * share or term > total * 1e-13):
        total += term
        term *= (of - k) / (k + 1) * odds
        k += 1
    return min(1.0, total)


def _solve(f: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a rising function between `low` and `high`, by halving."""
    for _ in range(52):
        middle = (low + high) / 2
        if f(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
