"""Cards of the simulated deck, and who wins with them.

A card is ``rank * 4 + suit``; ranks run from the deuce (0) to the ace (12). This evaluator is the simulator's own: it
shares nothing with the checks, so that each can be evidence about the other.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
TEXT: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK: Final = tuple(range(52))
ACE: Final = 12
JOKER, JOKER_UP = 52, 53  # one card: dealt face down, and dealt face up
FACE: Final = (*TEXT, "Jk", "Jk")
DECK_SETS: Final = (("red", "blue"), ("green", "brown"))  # the two decks of a table, and those that replace them

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


def _top_of_straight(ranks_held: int) -> int:
    """The highest rank of a straight among the ranks of a bit mask; -1 if there is none."""
    for top in range(12, 3, -1):
        if ranks_held >> (top - 4) & 31 == 31:
            return top
    return 3 if ranks_held & 0b1000000001111 == 0b1000000001111 else -1


_STRAIGHTS: Final = tuple(_top_of_straight(mask) for mask in range(1 << 13))


def _pack(category: int, ranks: Sequence[int]) -> int:
    value = category
    for position in range(5):
        value = value << 4 | (ranks[position] if position < len(ranks) else 0)
    return value


# One number a card: its rank in the low bits, its suit above them. In a sum of up to seven of them every rank has three
# bits of its own and every suit four, which begin at three, so that the highest is set by the fifth card of a suit.
_RANK_BITS: Final = (1 << 39) - 1
_CODES: Final = tuple(1 << 3 * (card >> 2) | 1 << 39 + 4 * (card & 3) for card in DECK)
_NO_CARDS: Final = sum(3 << 39 + 4 * suit for suit in range(4))
_FLUSH_BITS: Final = sum(8 << 39 + 4 * suit for suit in range(4))
_WITHOUT_FLUSH: dict[int, int] = {}  # scores by ranks alone, as they come up


def score(cards: Sequence[int]) -> int:
    """The best five of the given cards as one number: a higher number is a better hand, equal numbers tie."""
    code = _NO_CARDS
    for card in cards:
        code += _CODES[card]
    if code & _FLUSH_BITS:
        return _score(cards)
    ranks = code & _RANK_BITS
    value = _WITHOUT_FLUSH.get(ranks)
    if value is None:
        value = _WITHOUT_FLUSH[ranks] = _score(cards)
    return value


def _score(cards: Sequence[int]) -> int:
    counts = [0] * 13
    suits = [0, 0, 0, 0]
    held = 0
    for card in cards:
        rank = card >> 2
        counts[rank] += 1
        suits[card & 3] += 1
        held |= 1 << rank
    if max(suits) >= 5:
        suit = suits.index(max(suits))
        flush = sorted((card >> 2 for card in cards if card & 3 == suit), reverse=True)
        flush_held = 0
        for rank in flush:
            flush_held |= 1 << rank
        top = _STRAIGHTS[flush_held]
        if top >= 0:
            return _pack(STRAIGHT_FLUSH, (top,))
        flush_value = _pack(FLUSH, flush[:5])
    else:
        flush_value = 0

    pairs: list[int] = []
    trips: list[int] = []
    quads = -1
    singles: list[int] = []
    for rank in range(12, -1, -1):
        count = counts[rank]
        if count == 1:
            singles.append(rank)
        elif count == 2:
            pairs.append(rank)
        elif count == 3:
            trips.append(rank)
        elif count >= 4 and quads < 0:
            quads = rank
    if quads >= 0:
        kicker = max((rank for rank in range(13) if counts[rank] and rank != quads), default=0)
        return _pack(QUADS, (quads, kicker))
    if trips and (pairs or len(trips) > 1):
        return _pack(FULL_HOUSE, (trips[0], max(pairs[:1] + trips[1:2])))
    if flush_value:
        return flush_value
    top = _STRAIGHTS[held]
    if top >= 0:
        return _pack(STRAIGHT, (top,))
    if trips:
        return _pack(TRIPS, trips + singles[:2])
    if len(pairs) >= 2:
        return _pack(TWO_PAIR, (*pairs[:2], max(pairs[2:3] + singles[:1], default=0)))
    if pairs:
        return _pack(PAIR, pairs + singles[:3])
    return _pack(HIGH_CARD, singles[:5])


def category(value: int) -> int:
    """The kind of hand behind a score, from ``HIGH_CARD`` to ``STRAIGHT_FLUSH``."""
    return value >> 20


def top_rank(value: int) -> int:
    """The first rank that a score is compared by: that of the pair, the trips, the straight's top."""
    return value >> 16 & 15


def _points(high: int, low: int, suited: bool) -> float:
    """A rule-of-thumb worth of two hole cards: high card, pairs doubled, suited and close cards better."""
    points = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if high == low:
        return max(points * 2, 5.0)
    gap = high - low - 1
    points += 2.0 * suited - (0, 1, 2, 4, 5)[min(gap, 4)]
    return points + (gap <= 1 and high < 10) + low / 100


def _percentiles() -> tuple[tuple[float, ...], ...]:
    """For two cards, the share of all starting hands that are worse: a table of 52 by 52."""
    pairs = [(a, b) for a in DECK for b in DECK if a != b]
    worth = {(a, b): _points(max(a >> 2, b >> 2), min(a >> 2, b >> 2), a & 3 == b & 3) for a, b in pairs}
    ordered = sorted(worth.values())
    share = {points: position / len(ordered) for position, points in reversed(list(enumerate(ordered)))}
    return tuple(tuple(share[worth[a, b]] if a != b else 0.0 for b in DECK) for a in DECK)


START_WORTH: Final = _percentiles()


def draw(rng: Random, count: int, cards: Sequence[int] = DECK) -> list[int]:
    """Some cards from the top of a shuffled deck; the same as a sample, and quicker."""
    deck = list(cards)
    size = len(deck)
    chance = rng.random
    for place in range(count):
        other = place + int(chance() * (size - place))
        deck[place], deck[other] = deck[other], deck[place]
    return deck[:count]
