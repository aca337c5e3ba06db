"""When the rake went to the slide, beside when it was due.

Grain: one fact a hand, at most one deviation. Only hands whose rake came out right in the end are looked at: a wrong
sum is another matter.
"""

import numpy as np

from checks.replay.layout import UNKNOWN, Dealing, Deviation, Ended, Fact, Param
from checks.replay.pots import SEATS, uncalled
from checks.replay.rake import rake_due
from checks.replay.report import report
from parsers.kernel import kernel
from parsers.vocabulary import FLAG_DARK, Detail, Word


def slide_scratch():
    """What `replay_slide` writes on: three numbers a seat."""
    return np.zeros((3, SEATS), np.int64)


@kernel
def replay_slide(
    event_offsets, terms_of, word, seat, detail, amount, flags, params, first, facts, dealing, deviations, by_seat
):  # fmt: skip
    """Follows the rake of hands `first` … to the end. Returns (the next hand, deviations found).

    After each betting round the pot owes its rake once the next street is out, and it has until that street's betting
    is over. Where nobody bets any more the whole run of the board is one such time. Logs that hold no burns are not
    the dealer's own, and do not say when the rake was taken.
    """
    put = by_seat[0]
    street = by_seat[1]
    ahead = by_seat[2]  # bets made dark, before the cards of their street
    n_hands = len(terms_of)
    found = 0
    for h in range(first, n_hands):
        terms = terms_of[h]
        taken_in_all = facts[Fact.RAKE_TAKEN_CENTS, h]
        if (
            params[Param.STREET_RAKE, terms] != 1
            or params[Param.IS_FLOP_GAME, terms] != 1
            or taken_in_all == 0
            or taken_in_all != facts[Fact.RAKE_DUE_CENTS, h]
            or facts[Fact.ENDED, h] != Ended.PLAYED
            or dealing[Dealing.BURNS, h] == 0
        ):
            continue
        dealing[Dealing.RAKE_TIMED, h] = 1
        percent = params[Param.RAKE_PERCENT, terms]
        step = params[Param.RAKE_STEP_CENTS, terms]
        cap = params[Param.RAKE_CAP_CENTS, terms]
        short_cap = params[Param.RAKE_SHORT_0 + facts[Fact.SEATS_DEALT, h], terms]
        if short_cap != UNKNOWN:
            cap = min(cap, short_cap)
        by_seat[:] = 0
        dead = 0
        taken = 0
        due_before = 0  # what the pot owed when the street on the table was dealt
        board_out = False
        acted = False
        start = event_offsets[h]
        for e in range(start, event_offsets[h + 1]):
            w = int(word[e])
            s = int(seat[e])
            if w == Word.POST:
                kind = int(detail[e])
                if kind == Detail.ANTE or kind == Detail.BBA or kind == Detail.DEAD:
                    dead += amount[e]
                else:
                    put[s] += amount[e]
                    street[s] += amount[e]
            elif w == Word.CALL:
                put[s] += amount[e]
                acted = True
                if flags[e] & FLAG_DARK:
                    ahead[s] += amount[e]
                else:
                    street[s] += amount[e]
            elif w == Word.BET or w == Word.RAISE or w == Word.COMPLETE:
                acted = True
                if flags[e] & FLAG_DARK:
                    put[s] += amount[e] - ahead[s]
                    ahead[s] = amount[e]
                else:
                    put[s] += amount[e] - street[s]
                    street[s] = amount[e]
            elif w == Word.CHECK or w == Word.FOLD:
                acted = True
            elif w == Word.BOARD or w == Word.RAKE:
                pot = dead
                for x in range(1, SEATS):
                    pot += put[x]
                _, loose = uncalled(put)
                due_now = rake_due(pot - loose, percent, step, cap)
                if w == Word.BOARD:
                    if board_out and acted and taken < due_before:
                        found = report(
                            deviations, found, h, Deviation.RAKE_TIMING, e - start, UNKNOWN, due_before, taken, 0,
                            UNKNOWN, UNKNOWN, 0,
                        )  # fmt: skip
                        break
                    due_before = due_now
                    board_out = True
                    acted = False
                    for x in range(1, SEATS):
                        street[x] = ahead[x]
                        ahead[x] = 0
                else:
                    taken += amount[e]
                    if not board_out:
                        due_now = 0
                    if taken > due_now:
                        found = report(
                            deviations, found, h, Deviation.RAKE_TIMING, e - start, UNKNOWN, due_now, taken, 0,
                            UNKNOWN, UNKNOWN, 0,
                        )  # fmt: skip
                        break
        if found > deviations.shape[0]:
            return h, found - 1
    return n_hands, found
