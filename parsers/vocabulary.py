"""The words of the feeds and their codes: what a log may say, numbered once for every reader, kernel and table.

Codes are positions in the tuples below. A code is written into arrays that kernels read, so a word may be added at the
end of a tuple but never moved.
"""

from enum import IntEnum
from typing import Final

from parsers.games import GAMES as DECLARED

WORDS: Final = (
    "post", "deal", "up", "burn", "board", "board2", "board3", "community", "discard", "draw", "reshuffle",
    "fold", "check", "call", "bet", "raise", "complete", "return", "rake", "promo", "time", "timepot",
    "show", "muck", "award", "stub", "runit", "expose", "boxed", "foreign", "joker",
    "misdeal", "void", "dead", "floor",
    "wager", "pay", "take", "push", "meter", "envy", "set", "foul", "score", "fantasy",
    "back", "side", "splash",
)  # fmt: skip


class Word(IntEnum):
    """The first word of an event, by its position in ``WORDS``."""

    POST = 0
    DEAL = 1
    UP = 2
    BURN = 3
    BOARD = 4
    BOARD2 = 5
    BOARD3 = 6
    COMMUNITY = 7
    DISCARD = 8
    DRAW = 9
    RESHUFFLE = 10
    FOLD = 11
    CHECK = 12
    CALL = 13
    BET = 14
    RAISE = 15
    COMPLETE = 16
    RETURN = 17
    RAKE = 18
    PROMO = 19
    TIME = 20
    TIMEPOT = 21
    SHOW = 22
    MUCK = 23
    AWARD = 24
    STUB = 25
    RUNIT = 26
    EXPOSE = 27
    BOXED = 28
    FOREIGN = 29
    JOKER = 30
    MISDEAL = 31
    VOID = 32
    DEAD = 33
    FLOOR = 34
    WAGER = 35
    PAY = 36
    TAKE = 37
    PUSH = 38
    METER = 39
    ENVY = 40
    SET = 41
    FOUL = 42
    SCORE = 43
    FANTASY = 44
    BACK = 45
    SIDE = 46
    SPLASH = 47


# What stands behind `post`, `wager`/`pay`/`take`/`push`, `set` and `draw`: one numbering, 0 is "nothing".
DETAILS: Final = (
    "",
    "ante", "sb", "bb", "straddle", "kill", "bringin", "bba", "live", "dead",
    "odds", "raise", "pocket", "trips", "progressive",
    "front", "middle", "back",
    "pat",
    "buttonante",
)  # fmt: skip


class Detail(IntEnum):
    """The kind behind a word, by its position in ``DETAILS``."""

    NONE = 0
    ANTE = 1
    SB = 2
    BB = 3
    STRADDLE = 4
    KILL = 5
    BRINGIN = 6
    BBA = 7
    LIVE = 8
    DEAD = 9
    ODDS = 10
    RAISE = 11
    POCKET = 12
    TRIPS = 13
    PROGRESSIVE = 14
    FRONT = 15
    MIDDLE = 16
    BACK = 17
    PAT = 18
    BUTTONANTE = 19


POST_KINDS: Final = ("ante", "sb", "bb", "straddle", "kill", "bringin", "bba", "live", "dead", "buttonante")
WAGER_KINDS: Final = ("ante", "odds", "raise", "pocket", "trips", "progressive")
ROWS: Final = ("front", "middle", "back")
RESHUFFLE_SOURCES: Final = ("stub", "burns", "muck", "discards")

# What makes the deal that was taken back in the recording software: `void undone`.
UNDONE: Final = "undone"
# The floor's ruling that a moved player dodged the blinds: `floor dodged-blinds s4`.
DODGED_BLINDS: Final = "dodged-blinds"

# The part of a split pot that an award pays; 0 is the whole pot.
PARTS: Final = ("", "hi", "lo", "five", "badugi", "razz", "27", "omaha")

# How a seat stands at the start of a hand.
STATES: Final = ("in", "away", "new", "moved", "absent")


class State(IntEnum):
    """A seat's state, by its position in ``STATES``."""

    IN = 0
    AWAY = 1
    NEW = 2
    MOVED = 3
    ABSENT = 4


# What a log may say that it never tells, and the words that are lost with it: those of events, and `chip` (the smallest
# unit in play), `rake-time` (when the rake was taken), `muck` (which hands were folded unseen), `numbering` (that hands
# are counted table by table), `between` (what happens between hands), `offset` (the room's own clock), `schedule` (what
# the site takes, unless the house file has it for a room).
UNRECORDED: Final = {
    "burns": ("burn",), "stub": ("stub",), "rake": ("rake", "promo"), "rake-time": ("rake-time",), "chip": ("chip",),
    "folded-cards": ("muck",), "returns": ("return",), "awards": ("award",), "button": ("button",),
    "dealer": ("dealer",), "deal": ("deal",), "numbers": ("numbering",), "between-hands": ("between",),
    "offset": ("offset",), "promo": ("promo",), "schedule": ("schedule",),
}  # fmt: skip

FLAGS: Final = ("allin", "oot", "dark")
FLAG_ALLIN: Final = 1
FLAG_OOT: Final = 2
FLAG_DARK: Final = 4

ACTIONS: Final = (Word.FOLD, Word.CHECK, Word.CALL, Word.BET, Word.RAISE, Word.COMPLETE)
STAKES: Final = ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "straddle", "kill", "point", "chip")
BETTING: Final = ("nl", "pl", "fl", "spread")

# Cards: rank * 4 + suit; ranks 2..A are 0..12, suits c d h s are 0..3: a higher code is a higher card.
RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CARD_TEXTS: Final = tuple(r + s for r in RANKS for s in SUITS) + ("Jk",)
JOKER: Final = 52
UNSEEN: Final = 255
UNSEEN_TEXT: Final = "??"

SEATS_MOST: Final = 10
SEAT_NONE: Final = -1
SEAT_DEALER: Final = 0  # the banker's own cards in a house-banked game

NO_AMOUNT: Final = -(2**63)
NO_COUNT: Final = -(2**31)
NO_TIME: Final = -(2**63)
NO_ID: Final = -1

NOTES: Final = (
    "time-call", "deck-change", "push", "level", "break", "resume", "hand-for-hand", "colour-up", "bagging",
    "seat-open", "seat-taken", "rebuy", "cashout", "button-bought", "playover", "bank",
)  # fmt: skip
SHUFFLE_STATUSES: Final = ("ok", "count", "jam", "incomplete", "door", "removed")
DOWN_KINDS: Final = ("live", "tournament", "setup", "bag")

GAMES: Final = tuple(DECLARED)
