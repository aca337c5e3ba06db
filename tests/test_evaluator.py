"""The hand evaluator of the replay against the known totals of five and seven cards, and against brute force."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit, prange

from checks.replay.evaluate import category, five_card_value, high_value
from checks.replay.packed import packed_card, suits_of
from tests.oracle import evaluators as oracle

# High card first: how many hands of each category there are in 52 cards.
FIVE_CARD_HANDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
SEVEN_CARD_HANDS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)
FIVE_CARD_VALUES = 7462
IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))


@njit
def value_of_codes(codes: Any) -> Any:
    """The value of cards given as rank * 4 + suit."""
    clubs, diamonds, hearts, spades = 0, 0, 0, 0
    for card in codes:
        bit = 1 << (card >> 2)
        suit = card & 3
        if suit == 0:
            clubs |= bit
        elif suit == 1:
            diamonds |= bit
        elif suit == 2:
            hearts |= bit
        else:
            spades |= bit
    return high_value(clubs, diamonds, hearts, spades)


@njit
def all_five_card_values(out: Any) -> Any:
    """The value of every hand of five cards. Returns how many there are."""
    codes = np.zeros(5, np.int64)
    n = 0
    for a in range(52):
        codes[0] = a
        for b in range(a):
            codes[1] = b
            for c in range(b):
                codes[2] = c
                for d in range(c):
                    codes[3] = d
                    for e in range(d):
                        codes[4] = e
                        out[n] = value_of_codes(codes)
                        n += 1
    return n


@njit(parallel=True)
def all_seven_card_categories() -> Any:
    """How many hands of seven cards are of each category, by the two highest cards of the hand."""
    counts = np.zeros((52 * 52, 9), np.int64)
    for pair in prange(52 * 52):
        a = pair // 52
        b = pair % 52
        if b >= a:
            continue
        codes = np.zeros(7, np.int64)
        codes[0] = a
        codes[1] = b
        for c in range(b):
            codes[2] = c
            for d in range(c):
                codes[3] = d
                for e in range(d):
                    codes[4] = e
                    for f in range(e):
                        codes[5] = f
                        for g in range(f):
                            codes[6] = g
                            counts[pair, category(value_of_codes(codes))] += 1
    return counts


def value(*cards: str) -> int:
    """The kernel's value of cards given as texts."""
    return int(value_of_codes(np.array([oracle.DECK.index(card) for card in cards], np.int64)))


def hand(text: str) -> list[str]:
    """`AsKd` as cards."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def assert_same_order(hands: list[list[str]]) -> None:
    """Sorted by brute force, the kernel's values rise where those of brute force do, and only there."""
    ranked = sorted((oracle.high(cards), value(*cards)) for cards in hands)
    for (lower, low), (upper, high) in pairwise(ranked):
        assert (low < high) if lower < upper else (low == high), (lower, upper)
    for brute, kernel in ranked:
        assert category(kernel) == brute[0]


def test_five_cards_fall_into_the_known_categories_and_values() -> None:
    values = np.zeros(2_598_960, np.int64)
    assert all_five_card_values(values) == len(values)
    distinct, counts = np.unique(values, return_counts=True)
    assert len(distinct) == FIVE_CARD_VALUES
    totals = np.zeros(9, np.int64)
    np.add.at(totals, [category(int(v)) for v in distinct], counts)
    assert tuple(totals.tolist()) == FIVE_CARD_HANDS


@njit
def five_card_differences() -> Any:
    """Hands of five cards of which `five_card_value` says another thing than `high_value`."""
    different = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        clubs, diamonds, hearts, spades = suits_of(
                            packed_card(a) | packed_card(b) | packed_card(c) | packed_card(d) | packed_card(e)
                        )
                        short = five_card_value(clubs, diamonds, hearts, spades)
                        different += short != high_value(clubs, diamonds, hearts, spades)
    return different


def test_the_short_way_to_value_five_cards_says_the_same_of_all_of_them() -> None:
    assert five_card_differences() == 0


@pytest.mark.long_form("looks at 133,784,560 hands")
def test_seven_cards_fall_into_the_known_categories() -> None:
    assert tuple(all_seven_card_categories().sum(axis=0).tolist()) == SEVEN_CARD_HANDS


def unranked(number: int, size: int) -> list[str]:
    """The hand of that number when all hands of a size are written down in order."""
    cards = []
    for k in range(size, 0, -1):
        card = max(c for c in range(52) if comb(c, k) <= number)
        number -= comb(card, k)
        cards.append(oracle.DECK[card])
    return cards


def test_every_so_many_of_the_seven_card_hands_is_ranked_as_by_brute_force() -> None:
    step = 10_007 if IN_FULL else 100_003  # primes: no rank or suit is favoured
    assert_same_order([unranked(number, 7) for number in range(0, sum(SEVEN_CARD_HANDS), step)])


def one_hand_of_each_value() -> Iterator[list[str]]:
    """Every choice of five ranks, of different suits; five different ranks in one suit as well."""
    for ranks in combinations_with_replacement(oracle.RANKS, 5):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        if not any(suits):
            yield [rank + "s" for rank in ranks]
            suits[0] = 1
        yield [rank + oracle.SUITS[suit] for rank, suit in zip(ranks, suits, strict=True)]


def test_all_values_of_five_cards_stand_in_the_order_of_brute_force() -> None:
    hands = list(one_hand_of_each_value())
    assert len(hands) == len({value(*cards) for cards in hands}) == FIVE_CARD_VALUES
    assert_same_order(hands)


def test_kickers_decide_between_random_hands_as_by_brute_force() -> None:
    random = Random(7)
    for _ in range(2000):
        deck = random.sample(oracle.DECK, 9)
        board, one, two = deck[:5], deck[5:7], deck[7:9]
        if random.random() < 0.5:  # the same first card but for its suit, so that the kicker decides
            twins = [card for card in oracle.DECK if card[0] == one[0][0] and card not in deck]
            two = [random.choice(twins), two[1]] if twins else two
        kernel = (value(*board, *one) > value(*board, *two)) - (value(*board, *one) < value(*board, *two))
        brute = (oracle.high([*board, *one]) > oracle.high([*board, *two])) - (
            oracle.high([*board, *one]) < oracle.high([*board, *two])
        )
        assert kernel == brute, (board, one, two)


def test_the_suits_never_matter() -> None:
    random = Random(11)
    for _ in range(300):
        cards = random.sample(oracle.DECK, 7)
        values = {value(*(c[0] + "".join(suits)["cdhs".index(c[1])] for c in cards)) for suits in permutations("cdhs")}
        assert len(values) == 1


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ac2d3h4s5c", "2d3h4s5c6d"),  # the wheel is the lowest straight
        ("AcAdAhKsQc", "Ac2d3h4s5c"),  # and a straight all the same
        ("As2s3s4s5s", "2s3s4s5s6s"),  # the steel wheel is the lowest straight flush
        ("KcKdKhKsAc", "As2s3s4s5s"),  # and beats four of a kind
        ("QcKdAh2s3c", "2c2dKhQsJc"),  # no straight goes round the corner
        ("AhKhQhJh9h", "2c2d2h3s3c"),
        ("TcJcQcKdAd", "2c4c6c8cTc"),
        ("9s8s7s6s5sAdAc", "Ts9s8s7s6s2d3c"),
        ("KsKdKcQsQd", "AsAdAc2s2d"),
        ("AsAdKsKdQcQd2h", "AsAdKsKdQcQdAc"),  # three pairs play as two; a third ace fills up
        ("KsKdKcQsQdQc2h", "KsKdKcAsAd2c3h"),  # of two threes the lower plays as a pair
    ],
)
def test_one_hand_beats_another(lower: str, higher: str) -> None:
    assert oracle.high(hand(lower)) < oracle.high(hand(higher))
    assert value(*hand(lower)) < value(*hand(higher))


def test_seven_cards_have_fewer_values_than_five() -> None:
    """The weak five-card hands cannot be the best of seven; a sample reaches no value that five cards do not have."""
    of_five = {value(*cards) for cards in one_hand_of_each_value()}
    random = Random(13)
    assert {value(*random.sample(oracle.DECK, 7)) for _ in range(20_000)} < of_five


# --- the oracle's own evaluators for the games to come ---------------------------------------------------------------


def test_badugis_fall_into_the_known_sizes() -> None:
    sizes = Counter(oracle.badugi(cards)[0] for cards in combinations(oracle.DECK, 4)) if IN_FULL else None
    if sizes is not None:
        assert sizes == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}
    assert oracle.badugi(hand("As2d3h4c")) == (4, -4, -3, -2, -1)
    assert oracle.badugi(hand("As2d3h4h")) < oracle.badugi(hand("KsQdJhTc"))
    assert oracle.badugi(hand("9h7c6d3dAs"), aces=False) == (3, -9, -7, -3)
    assert oracle.badugi(hand("AsAdAhAc")) == (1, -1)


def test_eight_or_better_needs_five_different_ranks_up_to_eight() -> None:
    lows = [ranks for ranks in combinations("A2345678", 5) if oracle.eight_or_better([r + "s" for r in ranks])]
    assert len(lows) == 56
    assert oracle.eight_or_better(hand("As2d3h4c9s9d9h")) is None
    assert oracle.eight_or_better(hand("As2d3h4c5s")) == (-5, -4, -3, -2, -1)
    assert oracle.omaha_eight_or_better(hand("As2dKhKc"), hand("3s4d5hQcQd")) == (-5, -4, -3, -2, -1)
    assert oracle.omaha_eight_or_better(hand("AsKdKhKc"), hand("2s3s4d5hQc")) is None


def test_ace_to_five_ignores_straights_and_flushes() -> None:
    assert oracle.ace_to_five(hand("As2s3s4s5s")) > oracle.ace_to_five(hand("As2d3h4c6s"))
    assert oracle.ace_to_five(hand("KsQdJhTc9s")) > oracle.ace_to_five(hand("AsAd2h3c4s"))
    assert oracle.ace_to_five(hand("AsAd2h3c4s5d6c")) == oracle.ace_to_five(hand("Ac2h3c4s5d"))


def test_deuce_to_seven_has_the_ace_high_and_counts_straights_and_flushes() -> None:
    assert oracle.deuce_to_seven(hand("7s5d4h3c2s")) > oracle.deuce_to_seven(hand("7s6d4h3c2s"))
    assert oracle.deuce_to_seven(hand("As5d4h3c2s")) > oracle.deuce_to_seven(hand("2s2d4h5c7s"))
    assert oracle.deuce_to_seven(hand("As5d4h3c2s")) < oracle.deuce_to_seven(hand("KsQdJhTc8s"))
    assert oracle.deuce_to_seven(hand("7s5s4s3s2s")) < oracle.deuce_to_seven(hand("AsAdAh3c2s"))
    assert oracle.deuce_to_seven(hand("6s5d4h3c2s")) < oracle.deuce_to_seven(hand("AsAdAh3c2s"))


def test_omaha_plays_two_of_the_hand_and_three_of_the_board() -> None:
    assert oracle.category(oracle.omaha_high(hand("AsKdQhJc"), hand("2s3s4s5s9d"))) == "high card"
    assert oracle.category(oracle.omaha_high(hand("AsKsQhJc"), hand("2s3s4s5s9d"))) == "flush"
    assert oracle.category(oracle.omaha_high(hand("8s8d8h8c"), hand("2s3s4s5h9d"))) == "pair"
    assert oracle.omaha_low(hand("KsKdKhQc"), hand("KcQsJdTh9c")) < oracle.omaha_low(
        hand("2s3dKhQc"), hand("KcQsJdTh9c")
    )
