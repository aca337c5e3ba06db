"""The betting of stud and draw games: the bring-in, whose turn it was on every street, and the size of every wager.

Grain: any number of deviations a hand. After a deviation the replay goes on as the table did; the forced bets as they
were posted decide where the action starts.
"""

import numpy as np

from checks.replay.betting import (
    BEGAN_WITH,
    BIG_BLIND_ACTED,
    DARK_MOST,
    FULL_LEVEL,
    FULL_RAISE,
    LAST_ACTOR,
    LEVEL,
    OUT_OF_TURN_BY,
    RAISES,
    ROUND,
    count_seats,
    is_next_behind_slip,
    judge_call,
    judge_check,
    judge_wager,
    next_in,
    next_to_act,
    open_round,
    seats_from,
    short_of,
    start_round,
)
from checks.replay.layout import (
    STREETS_MOST,
    UNKNOWN,
    BringInFault,
    Deviation,
    FirstLater,
    Form,
    Opener,
    Param,
)
from checks.replay.lowball import ace_to_five_value, grouped_low
from checks.replay.packed import packed_card, packed_cards, suits_of
from checks.replay.pots import SEATS
from checks.replay.report import report
from checks.replay.streets import (
    BET,
    BIG,
    EITHER,
    cards_of_street,
    draw_street_begins,
    of_street,
    stud_street_begins,
)
from parsers.kernel import inlined_part, kernel
from parsers.vocabulary import FLAG_DARK, JOKER, UNSEEN, Detail, Word

UPS_MOST = 6
ACE_RANK = 12
NOBODY = 0


@kernel
def seat_before(s):
    """The seat before one, clockwise."""
    return (s + 8) % 10 + 1


@kernel
def up_rank(card, ace_low, by_suit):
    """A card's place when the bring-in is looked for; the joker is an ace."""
    rank = ACE_RANK if card == JOKER else card >> 2
    if ace_low and rank == ACE_RANK:
        rank = -1
    return rank * 4 + (card & 3) if by_suit else rank


@kernel
def bring_in_due(params, terms, live, chips, ups, n_up, button, mexican):
    """The seat that has to bring it in; 0 if that cannot be known.

    By rank and suit; in Mexican poker by rank, the first clockwise from the button. Where that seat has put all it has
    into the ante, the next to its left that has chips.
    """
    high = params[Param.BRING_IN_HIGH, terms]
    if high == UNKNOWN:
        return NOBODY
    ace_low = params[Param.BRING_IN_ACE_LOW, terms] == 1
    best_seat = NOBODY
    best = 0
    for step in range(1, SEATS):
        s = (button + step - 1) % 10 + 1
        if not live >> s & 1:
            continue
        if n_up[s] != 1 or ups[s, 0] == UNSEEN:
            return NOBODY
        rank = up_rank(ups[s, 0], ace_low, not mexican)
        if best_seat == NOBODY or (rank > best if high == 1 else rank < best):
            best_seat = s
            best = rank
    if best_seat == NOBODY:
        return NOBODY
    for step in range(SEATS - 1):
        s = (best_seat + step - 1) % 10 + 1
        if live >> s & 1 and chips[s] > 0:
            return s
    return NOBODY


@kernel
def board_value(high, packed, ace_high):
    """The value of an open board of up to four cards, the higher the first to act: pairs and ranks are all it has."""
    clubs, diamonds, hearts, spades = suits_of(packed)
    if high:
        return grouped_low(clubs, diamonds, hearts, spades)
    if ace_high:
        return -grouped_low(clubs, diamonds, hearts, spades)
    return -ace_to_five_value(clubs, diamonds, hearts, spades)


@kernel
def mexican_board(cards, n):
    """An open board of Mexican poker by pairs and ranks; the joker is an ace, and no better for being one."""
    counts = 0  # four bits a rank
    pairs = 0
    most = 1
    for i in range(n):
        rank = ACE_RANK if cards[i] == JOKER else cards[i] >> 2
        counts += 1 << (4 * rank)
    value = 0
    places = 4
    for many in range(5, 0, -1):
        for rank in range(ACE_RANK, -1, -1):
            if counts >> (4 * rank) & 15 == many:
                most = max(most, many)
                pairs += many == 2
                value = value * 16 + rank + 1
                places -= 1
    kind = 2 * most + int(pairs > 1)  # two pair stand above one, and under three of a kind
    return (kind << 32) + (value << (4 * max(places, 0)))


@kernel
def leader(first_later, live, ups, n_up, open_cards, cards_up, button, ace_high, mexican):
    """The seat whose board acts first, the first clockwise from the dealer among equals; 0 if that is not known.

    `open_cards` are the up cards of each seat, packed. Of a seat that has more than the street gives, the first count.
    """
    if first_later == UNKNOWN:
        return NOBODY
    high = first_later == FirstLater.HIGH_BOARD
    best_seat = NOBODY
    best = 0
    waiting = live
    s = button
    while waiting:
        s = next_in(waiting, s)
        waiting &= ~(1 << s)
        if n_up[s] < cards_up:
            return NOBODY
        for i in range(cards_up):
            if ups[s, i] == UNSEEN:
                return NOBODY
        if mexican:
            value = mexican_board(ups[s], cards_up)
        elif n_up[s] == cards_up:
            value = board_value(high, open_cards[s], ace_high)
        else:
            value = board_value(high, packed_cards(ups[s], cards_up), ace_high)
        if best_seat == NOBODY or value > best:
            best_seat = s
            best = value
    return best_seat


@kernel
def turn_up(ups, n_up, open_cards, s, card):
    """A card lies face up before a seat."""
    if n_up[s] < UPS_MOST:
        ups[s, n_up[s]] = card
        n_up[s] += 1
        if card < JOKER:
            open_cards[s] |= packed_card(card)


@kernel
def has_open_pair(live, ups, n_up):
    """Whether two up cards of a live hand are of one rank."""
    for s in range(1, SEATS):
        if live >> s & 1 and n_up[s] == 2 and ups[s, 0] < JOKER and ups[s, 0] >> 2 == ups[s, 1] >> 2:
            return True
    return False


@kernel
def bets_open(params, terms, stage, open_pair, big_used):
    """(the lower, the upper bet that may be made): equal where the street has one size; UNKNOWN without stakes."""
    kind = of_street(params[Param.STREET_0 + stage, terms], BET)
    small = params[Param.SMALL_BET_CENTS, terms]
    big = params[Param.BIG_BET_CENTS, terms]
    if kind == BIG or big_used:
        return big, big
    if kind == EITHER or open_pair:
        return small, big
    return small, small


@kernel
def is_size(total, level, full_level, bet):
    """Whether a total is one bet above the level, or completes an all-in of less than half a bet."""
    short = level - full_level
    if short > 0 and short * 2 < bet:
        return total == full_level + bet
    return total == level + bet


@kernel
def completes_upper(level, whole_level, lower, upper):
    """Where two sizes are open, an all-in may be half the lower bet, and so one, and less than half the upper one."""
    short = level - whole_level
    return lower != upper and 0 < short < lower and short * 2 < upper


@inlined_part
def judge_limit(
    deviations, found, h, event, s, w, total, terms, params, stage, round_, chips, street, acted, seen_level,
    open_pair, big_used, bring_in_only, whole_level,
):  # fmt: skip
    """A bet, raise or completion in limit beside what was open: at most one deviation, the most specific."""
    level = round_[LEVEL]
    added = total - street[s]
    all_in = added >= chips[s]
    if added > chips[s]:
        return report(deviations, found, h, Deviation.OVER_STACK, event, s, chips[s], added, 0, UNKNOWN, UNKNOWN, w)
    lower, upper = bets_open(params, terms, stage, open_pair, big_used)
    if lower == UNKNOWN or upper == UNKNOWN:
        return found
    incomplete = bring_in_only and level < lower
    short = level - round_[FULL_LEVEL]
    to_upper = completes_upper(level, whole_level, lower, upper)
    may_complete = incomplete or to_upper or (short > 0 and short * 2 < upper)
    if (
        (w == Word.BET and level > 0 and not incomplete)
        or (w == Word.RAISE and level == 0)
        or (w == Word.COMPLETE and not may_complete and level > 0)
        or total <= level
    ):
        return report(deviations, found, h, Deviation.NOT_OPEN, event, s, level, total, 0, UNKNOWN, UNKNOWN, w)
    if acted and level > 0:
        faced = level - seen_level[s]
        needed = lower // 2 if params[Param.HALF_BET_REOPENS, terms] == 1 else lower
        if faced < needed:
            return report(deviations, found, h, Deviation.NOT_REOPENED, event, s, needed, faced, 0, UNKNOWN, UNKNOWN, w)
    cap = params[Param.RAISE_CAP, terms]
    capped = cap != UNKNOWN and round_[RAISES] >= cap and level > 0 and not incomplete
    if params[Param.CAP_FALLS_HEADS_UP, terms] == 1 and round_[BEGAN_WITH] <= 2:
        capped = False
    if capped:
        return report(
            deviations, found, h, Deviation.RAISES_OVER_CAP, event, s, cap, round_[RAISES] + 1, 0, UNKNOWN, UNKNOWN, w
        )
    if incomplete:
        # The bring-in is completed to a full bet; an all-in of half a bet or more may have been taken for one.
        right = total == lower or total == upper or (level * 2 >= lower and total == level + lower)
        due = lower
    else:
        right = is_size(total, level, round_[FULL_LEVEL], lower) or is_size(total, level, round_[FULL_LEVEL], upper)
        right |= to_upper and total == whole_level + upper
        due = round_[FULL_LEVEL] + lower if 0 < short * 2 < lower else level + lower
    most = max(due, level + upper)
    if not right and not (all_in and total < most):
        kind = Deviation.RAISE_SIZE if level > 0 and not incomplete else Deviation.BET_SIZE
        return report(deviations, found, h, kind, event, s, due, total, 0, UNKNOWN, UNKNOWN, w)
    return found


def rounds_betting_scratch():
    """What `replay_rounds_betting` writes on, in the order in which it takes it."""
    return (
        np.zeros(SEATS, np.int64),  # chips
        np.zeros(SEATS, np.int64),  # street
        np.zeros(SEATS, np.int64),  # seen_level
        np.zeros(ROUND, np.int64),  # round_
        np.zeros(DARK_MOST, np.int64),  # dark
        np.zeros((SEATS, UPS_MOST), np.int64),  # ups
        np.zeros(SEATS, np.int64),  # n_up
        np.zeros(SEATS, np.int64),  # dealt_to
        np.zeros(STREETS_MOST, np.int64),  # due_by_street
        np.zeros(STREETS_MOST, np.int64),  # ups_by_street
        np.zeros(SEATS, np.int64),  # open_cards
    )


@kernel
def replay_rounds_betting(
    seat_offsets, event_offsets, card_offsets, button_seat, terms_of,
    seat_no, seat_stack, word, seat, detail, amount, flags, cards, params, first, deviations, scratch,
):  # fmt: skip
    """Replays the betting of hands `first` … to the end that are of such games.

    Returns (the next hand to replay, deviations found).
    """
    (
        chips,
        street,
        seen_level,
        round_,
        dark,
        ups,
        n_up,
        dealt_to,
        due_by_street,
        ups_by_street,
        open_cards,
    ) = scratch

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        terms = terms_of[h]
        form = params[Param.FORM, terms]
        if params[Param.IS_ROUND_GAME, terms] != 1 or form == UNKNOWN:
            continue
        found_before = found
        by_bring_in = params[Param.OPENER, terms] == Opener.BRING_IN
        mexican = params[Param.DECK_MEXICAN, terms] == 1
        big_blind = params[Param.BB_CENTS, terms]
        bring_in = params[Param.BRING_IN_CENTS, terms]
        small_bet = params[Param.SMALL_BET_CENTS, terms]
        if mexican and bring_in == UNKNOWN:
            bring_in = small_bet
        if by_bring_in and (bring_in == UNKNOWN or small_bet == UNKNOWN):
            continue
        if not by_bring_in and (button_seat[h] <= 0 or big_blind == UNKNOWN):
            continue
        button = int(button_seat[h]) if not by_bring_in or mexican else 10  # stud is dealt from the dealer's left
        if button <= 0:
            button = 10
        first_later = params[Param.FIRST_LATER, terms]
        least = small_bet if form == Form.LIMIT and small_bet != UNKNOWN else big_blind
        n_streets = params[Param.STREETS, terms]
        total_due = 0
        total_up = 0
        for k in range(n_streets):
            total_due += cards_of_street(params[Param.STREET_0 + k, terms])
            due_by_street[k] = total_due
            if k < n_streets - 1 or mexican:  # a last card dealt face up by mistake changes nobody's turn
                total_up += of_street(params[Param.STREET_0 + k, terms], 4)
            ups_by_street[k] = total_up
        chips[:] = 0
        live = 0
        acted = 0
        skipped = 0  # passed over by somebody who acted out of turn
        short = 0  # has less in this round than the level
        with_chips = 0
        n_up[:] = 0
        open_cards[:] = 0
        dealt_to[:] = 0
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            chips[s] = seat_stack[i]
            if chips[s] > 0:
                with_chips |= 1 << s
        start_round(round_, button, least, 0, street, seen_level)
        round_[BIG_BLIND_ACTED] = 0
        pot = 0
        stage = 0
        bet_on = False  # somebody has acted on this street
        burned = False
        declared = 0
        darks = 0
        dark_stage = 0
        big_blind_seat = 0
        small_blind_seat = 0
        opener = 0
        opener_rank = 0
        open_for_action = False  # the first to act of this street is known
        bring_in_seat = 0
        bring_in_only = False
        open_pair = False
        big_used = False
        whole_level = 0  # the level without a last all-in of less than the lower bet
        finished = False
        incomplete_told = False
        any_dealt = False
        acted_mask = 0  # seats that acted since the last bet or raise
        ups_known = True
        start = event_offsets[h]
        stop = event_offsets[h + 1]
        e = start
        replaying_dark = 0
        while e < stop or replaying_dark < 0:
            if replaying_dark < 0:
                at = dark[darks + replaying_dark]
                replaying_dark += 1
                if replaying_dark == 0:
                    darks = 0
            else:
                at = e
                e += 1
            w = int(word[at])
            s = int(seat[at])
            from_dark = at + 1 != e
            if w == Word.MISDEAL or w == Word.VOID:
                break
            is_action = (
                w == Word.FOLD or w == Word.CHECK or w == Word.CALL or w == Word.BET or w == Word.RAISE
                or w == Word.COMPLETE
            )  # fmt: skip

            # A new street, or the showdown: the betting before it has to be over.
            begins = False
            if by_bring_in:
                if w == Word.UP or w == Word.DEAL:
                    if s > 0 and any_dealt and (burned or dealt_to[s] >= due_by_street[stage]):
                        can_bet = count_seats(live & with_chips)
                        begins = stud_street_begins(burned, bet_on, dealt_to[s], due_by_street[stage], can_bet)
                elif w == Word.COMMUNITY:
                    begins = True
            elif w == Word.DISCARD or w == Word.DRAW or w == Word.BURN or w == Word.BOARD:
                says = w == Word.DISCARD or (w == Word.DRAW and detail[at] == Detail.PAT)
                over = live & with_chips & ~acted_mask == 0
                can_bet = count_seats(live & with_chips)
                begins = stage < n_streets - 1 and draw_street_begins(bet_on, over, can_bet, says, s, stage, declared)
                if begins:
                    declared = 0
                if says and s > 0:
                    declared |= 1 << s
            waits_dark = darks > 0 and dark_stage < stage and not from_dark
            if waits_dark and (begins or w == Word.SHOW or (is_action and not flags[at] & FLAG_DARK)):
                # Actions announced before the street's cards, now in their place; then this event once more.
                replaying_dark = -darks
                e -= 1
                continue
            if begins or w == Word.SHOW or w == Word.RUNIT:
                if not open_for_action and any_dealt:
                    open_for_action = True
                    if stage == 0:
                        if not by_bring_in:
                            open_round(round_, opener, big_blind, 100, live & with_chips)
                            short = short_of(street, round_[LEVEL])
                        else:
                            round_[LAST_ACTOR] = seat_before(button)
                    else:
                        lead = NOBODY
                        if by_bring_in and ups_known:
                            lead = leader(
                                first_later, live, ups, n_up, open_cards, ups_by_street[stage], button, False, mexican
                            )
                        round_[LAST_ACTOR] = seat_before(lead) if lead else button
                able = live & with_chips
                waiting = next_to_act(round_[LAST_ACTOR], able & (short | ~acted), able, live, street)
                unopened = by_bring_in and stage == 0 and bring_in_seat == 0 and round_[LEVEL] == 0
                if waiting and not skipped >> waiting & 1 and not finished and not incomplete_told and not unopened:
                    found = report(
                        deviations, found, h, Deviation.BETTING_INCOMPLETE, at - start, waiting,
                        round_[LEVEL], street[waiting], 0, UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip
                    incomplete_told = True
                if begins:
                    stage = min(stage + 1, n_streets - 1)
                    if form == Form.LIMIT:
                        least, _ = bets_open(params, terms, stage, False, False)
                    start_round(round_, button, least, able, street, seen_level)
                    acted = 0
                    short = 0
                    skipped = 0
                    incomplete_told = False
                    open_for_action = False
                    bet_on = False
                    acted_mask = 0
                    burned = False
                    bring_in_only = False
                    open_pair = False
                    big_used = False
                    whole_level = 0
                elif w == Word.SHOW:
                    finished = True

            if w == Word.DEAL or w == Word.UP:
                if s >= 1:
                    any_dealt = True
                    n_cards = card_offsets[at + 1] - card_offsets[at]
                    if dealt_to[s] == 0:
                        live |= 1 << s
                    dealt_to[s] += n_cards
                    if w == Word.UP:
                        if stage == 0 and n_up[s] > 0 and not mexican:
                            ups_known = False  # one that was turned up, and one dealt up: which of them counts
                        for c in range(card_offsets[at], card_offsets[at + 1]):
                            turn_up(ups, n_up, open_cards, s, int(cards[c]))
                continue
            if w == Word.EXPOSE:
                # A down card that was turned up in the first deal stands for the up card; in Mexican poker, one opened.
                if s >= 1 and by_bring_in and (mexican or (stage == 0 and n_up[s] == 0 and not bet_on)):
                    for c in range(card_offsets[at], card_offsets[at + 1]):
                        turn_up(ups, n_up, open_cards, s, int(cards[c]))
                continue
            if w == Word.BURN:
                burned = True
                continue
            if w == Word.TIME:
                if s >= 1:
                    chips[s] = max(chips[s] - amount[at], 0)  # paid off the stack, before the antes
                    if chips[s] <= 0:
                        with_chips &= ~(1 << s)
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
            if w == Word.POST:
                cents = min(amount[at], chips[s])
                kind = int(detail[at])
                if kind == Detail.BRINGIN:
                    if bring_in_seat or stage > 0:
                        continue
                    bring_in_seat = s
                    due = bring_in_due(params, terms, live, chips, ups, n_up, button, mexican)
                    if due and due != s:
                        found = report(
                            deviations, found, h, Deviation.BRING_IN, at - start, s, due, s, 0, UNKNOWN, UNKNOWN,
                            BringInFault.SEAT,
                        )  # fmt: skip
                    all_in = amount[at] >= chips[s]
                    full = amount[at] == small_bet or (mexican and amount[at] == params[Param.BIG_BET_CENTS, terms])
                    if amount[at] != bring_in and not full and not (all_in and amount[at] < bring_in):
                        found = report(
                            deviations, found, h, Deviation.BRING_IN, at - start, s, bring_in, amount[at],
                            amount[at] - bring_in, UNKNOWN, UNKNOWN, BringInFault.AMOUNT,
                        )  # fmt: skip
                    round_[BEGAN_WITH] = count_seats(live & with_chips | 1 << s)
                    chips[s] -= cents
                    if chips[s] <= 0:
                        with_chips &= ~(1 << s)
                    pot += cents
                    street[s] += cents
                    # All-in for less, the others still owe the full bring-in; another sum is let stand.
                    round_[LEVEL] = bring_in if all_in and cents < bring_in else cents
                    round_[LAST_ACTOR] = s
                    bring_in_only = round_[LEVEL] < small_bet
                    round_[FULL_LEVEL] = 0 if bring_in_only else round_[LEVEL]
                    big_used = mexican and round_[LEVEL] > small_bet
                    whole_level = round_[LEVEL]
                    acted |= 1 << s
                    short = short_of(street, round_[LEVEL])
                    seen_level[s] = 0 if bring_in_only else round_[LEVEL]
                    open_for_action = True
                    bet_on = True
                    continue
                chips[s] -= cents
                if chips[s] <= 0:
                    with_chips &= ~(1 << s)
                pot += cents
                if kind == Detail.KILL:
                    break  # limits and the order of acting change in a kill pot: not replayed
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
                        break
                    required = big_blind
                if required > round_[LEVEL] and kind != Detail.LIVE:
                    round_[LEVEL] = required
                    round_[FULL_LEVEL] = required
                continue
            if not is_action:
                continue
            if flags[at] & FLAG_DARK and not from_dark:
                if darks < DARK_MOST:
                    dark[darks] = at
                    darks += 1
                    dark_stage = stage
                continue

            # Who is first to act on this street.
            if not open_for_action:
                open_for_action = True
                if stage == 0 and by_bring_in:
                    due = bring_in_due(params, terms, live, chips, ups, n_up, button, mexican)
                    opens = w == Word.BET or w == Word.COMPLETE or w == Word.RAISE
                    if not (due == s and opens) and due:
                        found = report(
                            deviations, found, h, Deviation.BRING_IN, at - start, due, due, 0, -bring_in,
                            UNKNOWN, UNKNOWN, BringInFault.MISSED,
                        )  # fmt: skip
                        break  # what the others owed nobody can say
                    if not due and not opens:
                        break
                    round_[BEGAN_WITH] = count_seats(live & with_chips)
                    round_[LAST_ACTOR] = seat_before(s)
                    bring_in_only = True
                elif stage == 0:
                    open_round(round_, opener if big_blind_seat else seat_before(s), big_blind, 100, live & with_chips)
                    short = short_of(street, round_[LEVEL])
                    if form == Form.LIMIT:
                        round_[FULL_RAISE] = least
                else:
                    round_[LAST_ACTOR] = button
                    if by_bring_in:
                        lead = NOBODY
                        if ups_known:
                            lead = leader(
                                first_later, live, ups, n_up, open_cards, ups_by_street[stage], button, False, mexican
                            )
                        turn = NOBODY
                        if lead and params[Param.LOW_BOARD_ACE_EITHER, terms] == 1:
                            other = leader(
                                first_later, live, ups, n_up, open_cards, ups_by_street[stage], button, True, mexican
                            )
                            round_[LAST_ACTOR] = seat_before(other)
                            turn = next_in(live & with_chips, round_[LAST_ACTOR])
                        if turn != s or turn == NOBODY:
                            round_[LAST_ACTOR] = seat_before(lead if lead else s)
                        open_pair = (
                            stage == 1 and params[Param.OPEN_PAIR, terms] == 1 and has_open_pair(live, ups, n_up)
                        )
            bet_on = True
            level = round_[LEVEL]
            able = live & with_chips
            owing = able & (short | ~acted)
            turn = next_to_act(round_[LAST_ACTOR], owing, able, live, street)
            event = at - start
            bit = 1 << s
            in_turn = True
            if not live & bit:
                found = report(
                    deviations, found, h, Deviation.NOT_OPEN, event, s, UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, w
                )
                continue
            if turn == 0:
                option = w == Word.CHECK and stage == 0 and not acted & bit  # a blind that stays
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
                total = amount[at]
                if form == Form.LIMIT:
                    found = judge_limit(
                        deviations, found, h, event, s, w, total, terms, params, stage, round_, chips, street,
                        acted & bit != 0, seen_level, open_pair, big_used, bring_in_only, whole_level,
                    )  # fmt: skip
                    lower, upper = bets_open(params, terms, stage, open_pair, big_used)
                else:
                    found = judge_wager(
                        deviations, found, h, event, s, w, total, form, terms, stage, 100, params,
                        round_, chips, street, acted & bit != 0, seen_level, pot, small_blind_seat, big_blind,
                    )  # fmt: skip
                    lower, upper = round_[FULL_RAISE], round_[FULL_RAISE]
                added = total - street[s]
                increment = total - level
                completes = bring_in_only and level < lower
                to_upper = completes_upper(level, whole_level, lower, upper) and total == whole_level + upper
                if completes:
                    if total * 2 >= lower:
                        bring_in_only = False
                        round_[FULL_LEVEL] = total
                elif increment >= lower or (form == Form.LIMIT and increment * 2 >= lower):
                    if form != Form.LIMIT:
                        round_[FULL_RAISE] = max(round_[FULL_RAISE], increment)
                    if level > 0 and not to_upper:
                        round_[RAISES] += 1
                    round_[FULL_LEVEL] = total
                if (total if completes else increment) >= lower:
                    whole_level = total
                if form == Form.LIMIT and lower != upper and (increment >= upper or to_upper):
                    big_used = True
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
            acted_mask = 1 << s | (0 if w == Word.BET or w == Word.RAISE or w == Word.COMPLETE else acted_mask)
            skipped &= ~bit
            # Whoever has met the bring-in alone faces a full bet when it is completed.
            seen_level[s] = 0 if bring_in_only else round_[LEVEL]
            if s == big_blind_seat:
                round_[BIG_BLIND_ACTED] = 1
            if in_turn:
                round_[LAST_ACTOR] = s
        if found > deviations.shape[0]:
            return h, found_before
    return n_hands, found
