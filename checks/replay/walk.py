"""One walk over each hand by its game's declaration: what was due beside what was done.

Grain: one column of facts a hand; rows of the film wherever something was not as due. It knows no rules, only the terms
it needs. After a slip it goes on as the table did, so that one error does not turn into ten.
"""

import numpy as np

from checks.replay.acting import act, bet_again, count_action, end_betting, pay
from checks.replay.boards_stub import deal_last_card, is_last_card_of_boards, new_stub_for_boards
from checks.replay.dealing import (
    close_street,
    closes_street,
    deal,
    faces_of,
    find_irregular,
    fold,
    has_all_in,
    pick_flop_burn,
    play_irregular,
    put_board,
    put_round_board,
    tell_bundle,
    watch_seventh,
)
from checks.replay.deck import A_JOKER, count_stub, new_stub, see_cards, see_stray, stub_left
from checks.replay.drawing import draw, late_draw, passes_over, pats_to_come, throws_unseen
from checks.replay.film import keep_picture
from checks.replay.layout import UNKNOWN, Ended
from checks.replay.masks import SEATS
from checks.replay.opening import dealt_behind, turn_up
from checks.replay.posting import ante_behind, post
from checks.replay.pots import uncalled
from checks.replay.put_right import deal_again, keep_street, take_street_back
from checks.replay.raking import follow_rake
from checks.replay.seating import begin_bomb, begin_hand, sit_down
from checks.replay.settling import end_stacks, settle
from checks.replay.short_stub import burn_behind_reshuffle, deal_from_stub, look_before_last, make_new_stub
from checks.replay.showing import watch_action, watch_board, watch_show
from checks.replay.state import BOARDS_MOST, DARK_MOST, FRESH, POTS_MOST
from checks.replay.streets import street_begins
from checks.replay.turns import has_chips, start_round
from checks.replay.wagering import least_bet
from parsers.kernel import inlined_part, kernel, part
from parsers.vocabulary import FLAG_DARK, Detail, Word

SHOWDOWN = 9  # as the streets of events are numbered
FLOP = 3


@inlined_part
def load(log, e, st):
    """The event at hand."""
    at = np.uint64(e)  # compiled code asks of every other index whether it counts from the end
    st.word = log.word[at]
    st.seat = log.seat[at]
    st.detail = log.detail[at]
    st.amount = log.amount[at]
    st.marks = log.marks[at]
    st.count = log.number[at]
    st.event = e - st.start
    st.first_card = log.card_offsets[at]
    st.n_cards = log.card_offsets[np.uint64(e + 1)] - st.first_card


@part
def is_action(w):
    """Whether a word is an action of a seat in its turn."""
    return Word.FOLD <= w <= Word.COMPLETE


@part
def next_round(st, law):
    """The betting of a new street, if it is followed."""
    able = st.live & st.able
    st.bet_on = 0
    st.acted_since = 0
    st.bring_in_only = 0
    st.open_pair = 0
    st.big_used = 0
    start_round(st, dealt_behind(st), least_bet(st, law) if st.follow else 0, able)
    if st.is_round:
        st.open_for_action = 0


@part
def begin_street(st, law):
    """The next street: the bets of the round before lie in the pot, those made dark lie before their seats."""
    st.round_no += 1
    if st.short_stood and st.bet_on:
        st.stood_bettor, st.stood_cents = uncalled(st.street)
    for s in range(1, SEATS):
        if st.short_stood:
            bet_again(st, s)  # what went back over a call that stood for less was never in
        st.street[s] = st.ahead[s]
        st.ahead[s] = 0
        st.returned_now[s] = 0
    if not st.is_round:
        st.street_cards += st.n_cards
        if st.stage == 0:
            st.street_cards = min(st.street_cards, FLOP)  # a flop of four is still the flop
        st.stage = max(st.street_cards - 2, 0)
        next_round(st, law)
        return
    st.stage = min(st.stage + 1, st.n_streets - 1)
    next_round(st, law)
    st.declared = 0
    st.last_said = max(st.button, 0)
    st.last_street_event = st.event
    st.street_burns = st.burns_waiting  # in stud they go before the street, in draw games behind the discards
    st.burns_waiting = 0
    st.street_closed = 0
    st.street_fresh = not st.reshuffled or st.word == Word.BURN
    st.burned = 0
    st.drawn[:] = 0
    st.muck_pile += st.discards_pile
    st.discards_pile = 0


@part
def turn_street(st, law, fact, note, rows):
    """Whatever an event begins or closes before it is looked at itself."""
    begins = street_begins(st)
    w = st.word
    if w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3:
        watch_board(st, law, fact, note)
    if st.is_round:
        if st.by_bring_in:
            look_before_last(st, law, begins)
        else:
            if st.has_draws:
                late_draw(st, rows, begins, st.stage == st.n_streets - 1)
            begins = begins and st.stage < st.n_streets - 1
        if not st.street_closed and closes_street(st, begins, is_action(w)):
            close_street(st, law, fact, note)
    ends = begins or w == Word.SHOW or w == Word.RUNIT
    if not st.is_round and not st.bomb:  # the boards of a bomb pot are dealt street by street, side by side
        ends = ends or w == Word.BOARD2 or w == Word.BOARD3
    if ends and st.follow:
        end_betting(st, law, rows)
    if w == Word.SHOW:
        st.finished = 1
    if begins:
        if w == Word.BOARD or st.is_round:
            follow_rake(st, law, rows)
        begin_street(st, law)


@part
def dark_is_due(st):
    """Whether actions announced before the cards of their street come into their place now."""
    if st.darks == 0 or st.dark_round >= st.round_no:
        return False
    if not st.is_round:
        return True
    if is_action(st.word):
        return not st.marks & FLAG_DARK
    return st.word == Word.SHOW or street_begins(st)


@part
def take_action(st, law, note, rows):
    """An action as the log has it: its chips now, its place in the round once its street is there."""
    count_action(st)
    tell_bundle(st, note)
    if st.word == Word.FOLD:
        fold(st)
    elif st.word >= Word.CALL:
        pay(st)
    watch_action(st)
    if not st.marks & FLAG_DARK:
        act(st, law, note, rows)
    elif st.darks < DARK_MOST:
        st.dark[st.darks] = st.event
        st.darks += 1
        st.dark_round = st.round_no


@inlined_part
def take_cards(log, st, law, fact, note, rows):
    """Cards to a seat, to the board, or to nobody."""
    w = st.word
    if w == Word.DEAL or w == Word.UP:
        play_irregular(st)
        if st.is_round:
            deal_from_stub(st, law, note)
            if st.by_bring_in and st.seat > 0:
                watch_seventh(st, law)
        deal(st)
        st.show_cards_since = st.show_any_action
        if w == Word.UP and st.seat > 0:
            st.ups_unknown |= st.stage == 0 and st.n_up[st.seat] > 0 and not st.jokers  # which of them counts
            for c in range(st.first_card, st.first_card + st.n_cards):
                turn_up(st, st.seat, int(log.cards[c]))
    elif w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3:
        st.show_cards_since = st.show_any_action
        put_on_board(log, st, law, fact, note)
    elif w == Word.BURN:
        take_burn(st, law, note, int(log.cards[st.first_card]) if st.n_cards else UNKNOWN)
    elif w == Word.COMMUNITY:
        st.show_cards_since = st.show_any_action
        if st.is_round:
            play_irregular(st)
            deal_from_stub(st, law, note)
        st.communities += st.n_cards
        st.community_event = st.event
        if not st.is_round:
            st.street[:] = 0
    elif w == Word.DISCARD or w == Word.DRAW:
        if w == Word.DISCARD and st.seat > 0 and throws_unseen(log, st):
            st.threw_unseen |= 1 << st.seat
        elif w == Word.DRAW:
            st.show_cards_since = st.show_any_action
            if st.is_round and st.n_cards:
                play_irregular(st)
                deal_from_stub(st, law, note)
        pats = 0
        if passes_over(st):
            pats = pats_to_come(log, st)
        draw(st, law, note, rows, pats)


@inlined_part
def put_on_board(log, st, law, fact, note):
    """Community cards of any board."""
    if st.word == Word.BOARD:
        st.four_flop |= st.board_cards == 0 and st.n_cards == FLOP + 1
        st.board_cards += st.n_cards
        st.board_raw += st.n_cards
    if st.is_round:
        st.runs_boards |= st.word != Word.BOARD
        if st.word == Word.BOARD:
            play_irregular(st)
            deal_from_stub(st, law, note)
            put_round_board(st, law, note)
        return
    play_irregular(st)
    if st.word == Word.BOARD:
        deal_again(st, law, note)
    last_card = is_last_card_of_boards(st, law)
    if last_card:
        deal_last_card(st, law, note)
    put_board(st, law, fact, note, faces_of(log, st), last_card)
    if st.word != Word.BOARD:
        st.n_boards = max(st.n_boards, st.word - Word.BOARD + 1)
        st.street[:] = 0


@part
def take_burn(st, law, note, card):
    """A burn."""
    if st.n_cards == 0:
        st.cards_out += 1
    st.burns += 1
    st.burns_waiting += 1
    st.burns_pile += 1
    st.burned = 1
    st.back_burns += 1
    if st.four_flop_event >= 0 and st.n_cards == 1:
        pick_flop_burn(st, law, card)
    burn_behind_reshuffle(st, law, note)


@part
def run_again(st):
    """All agreed to run more boards: what lies already is common to all."""
    if st.is_round:
        st.runs_boards = 1
        return
    st.n_boards = min(max(st.count, 1), BOARDS_MOST)
    for b in range(1, st.n_boards):
        st.n_board[b] = st.n_board[0]
        for c in range(5):
            st.board[b, c] = st.board[0, c]
    st.street[:] = 0
    st.run_times = max(st.run_times, st.count)
    st.run_event = st.event
    st.common = st.flop_cards
    st.all_in_at_run = has_all_in(st)


@part
def take_slide(st, law, fact, rows):
    """Chips to the slide."""
    if st.word == Word.RAKE:
        st.rake += st.amount
        fact.rake_event = st.event
        follow_rake(st, law, rows)
    elif st.word == Word.PROMO:
        st.promo += st.amount
        fact.promo_event = st.event
    elif st.word == Word.TIMEPOT:
        st.timepot += st.amount
    else:
        fact.time_cents += st.amount
        if fact.time_event == UNKNOWN:
            fact.time_event = st.event
        if st.seat >= 1:  # paid off the stack, before the forced bets
            st.stack[st.seat] -= st.amount
            st.chips[st.seat] = max(st.chips[st.seat] - st.amount, 0)
            st.out[st.seat] += st.amount
            st.time_paid += st.amount
            has_chips(st, st.seat)


@part
def take_award(st, law, pot, part_word, board):
    """A pot, or part of it, is pushed to a seat."""
    s = st.seat
    st.awarded += st.amount
    st.back[s] += st.amount
    kind = 0
    known = 0 <= pot < POTS_MOST
    if not st.is_round:
        known = known and part_word < FLOP
        kind = part_word
    elif law.parts == 2:
        kind = 1 if part_word == law.part_word[0] else 2 if part_word == law.part_word[1] else 0
        board = 0
    if 0 <= pot < POTS_MOST:
        st.takers[pot] |= 1 << s
    if not known:
        st.parts_unknown = 1
        return
    on = board if not st.is_round else 0
    st.parts_named |= on | kind
    st.pushed[pot, on, kind, s] += st.amount
    st.paid[pot, s] += st.amount
    st.award_event[pot, s] = st.event
    st.used = max(st.used, pot + 1)


@part
def take_back(st):
    """An uncalled bet goes back, or all money of a deal that was called off."""
    s = st.seat
    seat, cents = uncalled(st.bets_in)
    if seat == s and cents == st.amount and st.returned[s] == 0:
        st.uncalled_back[s] = cents
    st.returned[s] += st.amount
    st.returned_now[s] += st.amount
    st.back[s] += st.amount
    st.chips[s] += st.amount
    st.pot -= st.amount
    has_chips(st, s)


@part
def show(st, law, fact, note):
    """A hand is tabled or mucked."""
    st.shows += 1
    if st.word == Word.SHOW:
        st.shown_down = 1
        st.tabled[st.seat] = st.n_cards
        st.show_event[st.seat] = st.event
    else:
        st.mucked |= 1 << st.seat
    watch_show(st, law, fact, note)


@part
def call_off(st, undone):
    """The deal was called off: from here on nothing is bet."""
    st.undone = undone
    st.ended = Ended.MISDEAL if st.word == Word.MISDEAL else Ended.VOID
    st.follow = 0
    st.show_off = 1
    if st.word == Word.MISDEAL:
        st.misdeal_event = st.event
        st.misdeal_folds = st.folds
        st.misdeal_checks = st.checks
        st.misdeal_wagers = st.wagers


@part
def pay_between(st, other):
    """A Chinese game: chips from one seat to another, without a pot."""
    if st.seat > 0 and other > 0:
        st.out[st.seat] -= st.amount
        st.out[other] += st.amount


@part
def pay_beside(st, other):
    """Chips from one seat to another beside the pot: a bounty on a hand, a wager between players."""
    if st.seat > 0 and other > 0:
        st.back[st.seat] += st.amount
        st.back[other] -= st.amount
        st.chips[st.seat] += st.amount
        st.chips[other] = max(st.chips[other] - st.amount, 0)
        has_chips(st, st.seat)
        has_chips(st, other)


@inlined_part
def take_rest(log, e, st, law, desk):
    """Words that are neither cards, bets nor payments."""
    fact = desk.fact[0]
    note = desk.note[0]
    w = st.word
    if w == Word.SHOW or w == Word.MUCK:
        show(st, law, fact, note)
    elif w == Word.STUB:
        count_stub(st, law, fact, note)
    elif w == Word.RESHUFFLE:
        st.piles = log.piles[log.text[e]] if log.text[e] >= 0 else 0
        if st.is_flop:
            new_stub_for_boards(st, law, note)
        make_new_stub(st, law, note)
        new_stub(st)
        st.back_shuffled = 1
        st.back_piles |= st.piles
        st.street_fresh = st.street_fresh and st.by_bring_in
    elif w == Word.RUNIT:
        run_again(st)
    elif Word.EXPOSE <= w <= Word.JOKER:
        find_irregular(st)
        if w == Word.JOKER and not st.jokers:
            see_stray(st, note, A_JOKER)
        elif w == Word.EXPOSE and st.seat > 0 and st.by_bring_in:
            # A down card that was turned up in the first deal stands for the up card; with a joker, one opened.
            if st.jokers or (st.stage == 0 and st.n_up[st.seat] == 0 and not st.bet_on):
                for c in range(st.first_card, st.first_card + st.n_cards):
                    turn_up(st, st.seat, int(log.cards[c]))
    elif w == Word.MISDEAL or w == Word.VOID:
        call_off(st, w == Word.VOID and log.text[e] == log.undone)
        fact.taken_back = st.undone
    elif w == Word.DEAD:
        fold(st)
        st.live &= ~(1 << st.seat)
        st.actions += 1
    elif w == Word.FLOOR:
        st.floor_called = 1
        if log.text[e] == log.show_order and st.show_ruling < 0:
            st.show_ruling = st.event
            fact.show_order_event = st.event
        if log.text[e] >= 0 and log.dodged[log.text[e]]:
            fact.dodged_mask |= 1 << log.dodged[log.text[e]]
    elif w == Word.SIDE:
        pay_beside(st, int(log.other[e]))
    elif w == Word.SPLASH:
        st.splash += st.amount
        st.pot += st.amount
    elif w == Word.BACK and st.is_flop:
        take_street_back(log, st, desk, note)
    elif w == Word.PAY and st.detail == Detail.NONE:
        pay_between(st, int(log.other[e]))
    elif Word.WAGER <= w <= Word.ENVY and w != Word.METER:
        st.other_chips = 1


@inlined_part
def take_event(log, e, stop, st, law, desk, film):
    """One event of the log, in its order."""
    fact = desk.fact[0]
    note = desk.note[0]
    if st.backs and st.word == Word.BOARD:
        keep_street(desk, st)
    turn_street(st, law, fact, note, film.events)
    w = st.word
    if w == Word.SHOW or w == Word.AWARD:
        st.street_now = SHOWDOWN
    if st.street_now != SHOWDOWN:
        if st.is_round and not st.names_by_board:
            st.street_now = st.stage
        else:
            board = st.board_raw + (st.n_cards if w == Word.BOARD else 0)
            st.street_now = min(max(board - 2, 0), FLOP)
    film.streets[e] = st.street_now
    if st.keep_all:
        keep_picture(film.pictures, st, stub_left(st, law))
    if st.n_cards and w != Word.BACK:
        see_cards(log, st, law, note)
    if is_action(w):
        take_action(st, law, note, film.events)
    elif w == Word.POST:
        st.ante_after = UNKNOWN
        if st.detail == Detail.SB or st.detail == Detail.BB:
            blind = law.sb_cents if st.detail == Detail.SB else law.bb_cents
            if blind != st.amount:
                st.ante_after = ante_behind(log, e, stop)
        post(st, law, fact, note, film.events)
    elif w <= Word.DRAW:
        take_cards(log, st, law, fact, note, film.events)
    elif Word.RAKE <= w <= Word.TIMEPOT:
        take_slide(st, law, fact, film.events)
    elif w == Word.AWARD:
        take_award(st, law, int(log.pot[e]), int(log.part[e]), int(log.board[e]))
    elif w == Word.RETURN:
        take_back(st)
    else:
        take_rest(log, e, st, law, desk)


@inlined_part
def take_hand(log, h, st, law, desk, film):
    """All events of a hand; actions in the dark come into their place once the cards of their street are out."""
    start, stop = log.event_offsets[h], log.event_offsets[h + 1]
    st.start = start
    e = start
    played = 0  # of the actions in the dark
    while True:
        if e < stop:
            load(log, e, st)
        else:
            st.word = Word.AWARD
        if dark_is_due(st):
            load(log, start + st.dark[played], st)
            if st.is_round and not st.street_closed:
                close_street(st, law, desk.fact[0], desk.note[0])
            act(st, law, desk.note[0], film.events)
            played += 1
            if played == st.darks:
                st.darks = 0
                played = 0
            continue
        if e >= stop:
            if st.keep_all:
                st.event = stop - start
                keep_picture(film.pictures, st, stub_left(st, law))
            break
        take_event(log, e, stop, st, law, desk, film)
        e += 1


@inlined_part
def is_full(st, film):
    """Whether a hand had more rows than there was room for."""
    few = st.n_hands > len(film.hands) or st.n_seats > len(film.seats) or st.n_pots_kept > len(film.pots)
    return few or st.n_events > len(film.events) or st.n_shares > len(film.shares) or st.n_pictures > len(film.pictures)


@kernel
def walk(log, laws, desk, film, facts, ends, first, keep_all):
    """Walks hands `first` … to the end of the batch. Returns the next hand to walk.

    Stops before the hand whose rows would not fit, so that the caller can make room and go on.
    """
    st = desk.state[0]
    fact = desk.fact[0]
    note = desk.note[0]
    st.keep_all = keep_all
    for h in range(first, len(log.button)):
        before = (st.n_events, st.n_seats, st.n_pots_kept, st.n_shares, st.n_pictures, st.n_hands)
        law = laws[log.terms[h]]
        desk.state_numbers[:FRESH] = 0
        for f in range(len(desk.fact_fresh)):
            desk.fact_numbers[f] = desk.fact_fresh[f]
        for f in range(len(desk.note_fresh)):
            desk.note_numbers[f] = desk.note_fresh[f]
        st.h = h
        st.backs = log.backs[h]
        st.kept_cards = 0
        st.button = log.button[h]
        begin_hand(st, law)
        sit_down(log, h, st)
        begin_bomb(log, h, st)
        take_hand(log, h, st, law, desk, film)
        settle(log, h, st, law, fact, note, film)
        end_stacks(log, h, st, ends)
        for f in range(len(desk.fact_numbers)):
            facts[f, h] = desk.fact_numbers[f]
        if is_full(st, film):
            st.n_events, st.n_seats, st.n_pots_kept, st.n_shares, st.n_pictures, st.n_hands = before
            return h
    return len(log.button)
