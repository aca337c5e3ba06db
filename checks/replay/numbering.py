"""Hand numbers: the digits at the end of a hand's name."""

import numpy as np
from numba import njit

from checks.replay.layout import UNKNOWN

DIGITS_MOST = 18  # what an int64 holds


@njit(cache=True)
def trailing_numbers(offsets, texts):
    """The number at the end of each text, at most eighteen digits of it; UNKNOWN where there is none."""
    n = len(offsets) - 1
    out = np.full(n, UNKNOWN, np.int64)
    for i in range(n):
        place = 1
        value = 0
        digits = 0
        at = offsets[i + 1] - 1
        while at >= offsets[i] and digits < DIGITS_MOST:
            digit = int(texts[at]) - 48
            if digit < 0 or digit > 9:
                break
            value += digit * place
            place *= 10
            digits += 1
            at -= 1
        if digits:
            out[i] = value
    return out
