"""What the replay hands over: one column of facts a hand, and one row a deviation.

The replay derives what was due and what was done; it knows no rule numbers. Facts that could not be derived are
`UNKNOWN`, which becomes null in the frames that checks read.
"""

from enum import IntEnum
from typing import Final

UNKNOWN: Final = -(2**63)


class Fact(IntEnum):
    """Rows of the facts matrix; one column a hand. Money in cents, seats 1..10 (0 nobody), masks with bit 1 << seat."""

    SEATS_DEALT = 0  # seats that got cards in the initial deal
    STREETS = 1  # 0 no board, 1 flop, 2 turn, 3 river
    IN_CENTS = 2  # everything that went in, returns not yet taken off
    CONTESTED_CENTS = 3  # what went in less what nobody called
    UNCALLED_CENTS = 4
    UNCALLED_SEAT = 5
    RETURNED_CENTS = 6
    AWARDED_CENTS = 7
    RAKE_TAKEN_CENTS = 8
    PROMO_TAKEN_CENTS = 9
    TIMEPOT_TAKEN_CENTS = 10
    ENDED = 11  # an `Ended`
    RAKE_EVENT = 12  # the last rake event
    RAKE_DUE_CENTS = 13
    RAKE_UNREDUCED_CENTS = 14  # due if no short-table reduction applied
    SB_SEAT = 15  # who posted the small blind; 0 nobody
    SB_EVENT = 16
    BB_SEAT = 17
    BB_EVENT = 18
    ACTIVE_MASK = 19  # seats with chips that are not away
    DEALT_MASK = 20
    STUB_COUNT = 21  # the first counted stub; UNKNOWN if none
    STUB_DUE = 22
    STUB_EVENT = 23
    CARDS_KNOWN = 24  # cards whose face was recorded
    SHOWDOWN_KNOWN = 25  # 1 if every share of the pot could be derived
    BLINDS_POSTED = 26  # how many of sb, bb were posted
    PREFLOP_CALLS = 27
    PREFLOP_RAISES = 28
    ODD_SPLIT = 29  # 1 if a pot was tied and did not divide evenly
    VOLUNTARY_ACTIONS = 30
    LOW_WON = 31  # 1 if a low took part of a pot
    TABLING_KNOWN = 32  # 1 if the log says who showed and who mucked at a showdown
    BOARDS = 33
    STRADDLES = 34  # straddles posted
    STRADDLE_DUE = 35  # the seat that has to straddle; 0 nobody, UNKNOWN where no placard asks for it
    ANTES_DUE = 36  # an `Antes`
    KILL_SEAT = 37  # who posted a kill; 0 nobody
    KILL_EVENT = 38
    KILL_POSTED_CENTS = 39  # with a blind that the seat posted beside it
    KILLS = 40
    BUYER_SEAT = 41  # the one seat that posted a live and a dead blind in a hand without other blinds; 0 nobody
    WINNERS_MASK = 42  # seats that were awarded anything
    SHARED = 43  # a `Shared`
    WON_LEAST_CENTS = 44  # what the only winner won of others over every forced bet
    WON_MOST_CENTS = 45  # over the two blinds alone
    SHOWN = 46  # 1 if hands were shown


FACTS: Final = 47


class Antes(IntEnum):
    """Which antes a hand asks for."""

    NONE = 0
    EACH = 1
    BIG_BLIND = 2


class Shared(IntEnum):
    """How the pots of a hand went."""

    SOLE = 0  # one seat took everything
    SPLIT = 1  # the same seats shared every pot
    APART = 2  # different seats took different pots


class Ended(IntEnum):
    """How a hand came to its end."""

    PLAYED = 0
    MISDEAL = 1
    VOID = 2
    CHOPPED = 3  # the blinds agreed to take their money back


class Deviation(IntEnum):
    """What was done otherwise than due. Each check that judges one names it in `on=`."""

    BLIND_AMOUNT = 1  # a blind of another size than the stakes say
    UNCALLED_NOT_RETURNED = 2
    POT_TOTAL = 3  # the awards are not the pot
    POT_TO_LOSER = 4
    ODD_UNIT_SEAT = 5  # the odd unit went to another winner
    ODD_UNIT_UNBROKEN = 6  # shares differ by more than one unit, as if a larger chip had not been broken
    CHIPS_NOT_CONSERVED = 7  # chips went missing or appeared, and neither the awards nor an uncalled bet explain it
    CARD_TWICE = 8
    STUB_COUNT = 9
    POTS_BUILT = 10  # side pots of other sizes than the bets make
    PAID_TO_FOLDED = 11
    SECOND_ODD_UNIT = 12
    OUT_OF_TURN = 13  # due: the seat whose turn it was
    BET_SIZE = 14
    RAISE_SIZE = 15
    NOT_REOPENED = 16  # due: what had to be faced; done: what was
    RAISES_OVER_CAP = 17
    OVER_POT = 18
    CALL_AMOUNT = 19
    OVER_STACK = 20
    WAGER_CHIP = 21  # due: the chip; done: the wager
    BETTING_INCOMPLETE = 22  # the next card, or the showdown, while a seat still had to act
    BETTING_OVER = 23  # action when nobody had to act any more
    NOT_OPEN = 24  # a check facing a bet, a bet facing a bet, an action of a seat that is out
    LOW_WITHOUT_LOW = 25  # the low part was paid and nobody has a low
    HALVES = 26  # high and low halves of other sizes
    ODD_UNIT_HALF = 27  # the odd unit between the halves went to the low
    NOT_AS_EVEN = 28  # hands equal both ways, not shared as evenly as possible
    BOARDS_UNEQUAL = 29
    NOT_TABLED = 30  # a contested pot was won without all cards tabled
    ANTE = 31  # detail: an `AnteFault`
    STRADDLE = 32  # detail: a `StraddleFault`
    STRADDLE_MISSED = 33
    OWING = 34  # dealt in without what the seat had to post; detail: an `Owed`
    MADE_UP_WRONGLY = 35  # due and done: the live part; the dead part stands beside them
    DEALT_BETWEEN = 36  # detail: a `Between`
    KILL = 37  # detail: a `KillFault`
    STACK_NOT_CARRIED = 38


class Column(IntEnum):
    """Columns of the deviations matrix; one row a deviation."""

    HAND = 0  # position in the batch
    KIND = 1
    EVENT = 2  # UNKNOWN: the whole hand
    SEAT = 3  # UNKNOWN: none
    EXPECTED = 4
    ACTUAL = 5
    AMOUNT = 6
    PAID_BY = 7  # 0 the house, UNKNOWN none
    PAID_TO = 8
    DETAIL = 9  # a pot, a card, a kind of post: what the deviation's own words need
    EXPECTED_TOO = 10  # a second pair of due and done, where one is not enough
    ACTUAL_TOO = 11


COLUMNS: Final = 12


class AnteFault(IntEnum):
    """What is wrong with an ante."""

    EACH = 1
    BIG_BLIND_AMOUNT = 2
    BIG_BLIND_SHORT = 3  # a short stack loses the ante first
    BIG_BLIND_ORDER = 4
    BIG_BLIND_SEAT = 5


class StraddleFault(IntEnum):
    """Why a straddle was not open, or what is wrong with it."""

    NOT_ALLOWED = 1
    SEAT = 2
    LIMIT_BUTTON = 3
    KILL_POT = 4
    AFTER_CARDS = 5
    AMOUNT = 6
    SECOND = 7


class Owed(IntEnum):
    """Why a seat owes a post before it gets a hand."""

    MISSED_BLIND = 1
    NEW_PLAYER = 2
    MOVED = 3
    MISSED_STRADDLE = 4


class Between(IntEnum):
    """Where a hand was dealt that should have waited."""

    BUTTON_AND_SMALL_BLIND = 1
    BEST_POSITION = 2


class KillWhy(IntEnum):
    """Why a kill was due, or was not."""

    PLAIN = 0
    AFTER_SPLIT = 1
    NOT_ENOUGH = 2  # the second leg did not win a full bet
    OWED_LATER = 3


class KillFault(IntEnum):
    """What is wrong with a kill. A `KillWhy` stands with it as the second thing due."""

    MISSED = 1
    NOT_OWED = 2
    AMOUNT = 3
    SECOND = 4
    WRONG_SEAT = 5


class Param(IntEnum):
    """Rows of the terms matrix: the rules in force as plain integers, one column a set of terms. UNKNOWN: silent."""

    DECK_CARDS = 0
    HOLE_CARDS = 1
    SB_CENTS = 2
    BB_CENTS = 3
    ODD_UNIT_CENTS = 4
    RAKE_PERCENT = 5  # hundredths of a percent
    RAKE_STEP_CENTS = 6
    RAKE_CAP_CENTS = 7
    RAKE_BEFORE_FLOP = 8  # a `BeforeFlop`
    RAKE_SHORT_0 = 9  # cap by seats dealt in: RAKE_SHORT_0 + n, for n = 0..10; UNKNOWN: no reduction
    EVALUATOR = 20  # 0: none that the replay knows; 1: the best five of all cards; 2: two hole cards and three
    IS_FLOP_GAME = 21
    FORM = 22  # a `Form`
    SMALL_BET_CENTS = 23
    BIG_BET_CENTS = 24
    WAGER_CHIP_CENTS = 25
    RAISE_CAP = 26  # raises after the bet, in limit
    CAP_FALLS_HEADS_UP = 27  # 1: no cap in a round that began with two
    HALF_BET_REOPENS = 28  # 1: in limit half a bet reopens
    SMALL_BLIND_AS_BIG = 29  # 1: counted as a big blind in the pot before the flop; 0: as it is
    LOW = 30  # 0: high only; 1: half to a low of eight or better; 2: half to any low
    MISSED_SINGLE_LIVE = 31  # 1: one missed blind alone is live; 0: only the big blind ever is
    RETURN_AS_STRADDLE = 32
    NEW_POSTS = 33
    MOVE_PAST_FREE = 34
    BIG_ONLY_BETWEEN = 35
    NONE_BETWEEN = 36
    BEST_POSITION_WAITS = 37
    STRADDLE_ALLOWED = 38
    STRADDLE_FROM = 39  # mask of `From`
    STRADDLE_CENTS = 40
    STRADDLE_LIMIT_BUTTON = 41
    STRADDLE_IN_KILL = 42
    STRADDLE_BEFORE_CARDS = 43
    STRADDLE_MULTIPLE = 44
    STRADDLE_MANDATORY = 45  # a `From`
    ANTE_CENTS = 46
    BBA_IS_BIG_BLIND = 47
    BBA_BLIND_FIRST = 48
    BBA_SHORT_LOSES_ANTE = 49
    KILL_CENTS = 50
    KILL_PERCENT = 51
    KILL_WHEN = 52  # a `KillWhen`
    KILL_SCOOP_CENTS = 53  # the pot from which a scoop kills
    WRONG_BUTTON_CORRECTED = 54  # 1: the next hand may be put right; else it goes on from where the button stood
    BUTTON_FROZEN = 55  # 1: the button stays through stud rounds of a mixed game


PARAMS: Final = 56


class From(IntEnum):
    """Who may, or has to, straddle."""

    BUTTON = 1
    UNDER_THE_GUN = 2
    ANYWHERE = 4


class KillWhen(IntEnum):
    """What makes a kill."""

    TWO_IN_A_ROW = 0
    SCOOP = 1


class Form(IntEnum):
    """The betting form, as it stands in `vocabulary.BETTING`."""

    NO_LIMIT = 0
    POT_LIMIT = 1
    LIMIT = 2
    SPREAD = 3


class BeforeFlop(IntEnum):
    """Whether a pot that saw no flop is raked."""

    NEVER = 0
    WITH_ACTION = 1  # a call and a raise, or two raises
    ALWAYS = 2
