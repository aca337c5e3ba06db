"""Who wins what: the best hands of every pot, board and part. Arrays are indexed by seat, 1..10."""

import numpy as np

from checks.replay.evaluate import EIGHT_OR_BETTER, NO_LOW, five_card_value, high_value, low_value
from checks.replay.packed import packed_card, suits_of
from checks.replay.pots import SEATS
from parsers.kernel import kernel

HOLE_MOST = 8
BOARDS_MOST = 3

# How hands are read: `Param.EVALUATOR`.
NONE = 0
ANY_OF_ALL = 1  # the best five of hole cards and board
TWO_AND_THREE = 2  # two hole cards and three of the board

# Whether half the pot goes to a low: `Param.LOW`.
HIGH_ONLY = 0
LOW_OF_EIGHT = 1
LOW_OF_ANY = 2


@kernel
def add_card(masks, card):
    """Adds a card to four masks of ranks, one a suit."""
    masks[card & 3] |= 1 << (card >> 2)


@kernel
def best_high(evaluator, hole, n_hole, board, masks):
    """The value of the best high hand."""
    if evaluator == ANY_OF_ALL:
        masks[:] = 0
        for i in range(n_hole):
            add_card(masks, hole[i])
        for i in range(5):
            add_card(masks, board[i])
        return high_value(masks[0], masks[1], masks[2], masks[3])
    best = -1
    for i in range(n_hole):
        for j in range(i + 1, n_hole):
            two = packed_card(hole[i]) | packed_card(hole[j])
            for x in range(3):
                for y in range(x + 1, 4):
                    four = two | packed_card(board[x]) | packed_card(board[y])
                    for z in range(y + 1, 5):
                        clubs, diamonds, hearts, spades = suits_of(four | packed_card(board[z]))
                        best = max(best, five_card_value(clubs, diamonds, hearts, spades))
    return best


@kernel
def best_low(low, hole, n_hole, board):
    """The value of the best low of two hole cards and three of the board; NO_LOW if none qualifies."""
    best = NO_LOW
    for i in range(n_hole):
        for j in range(i + 1, n_hole):
            two = packed_card(hole[i]) | packed_card(hole[j])
            for x in range(3):
                for y in range(x + 1, 4):
                    four = two | packed_card(board[x]) | packed_card(board[y])
                    for z in range(y + 1, 5):
                        clubs, diamonds, hearts, spades = suits_of(four | packed_card(board[z]))
                        best = min(best, low_value(clubs, diamonds, hearts, spades))
    if low == LOW_OF_EIGHT and best >= EIGHT_OR_BETTER:
        return NO_LOW
    return best


def showdown_scratch():
    """What `find_winners` writes on: masks of ranks by suit, and each seat's values by board, high and low."""
    return (
        np.zeros(4, np.int64),
        np.zeros((BOARDS_MOST, SEATS), np.int64),
        np.zeros((BOARDS_MOST, SEATS), np.int64),
    )


@kernel
def find_winners(
    n_pots, eligible, live_count, mucked, hole, n_hole, complete, boards, n_boards, evaluator, low, high_win, low_win,
    scratch,
):  # fmt: skip
    """Fills the winners of each pot and board as masks, high and low. Returns False where a hand was not seen.

    A seat that mucked gave its claim up. Whoever alone can win a pot needs no cards.
    """
    masks, high, lows = scratch
    read = False  # hands are read once, for the first pot that is fought for
    for p in range(n_pots):
        claims = 0
        n = 0
        for s in range(1, SEATS):
            if eligible[p] >> s & 1 and (live_count == 1 or not mucked[s]):
                claims |= 1 << s
                n += 1
        if n == 0:
            return False
        if n == 1:
            for b in range(n_boards):
                high_win[p, b] = claims
                low_win[p, b] = 0
            continue
        if evaluator == NONE:
            return False
        for s in range(1, SEATS):
            if claims >> s & 1 and not complete[s]:
                return False
        if not read:
            high[:] = -2
            lows[:] = NO_LOW
            read = True
        for b in range(n_boards):
            best = -1
            least = NO_LOW
            high_win[p, b] = 0
            low_win[p, b] = 0
            for s in range(1, SEATS):
                if not claims >> s & 1:
                    continue
                if high[b, s] == -2:
                    high[b, s] = best_high(evaluator, hole[s], n_hole[s], boards[b], masks)
                    if low > HIGH_ONLY:
                        lows[b, s] = best_low(low, hole[s], n_hole[s], boards[b])
                if high[b, s] > best:
                    best = high[b, s]
                    high_win[p, b] = 1 << s
                elif high[b, s] == best:
                    high_win[p, b] |= 1 << s
                if lows[b, s] < least:
                    least = lows[b, s]
                    low_win[p, b] = 1 << s
                elif lows[b, s] == least and least != NO_LOW:
                    low_win[p, b] |= 1 << s
    return True
