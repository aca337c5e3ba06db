"""The CSV feeds' common ground: header, rows, fields, and what is wrong with them.

A record is a line: a quote left open costs its own line and no other. Columns may stand in any order, but each has to
be there once. A row that repeats another of the file word for word lands once, unless the feed knows better.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import pyarrow as pa

from parsers.nearest import did_you_mean
from parsers.quarantine import QuarantineRow, listed
from parsers.source import Source

EMPTY_FILE: Final = "the file is empty: not even a header; send it again, or remove it if nothing happened"

# A year outside these is a slip of the keyboard.
YEAR_FIRST: Final = 1970
YEAR_LAST: Final = 2199

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
    """Values by column, row by row, until the table is built."""

    schema: pa.Schema
    values: dict[str, list[Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.values = {name: [] for name in self.schema.names}

    def add(self, row: dict[str, Any]) -> None:
        """Appends one row; it has to name every column of the schema."""
        for name, values in self.values.items():
            values.append(row[name])

    def table(self) -> pa.Table:
        arrays = []
        for column in self.schema:
            values = self.values[column.name]
            if pa.types.is_dictionary(column.type):
                arrays.append(pa.array(values, type=column.type.value_type).dictionary_encode())
            elif pa.types.is_timestamp(column.type):
                arrays.append(pa.array(values, type=pa.int64()).cast(column.type))
            else:
                arrays.append(pa.array(values, type=column.type))
        return pa.Table.from_arrays(arrays, schema=self.schema)


def read_csv(
    source: Source,
    schema: pa.Schema,
    required: Sequence[str],
    row_of: Callable[[Row], dict[str, Any]],
    optional: Sequence[str] = (),
    repeats: Callable[[Row], bool] = lambda row: row.seen,
) -> ParsedTable:
    """Reads a whole CSV feed: `row_of` turns a row's fields (required, then optional ones) into the schema's columns.

    Rows that repeat another, by `repeats`, which sees every row in order, are left out.

    `source_file`, `source_line` and `line_hash` are filled in here where the schema has them.
    """
    quarantine: list[QuarantineRow] = []
    columns = Columns(schema)
    own = {name for name in ("source_file", "source_line", "line_hash") if name in schema.names}
    for row, raw in _rows(source, required, optional, quarantine):
        if repeats(row):
            continue
        try:
            values = row_of(row)
        except FieldError as error:
            quarantine.append(source.problem(row.line, error.column, error.reason, raw))
            continue
        if "line_hash" in own:
            values["line_hash"] = row.line_hash
        values["source_file"], values["source_line"] = source.name, row.line
        columns.add(values)
    quarantine.extend(source.take_problems())
    quarantine.sort(key=lambda problem: problem.line or 0)
    return ParsedTable(columns.table(), listed(quarantine) + source.beyond())


def _rows(
    source: Source, required: Sequence[str], optional: Sequence[str], quarantine: list[QuarantineRow]
) -> Iterator[tuple[Row, bytes]]:
    """The rows that have the right number of fields; others go to `quarantine`."""
    order: list[int] | None = None
    width = 0
    absent: tuple[str, ...] = ()
    told: dict[bytes, int] = {}
    for number, raw in _lines(source):
        if not raw.strip():
            continue
        try:
            fields = _fields(raw)
            if order is None:
                order, absent = _order(fields, required, optional)
                width = len(fields)
                continue
            if len(fields) != width:
                raise FieldError(
                    None,
                    f"the row has {len(fields)} fields where the header has {width}; {_count_hint(len(fields), width)}",
                )
        except FieldError as error:
            if order is None:  # without a header no row can be read: the whole file waits
                quarantine.append(source.problem(None, error.column, error.reason, raw))
                return
            quarantine.append(source.problem(number, error.column, error.reason, raw))
            continue
        values = (*[fields[i].strip() for i in order], *absent)
        times = told[raw] = told.get(raw, 0) + 1
        yield Row(number, values, row_hash(raw, times), seen=times > 1), raw
    quarantine.extend(source.take_problems())
    if order is None and not quarantine:  # blank lines only
        quarantine.append(source.problem(None, None, EMPTY_FILE))


def row_hash(raw: bytes, times: int = 1) -> int:
    """A row's 64-bit hash over its bytes as written, without the line's end; and how many times they stood there."""
    if times > 1:
        raw += f"\n{times}".encode()
    return int.from_bytes(blake2b(raw, digest_size=8).digest(), "little", signed=True)


def _lines(source: Source) -> Iterator[tuple[int, bytes]]:
    for first, chunk in source.chunks():
        for offset, raw in enumerate(chunk.split(b"\n")):
            yield first + offset, raw.removesuffix(b"\r")


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


def _order(header: list[str], required: Sequence[str], optional: Sequence[str]) -> tuple[list[int], tuple[str, ...]]:
    """Where each column of the reader stands in the file, and empty fields for the optional ones that are absent."""
    names = [name.strip() for name in header]
    known = [*required, *optional]
    expected = ",".join(required) + "".join(f"[,{name}]" for name in optional)
    for name in names:
        if names.count(name) > 1:
            raise FieldError(name, f'the header has "{name}" twice; expected {expected}')
    for name in names:
        if name not in known:
            meant = did_you_mean(name, known)
            raise FieldError(name, f'the header has an unknown column "{name}"; {meant}expected {expected}')
    for name in required:
        if name not in names:
            raise FieldError(name, f'the header has no column "{name}"; expected {expected}')
    present = [name for name in known if name in names]
    return [names.index(name) for name in present], ("",) * (len(known) - len(present))


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
