"""Exact counts of hands: how often each line of a paytable comes up, and what a wager on it is expected to lose.

Counts are of all ways to deal, each as likely as the next: two cards of a player, seven cards of which five make the
hand, or the board with a player's and the dealer's two. Those of seven cards are written down (`SEVEN_CARDS`), and so
are the bad beats, as `benchmarks/bad_beats.py` counts them (`BAD_BEATS`). A test adds them up, counts the flushes anew
from their ranks and the bad beats on boards of one suit; its slow form looks at all 133,784,560 hands, and at every bad
beat.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Final

from checks.law.paytables import JACKPOTS

TWO_CARDS_ALL: Final = comb(52, 2)
SEVEN_CARDS_ALL: Final = comb(52, 7)
# Of seven cards, the best five.
SEVEN_CARDS: Final = {
    "royal-flush": 4_324, "straight-flush": 37_260, "quads": 224_848, "full-house": 3_473_184, "flush": 4_047_644,
    "straight": 6_180_020, "trips": 6_461_620, "two-pair": 31_433_400, "pair": 58_627_800, "high-card": 23_294_460,
}  # fmt: skip
# A player's hand that loses to the dealer's, by how many cards of the board share a suit: of all deals of five cards of
# the board, two of the player and two of the dealer. Nothing beats a royal flush.
DEALS_ALL: Final = comb(52, 5) * comb(47, 2) * comb(45, 2)
BOARDS: Final = {
    "5": 5_148, "4-1": 111_540, "3-2": 267_696, "3-1-1": 580_008, "2-2-1": 949_104, "2-1-1-1": 685_464,
}  # fmt: skip
BAD_BEATS: Final = {
    "5": {
        "straight": 0, "flush": 1_277_570_128, "full-house": 0, "quads": 0, "straight-flush": 2_224_984,
    },
    "4-1": {
        "straight": 1_633_732_488, "flush": 7_095_171_240, "full-house": 11_126_160, "quads": 137_520,
        "straight-flush": 2_901_600,
    },
    "3-2": {
        "straight": 1_206_157_680, "flush": 373_216_392, "full-house": 109_522_656, "quads": 53_496,
        "straight-flush": 7_488,
    },
    "3-1-1": {
        "straight": 2_512_646_352, "flush": 971_146_536, "full-house": 698_192_496, "quads": 274_992,
        "straight-flush": 16_224,
    },
    "2-2-1": {
        "straight": 2_225_892_816, "flush": 0, "full-house": 1_674_973_872, "quads": 133_848, "straight-flush": 0,
    },
    "2-1-1-1": {
        "straight": 1_557_109_152, "flush": 0, "full-house": 1_723_797_504, "quads": 234_920_400, "straight-flush": 0,
    },
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
    """How likely the player's two cards and the flop are a straight flush, and the hand never becomes a royal flush.

    Nine of a suit; one to the king becomes a royal flush if the ace is one of the last two of the 47 cards left.
    """
    return Fraction(_SUITS, comb(52, 5)) * (9 - Fraction(2, 47))


def jackpots() -> dict[str, Fraction]:
    """How likely each line of a progressive is, by its name; a hand is on one of them at most."""
    straight_flushes = Fraction(SEVEN_CARDS["straight-flush"], SEVEN_CARDS_ALL)
    return {
        **royals(),
        "flopped-straight-flush": flopped_straight_flush(),
        "straight-flush": straight_flushes - flopped_straight_flush(),
        **{line: Fraction(SEVEN_CARDS[line], SEVEN_CARDS_ALL) for line in ("quads", "full-house", "flush")},
    }


def progressive_pays(shares: Mapping[str, int], fixed: Mapping[str, int]) -> tuple[Fraction, Fraction]:
    """(cents that the fixed lines of a progressive pay back a round, the share of the meter that the others do).

    A line that a table does not name is paid as the next one that it does; the envy bonus is not in it, which hangs on
    who else plays.
    """
    likely = jackpots()
    cents = share = Fraction(0)
    for names in JACKPOTS.values():
        named = next((name for name in names if name in shares or name in fixed), None)
        if named is not None:
            cents += likely[names[0]] * fixed.get(named, 0)
            share += likely[names[0]] * Fraction(shares.get(named, 0), 100)
    return cents, share


def bad_beat_pays(pays: Mapping[str, int]) -> Fraction:
    """What bad beats pay back of an odds wager by a table in percent, if nobody folds such a hand."""
    won = sum(count * pays.get(line, 0) for lines in BAD_BEATS.values() for line, count in lines.items())
    return Fraction(won, 100 * DEALS_ALL)


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
