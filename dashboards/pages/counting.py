"""Statistics of small counts, by SciPy: what a number of findings says, and what it cannot say.

A count is Poisson about its mean where all that differs is chance, and negative binomial where the means differ too:
its variance is then mean + dispersion × mean². With a dispersion of 0 both are the same. Tails are incomplete
gamma and beta functions, each computed from its own side, so that a small chance is never rounded to nothing.
"""

from __future__ import annotations

import math

from scipy import special, stats  # type: ignore[import-untyped]


def at_least(count: int, mean: float, dispersion: float = 0.0) -> float:
    """The chance of `count` events or more where `mean` are expected."""
    if count <= 0:
        return 1.0
    if mean <= 0:
        return 0.0
    if dispersion <= 0:
        return float(special.gammainc(count, mean))
    size = 1 / dispersion
    return float(special.betainc(count, size, mean / (size + mean)))


def at_most(count: int, mean: float, dispersion: float = 0.0) -> float:
    """The chance of at most `count` events where `mean` are expected."""
    if count < 0:
        return 0.0
    if mean <= 0:
        return 1.0
    if dispersion <= 0:
        return float(special.gammaincc(count + 1, mean))
    size = 1 / dispersion
    return float(special.betainc(size, count + 1, size / (size + mean)))


def poisson_interval(count: int, level: float = 0.95) -> tuple[float, float]:
    """The exact (Garwood) interval for the mean behind a counted number of events: quantiles of gamma distributions."""
    tail = (1 - level) / 2
    low = float(special.gammaincinv(count, tail)) if count else 0.0
    return low, float(special.gammainccinv(count + 1, tail))


def limit(mean: float, chance: float, dispersion: float = 0.0) -> float:
    """The count that is exceeded with probability 1 − `chance`, interpolated between whole counts.

    Whole counts alone would draw a saw as a control limit; the interpolation is the one usual for funnel plots.
    """
    if mean <= 0:
        return 0.0
    count = _quantile(chance, mean, dispersion)
    upto, below = at_most(count, mean, dispersion), at_most(count - 1, mean, dispersion)
    return max(0.0, count - (upto - chance) / (upto - below)) if upto > below else float(count)


def critical_count(mean: float, chance: float, dispersion: float = 0.0) -> int:
    """The smallest count that is reached or passed with at most `chance`."""
    if mean <= 0:
        return 1
    count = _quantile(1 - chance, mean, dispersion) + 1
    # 1 − chance loses the digits of a small chance: the tail itself decides
    while at_least(count, mean, dispersion) > chance:
        count += 1
    while count > 1 and at_least(count - 1, mean, dispersion) <= chance:
        count -= 1
    return count


def binomial_at_least(count: int, of: int, share: float) -> float:
    """The chance of `count` or more of `of` where each falls here with the chance `share`."""
    if count > of:
        return 0.0
    return float(stats.binomtest(max(count, 0), of, min(max(share, 0.0), 1.0), alternative="greater").pvalue)


def _quantile(chance: float, mean: float, dispersion: float) -> int:
    """The smallest count that is not passed with at least `chance`; a start from SciPy's continuous inverse."""
    if dispersion <= 0:
        start = special.pdtrik(chance, mean)
    else:
        size = 1 / dispersion
        start = special.nbdtrik(chance, size, size / (size + mean))
    count = max(0, math.floor(start)) if math.isfinite(start) else 0
    while at_most(count, mean, dispersion) < chance:
        count += 1
    while count and at_most(count - 1, mean, dispersion) >= chance:
        count -= 1
    return count
