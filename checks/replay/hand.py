"""One pass over each hand's events: who put in what, what was due, and where that differs from what was done.

Grain: one column of facts a hand, any number of deviations. After a deviation the replay goes on as the table did, so
one error does not turn into ten.
"""

import numpy as np

from checks.replay.awards import BOARDS, PARTS, as_due, awards_scratch, due_shares, judge_awards
from checks.replay.layout import FACTS, UNKNOWN, Deviation, Ended, Fact, Param
from checks.replay.pots import POTS_MOST, SEATS, build_pots, take_rake, uncalled
from checks.replay.rake import is_rakeable, rake_due
from checks.replay.report import report
from checks.replay.showdown import BOARDS_MOST, HOLE_MOST, find_winners, showdown_scratch
from parsers.kernel import kernel
from parsers.vocabulary import FLAG_DARK, Detail, State, Word

UNSEEN = 255
IN_BOARD = 11
IN_BURNS = 12
IN_DISCARDS = 13


# Rows of the numbers by seat that `replay` starts every hand from zero with.
_PUT, _STREET, _AHEAD, _ANTES, _DEAD, _RETURNED, _STACK, _N_HELD, _N_SHOWN, _IN_HANDS, _REPLACED, _FRESH = range(12)


def replay_scratch():
    """The arrays that `replay` writes on; a kernel makes none of its own."""
    return (
        np.zeros((_FRESH, SEATS), np.int64),
        np.zeros((3, SEATS), np.bool_),  # in the hand, folded, mucked
        np.zeros(SEATS, np.int64),  # matched
        np.zeros(SEATS, np.bool_),  # live
        np.zeros((SEATS, HOLE_MOST), np.int64),  # cards that were dealt with their face known
        np.zeros((SEATS, HOLE_MOST), np.int64),  # cards that were tabled
        np.zeros(SEATS, np.bool_),  # every card of the seat is known
        np.zeros((BOARDS_MOST, 5), np.int64),
        np.zeros(BOARDS_MOST, np.int64),  # cards of known face on each board
        np.zeros(53, np.int8),  # where each card was last seen: a seat, or IN_…
        np.zeros(POTS_MOST, np.int64),
        np.zeros(POTS_MOST, np.int64),
        np.zeros((POTS_MOST, BOARDS_MOST), np.int64),
        np.zeros((POTS_MOST, BOARDS_MOST), np.int64),
        np.zeros((POTS_MOST, BOARDS, PARTS, SEATS), np.int64),
        np.zeros((POTS_MOST, SEATS), np.int64),  # the same, boards and parts added up
        np.zeros(SEATS, np.int64),
        np.full((POTS_MOST, SEATS), UNKNOWN, np.int64),
        showdown_scratch(),
        awards_scratch(),
    )


@kernel
def ante_took(word, seat, detail, amount, at, last, left):
    """Whether the seat that posted a blind at one event gave all it had left as the table's ante after it.

    A blind cut short for an ante paid in full is a matter of the ante: one cause, one finding.
    """
    for e in range(at + 1, last):
        if word[e] == Word.POST and seat[e] == seat[at] and detail[e] == Detail.BBA:
            return amount[e] == left
    return False


@kernel
def replay(
    seat_offsets, event_offsets, card_offsets, button_seat, terms_of,
    seat_no, seat_stack, seat_state,
    word, seat, detail, amount, number, pot, part, board, flags, cards,
    params, first, facts, deviations, scratch,
):  # fmt: skip
    """Replays hands `first` … to the end of the batch. Returns (the next hand to replay, deviations found).

    Stops before the hand whose deviations would not fit, so that the caller can make room and go on.
    """
    (
        by_seat, marks, matched, live, held, shown, complete, boards, n_board, place, pot_cents, eligible, high_win,
        low_win, done, paid, due_seat, award_event, for_showdown, for_awards,
    ) = scratch  # fmt: skip
    put = by_seat[_PUT]  # live bets of the whole hand
    street = by_seat[_STREET]  # live bets of this betting round
    ahead = by_seat[_AHEAD]  # bets in the dark: they belong to the round of the street to come
    antes = by_seat[_ANTES]
    dead = by_seat[_DEAD]  # dead money by who put it in; it belongs to the main pot
    returned = by_seat[_RETURNED]
    stack = by_seat[_STACK]
    n_held = by_seat[_N_HELD]
    n_shown = by_seat[_N_SHOWN]
    in_hands = by_seat[_IN_HANDS]  # how many cards the seat holds, seen or not
    replaced = by_seat[_REPLACED]  # cards that were exposed or a joker, and so may have been replaced
    in_hand = marks[0]
    folded = marks[1]
    mucked = marks[2]
    used = POTS_MOST  # pots that were awarded in the last hand

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        found_before = found
        terms = terms_of[h]
        if params[Param.IS_ROUND_GAME, terms] == 1:
            continue  # replayed in `rounds`
        by_seat[:] = 0
        marks[:] = False
        n_board[:] = 0
        place[:] = 0
        for p in range(used):
            done[p] = 0
            paid[p] = 0
            award_event[p] = UNKNOWN
        used = 0
        for f in range(FACTS):
            facts[f, h] = 0
        facts[Fact.STUB_COUNT, h] = UNKNOWN
        facts[Fact.STUB_DUE, h] = UNKNOWN
        facts[Fact.STUB_EVENT, h] = UNKNOWN
        facts[Fact.RAKE_DUE_CENTS, h] = UNKNOWN
        facts[Fact.RAKE_UNREDUCED_CENTS, h] = UNKNOWN
        facts[Fact.SHOWDOWN_KNOWN, h] = UNKNOWN
        facts[Fact.TABLING_KNOWN, h] = UNKNOWN
        facts[Fact.RAKE_EVENT, h] = UNKNOWN
        facts[Fact.SB_EVENT, h] = UNKNOWN
        facts[Fact.BB_EVENT, h] = UNKNOWN

        active_mask = 0
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            stack[s] = seat_stack[i]
            if seat_state[i] != State.AWAY:
                active_mask |= 1 << s
        cards_out = 0
        board_cards = 0
        n_boards = 1
        shows = 0
        known = 0
        reshuffled = False
        dealt_mask = 0
        rake = 0
        promo = 0
        timepot = 0
        awarded = 0
        ended = Ended.PLAYED
        card_twice = False
        exposed = 0  # faces of exposed cards, a bit each
        threw_unseen = 0  # seats that discarded cards nobody saw, a bit each
        four_flop = False
        has_parts = False
        calls = 0
        raises = 0
        actions = 0
        start = event_offsets[h]
        for e in range(start, event_offsets[h + 1]):
            w = int(word[e])
            s = int(seat[e])
            # Every card that leaves the deck, and every face that is seen, before anything else is made of the event.
            first_card = card_offsets[e]
            n_cards = card_offsets[e + 1] - first_card
            if n_cards:
                where = s
                counts = True
                if w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3 or w == Word.COMMUNITY:
                    where = IN_BOARD
                elif w == Word.BURN:
                    where = IN_BURNS
                    card = int(cards[first_card])
                    if card < 52 and exposed >> card & 1:
                        counts = False  # an exposed card that was replaced serves as the burn
                        place[card] = where
                    elif card < 52 and four_flop and place[card] == IN_BOARD:
                        counts = False  # and so does one card of a flop of four
                        place[card] = where
                        board_cards -= 1
                        drop_card(boards, n_board, 0, card)
                        four_flop = False
                elif w == Word.FOREIGN:
                    where = -1  # of another deck: it proves nothing about this one
                    counts = False
                elif w == Word.BOXED:
                    where = IN_DISCARDS
                    counts = False
                elif w == Word.SHOW or w == Word.DISCARD or w == Word.EXPOSE or w == Word.SET:
                    counts = False  # cards that were dealt before
                if counts:
                    cards_out += n_cards
                for c in range(first_card, first_card + n_cards):
                    card = int(cards[c])
                    if card == UNSEEN or where < 0:
                        continue
                    known += 1
                    again = place[card] != 0 and (counts or place[card] != where)
                    for earlier in range(first_card, c):
                        if cards[earlier] == card:
                            again = True
                    if again and not card_twice:
                        card_twice = True
                        found = report(
                            deviations, found, h, Deviation.CARD_TWICE, e - start, s if 1 <= s <= 10 else UNKNOWN,
                            1, 2, 0, UNKNOWN, UNKNOWN, card,
                        )  # fmt: skip
                    if card < 52:
                        if w == Word.EXPOSE:
                            exposed |= 1 << card
                        elif w == Word.SHOW and n_shown[s] < HOLE_MOST:
                            shown[s, n_shown[s]] = card
                            n_shown[s] += 1
                        elif (w == Word.DEAL or w == Word.UP or w == Word.DRAW) and s > 0 and n_held[s] < HOLE_MOST:
                            held[s, n_held[s]] = card
                            n_held[s] += 1
                        elif w == Word.DISCARD:
                            drop_card(held, n_held, s, card)
                        elif where == IN_BOARD and w != Word.COMMUNITY:
                            b = w - Word.BOARD
                            if n_board[b] < 5:
                                boards[b, n_board[b]] = card
                                n_board[b] += 1
                    place[card] = where
            elif w == Word.BURN:
                cards_out += 1

            if w == Word.DEAL or w == Word.UP:
                if s >= 1:
                    in_hand[s] = True
                    dealt_mask |= 1 << s
                    in_hands[s] += n_cards
            elif Word.FOLD <= w <= Word.COMPLETE:
                actions += 1
                if w == Word.FOLD:
                    folded[s] = True
                elif w == Word.CALL:
                    put[s] += amount[e]
                    if flags[e] & FLAG_DARK:
                        ahead[s] += amount[e]
                    else:
                        street[s] += amount[e]
                        if board_cards == 0:
                            calls += 1
                elif w != Word.CHECK:  # a bet, a raise or a completion
                    if flags[e] & FLAG_DARK:
                        put[s] += amount[e] - ahead[s]
                        ahead[s] = amount[e]
                    else:
                        put[s] += amount[e] - street[s]
                        street[s] = amount[e]
                        if board_cards == 0:
                            raises += 1
            elif w == Word.EXPOSE or w == Word.JOKER:
                if s >= 1:
                    replaced[s] += max(n_cards, 1)
            elif w == Word.DRAW:
                in_hands[s] += n_cards
            elif w == Word.DISCARD:
                in_hands[s] -= n_cards
                for c in range(first_card, first_card + n_cards):
                    if cards[c] == UNSEEN:  # a card of the seat that was seen may be among them
                        threw_unseen |= 1 << s
            elif w == Word.BOARD:
                four_flop = four_flop or (board_cards == 0 and n_cards == 4)
                board_cards += n_cards
                for x in range(1, SEATS):
                    street[x] = ahead[x]
                    ahead[x] = 0
            elif w == Word.RUNIT:
                # The boards part here: what lies already is common to all.
                n_boards = min(max(number[e], 1), BOARDS_MOST)
                for b in range(1, n_boards):
                    n_board[b] = n_board[0]
                    for c in range(5):
                        boards[b, c] = boards[0, c]
                street[:] = 0
            elif w == Word.BOARD2 or w == Word.BOARD3:
                n_boards = max(n_boards, w - Word.BOARD + 1)
                street[:] = 0
            elif w == Word.COMMUNITY:
                street[:] = 0
            elif w == Word.POST:
                cents = amount[e]
                kind = int(detail[e])
                if kind == Detail.ANTE:
                    antes[s] += cents
                elif kind == Detail.BBA or kind == Detail.DEAD:
                    dead[s] += cents
                else:
                    blind = UNKNOWN
                    if kind == Detail.SB:
                        facts[Fact.SB_SEAT, h] = s
                        facts[Fact.SB_EVENT, h] = e - start
                        blind = params[Param.SB_CENTS, terms]
                    elif kind == Detail.BB:
                        facts[Fact.BB_SEAT, h] = s
                        facts[Fact.BB_EVENT, h] = e - start
                        blind = params[Param.BB_CENTS, terms]
                    if blind != UNKNOWN:
                        facts[Fact.BLINDS_POSTED, h] += 1
                        blind = min(blind, stack[s] - put[s] - antes[s] - dead[s])
                        left = stack[s] - put[s] - antes[s] - dead[s] - cents
                        if blind != cents and not ante_took(word, seat, detail, amount, e, event_offsets[h + 1], left):
                            found = report(
                                deviations, found, h, Deviation.BLIND_AMOUNT, e - start, s,
                                blind, cents, cents - blind, UNKNOWN, UNKNOWN, kind,
                            )  # fmt: skip
                    put[s] += cents
                    street[s] += cents
            elif w == Word.DEAD:
                folded[s] = True
                actions += 1
            elif w == Word.MUCK:
                mucked[s] = True
                shows += 1
            elif w == Word.SHOW:
                shows += 1
            elif w == Word.RETURN:
                returned[s] += amount[e]
            elif w == Word.RAKE:
                rake += amount[e]
                facts[Fact.RAKE_EVENT, h] = e - start
            elif w == Word.PROMO:
                promo += amount[e]
            elif w == Word.TIMEPOT:
                timepot += amount[e]
            elif w == Word.TIME:
                if s >= 1:
                    stack[s] -= amount[e]  # paid off the stack, before the blinds
            elif w == Word.AWARD:
                awarded += amount[e]
                p = int(pot[e])
                kind = int(part[e])
                if p < POTS_MOST and kind < PARTS:
                    done[p, int(board[e]), kind, s] += amount[e]
                    paid[p, s] += amount[e]
                    award_event[p, s] = e - start
                    used = max(used, p + 1)
                else:
                    has_parts = True
            elif w == Word.STUB:
                due = params[Param.DECK_CARDS, terms] - cards_out
                if params[Param.DECK_CARDS, terms] == UNKNOWN or reshuffled:
                    due = UNKNOWN
                if facts[Fact.STUB_COUNT, h] == UNKNOWN or facts[Fact.STUB_COUNT, h] == facts[Fact.STUB_DUE, h]:
                    facts[Fact.STUB_COUNT, h] = number[e]
                    facts[Fact.STUB_DUE, h] = due
                    facts[Fact.STUB_EVENT, h] = e - start
                    if due != UNKNOWN and number[e] != due:
                        found = report(
                            deviations, found, h, Deviation.STUB_COUNT, e - start, UNKNOWN,
                            due, number[e], 0, UNKNOWN, UNKNOWN, 0,
                        )  # fmt: skip
            elif w == Word.RESHUFFLE:
                reshuffled = True
                # Folded hands, burns and discards may come again.
                for c in range(53):
                    where = place[c]
                    gone = 1 <= where <= 10 and (folded[where] or threw_unseen >> where & 1)
                    if where == IN_BURNS or where == IN_DISCARDS or gone:
                        place[c] = 0
            elif w == Word.MISDEAL:
                ended = Ended.MISDEAL
            elif w == Word.VOID:
                ended = Ended.VOID

        # What went in, what of it was contested.
        total = 0
        antes_total = 0
        dead_total = 0
        returned_total = 0
        for s in range(1, SEATS):
            total += put[s] + antes[s] + dead[s]
            antes_total += antes[s]
            dead_total += dead[s]
            returned_total += returned[s]
        loose_seat, loose = uncalled(put)
        if loose_seat and folded[loose_seat]:
            loose_seat, loose = 0, 0
        bettors = 0
        for s in range(1, SEATS):
            if put[s] > 0:
                bettors += 1
        taken = rake + promo + timepot
        untouched = awarded == 0 and taken == 0 and board_cards == 0 and calls == 0 and raises == 0
        if ended == Ended.PLAYED and untouched and bettors > 1 and returned_total == total:
            ended = Ended.CHOPPED
        called_off = ended != Ended.PLAYED
        contested = 0 if called_off else total - loose
        dealt = 0
        live_count = 0
        last_live = 0
        for s in range(1, SEATS):
            if dealt_mask >> s & 1:
                dealt += 1
                if not folded[s]:
                    live_count += 1
                    last_live = s
        streets = 0 if board_cards < 3 else board_cards - 2
        facts[Fact.SEATS_DEALT, h] = dealt
        facts[Fact.STREETS, h] = streets
        facts[Fact.BOARDS, h] = n_boards
        for s in range(1, SEATS):
            if antes[s] + dead[s] > 0 and antes[s] + dead[s] >= stack[s]:
                facts[Fact.ANTED_ALL_MASK, h] |= 1 << s
        facts[Fact.IN_CENTS, h] = total
        facts[Fact.CONTESTED_CENTS, h] = contested
        facts[Fact.UNCALLED_CENTS, h] = loose
        facts[Fact.UNCALLED_SEAT, h] = loose_seat
        facts[Fact.RETURNED_CENTS, h] = returned_total
        facts[Fact.AWARDED_CENTS, h] = awarded
        facts[Fact.RAKE_TAKEN_CENTS, h] = rake
        facts[Fact.PROMO_TAKEN_CENTS, h] = promo
        facts[Fact.TIMEPOT_TAKEN_CENTS, h] = timepot
        facts[Fact.ENDED, h] = ended
        facts[Fact.ACTIVE_MASK, h] = active_mask
        facts[Fact.DEALT_MASK, h] = dealt_mask
        facts[Fact.CARDS_KNOWN, h] = known
        facts[Fact.PREFLOP_CALLS, h] = calls
        facts[Fact.PREFLOP_RAISES, h] = raises
        facts[Fact.VOLUNTARY_ACTIONS, h] = actions

        # The rake.
        percent = params[Param.RAKE_PERCENT, terms]
        step = params[Param.RAKE_STEP_CENTS, terms]
        cap = params[Param.RAKE_CAP_CENTS, terms]
        if percent != UNKNOWN and step > 0 and cap != UNKNOWN:
            rakeable = is_rakeable(streets > 0, params[Param.RAKE_BEFORE_FLOP, terms], calls, raises)
            if called_off:
                rakeable = 0
            if rakeable == 0:
                facts[Fact.RAKE_DUE_CENTS, h] = 0
                facts[Fact.RAKE_UNREDUCED_CENTS, h] = 0
            elif rakeable == 1:
                facts[Fact.RAKE_UNREDUCED_CENTS, h] = rake_due(contested, percent, step, cap)
                short_cap = params[Param.RAKE_SHORT_0 + dealt, terms]
                if short_cap != UNKNOWN:
                    cap = min(cap, short_cap)
                facts[Fact.RAKE_DUE_CENTS, h] = rake_due(contested, percent, step, cap)

        # The money back of a deal that was called off.
        if called_off:
            missing = 0
            surplus = 0
            by = 0
            for s in range(1, SEATS):
                short = put[s] + antes[s] + dead[s] - returned[s]
                if short > 0:
                    missing += short
                    if by == 0:
                        by = s
                else:
                    surplus -= short
            if missing != 0 or surplus != 0:
                found = report(
                    deviations, found, h, Deviation.CHIPS_NOT_CONSERVED, UNKNOWN, by if by else UNKNOWN,
                    total, returned_total, max(missing, surplus), by if by else UNKNOWN, UNKNOWN, ended,
                )  # fmt: skip
        else:
            # An uncalled bet that stayed in the pot.
            kept = 0
            if loose > returned[loose_seat]:
                kept = loose - returned[loose_seat]
            net = total - loose - rake - promo - timepot
            over_returned = returned_total - (loose - kept)
            if kept > 0:
                to = kept_by(paid, used, loose_seat)
                lost = kept if to != loose_seat else 0
                found = report(
                    deviations, found, h, Deviation.UNCALLED_NOT_RETURNED, UNKNOWN, loose_seat,
                    loose, loose - kept, lost, loose_seat if lost else UNKNOWN, to if lost else UNKNOWN, 0,
                )  # fmt: skip
            if awarded != net and (kept == 0 or awarded != net + kept):
                found = report(
                    deviations, found, h, Deviation.POT_TOTAL, UNKNOWN, UNKNOWN,
                    net, awarded, abs(awarded - net), UNKNOWN, UNKNOWN, 0,
                )  # fmt: skip
            elif over_returned != 0 and (kept == 0 or awarded + returned_total != net + loose):
                found = report(
                    deviations, found, h, Deviation.CHIPS_NOT_CONSERVED, UNKNOWN, UNKNOWN,
                    loose, returned_total, abs(over_returned), UNKNOWN, UNKNOWN, ended,
                )  # fmt: skip
            elif (
                live_count == 1 and n_boards == 1 and board_cards <= 5 and kept == 0 and not card_twice
                and not has_parts and paid_to(paid, used, last_live) == net
            ):  # fmt: skip
                # Everybody else gave up, and the last one in was pushed everything.
                if button_seat[h] > 0:
                    facts[Fact.SHOWDOWN_KNOWN, h] = 1
            elif kept == 0 and not card_twice and not has_parts and live_count > 0 and board_cards <= 5:
                for s in range(1, SEATS):
                    matched[s] = put[s] + antes[s] - (loose if s == loose_seat else 0)
                    live[s] = in_hand[s] and not folded[s]
                    whole_hand = in_hands[s] if in_hands[s] > 0 else params[Param.HOLE_CARDS, terms]
                    if n_shown[s] == 0 and n_held[s] > 0:
                        n_shown[s] = n_held[s]
                        for c in range(n_held[s]):
                            shown[s, c] = held[s, c]
                    # A hand dealt a card too many, or one more for a card that was replaced, shows what the game deals.
                    as_dealt = params[Param.HOLE_CARDS, terms] if params[Param.HOLE_CARDS_FREE, terms] == 0 else -1
                    kept = whole_hand - replaced[s]
                    complete[s] = n_shown[s] == whole_hand or n_shown[s] == as_dealt or 0 < n_shown[s] == kept
                n_pots = build_pots(matched, live, dead_total, pot_cents, eligible)
                take_rake(pot_cents, n_pots, rake + promo + timepot)
                evaluator = params[Param.EVALUATOR, terms]
                for b in range(n_boards):
                    if n_board[b] != 5:
                        evaluator = 0
                derived = find_winners(
                    n_pots, eligible, live_count, mucked, shown, n_shown, complete, boards, n_boards,
                    evaluator, params[Param.LOW, terms], high_win, low_win, for_showdown,
                )  # fmt: skip
                unit = params[Param.ODD_UNIT_CENTS, terms]
                if unit == UNKNOWN:
                    unit = 1
                    for p in range(n_pots):
                        for b in range(n_boards):
                            if n_boards > 1 or low_win[p, b] or high_win[p, b] & (high_win[p, b] - 1):
                                derived = False
                if derived and button_seat[h] > 0:
                    facts[Fact.SHOWDOWN_KNOWN, h] = 1
                    odd, with_low = due_shares(
                        pot_cents, n_pots, n_boards, high_win, low_win, button_seat[h], unit, due_seat
                    )
                    facts[Fact.ODD_SPLIT, h] = odd
                    facts[Fact.LOW_WON, h] = with_low
                    if not as_due(due_seat, paid, used):
                        found = judge_awards(
                            deviations, found, h, pot_cents, n_pots, n_boards, high_win, low_win, done, paid,
                            award_event, folded, button_seat[h], unit, due_seat, for_awards,
                        )  # fmt: skip
                if shows > 0 and live_count > 1:
                    facts[Fact.TABLING_KNOWN, h] = 1
                    for p in range(n_pots):
                        seat_untabled = won_untabled(p, eligible, mucked, complete, award_event)
                        if seat_untabled:
                            found = report(
                                deviations, found, h, Deviation.NOT_TABLED, award_event[p, seat_untabled],
                                seat_untabled, params[Param.HOLE_CARDS, terms], n_shown[seat_untabled], 0,
                                UNKNOWN, UNKNOWN, p,
                            )  # fmt: skip
                            break
        if found > deviations.shape[0]:
            return h, found_before
    return n_hands, found


@kernel
def drop_card(held, n_held, s, card):
    """Takes a discarded card out of a seat's known ones."""
    for i in range(n_held[s]):
        if held[s, i] == card:
            n_held[s] -= 1
            held[s, i] = held[s, n_held[s]]
            return


@kernel
def won_untabled(p, eligible, mucked, complete, award_event):
    """The seat that was paid from a pot which others still claimed, without all its cards tabled; 0 if none was."""
    claims = 0
    for s in range(1, SEATS):
        if eligible[p] >> s & 1 and not mucked[s]:
            claims += 1
    if claims < 2:
        return 0
    for s in range(1, SEATS):
        if eligible[p] >> s & 1 and award_event[p, s] != UNKNOWN and not complete[s]:
            return s
    return 0


@kernel
def paid_to(paid, used, s):
    """What a seat was awarded of all pots."""
    total = 0
    for p in range(used):
        total += paid[p, s]
    return total


@kernel
def kept_by(paid, used, owner):
    """The seat that an unreturned bet went to: the one awarded most, the owner on equal terms; 0 if nobody was paid."""
    best = 0
    most = 0
    for s in range(1, SEATS):
        total = paid_to(paid, used, s)
        if total > most or (total == most and total > 0 and s == owner):
            most = total
            best = s
    return best
