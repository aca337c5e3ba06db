"""One pass over each hand's cards: who was dealt what, in which order, with which burns, and what had to be called off.

Grain: one column of facts a hand, any number of deviations. Flop games only; other games deal by other rules. A deal
that was called off is judged only for when that was done: its errors were put right by dealing again.
"""

import numpy as np

from checks.replay.layout import (
    DEALING,
    UNKNOWN,
    CallOff,
    Dealing,
    Deviation,
    Ended,
    Fact,
    FourCardFlop,
    Param,
    RunAgain,
    Substantial,
)
from checks.replay.pots import SEATS
from checks.replay.report import report
from parsers.kernel import kernel
from parsers.vocabulary import FLAG_ALLIN, FLAG_DARK, FLAG_OOT, JOKER, Detail, State, Word

BOARD = 5  # cards of a whole board
FLOP = 3
FIRST_TWO_EXPOSED, TWO_EXPOSED, TWO_BOXED, BOXED_VOID, OTHER_BACK, _ = (int(cause) for cause in CallOff)


@kernel
def streets_of(board_cards):
    """How many streets so many board cards are."""
    return 0 if board_cards < FLOP else min(board_cards, BOARD) - 2


@kernel
def is_substantial(rule, folds, checks, with_chips):
    """Whether the actions in turn so far end the right to call a misdeal."""
    actions = folds + checks + with_chips
    if actions != 2:
        return actions > 2
    if rule == Substantial.TWO_WITH_CHIPS_OR_THREE:
        return with_chips > 0
    return folds != 2 and checks != 2


@kernel
def has_all_in(dealt_mask, folded, put, stack, told):
    """Whether a seat that is still in has nothing left, or was said to have nothing left."""
    for s in range(1, SEATS):
        if dealt_mask >> s & 1 and not folded[s] and (told[s] or (stack[s] > 0 and put[s] >= stack[s])):
            return True
    return False


@kernel
def next_dealt(mask, button):
    """The first seat of a mask from the button's left."""
    for step in range(1, SEATS):
        s = (button + step - 1) % 10 + 1
        if mask >> s & 1:
            return s
    return 0


@kernel
def usual_cards(dealt_mask, cards_of, least):
    """The number of cards most seats got, and never under the least that the game deals."""
    best = least
    most = 0
    for n in range(least, 10):
        seats = 0
        for s in range(1, SEATS):
            if dealt_mask >> s & 1 and cards_of[s] == n:
                seats += 1
        if seats > most:
            most = seats
            best = n
    return best


def dealing_scratch():
    """What `replay_dealing` writes on, by seat: numbers and marks that a hand starts from zero with, then events."""
    return (
        np.zeros((7, SEATS), np.int64),
        np.zeros((2, SEATS), np.bool_),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
    )


@kernel
def replay_dealing(
    seat_offsets, event_offsets, card_offsets, button_seat, terms_of, seat_no, seat_stack, seat_state,
    word, seat, detail, amount, number, flags, cards, params, first, facts, dealing, deviations, scratch,
):  # fmt: skip
    """Replays the dealing of hands `first` … to the end. Returns (the next hand to replay, deviations found).

    `facts` are those of the money, already derived.
    """
    by_seat, marks, show_event, deal_event = scratch
    stack = by_seat[0]
    put = by_seat[1]
    street = by_seat[2]
    cards_of = by_seat[3]
    spare = by_seat[4]  # cards of a seat that may have been replaced
    discarded = by_seat[5]
    shown = by_seat[6]
    folded = marks[0]
    told_all_in = marks[1]

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        found_before = found
        terms = terms_of[h]
        if params[Param.IS_ROUND_GAME, terms] == 1:
            continue  # replayed in `rounds_dealing`
        for f in range(DEALING):
            dealing[f, h] = 0
        dealing[Dealing.DEAL_KNOWN, h] = UNKNOWN
        dealing[Dealing.BURN_EVENT, h] = UNKNOWN
        dealing[Dealing.TIME_EVENT, h] = UNKNOWN
        dealing[Dealing.PROMO_EVENT, h] = UNKNOWN
        dealing[Dealing.RAKE_TIMED, h] = UNKNOWN
        dealing[Dealing.CALL_OFF_KNOWN, h] = UNKNOWN
        dealing[Dealing.RUN_TIMES, h] = 1
        start = event_offsets[h]
        stop = event_offsets[h + 1]
        dealing[Dealing.SEATS_LISTED, h] = seat_offsets[h + 1] - seat_offsets[h]
        by_seat[:] = 0
        marks[:] = False
        listed = 0
        away = 0
        waiting = 0  # may have chosen to wait for the big blind
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            stack[s] = seat_stack[i]
            listed |= 1 << s
            state = int(seat_state[i])
            if state == State.AWAY:
                away |= 1 << s
            elif state == State.NEW or state == State.MOVED:
                waiting |= 1 << s
        is_flop_game = params[Param.IS_FLOP_GAME, terms] == 1
        ended = facts[Fact.ENDED, h]
        called_off = ended == Ended.MISDEAL or ended == Ended.VOID
        dealt_mask = 0
        posted = 0
        first_dealt = 0  # the first seat with a right to cards that got any
        first_deal_event = 0
        first_card_seat = 0  # where each card is dealt by itself: who got the first two
        second_card_seat = 0
        cards_dealt = 0
        acted_without_cards = False
        folds = 0
        checks = 0
        with_chips = 0
        actions = 0
        spare_any = 0
        exposed = 0
        first_two_exposed = False
        boxed_in_deal = 0
        boxed_any = 0
        boxed_needed = 0
        boxed_waiting = 0
        boxed_event = 0
        exposed_event = 0
        foreign_event = -1
        foreign_in_play = False
        foreign_waiting = False
        foreign_faces = 0
        faces = 0  # cards in hands and on boards, a bit each
        joker_told = False
        board_cards = 0
        other_board = 0
        third_board = 0
        common = 0
        run_times = 1
        run_event = 0
        all_in_at_run = False
        fresh = is_flop_game  # the deck as it was cut; behind a reshuffle boards and burns go by rulings
        board_told = False
        bundle_event = -1  # streets dealt as one, which only nobody's action between them allows
        bundle_due = 0
        bundle_cards = 0
        four_flop_event = -1
        four_flop_faces = 0
        floor_called = False
        burns = 0
        burns_waiting = 0
        discard_due = 0  # seats that had to have discarded
        misdeal_event = -1
        substantial = False
        for e in range(start, stop):
            w = int(word[e])
            s = int(seat[e])
            first_card = card_offsets[e]
            n_cards = card_offsets[e + 1] - first_card
            event = e - start
            in_play = w == Word.DEAL or w == Word.UP or Word.BOARD <= w <= Word.BOARD3
            for c in range(first_card, first_card + n_cards):
                card = int(cards[c])
                if card < JOKER:
                    if w == Word.FOREIGN:
                        foreign_faces |= 1 << card
                    elif in_play or w == Word.SHOW:
                        faces |= 1 << card
                elif card == JOKER and w != Word.FOREIGN and not joker_told and is_flop_game:
                    joker_told = True
                    found = report(
                        deviations, found, h, Deviation.CARD_NOT_OF_DECK, event, s if s > 0 else UNKNOWN,
                        UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, 1,
                    )  # fmt: skip
            if in_play:
                boxed_needed += boxed_waiting
                boxed_waiting = 0
                foreign_in_play = foreign_in_play or foreign_waiting
            if w == Word.DEAL or w == Word.UP:
                if s < 1:
                    continue
                if first_dealt == 0 and listed >> s & 1 and not away >> s & 1:
                    first_dealt = s
                    first_deal_event = event
                if n_cards == 1 and cards_dealt == 0:
                    first_card_seat = s
                elif n_cards == 1 and cards_dealt == 1 and first_card_seat > 0:
                    second_card_seat = s
                cards_dealt += n_cards
                cards_of[s] += n_cards
                deal_event[s] = event
                dealt_mask |= 1 << s
            elif Word.FOLD <= w <= Word.COMPLETE:
                actions += 1
                if not dealt_mask >> s & 1:
                    acted_without_cards = True
                if flags[e] & FLAG_ALLIN:
                    told_all_in[s] = True
                if bundle_event >= 0 and not board_told:
                    board_told = True
                    found = report(
                        deviations, found, h, Deviation.CARDS_ON_BOARD, bundle_event, UNKNOWN,
                        bundle_due, bundle_cards, 0, UNKNOWN, UNKNOWN, int(bundle_due == FLOP),
                    )  # fmt: skip
                if w == Word.FOLD:
                    folded[s] = True
                elif w == Word.CALL:
                    put[s] += amount[e]
                    street[s] += amount[e]
                elif w != Word.CHECK:
                    before = 0 if flags[e] & FLAG_DARK else street[s]
                    put[s] += amount[e] - before
                    street[s] = amount[e]
                if not flags[e] & FLAG_OOT:
                    if w == Word.FOLD:
                        folds += 1
                    elif w == Word.CHECK:
                        checks += 1
                    else:
                        with_chips += 1
            elif w == Word.BURN:
                burns += 1
                burns_waiting += 1
                if four_flop_event >= 0 and n_cards == 1 and cards[first_card] < JOKER:
                    # One of the four becomes the burn: the flop is put right, if by the right hand.
                    picked_by_floor = floor_called or params[Param.FOUR_CARD_FLOP, terms] == FourCardFlop.DEALER
                    if four_flop_faces >> int(cards[first_card]) & 1 and picked_by_floor:
                        four_flop_event = -1
                        board_cards -= 1
            elif w == Word.BOARD or w == Word.BOARD2 or w == Word.BOARD3:
                if w == Word.BOARD:
                    had = board_cards
                    board_cards += n_cards
                elif w == Word.BOARD2:
                    had = common + other_board
                    other_board += n_cards
                    run_times = max(run_times, 2)
                else:
                    had = common + third_board
                    third_board += n_cards
                    run_times = max(run_times, 3)
                if run_event == 0 and w != Word.BOARD:
                    run_event = event
                    all_in_at_run = has_all_in(dealt_mask, folded, put, stack, told_all_in)
                if four_flop_event >= 0 and w == Word.BOARD:
                    had = FLOP  # the fourth card stays a mistake of the flop
                new_streets = streets_of(had + n_cards) - streets_of(had)
                if w == Word.BOARD and fresh and not board_told:
                    if had == 0 and n_cards == FLOP + 1:
                        four_flop_event = event
                        four_flop_faces = 0
                        for c in range(first_card, first_card + n_cards):
                            if cards[c] < JOKER:
                                four_flop_faces |= 1 << int(cards[c])
                        floor_called = False
                        new_streets = 1
                    elif bundle_event >= 0 or had + n_cards > BOARD or had + n_cards < FLOP:
                        board_told = True
                        found = report(
                            deviations, found, h, Deviation.CARDS_ON_BOARD, event, UNKNOWN,
                            FLOP if had == 0 else 1, n_cards, 0, UNKNOWN, UNKNOWN, int(had == 0 and n_cards > FLOP),
                        )  # fmt: skip
                    elif new_streets > 1:
                        bundle_event = event
                        bundle_due = FLOP if had == 0 else 1
                        bundle_cards = n_cards
                if fresh and new_streets == 1 and dealing[Dealing.BURN_EVENT, h] == UNKNOWN:
                    burn_due = params[Param.BURN_CARDS, terms]
                    if burn_due != UNKNOWN and burns_waiting != burn_due:
                        dealing[Dealing.BURN_EVENT, h] = event
                        dealing[Dealing.BURN_DUE, h] = burn_due
                        dealing[Dealing.BURN_DONE, h] = burns_waiting
                        dealing[Dealing.BURN_STREET, h] = min(streets_of(had) + 1, 3)
                burns_waiting = 0
                if w == Word.BOARD:
                    street[:] = 0
                    past_due = params[Param.DISCARD_BEFORE, terms]
                    reached = FLOP if four_flop_event == event else board_cards  # a flop of four is still the flop
                    if past_due > 0 and discard_due == 0 and reached >= past_due:
                        for x in range(1, SEATS):
                            if dealt_mask >> x & 1 and not folded[x]:
                                discard_due |= 1 << x
            elif w == Word.RUNIT:
                run_times = max(run_times, number[e])
                run_event = event
                common = board_cards
                all_in_at_run = has_all_in(dealt_mask, folded, put, stack, told_all_in)
            elif w == Word.RESHUFFLE:
                fresh = False
            elif w == Word.DISCARD:
                if s > 0:
                    discarded[s] += n_cards
            elif w == Word.POST:
                put[s] += amount[e]
                posted |= 1 << s
                kind = int(detail[e])
                if kind != Detail.ANTE and kind != Detail.BBA and kind != Detail.DEAD:
                    street[s] += amount[e]
            elif w == Word.DEAD or w == Word.MUCK:
                folded[s] = True
            elif w == Word.SHOW:
                shown[s] = n_cards
                show_event[s] = event
            elif w == Word.FLOOR:
                floor_called = True
            elif w == Word.EXPOSE:
                if s > 0:
                    spare[s] += n_cards
                    if actions == 0 and dealt_mask != 0:
                        exposed += n_cards
                        exposed_event = event
                        if cards_of[s] == 1 and (s == first_card_seat or s == second_card_seat):
                            first_two_exposed = True
            elif w == Word.BOXED:
                spare_any += 1
                boxed_any += 1
                boxed_event = event
                if actions == 0:
                    boxed_in_deal += 1
                    boxed_needed += 1
                else:
                    boxed_waiting += 1
            elif w == Word.FOREIGN:
                spare_any += 1
                foreign_event = event
                foreign_waiting = True
                if actions == 0:
                    foreign_in_play = True
            elif w == Word.JOKER:
                if s > 0:
                    spare[s] += 1
                if not joker_told and is_flop_game:
                    joker_told = True
                    found = report(
                        deviations, found, h, Deviation.CARD_NOT_OF_DECK, event, s if s > 0 else UNKNOWN,
                        UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, 1,
                    )  # fmt: skip
            elif w == Word.MISDEAL:
                misdeal_event = event
                substantial = is_substantial(params[Param.SUBSTANTIAL, terms], folds, checks, with_chips)
            elif w == Word.TIME:
                dealing[Dealing.TIME_CENTS, h] += amount[e]
                if dealing[Dealing.TIME_EVENT, h] == UNKNOWN:
                    dealing[Dealing.TIME_EVENT, h] = event
            elif w == Word.PROMO:
                dealing[Dealing.PROMO_EVENT, h] = event

        dealing[Dealing.BURNS, h] = burns
        if not is_flop_game:
            dealing[Dealing.BURN_EVENT, h] = UNKNOWN
            continue
        dealing[Dealing.RUN_TIMES, h] = run_times
        dealing[Dealing.IRREGULAR, h] = exposed + boxed_any + int(foreign_event >= 0)
        dealing[Dealing.ODD_CARDS, h] = int(joker_told) + int(foreign_event >= 0)
        dealt = 0
        for s in range(1, SEATS):
            dealt += dealt_mask >> s & 1
        deal_known = dealt >= 2 and not acted_without_cards
        if deal_known:
            dealing[Dealing.DEAL_KNOWN, h] = 1

        if misdeal_event >= 0 and substantial and params[Param.SUBSTANTIAL, terms] != UNKNOWN:
            found = report(
                deviations, found, h, Deviation.MISDEAL_LATE, misdeal_event, UNKNOWN,
                0, folds + checks + with_chips, 0, UNKNOWN, UNKNOWN, 0,
            )  # fmt: skip

        if run_times > 1:
            most = params[Param.RUN_MOST, terms]
            if most != UNKNOWN and run_times > most:
                why = RunAgain.TOO_OFTEN if params[Param.RUN_BY_TIMES, terms] == 1 else RunAgain.NOT_HERE
                found = report(
                    deviations, found, h, Deviation.RUN_AGAIN, run_event, UNKNOWN, most, run_times, 0,
                    UNKNOWN, UNKNOWN, why,
                )  # fmt: skip
            elif params[Param.RUN_ALL_IN, terms] == 1 and not all_in_at_run:
                found = report(
                    deviations, found, h, Deviation.RUN_AGAIN, run_event, UNKNOWN, 1, run_times, 0,
                    UNKNOWN, UNKNOWN, RunAgain.NOBODY_ALL_IN,
                )  # fmt: skip

        if called_off:
            dealing[Dealing.BURN_EVENT, h] = UNKNOWN
            if foreign_event >= 0:
                found = report(
                    deviations, found, h, Deviation.CARD_NOT_OF_DECK, foreign_event, UNKNOWN,
                    UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, 2,
                )  # fmt: skip
            if found > deviations.shape[0]:
                return h, found_before
            continue

        # A deal that had to be called off: one cause, the first that speaks.
        causes = params[Param.MISDEAL_CAUSES, terms]
        boxed = boxed_needed if params[Param.BOXED_NEEDED_ONLY, terms] == 1 else boxed_any
        void_from = params[Param.BOXED_VOID_FROM, terms]
        silent = (
            (exposed > 0 and causes == UNKNOWN)
            or (boxed_any > 1 and void_from == UNKNOWN and (causes == UNKNOWN or boxed_in_deal < boxed_any))
            or (foreign_event >= 0 and params[Param.OTHER_BACK_VOID, terms] == UNKNOWN)
        )
        dealing[Dealing.CALL_OFF_KNOWN, h] = UNKNOWN if silent else 1
        cause = -1
        many = 0
        at = 0
        if foreign_faces & faces:
            foreign_in_play = True
        if causes != UNKNOWN and first_two_exposed and causes >> FIRST_TWO_EXPOSED & 1:
            cause, many, at = FIRST_TWO_EXPOSED, 1, exposed_event
        elif causes != UNKNOWN and exposed >= 2 and causes >> TWO_EXPOSED & 1:
            cause, many, at = TWO_EXPOSED, exposed, exposed_event
        elif causes != UNKNOWN and boxed_in_deal >= 2 and causes >> TWO_BOXED & 1:
            cause, many, at = TWO_BOXED, boxed_in_deal, boxed_event
        elif void_from != UNKNOWN and boxed >= void_from:
            cause, many, at = BOXED_VOID, boxed, boxed_event
        elif params[Param.OTHER_BACK_VOID, terms] == 1 and foreign_event >= 0 and foreign_in_play:
            cause, many, at = OTHER_BACK, 1, foreign_event
        if cause >= 0:
            due = 1 if cause == FIRST_TWO_EXPOSED or cause == OTHER_BACK else 2
            found = report(
                deviations, found, h, Deviation.NOT_CALLED_OFF, at, UNKNOWN, due, many, 0, UNKNOWN, UNKNOWN, cause
            )
        elif foreign_event >= 0:
            found = report(
                deviations, found, h, Deviation.CARD_NOT_OF_DECK, foreign_event, UNKNOWN,
                UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, 2,
            )  # fmt: skip

        # The board.
        if four_flop_event >= 0 and not board_told:
            board_told = True
            found = report(
                deviations, found, h, Deviation.CARDS_ON_BOARD, four_flop_event, UNKNOWN,
                FLOP, FLOP + 1, 0, UNKNOWN, UNKNOWN, 1,
            )  # fmt: skip
        showing = 0
        last_show = 0
        for s in range(1, SEATS):
            if shown[s] > 0 and not folded[s]:
                showing += 1
                last_show = max(last_show, show_event[s])
        if not board_told and fresh and showing >= 2 and facts[Fact.AWARDED_CENTS, h] > 0:
            short = -1
            if 0 < board_cards < BOARD:
                short = board_cards
            elif run_times >= 2 and common + other_board != BOARD:
                short = common + other_board
            elif run_times >= 3 and common + third_board != BOARD:
                short = common + third_board
            if short >= 0:
                found = report(
                    deviations, found, h, Deviation.CARDS_ON_BOARD, last_show, UNKNOWN,
                    BOARD, short, 0, UNKNOWN, UNKNOWN, 0,
                )  # fmt: skip

        # The hands.
        hole = params[Param.HOLE_CARDS, terms]
        if deal_known and hole != UNKNOWN:
            if params[Param.HOLE_CARDS_FREE, terms] == 1:
                hole = usual_cards(dealt_mask, cards_of, hole)
            wrong = 0
            for s in range(1, SEATS):
                got = cards_of[s]
                if dealt_mask >> s & 1 and (got < hole or got > hole + spare[s] + spare_any) and wrong == 0:
                    wrong = s
                    found = report(
                        deviations, found, h, Deviation.CARDS_IN_HAND, deal_event[s], s, hole, got, 0,
                        UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip
            discards = 0
            for s in range(1, SEATS):
                discards += discarded[s]
            left = hole - 1 if discard_due else hole
            for s in range(1, SEATS):
                if wrong != 0 or not dealt_mask >> s & 1:
                    continue
                if discards > 0 and discard_due >> s & 1 and discarded[s] != 1:
                    wrong = s
                    found = report(
                        deviations, found, h, Deviation.CARDS_IN_HAND, UNKNOWN, s, left, hole - discarded[s], 0,
                        UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip
                elif shown[s] > left and board_cards == BOARD:
                    wrong = s
                    found = report(
                        deviations, found, h, Deviation.CARDS_IN_HAND, show_event[s], s, left, shown[s], 0,
                        UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip

        # Who was dealt in.
        if deal_known:
            entitled = 0
            outsiders = 0
            deals_to_away = params[Param.DEALS_TO_AWAY, terms] == 1
            for s in range(1, SEATS):
                here = listed >> s & 1 and not away >> s & 1
                if dealt_mask >> s & 1:
                    if not here and not (deals_to_away and away >> s & 1):
                        outsiders += 1
                        found = report(
                            deviations, found, h, Deviation.SEAT_NOT_ENTITLED, deal_event[s], s, 0, s, 0,
                            UNKNOWN, UNKNOWN, 0,
                        )  # fmt: skip
                    elif here:
                        entitled |= 1 << s
                elif here and stack[s] > 0 and (not waiting >> s & 1 or posted >> s & 1):
                    found = report(
                        deviations, found, h, Deviation.SEAT_LEFT_OUT, UNKNOWN, s, s, 0, 0, UNKNOWN, UNKNOWN, 0
                    )
            if button_seat[h] > 0 and entitled:
                due = next_dealt(entitled, int(button_seat[h]))
                if first_dealt > 0 and first_dealt != due:
                    found = report(
                        deviations, found, h, Deviation.FIRST_CARD_SEAT, first_deal_event, first_dealt,
                        due, first_dealt, 0, UNKNOWN, UNKNOWN, 0,
                    )  # fmt: skip
            most = params[Param.SEATS_MOST, terms]
            if most != UNKNOWN and dealt - outsiders > most:
                found = report(
                    deviations, found, h, Deviation.SEATS_OVER_MOST, UNKNOWN, UNKNOWN, most, dealt, 0,
                    UNKNOWN, UNKNOWN, 0,
                )  # fmt: skip
        if found > deviations.shape[0]:
            return h, found_before
    return n_hands, found
