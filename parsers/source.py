"""A source file: its bytes in chunks of whole lines, however large it is and however it is packed.

`.gz` and `.zst` are unpacked on the way. What is wrong with the file as a whole (damaged, empty, not UTF-8), and lines
too long to be a record, become quarantine rows that `take_problems` hands over; reading goes on where it can.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, Final

import pyarrow as pa

from parsers.quarantine import QuarantineRow, raw_text

LINE_MOST: Final = 4 << 20  # bytes; the longest hand ever logged is a hundredth of this
BATCH_BYTES: Final = 4 << 20  # small enough for the caches, large enough to forget what a batch costs
BOM: Final = b"\xef\xbb\xbf"

_GZIP_MAGIC: Final = b"\x1f\x8b"
_ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_UTF16_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")
_PIECE: Final = 64 << 10
_HEAD: Final = 4 << 10  # what is kept of a line too long, to show its beginning


def sha256_of(path: Path | str) -> str:
    """The SHA-256 of a file's bytes as stored, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _DamagedError(Exception):
    """The stream cannot be read on; the text is a reason for quarantine."""


class Source:
    """One feed file. `name` is its file name, `sha256` that of its bytes as stored."""

    def __init__(self, path: Path | str, line_most: int = LINE_MOST) -> None:
        self.path = Path(path)
        self.name = self.path.name
        self.line_most = line_most
        self._problems: list[QuarantineRow] = []

    @cached_property
    def sha256(self) -> str:
        return sha256_of(self.path)

    def problem(self, line: int | None, field: str | None, reason: str, raw: bytes | str = "") -> QuarantineRow:
        """A quarantine row of this file."""
        try:
            digest = self.sha256
        except OSError:  # the file cannot be opened: that is the reason itself
            digest = ""
        return QuarantineRow(self.name, digest, line, field, reason, raw_text(raw))

    def take_problems(self) -> list[QuarantineRow]:
        """The problems met since the last call: of the file (`line` None), or of a line that was skipped."""
        taken, self._problems = self._problems, []
        return taken

    def chunks(self, batch_bytes: int = BATCH_BYTES) -> Iterator[tuple[int, bytes]]:
        """Pieces of about `batch_bytes` as (number of the first line, bytes), each cut behind a line's end.

        Only the last piece may lack its line's end. A byte order mark at the start is dropped. A line over `line_most`
        bytes is skipped without being held, and becomes a problem.
        """
        try:
            yield from self._cut(max(1, batch_bytes))
        except _DamagedError as damage:
            self._problems.append(self.problem(None, None, str(damage)))
        except OSError as error:
            reason = f"the file cannot be read ({error.strerror or error}); check that it is there and may be opened"
            self._problems.append(self.problem(None, None, reason))

    # -- reading ---------------------------------------------------------------------------------------------------

    def _cut(self, batch_bytes: int) -> Iterator[tuple[int, bytes]]:
        line = 1
        held = b""  # the beginning of a line whose end has not been read yet
        skipped = -1  # bytes of the line being skipped; -1: none is
        head = b""
        damage: _DamagedError | None = None
        blocks = self._blocks(batch_bytes)
        while True:
            try:
                block = next(blocks, b"")
            except _DamagedError as error:  # what was read before the damage still counts
                damage, block = error, b""
            if not block:
                break
            if skipped >= 0:
                end = block.find(b"\n")
                head += block[: max(0, _HEAD - len(head))]
                if end < 0:
                    skipped += len(block)
                    continue
                self._too_long(line, head, skipped + end)
                line, skipped, block = line + 1, -1, block[end + 1 :]
            end = block.rfind(b"\n") + 1
            if end:
                whole = end == len(block) and not held
                data = block if whole else b"".join((held, memoryview(block)[:end]))
                held = block[end:]
                start = 0
                for long_start, long_end in self._long_lines(data):
                    if long_start > start:
                        piece = data[start:long_start]
                        yield line, piece
                        line += piece.count(b"\n")
                    self._too_long(line, data[long_start : long_start + _HEAD], long_end - long_start)
                    line, start = line + 1, long_end + 1
                if start < len(data):
                    piece = data[start:] if start else data
                    yield line, piece
                    line += piece.count(b"\n")
            else:
                held += block
            if len(held) > self.line_most:
                head, skipped, held = held[:_HEAD], len(held), b""
        if skipped >= 0:
            self._too_long(line, head, skipped)
        if held:
            yield line, held
        if damage is not None:
            raise damage

    def _long_lines(self, data: bytes) -> list[tuple[int, int]]:
        """(start, end) of each line over the limit in `data`, which ends with a line's end.

        Looks for the last line end within a limit's length, and jumps there: only a few bytes a jump are read.
        """
        found: list[tuple[int, int]] = []
        start, most = 0, self.line_most
        while len(data) - start > most:
            end = data.rfind(b"\n", start, start + most + 1)
            if end < 0:
                end = data.index(b"\n", start + most + 1)
                found.append((start, end))
            start = end + 1
        return found

    def _too_long(self, line: int, head: bytes, length: int) -> None:
        reason = (
            f"the line is {length:,} bytes long, the most is {self.line_most:,}; "
            "a record stands on a line of its own: check that the line ends were not lost"
        )
        self._problems.append(self.problem(line, None, reason, head[:length]))

    def _blocks(self, size: int) -> Iterator[bytes]:
        """The unpacked bytes, about `size` at a time, without a byte order mark."""
        with open(self.path, "rb") as file:
            magic = file.read(4)
            file.seek(0)
            if not magic:
                raise _DamagedError("the file is empty; send it again, or remove it if nothing happened")
            pieces = self._pieces(file, magic, size)
            start = next(pieces, b"")
            while start and len(start) < len(BOM):
                more = next(pieces, b"")
                if not more:
                    break
                start += more
            if not start:
                raise _DamagedError("the file is empty once unpacked; send it again, or remove it if nothing happened")
            if start[:2] in _UTF16_BOMS:
                raise _DamagedError("the file is UTF-16; save it as UTF-8 and send it again")
            held = [start.removeprefix(BOM)]
            total = len(held[0])
            damage: _DamagedError | None = None
            while True:
                if total >= size:
                    yield held[0] if len(held) == 1 else b"".join(held)
                    held, total = [], 0
                try:
                    piece = next(pieces, b"")
                except _DamagedError as error:  # what was read before the damage still counts
                    damage, piece = error, b""
                if not piece:
                    break
                held.append(piece)
                total += len(piece)
            if total:
                yield b"".join(held)
            if damage is not None:
                raise damage

    def _pieces(self, file: IO[bytes], magic: bytes, size: int) -> Iterator[bytes]:
        """The unpacked bytes as they come. Packed files come in small pieces, so that damage costs little of them."""
        packed_name = self.path.suffix.lower()
        if magic.startswith(_GZIP_MAGIC):
            unpacked = gzip.GzipFile(fileobj=file)
            try:
                while piece := unpacked.read1(_PIECE):
                    yield piece
            except (gzip.BadGzipFile, EOFError, zlib.error) as error:
                raise _DamagedError(f"the gzip data is damaged or cut off ({error}); send the file again") from error
        elif magic == _ZSTD_MAGIC:
            stream = pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd")
            try:
                while piece := stream.read(_PIECE):
                    yield piece
            except (OSError, pa.ArrowException) as error:
                raise _DamagedError(
                    f"the Zstandard data is damaged or cut off ({error}); send the file again"
                ) from error
        elif packed_name in (".gz", ".zst"):
            kind = "gzip" if packed_name == ".gz" else "Zstandard"
            raise _DamagedError(f"the file is named {packed_name} but is no {kind} data; rename it, or send it again")
        else:
            while piece := file.read(size):
                yield piece
