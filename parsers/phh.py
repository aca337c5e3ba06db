"""PHH and PHHS: a file of hands in the open format to batches of hands and quarantine rows, in the order of the file.

The scanner reads the common hands; those it leaves are read by the reference, and both are put together again. Memory
is bounded by the batch, not by the file. `phh_reference` says what each field becomes.

A line such as `[12]` begins a hand wherever it stands: so a broken hand never takes the next one along. The line of a
hand is that of its header, its line hash that of its text without the header.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from parsers import phh_scanner as scanner
from parsers import schemas
from parsers import vocabulary as v
from parsers.batch import I64, Bools, HandBatch
from parsers.handlog import ParsedHands, _merged
from parsers.handlog_reference import batch_of
from parsers.line_hash import line_hash
from parsers.phh_reference import (
    HAND_MOST,
    HEADER,
    VARIANTS,
    HandError,
    PhhHand,
    offset_minutes,
    parse_hand,
    unnamed_hand,
    unnamed_player,
    zone_of,
)
from parsers.quarantine import QuarantineRow
from parsers.scan_bytes import EXTRAS_MOST, POOL_WIDTH, S_TEXTS
from parsers.source import BATCH_BYTES, SLACK, Source, View

DEFERRED_MOST: Final = 1 << 13  # hands left to the reference before a batch is closed: they become objects
TEXTS_MOST: Final = 1 << 17  # different texts in a batch; a power of two

_GAME_OF: Final = np.array([scanner.OWN_TEXTS.index(x.game) for x in VARIANTS.values()], dtype=np.int32)
_BETTING_OF: Final = np.array([scanner.OWN_TEXTS.index(x.betting) for x in VARIANTS.values()], dtype=np.int32)
_ROOM: Final = HAND_MOST + (1 << 10)  # in front of the lines that were read: what was held of those before
_NO_NOTES: Final = schemas.NOTES.empty_table()
# Lines that make no hand when nothing else stands before the first header.
_SAYS_NOTHING: Final = re.compile(rb"(?:[ \t]*(?:#[^\n]*|\r)?\n)*")
_EPOCH: Final = dt.datetime(1970, 1, 1)
_DAY_US: Final = 86_400_000_000


@dataclass(frozen=True)
class Recorded:
    """What PHH tells beside the hands of a batch, and what it left open, for checks that need to know."""

    # one entry a seat, in the order of the batch's seats
    finishing: I64  # cents, -1 not recorded
    winnings: I64  # cents collected after rake, -1 not recorded
    stack: Bools  # False: the stack was written `inf`
    # one entry a hand
    seats: Bools  # False: seats were not named and are numbered by position, anew in each hand
    start: Bools  # False: day or time of day are not known


@dataclass(frozen=True)
class ParsedPhh(ParsedHands):
    """What a part of a PHH file said. `notes` is empty: the format has none."""

    recorded: Recorded


@dataclass(frozen=True)
class _Piece:
    """Lines of a file from `start` to `end` of `data`."""

    data: bytearray
    start: int
    end: int
    line: int
    final: bool


def read_phh(source: Source, batch_bytes: int = BATCH_BYTES) -> Iterator[ParsedPhh]:
    """The hands of a PHH or PHHS file, a batch at a time. What cannot be read is in `quarantine`; nothing is raised."""
    workspace: _Workspace | None = None
    cutter = _Cutter(source, batch_bytes)
    index = 0
    for piece in cutter.pieces():
        if workspace is None or workspace.size < piece.end - piece.start:
            workspace = _Workspace(len(piece.data), source.name)
        position, line = piece.start, piece.line
        while position < piece.end:
            found = workspace.scan(piece, position, line, index)
            if found.position == position:
                break
            position, line, index = found.position, found.line, found.index
            if found.hands or found.deferred:
                yield _parsed(source, piece.data, workspace, found)
        cutter.took(position, line)
    if problems := cutter.problems_of_file(index):
        yield _joined(source, [], problems)


def read_phh_plainly(source: Source, batch_bytes: int = BATCH_BYTES) -> Iterator[ParsedPhh]:
    """`read_phh` by the reference alone, a hand at a time: slow, and what the scanner is measured against."""
    cutter = _Cutter(source, batch_bytes)
    index = 0
    for piece in cutter.pieces():
        text = bytes(piece.data[piece.start : piece.end])
        headers = list(HEADER.finditer(text))
        starts = [0] * (not headers or headers[0].start() > 0) + [m.start() for m in headers]
        bodies = [0] * (not headers or headers[0].start() > 0) + [min(m.end() + 1, len(text)) for m in headers]
        ends = [*starts[1:], len(text)]
        if not piece.final:  # the last hand may go on
            starts, bodies, ends = starts[:-1], bodies[:-1], ends[:-1]
        left: list[_Left] = []
        for start, body, end in zip(starts, bodies, ends, strict=True):
            if start == body and _SAYS_NOTHING.fullmatch(text, start, end):
                continue
            index += 1
            line = piece.line + text.count(b"\n", 0, start)
            left.append(_Left(line, line + (body > start), index, text[body:end]))
        position = ends[-1] if ends else 0
        cutter.took(piece.start + position, piece.line + text.count(b"\n", 0, position))
        if left:
            yield _joined(source, *_by_reference(source, left))
    if problems := cutter.problems_of_file(index):
        yield _joined(source, [], problems)


class _Cutter:
    """Cuts a file into pieces for a reader that says how far it came: what it did not take comes again, with more.

    A hand over `HAND_MOST` bytes is reported, and passed over without being held.
    """

    def __init__(self, source: Source, batch_bytes: int) -> None:
        self.source = source
        self.batch_bytes = batch_bytes
        self._too_long: list[QuarantineRow] = []
        self._piece: _Piece | None = None
        self._held = b""  # what was not taken: it is put in front of the lines that come next
        self._line = 1  # of its beginning

    def took(self, position: int, line: int) -> None:
        """The reader is done with the piece's text before `position`, which is on `line`."""
        assert self._piece is not None
        self._held = bytes(self._piece.data[position : self._piece.end])
        self._line = line

    def problems_of_file(self, hands: int) -> list[QuarantineRow]:
        """What is wrong with the file as a whole, and with hands too long, after `hands` were met."""
        problems = self.source.take_problems() + self._too_long
        if not hands and not problems:
            return [self.source.problem(None, None, "the file holds no hand; send it again, or remove it")]
        return problems

    def pieces(self) -> Iterator[_Piece]:
        """The file in pieces; only the last is `final`. After each, the reader calls `took`."""
        passing = False
        ended = False
        for view in map(View.ended, self.source.views(self.batch_bytes, room=_ROOM)):
            line, start = view.line, view.start
            # a line too long to be read was left out: an empty one in its place keeps the numbers
            front = self._held and self._held + b"\n" * (line - self._line - self._held.count(b"\n"))
            if len(self._held) > HAND_MOST or len(front) > _ROOM:
                self._give_up()
                front, passing = b"", True
            if passing:
                found = HEADER.search(memoryview(view.buffer)[start : view.end])
                if found is None:
                    continue
                line, start = line + view.buffer.count(b"\n", start, start + found.start()), start + found.start()
                passing = False
            view.buffer[start - len(front) : start] = front
            self._piece = _Piece(view.buffer, start - len(front), view.end, self._line if front else line, view.last)
            yield self._piece
            ended = view.last
            self.source.lines_were(self._line + self._held.count(b"\n") - view.line)
        if len(self._held) > HAND_MOST:
            self._give_up()
        if self._held and not ended:  # a line that was left out stands behind it
            self._piece = _Piece(bytearray(self._held + bytes(SLACK)), 0, len(self._held), self._line, True)
            yield self._piece

    def _give_up(self) -> None:
        """The hand that is held is too long to be one."""
        reason = f"the hand is over {HAND_MOST:,} bytes long; check that the headers [1], [2], … were not lost"
        self._too_long.append(self.source.problem(self._line, None, reason, self._held))
        self._held = b""


@dataclass(frozen=True)
class _Found:
    """How far a scan came."""

    position: int
    line: int
    index: int
    hands: int
    deferred: int


class _Workspace:
    """Arrays large enough for any piece of `size` bytes, used again for piece after piece."""

    def __init__(self, size: int, name: str) -> None:
        self.size = size
        self.name = np.frombuffer(name.encode(errors="replace"), dtype=np.uint8)
        # The least bytes a hand, a seat and an event take; a hand that would not fit is left to the reference.
        hands = size // 100 + 1
        self.hands = np.empty((scanner.HAND_ROWS, hands), dtype=np.int64)
        self.names = np.empty(max(size, hands * (len(self.name) + 12)) + 2 * HAND_MOST, dtype=np.uint8)
        self.seats = np.empty((scanner.SEAT_ROWS, size // 20 + 2 * v.SEATS_MOST), dtype=np.int64)
        events = size // 7 + 4 * v.SEATS_MOST
        self.events = scanner.Events(
            word=np.empty(events, dtype=np.uint8), seat=np.empty(events, dtype=np.int8),
            detail=np.empty(events, dtype=np.uint8), amount=np.empty(events, dtype=np.int64),
            flags=np.empty(events, dtype=np.uint8), card_offsets=np.empty(events + 1, dtype=np.int64),
            cards=np.empty(size // 2 + 1, dtype=np.uint8),
        )  # fmt: skip
        texts = 64
        while texts < min(TEXTS_MOST, size // 256 + len(scanner.OWN_TEXTS)):
            texts *= 2
        self.slots = np.empty(2 * texts, dtype=np.int32)
        self.pool = np.empty((texts, POOL_WIDTH), dtype=np.int64)
        self.own = np.frombuffer(bytearray(scanner.OWN_BYTES), dtype=np.uint8)
        self.deferred = np.empty((min(DEFERRED_MOST, hands + 16), 5), dtype=np.int64)
        self.scratch = np.zeros(scanner.SCRATCH_SHAPE, dtype=np.int64)
        self.extras = np.zeros((EXTRAS_MOST, 2), dtype=np.int64)
        self.guess = np.zeros(scanner.GUESSES, dtype=np.int64)
        self.memory = np.zeros((len(scanner.FIELDS) + 1, 2), dtype=np.int64)
        self.values = np.zeros(len(scanner.FIELDS) + 1, dtype=np.int64)
        self.state = np.zeros(scanner.STATE_SIZE, dtype=np.int64)

    def scan(self, piece: _Piece, position: int, line: int, index: int) -> _Found:
        """A batch that begins at `position`, on `line`, behind `index` hands of the file."""
        found = self._scan(piece, position, line, index, True)
        zones = np.unique(self.hands[scanner.H_ZONE, : found.hands])
        named = zones[(zones >= 0) & (zones & 1 == 1)] // 2
        if all(zone_of(self._text(piece.data, number)) is not None for number in named.tolist()):
            return found
        return self._scan(piece, position, line, index, False)  # the reference says which zone is none

    def _scan(self, piece: _Piece, position: int, line: int, index: int, with_zones: bool) -> _Found:
        self.slots.fill(-1)
        self.state[scanner.S_LINE], self.state[scanner.S_INDEX] = line, index
        buf = np.frombuffer(piece.data, dtype=np.uint8)
        behind = scanner.scan_hands(
            buf, position, piece.end, piece.final, with_zones, self.hands, self.names, self.seats, self.events,
            self.deferred, self.scratch, self.extras, self.guess, self.memory, self.values, self.name, self.own,
            self.slots, self.pool, self.state,
        )  # fmt: skip
        state = self.state.tolist()
        return _Found(
            int(behind),
            state[scanner.S_LINE],
            state[scanner.S_INDEX],
            state[scanner.S_HANDS],
            state[scanner.S_DEFERRED],
        )

    def _text(self, data: bytearray, number: int) -> str:
        """The text of a number."""
        if number < scanner.N_OWN:
            return scanner.OWN_TEXTS[number]
        start, end = self.pool[number, :2].tolist()
        return data[start:end].decode()

    def batch(self, source_file: str, data: bytearray, n: int) -> tuple[HandBatch, Recorded]:
        """The `n` hands scanned last, in arrays of their own."""
        hands, events = self.hands[:, :n], self.events
        seat_offsets, event_offsets, name_offsets = (
            np.concatenate([[0], hands[k]]) for k in (scanner.H_SEATS_END, scanner.H_EVENTS_END, scanner.H_NAME_END)
        )
        seats = self.seats[:, : int(seat_offsets[-1])]
        n_events = int(event_offsets[-1])
        n_cards = int(events.card_offsets[n_events])
        pool = self.pool[scanner.N_OWN : int(self.state[S_TEXTS]), :2].tolist()
        texts = [*scanner.OWN_TEXTS, *(data[start:end].decode() for start, end in pool)]
        table = hands[scanner.H_TABLE].astype(np.int32)
        player = seats[scanner.P_PLAYER].astype(np.int32)
        if (table < 0).any() or (player < 0).any():
            ids = {text: i for i, text in enumerate(texts)}
            unnamed = [unnamed_hand(source_file, place) for place in hands[scanner.H_PLACE].tolist()]
            for h in np.flatnonzero(table < 0).tolist():
                table[h] = ids.setdefault(unnamed[h], len(ids))
            for s in np.flatnonzero(player < 0).tolist():
                h = int(np.searchsorted(seat_offsets, s, side="right")) - 1
                name = unnamed_player(unnamed[h], s - int(seat_offsets[h]))
                player[s] = ids.setdefault(name, len(ids))
            texts = list(ids)
        offset = self._offsets(data, n)
        variant = hands[scanner.H_VARIANT]
        names = self.names[: int(name_offsets[-1])].copy()
        batch = HandBatch(
            source_file=source_file,
            texts=texts,
            hand=pa.StringArray.from_buffers(n, pa.py_buffer(name_offsets.astype(np.int32)), pa.py_buffer(names)),
            line=hands[scanner.H_LINE].astype(np.int32),
            line_hash=hands[scanner.H_HASH].copy(),
            room=hands[scanner.H_ROOM].astype(np.int32),
            table=table,
            game=_GAME_OF[variant],
            betting=_BETTING_OF[variant],
            placard=np.full(n, v.NO_ID, dtype=np.int32),
            dealer=np.full(n, v.NO_ID, dtype=np.int32),
            deck=np.full(n, v.NO_ID, dtype=np.int32),
            stakes=hands[scanner.H_STAKES :].T.copy(),
            button=hands[scanner.H_BUTTON].astype(np.int8),
            start_us=hands[scanner.H_LOCAL_US] - offset.astype(np.int64) * 60_000_000,
            end_us=np.full(n, v.NO_TIME, dtype=np.int64),
            utc_offset_min=offset,
            is_tournament=hands[scanner.H_TOURNAMENT].astype(np.bool_),
            tournament_event=hands[scanner.H_EVENT].astype(np.int32),
            tournament_level=hands[scanner.H_LEVEL].astype(np.int32),
            tournament_bba=hands[scanner.H_BBA].copy(),
            tournament_left=np.full(n, v.NO_COUNT, dtype=np.int32),
            tournament_first=np.zeros(n, np.bool_),
            bomb_ante=np.full(n, -1, np.int64),
            bomb_boards=np.zeros(n, np.int8),
            seat_offsets=seat_offsets,
            event_offsets=event_offsets,
            seat_no=seats[scanner.P_SEAT].astype(np.int8),
            seat_player=player,
            seat_stack=seats[scanner.P_STACK].copy(),
            seat_state=np.zeros(seats.shape[1], dtype=np.uint8),
            word=events.word[:n_events].copy(),
            seat=events.seat[:n_events].copy(),
            other=np.full(n_events, v.SEAT_NONE, dtype=np.int8),
            detail=events.detail[:n_events].copy(),
            text=np.full(n_events, v.NO_ID, dtype=np.int32),
            amount=events.amount[:n_events].copy(),
            count=np.full(n_events, v.NO_COUNT, dtype=np.int32),
            pot=np.full(n_events, -1, dtype=np.int8),
            part=np.zeros(n_events, dtype=np.uint8),
            board=np.zeros(n_events, dtype=np.int8),
            flags=events.flags[:n_events].copy(),
            card_offsets=events.card_offsets[: n_events + 1].copy(),
            cards=events.cards[:n_cards].copy(),
        )
        recorded = Recorded(
            seats[scanner.P_FINISHING].copy(),
            seats[scanner.P_WINNINGS].copy(),
            seats[scanner.P_KNOWN].astype(np.bool_),
            hands[scanner.H_SEATS_RECORDED].astype(np.bool_),
            hands[scanner.H_START_RECORDED].astype(np.bool_),
        )
        return batch, recorded

    def _offsets(self, data: bytearray, n: int) -> npt.NDArray[np.int16]:
        """Minutes ahead of UTC of each hand, looked up once a zone and day."""
        out = np.zeros(n, dtype=np.int16)
        zones, local_us = self.hands[scanner.H_ZONE, :n], self.hands[scanner.H_LOCAL_US, :n]
        for code in np.unique(zones).tolist():
            if code < 0:
                continue
            name = self._text(data, code // 2)
            zone, abbreviation = (name, None) if code & 1 else (None, name)
            rows = np.flatnonzero(zones == code)
            days = local_us[rows] // _DAY_US
            for day in np.unique(days).tolist():
                of_day = rows[days == day]
                first = offset_minutes(zone, abbreviation, _EPOCH + dt.timedelta(days=day))
                last = offset_minutes(zone, abbreviation, _EPOCH + dt.timedelta(days=day + 1))
                if first == last:
                    out[of_day] = first
                    continue
                for row in of_day.tolist():  # the clocks were changed on this day
                    local = _EPOCH + dt.timedelta(microseconds=int(local_us[row]))
                    out[row] = offset_minutes(zone, abbreviation, local)
        return out


# -- both readers ---------------------------------------------------------------------------------------------------

_Row = tuple[int, int, PhhHand]  # line, line hash, hand


class _Left(NamedTuple):
    """A hand for the reference: where it stands, and its text without the header."""

    line: int
    body_line: int
    place: int  # in the file, from 1
    body: bytes


def _parsed(source: Source, data: bytearray, workspace: _Workspace, found: _Found) -> ParsedPhh:
    batch, recorded = workspace.batch(source.name, data, found.hands)
    deferred = workspace.deferred[: found.deferred].tolist()
    left = [_Left(line, body_line, place, bytes(data[start:end])) for line, body_line, place, start, end in deferred]
    rows, bad = _by_reference(source, left)
    if not rows:
        return ParsedPhh(batch, _NO_NOTES, _in_order(source, bad), recorded)
    plain = _joined(source, rows, bad)
    order = np.argsort(np.concatenate([batch.line, plain.batch.line]), kind="stable")
    lengths = np.concatenate([np.diff(batch.seat_offsets), np.diff(plain.batch.seat_offsets)])
    firsts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    seats = np.concatenate([np.arange(firsts[h], firsts[h] + lengths[h]) for h in order.tolist()])

    def both(name: str, rows: npt.NDArray[np.int64]) -> Any:
        return np.concatenate([getattr(recorded, name), getattr(plain.recorded, name)])[rows]

    joined = Recorded(
        both("finishing", seats),
        both("winnings", seats),
        both("stack", seats),
        both("seats", order),
        both("start", order),
    )
    return ParsedPhh(_merged(batch, plain.batch), plain.notes, plain.quarantine, joined)


def _by_reference(source: Source, left: list[_Left]) -> tuple[list[_Row], list[QuarantineRow]]:
    """The hands that the reference can read, and what it cannot."""
    rows: list[_Row] = []
    bad: list[QuarantineRow] = []
    for line, body_line, place, body in left:
        try:
            rows.append((line, line_hash(body), parse_hand(body, unnamed_hand(source.name, place))))
        except HandError as error:
            at = line if error.line is None else body_line + error.line
            bad.append(source.problem(at, error.field, error.reason, body))
    return rows, bad


def _joined(source: Source, rows: list[_Row], bad: list[QuarantineRow]) -> ParsedPhh:
    hands = [row[2] for row in rows]
    recorded = Recorded(
        np.array([x for hand in hands for x in hand.finishing], dtype=np.int64),
        np.array([x for hand in hands for x in hand.winnings], dtype=np.int64),
        np.array([x for hand in hands for x in hand.stack_recorded], dtype=np.bool_),
        np.array([hand.seats_recorded for hand in hands], dtype=np.bool_),
        np.array([hand.start_recorded for hand in hands], dtype=np.bool_),
    )
    batch = batch_of(source.name, [(line, digest, hand.hand) for line, digest, hand in rows])
    return ParsedPhh(batch, _NO_NOTES, _in_order(source, bad), recorded)


def _in_order(source: Source, bad: list[QuarantineRow]) -> list[QuarantineRow]:
    return sorted(source.take_problems() + bad, key=lambda row: row.line or 0)
