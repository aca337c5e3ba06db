"""Hands of stud and draw games, part by part: how good they are, and whose highest card gets an odd unit.

A value is better the higher it is, also in the low games; equal values tie. Cards are rank * 4 + suit, 52 the joker.
"""

from checks.replay.badugi import badugi, badugi_of
from checks.replay.evaluate import STRAIGHT, STRAIGHT_FLUSH, ace_low, category, high_value
from checks.replay.layout import Reading
from checks.replay.lowball import ace_high_razz, ace_to_five, deuce_to_seven, five_card_low, grouped_low
from checks.replay.mexican import mexican_high
from checks.replay.packed import packed_card, packed_cards, suits_of
from parsers.kernel import part

NO_VALUE = -(1 << 62)
ACE_RANK = 12
HAND = 5
_WHEEL_TOP = 1 << 3  # a straight to the five, in which the ace plays under the deuce


@part
def packed_high(packed):
    """The high value of up to seven packed cards."""
    clubs, diamonds, hearts, spades = suits_of(packed)
    return high_value(clubs, diamonds, hearts, spades)


@part
def low_of(low, highest):
    """A low as a value: the lower the better, and none where it has a card over the highest; 0: any will do."""
    return NO_VALUE if highest > 0 and low >= 1 << highest else -low


@part
def part_value(reading, highest, cards, n, joker_up):
    """The value of a seat's own cards for one part of the pot; NO_VALUE if it has none."""
    if reading == Reading.HIGH:
        return packed_high(packed_cards(cards, n))
    if reading == Reading.ACE_TO_FIVE:
        return low_of(ace_to_five(cards, n), highest)
    if reading == Reading.DEUCE_TO_SEVEN:
        return -deuce_to_seven(cards, n)
    if reading == Reading.RAZZ_ACE_HIGH:
        return -ace_high_razz(cards, n)
    if reading == Reading.BADUGI:
        return -badugi(cards, n, True)
    if reading == Reading.BADUGI_WITHOUT_ACES:
        return -badugi(cards, n, False)
    return mexican_high(cards, n, not joker_up)


@part
def card_key(card, low_ace):
    """A card's place among all cards by rank and suit; the joker is above every ace."""
    return card - 52 if low_ace and card >> 2 == ACE_RANK else card


@part
def highest_of(cards, n, without, low_ace):
    """The highest card by rank and suit of those whose place does not stand in `without`."""
    best = NO_VALUE
    for i in range(n):
        if not without >> i & 1:
            best = max(best, card_key(cards[i], low_ace))
    return best


@part
def value_of_playing(reading, packed):
    """The value of the cards that play and no others."""
    if reading == Reading.HIGH:
        return packed_high(packed)
    if reading == Reading.ACE_TO_FIVE:
        return -five_card_low(False, packed)
    if reading == Reading.DEUCE_TO_SEVEN:
        return -five_card_low(True, packed)
    clubs, diamonds, hearts, spades = suits_of(packed)
    if reading == Reading.RAZZ_ACE_HIGH:
        return -grouped_low(clubs, diamonds, hearts, spades)
    return -badugi_of(ace_low(clubs), ace_low(diamonds), ace_low(hearts), ace_low(spades))


@part
def size_of_part(reading, value, n):
    """How many cards play: five, or those of a badugi."""
    if reading == Reading.BADUGI or reading == Reading.BADUGI_WITHOUT_ACES:
        return 4 - (-value >> 14)
    return min(n, HAND)


@part
def odd_unit_key(reading, of, cards, n, value, low_ace):
    """The highest card by rank and suit that plays, of every choice of cards that makes the hand.

    `of`: 7 looks at all cards, else at those that play. A player shows the five that serve best.
    """
    if of != HAND or reading == Reading.MEXICAN:
        return highest_of(cards, n, 0, low_ace)
    size = size_of_part(reading, value, n)
    best = NO_VALUE
    for without in range(1 << n):
        left = 0
        packed = 0
        for i in range(n):
            if not without >> i & 1:
                left += 1
                packed |= packed_card(cards[i])
        if left == size and value_of_playing(reading, packed) == value:
            best = max(best, highest_of(cards, n, without, low_ace))
    return best


@part
def ace_readings(reading, part, of, value):
    """(ace low in the first reading, ace low in the second): where documents leave open how high an ace is, both."""
    if reading == Reading.HIGH:
        kind = category(value)
        wheel = (kind == STRAIGHT or kind == STRAIGHT_FLUSH) and value & 0x1FFF == _WHEEL_TOP
        return False, wheel
    if reading == Reading.ACE_TO_FIVE:
        return True, part == 0 and of == HAND
    return reading == Reading.BADUGI, reading == Reading.BADUGI
