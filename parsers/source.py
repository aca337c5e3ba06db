"""A source file: its bytes in chunks of whole lines, however large it is and however it is packed.

`.gz` and `.zst` are unpacked on the way. What is wrong with the file as a whole (damaged, empty, not UTF-8), and lines
too long to be a record, become quarantine rows that `take_problems` hands over; reading goes on where it can.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple, Protocol, cast

import pyarrow as pa

from parsers.quarantine import LISTED_MOST, UNLISTED, QuarantineRow, raw_text

LINE_MOST: Final = 4 << 20  # bytes; the longest hand ever logged is a hundredth of this
BATCH_BYTES: Final = 4 << 20  # small enough for the caches, large enough to forget what a batch costs
BOM: Final = b"\xef\xbb\xbf"

_GZIP_MAGIC: Final = b"\x1f\x8b"
_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_UTF16_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")
_NEWLINE: Final = ord("\n")
_PIECE: Final = 64 << 10
_PACKED_MOST: Final = 32  # what is packed more tightly than this comes in more pieces
_LEAST: Final = 4  # bytes of a buffer: a byte order mark must be seen at once
_HEAD: Final = 4 << 10  # what is kept of a line too long, to show its beginning
SLACK: Final = 64  # bytes behind every view that may be read, whatever they say: kernels read words, not bytes


def sha256_of(path: Path | str) -> str:
    """The SHA-256 of a file's bytes as stored, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _DamagedError(Exception):
    """The stream cannot be read on; the text is a reason for quarantine."""


class View(NamedTuple):
    """Whole lines of a file where they were read: from `start` to `end` of `buffer`, the first of them number `line`.

    Before `start` the reader may write as much as it asked room for; behind `end` it may read `SLACK` bytes.
    """

    line: int
    buffer: bytearray
    start: int
    end: int
    last: bool  # the file ends here; False says nothing

    def ended(self) -> View:
        """The view with an end behind its last line, which only the last line of a file may lack."""
        if self.buffer[self.end - 1] == _NEWLINE:
            return self
        self.buffer[self.end] = _NEWLINE
        return self._replace(end=self.end + 1)


class Source:
    """One feed file. `name` is its file name, `sha256` that of its bytes as stored.

    Who has that hash already says so: otherwise it is made when it is first asked for, which reads the whole file.
    `ours` is a copy that we made: that it cannot be read is our disk's fault and not the file's, and is raised.
    """

    def __init__(
        self, path: Path | str, line_most: int = LINE_MOST, sha256: str | None = None, ours: bool = False
    ) -> None:
        self.path = Path(path)
        self.name = self.path.name
        self.line_most = line_most
        self._sha256 = sha256
        self._ours = ours
        self._met = 0  # problems of the file, those beyond the listed ones too
        self._problems: list[QuarantineRow] = []
        self._counted: int | None = None
        self.stored_read = 0  # bytes of the file as stored that were read so far

    @property
    def sha256(self) -> str:
        if self._sha256 is None:
            self._sha256 = sha256_of(self.path)
        return self._sha256

    def problem(self, line: int | None, field: str | None, reason: str, raw: bytes | str = "") -> QuarantineRow:
        """A quarantine row of this file; `UNLISTED` where so many were made that the others are only counted."""
        self._met += 1
        if self._met > LISTED_MOST:
            return UNLISTED
        return self._row(line, field, reason, raw)

    def meet(self, line: int | None, field: str | None, reason: str, raw: bytes | str = "") -> None:
        """Notes a problem for `take_problems`, where a reader meets it before it has a batch to tell it with."""
        self._problems.append(self.problem(line, field, reason, raw))

    def beyond(self) -> list[QuarantineRow]:
        """Behind the last row: one that says how many there were beyond those listed; none where all are listed."""
        if self._met <= LISTED_MOST:
            return []
        more, self._met = self._met - LISTED_MOST, 0
        reason = (
            f"{more:,} more lines of this file could not be read; the first {LISTED_MOST:,} are listed: "
            "correct what they have in common and send the file again"
        )
        return [self._row(None, None, reason)]

    def _row(self, line: int | None, field: str | None, reason: str, raw: bytes | str = "") -> QuarantineRow:
        try:
            digest = self.sha256
        except OSError:  # the file cannot be opened: that is the reason itself
            digest = ""
        return QuarantineRow(self.name, digest, line, field, reason, raw_text(raw))

    def take_problems(self) -> list[QuarantineRow]:
        """The problems met since the last call: of the file (`line` None), or of a line that was skipped."""
        taken, self._problems = self._problems, []
        return taken

    def head(self, size: int = _HEAD) -> bytes:
        """How the file begins, unpacked; nothing where it cannot be read, which whoever reads it says."""
        already = self.take_problems()
        begins = next((piece[:size] for _, piece in self.chunks(size)), b"")
        self._problems = already
        return begins

    def chunks(self, batch_bytes: int = BATCH_BYTES) -> Iterator[tuple[int, bytes]]:
        """Pieces of about `batch_bytes` as (number of the first line, bytes), each cut behind a line's end.

        Only the last piece may lack its line's end. A byte order mark at the start is dropped. A line over `line_most`
        bytes is skipped without being held, and becomes a problem.
        """
        for view in self.views(batch_bytes):
            yield view.line, bytes(memoryview(view.buffer)[view.start : view.end])

    def views(self, batch_bytes: int = BATCH_BYTES, room: int = 0) -> Iterator[View]:
        """`chunks` without a copy: all stand in one buffer, and the next one overwrites the last.

        `room` is how many bytes a reader wants to write in front of a view.
        """
        try:
            yield from self._cut(max(_LEAST, batch_bytes), room)
        except _DamagedError as damage:
            self._problems.append(self.problem(None, None, str(damage)))
        except OSError as error:
            if self._ours:
                raise
            reason = f"the file cannot be read ({error.strerror or error}); check that it is there and may be opened"
            self._problems.append(self.problem(None, None, reason))

    def lines_were(self, count: int) -> None:
        """Told by a reader that counts lines itself, before it asks for the next view: spares counting them twice."""
        self._counted = count

    # -- reading ---------------------------------------------------------------------------------------------------

    def _cut(self, size: int, room: int) -> Iterator[View]:
        with open(self.path, "rb", buffering=0) as file:
            stream = self._stream(file)
            # A buffer is written to when it is made: no larger than the file needs.
            stored = os.fstat(file.fileno()).st_size
            size = max(_LEAST, min(size, stored + 1 if stream is file else stored * _PACKED_MOST))
            buffer = bytearray(room + size + SLACK)
            line = 1
            kept = 0  # bytes behind the room: the beginning of a line whose end has not been read yet
            skipped = -1  # bytes of the line being skipped; -1: none is
            head = b""
            begun = False
            ended = False
            damage: _DamagedError | None = None
            while not ended:
                filled, damage = _fill(stream, buffer, room + kept, room + size)
                self.stored_read = stored if file.closed else file.tell()  # what is unpacked closes it at its end
                ended = filled < room + size
                start = room if begun else _text_start(buffer, room, filled, damage)
                begun = True
                if skipped >= 0:
                    end = buffer.find(b"\n", start, filled)
                    stop = filled if end < 0 else end
                    head += buffer[start : min(stop, start + _HEAD - len(head))]
                    skipped += stop - start
                    if end < 0:
                        start = filled
                    else:
                        self._too_long(line, head, skipped)
                        line, skipped, start = line + 1, -1, end + 1
                end = max(start, buffer.rfind(b"\n", start, filled) + 1)
                if ended and filled - end <= self.line_most:
                    end = filled  # the last line may lack its end
                for long_start, long_end in self._long_lines(buffer, start, end):
                    if long_start > start:
                        yield View(line, buffer, start, long_start, False)
                        line += self._lines_of(buffer, start, long_start)
                    self._too_long(line, bytes(buffer[long_start : long_start + _HEAD]), long_end - long_start)
                    line, start = line + 1, long_end + 1
                if start < end:
                    yield View(line, buffer, start, end, ended and end == filled)
                    line += self._lines_of(buffer, start, end)
                kept = filled - end
                if kept > self.line_most:
                    head, skipped, kept = bytes(buffer[end : end + _HEAD]), kept, 0
                else:
                    memoryview(buffer)[room : room + kept] = memoryview(buffer)[end:filled]
                if kept > size // 2:
                    # A new buffer, not a longer one: a reader may still hold a view of the old.
                    size *= 2
                    buffer = buffer[: room + kept] + bytearray(size - kept + SLACK)
            if skipped >= 0:
                self._too_long(line, head, skipped)
            if damage is not None:
                raise damage

    def _lines_of(self, buffer: bytearray, start: int, end: int) -> int:
        counted, self._counted = self._counted, None
        return buffer.count(b"\n", start, end) if counted is None else counted

    def _long_lines(self, data: bytearray, start: int, end: int) -> list[tuple[int, int]]:
        """(start, end) of each line over the limit in `data` from `start` to `end`; the last may lack its end if short.

        Looks for the last line end within a limit's length, and jumps there: only a few bytes a jump are read.
        """
        found: list[tuple[int, int]] = []
        most = self.line_most
        while end - start > most:
            stop = data.rfind(b"\n", start, start + most + 1)
            if stop < 0:
                stop = data.index(b"\n", start + most + 1)
                found.append((start, stop))
            start = stop + 1
        return found

    def _too_long(self, line: int, head: bytes, length: int) -> None:
        reason = (
            f"the line is {length:,} bytes long, the most is {self.line_most:,}; "
            "a record stands on a line of its own: check that the line ends were not lost"
        )
        self._problems.append(self.problem(line, None, reason, head[:length]))

    def _stream(self, file: IO[bytes]) -> _Stream:
        """The file's bytes, unpacked."""
        magic = file.read(4)
        file.seek(0)
        if not magic:
            raise _DamagedError("the file is empty; send it again, or remove it if nothing happened")
        packed_name = self.path.suffix.lower()
        if magic.startswith(_GZIP_MAGIC):
            return _Pieces(_gzip_pieces(file))
        if magic == _ZSTD_MAGIC:
            return _Pieces(_zstd_pieces(file))
        if packed_name in (".gz", ".zst"):
            kind = "gzip" if packed_name == ".gz" else "Zstandard"
            raise _DamagedError(f"the file is named {packed_name} but is no {kind} data; rename it, or send it again")
        return cast(_Stream, file)


class _Stream(Protocol):
    """Bytes that are written where there is room for them."""

    def readinto(self, room: memoryview, /) -> int:
        """How many bytes were written into `room`; 0 at the end."""


class _Pieces:
    """Pieces of bytes as a stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readinto(self, room: memoryview, /) -> int:
        if not self._rest:
            self._rest = memoryview(next(self._pieces, b""))
        count = min(len(room), len(self._rest))
        room[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def _gzip_pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The unpacked bytes in small pieces, so that damage costs little of them."""
    unpacked = gzip.GzipFile(fileobj=file)
    try:
        while piece := unpacked.read1(_PIECE):
            yield piece
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise _DamagedError(f"the gzip data is damaged or cut off ({error}); send the file again") from error


class _Stored:
    """A file that tells a fault of the disk from one of what it holds; both reach us as an OSError of the unpacker."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.failed: OSError | None = None

    def read(self, size: int = -1) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            self.failed = error
            raise

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def _zstd_pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The unpacked bytes in small pieces, so that damage costs little of them."""
    stored = _Stored(file)
    stream = pa.CompressedInputStream(pa.PythonFile(stored, mode="r"), "zstd")
    try:
        while piece := stream.read(_PIECE):
            yield piece
    except (OSError, pa.ArrowException) as error:
        if stored.failed is not None:
            raise stored.failed from error
        raise _DamagedError(f"the Zstandard data is damaged or cut off ({error}); send the file again") from error


def _fill(stream: _Stream, buffer: bytearray, filled: int, limit: int) -> tuple[int, _DamagedError | None]:
    """(bytes in the buffer then, damage met): reads on from `filled` until `limit` or the stream's end."""
    with memoryview(buffer) as room:
        try:
            while filled < limit and (count := stream.readinto(room[filled:limit])):
                filled += count
        except _DamagedError as damage:  # what was read before the damage still counts
            return filled, damage
    return filled, None


def _text_start(buffer: bytearray, start: int, filled: int, damage: _DamagedError | None) -> int:
    """Where the text of a file begins, whose first bytes are at `start`: behind a byte order mark."""
    if filled == start:
        raise damage or _DamagedError(
            "the file is empty once unpacked; send it again, or remove it if nothing happened"
        )
    if buffer.startswith(_UTF16_BOMS, start):
        raise _DamagedError("the file is UTF-16; save it as UTF-8 and send it again")
    return start + len(BOM) if filled - start >= len(BOM) and buffer.startswith(BOM, start) else start
