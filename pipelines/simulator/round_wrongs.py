"""The errors that stud, draw and mixed tables of the simulator have room for."""

from typing import Final

from pipelines.simulator.placards import Placard
from pipelines.simulator.round_games import RoundGame
from pipelines.simulator.round_placards import RoundPlacard

_ALWAYS: Final = (
    "AC01", "AC03", "AC07", "AC10", "AC11", "CD01", "CD02", "CD03", "CD04", "CD05", "CD06", "CD09", "PT01", "PT02",
    "PT04", "PT05", "PT09", "PT12", "PT13", "RK01", "RK02", "RK04", "SC01", "SC02", "SC04", "TL01",
)  # fmt: skip
_STUD: Final = ("AC02", "AC05", "BL12", "BL13", "OC02", "OC05", "SC07")
_DRAW: Final = (
    "BL01", "BL02", "BL03", "BL04", "BL05", "BL06", "BL07", "BL08", "BL14", "CD07", "CD08", "OC01", "OC05", "SC07",
)  # fmt: skip
_SPLIT: Final = ("PT06", "OC03", "OC04")
# Who owes what on coming in, and where the button stood: after hands without a button nobody can say it.
_NOT_AT_MIXED: Final = ("BL05", "BL06", "BL07", "BL08", "BL14", "CD07")
ROUND_CODES: Final = tuple(
    sorted({*_ALWAYS, *_STUD, *_DRAW, *_SPLIT, "AC04", "AC06", "AC08", "AC09", "OC06", "PT03", "PT07", "PT08", "RK03"})
)
# Decided while the hand is played; those of the deal in stud too.
ROUND_IN_PLAY: Final = (
    "BL12", "BL13", "CD02", "CD03", "CD04", "CD05", "CD06", "CD08", "CD09", "OC02", "SC07",
)  # fmt: skip


def round_can_occur(code: str, placard: Placard) -> bool:
    """Whether a table of such a game has room for an error; DC01 and DC02 are those of the down card."""
    assert isinstance(placard, RoundPlacard)
    if code in ("DC01", "DC02"):
        return True
    if placard.rotation:
        return code not in _NOT_AT_MIXED and any(fits_the_game(code, one) for one in placard.rotation)
    return fits_the_game(code, placard)


def fits_the_game(code: str, placard: Placard) -> bool:
    """Whether one game of a table has room for an error; a flop game of a mixed table, for those of every game."""
    game, limit = placard.game, placard.betting == "fl"
    if not isinstance(game, RoundGame):
        return code in _ALWAYS
    if code in ("AC04", "AC08", "AC09", "PT03", "PT08"):
        return not limit and (code != "AC09" or placard.wager_chip > 1)
    if code == "AC06":
        return placard.betting == "pl"
    if code == "BL06":
        return limit and not game.is_stud  # only new players have something to post
    if code == "RK03":
        return game.family == "drawmaha"
    if code in ("OC05", "OC06") and placard.chip != 1:
        return False
    tied = game.family not in ("mexican", "drawmaha") and not game.discard
    if code in ("OC01", "OC02", "OC04", "OC05", "OC06") and not tied:
        return False
    if code == "OC06":
        return len(game.parts) == 1  # hands that tie for one part tie for both here, and then it is OC04
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
    return code in _ALWAYS or code in (_STUD if game.is_stud else _DRAW)
