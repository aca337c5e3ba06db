"""Cards as one integer: a mask of the thirteen ranks for each suit, sixteen bits apart.

A card is a bit, so cards are added with `|` and taken out with `^`, and the evaluators get the four masks out of it.
"""

from parsers.kernel import kernel

SUIT = 16  # bits a suit
RANKS = 0x1FFF


@kernel
def packed_card(card):
    """One card; the joker has a bit that no evaluator looks at."""
    return 1 << ((card & 3) * SUIT + (card >> 2))


@kernel
def packed_cards(cards, n):
    """The first n cards."""
    packed = 0
    for i in range(n):
        packed |= 1 << ((cards[i] & 3) * SUIT + (cards[i] >> 2))
    return packed


@kernel
def suits_of(packed):
    """The masks of clubs, diamonds, hearts and spades."""
    return packed & RANKS, packed >> SUIT & RANKS, packed >> (2 * SUIT) & RANKS, packed >> (3 * SUIT) & RANKS
