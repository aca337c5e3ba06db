"""The CSV feeds' common ground: header, rows, fields, and what is wrong with them.

A record is a line: a quote left open costs its own line and no other. Columns may stand in any order, but each has to
be there once. A row that repeats another of the file word for word lands once, unless the feed knows better.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl
import pyarrow as pa

from parsers import csv_lines
from parsers.nearest import did_you_mean
from parsers.quarantine import QuarantineRow, listed
from parsers.source import Source

EMPTY_FILE: Final = "the file is empty: not even a header; send it again, or remove it if nothing happened"

# A year outside these is a slip of the keyboard.
YEAR_FIRST: Final = 1970
YEAR_LAST: Final = 2199

_FILLED_IN: Final = ("source_file", "source_line", "line_hash")  # of every row, by the reader of the file

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_INSTANT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_MONEY: Final = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,2}))?")
_WHOLE: Final = re.compile(r"[0-9]{1,15}")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class FieldError(Exception):
    """A field that cannot be read: its column and a reason a person can act on."""

    def __init__(self, column: str | None, reason: str) -> None:
        super().__init__(reason)
        self.column = column
        self.reason = reason


class Row(NamedTuple):
    """One row as read: the line it stands on, the fields in the order of the reader's columns, the line's hash.

    `seen` says that an earlier line of the file has the same bytes; which of them this one is, is in its hash too.
    """

    line: int
    fields: tuple[str, ...]
    line_hash: int
    seen: bool


@dataclass(frozen=True)
class ParsedTable:
    """A feed file as its table, and the lines that could not be read."""

    table: pa.Table
    quarantine: list[QuarantineRow]


@dataclass
class Columns:
    """Values by column, row by row; what the reader of the file fills in itself is not among them."""

    schema: pa.Schema
    values: dict[str, list[Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.values = {name: [] for name in self.schema.names if name not in _FILLED_IN}

    def add(self, row: dict[str, Any]) -> None:
        """Appends one row; it has to name every column of the schema."""
        for name, values in self.values.items():
            values.append(row[name])

    def frame(self) -> pl.DataFrame:
        """The rows, with plain texts."""
        arrays = {}
        for name, values in self.values.items():
            kind = self.schema.field(name).type
            kind = kind.value_type if pa.types.is_dictionary(kind) else kind
            is_time = pa.types.is_timestamp(kind)
            arrays[name] = pa.array(values, type=pa.int64()).cast(kind) if is_time else pa.array(values, type=kind)
        return pl.DataFrame(pl.from_arrow(pa.table(arrays)))


def _table(rows: pl.DataFrame, schema: pa.Schema) -> pa.Table:
    """Rows as the table of a schema; what a dictionary holds stands in the order in which it is met."""
    plain = rows.select(schema.names).to_arrow(compat_level=pl.CompatLevel.oldest())
    arrays = []
    for column, values in zip(schema, plain.columns, strict=True):
        is_word = pa.types.is_dictionary(column.type)
        array = values.cast(column.type.value_type if is_word else column.type).combine_chunks()
        arrays.append(array.dictionary_encode() if is_word else array)
    return pa.Table.from_arrays(arrays, schema=schema)


@dataclass(frozen=True)
class CsvFeed:
    """How a feed is read.

    `row_of` turns a row's fields (required, then optional ones) into the schema's columns, or says what is wrong with
    them. `columns_of` does the same for many rows at once: it is given their fields as texts, a column each, and gives
    the schema's columns and `is_sure`; rows of which it is not sure go to `row_of`, in their order.
    `repeated` says which rows repeat another and are left out: it is given all rows of the file in their order, their
    fields and `seen`.
    """

    schema: pa.Schema
    required: Sequence[str]
    row_of: Callable[[Row], dict[str, Any]]
    columns_of: Callable[[pl.DataFrame], pl.DataFrame] | None = None
    optional: Sequence[str] = ()
    repeated: Callable[[pl.DataFrame], pl.Series] = lambda rows: rows["seen"]

    @property
    def names(self) -> list[str]:
        """The columns of the file that a reader is given."""
        return [*self.required, *self.optional]


def read_csv(source: Source, feed: CsvFeed, by_line: bool = False) -> ParsedTable:
    """Reads a whole CSV feed. Rows that repeat another, by the feed's `repeated`, are left out.

    `source_file`, `source_line` and `line_hash` are filled in here where the schema has them. With `by_line` every line
    is read by itself; that gives the same and takes longer.
    """
    quarantine: list[QuarantineRow] = []
    rows, raws = _rows(source, feed, quarantine, by_line)
    kept = (~feed.repeated(rows)).arg_true() if len(rows) else None
    if kept is not None and len(kept) < len(rows):
        rows, raws = rows[kept], [raws[i] for i in kept.to_list()]
    table = _values(source, feed, rows, raws, quarantine, by_line)
    quarantine.extend(source.take_problems())
    quarantine.sort(key=lambda problem: problem.line or 0)
    return ParsedTable(table, listed(quarantine) + source.beyond())


def _rows(
    source: Source, feed: CsvFeed, quarantine: list[QuarantineRow], by_line: bool
) -> tuple[pl.DataFrame, list[bytes]]:
    """(the rows that have the right number of fields, in order, with `line`, `line_hash` and `seen`; their bytes).

    Lines that are no rows go to `quarantine`.
    """
    header: _Header | None = None
    parts = [pl.DataFrame(schema=dict.fromkeys(feed.names, pl.String) | {"line": pl.Int64})]
    raws: list[list[bytes]] = []
    for first, chunk in source.chunks():
        if header is None:
            try:
                header, length, lines = _header(chunk, feed)
            except FieldError as error:  # without a header no row can be read: the whole file waits
                quarantine.append(source.problem(None, error.column, error.reason, _header_line(chunk)))
                return _hashed(parts, raws)
            if header is None:
                continue
            first, chunk = first + lines, chunk[length:]
        if chunk:
            part, raw = _of_chunk(source, first, chunk, header, quarantine, by_line)
            parts.append(part)
            raws.append(raw)
    quarantine.extend(source.take_problems())
    if header is None and not quarantine:  # blank lines only
        quarantine.append(source.problem(None, None, EMPTY_FILE))
    return _hashed(parts, raws)


class _Header(NamedTuple):
    """Where the columns of a feed stand in a file: their places in the order of the reader, and those not there."""

    order: list[int]
    names: list[str]
    absent: list[str]
    width: int


def _header_line(chunk: bytes) -> bytes:
    """The first line with anything in it."""
    return next((raw.removesuffix(b"\r") for raw in chunk.split(b"\n") if raw.strip()), b"")


def _header(chunk: bytes, feed: CsvFeed) -> tuple[_Header | None, int, int]:
    """(the header, how many bytes and lines of the chunk it ends after); None: blank so far."""
    at = lines = 0
    while at < len(chunk):
        end = chunk.find(b"\n", at) + 1 or len(chunk)
        raw, at, lines = chunk[at:end], end, lines + 1
        if raw.strip():
            fields = _fields(raw.removesuffix(b"\n").removesuffix(b"\r"))
            return _order(fields, feed), at, lines
    return None, at, lines


def _of_chunk(
    source: Source, first: int, chunk: bytes, header: _Header, quarantine: list[QuarantineRow], by_line: bool
) -> tuple[pl.DataFrame, list[bytes]]:
    """The rows of a piece of the file, whose first line is number `first`, and their bytes."""
    lines, plain, others = csv_lines.split(chunk, header.width)
    if by_line:
        others, plain = np.arange(len(lines)), csv_lines.PlainLines(np.zeros(0, np.int64), plain.fields.clear())
    odd: dict[int, list[str]] = {}
    for place in others.tolist():
        raw = lines[place]
        if not raw.strip():
            continue
        try:
            odd[place] = _row_fields(raw, header.width)
        except FieldError as error:
            quarantine.append(source.problem(first + place, error.column, error.reason, raw))
    own = pl.DataFrame(list(odd.values()), schema=plain.fields.schema, orient="row")
    places = np.concatenate([plain.places, np.array(list(odd), np.int64)])
    fields = pl.concat([plain.fields, own])
    if odd and len(plain.places):
        in_order = np.argsort(places, kind="stable")
        places, fields = places[in_order], fields[in_order]
    where = zip(header.order, header.names, strict=True)
    named = fields.select(pl.col(str(place)).alias(name) for place, name in where)
    rows = named.with_columns(*(pl.lit("").alias(name) for name in header.absent), line=pl.Series(first + places))
    raws = lines if len(places) == len(lines) else [lines[place] for place in places.tolist()]
    return rows, raws


def _row_fields(raw: bytes, width: int) -> list[str]:
    """The fields of a line, read by itself."""
    fields = _fields(raw)
    if len(fields) != width:
        raise FieldError(
            None, f"the row has {len(fields)} fields where the header has {width}; {_count_hint(len(fields), width)}"
        )
    return [field.strip() for field in fields]


def _hashed(parts: list[pl.DataFrame], raws: list[list[bytes]]) -> tuple[pl.DataFrame, list[bytes]]:
    """All rows of a file, with what tells them from others."""
    every = [raw for of_chunk in raws for raw in of_chunk]
    hashes, seen = csv_lines.row_hashes(every)
    rows = pl.concat([part.select(parts[0].columns) for part in parts], rechunk=True)
    return rows.with_columns(line_hash=pl.Series(hashes), seen=pl.Series(seen)), every


def _values(
    source: Source,
    feed: CsvFeed,
    rows: pl.DataFrame,
    raws: list[bytes],
    quarantine: list[QuarantineRow],
    by_line: bool,
) -> pa.Table:
    """The rows by the feed's schema; those that cannot be read go to `quarantine`."""
    many = None if by_line or feed.columns_of is None else feed.columns_of(rows)
    sure = np.zeros(len(rows), np.bool_) if many is None else many["is_sure"].to_numpy()
    columns = Columns(feed.schema)
    read: list[int] = []
    doubtful = np.flatnonzero(~sure)
    some = rows[doubtful]
    for place, line, line_hash, seen, *fields in zip(
        doubtful.tolist(), *(some[name].to_list() for name in ("line", "line_hash", "seen", *feed.names)), strict=True
    ):
        try:
            values = feed.row_of(Row(line, tuple(fields), line_hash, seen))
        except FieldError as error:
            quarantine.append(source.problem(line, error.column, error.reason, raws[place]))
            continue
        read.append(place)
        columns.add(values)
    own = columns.frame()
    if many is None:
        found, places = own, np.array(read, np.int64)
    else:
        wanted = [name for name in own.columns if name in many.columns]
        found = many.filter("is_sure").select(pl.col(name).cast(own.schema[name]) for name in wanted)
        places = np.append(np.flatnonzero(sure), np.array(read, np.int64))
        if read:
            found = pl.concat([found, own.select(wanted)])[np.argsort(places)]
        places.sort()
    kept = rows.select("line", "line_hash")[places]
    whole = found.with_columns(
        source_file=pl.lit(source.name, pl.String), source_line=kept["line"].cast(pl.Int32), line_hash=kept["line_hash"]
    )
    return _table(whole, feed.schema)


def _fields(raw: bytes) -> list[str]:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FieldError(None, f"not UTF-8 (byte {error.start + 1} of the line); save the file as UTF-8") from error
    if "\0" in text:
        raise FieldError(None, "a zero byte stands in the line; the file is damaged or is no text: send it again")
    if '"' not in text:
        return text.split(",")
    try:
        return next(csv.reader([text], strict=True))
    except csv.Error as error:
        raise FieldError(
            None,
            "a quoted field is not closed, or goes on behind its quote; close it on its line and double inner quotes",
        ) from error


def _count_hint(found: int, width: int) -> str:
    return (
        'put quotes around a field that holds a comma: "Lee, Jr."'
        if found > width
        else "keep the commas of empty fields"
    )


def _order(header: list[str], feed: CsvFeed) -> _Header:
    """Where each column of the reader stands in the file."""
    names = [name.strip() for name in header]
    expected = ",".join(feed.required) + "".join(f"[,{name}]" for name in feed.optional)
    for name in names:
        if names.count(name) > 1:
            raise FieldError(name, f'the header has "{name}" twice; expected {expected}')
    for name in names:
        if name not in feed.names:
            meant = did_you_mean(name, feed.names)
            raise FieldError(name, f'the header has an unknown column "{name}"; {meant}expected {expected}')
    for name in feed.required:
        if name not in names:
            raise FieldError(name, f'the header has no column "{name}"; expected {expected}')
    present = [name for name in feed.names if name in names]
    absent = [name for name in feed.names if name not in names]
    return _Header([names.index(name) for name in present], present, absent, len(names))


# -- fields ------------------------------------------------------------------------------------------------------------


def needed(column: str, text: str) -> str:
    """The text of a field that may not be empty."""
    if not text:
        raise FieldError(column, f"{column} is empty; fill it in")
    return text


def maybe(text: str) -> str | None:
    """The text, or None for an empty field."""
    return text or None


def word(column: str, text: str, words: Sequence[str]) -> str:
    """One word of a list."""
    if text not in words:
        listed = ", ".join(words)
        raise FieldError(column, f'{column} is "{text}"; {did_you_mean(text, words)}write one of {listed}')
    return text


def day(column: str, text: str) -> date:
    """A calendar day, YYYY-MM-DD."""
    if _DATE.fullmatch(text):
        try:
            found = date.fromisoformat(text)
        except ValueError:
            pass  # a thirteenth month, a thirtieth of February: the same advice
        else:
            return _in_range(column, found)
    raise FieldError(column, f'{column} is "{text}"; write a calendar day as YYYY-MM-DD')


def _in_range(column: str, found: date) -> date:
    if not YEAR_FIRST <= found.year <= YEAR_LAST:
        raise FieldError(column, f"{column} is in the year {found.year}; check the year")
    return found


def clock_minutes(column: str, text: str) -> int:
    """A time of day, HH:MM, in minutes after midnight."""
    found = _CLOCK.fullmatch(text)
    if not found:
        raise FieldError(column, f'{column} is "{text}"; write the time as HH:MM, from 00:00 to 23:59')
    return int(found[1]) * 60 + int(found[2])


def instant(column: str, text: str) -> tuple[int, int]:
    """An RFC 3339 time with offset as microseconds since 1970 in UTC, and its offset in minutes."""
    if _INSTANT.fullmatch(text):
        try:
            at = datetime.fromisoformat(text.upper())
        except ValueError:
            pass  # a time that does not exist: the same advice
        else:
            _in_range(column, at.date())
            offset = at.utcoffset()
            assert offset is not None  # the pattern asks for one
            return (at - _EPOCH) // _MICROSECOND, int(offset.total_seconds() // 60)
    raise FieldError(column, f'{column} is "{text}"; write a time with offset as 2018-06-02T10:04:11-07:00')


def whole(column: str, text: str, most: int) -> int | None:
    """A whole number from 0 to `most`, None for an empty field."""
    if not text:
        return None
    if not _WHOLE.fullmatch(text) or int(text) > most:
        raise FieldError(column, f'{column} is "{text}"; write a whole number from 0 to {most:,}')
    return int(text)


def cents(column: str, text: str) -> int | None:
    """An amount of money with at most two decimals, in cents; None for an empty field."""
    if not text:
        return None
    found = _MONEY.fullmatch(text)
    if not found:
        raise FieldError(column, f'{column} is "{text}"; write an amount as 565 or 565.50, without sign or separators')
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
