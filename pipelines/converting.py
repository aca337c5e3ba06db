"""Hands from any format that is read into another one, a batch at a time; the file appears whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import pyarrow.parquet as pq

from parsers import schemas
from parsers.batch import to_tables
from parsers.detect import HAND_FEEDS, PACKED, WRITTEN, feed_of
from parsers.hand_files import read_hands
from parsers.handlog import ParsedHands
from parsers.likely import likely
from parsers.source import Source
from parsers.writing.handlog import log_lines, note_lines
from parsers.writing.losses import Losses
from parsers.writing.ohh import ohh_lines
from parsers.writing.phh import phh_texts
from pipelines.auditing.inputs import find_inputs
from pipelines.errors import InputError
from warehouse.parquet import plain

_TABLES: Final = ("hands", "seats", "events", "notes")
_HELD_MOST: Final = 100_000  # hands of a file that are put back into its order at once


@dataclass
class Converted:
    """What a conversion came to."""

    read: int = 0
    notes_lost: int = 0
    losses: Losses = field(default_factory=Losses)
    unread: Counter[str] = field(default_factory=Counter)
    passed_over: list[Path] = field(default_factory=list)

    def told(self) -> Iterator[str]:
        """What is lost, a line each."""
        lost = list(self.losses.lines())
        if self.notes_lost:
            lost.append(f"table notes: {self.notes_lost:,}")
        yield from (["lost:", *(f"  {line}" for line in lost)] if lost else ["nothing is lost"])
        for reason, count in sorted(self.unread.items()):
            yield f"not read: {count:,} x {reason}"
        for path in self.passed_over:
            holds = "" if feed_of(path) else f": it looks like {likely(path).said()}"
            yield f"passed over: {path}; no format of hands has a file of this name{holds}"


def named_after(path: Path, to: str) -> Path:
    """The file that a conversion makes of another, in the current folder."""
    stem = path.name
    for packing in PACKED:
        stem = stem.removesuffix(packing)
    stem = stem.removesuffix(".hands.jsonl").partition(".")[0] if not path.is_dir() else stem
    return Path(f"{stem or 'hands'}{WRITTEN[to]}")


def convert(paths: Iterable[Path], to: str, out: Path, feed: str | None = None) -> Converted:
    """Writes every hand of the files into `out`. Raises InputError if there is none, or it cannot be written."""
    inputs = find_inputs(paths, feed)
    files = [file for file in inputs.files if file.feed in HAND_FEEDS]
    if not files:
        raise InputError("no file of hands among what was named")
    if out.exists() and any(out.samefile(file.path) for file in files):
        raise InputError(f"{out}: is one of the files that are read; name another with --out")
    if to == "parquet" and out.exists():
        raise InputError(f"{out}: is there already; name another folder with --out")
    if not out.parent.is_dir():
        raise InputError(f"{out.parent}: no such folder to write into")
    done = Converted(passed_over=inputs.passed_over)
    done.passed_over += [file.path for file in inputs.files if file.feed not in HAND_FEEDS]
    parts = (_counted(read_hands(Source(file.path), file.feed), done) for file in files)
    try:
        if to == "parquet":
            _write_tables(parts, out, done)
        else:
            _write_text(parts, out, _WRITERS[to](done))
    except OSError as error:
        raise InputError(f"{out}: cannot be written: {error.strerror or error}") from None
    return done


def _counted(parts: Iterable[ParsedHands], done: Converted) -> Iterator[ParsedHands]:
    for parsed in parts:
        done.read += len(parsed.batch)
        for row in parsed.quarantine:
            done.unread[f"{row.source_file}: {row.reason}" if row.reason else row.source_file] += 1
        yield parsed


Lines = Callable[[ParsedHands], list[tuple[int, str]]]  # the lines of a part of a file, each with that of the file


def _placed(parsed: ParsedHands, texts: list[str], kept: list[bool]) -> list[tuple[int, str]]:
    lines = [line for line, keep in zip(parsed.batch.line.tolist(), kept, strict=True) if keep]
    return list(zip(lines, texts, strict=True))


def _as_log(done: Converted) -> Lines:
    def lines(parsed: ParsedHands) -> list[tuple[int, str]]:
        kept: list[bool] = []
        texts = log_lines(parsed.batch, done.losses, kept)
        notes = zip(parsed.notes["source_line"].to_pylist(), note_lines(parsed.notes), strict=True)
        return _placed(parsed, texts, kept) + list(notes)

    return lines


def _as_ohh(done: Converted) -> Lines:
    def lines(parsed: ParsedHands) -> list[tuple[int, str]]:
        kept: list[bool] = []
        done.notes_lost += len(parsed.notes)
        return _placed(parsed, ohh_lines(parsed.batch, done.losses, kept), kept)

    return lines


def _as_phh(done: Converted) -> Lines:
    def lines(parsed: ParsedHands) -> list[tuple[int, str]]:
        kept: list[bool] = []
        done.notes_lost += len(parsed.notes)
        return _placed(parsed, phh_texts(parsed.batch, done.losses, kept), kept)

    return lines


_WRITERS: Final[dict[str, Callable[[Converted], Lines]]] = {"jsonl": _as_log, "ohh": _as_ohh, "phh": _as_phh}


def _write_text(files: Iterable[Iterable[ParsedHands]], out: Path, lines: Lines) -> None:
    """All files one behind the other, each in its own order."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=out.parent, prefix=f".{out.name}.", delete=False
    ) as file:
        try:
            sections = 0
            for parts in files:
                held: list[tuple[int, str]] = []
                for parsed in parts:
                    held += lines(parsed)
                    if len(held) >= _HELD_MOST:
                        sections = _put(file, held, sections, out)
                        held = []
                sections = _put(file, held, sections, out)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, out)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _put(file: IO[str], held: list[tuple[int, str]], sections: int, out: Path) -> int:
    """Writes lines in the order of their file; sections of PHH have a header each. How many there are now."""
    for _, text in sorted(held, key=lambda placed: placed[0]):
        sections += 1
        file.write(f"[{sections}]\n{text}\n" if text.startswith("variant = ") else f"{text}\n")
    return sections


def _write_tables(files: Iterable[Iterable[ParsedHands]], out: Path, done: Converted) -> None:
    """A folder with one Parquet file a table."""
    folder = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        empty = {name: plain(schemas.TABLES[name].empty_table()).schema for name in _TABLES}
        writers = {name: pq.ParquetWriter(folder / f"{name}.parquet", schema) for name, schema in empty.items()}
        for parts in files:
            for parsed in parts:
                for name, table in {**to_tables(parsed.batch), "notes": parsed.notes}.items():
                    writers[name].write_table(plain(table))
                done.losses.written += len(parsed.batch)
        for writer in writers.values():
            writer.close()
        os.chmod(folder, 0o755)
        os.replace(folder, out)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
