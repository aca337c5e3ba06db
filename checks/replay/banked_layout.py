"""The words and records of the walk over house-banked rounds: kinds of wager, what may be due, terms, one round."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np

SEATS: Final = 11  # entries by seat, 1..10; entry 0 is the dealer
KINDS: Final = 6


class Kind(IntEnum):
    """A wager; the envy bonus is no wager, and stands behind them."""

    ANTE = 0
    ODDS = 1
    RAISE = 2
    POCKET = 3
    TRIPS = 4
    PROGRESSIVE = 5
    ENVY = 6


class Due(IntEnum):
    """What is done with a wager."""

    NOTHING = 0
    TAKE = 1
    PUSH = 2
    PAY = 3
    MIXED = 4


class Stage(IntEnum):
    """How far a round has come."""

    BEFORE = 0  # no card is out
    PREFLOP = 1
    FLOP = 2
    RIVER = 3
    SETTLING = 4  # the dealer's cards were compared


class Reason(IntEnum):
    """Which rule decides what becomes of a wager."""

    NONE = 0
    FOLD = 1
    WIN = 2
    TIE = 3
    LOSE = 4
    NOT_QUALIFIED = 5
    BAD_BEAT = 6
    TABLE = 7
    ENVY = 8
    VOID = 9
    FOLD_SETTLES = 10  # a seat that folded has this wager settled all the same, or not


class Pocket(IntEnum):
    """Lines of the pocket bonus."""

    NONE = 0
    ACES = 1
    ACE_FACE_SUITED = 2
    ACE_FACE_OFFSUIT = 3
    PAIR = 4


class Jackpot(IntEnum):
    """Lines of the progressive."""

    NONE = 0
    FLOPPED_ROYAL_SPADES = 1
    FLOPPED_ROYAL = 2
    ROYAL_FLUSH = 3
    COMMUNITY_ROYAL = 4
    FLOPPED_STRAIGHT_FLUSH = 5
    STRAIGHT_FLUSH = 6
    QUADS = 7
    FULL_HOUSE = 8
    FLUSH = 9


class VoidCause(IntEnum):
    """Why a round has to be void."""

    NONE = 0
    FACE_UP = 1
    WRONG_NUMBER = 2
    DEALER_EXPOSED = 3
    SAID_ONLY = 4  # the log says that it was void and shows no reason


# The same as plain numbers: to the compiler a member of an enumeration is none.
KIND_ANTE: Final = int(Kind.ANTE)
KIND_ENVY: Final = int(Kind.ENVY)
KIND_ODDS: Final = int(Kind.ODDS)
KIND_POCKET: Final = int(Kind.POCKET)
KIND_PROGRESSIVE: Final = int(Kind.PROGRESSIVE)
KIND_RAISE: Final = int(Kind.RAISE)
KIND_TRIPS: Final = int(Kind.TRIPS)
DUE_MIXED: Final = int(Due.MIXED)
DUE_NOTHING: Final = int(Due.NOTHING)
DUE_PAY: Final = int(Due.PAY)
DUE_PUSH: Final = int(Due.PUSH)
DUE_TAKE: Final = int(Due.TAKE)
STAGE_BEFORE: Final = int(Stage.BEFORE)
STAGE_FLOP: Final = int(Stage.FLOP)
STAGE_PREFLOP: Final = int(Stage.PREFLOP)
STAGE_RIVER: Final = int(Stage.RIVER)
STAGE_SETTLING: Final = int(Stage.SETTLING)
REASON_BAD_BEAT: Final = int(Reason.BAD_BEAT)
REASON_ENVY: Final = int(Reason.ENVY)
REASON_FOLD: Final = int(Reason.FOLD)
REASON_FOLD_SETTLES: Final = int(Reason.FOLD_SETTLES)
REASON_LOSE: Final = int(Reason.LOSE)
REASON_NONE: Final = int(Reason.NONE)
REASON_NOT_QUALIFIED: Final = int(Reason.NOT_QUALIFIED)
REASON_TABLE: Final = int(Reason.TABLE)
REASON_TIE: Final = int(Reason.TIE)
REASON_VOID: Final = int(Reason.VOID)
REASON_WIN: Final = int(Reason.WIN)
POCKET_ACES: Final = int(Pocket.ACES)
POCKET_ACE_FACE_OFFSUIT: Final = int(Pocket.ACE_FACE_OFFSUIT)
POCKET_ACE_FACE_SUITED: Final = int(Pocket.ACE_FACE_SUITED)
POCKET_NONE: Final = int(Pocket.NONE)
POCKET_PAIR: Final = int(Pocket.PAIR)
JACKPOT_COMMUNITY_ROYAL: Final = int(Jackpot.COMMUNITY_ROYAL)
JACKPOT_FLOPPED_ROYAL: Final = int(Jackpot.FLOPPED_ROYAL)
JACKPOT_FLOPPED_ROYAL_SPADES: Final = int(Jackpot.FLOPPED_ROYAL_SPADES)
JACKPOT_FLOPPED_STRAIGHT_FLUSH: Final = int(Jackpot.FLOPPED_STRAIGHT_FLUSH)
JACKPOT_FLUSH: Final = int(Jackpot.FLUSH)
JACKPOT_FULL_HOUSE: Final = int(Jackpot.FULL_HOUSE)
JACKPOT_NONE: Final = int(Jackpot.NONE)
JACKPOT_QUADS: Final = int(Jackpot.QUADS)
JACKPOT_ROYAL_FLUSH: Final = int(Jackpot.ROYAL_FLUSH)
JACKPOT_STRAIGHT_FLUSH: Final = int(Jackpot.STRAIGHT_FLUSH)
CAUSE_DEALER_EXPOSED: Final = int(VoidCause.DEALER_EXPOSED)
CAUSE_FACE_UP: Final = int(VoidCause.FACE_UP)
CAUSE_NONE: Final = int(VoidCause.NONE)
CAUSE_SAID_ONLY: Final = int(VoidCause.SAID_ONLY)
CAUSE_WRONG_NUMBER: Final = int(VoidCause.WRONG_NUMBER)

ROYAL: Final = 9  # behind the categories of `evaluate`
CLASSES: Final = 10
LINES: Final = 10

# The terms of a table as the walk reads them; UNKNOWN where nobody speaks.
TERMS: Final = np.dtype(
    [
        (name, "i8")
        for name in (
            "ante_equals_odds", "no_more_bets", "qualifies", "ante_pays", "bad_beat_from", "fold_settles",
            "on_tie", "on_lose", "on_fold", "on_not_qualified", "envy_own", "limit", "limit_is_least",
            "limit_binds_progressive", "face_up_from", "face_up_settles", "wrong_number", "dealer_exposed",
            "dealer_exposed_settles", "odds_known", "bad_beat_known", "pocket_known", "trips_known",
            "progressive_known", "envy_known", "meter_least", "meter_whole",
        )
    ]
    + [
        ("raise_times", "i8", (5,)),  # by `Stage`
        ("odds", "i8", (CLASSES,)),  # percent of the wager, by class of hand
        ("bad_beat", "i8", (CLASSES,)),
        ("trips", "i8", (CLASSES,)),
        ("pocket", "i8", (5,)),
        ("share", "i8", (LINES,)),  # percent of the meter, by `Jackpot`
        ("fixed", "i8", (LINES,)),  # cents
        ("envy", "i8", (LINES,)),  # cents for each dollar wagered
    ]
)  # fmt: skip

# One round as it is walked.
ROUND_STATE: Final = np.dtype(
    [
        (name, "i8")
        for name in (
            "h", "stage", "wagering", "dealt", "any_deal", "boards", "board_total", "board_first", "n_board",
            "board_event", "seen_lower", "fouled", "cards_out", "stub_lost", "boxed", "cause", "cause_event",
            "cause_seat", "cause_whole", "cards_due", "cards_done", "void", "undone", "void_event", "void_text",
            "settlements", "meter", "meter_event", "meters", "raised", "folded", "stub_count", "stub_due",
            "stub_event", "stub_counted", "n_rows", "exposed",
        )
    ]
    + [
        ("board", "i8", (5,)),
        ("hole", "i8", (SEATS, 2)),
        ("n_dealt", "i8", (SEATS,)),
        ("n_known", "i8", (SEATS,)),
        ("deal_event", "i8", (SEATS,)),
        ("value", "i8", (SEATS,)),
        ("hand_class", "i8", (SEATS,)),
        ("jackpot", "i8", (SEATS,)),
        ("returned", "i8", (SEATS,)),
        ("fold_event", "i8", (SEATS,)),
        ("fold_stage", "i8", (SEATS,)),
        ("raises", "i8", (SEATS,)),
        ("raise_stage", "i8", (SEATS,)),
        ("raise_event", "i8", (SEATS,)),
        ("raise_first", "i8", (SEATS,)),
        ("again_event", "i8", (SEATS,)),
        ("again_cents", "i8", (SEATS,)),
        ("envy_paid", "i8", (SEATS,)),
        ("envy_event", "i8", (SEATS,)),
        ("meter_of", "i8", (SEATS,)),
        ("meter_event_of", "i8", (SEATS,)),
        ("jackpot_event", "i8", (SEATS,)),
        ("staked", "i8", (SEATS, KINDS)),
        ("placed", "i8", (SEATS, KINDS)),
        ("late", "i8", (SEATS, KINDS)),
        ("late_event", "i8", (SEATS, KINDS)),
        ("paid", "i8", (SEATS, KINDS)),
        ("taken", "i8", (SEATS, KINDS)),
        ("pushed", "i8", (SEATS, KINDS)),
        ("settled", "i8", (SEATS, KINDS)),  # the event of it, -1 none
        ("settled_stage", "i8", (SEATS, KINDS)),
        ("due", "i8", (SEATS, KINDS + 1)),
        ("due_cents", "i8", (SEATS, KINDS + 1)),
        ("line", "i8", (SEATS, KINDS + 1)),
        ("reason", "i8", (SEATS, KINDS + 1)),
        ("share_due", "i8", (SEATS,)),
        ("lead", "i8", (SEATS,)),  # which of ante and raise is told first; -1 none
        ("lead_net", "i8", (SEATS,)),
        ("odds_explained", "i8", (SEATS,)),
    ]
)  # fmt: skip
