"""A hand begins: who sits where, by which game and terms."""

from checks.replay.film import fresh_row
from checks.replay.layout import UNKNOWN, Opener
from checks.replay.opening import dealt_behind
from checks.replay.state import POTS_MOST
from checks.replay.streets import BOARD, DISCARD, UP, cards_of_street, of_street
from checks.replay.turns import start_round
from checks.replay.wagering import least_bet
from parsers.kernel import inlined_part, part
from parsers.vocabulary import UNSEEN, State


@inlined_part
def sit_down(log, h, st):
    """Stacks and states of the seats."""
    for i in range(log.seat_offsets[h], log.seat_offsets[h + 1]):
        s = int(log.seat_no[i])
        st.stack[s] = log.seat_stack[i]
        st.began[s] = log.seat_stack[i]
        st.chips[s] = log.seat_stack[i]
        st.listed |= 1 << s
        if log.seat_stack[i] > 0:
            st.funded |= 1 << s
        state = int(log.seat_state[i])
        if state == State.AWAY:
            st.away |= 1 << s
        elif state == State.NEW or state == State.MOVED:
            st.waiting |= 1 << s
        elif state == State.ABSENT:
            st.absent |= 1 << s
    st.able = st.funded
    st.active = st.listed & ~st.away


@inlined_part
def begin_bomb(log, h, st):
    """A bomb pot: what everybody puts in, and how many boards it is played on."""
    if log.bomb[h] >= 0:
        st.bomb = 1
        st.bomb_ante = log.bomb[h]
        st.n_boards = max(int(log.bomb_boards[h]), 1)


@part
def declare(st, law):
    """The game's declaration: its streets, and the cards that each has dealt to a seat by then."""
    st.is_flop = law.is_flop_game == 1
    st.is_round = law.is_round_game == 1
    st.by_bring_in = st.is_round and law.opener == Opener.BRING_IN
    st.by_lots = st.is_round and not st.by_bring_in and cards_of_street(law.street[1]) > 0
    st.has_draws = st.is_round and not (st.by_bring_in or st.by_lots)
    st.jokers = law.jokers if law.jokers != UNKNOWN else 0
    st.form = law.form
    st.n_streets = law.streets if law.streets != UNKNOWN else 0
    st.names_by_board = st.has_draws and of_street(law.street[1], BOARD) > 0
    dealt = 0
    up = 0
    thrown = 0
    for k in range(st.n_streets):
        packed = law.street[k]
        dealt += cards_of_street(packed)
        thrown += of_street(packed, DISCARD)
        if k < st.n_streets - 1 or st.jokers:  # a last card dealt face up by mistake changes nobody's turn
            up += of_street(packed, UP)
        st.due_by_street[k] = dealt
        st.ups_by_street[k] = up
    st.whole_hand = dealt - thrown


@part
def is_followed(st, law):
    """Whether the betting can be followed: who acts first, and what is owed, is known."""
    if st.form == UNKNOWN or not (st.is_flop or st.is_round):
        return False
    if st.by_bring_in:
        return law.small_bet_cents != UNKNOWN and (law.bring_in_cents != UNKNOWN or st.jokers > 0)
    return st.button > 0 and law.bb_cents != UNKNOWN


@part
def begin_hand(st, law):
    """Everything that does not start from zero."""
    declare(st, law)
    fresh_row(st)
    st.follow = is_followed(st, law)
    st.percent = 100
    st.street_now = 0
    st.community = UNSEEN
    st.n_boards = 1
    st.run_times = 1
    st.foreign_event = -1
    st.misdeal_event = -1
    st.four_flop_event = -1
    st.bundle_event = -1
    st.last_card_event = -1
    st.show_ruling = -1
    st.street_closed = 1
    st.street_fresh = 1
    st.n_board[:] = 0
    st.joker_up[:] = 0
    st.takers[:] = 0
    st.ante_event[:] = UNKNOWN
    for p in range(min(st.used, POTS_MOST)):
        if st.parts_named:
            st.pushed[p] = 0
        else:
            st.pushed[p, 0, 0] = 0
        st.paid[p] = 0
        st.award_event[p] = UNKNOWN
    st.used = 0
    st.parts_named = 0
    if st.follow:
        start_round(st, dealt_behind(st), least_bet(st, law), 0)
