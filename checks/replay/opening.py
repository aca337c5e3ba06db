"""Who opens a street: the seat behind the blinds, the one that brings it in, the best board."""

from checks.replay.layout import UNKNOWN, BoardAce, FirstLater, Form
from checks.replay.lowball import ace_to_five_value, grouped_low
from checks.replay.masks import SEATS, count_seats, next_in, seat_before
from checks.replay.packed import packed_card, packed_cards, suits_of
from checks.replay.state import UPS_MOST
from checks.replay.streets import UP, of_street
from checks.replay.turns import short_of
from parsers.kernel import part
from parsers.vocabulary import JOKER, UNSEEN, Word

ACE_RANK = 12
NOBODY = 0
FROM_DEALER = 10  # stud is dealt from the dealer's left


@part
def dealt_behind(st):
    """The seat behind which cards and first turns go: the button, or where there is none the dealer."""
    if st.by_bring_in and not (st.jokers and st.button > 0):
        return FROM_DEALER
    return st.button


@part
def turn_up(st, s, card):
    """A card lies face up before a seat."""
    if st.n_up[s] < UPS_MOST:
        st.ups[s, st.n_up[s]] = card
        st.n_up[s] += 1
        if card < JOKER:
            st.open_cards[s] |= packed_card(card)


@part
def up_rank(card, ace_low, by_suit):
    """A card's place when the bring-in is looked for; the joker is an ace."""
    rank = ACE_RANK if card == JOKER else card >> 2
    if ace_low and rank == ACE_RANK:
        rank = -1
    return rank * 4 + (card & 3) if by_suit else rank


@part
def bring_in_due(st, law):
    """The seat that has to bring it in; 0 if that cannot be known.

    By rank and suit; with a joker in the deck by rank, the first clockwise from the button. Where that seat has put all
    it has into the ante, the next to its left that has chips.
    """
    if law.bring_in_high == UNKNOWN:
        return NOBODY
    best_seat = NOBODY
    best = 0
    behind = dealt_behind(st)
    s = behind
    for _ in range(count_seats(st.live)):
        s = next_in(st.live, s)
        if st.n_up[s] != 1 or st.ups[s, 0] == UNSEEN:
            return NOBODY
        rank = up_rank(st.ups[s, 0], law.bring_in_ace_low == 1, st.jokers == 0)
        if best_seat == NOBODY or (rank > best if law.bring_in_high == 1 else rank < best):
            best_seat = s
            best = rank
    if best_seat == NOBODY:
        return NOBODY
    for step in range(SEATS - 1):
        s = (best_seat + step - 1) % 10 + 1
        if st.live >> s & 1 and st.chips[s] > 0:
            return s
    return NOBODY


@part
def board_value(high, packed, ace_high):
    """The value of an open board of up to four cards, the higher the first to act: pairs and ranks are all it has."""
    clubs, diamonds, hearts, spades = suits_of(packed)
    if high:
        return grouped_low(clubs, diamonds, hearts, spades)
    if ace_high:
        return -grouped_low(clubs, diamonds, hearts, spades)
    return -ace_to_five_value(clubs, diamonds, hearts, spades)


@part
def board_with_joker(cards, n):
    """An open board by pairs and ranks, where a joker may be among them; it is an ace, and no better for being one."""
    counts = 0  # four bits a rank
    pairs = 0
    most = 1
    for i in range(n):
        rank = ACE_RANK if cards[i] == JOKER else cards[i] >> 2
        counts += 1 << (4 * rank)
    value = 0
    places = 4
    for many in range(5, 0, -1):
        for rank in range(ACE_RANK, -1, -1):
            if counts >> (4 * rank) & 15 == many:
                most = max(most, many)
                pairs += many == 2
                value = value * 16 + rank + 1
                places -= 1
    kind = 2 * most + int(pairs > 1)  # two pair stand above one, and under three of a kind
    return (kind << 32) + (value << (4 * max(places, 0)))


@part
def leader(st, law, among, cards_up, ace_high):
    """The seat whose board acts first, the first clockwise from the dealer among equals; 0 if that is not known.

    Of a seat that has more up cards than the street gives, the first count.
    """
    if law.first_later == UNKNOWN:
        return NOBODY
    high = law.first_later == FirstLater.HIGH_BOARD
    best_seat = NOBODY
    best = 0
    waiting = among
    s = dealt_behind(st)
    while waiting:
        s = next_in(waiting, s)
        waiting &= ~(1 << s)
        if st.n_up[s] < cards_up:
            return NOBODY
        for i in range(cards_up):
            if st.ups[s, i] == UNSEEN:
                return NOBODY
        if st.jokers:
            value = board_with_joker(st.ups[s], cards_up)
        elif st.n_up[s] == cards_up:
            value = board_value(high, st.open_cards[s], ace_high)
        else:
            value = board_value(high, packed_cards(st.ups[s], cards_up), ace_high)
        if best_seat == NOBODY or value > best:
            best_seat = s
            best = value
    return best_seat


@part
def has_open_pair(st):
    """Whether two up cards of a live hand are of one rank."""
    for s in range(1, SEATS):
        if st.live >> s & 1 and st.n_up[s] == 2 and st.ups[s, 0] < JOKER and st.ups[s, 0] >> 2 == st.ups[s, 1] >> 2:
            return True
    return False


@part
def cards_up_in_all(st, law):
    """Up cards of a seat that the order of acting goes by, over all streets."""
    cards = 0
    for k in range(st.n_streets):
        if k < st.n_streets - 1 or st.jokers:  # a last card dealt face up by mistake changes nobody's turn
            cards += of_street(law.street[k], UP)
    return cards


@part
def open_behind_blinds(st, law):
    """The first round: the blinds have posted and have not acted; the action starts behind the last of them.

    Where nobody posted the big blind, whoever acts first is taken to have been first.
    """
    if st.bomb:  # nobody posted a blind, and nobody may act before the flop
        st.full_raise = law.bb_cents
        return
    opener = st.opener if st.bb_seat else seat_before(st.seat) if st.seat > 0 else 0
    if opener > 0:
        st.last_actor = opener
    if law.blinds_owed_full != 0 or st.level == 0:
        st.level = max(st.level, law.bb_cents)  # owed in full, also where the blind itself could not be posted
    st.full_level = st.level
    st.full_raise = law.bb_cents * st.percent // 100
    if st.straddles > 0:
        st.raises += law.straddle_counts == 1
        if law.straddle_raise_cents != UNKNOWN:
            st.full_raise = law.straddle_raise_cents
    if st.is_round and st.form == Form.LIMIT and law.small_bet_cents != UNKNOWN:
        st.full_raise = law.small_bet_cents
    st.began_with = count_seats(st.live & st.able)
    st.short = short_of(st)


@part
def open_by_boards(st, law, s):
    """A later round of stud: the best board is first; where a low board may be read with the ace high, either is."""
    lead = NOBODY
    if not st.ups_unknown:
        lead = leader(st, law, st.live, st.ups_by_street[st.stage], law.low_board_ace == BoardAce.HIGH)
    turn = NOBODY
    if s > 0 and lead and law.low_board_ace == BoardAce.EITHER:
        other = leader(st, law, st.live, st.ups_by_street[st.stage], True)
        st.last_actor = seat_before(other)
        turn = next_in(st.live & st.able, st.last_actor)
    if turn != s or turn == NOBODY:
        if lead:
            st.last_actor = seat_before(lead)
        else:
            st.last_actor = seat_before(s) if s > 0 else dealt_behind(st)
    st.open_pair = s > 0 and st.stage == 1 and law.open_pair == 1 and has_open_pair(st)


@part
def open_unforced(st, law, note):
    """The first action of a stud hand that nobody brought in. What the others owe then nobody can say."""
    due = bring_in_due(st, law)
    opens = st.word == Word.BET or st.word == Word.COMPLETE or st.word == Word.RAISE
    if due and not (due == st.seat and opens):
        note.bring_in_event = st.event
        note.bring_in_due_seat = due
        note.bring_in_due_cents = law.bring_in_cents if law.bring_in_cents != UNKNOWN else law.small_bet_cents
        st.odd = 1
        st.follow = 0
        return
    if not due and not opens:
        st.follow = 0
        return
    st.began_with = count_seats(st.live & st.able)
    st.last_actor = seat_before(st.seat)
    st.bring_in_only = 1


@part
def open_street(st, law, note):
    """Who is first to act on this street, before its first action."""
    st.open_for_action = 1
    if st.stage > 0 or (st.is_flop and st.round_no > 0):
        st.last_actor = dealt_behind(st)
        if st.by_bring_in:
            open_by_boards(st, law, st.seat)
    elif st.by_bring_in:
        open_unforced(st, law, note)
    else:
        open_behind_blinds(st, law)


@part
def open_at_end(st, law):
    """Who would have been first on a street that ends without any action."""
    st.open_for_action = 1
    if st.by_bring_in and st.stage > 0:
        open_by_boards(st, law, 0)
    elif st.by_bring_in:
        st.last_actor = seat_before(dealt_behind(st))
    elif st.stage == 0 and st.round_no == 0:
        open_behind_blinds(st, law)
