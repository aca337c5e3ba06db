# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
# ruff: noqa: SIM109, SIM110
# Kernels are plain loops and branches on purpose: that is what compiles.
"""What stands at a position of a chunk of bytes: names, words, amounts, times. Kernels for all scanners.

Functions give -1 as the next position to say "this is not for me"; a slower reader then looks at the line. Every line
ends in a newline, also the last: no text, number or name goes past one. Whole words are read, so some bytes behind it
are looked at (`source.SLACK`); what they say is never used.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from parsers.kernel import kernel, part
from parsers.limits import AMOUNT_MOST, TEXT_MOST, YEAR_LEAST, YEAR_MOST
from parsers.line_hash import FACTOR, SEED


def packed_text(text: str) -> int:
    """Up to eight letters as one integer, so that a word is compared at once."""
    assert 0 < len(text) <= 8
    return int.from_bytes(text.encode(), "little")


def text_bytes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), dtype=np.uint8)


def word_rows(words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Words of any length for `listed_at`: their letters, a row a word, and their lengths."""
    rows = np.zeros((len(words), max(map(len, words))), dtype=np.uint8)
    for row, word in zip(rows, words, strict=True):
        row[: len(word)] = text_bytes(word)
    return rows, np.array([len(word) for word in words], dtype=np.int64)


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

# Words of JSON
T_TRUE: Final = text_bytes("true")
T_FALSE: Final = text_bytes("false")
T_NULL: Final = text_bytes("null")

# How far the columns are filled
S_SEATS: Final = 0
S_EVENTS: Final = 1
S_CARDS: Final = 2
S_TEXTS: Final = 3
S_HAND_BYTES: Final = 4
STATE_SIZE: Final = 5

# A row of the pool of texts, a cache line: where the text stands, its slot, its digest, and its first 32 letters.
POOL_START, POOL_END, POOL_SLOT, POOL_DIGEST, POOL_LETTERS = range(5)
POOL_WIDTH: Final = 8

EXTRAS_MOST: Final = 8  # unknown keys an object may have before its line is left
OUTER_EXTRAS: Final = np.int64(0)  # where those of a line's own object are kept, and those of an object within it
INNER_EXTRAS: Final = np.int64(EXTRAS_MOST)

_SEED = np.uint64(SEED)
_FACTOR = np.uint64(FACTOR)
_FACTOR_B = np.uint64(0x9FB21C651E98DF25)
_FACTOR_C = np.uint64(0xA0761D6478BD642F)
_FACTOR_D = np.uint64(0xE7037ED1A0B428DB)

# Eight bytes at a time: a bit 0x80 in each byte that is looked for, of which the lowest is always right.
LOW_BYTES: Final = np.array([(1 << 8 * k) - 1 for k in range(9)], dtype=np.uint64)
EACH: Final = np.uint64(0x0101010101010101)
HIGH: Final = np.uint64(0x8080808080808080)
_ENDS = np.uint64(0x2323232323232323)  # below it: controls, the blank, `!`, the quote
_QUOTES = np.uint64(0x2222222222222222)
BACKSLASHES: Final = np.uint64(0x5C5C5C5C5C5C5C5C)
DELETES: Final = np.uint64(0x7F7F7F7F7F7F7F7F)


# -- small things at a position -----------------------------------------------------------------------------------


@part
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


@part
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
        if end - start >= 8:  # the last eight bytes, without those that were read already
            word = eight_bytes(buf, end - 8) >> np.uint64(8 * (8 - (end - i)))
        else:
            word = eight_bytes(buf, i) & LOW_BYTES[end - i]
        a = mixed(a, word)
    a = mixed(mixed(mixed(a, b), c), d)
    return np.int64(a)


@part
def skip_blanks(buf, i):
    """The position of the next byte that is no blank of JSON. A line's end is none here: a record is one line."""
    while buf[i] == SPACE or buf[i] == TAB or buf[i] == RETURN:
        i += 1
    return i


@part
def same_at(buf, i, text):
    """Whether `text` stands at `i`."""
    for k in range(len(text)):
        if buf[i + k] != text[k]:
            return False
    return True


@part
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


@part
def bytes_below(found):
    """How many bytes stand before the lowest that is marked in `found`, which marks one."""
    below = ((found & (~found + np.uint64(1))) >> np.uint64(7)) - np.uint64(1)
    return np.int64(((below & EACH) * EACH) >> np.uint64(56))


@part
def quotes_in(word):
    """A bit in each byte of `word` that is a quote, of which the lowest is always right."""
    quotes = word ^ _QUOTES
    return (quotes - EACH) & ~quotes & HIGH


@part
def bytes_covered(a, b):
    """How many bytes two masks of whole bytes let through."""
    return (((a & EACH) + (b & EACH)) * EACH) >> np.uint64(56)


@part
def unplain(word, ends):
    """Marks of the bytes that end a text or are no plain letters: below `ends`, backslashes, what is not ASCII."""
    slashes = word ^ BACKSLASHES
    deletes = word ^ DELETES
    below = (word - ends) & ~word
    return (below | ((slashes - EACH) & ~slashes) | ((deletes - EACH) & ~deletes) | word) & HIGH


@part
def string_end(buf, i):
    """The position of the quote that closes the text beginning at `i`; -1 if it holds what only the reference reads."""
    while True:
        found = unplain(eight_bytes(buf, i), _ENDS)
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


@part
def token_at(buf, i):
    """(packed word, position behind it) of the word at `i`, which goes on up to a blank, a quote, `!` or a control.

    Packed is 0 for a word of no letters and for one of more than eight.
    """
    word = eight_bytes(buf, i)
    found = (word - _ENDS) & ~word & HIGH
    if found != 0:
        below = ((found & (~found + np.uint64(1))) >> np.uint64(7)) - np.uint64(1)
        return np.int64(word & below), i + np.int64(((below & EACH) * EACH) >> np.uint64(56))
    i += 8
    if buf[i] <= QUOTE:
        return np.int64(word), i
    while buf[i] > QUOTE:
        i += 1
    return np.int64(0), i


@part
def key_at(buf, i):
    """(packed key, position behind its quote) of the key whose first letter is at `i`; see `token_at`."""
    packed, i = token_at(buf, i)
    if buf[i] != QUOTE:
        return packed, -1
    return packed, i + 1


@part
def next_member(buf, i):
    """(whether another member follows, its position): `i` is behind a member of an object or list. -1: neither."""
    i = skip_blanks(buf, i)
    c = buf[i]
    if c == COMMA:
        return True, skip_blanks(buf, i + 1)
    if c == CLOSE or c == CLOSE_LIST:
        return False, i
    return False, -1


@part
def value_at(buf, i):
    """The position of the value: `i` is behind its key."""
    i = skip_blanks(buf, i)
    if buf[i] != COLON:
        return -1
    return skip_blanks(buf, i + 1)


@part
def listed_at(buf, i, words, lengths):
    """(which of the listed words it is, position behind its quote) of the word in quotes at `i`; see `word_rows`."""
    if buf[i] != QUOTE:
        return -1, -1
    end = string_end(buf, i + 1)
    if end < 0:
        return -1, -1
    length = end - i - 1
    for w in range(len(lengths)):
        if lengths[w] == length:
            k = 0
            while k < length and words[w, k] == buf[i + 1 + k]:
                k += 1
            if k == length:
                return w, end + 1
    return -1, -1


@part
def code_of(kinds, packed):
    """The code of a word in rows of (packed word, code); -1 if it is none of them."""
    for k in range(kinds.shape[0]):
        if kinds[k, 0] == packed:
            return kinds[k, 1]
    return -1


@part
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


@part
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


@part
def two_digits(buf, i):
    """The number of two digits at `i`, or a large one that no check lets pass."""
    a = np.int64(buf[i]) - ZERO
    if a < 0 or a > 9:
        return 1000
    b = np.int64(buf[i + 1]) - ZERO
    if b < 0 or b > 9:
        return 1000
    return a * 10 + b


@part
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


@part
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


@part
def text_id(buf, start, end, slots, pool, state):
    """The number of a text in the batch's pool, which keeps where it first stood; see `id_of_letters`."""
    length = end - start
    a = eight_bytes(buf, start)
    b = c = d = np.uint64(0)
    if length <= 8:
        a &= LOW_BYTES[length]
    elif length <= 16:
        b = eight_bytes(buf, start + 8) & LOW_BYTES[length - 8]
    elif length <= 24:
        b = eight_bytes(buf, start + 8)
        c = eight_bytes(buf, start + 16) & LOW_BYTES[length - 16]
    else:
        b = eight_bytes(buf, start + 8)
        c = eight_bytes(buf, start + 16)
        d = eight_bytes(buf, start + 24) & LOW_BYTES[min(length - 24, 8)]
    return id_of_letters(buf, start, end, a, b, c, d, slots, pool, state)


@part
def id_of_letters(buf, start, end, a, b, c, d, slots, pool, state):
    """The number of the text from `start` to `end`, whose first 32 letters are `a` to `d`, filled up with zeros.

    Open addressing. What is compared stands in the row of the pool: going back to where a text first stood would be a
    miss of the cache a name. Texts are taken out again last in, first out, which leaves the table as if they had never
    been there.
    """
    length = end - start
    h = (a * _FACTOR) ^ (b * _FACTOR_B) ^ (c * _FACTOR_C) ^ (d * _FACTOR_D) ^ np.uint64(length)
    i = start + 32
    while i < end:
        h = mixed(h, eight_bytes(buf, i) & LOW_BYTES[min(end - i, 8)])
        i += 8
    h = (h ^ (h >> np.uint64(32))) * _FACTOR
    digest = np.int64(h)
    mask = len(slots) - 1
    slot = np.int64(h >> np.uint64(40)) & mask  # the upper bits: to them every letter reaches
    while True:
        found = np.int64(slots[slot])
        if found < 0:
            break
        row = pool[found]
        if (
            row[POOL_DIGEST] == digest
            and row[POOL_END] - row[POOL_START] == length
            and np.uint64(row[POOL_LETTERS]) == a
            and np.uint64(row[POOL_LETTERS + 1]) == b
            and np.uint64(row[POOL_LETTERS + 2]) == c
            and np.uint64(row[POOL_LETTERS + 3]) == d
        ):
            k = 32
            first = row[POOL_START]
            while k < length and buf[first + k] == buf[start + k]:
                k += 1
            if k >= length:
                return found
        slot = (slot + 1) & mask
    n = state[S_TEXTS]
    slots[slot] = n
    row = pool[n]
    row[POOL_START] = start
    row[POOL_END] = end
    row[POOL_SLOT] = slot
    row[POOL_DIGEST] = digest
    row[POOL_LETTERS] = a
    row[POOL_LETTERS + 1] = b
    row[POOL_LETTERS + 2] = c
    row[POOL_LETTERS + 3] = d
    state[S_TEXTS] = n + 1
    return n


@part
def forget_texts(slots, pool, state, keep):
    """Take the texts from number `keep` on out of the pool."""
    n = state[S_TEXTS]
    while n > keep:
        n -= 1
        slots[pool[n, POOL_SLOT]] = -1
    state[S_TEXTS] = keep


@part
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


@part
def skip_extra(buf, i, key, key_end, extras, first, n):
    """The position behind the value at `i` of a key the log does not know; `extras` keeps an object's such keys."""
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
