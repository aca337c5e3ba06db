"""Seats as masks with bit 1 << seat: who comes next, how many there are, who was passed over."""

import numpy as np

from checks.facts import SEATS as SEATS
from parsers.kernel import part

_LOWEST = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 1 << SEATS)], np.int8)


@part
def next_in(mask, after):
    """The first seat of a mask clockwise after a seat; 0 if the mask is empty."""
    behind = mask >> (after + 1) << (after + 1)
    return int(_LOWEST[behind if behind else mask])


@part
def last_before(mask, seat):
    """The last seat of a mask before one, clockwise; 0 if the mask is empty."""
    for step in range(1, SEATS):
        s = (seat - step - 1) % 10 + 1
        if mask >> s & 1:
            return s
    return 0


@part
def count_seats(mask):
    """How many seats a mask holds."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@part
def seat_before(s):
    """The seat before one, clockwise."""
    return (s + 8) % 10 + 1


@part
def seats_from(turn, s):
    """The seats from one up to the one before another, clockwise."""
    passed = 0
    while turn != s:
        passed |= 1 << turn
        turn = turn % 10 + 1
    return passed


@part
def lies_between(seat, start, stop):
    """True if a seat lies strictly between two others, clockwise from the first."""
    if start == stop:
        return False
    step = start % 10 + 1
    while step != stop:
        if step == seat:
            return True
        step = step % 10 + 1
    return False
