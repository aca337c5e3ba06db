"""What a table remembers of its players: missed blinds, posts on coming in, kills and legs, chips from hand to hand.

Grain: some facts a hand and any number of deviations; hands sorted by table, then by time. A player is a number that
stands for the name. What the log does not show (its start, a gap in the hand numbers, a seat that was away before
anybody looked) is unknown, and nothing is made of it.
"""

import numpy as np
import numpy.typing as npt

from checks.replay.layout import (
    UNKNOWN,
    Between,
    Deviation,
    Ended,
    KillFault,
    KillWhen,
    KillWhy,
    Opener,
    Owed,
    Param,
    Shared,
    Waits,
)
from checks.replay.positions import lies_between, next_seat, seats_in
from checks.replay.pots import SEATS
from checks.replay.report import beside, report
from parsers.kernel import kernel
from parsers.vocabulary import Detail, State

# Entries of `memory`, by seat: what is known of who sits there.
PLAYER = 0  # 0 nobody
KNOWN = 1  # 1 if the debts below are all there are
MISSED_SB = 2
MISSED_BB = 3
MISSED_STRADDLE = 4
WAS_DEALT = 5  # in the last hand that was played here
EVER_DEALT = 6
GAP = 7  # how far the chips were off at the start of the last hand
MEMORY = 8

# Rows of `posts_of`, by seat: what was posted in this hand.
LIVE = 0
DEAD = 1
BLIND = 2
STRADDLE = 3
KILL = 4
POSTS = 5


@kernel
def passed_over(old, new, active):
    """Active seats strictly between two seats, in the direction that passes fewer."""
    clockwise = 0
    counter = 0
    for s in range(1, SEATS):
        if active >> s & 1 and s != old and s != new:
            if lies_between(s, old, new):
                clockwise += 1
            else:
                counter += 1
    return min(clockwise, counter)


@kernel
def all_stayed(first, last, first_before, last_before, seat_no, player):
    """Whether the same players sit in the same seats as in the hand before, each of them in one."""
    if last - first != last_before - first_before:
        return False
    for i in range(last - first):
        if seat_no[first + i] != seat_no[first_before + i] or player[first + i] != player[first_before + i]:
            return False
        for j in range(first, first + i):
            if player[j] == player[first + i]:
                return False
    return True


@kernel
def remember_seats(memory, before, stayed, first, last, seat_no, player):
    """Moves what is known of each player to where the player sits now; strangers are unknown."""
    for entry in range(MEMORY):
        for s in range(SEATS):
            before[entry, s] = memory[entry, s]
    if stayed:
        return
    memory[:] = 0
    for i in range(first, last):
        s = int(seat_no[i])
        p = player[i]
        memory[PLAYER, s] = p
        if p <= 0:
            continue
        for old in range(1, SEATS):
            if before[PLAYER, old] == p:
                for entry in range(MEMORY):
                    memory[entry, s] = before[entry, old]
                break


@kernel
def due_of(params, terms, missed_sb, missed_bb, small_blind, big_blind):
    """(live, dead) that one who missed these blinds has to post; (-1, -1) where no rule in force says it."""
    if missed_bb:
        return big_blind, small_blind if missed_sb else 0
    if missed_sb:
        single_live = params[Param.MISSED_SINGLE_LIVE, terms]
        if single_live == UNKNOWN:
            return -1, -1
        return (small_blind, 0) if single_live == 1 else (0, small_blind)
    return 0, 0


@kernel
def judge_entry(
    deviations, found, h, s, state, chips, params, terms, memory, posts_of, old_seat, moved_past, was_button,
    is_tournament, button, sb_place, bb_seat, bb_due, bought, note_bought, under_the_gun, seats, sat_before,
):  # fmt: skip
    """One player who comes in: (deviations found, 1 judged or 0 not evaluable)."""
    small_blind = params[Param.SB_CENTS, terms]
    big_blind = params[Param.BB_CENTS, terms]
    live, dead = posts_of[LIVE, s], posts_of[DEAD, s]
    is_new = state == State.NEW
    if seats > 2 and sb_place > 0 and not bought and not note_bought and lies_between(s, button, sb_place):
        big_only = not is_tournament and is_new and live > 0 and params[Param.BIG_ONLY_BETWEEN, terms] == 1
        if params[Param.NONE_BETWEEN, terms] == 1 and not big_only:
            found = report(
                deviations, found, h, Deviation.DEALT_BETWEEN, UNKNOWN, s, sb_place, s, 0, UNKNOWN, UNKNOWN,
                Between.BUTTON_AND_SMALL_BLIND,
            )  # fmt: skip
            return found, 1
    if is_tournament:
        return found, 1
    if is_new and not sat_before and s == button and seats > 2 and params[Param.BEST_POSITION_WAITS, terms] > 0:
        found = report(
            deviations, found, h, Deviation.DEALT_BETWEEN, UNKNOWN, s, sb_place, s, 0, UNKNOWN, UNKNOWN,
            Between.BEST_POSITION,
        )  # fmt: skip
        return found, 1
    has_blinds = params[Param.IS_FLOP_GAME, terms] == 1 or (
        params[Param.IS_ROUND_GAME, terms] == 1 and params[Param.OPENER, terms] == Opener.BLINDS
    )
    if small_blind == UNKNOWN or big_blind == UNKNOWN or not has_blinds:
        return found, 0
    # Ways in that need no post, or a post of their own.
    if s == bb_seat or s == bb_due:
        return found, 1
    if posts_of[KILL, s] > 0:
        return found, 0
    if posts_of[STRADDLE, s] > 0 and s == under_the_gun:
        return found, 1 if params[Param.RETURN_AS_STRADDLE, terms] == 1 else 0
    if posts_of[STRADDLE, s] > 0 or posts_of[BLIND, s] > 0:
        return found, 0
    why = Owed.MISSED_BLIND
    due_live = 0
    due_dead = 0
    straddle = 0
    if bought or (note_bought and live + dead > 0):
        due_live, due_dead = big_blind, small_blind
    elif is_new:
        if params[Param.NEW_POSTS, terms] == UNKNOWN:
            return found, 0
        why = Owed.NEW_PLAYER
        due_live = big_blind if params[Param.NEW_POSTS, terms] == 1 else 0
        if due_live == 0:
            return found, 1  # whatever a new player posts of free will
    else:
        if memory[KNOWN, s] == 0 or memory[EVER_DEALT, s] == 0 or params[Param.MISSED_SINGLE_LIVE, terms] == UNKNOWN:
            return found, 0
        waits = params[Param.MISSED_WAITS, terms]
        if waits != UNKNOWN and (memory[MISSED_BB, s] or memory[MISSED_SB, s]):
            if waits == Waits.BIG_BLIND and not memory[MISSED_BB, s]:
                return found, 0  # nobody says what one owes who missed the small blind alone
            found = report(
                deviations, found, h, Deviation.OWING, UNKNOWN, s, big_blind, live, live + dead - big_blind,
                UNKNOWN, UNKNOWN, Owed.WAITS,
            )  # fmt: skip
            beside(deviations, found, 0, dead)
            return found, 1
        due_live, due_dead = due_of(params, terms, memory[MISSED_SB, s], memory[MISSED_BB, s], small_blind, big_blind)
        if due_live < 0:
            return found, 0
        if memory[MISSED_STRADDLE, s] and params[Param.STRADDLE_CENTS, terms] != UNKNOWN:
            straddle = params[Param.STRADDLE_CENTS, terms]
            if due_live + due_dead == 0:
                why = Owed.MISSED_STRADDLE
                due_dead = straddle
        if due_live + due_dead == 0 and old_seat > 0 and old_seat != s:
            free = params[Param.MOVE_PAST_FREE, terms]
            if free == UNKNOWN or was_button or not memory[WAS_DEALT, s]:
                return found, 0  # dealt off, or waited: how long the log does not say
            if moved_past > free:
                why = Owed.MOVED
                due_live = big_blind
        if due_live + due_dead == 0:
            return found, 1
    if live == due_live and dead == due_dead:
        return found, 1
    if straddle and live == due_live and dead == due_dead + straddle:
        return found, 1
    if live + dead >= chips and live + dead < due_live + due_dead:
        return found, 1  # all there was
    amount = live + dead - due_live - due_dead
    kind = Deviation.OWING if live + dead == 0 else Deviation.MADE_UP_WRONGLY
    found = report(deviations, found, h, kind, UNKNOWN, s, due_live, live, amount, UNKNOWN, UNKNOWN, why)
    beside(deviations, found, due_dead, dead)
    return found, 1


@kernel
def is_dealt_by_mistake(state, params, terms):
    """A hand for a seat whose player is away brings nobody into the game, but where such seats are dealt in."""
    return state == State.AWAY and params[Param.DEALS_TO_AWAY, terms] != 1


@kernel
def seats_owing(memory, blind):
    """Seats whose player missed a blind and has not made it up, as bits; of whom that is not known for sure, none."""
    owing = 0
    for s in range(1, SEATS):
        if memory[PLAYER, s] != 0 and memory[KNOWN, s] and memory[EVER_DEALT, s] and memory[blind, s]:
            owing |= 1 << s
    return owing


@kernel
def remember_missed(memory, state_of, sb_before, bb_before, sb_now, bb_now, params, terms, button, straddler):
    """Who was away when the blinds went by."""
    for s in range(1, SEATS):
        if memory[PLAYER, s] == 0 or state_of[s] != State.AWAY:
            continue
        if bb_now == 0 or bb_before == 0:
            if not (memory[MISSED_BB, s] and memory[MISSED_SB, s]):
                memory[KNOWN, s] = 0
            continue
        if bb_now != bb_before and lies_between(s, bb_before, bb_now):
            memory[MISSED_BB, s] = 1
            memory[MISSED_SB, s] = 1
            memory[KNOWN, s] = 1
        elif s == sb_now and sb_now != sb_before:
            memory[MISSED_SB, s] = 1
        mandatory = params[Param.STRADDLE_MANDATORY, terms]
        if mandatory == 1:
            if s == button:
                memory[MISSED_STRADDLE, s] = 1
        elif mandatory == 2 and straddler > 0 and lies_between(s, bb_now, straddler):
            memory[MISSED_STRADDLE, s] = 1


# Entries of `kill`, the memory of the kill button.
LEG = 0  # the player who won the last pot; 0 nobody, -1 unknown
DUE = 1  # the player who has to kill the next hand; 0 nobody, -1 unknown
WHY = 2  # a `KillWhy`
OWED = 3  # one who missed a kill and posts it later
TOLD = 4  # 1 if that was told already
LEFT = 5  # the last player who was not dealt in with a leg up, and keeps it
KILL_MEMORY = 6


@kernel
def kill_follows(
    kill, params, terms, ended, shared, winners, winner, holder_won, killer, won_least, won_most, contested, shown
):
    """What the end of a hand makes of legs and kills. Called-off deals change nothing."""
    if ended == Ended.MISDEAL or ended == Ended.VOID:
        return
    leg = kill[LEG]
    kill[DUE] = 0
    kill[WHY] = KillWhy.PLAIN
    if winners == 0:
        kill[LEG] = -1
        kill[DUE] = -1
        return
    if params[Param.KILL_WHEN, terms] == KillWhen.SCOOP:
        if shared != Shared.SOLE:
            if killer > 0:
                kill[DUE] = -1
            return
        least = params[Param.KILL_SCOOP_CENTS, terms]
        if least == UNKNOWN:
            kill[DUE] = -1
        elif contested >= least:
            kill[DUE] = winner if shown else -1
        return
    if shared == Shared.APART:
        kill[LEG] = -1
        kill[DUE] = -1
        return
    if shared == Shared.SPLIT:
        if leg == -1:
            kill[DUE] = 0 if killer == 0 else -1
        elif leg > 0 and holder_won:
            if killer == leg:
                kill[DUE] = leg
                kill[WHY] = KillWhy.AFTER_SPLIT
        else:
            kill[LEG] = 0
        return
    kill[LEG] = winner
    if leg == -1:
        kill[DUE] = -1
        return
    if leg != winner:
        if winner == kill[LEFT]:
            kill[LEFT] = 0
            kill[DUE] = -1  # a leg that was kept while away: whether it makes two with this one is for the table
        return
    bet = params[Param.SMALL_BET_CENTS, terms]
    if bet == UNKNOWN:
        kill[DUE] = -1
        return
    if killer > 0:
        if params[Param.KILL_PERCENT, terms] == UNKNOWN:
            kill[DUE] = -1
            return
        bet = bet * params[Param.KILL_PERCENT, terms] // 100
    if won_least >= bet:
        kill[DUE] = winner
    elif won_most >= bet or killer == winner:
        kill[DUE] = -1  # whether it was a full bet is a matter of reading
    else:
        kill[WHY] = KillWhy.NOT_ENOUGH


@kernel
def judge_kill(
    deviations, found, h, kill, params, terms, kills, kill_seat, kill_event, kill_cents, kill_player, due_seat,
    due_chips, kill_chips, owed_seat, owed_chips,
):  # fmt: skip
    """The kill of one hand beside what was due: (deviations found, 1 judged or 0 not evaluable)."""
    due = params[Param.KILL_CENTS, terms]
    if due == UNKNOWN or kill[DUE] == -1:
        if kills > 0:
            kill[OWED] = 0
        return found, 0
    if kills > 1:
        found = report(
            deviations, found, h, Deviation.KILL, kill_event, kill_seat, 1, kills, 0, UNKNOWN, UNKNOWN,
            KillFault.SECOND,
        )  # fmt: skip
        return found, 1
    if kill_seat > 0 and kill_player == kill[DUE]:
        right = min(due, kill_chips)
        if kill_cents != right:
            found = report(
                deviations, found, h, Deviation.KILL, kill_event, kill_seat, right, kill_cents, kill_cents - right,
                UNKNOWN, UNKNOWN, KillFault.AMOUNT,
            )  # fmt: skip
        return found, 1
    if kill[DUE] == 0:
        if kill_seat > 0 and kill_player != kill[OWED]:
            found = report(
                deviations, found, h, Deviation.KILL, kill_event, kill_seat, 0, kill_cents, kill_cents,
                UNKNOWN, UNKNOWN, KillFault.NOT_OWED,
            )  # fmt: skip
            beside(deviations, found, kill[WHY], 0)
        elif kill_seat > 0:
            kill[OWED] = 0
        elif owed_seat > 0 and not kill[TOLD]:
            # Back in the game, off the button and the blinds, and the kill is still owed.
            right = min(due, owed_chips)
            kill[TOLD] = 1
            found = report(
                deviations, found, h, Deviation.KILL, UNKNOWN, owed_seat, right, 0, -right, UNKNOWN, UNKNOWN,
                KillFault.MISSED,
            )  # fmt: skip
            beside(deviations, found, KillWhy.OWED_LATER, 0)
        return found, 1
    # Somebody else posted it, or nobody.
    if kill_seat > 0:
        if kill_player == kill[OWED]:
            kill[OWED] = kill[DUE]
            kill[TOLD] = 0
            return found, 0  # one kill a deal: the one that was owed longer
        found = report(
            deviations, found, h, Deviation.KILL, kill_event, kill_seat, due_seat, kill_seat, 0, UNKNOWN, UNKNOWN,
            KillFault.WRONG_SEAT,
        )  # fmt: skip
        return found, 1
    kill[OWED] = kill[DUE]
    kill[TOLD] = 0
    if due_seat == 0:
        return found, 0  # left or away: it is owed on return
    kill[TOLD] = 1
    right = min(due, due_chips)
    if right > 0:
        found = report(
            deviations, found, h, Deviation.KILL, UNKNOWN, due_seat, right, 0, -right, UNKNOWN, UNKNOWN,
            KillFault.MISSED,
        )  # fmt: skip
        beside(deviations, found, kill[WHY], 0)
    return found, 1


@kernel
def judge_stacks(
    deviations, found, h, first, last, first_before, last_before, seat_no, player, stack, end_stack,
    first_note, last_note, note_seat, note_change, note_unknown, memory, stayed,
):  # fmt: skip
    """Chips at the start of a hand beside those at the end of the one before: (deviations found, seats judged).

    A stack that was written down wrong is off twice, by as much to either side: that is one cause.
    """
    judged = 0
    for i in range(first, last):
        if player[i] <= 0:
            continue
        # Where all stayed, the hand before lists the seat at the same place.
        begin, end = (first_before + i - first, first_before + i - first + 1) if stayed else (first_before, last_before)
        for j in range(begin, end):
            if seat_no[j] != seat_no[i] or player[j] != player[i] or end_stack[j] == UNKNOWN:
                continue
            due = end_stack[j]
            known = True
            for k in range(first_note, last_note):
                if note_seat[k] == seat_no[i] or note_seat[k] == 0:
                    due += note_change[k]
                    known &= not note_unknown[k]
            if known:
                judged += 1
                gap = stack[i] - due
                undone = gap != 0 and gap == -memory[GAP, int(seat_no[i])]
                memory[GAP, int(seat_no[i])] = 0 if undone else gap
                if gap != 0 and not undone:
                    found = report(
                        deviations, found, h, Deviation.STACK_NOT_CARRIED, UNKNOWN, int(seat_no[i]), due, stack[i],
                        abs(gap), UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip
    return found, judged


@kernel
def seat_of(player, first, last, seat_no, players):
    """Where a player sits in a hand; 0 nowhere."""
    for i in range(first, last):
        if players[i] == player:
            return int(seat_no[i])
    return 0


@kernel
def stack_of(seat, first, last, seat_no, stack):
    """The chips of a seat at the start of a hand."""
    for i in range(first, last):
        if seat_no[i] == seat:
            return stack[i]
    return 0


def tables_scratch() -> tuple[npt.NDArray[np.int64], ...]:
    """Room for what is remembered of one table: its seats, its kill, its seats before, its posts, its states."""
    return (
        np.zeros((MEMORY, SEATS), np.int64),
        np.zeros(KILL_MEMORY, np.int64),
        np.zeros((MEMORY, SEATS), np.int64),
        np.zeros((POSTS, SEATS), np.int64),
        np.zeros(SEATS, np.int64),
    )


@kernel
def replay_tables(
    table, follows, terms_of, is_tournament, button, ended, active, dealt,
    sb_stood, bb_stood, bb_seat, bb_due, buyer,
    kills, kill_seat, kill_event, kill_cents, shared, winners, won_least, won_most, contested, shown, straddle_due,
    seat_first, seat_last, seat_no, player, stack, end_stack, state,
    post_first, post_last, post_seat, post_kind, post_cents,
    note_first, note_last, note_seat, note_change, note_unknown, note_bought,
    params, facts, deviations, scratch,
):  # fmt: skip
    """Replays all hands. Returns how many deviations there are, which may be more than there was room for.

    `facts` gets five rows: whether who came in could be judged (1), whether the kill could (1), how many stacks could;
    and the seats, as bits, that owe a small or a big blind once the hand is over.
    """
    memory, kill, before, posts_of, state_of = scratch
    n = len(table)
    found = 0
    bb_before = 0  # where the blinds stood in the last hand of this table that was played
    sb_before = 0
    for h in range(n):
        terms = terms_of[h]
        a, b = seat_first[h], seat_last[h]
        follows_on = h > 0 and follows[h] and table[h] == table[h - 1]
        called_off = ended[h] == Ended.MISDEAL or ended[h] == Ended.VOID
        facts[0, h] = UNKNOWN
        facts[1, h] = UNKNOWN
        facts[2, h] = UNKNOWN
        if not follows_on:
            memory[:] = 0
            bb_before = 0
            kill[LEG] = -1
            kill[DUE] = -1
            kill[WHY] = KillWhy.PLAIN
            kill[OWED] = 0
            kill[LEFT] = 0
        stayed = follows_on and all_stayed(a, b, seat_first[h - 1], seat_last[h - 1], seat_no, player)
        remember_seats(memory, before, stayed, a, b, seat_no, player)
        state_of[:] = -1
        for i in range(a, b):
            state_of[int(seat_no[i])] = int(state[i])
        posts_of[:] = 0
        for e in range(post_first[h], post_last[h]):
            s = int(post_seat[e])
            kind = int(post_kind[e])
            if kind == Detail.LIVE:
                posts_of[LIVE, s] += post_cents[e]
            elif kind == Detail.DEAD:
                posts_of[DEAD, s] += post_cents[e]
            elif kind == Detail.SB or kind == Detail.BB:
                posts_of[BLIND, s] += post_cents[e]
            elif kind == Detail.STRADDLE:
                posts_of[STRADDLE, s] += post_cents[e]
            elif kind == Detail.KILL:
                posts_of[KILL, s] += post_cents[e]
        # The blinds, the straddle and the kill are posted before the cards; a deal called off is judged when it is
        # dealt again.
        under_the_gun = next_seat(dealt[h], bb_seat[h]) if bb_seat[h] > 0 else 0
        if follows_on:
            found, judged = judge_stacks(
                deviations, found, h, a, b, seat_first[h - 1], seat_last[h - 1], seat_no, player, stack, end_stack,
                note_first[h], note_last[h], note_seat, note_change, note_unknown, memory, stayed,
            )  # fmt: skip
            if judged:
                facts[2, h] = judged
        if button[h] > 0 and follows_on and not called_off:
            all_judged = 1
            found_before = found
            for i in range(a, b):
                s = int(seat_no[i])
                p = player[i]
                if p <= 0 or not dealt[h] >> s & 1 or is_dealt_by_mistake(state_of[s], params, terms):
                    continue
                old_seat = s if stayed else 0
                for old in range(1, 1 if stayed else SEATS):
                    if before[PLAYER, old] == p:
                        old_seat = old
                if old_seat == s and before[WAS_DEALT, s] == 1:
                    continue
                bought_by_note = False
                for k in range(note_first[h], note_last[h]):
                    bought_by_note |= note_seat[k] == s and note_bought[k]
                if state_of[s] != State.NEW and old_seat == 0:
                    # Somebody of whom nothing is known; where the hand was dealt can still be judged.
                    memory[KNOWN, s] = 0
                bought = buyer[h] == s and sb_stood[h] == s
                past = passed_over(old_seat, s, active[h]) if old_seat > 0 else 0
                found, judged = judge_entry(
                    deviations, found, h, s, state_of[s], stack[i], params, terms, memory, posts_of, old_seat, past,
                    old_seat > 0 and old_seat == button[h - 1], is_tournament[h], button[h], sb_stood[h], bb_seat[h],
                    bb_due[h], bought, bought_by_note, under_the_gun, seats_in(active[h]), old_seat > 0,
                )  # fmt: skip
                all_judged &= judged
            if all_judged or found > found_before:
                facts[0, h] = 1
        if button[h] > 0 and params[Param.KILL_WHEN, terms] != UNKNOWN:
            due_seat = seat_of(kill[DUE], a, b, seat_no, player) if kill[DUE] > 0 else 0
            if due_seat and not dealt[h] >> due_seat & 1:
                due_seat = 0
            killer = 0
            if kill_seat[h] > 0:
                for i in range(a, b):
                    if seat_no[i] == kill_seat[h]:
                        killer = player[i]
            if not called_off:
                owed_seat = seat_of(kill[OWED], a, b, seat_no, player) if kill[OWED] > 0 else 0
                if owed_seat and (
                    not dealt[h] >> owed_seat & 1 or owed_seat == button[h] or posts_of[BLIND, owed_seat] > 0
                ):
                    owed_seat = 0
                found, judged = judge_kill(
                    deviations, found, h, kill, params, terms, kills[h], kill_seat[h], kill_event[h], kill_cents[h],
                    killer, due_seat, stack_of(due_seat, a, b, seat_no, stack),
                    stack_of(kill_seat[h], a, b, seat_no, stack), owed_seat,
                    stack_of(owed_seat, a, b, seat_no, stack),
                )  # fmt: skip
                if judged:
                    facts[1, h] = 1
            if killer > 0 and kill[LEG] == -1 and not called_off:
                kill[LEG] = killer  # who kills has won before
            if kill[LEG] > 0 and not called_off:
                leg_seat = seat_of(kill[LEG], a, b, seat_no, player)
                if leg_seat == 0 or not dealt[h] >> leg_seat & 1:
                    kill[LEFT] = kill[LEG]
            winner = 0
            holder_won = False
            for i in range(a, b):
                if winners[h] >> int(seat_no[i]) & 1:
                    winner = player[i]
                    holder_won |= player[i] == kill[LEG]
            kill_follows(
                kill, params, terms, ended[h], shared[h], winners[h], winner, holder_won, killer,
                won_least[h], won_most[h], contested[h], shown[h],
            )  # fmt: skip
        # What the hand changes for the next one.
        if not called_off:
            straddler = straddle_due[h] if straddle_due[h] > 0 else 0
            for s in range(1, SEATS):
                if memory[PLAYER, s] == 0:
                    continue
                if dealt[h] >> s & 1 and not is_dealt_by_mistake(state_of[s], params, terms):
                    memory[KNOWN, s] = 1
                    memory[MISSED_SB, s] = 0
                    memory[MISSED_BB, s] = 0
                    memory[MISSED_STRADDLE, s] = 0
                    memory[WAS_DEALT, s] = 1
                    memory[EVER_DEALT, s] = 1
                else:
                    memory[WAS_DEALT, s] = 0
            if button[h] > 0:
                remember_missed(
                    memory, state_of, sb_before, bb_before, sb_stood[h], bb_stood[h], params, terms, button[h],
                    straddler,
                )  # fmt: skip
            bb_before = bb_stood[h]
            sb_before = sb_stood[h]
        elif ended[h] == Ended.VOID:
            bb_before = 0
            for s in range(1, SEATS):
                if not (memory[MISSED_BB, s] and memory[MISSED_SB, s]):
                    memory[KNOWN, s] = 0
        facts[3, h] = seats_owing(memory, MISSED_SB)
        facts[4, h] = seats_owing(memory, MISSED_BB)
    return found
