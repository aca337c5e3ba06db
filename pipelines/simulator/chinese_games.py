"""Chinese games as the simulator deals them, from the documents: what is dealt when, and how the middle row is read."""

from dataclasses import dataclass
from typing import Final

from pipelines.simulator.games import LOTS, Game, Part, Street
from pipelines.simulator.hand_values import high

CHINESE: Final = "chinese"
WHOLE_HAND: Final = 13
PERFECT_LOW: Final = 8  # what the simulated room has 75432 at


@dataclass(frozen=True)
class ChineseGame(Game):
    """One Chinese game: the first cards, then so many a draw, of which all but ``thrown`` are kept."""

    draw_sizes: tuple[int, ...] = ()
    thrown: int = 0  # of each draw
    book: int = 0  # what Fantasyland deals behind the first five
    low_middle: bool = False

    @property
    def is_open_face(self) -> bool:
        return bool(self.draw_sizes)

    @property
    def draws_to_set(self) -> int:
        return len(self.draw_sizes)

    @property
    def hands_most(self) -> int:
        """How many hands the deck reaches for, four at the most."""
        return min(4, 52 // (self.hole_cards + sum(self.draw_sizes)))


def _game(code: str, first: int, draws: tuple[int, ...], seats: int, **says: int | bool) -> ChineseGame:
    streets = tuple(Street(down=cards) for cards in draws) or (Street(),)
    return ChineseGame(code, CHINESE, first, (Part("", high),), streets, seats=seats, draw_sizes=draws, **says)  # type: ignore[arg-type]


_ALL: Final = (
    _game("chinese", 13, (), 5),
    _game("ofc", 5, (1,) * 8, 5, book=8),
    _game("ofc-turbo", 5, (4, 4), 5, book=8),
    _game("ofc-pineapple", 5, (3,) * 4, 3, thrown=1, book=9),
    _game("ofc-27", 5, (3,) * 4, 3, thrown=1, book=9, low_middle=True),
)
CHINESE_GAMES: Final = {game.code: game for game in _ALL}  # those without a pot
# Lots of five, three and five with a betting round behind each (2017:342); four hands are the whole deck.
CHINESE_DRAW: Final = Game("chinese-draw", LOTS, 5, (Part("", high),), (Street(down=3), Street(down=5)), seats=4)
