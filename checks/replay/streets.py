"""What a street deals and bets, as one number, and what begins the next one."""

from parsers.kernel import part
from parsers.vocabulary import Detail, Word

# Places of the numbers in a packed street, four bits each.
DOWN = 0
UP = 4
BOARD = 8
DRAW = 12
DISCARD = 16
BET = 20

# The bet of a street.
NO_BET = 0
SMALL = 1
BIG = 2
EITHER = 3


def pack(down: int, up: int, board: int, draw: int, discard: int, bet: int) -> int:
    """A street as one number."""
    return down << DOWN | up << UP | board << BOARD | draw << DRAW | discard << DISCARD | bet << BET


@part
def of_street(packed, place):
    """One of the numbers of a packed street."""
    return packed >> place & 15


@part
def cards_of_street(packed):
    """Cards that a seat gets on a street, without draws."""
    return (packed >> DOWN & 15) + (packed >> UP & 15)


@part
def can_bet(st):
    """Whether betting is still possible: two seats have chips."""
    able = st.live & st.able
    return able & (able - 1) != 0


@part
def lot_begins(st):
    """True if a card to a seat begins the next street of a hand that is dealt in lots, as stud is.

    Behind a burn it does. Where no burn was recorded it does if the seat has all its cards, and the betting was on or
    nobody can bet any more; a card too many in the middle of a street begins nothing.
    """
    if st.word == Word.COMMUNITY:
        return True
    if (st.word != Word.UP and st.word != Word.DEAL) or st.seat <= 0 or st.dealt == 0:
        return False
    whole = st.dealt_to[st.seat] >= st.due_by_street[st.stage]
    return st.burned != 0 or (whole and (st.bet_on != 0 or not can_bet(st)))


@part
def says_draw(st):
    """Whether the event is a seat's word on what it draws."""
    return st.word == Word.DISCARD or (st.word == Word.DRAW and st.detail == Detail.PAT)


@part
def draw_street_begins(st):
    """True if a discard, a draw, a burn or a board card begins the next street of a game with draws.

    Behind betting it does, unless the betting goes on and a seat that was passed over makes up its draw. Where nobody
    can bet any more, a second word of one seat on what it draws does.
    """
    w = st.word
    if w != Word.DISCARD and w != Word.DRAW and w != Word.BURN and w != Word.BOARD:
        return False
    s = st.seat
    given = s > 0 and st.declared >> s & 1 != 0
    if st.stage == 0 and s > 0:
        return True  # nobody draws before the first draw
    if not st.bet_on:
        return says_draw(st) and given and not can_bet(st)
    over = st.live & st.able & ~st.acted_since == 0
    late = s > 0 and st.stage > 0 and st.declared != 0 and not given and not over
    return not late


@part
def street_begins(st):
    """Whether the event at hand begins the next street, by the game's family."""
    if st.by_bring_in or st.by_lots:
        return lot_begins(st)
    if st.has_draws:
        return draw_street_begins(st)
    return st.word == Word.BOARD
