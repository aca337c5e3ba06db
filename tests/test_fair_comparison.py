"""The statistics of dealers, against textbook values and by simulation: how often they mark, and whom they find."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
from scipy import stats  # type: ignore[import-untyped]

from dashboards.pages.counting import at_least, at_most, binomial_at_least, critical_count, limit, poisson_interval
from dashboards.pages.fair_comparison import (
    ALL,
    FALSE_SHARE,
    FOUND_RATIO,
    POWER,
    REVIEW,
    TOO_FEW,
    Comparison,
    benjamini_hochberg,
    changed_since,
    compare,
    dispersion,
    expected_counts,
    funnel,
    rate_interval,
    shrinkage,
    shrunken_ratio,
)

ROUNDS = 2000 if os.environ.get("ODDCHIP_SLOW") else 120
RATES = {"RK01": 6.0, "PT01": 4.0, "BL04": 3.0, "SC02": 2.0, "OC01": 0.2, "CD01": 0.05}  # per 1,000 hands


# -- single counts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mean", [0.02, 0.7, 4.0, 61.5])
@pytest.mark.parametrize("count", [0, 1, 3, 9, 40, 120])
def test_tails_are_those_of_poisson_and_negative_binomial(count: int, mean: float) -> None:
    assert at_least(count, mean) == pytest.approx(stats.poisson.sf(count - 1, mean), rel=1e-9, abs=1e-300)
    assert at_most(count, mean) == pytest.approx(stats.poisson.cdf(count, mean), rel=1e-9, abs=1e-300)
    size = 1 / 0.08
    spread = stats.nbinom(size, size / (size + mean))
    assert at_least(count, mean, 0.08) == pytest.approx(spread.sf(count - 1), rel=1e-8, abs=1e-300)
    assert at_most(count, mean, 0.08) == pytest.approx(spread.cdf(count), rel=1e-8, abs=1e-300)


@pytest.mark.parametrize(("count", "low", "high"), [(0, 0.0, 3.689), (1, 0.0253, 5.572), (10, 4.795, 18.390)])
def test_the_interval_of_a_count_is_the_exact_one(count: int, low: float, high: float) -> None:
    assert poisson_interval(count) == pytest.approx((low, high), abs=0.001)


def test_an_interval_covers_the_truth_at_least_as_often_as_it_says() -> None:
    for mean in (0.5, 2.2, 7.0, 23.0):
        inside = 0.0
        for count in range(int(mean + 12 * math.sqrt(mean) + 20)):
            low, high = poisson_interval(count)
            inside += stats.poisson.pmf(count, mean) if low <= mean <= high else 0.0
        assert inside >= 0.95


def test_an_interval_of_a_rate_is_per_thousand_hands() -> None:
    low, high = rate_interval(10, 2000)
    assert (low, high) == pytest.approx((2.398, 9.195), abs=0.001)
    assert rate_interval(0, 0) == (0.0, math.inf)


@pytest.mark.parametrize(("mean", "spread"), [(0.4, 0.0), (6.0, 0.0), (6.0, 0.1), (80.0, 0.02)])
@pytest.mark.parametrize("chance", [0.05, 1e-3, 1e-6])
def test_the_critical_count_is_the_first_that_chance_seldom_reaches(mean: float, spread: float, chance: float) -> None:
    count = critical_count(mean, chance, spread)
    assert at_least(count, mean, spread) <= chance < at_least(count - 1, mean, spread)


def test_a_limit_lies_between_the_counts_it_is_drawn_from() -> None:
    for mean in (0.3, 2.0, 11.0):
        for chance in (0.9, 0.975, 0.999):
            count = int(stats.poisson.ppf(chance, mean))
            assert count - 1 <= limit(mean, chance) <= count
            assert limit(mean, chance, 0.1) >= limit(mean, chance)
    assert limit(0, 0.975) == 0


def test_a_share_of_a_sum_has_the_binomial_tail() -> None:
    for count in (0, 1, 7, 20):
        assert binomial_at_least(count, 20, 0.3) == pytest.approx(stats.binom.sf(count - 1, 20, 0.3), rel=1e-9)


# -- expected findings --------------------------------------------------------------------------------------------


def test_a_dealer_of_a_hard_game_is_compared_with_that_game() -> None:
    hands = {("a", "holdem"): 1000, ("b", "stud"): 1000, ("c", "holdem"): 1000, ("c", "stud"): 1000}
    findings = {("a", "holdem", "RK01"): 2, ("c", "holdem", "RK01"): 2, ("b", "stud", "RK01"): 20,
                ("c", "stud", "RK01"): 20}  # fmt: skip
    counts = expected_counts(hands, findings)
    assert counts["a", ALL] == (2, 2.0)
    assert counts["b", ALL] == (20, 20.0)
    assert counts["c", ALL] == (22, 22.0)


def test_what_is_expected_adds_up_to_what_was_found() -> None:
    rng = np.random.default_rng(5)
    hands = {(f"d{i}", g): int(rng.integers(0, 900)) for i in range(30) for g in ("holdem", "omaha", "stud")}
    findings = {(d, g, c): int(rng.poisson(n * r / 1000)) for (d, g), n in hands.items() for c, r in RATES.items()}
    counts = expected_counts(hands, findings)
    for code in (ALL, *RATES):
        cells = [v for (_, c), v in counts.items() if c == code]
        assert sum(o for o, _ in cells) == pytest.approx(sum(e for _, e in cells))


# -- many tests ---------------------------------------------------------------------------------------------------


def test_the_correction_for_many_tests_is_that_of_benjamini_and_hochberg() -> None:
    chances = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275, 0.34]
    corrected = benjamini_hochberg(dict(enumerate(chances)))
    expected = stats.false_discovery_control(chances)
    assert [corrected[i] for i in range(len(chances))] == pytest.approx(list(expected))


def test_dispersion_is_found_where_it_is_and_not_where_it_is_not() -> None:
    rng = np.random.default_rng(11)
    none, some = [], []
    for _ in range(60):
        expected = rng.uniform(5, 40, 100)
        none.append(dispersion(list(zip(rng.poisson(expected).tolist(), expected.tolist(), strict=True))))
        ratios = rng.gamma(1 / 0.15, 0.15, 100)
        some.append(dispersion(list(zip(rng.poisson(expected * ratios).tolist(), expected.tolist(), strict=True))))
    assert float(np.mean(none)) < 0.02
    assert 0.11 < float(np.mean(some)) < 0.19


def test_one_dealer_far_out_does_not_widen_the_room() -> None:
    rng = np.random.default_rng(12)
    expected = [20.0] * 40
    found = rng.poisson(20, 40).tolist()
    before = dispersion(list(zip(found, expected, strict=True)))
    found[0] = 200
    assert dispersion(list(zip(found, expected, strict=True))) <= before + 0.03


# -- the room, simulated ------------------------------------------------------------------------------------------


def room(rng: np.random.Generator, ratio: float = 1.0, spread: float = 0.0, dealers: int = 100) -> Comparison:
    """Dealers of one rate (the first at `ratio` times it), with hands from a few downs to a month."""
    hands = rng.integers(60, 4000, dealers)
    hands[0] = 2500
    own = rng.gamma(1 / spread, spread, dealers) if spread else np.ones(dealers)
    own[0] = ratio
    dealt = {(f"d{i:03d}", "holdem"): int(n) for i, n in enumerate(hands)}
    found = {
        (f"d{i:03d}", "holdem", code): int(rng.poisson(n * own[i] * rate / 1000))
        for i, n in enumerate(hands)
        for code, rate in RATES.items()
    }
    return compare(expected_counts(dealt, found))


def test_in_a_room_of_equal_dealers_marks_are_as_rare_as_stated() -> None:
    rng = np.random.default_rng(1)
    marked = sum(bool(room(rng).reviewed()) for _ in range(ROUNDS))
    # At most FALSE_SHARE of the pages carry any mark; three standard errors of so many rounds are allowed for.
    assert marked / ROUNDS <= FALSE_SHARE + 3 * math.sqrt(FALSE_SHARE * (1 - FALSE_SHARE) / ROUNDS)


def test_where_dealers_differ_anyway_marks_stay_rare() -> None:
    rng = np.random.default_rng(2)
    marks = [len(room(rng, spread=0.1).reviewed()) for _ in range(ROUNDS // 5)]
    assert float(np.mean(marks)) < 1.0  # of a hundred dealers and six codes


def test_a_dealer_at_triple_the_rate_is_found_with_the_stated_power() -> None:
    rng = np.random.default_rng(3)
    found, tested = 0, 0
    others = 0
    for _ in range(ROUNDS):
        result = room(rng, FOUND_RATIO)
        cell = result.of("d000")
        assert cell.remark != TOO_FEW
        tested += 1
        found += cell.remark == REVIEW
        others += sum(c.dealer != "d000" for c in result.reviewed())
    assert found / tested >= POWER
    assert others / ROUNDS <= 0.5


def test_the_stated_power_holds_at_the_smallest_sample_that_is_judged() -> None:
    rng = np.random.default_rng(4)
    found = judged = 0
    for _ in range(ROUNDS):
        others = {(f"d{i}", ALL): (int(rng.poisson(20)), 20.0) for i in range(99)}
        least = compare(others | {("x", ALL): (0, 0.5)}).needed[ALL] * 1.07  # one more test, and so a little stricter
        cell = compare(others | {("x", ALL): (int(rng.poisson(FOUND_RATIO * least)), least)}).of("x")
        judged += cell.remark != TOO_FEW  # the room's spread is estimated anew with this dealer in it
        found += cell.remark == REVIEW
    assert judged > ROUNDS / 2
    assert found / judged >= POWER - 3 * math.sqrt(POWER * (1 - POWER) / judged)


def test_few_hands_are_never_marked_however_bad_they_look() -> None:
    counts = {(f"d{i}", ALL): (10, 10.0) for i in range(30)}
    counts["new", ALL] = (5, 0.3)
    result = compare(counts)
    assert result.of("new").remark == TOO_FEW
    assert result.of("new").chance is None
    assert result.needed[ALL] > 5


def test_a_dealer_with_no_finding_is_not_marked() -> None:
    counts = {(f"d{i}", ALL): (20, 20.0) for i in range(30)} | {("z", ALL): (0, 20.0)}
    assert compare(counts).of("z").remark != REVIEW


def test_nothing_at_all_is_compared_without_complaint() -> None:
    assert compare({}).cells == {}
    assert compare({("a", ALL): (0, 0.0)}).of("a").remark == TOO_FEW


# -- ranking and trend --------------------------------------------------------------------------------------------


def test_a_shrunken_ratio_lies_between_the_room_and_the_raw_ratio() -> None:
    rng = np.random.default_rng(7)
    expected = rng.uniform(0.5, 30, 80)
    counts = rng.poisson(expected * rng.gamma(1 / 0.3, 0.3, 80))
    pairs = list(zip(counts.tolist(), expected.tolist(), strict=True))
    weight = shrinkage(pairs)
    assert 1 / 0.3 / 3 < weight < 1 / 0.3 * 3
    for observed, due in pairs:
        raw, shrunken = observed / due, shrunken_ratio(observed, due, weight)
        assert min(raw, 1.0) <= shrunken <= max(raw, 1.0)
    few, many = shrunken_ratio(2, 0.5, weight), shrunken_ratio(80, 20.0, weight)
    assert abs(few - 1) < abs(many - 1)


def test_shrunken_rates_are_nearer_the_truth_than_raw_ones() -> None:
    rng = np.random.default_rng(8)
    raw_error = shrunken_error = 0.0
    for _ in range(40):
        expected = rng.uniform(0.5, 20, 60)
        truth = rng.gamma(1 / 0.2, 0.2, 60)
        counts = rng.poisson(expected * truth)
        weight = shrinkage(list(zip(counts.tolist(), expected.tolist(), strict=True)))
        for count, due, true in zip(counts.tolist(), expected.tolist(), truth.tolist(), strict=True):
            raw_error += (count / due - true) ** 2
            shrunken_error += (shrunken_ratio(count, due, weight) - true) ** 2
    assert shrunken_error < raw_error / 2


def test_equal_dealers_are_not_ranked() -> None:
    rng = np.random.default_rng(9)
    pairs = [(int(rng.poisson(15.0)), 15.0) for _ in range(200)]
    assert shrinkage(pairs) > 50
    assert shrunken_ratio(9, 3.0, math.inf) == 1.0


def test_funnel_limits_close_in_and_widen_with_the_spread() -> None:
    grid = [1.0, 4.0, 16.0, 64.0]
    plain, wide = funnel(grid, 0.0, 0.999), funnel(grid, 0.1, 0.999)
    assert plain == sorted(plain, reverse=True)
    assert all(b > a for a, b in zip(plain, wide, strict=True))


@pytest.mark.parametrize(
    ("before", "since", "words"),
    [((30, 20.0), (10, 20.0), "lower since"), ((10, 20.0), (30, 20.0), "higher since"),
     ((20, 20.0), (24, 20.0), "no change beyond chance"), ((1, 0.5), (3, 0.5), TOO_FEW), ((0, 5.0), (0, 5.0), TOO_FEW)],
)  # fmt: skip
def test_a_change_since_the_last_review_is_said_only_beyond_chance(
    before: tuple[int, float], since: tuple[int, float], words: str
) -> None:
    assert changed_since(before, since) == words
