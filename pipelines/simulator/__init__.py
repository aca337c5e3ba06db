"""A room that never was: hand logs, down cards and shuffler counts of a day, with errors whose places are known.

Plain Python, and independent of the checks: it deals, bets, rakes and pays by its own reading of the rules, so that an
audit that agrees with it has been told so by somebody else.
"""

from pipelines.simulator.placards import KINDS
from pipelines.simulator.room_day import GAMES, SimReport, can_occur_at, simulate
from pipelines.simulator.room_month import MonthReport, simulate_month
from pipelines.simulator.wrongs import ALL_CODES, CODES

__all__ = [
    "ALL_CODES", "CODES", "GAMES", "KINDS", "MonthReport", "SimReport", "can_occur_at", "simulate", "simulate_month",
]  # fmt: skip
