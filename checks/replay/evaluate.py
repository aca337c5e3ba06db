"""Hand values as integers: the higher number wins, equal numbers tie. Suit masks in, one integer out."""

from numba import njit

_CATEGORY = 1 << 26  # above two 13-bit masks of ranks

HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
TRIPS = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
QUADS = 7
STRAIGHT_FLUSH = 8


@njit(cache=True)
def highest_bit(mask):
    """The top bit of a mask of 13 ranks, as a mask; 0 for 0."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return mask ^ (mask >> 1)


@njit(cache=True)
def top_bits(mask, n):
    """The n highest bits of a mask."""
    out = 0
    for _ in range(n):
        bit = highest_bit(mask)
        out |= bit
        mask ^= bit
    return out


@njit(cache=True)
def straight_top(ranks):
    """The top rank of the best straight as a mask, 0 if there is none. The ace also stands under the deuce."""
    low = (ranks << 1) | ((ranks >> 12) & 1)  # bit 0 is the ace as one
    run = low & (low >> 1) & (low >> 2) & (low >> 3) & (low >> 4)
    if run == 0:
        return 0
    return highest_bit(run) << 3  # bit i of run starts at rank i - 1, so its top is rank i + 3


@njit(cache=True)
def high_value(clubs, diamonds, hearts, spades):
    """The best five-card high hand of five to seven cards, given as one mask of ranks a suit."""
    ranks = clubs | diamonds | hearts | spades
    flush = 0
    for suit in (clubs, diamonds, hearts, spades):
        count = 0
        rest = suit
        while rest:
            rest &= rest - 1
            count += 1
        if count >= 5:
            flush = suit
    if flush:
        top = straight_top(flush)
        if top:
            return STRAIGHT_FLUSH * _CATEGORY + top
    four = clubs & diamonds & hearts & spades
    if four:
        quad = highest_bit(four)
        return QUADS * _CATEGORY + (quad << 13) + highest_bit(ranks ^ quad)
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    two = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    trips = highest_bit(three)
    if trips and two ^ trips:
        return FULL_HOUSE * _CATEGORY + (trips << 13) + highest_bit(two ^ trips)
    if flush:
        return FLUSH * _CATEGORY + top_bits(flush, 5)
    top = straight_top(ranks)
    if top:
        return STRAIGHT * _CATEGORY + top
    if trips:
        return TRIPS * _CATEGORY + (trips << 13) + top_bits(ranks ^ trips, 2)
    if two:
        pair = highest_bit(two)
        second = highest_bit(two ^ pair)
        if second:
            return TWO_PAIR * _CATEGORY + ((pair | second) << 13) + highest_bit(ranks ^ pair ^ second)
        return PAIR * _CATEGORY + (pair << 13) + top_bits(ranks ^ pair, 3)
    return HIGH_CARD * _CATEGORY + top_bits(ranks, 5)


_WHEEL = 1 << 12 | 0b1111


@njit(cache=True)
def five_card_value(clubs, diamonds, hearts, spades):
    """What `high_value` says of exactly five cards, with less work: nothing has to be left out."""
    ranks = clubs | diamonds | hearts | spades
    two = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    if two == 0:
        flush = ranks == clubs or ranks == diamonds or ranks == hearts or ranks == spades
        lowest = ranks & -ranks
        top = lowest << 4 if ranks == lowest * 0b11111 else 1 << 3 if ranks == _WHEEL else 0
        if top:
            return (STRAIGHT_FLUSH if flush else STRAIGHT) * _CATEGORY + top
        return (FLUSH if flush else HIGH_CARD) * _CATEGORY + ranks
    four = clubs & diamonds & hearts & spades
    if four:
        return QUADS * _CATEGORY + (four << 13) + (ranks ^ four)
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    if three:
        if two ^ three:
            return FULL_HOUSE * _CATEGORY + (three << 13) + (two ^ three)
        return TRIPS * _CATEGORY + (three << 13) + (ranks ^ three)
    return (TWO_PAIR if two & (two - 1) else PAIR) * _CATEGORY + (two << 13) + (ranks ^ two)


@njit(cache=True)
def category(value):
    """The category of a value: 0 high card … 8 straight flush."""
    return value // _CATEGORY


@njit(cache=True)
def ace_low(ranks):
    """A mask of ranks with the ace as its lowest bit."""
    return ((ranks << 1) | (ranks >> 12)) & 0x1FFF


@njit(cache=True)
def low_value(clubs, diamonds, hearts, spades):
    """The ace-to-five value of exactly five cards: the lower number wins. Straights and flushes do not count."""
    a, b, c, d = ace_low(clubs), ace_low(diamonds), ace_low(hearts), ace_low(spades)
    ranks = a | b | c | d
    two = (a & b) | (c & d) | ((a | b) & (c | d))
    if two == 0:
        return ranks
    three = (a & b & (c | d)) | (c & d & (a | b))
    four = a & b & c & d
    if four:
        return QUADS * _CATEGORY + (four << 13) + (ranks ^ four)
    if three:
        rest = ranks ^ three
        if two ^ three:
            return FULL_HOUSE * _CATEGORY + (three << 13) + rest
        return TRIPS * _CATEGORY + (three << 13) + rest
    pairs = two
    kind = TWO_PAIR if pairs & (pairs - 1) else PAIR
    return kind * _CATEGORY + (pairs << 13) + (ranks ^ pairs)


NO_LOW = 1 << 62
