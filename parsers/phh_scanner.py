# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
# ruff: noqa: SIM102, SIM109
# Kernels are plain loops and branches on purpose: that is what compiles.
"""The fast reader of PHH: one pass over the bytes of a chunk, straight into arrays, no object a hand.

Fast or defer. The scanner takes the hands it is sure of (a field a line, plain texts and numbers, the forced bets
before the actions) and leaves all others (comments behind values, lists over several lines, escapes, anything wrong)
to `phh_reference`, by position. So it must accept nothing the reference would not, and read what it accepts alike; it
may leave as much as it likes. Functions give -1 as the next position to say "leave this hand".

The text ends in a newline, and `source.SLACK` bytes behind it may be read: no text, number or name goes past it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from parsers import vocabulary as v
from parsers.kernel import inlined_part, kernel, part
from parsers.limits import CARDS_MOST, TEXT_MOST, YEAR_LEAST, YEAR_MOST
from parsers.phh_reference import HAND_MOST, NOT_RECORDED, ROOM, STUD_CARDS, UNKNOWN_STACK, VARIANTS
from parsers.scan_bytes import (
    BACKSLASH,
    CLOSE_LIST,
    COLON,
    COMMA,
    DELETE,
    DOT,
    EXTRAS_MOST,
    HIGH,
    LOW_BYTES,
    MINUS,
    NEWLINE,
    NINE,
    OPEN_LIST,
    QUOTE,
    RETURN,
    S_CARDS,
    S_EVENTS,
    S_HAND_BYTES,
    S_SEATS,
    S_TEXTS,
    SPACE,
    T_FALSE,
    T_TRUE,
    TAB,
    ZERO,
    bytes_below,
    days_of,
    eight_bytes,
    forget_texts,
    id_of_letters,
    line_hash_at,
    packed_text,
    same_at,
    text_bytes,
    text_id,
    two_digits,
    unplain,
    utf8_length,
)
from parsers.scan_bytes import STATE_SIZE as SHARED_STATE_SIZE
from parsers.vocabulary import Detail, Word

# Texts that every batch has beside the file's own: they are in the pool first, by these numbers. They are short enough
# for the pool to hold all their letters: it never looks for them in the file.
OWN_TEXTS: Final = (ROOM, *dict.fromkeys(w for x in VARIANTS.values() for w in (x.game, x.betting)))
OWN_BYTES: Final = "".join(OWN_TEXTS).encode() + bytes(32)
OWN_OFFSETS: Final = np.cumsum([0, *(len(text) for text in OWN_TEXTS)])
N_OWN: Final = len(OWN_TEXTS)

APOSTROPHE: Final = ord("'")
EQUALS: Final = ord("=")
EQUALS_BETWEEN_BLANKS: Final = np.uint64(packed_text(" = "))
HASH: Final = ord("#")
UNDERSCORE: Final = ord("_")
QUESTION: Final = ord("?")
LETTER_P: Final = ord("p")
T_INF: Final = text_bytes("inf")

# Actions, as far as they are always the same, as integers
A_DEAL, A_BOARD, A_FOLD, A_CHECK_OR_CALL, A_RAISE, A_SHOW, A_DISCARD, A_BRING_IN = (
    np.uint64(packed_text(_text)) for _text in ("d dh p", "d db ", " f", " cc", " cbr ", " sm", " sd", " pb")
)

# The fields, numbered; a bit each says which were there.
FIELDS: Final = (
    "variant", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks",
    "actions", "venue", "time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats",
    "table", "players", "finishing_stacks", "winnings", "event",
    # read over: known, and of no use here
    "author", "url", "address", "city", "region", "postal_code", "country", "seat_count", "currency", "currency_symbol",
    "ante_trimming_status", "time_limit",
)  # fmt: skip
(
    F_VARIANT, F_ANTES, F_BLINDS, F_BRING_IN, F_SMALL_BET, F_BIG_BET, F_MIN_BET, F_STACKS, F_ACTIONS, F_VENUE, F_TIME,
    F_ZONE, F_ABBREVIATION, F_DAY, F_MONTH, F_YEAR, F_HAND, F_LEVEL, F_SEATS, F_TABLE, F_PLAYERS, F_FINISHING,
    F_WINNINGS, F_EVENT,
) = range(24)  # fmt: skip
F_UNKNOWN: Final = len(FIELDS)
CASH: Final = len(FIELDS)  # where it is kept, beside the fields' values, whether the event is a cash game
NEVER_ALIKE: Final = (
    "starting_stacks", "actions", "time", "hand", "table", "seats", "players", "finishing_stacks", "winnings",
)  # fmt: skip
KEY_MOST: Final = 24  # letters of a known field
GUESSES: Final = 64  # more than a hand has fields: what stood there in the hand before is tried first


def _words(text: str) -> list[int]:
    padded = text.encode().ljust(KEY_MOST, b"\0")
    return [int.from_bytes(padded[i : i + 8], "little") for i in range(0, KEY_MOST, 8)]


def _slots() -> tuple[int, np.ndarray[Any, np.dtype[np.int16]]]:
    """A factor that gives each field a slot of its own by length, first and last letter, and the field in each slot."""
    for factor in range(1, 1 << 16):
        slots = {(len(k) * factor + ord(k[0]) * 7 + ord(k[-1]) * 31 + ord(k[len(k) // 2])) & 255 for k in FIELDS}
        if len(slots) == len(FIELDS):
            table = np.full(256, F_UNKNOWN, dtype=np.int16)
            for code, k in enumerate(FIELDS):
                table[(len(k) * factor + ord(k[0]) * 7 + ord(k[-1]) * 31 + ord(k[len(k) // 2])) & 255] = code
            return factor, table
    raise AssertionError("two fields cannot be told apart")


KEY_FACTOR, KEY_SLOTS = _slots()
KEY_WORDS: Final = np.array([_words(k) for k in FIELDS], dtype=np.uint64)
KEY_LENGTH: Final = np.array([len(k) for k in FIELDS], dtype=np.int64)
KEY_LETTER: Final = np.zeros(256, dtype=np.bool_)
for _letter in b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-":
    KEY_LETTER[_letter] = True
BELOW_LETTERS: Final = np.uint64(0x2828282828282828)  # below it: controls, the blank, both quotes
ZEROS: Final = np.uint64(0x3030303030303030)
ABOVE_NINE: Final = np.uint64(0x7676767676767676)
PAIRS: Final = np.uint64(0x000000FF000000FF)
TO_FOURS_LOW: Final = np.uint64(100 + (1_000_000 << 32))
TO_FOURS_HIGH: Final = np.uint64(1 + (10_000 << 32))

BETWEEN: Final = np.uint64(int.from_bytes(b"\0, ", "little"))  # behind an action's quote, when another follows
COMMA_BEHIND: Final = np.uint64(0xFFFF00)
COMMA_AND_BLANK: Final = np.uint64(int.from_bytes(b"\0, ", "little"))
ANY_PLAYER: Final = np.uint64(0xFFFF00FF)
A_PLAIN_FOLD: Final = np.uint64(int.from_bytes(b"p\0 f", "little"))
ANY_CALLER: Final = np.uint64(0xFFFFFFFFFFFF00FF)
A_PLAIN_CALL: Final = np.uint64(int.from_bytes(b"p\0 cc", "little"))
DIGIT_OF_DEAL: Final = np.uint64(255 << 48)
A_PLAIN_DEAL: Final = np.uint64(int.from_bytes(b"d dh p\0 ", "little"))

# Fields that often say the same hand after hand: a line that is the last hand's, word for word, is not read again.
REPEATED: Final = np.array([k not in NEVER_ALIKE for k in FIELDS] + [False])

# Variants in the order of the reference: (code as an integer, length), family, limit or not, fields needed.
VARIANT_CODES: Final = np.array([int.from_bytes(k.encode(), "little") for k in VARIANTS], dtype=np.uint64)
VARIANT_FAMILY: Final = np.array([x.family for x in VARIANTS.values()], dtype=np.int64)
VARIANT_LIMIT: Final = np.array([x.betting == "fl" for x in VARIANTS.values()], dtype=np.bool_)
VARIANT_NEEDS: Final = np.array(
    [sum(1 << FIELDS.index(name) for name in ("variant", *x.required)) for x in VARIANTS.values()], dtype=np.int64
)
BEFORE_ACTIONS: Final = ~(1 << F_ACTIONS)
N_VARIANTS: Final = len(VARIANTS)
FAMILY_STUD: Final = 1
FAMILY_DRAW: Final = 2

STAKE_SB, STAKE_BB, STAKE_ANTE, STAKE_BRING_IN, STAKE_SMALL_BET, STAKE_BIG_BET, STAKE_STRADDLE = (
    v.STAKES.index(_k) for _k in ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "straddle")
)
N_STAKES: Final = len(v.STAKES)

RANK_OF: Final = np.full(256, 255, dtype=np.uint8)
SUIT_OF: Final = np.full(256, 255, dtype=np.uint8)
for _i, _rank in enumerate(v.RANKS):
    RANK_OF[ord(_rank)] = _i
for _i, _suit in enumerate(v.SUITS):
    SUIT_OF[ord(_suit)] = _i
UNSEEN: Final = v.UNSEEN
TWO_UNSEEN: Final = packed_text("????")
SEATS_MOST: Final = v.SEATS_MOST
NO_AMOUNT: Final = np.int64(v.NO_AMOUNT)
NO_COUNT: Final = v.NO_COUNT
SEAT_NONE: Final = np.int64(v.SEAT_NONE)
FLAG_ALLIN: Final = np.int64(v.FLAG_ALLIN)
DAY_US: Final = 86_400_000_000

# NumPy's integers: a function is compiled anew for each of Python's own that it is called with.
W_BET: Final = np.int64(Word.BET)
W_BOARD: Final = np.int64(Word.BOARD)
W_CALL: Final = np.int64(Word.CALL)
W_CHECK: Final = np.int64(Word.CHECK)
W_COMMUNITY: Final = np.int64(Word.COMMUNITY)
W_COMPLETE: Final = np.int64(Word.COMPLETE)
W_DEAL: Final = np.int64(Word.DEAL)
W_DISCARD: Final = np.int64(Word.DISCARD)
W_DRAW: Final = np.int64(Word.DRAW)
W_FOLD: Final = np.int64(Word.FOLD)
W_MUCK: Final = np.int64(Word.MUCK)
W_POST: Final = np.int64(Word.POST)
W_RAISE: Final = np.int64(Word.RAISE)
W_SHOW: Final = np.int64(Word.SHOW)
W_UP: Final = np.int64(Word.UP)
D_ANTE: Final = np.int64(Detail.ANTE)
D_BB: Final = np.int64(Detail.BB)
D_BBA: Final = np.int64(Detail.BBA)
D_BRINGIN: Final = np.int64(Detail.BRINGIN)
D_LIVE: Final = np.int64(Detail.LIVE)
D_DEAD: Final = np.int64(Detail.DEAD)
D_PAT: Final = np.int64(Detail.PAT)
D_SB: Final = np.int64(Detail.SB)
D_STRADDLE: Final = np.int64(Detail.STRADDLE)

# The rows of the scratch array: what is known of each player while a hand is read.
# Antes and blinds stand there twice: as the file lists them, and by player.
ANTE, BLIND, STACK, KNOWN, LEFT, MADE, SEAT, PLAYER, FINISHING, WINNINGS, HELD, KIND, ANTES, BLINDS = range(14)
SCRATCH_SHAPE: Final = (14, SEATS_MOST)

# How far the columns are filled, beside what all scanners count; where the next hand stands in the file.
S_HANDS, S_DEFERRED, S_INDEX, S_LINE = range(SHARED_STATE_SIZE, SHARED_STATE_SIZE + 4)
STATE_SIZE: Final = SHARED_STATE_SIZE + 4

TEXTS_OF_A_HAND: Final = SEATS_MOST + 8

# How a hand was left
TAKEN: Final = 1
LEAVE: Final = 0
UNFINISHED: Final = 2
NOTHING: Final = 3

SIGNED: Final = np.True_
UNSIGNED: Final = np.False_
NO_WORD: Final = np.int64(-1)
NONE: Final = np.int64(0)  # no detail, no flags
DECADES: Final = 18  # digits of a number that fits


# The rows of the table of hands, a hand a column: one array is cheaper to hand on than twenty.
(
    H_LINE,
    H_HASH,
    H_PLACE,  # in the file, from 1
    H_ROOM,
    H_TABLE,  # -1 not named
    H_VARIANT,
    H_BUTTON,
    H_LOCAL_US,
    H_ZONE,  # -1 none, else 2 * text, + 1 if it is an IANA zone
    H_START_RECORDED,
    H_SEATS_RECORDED,
    H_TOURNAMENT,
    H_EVENT,
    H_LEVEL,
    H_BBA,
    H_SEATS_END,
    H_EVENTS_END,
    H_NAME_END,  # of the hand's name in the bytes of all names
    H_STAKES,  # and as many rows behind it as there are stakes
) = range(19)
HAND_ROWS: Final = H_STAKES + N_STAKES

# The rows of the table of seats
P_SEAT, P_PLAYER, P_STACK, P_KNOWN, P_FINISHING, P_WINNINGS = range(6)  # player -1: not named
SEAT_ROWS: Final = 6


class Events(NamedTuple):
    """One entry an event; `cards` one a card."""

    word: np.ndarray
    seat: np.ndarray
    detail: np.ndarray
    amount: np.ndarray
    flags: np.ndarray
    card_offsets: np.ndarray
    cards: np.ndarray


# -- small things at a position -----------------------------------------------------------------------------------


@part
def byte_at(buf, i):
    """The byte at `i`. An unsigned position spares the question whether it counts from the end."""
    return buf[np.uint64(i)]


@part
def put(events, e, c, word, seat, detail, amount, flags):
    """The number of events after one more, whose cards end at `c`."""
    at = np.uint64(e)
    events.word[at] = word
    events.seat[at] = seat
    events.detail[at] = detail
    events.amount[at] = amount
    events.flags[at] = flags
    events.card_offsets[at + np.uint64(1)] = c
    return e + 1


@part
def skip_blanks(buf, i):
    """The position of the next byte that is no blank."""
    while byte_at(buf, i) == SPACE or byte_at(buf, i) == TAB:
        i += 1
    return i


@part
def first_letter(buf, i, end):
    """The position of the first byte from `i` on that is neither a blank nor a line's end."""
    while i < end and (
        byte_at(buf, i) == SPACE or byte_at(buf, i) == TAB or byte_at(buf, i) == RETURN or byte_at(buf, i) == NEWLINE
    ):
        i += 1
    return i


@part
def header_end(buf, i):
    """The position of the newline that ends the header at line start `i`; -1 if the line begins no hand."""
    i = skip_blanks(buf, i)
    if byte_at(buf, i) != OPEN_LIST:
        return -1
    i = skip_blanks(buf, i + 1)
    c = byte_at(buf, i)
    if c == QUOTE or c == APOSTROPHE:
        quote = c
        i += 1
        if byte_at(buf, i) == UNDERSCORE:
            return -1
        while byte_at(buf, i) != quote:
            if byte_at(buf, i) == NEWLINE or (byte_at(buf, i) == BACKSLASH and quote == QUOTE):
                return -1
            i += 1
        i += 1
    else:
        if c == UNDERSCORE or not KEY_LETTER[c]:
            return -1
        while KEY_LETTER[byte_at(buf, i)]:
            i += 1
    i = skip_blanks(buf, i)
    if byte_at(buf, i) != CLOSE_LIST:
        return -1
    i = skip_blanks(buf, i + 1)
    if byte_at(buf, i) == HASH:
        while byte_at(buf, i) != NEWLINE:
            i += 1
        return i
    if byte_at(buf, i) == RETURN:
        i += 1
    return i if byte_at(buf, i) == NEWLINE else -1


@part
def next_header(buf, i, end):
    """(position, lines passed) of the next line from line start `i` on that begins a hand; `end` if none does."""
    lines = 0
    while i < end:
        if byte_at(buf, i) == OPEN_LIST or byte_at(buf, i) == SPACE or byte_at(buf, i) == TAB:
            if header_end(buf, i) >= 0:
                return i, lines
        while byte_at(buf, i) != NEWLINE:
            i += 1
        i += 1
        lines += 1
    return end, lines


@part
def says_nothing(buf, i, end):
    """Whether all lines from line start `i` up to `end` are blank or comments."""
    while i < end:
        i = skip_blanks(buf, i)
        if byte_at(buf, i) == HASH:
            while byte_at(buf, i) != NEWLINE:
                i += 1
        elif byte_at(buf, i) == RETURN:
            i += 1
        if byte_at(buf, i) != NEWLINE:
            return False
        i += 1
    return True


@part
def key_at(buf, i):
    """(field, position behind) of the key at `i`."""
    start = i
    while KEY_LETTER[byte_at(buf, i)]:
        i += 1
    length = i - start
    if length == 0 or length > KEY_MOST:
        return F_UNKNOWN, i
    slot = (
        length * KEY_FACTOR
        + np.int64(byte_at(buf, start)) * 7
        + np.int64(byte_at(buf, i - 1)) * 31
        + np.int64(byte_at(buf, start + length // 2))
    ) & 255
    code = np.int64(KEY_SLOTS[slot])
    if code == F_UNKNOWN or not is_key(buf, start, code):
        return F_UNKNOWN, i
    return code, i


@part
def is_key(buf, i, field):
    """Whether the field's key stands at `i`, with no letter behind it."""
    length = KEY_LENGTH[field]
    if KEY_LETTER[byte_at(buf, i + length)]:
        return False
    k = 0
    while length >= 8:
        if eight_bytes(buf, i + 8 * k) != KEY_WORDS[field, k]:
            return False
        k += 1
        length -= 8
    return (eight_bytes(buf, i + 8 * k) ^ KEY_WORDS[field, k]) & LOW_BYTES[length] == 0


@part
def same_line(buf, i, first, length):
    """Whether the `length` bytes at `i` are those at `first`."""
    while length >= 8:
        if eight_bytes(buf, i) != eight_bytes(buf, first):
            return False
        i += 8
        first += 8
        length -= 8
    return (eight_bytes(buf, i) ^ eight_bytes(buf, first)) & LOW_BYTES[length] == 0


@part
def string_end(buf, i):
    """The position of the quote that closes the text whose quote is at `i`; -1 if only the reference can read it.

    Eight bytes at a time up to one that may be a quote, or is no plain letter.
    """
    quote = byte_at(buf, i)
    if quote != APOSTROPHE and quote != QUOTE:
        return -1
    i += 1
    while True:
        found = unplain(eight_bytes(buf, i), BELOW_LETTERS)
        if found == 0:
            i += 8
            continue
        i += bytes_below(found)
        c = byte_at(buf, i)
        if c == quote:
            return i
        if c >= 0x80:
            length = utf8_length(buf, i)
            if length == 0:
                return -1
            i += length
        elif c < SPACE or c == DELETE or (c == BACKSLASH and quote == QUOTE):
            return -1
        else:
            i += 1


@part
def whole_at(buf, i):
    """(value, position behind) of the whole number at `i`."""
    start = i
    value = 0
    while ZERO <= byte_at(buf, i) <= NINE:
        value = value * 10 + (byte_at(buf, i) - ZERO)
        i += 1
        if i - start > DECADES:
            return 0, -1
    if i == start or (byte_at(buf, start) == ZERO and i - start > 1):
        return 0, -1
    return value, i


@part
def amount_at(buf, i):
    """(cents, position behind) of the amount at `i`, of at most ten digits: that is within what an amount may be.

    Up to seven digits at once: pairs, then fours, then eight, each a multiplication of the whole word.
    """
    word = eight_bytes(buf, i) ^ ZEROS  # a digit is its value
    others = ((word + ABOVE_NINE) | word) & HIGH
    if others == 0:
        whole, behind = whole_at(buf, i)
        if behind < 0 or behind - i > 10:
            return np.int64(0), -1
        value = np.int64(whole) * 100
        i = behind
    else:
        n = bytes_below(others)
        if n == 0 or (n > 1 and word & np.uint64(255) == 0):
            return np.int64(0), -1
        x = (word & LOW_BYTES[n]) << np.uint64(8 * (8 - n))
        x = x * np.uint64(10) + (x >> np.uint64(8))
        x = ((x & PAIRS) * TO_FOURS_LOW + ((x >> np.uint64(16)) & PAIRS) * TO_FOURS_HIGH) >> np.uint64(32)
        value = np.int64(x & np.uint64(0xFFFFFFFF)) * 100
        i += n
    if byte_at(buf, i) == DOT:
        digit = np.int64(byte_at(buf, i + 1)) - ZERO
        if digit < 0 or digit > 9:
            return np.int64(0), -1
        value += digit * 10
        i += 2
        digit = np.int64(byte_at(buf, i)) - ZERO
        if 0 <= digit <= 9:
            value += digit
            i += 1
            if ZERO <= byte_at(buf, i) <= NINE:
                return np.int64(0), -1
    return value, i


@part
def amounts_at(buf, i, row, signed):
    """(number, position behind) of the list of amounts at `i`, which go into `row`."""
    if byte_at(buf, i) != OPEN_LIST:
        return 0, -1
    i = skip_blanks(buf, i + 1)
    n = 0
    while True:
        if n == SEATS_MOST:
            return 0, -1
        text = eight_bytes(buf, i)
        digit = text & np.uint64(255) ^ np.uint64(ZERO)
        if text & COMMA_BEHIND == COMMA_AND_BLANK and digit < 10:  # most are `0, `
            row[n] = np.int64(digit) * 100
            n += 1
            i += 3
            continue
        negative = byte_at(buf, i) == MINUS
        if negative:
            if not signed:
                return 0, -1
            i += 1
        value, i = amount_at(buf, i)
        if i < 0:
            return 0, -1
        row[n] = -value if negative else value
        n += 1
        i = skip_blanks(buf, i)
        if byte_at(buf, i) == COMMA:
            i = skip_blanks(buf, i + 1)
        elif byte_at(buf, i) == CLOSE_LIST:
            return n, i + 1
        else:
            return 0, -1


@part
def stacks_at(buf, i, scratch):
    """(number, position behind) of the list of stacks at `i`; each is over zero, and may be `inf`."""
    if byte_at(buf, i) != OPEN_LIST:
        return 0, -1
    i = skip_blanks(buf, i + 1)
    n = 0
    while True:
        if n == SEATS_MOST:
            return 0, -1
        if same_at(buf, i, T_INF):
            scratch[STACK, n] = UNKNOWN_STACK
            scratch[KNOWN, n] = 0
            i += 3
        else:
            value, i = amount_at(buf, i)
            if i < 0 or value == 0:
                return 0, -1
            scratch[STACK, n] = value
            scratch[KNOWN, n] = 1
        n += 1
        i = skip_blanks(buf, i)
        if byte_at(buf, i) == COMMA:
            i = skip_blanks(buf, i + 1)
        elif byte_at(buf, i) == CLOSE_LIST:
            return n, i + 1
        else:
            return 0, -1


@part
def seats_at(buf, i, row):
    """(number, position behind) of the list of seat numbers at `i`, which go round clockwise."""
    if byte_at(buf, i) != OPEN_LIST:
        return 0, -1
    i = skip_blanks(buf, i + 1)
    n = 0
    falls = 0
    taken = 0
    while True:
        if n == SEATS_MOST:
            return 0, -1
        value, i = whole_at(buf, i)
        if i < 0 or value < 1 or value > SEATS_MOST or taken >> value & 1:
            return 0, -1
        taken |= 1 << value
        row[n] = value
        if n and row[n - 1] > value:
            falls += 1
        n += 1
        i = skip_blanks(buf, i)
        if byte_at(buf, i) == COMMA:
            i = skip_blanks(buf, i + 1)
        elif byte_at(buf, i) == CLOSE_LIST:
            if n > 1 and row[n - 1] > row[0]:
                falls += 1
            if falls != 1:
                return 0, -1
            return n, i + 1
        else:
            return 0, -1


@part
def clock_at(buf, i):
    """(microseconds since midnight, position behind) of the time `20:15:00` at `i`."""
    hour = two_digits(buf, i)
    if hour > 23 or byte_at(buf, i + 2) != COLON:
        return np.int64(0), -1
    minute = two_digits(buf, i + 3)
    if minute > 59 or byte_at(buf, i + 5) != COLON:
        return np.int64(0), -1
    second = two_digits(buf, i + 6)
    if second > 59:
        return np.int64(0), -1
    return np.int64(hour * 3600 + minute * 60 + second) * 1_000_000, i + 8


@part
def cards_at(buf, i, quote, cards, n):
    """(cards in all, position of the quote) of the cards at `i`, which end the action. At least one."""
    first = n
    if eight_bytes(buf, i) & LOW_BYTES[5] == np.uint64(TWO_UNSEEN) | np.uint64(quote) << np.uint64(32):
        if n + 2 > len(cards):
            return n, -1
        cards[n] = UNSEEN
        cards[n + 1] = UNSEEN
        return n + 2, i + 4
    while byte_at(buf, i) != quote:
        if n == len(cards) or n - first == CARDS_MOST:
            return n, -1
        if byte_at(buf, i) == QUESTION and byte_at(buf, i + 1) == QUESTION:
            cards[n] = UNSEEN
        else:
            rank, suit = RANK_OF[byte_at(buf, i)], SUIT_OF[byte_at(buf, i + 1)]
            if rank == 255 or suit == 255:
                return n, -1
            cards[n] = rank * 4 + suit
        n += 1
        i += 2
    if n == first:
        return n, -1
    return n, i


# -- texts --------------------------------------------------------------------------------------------------------


@part
def name_at(buf, i, slots, pool, state):
    """(number of the text, position behind) of the text in quotes at `i`; number -1 for an empty one."""
    quote = byte_at(buf, i)
    if quote != APOSTROPHE and quote != QUOTE:
        return np.int64(-1), -1
    # Up to 31 plain letters: the words that look for the quote are those that name the text.
    start = i + 1
    a = eight_bytes(buf, start)
    b = c = d = np.uint64(0)
    end = start
    found = unplain(a, BELOW_LETTERS)
    if found != 0:
        k = bytes_below(found)
        a &= LOW_BYTES[k]
        end = start + k
    else:
        b = eight_bytes(buf, start + 8)
        found = unplain(b, BELOW_LETTERS)
        if found != 0:
            k = bytes_below(found)
            b &= LOW_BYTES[k]
            end = start + 8 + k
        else:
            c = eight_bytes(buf, start + 16)
            found = unplain(c, BELOW_LETTERS)
            if found != 0:
                k = bytes_below(found)
                c &= LOW_BYTES[k]
                end = start + 16 + k
            else:
                d = eight_bytes(buf, start + 24)
                found = unplain(d, BELOW_LETTERS)
                if found != 0:
                    k = bytes_below(found)
                    d &= LOW_BYTES[k]
                    end = start + 24 + k
    if byte_at(buf, end) == quote:
        if end == start:
            return np.int64(-1), end + 1
        return id_of_letters(buf, start, end, a, b, c, d, slots, pool, state), end + 1
    end = string_end(buf, i)
    if end < 0 or end - start > TEXT_MOST:
        return np.int64(-1), -1
    return text_id(buf, start, end, slots, pool, state), end + 1


@part
def name_or_number_at(buf, i, slots, pool, state):
    """`name_at`, where the name may also be a whole number without quotes."""
    if ZERO <= byte_at(buf, i) <= NINE:
        _, end = whole_at(buf, i)
        if end < 0:
            return np.int64(-1), -1
        return text_id(buf, i, end, slots, pool, state), end
    return name_at(buf, i, slots, pool, state)


@part
def players_at(buf, i, row, slots, pool, state):
    """(number, position behind) of the list of names at `i`."""
    if byte_at(buf, i) != OPEN_LIST:
        return 0, -1
    i = skip_blanks(buf, i + 1)
    n = 0
    while True:
        if n == SEATS_MOST:
            return 0, -1
        row[n], i = name_at(buf, i, slots, pool, state)
        if i < 0:
            return 0, -1
        n += 1
        i = skip_blanks(buf, i)
        if byte_at(buf, i) == COMMA:
            i = skip_blanks(buf, i + 1)
        elif byte_at(buf, i) == CLOSE_LIST:
            return n, i + 1
        else:
            return 0, -1


@part
def says_cash(buf, start, end):
    """Whether the text holds the word `cash`, in small letters or capitals."""
    for i in range(start, end - 3):
        if (
            byte_at(buf, i) | 32 == 99
            and byte_at(buf, i + 1) | 32 == 97
            and byte_at(buf, i + 2) | 32 == 115
            and byte_at(buf, i + 3) | 32 == 104
        ):
            return True
    return False


@part
def skip_plain(buf, i):
    """The position behind the plain value at `i` that is of no use: a text, a number, true or false."""
    c = byte_at(buf, i)
    if c == QUOTE or c == APOSTROPHE:
        end = string_end(buf, i)
        return end + 1 if end >= 0 else -1
    if ZERO <= c <= NINE:
        _, i = amount_at(buf, i)
        return i
    if same_at(buf, i, T_TRUE):
        return i + 4
    if same_at(buf, i, T_FALSE):
        return i + 5
    return -1


# -- forced bets --------------------------------------------------------------------------------------------------


@part
def post(events, e, c, scratch, player, kind, due):
    """The number of events after a forced bet, which is cut to the stack."""
    added = min(due, scratch[LEFT, player])
    if added <= 0:
        return e
    scratch[LEFT, player] -= added
    if kind != D_ANTE and kind != D_BBA and kind != D_DEAD:
        scratch[MADE, player] += added
    return put(
        events,
        e,
        c,
        W_POST,
        player,
        kind,
        added,
        FLAG_ALLIN if scratch[KNOWN, player] and scratch[LEFT, player] <= 0 else NONE,
    )


@part
def name_blinds(scratch, n, unit):
    """What each player's forced bet is called; players are those of the hand, heads-up already turned round."""
    straddle = -1
    for i in range(n):
        x = scratch[BLIND, i]
        if x > 0:
            scratch[KIND, i] = D_STRADDLE
            if straddle < 0:
                straddle = i
        else:
            scratch[KIND, i] = D_LIVE if x < 0 else 0
    first, second = (1, 0) if n == 2 else (0, 1)
    a, b = scratch[BLIND, first], scratch[BLIND, second]
    if a > 0 and b > 0:
        scratch[KIND, first] = D_SB
        scratch[KIND, second] = D_BB
        if n == 2 and a > b and scratch[ANTE, second] + b < scratch[STACK, second]:
            scratch[KIND, first] = D_BB
            scratch[KIND, second] = D_SB
    elif a > 0:
        scratch[KIND, first] = D_BB if a >= unit else D_SB
    elif b > 0:
        scratch[KIND, second] = D_BB
    elif straddle >= 0:
        scratch[KIND, straddle] = D_BB


@part
def order_known(scratch, n):
    """Whether the blinds bear the order of the players out: one between two does not, nor a small one over the big."""
    if n == 2:
        return (scratch[BLIND, 1] > 0) == (scratch[BLIND, 0] > 0)
    return not scratch[BLIND, 0] > scratch[BLIND, 1] > 0


@inlined_part
def forced_bets(events, e, c, scratch, n, family, hands, h, unit):
    """(events, big-blind ante or -1) after the forced bets of hand `h`; fills their stakes."""
    for i in range(n):
        k = n - 1 - i if n == 2 else i  # heads-up they are listed the other way round
        scratch[ANTE, i] = scratch[ANTES, k]
        scratch[BLIND, i] = 0 if family == FAMILY_STUD else scratch[BLINDS, k]
    name_blinds(scratch, n, unit)
    anted = 0
    payer = np.int64(-1)
    even = True
    for i in range(n):
        scratch[LEFT, i] = scratch[STACK, i]
        scratch[MADE, i] = 0
        scratch[HELD, i] = 0
        if scratch[ANTE, i] > 0:
            if payer >= 0 and scratch[ANTE, i] != scratch[ANTE, payer]:
                even = False
            payer = np.int64(i)
            anted += 1
        kind = scratch[KIND, i]
        if kind == D_SB:
            hands[H_STAKES + STAKE_SB, h] = scratch[BLIND, i]
        elif kind == D_BB:
            hands[H_STAKES + STAKE_BB, h] = scratch[BLIND, i]
        elif kind == D_STRADDLE and hands[H_STAKES + STAKE_STRADDLE, h] < 0:
            hands[H_STAKES + STAKE_STRADDLE, h] = scratch[BLIND, i]
    bba = np.int64(-1)
    if anted == 1 and scratch[KIND, payer] == D_BB:
        bba = scratch[ANTE, payer]
    elif anted > 1 and even:
        hands[H_STAKES + STAKE_ANTE, h] = scratch[ANTE, payer]
    if bba < 0 and anted > 0:
        for i in range(n):
            e = post(events, e, c, scratch, i, D_ANTE, scratch[ANTE, i])
    for k in range(n):
        i = n - 1 - k if n == 2 else k
        kind, due = scratch[KIND, i], abs(scratch[BLIND, i])
        if kind != 0:
            e = post(events, e, c, scratch, i, kind, min(due, unit) if kind == D_LIVE else due)
        if kind == D_LIVE and due > unit:
            e = post(events, e, c, scratch, i, D_DEAD, due - unit)
    if bba >= 0:
        e = post(events, e, c, scratch, payer, D_BBA, bba)
    return e, bba


# -- actions ------------------------------------------------------------------------------------------------------


@part
def player_at(buf, i, n):
    """(player from 0, position behind) of `p1` at `i`."""
    if byte_at(buf, i) != LETTER_P:
        return 0, -1
    digit = np.int64(byte_at(buf, i + 1)) - ZERO
    if digit < 1 or digit > 9:
        return 0, -1
    i += 2
    more = np.int64(byte_at(buf, i)) - ZERO
    if 0 <= more <= 9:
        digit = digit * 10 + more
        i += 1
    if digit > n:
        return 0, -1
    return digit - 1, i


@part
def stud_deal(events, e, c, first, scratch, player):
    """The number of events after stud cards `first` to `c` went to a player: runs of down and up cards. 0: too many."""
    held = scratch[HELD, player]
    if held + c - first > STUD_CARDS:
        return 0
    i = first
    while i < c:
        place = held + i - first
        if place < 2:
            down, behind = True, first + 2 - held
        elif place < 6:
            down, behind = False, first + 6 - held
        else:
            down, behind = True, first + 7 - held
        i = min(behind, c)
        e = put(events, e, i, W_DEAL if down else W_UP, player, NONE, NO_AMOUNT, NONE)
    scratch[HELD, player] = held + c - first
    return e


@part
def check_or_call(events, e, c, scratch, player, largest):
    """The number of events after a player matched the largest bet, as far as the stack goes."""
    owed = largest - scratch[MADE, player]
    word = W_CHECK
    amount = NO_AMOUNT
    flags = NONE
    if owed > 0:
        word = W_CALL
        amount = min(owed, max(scratch[LEFT, player], NONE))
        scratch[LEFT, player] -= amount
        scratch[MADE, player] += amount
        if amount > 0 and scratch[LEFT, player] <= 0 and scratch[KNOWN, player]:
            flags = FLAG_ALLIN
    return put(events, e, c, word, player, NONE, amount, flags)


@inlined_part
def actions_at(buf, i, events, e, c, scratch, n, family, bring_in):
    """(position behind, events, cards) of the list of actions at `i`. The seat of an event is its player, from 0."""
    if byte_at(buf, i) != OPEN_LIST:
        return -1, e, c
    i = skip_blanks(buf, i + 1)
    if byte_at(buf, i) == CLOSE_LIST:
        return i + 1, e, c
    most = len(events.word) - 4
    cards = events.cards
    largest = np.int64(0)
    for k in range(n):
        largest = max(largest, scratch[MADE, k])
    may_complete = family == FAMILY_STUD
    acted = False
    drawing = False
    while True:
        quote = byte_at(buf, i)
        if (quote != APOSTROPHE and quote != QUOTE) or e >= most:
            return -1, e, c
        i += 1
        text = eight_bytes(buf, i)
        # The three that are most, when another follows as usual: `d dh p1 ????', `, `p1 f', `, `p1 cc', `.
        digit = np.int64(text >> np.uint64(8) & np.uint64(255)) - ZERO - 1
        behind = np.uint64(quote) | BETWEEN
        if text & ANY_PLAYER == A_PLAIN_FOLD and text >> np.uint64(32) & LOW_BYTES[3] == behind:
            if digit < 0 or digit >= n or digit > 8:
                return -1, e, c
            acted = True
            e = put(events, e, c, W_FOLD, digit, NONE, NO_AMOUNT, NONE)
            i += 7
            continue
        if text & ANY_CALLER == A_PLAIN_CALL | behind << np.uint64(40):
            if digit < 0 or digit >= n or digit > 8:
                return -1, e, c
            acted = True
            e = check_or_call(events, e, c, scratch, digit, largest)
            i += 8
            continue
        if text & ~DIGIT_OF_DEAL == A_PLAIN_DEAL and family != FAMILY_STUD:
            digit = np.int64(text >> np.uint64(48) & np.uint64(255)) - ZERO - 1
            if eight_bytes(buf, i + 8) & LOW_BYTES[7] == np.uint64(TWO_UNSEEN) | behind << np.uint64(32):
                if digit < 0 or digit >= n or digit > 8 or c + 2 > len(cards):
                    return -1, e, c
                cards[c] = UNSEEN
                cards[c + 1] = UNSEEN
                c += 2
                e = put(events, e, c, W_DRAW if drawing else W_DEAL, digit, NONE, NO_AMOUNT, NONE)
                i += 15
                continue
        word = NO_WORD
        player = SEAT_NONE
        amount = NO_AMOUNT
        detail = NONE
        flags = NONE
        new_round = False
        if text & LOW_BYTES[6] == A_DEAL:
            player, i = player_at(buf, i + 5, n)
            if i < 0 or byte_at(buf, i) != SPACE:
                return -1, e, c
            first = c
            c, i = cards_at(buf, i + 1, quote, cards, c)
            if i < 0:
                return -1, e, c
            if family == FAMILY_STUD:
                e = stud_deal(events, e, c, first, scratch, player)
                if e == 0:
                    return -1, e, c
                new_round = acted
            else:
                word = W_DRAW if drawing else W_DEAL
        elif text & LOW_BYTES[5] == A_BOARD:
            first = c
            c, i = cards_at(buf, i + 5, quote, cards, c)
            if i < 0 or (family == FAMILY_STUD and c != first + 1):
                return -1, e, c
            word = W_COMMUNITY if family == FAMILY_STUD else W_BOARD
            new_round = True
        else:
            player, i = player_at(buf, i, n)
            if i < 0:
                return -1, e, c
            text = eight_bytes(buf, i)
            two, three = text & LOW_BYTES[2], text & LOW_BYTES[3]
            if two == A_FOLD:
                word = W_FOLD
                acted = True
                i += 2
            elif three == A_CHECK_OR_CALL:
                i += 3
                acted = True
                e = check_or_call(events, e, c, scratch, player, largest)
            elif text & LOW_BYTES[5] == A_RAISE:
                amount, i = amount_at(buf, i + 5)
                if i < 0:
                    return -1, e, c
                acted = True
                if may_complete:
                    word = W_COMPLETE
                    may_complete = False
                else:
                    word = W_RAISE if largest > 0 else W_BET
                added = amount - scratch[MADE, player]
                scratch[LEFT, player] -= added
                scratch[MADE, player] = amount
                largest = max(largest, amount)
                if added > 0 and scratch[LEFT, player] <= 0 and scratch[KNOWN, player]:
                    flags = FLAG_ALLIN
            elif three == A_SHOW:
                i += 3
                if byte_at(buf, i) == SPACE:
                    c, i = cards_at(buf, i + 1, quote, cards, c)
                    if i < 0:
                        return -1, e, c
                    word = W_SHOW
                else:
                    word = W_MUCK
            elif three == A_DISCARD:
                i += 3
                if byte_at(buf, i) == SPACE:
                    c, i = cards_at(buf, i + 1, quote, cards, c)
                    if i < 0:
                        return -1, e, c
                    word = W_DISCARD
                else:
                    word = W_DRAW
                    detail = D_PAT
                drawing = True
                new_round = True
            elif three == A_BRING_IN and family == FAMILY_STUD:
                i += 3
                acted = True
                e = post(events, e, c, scratch, player, D_BRINGIN, bring_in)
                largest = max(largest, scratch[MADE, player])
            else:
                return -1, e, c
        if byte_at(buf, i) != quote:
            return -1, e, c
        if new_round:
            for k in range(n):
                scratch[MADE, k] = 0
            largest = np.int64(0)
            may_complete = False
        if word >= 0:
            e = put(events, e, c, word, player, detail, amount, flags)
        i = skip_blanks(buf, i + 1)
        if byte_at(buf, i) == COMMA:
            i = skip_blanks(buf, i + 1)
        elif byte_at(buf, i) == CLOSE_LIST:
            return i + 1, e, c
        else:
            return -1, e, c


# -- hands --------------------------------------------------------------------------------------------------------


@part
def variant_at(buf, i):
    """(variant, position behind) of the code in quotes at `i`."""
    end = string_end(buf, i)
    length = end - i - 1
    if end < 0 or length < 1 or length > 7:
        return 0, -1
    code = eight_bytes(buf, i + 1) & LOW_BYTES[length]
    for k in range(N_VARIANTS):
        if VARIANT_CODES[k] == code:
            return k, end + 1
    return 0, -1


@part
def hand_id_at(buf, i, names, filled):
    """(bytes filled, position behind) of the hand's name at `i`, which is copied."""
    if ZERO <= byte_at(buf, i) <= NINE:
        _, end = whole_at(buf, i)
        if end < 0:
            return filled, -1
        start, behind = i, end
    else:
        end = string_end(buf, i)
        if end < 0 or end - i - 1 > TEXT_MOST:
            return filled, -1
        start, behind = i + 1, end + 1
    for k in range(start, end):
        names[filled + k - start] = byte_at(buf, k)
    return filled + end - start, behind


@part
def unnamed_at(names, filled, name, index):
    """The bytes filled after the name of a hand that has none: its file, and its position there."""
    for k in range(len(name)):
        names[filled + k] = name[k]
    filled += len(name)
    names[filled] = HASH
    filled += 1
    size = 1
    while index // 10**size:
        size += 1
    for k in range(size):
        names[filled + size - 1 - k] = ZERO + index % 10
        index //= 10
    return filled + size


@inlined_part
def hand_at(
    buf,
    i,
    end,
    final,
    with_zones,
    hands,
    names,
    seats,
    events,
    h,
    scratch,
    extras,
    guess,
    memory,
    values,
    name,
    slots,
    pool,
    state,
):
    """(how it was left, position behind, lines passed) of the hand that begins at line start `i`.

    Columns are written behind what `state` says is filled; the caller fills `state` in when the hand was taken.
    """
    start_of_hand = i
    lines = 0
    behind = header_end(buf, i)
    headed = behind >= 0
    if headed:
        i = behind + 1
        lines = 1
    body = i
    last = i  # behind the last byte that is no blank
    seen = 0
    n_fields = 0
    n_extras = 0
    n = np.int64(0)
    n_seats = n_players = n_finishing = n_winnings = 0
    table = np.int64(-1)
    clock = np.int64(0)
    e = state[S_EVENTS]
    c = state[S_CARDS]
    filled = state[S_HAND_BYTES]
    bba = np.int64(-1)
    if filled + HAND_MOST > len(names) or state[S_SEATS] + SEATS_MOST > seats.shape[1]:
        return LEAVE, i, lines

    while True:
        if i >= end:
            if not final:
                return UNFINISHED, i, lines
            break
        key = i
        field = guess[n_fields]
        length = memory[field, 1]
        if length > 0 and same_line(buf, i, memory[field, 0], length) and not seen >> field & 1:
            seen |= 1 << field
            i += length
            last = i - 1
            lines += 1
            n_fields += 1
            continue
        if is_key(buf, i, field):
            i += KEY_LENGTH[field]
        else:
            i = skip_blanks(buf, i)
            ch = byte_at(buf, i)
            if ch == NEWLINE:
                i += 1
                lines += 1
                continue
            if ch == RETURN and byte_at(buf, i + 1) == NEWLINE:
                i += 2
                lines += 1
                continue
            if ch == OPEN_LIST:
                i = key
                if header_end(buf, i) < 0:
                    return LEAVE, i, lines
                break
            if ch == HASH:
                while byte_at(buf, i) != NEWLINE:
                    if (byte_at(buf, i) < SPACE and byte_at(buf, i) != TAB and byte_at(buf, i) != RETURN) or byte_at(
                        buf, i
                    ) >= DELETE:
                        return LEAVE, i, lines
                    if byte_at(buf, i) == RETURN and byte_at(buf, i + 1) != NEWLINE:
                        return LEAVE, i, lines
                    if byte_at(buf, i) > SPACE:
                        last = i + 1
                    i += 1
                i += 1
                lines += 1
                continue
            key = i
            field, i = key_at(buf, i)
            if i == key:
                return LEAVE, i, lines
            if field != F_UNKNOWN:
                guess[n_fields] = field
        n_fields += 1
        key_end = i
        if eight_bytes(buf, i) & LOW_BYTES[3] == EQUALS_BETWEEN_BLANKS:
            i += 3
        else:
            i = skip_blanks(buf, i)
            if byte_at(buf, i) != EQUALS:
                return LEAVE, i, lines
            i += 1
        i = skip_blanks(buf, i)
        if field == F_UNKNOWN:
            if n_extras == EXTRAS_MOST:
                return LEAVE, i, lines
            for k in range(n_extras):
                if extras[k, 1] - extras[k, 0] == key_end - key:
                    m = 0
                    while m < key_end - key and buf[extras[k, 0] + m] == byte_at(buf, key + m):
                        m += 1
                    if m == key_end - key:
                        return LEAVE, i, lines
            extras[n_extras, 0] = key
            extras[n_extras, 1] = key_end
            n_extras += 1
            i = skip_plain(buf, i)
        else:
            if seen >> field & 1:
                return LEAVE, i, lines
            seen |= 1 << field
            memory[field, 1] = 0
            if field == F_VARIANT:
                values[field], i = variant_at(buf, i)
            elif field == F_ANTES:
                values[field], i = amounts_at(buf, i, scratch[ANTES], UNSIGNED)
            elif field == F_BLINDS:
                values[field], i = amounts_at(buf, i, scratch[BLINDS], SIGNED)
            elif field == F_STACKS:
                n, i = stacks_at(buf, i, scratch)
            elif field == F_MIN_BET or field == F_SMALL_BET or field == F_BIG_BET or field == F_BRING_IN:
                values[field], i = amount_at(buf, i)
            elif field == F_ACTIONS:
                variant = values[F_VARIANT]
                needed = VARIANT_NEEDS[variant]
                if seen & needed != needed or n < 2 or values[F_ANTES] != n:
                    return LEAVE, i, lines
                family = VARIANT_FAMILY[variant]
                if family != FAMILY_STUD and values[F_BLINDS] != n:
                    return LEAVE, i, lines
                if e + 2 * SEATS_MOST + 4 >= len(events.word):
                    return LEAVE, i, lines
                for k in range(N_STAKES):
                    hands[H_STAKES + k, h] = -1
                unit = values[F_MIN_BET]
                if VARIANT_LIMIT[variant]:
                    unit = values[F_SMALL_BET]
                    hands[H_STAKES + STAKE_SMALL_BET, h] = unit
                    hands[H_STAKES + STAKE_BIG_BET, h] = values[F_BIG_BET]
                if family == FAMILY_STUD:
                    hands[H_STAKES + STAKE_BRING_IN, h] = values[F_BRING_IN]
                else:
                    hands[H_STAKES + STAKE_BB, h] = unit
                e, bba = forced_bets(events, e, c, scratch, n, family, hands, h, unit)
                i, e, c = actions_at(buf, i, events, e, c, scratch, n, family, values[F_BRING_IN])
            elif field == F_VENUE or field == F_ABBREVIATION:
                values[field], i = name_at(buf, i, slots, pool, state)
            elif field == F_TABLE:
                table, i = name_or_number_at(buf, i, slots, pool, state)
            elif field == F_HAND:
                filled, i = hand_id_at(buf, i, names, filled)
            elif field == F_PLAYERS:
                n_players, i = players_at(buf, i, scratch[PLAYER], slots, pool, state)
            elif field == F_SEATS:
                n_seats, i = seats_at(buf, i, scratch[SEAT])
            elif field == F_WINNINGS:
                n_winnings, i = amounts_at(buf, i, scratch[WINNINGS], UNSIGNED)
            elif field == F_FINISHING:
                n_finishing, i = amounts_at(buf, i, scratch[FINISHING], UNSIGNED)
            elif field == F_TIME:
                clock, i = clock_at(buf, i)
            elif field == F_DAY or field == F_MONTH or field == F_YEAR:
                values[field], i = whole_at(buf, i)
            elif field == F_ZONE:
                if not with_zones:
                    return LEAVE, i, lines
                values[field], i = name_at(buf, i, slots, pool, state)
            elif field == F_EVENT:
                text = i
                event, i = name_at(buf, i, slots, pool, state)
                values[field] = event
                values[CASH] = 1 if event >= 0 and says_cash(buf, text + 1, i - 1) else 0
            elif field == F_LEVEL:
                values[field], i = whole_at(buf, i)
                if values[field] > 2**31 - 1:
                    return LEAVE, i, lines
            else:
                i = skip_plain(buf, i)
        if i < 0:
            return LEAVE, i, lines
        last = i
        if byte_at(buf, i) != NEWLINE:
            i = skip_blanks(buf, i)
            if byte_at(buf, i) == RETURN:
                i += 1
            if byte_at(buf, i) != NEWLINE:
                return LEAVE, i, lines
        i += 1
        lines += 1
        if REPEATED[field] and i - last == 1:
            memory[field, 0] = key
            memory[field, 1] = i - key

    if seen == 0 and n_extras == 0:
        return (LEAVE if headed else NOTHING), i, lines
    if not seen >> F_ACTIONS & 1 or i - start_of_hand > HAND_MOST:
        return LEAVE, i, lines
    if seen >> F_SEATS & 1:
        if n_seats != n:
            return LEAVE, i, lines
    else:
        for k in range(n):
            scratch[SEAT, k] = k + 1
    if seen >> F_PLAYERS & 1:
        if n_players != n:
            return LEAVE, i, lines
    else:
        scratch[PLAYER, :n] = -1
    if seen >> F_FINISHING & 1:
        if n_finishing != n:
            return LEAVE, i, lines
    else:
        scratch[FINISHING, :n] = NOT_RECORDED
    if seen >> F_WINNINGS & 1:
        if n_winnings != n:
            return LEAVE, i, lines
    else:
        scratch[WINNINGS, :n] = NOT_RECORDED

    zone = values[F_ZONE] if seen >> F_ZONE & 1 else np.int64(-1)
    abbreviation = values[F_ABBREVIATION] if seen >> F_ABBREVIATION & 1 else np.int64(-1)
    dates = 1 << F_DAY | 1 << F_MONTH | 1 << F_YEAR
    if seen & dates == dates:
        year = values[F_YEAR]
        if year < YEAR_LEAST or year > YEAR_MOST:
            return LEAVE, i, lines
        days = days_of(year, values[F_MONTH], values[F_DAY])
        if days < 0:
            return LEAVE, i, lines
        hands[H_LOCAL_US, h] = days * DAY_US + clock
        hands[H_START_RECORDED, h] = seen >> F_TIME & 1
        if zone >= 0:
            hands[H_ZONE, h] = 2 * zone + 1
        else:
            hands[H_ZONE, h] = -1 if abbreviation < 0 else 2 * abbreviation
    else:
        if seen & dates or zone >= 0:  # a date in part: the reference looks at what there is
            return LEAVE, i, lines
        hands[H_LOCAL_US, h] = 0
        hands[H_START_RECORDED, h] = 0
        hands[H_ZONE, h] = -1

    if filled == state[S_HAND_BYTES]:
        filled = unnamed_at(names, filled, name, state[S_INDEX] + 1)
    first_line = state[S_LINE]
    s = state[S_SEATS]
    for k in range(n):
        seats[P_SEAT, s + k] = scratch[SEAT, k]
        seats[P_PLAYER, s + k] = scratch[PLAYER, k]
        seats[P_STACK, s + k] = scratch[STACK, k]
        seats[P_KNOWN, s + k] = scratch[KNOWN, k]
        seats[P_FINISHING, s + k] = scratch[FINISHING, k]
        seats[P_WINNINGS, s + k] = scratch[WINNINGS, k]
    for k in range(state[S_EVENTS], e):
        if events.seat[k] >= 0:
            events.seat[k] = scratch[SEAT, events.seat[k]]
    variant = values[F_VARIANT]
    level = values[F_LEVEL] if seen >> F_LEVEL & 1 else np.int64(NO_COUNT)
    event = values[F_EVENT] if seen >> F_EVENT & 1 else np.int64(-1)
    tournament = level >= 0 or (event >= 0 and values[CASH] == 0)
    hands[H_LINE, h] = first_line
    hands[H_HASH, h] = line_hash_at(buf, first_letter(buf, body, last), last)
    hands[H_ROOM, h] = max(values[F_VENUE], 0) if seen >> F_VENUE & 1 else 0
    hands[H_TABLE, h] = table
    hands[H_VARIANT, h] = variant
    has_button = VARIANT_FAMILY[variant] != FAMILY_STUD and order_known(scratch, n)
    hands[H_BUTTON, h] = scratch[SEAT, n - 1] if has_button else 0
    hands[H_SEATS_RECORDED, h] = seen >> F_SEATS & 1
    hands[H_TOURNAMENT, h] = 1 if tournament else 0
    hands[H_EVENT, h] = event if tournament else -1
    hands[H_LEVEL, h] = level
    hands[H_BBA, h] = bba if tournament else -1
    hands[H_SEATS_END, h] = s + n
    hands[H_EVENTS_END, h] = e
    hands[H_NAME_END, h] = filled
    state[S_SEATS] = s + n
    state[S_EVENTS] = e
    state[S_CARDS] = c
    state[S_HAND_BYTES] = filled
    return TAKEN, i, lines


@kernel
def scan_hands(
    buf,
    i,
    end,
    final,
    with_zones,
    hands,
    names,
    seats,
    events,
    deferred,
    scratch,
    extras,
    guess,
    memory,
    values,
    name,
    own,
    slots,
    pool,
    state,
):
    """The position behind the hands read from line start `i` on: up to `end`, or to where the columns are full.

    A hand that may go on behind `end` is not read unless the text is `final`. `state` holds the first hand's line and
    the number of hands before it, and goes on from there. A row of `deferred` is (line, the body's line, place in the
    file, start and end of the body).
    """
    for k in (S_HANDS, S_SEATS, S_EVENTS, S_CARDS, S_TEXTS, S_HAND_BYTES, S_DEFERRED):
        state[k] = 0
    memory[:, 1] = 0
    for k in range(len(OWN_OFFSETS) - 1):
        text_id(own, OWN_OFFSETS[k], OWN_OFFSETS[k + 1], slots, pool, state)
    events.card_offsets[0] = 0
    while i < end:
        h = state[S_HANDS]
        if h == hands.shape[1] or state[S_DEFERRED] == len(deferred):
            break
        if state[S_TEXTS] + TEXTS_OF_A_HAND > len(pool):
            break
        texts = state[S_TEXTS]
        how, behind, lines = hand_at(
            buf,
            i,
            end,
            final,
            with_zones,
            hands,
            names,
            seats,
            events,
            h,
            scratch,
            extras,
            guess,
            memory,
            values,
            name,
            slots,
            pool,
            state,
        )
        if how == UNFINISHED:
            forget_texts(slots, pool, state, texts)
            break
        if how == TAKEN:
            hands[H_PLACE, h] = state[S_INDEX] + 1
            state[S_HANDS] = h + 1
            state[S_INDEX] += 1
        elif how == LEAVE:
            forget_texts(slots, pool, state, texts)
            memory[:, 1] = 0  # it may name texts that are forgotten
            body = header_end(buf, i) + 1
            headed = body > 0
            if not headed:
                body = i
            behind, lines = next_header(buf, body, end)
            if behind == end and not final:
                break
            if headed:
                lines += 1
            if headed or not says_nothing(buf, body, behind):
                d = state[S_DEFERRED]
                deferred[d, 0] = state[S_LINE]
                deferred[d, 1] = state[S_LINE] + (1 if headed else 0)
                deferred[d, 2] = state[S_INDEX] + 1
                deferred[d, 3] = body
                deferred[d, 4] = behind
                state[S_DEFERRED] = d + 1
                state[S_INDEX] += 1
        state[S_LINE] += lines
        i = behind
    return i
