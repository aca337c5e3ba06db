# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
"""The kernel behind `phh_payouts`: what each seat put in, what nobody called, whether the results prove the payout."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from parsers.kernel import kernel, part
from parsers.vocabulary import SEATS_MOST, Detail, Word

RAKE_MOST_PERCENT: Final = 10  # beyond it a winner is missing, not a rake
MORE: Final = SEATS_MOST + 2  # events that a hand gains at most: a return, the rake, an award a seat

# Words as plain numbers: what the kernel compares with.
_POST, _CALL, _BET, _RAISE, _COMPLETE = (
    int(w) for w in (Word.POST, Word.CALL, Word.BET, Word.RAISE, Word.COMPLETE)
)  # fmt: skip
_FOLD, _BOARD, _RETURN, RAKE, AWARD = (
    int(w) for w in (Word.FOLD, Word.BOARD, Word.RETURN, Word.RAKE, Word.AWARD)
)  # fmt: skip
_ANTE, _BBA, _DEAD = int(Detail.ANTE), int(Detail.BBA), int(Detail.DEAD)

I64 = npt.NDArray[np.int64]


class Hands(NamedTuple):
    """What the kernel reads, by hand, seat and event."""

    seat_offsets: I64
    event_offsets: I64
    seat_no: npt.NDArray[np.int8]
    seat_stack: I64
    finishing: I64
    winnings: I64
    word: npt.NDArray[np.uint8]
    seat: npt.NDArray[np.int8]
    detail: npt.NDArray[np.uint8]
    amount: I64


class Found(NamedTuple):
    """What it writes: how many events a hand gains (0: it is not proven), whether pots differ, and the events."""

    gains: I64  # one a hand
    has_side_pots: npt.NDArray[np.bool_]
    word: npt.NDArray[np.uint8]  # `MORE` a hand
    seat: npt.NDArray[np.int8]
    amount: I64


class Chips(NamedTuple):
    """Scratch of one hand, an entry a seat number: in all, in this round, in the last with bets; what it got."""

    put: I64
    made: I64
    last: I64
    got: I64
    folded: I64


@part
def follow(hands, h, chips):
    """What each seat put in, round by round."""
    for s in range(SEATS_MOST + 1):
        chips.put[s] = chips.made[s] = chips.last[s] = chips.got[s] = chips.folded[s] = 0
    for e in range(hands.event_offsets[h], hands.event_offsets[h + 1]):
        word, n, cents = hands.word[e], hands.seat[e], hands.amount[e]
        if word == _BOARD:
            begin_round(chips)
        elif word == _FOLD:
            chips.folded[n] = 1
        elif word == _POST:
            chips.put[n] += cents
            if hands.detail[e] != _ANTE and hands.detail[e] != _BBA and hands.detail[e] != _DEAD:
                chips.made[n] += cents
        elif word == _CALL:
            chips.put[n] += cents
            chips.made[n] += cents
        elif word in (_BET, _RAISE, _COMPLETE):
            chips.put[n] += cents - chips.made[n]
            chips.made[n] = cents
    begin_round(chips)


@part
def begin_round(chips):
    """The bets of the round before are kept, if there were any."""
    largest = np.int64(0)
    for s in range(SEATS_MOST + 1):
        largest = max(largest, chips.made[s])
    for s in range(SEATS_MOST + 1):
        if largest > 0:
            chips.last[s] = chips.made[s]
        chips.made[s] = 0


@part
def uncalled_of(chips):
    """(seat, cents) of what nobody called in the last round with bets."""
    largest = second = top = np.int64(0)
    for s in range(SEATS_MOST + 1):
        if chips.last[s] > largest:
            second, largest, top = largest, chips.last[s], np.int64(s)
        elif chips.last[s] > second:
            second = chips.last[s]
    return top, largest - second


@part
def rake_of(hands, h, chips, top, uncalled):
    """What the house took, with what each seat got; -1 where results and chips do not agree.

    Some sites count what nobody called among the winnings, others do not: where both would make a rake, nobody can say.
    """
    inside = won = np.int64(0)
    stacks_told = True
    for i in range(hands.seat_offsets[h], hands.seat_offsets[h + 1]):
        n = hands.seat_no[i]
        inside += chips.put[n]
        if hands.finishing[i] >= 0:
            back = uncalled if n == top else np.int64(0)
            chips.got[n] = hands.finishing[i] - hands.seat_stack[i] + chips.put[n] - back
        elif hands.winnings[i] >= 0:
            chips.got[n] = hands.winnings[i]
            stacks_told = False
        else:
            return np.int64(-1)
        if chips.got[n] < 0:
            return np.int64(-1)
        won += chips.got[n]
    apart, among = inside - uncalled - won, inside - won
    most = RAKE_MOST_PERCENT * (inside - uncalled)
    is_apart = won > 0 and apart >= 0 and apart * 100 <= most
    is_among = not stacks_told and 0 < uncalled <= chips.got[top] and among >= 0 and among * 100 <= most
    if is_apart == is_among:
        return np.int64(-1)
    if is_among:
        chips.got[top] -= uncalled
        return among
    return apart


@part
def add(found, h, word, seat, cents):
    """One more event of a hand."""
    at = h * MORE + found.gains[h]
    found.word[at], found.seat[at], found.amount[at] = word, seat, cents
    found.gains[h] += 1


@kernel
def prove(hands, found, chips):
    """Fills `found`."""
    for h in range(len(hands.seat_offsets) - 1):
        follow(hands, h, chips)
        top, uncalled = uncalled_of(chips)
        rake = rake_of(hands, h, chips, top, uncalled)
        if rake < 0:
            continue
        if rake > 0:
            add(found, h, RAKE, -1, rake)
        if uncalled > 0:
            add(found, h, _RETURN, top, uncalled)
        level = np.int64(-1)
        for i in range(hands.seat_offsets[h], hands.seat_offsets[h + 1]):
            n = hands.seat_no[i]
            if chips.got[n] > 0:
                add(found, h, AWARD, n, chips.got[n])
            held = chips.put[n] - (uncalled if n == top else np.int64(0))
            if chips.folded[n] == 0 and held > 0:
                if level >= 0 and held != level:
                    found.has_side_pots[h] = True
                level = max(level, held)
