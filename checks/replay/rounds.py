"""One pass over each hand of a stud or draw game: who put in what, who won with which cards, what the stub should hold.

Grain: one column of facts a hand, any number of deviations. Flop games without draws are replayed in `hand`; the rows
of facts mean the same there. After a deviation the replay goes on as the table did.
"""

import numpy as np

from checks.replay.awards import PARTS, as_due
from checks.replay.betting import count_seats
from checks.replay.hand import (
    IN_BOARD,
    IN_BURNS,
    IN_DISCARDS,
    UNSEEN,
    ante_took,
    drop_card,
    kept_by,
    won_untabled,
)
from checks.replay.layout import FACTS, STREETS_MOST, UNKNOWN, Deviation, Ended, Fact, Opener, Param, Reading
from checks.replay.parts import NO_VALUE, ace_readings, odd_unit_key, part_value
from checks.replay.pots import POTS_MOST, SEATS, build_pots, take_rake, uncalled
from checks.replay.rake import is_rakeable, rake_due
from checks.replay.report import report
from checks.replay.rounds_awards import due_of_all, judge_parts
from checks.replay.streets import (
    DISCARD,
    cards_of_street,
    draw_street_begins,
    of_street,
    stud_street_begins,
    with_chips_now,
)
from parsers.kernel import inlined_part, kernel
from parsers.vocabulary import FLAG_DARK, JOKER, Detail, State, Word

CARDS_MOST = 12  # of one seat: nine dealt in super stud, and some to spare
DECK = 53

# Bits of what goes into a new stub, as `sources` has them.
FROM_STUB = 1
FROM_BURNS = 2
FROM_MUCK = 4
FROM_DISCARDS = 8


def rounds_scratch():
    """What `replay_rounds` writes on, in the order in which it takes it.

    `numbers` and `signs` hold what starts at zero in every hand; their rows, one entry a seat, stand behind them.
    """
    numbers = np.zeros((13, SEATS), np.int64)
    signs = np.zeros((3, SEATS), np.bool_)
    return (
        numbers,
        signs,
        *numbers,  # put … spare
        *signs,  # folded, mucked, joker_up
        np.zeros(SEATS, np.int64),  # matched
        np.zeros(SEATS, np.bool_),  # live
        np.zeros((SEATS, CARDS_MOST), np.int64),  # held
        np.zeros((SEATS, CARDS_MOST), np.int64),  # shown
        np.zeros(SEATS, np.bool_),  # complete
        np.zeros(5, np.int64),  # board
        np.zeros(STREETS_MOST, np.int64),  # due_by_street
        np.zeros(DECK, np.int64),  # place
        np.zeros(POTS_MOST, np.int64),  # pot_cents
        np.zeros(POTS_MOST, np.int64),  # eligible
        np.zeros(POTS_MOST, np.int64),  # first_win
        np.zeros(POTS_MOST, np.int64),  # second_win
        np.zeros((POTS_MOST, PARTS, SEATS), np.int64),  # done
        np.zeros((POTS_MOST, SEATS), np.int64),  # paid
        np.zeros(SEATS, np.int64),  # due_seat
        np.zeros((2, 2, SEATS), np.int64),  # readings
        np.zeros((2, SEATS), np.int64),  # values
        np.zeros(4, np.int64),  # masks
        np.zeros(SEATS, np.int64),  # keys
        np.zeros((4, SEATS), np.int64),  # award_work
        np.full((POTS_MOST, SEATS), UNKNOWN, np.int64),  # award_event
    )


@kernel
def replay_rounds(
    seat_offsets, event_offsets, card_offsets, button_seat, terms_of,
    seat_no, seat_stack, seat_state,
    word, seat, detail, amount, number, text, pot, part, flags, cards, sources,
    params, first, facts, deviations, scratch,
):  # fmt: skip
    """Replays hands `first` … to the end of the batch that are of such games.

    Returns (the next hand to replay, deviations found). `sources[text]` are the piles that a reshuffle names, as bits.
    """
    (
        numbers,
        signs,
        put,
        street,
        ahead,
        antes,
        dead,
        out,
        returned,
        stack,
        n_held,
        n_shown,
        in_hands,
        dealt_to,
        spare,
        folded,
        mucked,
        joker_up,
        matched,
        live,
        held,
        shown,
        complete,
        board,
        due_by_street,
        place,
        pot_cents,
        eligible,
        first_win,
        second_win,
        done,
        paid,
        due_seat,
        readings,
        values,
        masks,
        keys,
        award_work,
        award_event,
    ) = scratch
    used = 0

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        terms = terms_of[h]
        if params[Param.IS_ROUND_GAME, terms] != 1:
            continue
        found_before = found
        numbers[:] = 0
        signs[:] = False
        place[:] = 0
        for p in range(used):
            done[p] = 0
            paid[p] = 0
            award_event[p] = UNKNOWN
        used = 0
        for f in range(FACTS):
            facts[f, h] = 0
        for f in (
            Fact.STUB_COUNT, Fact.STUB_DUE, Fact.STUB_EVENT, Fact.RAKE_DUE_CENTS, Fact.RAKE_UNREDUCED_CENTS,
            Fact.SHOWDOWN_KNOWN, Fact.TABLING_KNOWN, Fact.RAKE_EVENT, Fact.SB_EVENT, Fact.BB_EVENT,
        ):  # fmt: skip
            facts[f, h] = UNKNOWN
        by_bring_in = params[Param.OPENER, terms] == Opener.BRING_IN
        n_streets = params[Param.STREETS, terms]
        total_due = 0
        discards_due = 0
        for k in range(n_streets):
            packed = params[Param.STREET_0 + k, terms]
            total_due += cards_of_street(packed)
            due_by_street[k] = total_due
            discards_due += of_street(packed, DISCARD)
        whole_hand = total_due - discards_due
        two_parts = params[Param.PARTS, terms] == 2
        first_word = params[Param.PART_WORD, terms]
        second_word = params[Param.PART_WORD + 1, terms]

        active_mask = 0
        with_chips = 0
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            stack[s] = seat_stack[i]
            with_chips = with_chips_now(with_chips, s, stack[s])
            if seat_state[i] != State.AWAY:
                active_mask |= 1 << s
        stage = 0
        acted = False
        acted_mask = 0  # seats that acted since the last bet or raise
        burned = False
        declared = 0
        board_cards = 0
        known_board = 0
        community = UNSEEN
        communities = 0
        several_boards = False
        discards_told = False
        threw_unseen = 0  # seats that discarded cards nobody saw, a bit each
        stub = params[Param.DECK_CARDS, terms]
        stub_known = stub != UNKNOWN
        burns_pile = 0
        muck_pile = 0
        discards_pile = 0
        shows = 0
        known = 0
        dealt_mask = 0
        live_mask = 0
        rake = 0
        promo = 0
        timepot = 0
        awarded = 0
        ended = Ended.PLAYED
        card_twice = False
        exposed = 0
        has_parts = False
        spare_any = False
        calls = 0
        raises = 0
        actions = 0
        start = event_offsets[h]
        for e in range(start, event_offsets[h + 1]):
            w = int(word[e])
            s = int(seat[e])
            first_card = card_offsets[e]
            n_cards = card_offsets[e + 1] - first_card

            # Where a street begins, the bets of the round before lie in the pot.
            begins = False
            if by_bring_in:
                if w == Word.UP or w == Word.DEAL:
                    if s > 0 and dealt_mask and (burned or dealt_to[s] >= due_by_street[stage]):
                        can_bet = count_seats(live_mask & with_chips)
                        begins = stud_street_begins(burned, acted, dealt_to[s], due_by_street[stage], can_bet)
                elif w == Word.COMMUNITY:
                    begins = True
            elif w == Word.DISCARD or w == Word.DRAW or w == Word.BURN or w == Word.BOARD:
                says = w == Word.DISCARD or (w == Word.DRAW and detail[e] == Detail.PAT)
                over = live_mask & with_chips & ~acted_mask == 0
                can_bet = count_seats(live_mask & with_chips)
                begins = stage < n_streets - 1 and draw_street_begins(acted, over, can_bet, says, s, stage, declared)
                if begins:
                    declared = 0
                if says and s > 0:
                    declared |= 1 << s
            if begins:
                stage = min(stage + 1, n_streets - 1)
                acted = False
                acted_mask = 0
                burned = False
                muck_pile += discards_pile
                discards_pile = 0
                for x in range(SEATS):
                    street[x] = ahead[x]
                    ahead[x] = 0

            # Every card that leaves the deck, and every face that is seen.
            if n_cards:
                where = s
                counts = True
                if w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3 or w == Word.COMMUNITY:
                    where = IN_BOARD
                elif w == Word.BURN:
                    where = IN_BURNS
                    card = int(cards[first_card])
                    if card < JOKER and exposed >> card & 1:
                        counts = False  # an exposed card that was replaced serves as the burn
                        place[card] = where
                elif w == Word.FOREIGN:
                    where = -1
                    counts = False
                elif w == Word.BOXED:
                    where = IN_DISCARDS
                    counts = False
                elif w == Word.SHOW or w == Word.DISCARD or w == Word.EXPOSE or w == Word.SET:
                    counts = False
                if counts:
                    stub -= n_cards
                named = 0
                for c in range(first_card, first_card + n_cards):
                    card = int(cards[c])
                    if card == UNSEEN or where < 0:
                        continue
                    if w == Word.SHOW and card == community:
                        continue  # the shared card may be named with a hand
                    known += 1
                    again = named >> card & 1 or (place[card] != 0 and (counts or place[card] != where))
                    named |= 1 << card
                    if again and not card_twice:
                        card_twice = True
                        found = report(
                            deviations, found, h, Deviation.CARD_TWICE, e - start, s if 1 <= s <= 10 else UNKNOWN,
                            1, 2, 0, UNKNOWN, UNKNOWN, card,
                        )  # fmt: skip
                    if w == Word.EXPOSE:
                        if card < JOKER:
                            exposed |= 1 << card
                    elif w == Word.SHOW:
                        if n_shown[s] < CARDS_MOST:
                            shown[s, n_shown[s]] = card
                            n_shown[s] += 1
                    elif (w == Word.DEAL or w == Word.UP or w == Word.DRAW) and s > 0:
                        if n_held[s] < CARDS_MOST:
                            held[s, n_held[s]] = card
                            n_held[s] += 1
                        if card == JOKER and w == Word.UP:
                            joker_up[s] = True
                    elif w == Word.DISCARD and s > 0:
                        drop_card(held, n_held, s, card)
                        where = IN_DISCARDS
                    elif w == Word.COMMUNITY:
                        community = card
                    elif w == Word.BOARD and known_board < 5:
                        board[known_board] = card
                        known_board += 1
                    place[card] = where
                    if w == Word.DISCARD:
                        where = s
            elif w == Word.BURN:
                stub -= 1

            if w == Word.DEAL or w == Word.UP:
                if s >= 1:
                    dealt_mask |= 1 << s
                    if not folded[s]:
                        live_mask |= 1 << s
                    else:
                        muck_pile += n_cards
                    in_hands[s] += n_cards
                    dealt_to[s] += n_cards
            elif w == Word.DRAW:
                if s >= 1:
                    in_hands[s] += n_cards
            elif w == Word.DISCARD:
                if s >= 1:
                    in_hands[s] -= n_cards
                    discards_pile += n_cards
                    discards_told = True
                    for c in range(first_card, first_card + n_cards):
                        if cards[c] == UNSEEN:  # a card of the seat that was seen may be among them
                            threw_unseen |= 1 << s
            elif w == Word.BURN:
                burned = True
                burns_pile += 1
            elif w == Word.BOARD:
                board_cards += n_cards
            elif w == Word.COMMUNITY:
                communities += n_cards
            elif w == Word.BOARD2 or w == Word.BOARD3 or w == Word.RUNIT:
                several_boards = True
            elif w == Word.EXPOSE:
                if s > 0:
                    spare[s] += n_cards
                    spare_any = True
            elif w == Word.POST:
                cents = amount[e]
                kind = int(detail[e])
                out[s] += cents
                with_chips = with_chips_now(with_chips, s, stack[s] - out[s])
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
                    elif kind == Detail.BRINGIN:
                        acted = True
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
            elif w == Word.CALL:
                put[s] += amount[e]
                out[s] += amount[e]
                with_chips = with_chips_now(with_chips, s, stack[s] - out[s])
                actions += 1
                if flags[e] & FLAG_DARK:
                    ahead[s] += amount[e]
                else:
                    acted = True
                    acted_mask |= 1 << s
                    street[s] += amount[e]
                    if stage == 0:
                        calls += 1
            elif w == Word.BET or w == Word.RAISE or w == Word.COMPLETE:
                actions += 1
                if flags[e] & FLAG_DARK:
                    put[s] += amount[e] - ahead[s]
                    out[s] += amount[e] - ahead[s]
                    ahead[s] = amount[e]
                else:
                    acted = True
                    acted_mask = 1 << s
                    put[s] += amount[e] - street[s]
                    out[s] += amount[e] - street[s]
                    street[s] = amount[e]
                    if stage == 0:
                        raises += 1
                with_chips = with_chips_now(with_chips, s, stack[s] - out[s])
            elif w == Word.FOLD or w == Word.DEAD:
                if not folded[s]:
                    folded[s] = True
                    live_mask &= ~(1 << s)
                    muck_pile += in_hands[s]
                actions += 1
                acted = acted or w == Word.FOLD
            elif w == Word.CHECK:
                actions += 1
                acted = acted or not flags[e] & FLAG_DARK
                acted_mask |= 1 << s
            elif w == Word.MUCK:
                mucked[s] = True
                shows += 1
            elif w == Word.SHOW:
                shows += 1
            elif w == Word.RETURN:
                returned[s] += amount[e]
                out[s] -= amount[e]
                with_chips = with_chips_now(with_chips, s, stack[s] - out[s])
            elif w == Word.RAKE:
                rake += amount[e]
                facts[Fact.RAKE_EVENT, h] = e - start
            elif w == Word.PROMO:
                promo += amount[e]
            elif w == Word.TIMEPOT:
                timepot += amount[e]
            elif w == Word.TIME:
                if s >= 1:
                    stack[s] -= amount[e]  # paid off the stack
                    with_chips = with_chips_now(with_chips, s, stack[s] - out[s])
            elif w == Word.AWARD:
                awarded += amount[e]
                p = int(pot[e])
                kind = 0
                if two_parts:
                    kind = 1 if part[e] == first_word else 2 if part[e] == second_word else 0
                if 0 <= p < POTS_MOST:
                    done[p, kind, s] += amount[e]
                    paid[p, s] += amount[e]
                    award_event[p, s] = e - start
                    used = max(used, p + 1)
                else:
                    has_parts = True
            elif w == Word.STUB:
                if facts[Fact.STUB_COUNT, h] == UNKNOWN or facts[Fact.STUB_COUNT, h] == facts[Fact.STUB_DUE, h]:
                    due = stub if stub_known else UNKNOWN
                    facts[Fact.STUB_COUNT, h] = number[e]
                    facts[Fact.STUB_DUE, h] = due
                    facts[Fact.STUB_EVENT, h] = e - start
                    if due != UNKNOWN and number[e] != due:
                        found = report(
                            deviations, found, h, Deviation.STUB_COUNT, e - start, UNKNOWN,
                            due, number[e], 0, UNKNOWN, UNKNOWN, 0,
                        )  # fmt: skip
            elif w == Word.RESHUFFLE:
                piles = sources[text[e]] if text[e] >= 0 else 0
                if not piles & FROM_STUB or spare_any:
                    stub_known = False  # nobody says what became of the old stub, or of cards that were replaced
                if piles & FROM_BURNS:
                    stub += burns_pile
                    burns_pile = 0
                if piles & FROM_MUCK:
                    stub += muck_pile
                    muck_pile = 0
                if piles & FROM_DISCARDS:
                    stub += discards_pile
                    discards_pile = 0
                for c in range(DECK):
                    at = place[c]
                    gone = 1 <= at <= 10 and (folded[at] or threw_unseen >> at & 1)
                    if at == IN_BURNS or at == IN_DISCARDS or gone:
                        place[c] = 0
            elif w == Word.MISDEAL:
                ended = Ended.MISDEAL
            elif w == Word.VOID:
                ended = Ended.VOID

        # What went in, what of it was contested.
        total = 0
        dead_total = 0
        returned_total = 0
        bettors = 0
        for s in range(1, SEATS):
            total += put[s] + antes[s] + dead[s]
            dead_total += dead[s]
            returned_total += returned[s]
            bettors += put[s] > 0
        loose_seat, loose = uncalled(put)
        if loose_seat and folded[loose_seat]:
            loose_seat, loose = 0, 0
        taken = rake + promo + timepot
        untouched = awarded == 0 and taken == 0 and stage == 0 and calls == 0 and raises == 0
        if ended == Ended.PLAYED and untouched and bettors > 1 and returned_total == total:
            ended = Ended.CHOPPED
        called_off = ended != Ended.PLAYED
        contested = 0 if called_off else total - loose
        dealt = 0
        live_count = 0
        for s in range(1, SEATS):
            dealt += dealt_mask >> s & 1
            live[s] = dealt_mask >> s & 1 and not folded[s]
            live_count += live[s]
            if antes[s] + dead[s] > 0 and antes[s] + dead[s] >= stack[s]:
                facts[Fact.ANTED_ALL_MASK, h] |= 1 << s
        facts[Fact.SEATS_DEALT, h] = dealt
        facts[Fact.STREETS, h] = stage
        facts[Fact.BOARDS, h] = 1
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
        rake_of_hand(facts, h, params, terms, contested, called_off, dealt, stage, board_cards, calls, raises)

        if called_off:
            found = judge_called_off(deviations, found, h, put, antes, dead, returned, total, returned_total, ended)
        else:
            kept = max(loose - returned[loose_seat], 0)
            net = total - loose - taken
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
            elif kept == 0 and not card_twice and not has_parts and live_count > 0:
                readable = not several_boards and communities <= 1
                for s in range(1, SEATS):
                    matched[s] = put[s] + antes[s] - (loose if s == loose_seat else 0)
                    complete[s] = False
                    if not live[s]:
                        continue
                    if n_shown[s] == 0:
                        n_shown[s] = n_held[s]
                        for c in range(n_held[s]):
                            shown[s, c] = held[s, c]
                    own = whole_hand - communities
                    # A hand of another number of cards than the game deals is for the floor to judge.
                    counted = in_hands[s]
                    if discards_told or by_bring_in:
                        right = own <= counted <= own + spare[s]
                    else:
                        right = True
                    complete[s] = n_shown[s] == own and right
                    if communities == 1 and complete[s]:
                        complete[s] = community != UNSEEN
                        shown[s, n_shown[s]] = community
                        n_shown[s] += 1
                n_pots = build_pots(matched, live, dead_total, pot_cents, eligible)
                take_rake(pot_cents, n_pots, taken)
                derived = find_part_winners(
                    n_pots, eligible, live_count, mucked, shown, n_shown, complete, joker_up, board, known_board,
                    readable, params, terms, values, masks, first_win, second_win,
                )  # fmt: skip
                by_cards = params[Param.ODD_BY_CARDS, terms]
                unit = params[Param.ODD_UNIT_CENTS, terms]
                tied = False
                for p in range(n_pots):
                    if derived:
                        tied |= first_win[p] & (first_win[p] - 1) != 0 or second_win[p] & (second_win[p] - 1) != 0
                        if unit == UNKNOWN and (tied or second_win[p]):
                            derived = False
                if unit == UNKNOWN:
                    unit = 1
                if derived and tied and (by_cards == UNKNOWN or (by_cards == 0 and button_seat[h] <= 0)):
                    derived = False
                if derived:
                    facts[Fact.SHOWDOWN_KNOWN, h] = 1
                    if tied:
                        order_from_button(readings, int(button_seat[h]))
                    odd, with_second = due_of_all(pot_cents, n_pots, first_win, second_win, readings[0], unit, due_seat)
                    facts[Fact.ODD_SPLIT, h] = odd
                    facts[Fact.LOW_WON, h] = with_second
                    right = False
                    if tied and odd and by_cards > 0:  # the order of seats matters, and goes by their cards
                        order_by_cards(readings, params, terms, by_cards, live, complete, shown, n_shown, values, keys)
                        due_of_all(pot_cents, n_pots, first_win, second_win, readings[1], unit, due_seat)
                        right = as_due(due_seat, paid, used)
                        due_of_all(pot_cents, n_pots, first_win, second_win, readings[0], unit, due_seat)
                    if not right and not as_due(due_seat, paid, used):
                        found = judge_parts(
                            deviations, found, h, pot_cents, n_pots, first_win, second_win, done, paid, award_event,
                            folded, readings, unit, by_cards > 0, due_seat, award_work,
                        )  # fmt: skip
                if shows > 0 and live_count > 1:
                    facts[Fact.TABLING_KNOWN, h] = 1
                    for p in range(n_pots):
                        seat_untabled = won_untabled(p, eligible, mucked, complete, award_event)
                        if seat_untabled and n_shown[seat_untabled] < whole_hand - communities:
                            found = report(
                                deviations, found, h, Deviation.NOT_TABLED, award_event[p, seat_untabled],
                                seat_untabled, whole_hand, n_shown[seat_untabled], 0, UNKNOWN, UNKNOWN, p,
                            )  # fmt: skip
                            break
        if found > deviations.shape[0]:
            return h, found_before
    return n_hands, found


@inlined_part
def rake_of_hand(facts, h, params, terms, contested, called_off, dealt, stage, board_cards, calls, raises):
    """The rake due. A pot won on the first street of a game without a flop: documents say nothing of it."""
    percent = params[Param.RAKE_PERCENT, terms]
    step = params[Param.RAKE_STEP_CENTS, terms]
    cap = params[Param.RAKE_CAP_CENTS, terms]
    if percent == UNKNOWN or step <= 0 or cap == UNKNOWN:
        return
    unreduced = rake_due(contested, percent, step, cap)
    rakeable = 1
    if called_off or unreduced == 0:
        rakeable = 0
    elif board_cards == 0 and params[Param.STREET_0 + 1, terms] >> 8 & 15:
        rakeable = is_rakeable(False, params[Param.RAKE_BEFORE_FLOP, terms], calls, raises)
    elif stage == 0:
        return
    if rakeable == 0:
        facts[Fact.RAKE_DUE_CENTS, h] = 0
        facts[Fact.RAKE_UNREDUCED_CENTS, h] = 0
    elif rakeable == 1:
        facts[Fact.RAKE_UNREDUCED_CENTS, h] = unreduced
        short_cap = params[Param.RAKE_SHORT_0 + dealt, terms]
        if short_cap != UNKNOWN:
            cap = min(cap, short_cap)
        facts[Fact.RAKE_DUE_CENTS, h] = rake_due(contested, percent, step, cap)


@kernel
def judge_called_off(deviations, found, h, put, antes, dead, returned, total, returned_total, ended):
    """The money back of a deal that was called off."""
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
    if missing == 0 and surplus == 0:
        return found
    who = by if by else UNKNOWN
    return report(
        deviations, found, h, Deviation.CHIPS_NOT_CONSERVED, UNKNOWN, who, total, returned_total,
        max(missing, surplus), who, UNKNOWN, ended,
    )  # fmt: skip


@inlined_part
def find_part_winners(
    n_pots, eligible, live_count, mucked, shown, n_shown, complete, joker_up, board, known_board, readable, params,
    terms, values, masks, first_win, second_win,
):  # fmt: skip
    """Fills the winners of each pot and part as masks. Returns False where a hand was not seen."""
    n_parts = params[Param.PARTS, terms]
    qualifies = params[Param.PART_QUALIFIES, terms] == 1
    evaluated = 0
    for p in range(n_pots):
        claims = 0
        n = 0
        for s in range(1, SEATS):
            if eligible[p] >> s & 1 and (live_count == 1 or not mucked[s]):
                claims |= 1 << s
                n += 1
        if n == 0:
            return False
        first_win[p] = claims
        second_win[p] = 0
        if n == 1:
            continue
        if not readable:
            return False
        for s in range(1, SEATS):
            if claims >> s & 1 and not complete[s]:
                return False
        for k in range(n_parts):
            reading = params[Param.PART_READING + k, terms]
            if reading == Reading.OMAHA_HIGH and known_board != 5:
                return False
            best = NO_VALUE
            winners = 0
            for s in range(1, SEATS):
                if not claims >> s & 1:
                    continue
                if not evaluated >> (s + k * SEATS) & 1:
                    evaluated |= 1 << (s + k * SEATS)
                    values[k, s] = part_value(
                        reading, qualifies and k == 1, shown[s], n_shown[s], board, joker_up[s], masks
                    )
                if values[k, s] > best:
                    best = values[k, s]
                    winners = 1 << s
                elif values[k, s] == best and best != NO_VALUE:
                    winners |= 1 << s
            if k == 0:
                first_win[p] = winners
            else:
                second_win[p] = winners
    return True


@kernel
def order_from_button(readings, button):
    """Seats clockwise from the button; from the dealer's left where there is none."""
    for r in range(2):
        for k in range(2):
            for step in range(1, SEATS):
                readings[r, k, step - 1] = (button + step - 1) % 10 + 1
            readings[r, k, SEATS - 1] = 0


@kernel
def order_by_cards(readings, params, terms, of, live, complete, shown, n_shown, values, keys):
    """Seats in the order of their highest card by rank and suit, for each part and each way to read an ace."""
    n_parts = params[Param.PARTS, terms]
    for k in range(n_parts):
        reading = params[Param.PART_READING + k, terms]
        for r in range(2):
            for s in range(1, SEATS):
                keys[s] = NO_VALUE
                if live[s] and complete[s] and values[k, s] != NO_VALUE:
                    one, other = ace_readings(reading, k, of, values[k, s])
                    keys[s] = odd_unit_key(reading, of, shown[s], n_shown[s], values[k, s], other if r else one)
            readings[r, k, :] = 0
            for place in range(SEATS - 1):
                best = 0
                for s in range(1, SEATS):
                    taken = False
                    for earlier in range(place):
                        taken = taken or readings[r, k, earlier] == s
                    if taken:
                        continue
                    # Two hands that share their highest card: nobody says whose it is, so each reading has another.
                    if best == 0 or keys[s] > keys[best] or (r and keys[s] == keys[best]):
                        best = s
                readings[r, k, place] = best
