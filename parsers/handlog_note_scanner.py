# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
# ruff: noqa: SIM109
# Kernels are plain loops and branches on purpose: that is what compiles.
"""One table note of a hand log, from bytes to a row of arrays. See `handlog_scanner`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from parsers import vocabulary as v
from parsers.kernel import inlined_part
from parsers.scan_bytes import (
    CLOSE,
    LETTER_N,
    MINUS,
    ONE,
    OPEN,
    OUTER_EXTRAS,
    QUOTE,
    T_FALSE,
    T_NULL,
    T_TRUE,
    key_at,
    listed_at,
    money_at,
    name_at,
    next_member,
    packed_text,
    same_at,
    skip_blanks,
    skip_extra,
    time_at,
    value_at,
    whole_at,
    word_rows,
)

# Keys that every note has
K_V: Final = packed_text("v")
K_ROOM: Final = packed_text("room")
K_TABLE: Final = packed_text("table")
K_AT: Final = packed_text("at")
K_NOTE: Final = packed_text("note")
# Keys that some kinds of note carry, one bit each
FIELDS: Final = ("deck", "dealer", "player", "level", "seat", "on", "sb", "bb", "ante", "amount", "variance")
FIELD_KEYS: Final = np.array([packed_text(field) for field in FIELDS], dtype=np.int64)
N_FIELDS: Final = len(FIELDS)
F_DECK, F_DEALER, F_PLAYER, F_LEVEL, F_SEAT, F_ON, F_SB, F_BB, F_ANTE, F_AMOUNT, F_VARIANCE = range(N_FIELDS)
# Keys that make a line a hand, whatever else it says
K_HAND: Final = packed_text("hand")
K_SEATS: Final = packed_text("seats")
K_EVENTS: Final = packed_text("events")

NOTE_LETTERS, NOTE_LENGTHS = word_rows(v.NOTES)

# What must be there, one bit a key, behind those of the fields.
B_V, B_ROOM, B_TABLE, B_AT, B_NOTE = (1 << _b for _b in range(N_FIELDS, N_FIELDS + 5))
B_REQUIRED: Final = B_V | B_ROOM | B_TABLE | B_AT | B_NOTE

NO_SEAT: Final = 0
NO_ANSWER: Final = 2  # neither true nor false
ABSENT: Final = np.array(  # what a column holds where a note does not say
    [v.NO_ID] * 3 + [v.NO_COUNT, NO_SEAT, NO_ANSWER] + [v.NO_AMOUNT] * 5, dtype=np.int64
)
SEATS_MOST: Final = v.SEATS_MOST


class NoteColumns(NamedTuple):
    """One entry a note; fields that it does not have are `ABSENT`.

    `rules` has a row a kind of note: the fields it carries and those it cannot do without, as bits.
    """

    line: np.ndarray
    line_hash: np.ndarray
    room: np.ndarray
    table: np.ndarray
    at_us: np.ndarray
    utc_offset_min: np.ndarray
    note: np.ndarray  # position in vocabulary.NOTES
    deck: np.ndarray
    dealer: np.ndarray
    player: np.ndarray
    level: np.ndarray
    seat: np.ndarray
    on: np.ndarray
    sb: np.ndarray
    bb: np.ndarray
    ante: np.ndarray
    amount: np.ndarray
    variance: np.ndarray
    rules: np.ndarray


@inlined_part
def note_at(buf, i, notes, n, record, extras, slots, pool, state):
    """The position behind the note at `i`, written to row `n` of `notes`; -1 to leave the line.

    A note may be given fields that its kind does not carry: they are read like any other, then left out. While it is
    read, `record` holds its fields.
    """
    if buf[i] != OPEN:
        return -1
    i = skip_blanks(buf, i + 1)
    for k in range(N_FIELDS):
        record[k] = ABSENT[k]
    note = np.int64(0)
    seen = 0
    given = 0  # fields that say something
    n_extras = np.int64(0)
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
        field = -1
        if key != 0:
            for k in range(N_FIELDS):
                if FIELD_KEYS[k] == key:
                    field = k
        bit = 0
        if field >= 0:
            bit = 1 << field
            if buf[i] == LETTER_N and same_at(buf, i, T_NULL):
                i += 4
            else:
                given |= bit
                if field <= F_PLAYER:
                    record[field], i = name_at(buf, i, slots, pool, state)
                elif field == F_LEVEL:
                    record[field], i = whole_at(buf, i)
                elif field == F_SEAT:
                    number, i = whole_at(buf, i)
                    if number < 1 or number > SEATS_MOST:
                        return -1
                    record[field] = number
                elif field == F_ON:
                    if same_at(buf, i, T_TRUE):
                        record[field] = 1
                        i += 4
                    elif same_at(buf, i, T_FALSE):
                        record[field] = 0
                        i += 5
                    else:
                        return -1
                else:
                    negative = field == F_VARIANCE and buf[i] == MINUS
                    cents, i = money_at(buf, i + 1 if negative else i)
                    record[field] = -cents if negative else cents
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
                notes.room[n] = name
            else:
                notes.table[n] = name
        elif key == K_AT:
            bit = B_AT
            notes.at_us[n], offset, i = time_at(buf, i)
            notes.utc_offset_min[n] = offset
        elif key == K_NOTE:
            bit = B_NOTE
            note, i = listed_at(buf, i, NOTE_LETTERS, NOTE_LENGTHS)
        elif key == K_HAND or key == K_SEATS or key == K_EVENTS:
            return -1
        else:
            i = skip_extra(buf, i, start, end, extras, OUTER_EXTRAS, n_extras)
            n_extras += 1
        if i < 0 or seen & bit:
            return -1
        seen |= bit
        more, i = next_member(buf, i)
        if i < 0:
            return -1
    if buf[i] != CLOSE or seen & B_REQUIRED != B_REQUIRED:
        return -1
    if notes.rules[note, 1] & ~given != 0:
        return -1
    carried = notes.rules[note, 0]
    for k in range(N_FIELDS):
        if carried & (1 << k) == 0:
            record[k] = ABSENT[k]
    notes.note[n] = note
    notes.deck[n] = record[F_DECK]
    notes.dealer[n] = record[F_DEALER]
    notes.player[n] = record[F_PLAYER]
    notes.level[n] = record[F_LEVEL]
    notes.seat[n] = record[F_SEAT]
    notes.on[n] = record[F_ON]
    notes.sb[n] = record[F_SB]
    notes.bb[n] = record[F_BB]
    notes.ante[n] = record[F_ANTE]
    notes.amount[n] = record[F_AMOUNT]
    notes.variance[n] = record[F_VARIANCE]
    return i + 1
