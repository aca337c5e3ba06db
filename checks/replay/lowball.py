"""Low hands as integers: the lower number wins, equal numbers tie. Cards in (rank * 4 + suit), one integer out.

Ace-to-five: the ace is one, straights and flushes do not count. Deuce-to-seven: the ace is high only, straights and
flushes count, and A2345 is no straight.
"""

from checks.replay.evaluate import (
    _CATEGORY,
    FLUSH,
    FULL_HOUSE,
    NO_LOW,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    ace_low,
)
from parsers.kernel import kernel

HAND = 5


@kernel
def grouped_low(a, b, c, d):
    """The value of up to five cards by pairs and ranks alone, given as one mask of ranks a suit."""
    ranks = a | b | c | d
    two = (a & b) | (c & d) | ((a | b) & (c | d))
    if two == 0:
        return ranks
    four = a & b & c & d
    if four:
        return QUADS * _CATEGORY + (four << 13) + (ranks ^ four)
    three = (a & b & (c | d)) | (c & d & (a | b))
    if three:
        rest = ranks ^ three
        return (FULL_HOUSE if two ^ three else TRIPS) * _CATEGORY + (three << 13) + rest
    kind = TWO_PAIR if two & (two - 1) else PAIR
    return kind * _CATEGORY + (two << 13) + (ranks ^ two)


@kernel
def ace_to_five_value(clubs, diamonds, hearts, spades):
    """The ace-to-five value of up to five cards, given as one mask of ranks a suit."""
    return grouped_low(ace_low(clubs), ace_low(diamonds), ace_low(hearts), ace_low(spades))


@kernel
def deuce_to_seven_value(clubs, diamonds, hearts, spades):
    """The deuce-to-seven value of five cards, given as one mask of ranks a suit."""
    value = grouped_low(clubs, diamonds, hearts, spades)
    if value >= _CATEGORY:
        return value
    flush = value == clubs or value == diamonds or value == hearts or value == spades
    lowest = value & -value
    straight = value == lowest * 0b11111
    if straight and flush:
        return STRAIGHT_FLUSH * _CATEGORY + value
    if flush:
        return FLUSH * _CATEGORY + value
    if straight:
        return STRAIGHT * _CATEGORY + value
    return value


@kernel
def suit_mask(cards, n, suit, without):
    """The ranks of one suit among n cards, as a mask; places whose bit stands in `without` are left out."""
    mask = 0
    for i in range(n):
        if cards[i] & 3 == suit and not without >> i & 1:
            mask |= 1 << (cards[i] >> 2)
    return mask


@kernel
def value_without(deuce, cards, n, without):
    """The low value of the cards whose place does not stand in `without`."""
    clubs = suit_mask(cards, n, 0, without)
    diamonds = suit_mask(cards, n, 1, without)
    hearts = suit_mask(cards, n, 2, without)
    spades = suit_mask(cards, n, 3, without)
    if deuce:
        return deuce_to_seven_value(clubs, diamonds, hearts, spades)
    return ace_to_five_value(clubs, diamonds, hearts, spades)


@kernel
def best_of_five(deuce, cards, n):
    """The best low of any five of up to seven cards, by trying every choice."""
    if n <= HAND:
        return value_without(deuce, cards, n, 0)
    best = NO_LOW
    for i in range(n):
        if n == HAND + 1:
            best = min(best, value_without(deuce, cards, n, 1 << i))
            continue
        for j in range(i + 1, n):
            best = min(best, value_without(deuce, cards, n, 1 << i | 1 << j))
    return best


@kernel
def five_lowest(ranks):
    """The five lowest bits of a mask of ranks; 0 if it has fewer."""
    out = 0
    for _ in range(HAND):
        if ranks == 0:
            return 0
        bit = ranks & -ranks
        out |= bit
        ranks ^= bit
    return out


@kernel
def ace_to_five(cards, n):
    """The best ace-to-five low of any five of up to seven cards."""
    ranks = 0
    for i in range(n):
        ranks |= 1 << (cards[i] >> 2)
    unpaired = five_lowest(ace_low(ranks))
    return unpaired if unpaired else best_of_five(False, cards, n)


@kernel
def deuce_to_seven(cards, n):
    """The best deuce-to-seven low of any five of up to seven cards."""
    return best_of_five(True, cards, n)
