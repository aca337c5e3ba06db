"""Dealers beside their room, fairly: pure functions from counts to what may be said of them, and no more than that.

Each test compares the findings of one dealer under one code with what the room's rate makes of that dealer's own hands,
game by game (indirect standardisation), so that a dealer of hard games is compared with those games. The room's rate
includes the dealer, which makes a test a little too careful, never too bold.

- **Overdispersion.** Dealers differ by more than chance for reasons that nobody needs to look at. The spread is
  estimated from the room with a tenth of dealers at each end pulled in, so that the one looked for does not widen it.
- **Enough hands.** A test is made only where a dealer at `FOUND_RATIO` times the room's rate would be found with the
  chance `POWER`, at the strictest level that the correction for many tests can ask for. Otherwise the answer is "not
  enough hands to say", for a high rate and a low rate alike.
- **Many tests.** Benjamini–Hochberg over all tests made: of the marks "review", at most `FALSE_SHARE` are expected to
  be false; in a room where all dealers are alike, a published page carries any mark at all at most that often.
- **Ranking.** Never by the raw rate: by the rate shrunken to the room's (gamma–Poisson), which a few hands move little.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TypeVar

import numpy as np
from scipy import optimize, stats  # type: ignore[import-untyped]

from dashboards.pages.counting import at_least, binomial_at_least, critical_count, limit, poisson_interval

FALSE_SHARE = 0.05
FOUND_RATIO = 3.0
POWER = 0.8
WINSORISED = 0.1
DISPERSION_STEP = 0.005  # estimates are rounded up to it: a little too careful, and the same on every machine
MOST_EXPECTED = 300.0  # who needs more than this cannot be told from the room
ALL = "all"  # every code together

Key = TypeVar("Key", bound=Hashable)

REVIEW = "review"
WITHIN = "within the room's spread"
TOO_FEW = "not enough hands to say"


@dataclass(frozen=True)
class Cell:
    """One dealer under one code: findings, what the room's rates make of the dealer's hands, and what may be said."""

    dealer: str
    code: str
    observed: int
    expected: float
    chance: float | None  # of as many findings or more at the room's rate; None where no test was made
    adjusted: float | None  # the same, corrected for all tests made
    remark: str

    @property
    def ratio(self) -> float | None:
        """Observed over expected."""
        return self.observed / self.expected if self.expected > 0 else None


@dataclass(frozen=True)
class Comparison:
    """All cells, with the dispersion of each code and the expected findings that a test of it needs."""

    cells: dict[tuple[str, str], Cell]
    dispersion: dict[str, float]
    needed: dict[str, float]
    tests: int

    def of(self, dealer: str, code: str = ALL) -> Cell:
        return self.cells[dealer, code]

    def reviewed(self) -> list[Cell]:
        """The cells marked for review, the least likely by chance first."""
        marked = [c for c in self.cells.values() if c.remark == REVIEW]
        return sorted(marked, key=lambda c: (c.adjusted or 0.0, c.code != ALL, c.code, c.dealer))


def expected_counts(
    hands: Mapping[tuple[str, str], int], findings: Mapping[tuple[str, str, str], int]
) -> dict[tuple[str, str], tuple[int, float]]:
    """Observed and expected findings of every dealer and code, and of all codes together.

    `hands` is by (dealer, game), `findings` by (dealer, game, code). A finding in a game that the dealer has no hand of
    counts as observed only where there are hands of it; without hands there is no rate.
    """
    dealt: dict[str, int] = {}
    for (_, game), n in hands.items():
        dealt[game] = dealt.get(game, 0) + n
    found: dict[tuple[str, str], int] = {}
    seen: dict[tuple[str, str], int] = {}
    for (dealer, game, code), n in findings.items():
        if hands.get((dealer, game), 0):
            found[game, code] = found.get((game, code), 0) + n
            seen[dealer, code] = seen.get((dealer, code), 0) + n
    by_game: dict[str, list[tuple[str, int]]] = {}
    for (game, code), n in sorted(found.items()):
        by_game.setdefault(game, []).append((code, n))
    codes = sorted({code for _, code in found})
    out: dict[tuple[str, str], tuple[int, float]] = {}
    for dealer in sorted({d for d, _ in hands}):
        due = dict.fromkeys(codes, 0.0)
        for (other, game), n in hands.items():
            if other == dealer:
                for code, count in by_game.get(game, ()):
                    due[code] += n * count / dealt[game]
        for code in codes:
            out[dealer, code] = seen.get((dealer, code), 0), due[code]
        out[dealer, ALL] = sum(seen.get((dealer, c), 0) for c in codes), math.fsum(due.values())
    return out


def compare(counts: Mapping[tuple[str, str], tuple[int, float]], false_share: float = FALSE_SHARE) -> Comparison:
    """What may be said of each dealer and code; `counts` as `expected_counts` gives them."""
    by_code: dict[str, list[tuple[str, int, float]]] = {}
    for (dealer, code), (observed, expected) in counts.items():
        by_code.setdefault(code, []).append((dealer, observed, expected))
    room = dispersion([(o, e) for _, o, e in by_code.get(ALL, [])])
    spread = {
        code: dispersion(pairs) if sum(e >= 1 for _, e in pairs) >= 10 else room
        for code, cells in by_code.items()
        for pairs in [[(o, e) for _, o, e in cells]]
    }
    shares = {
        code: max((e for _, _, e in cells), default=0.0) / total if (total := sum(e for _, _, e in cells)) > 0 else 1.0
        for code, cells in by_code.items()
    }

    most = {code: max((e for _, _, e in cells), default=0.0) for code, cells in by_code.items()}

    def needed(tests: int, limits: Mapping[str, float] = most) -> dict[str, float]:
        level = false_share / max(1, tests)
        return {c: needed_expected(level, spread[c], math.ceil(shares[c] * 50) / 50, limits[c]) for c in by_code}

    def made(tests: int) -> int:
        least = needed(tests)
        return sum(e >= least[code] for code, cells in by_code.items() for _, _, e in cells)

    # The more tests, the stricter each, the fewer can be made: the smallest number that is enough for all it lets in.
    low, high = 1, max(1, len(counts))
    while low < high:
        middle = (low + high) // 2
        if made(middle) <= middle:
            high = middle
        else:
            low = middle + 1
    least = needed(low, most | dict.fromkeys((c for c in by_code if c == ALL), MOST_EXPECTED))
    tested = {
        (dealer, code): at_least(o, e, spread[code])
        for code, cells in by_code.items()
        for dealer, o, e in cells
        if e >= least[code]
    }
    adjusted = benjamini_hochberg(tested)
    cells = {}
    for (dealer, code), (observed, expected) in counts.items():
        corrected = adjusted.get((dealer, code))
        remark = TOO_FEW if corrected is None else REVIEW if corrected <= false_share else WITHIN
        chance = tested.get((dealer, code))
        cells[dealer, code] = Cell(dealer, code, observed, expected, chance, corrected, remark)
    return Comparison(cells, spread, least, len(tested))


def benjamini_hochberg(chances: Mapping[Key, float]) -> dict[Key, float]:
    """Each chance corrected for the number of tests: the smallest false share at which it would be marked."""
    if not chances:
        return {}
    adjusted = stats.false_discovery_control(list(chances.values()), method="bh")
    return {key: float(chance) for key, chance in zip(chances, adjusted, strict=True)}


def dispersion(pairs: Sequence[tuple[int, float]]) -> float:
    """By how much dealers differ beyond chance: the variance of their true ratios to the room, 0 where none shows.

    By the mean square of winsorised residuals, made whole again for what winsorising takes from it, rounded up.
    """
    used = [(o, e) for o, e in pairs if e >= 1]
    n = len(used)
    total = math.fsum(e for _, e in used)
    if n < 3:
        return 0.0
    residuals = sorted((o - e) / math.sqrt(e) for o, e in used)
    cut = round(WINSORISED * n)
    pulled = [min(max(z, residuals[cut]), residuals[n - 1 - cut]) for z in residuals]
    square = math.fsum(z * z for z in pulled) / n / _winsorised_square(cut / n)
    room = total - math.fsum(e * e for _, e in used) / total
    estimate = (n * square - (n - 1)) / room
    return math.ceil(estimate / DISPERSION_STEP) * DISPERSION_STEP if estimate > 1e-9 else 0.0


def _winsorised_square(share: float) -> float:
    """The mean square of a standard normal with this share pulled in at each end."""
    if share <= 0:
        return 1.0
    normal = NormalDist()
    edge = normal.inv_cdf(1 - share)
    return 1 - 2 * share - 2 * edge * normal.pdf(edge) + 2 * share * edge * edge


@lru_cache(maxsize=65536)
def needed_expected(level: float, spread: float, share: float, most: float = MOST_EXPECTED) -> float:
    """The expected findings from which a dealer at `FOUND_RATIO` times the room's rate is found with `POWER`.

    `share` is the dealer's part of the room: such a dealer raises the room's own rate, and so what is expected.
    Infinite where it is over `most`.
    """
    ratio = FOUND_RATIO / (1 + (FOUND_RATIO - 1) * share)
    held = 0
    first = math.inf
    expected = 0.5
    while (expected <= most or held) and ratio > 1:
        if at_least(critical_count(expected, level, spread), ratio * expected) >= POWER:
            first = first if held else expected
            held += 1
            if held == 4:  # the power of a whole count is a saw: it has to hold for a while
                return first
        else:
            held = 0
        expected *= 1.06
    return math.inf


def shrinkage(pairs: Sequence[tuple[int, float]]) -> float:
    """The weight of the room in a shrunken ratio, as expected findings: infinite where the dealers do not differ.

    The most likely shape of a gamma distribution of true ratios with the mean 1, given the counts.
    """
    used = [(o, e) for o, e in pairs if e > 0]
    if len(used) < 3:
        return math.inf

    observed, expected = (np.array(column, dtype=float) for column in zip(*used, strict=True))

    def unlikelihood(log_shape: float) -> float:
        shape = math.exp(log_shape)
        chance = shape / (shape + expected)
        return -math.fsum(stats.nbinom.logpmf(observed, shape, chance))

    found = optimize.minimize_scalar(unlikelihood, bounds=(math.log(0.05), math.log(1e5)), method="bounded")
    shape = math.exp(found.x)
    return math.inf if shape > 5e4 else shape


def shrunken_ratio(observed: int, expected: float, weight: float) -> float:
    """Observed over expected, drawn to the room's 1 by the room's weight."""
    return 1.0 if math.isinf(weight) else (weight + observed) / (weight + expected)


def rate_interval(observed: int, hands: int, level: float = 0.95) -> tuple[float, float]:
    """The exact interval of a rate per 1,000 hands."""
    low, high = poisson_interval(observed, level)
    return (low * 1000 / hands, high * 1000 / hands) if hands else (0.0, math.inf)


def funnel(grid: Sequence[float], spread: float, chance: float) -> list[float]:
    """Upper prediction limits of the ratio to the room, for each number of expected findings."""
    return [limit(e, chance, spread) / e for e in grid]


def changed_since(before: tuple[int, float], since: tuple[int, float], level: float = 0.05) -> str:
    """Whether a dealer's own rate changed: (findings, expected) before and since; exact, given the sum of findings."""
    total, exposure = before[0] + since[0], before[1] + since[1]
    if not total or before[1] <= 0 or since[1] <= 0:
        return TOO_FEW
    share = since[1] / exposure
    if min(total * share, total * (1 - share)) < 3:
        return TOO_FEW
    if binomial_at_least(since[0], total, share) <= level / 2:
        return "higher since"
    if binomial_at_least(before[0], total, 1 - share) <= level / 2:
        return "lower since"
    return "no change beyond chance"
