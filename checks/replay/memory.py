"""What a table remembers of its players: missed blinds, posts on coming in, kills and legs, chips from hand to hand.

Grain: some facts a hand, a row a player who comes in otherwise than due, a row a stack that was not carried over; hands
sorted by table, then by time. A player is a number that stands for the name. What the log does not show (its start, a
gap in the hand numbers, a seat that was away before anybody looked) is unknown, and nothing is made of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from checks.replay.kills import follow_kill, kill_due
from checks.replay.layout import UNKNOWN, Between, Ended, KillWhy, Opener, Owed, Waits
from checks.replay.masks import SEATS, count_seats, last_before, lies_between, next_in
from parsers.kernel import inlined_part, kernel, part
from parsers.vocabulary import Detail, State

# What is known of who sits at a seat; `player` 0 is nobody.
_OF_PLAYER = (
    "player known missed_sb missed_bb missed_before missed_straddle was_dealt ever_dealt dealt_off waited leg_kept gap"
).split()
_POSTED = "live dead blind straddle kill".split()
_NUMBERS = """
    leg due why owed told left first bb_before sb_before stayed n_entries n_stacks
    h s best_seat state old_seat past
    was_button bought note_bought under_the_gun seats sb_place bb_seat bb_due button tournament
    chips live_cents dead_cents dodged between owed_why due_live due_dead due_straddle
    killer kills kill_seat kill_cents kill_chips kill_in_blinds leg_back left_more due_seat due_chips owed_seat
    owed_chips due_player_seat due_cents owed_later
    ended shared winners winner holder_won won_least won_most contested shown
""".split()
MEMORY = np.dtype(
    [(name, "i8", (SEATS,)) for name in (*_OF_PLAYER, *_POSTED)] + [("states", "i8", (SEATS,))]
    + [(name, "i8") for name in _NUMBERS]
)  # fmt: skip

# Rows of the facts that the memory of a table gives for every hand.
MEMORY_FACTS = (
    "entries_known", "kill_known", "stacks_judged", "owes_sb_mask", "owes_bb_mask", "kill_due_seat", "kill_due_cents",
    "kill_why", "redeal_stranger",
)  # fmt: skip
ENTRIES_KNOWN, KILL_KNOWN, STACKS_JUDGED, OWES_SB, OWES_BB, KILL_DUE_SEAT, KILL_DUE_CENTS, KILL_WHY, STRANGER = range(9)


class Tables(NamedTuple):
    """Hands in the order of their tables, a column each."""

    table: np.ndarray
    follows: np.ndarray
    terms: np.ndarray
    tournament: np.ndarray
    button: np.ndarray
    ended: np.ndarray
    active: np.ndarray
    dealt: np.ndarray
    sb_stood: np.ndarray
    bb_stood: np.ndarray
    bb_seat: np.ndarray
    bb_due: np.ndarray
    buyer: np.ndarray
    kills: np.ndarray
    kill_seat: np.ndarray
    kill_cents: np.ndarray
    shared: np.ndarray
    winners: np.ndarray
    won_least: np.ndarray
    won_most: np.ndarray
    contested: np.ndarray
    shown: np.ndarray
    undone: np.ndarray
    bomb: np.ndarray
    dodged: np.ndarray  # a mask of seats
    straddle_due: np.ndarray
    seat_first: np.ndarray
    seat_last: np.ndarray
    post_first: np.ndarray
    post_last: np.ndarray
    note_first: np.ndarray
    note_last: np.ndarray


class Sitting(NamedTuple):
    """Who sat at the hands, what was posted in them, and the notes before them; each joined over all hands."""

    seat: np.ndarray
    player: np.ndarray
    stack: np.ndarray
    end_stack: np.ndarray
    state: np.ndarray
    post_seat: np.ndarray
    post_kind: np.ndarray
    post_cents: np.ndarray
    note_seat: np.ndarray
    note_change: np.ndarray
    note_unknown: np.ndarray
    note_bought: np.ndarray
    note_coloured: np.ndarray


@part
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


@inlined_part
def all_stayed(tables, sitting, h):
    """Whether the same players sit in the same seats as in the hand before, each of them in one."""
    first, before = tables.seat_first[h], tables.seat_first[h - 1]
    n = tables.seat_last[h] - first
    if n != tables.seat_last[h - 1] - before:
        return False
    for i in range(n):
        same_seat = sitting.seat[first + i] == sitting.seat[before + i]
        if not same_seat or sitting.player[first + i] != sitting.player[before + i]:
            return False
        for j in range(first, first + i):
            if sitting.player[j] == sitting.player[first + i]:
                return False
    return True


@part
def forget_players(now):
    """Nobody is known at this table."""
    for s in range(SEATS):
        now.player[s] = 0
        forget_seat(now, s)


@part
def forget_seat(now, s):
    """Nothing is known of who sits at a seat."""
    now.known[s] = 0
    now.missed_sb[s] = 0
    now.missed_bb[s] = 0
    now.missed_before[s] = 0
    now.missed_straddle[s] = 0
    now.was_dealt[s] = 0
    now.ever_dealt[s] = 0
    now.dealt_off[s] = 0
    now.waited[s] = 0
    now.leg_kept[s] = 0
    now.gap[s] = 0


@part
def move_player(now, before, old, s):
    """What is known of a player goes to another seat."""
    now.known[s] = before.known[old]
    now.missed_sb[s] = before.missed_sb[old]
    now.missed_bb[s] = before.missed_bb[old]
    now.missed_before[s] = before.missed_before[old]
    now.missed_straddle[s] = before.missed_straddle[old]
    now.was_dealt[s] = before.was_dealt[old]
    now.ever_dealt[s] = before.ever_dealt[old]
    now.dealt_off[s] = before.dealt_off[old]
    now.waited[s] = before.waited[old]
    now.leg_kept[s] = before.leg_kept[old]
    now.gap[s] = before.gap[old]


@inlined_part
def remember_seats(tables, sitting, h, now, before):
    """Moves what is known of each player to where the player sits now; strangers are unknown."""
    for s in range(SEATS):
        before.player[s] = now.player[s]
        before.was_dealt[s] = now.was_dealt[s]
        move_player(before, now, s, s)
    if now.stayed:
        return
    forget_players(now)
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        s = int(sitting.seat[i])
        p = sitting.player[i]
        now.player[s] = p
        if p <= 0:
            continue
        for old in range(1, SEATS):
            if before.player[old] == p:
                move_player(now, before, old, s)
                if old != s:
                    now.waited[s] = 0
                    now.dealt_off[s] = before.was_dealt[old] and h > 0 and old == tables.button[h - 1]
                break


@inlined_part
def read_posts(tables, sitting, h, now):
    """States of the seats and what each of them posted in a hand."""
    now.states[:] = -1
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        now.states[int(sitting.seat[i])] = int(sitting.state[i])
    now.live[:] = 0
    now.dead[:] = 0
    now.blind[:] = 0
    now.straddle[:] = 0
    now.kill[:] = 0
    for e in range(tables.post_first[h], tables.post_last[h]):
        s = int(sitting.post_seat[e])
        kind = int(sitting.post_kind[e])
        if kind == Detail.LIVE:
            now.live[s] += sitting.post_cents[e]
        elif kind == Detail.DEAD:
            now.dead[s] += sitting.post_cents[e]
        elif kind == Detail.SB or kind == Detail.BB:
            now.blind[s] += sitting.post_cents[e]
        elif kind == Detail.STRADDLE:
            now.straddle[s] += sitting.post_cents[e]
        elif kind == Detail.KILL:
            now.kill[s] += sitting.post_cents[e]


@part
def is_dealt_by_mistake(state, law):
    """A hand for a seat whose player is away brings nobody into the game, but where such seats are dealt in."""
    return state == State.AWAY and law.deals_to_away != 1


@part
def keep_entry(rows, now):
    """A player who came in, beside what that takes."""
    if now.n_entries < len(rows):
        row = rows[now.n_entries]
        row.hand_row = now.h
        row.seat = now.s
        row.between = now.between
        row.owed = now.owed_why
        row.due_live_cents = now.due_live
        row.due_dead_cents = now.due_dead
        row.straddle_cents = now.due_straddle
        row.live_cents = now.live_cents
        row.dead_cents = now.dead_cents
        row.entry_chips_cents = now.chips
    now.n_entries += 1


@part
def barred_from_buying(now, law):
    """Why somebody may not buy the button: a `Between`, 0 who may, or where nobody says it."""
    s = now.s
    if now.kill_in_blinds and law.kill_bars_buying == 1:
        return Between.BOUGHT_IN_KILL
    if now.state == State.NEW:
        return Between.BOUGHT_NEW if law.buy_new == 0 else 0
    if law.buy_missed_big_only == 1 and now.known[s] and now.missed_before[s]:
        return Between.BOUGHT_OWING
    return 0


@part
def where_nobody_comes_in(now, law):
    """Fills where a player came in though everybody waits there: a `Between`, 0 elsewhere."""
    s = now.s
    now.between = 0
    is_new = now.state == State.NEW
    bought = now.bought or now.note_bought
    if bought and not now.tournament:
        now.between = barred_from_buying(now, law)
        if now.between:
            return
    if now.seats > 2 and now.sb_place > 0 and not bought and lies_between(s, now.button, now.sb_place):
        big_only = not now.tournament and is_new and now.live_cents > 0 and law.big_only_between == 1
        if law.none_between == 1 and not big_only:
            now.between = Between.BUTTON_AND_SMALL_BLIND
            return
    waits = law.best_position_waits
    came = now.old_seat == 0 and s == now.best_seat and waits > 0
    best = is_new and now.seats > 2 and (came or 0 < now.waited[s] < waits)
    if best and not now.tournament:
        now.between = Between.BEST_POSITION


@part
def due_of_missed(now, law):
    """Fills what one who missed blinds has to post. Returns whether the rules in force say it."""
    s = now.s
    now.owed_why = Owed.MISSED_BLIND
    if now.known[s] == 0 or now.ever_dealt[s] == 0 or law.missed_single_live == UNKNOWN:
        return False
    if law.missed_waits != UNKNOWN and (now.missed_bb[s] or now.missed_sb[s]):
        if law.missed_waits == Waits.BIG_BLIND and not now.missed_bb[s]:
            return False  # nobody says what one owes who missed the small blind alone
        now.owed_why = Owed.WAITS
        now.due_live = law.bb_cents
        return True
    if law.three_blinds_missed == 1 and law.straddle_cents != UNKNOWN and (now.missed_bb[s] or now.missed_sb[s]):
        now.owed_why = Owed.THREE_BLINDS
        now.due_live = law.straddle_cents
        now.due_dead = (law.sb_cents if now.missed_sb[s] else 0) + (law.bb_cents if now.missed_bb[s] else 0)
        return True
    if now.missed_bb[s]:
        now.due_live = law.bb_cents
        now.due_dead = law.sb_cents if now.missed_sb[s] else 0
    elif now.missed_sb[s]:
        now.due_live = law.sb_cents if law.missed_single_live == 1 else 0
        now.due_dead = 0 if law.missed_single_live == 1 else law.sb_cents
    if now.missed_straddle[s] and law.straddle_cents != UNKNOWN:
        now.due_straddle = law.straddle_cents
        if now.due_live + now.due_dead == 0:
            now.owed_why = Owed.MISSED_STRADDLE
            now.due_dead = law.straddle_cents
    if now.due_live + now.due_dead == 0 and now.old_seat > 0 and now.old_seat != s and law.move_waits == 1:
        if now.was_button or not now.was_dealt[s]:
            return False
        now.owed_why = Owed.MOVED_WAITS if now.past > 0 else 0
    elif now.due_live + now.due_dead == 0 and now.old_seat > 0 and now.old_seat != s:
        if law.move_past_free == UNKNOWN or now.was_button or not now.was_dealt[s]:
            return False  # dealt off, or waited: how long the log does not say
        if now.past > law.move_past_free:
            now.owed_why = Owed.MOVED
            now.due_live = law.bb_cents
    return True


@part
def has_posted(now):
    """Whether a player posted what was due: with a missed straddle dead beside it, or all there was, it is enough."""
    due = now.due_live + now.due_dead
    done = now.live_cents + now.dead_cents
    if now.owed_why == Owed.MOVED_WAITS:
        return False
    if due == 0 or now.owed_why == Owed.WAITS:
        return due == 0
    dead = now.dead_cents == now.due_dead or (
        now.due_straddle > 0 and now.dead_cents == now.due_dead + now.due_straddle
    )
    return (now.live_cents == now.due_live and dead) or (now.chips <= done < due)


@part
def comes_in(now, law, rows):
    """One player who comes in: keeps what was due beside what was posted. Returns 1 judged or 0 not evaluable."""
    s = now.s
    now.owed_why = 0
    now.due_live = 0
    now.due_dead = 0
    now.due_straddle = 0
    where_nobody_comes_in(now, law)
    if now.between:
        keep_entry(rows, now)
        return 1
    if now.tournament:
        return 1
    if now.dodged:
        return now.dead_cents > 0  # how much is forfeited is the floor's to say
    has_blinds = law.is_flop_game == 1 or (law.is_round_game == 1 and law.opener == Opener.BLINDS)
    if law.sb_cents == UNKNOWN or law.bb_cents == UNKNOWN or not has_blinds:
        return 0
    # Ways in that need no post, or a post of their own.
    if s == now.bb_seat or s == now.bb_due:
        return 1
    if now.kill[s] > 0:
        return 0
    if now.straddle[s] > 0 and s == now.under_the_gun:
        return 1 if law.return_as_straddle == 1 else 0
    if now.straddle[s] > 0 or now.blind[s] > 0:
        return 0
    if now.bought or (now.note_bought and now.live_cents + now.dead_cents > 0):
        if law.three_blinds_missed == 1:
            return 0  # what the button costs there nobody says
        if law.buy_big_live != 1:
            return 0
        now.owed_why = Owed.BOUGHT
        now.due_live, now.due_dead = law.bb_cents, law.sb_cents
    elif now.state == State.NEW:
        if law.new_posts == UNKNOWN:
            return 0
        now.owed_why = Owed.NEW_PLAYER
        now.due_live = law.bb_cents if law.new_posts == 1 else 0
    elif not due_of_missed(now, law):
        return 0
    if not has_posted(now):
        keep_entry(rows, now)
    return 1


@inlined_part
def game_was_on(tables, sitting, h):
    """Whether some of those dealt in are not new: where everybody is, a game begins and nobody posts to come in."""
    known = 0
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        s = int(sitting.seat[i])
        known += sitting.state[i] == State.IN and tables.dealt[h] >> s & 1
    return known >= 2


@inlined_part
def stranger(tables, sitting, h, before):
    """The first seat that was dealt in whose player was not at the table in the hand before; 0 nobody."""
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        s = int(sitting.seat[i])
        if sitting.player[i] <= 0 or not tables.dealt[h] >> s & 1:
            continue
        here = False
        for old in range(1, SEATS):
            here = here or before.player[old] == sitting.player[i]
        if not here:
            return s
    return 0


@inlined_part
def entries(tables, sitting, h, now, before, law, rows):
    """Everybody who comes in in a hand. Returns whether all of them could be judged, or one was off."""
    judged = 1
    found = now.n_entries
    now.button = tables.button[h]
    now.sb_place = tables.sb_stood[h]
    now.bb_seat = tables.bb_seat[h]
    now.bb_due = tables.bb_due[h]
    now.tournament = tables.tournament[h]
    now.seats = count_seats(tables.active[h])
    # The best position is the button's, or where nobody sits there the last to act before the blinds.
    on_button = tables.dealt[h] >> now.button & 1
    now.best_seat = now.button if on_button else last_before(tables.dealt[h], now.button)
    now.under_the_gun = next_in(tables.dealt[h], tables.bb_seat[h]) if tables.bb_seat[h] > 0 else 0
    # Where the button is bought nobody else posts: the small blind would have stood where the big blind was last.
    killer, small = tables.kill_seat[h], tables.bb_stood[h]
    now.kill_in_blinds = killer > 0 and small > 0 and (killer == small or killer == next_in(tables.active[h], small))
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        s = int(sitting.seat[i])
        p = sitting.player[i]
        if p <= 0 or not tables.dealt[h] >> s & 1 or is_dealt_by_mistake(now.states[s], law):
            continue
        if now.first and now.states[s] != State.NEW:
            continue  # of the others nothing is known yet
        now.old_seat = s if now.stayed else 0
        for old in range(1, 1 if now.stayed else SEATS):
            if before.player[old] == p:
                now.old_seat = old
        if now.old_seat == s and before.was_dealt[s] == 1:
            continue
        now.note_bought = 0
        for k in range(tables.note_first[h], tables.note_last[h]):
            now.note_bought |= sitting.note_seat[k] == s and sitting.note_bought[k]
        if now.states[s] != State.NEW and now.old_seat == 0:
            now.known[s] = 0  # of whom nothing is known; where the hand was dealt can still be judged
        now.s = s
        now.state = now.states[s]
        now.chips = sitting.stack[i]
        now.live_cents = now.live[s]
        now.dead_cents = now.dead[s]
        now.dodged = tables.dodged[h] >> s & 1
        now.bought = tables.buyer[h] == s and tables.sb_stood[h] == s
        now.past = passed_over(now.old_seat, s, tables.active[h]) if now.old_seat > 0 else 0
        now.was_button = now.old_seat > 0 and now.old_seat == tables.button[h - 1]
        judged &= comes_in(now, law, rows)
    return judged or now.n_entries > found


@part
def keep_stack(rows, now, s, carried, stack, undone):
    """A stack beside what was carried over."""
    if now.n_stacks < len(rows):
        row = rows[now.n_stacks]
        row.hand_row = now.h
        row.seat = s
        row.carried_cents = carried
        row.stack_cents = stack
        row.undone = undone
    now.n_stacks += 1


@inlined_part
def carried_over(tables, sitting, h, j, s):
    """(chips at the end of the hand before, with the notes since, whether those say all of it)."""
    due = sitting.end_stack[j]
    known = True
    for k in range(tables.note_first[h], tables.note_last[h]):
        if sitting.note_seat[k] == s or sitting.note_seat[k] == 0:
            due += sitting.note_change[k]
            known = known and not sitting.note_unknown[k]
    return due, known


@inlined_part
def raced(tables, sitting, h, law):
    """The smallest chip in play if small chips were raced off before a hand, else 0; UNKNOWN if nobody says it."""
    for k in range(tables.note_first[h], tables.note_last[h]):
        if sitting.note_coloured[k]:
            return law.odd_unit_cents
    return 0


@inlined_part
def stacks(tables, sitting, h, now, law, rows):
    """Chips at the start of a hand beside those at the end of the one before. Returns how many could be judged.

    A stack that was written down wrong is off twice, by as much to either side: that is one cause.
    """
    judged = 0
    raced_below = raced(tables, sitting, h, law)
    if raced_below == UNKNOWN:
        return 0
    first, before, last_before = tables.seat_first[h], tables.seat_first[h - 1], tables.seat_last[h - 1]
    for i in range(first, tables.seat_last[h]):
        if sitting.player[i] <= 0:
            continue
        s = int(sitting.seat[i])
        # Where all stayed, the hand before lists the seat at the same place.
        begin, end = (before + i - first, before + i - first + 1) if now.stayed else (before, last_before)
        for j in range(begin, end):
            if sitting.seat[j] != s or sitting.player[j] != sitting.player[i] or sitting.end_stack[j] == UNKNOWN:
                continue
            due, known = carried_over(tables, sitting, h, j, s)
            if known:
                judged += 1
                gap = sitting.stack[i] - due
                if abs(gap) < raced_below:
                    gap = 0  # the chips of a race: less than one of the new smallest
                undone = gap != 0 and gap == -now.gap[s]
                now.gap[s] = 0 if undone else gap
                if gap != 0:
                    keep_stack(rows, now, s, due, sitting.stack[i], undone)
    return judged


@part
def remember_missed(now, law, sb_now, bb_now, button, straddler):
    """Who was away when the blinds went by."""
    for s in range(1, SEATS):
        if now.player[s] == 0 or now.states[s] != State.AWAY:
            continue
        # The straddle goes by where the blinds stand now, also just after a void.
        under_the_gun = law.straddle_mandatory == 2 and straddler > 0 and bb_now > 0
        if law.straddle_mandatory == 1 and s == button:
            now.missed_straddle[s] = 1
        elif under_the_gun and lies_between(s, bb_now, straddler):
            now.missed_straddle[s] = 1
        if bb_now == 0 or now.bb_before == 0:
            if not (now.missed_bb[s] and now.missed_sb[s]):
                now.known[s] = 0
            continue
        passed = bb_now != now.bb_before and lies_between(s, now.bb_before, bb_now)
        if now.dealt_off[s] == 1 and law.deal_off != 0:  # who played the button and moved: the blinds pass once
            now.known[s] = now.known[s] and law.deal_off == 1
            now.dealt_off[s] = 2 if passed else 1
            continue
        if passed:
            now.missed_before[s] = now.missed_bb[s] or now.missed_sb[s]
            now.missed_bb[s] = 1
            now.missed_sb[s] = 1
            now.known[s] = 1
        elif s == sb_now and sb_now != now.sb_before:
            now.missed_sb[s] = 1


@part
def seats_owing(now, missed):
    """Seats whose player missed a blind and has not made it up, as bits; of whom that is not known for sure, none."""
    owing = 0
    for s in range(1, SEATS):
        if now.player[s] != 0 and now.known[s] and now.ever_dealt[s] and missed[s]:
            owing |= 1 << s
    return owing


@part
def deal_in(now, law, dealt, button):
    """Whoever is dealt in owes nothing any more; who is not, and would have had the button, waits from here on."""
    for s in range(1, SEATS):
        if now.player[s] == 0:
            continue
        if dealt >> s & 1 and not is_dealt_by_mistake(now.states[s], law):
            now.known[s] = 1
            now.missed_sb[s] = 0
            now.missed_bb[s] = 0
            now.missed_before[s] = 0
            now.missed_straddle[s] = 0
            now.was_dealt[s] = 1
            now.ever_dealt[s] = 1
            now.dealt_off[s] = 0
            now.waited[s] = 0
        else:
            now.was_dealt[s] = 0
            now.waited[s] = 1 if s == button else now.waited[s] + (now.waited[s] > 0)


@inlined_part
def leave_hand(tables, h, now, law):
    """What the hand changes for the next one."""
    ended = tables.ended[h]
    if ended != Ended.MISDEAL and ended != Ended.VOID:
        deal_in(now, law, tables.dealt[h], tables.button[h])
        if tables.button[h] > 0:
            straddler = max(tables.straddle_due[h], 0)
            remember_missed(now, law, tables.sb_stood[h], tables.bb_stood[h], tables.button[h], straddler)
        now.bb_before = tables.bb_stood[h]
        now.sb_before = tables.sb_stood[h]
    elif ended == Ended.VOID and not tables.undone[h]:
        now.bb_before = 0
        for s in range(1, SEATS):
            if not (now.missed_bb[s] and now.missed_sb[s]):
                now.known[s] = 0


@inlined_part
def keep_legs(tables, sitting, h, now, law, holder):
    """Who is away with a leg keeps it for the first hand on the return; where nobody says so, it stays open."""
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        s = int(sitting.seat[i])
        p = sitting.player[i]
        if not tables.dealt[h] >> s & 1:
            now.leg_kept[s] |= p > 0 and p == holder
        elif law.kill_leaver_keeps != UNKNOWN:
            now.leg_kept[s] = 0
            now.left = 0 if p == now.left else now.left


@inlined_part
def kills(tables, sitting, h, now, law, facts):
    """The kill of a hand beside the one due, and what its end makes of the next."""
    now.kills, now.kill_seat, now.kill_cents = tables.kills[h], tables.kill_seat[h], tables.kill_cents[h]
    now.due_player_seat, now.owed_seat, now.killer, leg_seat = 0, 0, 0, 0
    now.due_chips, now.owed_chips, now.kill_chips = 0, 0, 0
    now.winner, now.holder_won, now.leg_back = 0, 0, 0
    leg_listed = False
    for i in range(tables.seat_first[h], tables.seat_last[h]):
        s = int(sitting.seat[i])
        p = sitting.player[i]
        dealt = tables.dealt[h] >> s & 1
        if s == tables.kill_seat[h]:
            now.killer = p
            now.kill_chips = sitting.stack[i]
        if p == now.due and p > 0 and dealt and now.due_player_seat == 0:
            now.due_player_seat = s
            now.due_chips = sitting.stack[i]
        free = s != tables.button[h] and now.blind[s] == 0
        if p == now.owed and p > 0 and dealt and free and now.owed_seat == 0:
            now.owed_seat = s
            now.owed_chips = sitting.stack[i]
        if p == now.leg:
            leg_listed = True
            leg_seat = s if dealt else leg_seat
        if tables.winners[h] >> s & 1:
            now.winner = p
            now.holder_won |= p == now.leg
            kept = now.leg_kept[s] or (p > 0 and p == now.left)
            now.leg_back = 1 if kept else -1 if now.left_more and now.states[s] == State.NEW else now.leg_back
    called_off = tables.ended[h] == Ended.MISDEAL or tables.ended[h] == Ended.VOID
    if not called_off:
        if kill_due(now, law):
            facts[KILL_KNOWN, h] = 1
            facts[KILL_DUE_SEAT, h] = now.due_seat
            facts[KILL_DUE_CENTS, h] = now.due_cents
            facts[KILL_WHY, h] = KillWhy.OWED_LATER if now.owed_later else now.why
        if now.killer > 0 and now.leg == -1:
            now.leg = now.killer  # who kills has won before
        if now.leg > 0 and leg_seat == 0 and not leg_listed:
            now.left_more |= now.left > 0 and now.left != now.leg
            now.left = now.leg
    now.ended, now.shared, now.winners = tables.ended[h], tables.shared[h], tables.winners[h]
    now.won_least, now.won_most = tables.won_least[h], tables.won_most[h]
    now.contested, now.shown = tables.contested[h], tables.shown[h]
    holder = now.leg
    follow_kill(now, law)
    if not called_off:
        keep_legs(tables, sitting, h, now, law, holder)


@kernel
def walk_tables(tables, sitting, laws, memory, facts, entry_rows, stack_rows):
    """Walks all hands. Returns (rows of entries, rows of stacks), which may be more than there was room for."""
    now = memory[0]
    before = memory[1]
    now.n_entries = 0
    now.n_stacks = 0
    for h in range(len(tables.table)):
        law = laws[tables.terms[h]]
        now.h = h
        follows_on = h > 0 and tables.follows[h] and tables.table[h] == tables.table[h - 1]
        called_off = tables.ended[h] == Ended.MISDEAL or tables.ended[h] == Ended.VOID
        for f in range(len(facts)):
            facts[f, h] = UNKNOWN
        if not follows_on:
            forget_players(now)
            now.bb_before = 0
            now.leg, now.due, now.why, now.owed, now.left, now.left_more = -1, -1, 0, 0, 0, 0
        now.stayed = follows_on and all_stayed(tables, sitting, h)
        remember_seats(tables, sitting, h, now, before)
        read_posts(tables, sitting, h, now)
        # The blinds, the straddle and the kill are posted before the cards; a deal called off is judged when it is
        # dealt again.
        if follows_on:
            judged = stacks(tables, sitting, h, now, law, stack_rows)
            if judged:
                facts[STACKS_JUDGED, h] = judged
        now.first = not follows_on
        if tables.bomb[h]:
            if law.kill_when != UNKNOWN:
                now.leg, now.due = -1, -1  # whether a bomb pot makes a leg nobody says
            facts[OWES_SB, h] = seats_owing(now, now.missed_sb)
            facts[OWES_BB, h] = seats_owing(now, now.missed_bb)
            continue  # nobody posts a blind in it, and nobody misses one
        if tables.button[h] > 0 and not called_off and (follows_on or game_was_on(tables, sitting, h)):
            rows_before = now.n_entries
            all_judged = entries(tables, sitting, h, now, before, law, entry_rows)
            if all_judged if follows_on else now.n_entries > rows_before:
                facts[ENTRIES_KNOWN, h] = 1
        if follows_on and tables.ended[h - 1] == Ended.MISDEAL and law.redeal_exact == 1 and not called_off:
            facts[STRANGER, h] = stranger(tables, sitting, h, before)
        if tables.button[h] > 0 and law.kill_when != UNKNOWN:
            kills(tables, sitting, h, now, law, facts)
        leave_hand(tables, h, now, law)
        facts[OWES_SB, h] = seats_owing(now, now.missed_sb)
        facts[OWES_BB, h] = seats_owing(now, now.missed_bb)
    return now.n_entries, now.n_stacks
