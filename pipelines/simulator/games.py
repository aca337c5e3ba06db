"""The games that the simulator deals: one declaration each, from which dealing, betting and settlement follow.

A declaration says what is dealt on which street, who opens, how many cards are thrown away or drawn, with which deck,
and what parts a pot has, each with the reader (``hand_values.py``) that tells who wins it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from pipelines.simulator import hand_values as values
from pipelines.simulator.cards import (
    DECK,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    JOKER,
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
from pipelines.simulator.hand_values import Reader, Value

FLOP, STUD, DRAW, LOTS = "flop", "stud", "draw", "lots"


@dataclass(frozen=True)
class Street:
    """What happens between two betting rounds, in this order; ``big``: the bets after it are of the upper limit."""

    discard: int = 0  # cards that each hand throws away
    draws: bool = False  # each hand changes as many cards as it likes
    board: int = 0  # cards in the middle
    up: int = 0  # cards to each hand, face up
    down: int = 0
    either: int = 0  # face up, or face down where the seat opens the one it has
    big: bool = True


@dataclass(frozen=True)
class Part:
    """A part of every pot: its word in an award, and how the hands for it are read."""

    word: str
    read: Reader


@dataclass(frozen=True)
class Game:
    """One game. The first ``hole_cards`` are dealt face down, then ``up_cards`` face up; the streets follow."""

    code: str
    family: str  # how it is opened and dealt: FLOP, STUD, DRAW or LOTS
    hole_cards: int
    parts: tuple[Part, ...]
    streets: tuple[Street, ...]
    up_cards: int = 0
    seats: int = 9
    usual_betting: str = "nl"
    deck: tuple[int, ...] = DECK
    bring_in_high: bool = False  # the highest up card opens, else the lowest
    ace_low: bool = False  # when the bring-in is looked for
    low_board_first: bool = False  # later the lowest board acts first
    open_pair: bool = False  # on the first street after it either limit may be bet
    either_limit: bool = False  # always, and the one who opens bets too
    has_button: bool = True
    missed_blind: str = ""  # whoever missed the "big" blind, or "any", waits for the big blind and cannot post

    @property
    def is_flop(self) -> bool:
        return self.family == FLOP

    @property
    def is_stud(self) -> bool:
        return self.family == STUD

    @property
    def is_set_for_a_pot(self) -> bool:
        """Whether hands are set in rows and played for a pot: Chinese draw poker."""
        return self.family == LOTS

    @property
    def is_high_only(self) -> bool:
        return all(part.read in (values.high, values.mexican) for part in self.parts)

    @property
    def draws(self) -> int:
        """How often cards are drawn."""
        return sum(street.draws for street in self.streets)

    @property
    def draws_to_set(self) -> int:
        """Draws that are set in rows, in open-face Chinese."""
        return 0

    @property
    def has_board(self) -> bool:
        return any(street.board for street in self.streets)

    @property
    def discards(self) -> int:
        """Cards that are thrown away for nothing."""
        return sum(street.discard for street in self.streets)

    @property
    def has_joker(self) -> bool:
        return JOKER in self.deck

    @property
    def cards_at_the_end(self) -> int:
        """Cards of a hand at the showdown."""
        dealt = sum(street.up + street.down + street.either - street.discard for street in self.streets)
        return self.hole_cards + self.up_cards + dealt

    @property
    def two_of_hand(self) -> bool:
        """Whether exactly two of the hand and three of the board play."""
        return self.parts[0].read is values.omaha_high

    @property
    def has_low(self) -> bool:
        """Whether half of each pot is for a low that has to be good enough."""
        return self.parts[-1].read in (values.omaha_low, values.eight_or_better)

    @property
    def ties_can_be_laid(self) -> bool:
        """Whether a hand is nothing but what it was dealt, so that two can be made equal before."""
        if self.is_flop:
            return True
        return not (self.has_joker or self.has_board or self.discards)

    def value(self, part: int, hand: Sequence[int], board: Sequence[int]) -> Value | None:
        """How good a hand is for one part of the pot; None: it has nothing there."""
        return self.parts[part].read(hand, board)

    def low(self, hole: Sequence[int], board: Sequence[int]) -> Value | None:
        """The best low; None: no low, or none in this game."""
        return self.value(1, hole, board) if self.has_low else None

    # --- judgement of flop games: how good a hand looks, from 0 to 1 -----------------------------------------

    def start_worth(self, hole: Sequence[int]) -> float:
        """How good the first cards look."""
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

    def made_worth(self, hole: Sequence[int], board: Sequence[int], board_category: int) -> float:
        """How good a hand looks with the board, of which alone the category is known."""
        if not self.two_of_hand:
            return _worth_of_any(hole, board, board_category)
        worth = _WORTH_OF_TWO_AND_THREE[category(values.omaha_high(hole, board)[0])]
        worth -= 0.1 if board_category >= PAIR else 0
        low = self.low(hole, board)
        return worth if low is None else max(worth, 0.55 + 0.3 * values.is_seven_low(low))

    def keep(self, hole: Sequence[int], board: Sequence[int]) -> list[int]:
        """The cards that a seat keeps that throws one away."""
        best = max(
            combinations(hole, len(hole) - 1),
            key=lambda kept: (score([*kept, *board]) if board else 0, START_WORTH[kept[0]][kept[1]]),
        )
        return list(best)


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


# --- the declarations --------------------------------------------------------------------------------------------

_HIGH: Final = (Part("", values.high),)
_OMAHA: Final = (Part("", values.omaha_high),)
_OMAHA8: Final = (Part("hi", values.omaha_high), Part("lo", values.omaha_low))
_STUD8: Final = (Part("hi", values.high), Part("lo", values.eight_or_better))
_A5: Final = (Part("", values.ace_to_five),)
_27: Final = (Part("", values.deuce_to_seven),)

_BOARD: Final = (Street(board=3, big=False), Street(board=1), Street(board=1))
_PINEAPPLE: Final = (Street(discard=1, board=3, big=False), *_BOARD[1:])
_CRAZY: Final = (_BOARD[0], Street(discard=1, board=1), _BOARD[2])
_TO_SEVEN: Final = (Street(up=1, big=False), Street(up=1), Street(up=1), Street(down=1))
_SUPER: Final = (Street(discard=2, up=1, big=False), *_TO_SEVEN[1:])
_ONE_DRAW: Final = (Street(draws=True),)
_THREE_DRAWS: Final = (Street(draws=True, big=False), *_ONE_DRAW * 2)
_DRAWMAHA: Final = (Street(draws=True, board=3, big=False), *(Street(draws=True, board=1),) * 2)


def _stud(code: str, parts: tuple[Part, ...], **says: Any) -> Game:
    return Game(code, STUD, 2, parts, _TO_SEVEN, 1, 8, "fl", has_button=False, **says)


def _razz(code: str, parts: tuple[Part, ...]) -> Game:
    return _stud(code, parts, bring_in_high=True, ace_low=True, low_board_first=True)


def _super(code: str, parts: tuple[Part, ...], **says: Any) -> Game:
    return Game(code, STUD, 4, parts, _SUPER, 1, 6, "fl", has_button=False, **says)


def _draw(code: str, parts: tuple[Part, ...], streets: tuple[Street, ...], missed_blind: str = "big") -> Game:
    return Game(code, DRAW, 5, parts, streets, seats=6, usual_betting="fl", missed_blind=missed_blind)


_ALL: Final = (
    Game("holdem", FLOP, 2, _HIGH, _BOARD),
    Game("pineapple", FLOP, 3, _HIGH, _PINEAPPLE),
    Game("crazy-pineapple", FLOP, 3, _HIGH, _CRAZY),
    Game("omaha", FLOP, 4, _OMAHA, _BOARD, usual_betting="pl"),
    Game("omaha8", FLOP, 4, _OMAHA8, _BOARD, usual_betting="fl"),
    Game("big-o", FLOP, 5, _OMAHA8, _BOARD, seats=8, usual_betting="pl"),
    Game("big-easy", FLOP, 6, _OMAHA8, _BOARD, seats=7, usual_betting="pl"),
    _stud("stud", _HIGH, open_pair=True),
    _stud("stud8", _STUD8),
    _razz("stud-hilo", (Part("hi", values.high), Part("lo", values.ace_to_five))),
    _razz("razz", _A5),
    _razz("kc-razz", _27),
    _super("super-stud", _HIGH, open_pair=True),
    _super("super-stud8", _STUD8, bring_in_high=True),
    Game(
        "mexican", STUD, 1, (Part("", values.mexican),), (Street(either=1),) * 3, up_cards=1, seats=7,
        usual_betting="fl", deck=values.MEXICAN_DECK, bring_in_high=True, either_limit=True,
    ),
    _razz("razzdugi", (Part("razz", values.ace_to_five), Part("badugi", values.badugi))),
    _razz("razzdeucey", (Part("razz", values.ace_to_five), Part("27", values.deuce_to_seven))),
    Game("draw-high", DRAW, 5, _HIGH, _ONE_DRAW, seats=7, usual_betting="fl"),
    _draw("a5-single", _A5, _ONE_DRAW),
    _draw("a5-triple", _A5, _THREE_DRAWS),
    Game("27-single", DRAW, 5, _27, _ONE_DRAW, seats=6, missed_blind="big"),
    _draw("27-triple", _27, _THREE_DRAWS),
    Game("badugi", DRAW, 4, (Part("", values.badugi),), _THREE_DRAWS, seats=8, usual_betting="fl", missed_blind="any"),
    _draw("badeucey", (Part("five", values.deuce_to_seven), Part("badugi", values.badugi_without_aces)), _THREE_DRAWS,
          "any"),
    _draw("badacey", (Part("five", values.ace_to_five), Part("badugi", values.badugi)), _THREE_DRAWS, "any"),
    Game(
        "drawmaha", DRAW, 4, (Part("omaha", values.omaha_high), Part("badugi", values.badugi)), _DRAWMAHA, seats=6,
        usual_betting="fl",
    ),
    Game("omaha5", FLOP, 5, _OMAHA, _BOARD, seats=8, usual_betting="pl"),
    Game("omaha6", FLOP, 6, _OMAHA, _BOARD, seats=7, usual_betting="pl"),
)  # fmt: skip
GAMES: Final = {game.code: game for game in _ALL}
