"""The flop games that the oracle deals: how many cards, what is thrown away when, and how hands are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from tests.oracle.evaluators import Value, high, omaha_eight_or_better, omaha_high, omaha_low


@dataclass(frozen=True)
class Game:
    """One game. `discard_before`: the street before which every hand throws one card away, 0 the flop; None: never."""

    name: str
    hole: int
    seats: int = 10
    exactly_two: bool = False
    low: Literal["none", "eight or better", "any"] = "none"
    discard_before: int | None = None

    @property
    def kept(self) -> int:
        """The cards of a hand at the showdown."""
        return self.hole - (self.discard_before is not None)

    def best_high(self, hole: Sequence[str], board: Sequence[str]) -> Value:
        """The value of the best high hand."""
        return _best_high(self.exactly_two, tuple(hole), tuple(board))

    def best_low(self, hole: Sequence[str], board: Sequence[str]) -> Value | None:
        """The value of the best low; None if there is none."""
        return None if self.low == "none" else _best_low(self.low, tuple(hole), tuple(board))


# The same hand is asked for several times while it is dealt, written and judged.
@lru_cache(maxsize=4096)
def _best_high(exactly_two: bool, hole: tuple[str, ...], board: tuple[str, ...]) -> Value:
    return omaha_high(hole, board) if exactly_two else high([*hole, *board])


@lru_cache(maxsize=4096)
def _best_low(low: str, hole: tuple[str, ...], board: tuple[str, ...]) -> Value | None:
    return omaha_eight_or_better(hole, board) if low == "eight or better" else omaha_low(hole, board)


HOLDEM: Final = Game("holdem", 2)
GAMES: Final = (
    HOLDEM,
    Game("pineapple", 3, discard_before=0),
    Game("crazy-pineapple", 3, discard_before=1),
    Game("omaha", 4, exactly_two=True),
    Game("omaha8", 4, exactly_two=True, low="eight or better"),
    Game("omaha-hilo", 4, exactly_two=True, low="any"),
    Game("big-o", 5, seats=7, exactly_two=True, low="eight or better"),
    Game("big-easy", 6, seats=7, exactly_two=True, low="eight or better"),
)
