"""Pots from bets, and shares from pots. Arrays are indexed by seat, 1..10; entry 0 is unused."""

from parsers.kernel import kernel

SEATS = 11
POTS_MOST = 10


@kernel
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


@kernel
def build_pots(matched, live, dead_money, pot_cents, eligible):
    """Main and side pots from what each seat has in, uncalled chips already off. Returns how many.

    A pot ends where a seat that is still in has no more chips; folded seats' chips lie in the layers they reached. Dead
    money is part of the main pot. `eligible[p]` is a mask of the seats that can win pot p.
    """
    count = 0
    floor = 0
    while count < POTS_MOST:
        ceiling = 0
        for s in range(1, SEATS):
            if live[s] and matched[s] > floor and (ceiling == 0 or matched[s] < ceiling):
                ceiling = matched[s]
        if ceiling == 0:
            break
        cents = 0
        mask = 0
        for s in range(1, SEATS):
            if matched[s] > floor:
                cents += min(matched[s], ceiling) - floor
                if live[s] and matched[s] >= ceiling:
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
        mask = 0
        for s in range(1, SEATS):
            if live[s]:
                mask |= 1 << s
        pot_cents[0] = above + dead_money
        eligible[0] = mask
        return 1 if above + dead_money > 0 else 0
    pot_cents[count - 1] += above
    pot_cents[0] += dead_money
    return count


@kernel
def take_rake(pot_cents, count, rake_cents):
    """The rake comes out of the main pot; what that cannot bear, out of the next. Changes pot_cents."""
    for p in range(count):
        part = min(rake_cents, pot_cents[p])
        pot_cents[p] -= part
        rake_cents -= part
    return rake_cents


@kernel
def share(cents, winners, button, unit_cents, due):
    """Adds each winner's share to `due`. Returns 1 if the pot was tied and did not divide evenly, else 0.

    Shares are in whole units; odd units go one each to the first winners clockwise from the button, and what is under
    one unit goes with the first of them.
    """
    n = 0
    for s in range(1, SEATS):
        if winners >> s & 1:
            n += 1
    if n == 0:
        return 0
    even = cents // (n * unit_cents) * unit_cents
    rest = cents - even * n
    odd_units = rest // unit_cents
    crumbs = rest - odd_units * unit_cents
    given = 0
    for step in range(1, SEATS):
        s = (button + step - 1) % 10 + 1
        if winners >> s & 1:
            due[s] += even
            if given < odd_units:
                due[s] += unit_cents
            if given == 0:
                due[s] += crumbs
            given += 1
    return 1 if n > 1 and rest > 0 else 0


@kernel
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
    if paid[n - 1] == 0:
        return False
    apart = unit_cents + cents % unit_cents  # an odd unit, and what is under one, may lie anywhere
    for scale in (2, 4, 5, 10, 20, 25, 50, 100, 500):
        chip = unit_cents * scale
        if chip > cents:
            break
        for holders in range(1, n):
            # Without their chip the holders are in order again among themselves, and so are the others.
            most = max(paid[0] - chip, paid[holders])
            least = min(paid[holders - 1] - chip, paid[n - 1])
            if least >= 0 and most - least <= apart:
                return True
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
