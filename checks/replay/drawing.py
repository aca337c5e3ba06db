"""Draws and discards: whose turn it was to say what it draws, and how much was open."""

from checks.replay.dealing import FLOP, tell_hand
from checks.replay.film import fresh_row, keep_event
from checks.replay.layout import UNKNOWN
from checks.replay.masks import next_in
from checks.replay.streets import DRAW, of_street, says_draw
from parsers.kernel import inlined_part, part
from parsers.vocabulary import UNSEEN, Detail, Word


@inlined_part
def throws_unseen(log, st):
    """Whether a card that nobody saw is among those thrown away: one of the seat that was seen may be among them."""
    for c in range(st.first_card, st.first_card + st.n_cards):
        if log.cards[c] == UNSEEN:
            return True
    return False


@part
def late_draw(st, rows, begins, last_street):
    """A word on what a seat draws once the betting behind the draw had begun, or where the game has no draw."""
    w = st.word
    late = st.bet_on and not begins and says_draw(st)
    beyond = begins and last_street and (w == Word.DISCARD or w == Word.DRAW)
    if (late or beyond) and not st.draw_told:
        st.draw_told = 1
        fresh_row(st)
        st.begun = 1
        keep_event(rows, st)
        fresh_row(st)


@part
def passes_over(st):
    """Whether a seat says what it draws while another, whose turn it was, has not."""
    if not st.has_draws or not says_draw(st) or st.seat < 1 or st.bet_on:
        return False
    return next_in(st.live & ~st.declared, st.last_said) != st.seat


@inlined_part
def pats_to_come(log, st):
    """Seats whose pat hand is written where their cards would have been dealt: behind the burn, in the order of seats.

    They stood pat in their turn; nobody passed them over.
    """
    pats = 0
    early = 0  # before any burn or card: of the draw itself only where no burn follows
    dealing = False
    farthest = -1
    for e in range(st.start + st.event + 1, log.event_offsets[st.h + 1]):
        w = log.word[e]
        if (Word.FOLD <= w <= Word.COMPLETE) or w == Word.SHOW or w == Word.AWARD or (dealing and w == Word.DISCARD):
            break
        place = (int(log.seat[e]) - st.button - 1) % 10
        if w == Word.BURN:
            dealing = True
            early = 0
        elif w == Word.DRAW and log.detail[e] == Detail.PAT:
            if place > farthest:
                early |= 1 << int(log.seat[e])
                pats |= early if dealing else 0
        elif w == Word.DRAW:
            dealing = True
            pats |= early
            farthest = max(farthest, place)
    return pats


@part
def draw(st, law, note, rows, pats):
    """A seat throws cards away, or gets new ones. `pats`: seats that stand pat and are written down later."""
    s = st.seat
    if s < 1:
        return
    bit = 1 << s
    if st.has_draws and says_draw(st):
        most = of_street(law.street[st.stage], DRAW)
        turn = next_in(st.live & ~st.declared & ~pats, st.last_said)
        said = st.declared >> s & 1
        odd = not st.live & bit or st.n_cards > most or said or (turn != s and not st.bet_on)
        if (odd or st.keep_all) and not st.draw_told:  # behind the first slip draws go by rulings
            st.draw_told |= odd
            fresh_row(st)
            st.turn = UNKNOWN if st.bet_on else turn
            st.cards_most = most
            st.said = said
            keep_event(rows, st)
            fresh_row(st)
        st.declared |= bit
        st.last_said = s
    if st.word == Word.DISCARD:
        if st.is_flop and law.discard_before > FLOP and st.flop_cards == 0 and not st.hand_told:
            tell_hand(st, note, s, st.event, st.in_hands[s], st.in_hands[s] - st.n_cards)  # it sees the flop first
        st.discards_told = 1
        st.discarded[s] += st.n_cards
        st.in_hands[s] -= st.n_cards
        st.discards_pile += st.n_cards
    else:
        st.drawn[s] += st.n_cards
        st.exposed_now[s] = max(st.exposed_now[s] - st.n_cards, 0)  # another card came for it
        st.in_hands[s] += st.n_cards
        st.deal_event[s] = st.event
