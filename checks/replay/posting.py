"""Forced bets: what each post was, beside what it had to be."""

from checks.replay.film import fresh_row, keep_event
from checks.replay.layout import UNKNOWN, Form
from checks.replay.masks import count_seats
from checks.replay.opening import bring_in_due
from checks.replay.state import STRADDLES_MOST
from checks.replay.turns import has_chips, short_of
from parsers.kernel import inlined_part, part
from parsers.vocabulary import Detail, Word


@inlined_part
def ante_behind(log, e, stop):
    """What the seat that posts at an event gives as the table's ante behind it; UNKNOWN if nothing."""
    for k in range(e + 1, stop):
        if log.word[k] == Word.POST and log.seat[k] == log.seat[e] and log.detail[k] == Detail.BBA:
            return log.amount[k]
    return UNKNOWN


@part
def post_blind(st, law, fact, rows):
    """A small or big blind. One cut short for an ante paid in full is a matter of the ante."""
    s = st.seat
    if st.detail == Detail.SB:
        fact.sb_seat = s
        fact.sb_event = st.event
        blind = law.sb_cents
    else:
        fact.bb_seat = s
        fact.bb_event = st.event
        blind = law.bb_cents
    st.blind[s] += st.amount
    if blind == UNKNOWN:
        return
    fact.blinds_posted += 1
    left = st.stack[s] - st.bets_in[s] - st.antes[s] - st.dead[s]
    due = min(blind, left)
    if due != st.amount or st.keep_all:
        fresh_row(st)
        st.due = due
        st.explained = st.ante_after != UNKNOWN and st.ante_after == left - st.amount
        keep_event(rows, st)
        fresh_row(st)


@part
def post_straddle(st):
    """A straddle, a blind of the same seat within it; it is looked at once it is known who was dealt in."""
    k = st.straddles
    if k < STRADDLES_MOST:
        st.straddle_seat[k] = st.seat
        st.straddle_cents[k] = st.amount + st.blind[st.seat]
        st.straddle_event[k] = st.event
        st.straddle_late[k] = st.dealt != 0
    st.straddles += 1


@part
def post_bring_in(st, law, note):
    """The bring-in of a stud hand, and the round that it opens."""
    s = st.seat
    bring_in = law.bring_in_cents
    if st.jokers and bring_in == UNKNOWN:
        bring_in = law.small_bet_cents
    if not st.follow or st.bring_in_seat or st.stage > 0:
        return  # a second one is no bet
    st.bring_in_seat = s
    all_in = st.amount >= st.chips[s]
    note.bring_in_event = st.event
    note.bring_in_seat = s
    note.bring_in_due_seat = bring_in_due(st, law)
    note.bring_in_due_cents = bring_in
    note.bring_in_cents = st.amount
    note.bring_in_all_in = all_in
    st.odd |= (note.bring_in_due_seat != 0 and note.bring_in_due_seat != s) or st.amount != bring_in
    st.began_with = count_seats(st.live & st.able | 1 << s)
    cents = min(st.amount, st.chips[s])
    st.chips[s] -= cents
    has_chips(st, s)
    st.pot += cents
    st.bet[s] += cents
    # All-in for less, the others still owe the full bring-in; another sum is let stand.
    st.level = bring_in if all_in and cents < bring_in else cents
    st.last_actor = s
    st.bring_in_only = st.level < law.small_bet_cents
    st.full_level = 0 if st.bring_in_only else st.level
    st.big_used = st.jokers and st.level > law.small_bet_cents
    st.whole_level = st.level
    st.acted |= 1 << s
    st.short = short_of(st)
    st.seen_level[s] = 0 if st.bring_in_only else st.level
    st.open_for_action = 1


@part
def post_kill(st, law):
    """A kill raises the limits and may change who acts when; where nobody says how, the betting is not followed."""
    if st.kills == 0:
        st.kill_seat = st.seat
        st.kill_event = st.event
    if st.seat == st.kill_seat:
        st.kill_cents += st.amount
    st.kills += 1
    if st.is_round or st.form != Form.LIMIT or law.kill_percent == UNKNOWN or law.kill_acts_last == UNKNOWN:
        st.follow = 0
        return
    st.percent = law.kill_percent
    st.kill_last = law.kill_acts_last
    st.kill_mask = 1 << st.seat


@part
def raise_level(st, law):
    """What a live post makes the others owe, and where the action starts."""
    s = st.seat
    kind = st.detail
    cents = min(st.amount, st.chips[s])
    st.chips[s] -= cents
    has_chips(st, s)
    st.pot += cents
    st.bet[s] += cents
    rank = 1 if kind == Detail.SB else 2 if kind == Detail.BB else 3 if kind == Detail.STRADDLE else 0
    if kind == Detail.SB:
        st.sb_seat = s
    elif kind == Detail.BB:
        st.bb_seat = s
        st.bb_event = st.event
    if rank >= st.opener_rank and rank > 0:
        st.opener_rank = rank
        st.opener = s
    required = cents
    if kind == Detail.BB and cents < law.bb_cents:
        if st.chips[s] > 0:
            st.follow = 0  # posted short with chips behind: what the others owed nobody can say
        st.short_blind = st.chips[s] == 0
        if law.blinds_owed_full != 0:
            required = law.bb_cents  # all-in for less, the others still owe the full blind
    elif kind == Detail.KILL:  # a blind that kills may have posted only what the blind left of it
        required = st.bet[s] if st.chips[s] > 0 else max(st.bet[s], law.kill_cents)
    elif kind == Detail.STRADDLE:  # heads-up the small blind is a part of it
        required = st.bet[s]
    if required > st.level and kind != Detail.LIVE:
        st.level = required
        st.full_level = required


@part
def post_dead(st, fact):
    """An ante, the table's ante or dead money: in the pot, and no bet."""
    s = st.seat
    cents = min(st.amount, st.chips[s])
    st.chips[s] -= cents
    has_chips(st, s)
    st.pot += cents
    st.other_forced[s] += st.amount
    if st.detail == Detail.ANTE:
        st.antes[s] += st.amount
        st.ante_event[s] = st.event
    else:
        st.dead[s] += st.amount
    if st.detail == Detail.DEAD:
        st.dead_post[s] += st.amount
    elif st.detail == Detail.BBA:
        st.bba_seat = s
        st.bba_cents += st.amount
        st.bba_event = st.event
    elif st.detail == Detail.BUTTONANTE:
        st.button_ante_seat = s
        st.button_ante_cents += st.amount
        fact.button_ante_event = st.event


@part
def post(st, law, fact, note, rows):
    """Any forced bet."""
    s = st.seat
    kind = st.detail
    st.posted |= 1 << s
    st.out[s] += st.amount
    st.forced_total[s] += st.amount
    if kind == Detail.ANTE or kind == Detail.BBA or kind == Detail.DEAD or kind == Detail.BUTTONANTE:
        post_dead(st, fact)
        return
    if kind == Detail.SB or kind == Detail.BB:
        post_blind(st, law, fact, rows)
    elif kind == Detail.LIVE:
        st.live_post[s] += st.amount
        st.other_forced[s] += st.amount
    elif kind == Detail.STRADDLE:
        st.other_forced[s] += st.amount
        post_straddle(st)
    elif kind == Detail.KILL:
        post_kill(st, law)
    if kind == Detail.BRINGIN and st.by_bring_in:
        post_bring_in(st, law, note)
        st.bet_on = 1
    else:
        raise_level(st, law)
    st.bets_in[s] += st.amount
    st.street[s] += st.amount
