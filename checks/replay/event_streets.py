"""The street that an event belongs to."""

import numpy as np
from numba import njit

from parsers.vocabulary import Word

SHOWDOWN = 4


@njit(cache=True)
def street_numbers(event_offsets, card_offsets, word, hands, events):
    """For some events of some hands: 0 before the flop, 1 flop, 2 turn, 3 river, SHOWDOWN from the first show on."""
    out = np.zeros(len(hands), np.int64)
    for i in range(len(hands)):
        start = event_offsets[hands[i]]
        board_cards = 0
        for e in range(start, start + events[i] + 1):
            w = word[e]
            if w == Word.SHOW or w == Word.AWARD:
                out[i] = SHOWDOWN
                break
            if w == Word.BOARD:
                board_cards += card_offsets[e + 1] - card_offsets[e]
        else:
            out[i] = min(max(board_cards - 2, 0), 3)
    return out
