"""Rows of a house-banked round: one for each wager of a seat, one for the round itself."""

from checks.facts import UNKNOWN
from checks.replay.banked_causes import find_lead
from checks.replay.banked_due import compare, done_with, outcome, qualifies
from checks.replay.banked_layout import (
    DUE_NOTHING,
    DUE_PAY,
    DUE_TAKE,
    KIND_ANTE,
    KIND_ENVY,
    KIND_ODDS,
    KIND_PROGRESSIVE,
    KIND_RAISE,
    KINDS,
    SEATS,
    STAGE_BEFORE,
    STAGE_PREFLOP,
    STAGE_SETTLING,
)
from parsers.kernel import part
from parsers.vocabulary import Word

WHOLE = 100


@part
def known_event(event):
    """An event's place; UNKNOWN for none."""
    return event if event >= 0 else UNKNOWN


@part
def is_bound(law, k):
    """Whether the ceiling on one hand binds a wager."""
    return k < KIND_PROGRESSIVE or law.limit_binds_progressive == 1


@part
def winnings_of_seat(st, law, s):
    """(winnings due that the ceiling binds, what was paid of them); the first is UNKNOWN where one of them is."""
    due, paid = 0, 0
    for k in range(KINDS + 1):
        if not is_bound(law, k):
            continue
        paid += st.envy_paid[s] if k == KIND_ENVY else st.paid[s, k]
        if k != KIND_ENVY and st.staked[s, k] == 0:
            continue
        if k == KIND_ENVY and st.staked[s, KIND_PROGRESSIVE] == 0:
            continue
        if st.due[s, k] == UNKNOWN:
            due = UNKNOWN
        elif due != UNKNOWN:
            due += st.due_cents[s, k]
    return due, paid


@part
def is_capped(law, due):
    """Whether the ceiling cuts what a seat won."""
    return law.limit != UNKNOWN and due != UNKNOWN and due > law.limit


@part
def sizes_known(law, st, s, k):
    """Whether rules in force say how large a wager is and when it is placed."""
    if k == KIND_RAISE:
        return st.raises[s] == 0 or law.raise_times[STAGE_PREFLOP] != UNKNOWN
    if k == KIND_ANTE:
        return law.ante_equals_odds != UNKNOWN
    return law.no_more_bets != UNKNOWN


@part
def fill_placing(row, st, law, s, k):
    """How and when a wager was placed."""
    row.ante_cents = st.staked[s, KIND_ANTE]
    row.odds_cents = st.staked[s, KIND_ODDS]
    row.folded = st.raises[s] == 0
    row.raises = st.raises[s]
    if st.raises[s]:
        stage = st.raise_stage[s]
        row.raise_stage = stage
        row.raise_event = st.raise_event[s]
        row.raise_cents = st.raise_first[s]
        if law.raise_times[stage] != UNKNOWN:
            row.raise_due_cents = law.raise_times[stage] * st.staked[s, KIND_ANTE]
    row.again_event = known_event(st.again_event[s])
    row.again_cents = st.again_cents[s]
    if st.fold_event[s] >= 0:
        row.fold_event = st.fold_event[s]
        row.fold_stage = st.fold_stage[s]
    if k < KINDS and k != KIND_RAISE and law.no_more_bets == 1:
        row.late_event = known_event(st.late_event[s, k])
        row.late_cents = st.late[s, k]
    row.uneven_event = known_event(max(st.placed[s, KIND_ANTE], st.placed[s, KIND_ODDS]))
    if sizes_known(law, st, s, k):
        row.rule_known = 1


@part
def fill_settling(row, st, s, k, capped):
    """What was due of a wager, and what was done with it."""
    if k == KIND_ENVY:
        row.staked_cents = st.staked[s, KIND_PROGRESSIVE]
        row.paid_cents = st.envy_paid[s]
        row.done = DUE_PAY if st.envy_paid[s] else DUE_NOTHING
        row.event = known_event(st.envy_event[s])
        row.street_no = STAGE_SETTLING
    else:
        row.staked_cents = st.staked[s, k]
        row.paid_cents = st.paid[s, k]
        row.taken_cents = st.taken[s, k]
        row.pushed_cents = st.pushed[s, k]
        row.done = done_with(st.staked[s, k], st.paid[s, k], st.taken[s, k], st.pushed[s, k])
        settled = st.settled[s, k] >= 0
        row.event = known_event(st.settled[s, k] if settled else st.placed[s, k])
        row.street_no = st.settled_stage[s, k] if settled else STAGE_BEFORE
    row.reason = st.reason[s, k]
    row.line = st.line[s, k]
    nothing = k < KINDS and st.staked[s, k] == 0
    if nothing:
        row.line = UNKNOWN
        row.due = DUE_NOTHING
        row.due_cents = 0
    elif not (capped and st.due[s, k] == DUE_PAY):
        row.due = st.due[s, k]
        row.due_cents = st.due_cents[s, k]
    if row.due != UNKNOWN:
        row.wrong, row.net_cents = compare(st, s, k)
    if k == KIND_ANTE or k == KIND_RAISE:
        row.leads = st.lead[s] == k
        row.told_cents = st.lead_net[s]
    else:
        row.leads = row.wrong and not (k == KIND_ODDS and st.odds_explained[s])
        row.told_cents = row.net_cents


@part
def keep_wager(rows, plain, fresh, st, law, s, k, capped):
    """The row of one wager. Returns it, so that the ante's can have more."""
    numbers = plain[st.n_rows]
    for f in range(len(fresh)):
        numbers[f] = fresh[f]
    row = rows[st.n_rows]
    st.n_rows += 1
    row.hand_row = st.h
    row.seat = s
    row.kind = k
    fill_placing(row, st, law, s, k)
    fill_settling(row, st, s, k, capped)
    if st.settlements and not st.undone:
        row.settled_known = 1
    row.void = st.void
    row.player_class = st.hand_class[s]
    row.dealer_class = st.hand_class[0]
    row.outcome = outcome(st, s)
    row.qualifies = qualifies(st, law)
    if k == KIND_PROGRESSIVE:
        row.meter_share = st.share_due[s]
        row.meter_cents = st.meter_of[s] if st.jackpot_event[s] >= 0 else st.meter
        if st.meters == 0:
            row.meter_cents = UNKNOWN
    return row


@part
def wants_row(st, s, k):
    """Whether a wager of a seat has a row."""
    if k == KIND_ANTE:
        return True
    if k == KIND_ENVY:
        due = st.due_cents[s, k] if st.due[s, k] != UNKNOWN else 0
        return st.envy_paid[s] > 0 or (st.staked[s, KIND_PROGRESSIVE] > 0 and due > 0)
    return st.staked[s, k] + st.paid[s, k] + st.taken[s, k] + st.pushed[s, k] > 0


@part
def has_chips_moved(st, s):
    """Whether a seat without a wager was paid, or paid."""
    moved = st.envy_paid[s]
    for k in range(KINDS):
        moved += st.paid[s, k] + st.taken[s, k] + st.pushed[s, k]
    return moved > 0


@part
def keep_wagers(rows, plain, fresh, st, law):
    """All rows of wagers of a round."""
    for s in range(1, SEATS):
        if not st.wagering >> s & 1 and not has_chips_moved(st, s):
            continue
        due, paid = winnings_of_seat(st, law, s)
        find_lead(st, law, s)
        capped = is_capped(law, due) and not st.void
        for k in range(KINDS + 1):
            if not wants_row(st, s, k):
                continue
            row = keep_wager(rows, plain, fresh, st, law, s, k, capped and is_bound(law, k))
            if k == KIND_ANTE and not st.void:
                row.seat_due_cents = due
                row.seat_paid_cents = paid
                row.limit_cents = law.limit
                row.limit_is_least = law.limit_is_least == 1


@part
def tell_return(row, st, s, k):
    """The first wager of a void round that was not settled as due."""
    if row.return_event != UNKNOWN or row.return_seat:
        return
    row.return_event = known_event(st.settled[s, k] if st.settled[s, k] >= 0 else st.placed[s, k])
    row.return_seat = s
    row.return_kind = k
    row.return_due = st.due[s, k]
    row.return_due_cents = st.due_cents[s, k] if st.due[s, k] == DUE_PAY else st.staked[s, k]
    done = done_with(st.staked[s, k], st.paid[s, k], st.taken[s, k], st.pushed[s, k])
    row.return_done = done
    row.return_done_cents = (
        st.paid[s, k] if done == DUE_PAY else st.taken[s, k] if done == DUE_TAKE else st.pushed[s, k]
    )


@part
def judge_returns(row, st):
    """Whether every wager of a void round was settled as due."""
    for s in range(1, SEATS):
        for k in range(KINDS):
            if st.staked[s, k] == 0 or st.due[s, k] == UNKNOWN or not st.settlements:
                continue
            row.return_known = 1
            wrong, net = compare(st, s, k)
            if wrong:
                tell_return(row, st, s, k)
                row.return_net_cents += net
                row.return_moved_cents += abs(net)


@part
def watch_meter(log, first, stop, row, st, law):
    """The first reading of the meter that is lower than it may be set to."""
    row.meter_least_cents = law.meter_least
    if law.meter_least == UNKNOWN or st.meters == 0:
        return
    reset = False  # the whole meter was paid out since it was last read
    for e in range(first, stop):
        if log.word[e] == Word.PAY and 0 < log.seat[e] < SEATS:
            s = int(log.seat[e])
            reset |= st.jackpot_event[s] == e - first and st.share_due[s] >= WHOLE
        elif log.word[e] == Word.METER:
            if law.meter_whole == 1 or reset:
                row.meter_read = 1
                if log.amount[e] < law.meter_least and row.low_meter_event == UNKNOWN:
                    row.low_meter_event = e - first
                    row.low_meter_cents = log.amount[e]
            reset = False


@part
def keep_round(row, st, law):
    """The row of the round itself."""
    row.hand_row = st.h
    count = 0
    dealt = 0
    for s in range(1, SEATS):
        count += st.wagering >> s & 1
        dealt += st.n_dealt[s] > 0
    row.seats_wagering = count
    row.seats_dealt = dealt
    if st.any_deal:
        row.deal_known = 1
    row.void = st.void
    row.undone = st.undone
    row.void_event = known_event(st.void_event)
    row.void_text = known_event(st.void_text if st.void else -1)
    row.void_cause = st.cause
    row.cause_event = known_event(st.cause_event)
    row.cause_seat = st.cause_seat
    row.cards_due = st.cards_due
    row.cards_done = st.cards_done
    row.boxed = st.boxed
    row.irregular = st.boxed + st.exposed
    if law.face_up_from != UNKNOWN and law.dealer_exposed != UNKNOWN:
        row.boxed_known = 1
    row.stub_counted = st.stub_counted
    if st.stub_event >= 0:
        row.stub_count = st.stub_count
        row.stub_due = st.stub_due
        row.stub_event = st.stub_event
    if st.void and not st.undone:
        judge_returns(row, st)
