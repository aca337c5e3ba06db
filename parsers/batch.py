"""A batch of hands as plain arrays: what readers fill and kernels read, and its exchange with the Arrow tables.

Structure of arrays. `seat_offsets[i]:seat_offsets[i + 1]` are the seats of hand `i`, `event_offsets` likewise, and
`card_offsets[e]:card_offsets[e + 1]` the cards of event `e`. Repeated texts (rooms, tables, players, dealers, …) are
positions in `texts`, one pool a batch; -1 is "absent". Sentinels for what was not recorded are in `vocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute

from parsers import schemas
from parsers import vocabulary as v

I8 = npt.NDArray[np.int8]
U8 = npt.NDArray[np.uint8]
I16 = npt.NDArray[np.int16]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
_Number = TypeVar("_Number", bound=np.generic)


@dataclass(frozen=True)
class HandBatch:
    """Hands of one source file, in the order of its lines; or of several, each named in `files`."""

    source_file: str
    texts: list[str]
    hand: pa.StringArray

    # one entry a hand
    line: I32  # 1-based
    line_hash: I64
    room: I32
    table: I32
    game: I32
    betting: I32
    placard: I32
    dealer: I32
    deck: I32
    stakes: I64  # n x 10 in the order of vocabulary.STAKES, -1 absent
    button: I8  # 0 absent
    start_us: I64
    end_us: I64  # NO_TIME absent
    utc_offset_min: I16
    is_tournament: Bools
    tournament_event: I32
    tournament_level: I32  # NO_COUNT absent
    tournament_bba: I64  # cents, -1 absent; `true` in the log is the big blind
    tournament_left: I32  # NO_COUNT absent
    tournament_first: Bools  # the first hand of the event at its table
    bomb_ante: I64  # cents of a bomb pot, -1 where none was agreed
    bomb_boards: I8  # 0 where none was agreed
    seat_offsets: I64
    event_offsets: I64

    # one entry a seat
    seat_no: I8
    seat_player: I32
    seat_stack: I64
    seat_state: U8

    # one entry an event
    word: U8
    seat: I8  # SEAT_NONE absent, SEAT_DEALER the banker
    other: I8
    detail: U8
    text: I32
    amount: I64  # NO_AMOUNT absent
    count: I32  # NO_COUNT absent
    pot: I8  # -1 absent, 0 main, k the k-th side pot
    part: U8
    board: I8  # 0 absent
    flags: U8
    card_offsets: I64

    # one entry a card
    cards: U8

    files: I32 | None = None  # one entry a hand where they are of several files: the file's position in `texts`

    # words of events (and "chip") that the format does not record: their absence says nothing
    unrecorded: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.line)


_CARD_BYTES = np.zeros((256, 2), dtype=np.uint8)
_CARD_BYTES[v.UNSEEN] = np.frombuffer(v.UNSEEN_TEXT.encode(), dtype=np.uint8)
for _code, _text in enumerate(v.CARD_TEXTS):
    _CARD_BYTES[_code] = np.frombuffer(_text.encode(), dtype=np.uint8)


def _pool(ids: I32, texts: pa.StringArray) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(ids, type=pa.int32(), mask=ids < 0), texts)


def _said_once(text: str | None, n: int) -> pa.DictionaryArray:
    """One text, or none, for all rows."""
    return pa.DictionaryArray.from_arrays(
        pa.array([0 if text else None] * n, pa.int32()), pa.array([text] if text else [], pa.string())
    )


def _codes(codes: U8, words: tuple[str, ...], none: int | None = None) -> pa.DictionaryArray:
    mask = None if none is None else codes == none
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32), mask=mask), pa.array(words, pa.string()))


def _ints(values: npt.NDArray[np.generic], none: int, kind: pa.DataType) -> pa.Array:
    return pa.array(values, type=kind, mask=values == none)


def card_text_array(cards: U8, offsets: I64) -> pa.StringArray:
    """The cards of each event as text, `2h8hKs`; null where the event names none."""
    data = _CARD_BYTES[cards].reshape(-1)
    text_offsets = ((offsets - offsets[0]) * 2).astype(np.int32)
    start = int(offsets[0]) * 2
    n = len(offsets) - 1
    empty = text_offsets[1:] == text_offsets[:-1]
    bitmap = pa.array(~empty).buffers()[1]
    return pa.StringArray.from_buffers(
        n, pa.py_buffer(text_offsets), pa.py_buffer(np.ascontiguousarray(data[start:])), bitmap, int(empty.sum())
    )


def to_tables(
    batch: HandBatch, gaming_date: pa.Array | None = None, names: Iterable[str] = ("hands", "seats", "events")
) -> dict[str, pa.Table]:
    """`hands`, `seats` and `events` of a batch, or those of them that are asked for, by their schemas."""
    made = {
        "hands": lambda: _hands_table(batch, gaming_date),
        "seats": lambda: _seats_table(batch),
        "events": lambda: _events_table(batch),
    }
    return {name: made[name]() for name in names}


def _hands_table(batch: HandBatch, gaming_date: pa.Array | None) -> pa.Table:
    n = len(batch)
    texts = pa.array(batch.texts, type=pa.string())
    stakes = {
        f"{name}_cents": _ints(np.ascontiguousarray(batch.stakes[:, i]), -1, pa.int64())
        for i, name in enumerate(v.STAKES)
    }
    n_seats = np.diff(batch.seat_offsets)
    n_events = np.diff(batch.event_offsets)
    if batch.files is not None:
        file = _pool(batch.files, texts)
    else:
        file = pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int32)), pa.array([batch.source_file]))
    columns = {
        "room": _pool(batch.room, texts),
        "table": _pool(batch.table, texts),
        "hand": batch.hand,
        "gaming_date": gaming_date if gaming_date is not None else pa.nulls(n, pa.date32()),
        "game": _pool(batch.game, texts),
        "betting": _pool(batch.betting, texts),
        **stakes,
        "placard": _pool(batch.placard, texts),
        "button": _ints(batch.button, 0, pa.int8()),
        "start": pa.array(batch.start_us).cast(schemas.TIME),
        "end": _ints(batch.end_us, v.NO_TIME, pa.int64()).cast(schemas.TIME),
        "utc_offset_min": pa.array(batch.utc_offset_min),
        "dealer": _pool(batch.dealer, texts),
        "deck": _pool(batch.deck, texts),
        "is_tournament": pa.array(batch.is_tournament),
        "tournament_event": _pool(batch.tournament_event, texts),
        "tournament_level": _ints(batch.tournament_level, v.NO_COUNT, pa.int32()),
        "tournament_bba_cents": _ints(batch.tournament_bba, -1, pa.int64()),
        "tournament_left": _ints(batch.tournament_left, v.NO_COUNT, pa.int32()),
        "tournament_first": pa.array(batch.tournament_first, mask=~batch.tournament_first),  # else nobody says
        "bomb_ante_cents": _ints(batch.bomb_ante, -1, pa.int64()),
        "bomb_boards": _ints(batch.bomb_boards, 0, pa.int8()),
        "n_seats": pa.array(n_seats.astype(np.int16)),
        "n_events": pa.array(n_events.astype(np.int32)),
        "unrecorded": _said_once(" ".join(sorted(batch.unrecorded)) or None, n),
        "source_file": file,
        "source_line": pa.array(batch.line),
        "line_hash": pa.array(batch.line_hash),
    }
    return pa.Table.from_arrays([columns[name] for name in schemas.HANDS.names], schema=schemas.HANDS)


def _hand_of_rows(batch: HandBatch, texts: pa.Array, counts: I64) -> tuple[pa.DictionaryArray, pa.Array]:
    """Room and number of the hand to which each row belongs, where every hand has so many."""
    rows = np.repeat(np.arange(len(batch)), counts)
    return _pool(batch.room[rows], texts), batch.hand.take(pa.array(rows))


def _seats_table(batch: HandBatch) -> pa.Table:
    texts = pa.array(batch.texts, type=pa.string())
    room, hand = _hand_of_rows(batch, texts, np.diff(batch.seat_offsets))
    return pa.Table.from_arrays(
        [
            room,
            hand,
            pa.array(batch.seat_no),
            _pool(batch.seat_player, texts),
            pa.array(batch.seat_stack),
            _codes(batch.seat_state, v.STATES),
        ],
        schema=schemas.SEATS,
    )


def _events_table(batch: HandBatch) -> pa.Table:
    texts = pa.array(batch.texts, type=pa.string())
    n_events = np.diff(batch.event_offsets)
    room, hand = _hand_of_rows(batch, texts, n_events)
    index = np.arange(len(batch.word)) - np.repeat(batch.event_offsets[:-1], n_events)
    flags = batch.flags
    return pa.Table.from_arrays(
        [
            room,
            hand,
            pa.array(index.astype(np.int16)),
            _codes(batch.word, v.WORDS),
            _ints(batch.seat, v.SEAT_NONE, pa.int8()),
            _ints(batch.other, v.SEAT_NONE, pa.int8()),
            _codes(batch.detail, v.DETAILS, none=0),
            _pool(batch.text, texts),
            _ints(batch.amount, v.NO_AMOUNT, pa.int64()),
            _ints(batch.count, v.NO_COUNT, pa.int32()),
            _ints(batch.pot, -1, pa.int8()),
            _codes(batch.part, v.PARTS, none=0),
            _ints(batch.board, 0, pa.int8()),
            pa.array((flags & v.FLAG_ALLIN) != 0),
            pa.array((flags & v.FLAG_OOT) != 0),
            pa.array((flags & v.FLAG_DARK) != 0),
            card_text_array(batch.cards, batch.card_offsets),
        ],
        schema=schemas.EVENTS,
    )


class _Pool:
    """Collects texts; equal texts get equal ids."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._ids: dict[str, int] = {}

    def ids(self, column: pa.ChunkedArray) -> I32:
        encoded = column.combine_chunks()
        if isinstance(encoded, pa.ChunkedArray):  # no chunk at all
            encoded = pa.concat_arrays(encoded.chunks) if encoded.num_chunks else pa.array([], pa.string())
        if not isinstance(encoded, pa.DictionaryArray):
            encoded = encoded.dictionary_encode()
        lut = np.empty(len(encoded.dictionary) + 1, dtype=np.int32)
        for i, text in enumerate(encoded.dictionary.to_pylist()):
            if text not in self._ids:
                self._ids[text] = len(self.texts)
                self.texts.append(text)
            lut[i] = self._ids[text]
        lut[-1] = v.NO_ID
        return lut[encoded.indices.fill_null(len(lut) - 1).to_numpy(zero_copy_only=False)]


def _code_column(column: pa.ChunkedArray, words: tuple[str, ...]) -> U8:
    pool = _Pool()
    ids = pool.ids(column)
    lut = np.zeros(len(pool.texts) + 1, dtype=np.uint8)
    for i, text in enumerate(pool.texts):
        lut[i] = words.index(text)
    return lut[ids]


def _filled(column: pa.ChunkedArray, none: int, dtype: type[_Number]) -> npt.NDArray[_Number]:
    return column.fill_null(none).to_numpy().astype(dtype, copy=False)


def _times(column: pa.ChunkedArray) -> I64:
    return column.cast(pa.int64()).fill_null(v.NO_TIME).to_numpy()


_CARD_CODE = np.full((256, 256), v.UNSEEN, dtype=np.uint8)
for _code, _text in enumerate(v.CARD_TEXTS):
    _CARD_CODE[ord(_text[0]), ord(_text[1])] = _code


def from_tables(tables: dict[str, pa.Table]) -> HandBatch:
    """The batch that `hands`, `seats` and `events` hold, in their order of hands. The inverse of `to_tables`."""
    hands, seats, events = tables["hands"], tables["seats"], tables["events"]
    pool = _Pool()

    def offsets(counts: pa.ChunkedArray) -> I64:
        out = np.zeros(len(counts) + 1, dtype=np.int64)
        np.cumsum(counts.to_numpy(), out=out[1:])
        return out

    seat_offsets, event_offsets = offsets(hands["n_seats"]), offsets(hands["n_events"])
    if seat_offsets[-1] != len(seats) or event_offsets[-1] != len(events):
        raise ValueError("seats or events are not those of the hands: the counts differ")
    hand = pa.concat_arrays(hands["hand"].chunks) if len(hands) else pa.array([], pa.string())
    cards_text = events["cards"].fill_null("")
    joined = pa.concat_arrays(cards_text.chunks) if len(events) else pa.array([], pa.string())
    lengths = np.asarray(pa.compute.binary_length(joined)) if len(events) else np.zeros(0, np.int64)
    card_offsets = np.zeros(len(events) + 1, dtype=np.int64)
    np.cumsum(lengths // 2, out=card_offsets[1:])
    total = int(card_offsets[-1]) * 2
    raw = np.zeros(0, dtype=np.uint8)
    if total:
        first = np.frombuffer(joined.buffers()[1], dtype=np.int32)[joined.offset]
        raw = np.frombuffer(joined.buffers()[2], dtype=np.uint8)[first : first + total]
    cards = _CARD_CODE[raw[0::2], raw[1::2]]
    flags = np.zeros(len(events), dtype=np.uint8)
    for bit, name in enumerate(v.FLAGS):
        flags |= events[name].to_numpy(zero_copy_only=False).astype(np.uint8) << bit
    stakes = np.stack([_filled(hands[f"{s}_cents"], -1, np.int64) for s in v.STAKES], axis=1)
    return HandBatch(
        source_file="",
        hand=hand,
        line=_filled(hands["source_line"], 0, np.int32),
        line_hash=_filled(hands["line_hash"], 0, np.int64),
        room=pool.ids(hands["room"]),
        table=pool.ids(hands["table"]),
        game=pool.ids(hands["game"]),
        betting=pool.ids(hands["betting"]),
        placard=pool.ids(hands["placard"]),
        dealer=pool.ids(hands["dealer"]),
        deck=pool.ids(hands["deck"]),
        stakes=stakes,
        button=_filled(hands["button"], 0, np.int8),
        start_us=_times(hands["start"]),
        end_us=_times(hands["end"]),
        utc_offset_min=_filled(hands["utc_offset_min"], 0, np.int16),
        is_tournament=hands["is_tournament"].to_numpy(zero_copy_only=False).astype(np.bool_),
        tournament_event=pool.ids(hands["tournament_event"]),
        tournament_level=_filled(hands["tournament_level"], v.NO_COUNT, np.int32),
        tournament_bba=_filled(hands["tournament_bba_cents"], -1, np.int64),
        tournament_left=_filled(hands["tournament_left"], v.NO_COUNT, np.int32),
        tournament_first=_filled(hands["tournament_first"], False, np.bool_),
        bomb_ante=_filled(hands["bomb_ante_cents"], -1, np.int64),
        bomb_boards=_filled(hands["bomb_boards"], 0, np.int8),
        seat_offsets=seat_offsets,
        event_offsets=event_offsets,
        seat_no=_filled(seats["seat"], 0, np.int8),
        seat_player=pool.ids(seats["player"]),
        seat_stack=_filled(seats["stack_cents"], 0, np.int64),
        seat_state=_code_column(seats["state"], v.STATES),
        word=_code_column(events["word"], v.WORDS),
        seat=_filled(events["seat"], v.SEAT_NONE, np.int8),
        other=_filled(events["other_seat"], v.SEAT_NONE, np.int8),
        detail=_code_column(events["kind"], v.DETAILS),
        text=pool.ids(events["text"]),
        amount=_filled(events["amount_cents"], v.NO_AMOUNT, np.int64),
        count=_filled(events["count"], v.NO_COUNT, np.int32),
        pot=_filled(events["pot"], -1, np.int8),
        part=_code_column(events["part"], v.PARTS),
        board=_filled(events["board"], 0, np.int8),
        flags=flags,
        card_offsets=card_offsets,
        cards=cards,
        files=pool.ids(hands["source_file"]),
        texts=pool.texts,
    )


def arrays_equal(a: HandBatch, b: HandBatch) -> list[str]:
    """Names of the tables in which two batches differ; empty when they say the same."""
    left, right = to_tables(a), to_tables(b)
    plain = {
        name: [t.select(t.column_names).cast(_plain(t.schema)) for t in (left[name], right[name])] for name in left
    }
    return [name for name, (x, y) in plain.items() if not x.equals(y)]


def _plain(schema: pa.Schema) -> pa.Schema:
    return pa.schema([(f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type) for f in schema])
