"""Points and payments of a Chinese hand, as the simulator reads the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pipelines.simulator.chinese_games import ChineseGame
from pipelines.simulator.chinese_values import Rows, rows_won, royalties

SCOOP: Final = 3
SCOOPED: Final = 3 + SCOOP
EARLIER: Final = "caesars-live"  # whose rules of open-face Chinese are not those of 2017


def rows_and_scoop(one: Rows, other: Rows, low_middle: bool = False) -> int:
    """Points of the first for its rows, and for the scoop."""
    won = rows_won(one, other, low_middle)
    return won + SCOOP * ((won == 3) - (won == -3))


@dataclass(frozen=True)
class Scoring:
    """How a table counts: its game, whose rules it goes by, and what 75432 is worth there."""

    game: ChineseGame
    book: str
    perfect_low: int

    def royalties(self, rows: Rows) -> list[int]:
        """The royalties of the three rows."""
        return royalties(rows, self.game.low_middle, self.book != EARLIER, self.perfect_low)

    def rows_only(self, one: Rows, other: Rows) -> int:
        """Points of rows and scoop."""
        return rows_and_scoop(one, other, self.game.low_middle)

    def points(self, one: Rows, other: Rows, fouls: tuple[bool, bool]) -> int:
        """What the first wins of the other. Plain Chinese poker is scored by rows alone; two fouls win nothing."""
        if not self.game.is_open_face:
            return self.rows_only(one, other)
        if all(fouls):
            return 0
        total = (SCOOPED if fouls[1] else -SCOOPED) if any(fouls) else self.rows_only(one, other)
        total += 0 if fouls[0] else sum(self.royalties(one))
        return total - (0 if fouls[1] else sum(self.royalties(other)))

    def in_order(self, ring: Sequence[int], button: int) -> list[tuple[int, int]]:
        """Who compares with whom, in the order of paying: the button first, or whoever is to its left.

        ``ring`` is in the order of dealing, from the button's left.
        """
        seats = list(ring)
        if self.book != EARLIER and seats[-1] == button:
            seats = [button, *seats[:-1]]
        return list(combinations(seats, 2))


class Purse:
    """What each seat still plays for in a hand, and what it has won and lost."""

    def __init__(self, stacks: Mapping[int, int], sets_aside: bool) -> None:
        self.left = dict(stacks)  # what still plays
        self.chips = dict(stacks)
        self.sets_aside = sets_aside  # chips that won do not play again

    def payable(self, one: int, other: int, amount: int) -> int:
        """As much of an amount as both still play for."""
        return min(amount, self.left[one], self.left[other])

    def pay(self, winner: int, loser: int, amount: int) -> None:
        """Chips change hands."""
        self.chips[winner] += amount
        self.chips[loser] -= amount
        self.left[loser] = max(0, self.left[loser] - amount)
        if self.sets_aside:
            self.left[winner] = max(0, self.left[winner] - amount)
