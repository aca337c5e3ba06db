"""A street of the board that was dealt too early, or a flop of too many cards: taken back, and dealt again.

The walk goes back to where it stood before that street; what was done since is what puts it right.
"""

from checks.replay.deck import FROM_BURNS, FROM_DISCARDS, FROM_MUCK, IN_ASIDE, drop_from_board
from checks.replay.layout import UNKNOWN, PutRight
from checks.replay.state import FRESH
from parsers.kernel import inlined_part, part
from parsers.vocabulary import JOKER

FLOP = 3
TURN = 2
FIVE_CARD_FLOP = 4  # as `put_right_street` numbers it, beside the streets


@inlined_part
def keep_street(desk, st):
    """The walk as it stands before a street of the board; only hands in which cards were taken back need it."""
    for i in range(FRESH):
        desk.kept_numbers[i] = desk.state_numbers[i]
    st.kept_cards = st.n_cards


@inlined_part
def take_street_back(log, st, desk, note):
    """The cards of the last street leave the board, and lie aside until they are shuffled in."""
    n = st.n_cards
    kept = desk.kept[0]
    if n != st.kept_cards or kept.actions != st.actions:
        # Something was done since, or other cards came back: from here on nobody can say what was due.
        st.follow = 0
        st.reshuffled = 1
        st.stub_lost = 1
        st.board_cards -= n
        st.board_raw -= n
        st.flop_cards -= n
    else:
        odd, told = st.odd, st.incomplete_told
        for i in range(FRESH):
            desk.state_numbers[i] = desk.kept_numbers[i]
        st.odd = odd
        st.incomplete_told = told
        st.cards_out += n
        st.burns_waiting = 0  # the burn of that street stays one
        st.back_burns = 0
        st.back_shuffled = 0
        st.back_piles = 0
        st.back_stage = st.stage + 1
        if st.back_stage == 1 and n > FLOP + 1:
            st.back_stage = FIVE_CARD_FLOP
            note.board_event = UNKNOWN
    st.kept_cards = 0
    for c in range(st.first_card, st.first_card + n):
        card = int(log.cards[c])
        if card < JOKER:
            drop_from_board(st, card)
            st.place_of[card] = IN_ASIDE
            st.faces &= ~(1 << card)


@part
def tell_put_right(st, note, street, due, done):
    """The first street of the hand that was put right otherwise than due."""
    if note.put_right_event != UNKNOWN:
        return
    note.put_right_event = st.event
    note.put_right_street = street
    note.put_right_due = due
    note.put_right_done = done
    st.odd = 1


@part
def due_of_street(st, law):
    """How a street that was taken back is dealt again: a `PutRight`; UNKNOWN where nobody says it."""
    if st.back_river or st.back_stage == FLOP:
        return law.premature_river
    if st.back_stage == TURN:
        return law.premature_turn
    return law.five_flop if st.back_stage == FIVE_CARD_FLOP else law.premature_flop


@part
def deal_again(st, law, note):
    """The street that takes the place of one taken back, or the river behind such a turn."""
    if st.back_stage == 0 and not st.back_river:
        return
    street = TURN if st.back_river else st.back_stage
    due = due_of_street(st, law)
    done = PutRight.RESHUFFLED if st.back_shuffled else PutRight.NEXT_CARD
    if due != UNKNOWN:
        if done != due:
            tell_put_right(st, note, street, due, done)
        elif done == PutRight.RESHUFFLED and st.back_piles & (FROM_BURNS | FROM_MUCK | FROM_DISCARDS):
            tell_put_right(st, note, street, due, PutRight.WITH_OTHER)
        elif done == PutRight.RESHUFFLED and law.premature_burn == 0 and st.back_burns and street != FIVE_CARD_FLOP:
            tell_put_right(st, note, street, PutRight.NO_BURN, PutRight.BURNED)
    # A turn that the next card stood in for: the card that was taken out goes back in before the river.
    st.back_river = st.back_stage == TURN and done == PutRight.NEXT_CARD and due == PutRight.NEXT_CARD
    st.back_stage = 0
    st.back_shuffled = 0
    st.back_piles = 0
    st.back_burns = 0
