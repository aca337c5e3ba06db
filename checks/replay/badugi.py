"""Badugis as integers: the lower number wins, equal numbers tie. Cards in (rank * 4 + suit), one integer out."""

from checks.replay.evaluate import ace_low
from parsers.kernel import kernel

ACE = 1 << 12
SIZE = 1 << 14  # above a mask of ranks
CARDS = 4


@kernel
def badugi_of(a, b, c, d):
    """The best badugi, given as one mask of ranks a suit: the most cards of different rank and suit, then the lowest.

    At most one card of each suit plays, so every choice of one card or none a suit is looked at.
    """
    best = CARDS * SIZE
    rest_a = a
    more_a = True
    while more_a:
        one = rest_a & -rest_a
        more_a = rest_a != 0
        rest_a ^= one
        rest_b = b
        more_b = True
        while more_b:
            two = rest_b & -rest_b
            more_b = rest_b != 0
            rest_b ^= two
            if one & two:
                continue
            rest_c = c
            more_c = True
            while more_c:
                three = rest_c & -rest_c
                more_c = rest_c != 0
                rest_c ^= three
                if (one | two) & three:
                    continue
                held = one | two | three
                open_d = d & ~held
                four = open_d & -open_d  # the lowest that fits; one more card is always better than none
                missing = int(one == 0) + int(two == 0) + int(three == 0) + int(four == 0)
                best = min(best, missing * SIZE + (held | four))
    return best


@kernel
def badugi(cards, n, aces):
    """The best badugi of up to seven cards; without `aces` an ace never counts."""
    clubs, diamonds, hearts, spades = 0, 0, 0, 0
    for i in range(n):
        bit = 1 << (cards[i] >> 2)
        if bit == ACE and not aces:
            continue
        suit = cards[i] & 3
        if suit == 0:
            clubs |= bit
        elif suit == 1:
            diamonds |= bit
        elif suit == 2:
            hearts |= bit
        else:
            spades |= bit
    return badugi_of(ace_low(clubs), ace_low(diamonds), ace_low(hearts), ace_low(spades))
