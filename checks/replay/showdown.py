"""Who wins what: the best hands of every pot, board and part of a game."""

from checks.replay.evaluate import five_card_value, high_value, low_value
from checks.replay.layout import UNKNOWN, Reading
from checks.replay.masks import SEATS
from checks.replay.packed import packed_card, packed_cards, suits_of
from checks.replay.parts import NO_VALUE, ace_readings, low_of, odd_unit_key, part_value
from checks.replay.short_deck import short_deck_value
from parsers.kernel import part

BOARD_CARDS = 5


@part
def best_of_two_and_three(cards, n, board, low):
    """The best of two hole cards and three of the board; for a low its value with the sign changed."""
    best = NO_VALUE
    for i in range(n):
        for j in range(i + 1, n):
            two = packed_card(cards[i]) | packed_card(cards[j])
            for x in range(3):
                for y in range(x + 1, 4):
                    four = two | packed_card(board[x]) | packed_card(board[y])
                    for z in range(y + 1, BOARD_CARDS):
                        clubs, diamonds, hearts, spades = suits_of(four | packed_card(board[z]))
                        if low:
                            best = max(best, -low_value(clubs, diamonds, hearts, spades))
                        else:
                            best = max(best, five_card_value(clubs, diamonds, hearts, spades))
    return best


@part
def uses_board(reading):
    """Whether a part is read with the board."""
    return reading >= Reading.OMAHA_HIGH


@part
def hand_value(st, law, k, b, s):
    """The value of a seat's hand for a part of the game on a board; NO_VALUE if it has none."""
    reading = law.part_reading[k]
    highest = law.part_qualifies if k == 1 else 0
    if reading == Reading.OMAHA_HIGH:
        return best_of_two_and_three(st.hole[s], st.n_shown[s], st.board[b], False)
    if reading == Reading.OMAHA_LOW:
        return low_of(-best_of_two_and_three(st.hole[s], st.n_shown[s], st.board[b], True), highest)
    if uses_board(reading):
        packed = packed_cards(st.hole[s], st.n_shown[s]) | packed_cards(st.board[b], BOARD_CARDS)
        clubs, diamonds, hearts, spades = suits_of(packed)
        if reading == Reading.BOARD_HIGH_SHORT:
            return short_deck_value(clubs, diamonds, hearts, spades)
        return high_value(clubs, diamonds, hearts, spades)
    return part_value(reading, highest, st.hole[s], st.n_shown[s], st.joker_up[s] != 0)


@part
def claims_of(st, law, p):
    """The seats that can win a pot: those that did not muck; whoever is alone in the hand needs no cards.

    A hand of a wrong number of cards is dead where the rules say so. Where it was paid all the same that is told as
    the number of its cards, and where nobody says what becomes of it, it cannot be read.
    """
    if st.live_count == 1:
        return st.eligible[p]
    claims = st.eligible[p] & ~st.mucked
    if law.joker_dead == 1:
        claims &= ~st.joker_dead
    if law.wrong_number_dead != 1:
        return claims
    for s in range(1, SEATS):
        if st.fouled >> s & 1 and st.paid[p, s] == 0:
            claims &= ~(1 << s)
    return claims


@part
def is_readable(st, law, claims):
    """Whether every hand that claims a pot can be read, with every board."""
    if law.parts == UNKNOWN or law.parts == 0 or law.part_reading[0] == UNKNOWN or st.boards_unread:
        return False
    for s in range(1, SEATS):
        if claims >> s & 1 and not st.complete[s]:
            return False
    for k in range(law.parts):
        if uses_board(law.part_reading[k]):
            for b in range(st.n_boards):
                if st.n_board[b] != BOARD_CARDS:
                    return False
    return True


@part
def best_hands(st, law, claims, k, b):
    """The best of some hands for a part on a board, as a mask; 0 if none has a value."""
    best = NO_VALUE
    winners = 0
    for s in range(1, SEATS):
        if not claims >> s & 1:
            continue
        if st.value[b, k, s] == UNKNOWN:
            st.value[b, k, s] = hand_value(st, law, k, b, s)
        if st.value[b, k, s] > best:
            best = st.value[b, k, s]
            winners = 1 << s
        elif st.value[b, k, s] == best and best != NO_VALUE:
            winners |= 1 << s
    return winners


@part
def find_winners(st, law):
    """Fills the winners of each pot, board and part. Returns False where a hand was not seen."""
    st.value[:] = UNKNOWN
    for p in range(st.n_pots):
        claims = claims_of(st, law, p)
        if claims == 0:
            return False
        alone = claims & (claims - 1) == 0
        if not alone and not is_readable(st, law, claims):
            return False
        for b in range(st.n_boards):
            st.won[p, b, 0] = claims
            st.won[p, b, 1] = 0
            if not alone:
                for k in range(law.parts):
                    st.won[p, b, k] = best_hands(st, law, claims, k, b)
    return True


@part
def order_from_button(st):
    """Odd units go clockwise from the button; from the dealer's left where there is none."""
    for r in range(2):
        for k in range(2):
            for step in range(1, SEATS):
                st.order[r, k, step - 1] = (max(st.button, 0) + step - 1) % 10 + 1
            st.order[r, k, SEATS - 1] = 0


@part
def order_by_cards(st, law):
    """Odd units go by the highest card by rank and suit, for each part and each way to read an ace."""
    for k in range(law.parts):
        reading = law.part_reading[k]
        for r in range(2):
            for s in range(1, SEATS):
                st.key[s] = NO_VALUE
                value = st.value[0, k, s]
                if st.complete[s] and value != UNKNOWN and value != NO_VALUE:
                    one, other = ace_readings(reading, k, st.by_cards, value)
                    st.key[s] = odd_unit_key(
                        reading, st.by_cards, st.hole[s], st.n_shown[s], value, other if r else one
                    )
            rank_seats(st, r, k)


@part
def rank_seats(st, r, k):
    """Seats in the order of their keys, the highest first."""
    st.order[r, k, :] = 0
    ranked = 0
    for place in range(SEATS - 1):
        best = 0
        for s in range(1, SEATS):
            if ranked >> s & 1:
                continue
            # Two hands that share their highest card: nobody says whose it is, so each reading has another.
            if best == 0 or st.key[s] > st.key[best] or (r and st.key[s] == st.key[best]):
                best = s
        st.order[r, k, place] = best
        ranked |= 1 << best
