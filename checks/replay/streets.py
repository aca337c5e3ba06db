"""What a street deals and bets, as one number: how a game's declaration reaches the kernels."""

from parsers.kernel import kernel

# Places of the numbers in a packed street, four bits each.
DOWN = 0
UP = 4
BOARD = 8
DRAW = 12
DISCARD = 16
BET = 20
BURN = 24

# The bet of a street.
NO_BET = 0
SMALL = 1
BIG = 2
EITHER = 3


def pack(down: int, up: int, board: int, draw: int, discard: int, bet: int, burn: int) -> int:
    """A street as one number."""
    return down << DOWN | up << UP | board << BOARD | draw << DRAW | discard << DISCARD | bet << BET | burn << BURN


@kernel
def of_street(packed, place):
    """One of the numbers of a packed street."""
    return packed >> place & 15


@kernel
def cards_of_street(packed):
    """Cards that a seat gets on a street, without draws."""
    return (packed >> DOWN & 15) + (packed >> UP & 15)


@kernel
def with_chips_now(mask, s, left):
    """A mask of the seats that have chips, when so many are left to one of them."""
    return mask | 1 << s if left > 0 else mask & ~(1 << s)


@kernel
def stud_street_begins(burned, acted, had, cards_due, can_bet):
    """True if a card to a seat that had so many begins the next street of a stud hand.

    Behind a burn it does. Where no burn was recorded it does if the seat has all its cards, and the betting was on or
    nobody can bet any more; a card too many in the middle of a street begins nothing.
    """
    return burned or (had >= cards_due and (acted or can_bet < 2))


@kernel
def draw_street_begins(acted, over, can_bet, says, seat, stage, declared):
    """True if a discard, a draw, a burn or a board card begins the next street of a game with draws.

    Behind betting it does, unless the betting goes on and a seat that was passed over makes up its draw. Where nobody
    can bet any more, a second word of one seat on what it draws does. `says` is such a word, `declared` the seats that
    have given theirs on this street.
    """
    given = seat > 0 and declared >> seat & 1 != 0
    if stage == 0 and seat > 0:
        return True  # nobody draws before the first draw
    if not acted:
        return says and given and can_bet < 2
    late = seat > 0 and stage > 0 and declared != 0 and not given and not over
    return not late
