"""Stud and draw games that the simulator deals, and who wins with what.

A card is ``rank * 4 + suit`` as in ``cards.py``, 52 is the joker. The evaluators are the simulator's own: every choice
of cards is tried, and the greatest tuple wins, also in the low games.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from pipelines.simulator.cards import DECK, TEXT, score
from pipelines.simulator.games import Game, _best_two_and_three

Value = tuple[int, ...]
JOKER: Final = 52
ACE: Final = 12
FACE: Final = (*TEXT, "Jk")
SHORT_DECK: Final = tuple(card for card in DECK if not 6 <= card >> 2 <= 8) + (JOKER,)


def _shape(ranks: Sequence[int]) -> tuple[Value, Value]:
    tally = Counter(ranks)
    order = sorted(tally, key=lambda rank: (tally[rank], rank), reverse=True)
    return tuple(tally[rank] for rank in order), tuple(order)


def high(cards: Sequence[int]) -> Value:
    """The best five cards, high."""
    return (score(list(cards)),)


def _ace_to_five(cards: Sequence[int]) -> Value:
    shape, order = _shape([-1 if card >> 2 == ACE else card >> 2 for card in cards])
    return tuple(-n for n in shape) + tuple(-rank for rank in order)


@lru_cache(maxsize=4096)
def _best_ace_to_five(cards: tuple[int, ...]) -> Value:
    return max(_ace_to_five(five) for five in combinations(cards, 5))


def ace_to_five(cards: Sequence[int]) -> Value:
    """The best five cards, ace-to-five low."""
    return _best_ace_to_five(tuple(cards))


def eight_or_better(cards: Sequence[int]) -> Value | None:
    """The best ace-to-five low if it is of five different ranks up to eight."""
    best = ace_to_five(cards)
    return best if best[:5] == (-1,) * 5 and best[5] >= -6 else None


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


def deuce_to_seven(cards: Sequence[int]) -> Value:
    """The best five cards, deuce-to-seven low."""
    return _best_deuce_to_seven(tuple(cards))


def _badugi(cards: Sequence[int], aces: bool) -> Value:
    playing = [card for card in cards if aces or card >> 2 != ACE]
    for size in (4, 3, 2, 1):
        found = [
            (size, *sorted(-(-1 if card >> 2 == ACE else card >> 2) for card in some))
            for some in combinations(playing, size)
            if len({card >> 2 for card in some}) == len({card & 3 for card in some}) == size
        ]
        if found:
            return max(found)
    return (0,)


def badugi(cards: Sequence[int]) -> Value:
    """The best badugi."""
    return _badugi(cards, True)


def badugi_without_aces(cards: Sequence[int]) -> Value:
    """The best badugi in which an ace never counts."""
    return _badugi(cards, False)


_SHORT_RANKS: Final = (0, 1, 2, 3, 4, 5, 9, 10, 11, 12)
_KINDS: Final = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 5, (4, 1): 7, (5,): 9}


def _mexican(cards: Sequence[int]) -> Value:
    places = [_SHORT_RANKS.index(card >> 2) for card in cards]
    shape, order = _shape(places)
    kind = _KINDS[shape]
    if kind == 0:
        flush = len({card & 3 for card in cards}) == 1
        top = order[0] if order[0] - order[4] == 4 else -1 if order == (9, 3, 2, 1, 0) else None
        if top is not None:
            return (8 if flush else 4, top)
        kind = 6 if flush else 0
    return (kind, *order)


def mexican(cards: Sequence[int], joker_up: bool) -> Value:
    """Five cards of Mexican poker, the joker standing for what serves best."""
    held = [card for card in cards if card != JOKER]
    if len(held) == len(cards):
        return _mexican(held)
    best: Value = (-1,)
    for card in SHORT_DECK[:-1]:
        if card in held and sum(other >> 2 == card >> 2 for other in held) < 4:
            continue
        value = _mexican([*held, card])
        if not joker_up or card >> 2 == ACE or value[0] in (4, 6, 8):
            best = max(best, value)
    return best


Reader = Callable[[Sequence[int]], Value | None]


@dataclass(frozen=True)
class RoundGame(Game):
    """One game. ``parts``: the words of an award, and how the hands of that part are read."""

    family: str = "stud"  # or "mexican", "draw", "drawmaha"
    parts: tuple[tuple[str, Reader], ...] = ()
    discard: int = 0  # thrown away after the first round
    draws: int = 0
    bring_in_high: bool = False
    ace_low: bool = False  # when the bring-in is looked for
    low_board_first: bool = False
    open_pair: bool = False

    @property
    def is_stud(self) -> bool:
        return self.family in ("stud", "mexican")

    @property
    def has_button(self) -> bool:
        return self.family != "stud"

    @property
    def down(self) -> int:
        """First cards face down; in draw games all of them."""
        return self.hole_cards

    @property
    def cards_at_the_end(self) -> int:
        """Cards of a hand at the showdown."""
        return {"stud": 7, "mexican": 5}.get(self.family, self.hole_cards)


Parts = tuple[tuple[str, Reader], ...]


def _stud(code: str, parts: Parts, razz: bool = False, high_brings_in: bool = False, pair: bool = False) -> RoundGame:
    wide = code.startswith("super")
    return RoundGame(
        code, 4 if wide else 2, seats=6 if wide else 8, usual_betting="fl", parts=parts, discard=2 if wide else 0,
        bring_in_high=razz or high_brings_in, ace_low=razz, low_board_first=razz, open_pair=pair,
    )  # fmt: skip


def _draw(code: str, parts: Parts, cards: int, draws: int, seats: int, betting: str = "fl") -> RoundGame:
    family = "drawmaha" if code == "drawmaha" else "draw"
    return RoundGame(
        code, cards, seats=seats, usual_betting=betting, family=family, parts=parts, draws=draws,
    )  # fmt: skip


_ALL: Final = (
    _stud("stud", (("", high),), pair=True),
    _stud("stud8", (("hi", high), ("lo", eight_or_better))),
    _stud("stud-hilo", (("hi", high), ("lo", ace_to_five)), razz=True),
    _stud("razz", (("", ace_to_five),), razz=True),
    _stud("kc-razz", (("", deuce_to_seven),), razz=True),
    _stud("super-stud", (("", high),), pair=True),
    _stud("super-stud8", (("hi", high), ("lo", eight_or_better)), high_brings_in=True),
    RoundGame("mexican", 1, seats=7, usual_betting="fl", family="mexican", parts=(("", high),), bring_in_high=True),
    _stud("razzdugi", (("razz", ace_to_five), ("badugi", badugi)), razz=True),
    _stud("razzdeucey", (("razz", ace_to_five), ("27", deuce_to_seven)), razz=True),
    _draw("draw-high", (("", high),), 5, 1, 7),
    _draw("a5-single", (("", ace_to_five),), 5, 1, 6),
    _draw("a5-triple", (("", ace_to_five),), 5, 3, 6),
    _draw("27-single", (("", deuce_to_seven),), 5, 1, 6, "nl"),
    _draw("27-triple", (("", deuce_to_seven),), 5, 3, 6),
    _draw("badugi", (("", badugi),), 4, 3, 8),
    _draw("badeucey", (("five", deuce_to_seven), ("badugi", badugi_without_aces)), 5, 3, 6),
    _draw("badacey", (("five", ace_to_five), ("badugi", badugi)), 5, 3, 6),
    _draw("drawmaha", (("omaha", high), ("badugi", badugi)), 4, 3, 6),
)  # fmt: skip
ROUND_GAMES: Final = {game.code: game for game in _ALL}


def value_of(
    game: RoundGame, part: int, hand: Sequence[int], board: Sequence[int], joker_up: bool = False
) -> Value | None:
    """How good a hand is for one part of the pot; None: it has nothing there."""
    if game.family == "mexican":
        return mexican(hand, joker_up)
    if game.family == "drawmaha" and part == 0:
        return (_best_two_and_three(hand, board),)
    return game.parts[part][1](hand)


def combinations_that_play(game: RoundGame, part: int, hand: Sequence[int], value: Value | None) -> list[Value]:
    """Every choice of cards that makes a hand what it is."""
    reader = game.parts[part][1]
    assert value is not None
    if game.family == "mexican":
        return [tuple(hand)]
    size = value[0] if reader in (badugi, badugi_without_aces) else 5
    return [some for some in combinations(hand, size) if reader(some) == value]


def high_card(game: RoundGame, part: int, hand: Sequence[int], value: Value) -> tuple[int, int] | None:
    """The highest card that plays, twice; None where documents leave open how high an ace is."""
    reader = game.parts[part][1]
    low_ace = reader in (ace_to_five, eight_or_better, badugi)
    keys = [
        max(card - 52 if low_ace and card >> 2 == ACE else card for card in some)
        for some in combinations_that_play(game, part, hand, value)
    ]
    has_ace = any(card >> 2 == ACE for card in hand)
    unsure = has_ace and (part == 1 or (reader is high and _is_wheel(value)))
    return None if unsure else (max(keys), max(keys))


def _is_wheel(value: Value) -> bool:
    return value[0] >> 20 in (4, 8) and value[0] >> 16 & 15 == 3
