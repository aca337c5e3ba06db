"""High hands of short deck: no deuces to fives, a flush beats a full house, and the ace stands under the six."""

from checks.replay.evaluate import _CATEGORY, FLUSH, FULL_HOUSE, STRAIGHT, STRAIGHT_FLUSH, category, high_value
from parsers.kernel import part

ACE = 1 << 12
FIVE = 1 << 3  # a rank that this deck does not have
_A6789 = 1 << 7  # a straight to the nine, in which the ace plays under the six


@part
def ace_under_six(ranks):
    """A mask of ranks with every ace also as the five it stands in for in a straight."""
    return ranks | FIVE if ranks & ACE else ranks


@part
def short_deck_value(clubs, diamonds, hearts, spades):
    """The best five-card high hand of five to seven cards, given as one mask of ranks a suit."""
    value = high_value(clubs, diamonds, hearts, spades)
    best = in_order(value)
    for suit in (clubs, diamonds, hearts, spades):
        low = ace_under_six(suit)
        if low & 0xF8 == 0xF8:
            best = max(best, STRAIGHT_FLUSH * _CATEGORY + _A6789)
    if ace_under_six(clubs | diamonds | hearts | spades) & 0xF8 == 0xF8:
        best = max(best, STRAIGHT * _CATEGORY + _A6789)
    # A full house hides a flush only where the cards have both.
    if category(value) == FULL_HOUSE:
        best = max(best, in_order(flush_of(clubs, diamonds, hearts, spades)))
    return best


@part
def flush_of(clubs, diamonds, hearts, spades):
    """The best flush; 0 if there is none."""
    best = 0
    for suit in (clubs, diamonds, hearts, spades):
        value = high_value(suit, 0, 0, 0)
        if category(value) == FLUSH:
            best = max(best, value)
    return best


@part
def in_order(value):
    """A value of the full deck where flush and full house have changed places."""
    if category(value) == FLUSH:
        return value + _CATEGORY
    if category(value) == FULL_HOUSE:
        return value - _CATEGORY
    return value
