"""The placards of the simulated room's house-banked tables."""

from typing import Any, Final

from pipelines.simulator.banked_tables import SEATS_MOST, Terms
from pipelines.simulator.games import Game, Street

BOOK: Final = "mlgca-huhe"  # the regulator's rules, by which such tables go
KIND: Final = "huhe"
# Only what placards, cards and labels ask of a game: such a table is played by banked_table.py.
GAME: Final = Game(
    KIND, "house-banked", 2, (), (Street(board=3), Street(board=2)), seats=SEATS_MOST, usual_betting="",
)  # fmt: skip
_LETTERS: Final = (
    ("A", "A", "A", "A"), ("B", "B", "B", "B"), ("C", "C", "C", "C"), ("D", "A", "D", "D"), ("A", "B", "A", "E"),
    ("B", "C", "B", "F"), ("C", "A", "C", "G"), ("D", "B", "D", "H"), ("A", "C", "A", "I"), ("B", "A", "B", "J"),
)  # fmt: skip
_ANTES: Final = (5, 10, 25)


def banked_says() -> list[dict[str, Any]]:
    """What each placard of the kind has: its name, its smallest chip, and its terms."""
    made = []
    for place, (bad_beat, pocket, trips, progressive) in enumerate(_LETTERS):
        ante = _ANTES[place % len(_ANTES)]
        limit = (50_000, 60_000)[place % 2]
        terms = Terms(ante, "A", bad_beat, pocket, trips, progressive, limit, by_hand=place % 3 != 2)
        made.append({"name": f"{KIND}-{ante}-{progressive.lower()}", "chip": 5, "terms": terms})
    return made
