"""Shares of the pots beside what was pushed: one cause is named for each pot that went wrong.

`done[pot, board, part, seat]`: board 0 where the log names none, else 1..3; part 0 the whole, 1 high, 2 low.
"""

import numpy as np

from checks.replay.layout import UNKNOWN, Deviation
from checks.replay.pots import POTS_MOST, SEATS, is_split_in_larger_chips, share
from checks.replay.report import report
from parsers.kernel import kernel

BOARDS = 4
PARTS = 3
WHOLE = 0
HIGH = 1
LOW = 2


@kernel
def count_seats(mask):
    """How many seats a mask holds."""
    n = 0
    for s in range(1, SEATS):
        n += mask >> s & 1
    return n


@kernel
def board_share(cents, n_boards, board, unit):
    """What a board plays for: equal shares, an odd unit to the first boards, what is under one to the first."""
    even = cents // (n_boards * unit) * unit
    rest = cents - even * n_boards
    odd_units = rest // unit
    out = even
    if board < odd_units:
        out += unit
    if board == 0:
        out += rest - odd_units * unit
    return out


@kernel
def low_half(cents, unit):
    """The low half; the odd unit, and what is under one, stays with the high."""
    return cents // (2 * unit) * unit


@kernel
def share_board(cents, high_win, low_win, button, unit, due):
    """Adds the shares of one board to `due`. Returns 1 if it did not divide evenly, else 0."""
    if low_win == 0 or low_win == high_win:  # equal both ways: as even as possible
        return share(cents, high_win, button, unit, due)
    low = low_half(cents, unit)
    odd = share(cents - low, high_win, button, unit, due)
    odd |= share(low, low_win, button, unit, due)
    if cents != 2 * low:
        odd = 1
    return odd


@kernel
def difference(due, done):
    """(cents, from, to): how much reached a wrong seat, the seat that lost most by it, the seat that gained most."""
    moved = 0
    lost_most = 0
    gained_most = 0
    by = 0
    to = 0
    for s in range(1, SEATS):
        gap = done[s] - due[s]
        if gap > 0:
            moved += gap
            if gap > gained_most:
                gained_most = gap
                to = s
        elif -gap > lost_most:
            lost_most = -gap
            by = s
    return moved, by, to


@kernel
def split_fault(cents, winners, unit, done, sorted_):
    """Why a pot, or a part of it, is not shared among its true winners as due."""
    for s in range(1, SEATS):
        if done[s] > 0 and not winners >> s & 1:
            return Deviation.POT_TO_LOSER  # of a part: to a hand that won another one
    n = count_seats(winners)
    even = cents // (n * unit) * unit
    rest = cents - even * n
    crumbs = rest % unit
    one_unit_each = True
    units_only = True
    for s in range(1, SEATS):
        if winners >> s & 1:
            over = done[s] - even
            if over != 0 and over != unit and over != crumbs and over != unit + crumbs:
                one_unit_each = False
            if over < 0 or over > rest:
                units_only = False
    if one_unit_each:
        return Deviation.ODD_UNIT_SEAT
    if units_only:
        return Deviation.SECOND_ODD_UNIT
    if is_split_in_larger_chips(cents, winners, unit, done, sorted_):
        return Deviation.ODD_UNIT_UNBROKEN
    return Deviation.POT_TO_LOSER


@kernel
def part_sums(done, p, sums):
    """What went to each board and part of a pot."""
    sums[:] = 0
    for b in range(BOARDS):
        for part in range(PARTS):
            for s in range(1, SEATS):
                sums[b, part] += done[p, b, part, s]


def awards_scratch():
    """What `judge_awards` writes on: sums by board and part, and four times a number a seat."""
    return np.zeros((BOARDS, PARTS), np.int64), np.zeros((4, SEATS), np.int64)


@kernel
def pot_fault(cents, n_boards, high_win, low_win, button, unit, done, p, paid, folded, sums, half, due, sorted_):
    """(kind, seat or 0) of the one cause why a pot of the right size went to its seats otherwise than due."""
    winners = 0
    any_low = 0
    for b in range(n_boards):
        winners |= high_win[p, b] | low_win[p, b]
        any_low |= low_win[p, b]
    part_sums(done, p, sums)
    low_paid = 0
    for b in range(BOARDS):
        low_paid += sums[b, LOW]
    outsider = 0
    for s in range(1, SEATS):
        if paid[s] > 0 and not winners >> s & 1:
            outsider = s
    if outsider and folded[outsider]:
        return Deviation.PAID_TO_FOLDED, outsider
    if low_paid > 0 and any_low == 0:
        return Deviation.LOW_WITHOUT_LOW, outsider
    if outsider:
        return Deviation.POT_TO_LOSER, outsider
    if n_boards > 1:
        for b in range(n_boards):
            of_board = sums[b + 1, WHOLE] + sums[b + 1, HIGH] + sums[b + 1, LOW]
            if abs(of_board - board_share(cents, n_boards, b, unit)) > unit:
                return Deviation.BOARDS_UNEQUAL, 0
        return Deviation.POT_TO_LOSER, 0
    high, low = high_win[p, 0], low_win[p, 0]
    if low == 0:
        return split_fault(cents, high, unit, paid, sorted_), 0
    due[:] = 0
    if low == high:
        share(cents, high, button, unit, due)
        moved, _, _ = difference(due, paid)
        fault = split_fault(cents, high, unit, paid, sorted_)
        if moved <= unit and fault != Deviation.ODD_UNIT_SEAT:
            return Deviation.NOT_AS_EVEN, 0
        return fault, 0
    gap = abs(low_paid - low_half(cents, unit))
    if gap > unit:
        return Deviation.HALVES, 0
    if gap > 0:
        return Deviation.ODD_UNIT_HALF, 0
    for part in (HIGH, LOW):
        half[:] = 0
        due[:] = 0
        for s in range(1, SEATS):
            for b in range(BOARDS):
                half[s] += done[p, b, part, s]
        of_half = low_half(cents, unit) if part == LOW else cents - low_half(cents, unit)
        best = low if part == LOW else high
        share(of_half, best, button, unit, due)
        moved, _, _ = difference(due, half)
        if moved:
            for s in range(1, SEATS):
                if half[s] > 0 and not best >> s & 1:
                    return Deviation.POT_TO_LOSER, 0  # won the other half, and not this one
            return split_fault(of_half, best, unit, half, sorted_), 0
    return Deviation.POT_TO_LOSER, 0


@kernel
def due_shares(pot_cents, n_pots, n_boards, high_win, low_win, button, unit, due_seat):
    """Fills what each seat is due of all pots. Returns (1 if a pot did not divide evenly, 1 if a low won part)."""
    due_seat[:] = 0
    odd = 0
    with_low = 0
    for p in range(n_pots):
        for b in range(n_boards):
            cents = board_share(pot_cents[p], n_boards, b, unit)
            odd |= share_board(cents, high_win[p, b], low_win[p, b], button, unit, due_seat)
            if low_win[p, b]:
                with_low = 1
    return odd, with_low


@kernel
def as_due(due_seat, paid, used):
    """True if every seat was awarded its due, whatever pot it was said to come from."""
    for s in range(1, SEATS):
        total = 0
        for p in range(used):
            total += paid[p, s]
        if total != due_seat[s]:
            return False
    return True


@kernel
def judge_awards(
    deviations, count, hand, pot_cents, n_pots, n_boards, high_win, low_win, done, paid, award_event, folded, button,
    unit, due_seat, scratch,
):  # fmt: skip
    """Names why the awards differ from what was due, one cause a pot."""
    sums, by_seat = scratch
    done_seat = by_seat[0]
    due = by_seat[1]
    done_seat[:] = 0
    sizes_right = True
    for p in range(POTS_MOST):
        total = 0
        for s in range(1, SEATS):
            done_seat[s] += paid[p, s]
            total += paid[p, s]
        if total != (pot_cents[p] if p < n_pots else 0):
            sizes_right = False
    if not sizes_right:
        moved, by, to = difference(due_seat, done_seat)
        return report(
            deviations, count, hand, Deviation.POTS_BUILT, UNKNOWN, to, due_seat[to], done_seat[to], moved, by, to, 0
        )
    for p in range(n_pots):
        due[:] = 0
        for b in range(n_boards):
            cents = board_share(pot_cents[p], n_boards, b, unit)
            share_board(cents, high_win[p, b], low_win[p, b], button, unit, due)
        moved, by, to = difference(due, paid[p])
        if moved == 0:
            continue
        kind, outsider = pot_fault(
            pot_cents[p], n_boards, high_win, low_win, button, unit, done, p, paid[p], folded,
            sums, done_seat, by_seat[2], by_seat[3],
        )  # fmt: skip
        if outsider:
            to = outsider
        count = report(deviations, count, hand, kind, award_event[p, to], to, due[to], paid[p, to], moved, by, to, p)
    return count
