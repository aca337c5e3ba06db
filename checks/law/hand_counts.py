"""Exact counts of hands: how often each line of a paytable comes up, and what a wager on it is expected to lose.

Counts are of all ways to deal, each as likely as the next: two cards of a player, or seven cards of which five make the
hand. Those of seven cards are written down (`SEVEN_CARDS`). A test adds them up and counts the flushes anew from their
ranks; its slow form looks at all 133,784,560 hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Final

TWO_CARDS_ALL: Final = comb(52, 2)
SEVEN_CARDS_ALL: Final = comb(52, 7)
# Of seven cards, the best five.
SEVEN_CARDS: Final = {
    "royal-flush": 4_324, "straight-flush": 37_260, "quads": 224_848, "full-house": 3_473_184, "flush": 4_047_644,
    "straight": 6_180_020, "trips": 6_461_620, "two-pair": 31_433_400, "pair": 58_627_800, "high-card": 23_294_460,
}  # fmt: skip
_SUITS: Final = 4
_FACES: Final = 3  # king, queen, jack
_UNDER_ACES: Final = 12
TWO_CARDS: Final = {
    "aces": comb(_SUITS, 2),
    "ace-face-suited": _FACES * _SUITS,
    "ace-face-offsuit": _FACES * _SUITS * (_SUITS - 1),
    "pair": _UNDER_ACES * comb(_SUITS, 2),
}


def royals() -> dict[str, Fraction]:
    """How likely each royal flush is that a progressive tells apart.

    Flopped: the player's two cards and the flop are the five, in spades or in another suit. Community: the board is.
    """
    flopped = Fraction(1, comb(52, 5))  # of one suit: any five cards are as likely
    community = Fraction(_SUITS, comb(52, 5))
    every = Fraction(SEVEN_CARDS["royal-flush"], SEVEN_CARDS_ALL)
    return {
        "flopped-royal-spades": flopped,
        "flopped-royal": (_SUITS - 1) * flopped,
        "community-royal": community,
        "royal-flush": every - _SUITS * flopped - community,
    }


def flopped_straight_flush() -> Fraction:
    """How likely the player's two cards and the flop are a straight flush that is no royal flush."""
    return Fraction(9 * _SUITS, comb(52, 5))


def loss_on_table(pays: Mapping[str, int], counts: Mapping[str, int], all_ways: int) -> Fraction:
    """What a wager is expected to lose of itself, by a table in percent: the stake where no line is made."""
    won = sum(Fraction(counts[line] * percent, 100) for line, percent in pays.items())
    lost = all_ways - sum(counts[line] for line in pays)
    return Fraction(lost - won) / all_ways


def pocket_loss(pays: Mapping[str, int]) -> Fraction:
    """The expected loss of a pocket bonus, as a share of the wager."""
    return loss_on_table(pays, TWO_CARDS, TWO_CARDS_ALL)


def trips_loss(pays: Mapping[str, int]) -> Fraction:
    """The expected loss of a trips plus wager, as a share of the wager."""
    return loss_on_table(pays, SEVEN_CARDS, SEVEN_CARDS_ALL)
