"""Pots from bets, and shares from pots. Arrays are indexed by seat, 1..10; entry 0 is unused."""

from checks.replay.masks import SEATS, count_seats, next_in
from checks.replay.state import POTS_MOST
from parsers.kernel import part


@part
def uncalled(put):
    """(seat, cents): what the highest bettor put in beyond the next highest. (0, 0) if the highest was matched."""
    first = 0
    seat = 0
    second = 0
    for s in range(1, SEATS):
        if put[s] > first:
            second = first
            first = put[s]
            seat = s
        elif put[s] > second:
            second = put[s]
    if seat == 0 or first == second:
        return 0, 0
    return seat, first - second


@part
def build_pots(matched, live, dead_money, pot_cents, eligible):
    """Main and side pots from what each seat has in, uncalled chips already off. Returns how many.

    A pot ends where a seat that is still in (`live`, a mask) has no more chips; folded seats' chips lie in the layers
    they reached. Dead money is part of the main pot. `eligible[p]` is a mask of the seats that can win pot p.
    """
    count = 0
    floor = 0
    while count < POTS_MOST:
        ceiling = 0
        for s in range(1, SEATS):
            if live >> s & 1 and matched[s] > floor and (ceiling == 0 or matched[s] < ceiling):
                ceiling = matched[s]
        if ceiling == 0:
            break
        cents = 0
        mask = 0
        for s in range(1, SEATS):
            if matched[s] > floor:
                cents += min(matched[s], ceiling) - floor
                if live >> s & 1 and matched[s] >= ceiling:
                    mask |= 1 << s
        pot_cents[count] = cents
        eligible[count] = mask
        count += 1
        floor = ceiling
    # Chips above every live seat can only be of folded seats; they stay in the last pot.
    above = 0
    for s in range(1, SEATS):
        if matched[s] > floor:
            above += matched[s] - floor
    if count == 0:
        pot_cents[0] = above + dead_money
        eligible[0] = live
        return 1 if above + dead_money > 0 else 0
    pot_cents[count - 1] += above
    pot_cents[0] += dead_money
    return count


@part
def take_rake(pot_cents, count, rake_cents):
    """The rake comes out of the main pot; what that cannot bear, out of the next. Changes pot_cents."""
    for p in range(count):
        part_cents = min(rake_cents, pot_cents[p])
        pot_cents[p] -= part_cents
        rake_cents -= part_cents
    return rake_cents


@part
def share(cents, winners, order, unit, due):
    """Adds each winner's share to `due`. Returns 1 if the pot was tied and did not divide evenly, else 0.

    Shares are in whole units; odd units go one each to the first winners of the order, and what is under one unit goes
    with the first of them.
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


@part
def second_half(cents, unit):
    """The second part's half; the odd unit, and what is under one, stays with the first."""
    return cents // (2 * unit) * unit


@part
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


@part
def is_split_in_larger_chips(cents, winners, unit_cents, done, paid):
    """True if `done` shares a pot between its winners as if a chip worth more than the unit had not been broken.

    Then either some winners hold one such chip and the rest was shared as it should be, or each has a whole number of
    them and one of the winners what is under a chip. A winner who got nothing was not shared with at all. `paid` gets
    the winners' shares, the greatest first.
    """
    n = 0
    for s in range(1, SEATS):
        if winners >> s & 1:
            at = n
            while at > 0 and paid[at - 1] < done[s]:
                paid[at] = paid[at - 1]
                at -= 1
            paid[at] = done[s]
            n += 1
    if n == 0 or paid[n - 1] == 0:
        return False
    for scale in (2, 4, 5, 10, 20, 25, 50, 100, 500):
        chip = unit_cents * scale
        if chip > cents:
            break
        if holds_one_chip(paid, n, chip, unit_cents + cents % unit_cents) or holds_whole_chips(paid, n, chip, cents):
            return True
    return False


@part
def holds_one_chip(paid, n, chip, apart):
    """Some winners hold one such chip, and without it all are in order again among themselves.

    `apart`: an odd unit, and what is under one, may lie anywhere.
    """
    for holders in range(1, n):
        most = max(paid[0] - chip, paid[holders])
        least = min(paid[holders - 1] - chip, paid[n - 1])
        if least >= 0 and most - least <= apart:
            return True
    return False


@part
def holds_whole_chips(paid, n, chip, cents):
    """Each winner has a whole number of such chips, and one of them what is under a chip."""
    under = cents % chip
    for lucky in range(n):
        most = 0
        least = cents
        whole = True
        for i in range(n):
            chips = paid[i] - (under if i == lucky else 0)
            if chips < 0 or chips % chip != 0:
                whole = False
            most = max(most, chips)
            least = min(least, chips)
        if whole and most - least <= chip:
            return True
    return False
