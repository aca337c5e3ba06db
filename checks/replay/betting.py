"""The order and the size of bets: whose turn it was, what was open to them, and where the table did otherwise.

Grain: any number of deviations a hand. After a deviation the replay goes on as the table did. Button games only; the
forced bets as they were posted decide where the action starts.
"""

import numpy as np

from checks.replay.layout import UNKNOWN, Deviation, Form, Param
from checks.replay.pots import SEATS
from checks.replay.report import report
from parsers.kernel import inlined_part, kernel, part
from parsers.vocabulary import Detail, Word

FLAG_DARK = 4
DARK_MOST = 4

# Entries of `round_`, the numbers of a betting round.
LEVEL = 0  # what a seat has to have in to stay
FULL_RAISE = 1  # the largest bet or raise of the round, and so the least raise
LAST_ACTOR = 2  # the seat behind which the turn goes on
RAISES = 3
BEGAN_WITH = 4  # seats that could act when the round began
FULL_LEVEL = 5  # the level without a last short all-in, from which limit games complete
BIG_BLIND_ACTED = 6
OUT_OF_TURN_BY = 7  # the seat that last acted out of turn, and from which the table may have gone on
ROUND = 8


# Who is in the hand, has chips, has acted or owes something is kept as masks with bit 1 << seat: whose turn it is, is
# asked for every action.
_LOWEST = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 1 << SEATS)], np.int8)


@kernel
def next_in(mask, after):
    """The first seat of a mask clockwise after a seat; 0 if the mask is empty."""
    behind = mask >> (after + 1) << (after + 1)
    return int(_LOWEST[behind if behind else mask])


@kernel
def short_of(street, level):
    """The seats that have less in this round than a level."""
    mask = 0
    for s in range(1, SEATS):
        if street[s] < level:
            mask |= 1 << s
    return mask


@kernel
def count_seats(mask):
    """How many seats a mask holds."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def next_to_act(after, owing, able, live, street):
    """The next of the seats that owe an action, clockwise after a seat; 0 if the round is over.

    A seat that alone has chips and covers every other hand has nobody to bet against.
    """
    if able & (able - 1):  # two or more have chips
        return next_in(owing, after)
    s = int(_LOWEST[owing])
    return s if s and street[s] < most_of_others(s, live, street) else 0


@kernel
def most_of_others(s, live, street):
    """The most that another live seat has in this round; 0 if there is none."""
    most = 0
    for x in range(1, SEATS):
        if x != s and live >> x & 1 and street[x] > most:
            most = street[x]
    return most


@kernel
def start_round(round_, first_after, least, able, street, seen_level):
    """A new street: nobody has bet; the least bet is the big blind, in limit the bet of the street."""
    street[:] = 0
    seen_level[:] = 0
    round_[LEVEL] = 0
    round_[FULL_LEVEL] = 0
    round_[FULL_RAISE] = least
    round_[LAST_ACTOR] = first_after
    round_[RAISES] = 0
    round_[OUT_OF_TURN_BY] = 0
    round_[BEGAN_WITH] = count_seats(able)


@kernel
def limit_bet(params, terms, streets, percent):
    """The fixed bet of a street of a limit flop game: small before and on the flop, big after; more in a kill pot."""
    bet = params[Param.SMALL_BET_CENTS, terms] if streets < 2 else params[Param.BIG_BET_CENTS, terms]
    return bet if bet == UNKNOWN or percent == 100 else bet * percent // 100


@kernel
def least_bet(params, terms, form, streets, percent):
    """What a street opens for at least, and raises by."""
    bet = limit_bet(params, terms, streets, percent)
    return bet if form == Form.LIMIT and bet != UNKNOWN else params[Param.BB_CENTS, terms]


@kernel
def pot_limit_most(level, street_of_seat, pot_cents):
    """The highest total of a pot-limit raise: call first, then the pot as it is after the call."""
    to_call = level - street_of_seat
    return level + pot_cents + to_call


@part
def is_next_behind_slip(s, owing, round_):
    """The slip was told where it happened; a table that goes on from there makes no second one."""
    return round_[OUT_OF_TURN_BY] > 0 and next_in(owing, round_[OUT_OF_TURN_BY]) == s


@part
def seats_from(turn, s):
    """The seats that were passed over, as bits: from whose turn it was up to the one before a seat."""
    passed = 0
    while turn != s:
        passed |= 1 << turn
        turn = turn % 10 + 1
    return passed


@inlined_part
def judge_check(deviations, found, h, event, s, level, street):
    """A check; where something was owed it is let stand, and the seat owes nothing more."""
    if street[s] < level:
        found = report(
            deviations, found, h, Deviation.NOT_OPEN, event, s, level - street[s], 0, 0, UNKNOWN, UNKNOWN, Word.CHECK
        )
        street[s] = level
    return found


@inlined_part
def judge_call(deviations, found, h, event, s, added, level, street, chips):
    """A call and the chips it moves."""
    due = min(level - street[s], chips[s])
    w = Word.CALL
    if added > chips[s]:
        found = report(deviations, found, h, Deviation.OVER_STACK, event, s, chips[s], added, 0, UNKNOWN, UNKNOWN, w)
    elif due <= 0:
        found = report(deviations, found, h, Deviation.NOT_OPEN, event, s, 0, added, 0, UNKNOWN, UNKNOWN, w)
    elif added != due:
        found = report(deviations, found, h, Deviation.CALL_AMOUNT, event, s, due, added, 0, UNKNOWN, UNKNOWN, w)
    street[s] += added
    chips[s] = max(chips[s] - added, 0)
    # A call that was let stand for less is a call: the seat owes nothing more, one error is one finding.
    if street[s] < level and chips[s] > 0:
        street[s] = level
    return found


def betting_scratch():
    """What `replay_betting` writes on: chips, bets of the round and levels seen by seat; the round; dark actions."""
    return (
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(ROUND, np.int64),
        np.zeros(DARK_MOST, np.int64),
    )


@kernel
def replay_betting(
    seat_offsets, event_offsets, card_offsets, button_seat, terms_of,
    seat_no, seat_stack, word, seat, detail, amount, flags, params, first, deviations, scratch,
):  # fmt: skip
    """Replays the betting of hands `first` … to the end. Returns (the next hand to replay, deviations found)."""
    chips, street, seen_level, round_, dark = scratch

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        found_before = found
        terms = terms_of[h]
        form = params[Param.FORM, terms]
        big_blind = params[Param.BB_CENTS, terms]
        if button_seat[h] <= 0 or form == UNKNOWN or big_blind == UNKNOWN or params[Param.IS_FLOP_GAME, terms] != 1:
            continue
        chips[:] = 0
        live = 0
        acted = 0
        skipped = 0  # passed over by somebody who acted out of turn
        short = 0  # has less in this round than the level
        with_chips = 0
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            chips[s] = seat_stack[i]
            if chips[s] > 0:
                with_chips |= 1 << s
        start_round(round_, button_seat[h], least_bet(params, terms, form, 0, 100), 0, street, seen_level)
        round_[BIG_BLIND_ACTED] = 0
        pot = 0
        board_cards = 0
        streets = 0
        darks = 0
        big_blind_seat = 0
        small_blind_seat = 0
        opener = 0  # the last forced bet that decides where the action starts
        opener_rank = 0
        percent = 100  # of the limits: more in a kill pot
        kill = 0  # the seat that killed the pot, as a mask
        kill_last = 0
        open_for_action = False
        finished = False
        incomplete_told = False
        stop = event_offsets[h + 1]
        start = event_offsets[h]
        e = start
        replaying_dark = 0
        while e < stop or replaying_dark < 0:
            if replaying_dark < 0:
                # Actions announced before the street's cards, now in their place.
                at = dark[darks + replaying_dark]
                replaying_dark += 1
                if replaying_dark == 0:
                    darks = 0
            else:
                at = e
                e += 1
            w = int(word[at])
            s = int(seat[at])
            if w == Word.MISDEAL or w == Word.VOID:
                break
            if w == Word.TIME:
                if s >= 1:
                    chips[s] = max(chips[s] - amount[at], 0)  # paid off the stack, before the blinds
                    if chips[s] <= 0:
                        with_chips &= ~(1 << s)
                continue
            if w == Word.POST:
                cents = min(amount[at], chips[s])
                chips[s] -= cents
                if chips[s] <= 0:
                    with_chips &= ~(1 << s)
                pot += cents
                kind = int(detail[at])
                if kind == Detail.KILL:
                    percent = params[Param.KILL_PERCENT, terms]
                    kill_last = params[Param.KILL_ACTS_LAST, terms]
                    if form != Form.LIMIT or percent == UNKNOWN or kill_last == UNKNOWN:
                        break  # what it changes in the betting nobody says
                    kill = 1 << s
                if kind == Detail.ANTE or kind == Detail.BBA or kind == Detail.DEAD:
                    continue
                street[s] += cents
                rank = 0
                if kind == Detail.SB:
                    rank = 1
                    small_blind_seat = s
                elif kind == Detail.BB:
                    rank = 2
                    big_blind_seat = s
                elif kind == Detail.STRADDLE:
                    rank = 3
                if rank >= opener_rank and rank > 0:
                    opener_rank = rank
                    opener = s
                required = cents
                if kind == Detail.BB and cents < big_blind:
                    if chips[s] > 0:
                        break  # posted short with chips behind: what the others owed nobody can say
                    required = big_blind  # all-in for less, the others still owe the full blind
                elif kind == Detail.KILL:  # a blind that kills may have posted only what the blind left of it
                    required = street[s] if chips[s] > 0 else max(street[s], params[Param.KILL_CENTS, terms])
                if required > round_[LEVEL] and kind != Detail.LIVE:
                    round_[LEVEL] = required
                    round_[FULL_LEVEL] = required
                continue
            if w == Word.DEAL or w == Word.UP:
                if s >= 1:
                    live |= 1 << s
                continue
            if w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3 or w == Word.RUNIT or w == Word.SHOW:
                if w == Word.BOARD:
                    board_cards += card_offsets[at + 1] - card_offsets[at]
                    if streets == 0:
                        board_cards = min(board_cards, 3)  # a flop of four is still the flop
                if not open_for_action:
                    open_for_action = True
                    open_round(
                        round_, opener if big_blind_seat else (s + 8) % 10 + 1, big_blind, percent, live & with_chips
                    )
                    short = short_of(street, round_[LEVEL])
                able = live & with_chips
                owing = able & (short | ~acted)
                waiting = next_to_act(round_[LAST_ACTOR], owing, able, live, street)
                if waiting and not skipped >> waiting & 1 and not finished and not incomplete_told:
                    found = report(
                        deviations, found, h, Deviation.BETTING_INCOMPLETE, at - start, waiting,
                        round_[LEVEL], street[waiting], 0, UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip
                    incomplete_told = True
                if w == Word.SHOW:
                    finished = True
                elif w == Word.BOARD:
                    streets = max(board_cards - 2, 0)
                    start_round(
                        round_,
                        button_seat[h],
                        least_bet(params, terms, form, streets, percent),
                        able,
                        street,
                        seen_level,
                    )
                    acted = 0
                    short = 0
                    skipped = 0
                    incomplete_told = False
                    if darks > 0:
                        replaying_dark = -darks
                continue
            if w == Word.RETURN:
                chips[s] += amount[at]
                if chips[s] > 0:
                    with_chips |= 1 << s
                pot -= amount[at]
                continue
            if w == Word.DEAD:
                live &= ~(1 << s)
                continue
            is_action = (
                w == Word.FOLD or w == Word.CHECK or w == Word.CALL or w == Word.BET or w == Word.RAISE
                or w == Word.COMPLETE
            )  # fmt: skip
            if not is_action:
                continue
            if flags[at] & FLAG_DARK and at + 1 == e and darks < DARK_MOST and replaying_dark == 0:
                dark[darks] = at
                darks += 1
                continue
            if not open_for_action:
                open_for_action = True
                open_round(
                    round_, opener if big_blind_seat else (s + 8) % 10 + 1, big_blind, percent, live & with_chips
                )
                short = short_of(street, round_[LEVEL])
            level = round_[LEVEL]
            able = live & with_chips
            owing = able & (short | ~acted)
            in_order = owing
            if kill_last == 1 and streets == 0 and round_[RAISES] == 0 and not acted & kill and owing & ~kill:
                in_order = owing & ~kill  # the kill acts last, unless the pot was raised before its turn
            turn = next_to_act(round_[LAST_ACTOR], in_order, able, live, street)
            event = at - start
            bit = 1 << s
            in_turn = True
            if not live & bit:
                found = report(
                    deviations, found, h, Deviation.NOT_OPEN, event, s, UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, w
                )
                continue
            if turn == 0:
                option = w == Word.CHECK and streets == 0 and not acted & bit  # a blind that stays
                if w != Word.FOLD and not option:
                    found = report(
                        deviations, found, h, Deviation.BETTING_OVER, event, s, UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, w
                    )
            elif s != turn:
                in_turn = is_next_behind_slip(s, owing & ~skipped, round_)
                if not in_turn:
                    found = report(
                        deviations, found, h, Deviation.OUT_OF_TURN, event, s, turn, s, 0, UNKNOWN, UNKNOWN, w
                    )
                    round_[OUT_OF_TURN_BY] = s
                    skipped |= owing & seats_from(turn, s)
            if w == Word.FOLD:
                live &= ~bit
            elif w == Word.CHECK:
                found = judge_check(deviations, found, h, event, s, level, street)
            elif w == Word.CALL:
                found = judge_call(deviations, found, h, event, s, amount[at], level, street, chips)
                pot += amount[at]
            else:
                found = judge_wager(
                    deviations, found, h, event, s, w, amount[at], form, terms, streets, percent, params,
                    round_, chips, street, acted & bit != 0, seen_level, pot, small_blind_seat, big_blind,
                )  # fmt: skip
                total = amount[at]
                added = total - street[s]
                increment = total - level
                if increment >= round_[FULL_RAISE] or (form == Form.LIMIT and increment * 2 >= round_[FULL_RAISE]):
                    if form != Form.LIMIT:
                        round_[FULL_RAISE] = max(round_[FULL_RAISE], increment)
                    if level > 0:
                        round_[RAISES] += 1
                    round_[FULL_LEVEL] = total
                chips[s] = max(chips[s] - added, 0)
                street[s] = total
                pot += added
                if total > level:
                    round_[LEVEL] = total
                    short = short_of(street, total)
            if chips[s] <= 0:
                with_chips &= ~bit
            if street[s] < round_[LEVEL]:
                short |= bit
            else:
                short &= ~bit
            acted |= bit
            skipped &= ~bit
            seen_level[s] = round_[LEVEL]
            if s == big_blind_seat:
                round_[BIG_BLIND_ACTED] = 1
            if in_turn:
                round_[LAST_ACTOR] = s
        if found > deviations.shape[0]:
            return h, found_before
    return n_hands, found


@kernel
def open_round(round_, opener, big_blind, percent, able):
    """The first round: the blinds have posted and have not acted; the action starts behind the last of them.

    Where nobody posted the big blind, whoever acted first is taken to have been first.
    """
    if opener > 0:
        round_[LAST_ACTOR] = opener
    round_[LEVEL] = max(round_[LEVEL], big_blind)  # owed in full, also where the blind itself could not be posted
    round_[FULL_LEVEL] = round_[LEVEL]
    round_[FULL_RAISE] = big_blind * percent // 100
    round_[BEGAN_WITH] = count_seats(able)


@kernel
def judge_wager(
    deviations, found, h, event, s, w, total, form, terms, streets, percent, params,
    round_, chips, street, acted, seen_level, pot, small_blind_seat, big_blind,
):  # fmt: skip
    """A bet, raise or completion beside what was open: at most one deviation, the most specific."""
    level = round_[LEVEL]
    added = total - street[s]
    increment = total - level
    all_in = added >= chips[s]
    if added > chips[s]:
        return report(deviations, found, h, Deviation.OVER_STACK, event, s, chips[s], added, 0, UNKNOWN, UNKNOWN, w)
    if (w == Word.BET and level > 0) or (w == Word.RAISE and level == 0) or increment <= 0:
        return report(deviations, found, h, Deviation.NOT_OPEN, event, s, level, total, 0, UNKNOWN, UNKNOWN, w)
    if acted and level > 0:
        faced = level - seen_level[s]
        needed = round_[FULL_RAISE]
        if form == Form.LIMIT and params[Param.HALF_BET_REOPENS, terms] == 1:
            needed = limit_bet(params, terms, streets, percent) // 2
        if faced < needed:
            return report(deviations, found, h, Deviation.NOT_REOPENED, event, s, needed, faced, 0, UNKNOWN, UNKNOWN, w)
    if form == Form.LIMIT:
        bet = limit_bet(params, terms, streets, percent)
        if bet == UNKNOWN:
            return found
        cap = params[Param.RAISE_CAP, terms]
        capped = cap != UNKNOWN and round_[RAISES] >= cap and level > 0
        if params[Param.CAP_FALLS_HEADS_UP, terms] == 1 and round_[BEGAN_WITH] <= 2:
            capped = False
        if capped:
            return report(
                deviations, found, h, Deviation.RAISES_OVER_CAP, event, s, cap, round_[RAISES] + 1, 0,
                UNKNOWN, UNKNOWN, w,
            )  # fmt: skip
        due = level + bet
        short = level - round_[FULL_LEVEL]
        if short > 0 and short * 2 < bet:
            due = round_[FULL_LEVEL] + bet  # less than half a bet is completed, not raised
        if total != due and not (all_in and total < due):
            kind = Deviation.RAISE_SIZE if level > 0 else Deviation.BET_SIZE
            return report(deviations, found, h, kind, event, s, due, total, 0, UNKNOWN, UNKNOWN, w)
        return found
    if form == Form.POT_LIMIT:
        in_pot = pot
        if (
            streets == 0
            and params[Param.SMALL_BLIND_AS_BIG, terms] == 1
            and small_blind_seat > 0
            and round_[BIG_BLIND_ACTED] == 0
            and street[small_blind_seat] < big_blind
        ):
            in_pot += big_blind - street[small_blind_seat]
        most = pot_limit_most(level, street[s], in_pot)
        if params[Param.SMALL_BLIND_AS_BIG, terms] != UNKNOWN and total > most:
            return report(deviations, found, h, Deviation.OVER_POT, event, s, most, total, 0, UNKNOWN, UNKNOWN, w)
    if not all_in:
        if level == 0 and total < big_blind:
            return report(deviations, found, h, Deviation.BET_SIZE, event, s, big_blind, total, 0, UNKNOWN, UNKNOWN, w)
        if form == Form.SPREAD:
            low, high = params[Param.SMALL_BET_CENTS, terms], params[Param.BIG_BET_CENTS, terms]
            least = max(low, round_[FULL_RAISE]) if level > 0 else low
            if low != UNKNOWN and high != UNKNOWN and not least <= increment <= high:
                kind = Deviation.RAISE_SIZE if level > 0 else Deviation.BET_SIZE
                due = level + (least if increment < least else high)
                return report(deviations, found, h, kind, event, s, due, total, 0, UNKNOWN, UNKNOWN, w)
        elif level > 0 and increment < round_[FULL_RAISE]:
            return report(
                deviations, found, h, Deviation.RAISE_SIZE, event, s, level + round_[FULL_RAISE], total, 0,
                UNKNOWN, UNKNOWN, w,
            )  # fmt: skip
        chip = params[Param.WAGER_CHIP_CENTS, terms]
        if chip != UNKNOWN and total % chip != 0:
            return report(deviations, found, h, Deviation.WAGER_CHIP, event, s, chip, total, 0, UNKNOWN, UNKNOWN, w)
    return found
