# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
# ruff: noqa: SIM109
# Kernels are plain loops and branches on purpose: that is what compiles.
"""One event of a hand log, from bytes to a record of integers. See `handlog_scanner`."""

from __future__ import annotations

from typing import Final

import numpy as np

from parsers import vocabulary as v
from parsers.kernel import inlined_part, part
from parsers.limits import CARDS_MOST, RUNIT_MOST, STUB_MOST, TEXT_MOST
from parsers.scan_bytes import (
    BACKSLASH,
    DELETE,
    DOT,
    LETTER_S,
    MINUS,
    NINE,
    ONE,
    PLUS,
    QUOTE,
    SPACE,
    ZERO,
    code_of,
    money_at,
    packed_text,
    same_at,
    text_bytes,
    token_at,
    whole_at,
)
from parsers.vocabulary import Detail, Word

# Words of events
W_POST: Final = packed_text("post")
W_DEAL: Final = packed_text("deal")
W_UP: Final = packed_text("up")
W_BURN: Final = packed_text("burn")
W_BOARD: Final = packed_text("board")
W_BOARD2: Final = packed_text("board2")
W_BOARD3: Final = packed_text("board3")
W_COMMUNITY: Final = text_bytes("community")
W_DISCARD: Final = packed_text("discard")
W_DRAW: Final = packed_text("draw")
W_RESHUFFLE: Final = text_bytes("reshuffle")
W_FOLD: Final = packed_text("fold")
W_CHECK: Final = packed_text("check")
W_CALL: Final = packed_text("call")
W_BET: Final = packed_text("bet")
W_RAISE: Final = packed_text("raise")
W_COMPLETE: Final = packed_text("complete")
W_RETURN: Final = packed_text("return")
W_RAKE: Final = packed_text("rake")
W_PROMO: Final = packed_text("promo")
W_TIME: Final = packed_text("time")
W_TIMEPOT: Final = packed_text("timepot")
W_SHOW: Final = packed_text("show")
W_MUCK: Final = packed_text("muck")
W_AWARD: Final = packed_text("award")
W_STUB: Final = packed_text("stub")
W_RUNIT: Final = packed_text("runit")
W_EXPOSE: Final = packed_text("expose")
W_BOXED: Final = packed_text("boxed")
W_FOREIGN: Final = packed_text("foreign")
W_BACK: Final = packed_text("back")
W_JOKER: Final = packed_text("joker")
W_MISDEAL: Final = packed_text("misdeal")
W_VOID: Final = packed_text("void")
W_DEAD: Final = packed_text("dead")
W_FLOOR: Final = packed_text("floor")
W_WAGER: Final = packed_text("wager")
W_PAY: Final = packed_text("pay")
W_TAKE: Final = packed_text("take")
W_PUSH: Final = packed_text("push")
W_METER: Final = packed_text("meter")
W_ENVY: Final = packed_text("envy")
W_SET: Final = packed_text("set")
W_FOUL: Final = packed_text("foul")
W_SCORE: Final = packed_text("score")
W_FANTASY: Final = packed_text("fantasy")
W_SIDE: Final = packed_text("side")
W_SPLASH: Final = packed_text("splash")

D_PAT: Final = packed_text("pat")
D_DEALER: Final = packed_text("dealer")
D_MAIN: Final = text_bytes("main")
D_SIDE: Final = text_bytes("side")
D_PROGRESSIVE: Final = text_bytes("progressive")
D_BUTTONANTE: Final = text_bytes("buttonante")
F_ALLIN: Final = packed_text("allin")
F_OOT: Final = packed_text("oot")
F_DARK: Final = packed_text("dark")
FLAG_ALLIN: Final = v.FLAG_ALLIN
FLAG_OOT: Final = v.FLAG_OOT
FLAG_DARK: Final = v.FLAG_DARK

# Kinds with their codes: (packed word, code) rows.
POST_KINDS: Final = np.array(
    [(packed_text(k), v.DETAILS.index(k)) for k in v.POST_KINDS if len(k) <= 8], dtype=np.int64
)
WAGER_KINDS: Final = np.array(
    [(packed_text(k), v.DETAILS.index(k)) for k in v.WAGER_KINDS if len(k) <= 8], dtype=np.int64
)
ROW_KINDS: Final = np.array([(packed_text(k), v.DETAILS.index(k)) for k in v.ROWS], dtype=np.int64)
PART_KINDS: Final = np.array([(packed_text(k), i) for i, k in enumerate(v.PARTS) if k], dtype=np.int64)
BOARD_KINDS: Final = np.array([(packed_text(f"b{k}"), k) for k in (1, 2, 3)], dtype=np.int64)
SOURCE_KINDS: Final = np.array([(packed_text(k), i) for i, k in enumerate(v.RESHUFFLE_SOURCES)], dtype=np.int64)

RANK_OF: Final = np.full(256, 255, dtype=np.uint8)
SUIT_OF: Final = np.full(256, 255, dtype=np.uint8)
for _i, _letter in enumerate(v.RANKS):
    RANK_OF[ord(_letter)] = _i
for _i, _letter in enumerate(v.SUITS):
    SUIT_OF[ord(_letter)] = _i
QUESTION: Final = ord("?")
LETTER_J: Final = ord("J")
LETTER_K: Final = ord("k")
JOKER: Final = v.JOKER
UNSEEN: Final = v.UNSEEN

# NumPy's integers: a function is compiled anew for each of Python's own that it is called with.
MANY: Final = np.int64(CARDS_MOST)
ONE_CARD: Final = np.int64(1)
NO_AMOUNT: Final = v.NO_AMOUNT
NO_COUNT: Final = v.NO_COUNT
SEAT_NONE: Final = v.SEAT_NONE
SEAT_DEALER: Final = v.SEAT_DEALER

# The record of one event while it is read; what fits a byte first
R_WORD: Final = 0
R_SEAT: Final = 1
R_OTHER: Final = 2
R_DETAIL: Final = 3
R_POT: Final = 4
R_PART: Final = 5
R_BOARD: Final = 6
R_FLAGS: Final = 7
N_SMALL: Final = 8
R_AMOUNT: Final = 8
R_COUNT: Final = 9
R_TEXT: Final = 10
R_TEXT_END: Final = 11
R_CARDS: Final = 12
RECORD_SIZE: Final = 13


@part
def seat_at(buf, i):
    """(seat, position behind) of `s1` … `s10` at `i`."""
    if buf[i] != LETTER_S:
        return 0, -1
    c = buf[i + 1]
    if c < ONE or c > NINE:
        return 0, -1
    if c == ONE and buf[i + 2] == ZERO:
        return 10, i + 3
    return np.int64(c - ZERO), i + 2


@part
def cards_at(buf, i, cards, n, most):
    """(number of cards in `cards` then, position behind) of the cards at `i`, which end the event."""
    first = n
    while True:
        a = buf[i]
        if a == QUOTE:
            break
        b = buf[i + 1] if a > SPACE else a
        if a == QUESTION and b == QUESTION:
            card = UNSEEN
        elif a == LETTER_J and b == LETTER_K:
            card = JOKER
        else:
            rank, suit = RANK_OF[a], SUIT_OF[b]
            if rank == 255 or suit == 255:
                return n, -1
            card = rank * 4 + suit
        if n - first >= most or n >= len(cards):
            return n, -1
        cards[n] = card
        n += 1
        i += 2
    if n == first:
        return n, -1
    return n, i


@part
def free_text_at(buf, i, record):
    """The position of the quote behind the free text at `i`; plain ASCII only."""
    start = i
    while buf[i] != QUOTE:
        if buf[i] < SPACE or buf[i] >= DELETE or buf[i] == BACKSLASH:
            return -1
        i += 1
    if i == start or i - start > TEXT_MOST or buf[start] == SPACE or buf[i - 1] == SPACE:
        return -1
    record[R_TEXT] = start
    record[R_TEXT_END] = i
    return i


@part
def seat_event_at(buf, i, record, cards, n_cards):
    """The position of the quote behind an event that begins with a seat; `i` is at the word behind that."""
    word, i = token_at(buf, i)
    flagged = True
    if word == W_FOLD:
        record[R_WORD] = Word.FOLD
    elif word == W_CHECK:
        record[R_WORD] = Word.CHECK
    elif word == W_CALL or word == W_BET or word == W_RAISE or word == W_COMPLETE:
        if word == W_CALL:
            record[R_WORD] = Word.CALL
        elif word == W_BET:
            record[R_WORD] = Word.BET
        elif word == W_RAISE:
            record[R_WORD] = Word.RAISE
        else:
            record[R_WORD] = Word.COMPLETE
        if buf[i] != SPACE:
            return -1
        record[R_AMOUNT], i = money_at(buf, i + 1)
    elif word == W_POST:
        record[R_WORD] = Word.POST
        if buf[i] != SPACE:
            return -1
        start = i + 1
        kind, i = token_at(buf, start)
        if buf[i] != SPACE:
            return -1
        if i - start == len(D_BUTTONANTE) and same_at(buf, start, D_BUTTONANTE):
            code = np.int64(Detail.BUTTONANTE)
        else:
            code = code_of(POST_KINDS, kind)
        if code < 0:
            return -1
        record[R_DETAIL] = code
        record[R_AMOUNT], i = money_at(buf, i + 1)
    elif word == W_SHOW:
        record[R_WORD] = Word.SHOW
        if buf[i] != SPACE:
            return -1
        record[R_CARDS], i = cards_at(buf, i + 1, cards, n_cards, MANY)
        flagged = False
    elif word == W_MUCK:
        record[R_WORD] = Word.MUCK
        flagged = False
    elif word == W_FOUL:
        record[R_WORD] = Word.FOUL
        flagged = False
    elif word == W_SET:
        record[R_WORD] = Word.SET
        if buf[i] != SPACE:
            return -1
        kind, i = token_at(buf, i + 1)
        if buf[i] != SPACE:
            return -1
        code = code_of(ROW_KINDS, kind)
        if code < 0:
            return -1
        record[R_DETAIL] = code
        record[R_CARDS], i = cards_at(buf, i + 1, cards, n_cards, MANY)
        flagged = False
    elif word == W_WAGER or word == W_PAY or word == W_TAKE or word == W_PUSH:
        if word == W_WAGER:
            record[R_WORD] = Word.WAGER
        elif word == W_PAY:
            record[R_WORD] = Word.PAY
        elif word == W_TAKE:
            record[R_WORD] = Word.TAKE
        else:
            record[R_WORD] = Word.PUSH
        if buf[i] != SPACE:
            return -1
        start = i + 1
        kind, i = token_at(buf, start)
        if buf[i] != SPACE:
            return -1
        if i - start == len(D_PROGRESSIVE) and same_at(buf, start, D_PROGRESSIVE):
            code = np.int64(Detail.PROGRESSIVE)
        else:
            code = code_of(WAGER_KINDS, kind)
        if code < 0:
            return -1
        record[R_DETAIL] = code
        record[R_AMOUNT], i = money_at(buf, i + 1)
        flagged = False
    else:
        return -1
    if i < 0:
        return -1
    flags = 0
    while flagged and buf[i] == SPACE:
        word, i = token_at(buf, i + 1)
        if word == F_ALLIN:
            flag = FLAG_ALLIN
        elif word == F_OOT:
            flag = FLAG_OOT
        elif word == F_DARK:
            flag = FLAG_DARK
        else:
            return -1
        if flags & flag:
            return -1
        flags |= flag
    record[R_FLAGS] = flags
    if buf[i] != QUOTE:
        return -1
    return i


@part
def pot_at(buf, i, record):
    """The position of the blank behind `main`, `side2.hi.b1` at `i`."""
    if same_at(buf, i, D_MAIN):
        record[R_POT] = 0
        i += 4
    elif same_at(buf, i, D_SIDE):
        c = buf[i + 4]
        if c < ONE or c > NINE:
            return -1
        record[R_POT] = np.int64(c - ZERO)
        i += 5
    else:
        return -1
    while buf[i] == DOT:
        i += 1
        start = i
        packed = np.int64(0)
        while buf[i] > QUOTE and buf[i] != DOT and i - start < 8:
            packed |= np.int64(buf[i]) << (8 * (i - start))
            i += 1
        part = code_of(PART_KINDS, packed)
        if part >= 0:
            if record[R_PART] != 0 or record[R_BOARD] != 0:
                return -1
            record[R_PART] = part
            continue
        board = code_of(BOARD_KINDS, packed)
        if board < 0 or record[R_BOARD] != 0:
            return -1
        record[R_BOARD] = board
    if buf[i] != SPACE:
        return -1
    return i


@part
def sources_at(buf, i, record):
    """The position of the quote behind the sources of a reshuffle at `i`."""
    record[R_TEXT] = i
    seen = 0
    while True:
        start = i
        packed = np.int64(0)
        while buf[i] > QUOTE and buf[i] != PLUS and i - start < 8:
            packed |= np.int64(buf[i]) << (8 * (i - start))
            i += 1
        code = code_of(SOURCE_KINDS, packed)
        if code < 0 or seen & (1 << code):
            return -1
        seen |= 1 << code
        if buf[i] == QUOTE:
            break
        if buf[i] != PLUS:
            return -1
        i += 1
    record[R_TEXT_END] = i
    return i


@part
def table_event_at(buf, i, record, cards, n_cards):
    """The position of the quote behind an event that begins with a word; `i` is at that word."""
    start = i
    word, i = token_at(buf, i)
    # The word alone
    if buf[i] == QUOTE:
        if word == W_BURN:
            record[R_WORD] = Word.BURN
        elif word == W_MISDEAL:
            record[R_WORD] = Word.MISDEAL
        elif word == W_VOID:
            record[R_WORD] = Word.VOID
        else:
            return -1
        return i
    if buf[i] != SPACE:
        return -1
    length = i - start
    i += 1

    # Seat, then cards
    if word == W_DEAL or word == W_UP or word == W_DRAW or word == W_DISCARD or word == W_EXPOSE:
        most = MANY
        if word == W_DEAL:
            record[R_WORD] = Word.DEAL
        elif word == W_UP:
            record[R_WORD] = Word.UP
        elif word == W_DRAW:
            record[R_WORD] = Word.DRAW
        elif word == W_DISCARD:
            record[R_WORD] = Word.DISCARD
        else:
            record[R_WORD] = Word.EXPOSE
            most = ONE_CARD
        seat, after = seat_at(buf, i)
        if after < 0:
            packed, after = token_at(buf, i)
            if packed != D_DEALER or (word != W_DEAL and word != W_EXPOSE):
                return -1
            seat = np.int64(SEAT_DEALER)
        record[R_SEAT] = seat
        if buf[after] != SPACE:
            return -1
        i = after + 1
        if word == W_DRAW:
            packed, after = token_at(buf, i)
            if packed == D_PAT:
                record[R_DETAIL] = Detail.PAT
                return after if buf[after] == QUOTE else -1
        record[R_CARDS], i = cards_at(buf, i, cards, n_cards, most)
        return i

    # Cards alone
    if (
        word == W_BOARD
        or word == W_BURN
        or word == W_BOARD2
        or word == W_BOARD3
        or word == W_BOXED
        or word == W_FOREIGN
        or word == W_BACK
        or (length == len(W_COMMUNITY) and same_at(buf, start, W_COMMUNITY))
    ):
        most = ONE_CARD
        if word == W_BOARD:
            record[R_WORD] = Word.BOARD
            most = MANY
        elif word == W_BOARD2:
            record[R_WORD] = Word.BOARD2
            most = MANY
        elif word == W_BOARD3:
            record[R_WORD] = Word.BOARD3
            most = MANY
        elif word == W_BACK:
            record[R_WORD] = Word.BACK
            most = MANY
        elif word == W_BURN:
            record[R_WORD] = Word.BURN
        elif word == W_BOXED:
            record[R_WORD] = Word.BOXED
        elif word == W_FOREIGN:
            record[R_WORD] = Word.FOREIGN
        else:
            record[R_WORD] = Word.COMMUNITY
        record[R_CARDS], i = cards_at(buf, i, cards, n_cards, most)
        return i

    # An amount alone
    if word == W_RAKE or word == W_PROMO or word == W_TIMEPOT or word == W_METER or word == W_SPLASH:
        if word == W_RAKE:
            record[R_WORD] = Word.RAKE
        elif word == W_PROMO:
            record[R_WORD] = Word.PROMO
        elif word == W_TIMEPOT:
            record[R_WORD] = Word.TIMEPOT
        elif word == W_SPLASH:
            record[R_WORD] = Word.SPLASH
        else:
            record[R_WORD] = Word.METER
        record[R_AMOUNT], i = money_at(buf, i)
        return i

    # A number alone
    if word == W_STUB or word == W_RUNIT:
        number, i = whole_at(buf, i)
        if word == W_STUB:
            record[R_WORD] = Word.STUB
            if number > STUB_MOST:
                return -1
        else:
            record[R_WORD] = Word.RUNIT
            if number < 1 or number > RUNIT_MOST:
                return -1
        record[R_COUNT] = number
        return i

    # Free text
    if word == W_MISDEAL or word == W_VOID or word == W_FLOOR:
        if word == W_MISDEAL:
            record[R_WORD] = Word.MISDEAL
        elif word == W_VOID:
            record[R_WORD] = Word.VOID
        else:
            record[R_WORD] = Word.FLOOR
        return free_text_at(buf, i, record)
    if length == len(W_RESHUFFLE) and same_at(buf, start, W_RESHUFFLE):
        record[R_WORD] = Word.RESHUFFLE
        return sources_at(buf, i, record)

    # A pot, a seat and an amount
    if word == W_AWARD:
        record[R_WORD] = Word.AWARD
        i = pot_at(buf, i, record)
        if i < 0:
            return -1
        i += 1

    # A seat and what follows
    record[R_SEAT], i = seat_at(buf, i)
    if i < 0:
        return -1
    if word == W_JOKER or word == W_FANTASY:
        record[R_WORD] = Word.JOKER if word == W_JOKER else Word.FANTASY
        return i
    if buf[i] != SPACE:
        return -1
    i += 1
    if word == W_AWARD or word == W_RETURN or word == W_TIME or word == W_ENVY:
        if word == W_RETURN:
            record[R_WORD] = Word.RETURN
        elif word == W_TIME:
            record[R_WORD] = Word.TIME
        elif word == W_ENVY:
            record[R_WORD] = Word.ENVY
        record[R_AMOUNT], i = money_at(buf, i)
        return i
    if word == W_DEAD:
        record[R_WORD] = Word.DEAD
        return free_text_at(buf, i, record)
    if word != W_SCORE and word != W_PAY and word != W_SIDE:
        return -1
    record[R_OTHER], i = seat_at(buf, i)
    if i < 0 or buf[i] != SPACE:
        return -1
    i += 1
    if word == W_PAY:
        record[R_WORD] = Word.PAY
        record[R_AMOUNT], i = money_at(buf, i)
        return i
    if word == W_SIDE:
        record[R_WORD] = Word.SIDE
        record[R_AMOUNT], i = money_at(buf, i)
        if i < 0 or buf[i] != SPACE:
            return -1
        return free_text_at(buf, i + 1, record)
    record[R_WORD] = Word.SCORE
    negative = buf[i] == MINUS
    if negative:
        i += 1
    start = i
    number, i = whole_at(buf, i)
    if i - start > 6:
        return -1
    if negative:
        number = -number
    record[R_COUNT] = number
    return i


@inlined_part
def event_at(buf, i, record, cards, n_cards):
    """The position behind the event in quotes at `i`, which fills `record` and adds to `cards` from `n_cards` on."""
    if buf[i] != QUOTE:
        return -1
    i += 1
    record[R_SEAT] = SEAT_NONE
    record[R_OTHER] = SEAT_NONE
    record[R_DETAIL] = 0
    record[R_AMOUNT] = NO_AMOUNT
    record[R_COUNT] = NO_COUNT
    record[R_POT] = -1
    record[R_PART] = 0
    record[R_BOARD] = 0
    record[R_FLAGS] = 0
    record[R_TEXT] = -1
    record[R_CARDS] = n_cards
    seat, after = seat_at(buf, i)
    if after >= 0:
        if buf[after] != SPACE:
            return -1
        record[R_SEAT] = seat
        i = seat_event_at(buf, after + 1, record, cards, n_cards)
    else:
        i = table_event_at(buf, i, record, cards, n_cards)
    if i < 0 or buf[i] != QUOTE:
        return -1
    return i + 1
