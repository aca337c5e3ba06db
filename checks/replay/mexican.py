"""Hands of Mexican poker as integers: the higher number wins, equal numbers tie.

The deck has no eights, nines and tens and one joker: seven and jack are neighbours, a flush beats a full house, and
five of a kind is on top. A joker that was dealt down is wild; one that was dealt up is an ace, or whatever completes a
straight or flush.
"""

from parsers.kernel import kernel

JOKER = 52
HAND = 5
CARDS = 40
_CATEGORY = 1 << 22  # above two masks of ten ranks, with room
_KIND = 11

HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
TRIPS = 3
STRAIGHT = 4
FULL_HOUSE = 5
FLUSH = 6
QUADS = 7
STRAIGHT_FLUSH = 8
FIVE_OF_A_KIND = 9

ACE = 9  # the top of the ten ranks
_WHEEL = 1 << ACE | 0b1111


@kernel
def short_rank(card):
    """The rank of a card among the ten of this deck: deuce 0 … seven 5, jack 6 … ace 9."""
    rank = card >> 2
    return rank if rank <= 5 else rank - 3


@kernel
def plain_value(clubs, diamonds, hearts, spades, extra):
    """The value of five cards, given as one mask of the ten ranks a suit; `extra` is a fifth card of one rank."""
    if extra:
        return FIVE_OF_A_KIND * _CATEGORY + extra
    ranks = clubs | diamonds | hearts | spades
    two = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades))
    if two == 0:
        flush = ranks == clubs or ranks == diamonds or ranks == hearts or ranks == spades
        top = ranks
        straight = ranks == (ranks & -ranks) * 0b11111
        if ranks == _WHEEL:
            straight = True
            top = 0  # the ace plays under the deuce
        if straight:
            return (STRAIGHT_FLUSH if flush else STRAIGHT) * _CATEGORY + top
        return (FLUSH if flush else HIGH_CARD) * _CATEGORY + ranks
    four = clubs & diamonds & hearts & spades
    if four:
        return QUADS * _CATEGORY + (four << _KIND) + (ranks ^ four)
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    if three:
        kind = FULL_HOUSE if two ^ three else TRIPS
        return kind * _CATEGORY + (three << _KIND) + (ranks ^ three)
    kind = TWO_PAIR if two & (two - 1) else PAIR
    return kind * _CATEGORY + (two << _KIND) + (ranks ^ two)


@kernel
def with_card(clubs, diamonds, hearts, spades, suit, bit):
    """The value of four cards and one more; a card that is there already can only be a fifth of its rank."""
    mask = clubs if suit == 0 else diamonds if suit == 1 else hearts if suit == 2 else spades
    if mask & bit:
        if clubs & diamonds & hearts & spades & bit:
            return plain_value(clubs, diamonds, hearts, spades, bit)
        return 0
    return plain_value(
        clubs | (bit if suit == 0 else 0),
        diamonds | (bit if suit == 1 else 0),
        hearts | (bit if suit == 2 else 0),
        spades | (bit if suit == 3 else 0),
        0,
    )


@kernel
def mexican_high(cards, n, wild):
    """The value of a hand of up to five cards; `wild` says that its joker was dealt face down."""
    clubs, diamonds, hearts, spades = 0, 0, 0, 0
    joker = False
    for i in range(n):
        if cards[i] == JOKER:
            joker = True
            continue
        bit = 1 << short_rank(cards[i])
        suit = cards[i] & 3
        if suit == 0:
            clubs |= bit
        elif suit == 1:
            diamonds |= bit
        elif suit == 2:
            hearts |= bit
        else:
            spades |= bit
    if not joker:
        return plain_value(clubs, diamonds, hearts, spades, 0)
    best = 0
    for rank in range(ACE + 1):
        for suit in range(4):
            value = with_card(clubs, diamonds, hearts, spades, suit, 1 << rank)
            kind = value // _CATEGORY
            fills = n == HAND and (kind == STRAIGHT or kind == FLUSH or kind == STRAIGHT_FLUSH)
            if (wild or rank == ACE or fills) and value > best:
                best = value
    return best
