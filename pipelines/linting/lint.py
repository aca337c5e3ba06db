"""Every file as its reader reads it: each row of its quarantine becomes a mark that points into the file."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from checks.law.house_check import check_house, wrong_rulebooks
from parsers.csvfeed import ParsedTable
from parsers.downs import read_downs
from parsers.drops import read_drops
from parsers.hand_files import HAND_FEEDS, read_hands
from parsers.house import RULEBOOKS_FOLDER, House, HouseError, own_rulebooks
from parsers.line_hash import BLANKS
from parsers.quarantine import QuarantineRow
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from pipelines.linting.csv_places import column_place, surplus_place
from pipelines.linting.json_places import event_place, field_place, second_place
from pipelines.linting.marks import Mark
from pipelines.linting.toml_places import toml_place
from pipelines.linting.unread import unread_fields

NO_HOUSE = House("no house file", "", {}, {})  # what a line says does not hang on the room's terms
_TABLES: dict[str, Callable[[Source], ParsedTable]] = {
    "downs": lambda source: read_downs(source, NO_HOUSE),
    "shuffles": lambda source: read_shuffler(source, NO_HOUSE),
    "drops": read_drops,
    "roster": read_roster,
}


@dataclass
class Linted:
    """One file: what it holds, and everything that is to be said of it, in the order of its lines."""

    path: Path
    holds: str
    marks: list[Mark] = field(default_factory=list)

    @property
    def wrong(self) -> int:
        """How many things are to be put right."""
        return sum(not mark.is_note for mark in self.marks)


def lint(path: Path, feed: str) -> Linted:
    """One file, read as this feed."""
    if feed in HAND_FEEDS:
        return _hands(path, feed)
    return _toml(path, feed) if feed in ("house", "rulebook") else _table(path, feed)


def _hands(path: Path, feed: str) -> Linted:
    counts: Counter[str] = Counter()
    bad: list[QuarantineRow] = []
    for parsed in read_hands(Source(path), feed):
        counts.update(hands=len(parsed.batch), notes=len(parsed.notes))
        bad += parsed.quarantine
    marks = list(_marks(path, feed, bad))
    holds = _counted(counts["hands"], "hand")
    if feed == "hands":
        marks += _unread(path)
        holds += f", {_counted(counts['notes'], 'table note')}"
    return Linted(path, holds, sorted(marks, key=_in_order))


def _table(path: Path, feed: str) -> Linted:
    parsed = _TABLES[feed](Source(path))
    return Linted(path, _counted(len(parsed.table), "row"), list(_marks(path, feed, parsed.quarantine)))


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _in_order(mark: Mark) -> tuple[int, int]:
    return mark.line or 0, mark.column or 0


# -- places ------------------------------------------------------------------------------------------------------------


def _marks(path: Path, feed: str, rows: list[QuarantineRow]) -> Iterator[Mark]:
    """The rows of quarantine with the lines that they are about."""
    if not rows:
        return
    is_csv = feed in _TABLES
    lines = _lines_of(path, {row.line for row in rows if row.line is not None})
    header = _first_line(path) if is_csv else None
    for row in rows:
        number, text = row.line, lines.get(row.line or 0)
        if row.line is None and row.column_or_field and header is not None:  # a header by which no row can be read
            number, text = header
        if number is None or text is None:
            yield Mark(str(path), number, None, _said(row, is_csv))
        elif is_csv:
            at = column_place(text, header[1] if header else None, row.column_or_field)
            if at is None:
                at = surplus_place(text, header[1] if header else None) if row.column_or_field is None else 0
            yield Mark(str(path), number, at + 1, _said(row, is_csv), text)
        else:
            yield Mark(str(path), number, _place(text, row) + 1, _said(row, is_csv), text)


def _said(row: QuarantineRow, is_csv: bool) -> str:
    """The reason; where it does not name its column itself, with the field in front."""
    named = row.column_or_field is None or is_csv or row.column_or_field.startswith("column ")
    return row.reason if named else f"{row.column_or_field}: {row.reason}"


def _place(line: str, row: QuarantineRow) -> int:
    """Where in its line, from 0, a row of quarantine of a file of hands points."""
    name = row.column_or_field
    if name is None:
        return 0
    indent = len(line) - len(line.lstrip(BLANKS.decode()))
    if name.startswith("column ") and name[7:].isdigit():
        return min(indent + int(name[7:]) - 1, len(line))
    if row.reason.startswith("the key stands twice"):
        return second_place(line, name) or 0
    at = field_place(line, name)
    if at is None:
        found = line.find(name)
        return max(found, indent, 0)
    return event_place(line, at, row.reason) if name.startswith("events[") else at


def _unread(path: Path) -> Iterator[Mark]:
    for number, raw in _numbered(path):
        text = raw.decode("utf-8", errors="replace")
        for name, said, is_slip in unread_fields(text):
            parent, _, key = name.rpartition(".")
            start = (field_place(text, parent) or 0) if parent else 0
            at = text.find(f'"{key}"', start)
            yield Mark(str(path), number, max(at, 0) + 1, said, text, is_note=not is_slip)


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    for first, chunk in Source(path).chunks():
        yield from enumerate(chunk.split(b"\n"), start=first)


def _lines_of(path: Path, wanted: Collection[int]) -> dict[int, str]:
    """The text of these lines."""
    if not wanted:
        return {}
    last = max(wanted)
    found: dict[int, str] = {}
    for number, raw in _numbered(path):
        if number in wanted:
            found[number] = raw.rstrip(b"\r").decode("utf-8", errors="replace")
        if number >= last:
            break
    return found


def _first_line(path: Path) -> tuple[int, str] | None:
    """The first line that is not blank: of a CSV file its header."""
    for number, raw in _numbered(path):
        if raw.strip():
            return number, raw.rstrip(b"\r").decode("utf-8", errors="replace")
    return None


# -- the house file ----------------------------------------------------------------------------------------------------


def _toml(path: Path, feed: str) -> Linted:
    marks = []
    for is_wrong, said in _remarks(path, feed):
        where = _file_of(path, said)
        try:
            text = where.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            marks.append(Mark(str(where), None, None, said, is_note=not is_wrong))
            continue
        name, _, rest = said.partition(": ")
        line, column = toml_place(text, rest)
        lines = text.splitlines()
        source = lines[line - 1] if line <= len(lines) else ""
        marks.append(Mark(str(where), line, column, rest or name, source, is_note=not is_wrong))
    return Linted(path, "house file" if feed == "house" else "rulebook", marks)


def _remarks(path: Path, feed: str) -> list[tuple[bool, str]]:
    if feed == "house":
        return [(remark.is_error, remark.text) for remark in check_house(path, dt.date.today())]
    try:
        texts = own_rulebooks(path.parent)
    except HouseError as error:
        return [(True, str(error))]
    told = wrong_rulebooks(House("", "", {}, {}, texts))
    return [(True, remark.text) for remark in told if remark.text.startswith(f"{path.stem}:")]


def _file_of(path: Path, said: str) -> Path:
    """Whose fault a message tells: the file's own, or that of a rulebook beside a house file."""
    book = path.parent / RULEBOOKS_FOLDER / f"{said.partition(':')[0]}.toml"
    return book if book.is_file() else path
