"""Shares of pots whose odd units go by an order of seats: clockwise from the button, or by the highest card.

`done[pot, part, seat]`: part 0 the whole, 1 the first part of the game (high, five, razz, Omaha), 2 the second. The odd
unit between the parts is the first one's.
"""

from checks.replay.awards import HIGH, LOW, difference, low_half, split_fault
from checks.replay.betting import count_seats, next_in
from checks.replay.layout import UNKNOWN, Deviation
from checks.replay.pots import POTS_MOST, SEATS
from checks.replay.report import report
from parsers.kernel import kernel


@kernel
def share_in_order(cents, winners, order, unit, due):
    """Adds each winner's share to `due`. Returns 1 if the pot was tied and did not divide evenly, else 0.

    Odd units go one each to the first winners of the order, and what is under one unit goes with the first of them.
    """
    if winners & (winners - 1) == 0:  # one winner, or nobody
        if winners:
            due[next_in(winners, 0)] += cents
        return 0
    n = count_seats(winners)
    even = cents // (n * unit) * unit
    rest = cents - even * n
    odd_units = rest // unit
    given = 0
    for i in range(SEATS):
        s = order[i]
        if s > 0 and winners >> s & 1:
            due[s] += even
            if given < odd_units:
                due[s] += unit
            if given == 0:
                due[s] += rest - odd_units * unit
            given += 1
    return 1 if rest > 0 else 0


@kernel
def share_parts(cents, first_win, second_win, orders, unit, due):
    """Adds the shares of one pot to `due`. Returns 1 if it did not divide evenly, else 0."""
    if second_win == 0 or second_win == first_win:  # equal both ways: as even as possible
        return share_in_order(cents, first_win, orders[0], unit, due)
    second = low_half(cents, unit)
    odd = share_in_order(cents - second, first_win, orders[0], unit, due)
    odd |= share_in_order(second, second_win, orders[1], unit, due)
    return 1 if cents != 2 * second else odd


@kernel
def due_of_all(pot_cents, n_pots, first_win, second_win, orders, unit, due):
    """Fills what each seat is due of all pots. Returns (1 if a pot did not divide evenly, 1 if a second part won)."""
    due[:] = 0
    odd = 0
    with_second = 0
    for p in range(n_pots):
        odd |= share_parts(pot_cents[p], first_win[p], second_win[p], orders, unit, due)
        if second_win[p]:
            with_second = 1
    return odd, with_second


@kernel
def fault_of_pot(cents, first_win, second_win, orders, unit, done, paid, folded, due, sorted_):
    """(kind, seat or 0) of the one cause why a pot of the right size went to its seats otherwise than due."""
    winners = first_win | second_win
    second_paid = 0
    outsider = 0
    for s in range(1, SEATS):
        second_paid += done[LOW, s]
        if paid[s] > 0 and not winners >> s & 1:
            outsider = s
    if outsider and folded[outsider]:
        return Deviation.PAID_TO_FOLDED, outsider
    if second_paid > 0 and second_win == 0:
        return Deviation.LOW_WITHOUT_LOW, outsider
    if outsider:
        return Deviation.POT_TO_LOSER, outsider
    if second_win == 0:
        return split_fault(cents, first_win, unit, paid, sorted_), 0
    due[:] = 0
    if second_win == first_win:
        share_in_order(cents, first_win, orders[0], unit, due)
        moved, _, _ = difference(due, paid)
        fault = split_fault(cents, first_win, unit, paid, sorted_)
        if moved <= unit and fault != Deviation.ODD_UNIT_SEAT:
            return Deviation.NOT_AS_EVEN, 0
        return fault, 0
    second = low_half(cents, unit)
    gap = abs(second_paid - second)
    if gap > unit:
        return Deviation.HALVES, 0
    if gap > 0:
        return Deviation.ODD_UNIT_HALF, 0
    for part in (HIGH, LOW):
        due[:] = 0
        of_part = second if part == LOW else cents - second
        best = second_win if part == LOW else first_win
        share_in_order(of_part, best, orders[part - HIGH], unit, due)
        moved, _, _ = difference(due, done[part])
        if moved:
            return split_fault(of_part, best, unit, done[part], sorted_), 0
    return Deviation.POT_TO_LOSER, 0


@kernel
def judge_parts(
    deviations, count, hand, pot_cents, n_pots, first_win, second_win, done, paid, award_event, folded, readings, unit,
    by_cards, due_seat, work,
):  # fmt: skip
    """Names why the awards differ from what was due, one cause a pot. `readings` are the orders of both readings."""
    done_seat, due, fault_due, sorted_ = work[0], work[1], work[2], work[3]
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
        share_parts(pot_cents[p], first_win[p], second_win[p], readings[1], unit, due)
        moved, by, to = difference(due, paid[p])
        if moved == 0:
            continue
        due[:] = 0
        share_parts(pot_cents[p], first_win[p], second_win[p], readings[0], unit, due)
        moved, by, to = difference(due, paid[p])
        if moved == 0:
            continue
        kind, outsider = fault_of_pot(
            pot_cents[p], first_win[p], second_win[p], readings[0], unit, done[p], paid[p], folded, fault_due, sorted_
        )
        if kind == Deviation.ODD_UNIT_SEAT and by_cards:
            kind = Deviation.ODD_UNIT_CARD
        if outsider:
            to = outsider
        count = report(deviations, count, hand, kind, award_event[p, to], to, due[to], paid[p, to], moved, by, to, p)
    return count
