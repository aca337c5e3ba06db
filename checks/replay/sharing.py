"""The shares of every pot: what each seat was due, beside what was pushed to it."""

from checks.replay.layout import UNKNOWN
from checks.replay.masks import SEATS, count_seats
from checks.replay.pots import board_share, is_split_in_larger_chips, second_half, share
from checks.replay.state import BOARDS_MOST, POTS_MOST
from parsers.kernel import part

# As awards name the parts of a pot.
WHOLE = 0
FIRST = 1
SECOND = 2


@part
def share_parts(st, cents, p, b, r, due):
    """Adds the shares of one board of a pot to `due`. Returns 1 if it did not divide evenly, else 0."""
    first, second = st.won[p, b, 0], st.won[p, b, 1]
    if second == 0 or second == first:  # equal both ways: as even as possible
        return share(cents, first, st.order[r, 0], st.unit, due)
    half = second_half(cents, st.unit)
    odd = share(cents - half, first, st.order[r, 0], st.unit, due)
    odd |= share(half, second, st.order[r, 1], st.unit, due)
    return 1 if cents != 2 * half else odd


@part
def share_pot(st, p, r, due):
    """Adds the shares of a whole pot to `due`. Returns 1 if a board of it did not divide evenly, else 0."""
    odd = 0
    for b in range(st.n_boards):
        odd |= share_parts(st, board_share(st.pot_cents[p], st.n_boards, b, st.unit), p, b, r, due)
    return odd


@part
def share_all(st, r):
    """Fills what each seat is due of all pots. Returns 1 if one did not divide evenly, else 0."""
    st.due_seat[:] = 0
    odd = 0
    for p in range(st.n_pots):
        odd |= share_pot(st, p, r, st.due_seat)
    return odd


@part
def paid_to(st, s):
    """What a seat was awarded of all pots."""
    total = 0
    for p in range(st.used):
        total += st.paid[p, s]
    return total


@part
def is_as_due(st):
    """True if every seat was awarded its due, whatever pot it was said to come from."""
    for s in range(1, SEATS):
        if paid_to(st, s) != st.due_seat[s]:
            return False
    return True


@part
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


@part
def how_split(st, row, cents, winners, done):
    """How a pot, or a part of it, was split: among its winners, in units, or as if a chip had not been broken."""
    row.to_loser = 0
    row.unit_each = 1
    row.units_only = 1
    for s in range(1, SEATS):
        if done[s] > 0 and not winners >> s & 1:
            row.to_loser = 1
    n = max(count_seats(winners), 1)
    even = cents // (n * st.unit) * st.unit
    rest = cents - even * n
    crumbs = rest % st.unit
    for s in range(1, SEATS):
        if winners >> s & 1:
            over = done[s] - even
            if over != 0 and over != st.unit and over != crumbs and over != st.unit + crumbs:
                row.unit_each = 0
            if over < 0 or over > rest:
                row.units_only = 0
    row.chip_whole = is_split_in_larger_chips(cents, winners, st.unit, done, st.sorted_)


@part
def first_wrong_part(st, row, p):
    """The split of the first part of a pot that was not shared as due; none where both were."""
    cents = st.pot_cents[p]
    half = second_half(cents, st.unit)
    for k in range(2):
        st.due_pot[:] = 0
        st.key[:] = 0
        for s in range(1, SEATS):
            for b in range(BOARDS_MOST + 1):
                st.key[s] += st.pushed[p, b, k + FIRST, s]
        of_part = half if k else cents - half
        share(of_part, st.won[p, 0, k], st.order[0, k], st.unit, st.due_pot)
        moved, _, _ = difference(st.due_pot, st.key)
        if moved:
            how_split(st, row, of_part, st.won[p, 0, k], st.key)
            row.part_wrong = 1
            return


@part
def sums_of_pot(st, row, p):
    """What of a pot went to its second part, to each board, and to seats that won nothing of it."""
    winners = 0
    second = 0
    for b in range(st.n_boards):
        winners |= st.won[p, b, 0] | st.won[p, b, 1]
        second |= st.won[p, b, 1]
    row.won_mask = winners
    row.second_won = second != 0
    row.second_paid_cents = 0
    for b in range(BOARDS_MOST + 1):
        for s in range(1, SEATS):
            row.second_paid_cents += st.pushed[p, b, SECOND, s]
    row.outsider = 0
    for s in range(1, SEATS):
        if st.paid[p, s] > 0 and not winners >> s & 1:
            row.outsider = s
    row.outsider_folded = row.outsider > 0 and st.folded >> row.outsider & 1
    row.outsider_joker = row.outsider > 0 and st.joker_dead >> row.outsider & 1
    row.board_gap_cents = 0
    for b in range(st.n_boards):
        of_board = 0
        for k in range(SECOND + 1):
            for s in range(1, SEATS):
                of_board += st.pushed[p, b + 1, k, s]
        gap = abs(of_board - board_share(st.pot_cents[p], st.n_boards, b, st.unit))
        row.board_gap_cents = max(row.board_gap_cents, gap)


@part
def keep_pot(rows, st, p, as_due, sizes_right):
    """One pot of the hand: what of it went where, beside where it was due."""
    if st.n_pots_kept < len(rows):
        row = rows[st.n_pots_kept]
        row.hand_row = st.h
        row.pot = p
        row.as_due = as_due
        row.sizes_right = sizes_right
        row.pot_cents = st.pot_cents[p]
        row.unit_cents = st.unit
        row.eligible_mask = st.eligible[p]
        sums_of_pot(st, row, p)
        st.done_seat[:] = 0
        share_pot(st, p, 1, st.done_seat)
        other, _, _ = difference(st.done_seat, st.paid[p])
        st.done_seat[:] = 0
        share_pot(st, p, 0, st.done_seat)
        moved, by, to = difference(st.done_seat, st.paid[p])
        row.moved_cents = moved if other else 0
        row.lost_by = by
        row.gained_by = row.outsider if row.outsider else to
        row.due_cents = st.done_seat[row.gained_by]
        row.done_cents = st.paid[p, row.gained_by]
        row.event = st.award_event[p, row.gained_by]
        first, second = st.won[p, 0, 0], st.won[p, 0, 1]
        row.both_ways = second != 0 and second == first
        row.part_wrong = 0
        row.to_loser = 0
        row.unit_each = 0
        row.units_only = 0
        row.chip_whole = 0
        row.half_gap_cents = abs(row.second_paid_cents - second_half(st.pot_cents[p], st.unit)) if second else 0
        if second == 0 or second == first:
            row.part_wrong = 1
            how_split(st, row, st.pot_cents[p], first, st.paid[p])
        else:
            first_wrong_part(st, row, p)
    st.n_pots_kept += 1


@part
def are_sizes_right(st):
    """Whether each pot was paid out in the size that the bets make."""
    for p in range(POTS_MOST):
        total = 0
        if p < st.used:
            for s in range(1, SEATS):
                total += st.paid[p, s]
        if total != (st.pot_cents[p] if p < st.n_pots else 0):
            return False
    return True


@part
def keep_pots(rows, st, note, as_due):
    """Every pot of a hand, and over all of them who got what another was due."""
    right = are_sizes_right(st)
    st.key[:] = 0
    for s in range(1, SEATS):
        st.key[s] = paid_to(st, s)
    moved, by, to = difference(st.due_seat, st.key)
    if not as_due and not right:
        note.moved_cents = moved
        note.lost_by = by
        note.gained_by = to
        note.gained_due_cents = st.due_seat[to]
        note.gained_cents = st.key[to]
        st.odd = 1
    for p in range(st.n_pots):
        keep_pot(rows, st, p, as_due, right)


@part
def keep_shares(rows, st):
    """What each seat was due of every pot, board and part."""
    for p in range(st.n_pots):
        for b in range(st.n_boards):
            cents = board_share(st.pot_cents[p], st.n_boards, b, st.unit)
            second = st.won[p, b, 1] if st.won[p, b, 1] != st.won[p, b, 0] else 0
            half = second_half(cents, st.unit) if second else 0
            for k in range(2 if second else 1):
                st.due_pot[:] = 0
                share(half if k else cents - half, st.won[p, b, k], st.order[0, k], st.unit, st.due_pot)
                for s in range(1, SEATS):
                    if st.eligible[p] >> s & 1:
                        keep_share(rows, st, p, b, k, s)


@part
def keep_share(rows, st, p, b, k, s):
    """One seat's share of one part of a board of a pot."""
    if st.n_shares < len(rows):
        row = rows[st.n_shares]
        row.hand_row = st.h
        row.pot = p
        row.board = b + 1
        row.part = k
        row.seat = s
        row.wins = st.won[p, b, k] >> s & 1
        row.value = st.value[b, k, s]
        row.due_cents = st.due_pot[s]
        row.paid_cents = st.pushed[p, b + 1 if st.n_boards > 1 else 0, k + FIRST, s]
        row.pot_paid_cents = st.paid[p, s]
        row.order = UNKNOWN
        for place in range(SEATS):
            if st.order[0, k, place] == s:
                row.order = place
    st.n_shares += 1
