"""The errors that the simulator knows how to make, and the labels that say where it made them.

One injected error is one cause, and the audit is expected to answer it with one finding of the same code (DC02 with
one for each of the two tables). What each injector does stands beside it: those of the forced bets and of the deal in
``hand.py``, those of the betting in ``slips.py``, those of the settlement in ``settlement.py``, those of the record in
``table_day.py``, and those of the down card in ``cards_of_dealers.py``.
"""

from dataclasses import dataclass
from typing import Final

from pipelines.simulator.placards import Placard
from pipelines.simulator.round_placards import RoundPlacard
from pipelines.simulator.round_wrongs import ROUND_CODES, round_can_occur

# Decided before the hand is dealt.
EARLY: Final = ("BL01", "BL02", "BL03", "BL04", "BL07", "PT04", "SC01", "SC02", "SC04", "TL01")
# Decided while the hand is bet, at a decision that has room for it.
IN_BETTING: Final = (
    "AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08", "AC09", "AC10", "AC11",
)  # fmt: skip
# Decided when the betting is over and the pot is about to be settled.
LATE: Final = ("RK01", "RK02", "RK03", "RK04", "PT01", "PT02", "PT08", "OC01", "OC05", "CD01")
# Decided when the day is over and the down cards are written.
ON_THE_CARD: Final = ("DC01", "DC02")
CODES: Final = tuple(sorted(EARLY + IN_BETTING + LATE + ON_THE_CARD))  # of button games
ALL_CODES: Final = tuple(sorted({*CODES, *ROUND_CODES}))  # of stud, draw and mixed tables too


def can_occur(code: str, placard: Placard) -> bool:
    """Whether a table with this placard has room for the error at all, and not only once in a long while."""
    if isinstance(placard, RoundPlacard):
        return round_can_occur(code, placard)
    if code not in CODES:
        return False
    form, chip = placard.betting, placard.wager_chip
    if placard.is_tournament and (code[:2] == "RK" or code in ("AC08", "AC09", "AC10", "BL04")):
        # no rake, no chips from a pocket, no chip smaller than the smallest in play; and of the last two the documents
        # of this room speak for live action only
        return False
    if code == "AC02":
        return form == "fl" or placard.bb > chip  # a bet under the big blind in whole chips
    if code in ("AC04", "AC08"):
        return form != "fl"  # stacks of a limit game are deep
    if code == "PT08":
        return form == "nl"  # it takes an all-in against a shorter stack
    if code == "AC05":
        return form == "fl"
    if code == "AC06":
        return form == "pl"
    if code == "AC09":
        return form != "fl" and chip > 1
    return code != "OC05" or placard.chip == 1


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
