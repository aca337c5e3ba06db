"""The errors that the simulator knows how to make, and the labels that say where it made them.

One injected error is one cause, and the audit is expected to answer it with one finding of the same code (DC02 with
one for each of the two tables). What each injector does stands beside it: those of the table before a hand in
``early_errors.py``, of the blinds and antes in ``forced_bets.py``, of the deal in ``irregular.py``, of the betting in
``slips.py``, of the settlement in ``push_errors.py``, of the record in ``table_day.py``, and of the down card in
``cards_of_dealers.py``.
"""

from dataclasses import dataclass
from typing import Final

from pipelines.simulator.placards import Placard
from pipelines.simulator.round_placards import RoundPlacard
from pipelines.simulator.round_wrongs import ROUND_CODES, round_can_occur

# Decided before the hand is dealt.
EARLY: Final = (
    "BL01", "BL02", "BL03", "BL04", "BL05", "BL06", "BL07", "BL08", "BL09", "BL10", "BL11", "BL12", "BL14", "CD04",
    "CD07", "PT04", "PT12", "PT13", "SC01", "SC02", "SC04", "TL01",
)  # fmt: skip
# Time of a table: before the cards where seats pay it, at the end of the hand where a pot does.
TIME: Final = ("RK06", "RK07")
# Decided while the hand is dealt, on a street that has room for it.
IN_DEALING: Final = ("AC12", "CD02", "CD03", "CD05", "CD06", "CD09")
# Decided while the hand is bet, at a decision that has room for it.
IN_BETTING: Final = (
    "AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08", "AC09", "AC10", "AC11",
)  # fmt: skip
# Decided when the betting is over and the pot is about to be settled.
LATE: Final = (
    "CD01", "OC01", "OC03", "OC04", "OC05", "OC06", "PT01", "PT02", "PT03", "PT05", "PT06", "PT07", "PT08", "PT09",
    "PT10", "PT11", "RK01", "RK02", "RK03", "RK04", "RK05", "RK08",
)  # fmt: skip
# Decided when the day is over and the down cards are written.
ON_THE_CARD: Final = ("DC01", "DC02")
CODES: Final = tuple(sorted(EARLY + TIME + IN_DEALING + IN_BETTING + LATE + ON_THE_CARD))  # of button games
ALL_CODES: Final = tuple(sorted({*CODES, *ROUND_CODES}))  # of stud, draw and mixed tables too

# What tournaments have no room for: no rake, no chip smaller than the smallest in play, no missed blinds, no rebuys;
# and what the documents of this room say for live action only.
_NOT_IN_TOURNAMENTS: Final = ("AC09", "AC12", "BL05", "BL06", "CD07", "PT13")


def can_occur(code: str, placard: Placard) -> bool:
    """Whether a table with this placard has room for the error at all, and not only once in a long while."""
    if isinstance(placard, RoundPlacard):
        return round_can_occur(code, placard)
    if code not in CODES:
        return False
    form, chip, game = placard.betting, placard.wager_chip, placard.game
    if placard.is_tournament and (code[:2] == "RK" or code in _NOT_IN_TOURNAMENTS):
        return False
    if placard.time_rate and code in ("RK01", "RK02", "RK03", "RK04", "RK05"):
        return False
    needs = {
        "AC02": form == "fl" or placard.bb > chip,  # a bet under the big blind in whole chips
        "AC04": form != "fl",  # stacks of a limit game are deep
        "AC05": form == "fl",
        "AC06": form == "pl",
        "AC08": form != "fl",
        "AC09": form != "fl" and chip > 1,
        "AC12": form != "fl" and placard.boards_most < 3,
        "BL02": not placard.mandatory_straddle,  # nobody could say who is under the gun
        "BL03": not placard.mandatory_straddle,
        "BL09": not placard.mandatory_straddle,
        "BL10": bool(placard.mandatory_straddle),
        "BL11": bool(placard.kill),
        "BL12": placard.is_tournament,
        "CD07": (game.seats + 1) * game.hole_cards + 8 <= 52,  # the deck has to reach to the river all the same
        "OC03": game.has_low,
        "OC04": game.has_low,
        "OC05": placard.chip == 1,
        "PT03": form == "nl",  # it takes an all-in against longer stacks
        "PT06": game.has_low,
        "PT07": game.has_low,
        "PT08": form == "nl",
        "PT11": form != "fl" and placard.boards_most > 1,
        "RK06": bool(placard.time_rate),
        "RK07": bool(placard.time_rate),
        "RK08": bool(placard.promo),
    }
    return needs.get(code, True)


@dataclass(frozen=True)
class Wrong:
    """An error made in one hand, in the hand's own terms. ``amount`` is in dollars and signed as the findings are."""

    code: str
    amount: int
    note: str
    event: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Label:
    """One row of ``labels.parquet``: an injected error. ``at_s`` is seconds since the epoch, UTC."""

    code: str
    table: str
    hand: str | None
    gaming_date_ordinal: int
    at_s: int
    event: int | None
    seat: int | None
    amount_cents: int | None
    note: str
