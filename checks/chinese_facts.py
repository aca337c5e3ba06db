"""What the walk of Chinese games writes, declared once: a hand, a seat's set hand, and two seats compared.

Units and names as in `checks/facts.py`. Points and cents of a comparison are the first seat's: above zero it receives
them of the other seat, below zero it pays them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np

from checks.facts import Fact

# How the words of the rules are numbered for the walk: what a short stack plays for, who compares first, and what keeps
# a seat in Fantasyland.
START_OF_HAND, WHAT_IS_LEFT = 0, 1
BUTTON_FIRST, LEFT_OF_BUTTON_FIRST = 0, 1
QUADS_BACK, FULL_HOUSE_MIDDLE, TRIPS_FRONT = 1, 2, 4


class FoulCause(IntEnum):
    """Why a hand is a foul."""

    NONE = 0
    FRONT_OVER_MIDDLE = 1
    MIDDLE_OVER_BACK = 2
    WRONG_NUMBER = 3
    MIDDLE_NO_LOW = 4  # a deuce-to-seven middle row over its highest card, or paired, straight or suited
    FRONT_OVER_BACK = 5


class Royalty(IntEnum):
    """A royalty by which a score is off."""

    NONE = 0
    FRONT = 1
    MIDDLE = 2
    BACK = 3
    ALL = 4  # all royalties of one hand


def _f(name: str, unit: str, meaning: str, maybe: bool = False) -> Fact:
    return Fact(name, unit, meaning, maybe=maybe)


_HAND_ROW: Final = _f("hand_row", "count", "the hand's position in its batch")

# Of a hand of a Chinese game.
CHINESE: Final = (
    _HAND_ROW,
    _f("game_no", "count", "the game's place in `GAMES`"),
    _f("open_face", "flag", "it is an open-face game"),
    _f("called_off", "flag", "the deal was called off or the hand void"),
    _f("deal_known", "flag1", "the log says who got cards", True),
    _f("seats_dealt", "count", "seats that got cards"),
    _f("seats_most", "count", "the most seats that may be dealt in", True),
    _f("boxed_in_deal", "count", "boxed cards in the first deal"),
    _f("boxed_early", "count", "boxed cards before the second draw was set, those of the first deal with them"),
    _f("boxed_event", "event", "the last of them", True),
    _f("boxed_rule_known", "flag1", "rules in force say what follows from them", True),
    _f("boxed_misdeals", "flag", "so many of them are a misdeal"),
    _f("misdeal_event", "event", "where a misdeal was called", True),
    _f("draws_set", "count", "draws that were set before it"),
    _f("stray_event", "event", "where a joker came out", True),
    _f("stray_seat", "seat", "who got it", True),
    _f("foreign_event", "event", "where a card of another deck was found", True),
    _f("foreign_voids", "flag", "it voids the hand"),
    _f("cards_seen", "count", "cards that the log tells of"),
)

# Of a seat of a Chinese hand: what it was dealt, how it set it, and what the rows are worth.
SET: Final = (
    _HAND_ROW,
    _f("seat", "seat", "the seat"),
    _f("stack_cents", "cents", "chips at the start of the hand"),
    _f("net_cents", "cents", "what the seat received less what it paid", True),
    _f("cards_dealt", "count", "cards it was dealt"),
    _f("cards_due", "count", "cards that the game deals to it", True),
    _f("dealt_event", "event", "where it got the last of them", True),
    _f("slid", "flag", "what one seat was dealt too much another was dealt too little"),
    _f("left_out", "flag", "it had a right to a hand and got none"),
    _f("outside", "flag", "it was dealt in without a right to a hand"),
    _f("button_sits_out", "flag", "with five players the button sits out, and it is about that"),
    _f("first_due", "seat", "the seat that the first card belonged to, where this one got it", True),
    _f("first_event", "event", "where this one got it", True),
    _f("seating_known", "flag1", "it can be told who had a right to a hand", True),
    _f("front_cards", "count", "cards set in front"),
    _f("middle_cards", "count", "cards set in the middle"),
    _f("back_cards", "count", "cards set at the back"),
    _f("set_event", "event", "where its last row was set", True),
    _f("set_right", "flag1", "three, five and five cards were set", True),
    _f("front", "code", "the front row as a number, the higher the better", True),
    _f("middle", "code", "the middle row; a deuce-to-seven row is the better the lower it is", True),
    _f("back", "code", "the back row", True),
    _f("front_royalty", "points", "what the front row is worth in royalties", True),
    _f("middle_royalty", "points", "what the middle row is worth in royalties, at least", True),
    _f("back_royalty", "points", "what the back row is worth in royalties", True),
    _f("foul_due", "flag1", "the rows are a foul", True),
    _f("foul_cause", "code", "why: a `FoulCause`"),
    _f("foul_called", "flag1", "the table took the hand for a foul", True),
    _f("foul_event", "event", "where it was called", True),
    _f("foul_moved_cents", "cents", "what reached a wrong seat by a wrong ruling on the foul", True),
    _f("foul_other", "seat", "who lost or gained most by it; 0 nobody"),
    _f("played", "flag1", "it played the hand in Fantasyland", True),
    _f("opens", "flag1", "its hand opens Fantasyland", True),
    _f("stays", "flag1", "its hand keeps it in Fantasyland", True),
    _f("fantasy_event", "event", "where Fantasyland was announced", True),
)

# Of two seats that compare their hands.
COMPARISON: Final = (
    _HAND_ROW,
    _f("seat", "seat", "the seat that compares first"),
    _f("other", "seat", "the other seat"),
    _f("in_turn", "count", "which comparison of the hand it is, in the order of paying"),
    _f("front_won", "points", "1 the front row won, -1 lost, 0 neither"),
    _f("middle_won", "points", "the same of the middle row"),
    _f("back_won", "points", "the same of the back row"),
    _f("rows_points", "points", "points of the rows and of the scoop", True),
    _f("royalty", "points", "royalties of the first seat that count, at least", True),
    _f("royalty_other", "points", "royalties of the other seat that count, at least", True),
    _f("points_due", "points", "points due, at least", True),
    _f("points_most", "points", "points due, at most: 75432 is worth what the players agreed on", True),
    _f("points_scored", "points", "points that were scored", True),
    _f("score_event", "event", "where", True),
    _f("by_royalty", "code", "the royalty by which the score is off: a `Royalty`; 0 it is not off by one"),
    _f("royalty_of", "seat", "whose royalty that is; 0 nobody's"),
    _f("royalty_fouled", "flag", "that seat's hand was a foul"),
    _f("one_foul", "flag", "one of the two hands was a foul"),
    _f("scoop_worth", "points", "what winning all rows is worth beside the rows", True),
    _f("point_cents", "cents", "what a point is worth", True),
    _f("left_cents", "cents", "what the first seat still played for", True),
    _f("left_other_cents", "cents", "what the other seat still played for", True),
    _f("stakes_cents", "cents", "what the two could win of each other by then", True),
    _f("due_cents", "cents", "what the points make due, within table stakes", True),
    _f("due_least_cents", "cents", "the same in whole points of a short stack", True),
    _f("right_cents", "cents", "what was due by the points that were due", True),
    _f("paid_cents", "cents", "what was paid", True),
    _f("pay_event", "event", "where", True),
)

CHINESE_FILM: Final[dict[str, tuple[Fact, ...]]] = {"comparison": COMPARISON, "set": SET}


def record_of(facts: tuple[Fact, ...]) -> np.dtype[np.void]:
    """A row as a record."""
    return np.dtype([(fact.name, "i8") for fact in facts])
