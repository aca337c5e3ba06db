"""One action: whose turn it was, what was open, what was done, and what that makes of the round."""

from checks.replay.dealing import has_all_in
from checks.replay.film import fresh_row, keep_event
from checks.replay.layout import UNKNOWN, Form
from checks.replay.masks import next_in, seats_from
from checks.replay.opening import open_at_end, open_street
from checks.replay.turns import has_chips, next_to_act, short_of
from checks.replay.wagering import bets_open, completes_upper, in_front, what_was_open
from parsers.kernel import part
from parsers.vocabulary import FLAG_ALLIN, FLAG_DARK, FLAG_OOT, Word


@part
def bet_again(st, s):
    """A seat bets once more after an uncalled bet went back to it: those chips were never in, and may be bet again."""
    back = st.uncalled_back[s]
    if back:
        st.uncalled_back[s] = 0
        st.bets_in[s] -= back
        st.out[s] -= back
        st.back[s] -= back
        st.returned[s] -= back


@part
def pay(st):
    """The chips of an action, whatever it was: into the pot, and in the dark into that of the street to come."""
    s = st.seat
    bet_again(st, s)
    if st.word == Word.CALL:
        added = st.amount
        if st.marks & FLAG_DARK:
            st.ahead[s] += added
        else:
            st.street[s] += added
            st.calls += st.stage == 0
    elif st.marks & FLAG_DARK:
        added = st.amount - st.ahead[s]
        st.ahead[s] = st.amount
    else:
        added = st.amount - st.street[s]
        st.street[s] = st.amount
        st.wagers_first += st.stage == 0
    st.bets_in[s] += added
    st.out[s] += added


@part
def count_action(st):
    """What an action is for those who count actions: the first deal's end, substantial action, who had cards."""
    s = st.seat
    st.actions += 1
    st.ever_acted |= 1 << s
    if st.word >= Word.BET:
        st.gave_up = 0
    st.acted_on_board = 1
    if not st.dealt >> s & 1:
        st.acted_without_cards = 1
    if st.marks & FLAG_ALLIN:
        st.told_all_in |= 1 << s
    if not st.marks & FLAG_OOT:
        if st.word == Word.FOLD:
            st.folds += 1
        elif st.word == Word.CHECK:
            st.checks += 1
        else:
            st.wagers += 1


@part
def take_turn(st, owing, able):
    """Whose turn it was. Returns whether the round goes on behind the seat that acted."""
    s = st.seat
    in_order = owing
    if st.bomb and st.stage == 0 and not st.is_round:  # no betting before the flop
        st.turn = 0
        st.slip = 0
        return False
    kill = st.kill_mask
    if st.kill_last == 1 and st.stage == 0 and st.raises == 0 and not st.acted & kill and owing & ~kill:
        in_order = owing & ~kill  # the kill acts last, unless the pot was raised before its turn
    st.turn = next_to_act(st, in_order, able)
    st.slip = 0
    if st.turn == 0 or s == st.turn:
        return True
    # A slip is told where it happened; a table that goes on from there makes no second one.
    if st.slip_by > 0 and next_in(owing & ~st.skipped, st.slip_by) == s:
        st.slip = 1
        return True
    st.slip_by = s
    st.skipped |= owing & seats_from(st.turn, s)
    return False


@part
def raise_round(st, law):
    """What a bet, raise or completion makes of the round."""
    s = st.seat
    total = st.amount
    level = st.level
    lower, upper = st.lower, st.upper
    limit = st.form == Form.LIMIT
    if not limit or lower == UNKNOWN:
        lower, upper = st.full_raise, st.full_raise
    added = total - in_front(st, s)
    increment = total - level
    completes = st.bring_in_only and level < lower
    to_upper = completes_upper(st, lower, upper) and total == st.whole_level + upper
    if completes:
        if total * 2 >= lower:
            st.bring_in_only = 0
            st.full_level = total
            st.raises += law.completion_counts == 1
    elif increment >= lower or (limit and increment * 2 >= lower):
        if not limit:
            st.full_raise = max(st.full_raise, increment)
        if level > 0 and not to_upper:
            st.raises += 1
        st.full_level = total
    if (total if completes else increment) >= lower:
        st.whole_level = total
    if limit and lower != upper and (increment >= upper or to_upper):
        st.big_used = 1
    st.chips[s] = max(st.chips[s] - added, 0)
    st.bet[s] = total
    st.let_off[s] = 0
    st.pot += added
    if total > level:
        st.level = total
        st.short = short_of(st)


@part
def let_stand(st, s):
    """A seat that put in less than the level goes on as if it had met it; what it did not put in is still before it."""
    if st.bet[s] < st.level:
        st.short_stood += st.level - st.bet[s]
        st.let_off[s] += st.level - st.bet[s]
        st.bet[s] = st.level


@part
def do_action(st, law):
    """The round after an action. One that was let stand for less is done: one error is one finding."""
    s = st.seat
    bit = 1 << s
    w = st.word
    if w == Word.FOLD:
        st.live &= ~bit
    elif w == Word.CHECK:
        let_stand(st, s)
    elif w == Word.CALL:
        if st.let_off[s] and st.amount == min(st.level - in_front(st, s), st.chips[s]):
            st.bet[s] -= st.let_off[s]  # what was let off is made up
            st.let_off[s] = 0
        st.bet[s] += st.amount
        st.chips[s] = max(st.chips[s] - st.amount, 0)
        if st.bet[s] < st.level and st.chips[s] > 0:
            let_stand(st, s)
        st.pot += st.amount
    else:
        raise_round(st, law)
    has_chips(st, s)
    if st.bet[s] < st.level:
        st.short |= bit
    else:
        st.short &= ~bit
    st.acted |= bit
    st.acted_since = bit | (0 if w >= Word.BET else st.acted_since)
    st.skipped &= ~bit
    # Whoever has met the bring-in alone faces a full bet when it is completed.
    st.seen_level[s] = 0 if st.bring_in_only else st.level
    if s == st.bb_seat:
        st.bb_acted = 1


@part
def act(st, law, note, rows):
    """An action in its street; one in the dark comes here once the cards of its street are out."""
    if st.follow and not st.open_for_action:
        open_street(st, law, note)
    st.bet_on = 1
    s = st.seat
    st.in_hand = st.live >> s & 1
    st.followed = st.follow
    if not st.in_hand:
        if st.follow:
            what_was_open(st, law, s)
            st.turn = UNKNOWN
            keep_event(rows, st)
        return
    if not st.follow:
        st.lower, st.upper = UNKNOWN, UNKNOWN
        do_action(st, law)
        return
    able = st.live & st.able
    in_turn = take_turn(st, able & (st.short | ~st.acted), able)
    st.lower, st.upper = UNKNOWN, UNKNOWN
    if st.form == Form.LIMIT:
        st.lower, st.upper = bets_open(st, law)
    odd = what_was_open(st, law, s)
    if odd or st.turn != s or st.keep_all:
        keep_event(rows, st)
    do_action(st, law)
    if in_turn:
        st.last_actor = s


@part
def end_betting(st, law, rows):
    """The next card, or the showdown: the betting before it has to be over. A bomb pot has none before the flop."""
    if st.bomb and st.stage == 0 and not st.is_round:
        return
    if not st.open_for_action and (st.dealt or st.is_flop):
        open_at_end(st, law)
    able = st.live & st.able
    waiting = next_to_act(st, able & (st.short | ~st.acted), able)
    unopened = st.by_bring_in and st.stage == 0 and st.bring_in_seat == 0 and st.level == 0
    told = st.skipped >> waiting & 1 or st.finished or st.incomplete_told
    if waiting and not told and not unopened:
        st.incomplete_told = 1
        fresh_row(st)
        st.followed = 1
        st.turn = waiting
        st.due = st.level - st.bet[waiting]
        if st.run_times > 1 or st.word == Word.RUNIT:
            st.running = 2 if st.all_in_at_run or (st.word == Word.RUNIT and has_all_in(st)) else 1
        keep_event(rows, st)
        st.running = 0
