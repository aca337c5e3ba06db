"""A table's memory of time: which hand owes it after each call, and what it paid.

Grain: one entry a hand, hands sorted by table, then by time.
"""

import numpy as np
from numba import njit

from checks.replay.layout import UNKNOWN, TimeHand, TimeStyle
from parsers.kernel import kernel

RIGHT = 0
WRONG_AMOUNT = 1
WRONG_HAND = 2  # missed, or taken from another hand than the one that owes it

# What is remembered of a call for a time pot or time flop.
NO_CALL = -2  # none yet, or nothing certain about the last one
SETTLED = -1


@kernel
def is_amount_right(taken, rate, seats_least, seats_most):
    """Whole seats' time, of at least and at most so many seats."""
    return rate * seats_least <= taken <= rate * seats_most and (rate == 0 or taken % rate == 0)


@njit(cache=True)
def owed_time(
    table, calls, unbroken, rate, style, payer, absent_pay, listed, active,
    seat_time, pot_time, contested, streets, called_off,
):  # fmt: skip
    """(due, taken, verdict) a hand; verdict is UNKNOWN where a hand owes nothing or nobody can say.

    `calls[i]`: calls for time since the hand before, to be paid from hand i on. `unbroken[i]`: hand i is the very next
    of its table after hand i - 1, or the first of the log. Two calls without a hand between them, and hands that are
    missing in the log, leave nothing certain until the next call. Where no rule says that absent participants pay,
    both ways are right.
    """
    n = len(table)
    due = np.full(n, UNKNOWN, np.int64)
    taken = np.full(n, UNKNOWN, np.int64)
    verdict = np.full(n, UNKNOWN, np.int64)
    call = NO_CALL  # the first hand after the call that is to be paid from a pot
    owing = -1  # the hand that owes it, once it was dealt
    late = False  # a seat collection was missed and may be made up later
    for i in range(n):
        if i == 0 or table[i] != table[i - 1]:
            call = NO_CALL
            owing = -1
            late = True  # what was owed before the log begins nobody knows
        if rate[i] == UNKNOWN:
            call = NO_CALL
            owing = -1
            late = True
            continue
        fewest = listed[i] if absent_pay[i] == 1 else active[i]
        if style[i] == TimeStyle.SEAT:
            if calls[i] == 1 and unbroken[i]:
                due[i] = rate[i] * listed[i]
                taken[i] = seat_time[i]
                late = seat_time[i] == 0
                if late:
                    verdict[i] = WRONG_HAND if due[i] > 0 else RIGHT
                else:
                    right = is_amount_right(seat_time[i], rate[i], fewest, listed[i])
                    verdict[i] = RIGHT if right else WRONG_AMOUNT
            elif calls[i] > 0 or not unbroken[i]:
                late = True
            elif seat_time[i] > 0:
                if not late:
                    due[i] = 0
                    taken[i] = seat_time[i]
                    verdict[i] = WRONG_AMOUNT
                late = False
            continue
        # One pot pays.
        if payer[i] == UNKNOWN:
            continue
        if calls[i] > 0:
            # The next call ends the time that the last one could still be paid in.
            if owing >= 0:
                verdict[owing] = WRONG_HAND
            owing = -1
            call = i if calls[i] == 1 and unbroken[i] else NO_CALL
        elif not unbroken[i]:
            owing = -1
            call = NO_CALL
        if call >= 0 and owing < 0 and not called_off[i]:
            most = rate[i] * listed[i]
            if payer[i] == TimeHand.AFTER_CALL:
                if contested[i] >= most and (style[i] == TimeStyle.POT or streets[i] > 0):
                    owing = i
                elif pot_time[i] == 0:
                    call = NO_CALL  # the hand could not pay it; what then, the rule does not say
            elif payer[i] == TimeHand.FIRST_THAT_COVERS:
                if contested[i] >= most:
                    owing = i
            elif streets[i] > 0:
                owing = i
            if owing == i:
                due[i] = most
                taken[i] = pot_time[i]
        if pot_time[i] > 0:
            if call >= 0 and owing == i:
                right = is_amount_right(pot_time[i], rate[i], min(fewest, active[call]), max(listed[i], listed[call]))
                short_pot = contested[i] < due[i] and pot_time[i] <= due[i]
                verdict[i] = RIGHT if right or short_pot else WRONG_AMOUNT
                call = SETTLED
            elif call >= 0:
                due[i] = 0
                taken[i] = pot_time[i]
                verdict[i] = WRONG_HAND
                if owing >= 0:
                    due[owing] = UNKNOWN  # told where the chips were taken from
                call = SETTLED
            elif call == SETTLED:
                due[i] = 0
                taken[i] = pot_time[i]
                verdict[i] = WRONG_AMOUNT
            owing = -1
        # The log of this table ends: what is still owed was not paid.
        if owing >= 0 and (i + 1 == n or table[i + 1] != table[i]):
            verdict[owing] = WRONG_HAND
    return due, taken, verdict
