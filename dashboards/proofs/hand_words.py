"""A hand in words with the cards that make it, told from the value that the walk stored of it.

A value is a category and masks of ranks (`checks/replay/evaluate.py` and beside it). It says which ranks play, so the
cards that play are found among those held, and no hand is read a second time here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from dashboards.proofs.log_words import SUITS
from dashboards.proofs.panel import Face, Holding
from parsers.games import Part

RANKS: Final = "23456789TJQKA"
_NAMES: Final = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_ACE: Final = 12
_HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH = range(9)
_FIVE_OF_A_KIND: Final = 9
_CATEGORY_BITS, _KIND_BITS = 26, 13
_MEXICAN_CATEGORY_BITS, _MEXICAN_KIND_BITS = 22, 11
_BADUGI_BITS: Final = 14
_NO_VALUE: Final = -(1 << 62)
_SHORT_NINE: Final = 7  # the top of A6789 in a deck without deuces to fives


@dataclass(frozen=True)
class _Made:
    """What a value says: its category, ranks that count more than once, and those beside them, the highest first."""

    category: int
    several: tuple[int, ...]
    single: tuple[int, ...]
    is_low: bool = False
    is_badugi: bool = False

    @property
    def ranks(self) -> list[int]:
        """The ranks of the cards that play."""
        if self.is_badugi:
            return sorted(self.single)
        if self.category in (_STRAIGHT, _STRAIGHT_FLUSH) and not self.is_low:
            return sorted(self.single)
        times = {_PAIR: 2, _TWO_PAIR: 2, _TRIPS: 3, _QUADS: 4}
        if self.category == _FULL_HOUSE:
            return sorted([*self.several * 3, *self.single * 2])
        return sorted([*(rank for rank in self.several for _ in range(times.get(self.category, 1))), *self.single])

    @property
    def needs_one_suit(self) -> bool:
        return self.category in (_FLUSH, _STRAIGHT_FLUSH)


def holding(held: Sequence[str], board: Sequence[str], part: Part, value: int | None) -> Holding:
    """A seat's cards and the board for one part of the pot: what they make, and which of them play."""
    cards = [*held, *board]
    if value is None or value == _NO_VALUE:
        words = "no low" if value == _NO_VALUE else ""
        return Holding(tuple(_face(card, False) for card in held), words)
    made = _read(part, value)
    if made is None:
        return Holding(tuple(_face(card, True) for card in held), _mexican_words(value))
    playing = next(_choices(held, board, part, made), ())
    # Where no choice of cards fits, the hand was read by a rule of its own: better no words than wrong ones.
    return Holding(tuple(_face(card, i in playing) for i, card in enumerate(cards)), _words(made) if playing else "")


def _face(card: str, plays: bool) -> Face:
    return Face(card[0] + SUITS.get(card[1], card[1]), card[1] in "hd", plays)


def _bits(mask: int) -> tuple[int, ...]:
    """The places of a mask's bits, the highest first."""
    return tuple(place for place in reversed(range(mask.bit_length())) if mask >> place & 1)


def _read(part: Part, value: int) -> _Made | None:
    """What a value says; None for hands of Mexican poker, whose joker may stand for any card."""
    match part.evaluator:
        case "high":
            return _read_high(value)
        case "high-short":
            return _read_short(value)
        case "low-a5":
            return _read_low(-value, ace_low=True)
        case "low-27":
            return _read_low(-value, ace_low=False)
        case "badugi" | "badugi-ace-high":
            ranks = _bits(-value & ((1 << _BADUGI_BITS) - 1))
            return _Made(_HIGH_CARD, (), tuple(map(_from_low, ranks)), is_low=True, is_badugi=True)
        case _:
            return None


def _parts(value: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    category, rest = divmod(value, 1 << _CATEGORY_BITS)
    several, single = divmod(rest, 1 << _KIND_BITS)
    return category, _bits(several), _bits(single)


def _read_high(value: int) -> _Made:
    category, several, single = _parts(value)
    if category in (_STRAIGHT, _STRAIGHT_FLUSH):
        top = single[0]
        ranks = tuple(rank if rank >= 0 else _ACE for rank in range(top, top - 5, -1))
        return _Made(category, (), ranks)
    return _Made(category, several, single)


def _read_short(value: int) -> _Made:
    """Short deck: flush and full house have changed places, and the ace stands under the six."""
    swapped = {_FLUSH: _FULL_HOUSE, _FULL_HOUSE: _FLUSH}
    category = value >> _CATEGORY_BITS
    plain = value + ((swapped.get(category, category) - category) << _CATEGORY_BITS)
    made = _read_high(plain)
    if made.category in (_STRAIGHT, _STRAIGHT_FLUSH) and made.single[0] == _SHORT_NINE:
        return _Made(made.category, (), (*made.single[:4], _ACE))
    return made


def _from_low(place: int) -> int:
    """The rank of a bit of a mask in which the ace is the lowest."""
    return place - 1 if place else _ACE


def _read_low(low: int, ace_low: bool) -> _Made:
    category, several, single = _parts(low)
    if ace_low:
        several, single = tuple(map(_from_low, several)), tuple(map(_from_low, single))
    return _Made(category, several, single, is_low=True)


def _choices(held: Sequence[str], board: Sequence[str], part: Part, made: _Made) -> Iterator[tuple[int, ...]]:
    """The choices of cards, by their places in hand and board, that make the hand."""
    places = range(len(held) + len(board))
    cards = [*held, *board]
    size = len(made.ranks)
    for choice in combinations(places, size):
        if part.hole is not None and sum(i < len(held) for i in choice) != part.hole:
            continue
        if sorted(RANKS.find(cards[i][0]) for i in choice) != made.ranks:
            continue
        suits = {cards[i][1] for i in choice}
        if made.needs_one_suit and len(suits) > 1:
            continue
        if made.is_badugi and len(suits) < size:
            continue
        yield choice


def _plural(rank: int) -> str:
    return "sixes" if _NAMES[rank] == "six" else f"{_NAMES[rank]}s"


def _row(ranks: Sequence[int]) -> str:
    return "-".join(_NAMES[rank] for rank in ranks)


def _kicker(ranks: Sequence[int]) -> str:
    return f", {_row(ranks)} kicker" + ("s" if len(ranks) > 1 else "") if ranks else ""


def _words(made: _Made) -> str:
    several, single = made.several, made.single
    if made.is_badugi:
        return f"{('one', 'two', 'three', 'four')[len(single) - 1]}-card badugi, {_row(single)}"
    if made.is_low and made.category == _HIGH_CARD:
        return f"{_row(single)} low"
    match made.category:
        case 0:
            return f"{_NAMES[single[0]]} high{_kicker(single[1:])}"
        case 1:
            return f"a pair of {_plural(several[0])}{_kicker(single)}"
        case 2:
            return f"two pair, {_plural(several[0])} and {_plural(several[1])}{_kicker(single)}"
        case 3:
            return f"three {_plural(several[0])}{_kicker(single)}"
        case 4:
            return f"a straight to the {_NAMES[single[0]]}"
        case 5:
            return f"a flush, {_row(single)}"
        case 6:
            return f"a full house, {_plural(several[0])} over {_plural(single[0])}"
        case 7:
            return f"four {_plural(several[0])}{_kicker(single)}"
        case _:
            return "a royal flush" if single[0] == _ACE else f"a straight flush to the {_NAMES[single[0]]}"


# Mexican poker ranks a flush over a full house, and its joker makes five of a kind.
_MEXICAN: Final = (
    "high card", "a pair", "two pair", "three of a kind", "a straight", "a full house", "a flush", "four of a kind",
    "a straight flush", "five of a kind",
)  # fmt: skip


def _mexican_words(value: int) -> str:
    return _MEXICAN[min(max(value >> _MEXICAN_CATEGORY_BITS, 0), _FIVE_OF_A_KIND)]
