"""Who had to show first where the floor put a showdown in order, beside who did.

Grain: two facts and at most one deviation for each hand that has such a ruling; other hands are not looked at.
"""

import numpy as np

from checks.replay.betting import count_seats, next_in
from checks.replay.layout import UNKNOWN, Dealing, Deviation, Form, Opener, Param, ShowAllIn, ShowFault
from checks.replay.pots import SEATS
from checks.replay.report import report
from checks.replay.rounds_betting import UPS_MOST, leader, turn_up
from checks.replay.streets import of_street
from parsers.kernel import kernel
from parsers.vocabulary import FLAG_DARK, Detail, Word

_PUT, _SPENT, _STREET, _STACK, _N_UP, _OPEN, _BY_SEAT = range(7)


def show_order_scratch():
    """What `replay_show_order` writes on: numbers by seat, up cards by seat."""
    return np.zeros((_BY_SEAT, SEATS), np.int64), np.zeros((SEATS, UPS_MOST), np.int64)


@kernel
def first_by_position(params, terms, button, acted, live, main_only, ups, n_up, open_cards):
    """The first to act of a round that was checked through; 0 where that cannot be told.

    A seat that is all-in for as much as the others did not act; whether it counts as the earliest no rule says.
    """
    if params[Param.OPENER, terms] == Opener.BRING_IN:
        first_later = params[Param.FIRST_LATER, terms]
        mexican = params[Param.DECK_MEXICAN, terms] == 1
        n_streets = params[Param.STREETS, terms]
        cards_up = 0
        for k in range(n_streets):
            if k < n_streets - 1 or mexican:
                cards_up += of_street(params[Param.STREET_0 + k, terms], 4)
        behind = button if mexican and button > 0 else 10  # stud is dealt from the dealer's left
        first = leader(first_later, acted & live, ups, n_up, open_cards, cards_up, behind, False, mexican)
        if params[Param.LOW_BOARD_ACE_EITHER, terms] == 1:
            other = leader(first_later, acted & live, ups, n_up, open_cards, cards_up, behind, True, mexican)
            if other != first:
                return 0
        return first
    first = next_in(acted & live, button)
    return first if first == next_in(live & ~main_only, button) else 0


@kernel
def replay_show_order(
    hands, rulings, seat_offsets, event_offsets, card_offsets, button_seat, terms_of, seat_no, seat_stack,
    word, seat, detail, amount, flags, cards, params, dealing, deviations, scratch,
):  # fmt: skip
    """Looks at `hands`, each with its ruling's event. Returns how many deviations there were.

    The last to bet or raise in the last round shows first, else the first to act in it. Where betting ended before the
    last card, it is the seat that pushed all-in, in no-limit; or all hands are shown at once, and there is no order.
    After that, seats of a side pot come before those that play for the main pot alone. What else follows the first
    hand no rule says.
    """
    by_seat, ups = scratch
    put = by_seat[_PUT]  # live bets of the whole hand, returns taken off
    spent = by_seat[_SPENT]  # with antes and dead money
    street = by_seat[_STREET]
    stack = by_seat[_STACK]
    n_up = by_seat[_N_UP]
    open_cards = by_seat[_OPEN]  # the up cards of each seat, packed
    found = 0
    for place in range(len(hands)):
        h = hands[place]
        ruling = rulings[place]
        terms = terms_of[h]
        start = event_offsets[h]
        dealing[Dealing.SHOW_ORDER_EVENT, h] = ruling - start
        all_in_rule = params[Param.SHOW_ALL_IN, terms]
        by_seat[:] = 0
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            stack[int(seat_no[i])] = seat_stack[i]
        live = 0
        acted = 0
        shown = 0
        aggressor = 0
        pushed_all_in = False
        cards_since = False  # cards came after the last action
        any_action = False
        judging = False
        side = 0
        main_only = 0
        due = 0
        for e in range(start, event_offsets[h + 1]):
            w = int(word[e])
            s = int(seat[e])
            bit = 1 << s if 1 <= s < SEATS else 0
            if w == Word.MISDEAL or w == Word.VOID:
                break
            if w == Word.POST:
                kind = int(detail[e])
                spent[s] += amount[e]
                if kind != Detail.ANTE and kind != Detail.BBA and kind != Detail.DEAD:
                    put[s] += amount[e]
                    street[s] += amount[e]
            elif w == Word.TIME:
                if bit:
                    stack[s] -= amount[e]
            elif w == Word.DEAL or w == Word.UP:
                live |= bit
                cards_since = any_action
                if w == Word.UP and bit:
                    for c in range(card_offsets[e], card_offsets[e + 1]):
                        turn_up(ups, n_up, open_cards, s, int(cards[c]))
            elif Word.BOARD <= w <= Word.COMMUNITY or w == Word.DRAW:
                cards_since = any_action
            elif Word.FOLD <= w <= Word.COMPLETE:
                if flags[e] & FLAG_DARK or e > ruling:
                    break  # of another street, or the ruling came before the showdown
                any_action = True
                if cards_since:
                    cards_since = False
                    acted = 0
                    aggressor = 0
                    street[:] = 0
                acted |= bit
                if w == Word.FOLD:
                    live &= ~bit
                elif w == Word.CALL:
                    put[s] += amount[e]
                    spent[s] += amount[e]
                    street[s] += amount[e]
                elif w != Word.CHECK:
                    put[s] += amount[e] - street[s]
                    spent[s] += amount[e] - street[s]
                    street[s] = amount[e]
                    aggressor = s
                    pushed_all_in = spent[s] >= stack[s]
            elif w == Word.DEAD:
                live &= ~bit
            elif w == Word.RETURN:
                put[s] -= amount[e]
            elif w == Word.SHOW or w == Word.MUCK:
                if e < ruling:
                    shown |= bit
                    continue
                if not judging:
                    judging = True
                    least = UNKNOWN
                    all_in = False
                    for x in range(1, SEATS):
                        if live >> x & 1:
                            all_in = all_in or spent[x] >= stack[x]
                            if least == UNKNOWN or put[x] < least:
                                least = put[x]
                    for x in range(1, SEATS):
                        if live >> x & 1 and put[x] > least:
                            side |= 1 << x
                    if count_seats(side) < 2:
                        side = 0
                    else:
                        main_only = live & ~side
                    if all_in and all_in_rule == ShowAllIn.AT_ONCE:
                        break
                    if cards_since:
                        no_limit = params[Param.FORM, terms] == Form.NO_LIMIT
                        if all_in_rule != ShowAllIn.BETTOR or not no_limit or not pushed_all_in:
                            break
                        due = aggressor
                    elif aggressor:
                        due = aggressor
                    else:
                        due = first_by_position(
                            params, terms, int(button_seat[h]), acted, live, main_only, ups, n_up, open_cards
                        )
                    if due == 0 or not live >> due & 1 or count_seats(live) < 2:
                        break
                    dealing[Dealing.SHOW_ORDER_KNOWN, h] = 1
                    if shown >> due & 1:
                        due = 0  # shown before anybody had to
                    if due and s != due:
                        fault = ShowFault.ALL_IN_FIRST if cards_since else ShowFault.FIRST
                        found = report(
                            deviations, found, h, Deviation.SHOWN_OUT_OF_ORDER, e - start, s, due, s, 0,
                            UNKNOWN, UNKNOWN, fault,
                        )  # fmt: skip
                        break
                if params[Param.SHOW_SIDE_FIRST, terms] == 1 and main_only & bit and side & ~shown:
                    found = report(
                        deviations, found, h, Deviation.SHOWN_OUT_OF_ORDER, e - start, s,
                        next_in(side & ~shown, max(int(button_seat[h]), 0)), s, 0, UNKNOWN, UNKNOWN,
                        ShowFault.SIDE_POT_FIRST,
                    )  # fmt: skip
                    break
                shown |= bit
    return found
