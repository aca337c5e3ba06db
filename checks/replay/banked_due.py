"""What is due of each wager of a house-banked round, by the terms in force; and whether it was done."""

from checks.facts import UNKNOWN
from checks.replay.banked_events import BOARD, FLOP, HOLE
from checks.replay.banked_hands import pocket_line
from checks.replay.banked_layout import (
    CAUSE_DEALER_EXPOSED,
    CAUSE_FACE_UP,
    CAUSE_NONE,
    CAUSE_SAID_ONLY,
    CAUSE_WRONG_NUMBER,
    DUE_MIXED,
    DUE_NOTHING,
    DUE_PAY,
    DUE_PUSH,
    DUE_TAKE,
    KIND_ANTE,
    KIND_ENVY,
    KIND_ODDS,
    KIND_POCKET,
    KIND_PROGRESSIVE,
    KIND_RAISE,
    KIND_TRIPS,
    KINDS,
    REASON_BAD_BEAT,
    REASON_ENVY,
    REASON_FOLD,
    REASON_FOLD_SETTLES,
    REASON_LOSE,
    REASON_NONE,
    REASON_NOT_QUALIFIED,
    REASON_TABLE,
    REASON_TIE,
    REASON_VOID,
    REASON_WIN,
    SEATS,
)
from parsers.kernel import part

WHOLE = 100  # percent


@part
def set_due(st, s, k, due, cents, reason):
    """What is due of one wager; `due` may be UNKNOWN."""
    st.due[s, k] = due
    st.due_cents[s, k] = cents if due == DUE_PAY else 0
    st.reason[s, k] = reason


@part
def wrong_number(st):
    """A wrong number of cards with a seat, the dealer or on the board: (found, event, seat, due, done)."""
    if not st.any_deal:
        return False, -1, 0, 0, 0
    over = st.board_total > 0 or not st.void
    for s in range(SEATS):
        has = st.n_dealt[s]
        if s == 0 and has == 0:
            continue  # nobody wrote the dealer's cards down
        if s > 0 and not st.wagering >> s & 1:
            continue
        if has > HOLE or (over and has < HOLE):
            return True, st.deal_event[s], s, HOLE, has
    if st.boards and (st.board_first > FLOP or (st.boards > 1 and st.board_first < FLOP)):
        return True, st.board_event, 0, FLOP, st.board_first
    if st.board_total > BOARD or (not st.void and 0 < st.board_total < BOARD):
        return True, st.board_event, 0, BOARD, st.board_total
    return False, -1, 0, 0, 0


@part
def find_cause(st, law):
    """Why the round has to be void, where the cards tell it and nothing was found before."""
    found, event, seat, due, done = wrong_number(st)
    if found and law.wrong_number == 1 and st.cause == CAUSE_NONE:
        st.cause = CAUSE_WRONG_NUMBER
        st.cause_event = event
        st.cause_seat = seat
        st.cards_due = due
        st.cards_done = done
    if st.void and st.cause == CAUSE_NONE:
        st.cause = CAUSE_SAID_ONLY


@part
def outcome(st, s):
    """1 the seat's hand is higher than the dealer's, 0 equal, -1 lower; UNKNOWN where a card was not seen."""
    if st.value[s] == UNKNOWN or st.value[0] == UNKNOWN:
        return UNKNOWN
    return 1 if st.value[s] > st.value[0] else 0 if st.value[s] == st.value[0] else -1


@part
def qualifies(st, law):
    """Whether the dealer's hand qualifies; UNKNOWN where nobody can say."""
    if law.qualifies == UNKNOWN or st.hand_class[0] == UNKNOWN:
        return UNKNOWN
    return int(st.hand_class[0] >= law.qualifies)


@part
def due_of_even(st, law, s, k):
    """Ante and raise, which pay even money. Only the ante asks whether the dealer qualifies."""
    if st.raises[s] == 0:
        set_due(st, s, k, law.on_fold, 0, REASON_FOLD)
        return
    if k == KIND_ANTE:
        able = qualifies(st, law)
        if able == UNKNOWN:
            return
        if able == 0:
            set_due(st, s, k, law.on_not_qualified, 0, REASON_NOT_QUALIFIED)
            return
    won = outcome(st, s)
    if won == UNKNOWN:
        return
    if won > 0:
        if law.ante_pays != UNKNOWN:
            set_due(st, s, k, DUE_PAY, st.staked[s, k] * law.ante_pays // WHOLE, REASON_WIN)
    elif won == 0:
        set_due(st, s, k, law.on_tie, 0, REASON_TIE)
    else:
        set_due(st, s, k, law.on_lose, 0, REASON_LOSE)


@part
def due_by_line(st, s, k, percent, nothing, reason):
    """A wager that pays a line of a table: so many percent, or nothing."""
    if percent > 0:
        set_due(st, s, k, DUE_PAY, st.staked[s, k] * percent // WHOLE, reason)
    else:
        set_due(st, s, k, nothing, 0, reason)


@part
def due_of_odds(st, law, s):
    """The odds wager: its table where the seat wins, the bad beat where a straight or better loses."""
    k = KIND_ODDS
    if st.raises[s] == 0:
        set_due(st, s, k, law.on_fold, 0, REASON_FOLD)
        return
    won = outcome(st, s)
    if won == UNKNOWN:
        return
    made = st.hand_class[s]
    st.line[s, k] = made
    if won > 0:
        if law.odds_known == 1:
            due_by_line(st, s, k, law.odds[made], DUE_PUSH, REASON_TABLE)
    elif won == 0:
        set_due(st, s, k, law.on_tie, 0, REASON_TIE)
    elif law.bad_beat_from != UNKNOWN and made < law.bad_beat_from:
        set_due(st, s, k, law.on_lose, 0, REASON_LOSE)
    elif law.bad_beat_from != UNKNOWN and law.bad_beat_known == 1:
        due_by_line(st, s, k, law.bad_beat[made], DUE_TAKE, REASON_BAD_BEAT)


@part
def due_of_pocket(st, law, s):
    """The pocket bonus, by the seat's two cards."""
    if st.n_known[s] < HOLE or st.n_dealt[s] > HOLE or law.pocket_known != 1:
        return
    st.line[s, KIND_POCKET] = pocket_line(st.hole[s, 0], st.hole[s, 1])
    due_by_line(st, s, KIND_POCKET, law.pocket[st.line[s, KIND_POCKET]], DUE_TAKE, REASON_TABLE)


@part
def due_of_trips(st, law, s):
    """Trips plus, by the seat's best hand."""
    if st.hand_class[s] == UNKNOWN or law.trips_known != 1:
        return
    st.line[s, KIND_TRIPS] = st.hand_class[s]
    due_by_line(st, s, KIND_TRIPS, law.trips[st.hand_class[s]], DUE_TAKE, REASON_TABLE)


@part
def meter_at(st, s):
    """The meter at a seat's turn: its last reading, unless somebody was paid from it since; UNKNOWN then."""
    reading, read_at = (
        (st.meter_of[s], st.meter_event_of[s]) if st.jackpot_event[s] >= 0 else (st.meter, st.meter_event)
    )
    if read_at < 0:
        return UNKNOWN
    for other in range(1, SEATS):
        if other == s or st.jackpot_event[other] < 0 or st.share_due[other] <= 0:
            continue
        before = st.jackpot_event[s] < 0 or st.jackpot_event[other] < st.jackpot_event[s]
        if before and st.jackpot_event[other] > read_at:
            return UNKNOWN
    return reading


@part
def due_of_progressive(st, law, s):
    """The progressive: so much, or a share of the meter as it stood at the seat's turn."""
    k = KIND_PROGRESSIVE
    line = st.jackpot[s]
    if line == UNKNOWN or law.progressive_known != 1:
        return
    st.line[s, k] = line
    share, fixed = law.share[line], law.fixed[line]
    if share == 0 and fixed == 0:
        set_due(st, s, k, DUE_TAKE, 0, REASON_TABLE)
        return
    if st.raises[s] == 0:
        return  # no document says what becomes of the jackpot of a hand that was folded
    if share > 0:
        meter = meter_at(st, s)
        if meter != UNKNOWN:
            set_due(st, s, k, DUE_PAY, meter * share // WHOLE, REASON_TABLE)
        return
    set_due(st, s, k, DUE_PAY, fixed, REASON_TABLE)


@part
def due_of_envy(st, law, s):
    """The envy bonus: for each other seat's qualifying hand, by the dollars that this seat wagered."""
    k = KIND_ENVY
    if law.envy_known != 1:
        return
    total = 0
    for other in range(1, SEATS):
        if not st.wagering >> other & 1 or st.raises[other] == 0:
            continue
        if st.jackpot[other] == UNKNOWN:
            return
        if other != s or law.envy_own == 1:
            total += law.envy[st.jackpot[other]]
    cents = total * st.staked[s, KIND_PROGRESSIVE] // WHOLE
    set_due(st, s, k, DUE_PAY if cents > 0 else DUE_NOTHING, cents, REASON_ENVY)


@part
def due_of_seat(st, law, s):
    """Every wager of a seat in a round that was played out."""
    for k in (KIND_ANTE, KIND_RAISE):
        due_of_even(st, law, s, k)
    due_of_odds(st, law, s)
    for k in (KIND_POCKET, KIND_TRIPS):
        if st.raises[s] == 0 and law.fold_settles == UNKNOWN:
            continue
        if st.raises[s] == 0 and not law.fold_settles >> k & 1:
            set_due(st, s, k, law.on_fold, 0, REASON_FOLD_SETTLES)
        elif k == KIND_POCKET:
            due_of_pocket(st, law, s)
        else:
            due_of_trips(st, law, s)
    due_of_progressive(st, law, s)
    due_of_envy(st, law, s)


@part
def due_of_void(st, law, s, unsure):
    """Every wager of a seat in a void round: it goes back, but for what is settled all the same."""
    settles = 0
    if st.cause == CAUSE_FACE_UP and st.cause_whole:
        settles = law.face_up_settles
    elif st.cause == CAUSE_DEALER_EXPOSED:
        settles = law.dealer_exposed_settles
    for k in range(KINDS):
        optional = k == KIND_POCKET or k == KIND_TRIPS
        if optional and (settles == UNKNOWN or unsure):
            continue
        if optional and settles >> k & 1:
            if k == KIND_POCKET:
                due_of_pocket(st, law, s)
            else:
                due_of_trips(st, law, s)
        elif law.wrong_number != UNKNOWN and (k != KIND_PROGRESSIVE or st.cause != CAUSE_DEALER_EXPOSED):
            set_due(st, s, k, DUE_PUSH, 0, REASON_VOID)


@part
def take_returns(st):
    """Chips that went back without a name are pushes, where they are all that was wagered and not settled yet."""
    for s in range(1, SEATS):
        if st.returned[s] == 0:
            continue
        open_cents = 0
        for k in range(KINDS):
            if st.paid[s, k] == 0 and st.taken[s, k] == 0 and st.pushed[s, k] == 0:
                open_cents += st.staked[s, k]
        if open_cents != st.returned[s]:
            continue
        for k in range(KINDS):
            if st.paid[s, k] == 0 and st.taken[s, k] == 0:
                st.pushed[s, k] = st.staked[s, k]


@part
def find_dues(st, law, unsure):
    """What is due of all wagers; UNKNOWN where nobody can say."""
    st.due[:] = UNKNOWN
    st.due_cents[:] = UNKNOWN
    st.line[:] = UNKNOWN
    st.reason[:] = REASON_NONE
    st.share_due[:] = 0
    playable = not st.fouled and not st.undone
    if not playable or (not st.void and st.cause != CAUSE_NONE):
        return
    for s in range(1, SEATS):
        if st.jackpot[s] != UNKNOWN and law.progressive_known == 1 and st.raises[s] and st.staked[s, KIND_PROGRESSIVE]:
            st.share_due[s] = law.share[st.jackpot[s]]
    for s in range(1, SEATS):
        if not st.wagering >> s & 1:
            continue
        if st.void:
            due_of_void(st, law, s, unsure)
        else:
            due_of_seat(st, law, s)


@part
def done_with(staked, paid, taken, pushed):
    """What was done with a wager."""
    if paid:
        return DUE_PAY if taken == 0 and (pushed == 0 or pushed == staked) else DUE_MIXED
    if taken:
        return DUE_TAKE if pushed == 0 else DUE_MIXED
    return DUE_PUSH if pushed else DUE_NOTHING


@part
def compare(st, s, k):
    """(whether a wager was settled otherwise than due, what the seat got more than due)."""
    due = st.due[s, k]
    if k == KIND_ENVY:
        return st.envy_paid[s] != st.due_cents[s, k], st.envy_paid[s] - st.due_cents[s, k]
    staked, paid, pushed = st.staked[s, k], st.paid[s, k], st.pushed[s, k]
    taken = st.taken[s, k]
    if st.void:
        taken = max(taken - pushed, 0)  # what was taken before the round was void came back
    if staked == 0:
        return paid + taken + pushed > 0, paid - taken
    if k == KIND_PROGRESSIVE and due != DUE_PUSH:  # the dealer has the chip before the cards are dealt
        owed = st.due_cents[s, k]
        return paid != owed or (owed == 0 and pushed > 0), paid - owed + (pushed if owed == 0 else 0)
    net = paid - taken
    if pushed and not taken and not paid:
        net += pushed - staked
    if due == DUE_PAY:
        wrong = paid != st.due_cents[s, k] or taken > 0 or (pushed != 0 and pushed != staked)
        return wrong, net - st.due_cents[s, k]
    if due == DUE_PUSH:
        lost = staked if paid + taken + pushed == 0 else 0
        return pushed != staked or paid > 0 or taken > 0, net - lost
    return taken != staked or paid > 0 or pushed > 0, net + staked
