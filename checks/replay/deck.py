"""Cards as they leave the deck and show their faces: what is out, what was seen where, what has no place here."""

from checks.replay.layout import UNKNOWN
from checks.replay.masks import SEATS
from checks.replay.state import CARDS_MOST, DECK
from parsers.kernel import inlined_part, part
from parsers.vocabulary import JOKER, UNSEEN, Word

# Where a card was last seen, beside the seats.
IN_BOARD = 11
IN_BURNS = 12
IN_DISCARDS = 13
IN_ASIDE = 14  # taken back from the board
IN_BANK = 15  # with the dealer of a house-banked game
WHOLE_CHINESE_HAND = 13
NOWHERE = -1  # of another deck: it proves nothing about this one

# What may be wrong with a face: as findings tell it.
A_JOKER = 1
RANK_OUT = 3

# Bits of what goes into a new stub, as `piles` has them.
FROM_STUB = 1
FROM_BURNS = 2
FROM_MUCK = 4
FROM_DISCARDS = 8


@part
def drop_held(st, s, card):
    """Takes a discarded card out of a seat's known ones."""
    for i in range(st.n_held[s]):
        if st.held[s, i] == card:
            st.n_held[s] -= 1
            st.held[s, i] = st.held[s, st.n_held[s]]
            return


@part
def drop_from_board(st, card):
    """Takes a card off the first board."""
    for i in range(st.n_board[0]):
        if st.board[0, i] == card:
            st.n_board[0] -= 1
            st.board[0, i] = st.board[0, st.n_board[0]]
            return


@part
def burns_card_again(st, card):
    """Whether a burn is no new card: an exposed card that was replaced may serve, or one of a flop of four."""
    if card >= JOKER:
        return False
    if st.exposed_faces >> card & 1:
        st.place_of[card] = IN_BURNS
        return True
    if st.four_flop and st.place_of[card] == IN_BOARD:
        st.place_of[card] = IN_BURNS
        st.board_cards -= 1
        drop_from_board(st, card)
        st.four_flop = 0
        return True
    return False


@part
def passes_cards_on(st, law):
    """Plain Chinese poker, and in lots: of fourteen cards one goes to the seat that has twelve."""
    return law.hole_cards == WHOLE_CHINESE_HAND or st.by_lots


@part
def where_cards_go(st, law, first):
    """(where the cards of the event lie, whether they come from the stub)."""
    w = st.word
    if w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3 or w == Word.COMMUNITY:
        return IN_BOARD, True
    if w == Word.BURN:
        return IN_BURNS, not burns_card_again(st, first)
    if w == Word.FOREIGN:
        return NOWHERE, False
    if w == Word.BOXED:
        return IN_DISCARDS, True  # so much paper: another card is dealt in its place
    holder = IN_BANK if st.seat == 0 else st.seat
    if w == Word.SHOW or w == Word.DISCARD or w == Word.EXPOSE or w == Word.SET:
        return holder, False  # cards that were dealt before
    if w == Word.DRAW and passes_cards_on(st, law):
        return holder, False  # out of another seat's stack
    return holder, True


@part
def see_twice(st, note, card):
    """The same card in two places: the first time it is told."""
    if st.card_twice:
        return
    st.card_twice = 1
    note.twice_event = st.event
    note.twice_card = card
    if 1 <= st.seat < SEATS:
        note.twice_seat = st.seat
    st.odd = 1


@part
def see_stray(st, note, kind):
    """A card that is not in this game's deck: the first time it is told."""
    if st.stray_told or not (st.is_flop or st.is_round):
        return
    st.stray_told = 1
    note.stray_event = st.event
    note.stray_kind = kind
    if st.seat > 0:
        note.stray_seat = st.seat
    st.odd = 1


@part
def is_rank_out(law, card):
    """Whether the game's deck lacks a rank."""
    return law.ranks_out != UNKNOWN and law.ranks_out >> (card >> 2) & 1 != 0


@part
def lay_down(st, law, card, where):
    """What a face means to whoever holds the card. Returns where it lies."""
    w = st.word
    s = st.seat
    if w == Word.EXPOSE:
        if card < JOKER:
            st.exposed_faces |= 1 << card
        return where
    if card == JOKER and not st.jokers and s > 0 and w == Word.SHOW and st.ever_acted >> s & 1:
        st.joker_dead |= 1 << s
    if card == JOKER and not st.is_round:
        return where
    if w == Word.SHOW:
        if not st.is_round and card < JOKER and st.thrown[s] >> card & 1:
            st.tabled_thrown |= 1 << s
        if st.n_shown[s] < CARDS_MOST:
            st.hole[s, st.n_shown[s]] = card
            st.n_shown[s] += 1
    elif w == Word.DEAL or w == Word.UP or w == Word.DRAW:
        if s > 0:
            if st.n_held[s] < CARDS_MOST:
                st.held[s, st.n_held[s]] = card
                st.n_held[s] += 1
            if card == JOKER and w == Word.UP:
                st.joker_up[s] = 1
    elif w == Word.DISCARD:
        if s > 0:
            drop_held(st, s, card)
            if card < JOKER:
                st.thrown[s] |= 1 << card
        if passes_cards_on(st, law):
            return 0
        return IN_DISCARDS if st.is_round else where
    elif w == Word.COMMUNITY:
        st.community = card
    elif w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3:
        b = w - Word.BOARD
        if st.n_board[b] < 5:
            st.board[b, st.n_board[b]] = card
            st.n_board[b] += 1
    return where


@inlined_part
def see_cards(log, st, law, note):
    """Every card that leaves the deck, and every face that is seen, before anything else is made of the event."""
    first = st.first_card
    stop = first + st.n_cards
    where, counts = where_cards_go(st, law, int(log.cards[first]))
    if counts:
        st.cards_out += st.n_cards
    w = st.word
    in_play = w == Word.DEAL or w == Word.UP or Word.BOARD <= w <= Word.BOARD3
    named = 0
    for c in range(first, stop):
        card = int(log.cards[c])
        if card == UNSEEN:
            continue
        if w == Word.FOREIGN:
            if card < JOKER:
                st.foreign_faces |= 1 << card
            continue
        if card < JOKER and (in_play or w == Word.SHOW):
            st.faces |= 1 << card
        if card == JOKER and not st.jokers:
            see_stray(st, note, A_JOKER)
        elif card < JOKER and law.ranks_out != UNKNOWN and is_rank_out(law, card):
            see_stray(st, note, RANK_OUT)
        if w == Word.SHOW and st.is_round and card == st.community:
            continue  # the shared card may be named with a hand
        st.known += 1
        if named >> card & 1 or (st.place_of[card] != 0 and (counts or st.place_of[card] != where)):
            see_twice(st, note, card)
        named |= 1 << card
        st.place_of[card] = lay_down(st, law, card, where)


@part
def reshuffle_faces(st):
    """A new stub: folded hands, burns and discards may come again."""
    for c in range(DECK):
        at = st.place_of[c]
        gone = 1 <= at <= 10 and (st.folded | st.threw_unseen) >> at & 1
        if at == IN_BURNS or at == IN_DISCARDS or at == IN_ASIDE or gone:
            st.place_of[c] = 0


@part
def new_stub(st):
    """The piles that a reshuffle names go into the stub."""
    piles = st.piles
    st.stub_lost |= st.is_flop or not st.is_round or not piles & FROM_STUB or st.spare_any
    if piles & FROM_BURNS:
        st.cards_out -= st.burns_pile
        st.burns_pile = 0
    if piles & FROM_MUCK:
        st.cards_out -= st.muck_pile
        st.muck_pile = 0
    if piles & FROM_DISCARDS:
        st.cards_out -= st.discards_pile
        st.discards_pile = 0
    st.reshuffled = 1
    reshuffle_faces(st)


@part
def stub_left(st, law):
    """Cards in the stub; UNKNOWN where nobody can say."""
    if law.deck_cards == UNKNOWN or st.stub_lost or st.boxed_loose:
        return UNKNOWN
    return law.deck_cards - st.cards_out


@part
def count_stub(st, law, fact, note):
    """The dealer counted the stub: the first count, or the one behind it if that was right."""
    if fact.stub_count != UNKNOWN and fact.stub_count != fact.stub_due:
        return
    fact.stub_count = st.count
    fact.stub_due = stub_left(st, law)
    fact.stub_event = st.event
    st.odd |= fact.stub_due != UNKNOWN and fact.stub_due != st.count
