"""The cards of stud and draw games: deal, burns, draws, a short stub, and what had to be called off.

Grain: one column of facts a hand, any number of deviations. A deal that was called off is judged only for when that was
done: its errors were put right by dealing again.
"""

import numpy as np

from checks.replay.betting import count_seats, next_in
from checks.replay.dealing import is_substantial
from checks.replay.layout import (
    DEALING,
    STREETS_MOST,
    UNKNOWN,
    CallOff,
    Dealing,
    Deviation,
    DrawFault,
    Ended,
    Fact,
    LastCard,
    Opener,
    Param,
    ShortStub,
    StubCause,
)
from checks.replay.pots import SEATS
from checks.replay.report import beside, report
from checks.replay.rounds import FROM_BURNS, FROM_DISCARDS, FROM_MUCK
from checks.replay.streets import (
    BOARD,
    DISCARD,
    DRAW,
    cards_of_street,
    draw_street_begins,
    of_street,
    stud_street_begins,
    with_chips_now,
)
from parsers.kernel import kernel
from parsers.vocabulary import FLAG_DARK, FLAG_OOT, JOKER, Detail, State, Word

SHORT_DECK_OUT = (6, 7, 8)  # ranks of eight, nine and ten
FIRST_TWO_EXPOSED, TWO_EXPOSED, TWO_BOXED, BOXED_VOID, OTHER_BACK, STUD_DOWN_EXPOSED = (int(cause) for cause in CallOff)

# How the street of a missing burn is numbered: the street of the game, and so many more by its kind.
STUD_STREETS = 10
DRAW_STREETS = 20
MEXICAN_STREETS = 30


@kernel
def faces_wager(street, s):
    """Whether another seat has more in this round."""
    for x in range(1, SEATS):
        if street[x] > street[s]:
            return True
    return False


@kernel
def short_stub_due(stub, burns, players, extra, community_from):
    """What has to be done with a stub of so many cards before the last street of stud."""
    needed = players + extra
    if stub >= needed:
        return ShortStub.DEALT
    if stub + burns >= needed:
        return ShortStub.WITH_BURNS
    if stub >= community_from:
        return ShortStub.COMMUNITY
    return ShortStub.WITH_BURNS_COMMUNITY


def rounds_dealing_scratch():
    """What `replay_rounds_dealing` writes on, in the order in which it takes it."""
    return (
        np.zeros(SEATS, np.int64),  # stack
        np.zeros(SEATS, np.int64),  # out
        np.zeros(SEATS, np.int64),  # street
        np.zeros(SEATS, np.int64),  # dealt_to
        np.zeros(SEATS, np.int64),  # in_hands
        np.zeros(SEATS, np.int64),  # discarded
        np.zeros(SEATS, np.int64),  # drawn
        np.zeros(SEATS, np.int64),  # spare
        np.zeros(SEATS, np.int64),  # deal_event
        np.zeros(SEATS, np.bool_),  # killed
        np.zeros(STREETS_MOST, np.int64),  # due_by_street
    )


@kernel
def replay_rounds_dealing(
    seat_offsets, event_offsets, card_offsets, button_seat, terms_of, seat_no, seat_stack, seat_state,
    word, seat, detail, amount, text, flags, cards, sources, params, first, facts, dealing, deviations, scratch,
):  # fmt: skip
    """Replays the dealing of hands `first` … to the end that are of such games.

    Returns (the next hand to replay, deviations found). `facts` are those of the money, already derived.
    """
    (
        stack,
        out,
        street,
        dealt_to,
        in_hands,
        discarded,
        drawn,
        spare,
        deal_event,
        killed,
        due_by_street,
    ) = scratch

    n_hands = len(button_seat)
    found = 0
    for h in range(first, n_hands):
        terms = terms_of[h]
        if params[Param.IS_ROUND_GAME, terms] != 1:
            continue
        found_before = found
        for f in range(DEALING):
            dealing[f, h] = 0
        for f in (
            Dealing.DEAL_KNOWN, Dealing.BURN_EVENT, Dealing.TIME_EVENT, Dealing.PROMO_EVENT, Dealing.RAKE_TIMED,
            Dealing.CALL_OFF_KNOWN,
        ):  # fmt: skip
            dealing[f, h] = UNKNOWN
        dealing[Dealing.RUN_TIMES, h] = 1
        dealing[Dealing.SEATS_LISTED, h] = seat_offsets[h + 1] - seat_offsets[h]
        by_bring_in = params[Param.OPENER, terms] == Opener.BRING_IN
        mexican = params[Param.DECK_MEXICAN, terms] == 1
        with_board = of_street(params[Param.STREET_0 + 1, terms], BOARD) > 0
        n_streets = params[Param.STREETS, terms]
        total_due = 0
        for k in range(n_streets):
            total_due += cards_of_street(params[Param.STREET_0 + k, terms])
            due_by_street[k] = total_due
        first_discard = of_street(params[Param.STREET_0, terms], DISCARD)
        stack[:] = 0
        listed = 0
        away = 0
        waiting = 0
        holding = 0  # seats that have chips left
        for i in range(seat_offsets[h], seat_offsets[h + 1]):
            s = int(seat_no[i])
            stack[s] = seat_stack[i]
            holding = with_chips_now(holding, s, stack[s])
            listed |= 1 << s
            state = int(seat_state[i])
            if state == State.AWAY:
                away |= 1 << s
            elif state == State.NEW or state == State.MOVED:
                waiting |= 1 << s
        ended = facts[Fact.ENDED, h]
        called_off = ended == Ended.MISDEAL or ended == Ended.VOID
        out[:] = 0
        street[:] = 0
        dealt_to[:] = 0
        in_hands[:] = 0
        discarded[:] = 0
        drawn[:] = 0
        spare[:] = 0
        killed[:] = False
        dealt_mask = 0
        live_mask = 0
        acted_mask = 0
        posted = 0
        outsider_told = False
        first_dealt = 0
        first_deal_event = 0
        acted_without_cards = False
        folds = 0
        checks = 0
        with_chips = 0
        actions = 0
        exposed = 0
        exposed_event = 0
        exposed_seat = 0
        boxed_in_deal = 0
        boxed_any = 0
        boxed_needed = 0
        boxed_waiting = 0
        boxed_event = 0
        foreign_event = -1
        foreign_in_play = False
        odd_told = False
        board_cards = 0
        board_told = False
        hand_told = False
        stage = 0
        acted = False
        burned = False
        burns = 0
        burns_waiting = 0
        street_burns = 0
        declared = 0
        last_said = 0  # the seat that last said what it draws
        draw_told = False
        discards_told = False
        checked_street = True  # the cards and burns of this street were looked at
        street_fresh = True  # no reshuffle on this street
        stub = params[Param.DECK_CARDS, terms]
        stub_known = stub != UNKNOWN
        muck_pile = 0
        burns_pile = 0
        discards_pile = 0
        stub_told = False
        last_card_event = -1
        last_card_stage = 0
        last_card_more = False
        snapshot = False
        stub_before = 0
        burns_before = 0
        players_before = 0
        piles_before_last = 0
        reshuffled = False
        community_event = -1
        communities = 0
        last_street_event = -1
        misdeal_event = -1
        substantial = False
        start = event_offsets[h]
        for e in range(start, event_offsets[h + 1]):
            w = int(word[e])
            s = int(seat[e])
            first_card = card_offsets[e]
            n_cards = card_offsets[e + 1] - first_card
            event = e - start
            is_action = (
                w == Word.FOLD or w == Word.CHECK or w == Word.CALL or w == Word.BET or w == Word.RAISE
                or w == Word.COMPLETE
            )  # fmt: skip

            # Streets.
            begins = False
            if by_bring_in:
                if w == Word.UP or w == Word.DEAL:
                    if s > 0 and dealt_mask and (burned or dealt_to[s] >= due_by_street[stage]):
                        can_bet = count_seats(live_mask & holding)
                        begins = stud_street_begins(burned, acted, dealt_to[s], due_by_street[stage], can_bet)
                elif w == Word.COMMUNITY:
                    begins = True
                if (
                    not snapshot
                    and stage == n_streets - 2
                    and (w == Word.BURN or w == Word.RESHUFFLE or begins)
                    and (acted or count_seats(live_mask & holding) < 2)
                ):
                    snapshot = True
                    stub_before = stub
                    burns_before = burns_pile
                    players_before = count_seats(live_mask)
            elif w == Word.DISCARD or w == Word.DRAW or w == Word.BURN or w == Word.BOARD:
                says = w == Word.DISCARD or (w == Word.DRAW and detail[e] == Detail.PAT)
                over = live_mask & holding & ~acted_mask == 0
                can_bet = count_seats(live_mask & holding)
                begins = draw_street_begins(acted, over, can_bet, says, s, stage, declared)
                late = acted and not begins and says
                beyond = begins and stage == n_streets - 1 and w != Word.BURN
                begins = begins and stage < n_streets - 1
                if (late or beyond) and not draw_told and w != Word.BOARD:
                    draw_told = True
                    found = report(
                        deviations, found, h, Deviation.DRAW, event, s if s > 0 else UNKNOWN, UNKNOWN, UNKNOWN, 0,
                        UNKNOWN, UNKNOWN, DrawFault.AFTER_BETTING,
                    )  # fmt: skip
                if begins:
                    declared = 0
                    last_said = int(button_seat[h])
            closes = begins or w == Word.SHOW or w == Word.MUCK or (is_action and not flags[e] & FLAG_DARK)
            if closes and not checked_street and (not is_action or not acted):
                # The street is dealt: its burns and its hands.
                checked_street = True
                if not by_bring_in:
                    street_burns = burns_waiting
                if stage > 0 and street_fresh and dealing[Dealing.BURN_EVENT, h] == UNKNOWN:
                    burn_due = params[Param.BURN_CARDS if by_bring_in else Param.BURN_DRAW_CARDS, terms]
                    if burn_due != UNKNOWN and street_burns != burn_due:
                        dealing[Dealing.BURN_EVENT, h] = last_street_event
                        dealing[Dealing.BURN_DUE, h] = burn_due
                        dealing[Dealing.BURN_DONE, h] = street_burns
                        kind = MEXICAN_STREETS if mexican else STUD_STREETS if by_bring_in else DRAW_STREETS
                        dealing[Dealing.BURN_STREET, h] = stage + (0 if with_board else kind)
                for x in range(1, SEATS):
                    if hand_told or not live_mask >> x & 1:
                        continue
                    if by_bring_in:
                        due = due_by_street[stage] - (1 if communities and stage == n_streets - 1 else 0)
                        got = dealt_to[x]
                        if discards_told and stage > 0:
                            due -= first_discard
                            got -= discarded[x]
                    else:
                        due = due_by_street[n_streets - 1]
                        got = in_hands[x] if discards_told else due
                    if got < due or got > due + spare[x] + boxed_any:
                        hand_told = True
                        found = report(
                            deviations, found, h, Deviation.CARDS_IN_HAND, deal_event[x], x, due, got, 0,
                            UNKNOWN, UNKNOWN, 0,
                        )  # fmt: skip
            if begins:
                if stage < n_streets - 1:
                    stage += 1
                last_street_event = event
                street_burns = burns_waiting  # in stud they go before the street, in draw games behind the discards
                burns_waiting = 0
                checked_street = False
                street_fresh = not reshuffled or w == Word.BURN
                acted = False
                acted_mask = 0
                burned = False
                drawn[:] = 0
                street[:] = 0
                muck_pile += discards_pile
                discards_pile = 0

            # Cards that have no place in the deck.
            for c in range(first_card, first_card + n_cards):
                card = int(cards[c])
                wrong = 0
                if card == JOKER:
                    wrong = 0 if mexican else 1
                elif mexican and card < JOKER and SHORT_DECK_OUT[0] <= card >> 2 <= SHORT_DECK_OUT[2]:
                    wrong = 3
                if wrong and not odd_told and w != Word.FOREIGN:
                    odd_told = True
                    found = report(
                        deviations, found, h, Deviation.CARD_NOT_OF_DECK, event, s if s > 0 else UNKNOWN,
                        UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, wrong,
                    )  # fmt: skip

            in_play = w == Word.DEAL or w == Word.UP or w == Word.BOARD or w == Word.COMMUNITY or w == Word.DRAW
            if in_play and n_cards:
                boxed_needed += boxed_waiting
                boxed_waiting = 0
                stub -= n_cards
                if stub_known and not by_bring_in and stub == 0 and last_card_event < 0:
                    last_card_event = event
                    last_card_stage = stage
                elif last_card_event >= 0:
                    last_card_more = True
                if stub_known and stub < 0 and not stub_told:
                    stub_told = True
                    last_card_event = -1
                    found = report(
                        deviations, found, h, Deviation.SHORT_STUB, event, UNKNOWN, ShortStub.WITH_MUCK,
                        ShortStub.EMPTY, 0, UNKNOWN, UNKNOWN,
                        StubCause.STUD if by_bring_in else StubCause.DRAW_LAST_CARD,
                    )  # fmt: skip
            if w == Word.DEAL or w == Word.UP:
                if s < 1:
                    continue
                if first_dealt == 0 and listed >> s & 1 and not away >> s & 1:
                    first_dealt = s
                    first_deal_event = event
                if killed[s] and not outsider_told and not called_off:
                    outsider_told = True
                    found = report(
                        deviations, found, h, Deviation.SEAT_NOT_ENTITLED, event, s, 0, s, 0, UNKNOWN, UNKNOWN, 0
                    )
                if not dealt_mask >> s & 1:
                    live_mask |= 1 << s
                dealt_mask |= 1 << s
                dealt_to[s] += n_cards
                in_hands[s] += n_cards
                deal_event[s] = event
                if not live_mask >> s & 1:
                    muck_pile += n_cards
                if stage == 0:
                    checked_street = False
            elif w == Word.COMMUNITY:
                communities += n_cards
                community_event = event
            elif w == Word.BOARD:
                due = of_street(params[Param.STREET_0 + stage, terms], BOARD)
                if not board_told and not reshuffled and n_cards != due and with_board:
                    board_told = True
                    found = report(
                        deviations, found, h, Deviation.CARDS_ON_BOARD, event, UNKNOWN, due, n_cards, 0,
                        UNKNOWN, UNKNOWN, int(board_cards == 0),
                    )  # fmt: skip
                board_cards += n_cards
            elif w == Word.BURN:
                burns += 1
                burns_pile += 1
                stub -= 1
                burned = True
                burns_waiting += 1
                if not by_bring_in and reshuffled and not street_fresh and params[Param.DRAW_BURN_AGAIN, terms] == 0:
                    if not stub_told:
                        stub_told = True
                        found = report(
                            deviations, found, h, Deviation.SHORT_STUB, event, UNKNOWN, ShortStub.WITH_MUCK,
                            ShortStub.BURNED_AGAIN, 0, UNKNOWN, UNKNOWN, StubCause.DRAW_BURN,
                        )  # fmt: skip
            elif w == Word.DISCARD or w == Word.DRAW:
                if s < 1:
                    continue
                if w == Word.DISCARD:
                    discards_told = True
                    discarded[s] += n_cards
                    in_hands[s] -= n_cards
                    discards_pile += n_cards
                else:
                    drawn[s] += n_cards
                    in_hands[s] += n_cards
                    deal_event[s] = event
                says = w == Word.DISCARD or detail[e] == Detail.PAT
                if says and not by_bring_in and not draw_told:
                    most = of_street(params[Param.STREET_0 + stage, terms], DRAW)
                    turn = next_in(live_mask & ~declared, last_said)
                    fault = 0
                    due = UNKNOWN
                    done = UNKNOWN
                    if not live_mask >> s & 1:
                        fault = DrawFault.NOT_IN_HAND
                    elif n_cards > most or declared >> s & 1:
                        fault, due, done = DrawFault.TOO_MANY, most, n_cards
                    elif turn != s and not acted:
                        fault, due, done = DrawFault.OUT_OF_ORDER, turn, s
                    if fault:
                        draw_told = True
                        found = report(
                            deviations, found, h, Deviation.DRAW, event, s, due, done, 0, UNKNOWN, UNKNOWN, fault
                        )
                if says and s > 0:
                    declared |= 1 << s
                    last_said = s
            elif w == Word.RESHUFFLE:
                piles = sources[text[e]] if text[e] >= 0 else 0
                done = 0
                why = StubCause.DRAW_SOURCES
                if by_bring_in:
                    piles_before_last |= piles if snapshot else 0
                    if params[Param.STUD_COMMUNITY, terms] == 0:
                        why = StubCause.SUPER_STUD
                        done = ShortStub.WITH_OTHER if piles & (FROM_BURNS | FROM_DISCARDS) else done
                        done = ShortStub.TOO_EARLY if stub_known and stub > 1 else done
                elif params[Param.DRAW_STUB_RULE, terms] == 1 and muck_pile > 0:
                    if piles & FROM_BURNS and params[Param.DRAW_STUB_BURNS, terms] == 0:
                        done = ShortStub.WITH_OTHER
                    elif piles & FROM_DISCARDS and params[Param.DRAW_STUB_DISCARDS, terms] == 0:
                        done = ShortStub.WITH_OTHER
                    elif stub_known and stub > 1:
                        done = ShortStub.TOO_EARLY
                if done and not stub_told:
                    stub_told = True
                    found = report(
                        deviations, found, h, Deviation.SHORT_STUB, event, UNKNOWN, ShortStub.WITH_MUCK, done, 0,
                        UNKNOWN, UNKNOWN, why,
                    )  # fmt: skip
                    beside(deviations, found, piles, stub if stub_known else UNKNOWN)
                if piles & FROM_BURNS:
                    stub += burns_pile
                    burns_pile = 0
                if piles & FROM_MUCK:
                    stub += muck_pile
                    muck_pile = 0
                if piles & FROM_DISCARDS:
                    stub += discards_pile
                    discards_pile = 0
                stub_known = stub_known and piles & 1 != 0
                reshuffled = True
                street_fresh = street_fresh and by_bring_in
            elif w == Word.POST:
                out[s] += amount[e]
                holding = with_chips_now(holding, s, stack[s] - out[s])
                posted |= 1 << s
                kind = int(detail[e])
                if kind != Detail.ANTE and kind != Detail.BBA and kind != Detail.DEAD:
                    street[s] += amount[e]
                if kind == Detail.BRINGIN:
                    acted = True
            elif is_action:
                actions += 1
                if not dealt_mask >> s & 1:
                    acted_without_cards = True
                dark = flags[e] & FLAG_DARK != 0
                if not dark:
                    acted = True
                if w == Word.FOLD:
                    if live_mask >> s & 1:
                        live_mask &= ~(1 << s)
                        muck_pile += in_hands[s]
                        killed[s] = faces_wager(street, s)
                elif w == Word.CALL:
                    out[s] += amount[e]
                    street[s] += amount[e]
                    acted_mask |= 1 << s
                elif w == Word.CHECK:
                    acted_mask |= 1 << s
                else:
                    before = 0 if dark else street[s]
                    out[s] += amount[e] - before
                    street[s] = amount[e]
                    acted_mask = 1 << s
                holding = with_chips_now(holding, s, stack[s] - out[s])
                if not flags[e] & FLAG_OOT:
                    if w == Word.FOLD:
                        folds += 1
                    elif w == Word.CHECK:
                        checks += 1
                    else:
                        with_chips += 1
            elif w == Word.RETURN:
                out[s] -= amount[e]
                holding = with_chips_now(holding, s, stack[s] - out[s])
            elif w == Word.DEAD:
                if live_mask >> s & 1:
                    live_mask &= ~(1 << s)
                    muck_pile += in_hands[s]
            elif w == Word.EXPOSE:
                if s > 0 and not mexican:
                    spare[s] += n_cards
                    if actions == 0 and dealt_mask != 0 and not acted:
                        exposed += n_cards
                        exposed_event = event
                        exposed_seat = s
            elif w == Word.BOXED:
                boxed_any += 1
                boxed_event = event
                if actions == 0:
                    boxed_in_deal += 1
                    boxed_needed += 1
                else:
                    boxed_waiting += 1
            elif w == Word.FOREIGN:
                foreign_event = event
                foreign_in_play = foreign_in_play or actions == 0
            elif w == Word.JOKER:
                if s > 0:
                    spare[s] += 1
                if not odd_told and not mexican:
                    odd_told = True
                    found = report(
                        deviations, found, h, Deviation.CARD_NOT_OF_DECK, event, s if s > 0 else UNKNOWN,
                        UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, 1,
                    )  # fmt: skip
            elif w == Word.MISDEAL:
                misdeal_event = event
                if by_bring_in and params[Param.SUBSTANTIAL_STUD, terms] != UNKNOWN:
                    substantial = folds + checks + with_chips >= params[Param.SUBSTANTIAL_STUD, terms]
                elif params[Param.SUBSTANTIAL, terms] != UNKNOWN:
                    substantial = is_substantial(params[Param.SUBSTANTIAL, terms], folds, checks, with_chips)
            elif w == Word.TIME:
                if s >= 1:
                    stack[s] -= amount[e]
                    holding = with_chips_now(holding, s, stack[s] - out[s])
                dealing[Dealing.TIME_CENTS, h] += amount[e]
                if dealing[Dealing.TIME_EVENT, h] == UNKNOWN:
                    dealing[Dealing.TIME_EVENT, h] = event
            elif w == Word.PROMO:
                dealing[Dealing.PROMO_EVENT, h] = event

        dealing[Dealing.BURNS, h] = burns
        dealing[Dealing.IRREGULAR, h] = exposed + boxed_any + int(foreign_event >= 0)
        dealing[Dealing.ODD_CARDS, h] = int(odd_told) + int(foreign_event >= 0)
        dealt = count_seats(dealt_mask)
        deal_known = dealt >= 2 and not acted_without_cards
        if deal_known:
            dealing[Dealing.DEAL_KNOWN, h] = 1
        if misdeal_event >= 0 and substantial:
            found = report(
                deviations, found, h, Deviation.MISDEAL_LATE, misdeal_event, UNKNOWN,
                0, folds + checks + with_chips, 0, UNKNOWN, UNKNOWN, 0,
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
        if by_bring_in and params[Param.MISDEAL_STUD_DOWN, terms] == 1 and exposed > 0:
            cause, many, at = STUD_DOWN_EXPOSED, exposed, exposed_event
        elif causes != UNKNOWN and exposed >= 2 and causes >> TWO_EXPOSED & 1:
            cause, many, at = TWO_EXPOSED, exposed, exposed_event
        elif causes != UNKNOWN and boxed_in_deal >= 2 and causes >> TWO_BOXED & 1:
            cause, many, at = TWO_BOXED, boxed_in_deal, boxed_event
        elif void_from != UNKNOWN and boxed >= void_from:
            cause, many, at = BOXED_VOID, boxed, boxed_event
        elif params[Param.OTHER_BACK_VOID, terms] == 1 and foreign_event >= 0 and foreign_in_play:
            cause, many, at = OTHER_BACK, 1, foreign_event
        if cause >= 0:
            due = 1 if cause == OTHER_BACK or cause == STUD_DOWN_EXPOSED else 2
            found = report(
                deviations, found, h, Deviation.NOT_CALLED_OFF, at,
                exposed_seat if cause == STUD_DOWN_EXPOSED else UNKNOWN, due, many, 0, UNKNOWN, UNKNOWN, cause,
            )  # fmt: skip
        elif foreign_event >= 0:
            found = report(
                deviations, found, h, Deviation.CARD_NOT_OF_DECK, foreign_event, UNKNOWN,
                UNKNOWN, UNKNOWN, 0, UNKNOWN, UNKNOWN, 2,
            )  # fmt: skip

        # A short stub.
        if by_bring_in and not stub_told:
            if communities and params[Param.STUD_COMMUNITY, terms] == 0:
                found = report(
                    deviations, found, h, Deviation.SHORT_STUB, community_event, UNKNOWN, ShortStub.WITH_MUCK,
                    ShortStub.COMMUNITY, 0, UNKNOWN, UNKNOWN, StubCause.SUPER_STUD,
                )  # fmt: skip
            elif stage == n_streets - 1 and snapshot and stub_known and players_before >= 2:
                extra = params[Param.STUD_STUB_EXTRA, terms]
                from_cards = params[Param.STUD_COMMUNITY_FROM, terms]
                if extra != UNKNOWN and (from_cards != UNKNOWN or mexican):
                    due = short_stub_due(stub_before, burns_before, players_before, extra, from_cards)
                    if piles_before_last & (FROM_MUCK | FROM_DISCARDS):
                        done = ShortStub.WITH_OTHER
                    elif piles_before_last & FROM_BURNS:
                        done = ShortStub.WITH_BURNS_COMMUNITY if communities else ShortStub.WITH_BURNS
                    else:
                        done = ShortStub.COMMUNITY if communities else ShortStub.DEALT
                    unsaid = mexican and due > ShortStub.WITH_BURNS  # nobody says what follows then
                    few = players_before < params[Param.STUD_STUB_FROM, terms]
                    if done != due and not unsaid and not few:
                        found = report(
                            deviations, found, h, Deviation.SHORT_STUB, last_street_event, UNKNOWN, due, done, 0,
                            UNKNOWN, UNKNOWN, StubCause.STUD,
                        )  # fmt: skip
                        beside(deviations, found, stub_before, players_before + extra)
        elif last_card_event >= 0 and not stub_told and params[Param.DRAW_LAST_CARD, terms] != UNKNOWN:
            allowed = (
                params[Param.DRAW_LAST_CARD, terms] == LastCard.MAY_COMPLETE
                and last_card_stage == n_streets - 1
                and not last_card_more
            )
            if not allowed:
                found = report(
                    deviations, found, h, Deviation.SHORT_STUB, last_card_event, UNKNOWN, ShortStub.WITH_MUCK,
                    ShortStub.LAST_CARD, 0, UNKNOWN, UNKNOWN, StubCause.DRAW_LAST_CARD,
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
            behind = int(button_seat[h]) if not by_bring_in or mexican else 10
            if entitled and behind > 0:
                due = next_in(entitled, behind)
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
