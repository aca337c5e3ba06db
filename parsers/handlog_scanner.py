"""The fast reader of hand logs: one pass over the bytes of a chunk, straight into arrays, no object a line.

Fast or defer. The scanner takes the lines it is sure of and leaves all others (escapes, exponents, nested extras,
notes, anything wrong) to `handlog_reference`, by position. So it must accept nothing the reference would not, and read
what it accepts alike; it may leave as much as it likes. Functions give -1 as the next position to say "leave this line".

Every line ends in a newline, also the last: no string, number or name goes past one, so no read does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from parsers import vocabulary as v
from parsers.kernel import kernel
from parsers.limits import (
    AMOUNT_MOST,
    CARDS_MOST,
    EVENTS_MOST,
    GAMES_WITHOUT_STAKES,
    RUNIT_MOST,
    STUB_MOST,
    TEXT_MOST,
    YEAR_LEAST,
    YEAR_MOST,
)
from parsers.line_hash import FACTOR, SEED
from parsers.vocabulary import Detail, Word


def _packed(text: str) -> int:
    """Up to eight letters as one integer, so that a word is compared at once."""
    assert 0 < len(text) <= 8
    return int.from_bytes(text.encode(), "little")


def _bytes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), dtype=np.uint8)


QUOTE: Final = ord('"')
BACKSLASH: Final = ord("\\")
COMMA: Final = ord(",")
COLON: Final = ord(":")
DOT: Final = ord(".")
PLUS: Final = ord("+")
MINUS: Final = ord("-")
SPACE: Final = ord(" ")
TAB: Final = ord("\t")
RETURN: Final = ord("\r")
NEWLINE: Final = ord("\n")
OPEN: Final = ord("{")
CLOSE: Final = ord("}")
OPEN_LIST: Final = ord("[")
CLOSE_LIST: Final = ord("]")
ZERO: Final = ord("0")
ONE: Final = ord("1")
NINE: Final = ord("9")
LETTER_S: Final = ord("s")
LETTER_T: Final = ord("T")
LETTER_Z: Final = ord("Z")
LETTER_N: Final = ord("n")
DELETE: Final = 0x7F

# Keys
K_V: Final = _packed("v")
K_ROOM: Final = _packed("room")
K_TABLE: Final = _packed("table")
K_HAND: Final = _packed("hand")
K_GAME: Final = _packed("game")
K_BETTING: Final = _packed("betting")
K_STAKES: Final = _packed("stakes")
K_PLACARD: Final = _packed("placard")
K_BUTTON: Final = _packed("button")
K_START: Final = _packed("start")
K_END: Final = _packed("end")
K_DEALER: Final = _packed("dealer")
K_DECK: Final = _packed("deck")
K_SEATS: Final = _packed("seats")
K_EVENTS: Final = _packed("events")
K_TOURNAMENT: Final = _bytes("tournament")
K_SEAT: Final = _packed("seat")
K_PLAYER: Final = _packed("player")
K_STACK: Final = _packed("stack")
K_STATE: Final = _packed("state")
K_EVENT: Final = _packed("event")
K_LEVEL: Final = _packed("level")
K_BBA: Final = _packed("bba")
K_LEFT: Final = _packed("left")
K_SMALL_BET: Final = _bytes("small_bet")
T_TRUE: Final = _bytes("true")
T_FALSE: Final = _bytes("false")
T_NULL: Final = _bytes("null")

# Stakes by position; `small_bet` has nine letters and is compared apart.
STAKE_KEYS: Final = np.array([_packed(s) if len(s) <= 8 else 0 for s in v.STAKES], dtype=np.int64)
STAKE_SMALL_BET: Final = v.STAKES.index("small_bet")
STAKE_BB: Final = v.STAKES.index("bb")
STAKE_CHIP: Final = v.STAKES.index("chip")
N_STAKES: Final = len(v.STAKES)

# Words of events
W_POST: Final = _packed("post")
W_DEAL: Final = _packed("deal")
W_UP: Final = _packed("up")
W_BURN: Final = _packed("burn")
W_BOARD: Final = _packed("board")
W_BOARD2: Final = _packed("board2")
W_BOARD3: Final = _packed("board3")
W_COMMUNITY: Final = _bytes("community")
W_DISCARD: Final = _packed("discard")
W_DRAW: Final = _packed("draw")
W_RESHUFFLE: Final = _bytes("reshuffle")
W_FOLD: Final = _packed("fold")
W_CHECK: Final = _packed("check")
W_CALL: Final = _packed("call")
W_BET: Final = _packed("bet")
W_RAISE: Final = _packed("raise")
W_COMPLETE: Final = _packed("complete")
W_RETURN: Final = _packed("return")
W_RAKE: Final = _packed("rake")
W_PROMO: Final = _packed("promo")
W_TIME: Final = _packed("time")
W_TIMEPOT: Final = _packed("timepot")
W_SHOW: Final = _packed("show")
W_MUCK: Final = _packed("muck")
W_AWARD: Final = _packed("award")
W_STUB: Final = _packed("stub")
W_RUNIT: Final = _packed("runit")
W_EXPOSE: Final = _packed("expose")
W_BOXED: Final = _packed("boxed")
W_FOREIGN: Final = _packed("foreign")
W_JOKER: Final = _packed("joker")
W_MISDEAL: Final = _packed("misdeal")
W_VOID: Final = _packed("void")
W_DEAD: Final = _packed("dead")
W_FLOOR: Final = _packed("floor")
W_WAGER: Final = _packed("wager")
W_PAY: Final = _packed("pay")
W_TAKE: Final = _packed("take")
W_PUSH: Final = _packed("push")
W_METER: Final = _packed("meter")
W_ENVY: Final = _packed("envy")
W_SET: Final = _packed("set")
W_FOUL: Final = _packed("foul")
W_SCORE: Final = _packed("score")
W_FANTASY: Final = _packed("fantasy")

D_PAT: Final = _packed("pat")
D_DEALER: Final = _packed("dealer")
D_MAIN: Final = _bytes("main")
D_SIDE: Final = _bytes("side")
D_PROGRESSIVE: Final = _bytes("progressive")
F_ALLIN: Final = _packed("allin")
F_OOT: Final = _packed("oot")
F_DARK: Final = _packed("dark")
FLAG_ALLIN: Final = v.FLAG_ALLIN
FLAG_OOT: Final = v.FLAG_OOT
FLAG_DARK: Final = v.FLAG_DARK

# Kinds with their codes: (packed word, code) rows.
POST_KINDS: Final = np.array([(_packed(k), v.DETAILS.index(k)) for k in v.POST_KINDS], dtype=np.int64)
WAGER_KINDS: Final = np.array(
    [(_packed(k), v.DETAILS.index(k)) for k in v.WAGER_KINDS if len(k) <= 8], dtype=np.int64
)
ROW_KINDS: Final = np.array([(_packed(k), v.DETAILS.index(k)) for k in v.ROWS], dtype=np.int64)
PART_KINDS: Final = np.array([(_packed(k), i) for i, k in enumerate(v.PARTS) if k], dtype=np.int64)
BOARD_KINDS: Final = np.array([(_packed(f"b{k}"), k) for k in (1, 2, 3)], dtype=np.int64)
STATE_KINDS: Final = np.array([(_packed(k), i) for i, k in enumerate(v.STATES)], dtype=np.int64)
BETTING_KINDS: Final = np.array([(_packed(k), i) for i, k in enumerate(v.BETTING)], dtype=np.int64)
SOURCE_KINDS: Final = np.array([(_packed(k), i) for i, k in enumerate(v.RESHUFFLE_SOURCES)], dtype=np.int64)

GAME_BYTES: Final = np.zeros((len(v.GAMES), 16), dtype=np.uint8)
GAME_LENGTH: Final = np.array([len(g) for g in v.GAMES], dtype=np.int64)
GAME_NEEDS_STAKES: Final = np.array([g not in GAMES_WITHOUT_STAKES for g in v.GAMES], dtype=np.bool_)
for _i, _game in enumerate(v.GAMES):
    GAME_BYTES[_i, : len(_game)] = _bytes(_game)

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

NO_AMOUNT: Final = v.NO_AMOUNT
NO_COUNT: Final = v.NO_COUNT
NO_TIME: Final = v.NO_TIME
SEAT_NONE: Final = v.SEAT_NONE
SEAT_DEALER: Final = v.SEAT_DEALER
SEATS_MOST: Final = v.SEATS_MOST

# What must be there, one bit a key.
B_V, B_ROOM, B_TABLE, B_HAND, B_GAME, B_START, B_SEATS, B_EVENTS = (1 << _b for _b in range(8))
B_BETTING, B_STAKES, B_PLACARD, B_BUTTON, B_END, B_DEALER, B_DECK, B_TOURNAMENT = (1 << _b for _b in range(8, 16))
B_REQUIRED: Final = 255

# The record of one event while it is read
R_WORD: Final = 0
R_SEAT: Final = 1
R_OTHER: Final = 2
R_DETAIL: Final = 3
R_AMOUNT: Final = 4
R_COUNT: Final = 5
R_POT: Final = 6
R_PART: Final = 7
R_BOARD: Final = 8
R_FLAGS: Final = 9
R_TEXT: Final = 10
R_TEXT_END: Final = 11
R_CARDS: Final = 12
RECORD_SIZE: Final = 13

# How far the columns are filled
S_SEATS: Final = 0
S_EVENTS: Final = 1
S_CARDS: Final = 2
S_TEXTS: Final = 3
S_HAND_BYTES: Final = 4
STATE_SIZE: Final = 5

EXTRAS_MOST: Final = 8  # unknown keys an object may have before its line is left
TEXTS_OF_A_LINE: Final = EVENTS_MOST + 64

_SEED = np.uint64(SEED)
_FACTOR = np.uint64(FACTOR)

# Eight bytes at a time: a bit 0x80 in each byte that is looked for, of which the lowest is always right.
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_EACH = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_ENDS = np.uint64(0x2323232323232323)  # below it: controls, the blank, `!`, the quote
_BACKSLASHES = np.uint64(0x5C5C5C5C5C5C5C5C)
_DELETES = np.uint64(0x7F7F7F7F7F7F7F7F)


class SeatColumns(NamedTuple):
    """One entry a seat. Names are those of `HandBatch`."""

    seat_no: np.ndarray
    seat_player: np.ndarray
    seat_stack: np.ndarray
    seat_state: np.ndarray


class EventColumns(NamedTuple):
    """One entry an event; of `card_offsets` one more; of `cards` one a card."""

    word: np.ndarray
    seat: np.ndarray
    other: np.ndarray
    detail: np.ndarray
    text: np.ndarray
    amount: np.ndarray
    count: np.ndarray
    pot: np.ndarray
    part: np.ndarray
    board: np.ndarray
    flags: np.ndarray
    card_offsets: np.ndarray
    cards: np.ndarray


class HandColumns(NamedTuple):
    """One entry a hand; of the offsets one more. A hand's name is in `hand_bytes`, between its `hand_offsets`."""

    line: np.ndarray
    line_hash: np.ndarray
    room: np.ndarray
    table: np.ndarray
    game: np.ndarray
    betting: np.ndarray
    placard: np.ndarray
    dealer: np.ndarray
    deck: np.ndarray
    stakes: np.ndarray
    button: np.ndarray
    start_us: np.ndarray
    end_us: np.ndarray
    utc_offset_min: np.ndarray
    is_tournament: np.ndarray
    tournament_event: np.ndarray
    tournament_level: np.ndarray
    tournament_bba: np.ndarray
    tournament_left: np.ndarray
    seat_offsets: np.ndarray
    event_offsets: np.ndarray
    hand_offsets: np.ndarray
    hand_bytes: np.ndarray


# -- small things at a position -----------------------------------------------------------------------------------


@kernel
def eight_bytes(buf, i):
    """The eight bytes at `i` as an integer, little end first. Unsigned positions: LLVM makes it one load."""
    j = np.uint64(i)
    return (
        np.uint64(buf[j])
        | np.uint64(buf[j + np.uint64(1)]) << np.uint64(8)
        | np.uint64(buf[j + np.uint64(2)]) << np.uint64(16)
        | np.uint64(buf[j + np.uint64(3)]) << np.uint64(24)
        | np.uint64(buf[j + np.uint64(4)]) << np.uint64(32)
        | np.uint64(buf[j + np.uint64(5)]) << np.uint64(40)
        | np.uint64(buf[j + np.uint64(6)]) << np.uint64(48)
        | np.uint64(buf[j + np.uint64(7)]) << np.uint64(56)
    )


@kernel
def mixed(state, word):
    """One step of the hash."""
    state = (state ^ word) * _FACTOR
    return state ^ (state >> np.uint64(32))


@kernel
def line_hash_at(buf, start, end):
    """`parsers.line_hash.line_hash` of the bytes from `start` up to `end`."""
    a = _SEED ^ np.uint64(end - start)
    b = _SEED + np.uint64(1)
    c = _SEED + np.uint64(2)
    d = _SEED + np.uint64(3)
    i = start
    while i + 32 <= end:
        a = mixed(a, eight_bytes(buf, i))
        b = mixed(b, eight_bytes(buf, i + 8))
        c = mixed(c, eight_bytes(buf, i + 16))
        d = mixed(d, eight_bytes(buf, i + 24))
        i += 32
    while i + 8 <= end:
        a = mixed(a, eight_bytes(buf, i))
        i += 8
    if i < end:
        word = np.uint64(0)
        shift = np.uint64(0)
        while i < end:
            word |= np.uint64(buf[i]) << shift
            shift += np.uint64(8)
            i += 1
        a = mixed(a, word)
    a = mixed(mixed(mixed(a, b), c), d)
    return np.int64(a)


@kernel
def skip_blanks(buf, i):
    """The position of the next byte that is no blank of JSON. A line's end is none here: a record is one line."""
    while buf[i] == SPACE or buf[i] == TAB or buf[i] == RETURN:
        i += 1
    return i


@kernel
def same_at(buf, i, text):
    """Whether `text` stands at `i`."""
    for k in range(len(text)):  # noqa: SIM110
        if buf[i + k] != text[k]:
            return False
    return True


@kernel
def utf8_length(buf, i):
    """Bytes of the character at `i`, which begins with a byte over 0x7f; 0 if it is not UTF-8."""
    c = buf[i]
    if c < 0xC2 or c > 0xF4:
        return 0
    if buf[i + 1] & 0xC0 != 0x80:
        return 0
    if c < 0xE0:
        return 2
    if buf[i + 2] & 0xC0 != 0x80:
        return 0
    if c < 0xF0:
        if (c == 0xE0 and buf[i + 1] < 0xA0) or (c == 0xED and buf[i + 1] > 0x9F):
            return 0
        return 3
    if buf[i + 3] & 0xC0 != 0x80:
        return 0
    if (c == 0xF0 and buf[i + 1] < 0x90) or (c == 0xF4 and buf[i + 1] > 0x8F):
        return 0
    return 4


@kernel
def bytes_below(found):
    """How many bytes stand before the lowest that is marked in `found`, which marks one."""
    below = ((found & (~found + np.uint64(1))) >> np.uint64(7)) - np.uint64(1)
    return np.int64(((below & _EACH) * _EACH) >> np.uint64(56))


@kernel
def string_end(buf, i):
    """The position of the quote that closes the text beginning at `i`; -1 if it holds what only the reference reads."""
    whole = len(buf) - 8
    while True:
        if i <= whole:
            word = eight_bytes(buf, i)
            ends = (word - _ENDS) & ~word
            slashes = word ^ _BACKSLASHES
            deletes = word ^ _DELETES
            found = (ends | ((slashes - _EACH) & ~slashes) | ((deletes - _EACH) & ~deletes) | word) & _HIGH
            if found == 0:
                i += 8
                continue
            i += bytes_below(found)
        c = buf[i]
        if c == QUOTE:
            return i
        if c >= 0x80:
            length = utf8_length(buf, i)
            if length == 0:
                return -1
            i += length
        elif c < SPACE or c == BACKSLASH or c == DELETE:
            return -1
        else:
            i += 1


@kernel
def token_at(buf, i):
    """(packed word, position behind it) of the word at `i`, which goes on up to a blank, a quote, `!` or a control.

    Packed is 0 for a word of no letters and for one of more than eight.
    """
    start = i
    if i + 8 <= len(buf):
        word = eight_bytes(buf, i)
        found = (word - _ENDS) & ~word & _HIGH
        if found != 0:
            below = ((found & (~found + np.uint64(1))) >> np.uint64(7)) - np.uint64(1)
            return np.int64(word & below), i + np.int64(((below & _EACH) * _EACH) >> np.uint64(56))
        i += 8
        if buf[i] <= QUOTE:
            return np.int64(word), i
        while buf[i] > QUOTE:
            i += 1
        return np.int64(0), i
    packed = np.int64(0)
    shift = 0
    while buf[i] > QUOTE:
        packed |= np.int64(buf[i]) << shift
        shift += 8
        i += 1
    if i - start > 8:
        packed = np.int64(0)
    return packed, i


@kernel
def key_at(buf, i):
    """(packed key, position behind its quote) of the key whose first letter is at `i`; see `token_at`."""
    packed, i = token_at(buf, i)
    if buf[i] != QUOTE:
        return packed, -1
    return packed, i + 1


@kernel
def code_of(kinds, packed):
    """The code of a word in rows of (packed word, code); -1 if it is none of them."""
    for k in range(kinds.shape[0]):
        if kinds[k, 0] == packed:
            return kinds[k, 1]
    return -1


@kernel
def money_at(buf, i):
    """(cents, position behind) of `12`, `12.5` or `12.50` at `i`."""
    c = buf[i]
    if c < ZERO or c > NINE:
        return 0, -1
    value = np.int64(c - ZERO)
    i += 1
    if c != ZERO:
        most = i + 11
        while ZERO <= buf[i] <= NINE:
            value = value * 10 + (buf[i] - ZERO)
            i += 1
            if i > most:
                return 0, -1
    elif ZERO <= buf[i] <= NINE:
        return 0, -1
    value *= 100
    if buf[i] == DOT:
        i += 1
        if buf[i] < ZERO or buf[i] > NINE:
            return 0, -1
        value += np.int64(buf[i] - ZERO) * 10
        i += 1
        if ZERO <= buf[i] <= NINE:
            value += np.int64(buf[i] - ZERO)
            i += 1
            if ZERO <= buf[i] <= NINE:
                return 0, -1
    if value > AMOUNT_MOST:
        return 0, -1
    return value, i


@kernel
def whole_at(buf, i):
    """(number, position behind) of a whole number of at most nine digits at `i`."""
    c = buf[i]
    if c < ZERO or c > NINE:
        return 0, -1
    value = np.int64(c - ZERO)
    i += 1
    if c == ZERO:
        if ZERO <= buf[i] <= NINE:
            return 0, -1
        return value, i
    most = i + 8
    while ZERO <= buf[i] <= NINE:
        value = value * 10 + (buf[i] - ZERO)
        i += 1
        if i > most:
            return 0, -1
    return value, i


@kernel
def two_digits(buf, i):
    """The number of two digits at `i`, or a large one that no check lets pass."""
    a = np.int64(buf[i]) - ZERO
    if a < 0 or a > 9:
        return 1000
    b = np.int64(buf[i + 1]) - ZERO
    if b < 0 or b > 9:
        return 1000
    return a * 10 + b


@kernel
def days_of(year, month, day):
    """Days since 1970-01-01 of a day of the calendar; -1 if there is no such day."""
    if month < 1 or month > 12 or day < 1:
        return -1
    length = 31
    if month == 4 or month == 6 or month == 9 or month == 11:
        length = 30
    elif month == 2:
        length = 29 if (year % 4 == 0 and year % 100 != 0) or year % 400 == 0 else 28
    if day > length:
        return -1
    # Years counted from March, so that the leap day is the last of its year.
    y = year - 1 if month <= 2 else year
    era = y // 400
    of_era = y - era * 400
    of_year = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


@kernel
def time_at(buf, i):
    """(microseconds, offset in minutes, position behind) of the RFC 3339 time in quotes at `i`."""
    if buf[i] != QUOTE:
        return 0, 0, -1
    i += 1
    century = two_digits(buf, i)
    if century > 99:
        return 0, 0, -1
    rest = two_digits(buf, i + 2)
    if rest > 99 or buf[i + 4] != MINUS:
        return 0, 0, -1
    month = two_digits(buf, i + 5)
    if month > 12 or buf[i + 7] != MINUS:
        return 0, 0, -1
    day = two_digits(buf, i + 8)
    if day > 31 or buf[i + 10] != LETTER_T:
        return 0, 0, -1
    hour = two_digits(buf, i + 11)
    if hour > 23 or buf[i + 13] != COLON:
        return 0, 0, -1
    minute = two_digits(buf, i + 14)
    if minute > 59 or buf[i + 16] != COLON:
        return 0, 0, -1
    second = two_digits(buf, i + 17)
    if second > 59:
        return 0, 0, -1
    year = century * 100 + rest
    if year < YEAR_LEAST or year > YEAR_MOST:
        return 0, 0, -1
    days = days_of(year, month, day)
    if days < 0:
        return 0, 0, -1
    i += 19
    micros = np.int64(0)
    if buf[i] == DOT:
        i += 1
        digits = 0
        while ZERO <= buf[i] <= NINE:
            if digits < 6:
                micros = micros * 10 + (buf[i] - ZERO)
            digits += 1
            i += 1
            if digits > 9:
                return 0, 0, -1
        if digits == 0:
            return 0, 0, -1
        while digits < 6:
            micros *= 10
            digits += 1
    offset = np.int64(0)
    c = buf[i]
    if c == LETTER_Z:
        i += 1
    elif c == PLUS or c == MINUS:
        hours = two_digits(buf, i + 1)
        if hours > 23 or buf[i + 3] != COLON:
            return 0, 0, -1
        minutes = two_digits(buf, i + 4)
        if minutes > 59:
            return 0, 0, -1
        offset = hours * 60 + minutes
        if c == MINUS:
            offset = -offset
        i += 6
    else:
        return 0, 0, -1
    if buf[i] != QUOTE:
        return 0, 0, -1
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
    return seconds * 1_000_000 + micros, offset, i + 1


# -- texts --------------------------------------------------------------------------------------------------------


@kernel
def text_id(buf, start, end, slots, pool, state):
    """The number of a text in the batch's pool, which keeps where it first stood.

    Open addressing; a row of `pool` is (start, end, slot, hash). Texts are taken out again last in, first out, which leaves
    the table as if they had never been there.
    """
    length = end - start
    h = _SEED ^ np.uint64(length)
    i = start
    while i < end:
        if i + 8 <= len(buf):
            word = eight_bytes(buf, i)
            if end - i < 8:
                word &= _ALL >> np.uint64(64 - 8 * (end - i))
        else:
            word = np.uint64(0)
            for k in range(i, min(end, i + 8)):
                word |= np.uint64(buf[k]) << np.uint64(8 * (k - i))
        h = mixed(h, word)
        i += 8
    digest = np.int64(h)
    mask = len(slots) - 1
    slot = digest & mask
    while True:
        found = slots[slot]
        if found < 0:
            break
        first = pool[found, 0]
        if pool[found, 3] == digest and pool[found, 1] - first == length:
            # Up to eight bytes the hash is the text turned about: no two texts of one length share it.
            k = 0 if length > 8 else length
            while k < length and buf[first + k] == buf[start + k]:
                k += 1
            if k == length:
                return found
        slot = (slot + 1) & mask
    n = state[S_TEXTS]
    slots[slot] = n
    pool[n, 0] = start
    pool[n, 1] = end
    pool[n, 2] = slot
    pool[n, 3] = digest
    state[S_TEXTS] = n + 1
    return n


@kernel
def forget_texts(slots, pool, state, keep):
    """Take the texts from number `keep` on out of the pool."""
    n = state[S_TEXTS]
    while n > keep:
        n -= 1
        slots[pool[n, 2]] = -1
    state[S_TEXTS] = keep


@kernel
def name_at(buf, i, slots, pool, state):
    """(number of the text, position behind) of the name in quotes at `i`; number -1 for an empty one or null."""
    if buf[i] != QUOTE:
        if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
            return -1, i + 4
        return -1, -1
    end = string_end(buf, i + 1)
    if end < 0 or end - i - 1 > TEXT_MOST:
        return -1, -1
    if end == i + 1:
        return -1, end + 1
    return text_id(buf, i + 1, end, slots, pool, state), end + 1


@kernel
def skip_extra(buf, i, key, key_end, extras, first, n):
    """The position behind the value at `i` of a key the log does not know; `extras` keeps the keys met in this object."""
    if n >= EXTRAS_MOST:
        return -1
    for k in range(key, key_end):
        if buf[k] == BACKSLASH or buf[k] >= DELETE:
            return -1
    for k in range(first, first + n):
        start, end = extras[k, 0], extras[k, 1]
        if end - start == key_end - key:
            j = 0
            while j < end - start and buf[start + j] == buf[key + j]:
                j += 1
            if j == end - start:
                return -1
    extras[first + n, 0] = key
    extras[first + n, 1] = key_end
    c = buf[i]
    if c == QUOTE:
        end = string_end(buf, i + 1)
        return -1 if end < 0 else end + 1
    if c == MINUS or ZERO <= c <= NINE:
        if c == MINUS:
            i += 1
        if buf[i] < ZERO or buf[i] > NINE:
            return -1
        if buf[i] == ZERO:
            i += 1
        else:
            while ZERO <= buf[i] <= NINE:
                i += 1
        if buf[i] == DOT:
            i += 1
            if buf[i] < ZERO or buf[i] > NINE:
                return -1
            while ZERO <= buf[i] <= NINE:
                i += 1
        return i
    if same_at(buf, i, T_TRUE) or same_at(buf, i, T_NULL):
        return i + 4
    if same_at(buf, i, T_FALSE):
        return i + 5
    return -1


# -- events -------------------------------------------------------------------------------------------------------


@kernel
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


@kernel
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


@kernel
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


@kernel
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
        kind, i = token_at(buf, i + 1)
        if buf[i] != SPACE:
            return -1
        code = code_of(POST_KINDS, kind)
        if code < 0:
            return -1
        record[R_DETAIL] = code
        record[R_AMOUNT], i = money_at(buf, i + 1)
    elif word == W_SHOW:
        record[R_WORD] = Word.SHOW
        if buf[i] != SPACE:
            return -1
        record[R_CARDS], i = cards_at(buf, i + 1, cards, n_cards, CARDS_MOST)
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
        record[R_CARDS], i = cards_at(buf, i + 1, cards, n_cards, CARDS_MOST)
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


@kernel
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


@kernel
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


@kernel
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
        most = CARDS_MOST
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
            most = 1
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
        or (length == len(W_COMMUNITY) and same_at(buf, start, W_COMMUNITY))
    ):
        most = 1
        if word == W_BOARD:
            record[R_WORD] = Word.BOARD
            most = CARDS_MOST
        elif word == W_BOARD2:
            record[R_WORD] = Word.BOARD2
            most = CARDS_MOST
        elif word == W_BOARD3:
            record[R_WORD] = Word.BOARD3
            most = CARDS_MOST
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
    if word == W_RAKE or word == W_PROMO or word == W_TIMEPOT or word == W_METER:
        if word == W_RAKE:
            record[R_WORD] = Word.RAKE
        elif word == W_PROMO:
            record[R_WORD] = Word.PROMO
        elif word == W_TIMEPOT:
            record[R_WORD] = Word.TIMEPOT
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
    if word != W_SCORE and word != W_PAY:
        return -1
    record[R_OTHER], i = seat_at(buf, i)
    if i < 0 or buf[i] != SPACE:
        return -1
    i += 1
    if word == W_PAY:
        record[R_WORD] = Word.PAY
        record[R_AMOUNT], i = money_at(buf, i)
        return i
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


@kernel
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


# -- parts of a hand ----------------------------------------------------------------------------------------------


@kernel
def next_member(buf, i):
    """(whether another member follows, its position): `i` is behind a member of an object or list. -1: neither."""
    i = skip_blanks(buf, i)
    c = buf[i]
    if c == COMMA:
        return True, skip_blanks(buf, i + 1)
    if c == CLOSE or c == CLOSE_LIST:
        return False, i
    return False, -1


@kernel
def value_at(buf, i):
    """The position of the value: `i` is behind its key."""
    i = skip_blanks(buf, i)
    if buf[i] != COLON:
        return -1
    return skip_blanks(buf, i + 1)


@kernel
def stakes_at(buf, i, stakes, h, extras):
    """The position behind the object of stakes at `i`."""
    for k in range(N_STAKES):
        stakes[h, k] = -1
    if buf[i] != OPEN:
        return -1
    i = skip_blanks(buf, i + 1)
    if buf[i] == CLOSE:
        return i + 1
    seen = 0
    n_extras = 0
    more = True
    while more:
        if buf[i] != QUOTE:
            return -1
        start = i + 1
        key, i = key_at(buf, start)
        if i < 0:
            return -1
        end = i - 1
        i = value_at(buf, i)
        if i < 0:
            return -1
        which = -1
        if key != 0:
            for k in range(N_STAKES):
                if STAKE_KEYS[k] == key:
                    which = k
                    break
        elif end - start == len(K_SMALL_BET) and same_at(buf, start, K_SMALL_BET):
            which = STAKE_SMALL_BET
        if which >= 0:
            if seen & (1 << which):
                return -1
            seen |= 1 << which
            if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
                i += 4
            else:
                stakes[h, which], i = money_at(buf, i)
        else:
            i = skip_extra(buf, i, start, end, extras, EXTRAS_MOST, n_extras)
            n_extras += 1
        if i < 0:
            return -1
        more, i = next_member(buf, i)
        if i < 0:
            return -1
    if buf[i] != CLOSE or stakes[h, STAKE_CHIP] == 0:
        return -1
    return i + 1


@kernel
def tournament_at(buf, i, hands, h, extras, slots, pool, state):
    """(whether the big-blind ante is `true`, position behind) of the object at `i`."""
    if buf[i] != OPEN:
        return False, -1
    hands.is_tournament[h] = True
    big_blind = False
    i = skip_blanks(buf, i + 1)
    if buf[i] == CLOSE:
        return False, i + 1
    seen = 0
    n_extras = 0
    more = True
    while more:
        if buf[i] != QUOTE:
            return False, -1
        start = i + 1
        key, i = key_at(buf, start)
        if i < 0:
            return False, -1
        end = i - 1
        i = value_at(buf, i)
        if i < 0:
            return False, -1
        bit = 0
        if key == K_EVENT:
            bit = 1
            if ZERO <= buf[i] <= NINE:
                first = i
                _, i = whole_at(buf, i)
                if i < 0:
                    return False, -1
                hands.tournament_event[h] = text_id(buf, first, i, slots, pool, state)
            else:
                hands.tournament_event[h], i = name_at(buf, i, slots, pool, state)
        elif key == K_LEVEL or key == K_LEFT:
            bit = 2 if key == K_LEVEL else 4
            number = np.int64(NO_COUNT)
            if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
                i += 4
            else:
                number, i = whole_at(buf, i)
            if key == K_LEVEL:
                hands.tournament_level[h] = number
            else:
                hands.tournament_left[h] = number
        elif key == K_BBA:
            bit = 8
            if same_at(buf, i, T_TRUE):
                big_blind = True
                i += 4
            elif same_at(buf, i, T_FALSE):
                hands.tournament_bba[h] = 0
                i += 5
            elif same_at(buf, i, T_NULL):
                i += 4
            else:
                hands.tournament_bba[h], i = money_at(buf, i)
        else:
            i = skip_extra(buf, i, start, end, extras, EXTRAS_MOST, n_extras)
            n_extras += 1
        if i < 0 or seen & bit:
            return False, -1
        seen |= bit
        more, i = next_member(buf, i)
        if i < 0:
            return False, -1
    if buf[i] != CLOSE:
        return False, -1
    return big_blind, i + 1


@kernel
def seats_at(buf, i, seats, extras, slots, pool, state):
    """(seats present as bits, position behind) of the list of seats at `i`."""
    present = 0
    if buf[i] != OPEN_LIST:
        return present, -1
    i = skip_blanks(buf, i + 1)
    n = state[S_SEATS]
    more = True
    while more:
        if buf[i] != OPEN or n >= len(seats.seat_no):
            return present, -1
        i = skip_blanks(buf, i + 1)
        seen = 0
        n_extras = 0
        seat_state = np.int64(0)
        again = True
        while again:
            if buf[i] != QUOTE:
                return present, -1
            start = i + 1
            key, i = key_at(buf, start)
            if i < 0:
                return present, -1
            end = i - 1
            i = value_at(buf, i)
            if i < 0:
                return present, -1
            bit = 0
            if key == K_SEAT:
                bit = 1
                number, i = whole_at(buf, i)
                if number < 1 or number > SEATS_MOST or present & (1 << number):
                    return present, -1
                present |= 1 << number
                seats.seat_no[n] = number
            elif key == K_PLAYER:
                bit = 2
                player, i = name_at(buf, i, slots, pool, state)
                if player < 0:
                    return present, -1
                seats.seat_player[n] = player
            elif key == K_STACK:
                bit = 4
                seats.seat_stack[n], i = money_at(buf, i)
            elif key == K_STATE:
                bit = 8
                if buf[i] == QUOTE:
                    packed, i = key_at(buf, i + 1)
                    seat_state = code_of(STATE_KINDS, packed)
                    if seat_state < 0:
                        return present, -1
                elif same_at(buf, i, T_NULL):
                    i += 4
                else:
                    return present, -1
            else:
                i = skip_extra(buf, i, start, end, extras, EXTRAS_MOST, n_extras)
                n_extras += 1
            if i < 0 or seen & bit:
                return present, -1
            seen |= bit
            again, i = next_member(buf, i)
            if i < 0:
                return present, -1
        if buf[i] != CLOSE or seen & 7 != 7:
            return present, -1
        seats.seat_state[n] = seat_state
        n += 1
        more, i = next_member(buf, i + 1)
        if i < 0:
            return present, -1
    if buf[i] != CLOSE_LIST:
        return present, -1
    state[S_SEATS] = n
    return present, i + 1


@kernel
def events_at(buf, i, events, record, slots, pool, state):
    """(seats that did something as bits, position behind) of the list of events at `i`."""
    acting = 0
    if buf[i] != OPEN_LIST:
        return acting, -1
    i = skip_blanks(buf, i + 1)
    if buf[i] == CLOSE_LIST:
        return acting, i + 1
    first = state[S_EVENTS]
    n = first
    n_cards = state[S_CARDS]
    word, seat, other, detail = events.word, events.seat, events.other, events.detail
    text, amount, count, pot = events.text, events.amount, events.count, events.pot
    part, board, flags, card_offsets = events.part, events.board, events.flags, events.card_offsets
    cards = events.cards
    most = min(len(word), first + EVENTS_MOST)
    while True:
        if n >= most:
            return acting, -1
        i = event_at(buf, i, record, cards, n_cards)
        if i < 0:
            return acting, -1
        n_cards = record[R_CARDS]
        word[n] = record[R_WORD]
        seat[n] = record[R_SEAT]
        other[n] = record[R_OTHER]
        detail[n] = record[R_DETAIL]
        amount[n] = record[R_AMOUNT]
        count[n] = record[R_COUNT]
        pot[n] = record[R_POT]
        part[n] = record[R_PART]
        board[n] = record[R_BOARD]
        flags[n] = record[R_FLAGS]
        text[n] = -1
        if record[R_TEXT] >= 0:
            text[n] = text_id(buf, record[R_TEXT], record[R_TEXT_END], slots, pool, state)
        if record[R_SEAT] > 0:
            acting |= 1 << record[R_SEAT]
        if record[R_OTHER] > 0:
            acting |= 1 << record[R_OTHER]
        n += 1
        card_offsets[n] = n_cards
        if buf[i] == COMMA and buf[i + 1] == QUOTE:  # the common case at once
            i += 1
            continue
        more, i = next_member(buf, i)
        if i < 0:
            return acting, -1
        if not more:
            break
    if buf[i] != CLOSE_LIST:
        return acting, -1
    state[S_EVENTS] = n
    state[S_CARDS] = n_cards
    return acting, i + 1


@kernel
def game_at(buf, i):
    """(number of the game, position behind its quote) of the game in quotes at `i`."""
    if buf[i] != QUOTE:
        return -1, -1
    end = string_end(buf, i + 1)
    if end < 0:
        return -1, -1
    length = end - i - 1
    for g in range(len(GAME_LENGTH)):
        if GAME_LENGTH[g] == length:
            k = 0
            while k < length and GAME_BYTES[g, k] == buf[i + 1 + k]:
                k += 1
            if k == length:
                return g, end + 1
    return -1, -1


@kernel
def hand_at(buf, i, hands, seats, events, h, record, extras, slots, pool, state):
    """The position behind the hand at `i`, written to row `h` of `hands`; -1 to leave the line."""
    if buf[i] != OPEN:
        return -1
    i = skip_blanks(buf, i + 1)
    hands.betting[h] = -1
    hands.placard[h] = -1
    hands.dealer[h] = -1
    hands.deck[h] = -1
    hands.button[h] = 0
    hands.end_us[h] = NO_TIME
    hands.is_tournament[h] = False
    hands.tournament_event[h] = -1
    hands.tournament_level[h] = NO_COUNT
    hands.tournament_bba[h] = -1
    hands.tournament_left[h] = NO_COUNT
    present = 0
    acting = 0
    game = 0
    big_blind_ante = False
    seen = 0
    n_extras = 0
    more = True
    while more:
        if buf[i] != QUOTE:
            return -1
        start = i + 1
        key, i = key_at(buf, start)
        if i < 0:
            return -1
        end = i - 1
        i = value_at(buf, i)
        if i < 0:
            return -1
        bit = 0
        if key == K_EVENTS:
            bit = B_EVENTS
            if seen & bit:  # before it writes: twice would leave events of the first list
                return -1
            acting, i = events_at(buf, i, events, record, slots, pool, state)
        elif key == K_SEATS:
            bit = B_SEATS
            if seen & bit:
                return -1
            present, i = seats_at(buf, i, seats, extras, slots, pool, state)
        elif key == K_V:
            bit = B_V
            if buf[i] != ONE:
                return -1
            i += 1
        elif key == K_ROOM or key == K_TABLE:
            bit = B_ROOM if key == K_ROOM else B_TABLE
            name, i = name_at(buf, i, slots, pool, state)
            if name < 0:
                return -1
            if key == K_ROOM:
                hands.room[h] = name
            else:
                hands.table[h] = name
        elif key == K_HAND:
            bit = B_HAND
            if seen & bit or buf[i] != QUOTE:
                return -1
            first = i + 1
            last = string_end(buf, first)
            if last <= first or last - first > TEXT_MOST:
                return -1
            to = state[S_HAND_BYTES]
            for k in range(last - first):
                hands.hand_bytes[to + k] = buf[first + k]
            state[S_HAND_BYTES] = to + last - first
            i = last + 1
        elif key == K_GAME:
            bit = B_GAME
            first = i + 1
            game, i = game_at(buf, i)
            if i < 0:
                return -1
            hands.game[h] = text_id(buf, first, i - 1, slots, pool, state)
        elif key == K_BETTING:
            bit = B_BETTING
            if buf[i] == QUOTE:
                packed, _ = key_at(buf, i + 1)
                if buf[i + 1] != QUOTE and code_of(BETTING_KINDS, packed) < 0:
                    return -1
            hands.betting[h], i = name_at(buf, i, slots, pool, state)
        elif key == K_STAKES:
            bit = B_STAKES
            i = stakes_at(buf, i, hands.stakes, h, extras)
        elif key == K_PLACARD:
            bit = B_PLACARD
            hands.placard[h], i = name_at(buf, i, slots, pool, state)
        elif key == K_DEALER:
            bit = B_DEALER
            hands.dealer[h], i = name_at(buf, i, slots, pool, state)
        elif key == K_DECK:
            bit = B_DECK
            hands.deck[h], i = name_at(buf, i, slots, pool, state)
        elif key == K_BUTTON:
            bit = B_BUTTON
            if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
                i += 4
            else:
                number, i = whole_at(buf, i)
                if number < 1 or number > SEATS_MOST:
                    return -1
                hands.button[h] = number
        elif key == K_START:
            bit = B_START
            hands.start_us[h], offset, i = time_at(buf, i)
            hands.utc_offset_min[h] = offset
        elif key == K_END:
            bit = B_END
            if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
                i += 4
            else:
                hands.end_us[h], offset, i = time_at(buf, i)
        elif end - start == len(K_TOURNAMENT) and same_at(buf, start, K_TOURNAMENT):
            bit = B_TOURNAMENT
            if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
                i += 4
            else:
                big_blind_ante, i = tournament_at(buf, i, hands, h, extras, slots, pool, state)
        else:
            i = skip_extra(buf, i, start, end, extras, 0, n_extras)
            n_extras += 1
        if i < 0 or seen & bit:
            return -1
        seen |= bit
        more, i = next_member(buf, i)
        if i < 0:
            return -1
    if buf[i] != CLOSE or seen & B_REQUIRED != B_REQUIRED or acting & ~present != 0:
        return -1
    if seen & B_STAKES == 0:
        if GAME_NEEDS_STAKES[game]:
            return -1
        for k in range(N_STAKES):
            hands.stakes[h, k] = -1
    if big_blind_ante:
        if hands.stakes[h, STAKE_BB] < 0:
            return -1
        hands.tournament_bba[h] = hands.stakes[h, STAKE_BB]
    return i + 1


# -- lines --------------------------------------------------------------------------------------------------------


@kernel
def scan_lines(buf, i, line, hands, seats, events, slots, pool, deferred, record, extras, state):
    """(position, line, hands, lines left): reads lines from `i` on until the chunk or room in the arrays ends.

    A row of `deferred` is (line, start, end, hash) of a line left to the reference, without blanks around it.
    """
    n_hands = 0
    n_deferred = 0
    most_hands = len(hands.line)
    most_deferred = len(deferred)
    most_texts = len(pool) - TEXTS_OF_A_LINE
    size = len(buf)
    for k in range(STATE_SIZE):
        state[k] = 0
    hands.seat_offsets[0] = 0
    hands.event_offsets[0] = 0
    hands.hand_offsets[0] = 0
    events.card_offsets[0] = 0
    while i < size and n_hands < most_hands and n_deferred < most_deferred and state[S_TEXTS] < most_texts:
        i = skip_blanks(buf, i)
        if buf[i] == NEWLINE:
            i += 1
            line += 1
            continue
        start = i
        texts, hand_bytes = state[S_TEXTS], state[S_HAND_BYTES]
        end = hand_at(buf, i, hands, seats, events, n_hands, record, extras, slots, pool, state)
        if end >= 0:
            i = skip_blanks(buf, end)
            if buf[i] != NEWLINE:
                end = -1
        if end >= 0:
            hands.line[n_hands] = line
            hands.line_hash[n_hands] = line_hash_at(buf, start, end)
            n_hands += 1
            hands.seat_offsets[n_hands] = state[S_SEATS]
            hands.event_offsets[n_hands] = state[S_EVENTS]
            hands.hand_offsets[n_hands] = state[S_HAND_BYTES]
        else:
            forget_texts(slots, pool, state, texts)
            state[S_SEATS] = hands.seat_offsets[n_hands]
            state[S_EVENTS] = hands.event_offsets[n_hands]
            state[S_CARDS] = events.card_offsets[state[S_EVENTS]]
            state[S_HAND_BYTES] = hand_bytes
            i = start
            while buf[i] != NEWLINE:
                i += 1
            end = i
            while buf[end - 1] == SPACE or buf[end - 1] == TAB or buf[end - 1] == RETURN:
                end -= 1
            deferred[n_deferred, 0] = line
            deferred[n_deferred, 1] = start
            deferred[n_deferred, 2] = end
            deferred[n_deferred, 3] = line_hash_at(buf, start, end)
            n_deferred += 1
        i += 1
        line += 1
    return i, line, n_hands, n_deferred
