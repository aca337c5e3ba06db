"""What the walk of house-banked rounds writes down, declared once: a wager of a seat, and a round.

Numbers are int64; UNKNOWN, where a fact may be missing (`maybe`), becomes null in frames. Codes are the enumerations of
`checks/replay/banked_layout.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from checks.facts import UNKNOWN, Fact

# Of a wager of a seat. Every seat that wagered has a row of its ante, the other kinds where there was such a wager or
# a payment of one; the envy bonus where one was due or paid.
WAGER: Final = (
    Fact("hand_row", "number", "the round's position in its batch"),
    Fact("seat", "seat", "whose wager it is"),
    Fact("kind", "code", "which wager: a `Kind`"),
    Fact("event", "event", "where it was last settled, else where it was placed", maybe=True),
    Fact("street_no", "code", "the street of that event: a `Stage`"),
    Fact("staked_cents", "cents", "what was wagered"),
    Fact("due", "code", "what had to be done with it: a `Due`", maybe=True),
    Fact("due_cents", "cents", "the winnings that were due, beside the stake", maybe=True),
    Fact("done", "code", "what was done with it: a `Due`; MIXED where it was several things"),
    Fact("paid_cents", "cents", "winnings that were paid"),
    Fact("taken_cents", "cents", "what the dealer took"),
    Fact("pushed_cents", "cents", "what went back"),
    Fact("wrong", "flag", "what was done is not what was due"),
    Fact("net_cents", "cents", "what the seat got more than due; negative: less"),
    Fact("leads", "flag", "the first wrong wager of its cause: of ante, raise and odds of one seat that is one"),
    Fact("told_cents", "cents", "what the seat got more than due by that cause; negative: less"),
    Fact("line", "code", "the line of the paytable that the cards are on: a class of hand, or a `Pocket`, a `Jackpot`",
         maybe=True),
    Fact("reason", "code", "which rule decides what was due: a `Reason`"),
    Fact("ante_cents", "cents", "the seat's ante"),
    Fact("odds_cents", "cents", "the seat's odds wager"),
    Fact("folded", "flag", "the seat made no raise"),
    Fact("raises", "count", "raises that the seat made"),
    Fact("raise_stage", "code", "the street of the first raise: a `Stage`", maybe=True),
    Fact("raise_due_cents", "cents", "what a raise had to be on that street", maybe=True),
    Fact("raise_cents", "cents", "the first raise"),
    Fact("raise_event", "event", "where it was made", maybe=True),
    Fact("again_event", "event", "where a second raise was made", maybe=True),
    Fact("again_cents", "cents", "that raise"),
    Fact("fold_stage", "code", "the street of the fold: a `Stage`", maybe=True),
    Fact("fold_event", "event", "where the seat folded", maybe=True),
    Fact("late_event", "event", "where the wager was placed or made larger once cards were out", maybe=True),
    Fact("late_cents", "cents", "how much that was"),
    Fact("uneven_event", "event", "where ante and odds were last placed", maybe=True),
    Fact("rule_known", "flag1", "rules in force say how large such a wager is, and when it is placed", maybe=True),
    Fact("settled_known", "flag1", "the round's log tells how wagers were settled", maybe=True),
    Fact("void", "flag", "the round was void"),
    Fact("player_class", "code", "the seat's best hand: a category, 9 for a royal flush", maybe=True),
    Fact("dealer_class", "code", "the dealer's best hand", maybe=True),
    Fact("outcome", "code", "1 the seat's hand is higher, 0 equal, -1 lower", maybe=True),
    Fact("qualifies", "flag1", "the dealer's hand qualifies", maybe=True),
    Fact("meter_cents", "cents", "the meter at the seat's turn", maybe=True),
    Fact("meter_share", "percent", "the share of the meter that was due"),
    Fact("seat_due_cents", "cents", "at the ante: all winnings of the seat that the ceiling binds", maybe=True),
    Fact("seat_paid_cents", "cents", "at the ante: what was paid of them"),
    Fact("limit_cents", "cents", "the ceiling on one hand", maybe=True),
    Fact("limit_is_least", "flag", "the ceiling is the least that the rules allow, not the house's own"),
)  # fmt: skip

# Of a round.
ROUND: Final = (
    Fact("hand_row", "number", "the round's position in its batch"),
    Fact("seats_wagering", "count", "seats that wagered"),
    Fact("seats_dealt", "count", "seats that got cards"),
    Fact("deal_known", "flag1", "the log says who got cards", maybe=True),
    Fact("void", "flag", "the round was called void, or a misdeal"),
    Fact("undone", "flag", "the round was taken back in the recording software"),
    Fact("void_event", "event", "where it was called", maybe=True),
    Fact("void_text", "number", "the reason's place among the texts of the batch", maybe=True),
    Fact("void_cause", "code", "why the round had to be void, as the cards tell it: a `VoidCause`"),
    Fact("cause_event", "event", "where that was", maybe=True),
    Fact("cause_seat", "seat", "whose cards it was about; 0 the dealer's or the board's"),
    Fact("cards_due", "count", "cards that were due there"),
    Fact("cards_done", "count", "cards there were"),
    Fact("boxed", "count", "cards found face up in the deck"),
    Fact("irregular", "count", "cards found face up, and cards of the dealer that were exposed"),
    Fact("boxed_known", "flag1", "rules in force say how many of them void a round", maybe=True),
    Fact("return_known", "flag1", "it can be told what a void round owed to the seats", maybe=True),
    Fact("return_event", "event", "where a wager of a void round was not settled as due", maybe=True),
    Fact("return_seat", "seat", "whose wager that was"),
    Fact("return_kind", "code", "which wager: a `Kind`"),
    Fact("return_due", "code", "what had to be done with it: a `Due`"),
    Fact("return_due_cents", "cents", "how much that was"),
    Fact("return_done", "code", "what was done: a `Due`"),
    Fact("return_done_cents", "cents", "how much that was"),
    Fact("return_net_cents", "cents", "what the seats got more than due over the round; negative: less"),
    Fact("return_moved_cents", "cents", "what reached a wrong place over the round"),
    Fact("stub_count", "count", "the counted stub, where it was wrong", maybe=True),
    Fact("stub_due", "count", "what it should have held"),
    Fact("stub_event", "event", "where it was counted", maybe=True),
    Fact("stub_counted", "flag", "the stub was counted"),
    Fact("meter_read", "flag", "the meter was read, and rules in force say how low it may stand"),
    Fact("low_meter_event", "event", "where the meter stood lower", maybe=True),
    Fact("low_meter_cents", "cents", "what it stood at"),
    Fact("meter_least_cents", "cents", "the least that it may be set to", maybe=True),
)  # fmt: skip


def dtype_of(declared: tuple[Fact, ...]) -> np.dtype[np.void]:
    """A row as a record of int64."""
    return np.dtype([(fact.name, "i8") for fact in declared])


def defaults_of(declared: tuple[Fact, ...]) -> np.ndarray:
    """What a row starts from: UNKNOWN where a fact may be missing, else 0."""
    return np.array([UNKNOWN if fact.maybe else 0 for fact in declared], np.int64)
