"""The hand log, version 1: a file to batches of hands, table notes and quarantine rows, each in order of lines.

The scanner reads the common lines; the lines it leaves are read by the reference, and both are put together again.
Memory is bounded by the batch, not by the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from parsers import handlog_note_scanner as note_scanner
from parsers import handlog_scanner as scanner
from parsers import schemas
from parsers import vocabulary as v
from parsers.batch import HandBatch
from parsers.batch_rows import EVENT_VALUES, HAND_TEXTS, HAND_VALUES, SEAT_VALUES, joined, rows_of
from parsers.handlog_event_scanner import RECORD_SIZE
from parsers.handlog_reference import NOTE_FIELDS, Hand, Header, LineError, Note, batch_of, notes_table, parse_line
from parsers.line_hash import BLANKS, line_hash
from parsers.quarantine import QuarantineRow
from parsers.scan_bytes import EXTRAS_MOST, POOL_WIDTH, S_TEXTS, STATE_SIZE
from parsers.source import Source, View

BATCH_BYTES: Final = 32 << 20  # what follows a batch has its own price a batch: fewer are better, as memory allows
NOTES_MOST: Final = 1 << 15  # table notes before a batch is closed
DEFERRED_MOST: Final = 1 << 15  # lines left to the reference before a batch is closed: they become objects
TEXTS_MOST: Final = 1 << 17  # different texts in a batch; a power of two

_NOTE_TEXTS: Final = ("room", "table", "deck", "dealer", "player")
_NOTE_AMOUNTS: Final = ("sb", "bb", "ante", "amount", "variance")
_ABSENT: Final = dict(zip(note_scanner.FIELDS, note_scanner.ABSENT.tolist(), strict=True))
# What the reference knows of each kind of note, as the note scanner wants it.
_NOTE_RULES: Final = np.array(
    [[sum(1 << note_scanner.FIELDS.index(f) for f in listed) for listed in NOTE_FIELDS[note]] for note in v.NOTES],
    dtype=np.int64,
)


@dataclass(frozen=True)
class ParsedHands:
    """What a part of a hand log said: its hands, its table notes (`gaming_date` still null), and what was not read."""

    batch: HandBatch
    notes: pa.Table
    quarantine: list[QuarantineRow]


def read_hand_log(source: Source, batch_bytes: int = BATCH_BYTES) -> Iterator[ParsedHands]:
    """The hands of a log, a batch at a time. What cannot be read is in `quarantine`; nothing is raised for it."""
    workspace: _Workspace | None = None
    lines_read = False
    header = _header_of(source)
    for view in map(View.ended, source.views(batch_bytes)):
        size = view.end - view.start
        if workspace is None or workspace.size < size:
            # Views end with a line, so that one is a little larger than another: room for all of them at once.
            workspace = _Workspace(batch_bytes if 2 * size > batch_bytes else size)
        data, position, line = memoryview(view.buffer), view.start, view.line
        while position < view.end:
            scanned = workspace.scan(view, position, line)
            position, line = scanned.position, scanned.line
            if scanned.hands or scanned.notes or scanned.deferred:
                lines_read = True
                yield from _parsed(source, data, workspace, scanned, header)
        source.lines_were(line - view.line)
    problems = source.take_problems()
    if not lines_read and not problems:
        problems = [source.problem(None, None, "the file holds only blank lines; send it again, or remove it")]
    if problems:
        yield ParsedHands(batch_of(source.name, []), notes_table(source.name, []), problems)


def read_hand_log_plainly(source: Source, batch_bytes: int = BATCH_BYTES) -> Iterator[ParsedHands]:
    """`read_hand_log` by the reference alone, a line at a time: slow, and what the scanner is measured against."""
    lines_read = False
    header = _header_of(source)
    for first_line, chunk in source.chunks(batch_bytes):
        stripped = [line.strip(BLANKS) for line in chunk.split(b"\n")]
        lines = [(first_line + i, line_hash(line), line) for i, line in enumerate(stripped) if line]
        if not lines:
            continue
        lines_read = True
        hands, notes, bad = _by_reference(source, lines, header)
        problems = sorted(source.take_problems() + bad, key=lambda row: row.line or 0)
        alike, others = _by_what_they_lack(source, hands, header)
        batch = replace(batch_of(source.name, alike), unrecorded=header.unrecorded)
        yield from (ParsedHands(batch, notes_table(source.name, notes), problems), *others)
    problems = source.take_problems()
    if not lines_read and not problems:
        problems = [source.problem(None, None, "the file holds only blank lines; send it again, or remove it")]
    if problems:
        yield ParsedHands(batch_of(source.name, []), notes_table(source.name, []), problems)


class _Scanned(NamedTuple):
    """Where a scan stopped, and how many hands, table notes and lines left to the reference it found."""

    position: int
    line: int
    hands: int
    notes: int
    deferred: int


class _Workspace:
    """Arrays large enough for any chunk of `size` bytes, used again for chunk after chunk."""

    def __init__(self, size: int) -> None:
        self.size = size
        # The least bytes a hand, a seat and an event take; a line that would not fit is left to the reference.
        hands, seats, events = size // 100 + 1, size // 30 + 1, size // 6 + 1
        notes = min(NOTES_MOST, size // 60 + 1)
        room = {"seat": seats, "event": events, "card": size // 2 + 1, "byte": size + 1, "note": notes}

        def array(dtype: Any, grain: str = "hand", more: int = 0) -> npt.NDArray[Any]:
            return np.empty(room.get(grain, hands) + more, dtype=dtype)

        self.hands = scanner.HandColumns(
            line=array(np.int32), line_hash=array(np.int64),
            room=array(np.int32), table=array(np.int32), game=array(np.int32), betting=array(np.int32),
            placard=array(np.int32), dealer=array(np.int32), deck=array(np.int32),
            stakes=np.empty((hands, len(v.STAKES)), dtype=np.int64), button=array(np.int8),
            start_us=array(np.int64), end_us=array(np.int64), utc_offset_min=array(np.int16),
            is_tournament=array(np.bool_), tournament_event=array(np.int32), tournament_level=array(np.int32),
            tournament_bba=array(np.int64), tournament_left=array(np.int32), tournament_first=array(np.bool_),
            bomb_ante=array(np.int64), bomb_boards=array(np.int8),
            seat_offsets=array(np.int64, more=1), event_offsets=array(np.int64, more=1),
            hand_offsets=array(np.int32, more=1), hand_bytes=array(np.uint8, "byte"),
        )  # fmt: skip
        self.seats = scanner.SeatColumns(
            seat_no=array(np.int8, "seat"), seat_player=array(np.int32, "seat"), seat_stack=array(np.int64, "seat"),
            seat_state=array(np.uint8, "seat"),
        )  # fmt: skip
        self.events = scanner.EventColumns(
            word=array(np.uint8, "event"), seat=array(np.int8, "event"), other=array(np.int8, "event"),
            detail=array(np.uint8, "event"), text=array(np.int32, "event"), amount=array(np.int64, "event"),
            count=array(np.int32, "event"), pot=array(np.int8, "event"), part=array(np.uint8, "event"),
            board=array(np.int8, "event"), flags=array(np.uint8, "event"),
            card_offsets=array(np.int64, "event", more=1), cards=array(np.uint8, "card"),
        )  # fmt: skip
        self.notes = note_scanner.NoteColumns(
            line=array(np.int32, "note"), line_hash=array(np.int64, "note"),
            room=array(np.int32, "note"), table=array(np.int32, "note"),
            at_us=array(np.int64, "note"), utc_offset_min=array(np.int16, "note"), note=array(np.int32, "note"),
            deck=array(np.int32, "note"), dealer=array(np.int32, "note"), player=array(np.int32, "note"),
            level=array(np.int32, "note"), seat=array(np.int8, "note"), on=array(np.int8, "note"),
            sb=array(np.int64, "note"), bb=array(np.int64, "note"), ante=array(np.int64, "note"),
            amount=array(np.int64, "note"), variance=array(np.int64, "note"), rules=_NOTE_RULES,
        )  # fmt: skip
        self.memo = np.zeros((scanner.MEMO_ROWS, scanner.MEMO_WIDTH), dtype=np.int64)
        self.slots = np.empty(2 * TEXTS_MOST, dtype=np.int32)
        self.pool = np.empty((TEXTS_MOST, POOL_WIDTH), dtype=np.int64)
        self.deferred = np.empty((DEFERRED_MOST, 4), dtype=np.int64)
        self.record = np.zeros(RECORD_SIZE, dtype=np.int64)
        self.extras = np.zeros((2 * EXTRAS_MOST, 2), dtype=np.int64)
        self.state = np.zeros(STATE_SIZE, dtype=np.int64)

    def scan(self, view: View, position: int, line: int) -> _Scanned:
        """Scan a batch that begins at `position`."""
        self.slots.fill(-1)
        buf = np.frombuffer(view.buffer, dtype=np.uint8)
        done = scanner.scan_lines(
            buf, position, view.end, line, self.hands, self.seats, self.events, self.notes, self.slots, self.pool,
            self.deferred, self.memo, self.record, self.extras, self.state,
        )  # fmt: skip
        return _Scanned(*map(int, done))

    def texts(self, data: memoryview) -> list[str]:
        """The texts of the batch scanned last."""
        return [str(data[start:end], "utf-8") for start, end in self.pool[: int(self.state[S_TEXTS]), :2].tolist()]

    def batch(self, source_file: str, texts: list[str], n: int) -> HandBatch:
        """The `n` hands scanned last, in arrays of their own."""
        hands, events = self.hands, self.events
        n_seats, n_events = int(hands.seat_offsets[n]), int(hands.event_offsets[n])
        n_cards = int(events.card_offsets[n_events])

        def taken(columns: Any, names: tuple[str, ...], count: int) -> dict[str, Any]:
            return {name: getattr(columns, name)[:count].copy() for name in names}

        hand_offsets = hands.hand_offsets[: n + 1].copy()
        hand_bytes = hands.hand_bytes[: int(hand_offsets[-1])].copy()
        return HandBatch(
            source_file=source_file,
            texts=texts,
            hand=pa.StringArray.from_buffers(n, pa.py_buffer(hand_offsets), pa.py_buffer(hand_bytes)),
            stakes=hands.stakes[:n].copy(),
            seat_offsets=hands.seat_offsets[: n + 1].copy(),
            event_offsets=hands.event_offsets[: n + 1].copy(),
            card_offsets=events.card_offsets[: n_events + 1].copy(),
            cards=events.cards[:n_cards].copy(),
            **taken(hands, HAND_TEXTS, n),
            **taken(hands, HAND_VALUES, n),
            **taken(self.seats, SEAT_VALUES, n_seats),
            **taken(events, EVENT_VALUES, n_events),
        )

    def notes_table(self, source_file: str, texts: list[str], n: int) -> pa.Table:
        """The `n` table notes scanned last."""
        notes = self.notes
        pool = pa.array(texts, pa.string())

        def numbers(name: str, column: str) -> pa.Array:
            values = getattr(notes, name)[:n].copy()  # Arrow may keep them, and the next batch overwrites the column
            absent = _ABSENT.get(name)
            mask = None if absent is None else values == absent
            return pa.array(values, mask=mask).cast(schemas.NOTES.field(column).type)

        def words(ids: npt.NDArray[np.int32], texts: pa.Array) -> pa.DictionaryArray:
            # As the reference numbers them: by their first appearance in the column.
            found = pa.array(ids, mask=ids < 0).dictionary_encode()
            return pa.DictionaryArray.from_arrays(found.indices, texts.take(found.dictionary))

        columns = {f"{name}_cents": numbers(name, f"{name}_cents") for name in _NOTE_AMOUNTS}
        columns |= {name: numbers(name, name) for name in ("utc_offset_min", "level", "seat", "on", "line_hash")}
        columns |= {"at": numbers("at_us", "at"), "source_line": numbers("line", "source_line")}
        columns |= {
            name: words(getattr(notes, name)[:n], pool) for name in ("room", "table", "deck", "dealer", "player")
        }
        columns["note"] = words(notes.note[:n], pa.array(v.NOTES, pa.string()))
        columns["source_file"] = words(np.zeros(n, dtype=np.int32), pa.array([source_file], pa.string()))
        columns["gaming_date"] = pa.nulls(n, pa.date32())
        return pa.Table.from_arrays([columns[name] for name in schemas.NOTES.names], schema=schemas.NOTES)


class _FirstLine(NamedTuple):
    """The header of a log, and its line; line 0 where it has none."""

    line: int
    unrecorded: frozenset[str]


def _header_of(source: Source) -> _FirstLine:
    """What the first line that is not blank says, if it is a header.

    Of one with a mistake in it the words that are known hold all the same: its line is told, and nobody is accused by
    what the log never tells.
    """
    lines = enumerate(source.head().split(b"\n"), 1)
    number, line = next(((k, line) for k, line in lines if line.strip(BLANKS)), (0, b""))
    if b'"unrecorded"' not in line:
        return _FirstLine(0, frozenset())
    try:
        record = parse_line(line)
    except LineError:
        words = [] if b'"events"' in line else [word for word in v.UNRECORDED if f'"{word}"'.encode() in line]
        return _FirstLine(0, frozenset(lost for word in words for lost in v.UNRECORDED[word]))
    return _FirstLine(number, record.unrecorded) if isinstance(record, Header) else _FirstLine(0, frozenset())


def _by_what_they_lack(
    source: Source, hands: list[tuple[int, int, Hand]], header: _FirstLine
) -> tuple[list[tuple[int, int, Hand]], list[ParsedHands]]:
    """The hands that lack what their log lacks, and batches of those that lack more."""
    kinds: dict[frozenset[str], list[tuple[int, int, Hand]]] = {header.unrecorded: []}
    for row in hands:
        kinds.setdefault(header.unrecorded | row[2].unrecorded, []).append(row)
    alike = kinds.pop(header.unrecorded)
    no_notes = notes_table(source.name, [])
    return alike, [
        ParsedHands(replace(batch_of(source.name, rows), unrecorded=unrecorded), no_notes, [])
        for unrecorded, rows in kinds.items()
    ]


def _parsed(
    source: Source, data: memoryview, workspace: _Workspace, scanned: _Scanned, header: _FirstLine
) -> Iterator[ParsedHands]:
    texts = workspace.texts(data)
    batch = workspace.batch(source.name, texts, scanned.hands)
    rows = workspace.deferred[: scanned.deferred].tolist()
    left = [(line, digest, bytes(data[start:end])) for line, start, end, digest in rows]
    hands, notes, bad = _by_reference(source, left, header)
    hands, others = _by_what_they_lack(source, hands, header)
    if hands:
        batch = _merged(batch, batch_of(source.name, hands))
    table = notes_table(source.name, notes)
    if scanned.notes:
        scanned_notes = workspace.notes_table(source.name, texts, scanned.notes)
        table = _merged_notes(scanned_notes, table) if notes else scanned_notes
    problems = sorted(source.take_problems() + bad, key=lambda row: row.line or 0)
    yield ParsedHands(replace(batch, unrecorded=header.unrecorded), table, problems)
    yield from others


def _by_reference(
    source: Source, lines: list[tuple[int, int, bytes]], header: _FirstLine
) -> tuple[list[tuple[int, int, Hand]], list[tuple[int, int, Note]], list[QuarantineRow]]:
    hands: list[tuple[int, int, Hand]] = []
    notes: list[tuple[int, int, Note]] = []
    bad: list[QuarantineRow] = []
    for line, digest, raw in lines:
        try:
            record = parse_line(raw)
        except LineError as error:
            bad.append(source.problem(line, error.field, error.reason, raw))
            continue
        if isinstance(record, Header):
            if line != header.line:
                reason = "what a log never tells stands in its first line, or in the hand that lacks it"
                bad.append(source.problem(line, "unrecorded", reason, raw))
        elif isinstance(record, Hand):
            hands.append((line, digest, record))
        else:
            notes.append((line, digest, record))
    return hands, notes, bad


def _merged(left: HandBatch, right: HandBatch) -> HandBatch:
    """Both batches' hands in order of lines."""
    both = joined([left, right])
    return rows_of(both, np.argsort(both.line, kind="stable"))


def _merged_notes(left: pa.Table, right: pa.Table) -> pa.Table:
    """Both tables' notes in order of lines, their words numbered anew."""
    both = pa.concat_tables([left, right])
    plain = pa.schema([(f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type) for f in both.schema])
    both = both.cast(plain).sort_by("source_line").combine_chunks()
    columns = [
        both[f.name].chunk(0).dictionary_encode() if pa.types.is_dictionary(f.type) else both[f.name]
        for f in schemas.NOTES
    ]
    return pa.Table.from_arrays(columns, schema=schemas.NOTES)
