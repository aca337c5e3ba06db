# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
# ruff: noqa: SIM109
# Kernels are plain loops and branches on purpose: that is what compiles.
"""The fast reader of hand logs: one pass over the bytes of a chunk, straight into arrays, no object a line.

Fast or defer. The scanner takes the lines it is sure of and leaves all others (escapes, exponents, nested extras,
anything wrong) to `handlog_reference`, by position. So it must accept nothing the reference would not, and read
what it accepts alike; it may leave as much as it likes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from parsers import vocabulary as v
from parsers.handlog_event_scanner import (
    N_SMALL,
    R_AMOUNT,
    R_BOARD,
    R_CARDS,
    R_COUNT,
    R_DETAIL,
    R_FLAGS,
    R_OTHER,
    R_PART,
    R_POT,
    R_SEAT,
    R_TEXT,
    R_TEXT_END,
    R_WORD,
    event_at,
)
from parsers.handlog_note_scanner import note_at
from parsers.kernel import inlined_part, kernel, part
from parsers.limits import EVENTS_MOST, GAMES_WITHOUT_STAKES, TEXT_MOST
from parsers.scan_bytes import (
    CLOSE,
    CLOSE_LIST,
    COLON,
    COMMA,
    INNER_EXTRAS,
    LETTER_N,
    NEWLINE,
    NINE,
    ONE,
    OPEN,
    OPEN_LIST,
    OUTER_EXTRAS,
    QUOTE,
    RETURN,
    S_CARDS,
    S_EVENTS,
    S_HAND_BYTES,
    S_SEATS,
    S_TEXTS,
    SPACE,
    STATE_SIZE,
    T_FALSE,
    T_NULL,
    T_TRUE,
    TAB,
    ZERO,
    bytes_covered,
    code_of,
    eight_bytes,
    forget_texts,
    key_at,
    line_hash_at,
    listed_at,
    mixed,
    money_at,
    name_at,
    next_member,
    packed_text,
    quotes_in,
    same_at,
    skip_blanks,
    skip_extra,
    string_end,
    text_bytes,
    text_id,
    time_at,
    value_at,
    whole_at,
    word_rows,
)

# Keys
K_V: Final = packed_text("v")
K_ROOM: Final = packed_text("room")
K_TABLE: Final = packed_text("table")
K_HAND: Final = packed_text("hand")
K_GAME: Final = packed_text("game")
K_BETTING: Final = packed_text("betting")
K_STAKES: Final = packed_text("stakes")
K_PLACARD: Final = packed_text("placard")
K_BUTTON: Final = packed_text("button")
K_START: Final = packed_text("start")
K_END: Final = packed_text("end")
K_DEALER: Final = packed_text("dealer")
K_DECK: Final = packed_text("deck")
K_SEATS: Final = packed_text("seats")
K_EVENTS: Final = packed_text("events")
K_TOURNAMENT: Final = text_bytes("tournament")
K_UNRECORDED: Final = text_bytes("unrecorded")
K_SEAT: Final = packed_text("seat")
K_PLAYER: Final = packed_text("player")
K_STACK: Final = packed_text("stack")
K_STATE: Final = packed_text("state")
K_EVENT: Final = packed_text("event")
K_LEVEL: Final = packed_text("level")
K_BBA: Final = packed_text("bba")
K_LEFT: Final = packed_text("left")
K_FIRST: Final = packed_text("first")
K_BOMB: Final = packed_text("bomb")
K_AT: Final = packed_text("at")
K_NOTE: Final = packed_text("note")
K_SMALL_BET: Final = text_bytes("small_bet")

# A seat as it is usually written, eight letters at a time
SEAT_OPENS: Final = np.uint64(packed_text('{"seat":'))
PLAYER_KEY: Final = np.uint64(packed_text('"player"'))
STACK_KEY: Final = np.uint64(packed_text('"stack":'))

# Stakes by position; `small_bet` has nine letters and is compared apart.
STAKE_KEYS: Final = np.array([packed_text(s) if len(s) <= 8 else 0 for s in v.STAKES], dtype=np.int64)
STAKE_SMALL_BET: Final = v.STAKES.index("small_bet")
STAKE_BB: Final = v.STAKES.index("bb")
STAKE_CHIP: Final = v.STAKES.index("chip")
N_STAKES: Final = len(v.STAKES)

# Kinds with their codes: (packed word, code) rows.
STATE_KINDS: Final = np.array([(packed_text(k), i) for i, k in enumerate(v.STATES)], dtype=np.int64)
BETTING_KINDS: Final = np.array([(packed_text(k), i) for i, k in enumerate(v.BETTING)], dtype=np.int64)

GAME_LETTERS, GAME_LENGTHS = word_rows(v.GAMES)
GAME_NEEDS_STAKES: Final = np.array([g not in GAMES_WITHOUT_STAKES for g in v.GAMES], dtype=np.bool_)

NO_COUNT: Final = v.NO_COUNT
NO_TIME: Final = v.NO_TIME
SEATS_MOST: Final = v.SEATS_MOST

# What must be there, one bit a key.
B_V, B_ROOM, B_TABLE, B_HAND, B_GAME, B_START, B_SEATS, B_EVENTS = (1 << _b for _b in range(8))
B_BETTING, B_STAKES, B_PLACARD, B_BUTTON, B_END, B_DEALER, B_DECK, B_TOURNAMENT = (1 << _b for _b in range(8, 16))
B_REQUIRED: Final = 255
B_OF_HANDS: Final = B_HAND | B_SEATS | B_EVENTS  # any of them makes a line a hand

# A row of the memo of events: its letters with the closing quote, then what they mean. `M_SMALL` holds what fits a
# byte, in the order of the record; `M_COUNT` also the acting seats as bits, `M_CARDS` also how many cards there are.
M_FIRST, M_SECOND, M_SMALL, M_AMOUNT, M_COUNT, M_CARDS = range(6)
MEMO_WIDTH: Final = 8  # a cache line
MEMO_BITS: Final = 11
MEMO_ROWS: Final = 1 << MEMO_BITS
MEMO_CARDS: Final = 4  # `board` and four cards; an event of up to 15 letters that names more is not kept
MEMO_SHIFT: Final = np.uint64(64 - MEMO_BITS)
MEMO_SEED: Final = np.uint64(0)
ONE_BIT: Final = np.uint64(1)

TEXTS_OF_A_LINE: Final = EVENTS_MOST + 64


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
    count: np.ndarray  # type: ignore[assignment]  # a tuple has a method of that name
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
    tournament_first: np.ndarray
    bomb_ante: np.ndarray
    bomb_boards: np.ndarray
    seat_offsets: np.ndarray
    event_offsets: np.ndarray
    hand_offsets: np.ndarray
    hand_bytes: np.ndarray


# -- parts of a hand ----------------------------------------------------------------------------------------------


@inlined_part
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
            i = skip_extra(buf, i, start, end, extras, INNER_EXTRAS, n_extras)
            n_extras += 1
        if i < 0:
            return -1
        more, i = next_member(buf, i)
        if i < 0:
            return -1
    if buf[i] != CLOSE or stakes[h, STAKE_CHIP] == 0:
        return -1
    return i + 1


@inlined_part
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
    n_extras = np.int64(0)
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
        elif key == K_FIRST:
            bit = 16
            if same_at(buf, i, T_TRUE):
                hands.tournament_first[h] = True
                i += 4
            elif same_at(buf, i, T_FALSE):
                i += 5
            else:
                return False, -1
        else:
            i = skip_extra(buf, i, start, end, extras, INNER_EXTRAS, n_extras)
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


@inlined_part
def plain_seat_at(buf, i, seats, n, slots, pool, state):
    """(its number, position behind) of a seat in the usual form, `{"seat":5,"player":"P5","stack":211}`.

    -1: it has another form, or is wrong; then nothing of it counts.
    """
    if eight_bytes(buf, i) != SEAT_OPENS:
        return 0, -1
    number = np.int64(buf[i + 8]) - ZERO
    i += 9
    if number == 1 and buf[i] == ZERO:
        number = np.int64(10)
        i += 1
    if number < 1 or number > SEATS_MOST:
        return 0, -1
    if buf[i] != COMMA or eight_bytes(buf, i + 1) != PLAYER_KEY or buf[i + 9] != COLON or buf[i + 10] != QUOTE:
        return 0, -1
    start = i + 11
    end = string_end(buf, start)
    if end <= start or end - start > TEXT_MOST:
        return 0, -1
    if buf[end + 1] != COMMA or eight_bytes(buf, end + 2) != STACK_KEY:
        return 0, -1
    stack, i = money_at(buf, end + 10)
    if i < 0 or buf[i] != CLOSE:
        return 0, -1
    seats.seat_no[n] = number
    seats.seat_player[n] = text_id(buf, start, end, slots, pool, state)
    seats.seat_stack[n] = stack
    seats.seat_state[n] = 0
    return number, i + 1


@inlined_part
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
        number, after = plain_seat_at(buf, i, seats, n, slots, pool, state)
        if after >= 0:
            if present & (1 << number):
                return present, -1
            present |= 1 << number
            n += 1
            if buf[after] == COMMA and buf[after + 1] == OPEN:  # the common case at once
                i = after + 1
                continue
            more, i = next_member(buf, after)
            if i < 0:
                return present, -1
            continue
        i = skip_blanks(buf, i + 1)
        seen = 0
        n_extras = np.int64(0)
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
                i = skip_extra(buf, i, start, end, extras, INNER_EXTRAS, n_extras)
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


@part
def remember(row, first, second, record, cards, n_cards):
    """Write what an event of the letters `first`, `second` meant into its row of the memo; see `events_at`."""
    if record[R_CARDS] - n_cards > MEMO_CARDS:
        return
    small = np.int64(0)
    for k in range(N_SMALL):
        small |= (record[k] & 0xFF) << (8 * k)
    acting = 0
    if record[R_SEAT] > 0:
        acting |= 1 << record[R_SEAT]
    if record[R_OTHER] > 0:
        acting |= 1 << record[R_OTHER]
    n = record[R_CARDS] - n_cards
    packed = n << 32
    for k in range(n):
        packed |= np.int64(cards[n_cards + k]) << (8 * k)
    row[M_FIRST] = first
    row[M_SECOND] = second
    row[M_SMALL] = small
    row[M_AMOUNT] = record[R_AMOUNT]
    row[M_COUNT] = (record[R_COUNT] & 0xFFFFFFFF) | (acting << 32)
    row[M_CARDS] = packed


@inlined_part
def events_at(buf, i, events, memo, record, slots, pool, state):
    """(seats that did something as bits, position behind) of the list of events at `i`.

    A few hundred short events (`s5 fold`, `deal s5 ????`) are nearly all that a log says, over and over. So what an
    event of up to 15 letters meant is kept in `memo`, in the row that its letters' hash names, and read from there.
    """
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
    last_card = len(cards) - MEMO_CARDS
    while True:
        if n >= most or buf[i] != QUOTE:
            return acting, -1
        known = False
        row = memo[0]
        letters = np.uint64(0)  # with the closing quote; 0: too many for the memo
        a = np.uint64(0)
        b = np.uint64(0)
        if n_cards <= last_card:
            a = eight_bytes(buf, i + 1)
            b = eight_bytes(buf, i + 9)
            ends_a = quotes_in(a)
            ends_b = quotes_in(b)
            up_to_a = ends_a ^ (ends_a - ONE_BIT)
            up_to_b = ends_b ^ (ends_b - ONE_BIT) if ends_a == 0 else np.uint64(0)
            if ends_a | ends_b != 0:
                letters = bytes_covered(up_to_a, up_to_b)
                a &= up_to_a
                b &= up_to_b
                row = memo[mixed(mixed(MEMO_SEED, a), b) >> MEMO_SHIFT]
                known = np.uint64(row[M_FIRST]) == a and np.uint64(row[M_SECOND]) == b
        u = np.uint64(n)
        if known:
            small = row[M_SMALL]
            word[u] = small
            seat[u] = small >> 8
            other[u] = small >> 16
            detail[u] = small >> 24
            pot[u] = small >> 32
            part[u] = small >> 40
            board[u] = small >> 48
            flags[u] = small >> 56
            amount[u] = row[M_AMOUNT]
            text[u] = -1
            packed = row[M_COUNT]
            count[u] = packed
            acting |= packed >> 32
            packed = row[M_CARDS]
            c = np.uint64(n_cards)
            for k in range(MEMO_CARDS):
                cards[c + np.uint64(k)] = packed >> (8 * k)
            n_cards += packed >> 32
            i += np.int64(letters) + 1
        else:
            before = n_cards
            i = event_at(buf, i, record, cards, n_cards)
            if i < 0:
                return acting, -1
            n_cards = record[R_CARDS]
            word[u] = record[R_WORD]
            seat[u] = record[R_SEAT]
            other[u] = record[R_OTHER]
            detail[u] = record[R_DETAIL]
            amount[u] = record[R_AMOUNT]
            count[u] = record[R_COUNT]
            pot[u] = record[R_POT]
            part[u] = record[R_PART]
            board[u] = record[R_BOARD]
            flags[u] = record[R_FLAGS]
            text[u] = -1
            if record[R_TEXT] >= 0:
                text[u] = text_id(buf, record[R_TEXT], record[R_TEXT_END], slots, pool, state)
            elif letters != 0:
                remember(row, np.int64(a), np.int64(b), record, cards, before)
            if record[R_SEAT] > 0:
                acting |= 1 << record[R_SEAT]
            if record[R_OTHER] > 0:
                acting |= 1 << record[R_OTHER]
        n += 1
        card_offsets[np.uint64(n)] = n_cards
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


@inlined_part
def hand_at(buf, i, hands, seats, events, h, memo, record, extras, slots, pool, state):
    """The position behind the hand at `i`, written to row `h` of `hands`; -1 to leave the line, -2 if it is a note."""
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
    hands.tournament_first[h] = False
    hands.bomb_ante[h] = -1
    hands.bomb_boards[h] = 0
    present = 0
    acting = 0
    game = 0
    big_blind_ante = False
    seen = 0
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
        bit = 0
        if key == K_EVENTS:
            bit = B_EVENTS
            if seen & bit:  # before it writes: twice would leave events of the first list
                return -1
            acting, i = events_at(buf, i, events, memo, record, slots, pool, state)
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
            game, i = listed_at(buf, i, GAME_LETTERS, GAME_LENGTHS)
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
        elif key == K_BOMB or (end - start == len(K_UNRECORDED) and same_at(buf, start, K_UNRECORDED)):
            return -1
        elif (key == K_AT or key == K_NOTE) and seen & B_OF_HANDS == 0:
            return -2
        else:
            i = skip_extra(buf, i, start, end, extras, OUTER_EXTRAS, n_extras)
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
def scan_lines(buf, i, size, line, hands, seats, events, notes, slots, pool, deferred, memo, record, extras, state):
    """(position, line, hands, notes, lines left): reads lines from `i` up to `size`, or until the arrays are full.

    A row of `deferred` is (line, start, end, hash) of a line left to the reference, without blanks around it.
    """
    n_hands = np.int64(0)  # typed, or everything below is compiled once more for the constant 0
    n_notes = np.int64(0)
    n_deferred = 0
    most_hands = len(hands.line)
    most_notes = len(notes.line)
    most_deferred = len(deferred)
    most_texts = len(pool) - TEXTS_OF_A_LINE
    for k in range(STATE_SIZE):
        state[k] = 0
    hands.seat_offsets[0] = 0
    hands.event_offsets[0] = 0
    hands.hand_offsets[0] = 0
    events.card_offsets[0] = 0
    while (
        i < size
        and n_hands < most_hands
        and n_notes < most_notes
        and n_deferred < most_deferred
        and state[S_TEXTS] < most_texts
    ):
        i = skip_blanks(buf, i)
        if buf[i] == NEWLINE:
            i += 1
            line += 1
            continue
        start = i
        texts, hand_bytes = state[S_TEXTS], state[S_HAND_BYTES]
        end = hand_at(buf, i, hands, seats, events, n_hands, memo, record, extras, slots, pool, state)
        is_note = end == -2
        if is_note:
            forget_texts(slots, pool, state, texts)
            end = note_at(buf, start, notes, n_notes, record, extras, slots, pool, state)
        if end >= 0:
            i = skip_blanks(buf, end)
            if buf[i] != NEWLINE:
                end = -1
        if end < 0:
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
        elif is_note:
            notes.line[n_notes] = line
            notes.line_hash[n_notes] = line_hash_at(buf, start, end)
            n_notes += 1
        else:
            hands.line[n_hands] = line
            hands.line_hash[n_hands] = line_hash_at(buf, start, end)
            n_hands += 1
            hands.seat_offsets[n_hands] = state[S_SEATS]
            hands.event_offsets[n_hands] = state[S_EVENTS]
            hands.hand_offsets[n_hands] = state[S_HAND_BYTES]
        i += 1
        line += 1
    return i, line, n_hands, n_notes, n_deferred
