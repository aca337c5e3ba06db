"""One walk over each hand of a Chinese game: what was dealt, set, called, scored and paid, beside what was due.

Grain: one row a hand, one a seat that has chips or cards, one a pair of seats that were in the hand. It knows no rules,
only the numbers that `checks/law/royalties.py` makes of them.
"""

from checks.replay.chinese_rows import opens_fantasyland, read_rows, stays_in_fantasyland
from checks.replay.chinese_scoring import compare_all, take_rulings
from checks.replay.chinese_state import CHINESE_FRESH, SCORES_MOST
from checks.replay.layout import UNKNOWN
from checks.replay.masks import SEATS, count_seats, next_in
from parsers.kernel import inlined_part, kernel, part
from parsers.vocabulary import JOKER, Detail, State, Word

BOOK = 8  # cards that only Fantasyland deals at once behind the first five
FIVE_PLAYERS = 5
SECOND_DRAW = 2
NO_MORE = 99  # nobody is dealt another card
WHOLE_HAND = 13
FIRST_ROW = int(Detail.FRONT)  # the rows of the log are numbered behind it


@inlined_part
def sit_down(log, h, st):
    """Stacks and states of the seats."""
    for i in range(log.seat_offsets[h], log.seat_offsets[h + 1]):
        s = int(log.seat_no[i])
        st.stack_began[s] = log.seat_stack[i]
        st.listed |= 1 << s
        state = int(log.seat_state[i])
        if state == State.AWAY or log.seat_stack[i] <= 0:
            continue
        st.active |= 1 << s
        # Who has less than a point may buy chips or leave; who is new may wait.
        if state == State.NEW or state == State.MOVED or log.seat_stack[i] < st.point:
            st.optional |= 1 << s


@inlined_part
def begin_hand(log, h, st):
    """Everything that does not start from zero."""
    st.h = h
    st.start = log.event_offsets[h]
    st.button = log.button[h]
    st.point = log.point[h]
    st.boxed_event = UNKNOWN
    st.misdeal_event = UNKNOWN
    st.stray_event = UNKNOWN
    st.stray_seat = UNKNOWN
    st.foreign_event = UNKNOWN
    for s in range(SEATS):
        st.deal_event[s] = UNKNOWN
        st.set_event[s] = UNKNOWN
        st.foul_event[s] = UNKNOWN
        st.fantasy_event[s] = UNKNOWN
        st.stack_began[s] = 0
    sit_down(log, h, st)


@inlined_part
def take_deal(st, law, s, event, cards):
    """Cards to a seat: the first deal, a draw, or a book of Fantasyland."""
    if st.first_seat == 0:
        st.first_seat = s
        st.first_event = event
    before = st.cards_dealt[s]
    st.cards_dealt[s] += cards
    st.dealt_mask |= 1 << s
    st.in_ring |= 1 << s
    st.deal_event[s] = event
    if before < law.first_deal and before + cards <= law.first_deal:
        return
    if law.streets == 1:
        return
    st.deals[s] += 1
    st.later_deals = 1
    if cards >= BOOK:
        st.book_deals[s] += 1
    elif cards != law.later_deals:
        st.odd_deals[s] += 1
    if not st.book_deals[s]:
        st.draws_begun = max(st.draws_begun, st.deals[s])


@inlined_part
def see_faces(log, first, stop, st, s, event):
    """Jokers among some cards."""
    for c in range(first, stop):
        st.cards_told += 1
        if log.cards[c] == JOKER and st.stray_event == UNKNOWN:
            st.stray_event = event
            st.stray_seat = s if s > 0 else UNKNOWN


@inlined_part
def take_row(log, first, stop, st, s, event, row):
    """Cards set in a row; a card that was set before fouls the deck."""
    st.set_mask |= 1 << s
    st.in_ring |= 1 << s
    st.set_event[s] = event
    for c in range(first, stop):
        card = int(log.cards[c])
        st.n_set[s, row] += 1
        if card >= JOKER:
            st.unread[s] = 1
            continue
        if st.seen >> card & 1:
            st.twice = 1
        st.seen |= 1 << card
        st.suits[s, row, card & 3] |= 1 << (card >> 2)


@inlined_part
def take_score(log, e, st, event):
    """Points of one seat against another."""
    a, b = int(log.seat[e]), int(log.other[e])
    if a < 1 or b < 1 or a == b:
        return
    st.scored_any = 1
    st.in_ring |= 1 << a | 1 << b
    k = st.scores[a, b]
    if k < SCORES_MOST:
        st.score[a, b, k] = log.number[e]
        st.score_event[a, b, k] = event
        st.scores[a, b] = k + 1


@inlined_part
def take_pay(log, e, st, event):
    """Chips from one seat to another."""
    a, b = int(log.seat[e]), int(log.other[e])
    if a < 1 or b < 1 or a == b:
        return
    st.paid_any = 1
    st.in_ring |= 1 << a | 1 << b
    st.paid[a, b] += log.amount[e]
    st.pays[a, b] += 1
    st.pay_event[a, b] = event
    st.won[a] += log.amount[e]
    st.lost[b] += log.amount[e]


@inlined_part
def draws_to_come(log, e, st, law):
    """The next card that anybody is dealt behind an event: 0 of the first deal, 1 of the first draw, and so on."""
    next_draw = NO_MORE
    for f in range(e + 1, log.event_offsets[st.h + 1]):
        s = int(log.seat[f])
        if log.word[f] != Word.DEAL or s < 1:
            continue
        if st.cards_dealt[s] < law.first_deal:
            return 0
        if log.card_offsets[f + 1] - log.card_offsets[f] < BOOK:
            next_draw = min(next_draw, st.deals[s] + 1)
    return next_draw


@inlined_part
def take_boxed(log, e, st, law, event):
    """A boxed card: in the first deal, or before the second draw was set, or later."""
    comes = draws_to_come(log, e, st, law)
    st.boxed_in_deal += comes == 0
    if comes <= SECOND_DRAW:
        st.boxed_early += 1
        st.boxed_event = event


@part
def take_stray(st, w, s, event):
    """A joker, or a card of another deck."""
    if w == Word.JOKER:
        if st.stray_event == UNKNOWN:
            st.stray_event = event
            st.stray_seat = s if s > 0 else UNKNOWN
    elif st.foreign_event == UNKNOWN:
        st.foreign_event = event


@inlined_part
def take_event(log, e, st, law):
    """One event of the log."""
    w = log.word[e]
    s = int(log.seat[e])
    event = e - st.start
    first, stop = log.card_offsets[e], log.card_offsets[e + 1]
    if first < stop:
        see_faces(log, first, stop, st, s, event)
    if w == Word.DEAL or w == Word.UP:
        if s > 0:
            take_deal(st, law, s, event, stop - first)
    elif w == Word.SET:
        take_row(log, first, stop, st, s, event, int(log.detail[e]) - FIRST_ROW)
    elif w == Word.SCORE:
        take_score(log, e, st, event)
    elif w == Word.PAY:
        take_pay(log, e, st, event)
    elif w == Word.DISCARD and s > 0:
        st.discarded[s] += stop - first
    elif w == Word.DRAW and s > 0:
        st.drawn[s] += stop - first
    elif w == Word.FOUL:
        st.foul_mask |= 1 << s
        st.in_ring |= 1 << s
        st.foul_event[s] = event
    elif w == Word.FANTASY:
        st.fantasy_mask |= 1 << s
        st.fantasy_event[s] = event
    elif w == Word.TIME and s > 0:
        st.stack_began[s] -= log.amount[e]
    elif w == Word.BOXED:
        take_boxed(log, e, st, law, event)
    elif w == Word.JOKER or w == Word.FOREIGN:
        take_stray(st, w, s, event)
    elif w == Word.MISDEAL or w == Word.VOID:
        st.ended = w
        if w == Word.MISDEAL:
            st.misdeal_event = event


@part
def seats_with_a_right(st, law):
    """Seats that are to be dealt in; with five players the button is not, where the rules say so."""
    st.entitled = st.active & ~st.optional
    everybody = st.active & (st.entitled | st.dealt_mask)
    n = count_seats(everybody)
    button = 1 << max(st.button, 0)
    sits_out = n == FIVE_PLAYERS and law.five_sits_out == 1 and st.button > 0 and everybody & button != 0
    if sits_out:
        st.entitled &= ~button
        everybody &= ~button
    for s in range(1, SEATS):
        bit = 1 << s
        dealt = st.dealt_mask & bit != 0
        st.outside[s] = dealt and everybody & bit == 0
        st.seated_out[s] = not dealt and st.entitled & bit != 0
        st.first_due[s] = UNKNOWN
    if law.first_card == 1 and st.button > 0 and st.first_seat > 0:
        due = next_in(st.dealt_mask, st.button)
        if due != st.first_seat:
            st.first_due[st.first_seat] = due
    ruled = n == FIVE_PLAYERS and law.five_sits_out == 1 and st.button > 0
    return st.dealt_mask != 0 and (n < FIVE_PLAYERS or ruled), sits_out


@part
def cards_due(st, law, s):
    """Cards that a seat was to be dealt; UNKNOWN where nobody says it or the log does not tell how it was dealt."""
    if law.cards == UNKNOWN:
        return UNKNOWN
    # A log may know the first deal alone; and with betting rounds who folds gets no more cards.
    if law.streets > 1 and (not st.later_deals if law.open_face else not st.set_mask >> s & 1):
        return UNKNOWN
    if st.book_deals[s]:
        return law.fantasy_cards
    if law.dealt == WHOLE_HAND:
        two_hands = count_seats(st.dealt_mask) == 2 and st.cards_dealt[s] > WHOLE_HAND + 1
        return 2 * law.cards if two_hands else law.cards
    return law.dealt - WHOLE_HAND + law.cards if st.odd_deals[s] == 0 or st.cards_dealt[s] > law.dealt else UNKNOWN


@part
def cards_in_hand(st, law, s):
    """Cards that a seat was dealt; but for open-face games with what it gave to another seat or drew from it."""
    return st.cards_dealt[s] + st.drawn[s] - (0 if law.open_face else st.discarded[s])


@part
def has_slid(st, law):
    """Whether some seats were dealt as many cards too few as others too many."""
    over = 0
    for s in range(1, SEATS):
        if st.dealt_mask >> s & 1:
            due = cards_due(st, law, s)
            if due == UNKNOWN:
                return False
            over += cards_in_hand(st, law, s) - due
    return over == 0


@part
def is_played(st, law, s):
    """Whether a seat played the hand in Fantasyland, by its deals."""
    if not law.open_face or not st.dealt_mask >> s & 1:
        return UNKNOWN
    if st.book_deals[s]:
        return 1
    return 0 if st.odd_deals[s] == 0 and st.deals[s] > 0 else UNKNOWN


@part
def keep_set(row, st, law, s, seating_known, button_out):
    """A seat: what it was dealt, how it set it, what the rows are worth."""
    row.hand_row = st.h
    row.seat = s
    row.stack_cents = st.stack_began[s]
    row.net_cents = st.won[s] - st.lost[s] if st.paid_any else UNKNOWN
    row.cards_dealt = cards_in_hand(st, law, s)
    row.cards_due = cards_due(st, law, s) if st.dealt_mask >> s & 1 else UNKNOWN
    row.dealt_event = st.deal_event[s]
    row.slid = st.slid
    row.left_out = st.seated_out[s]
    row.outside = st.outside[s]
    row.button_sits_out = button_out
    row.first_due = st.first_due[s]
    row.first_event = st.first_event if st.first_due[s] != UNKNOWN else UNKNOWN
    row.seating_known = 1 if seating_known else UNKNOWN
    row.front_cards = st.n_set[s, 0]
    row.middle_cards = st.n_set[s, 1]
    row.back_cards = st.n_set[s, 2]
    row.set_event = st.set_event[s]
    right = st.right[s] == 1
    # A wrong number is a foul where the rules say so: then it has to be known what was ruled.
    unsettled = st.wrong_number[s] == 1 and st.due[s] == 1 and st.called[s] == UNKNOWN
    row.set_right = UNKNOWN if st.wrong_number[s] == UNKNOWN or unsettled else 1 - st.wrong_number[s]
    row.front = st.front_value[s] if right else UNKNOWN
    row.middle = st.middle_value[s] if right else UNKNOWN
    row.back = st.back_value[s] if right else UNKNOWN
    row.front_royalty = st.front_points[s] if right else UNKNOWN
    row.middle_royalty = st.middle_points[s] if right else UNKNOWN
    row.back_royalty = st.back_points[s] if right else UNKNOWN
    row.foul_due = st.due[s]
    row.foul_cause = st.cause[s]
    row.foul_called = st.called[s]
    row.foul_event = st.foul_event[s]
    row.foul_moved_cents = st.moved[s]
    row.foul_other = st.moved_with[s]
    row.played = is_played(st, law, s)
    row.opens = UNKNOWN
    row.stays = UNKNOWN
    ruled_wrong = st.due[s] != UNKNOWN and st.called[s] != UNKNOWN and st.due[s] != st.called[s]
    if ruled_wrong or not law.open_face:
        pass  # what a wrong ruling earns nobody can say; the ruling itself is told
    elif st.due[s] == 1 or st.called[s] == 1:
        row.opens = 0
        row.stays = 0
    elif right:
        row.opens = opens_fantasyland(st, law, s)
        row.stays = stays_in_fantasyland(st, law, s)
        if st.due[s] == UNKNOWN:  # a foul earns nothing, and nobody can say whether it is one
            row.opens = UNKNOWN if row.opens == 1 else row.opens
            row.stays = UNKNOWN if row.stays == 1 else row.stays
    row.fantasy_event = st.fantasy_event[s]


@part
def keep_hand(row, st, law):
    """The hand as a whole."""
    row.hand_row = st.h
    row.game_no = law.game_no
    row.open_face = law.open_face
    row.called_off = st.ended != 0
    row.seats_dealt = count_seats(st.dealt_mask)
    row.deal_known = 1 if row.seats_dealt >= 2 else UNKNOWN
    row.seats_most = law.seats_most
    row.boxed_in_deal = st.boxed_in_deal
    row.boxed_early = st.boxed_early
    row.boxed_event = st.boxed_event
    row.boxed_rule_known = 1 if law.boxed_in_deal != UNKNOWN and law.boxed_early != UNKNOWN else UNKNOWN
    row.boxed_misdeals = 0
    if row.boxed_rule_known == 1:
        row.boxed_misdeals = st.boxed_in_deal >= law.boxed_in_deal or st.boxed_early >= law.boxed_early
    row.misdeal_event = st.misdeal_event
    row.draws_set = max(st.draws_begun - 1, 0) if st.set_mask == 0 else max(st.draws_begun, SECOND_DRAW)
    row.stray_event = st.stray_event
    row.stray_seat = st.stray_seat
    row.foreign_event = st.foreign_event
    row.foreign_voids = law.foreign_voids == 1
    row.cards_seen = st.cards_told


@inlined_part
def settle(st, law, film):
    """Everything that can be said once the hand is over."""
    st.in_ring &= st.listed
    if st.ended == 0:
        read_rows(st, law)
        take_rulings(st, law)
        compare_all(st, law, film.comparisons)
        known, button_out = seats_with_a_right(st, law)
        st.slid = has_slid(st, law)
        for s in range(1, SEATS):
            if (st.listed | st.dealt_mask) >> s & 1:
                keep_set(film.sets[st.n_sets], st, law, s, known, button_out)
                st.n_sets += 1
    keep_hand(film.hands[st.n_hands], st, law)
    st.n_hands += 1


@kernel
def walk_chinese(log, laws, states, numbers, film):
    """Walks the Chinese hands of a batch; `film` has room for every row."""
    st = states[0]
    st.n_hands = 0
    st.n_sets = 0
    st.n_comparisons = 0
    for i in range(len(log.hands)):
        h = log.hands[i]
        numbers[:CHINESE_FRESH] = 0
        law = laws[log.terms[h]]
        begin_hand(log, h, st)
        for e in range(log.event_offsets[h], log.event_offsets[h + 1]):
            take_event(log, e, st, law)
        settle(st, law, film)
    return st.n_hands, st.n_sets, st.n_comparisons
