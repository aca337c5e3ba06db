"""The events of a house-banked round, one after the other: cards, wagers, payments, and what was odd of the cards."""

from checks.facts import UNKNOWN
from checks.replay.banked_layout import (
    CAUSE_DEALER_EXPOSED,
    CAUSE_FACE_UP,
    CAUSE_NONE,
    KIND_ANTE,
    KIND_ODDS,
    KIND_PROGRESSIVE,
    KIND_RAISE,
    SEATS,
    STAGE_BEFORE,
    STAGE_FLOP,
    STAGE_PREFLOP,
    STAGE_RIVER,
    STAGE_SETTLING,
)
from parsers.kernel import inlined_part, part
from parsers.vocabulary import JOKER, UNSEEN, Detail, Word

DECK_CARDS = 52
HOLE = 2
FLOP = 3
BOARD = 5


@part
def kind_of(detail):
    """The wager behind a detail of the log; -1 where it is none."""
    if detail == Detail.ANTE:
        return KIND_ANTE
    if Detail.ODDS <= detail <= Detail.PROGRESSIVE:
        return KIND_ODDS + (detail - Detail.ODDS)
    return -1


@part
def see(st, card):
    """A face that came out of the deck: no card is there twice."""
    if card < JOKER:
        if st.seen_lower >> card & 1:
            st.fouled = 1
        st.seen_lower |= 1 << card


@part
def deal_is_whole(st):
    """Whether every seat that wagered and the dealer have their two cards."""
    for s in range(SEATS):
        if (s == 0 or st.wagering >> s & 1) and st.n_dealt[s] < HOLE:
            return False
    return True


@part
def hold(st, s, card):
    """A card of a seat, or of the dealer."""
    if card < JOKER and st.n_known[s] < HOLE:
        st.hole[s, st.n_known[s]] = card
        st.n_known[s] += 1


@part
def blame(st, cause, event, seat):
    """The first thing that makes the round void."""
    if st.cause == CAUSE_NONE:
        st.cause = cause
        st.cause_event = event
        st.cause_seat = seat
        st.cause_whole = deal_is_whole(st)


@part
def place_wager(st, s, k, amount, event):
    """Chips on a betting area."""
    st.staked[s, k] += amount
    st.placed[s, k] = event
    st.wagering |= 1 << s
    if k != KIND_RAISE:
        if st.stage > STAGE_BEFORE:
            st.late[s, k] += amount
            if st.late_event[s, k] < 0:
                st.late_event[s, k] = event
        return
    st.raises[s] += 1
    if st.raises[s] == 1:
        st.raise_stage[s] = st.stage
        st.raise_event[s] = event
        st.raise_first[s] = amount
        st.raised |= 1 << s
    else:
        if st.again_event[s] < 0:
            st.again_event[s] = event
        st.again_cents[s] += amount


@part
def settle_wager(st, word, s, k, amount, event):
    """A wager is paid, taken or pushed."""
    if word == Word.PAY:
        st.paid[s, k] += amount
    elif word == Word.TAKE:
        st.taken[s, k] += amount
    else:
        st.pushed[s, k] += amount
    # Ante and odds of a seat that folds are settled at once, while others have still to act; a fold may go untold.
    folded = st.raises[s] == 0 and (st.folded >> s & 1 or word == Word.TAKE)
    if k != KIND_PROGRESSIVE or word != Word.TAKE:
        st.settlements += 1
        if not folded and st.stage == STAGE_RIVER:
            st.stage = STAGE_SETTLING
    st.settled[s, k] = event
    st.settled_stage[s, k] = st.stage
    if word == Word.PAY and k == KIND_PROGRESSIVE:
        st.meter_of[s] = st.meter
        st.meter_event_of[s] = st.meter_event
        st.jackpot_event[s] = event


@part
def take_board(st, n, event):
    """Community cards; which they are was seen before."""
    st.boards += 1
    if st.boards == 1:
        st.board_first = n
    st.board_total += n
    st.board_event = event
    st.stage = max(st.stage, STAGE_RIVER if st.board_total >= BOARD else STAGE_FLOP)


@part
def take_faces(log, e, st, word, s):
    """Every face of an event that leaves the deck."""
    for c in range(log.card_offsets[e], log.card_offsets[e + 1]):
        card = int(log.cards[c])
        if card == UNSEEN:
            continue
        see(st, card)
        if word == Word.DEAL:
            hold(st, s, card)
        elif word == Word.BOARD and st.n_board < BOARD and card < JOKER:
            st.board[st.n_board] = card
            st.n_board += 1


@part
def find_face_up(st, law, n, event):
    """Cards that lay face up in the deck."""
    st.boxed += max(n, 1)
    st.cards_out += max(n, 1)
    if law.face_up_from != UNKNOWN and st.boxed >= law.face_up_from:
        blame(st, CAUSE_FACE_UP, event, 0)


@part
def call_void(log, e, st, event, undone):
    """The round is void."""
    st.void = 1
    if st.void_event < 0:
        st.void_event = event
    st.void_text = log.text[e]
    st.undone |= log.text[e] >= 0 and log.text[e] == undone


@part
def count_stub(st, count, event):
    """The dealer counted the stub; the first wrong count is told."""
    st.stub_counted = 1
    due = DECK_CARDS - st.cards_out
    if not st.stub_lost and st.stub_event < 0 and count != due:
        st.stub_count = count
        st.stub_due = due
        st.stub_event = event


@inlined_part
def take_cards(log, e, st, law, word, s, event):
    """Cards to a seat, to the dealer, on the board, or out of play."""
    n = log.card_offsets[e + 1] - log.card_offsets[e]
    if word == Word.BURN:
        st.cards_out += 1
        take_faces(log, e, st, word, s)
    elif word == Word.BOXED:
        find_face_up(st, law, n, event)
        take_faces(log, e, st, word, s)
    elif word == Word.DEAL:
        st.cards_out += n
        if 0 <= s < SEATS:
            st.any_deal = 1
            st.n_dealt[s] += n
            st.deal_event[s] = event
            take_faces(log, e, st, word, s)
            st.dealt |= 1 << s
        st.stage = max(st.stage, STAGE_PREFLOP)
    else:
        st.cards_out += n
        take_faces(log, e, st, word, s)
        take_board(st, n, event)


@inlined_part
def take_rest(log, e, st, law, word, s, event, undone):
    """Words that are neither cards nor chips of a wager."""
    amount = log.amount[e]
    if word == Word.FOLD and s > 0:
        if st.fold_event[s] < 0:
            st.fold_event[s] = event
            st.fold_stage[s] = st.stage
        st.folded |= 1 << s
    elif word == Word.SHOW and s > 0:
        if st.n_known[s] == 0 and log.card_offsets[e + 1] - log.card_offsets[e] == HOLE:
            for c in range(log.card_offsets[e], log.card_offsets[e + 1]):
                hold(st, s, int(log.cards[c]))
    elif word == Word.EXPOSE and s == 0:
        st.exposed += 1
        acted = st.raised | st.folded
        if law.dealer_exposed == 1 and st.wagering & ~acted:
            blame(st, CAUSE_DEALER_EXPOSED, event, 0)
    elif word == Word.VOID or word == Word.MISDEAL:
        call_void(log, e, st, event, undone)
    elif word == Word.METER:
        st.meter = amount
        st.meter_event = event
        st.meters += 1
    elif word == Word.ENVY and s > 0:
        st.envy_paid[s] += amount
        st.envy_event[s] = event
        st.settlements += 1
    elif word == Word.RETURN and s > 0:
        st.returned[s] += amount
        st.settlements += 1
    elif word == Word.STUB:
        count_stub(st, log.number[e], event)
    elif word == Word.RESHUFFLE:
        st.stub_lost = 1


@inlined_part
def take_event(log, e, st, law, event, undone):
    """One event of the round."""
    word = log.word[e]
    s = int(log.seat[e])
    if word == Word.DEAL or word == Word.BURN or word == Word.BOARD or word == Word.BOXED:
        take_cards(log, e, st, law, word, s, event)
    elif Word.WAGER <= word <= Word.PUSH:
        k = kind_of(log.detail[e])
        if k >= 0 and s > 0:
            if word == Word.WAGER:
                place_wager(st, s, k, log.amount[e], event)
            else:
                settle_wager(st, word, s, k, log.amount[e], event)
    else:
        take_rest(log, e, st, law, word, s, event, undone)
