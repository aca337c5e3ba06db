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
from checks.replay.packed import packed_card, packed_cards, suits_of
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
def five_card_low(deuce, packed):
    """The low value of up to five packed cards."""
    clubs, diamonds, hearts, spades = suits_of(packed)
    if deuce:
        return deuce_to_seven_value(clubs, diamonds, hearts, spades)
    return ace_to_five_value(clubs, diamonds, hearts, spades)


@kernel
def best_of_five(deuce, cards, n):
    """The best low of any five of up to seven cards, by trying every choice."""
    packed = packed_cards(cards, n)
    if n <= HAND:
        return five_card_low(deuce, packed)
    best = NO_LOW
    for i in range(n):
        without = packed ^ packed_card(cards[i])
        if n == HAND + 1:
            best = min(best, five_card_low(deuce, without))
            continue
        for j in range(i + 1, n):
            best = min(best, five_card_low(deuce, without ^ packed_card(cards[j])))
    return best


@kernel
def five_lowest(ranks):
    """The five lowest bits of a mask of ranks; 0 if it has fewer."""
    rest = ranks
    for _ in range(HAND):
        if rest == 0:
            return 0
        rest &= rest - 1
    return ranks ^ rest


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
    """The best deuce-to-seven low of any five of up to seven cards.

    The five lowest ranks are the best there can be, unless they are a straight, or a flush for want of another suit.
    """
    clubs, diamonds, hearts, spades = suits_of(packed_cards(cards, n))
    lowest = five_lowest(clubs | diamonds | hearts | spades)
    if lowest and lowest != (lowest & -lowest) * 0b11111:
        flush = (
            lowest & ~clubs == 0 or lowest & ~diamonds == 0 or lowest & ~hearts == 0 or lowest & ~spades == 0
        )  # fmt: skip
        if not flush:
            return lowest
    return best_of_five(True, cards, n)


@kernel
def ace_high_razz(cards, n):
    """The best low by ranks and pairs alone of any five of up to seven cards, the ace above the king."""
    packed = packed_cards(cards, n)
    clubs, diamonds, hearts, spades = suits_of(packed)
    unpaired = five_lowest(clubs | diamonds | hearts | spades)
    if unpaired or n <= HAND:
        return unpaired if unpaired else grouped_low(clubs, diamonds, hearts, spades)
    best = NO_LOW
    for i in range(n):
        for j in range(i, n):
            left = packed ^ packed_card(cards[i])
            if n > HAND + 1:
                if i == j:
                    continue
                left ^= packed_card(cards[j])
            clubs, diamonds, hearts, spades = suits_of(left)
            best = min(best, grouped_low(clubs, diamonds, hearts, spades))
    return best
