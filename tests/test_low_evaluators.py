"""The evaluators of stud and draw games against known totals, against brute force, and on the documents' examples."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from checks.replay.badugi import SIZE, badugi
from checks.replay.evaluate import _CATEGORY
from checks.replay.lowball import ace_to_five, deuce_to_seven
from checks.replay.mexican import _CATEGORY as MEXICAN_CATEGORY
from checks.replay.mexican import mexican_high
from tests.oracle import evaluators as oracle

IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))
# High card first. Without straights and flushes; and with the ace high only, so that A2345 is no straight.
ACE_TO_FIVE_HANDS = {0: 1_317_888, 1: 1_098_240, 2: 123_552, 3: 54_912, 6: 3_744, 7: 624}
DEUCE_TO_SEVEN_HANDS = {
    0: 1_303_560, 1: 1_098_240, 2: 123_552, 3: 54_912, 4: 9_180, 5: 5_112, 6: 3_744, 7: 624, 8: 36,
}  # fmt: skip
BADUGIS = {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}
# Without the joker: high card, pair, two pair, trips, straight, full house, flush, quads, straight flush.
MEXICAN_HANDS = {0: 249_900, 1: 322_560, 2: 51_840, 3: 23_040, 4: 7_140, 5: 2_160, 6: 980, 7: 360, 8: 28}


def codes(cards: Sequence[str]) -> Any:
    """Cards as the kernels have them."""
    return np.array([52 if card == "Jk" else oracle.DECK.index(card) for card in cards], np.int64)


def hand(text: str) -> list[str]:
    """`AsKd` as cards."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


@njit
def five_card_values(deuce: Any, out: Any) -> Any:
    """The low value of every hand of five cards."""
    cards = np.zeros(5, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        out[n] = deuce_to_seven(cards, 5) if deuce else ace_to_five(cards, 5)
                        n += 1
    return n


@njit
def four_card_badugis(out: Any) -> Any:
    """The badugi of every hand of four cards."""
    cards = np.zeros(4, np.int64)
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    cards[0], cards[1], cards[2], cards[3] = a, b, c, d
                    out[n] = badugi(cards, 4, True)
                    n += 1
    return n


@njit
def mexican_values(deck: Any, out: Any) -> Any:
    """The value of every hand of five cards of a deck, a joker dealt down."""
    cards = np.zeros(5, np.int64)
    n = 0
    for a in range(len(deck)):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        cards[0], cards[1], cards[2] = deck[a], deck[b], deck[c]
                        cards[3], cards[4] = deck[d], deck[e]
                        out[n] = mexican_high(cards, 5, True)
                        n += 1
    return n


def totals(values: Any, size: int) -> dict[int, int]:
    kinds, counts = np.unique(values // size, return_counts=True)
    return dict(zip(kinds.tolist(), counts.tolist(), strict=True))


@pytest.mark.parametrize(
    ("deuce", "known", "distinct"), [(False, ACE_TO_FIVE_HANDS, 6_175), (True, DEUCE_TO_SEVEN_HANDS, 7_462)]
)
def test_low_hands_of_five_cards_fall_into_the_known_categories(
    deuce: bool, known: dict[int, int], distinct: int
) -> None:
    values = np.zeros(2_598_960, np.int64)
    assert five_card_values(deuce, values) == len(values)
    assert totals(values, _CATEGORY) == known
    assert len(np.unique(values)) == distinct


def test_badugis_of_four_cards_fall_into_the_known_sizes() -> None:
    values = np.zeros(270_725, np.int64)
    assert four_card_badugis(values) == len(values)
    assert {4 - missing: count for missing, count in totals(values, SIZE).items()} == BADUGIS


def test_mexican_hands_fall_into_the_known_categories() -> None:
    deck = codes(oracle.MEXICAN_DECK)
    values = np.zeros(658_008, np.int64)
    assert mexican_values(deck, values) == len(values)
    assert totals(values, MEXICAN_CATEGORY) == MEXICAN_HANDS
    with_joker = np.zeros(749_398, np.int64)
    assert mexican_values(np.append(deck, 52), with_joker) == len(with_joker)
    five_of_a_kind = totals(with_joker, MEXICAN_CATEGORY)[9]
    assert five_of_a_kind == 10  # four of a rank and the joker


def assert_same_order(
    hands: list[list[str]], kernel: Callable[[list[str]], int], brute: Callable[[list[str]], Any], *, low: bool
) -> None:
    """Sorted by brute force from the worst hand to the best, the kernel's values change where those do, and only so."""
    ranked = sorted((brute(cards), kernel(cards)) for cards in hands)
    for (worse, one), (better, two) in pairwise(ranked):
        if worse == better:
            assert one == two, (worse, better)
        else:
            assert (one > two) if low else (one < two), (worse, better)


def sample(random: Random, size: int, count: int, deck: Sequence[str] = oracle.DECK) -> list[list[str]]:
    return [random.sample(deck, size) for _ in range(count)]


def paired(random: Random, size: int, count: int) -> list[list[str]]:
    """Hands of few different ranks, in which pairs and more decide."""
    hands = []
    for _ in range(count):
        ranks = random.sample(oracle.RANKS, random.choice((2, 3, 4)))
        deck = [card for card in oracle.DECK if card[0] in ranks]
        hands.append(random.sample(deck, size))
    return hands


@pytest.mark.parametrize("size", [5, 6, 7])
def test_ace_to_five_stands_in_the_order_of_brute_force(size: int) -> None:
    count = 20_000 if IN_FULL else 1_500
    random = Random(size)
    assert_same_order(
        sample(random, size, count) + paired(random, size, count),
        lambda cards: int(ace_to_five(codes(cards), len(cards))),
        oracle.ace_to_five,
        low=True,
    )


@pytest.mark.parametrize("size", [5, 6, 7])
def test_deuce_to_seven_stands_in_the_order_of_brute_force(size: int) -> None:
    count = 20_000 if IN_FULL else 1_500
    random = Random(10 + size)
    assert_same_order(
        sample(random, size, count) + paired(random, size, count),
        lambda cards: int(deuce_to_seven(codes(cards), len(cards))),
        oracle.deuce_to_seven,
        low=True,
    )


@pytest.mark.parametrize("size", [4, 5, 7])
@pytest.mark.parametrize("aces", [True, False])
def test_badugis_stand_in_the_order_of_brute_force(size: int, aces: bool) -> None:
    count = 20_000 if IN_FULL else 2_000
    random = Random(20 + size)
    assert_same_order(
        sample(random, size, count) + paired(random, size, count),
        lambda cards: int(badugi(codes(cards), len(cards), aces)),
        lambda cards: oracle.badugi(cards, aces=aces),
        low=True,
    )


@pytest.mark.parametrize("down", [True, False])
def test_mexican_hands_stand_in_the_order_of_brute_force(down: bool) -> None:
    random = Random(31)
    count = 10_000 if IN_FULL else 1_000
    plain = sample(random, 5, 2 * count, oracle.MEXICAN_DECK)
    joker = [["Jk", *cards] for cards in sample(random, 4, count, oracle.MEXICAN_DECK)]
    alike = [["Jk", *cards] for cards in sample(random, 4, count, [c for c in oracle.MEXICAN_DECK if c[1] in "sh"])]
    fours = [["Jk", *(rank + suit for suit in "cdhs")] for rank in oracle.MEXICAN_RANKS]
    assert_same_order(
        plain + joker + alike + fours,
        lambda cards: int(mexican_high(codes(cards), 5, down)),
        lambda cards: oracle.mexican(cards, joker_down=down),
        low=False,
    )


def test_few_cards_of_a_board_are_ranked_by_pairs_and_ranks() -> None:
    """An open board has one to four cards; a five-card low of them is a low of fewer cards, no less."""
    for better, worse in (("5s4d", "6s2d"), ("KsQd", "2s2d"), ("As2d3c4h", "2s3d4c5h"), ("AsAd", "2s2d")):
        assert ace_to_five(codes(hand(better)), len(hand(better))) < ace_to_five(codes(hand(worse)), len(hand(worse)))


# --- the examples of the documents -----------------------------------------------------------------------------------


def test_2017_295_the_lowest_three_cards_of_different_suit_win() -> None:
    ours, theirs = hand("Ad2c3h6h"), hand("Ac3d4h5h")
    assert badugi(codes(ours), 4, True) < badugi(codes(theirs), 4, True)


def test_guide_p36_the_lowest_three_card_badugi_wins() -> None:
    one, two = hand("As2s4c5d"), hand("Ad2c2h3s")
    assert badugi(codes(two), 4, True) < badugi(codes(one), 4, True)
    assert badugi(codes(one), 4, True) // SIZE == badugi(codes(two), 4, True) // SIZE == 1


def test_guide_p12_an_ace_never_counts_for_the_badugi_of_badeucey() -> None:
    cards = codes(hand("9h7c6d3dAs"))
    assert badugi(cards, 5, False) == badugi(codes(hand("9h7c3d")), 3, False)
    assert badugi(cards, 5, True) // SIZE == 0  # where it counts the same hand has four cards


def test_2017_286_the_wheel_is_ace_high_in_deuce_to_seven() -> None:
    wheel, other_ace, king, pair = hand("5s4d3h2cAs"), hand("As6d4h3c2s"), hand("KsQdJhTc8s"), hand("2s2d4h5c7s")
    values = [int(deuce_to_seven(codes(cards), 5)) for cards in (king, wheel, other_ace, pair)]
    assert values == sorted(values) and len(set(values)) == 4


def test_guide_p29_seven_cards_are_read_both_ways() -> None:
    six_five = hand("6s5d4c3hAd")
    for cards in (hand("7s5d9cAh4s6d3c"), hand("7s5s6s3s2sAdJs")):
        assert ace_to_five(codes(cards), 7) <= ace_to_five(codes(six_five), 5)
    assert ace_to_five(codes(hand("7s5d2s2d3c4hAs")), 7) == ace_to_five(codes(hand("As2d3c4h5s")), 5)


def test_2017_260_seven_and_jack_are_neighbours() -> None:
    assert oracle.mexican(hand("5s6d7cJhQs"))[0] == int(mexican_high(codes(hand("5s6d7cJhQs")), 5, False)) // (
        MEXICAN_CATEGORY
    )
    assert int(mexican_high(codes(hand("5s6d7cJhQs")), 5, False)) // MEXICAN_CATEGORY == 4


def test_2017_261_a_flush_beats_a_full_house_and_five_of_a_kind_everything() -> None:
    flush, full = hand("2s4s6sJsKs"), hand("AsAdAhKsKd")
    five, straight_flush = hand("2s2d2h2cJk"), hand("7sJsQsKsAs")
    assert mexican_high(codes(flush), 5, False) > mexican_high(codes(full), 5, False)
    assert mexican_high(codes(five), 5, True) > mexican_high(codes(straight_flush), 5, False)


def test_2017_255_a_joker_dealt_up_is_an_ace_unless_it_fills_a_straight_or_flush() -> None:
    kings = codes(hand("KsKdKh2cJk"))
    assert mexican_high(kings, 5, True) // MEXICAN_CATEGORY == 7
    assert mexican_high(kings, 5, False) // MEXICAN_CATEGORY == 3
    filled = codes(hand("4s5d6h7cJk"))
    assert mexican_high(filled, 5, False) // MEXICAN_CATEGORY == 4


def test_every_choice_of_one_suit_has_a_one_card_badugi() -> None:
    for cards in combinations([rank + "s" for rank in "23456"], 4):
        assert badugi(codes(cards), 4, True) // SIZE == 3
