"""The games that the simulator deals: how many cards, what is thrown away, and who wins with what.

A card is ``rank * 4 + suit`` as in ``cards.py``. The evaluators are the simulator's own: two cards of the hand with
three of the board by trying them all, and the eight-or-better low.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Final

from pipelines.simulator.cards import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    START_WORTH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    category,
    score,
    top_rank,
)

EIGHT: Final = 6  # the rank of the highest card that plays in a low


@dataclass(frozen=True)
class Game:
    """One game. ``discards_at`` is how many board cards lie when each seat throws a card away; None: never."""

    code: str
    hole_cards: int
    two_of_hand: bool = False  # exactly two of the hand and three of the board play
    has_low: bool = False  # half of each pot for the best low, eight or better
    discards_at: int | None = None
    seats: int = 9
    usual_betting: str = "nl"
    family: str = "flop"  # how it is dealt and bet: a key of ``hand.PLAYS``

    def high(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """The best high hand as one number: higher is better, equal numbers tie. The board has three cards or more."""
        return _best_two_and_three(hole, board) if self.two_of_hand else score([*hole, *board])

    def low(self, hole: Sequence[int], board: Sequence[int]) -> int | None:
        """The best low as one number: lower is better, equal numbers tie. None: no low, or none in this game."""
        return _best_low(hole, board) if self.has_low else None

    def start_worth(self, hole: Sequence[int]) -> float:
        """How good the first cards look, from 0 to 1."""
        if len(hole) == 2:
            return START_WORTH[hole[0]][hole[1]]
        pairs = sorted((START_WORTH[a][b] for a, b in combinations(hole, 2)), reverse=True)
        if not self.two_of_hand:
            return pairs[0] - 0.12
        suited = sum(a & 3 == b & 3 for a, b in combinations(hole, 2))
        worth = 0.35 * pairs[0] + 0.65 * sum(pairs) / len(pairs) + 0.02 * min(suited, 3)
        if self.has_low:
            ranks = {card >> 2 for card in hole}
            worth += 0.08 * (12 in ranks) + 0.06 * len(ranks & {0, 1})
        return min(1.0, worth)

    def board_category(self, board: Sequence[int]) -> int:
        """What lies on the board alone."""
        return category(score(board))

    def made_worth(self, hole: Sequence[int], board: Sequence[int], board_category: int) -> float:
        """How good a hand looks with the board, from 0 to 1."""
        if not self.two_of_hand:
            return _worth_of_any(hole, board, board_category)
        worth = _WORTH_OF_TWO_AND_THREE[category(self.high(hole, board))] - (0.1 if board_category >= PAIR else 0)
        low = self.low(hole, board)
        return worth if low is None else max(worth, 0.55 + 0.3 * (low < 1 << EIGHT))

    def keep(self, hole: Sequence[int], board: Sequence[int]) -> tuple[list[int], int]:
        """The cards that a seat keeps, and the one it throws away."""
        best = max(
            combinations(hole, len(hole) - 1),
            key=lambda kept: (score([*kept, *board]) if board else 0, START_WORTH[kept[0]][kept[1]]),
        )
        return list(best), next(card for card in hole if card not in best)


_ALL: Final = (
    Game("holdem", 2),
    Game("pineapple", 3, discards_at=0),
    Game("crazy-pineapple", 3, discards_at=3),
    Game("omaha", 4, two_of_hand=True, usual_betting="pl"),
    Game("omaha8", 4, two_of_hand=True, has_low=True, usual_betting="fl"),
    Game("big-o", 5, two_of_hand=True, has_low=True, seats=8, usual_betting="pl"),
    Game("big-easy", 6, two_of_hand=True, has_low=True, seats=7, usual_betting="pl"),
)
GAMES: Final = {game.code: game for game in _ALL}

_WORTH_OF_TWO_AND_THREE: Final = {
    HIGH_CARD: 0.15, PAIR: 0.32, TWO_PAIR: 0.58, TRIPS: 0.72, STRAIGHT: 0.84, FLUSH: 0.88, FULL_HOUSE: 0.98, QUADS: 1.0,
    STRAIGHT_FLUSH: 1.0,
}  # fmt: skip


def _worth_of_any(hole: Sequence[int], board: Sequence[int], board_category: int) -> float:
    value = score([*hole, *board])
    kind = category(value)
    if kind <= board_category:
        return 0.12 + max(hole[0] >> 2, hole[1] >> 2) / 80
    if kind >= STRAIGHT:
        return 0.97
    if kind == TRIPS:
        return 0.90
    if kind == TWO_PAIR:
        return 0.82 if board_category < PAIR else 0.60
    best_on_board = max(card >> 2 for card in board)
    return 0.70 if top_rank(value) >= best_on_board else 0.45


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


def _best_two_and_three(hole: Sequence[int], board: Sequence[int]) -> int:
    codes = [_CODE[a >> 2] + _CODE[b >> 2] for a, b in combinations(hole, 2)]
    best = 0
    for three in combinations(board, 3):
        code = _CODE[three[0] >> 2] + _CODE[three[1] >> 2] + _CODE[three[2] >> 2]
        for two in codes:
            value = _UNSUITED[two + code]
            if value > best:  # quicker than max(), and this is where the time goes
                best = value
    for suit in range(4):
        on_board = [card for card in board if card & 3 == suit]
        in_hand = [card for card in hole if card & 3 == suit] if len(on_board) >= 3 else []
        for held in combinations(in_hand, 2):
            best = max(best, *(score([*held, *three]) for three in combinations(on_board, 3)))
    return best


# The bit of a rank in a low; the ace is the lowest. A mask of five different bits compares as the lows do.
_LOW_BIT: Final = tuple(2 << rank if rank <= EIGHT else 1 if rank == 12 else 0 for rank in range(13))


def _low_masks(cards: Sequence[int], count: int) -> set[int]:
    bits = sorted({_LOW_BIT[card >> 2] for card in cards} - {0})
    return {sum(chosen) for chosen in combinations(bits, count)}


def _best_low(hole: Sequence[int], board: Sequence[int]) -> int | None:
    on_board = _low_masks(board, 3)
    if not on_board:
        return None
    return min((two | three for two in _low_masks(hole, 2) for three in on_board if not two & three), default=None)
