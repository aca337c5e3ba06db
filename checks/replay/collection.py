"""A table's memory of time: which hand owes it after each call, and what it paid.

Grain: one entry a hand, hands sorted by table, then by time.
"""

from typing import Any, NamedTuple

import numpy as np

from checks.replay.layout import UNKNOWN, TimeHand, TimeStyle
from parsers.kernel import kernel, part

# NumPy's integers: a part would be compiled anew for each of Python's own.
RIGHT = np.int64(0)
WRONG_AMOUNT = np.int64(1)
WRONG_HAND = np.int64(2)  # missed, or taken from another hand than the one that owes it

# What is remembered of a call for a time pot or time flop.
NO_CALL = -2  # none yet, or nothing certain about the last one
SETTLED = -1
NOBODY = -1
NOTHING = np.int64(0)


class TimedHands(NamedTuple):
    """What a table's time hangs on, one entry a hand.

    `calls[i]`: calls for time since the hand before, to be paid from hand i on. `unbroken[i]`: hand i is the very next
    of its table after hand i - 1, or the first of the log.
    """

    table: Any
    calls: Any
    unbroken: Any
    rate: Any
    style: Any  # a `TimeStyle`
    payer: Any  # a `TimeHand`
    absent_pay: Any
    listed: Any
    active: Any
    seat_time: Any
    pot_time: Any
    contested: Any
    streets: Any
    called_off: Any


class OwedTime(NamedTuple):
    """What each hand owed and paid, and the verdict; UNKNOWN where a hand owes nothing or nobody can say."""

    due: Any
    taken: Any
    verdict: Any


TABLE_STATE = np.dtype(
    [
        ("call", np.int64),  # the first hand after the call that is to be paid from a pot
        ("owing", np.int64),  # the hand that owes it, once it was dealt
        ("late", np.bool_),  # a seat collection was missed and may be made up later
    ]
)


@part
def is_amount_right(taken, rate, seats_least, seats_most):
    """Whole seats' time, of at least and at most so many seats."""
    return rate * seats_least <= taken <= rate * seats_most and (rate == 0 or taken % rate == 0)


@part
def forget(st):
    """What was owed before nobody knows."""
    st.call = NO_CALL
    st.owing = NOBODY
    st.late = True


@part
def tell(owed, i, due, taken, verdict):
    """Writes what a hand owed and paid, and the verdict."""
    owed.due[i] = due
    owed.taken[i] = taken
    owed.verdict[i] = verdict


@part
def fewest_payers(hands, i):
    """Where no rule says that absent participants pay, both ways are right."""
    return hands.listed[i] if hands.absent_pay[i] == 1 else hands.active[i]


@part
def seats_pay(st, hands, owed, i):
    """Every seat pays before the first hand after the call."""
    paid = hands.seat_time[i]
    if hands.calls[i] == 1 and hands.unbroken[i]:
        due = hands.rate[i] * hands.listed[i]
        st.late = paid == 0
        if st.late:
            tell(owed, i, due, paid, WRONG_HAND if due > 0 else RIGHT)
        else:
            right = is_amount_right(paid, hands.rate[i], fewest_payers(hands, i), hands.listed[i])
            tell(owed, i, due, paid, RIGHT if right else WRONG_AMOUNT)
    elif hands.calls[i] > 0 or not hands.unbroken[i]:
        st.late = True
    elif paid > 0:
        if not st.late:
            tell(owed, i, NOTHING, paid, WRONG_AMOUNT)
        st.late = False


@part
def hear_call(st, hands, owed, i):
    """The next call ends the time that the last one could still be paid in; a hand that is missing ends it too."""
    if hands.calls[i] > 0:
        if st.owing >= 0:
            owed.verdict[st.owing] = WRONG_HAND
        st.owing = NOBODY
        st.call = i if hands.calls[i] == 1 and hands.unbroken[i] else NO_CALL
    elif not hands.unbroken[i]:
        st.owing = NOBODY
        st.call = NO_CALL


@part
def find_payer(st, hands, owed, i):
    """Whether this hand is the one whose pot pays."""
    if st.call < 0 or st.owing >= 0:
        return
    if hands.called_off[i]:
        if hands.payer[i] == TimeHand.AFTER_CALL:
            st.call = NO_CALL  # the hand that owed it was not played; what then, the rule does not say
        return
    most = hands.rate[i] * hands.listed[i]
    covers = hands.contested[i] >= most
    saw_flop = hands.streets[i] > 0
    if hands.payer[i] == TimeHand.AFTER_CALL:
        if (covers or hands.pot_time[i] > 0) and (hands.style[i] == TimeStyle.POT or saw_flop):
            st.owing = i
        elif hands.pot_time[i] == 0:
            st.call = NO_CALL  # the hand could not pay it; what then, the rule does not say
    elif (hands.payer[i] == TimeHand.FIRST_THAT_COVERS and covers) or (
        hands.payer[i] != TimeHand.FIRST_THAT_COVERS and saw_flop
    ):
        st.owing = i
    if st.owing == i:
        owed.due[i] = most
        owed.taken[i] = hands.pot_time[i]


@part
def take_from_pot(st, hands, owed, i):
    """Time was taken from this hand's pot: rightly, too much or too little, or from the wrong hand."""
    paid = hands.pot_time[i]
    if st.call >= 0 and st.owing == i:
        fewest = min(fewest_payers(hands, i), hands.active[st.call])
        right = is_amount_right(paid, hands.rate[i], fewest, max(hands.listed[i], hands.listed[st.call]))
        short_pot = hands.contested[i] < owed.due[i] and paid <= owed.due[i]
        owed.verdict[i] = RIGHT if right or short_pot else WRONG_AMOUNT
        st.call = SETTLED
    elif st.call >= 0:
        tell(owed, i, NOTHING, paid, WRONG_HAND)
        if st.owing >= 0:
            owed.due[st.owing] = UNKNOWN  # told where the chips were taken from
        st.call = SETTLED
    elif st.call == SETTLED:
        tell(owed, i, NOTHING, paid, WRONG_AMOUNT)
    st.owing = NOBODY


@part
def pot_pays(st, hands, owed, i):
    """One pot pays for all."""
    if hands.payer[i] == UNKNOWN:
        return
    hear_call(st, hands, owed, i)
    find_payer(st, hands, owed, i)
    if hands.pot_time[i] > 0:
        take_from_pot(st, hands, owed, i)
    # The log of this table ends: what is still owed was not paid.
    if st.owing >= 0 and (i + 1 == len(hands.table) or hands.table[i + 1] != hands.table[i]):
        owed.verdict[st.owing] = WRONG_HAND


@kernel
def owed_time(hands, owed, states):
    """Fills `owed` for every hand. Two calls without a hand between them, and hands that are missing in the log, leave
    nothing certain until the next call. `states` is room for one table's state.
    """
    st = states[0]
    for i in range(len(hands.table)):
        if i == 0 or hands.table[i] != hands.table[i - 1] or hands.rate[i] == UNKNOWN:
            forget(st)
        if hands.rate[i] == UNKNOWN:
            continue
        if hands.style[i] == TimeStyle.SEAT:
            seats_pay(st, hands, owed, i)
        else:
            pot_pays(st, hands, owed, i)
