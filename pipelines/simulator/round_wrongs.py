"""The errors that stud, draw and mixed tables of the simulator have room for."""

from typing import Final

from pipelines.simulator.placards import Placard
from pipelines.simulator.round_games import RoundGame
from pipelines.simulator.round_placards import RoundPlacard

_ALWAYS: Final = (
    "AC01", "AC03", "AC07", "AC10", "AC11", "CD01", "CD02", "CD03", "CD05", "CD06", "CD09", "PT01", "PT02", "PT04",
    "PT05", "PT09", "RK01", "RK02", "RK04", "SC01",
)  # fmt: skip
_STUD: Final = ("AC02", "AC05", "BL12", "BL13", "CD04", "OC02", "OC05", "SC07")
_DRAW: Final = ("CD04", "CD08", "OC01", "OC05", "SC07")
_SPLIT: Final = ("PT06", "OC03", "OC04")
ROUND_CODES: Final = tuple(sorted({*_ALWAYS, *_STUD, *_DRAW, *_SPLIT, "AC08", "AC09", "OC06", "PT03", "PT07", "PT08"}))


def round_can_occur(code: str, placard: Placard) -> bool:
    """Whether a table of such a game has room for an error; DC01 and DC02 are those of the down card."""
    assert isinstance(placard, RoundPlacard) and isinstance(placard.game, RoundGame)
    game, limit = placard.game, placard.betting == "fl"
    if code in ("DC01", "DC02"):
        return True
    if placard.rotation:
        return code in ("RK01", "RK02", "RK04", "PT01", "PT02", "SC01")
    if code in ("AC08", "AC09", "PT03", "PT08"):
        return not limit and (code != "AC09" or placard.wager_chip > 1)
    if code in ("OC05", "OC06") and placard.chip != 1:
        return False
    tied = game.family not in ("mexican", "drawmaha") and not game.discard
    if code in ("OC01", "OC02", "OC05", "OC06", "OC04") and not tied:
        return False
    if code in ("CD02", "CD05", "CD09") and game.family == "mexican":
        return False  # a card is opened, and the joker belongs, in Mexican poker
    if code == "PT07":
        return game.parts[-1][0] == "lo" and game.code != "stud-hilo"
    if code == "AC02":
        return limit or placard.bb > placard.wager_chip
    if code == "AC05":
        return limit
    if code == "SC07":
        return (game.family == "stud" and not game.discard) or (not game.is_stud and game.draws == 3)
    if code in _SPLIT:
        return len(game.parts) == 2
    return code in _ALWAYS or code in (_STUD if game.is_stud else _DRAW) or code == "OC06"
