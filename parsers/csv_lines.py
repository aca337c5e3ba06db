"""The lines of a CSV file as rows of texts: whole pieces at once, and the odd ones among them line by line.

A line is plain where it has only printable ASCII, no quote, and as many commas as the header: what its fields are is
then the same by any reader. Every other line goes to the reader that says what is wrong with it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

Places = npt.NDArray[np.int64]

_NEWLINE, _RETURN, _COMMA, _QUOTE, _SPACE, _LAST = (ord(sign) for sign in '\n\r," ~')
_IS_ODD: Final = np.array([not _SPACE <= byte <= _LAST or byte == _QUOTE for byte in range(256)])


class PlainLines(NamedTuple):
    """The plain lines of a piece: their places in it, and their fields, a column each, in the file's order."""

    places: Places
    fields: pl.DataFrame


def split(piece: bytes, width: int) -> tuple[list[bytes], PlainLines, Places]:
    """(every line of a piece without its end, the plain ones as fields, the places of the others).

    A line's place is its number in the piece. Blank lines are among the others.
    """
    lines = piece.split(b"\n")
    if not lines[-1]:
        lines.pop()
    data = np.frombuffer(piece, np.uint8)
    ends = np.flatnonzero(data == _NEWLINE)
    if len(ends) < len(lines):
        ends = np.append(ends, len(data))
    starts = np.append(0, ends[:-1] + 1)
    returns = (ends > starts) & (data[ends - 1] == _RETURN)
    if returns.any():
        lines = [line.removesuffix(b"\r") for line in lines]
    signs = np.flatnonzero(_IS_ODD[data])
    odd = _count(signs, starts, ends) - returns  # the return before a line's end is no part of it
    plain = (odd == 0) & (_count(np.flatnonzero(data == _COMMA), starts, ends) == width - 1)
    places = np.flatnonzero(plain)
    is_whole = len(places) == len(lines) and not returns.any()
    fields = _fields(piece if is_whole else b"\n".join([lines[place] for place in places.tolist()]), width)
    return lines, PlainLines(places, fields), np.flatnonzero(~plain)


def _count(signs: Places, starts: Places, ends: Places) -> Places:
    """How many of some places, in order, lie in each line."""
    counted: Places = np.searchsorted(signs, ends) - np.searchsorted(signs, starts)
    return counted


def _fields(text: bytes, width: int) -> pl.DataFrame:
    """The fields of plain lines without the blanks around them."""
    schema = {str(i): pl.String for i in range(width)}
    if not text:
        return pl.DataFrame(schema=schema)
    read = pl.read_csv(
        io.BytesIO(text), has_header=False, schema=schema, quote_char=None, empty_string_is_null=False,
        infer_schema=False,
    )  # fmt: skip
    return read.with_columns(pl.all().str.strip_chars(" ")) if b" " in text else read


def row_hash(raw: bytes, times: int = 1) -> int:
    """A row's 64-bit hash over its bytes as written, without the line's end; and how many times they stood there."""
    if times > 1:
        raw += f"\n{times}".encode()
    return int.from_bytes(blake2b(raw, digest_size=8).digest(), "little", signed=True)


def row_hashes(lines: Sequence[bytes]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """(each line's hash, whether it stood there before): `row_hash` of all lines of a file at once."""
    hashes = np.frombuffer(b"".join([blake2b(line, digest_size=8).digest() for line in lines]), "<i8").astype(np.int64)
    seen = np.zeros(len(lines), np.bool_)
    order = np.argsort(hashes, kind="stable")
    alike = np.flatnonzero(hashes[order][1:] == hashes[order][:-1])
    times: dict[bytes, int] = {}
    for i in np.unique(order[np.append(alike, alike + 1)]).tolist():
        times[lines[i]] = times.get(lines[i], 0) + 1
        if times[lines[i]] > 1:
            hashes[i], seen[i] = row_hash(lines[i], times[lines[i]]), True
    return hashes, seen
