"""What was open to the seat that acts: what it had to call, what it could raise to, whether it could raise at all."""

from checks.replay.layout import UNKNOWN, Form
from checks.replay.masks import SEATS, count_seats
from checks.replay.streets import BET, BIG, EITHER, of_street
from parsers.kernel import part
from parsers.vocabulary import Word


@part
def bets_open(st, law):
    """(the lower, the upper bet of a limit street): equal where it has one size; UNKNOWN without stakes."""
    small = law.small_bet_cents
    big = law.big_bet_cents
    if st.percent != 100:  # a kill raises the limits
        small = small if small == UNKNOWN else small * st.percent // 100
        big = big if big == UNKNOWN else big * st.percent // 100
    kind = of_street(law.street[min(st.stage, st.n_streets - 1)], BET)
    if kind == BIG or st.big_used:
        return big, big
    if kind == EITHER or st.open_pair:
        return small, big
    return small, small


@part
def least_bet(st, law):
    """What a street opens for at least, and raises by: the big blind, in limit the bet of the street."""
    if st.form == Form.LIMIT:
        lower, _ = bets_open(st, law)
        if lower != UNKNOWN or st.by_bring_in:
            return lower
    if law.straddle_raises_later == 1 and st.straddles > 0:
        return st.straddle_cents[0]
    return law.bb_cents


@part
def is_size(st, total, bet):
    """Whether a total is one bet above the level, or completes an all-in of less than half a bet."""
    short = st.level - st.full_level
    if short > 0 and short * 2 < bet:
        return total == st.full_level + bet
    return total == st.level + bet


@part
def completes_upper(st, lower, upper):
    """Where two sizes are open, an all-in may be half the lower bet, and so one, and less than half the upper one."""
    short = st.level - st.whole_level
    return lower != upper and 0 < short < lower and short * 2 < upper


@part
def pot_limit_most(level, bet_cents, pot_cents):
    """The highest total of a pot-limit raise: call first, then the pot as it is after the call."""
    return level + pot_cents + level - bet_cents


@part
def in_front(st, s):
    """What a seat has really put in this round; less than its bet where a short call was let stand."""
    return st.bet[s] - st.let_off[s]


@part
def pot_counted(st, law):
    """The pot that pot-limit counts: before the flop a small blind may count as a big one until that has acted."""
    pot = st.pot
    if st.stage == 0 and law.three_blinds_cents != UNKNOWN:
        # Both blinds of a game of three count a round sum. Nobody says until when: to the end of the round.
        posted = (st.blind[st.sb_seat] if st.sb_seat > 0 else 0) + (st.blind[st.bb_seat] if st.bb_seat > 0 else 0)
        return pot + max(law.three_blinds_cents - posted, 0)
    if (
        st.stage == 0
        and law.small_blind_as_big == 1
        and st.sb_seat > 0
        and (st.bb_acted == 0 or law.small_blind_until != 1)
        and in_front(st, st.sb_seat) < law.bb_cents
    ):
        pot += law.bb_cents - in_front(st, st.sb_seat)  # also where it called short, and that stood
    return pot


@part
def bet_counted(st, law, s):
    """What a seat has in when its pot raise is counted: a blind of a game of three is part of the round sum only."""
    if st.stage == 0 and law.three_blinds_cents != UNKNOWN:
        return in_front(st, s) - st.blind[s]
    return in_front(st, s)


@part
def raise_cap(st, law, first_bet):
    """How many raises the round may have; UNKNOWN where it has no cap."""
    if law.raise_cap == UNKNOWN or first_bet or (law.cap_falls_heads_up == 1 and st.began_with < law.cap_from):
        return UNKNOWN
    # Whether the cap was reached before others gave up is not asked: between two no raise is called one too many.
    if law.cap_falls_heads_up == 2 and count_seats(st.live & st.able) < law.cap_from:
        return UNKNOWN
    return law.raise_cap


@part
def open_in_limit(st, law, total):
    """A bet, raise or completion in limit: fills what was open. `sized` says that the total is one of the sizes."""
    lower, upper = st.lower, st.upper
    level = st.level
    if lower == UNKNOWN or upper == UNKNOWN:
        return
    incomplete = st.bring_in_only and level < lower
    short = level - st.full_level
    to_upper = completes_upper(st, lower, upper)
    may_complete = incomplete or to_upper or (short > 0 and short * 2 < upper)
    if incomplete and st.word == Word.BET:
        st.closed = total <= level
    elif st.word == Word.COMPLETE and st.is_round and not may_complete and level > 0:
        st.closed = 1
    st.cap = raise_cap(st, law, level == 0 or incomplete)
    if incomplete:
        # The bring-in is completed to a full bet; an all-in of half a bet or more may have been taken for one.
        st.sized = total == lower or total == upper or (level * 2 >= lower and total == level + lower)
        st.due = lower
    else:
        st.sized = (
            is_size(st, total, lower) or is_size(st, total, upper) or (to_upper and total == st.whole_level + upper)
        )
        st.due = st.full_level + lower if 0 < short * 2 < lower else level + lower
    st.completing = incomplete
    st.most = max(st.due, level + upper)


@part
def open_in_spread(st, law, total):
    """A wager where any size between two bets is open."""
    low, high = law.small_bet_cents, law.big_bet_cents
    if st.level == 0 and total < law.bb_cents:
        st.due = law.bb_cents
    elif low != UNKNOWN and high != UNKNOWN:
        st.due = st.level + (max(low, st.full_raise) if st.level > 0 else low)
        st.most = st.level + high


@part
def matches_everybody(st, s, total):
    """Whether nobody else in the hand has more in or could put more in: any more would only come back."""
    for other in range(1, SEATS):
        if other != s and st.live >> other & 1 and st.bet[other] + st.chips[other] > total:
            return False
    return True


@part
def due_to_call(st, s):
    """What a seat has to call; one whose short call was let stand may make that up as well."""
    due = min(st.level - st.bet[s], st.chips[s])
    whole = min(st.level - in_front(st, s), st.chips[s])
    return whole if st.amount == whole else due


@part
def completes_short(st, total):
    """Whether a raise brings an all-in that was less than a raise up to one, and no further than that asks for."""
    return st.level > st.full_level > 0 and st.full_level + st.full_raise <= total < st.level + st.full_raise


@part
def open_to_wager(st, law, s):
    """Fills what was open to a bet, raise or completion. Returns whether it was anything else."""
    total = st.amount
    level = st.level
    added = total - in_front(st, s)
    st.all_in = added >= st.chips[s]
    st.closed = (st.word == Word.BET and level > 0) or (st.word == Word.RAISE and level == 0) or total <= level
    if st.form == Form.LIMIT:
        open_in_limit(st, law, total)
    elif st.form == Form.SPREAD:
        open_in_spread(st, law, total)
    else:
        st.due = level + st.full_raise if level > 0 else least_bet(st, law)
        st.completing = completes_short(st, total)
        if st.form == Form.POT_LIMIT and law.small_blind_as_big != UNKNOWN:
            st.pot_most = pot_limit_most(level, bet_counted(st, law, s), pot_counted(st, law))
    if st.due != UNKNOWN and total < st.due and not st.all_in:
        st.all_in = matches_everybody(st, s, total)
    if st.acted >> s & 1 and level > 0:
        st.faced = level - st.seen_level[s]
        st.reopen = st.full_raise
        if st.form == Form.LIMIT and st.lower != UNKNOWN:
            st.reopen = st.lower // 2 if law.half_bet_reopens == 1 else st.lower
    chip = law.wager_chip_cents
    return (
        added > st.chips[s]
        or st.closed
        or st.faced < st.reopen
        or (st.cap != UNKNOWN and st.raises >= st.cap)
        or not st.sized
        or (st.due != UNKNOWN and total < st.due)
        or (st.most != UNKNOWN and total > st.most)
        or (st.pot_most != UNKNOWN and total > st.pot_most)
        or (chip != UNKNOWN and total % chip != 0)
        or (law.wager_most_cents != UNKNOWN and total - level > law.wager_most_cents)
    )


@part
def what_was_open(st, law, s):
    """Fills what was due of an action in its turn. Returns whether something else was done."""
    st.due = UNKNOWN
    st.most = UNKNOWN
    st.pot_most = UNKNOWN
    st.faced = UNKNOWN
    st.reopen = UNKNOWN
    st.cap = UNKNOWN
    st.closed = 0
    st.sized = 1
    st.completing = 0
    st.all_in = 0
    if st.word == Word.FOLD:
        return False
    if st.word == Word.CHECK:
        st.due = st.level - st.bet[s]
        return st.due > 0
    if st.word == Word.CALL:
        st.due = due_to_call(st, s)
        if 0 < st.amount < st.due and matches_everybody(st, s, st.bet[s] + st.amount):
            st.due = st.amount
        return st.amount != st.due or st.due <= 0
    return open_to_wager(st, law, s)
