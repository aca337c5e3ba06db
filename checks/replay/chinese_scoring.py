"""Two Chinese hands compared: the points that were due beside those that were scored, and the chips that follow.

The points of a hand that the table took for a foul, or did not, are those that follow from that: the ruling itself is
told of the seat. Chips are followed as they were paid, so that one wrong payment does not make the next one wrong.
"""

from checks.chinese_facts import BUTTON_FIRST, WHAT_IS_LEFT, Royalty
from checks.replay.chinese_state import SCORES_MOST
from checks.replay.layout import UNKNOWN
from checks.replay.masks import SEATS, next_in
from parsers.kernel import part

_ROWS_ALL = 3
# Plain numbers, as a function gives them back.
NO_ROYALTY = int(Royalty.NONE)
FRONT_ROYALTY = int(Royalty.FRONT)
MIDDLE_ROYALTY = int(Royalty.MIDDLE)
BACK_ROYALTY = int(Royalty.BACK)
ALL_ROYALTIES = int(Royalty.ALL)


@part
def order_seats(st, law):
    """The seats in the order in which they compare; from the button's left where nobody says where it begins."""
    st.n_ring = 0
    s = st.button if st.button > 0 else 0
    if law.first == BUTTON_FIRST and st.in_ring >> s & 1 and s > 0:
        st.order[0] = s
        st.n_ring = 1
    for _ in range(SEATS):
        s = next_in(st.in_ring, s)
        if s == 0 or (st.n_ring > 0 and s == st.order[0]):
            return
        st.order[st.n_ring] = s
        st.n_ring += 1


@part
def sign_of(a, b):
    """1 the first number is higher, -1 the second is, 0 neither."""
    return int(a > b) - int(a < b)


@part
def rows_won(st, law, a, b, row):
    """Who wins a row: 1 the first seat, -1 the second, 0 neither or not known."""
    if not (st.right[a] and st.right[b]):
        return 0
    if row == 0:
        return sign_of(st.front_value[a], st.front_value[b])
    if row == 1:
        won = sign_of(st.middle_value[a], st.middle_value[b])
        return -won if law.deuce_middle else won
    return sign_of(st.back_value[a], st.back_value[b])


@part
def points_of_rows(st, law, a, b, foul_a, foul_b):
    """Points of rows and scoop; UNKNOWN where rows are not known, or for two fouls, of which no rule speaks."""
    if law.row == UNKNOWN or law.scoop == UNKNOWN or (foul_a and foul_b):
        return UNKNOWN
    if foul_a or foul_b:
        if law.foul_is_scooped != 1:
            return UNKNOWN
        scooped = _ROWS_ALL * law.row + law.scoop
        return -scooped if foul_a else scooped
    if not (st.right[a] and st.right[b]):
        return UNKNOWN
    won = 0
    for row in range(_ROWS_ALL):
        won += rows_won(st, law, a, b, row)
    points = won * law.row
    if won == _ROWS_ALL:
        points += law.scoop
    elif won == -_ROWS_ALL:
        points -= law.scoop
    return points


@part
def royalties(st, law, s, foul, most):
    """The royalties of a seat that count, at least or at most; UNKNOWN where its rows or their worth are not known."""
    if foul and law.royalties_when_fouled == 0:
        return 0
    middle = st.middle_points_most[s] if most else st.middle_points[s]
    if not st.right[s] or (foul and law.royalties_when_fouled == UNKNOWN):
        return UNKNOWN
    if st.front_points[s] == UNKNOWN or middle == UNKNOWN or st.back_points[s] == UNKNOWN:
        return UNKNOWN
    return st.front_points[s] + middle + st.back_points[s]


@part
def points_due(st, law, a, b, foul_a, foul_b, most):
    """Points due to the first seat, at least or at most."""
    rows = points_of_rows(st, law, a, b, foul_a, foul_b)
    own, others = royalties(st, law, a, foul_a, most), royalties(st, law, b, foul_b, not most)
    if rows == UNKNOWN or own == UNKNOWN or others == UNKNOWN:
        return UNKNOWN
    return rows + own - others


@part
def has_evidence(st, a, b):
    """Whether the log says how two seats compared."""
    return st.scores[a, b] + st.scores[b, a] > 0 or (st.paid_any and st.point > 0)


@part
def fits(st, law, a, b, foul_a, foul_b):
    """Whether two seats compared as such rulings have it: by the score, else by the chips."""
    least = points_due(st, law, a, b, foul_a, foul_b, False)
    most = points_due(st, law, a, b, foul_a, foul_b, True)
    if least == UNKNOWN or most == UNKNOWN:
        return False
    for k in range(SCORES_MOST):
        if k < st.scores[a, b] and not least <= st.score[a, b, k] <= most:
            return False
        if k < st.scores[b, a] and not least <= -st.score[b, a, k] <= most:
            return False
    if st.scores[a, b] + st.scores[b, a] == 0:
        points = st.paid[a, b] - st.paid[b, a]
        return least * st.point <= points <= most * st.point
    return True


@part
def is_scored_as_foul(st, law, s):
    """Whether a seat's comparisons are those of a foul: more of them than are anything else.

    Of rows with a wrong number of cards nobody can say what they score otherwise: then all have to be.
    """
    as_foul, either, other_wise = 0, 0, 0
    for t in range(1, SEATS):
        if t == s or not st.in_ring >> t & 1 or not has_evidence(st, s, t):
            continue
        foul_t = st.called[t] == 1
        if points_due(st, law, s, t, True, foul_t, False) == UNKNOWN:
            continue
        if not fits(st, law, s, t, True, foul_t):
            other_wise += 1
        elif fits(st, law, s, t, False, foul_t):
            either += 1
        else:
            as_foul += 1
    if st.wrong_number[s] == 1:
        return as_foul > 0 and other_wise == 0
    return as_foul > other_wise or (either > 0 and as_foul == other_wise == 0)


@part
def take_rulings(st, law):
    """Which hands the table took for fouls: those that were called, and those that were scored so without a word."""
    settled = st.scored_any or st.paid_any or st.foul_mask != 0
    for s in range(1, SEATS):
        st.called[s] = UNKNOWN
        if st.foul_mask >> s & 1:
            st.called[s] = 1
        elif settled:
            st.called[s] = 0
    for s in range(1, SEATS):
        if st.due[s] != 1 or st.called[s] != 0:
            continue
        if is_scored_as_foul(st, law, s):
            st.called[s] = 1


@part
def scored(st, a, b, least, most):
    """(points that were scored for the first seat, where): of two that differ the one that is not due."""
    points, event = UNKNOWN, UNKNOWN
    for side in range(2):
        first, second = (a, b) if side == 0 else (b, a)
        for k in range(min(st.scores[first, second], SCORES_MOST)):
            said = st.score[first, second, k] if side == 0 else -st.score[first, second, k]
            wrong = least != UNKNOWN and most != UNKNOWN and not least <= said <= most
            if points == UNKNOWN or wrong:
                points, event = said, st.score_event[first, second, k]
    return points, event


@part
def royalty_worth(st, s, points):
    """Which royalty of a seat is worth so many points: that of a row, or all of them; 0 none is."""
    if not st.right[s] or points <= 0:
        return NO_ROYALTY
    front, middle, back = st.front_points[s], st.middle_points[s], st.back_points[s]
    if front == UNKNOWN or middle == UNKNOWN or back == UNKNOWN:
        return NO_ROYALTY
    if points == front:
        return FRONT_ROYALTY
    if points == middle or points == st.middle_points_most[s]:
        return MIDDLE_ROYALTY
    if points == back:
        return BACK_ROYALTY
    return ALL_ROYALTIES if points == front + middle + back else NO_ROYALTY


@part
def put_difference(row, st, a, b, points):
    """Whether what was scored differs from what was due by exactly a royalty of one of the two hands.

    Of the two the one that lost by it: what was forgotten is more often a royalty than what was made up.
    """
    row.by_royalty = NO_ROYALTY
    row.royalty_of = 0
    row.royalty_fouled = 0
    least, most = row.points_due, row.points_most
    if points == UNKNOWN or least == UNKNOWN or most == UNKNOWN or least <= points <= most:
        return
    off = abs(points - least) if points < least else abs(points - most)
    loser, winner = (a, b) if points < least else (b, a)
    for s in (loser, winner):
        found = royalty_worth(st, s, off)
        if found != NO_ROYALTY:
            row.by_royalty = found
            row.royalty_of = s
            row.royalty_fouled = st.called[s] == 1
            return


@part
def within(points, point, stakes):
    """Chips that some points make due, as far as the stakes of the two go; with the sign of the points."""
    cents = abs(points) * point
    if stakes != UNKNOWN:
        cents = min(cents, stakes)
    return cents if points > 0 else -cents


@part
def can_bear(st, s, law):
    """Whether a seat's chips bear whatever it lost or won in the hand, so that no order of paying matters."""
    total = 0
    for k in range(st.n_ring):
        t = st.order[k]
        if t == s:
            continue
        foul_s, foul_t = st.called[s] == 1, st.called[t] == 1
        least = points_due(st, law, s, t, foul_s, foul_t, False)
        points, _ = scored(st, s, t, least, points_due(st, law, s, t, foul_s, foul_t, True))
        points = least if points == UNKNOWN else points
        if points == UNKNOWN:
            return False
        total += abs(points) * st.point
    return total <= st.stack_began[s]


@part
def stakes_of(st, law, a, b):
    """What two seats can still win of each other; UNKNOWN where nobody says it."""
    if law.stakes == UNKNOWN or law.first == UNKNOWN or st.button <= 0:
        return UNKNOWN
    return max(min(st.left[a], st.left[b]), 0)


@part
def put_payment(row, st, law, a, b, points):
    """What the points make due in chips, beside what was paid."""
    row.point_cents = st.point if st.point > 0 else UNKNOWN
    paid = st.paid[a, b] - st.paid[b, a]
    row.paid_cents = paid if st.paid_any else UNKNOWN
    row.pay_event = st.pay_event[a, b] if st.pays[a, b] else st.pay_event[b, a] if st.pays[b, a] else UNKNOWN
    row.left_cents = max(st.left[a], 0)
    row.left_other_cents = max(st.left[b], 0)
    stakes = stakes_of(st, law, a, b)
    row.stakes_cents = stakes
    row.due_cents = UNKNOWN
    row.due_least_cents = UNKNOWN
    row.right_cents = UNKNOWN
    known = st.point > 0 and (stakes != UNKNOWN or (can_bear(st, a, law) and can_bear(st, b, law)))
    if known and points != UNKNOWN:
        row.due_cents = within(points, st.point, stakes)
        whole = stakes // st.point * st.point if stakes != UNKNOWN else UNKNOWN
        row.due_least_cents = within(points, st.point, whole)
    if known and row.points_due != UNKNOWN and row.points_due == row.points_most:
        row.right_cents = within(row.points_due, st.point, stakes)
    moved = paid if st.paid_any else row.due_cents if row.due_cents != UNKNOWN else 0
    loser, winner = (b, a) if moved > 0 else (a, b)
    st.left[loser] -= abs(moved)
    if law.stakes == WHAT_IS_LEFT:
        st.left[winner] -= abs(moved)


@part
def note_ruling(st, law, row, a, b):
    """What a wrong ruling on a foul moved in a comparison: told of the seat that was ruled wrong, the first of two."""
    for s, t in ((a, b), (b, a)):
        if st.due[s] == UNKNOWN or st.called[s] == UNKNOWN or st.due[s] == st.called[s]:
            continue
        foul_a = st.due[a] == 1 if s == a else st.called[a] == 1
        foul_b = st.due[b] == 1 if s == b else st.called[b] == 1
        right = points_due(st, law, a, b, foul_a, foul_b, False)
        if right == UNKNOWN or st.point <= 0:
            return
        done = row.paid_cents if row.paid_cents != UNKNOWN else row.due_cents
        if done == UNKNOWN:
            return
        off = abs(within(right, st.point, row.stakes_cents) - done)
        if st.moved[s] == UNKNOWN:
            st.moved[s] = 0
        st.moved[s] += off
        if off > st.moved_most[s]:
            st.moved_most[s] = off
            st.moved_with[s] = t
        return


@part
def is_unruled(st, s):
    """Whether a foul was not called: what its rows score then, nobody can say; the foul itself is told."""
    return st.due[s] == 1 and st.called[s] == 0


@part
def compare(st, law, rows, place, a, b):
    """One comparison, as a row of the film."""
    row = rows[st.n_comparisons]
    st.n_comparisons += 1
    foul_a, foul_b = st.called[a] == 1, st.called[b] == 1
    unruled = is_unruled(st, a) or is_unruled(st, b)
    row.hand_row = st.h
    row.seat = a
    row.other = b
    row.in_turn = place
    row.front_won = rows_won(st, law, a, b, 0)
    row.middle_won = rows_won(st, law, a, b, 1)
    row.back_won = rows_won(st, law, a, b, 2)
    row.rows_points = points_of_rows(st, law, a, b, foul_a, foul_b)
    row.royalty = royalties(st, law, a, foul_a, False)
    row.royalty_other = royalties(st, law, b, foul_b, False)
    row.points_due = UNKNOWN if unruled else points_due(st, law, a, b, foul_a, foul_b, False)
    row.points_most = UNKNOWN if unruled else points_due(st, law, a, b, foul_a, foul_b, True)
    points, event = scored(st, a, b, row.points_due, row.points_most)
    row.points_scored = points
    row.score_event = event
    row.one_foul = foul_a != foul_b
    row.scoop_worth = law.scoop
    put_difference(row, st, a, b, points)
    if points == UNKNOWN and row.points_due == row.points_most:
        points = row.points_due
    put_payment(row, st, law, a, b, points)
    note_ruling(st, law, row, a, b)


@part
def compare_all(st, law, rows):
    """Every two seats of the hand, in the order of paying."""
    order_seats(st, law)
    for s in range(1, SEATS):
        st.left[s] = st.stack_began[s]
        st.moved[s] = UNKNOWN
        st.moved_most[s] = 0
        st.moved_with[s] = 0
    place = 0
    for i in range(st.n_ring):
        for j in range(i + 1, st.n_ring):
            compare(st, law, rows, place, st.order[i], st.order[j])
            place += 1
