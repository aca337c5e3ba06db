"""The errors that the simulator knows how to make, and the labels that say where it made them.

One injected error is one cause, and the audit is expected to answer it with one finding of the same code (DC02 with
one for each of the two tables). What each injector does stands beside it: those of the table before a hand in
``early_errors.py``, of the blinds and antes in ``forced_bets.py``, of the bring-in in ``bring_in.py``, of the deal in
``flop_dealing.py``, ``stud_dealing.py``, ``draw_dealing.py`` and ``lots_dealing.py``, of the betting in ``slips.py``,
of the settlement in ``push_errors.py``, of the record in ``table_day.py``, and of the down card in
``cards_of_dealers.py``.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pipelines.simulator.banked_errors import CODES as BANKED
from pipelines.simulator.chinese_games import ChineseGame
from pipelines.simulator.games import DRAW, FLOP, LOTS, STUD
from pipelines.simulator.placards import Placard

# Decided before the hand is dealt.
EARLY: Final = (
    "BL01", "BL02", "BL03", "BL04", "BL05", "BL06", "BL07", "BL08", "BL09", "BL10", "BL11", "BL12", "BL14", "BL15",
    "CD04", "CD07", "HF02", "PT04", "PT12", "PT13", "SC01", "SC02", "SC04", "SC11", "SC12", "TL01",
)  # fmt: skip
# Time of a table: before the cards where seats pay it, at the end of the hand where a pot does.
TIME: Final = ("RK06", "RK07")
# Decided while the hand is dealt, on a street that has room for it.
_WITHOUT_A_FLOP: Final = ("CD02", "CD03", "CD05", "CD06", "CD09", "SC07")
IN_DEALING: Final = {
    FLOP: ("AC12", "CD02", "CD03", "CD05", "CD06", "CD09", "PT14"),
    STUD: ("BL12", "BL13", "CD04", "OC02", *_WITHOUT_A_FLOP),
    DRAW: ("CD08", *_WITHOUT_A_FLOP),
    LOTS: ("CD02", "CD04", "CD05", "CD06", "CD09", "OF06"),
}
# Decided while the hand is bet, at a decision that has room for it.
IN_BETTING: Final = (
    "AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08", "AC09", "AC10", "AC11", "AC13",
)  # fmt: skip
# Decided when the betting is over and the pot is about to be settled.
LATE: Final = (
    "CD01", "OC01", "OC03", "OC04", "OC05", "OC06", "PT01", "PT02", "PT03", "PT05", "PT06", "PT07", "PT08", "PT09",
    "PT10", "PT11", "RK01", "RK02", "RK03", "RK04", "RK05", "RK08",
)  # fmt: skip
# Decided when the day is over: on the down cards, and where one name stands in the logs of two tables.
ON_THE_CARD: Final = ("DC01", "DC02")
BETWEEN_TABLES: Final = ("TL05",)
AFTER_THE_DAY: Final = ON_THE_CARD + BETWEEN_TABLES
# What Chinese tables have room for, and which of it only open-face games.
IN_CHINESE: Final = ("CD01", "CD02", "CD04", "CD05", "CD06", "CD09", "OF01", "OF02", "OF03", "OF04", "OF05", "OF06")
EARLY_IN_CHINESE: Final = ("PT12", "SC01", "SC02", "SC04", "TL01")
# What Chinese draw poker has room for beside the betting and its own deal. At a showdown no document says who wins
# what, and without burns no log tells by which lot the rake was taken.
IN_LOTS: Final = (
    "BL01", "BL02", "BL03", "BL04", "BL07", "BL08", "CD01", "CD04", "PT02", "PT04", "PT05", "PT08", "PT12", "PT13",
    "RK01", "RK02", "RK04", "SC01", "SC02", "SC04", "TL01",
)  # fmt: skip
_OPEN_FACE_ONLY: Final = ("CD05", "CD06", "OF01", "OF02", "OF03", "OF04")
CODES: Final = tuple(sorted(EARLY + TIME + IN_DEALING[FLOP] + IN_BETTING + LATE + AFTER_THE_DAY))  # of flop games
_OF_POTS: Final = frozenset((*CODES, *IN_DEALING[STUD], *IN_DEALING[DRAW]))  # of stud, draw and mixed tables too
ALL_CODES: Final = tuple(sorted(_OF_POTS.union(BANKED, IN_CHINESE)))  # of all tables

# What tournaments have no room for: no rake, no chip smaller than the smallest in play, no missed blinds, no rebuys;
# and what the documents of this room say for live action only.
_NOT_IN_TOURNAMENTS: Final = ("AC09", "AC12", "BL05", "BL06", "CD07", "PT13", "TL05")
# Who owes what on coming in, and where the button stood: after hands without a button nobody can say it.
_NOT_AT_MIXED: Final = ("BL05", "BL06", "BL07", "BL08", "BL14", "CD07", "HF02")
# What a flop game of a mixed table has room for: what every game has.
_IN_EVERY_GAME: Final = (
    "AC01", "AC03", "AC07", "AC10", "AC11", "CD01", "CD02", "CD03", "CD04", "CD05", "CD06", "CD09", "PT01", "PT02",
    "PT04", "PT05", "PT09", "PT12", "PT13", "RK01", "RK02", "RK04", "SC01", "SC02", "SC04", "TL01",
)  # fmt: skip


def can_occur(code: str, placard: Placard) -> bool:
    """Whether a table with this placard has room for the error at all, and not only once in a long while."""
    if placard.banked:
        return code in BANKED
    if code in ON_THE_CARD:
        return True
    if code in BETWEEN_TABLES:
        return placard.is_live
    if placard.rotation:
        return code not in _NOT_AT_MIXED and any(fits_the_game(code, one) for one in placard.rotation)
    return fits_the_game(code, placard)


def fits_the_game(code: str, placard: Placard) -> bool:
    """Whether a game as it is played at a table has room for the error."""
    if placard.point:
        return _fits_chinese(code, placard)
    if placard.game.is_set_for_a_pot:
        return code in (*IN_LOTS, *IN_BETTING, *IN_DEALING[LOTS]) and _needs(placard).get(code, True)
    if code[:2] == "OF":
        return False
    if placard.in_rotation and placard.game.is_flop:
        return code in _IN_EVERY_GAME
    if placard.is_tournament and (code[:2] == "RK" or code in _NOT_IN_TOURNAMENTS):
        return False
    if placard.time_rate and code in ("RK01", "RK02", "RK03", "RK04", "RK05"):
        return False
    return code in _OF_POTS and _needs(placard).get(code, True)


def _fits_chinese(code: str, placard: Placard) -> bool:
    """Whether a Chinese table has room for the error, and its books forbid it."""
    ways, open_face = placard.ways, placard.game.draws_to_set
    if code in TIME:
        return ways.time_is_called or code == "RK06"
    if code in EARLY_IN_CHINESE:
        return True
    if code in ("CD05", "CD06") and ways.open_face != "wsop-live-2017":
        return False
    low_middle = isinstance(placard.game, ChineseGame) and placard.game.low_middle
    if low_middle and ways.open_face != "wsop-live-2017" and code in ("OF01", "OF02", "OF03", "OF04"):
        return False  # of a deuce-to-seven middle that document alone speaks
    if code == "CD06" and open_face < 3:  # there is no third draw before which it would be too late
        return False
    known = code in ("CD01", "CD09") or bool(ways.open_face)
    return code in IN_CHINESE and known and (open_face > 0 or code not in _OPEN_FACE_ONLY)


def other_stakes(placard: Placard) -> Placard | None:
    """Stakes beside those of the placard that a plain table may be dealt by mistake; None where no other rule would be
    the same at them."""
    own = (placard.straddles, placard.mandatory_straddle, placard.kill, placard.time_rate, placard.promo)
    sets = (placard.run_it, placard.wager_most, any(placard.buy_in), placard.by_hand, placard.is_tournament)
    if any(own) or any(sets) or placard.in_rotation or not placard.game.is_flop or placard.bb >= 10:
        return None
    if placard.betting == "fl":
        limits = 2 * placard.small_bet, 2 * placard.big_bet
        return replace(placard, sb=2 * placard.sb, bb=2 * placard.bb, small_bet=limits[0], big_bet=limits[1])
    return replace(placard, sb=2, bb=5, wager_chip=5) if placard.bb == 3 else replace(placard, sb=1, bb=3, wager_chip=1)


@lru_cache(maxsize=256)
def _needs(placard: Placard) -> dict[str, bool]:
    """What the errors need that not every table has."""
    form, chip, game, ways = placard.betting, placard.wager_chip, placard.game, placard.ways
    flop, blinds, big_bets = game.is_flop, not game.is_stud, form != "fl"
    free = big_bets and not placard.wager_most  # of a largest wager, beside which others would be told
    all_in = free and (form == "nl" or not flop)  # in time for others to be all-in against longer stacks
    by_hand = flop or game.ties_can_be_laid  # ties come, or can be made to come
    no_straddle = blinds and not placard.mandatory_straddle  # else nobody could say who is under the gun
    two_parts = len(game.parts) == 2
    stub_named = bool({"all", game.code}.intersection(ways.draw_stub_is_named))
    by_low = blinds or ways.odd_chip_of_low_is_named or game.is_high_only  # a rule says who gets the odd chip
    short_stub = (game.streets[-1].down > 0 and not game.discards) or game.draws == 3
    return {
        "AC02": not big_bets or placard.bb > chip,  # a bet under the big blind in whole chips
        "AC04": free,  # stacks of a limit game are deep
        "AC05": not big_bets,
        "AC06": form == "pl" and ways.pot_is_named,
        "AC08": free,
        "AC09": free and chip > 1 and ways.chip_of_big_blind,
        "AC12": flop and free and placard.boards_most < 3 and (ways.run_it_is_named or placard.run_it > 0),
        "AC13": bool(placard.wager_most),
        "BL01": blinds, "BL02": no_straddle, "BL03": no_straddle, "BL04": blinds, "BL05": blinds,
        "BL06": flop or (blinds and not big_bets),  # elsewhere only new players have something to post
        "BL07": blinds, "BL08": blinds,
        "BL09": flop and no_straddle,
        "BL10": bool(placard.mandatory_straddle),
        "BL11": bool(placard.kill) and ways.kill_is_named,
        "BL12": placard.is_tournament or not blinds,
        "BL13": not blinds,
        "BL14": blinds,
        "BL15": any(placard.buy_in),
        "CD02": not game.has_joker, "CD05": not game.has_joker, "CD09": not game.has_joker,  # there cards are opened
        "CD07": blinds and (game.seats + 1) * game.hole_cards + 8 <= len(game.deck),  # it has to reach to the river
        "CD08": game.draws > 0,
        "HF02": other_stakes(placard) is not None,
        "OC01": blinds and by_hand,
        "OC02": not blinds and by_hand and by_low,
        "OC03": two_parts,
        "OC04": two_parts and by_hand and by_low,
        "OC05": placard.chip == 1 and by_hand and by_low,
        # Where a pot has two parts hands tie for both: OC04.
        "OC06": flop or (placard.chip == 1 and by_hand and by_low and not two_parts),
        "PT03": all_in,
        "PT06": two_parts,
        "PT07": game.has_low,
        "PT08": all_in,
        "PT10": flop,
        "PT11": flop and big_bets and placard.boards_most > 1,
        "PT14": flop and placard.is_tournament,
        "RK03": game.has_board,
        "RK06": bool(placard.time_rate) and (ways.time_is_called or placard.time_style == "seat"),
        "RK07": bool(placard.time_rate) and ways.time_is_called,
        "RK08": bool(placard.promo),
        "SC04": not placard.by_hand,
        "SC07": short_stub and (stub_named if blinds else ways.stud_stub_is_named),
        "SC11": placard.by_hand,
        "SC12": placard.is_tournament and placard.ways.deck_with_push,
    }  # fmt: skip


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
