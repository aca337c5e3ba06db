"""The terms in force as plain integers, and the codes that stand in the film."""

from enum import IntEnum
from typing import Final

from checks.facts import UNKNOWN as UNKNOWN


class Antes(IntEnum):
    """Which antes a hand asks for."""

    NONE = 0
    EACH = 1
    BIG_BLIND = 2
    BUTTON = 3


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


class AnteFault(IntEnum):
    """What is wrong with an ante."""

    EACH = 1
    BIG_BLIND_AMOUNT = 2
    BIG_BLIND_SHORT = 3  # a short stack loses the ante first
    BIG_BLIND_ORDER = 4
    BIG_BLIND_SEAT = 5
    BUTTON_SEAT = 6
    BUTTON_AMOUNT = 7


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
    WAITS = 5  # nothing that could be posted: a game in which one who missed a blind waits for the big blind
    MOVED_WAITS = 8  # nothing that could be posted: who changes seats waits for the same position
    THREE_BLINDS = 6  # a game of two blinds and a button straddle that is a duty
    BOUGHT = 7  # the price of the button


class Waits(IntEnum):
    """Which missed blind makes a player of a draw game wait for the big blind."""

    ANY = 1
    BIG_BLIND = 2  # and the pot may be killed instead


class SitsOut(IntEnum):
    """Who has no hand where more sit at a table than the game deals to."""

    BEFORE_BIG_BLIND = 1  # draw games
    BUTTON = 2  # Chinese draw poker, with five


class Between(IntEnum):
    """Where a hand was dealt that should have waited."""

    BUTTON_AND_SMALL_BLIND = 1
    BEST_POSITION = 2
    BOUGHT_OWING = 3  # the button was bought by one who missed more than the big blind
    BOUGHT_NEW = 4  # or by a new player
    BOUGHT_IN_KILL = 5  # or in a hand whose kill was in the blinds


class ButtonMoves(IntEnum):
    """How the button goes on from hand to hand."""

    DEAD = 0  # as the blinds have it, also to an empty seat
    MOVING = 1  # to the next player
    NOT_SAID = 2


class KillWhy(IntEnum):
    """Why a kill was due, or was not."""

    PLAIN = 0
    AFTER_SPLIT = 1
    NOT_ENOUGH = 2  # the second leg did not win a full bet
    OWED_LATER = 3
    WINS_AGAIN = 4  # the kill won, and kills again whatever it won
    LEG_KEPT = 5  # the first leg was kept while its holder was away


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
    IS_FLOP_GAME = 21
    FORM = 22  # a `Form`
    SMALL_BET_CENTS = 23
    BIG_BET_CENTS = 24
    WAGER_CHIP_CENTS = 25
    RAISE_CAP = 26  # raises after the bet, in limit
    CAP_FALLS_HEADS_UP = 27  # 1: no cap in a round that began with two
    HALF_BET_REOPENS = 28  # 1: in limit half a bet reopens
    SMALL_BLIND_AS_BIG = 29  # 1: counted as a big blind in the pot before the flop; 0: as it is
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
    KILL_ACTS_LAST = 56  # 1: the kill acts last before the flop, unless raised before its turn; 0: in turn
    SEATS_MOST = 60  # the most that may be dealt in
    SEATS_BY_TABLE = 61  # 1: the table's seats say so, 0: the game's
    HOLE_CARDS_FREE = 62  # 1: more than the declared number may be dealt, the same for all
    DISCARD_BEFORE = 63  # board cards on the table when the discard is past due: 3 or 4; 0: no discard
    BURN_CARDS = 64  # cards burned before a street
    STREET_RAKE = 65  # 1: the rake is taken street by street
    PROMO_CENTS = 66
    PROMO_FROM_CENTS = 67
    SUBSTANTIAL = 68  # a `Substantial`
    MISDEAL_CAUSES = 69  # bits 1 << `CallOff` of the causes of a misdeal in the first deal
    BOXED_VOID_FROM = 70
    BOXED_NEEDED_ONLY = 71  # 1: only boxed cards that the hand needed count
    OTHER_BACK_VOID = 72
    RUN_MOST = 73  # boards that may be run
    RUN_BY_TIMES = 74  # 1: RUN_MOST is the agreed number of boards, 0: it says where boards may be run at all
    RUN_ALL_IN = 75  # 1: somebody has to be all-in
    FOUR_CARD_FLOP = 76  # a `FourCardFlop`
    TIME_CENTS = 77  # time of one seat
    TIME_STYLE = 78  # a `TimeStyle`
    TIME_HAND = 79  # a `TimeHand`: which hand pays a time pot or time flop
    TIME_ABSENT_PAY = 80  # 1: absent participants pay too
    DEALS_TO_AWAY = 81  # 1: a seat whose player is away may be dealt in
    GAME_NO = 82  # position in `vocabulary.GAMES`
    IS_ROUND_GAME = 100  # 1: stud, draw, or a flop game with draws; replayed by the kernels of rounds
    STREETS = 101  # how many the game has
    STREET_0 = 102  # what each deals, and its bet, packed as `streets` reads it: STREET_0 + n, for n = 0..4
    OPENER = 107  # an `Opener`
    BRING_IN_CENTS = 108
    BRING_IN_HIGH = 109  # 1: the highest up card brings it in, 0: the lowest
    BRING_IN_ACE_LOW = 110  # 1: an ace is the lowest card there
    FIRST_LATER = 111  # a `FirstLater`
    LOW_BOARD_ACE = 112  # a `BoardAce`
    OPEN_PAIR = 113  # 1: an open pair on the second street opens either limit
    PARTS = 114  # 1, or 2 where the pot is split
    PART_READING = 115  # a `Reading`: PART_READING + part
    PART_WORD = 117  # position in `vocabulary.PARTS`: PART_WORD + part
    PART_QUALIFIES = 119  # the highest card of a low for the second part: 8; 0: any low will do
    ODD_BY_CARDS = 120  # 0: odd units clockwise from the button; 5 or 7: by the highest of so many cards
    JOKERS = 121  # in the deck
    SEVENTH_FACE_UP = 122  # 1: a last card dealt face up to the first makes all of them so, to another no other
    STUD_STUB_EXTRA = 123  # cards needed before the last street over the number of players
    STUD_STUB_FROM = 124  # players from which that is counted
    STUD_COMMUNITY_FROM = 125  # cards of a short stub from which a community card needs no burns
    STUD_COMMUNITY = 126  # 1: a short stub may end in a community card; 0: never
    DRAW_STUB_RULE = 127  # 1: rules say what makes a new stub in a draw game
    DRAW_STUB_BURNS = 128  # 0: burns never go into it
    DRAW_STUB_DISCARDS = 129  # 0: discards of the draw in progress never go into it
    DRAW_LAST_CARD = 130  # a `LastCard`
    DRAW_BURN_AGAIN = 131  # 0: no card is burned again after a reshuffle
    CARDS_EXPOSED_REPLACED = 132  # 1: an exposed card of a draw game is replaced
    MISDEAL_STUD_DOWN = 133  # 1: a down card exposed in the first deal of a stud hand is a misdeal
    SUBSTANTIAL_STUD = 134  # actions behind the bring-in after which no misdeal may be called
    BURN_DRAW_CARDS = 135  # cards burned before a draw
    SHOW_ALL_IN = 136  # a `ShowAllIn`
    SHOW_SIDE_FIRST = 137  # 1: seats of a side pot show before those that play for the main pot alone
    MISSED_WAITS = 138  # a `Waits`: who missed a blind cannot post it, and waits for the big blind
    RANKS_OUT = 139  # ranks that the deck lacks, a bit each
    FINAL_TABLE_MORE = 140  # seats more than SEATS_MOST at a final table
    FULL_TABLE_SITS_OUT = 141  # a `SitsOut`: who has no hand where more sit there than the game deals to
    WRONG_NUMBER_DEAD = 142  # 1: a hand of a wrong number of cards is dead
    BOTH_UP_ANTE_BACK = 143  # 1: a stud hand whose hole cards both came up is dead, and its ante goes back
    JOKER_DEAD = 144  # 1: a hand with a joker that the game does not use is dead once it was acted on
    UNBET_FOLD_DEALT = 145  # 1: a stud hand folded to no bet gets cards until a bet kills it
    UNCALLED_RETURNED = 146  # 1: an uncalled bet goes back
    DEALT_BY_HAND = 147  # 1: house-banked, from the hand; 0: from a shoe
    # hands up to which all are tabled before more cards, once nobody can bet and one is all-in
    TABLE_BEFORE_BOARD = 148
    RAKE_DROP_CENTS = 150  # a fixed drop
    RAKE_ABOVE_CENTS = 152  # the pot from which a share takes the place of the drop
    RAKE_AFTER_CALL_CENTS = 153  # what falls with the first call before the flop
    RAKE_BY_0 = 154  # what is due with so many dealt in: RAKE_BY_0 + n, for n = 0..10
    RAKE_TIER_POT_0 = 165  # tiers by the pot from which each holds, lowest first: RAKE_TIER_POT_0 + n, for n = 0..7
    RAKE_TIER_TAKE_0 = 173  # what each takes
    TAKINGS_POSTED = 181  # 1: the house takes nothing but what is posted
    TIME_AFTER_CALL = 182  # 1: time is owed only once it was called
    PROMO_NO_FLOP = 183  # 0: the promotional drop falls without a flop too
    RAKE_SHORT_MIXED = 184  # 1: the caps of a short table are those of a mixed game
    THREE_BLINDS_CENTS = 185  # what the two blinds of a game of three count together in the pot
    THREE_BLINDS_MISSED = 186  # 1: of missed blinds the straddle's amount is live, the blinds are dead
    RUN_CHECK_DOWN = 187  # 0: nobody may agree to stop betting before boards are run again
    ALL_IN_EXEMPT = 188  # 1: an all-in need not be in the wager chip, 0: it has to be
    KILL_WINS_AGAIN = 189  # 1: a kill that wins kills again
    WAGER_MOST_CENTS = 190  # the largest single bet or raise
    BUY_IN_LEAST_CENTS = 191
    BUY_IN_MOST_CENTS = 192
    BRING_IN_FULL = 193  # 1: the bring-in may open for a full bet, 0: it may not
    BUTTON_MOVES = 194  # a `ButtonMoves`
    BBA_PERCENT = 195  # the big-blind ante in hundredths of the big blind, where the house says it
    REDEAL_EXACT = 196  # 1: a misdealt hand is dealt again as it was: button, players, limits
    CAP_FROM = 197  # players with chips from which the cap of raises holds
    STRADDLE_COUNTS = 198  # 1: a straddle is a raise for the cap
    COMPLETION_COUNTS = 199  # 1: a completion of the bring-in is a raise for the cap
    STRADDLE_RAISE_CENTS = 200  # what the first raise over a straddle adds at least
    SMALL_BLIND_UNTIL = 201  # 1: the small blind counts as a big one until the big blind has acted; else all the round
    STRADDLE_IS_RAISE = 202  # 1: a straddle is a raise when the action before the flop is counted
    UNCALLED_RAKED = 203  # 1: an uncalled bet is part of what is raked
    BLINDS_OWED_FULL = 204  # 0: a blind all-in for less lowers what the others owe
    STRADDLE_RAISES_LATER = 205  # 1: a straddle raises the least bet of later streets too
    BUY_MISSED_BIG_ONLY = 220  # 1: of those who missed blinds only who missed the big blind alone may buy the button
    BUY_NEW = 221  # 0: a new player may not buy the button
    BUY_BIG_LIVE = 222  # 1: the button costs a live big blind and a dead small blind
    DEAL_OFF = 223  # 1: who played the button and moved lets the blinds pass once
    KILL_IS_BLIND = 224  # 1: a kill that was lost is part of the blinds, and no bet that a second leg won
    KILL_LEAVER_KEEPS = 225  # 1: who left with a leg still has it on return
    KILL_OWED_LEAVING = 226  # 1: a kill is owed also by one who left
    KILL_BARS_BUYING = 227  # 1: nobody buys the button where the kill is in the blinds
    SOLE_SHOWS = 228  # 1: the only live hand has to be shown
    OVERBET_STANDS = 229  # 1: an over-bet of the pot that all accepted stands
    MOVE_WAITS = 230  # 1: who changes seats waits for the same position
    PREMATURE_FLOP = 231  # a `PutRight`: how a flop dealt too early is dealt again
    PREMATURE_TURN = 232
    PREMATURE_RIVER = 233
    PREMATURE_BURN = 234  # 0: no card is burned again
    FIVE_FLOP = 235  # a `PutRight`: how a flop of five or more is dealt again
    RUN_LAST_CARD = 236  # a `RunLastCard`
    RUN_SHORT_STUB = 237  # 1: several boards and a short stub: the burns are shuffled in, then the muck too
    HOLE_UP_THIRD_DOWN = 238  # 1: behind an exposed hole card of stud the third card goes down


PARAMS: Final = 260
TIERS_MOST: Final = 8
STREETS_MOST: Final = 5


class Opener(IntEnum):
    """Who starts the first round."""

    BLINDS = 0
    BRING_IN = 1


class FirstLater(IntEnum):
    """Who starts every later round. UNKNOWN: no rule in force says it."""

    LEFT_OF_BUTTON = 0
    HIGH_BOARD = 1
    LOW_BOARD = 2


class BoardAce(IntEnum):
    """How an ace is read where the lowest board acts first."""

    LOW = 0
    EITHER = 1  # nobody says it
    HIGH = 2


class Reading(IntEnum):
    """How the hands of one part of a pot are read."""

    HIGH = 1
    MEXICAN = 2
    ACE_TO_FIVE = 3
    DEUCE_TO_SEVEN = 4
    BADUGI = 5
    BADUGI_WITHOUT_ACES = 6
    RAZZ_ACE_HIGH = 7  # by ranks and pairs alone, the ace above the king
    OMAHA_HIGH = 8  # from here on with the board: two hole cards and three of it
    OMAHA_LOW = 9
    BOARD_HIGH = 10  # the best five of all
    BOARD_HIGH_SHORT = 11  # the same of a deck without deuces to fives


class BringInFault(IntEnum):
    """What is wrong with a bring-in."""

    SEAT = 1
    AMOUNT = 2
    MISSED = 3


class DrawFault(IntEnum):
    """Why a draw was not allowed."""

    TOO_MANY = 1  # due: the most, done: what was thrown away
    OUT_OF_ORDER = 2  # due: the seat whose turn it was
    AFTER_BETTING = 3  # the betting behind the draw had begun, or the game has no draw there
    NOT_IN_HAND = 4


class ShortStub(IntEnum):
    """What is done with the stub before the last street of stud, or when draws need more cards than there are."""

    DEALT = 1  # a card to everybody
    WITH_BURNS = 2  # burns mixed in, then a card to everybody
    COMMUNITY = 3  # one card for all
    WITH_BURNS_COMMUNITY = 4  # burns mixed in, then one card for all
    WITH_MUCK = 5  # the last card and the muck made the new stub
    WITH_OTHER = 6  # cards went into the new stub that do not belong there
    LAST_CARD = 7  # the last card of the stub was dealt
    TOO_EARLY = 8  # a new stub was made though the old one had cards to deal
    BURNED_AGAIN = 9
    EMPTY = 10  # more cards were dealt than there were
    LAST_CARD_SHUFFLED = 11  # a new stub was made though the last card would have done
    BURNS_IN = 12  # several boards: the burns shuffled in
    BURNS_AND_MUCK_IN = 13
    DEALT_ON = 14  # several boards: dealt from the stub as it was


class StubCause(IntEnum):
    """Which rule of short stubs a deviation is about."""

    STUD = 1
    SUPER_STUD = 2
    DRAW_SOURCES = 3
    DRAW_LAST_CARD = 4
    DRAW_BURN = 5
    BOARDS = 6  # several boards
    BOARDS_LAST_CARD = 7


class RunLastCard(IntEnum):
    """The last card of the stub where it is the last river of several boards."""

    DEALT = 1
    WITH_BURNS = 2  # shuffled with them


class PutRight(IntEnum):
    """How a street that was taken back is dealt again."""

    RESHUFFLED = 1  # from the stub, with the cards shuffled back in
    NEXT_CARD = 2  # the next card stands in for it
    WITH_OTHER = 3  # burns, muck or discards were shuffled in too
    NO_BURN = 4
    BURNED = 5


class LastCard(IntEnum):
    """The last card of the stub in draw games."""

    NEVER = 0
    COMPLETES = 1  # it is dealt where it completes the very last draw, or is the river of a flop game with draws


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


class RakeLimb(IntEnum):
    """What sets the rake that a pot owes."""

    NONE = 0  # nothing is owed
    PERCENT = 1
    CAP = 2
    SHORT = 3  # the lower cap of a short table
    DROP = 4
    TIER = 5
    BY_SEATS = 6
    AFTER_CALL = 7


class CallOff(IntEnum):
    """Why a deal had to be called off."""

    FIRST_TWO_EXPOSED = 0
    TWO_EXPOSED = 1
    TWO_BOXED = 2  # in the first deal
    BOXED_VOID = 3  # in the whole hand
    OTHER_BACK = 4
    STUD_DOWN_EXPOSED = 5  # a down card of a stud hand in the first deal
    BOTH_UP = 6  # both hole cards of a stud hand: that hand alone is dead
    SEVENTH_UP = 8  # the last street of stud, after a card of it came face up
    NOT_REPLACED = 7  # an exposed card of a draw game that the seat had to give back for another
    THIRD_UP = 9  # the third card of a stud hand, face up behind an exposed hole card


class RunAgain(IntEnum):
    """Why boards may not be run again."""

    NOT_HERE = 0
    TOO_OFTEN = 1
    NOBODY_ALL_IN = 2


class ShowAllIn(IntEnum):
    """How hands are shown once somebody is all-in and the betting is over."""

    AT_ONCE = 0  # all of them, in no order
    BETTOR = 1  # first the seat that pushed all-in


class ShowFault(IntEnum):
    """Which rule of the order of showing a deviation is about."""

    FIRST = 1
    ALL_IN_FIRST = 2
    SIDE_POT_FIRST = 3


class Substantial(IntEnum):
    """What ends the right to call a misdeal."""

    TWO_MIXED_OR_THREE = 0  # any two but two folds or two checks
    TWO_WITH_CHIPS_OR_THREE = 1  # any two of which one puts chips in


class FourCardFlop(IntEnum):
    """Who picks the card of a flop of four that becomes the next burn."""

    FLOOR = 0
    DEALER = 1


class TimeStyle(IntEnum):
    """Who pays the time."""

    SEAT = 0
    POT = 1
    FLOP = 2


class TimeHand(IntEnum):
    """Which hand after the call pays a time pot or time flop."""

    AFTER_CALL = 0
    FIRST_THAT_COVERS = 1
    FIRST_FLOP = 2
