"""Hands by brute force: every choice of cards is looked at, and the best one kept.

Cards are texts (`As`, `Td`). A value is a tuple, and of two values of one evaluator the greater wins, also in the low
games; equal tuples tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

Value = tuple[int, ...]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)

CATEGORIES: Final = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
)  # fmt: skip

_RANK: Final = {rank: number for number, rank in enumerate(RANKS, start=2)}
_SHAPES: Final = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
}


def rank(card: str, *, ace_low: bool = False) -> int:
    """2 … 14; the ace is 1 where it plays low."""
    number = _RANK[card[0]]
    return 1 if ace_low and number == 14 else number


def _grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many of each rank, most first; and the ranks in that order, higher ones first among equals."""
    tally = Counter(ranks)
    order = sorted(tally, key=lambda r: (tally[r], r), reverse=True)
    return tuple(tally[r] for r in order), tuple(order)


def high_of_five(cards: Sequence[str], *, wheel: bool = True) -> Value:
    """Category first, then the ranks that decide within it. `wheel`: A2345 is a straight, five high."""
    shape, ranks = _grouped(rank(card) for card in cards)
    name = _SHAPES[shape]
    if name == "high card":
        flush = len({card[1] for card in cards}) == 1
        straight = ranks[0] - ranks[4] == 4
        if wheel and ranks == (14, 5, 4, 3, 2):
            straight, ranks = True, (5, 4, 3, 2, 1)
        if straight:
            name, ranks = ("straight flush" if flush else "straight"), ranks[:1]
        elif flush:
            name = "flush"
    return (CATEGORIES.index(name), *ranks)


def high(cards: Sequence[str]) -> Value:
    """The best high hand of any five of the cards."""
    return _high(tuple(cards))


@lru_cache(maxsize=4096)  # the same hand is asked for several times while it is dealt, written and judged
def _high(cards: tuple[str, ...]) -> Value:
    return max(high_of_five(five) for five in combinations(cards, 5))


def category(value: Value) -> str:
    """The name of a high value's category."""
    return CATEGORIES[value[0]]


def _two_and_three(hole: Sequence[str], board: Sequence[str]) -> Iterable[tuple[str, ...]]:
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three


def omaha_high(hole: Sequence[str], board: Sequence[str]) -> Value:
    """Exactly two of the hand and three of the board, high."""
    return max(high_of_five(five) for five in _two_and_three(hole, board))


def ace_to_five_of_five(cards: Sequence[str]) -> Value:
    """Low: straights and flushes do not count, the ace is one; pairs and more lose to none."""
    shape, ranks = _grouped(rank(card, ace_low=True) for card in cards)
    return tuple(-n for n in shape) + tuple(-r for r in ranks)


def ace_to_five(cards: Sequence[str]) -> Value:
    """The best ace-to-five low of any five of the cards."""
    return max(ace_to_five_of_five(five) for five in combinations(cards, 5))


def eight_or_better_of_five(cards: Sequence[str]) -> Value | None:
    """Low, if the five are of different rank and none is over eight; else None."""
    ranks = sorted((rank(card, ace_low=True) for card in cards), reverse=True)
    if len(set(ranks)) < 5 or ranks[0] > 8:
        return None
    return tuple(-r for r in ranks)


def eight_or_better(cards: Sequence[str]) -> Value | None:
    """The best eight-or-better low of any five of the cards; None if no five qualify."""
    return max((low for five in combinations(cards, 5) if (low := eight_or_better_of_five(five))), default=None)


def omaha_eight_or_better(hole: Sequence[str], board: Sequence[str]) -> Value | None:
    """Exactly two of the hand and three of the board, eight or better; None if none qualifies."""
    lows = (eight_or_better_of_five(five) for five in _two_and_three(hole, board))
    return max((low for low in lows if low), default=None)


def omaha_low(hole: Sequence[str], board: Sequence[str]) -> Value:
    """Exactly two of the hand and three of the board, ace-to-five low without a qualifier."""
    return max(ace_to_five_of_five(five) for five in _two_and_three(hole, board))


def deuce_to_seven_of_five(cards: Sequence[str]) -> Value:
    """The worst high hand wins; the ace is high only and A2345 is no straight."""
    return tuple(-n for n in high_of_five(cards, wheel=False))


def deuce_to_seven(cards: Sequence[str]) -> Value:
    """The best deuce-to-seven low of any five of the cards."""
    return max(deuce_to_seven_of_five(five) for five in combinations(cards, 5))


def badugi(cards: Sequence[str], *, aces: bool = True) -> Value:
    """The most cards of different rank and suit, up to four; then the lowest. Without `aces` an ace never counts."""
    playable = [card for card in cards if aces or card[0] != "A"]
    for size in (4, 3, 2, 1):
        best: Value | None = None
        for some in combinations(playable, size):
            if len({card[0] for card in some}) == size and len({card[1] for card in some}) == size:
                ranks = sorted((rank(card, ace_low=True) for card in some), reverse=True)
                value = (size, *(-r for r in ranks))
                best = value if best is None else max(best, value)
        if best is not None:
            return best
    return (0,)


MEXICAN_RANKS: Final = "234567JQKA"
MEXICAN_DECK: Final = tuple(rank + suit for rank in MEXICAN_RANKS for suit in SUITS)
MEXICAN_CATEGORIES: Final = (
    "high card", "pair", "two pair", "three of a kind", "straight", "full house", "flush", "four of a kind",
    "straight flush", "five of a kind",
)  # fmt: skip
_MEXICAN_STRAIGHTS: Final = ("A2345", "23456", "34567", "4567J", "567JQ", "67JQK", "7JQKA")


def _mexican_of_five(cards: Sequence[str]) -> Value:
    """Five cards without a joker, two of which may be the same only where all five are of one rank."""
    ranks = [MEXICAN_RANKS.index(card[0]) for card in cards]
    shape, order = _grouped(ranks)
    if shape == (5,):
        return (MEXICAN_CATEGORIES.index("five of a kind"), *order)
    name = _SHAPES[shape]
    if name == "high card":
        flush = len({card[1] for card in cards}) == 1
        straights = [number for number, run in enumerate(_MEXICAN_STRAIGHTS) if set(run) == {card[0] for card in cards}]
        if straights:
            return (MEXICAN_CATEGORIES.index("straight flush" if flush else "straight"), straights[0])
        if flush:
            name = "flush"
    return (MEXICAN_CATEGORIES.index(name), *order)


def mexican(cards: Sequence[str], *, joker_down: bool = False) -> Value:
    """Five cards of Mexican poker, the joker (`Jk`) standing for the card that makes the best of them.

    Dealt down it is any card; dealt up an ace, or a card that completes a straight or flush. It is a card that the
    hand has already only as the fifth of its rank.
    """
    held = [card for card in cards if card != "Jk"]
    if len(held) == len(cards):
        return _mexican_of_five(held)
    values = []
    for card in MEXICAN_DECK:
        if card in held and sum(other[0] == card[0] for other in held) < 4:
            continue
        value = _mexican_of_five([*held, card])
        fills = MEXICAN_CATEGORIES[value[0]] in ("straight", "flush", "straight flush")
        if joker_down or card[0] == "A" or fills:
            values.append(value)
    return max(values)
