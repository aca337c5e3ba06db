"""Counts every bad beat there is: a player's straight or better that loses to the dealer, by the suits of the board.

    python -m benchmarks.bad_beats

Writes the lines of `BAD_BEATS` in `checks/law/hand_counts.py`. A deal is five cards of the board, two of the player and
two of the dealer. Boards that differ only in the names of their suits are looked at once and counted as often as they
come: 134,459 of 2,598,960. On each of them every two cards that make a straight or better meet all others that do, as
only those can beat them; two that share a card are no deal.
"""

from __future__ import annotations

import sys
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit

from checks.replay.evaluate import STRAIGHT, STRAIGHT_FLUSH, category, high_value

RANKS: Final = 13
PAIRS_MOST: Final = comb(47, 2)
# A board by how many of its cards share a suit, and the lines of a bad beat: nobody beats a royal flush.
PATTERNS: Final = ("5", "4-1", "3-2", "3-1-1", "2-2-1", "2-1-1-1")
LINES: Final = ("straight", "flush", "full-house", "quads", "straight-flush")


@njit
def _bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit
def times_of(a: int, b: int, c: int, d: int) -> int:
    """How many boards a board with its suits in descending order stands for; 0 where they are not."""
    if a < b or b < c or c < d:
        return 0
    times, alike = 24, 1
    for same in (a == b, b == c, c == d):
        alike = alike + 1 if same else 1
        times //= alike
    return times


@njit
def pattern_of(a: int, b: int, c: int, d: int) -> int:
    """The place of a board in `PATTERNS`."""
    most = max(_bits(a), _bits(b), _bits(c), _bits(d))
    suits = (a != 0) + (b != 0) + (c != 0) + (d != 0)
    if most >= 4:
        return 5 - most
    if most == 3:
        return suits
    return suits + 1


@njit
def count_board(a, b, c, d, times, cards, values, found):  # type: ignore[no-untyped-def]
    """Adds the bad beats on one board, `times` over; `cards` and `values` have room for every two cards."""
    n = 0
    for i in range(52):
        one = (i & 3, 1 << (i >> 2))
        if (a, b, c, d)[one[0]] & one[1]:
            continue
        for j in range(i):
            other = (j & 3, 1 << (j >> 2))
            if (a, b, c, d)[other[0]] & other[1]:
                continue
            suits = [a, b, c, d]
            suits[one[0]] |= one[1]
            suits[other[0]] |= other[1]
            value = high_value(suits[0], suits[1], suits[2], suits[3])
            if category(value) >= STRAIGHT:
                cards[n] = 1 << i | 1 << j
                values[n] = value
                n += 1
    for x in range(n):
        losses = 0
        for y in range(n):
            if values[y] > values[x] and cards[x] & cards[y] == 0:
                losses += 1
        if losses:
            found[category(values[x]) - STRAIGHT] += times * losses


@njit
def count_all(found, boards):  # type: ignore[no-untyped-def]
    """Every board of five cards; `found` by pattern and line, `boards` by pattern."""
    cards = np.zeros(PAIRS_MOST, np.int64)
    values = np.zeros(PAIRS_MOST, np.int64)
    suits = np.zeros(4, np.int64)
    for i in range(4, 52):
        for j in range(3, i):
            for k in range(2, j):
                for m in range(1, k):
                    for n in range(m):
                        suits[:] = 0
                        for card in (i, j, k, m, n):
                            suits[card & 3] |= 1 << (card >> 2)
                        a, b, c, d = suits[0], suits[1], suits[2], suits[3]
                        times = times_of(a, b, c, d)
                        if times == 0:
                            continue
                        pattern = pattern_of(a, b, c, d)
                        boards[pattern] += times
                        count_board(a, b, c, d, times, cards, values, found[pattern])


def bad_beats() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(bad beats by pattern and line, boards by pattern)."""
    found = np.zeros((len(PATTERNS), STRAIGHT_FLUSH - STRAIGHT + 1), np.int64)
    boards = np.zeros(len(PATTERNS), np.int64)
    count_all(found, boards)
    return found, boards


def main() -> int:
    found, boards = bad_beats()
    for pattern, row, many in zip(PATTERNS, found, boards, strict=True):
        told = ", ".join(f'"{line}": {count:_}' for line, count in zip(LINES, row.tolist(), strict=True))
        print(f'    "{pattern}": {{{told}}},  # {many:,} boards')
    return 0


if __name__ == "__main__":
    sys.exit(main())
