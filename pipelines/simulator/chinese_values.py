"""What rows of Chinese games are worth: the simulator's own reading of the documents, apart from the checks.

Cards are numbers, as in ``cards.py``. A row's value is a tuple, and of two the greater one ranks higher.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
ROYAL_FLUSH: Final = 9
ACE: Final = 12
TEN: Final = 8
Value = tuple[int, ...]
Rows = tuple[list[int], list[int], list[int]]  # front, middle, back

_MIDDLE: Final = {STRAIGHT: 4, FLUSH: 8, FULL_HOUSE: 12, QUADS: 20, STRAIGHT_FLUSH: 30, ROYAL_FLUSH: 50}
_TRIPS_IN_THE_MIDDLE: Final = 2  # by the rules of 2017 only
_LOW: Final = {8: 1, 7: 2, 6: 3, 5: 4}  # by the highest card: ten, nine, eight, seven
_PERFECT_LOW: Final = [5, 3, 2, 1, 0]


def row_value(cards: Sequence[int]) -> Value:
    """The rank of a row of three or five cards; three cards make no straight and no flush."""
    tally = Counter(card >> 2 for card in cards)
    ranks = sorted(tally, key=lambda rank: (tally[rank], rank), reverse=True)
    counts = sorted(tally.values(), reverse=True)
    if counts[0] == 4:
        return QUADS, *ranks
    if counts[0] == 3:
        return (FULL_HOUSE if len(cards) == 5 and len(counts) == 2 else TRIPS), *ranks
    if counts[0] == 2:
        return (TWO_PAIR if counts[1] == 2 else PAIR), *ranks
    if len(cards) < 5:
        return HIGH_CARD, *ranks
    flush = len({card & 3 for card in cards}) == 1
    if ranks == [ACE, 3, 2, 1, 0]:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), 3
    if ranks[0] - ranks[4] == 4:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), ranks[0]
    return (FLUSH if flush else HIGH_CARD), *ranks


def kind_of(cards: Sequence[int]) -> int:
    """The kind of a five-card hand, a royal flush apart."""
    value = row_value(cards)
    return ROYAL_FLUSH if value == (STRAIGHT_FLUSH, ACE) else value[0]


def low_ranks(cards: Sequence[int]) -> list[int] | None:
    """A deuce-to-seven row from its highest card; None where it is paired, a straight or a flush."""
    ranks = sorted({card >> 2 for card in cards}, reverse=True)
    if len(ranks) < 5 or ranks[0] - ranks[4] == 4 or len({card & 3 for card in cards}) == 1:
        return None
    return ranks


def is_foul(rows: Rows, low_middle: bool) -> bool:
    """Whether rows are out of order, or a low middle is none."""
    front, middle, back = rows
    if low_middle:
        low = low_ranks(middle)
        return low is None or low[0] > TEN or row_value(front) > row_value(back)
    return row_value(front) > row_value(middle) or row_value(middle) > row_value(back)


def royalties(rows: Rows, low_middle: bool, trips_in_the_middle: bool, perfect_low: int) -> list[int]:
    """The royalties of the three rows."""
    front, middle, back = rows
    value = row_value(front)
    first = 0
    if value[0] == TRIPS:
        first = 10 + value[1]
    elif value[0] == PAIR:
        first = max(0, value[1] - 3)  # a pair of sixes is the first that counts
    last = _MIDDLE.get(kind_of(back), 0) // 2
    if not low_middle:
        kind = kind_of(middle)
        second = _TRIPS_IN_THE_MIDDLE if kind == TRIPS and trips_in_the_middle else _MIDDLE.get(kind, 0)
        return [first, second, last]
    low = low_ranks(middle)
    if low == _PERFECT_LOW:
        return [first, perfect_low, last]
    return [first, _LOW.get(low[0], 0) if low else 0, last]


def rows_won(one: Rows, other: Rows, low_middle: bool) -> int:
    """Rows that the first wins less those that it loses."""
    won = 0
    for place, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        a, b = row_value(mine), row_value(theirs)
        if place == 1 and low_middle:
            a, b = _lowness(mine), _lowness(theirs)
        won += (a > b) - (a < b)
    return won


def _lowness(cards: Sequence[int]) -> Value:
    """The greater the lower: a row that is no low is under all others."""
    low = low_ranks(cards)
    return (1, *(-rank for rank in low)) if low else (0,)


def opens_fantasyland(rows: Rows) -> bool:
    """Queens or better in front: what the simulated room has on its placards."""
    return row_value(rows[0])[:2] >= (PAIR, 10)


def stays_in_fantasyland(rows: Rows, low_middle: bool) -> bool:
    """Quads or better at the back, a full house or better in the middle, trips in front."""
    full_middle = not low_middle and kind_of(rows[1]) >= FULL_HOUSE
    return kind_of(rows[2]) >= QUADS or full_middle or row_value(rows[0])[0] == TRIPS
