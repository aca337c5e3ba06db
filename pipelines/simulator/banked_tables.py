"""Heads-Up Hold'em as the simulator deals it: its own reading of chapter 12, and what hands are on which line.

Odds are in hundredths to one, jackpots in dollars. Nothing here is shared with the checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.simulator.cards import (
    ACE,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    category,
    score,
    top_rank,
)

ROYAL: Final = 9
JACK: Final = 9
SPADES: Final = 3
SEATS_MOST: Final = 6
DECK_CARDS: Final = 52

ODDS: Final = {
    "A": {ROYAL: 50000, STRAIGHT_FLUSH: 5000, QUADS: 1000, FULL_HOUSE: 300, FLUSH: 150, STRAIGHT: 100},
}
BAD_BEAT: Final = {
    "A": {STRAIGHT_FLUSH: 50000, QUADS: 5000, FULL_HOUSE: 1000, FLUSH: 800, STRAIGHT: 500},
    "B": {STRAIGHT_FLUSH: 50000, QUADS: 5000, FULL_HOUSE: 1000, FLUSH: 600, STRAIGHT: 500},
    "C": {STRAIGHT_FLUSH: 50000, QUADS: 5000, FULL_HOUSE: 1000, FLUSH: 500, STRAIGHT: 400},
    "D": {STRAIGHT_FLUSH: 50000, QUADS: 2500, FULL_HOUSE: 600, FLUSH: 500, STRAIGHT: 400},
}
ACES, SUITED, OFFSUIT, PAIRED, NO_POCKET = "aces", "suited", "offsuit", "pair", ""
POCKET: Final = {
    "A": {ACES: 3000, SUITED: 2000, OFFSUIT: 1000, PAIRED: 500},
    "B": {ACES: 2500, SUITED: 2000, OFFSUIT: 1000, PAIRED: 500},
    "C": {ACES: 3000, SUITED: 2000, OFFSUIT: 1000, PAIRED: 400},
}
TRIPS_PLUS: Final = {
    "A": {ROYAL: 10000, STRAIGHT_FLUSH: 4000, QUADS: 3000, FULL_HOUSE: 900, FLUSH: 700, STRAIGHT: 400, TRIPS: 300},
    "B": {ROYAL: 10000, STRAIGHT_FLUSH: 4000, QUADS: 3000, FULL_HOUSE: 800, FLUSH: 600, STRAIGHT: 500, TRIPS: 300},
    "C": {ROYAL: 10000, STRAIGHT_FLUSH: 4000, QUADS: 3000, FULL_HOUSE: 700, FLUSH: 600, STRAIGHT: 500, TRIPS: 300},
    "D": {ROYAL: 10000, STRAIGHT_FLUSH: 4000, QUADS: 3000, FULL_HOUSE: 800, FLUSH: 700, STRAIGHT: 400, TRIPS: 300},
}


@dataclass(frozen=True)
class Jackpot:
    """A paytable of the progressive: each line pays a share of the meter in percent, or dollars; none has a zero."""

    flopped_spades: tuple[int, int]
    flopped: tuple[int, int]
    royal: tuple[int, int]
    community: tuple[int, int]
    flopped_straight_flush: tuple[int, int]
    straight_flush: int
    quads: int
    full_house: int
    flush: int
    reset: int
    envy: int = 0  # dollars for each dollar wagered


_ALL: Final = (100, 0)
_TENTH: Final = (10, 0)
JACKPOTS: Final = {
    "A": Jackpot(_ALL, _TENTH, _TENTH, _TENTH, (0, 200), 200, 50, 10, 5, 5000),
    "B": Jackpot(_ALL, (0, 1000), (0, 1000), (0, 1000), (0, 200), 200, 50, 10, 5, 5000),
    "C": Jackpot(_ALL, _TENTH, _TENTH, _TENTH, (0, 500), 500, 100, 10, 0, 5000),
    "D": Jackpot(_ALL, _ALL, (0, 1000), (0, 1000), (0, 500), 500, 100, 10, 0, 5000),
    "E": Jackpot(_ALL, _ALL, (0, 3000), (0, 3000), (0, 250), 250, 100, 10, 0, 5000),
    "F": Jackpot(_ALL, _ALL, (5, 0), (0, 3000), (0, 250), 250, 100, 10, 0, 6000),
    "G": Jackpot(_ALL, _ALL, _ALL, (0, 1000), (0, 250), 250, 75, 11, 0, 2000),
    "H": Jackpot(_ALL, _ALL, _ALL, (0, 1000), (0, 300), 300, 100, 10, 0, 2000),
    "I": Jackpot((0, 2000), (0, 2000), (0, 2000), (0, 2000), _ALL, 250, 50, 7, 5, 2500),
    "J": Jackpot(_ALL, _ALL, _ALL, (0, 1000), (0, 250), 250, 75, 11, 0, 2000, envy=100),
}
NO_JACKPOT: Final = Jackpot((0, 0), (0, 0), (0, 0), (0, 0), (0, 0), 0, 0, 0, 0, 0)


def made(cards: Sequence[int]) -> int:
    """The class of the best five cards: a category, or ROYAL."""
    value = score(cards)
    kind = category(value)
    return ROYAL if kind == STRAIGHT_FLUSH and top_rank(value) == ACE else kind


def pocket_line(hole: Sequence[int]) -> str:
    """The line of the pocket bonus that two cards are on."""
    high, low = sorted((card >> 2 for card in hole), reverse=True)
    if high == low:
        return ACES if high == ACE else PAIRED
    if high == ACE and low >= JACK:
        return SUITED if hole[0] & 3 == hole[1] & 3 else OFFSUIT
    return NO_POCKET


def jackpot(table: Jackpot, hole: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """(percent of the meter, dollars) that a hand wins of the progressive; both 0 for nothing."""
    kind = made([*hole, *board])
    flopped = [*hole, *board[:3]]
    if kind == ROYAL:
        if made(flopped) == ROYAL:
            return table.flopped_spades if hole[0] & 3 == SPADES else table.flopped
        return table.community if made(board) == ROYAL else table.royal
    if kind == STRAIGHT_FLUSH:
        return table.flopped_straight_flush if made(flopped) == STRAIGHT_FLUSH else (0, table.straight_flush)
    return 0, {QUADS: table.quads, FULL_HOUSE: table.full_house, FLUSH: table.flush}.get(kind, 0)


def is_envied(hole: Sequence[int], board: Sequence[int]) -> bool:
    """Whether the other seats get an envy bonus for a hand: a royal flush of which a card is the seat's own."""
    return made([*hole, *board]) == ROYAL and made(board) != ROYAL


@dataclass(frozen=True)
class Terms:
    """What the placard of a table says: the smallest ante, the letters of its tables, the ceiling, the dealing.

    A wager without a letter is not offered.
    """

    ante: int
    odds: str
    bad_beat: str
    pocket: str
    trips: str
    progressive: str
    limit: int
    by_hand: bool

    def toml(self) -> list[str]:
        """The lines of the house file beside those that every placard has."""
        names = [name for name in ("odds", "bad_beat", "pocket", "trips", "progressive") if getattr(self, name)]
        letters = ", ".join(f'{name} = "{getattr(self, name)}"' for name in names)
        return [
            f'dealing = "{"hand" if self.by_hand else "shoe"}"',
            f"paytables = {{ {letters}, limit = {self.limit} }}",
        ]
