"""What is dealt: to whom, how many cards, behind how many burns, and what was wrong with the cards.

Flop games deal the board street by street; stud and draw games deal to the seats, and a street is looked at once it
lies there.
"""

from checks.replay.layout import UNKNOWN, FourCardFlop
from checks.replay.masks import SEATS, next_in
from checks.replay.streets import BOARD, DISCARD, of_street
from parsers.kernel import inlined_part, part
from parsers.vocabulary import FLAG_DARK, JOKER, Word

BOARD_CARDS = 5  # of a whole board
FLOP = 3
STREET_NAMES = 8  # a street of a game is numbered: the game's number times so many, and the street's


@part
def streets_of(board_cards):
    """How many streets so many board cards are."""
    return 0 if board_cards < FLOP else min(board_cards, BOARD_CARDS) - 2


@part
def deal(st):
    """Cards to a seat, face down or face up."""
    s = st.seat
    if s < 1:
        return
    bit = 1 << s
    if st.killed & bit and st.killed_seat == 0:
        st.killed_event = st.event
        st.killed_seat = s
    if st.first_dealt == 0 and st.active & bit:
        st.first_dealt = s
        st.first_deal_event = st.event
    if st.n_cards == 1 and st.cards_dealt == 0:
        st.first_card_seat = s
    elif st.n_cards == 1 and st.cards_dealt == 1 and st.first_card_seat > 0:
        st.second_card_seat = s
    if not st.dealt & bit:
        st.live |= bit
    elif not st.live & bit:
        st.muck_pile += st.n_cards
    st.dealt |= bit
    st.cards_dealt += st.n_cards
    if st.by_bring_in and st.word == Word.UP and st.stage == 0 and st.spare[s] == 1 and st.in_hands[s] == 2:
        st.third_up_event = st.event
        st.third_up_seat = s
    st.in_hands[s] += st.n_cards
    st.dealt_to[s] += st.n_cards
    st.deal_event[s] = st.event
    if st.stage == 0:
        st.street_closed = 0


@part
def watch_seventh(st, law):
    """The last card of stud: the first of the street dealt face up makes all others so, a later one leaves them down.

    An all-in hand keeps the card it was dealt, and the others get theirs as always.
    """
    if law.seventh_face_up != 1 or st.stage != st.n_streets - 1 or st.communities or st.n_cards != 1:
        return
    up = st.word == Word.UP
    if not st.able >> st.seat & 1:
        return
    if not st.seventh_dealt:
        st.seventh_dealt = 1
        st.seventh_first_up = up
    elif not st.seventh_told and (up != st.seventh_first_up) and (st.seventh_first_up or st.seventh_up):
        st.seventh_told = 1
        st.seventh_event = st.event
        st.seventh_seat = st.seat
        st.seventh_due_up = st.seventh_first_up
    st.seventh_up |= up


@part
def fold(st):
    """A hand goes to the muck. One folded in the face of a bet gets no more cards."""
    s = st.seat
    bit = 1 << s
    if not st.folded & bit and st.dealt & bit:
        st.muck_pile += st.in_hands[s]
        if st.is_round and st.word == Word.FOLD:
            for x in range(1, SEATS):
                if st.street[x] > st.street[s]:
                    st.killed |= bit
                    break
    st.folded |= bit
    if st.is_round and st.by_bring_in and st.word == Word.FOLD and not st.killed & bit and st.stage > 0:
        st.gave_up |= bit


@part
def play_irregular(st):
    """Cards come into play: what was found irregular before them is now needed, and was replaced."""
    st.boxed_loose = 0
    st.boxed_needed += st.boxed_waiting
    st.boxed_waiting = 0
    st.foreign_in_play |= st.foreign_waiting


@part
def find_irregular(st):
    """An exposed, boxed or foreign card, or a joker where none is used."""
    w = st.word
    s = st.seat
    if w == Word.EXPOSE:
        if s <= 0:
            return
        st.spare_any = 1
        st.replaced[s] += max(st.n_cards, 1)
        if st.jokers:
            return  # there a seat may open its down card
        st.spare[s] += st.n_cards
        if st.has_draws and st.stage > 0:
            st.exposed_now[s] += st.n_cards
            st.exposed_later += st.n_cards
        if st.actions == 0 and st.dealt != 0 and not st.bet_on:
            st.exposed_apart |= st.exposed > 0 and st.exposed_seat != s
            st.exposed += st.n_cards
            st.exposed_event = st.event
            st.exposed_seat = s
            st.first_two_exposed |= st.dealt_to[s] == 1 and (s == st.first_card_seat or s == st.second_card_seat)
    elif w == Word.BOXED:
        st.boxed_any += 1
        st.boxed_loose = 1  # whether one that nothing was dealt behind lies in the stub again nobody says
        st.spares += 1
        st.boxed_event = st.event
        if st.actions == 0:
            st.boxed_in_deal += 1
            st.boxed_needed += 1
        else:
            st.boxed_waiting += 1
    elif w == Word.FOREIGN:
        st.spares += st.is_flop
        st.foreign_event = st.event
        st.foreign_waiting = st.is_flop
        st.foreign_in_play |= st.actions == 0
    elif s > 0:  # a joker
        st.spare[s] += 1
        st.replaced[s] += 1
        if not st.jokers and st.ever_acted >> s & 1:
            st.joker_dead |= 1 << s


@part
def has_all_in(st):
    """Whether a seat that is still in has nothing left, or was said to have nothing left."""
    for s in range(1, SEATS):
        if st.dealt >> s & 1 and not (st.folded | st.mucked) >> s & 1:
            if st.told_all_in >> s & 1 or (st.stack[s] > 0 and st.bets_in[s] + st.antes[s] + st.dead[s] >= st.stack[s]):
                return True
    return False


@part
def tell_board(st, note, event, due, done):
    """A board of another number of cards than the game has: the first of the hand."""
    if st.board_told:
        return
    st.board_told = 1
    note.board_event = event
    note.board_due = due
    note.board_done = done
    note.board_is_flop = due == FLOP and done > FLOP
    st.odd = 1


@part
def pick_flop_burn(st, law, card):
    """One card of a flop of four becomes the burn: the flop is put right, if by the right hand."""
    picked = st.floor_called or law.four_card_flop == FourCardFlop.DEALER
    if card < JOKER and st.four_flop_faces >> card & 1 and picked:
        st.four_flop_event = -1
        st.flop_cards -= 1


@part
def burns_before_board(st, law, fact, had):
    """The burns before a street of the board."""
    if fact.burn_event == UNKNOWN and law.burn_cards != UNKNOWN and st.burns_waiting != law.burn_cards:
        fact.burn_event = st.event
        fact.burn_due = law.burn_cards
        fact.burn_done = st.burns_waiting
        fact.burn_street = law.game_no * STREET_NAMES + min(streets_of(had) + 1, FLOP)


@part
def cards_before(st):
    """How many cards the board of the event had, and counts the new ones to it."""
    if st.word == Word.BOARD:
        had = st.flop_cards
        st.flop_cards += st.n_cards
    elif st.word == Word.BOARD2:
        had = st.common + st.other_board
        st.other_board += st.n_cards
        st.run_times = st.run_times if st.bomb else max(st.run_times, 2)
    else:
        had = st.common + st.third_board
        st.third_board += st.n_cards
        st.run_times = st.run_times if st.bomb else max(st.run_times, 3)
    if st.run_event == 0 and st.word != Word.BOARD and not st.bomb:
        st.run_event = st.event
        st.all_in_at_run = has_all_in(st)
    return FLOP if st.four_flop_event >= 0 and st.word == Word.BOARD else had


@inlined_part
def faces_of(log, st):
    """The faces of the event's cards, a bit each."""
    faces = 0
    for c in range(st.first_card, st.first_card + st.n_cards):
        if log.cards[c] < JOKER:
            faces |= 1 << int(log.cards[c])
    return faces


@part
def put_board(st, law, fact, note, faces, last_card):
    """A street of the board of a flop game: its cards, its burns, and the discard that was due before it.

    Before the last card of the stub, where it is the last river of several boards, there is none to burn.
    """
    had = cards_before(st)
    n = st.n_cards
    fresh = st.is_flop and not st.reshuffled  # behind a reshuffle boards and burns go by rulings
    new_streets = streets_of(had + n) - streets_of(had)
    if st.word == Word.BOARD and fresh and not st.board_told:
        if had == 0 and n == FLOP + 1:
            st.four_flop_event = st.event
            st.four_flop_faces = faces
            st.floor_called = 0
            new_streets = 1
        elif st.bundle_event >= 0 or had + n > BOARD_CARDS or had + n < FLOP:
            tell_board(st, note, st.event, FLOP if had == 0 else 1, n)
            note.board_is_flop = had == 0 and n > FLOP
        elif new_streets > 1:  # streets dealt as one, which only nobody's action between them allows
            st.bundle_event = st.event
            st.bundle_due = FLOP if had == 0 else 1
            st.bundle_cards = n
    # The boards of a bomb pot have one burn a street, before the first of them; some burn before each.
    if fresh and new_streets == 1 and not last_card and not (st.bomb and st.word != Word.BOARD):
        burns_before_board(st, law, fact, had)
    st.burns_waiting = 0
    if st.word == Word.BOARD:
        reached = FLOP if st.four_flop_event == st.event else st.flop_cards  # a flop of four is still the flop
        if law.discard_before > 0 and st.discard_due == 0 and reached >= law.discard_before:
            st.discard_due = st.dealt & ~(st.folded | st.mucked)


@part
def tell_bundle(st, note):
    """Somebody acted behind streets that were dealt as one."""
    if st.bundle_event >= 0 and not st.board_told:
        tell_board(st, note, st.bundle_event, st.bundle_due, st.bundle_cards)
        note.board_is_flop = st.bundle_due == FLOP


@part
def tell_hand(st, note, s, event, due, done):
    """A hand of another number of cards than the game deals: the first of the deal."""
    st.hand_told = 1
    note.cards_seat = s
    note.cards_event = event
    note.cards_due = due
    note.cards_done = done
    st.odd = 1


@part
def not_replaced(st, note):
    """Exposed cards of the first deal of a draw game: the seat got no other in their place."""
    for x in range(1, SEATS):
        if st.live >> x & 1 and st.spare[x] > 0 and st.dealt_to[x] == st.due_by_street[0]:
            note.unreplaced_event = st.exposed_event
            note.unreplaced_seat = x
            st.odd = 1
            return


@part
def withhold(st):
    """A stud hand that was folded to no bet and got no card on a later street."""
    for x in range(1, SEATS):
        if st.gave_up >> x & 1 and st.withheld_seat == 0 and not st.communities and not st.reshuffled:
            if st.dealt_to[x] < st.due_by_street[st.stage]:
                st.withheld_seat = x
                st.withheld_event = st.last_street_event


@part
def close_street(st, law, fact, note):
    """A street of stud or of a draw game is dealt: its burns and its hands."""
    st.street_closed = 1
    if not st.by_bring_in:
        st.street_burns = st.burns_waiting
    if st.stage > 0 and st.street_fresh and fact.burn_event == UNKNOWN:
        burn_due = law.burn_cards if st.by_bring_in else law.burn_draw_cards
        if burn_due != UNKNOWN and st.street_burns != burn_due:
            fact.burn_event = st.last_street_event
            fact.burn_due = burn_due
            fact.burn_done = st.street_burns
            fact.burn_street = law.game_no * STREET_NAMES + st.stage
    if st.stage == 0 and st.has_draws:
        not_replaced(st, note)
    if st.exposed_later:
        for x in range(1, SEATS):
            st.kept_exposed |= st.exposed_now[x] > 0 and st.live >> x & 1 != 0
            st.exposed_now[x] = 0
    if st.by_bring_in and st.stage > 0 and law.unbet_fold_dealt == 1:
        withhold(st)
    if st.has_draws and not st.discards_told:
        return  # nobody says how many cards a hand holds
    due = st.due_by_street[st.n_streets - 1 if st.has_draws else st.stage]
    thrown = 0
    if st.by_bring_in:
        due -= 1 if st.communities and st.stage == st.n_streets - 1 else 0
        thrown = st.discards_told and st.stage > 0
        due -= of_street(law.street[0], DISCARD) if thrown else 0
    for x in range(1, SEATS):
        if st.hand_told or not st.live >> x & 1:
            continue
        got = st.dealt_to[x] - (st.discarded[x] if thrown else 0) if st.by_bring_in else st.in_hands[x]
        if got < due or got > due + st.spare[x] + st.boxed_any:
            tell_hand(st, note, x, st.deal_event[x], due, got)


@part
def closes_street(st, begins, is_action):
    """Whether the event shows that the street before it was dealt to the end."""
    w = st.word
    acts = is_action and not st.marks & FLAG_DARK
    tabled = w == Word.SHOW or w == Word.MUCK or (st.by_lots and (w == Word.SET or w == Word.AWARD))
    return begins or tabled or (acts and not st.bet_on)


@part
def put_round_board(st, law, note):
    """Board cards of a flop game with draws."""
    due = of_street(law.street[st.stage], BOARD)
    with_board = of_street(law.street[1], BOARD) > 0
    if not st.reshuffled and st.n_cards != due and with_board and not st.board_told:
        first = st.flop_cards == 0
        tell_board(st, note, st.event, due, st.n_cards)
        note.board_is_flop = first
    st.flop_cards += st.n_cards


@part
def usual_cards(st, least):
    """The number of cards most seats got, and never under the least that the game deals."""
    best = least
    most = 0
    for n in range(least, 10):
        seats = 0
        for s in range(1, SEATS):
            if st.dealt >> s & 1 and st.dealt_to[s] == n:
                seats += 1
        if seats > most:
            most = seats
            best = n
    return best


@part
def cards_of_hands(st, law, note):
    """The hands of a flop game once it is over: as dealt, after a discard, and as they were shown."""
    hole = law.hole_cards
    if hole == UNKNOWN:
        return
    if law.hole_cards_free == 1:
        hole = usual_cards(st, hole)
    discards = 0
    most = 0
    for s in range(1, SEATS):
        got = st.dealt_to[s]
        discards += st.discarded[s]
        most = max(most, st.tabled[s])
        if st.dealt >> s & 1 and (got < hole or got > hole + st.spare[s] + st.spares) and not st.hand_told:
            tell_hand(st, note, s, st.deal_event[s], hole, got)
    left = hole - 1 if st.discard_due else hole
    if discards == 0 and not st.tabled_thrown and most <= left:
        return
    for s in range(1, SEATS):
        if st.hand_told or not st.dealt >> s & 1:
            continue
        if discards > 0 and st.discard_due >> s & 1 and st.discarded[s] != 1:
            tell_hand(st, note, s, UNKNOWN, left, hole - st.discarded[s])
        elif st.tabled_thrown >> s & 1:
            tell_hand(st, note, s, st.show_event[s], left, st.tabled[s] - 1)
        elif st.tabled[s] > left and st.flop_cards == BOARD_CARDS:
            tell_hand(st, note, s, st.show_event[s], left, st.tabled[s])


@part
def short_board(st, note):
    """Fewer cards on a board than a showdown needs."""
    if st.shows < 2:
        return
    showing = 0
    last_show = 0
    for s in range(1, SEATS):
        if st.tabled[s] > 0 and not (st.folded | st.mucked) >> s & 1:
            showing += 1
            last_show = max(last_show, st.show_event[s])
    if st.board_told or st.reshuffled or showing < 2 or st.awarded <= 0:
        return
    short = -1
    boards = st.n_boards if st.bomb else st.run_times
    if 0 < st.flop_cards < BOARD_CARDS:
        short = st.flop_cards
    elif boards >= 2 and st.common + st.other_board != BOARD_CARDS:
        short = st.common + st.other_board
    elif boards >= 3 and st.common + st.third_board != BOARD_CARDS:
        short = st.common + st.third_board
    if short >= 0:
        tell_board(st, note, last_show, BOARD_CARDS, short)
        note.board_is_flop = 0


@part
def first_card_due(st):
    """The seat that the first card belonged to; 0 where that cannot be told."""
    entitled = st.dealt & st.active
    behind = st.button
    if st.by_bring_in and not st.jokers:
        behind = 10
    if entitled == 0 or behind <= 0 or st.first_dealt == 0:
        return 0
    return next_in(entitled, behind)
