"""Who had to show first where the floor put a showdown in order, beside who did.

The last to bet or raise in the last round shows first, else the first to act in it. Where betting ended before the last
card, it is the seat that pushed all-in, in no-limit; or all hands are shown at once, and there is no order. After that,
seats of a side pot come before those that play for the main pot alone. What else follows the first hand no rule says.
"""

from checks.replay.layout import UNKNOWN, BoardAce, Form, ShowAllIn, ShowFault
from checks.replay.masks import SEATS, count_seats, next_in
from checks.replay.opening import cards_up_in_all, leader
from checks.replay.turns import most_of_others
from parsers.kernel import part
from parsers.vocabulary import FLAG_DARK, Word


@part
def first_by_position(st, law):
    """The first to act of a round that was checked through; 0 where that cannot be told.

    A seat that is all-in for as much as the others did not act; whether it counts as the earliest no rule says.
    """
    acted = st.show_acted & st.live
    if st.by_bring_in:
        cards_up = cards_up_in_all(st, law)
        first = leader(st, law, acted, cards_up, law.low_board_ace == BoardAce.HIGH)
        if law.low_board_ace == BoardAce.EITHER and leader(st, law, acted, cards_up, True) != first:
            return 0
        return first
    first = next_in(acted, st.button)
    return first if first == next_in(st.live & ~st.show_main_only, st.button) else 0


@part
def watch_action(st):
    """An action before the showdown: who bet last, and whether it was all-in."""
    if st.show_off:
        return
    if st.marks & FLAG_DARK or (st.show_ruling >= 0 and st.event > st.show_ruling):
        st.show_off = 1  # of another street, or the ruling came before the showdown
        return
    s = st.seat
    st.show_any_action = 1
    if st.show_cards_since:
        st.show_cards_since = 0
        st.show_acted = 0
        st.show_aggressor = 0
    st.show_acted |= 1 << s
    if st.word >= Word.BET:
        st.show_aggressor = s
        st.show_all_in = is_all_in(st, s)


@part
def is_all_in(st, s):
    """Whether a seat has put in everything it had."""
    return st.bets_in[s] + st.antes[s] + st.dead[s] >= st.stack[s]


@part
def side_pot_seats(st):
    """Fills the seats of a side pot and those that play for the main pot alone. Returns whether somebody is all-in."""
    least = 1 << 62
    all_in = False
    for x in range(1, SEATS):
        if st.live >> x & 1:
            all_in = all_in or is_all_in(st, x)
            least = min(least, st.bets_in[x] - st.returned[x])
    st.show_side = 0
    for x in range(1, SEATS):
        if st.live >> x & 1 and st.bets_in[x] - st.returned[x] > least:
            st.show_side |= 1 << x
    if count_seats(st.show_side) < 2:
        st.show_side = 0
    else:
        st.show_main_only = st.live & ~st.show_side
    return all_in


@part
def who_shows_first(st, law):
    """The seat that has to show first; 0 where no rule says it."""
    all_in = side_pot_seats(st)
    if all_in and law.show_all_in == ShowAllIn.AT_ONCE:
        return 0
    if st.show_cards_since:
        if law.show_all_in != ShowAllIn.BETTOR or st.form != Form.NO_LIMIT or not st.show_all_in:
            return 0
        due = st.show_aggressor
    elif st.show_aggressor:
        due = st.show_aggressor
    else:
        due = first_by_position(st, law)
    if due == 0 or not st.live >> due & 1 or count_seats(st.live) < 2:
        return 0
    return due


@part
def is_betting_over(st):
    """Whether nobody can bet any more since at most one seat has chips, and that one owes nothing."""
    able = st.live & st.able
    if able & (able - 1) or count_seats(st.live) < 2:
        return False
    owing = next_in(able, 0)
    return owing == 0 or st.bet[owing] >= most_of_others(st, owing)


@part
def watch_board(st, law, fact, note):
    """Board cards: whether hands still lay face down though the betting was over and somebody all-in."""
    if not st.is_flop or st.dealt == 0 or not is_betting_over(st) or law.table_before_board == UNKNOWN:
        return
    if count_seats(st.live) > law.table_before_board:
        return
    fact.run_out = 1
    for s in range(1, SEATS):
        if st.live >> s & 1 and st.tabled[s] == 0 and not st.mucked >> s & 1 and note.face_down_event == UNKNOWN:
            note.face_down_event = st.event
            note.face_down_seat = s
            st.odd = 1


@part
def tell_show(st, note, due, fault):
    """The first hand that was shown out of order."""
    note.show_event = st.event
    note.show_seat = st.seat
    note.show_due = due
    note.show_fault = fault
    st.show_off = 1
    st.odd = 1


@part
def watch_show(st, law, fact, note):
    """A hand is shown or mucked."""
    bit = 1 << st.seat if 1 <= st.seat < SEATS else 0
    if st.show_off or st.show_ruling < 0:
        st.shown_mask |= bit
        return
    if not st.show_judging:
        st.show_judging = 1
        due = who_shows_first(st, law)
        if due == 0:
            st.show_off = 1
            return
        fact.show_order_known = 1
        if not st.shown_mask >> due & 1 and st.seat != due:
            tell_show(st, note, due, ShowFault.ALL_IN_FIRST if st.show_cards_since else ShowFault.FIRST)
            return
    if law.show_side_first == 1 and st.show_main_only & bit and st.show_side & ~st.shown_mask:
        due = next_in(st.show_side & ~st.shown_mask, max(st.button, 0))
        tell_show(st, note, due, ShowFault.SIDE_POT_FIRST)
        return
    st.shown_mask |= bit
