"""Antes, straddles and kills of a hand beside what was due, and each seat's chips at its end.

Grain: some facts and any number of deviations a hand; one number a seat. What needs the memory of the table (who owes
a blind, who owes a kill) is judged in `obligations`.
"""

import numpy as np

from checks.replay.layout import (
    UNKNOWN,
    AnteFault,
    Antes,
    Deviation,
    Ended,
    Fact,
    Form,
    From,
    Param,
    Shared,
    StraddleFault,
)
from checks.replay.pots import POTS_MOST, SEATS
from checks.replay.report import report
from parsers.kernel import kernel
from parsers.vocabulary import Detail, Word

STRADDLES_MOST = 4


@kernel
def next_dealt(dealt, seat):
    """The first seat with cards clockwise after a seat; 0 if nobody has any."""
    for step in range(1, SEATS):
        s = (seat + step - 1) % 10 + 1
        if dealt[s]:
            return s
    return 0


def forced_scratch():
    """What `replay_forced` writes on: numbers by seat, who was dealt in, antes' events; takers by pot; straddles."""
    return (
        np.zeros((11, SEATS), np.int64),
        np.zeros(SEATS, np.bool_),
        np.zeros(SEATS, np.int64),
        np.zeros(POTS_MOST, np.int64),
        np.zeros(STRADDLES_MOST, np.int64),
        np.zeros(STRADDLES_MOST, np.int64),
        np.zeros(STRADDLES_MOST, np.int64),
        np.zeros(STRADDLES_MOST, np.bool_),
    )


@kernel
def replay_forced(
    seat_offsets, event_offsets, button_seat, terms_of, bba_cents,
    seat_no, seat_stack, word, seat, detail, amount, pot,
    params, first, facts, end_stack, deviations, scratch,
):  # fmt: skip
    """Replays the forced bets of hands `first` … to the end. Returns (the next hand to replay, deviations found).

    Reads how each hand ended from `facts`. `end_stack` gets the chips of each seat after the hand; UNKNOWN where the
    log does not say who got the pot.
    """
    by_seat, dealt, ante_event, takers, straddle_seat, straddle_cents, straddle_event, straddle_late = scratch
    stack = by_seat[0]
    out = by_seat[1]  # everything that left the stack
    street = by_seat[2]
    back = by_seat[3]
    returned = by_seat[4]
    blind = by_seat[5]
    live = by_seat[6]
    dead = by_seat[7]
    antes = by_seat[8]
    other_forced = by_seat[9]  # live, dead, ante, straddle: no blind, and no bet either
    forced_total = by_seat[10]

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        found_before = found
        by_seat[:] = 0
        ante_event[:] = UNKNOWN
        dealt[:] = False
        takers[:] = 0
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            stack[int(seat_no[i])] = seat_stack[i]
        house = 0
        time_paid = 0
        other_chips = False  # moved in ways that only other games know
        acted = False
        any_dealt = False
        shown = False
        sb_seat = 0
        bb_seat = 0
        bb_event = 0
        bba_seat = 0
        bba_amount = 0
        bba_event = 0
        straddles = 0
        kills = 0
        kill_seat = 0
        kill_event = UNKNOWN
        start = event_offsets[h]
        for e in range(start, event_offsets[h + 1]):
            w = int(word[e])
            s = int(seat[e])
            if w == Word.POST:
                cents = amount[e]
                kind = int(detail[e])
                out[s] += cents
                forced_total[s] += cents
                if kind == Detail.ANTE:
                    antes[s] += cents
                    ante_event[s] = e - start
                    other_forced[s] += cents
                    continue
                if kind == Detail.BBA:
                    bba_seat, bba_amount, bba_event = s, bba_amount + cents, e - start
                    other_forced[s] += cents
                    continue
                if kind == Detail.DEAD:
                    dead[s] += cents
                    other_forced[s] += cents
                    continue
                street[s] += cents
                if kind == Detail.SB:
                    sb_seat = s
                    blind[s] += cents
                elif kind == Detail.BB:
                    bb_seat, bb_event = s, e - start
                    blind[s] += cents
                elif kind == Detail.LIVE:
                    live[s] += cents
                    other_forced[s] += cents
                elif kind == Detail.STRADDLE:
                    other_forced[s] += cents
                    if straddles < STRADDLES_MOST:
                        straddle_seat[straddles] = s
                        straddle_cents[straddles] = cents
                        straddle_event[straddles] = e - start
                        straddle_late[straddles] = any_dealt
                    straddles += 1
                elif kind == Detail.KILL:
                    if kills == 0:
                        kill_seat, kill_event = s, e - start
                    kills += 1
            elif Word.FOLD <= w <= Word.COMPLETE:
                acted = True
                if w == Word.CALL:
                    out[s] += amount[e]
                    street[s] += amount[e]
                elif w >= Word.BET:
                    out[s] += amount[e] - street[s]
                    street[s] = amount[e]
            elif w == Word.DEAL or w == Word.UP or w == Word.DRAW:
                if s >= 1:
                    dealt[s] = True
                    any_dealt = True
                if acted:  # cards behind the first action begin a street
                    street[:] = 0
                    acted = False
            elif w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3 or w == Word.COMMUNITY or w == Word.RUNIT:
                street[:] = 0
                acted = False
            elif w == Word.RETURN:
                back[s] += amount[e]
                returned[s] += amount[e]
            elif w == Word.AWARD:
                back[s] += amount[e]
                p = int(pot[e])
                if 0 <= p < POTS_MOST:
                    takers[p] |= 1 << s
            elif w == Word.RAKE or w == Word.PROMO or w == Word.TIMEPOT:
                house += amount[e]
            elif w == Word.TIME:
                if s >= 1:
                    out[s] += amount[e]
                    time_paid += amount[e]
            elif w == Word.SHOW:
                shown = True
            elif w == Word.WAGER or w == Word.PAY or w == Word.TAKE or w == Word.PUSH or w == Word.ENVY:
                other_chips = True

        # The chips of each seat afterwards: known where every chip that went in is accounted for.
        moved = -time_paid
        came_back = house
        for s in range(1, SEATS):
            moved += out[s]
            came_back += back[s]
        accounted = moved == came_back and not other_chips
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            left = stack[s] - out[s] + back[s]
            untouched = not dealt[s] and not other_chips
            end_stack[i] = left if (accounted or untouched) and left >= 0 and stack[s] >= out[s] else UNKNOWN

        facts[Fact.STRADDLES, h] = straddles
        facts[Fact.KILLS, h] = kills
        facts[Fact.KILL_SEAT, h] = kill_seat
        facts[Fact.KILL_EVENT, h] = kill_event
        facts[Fact.KILL_POSTED_CENTS, h] = 0
        if kill_seat:
            facts[Fact.KILL_POSTED_CENTS, h] = posted_as_kill(
                event_offsets[h], event_offsets[h + 1], kill_seat, word, seat, detail, amount,
                params[Param.KILL_CENTS, terms_of[h]],
            )  # fmt: skip
        facts[Fact.SHOWN, h] = shown
        buyer = 0
        for s in range(1, SEATS):
            if dead[s] > 0 and (live[s] > 0 or bb_seat == s):
                buyer = s if buyer == 0 else -1
        facts[Fact.BUYER_SEAT, h] = buyer if buyer > 0 and sb_seat == 0 and (bb_seat == 0 or bb_seat == buyer) else 0
        winners(facts, h, takers, out, returned, blind, other_forced)

        called_off = facts[Fact.ENDED, h] == Ended.MISDEAL or facts[Fact.ENDED, h] == Ended.VOID
        terms = terms_of[h]
        n_dealt = 0
        for s in range(1, SEATS):
            n_dealt += dealt[s]
        under_the_gun = next_dealt(dealt, bb_seat) if bb_seat else 0
        wrong_seat = False
        for k in range(min(straddles, STRADDLES_MOST)):
            s = straddle_seat[k]
            fault, due = straddle_fault(
                params, terms, k, s, straddle_cents[k], straddle_late[k], stack[s] - forced_total[s] == 0,
                button_seat[h], under_the_gun, kills > 0,
            )  # fmt: skip
            if fault:
                done = straddle_cents[k]
                wrong_seat |= fault == StraddleFault.SEAT
                found = report(
                    deviations, found, h, Deviation.STRADDLE, straddle_event[k], s, due, done, done - due,
                    UNKNOWN, UNKNOWN, fault,
                )  # fmt: skip
        facts[Fact.STRADDLE_DUE, h] = UNKNOWN
        mandatory = params[Param.STRADDLE_MANDATORY, terms]
        if mandatory != UNKNOWN and params[Param.STRADDLE_CENTS, terms] != UNKNOWN and n_dealt >= 3:
            due_seat = UNKNOWN
            if kills > 0 or (mandatory == From.BUTTON and params[Param.FORM, terms] == Form.LIMIT):
                due_seat = 0
            elif mandatory == From.BUTTON:
                due_seat = int(button_seat[h]) if dealt[int(button_seat[h])] else 0
            elif under_the_gun:
                due_seat = under_the_gun
            facts[Fact.STRADDLE_DUE, h] = due_seat
            if due_seat > 0 and not wrong_seat and not called_off:
                posted = False
                for k in range(min(straddles, STRADDLES_MOST)):
                    posted |= straddle_seat[k] == due_seat
                due = min(params[Param.STRADDLE_CENTS, terms], stack[due_seat] - forced_total[due_seat])
                if not posted and due > 0:
                    found = report(
                        deviations, found, h, Deviation.STRADDLE_MISSED, UNKNOWN, due_seat, due, 0, -due,
                        UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip

        # Antes.
        big_ante = bba_cents[h]
        big_blind = params[Param.BB_CENTS, terms]
        if big_ante < 0 and bba_seat and params[Param.BBA_IS_BIG_BLIND, terms] == 1 and big_blind != UNKNOWN:
            big_ante = big_blind
        each = params[Param.ANTE_CENTS, terms]
        facts[Fact.ANTES_DUE, h] = Antes.NONE
        if big_ante > 0:
            facts[Fact.ANTES_DUE, h] = Antes.BIG_BLIND
            if bb_seat and big_blind != UNKNOWN and not called_off and params[Param.BBA_BLIND_FIRST, terms] == 1:
                found = judge_big_blind_ante(
                    deviations, found, h, params, terms, big_ante, big_blind, stack[bb_seat], bb_seat, bb_event,
                    bba_seat, bba_amount, bba_event,
                )  # fmt: skip
        elif each != UNKNOWN and each > 0 and any_dealt:
            facts[Fact.ANTES_DUE, h] = Antes.EACH
            if not called_off:
                found = judge_antes(deviations, found, h, each, stack, antes, ante_event, forced_total, dealt)
        if found > deviations.shape[0]:
            return h, found_before
    return n_hands, found


@kernel
def posted_as_kill(start, stop, kill_seat, word, seat, detail, amount, due):
    """What the kill's seat posted for it; one who is a blind too may post only what the blind leaves of it."""
    blind = 0
    kill = 0
    for e in range(start, stop):
        if word[e] == Word.POST and seat[e] == kill_seat:
            kind = int(detail[e])
            if kind == Detail.SB or kind == Detail.BB:
                blind += amount[e]
            elif kind == Detail.KILL:
                kill += amount[e]
    return due if blind + kill == due else kill


@kernel
def winners(facts, h, takers, out, returned, blind, other_forced):
    """Who took the pots, and what a sole winner won of the others beside their blinds."""
    everybody = 0
    alike = True
    for p in range(POTS_MOST):
        if takers[p]:
            everybody |= takers[p]
            alike &= takers[p] == takers[0]
    sole = everybody & (everybody - 1) == 0
    facts[Fact.WINNERS_MASK, h] = everybody
    facts[Fact.SHARED, h] = Shared.SOLE if sole else Shared.SPLIT if alike else Shared.APART
    least = 0
    most = 0
    for s in range(1, SEATS):
        if not everybody >> s & 1:
            lost = out[s] - returned[s]
            most += max(lost - blind[s], 0)
            least += max(lost - blind[s] - other_forced[s], 0)
    facts[Fact.WON_LEAST_CENTS, h] = least
    facts[Fact.WON_MOST_CENTS, h] = most


@kernel
def straddle_fault(params, terms, k, s, cents, late, all_in, button, under_the_gun, killed):
    """(what is wrong with the k-th straddle, the amount that was due); 0 if nothing is."""
    allowed = params[Param.STRADDLE_ALLOWED, terms]
    if allowed == UNKNOWN:
        return 0, 0
    if allowed == 0:
        return StraddleFault.NOT_ALLOWED, 0
    if killed and params[Param.STRADDLE_IN_KILL, terms] == 0:
        return StraddleFault.KILL_POT, 0
    if k > 0 and params[Param.STRADDLE_MULTIPLE, terms] == 0:
        return StraddleFault.SECOND, 0
    seats = params[Param.STRADDLE_FROM, terms]
    if seats != UNKNOWN and not seats & From.ANYWHERE:
        first_to_act = under_the_gun > 0 and s == under_the_gun and seats & From.UNDER_THE_GUN != 0
        if s == button and not first_to_act:
            if params[Param.FORM, terms] == Form.LIMIT and params[Param.STRADDLE_LIMIT_BUTTON, terms] == 0:
                return StraddleFault.LIMIT_BUTTON, 0
            if not seats & From.BUTTON:
                return StraddleFault.SEAT, 0
        elif not first_to_act and under_the_gun > 0 and (k == 0 or params[Param.STRADDLE_MULTIPLE, terms] != 1):
            return StraddleFault.SEAT, 0
    if late and params[Param.STRADDLE_BEFORE_CARDS, terms] == 1:
        return StraddleFault.AFTER_CARDS, 0
    due = params[Param.STRADDLE_CENTS, terms]
    # A second straddle is larger than the first by nobody's rule; all-in for less is all there is.
    if k == 0 and due != UNKNOWN and cents != due and not (all_in and cents < due):
        return StraddleFault.AMOUNT, due
    return 0, 0


@kernel
def judge_antes(deviations, found, h, each, stack, antes, ante_event, forced_total, dealt):
    """Everybody's ante; where nobody posted any it is one slip, not ten."""
    posted = 0
    due_total = 0
    for s in range(1, SEATS):
        posted += antes[s]
        if dealt[s]:
            due_total += min(each, stack[s])
    if posted == 0:
        return report(
            deviations, found, h, Deviation.ANTE, UNKNOWN, UNKNOWN, due_total, 0, -due_total, UNKNOWN, UNKNOWN,
            AnteFault.EACH,
        )  # fmt: skip
    for s in range(1, SEATS):
        due = min(each, stack[s]) if dealt[s] else 0
        short = antes[s] < due and forced_total[s] >= stack[s]  # all-in for what the blinds left
        if antes[s] != due and not short:
            found = report(
                deviations, found, h, Deviation.ANTE, ante_event[s], s, due, antes[s], antes[s] - due,
                UNKNOWN, UNKNOWN, AnteFault.EACH,
            )  # fmt: skip
    return found


@kernel
def judge_big_blind_ante(
    deviations, found, h, params, terms, big_ante, big_blind, chips, bb_seat, bb_event, bba_seat, bba_amount, bba_event
):
    """The one ante for the whole table: by the big blind, behind the blind, and lost first by a short stack."""
    due = min(big_ante, max(chips - big_blind, 0))
    short = due < big_ante
    if short and params[Param.BBA_SHORT_LOSES_ANTE, terms] != 1:
        return found
    fault = 0
    seat = bb_seat
    event = UNKNOWN
    if bba_seat == 0:
        fault = AnteFault.BIG_BLIND_AMOUNT if due > 0 else 0
    elif bba_seat != bb_seat:
        fault, seat, event = AnteFault.BIG_BLIND_SEAT, bba_seat, bba_event
    elif bba_event < bb_event:
        fault, event = AnteFault.BIG_BLIND_ORDER, bba_event
    elif bba_amount != due:
        fault, event = AnteFault.BIG_BLIND_SHORT if short else AnteFault.BIG_BLIND_AMOUNT, bba_event
    if fault == 0:
        return found
    change = 0 if fault == AnteFault.BIG_BLIND_SEAT else bba_amount - due
    found = report(deviations, found, h, Deviation.ANTE, event, seat, due, bba_amount, change, UNKNOWN, UNKNOWN, fault)
    return found
