"""Who wins with what: a reader for every way in which the games compare hands.

A reader gets the cards that a seat holds and the board, and tells the best hand as a tuple: the greatest wins, also in
the low games, equal ones tie, and None is no hand at all. They are the simulator's own: every choice of cards is tried.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from pipelines.simulator.cards import ACE, DECK, JOKER, JOKER_UP, score

Value = tuple[int, ...]
Reader = Callable[[Sequence[int], Sequence[int]], Value | None]
EIGHT: Final = 6  # the rank of the highest card that plays in a low
MEXICAN_DECK: Final = tuple(card for card in DECK if not 6 <= card >> 2 <= 8) + (JOKER,)
_MEXICAN_RANKS: Final = (0, 1, 2, 3, 4, 5, 9, 10, 11, 12)
_MEXICAN_KINDS: Final = {
    (1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 5, (4, 1): 7, (5,): 9,
}  # fmt: skip


def high(hand: Sequence[int], board: Sequence[int] = ()) -> Value:
    """The best five of all cards, high."""
    return (score([*hand, *board]),)


# --- two of the hand and three of the board ----------------------------------------------------------------------

# Five cards by their ranks alone: the sum of these codes is another number for each choice of five.
_CODE: Final = tuple(1 << 3 * rank for rank in range(13))


def _unsuited(ranks: tuple[int, ...]) -> int:
    """The score of five ranks that are no flush: suits are dealt so that no two cards are the same."""
    seen: dict[int, int] = {}
    cards = []
    for place, rank in enumerate(ranks):
        suit = seen.get(rank, 0)
        seen[rank] = suit + 1
        # cards of one rank take suits 0, 1, 2 …; the last card of all-different ranks takes another suit
        cards.append(rank * 4 + (suit if len(set(ranks)) < 5 else place & 1))
    return score(cards)


_UNSUITED: Final = {
    sum(_CODE[rank] for rank in ranks): _unsuited(ranks)
    for ranks in combinations_with_replacement(range(13), 5)
    if max(ranks.count(rank) for rank in ranks) < 5
}


def omaha_high(hand: Sequence[int], board: Sequence[int]) -> Value:
    """The best of exactly two of the hand and three of the board, high."""
    codes = [_CODE[a >> 2] + _CODE[b >> 2] for a, b in combinations(hand, 2)]
    best = 0
    for three in combinations(board, 3):
        code = _CODE[three[0] >> 2] + _CODE[three[1] >> 2] + _CODE[three[2] >> 2]
        for two in codes:
            value = _UNSUITED[two + code]
            if value > best:  # quicker than max(), and this is where the time goes
                best = value
    for suit in range(4):
        on_board = [card for card in board if card & 3 == suit]
        in_hand = [card for card in hand if card & 3 == suit] if len(on_board) >= 3 else []
        for held in combinations(in_hand, 2):
            best = max(best, *(score([*held, *three]) for three in combinations(on_board, 3)))
    return (best,)


# The bit of a rank in a low; the ace is the lowest. A mask of five different bits compares as the lows do.
_LOW_BIT: Final = tuple(2 << rank if rank <= EIGHT else 1 if rank == ACE else 0 for rank in range(13))


def _low_masks(cards: Sequence[int], count: int) -> set[int]:
    bits = sorted({_LOW_BIT[card >> 2] for card in cards} - {0})
    return {sum(chosen) for chosen in combinations(bits, count)}


def omaha_low(hand: Sequence[int], board: Sequence[int]) -> Value | None:
    """The best low, eight or better, of exactly two of the hand and three of the board."""
    on_board = _low_masks(board, 3)
    if not on_board:
        return None
    best = min((two | three for two in _low_masks(hand, 2) for three in on_board if not two & three), default=None)
    return None if best is None else (-best,)


def is_seven_low(low: Value) -> bool:
    """Whether a low of Omaha has no eight in it."""
    return -low[0] < 1 << EIGHT


# --- of the hand alone -------------------------------------------------------------------------------------------


def _shape(ranks: Sequence[int]) -> tuple[Value, Value]:
    tally = Counter(ranks)
    order = sorted(tally, key=lambda rank: (tally[rank], rank), reverse=True)
    return tuple(tally[rank] for rank in order), tuple(order)


def _ace_to_five(cards: Sequence[int]) -> Value:
    shape, order = _shape([-1 if card >> 2 == ACE else card >> 2 for card in cards])
    return tuple(-n for n in shape) + tuple(-rank for rank in order)


@lru_cache(maxsize=4096)
def _best_ace_to_five(cards: tuple[int, ...]) -> Value:
    return max(_ace_to_five(five) for five in combinations(cards, 5))


def ace_to_five(hand: Sequence[int], board: Sequence[int] = ()) -> Value:
    """The best five cards, ace-to-five low."""
    return _best_ace_to_five(tuple(hand))


def eight_or_better(hand: Sequence[int], board: Sequence[int] = ()) -> Value | None:
    """The best ace-to-five low if it is of five different ranks up to eight."""
    best = ace_to_five(hand)
    return best if best[:5] == (-1,) * 5 and best[5] >= -EIGHT else None


def _deuce_to_seven(cards: Sequence[int]) -> Value:
    ranks = [card >> 2 for card in cards]
    shape, order = _shape(ranks)
    kind = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}[shape]
    if kind == 0:
        straight, flush = order[0] - order[4] == 4, len({card & 3 for card in cards}) == 1
        kind = 8 if straight and flush else 5 if flush else 4 if straight else 0
    return (-kind, *(-rank for rank in order))


@lru_cache(maxsize=4096)
def _best_deuce_to_seven(cards: tuple[int, ...]) -> Value:
    return max(_deuce_to_seven(five) for five in combinations(cards, 5))


def deuce_to_seven(hand: Sequence[int], board: Sequence[int] = ()) -> Value:
    """The best five cards, deuce-to-seven low."""
    return _best_deuce_to_seven(tuple(hand))


def badugi(hand: Sequence[int], board: Sequence[int] = ()) -> Value:
    """The best badugi."""
    for size in (4, 3, 2, 1):
        found = [
            (size, *sorted(-(-1 if card >> 2 == ACE else card >> 2) for card in some))
            for some in combinations(hand, size)
            if len({card >> 2 for card in some}) == len({card & 3 for card in some}) == size
        ]
        if found:
            return max(found)
    return (0,)


def badugi_without_aces(hand: Sequence[int], board: Sequence[int] = ()) -> Value:
    """The best badugi in which an ace never counts."""
    return badugi([card for card in hand if card >> 2 != ACE])


def _mexican(cards: Sequence[int]) -> Value:
    places = [_MEXICAN_RANKS.index(card >> 2) for card in cards]
    shape, order = _shape(places)
    kind = _MEXICAN_KINDS[shape]
    if kind == 0:
        flush = len({card & 3 for card in cards}) == 1
        top = order[0] if order[0] - order[4] == 4 else -1 if order == (9, 3, 2, 1, 0) else None
        if top is not None:
            return (8 if flush else 4, top)
        kind = 6 if flush else 0
    return (kind, *order)


def mexican(hand: Sequence[int], board: Sequence[int] = ()) -> Value:
    """Five cards of Mexican poker; the joker stands for what serves best, with less choice where it was dealt up."""
    held = [card for card in hand if card < JOKER]
    if len(held) == len(hand):
        return _mexican(held)
    best: Value = (-1,)
    for card in MEXICAN_DECK[:-1]:
        if card in held and sum(other >> 2 == card >> 2 for other in held) < 4:
            continue
        value = _mexican([*held, card])
        if JOKER_UP not in hand or card >> 2 == ACE or value[0] in (4, 6, 8):
            best = max(best, value)
    return best


# --- which card of a hand is the highest -------------------------------------------------------------------------


def _choices(read: Reader, hand: Sequence[int], value: Value) -> list[Value]:
    """Every choice of cards that makes a hand what it is."""
    if read is mexican:
        return [tuple(hand)]
    size = value[0] if read in (badugi, badugi_without_aces) else 5
    return [some for some in combinations(hand, size) if read(some, ()) == value]


def highest_card(read: Reader, hand: Sequence[int], value: Value, ace_is_low: bool) -> int:
    """The highest card that plays, by rank and suit."""
    return max(
        max(card - 52 if ace_is_low and card >> 2 == ACE else card for card in some)
        for some in _choices(read, hand, value)
    )


def reads_aces_low(read: Reader) -> bool:
    """Whether the ace is the lowest card."""
    return read in (ace_to_five, eight_or_better, badugi)


def is_wheel(read: Reader, value: Value) -> bool:
    """Whether a high hand is a straight in which the ace is low."""
    return read is high and value[0] >> 20 in (4, 8) and value[0] >> 16 & 15 == 3
