"""`make fuzz`: files of every format as nobody should send them, thousands of mutants a format, through every reader.

A mutant must be read or told: no reader raises, every line (or hand) that was put in is read or in quarantine, and the
good neighbors of a mutant are all read. Memory stays bounded over the whole run. Formats of lines and of blocks carry
several mutants a file, each between two good records; a format that is one document has one mutant a file. What is read
of hands goes on into tables, as a landing does it. The house file and rulebooks may be refused, each with its sentence.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pyarrow as pa

from checks.law.rulebook import RulebookError, rulebooks_of
from parsers.batch import to_tables
from parsers.downs import read_downs
from parsers.drops import read_drops
from parsers.hand_files import read_hands
from parsers.house import HouseError, load_house
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from tests.hostile_csv import HEADERS, NAMES, lines_of
from tests.lake_fixtures import hand as logged_hand

FEEDS: Final = Path(__file__).parent / "feeds"
HOUSES: Final = Path(__file__).parent / "cases" / "houses"
MUTANTS_A_FILE: Final = 10
MEMORY_MOST: Final = 1500 << 20
_PGFX: Final = "table-A_0115_PGFX_live_data_export"
_NUMBER: Final = re.compile(rb"[0-9]+(?:\.[0-9]+)?")
_QUOTED: Final = re.compile(rb'"[^"\n]*"')
# What a value may be replaced with: other scripts, signs of the formats themselves, what is out of every range.
_WORDS: Final = (
    b"", b" ", b"\x00", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\r", b"\t", b"\x1a", b'"', b"'", b"\\",
    b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b"[[[[[[[[", b":", b",", b"#", b"=", b"null", b"true", b"NaN",
    b"-Infinity", b"0", b"-1", b"00", b"1_0", b"1e3", b"1e400", b"0x10", b"9" * 10, b"9223372036854775807",
    b"9223372036854775808", b"9" * 400, b"0.001", b"-0.0", b"1.005", b"+5", b"\xef\xbc\x91\xef\xbc\x92", b"s0",
    b"s11", b"As", b"AsAs", b"10h", b"1969-12-31", b"2200-01-01T00:00:00Z", b"2018-02-30", b"9999-12-31T23:59:60Z",
    b"0000-00-00", b"$", b"\xe2\x82\xac5", b"a" * 300, b"*** FLOP ***", b"Seat 1:", b"shows", b"collected", b"raises",
    b"all-in", b"{} {0} %s", b"-- starting hand #", b"[1]", b"true = true",
)  # fmt: skip


class LostError(AssertionError):
    """A reader lost something that was put in."""


@dataclass(frozen=True)
class Read:
    """What a reader made of a file: the names of its records, how many it read, and how many rows it quarantined."""

    names: frozenset[str] = frozenset()
    records: int = 0
    quarantined: int = 0


@dataclass(frozen=True)
class Format:
    """A format: good records to choose from, how a file is made of them, and how it is read.

    `named` gives a record a name of its own. `lines` says that every line is a record; `is_document` that a mutant may
    take the whole file with it, as far as records begin in what is left of it.
    """

    name: str
    file: str
    records: tuple[bytes, ...]
    read: Callable[[Path], Read]
    head: bytes = b""
    between: bytes = b"\n"
    named: Callable[[bytes, int], bytes] = lambda record, number: record
    lines: bool = False
    is_document: bool = False
    begins: bytes = b""
    packed: Callable[[bytes], bytes] | None = None


# -- mutants -----------------------------------------------------------------------------------------------------------


def mutant(data: bytes, random: Random) -> bytes:
    """The bytes with one to three things done to them."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(_WAYS)(data, random)
    return data


def _place(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 1, 2, 5, 20, 100)))


def _turned(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) or 1)
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :] if data else data


def _cut_out(data: bytes, random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:start] + data[end:]


def _doubled(data: bytes, random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:end] + data[start:end] * random.choice((1, 1, 3, 200)) + data[end:]


def _moved(data: bytes, random: Random) -> bytes:
    start, end = _place(data, random)
    rest, at = data[:start] + data[end:], random.randrange(len(data) - (end - start) + 1)
    return rest[:at] + data[start:end] + rest[at:]


def _word_put_in(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_WORDS) + data[at:]


def _cut_off(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _replaced(pattern: re.Pattern[bytes], quote: bytes) -> Callable[[bytes, Random], bytes]:
    def replaced(data: bytes, random: Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return data
        one, word = random.choice(found), random.choice(_WORDS)
        other = random.choice(found)[0] if random.random() < 0.2 else quote * (random.random() < 0.7) + word + quote
        return data[: one.start()] + other + data[one.end() :]

    return replaced


def _line_gone(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    return b"\n".join(lines[:at] + random.choice(([], [lines[at], lines[at]], [lines[at - 1]])) + lines[at + 1 :])


_number_changed, _text_changed = _replaced(_NUMBER, b""), _replaced(_QUOTED, b'"')
_WAYS: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (
    _turned, _cut_out, _doubled, _moved, _word_put_in, _cut_off, _number_changed, _number_changed, _text_changed,
    _text_changed, _line_gone,
)  # fmt: skip


# -- formats -----------------------------------------------------------------------------------------------------------


def _hands(path: Path) -> Read:
    names, records, quarantined = set(), 0, 0
    for parsed in read_hands(Source(path)):
        tables = to_tables(parsed.batch)
        names.update(tables["hands"]["hand"].to_pylist())
        records += len(tables["hands"]) + len(parsed.notes)
        quarantined += len(parsed.quarantine)
    return Read(frozenset(names), records, quarantined)


def _rows(reader: Callable[[Source], object], name: str) -> Callable[[Path], Read]:
    def read(path: Path) -> Read:
        parsed = reader(Source(path))
        table: pa.Table = parsed.table  # type: ignore[attr-defined]
        return Read(frozenset(map(str, table[name].to_pylist())), len(table), len(parsed.quarantine))  # type: ignore[attr-defined]

    return read


def _law(path: Path) -> Read:
    """A house file with the rulebooks beside it: taken, or refused with a sentence."""
    try:
        rulebooks_of(load_house(path if path.name == "house.toml" else path.parent.parent / "house.toml"))
    except (HouseError, RulebookError) as refusal:
        if not str(refusal).strip():
            raise LostError("it was refused without a sentence") from refusal
        return Read(quarantined=1)
    return Read(records=1)


def _renamed(pattern: bytes) -> Callable[[bytes, int], bytes]:
    """Gives the first match of a pattern's group another number."""
    compiled = re.compile(pattern)

    def named(record: bytes, number: int) -> bytes:
        found = compiled.search(record)
        assert found is not None, pattern
        return record[: found.start(1)] + str(number).encode() + record[found.end(1) :]

    return named


_PHH: Final = b"""variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150.50, 99]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 ????', 'p3 cbr 6', 'p1 f', 'p2 cc', 'd db Jh2c2d', 'p2 cc', 'p3 f']
hand = 7
table = 'T1'
venue = 'Rio'
players = ['Ann', 'Bob', 'Cy']
time = 18:00:00
day = 15
month = 1
year = 2026
"""


def _text(name: str) -> bytes:
    return (FEEDS / name).read_bytes()


def _blocks(name: str, begins: bytes) -> tuple[bytes, ...]:
    """The hands of a site's history, each from its first line on."""
    parts = re.split(b"(?m)^(?=" + begins + b")", _text(name))
    return tuple(part.strip() for part in parts if part.strip())


def _hand_formats() -> Iterator[Format]:
    log = [logged_hand(n).encode() for n in range(6)]
    log += [line for line in _text("every-event.hands.jsonl").splitlines() if b'"hand"' in line]
    logged = Format("hand log", "x.hands.jsonl", tuple(log), _hands, named=_renamed(rb'"hand": ?"([^"]*)"'), lines=True)
    yield logged
    joined = b"\n".join(log) + b"\n"
    for name, packed in (("gzip", lambda data: gzip.compress(data, mtime=0)), ("zst", _zstd)):
        ending = "gz" if name == "gzip" else "zst"
        yield Format(f"hand log, {name}", f"x.hands.jsonl.{ending}", (joined,), _hands, is_document=True, packed=packed)
    yield Format("PHH", "x.phh", (_PHH,), _hands, is_document=True)
    sections = tuple(b"[1]\n" + _PHH.replace(b"200, 150.50", b"%d, 150.50" % n) for n in (200, 300))
    yield Format(
        "PHHS",
        "x.phhs",
        (b"\n".join(sections).replace(b"[1]", b"[2]", 1),),
        _hands,
        is_document=True,
        begins=b"variant =",
    )
    (ohh,) = [_text("example.ohh").strip()]
    yield Format(
        "Open Hand History", "x.ohh", (ohh,), _hands, between=b"\n\n", named=_renamed(rb'"game_number": ?"([^"]*)"'),
        is_document=True, begins=b'"ohh"',
    )  # fmt: skip
    yield Format(
        "Open Hand History, a list",
        "x.json",
        (b"[" + _ohh_list(ohh) + b"]",),
        _hands,
        is_document=True,
        begins=b'"ohh"',
    )
    stars = _blocks("pokerstars.txt", rb"PokerStars Hand")
    yield Format("PokerStars", "x.txt", stars, _hands, between=b"\n\n\n", named=_renamed(rb"#([0-9]+):"))
    clubs = _blocks("ggpoker.txt", rb"Poker Hand")
    yield Format("GGPoker", "y.txt", clubs, _hands, between=b"\n\n\n", named=_renamed(rb"#[A-Z]*([0-9]+):"))
    kings = _blocks("kingsclub.txt", rb"#[0-9]+:")[:2]  # the third one cannot be read, and says so
    yield Format("KingsClub", "k.txt", kings, _hands, between=b"\n\n", named=_renamed(rb"#([0-9]+):"))
    for name, begins in (
        ("poker_now_log_example.csv", b"-- starting hand #"),
        (f"{_PGFX}.json", b'"HandNum"'),
        (f"{_PGFX}.txt", b"HAND,"),
    ):
        yield Format(name, name, (_text(name),), _hands, is_document=True, begins=begins)


def _ohh_list(text: bytes) -> bytes:
    return json.dumps(json.loads(text.split(b"\n\n")[0])).encode()


def _zstd(data: bytes) -> bytes:
    return bytes(pa.compress(data, codec="zstd", asbytes=True))


def _other_formats() -> Iterator[Format]:
    house = load_house(HOUSES / "rio.toml")
    readers: dict[str, tuple[Callable[[Source], object], str]] = {
        "downs": (lambda source: read_downs(source, house), "table"),
        "shuffles": (lambda source: read_shuffler(source, house), "device"),
        "drops": (read_drops, "table"),
        "roster": (read_roster, "emp"),
    }
    for feed, (reader, column) in readers.items():
        lines = tuple(line.encode() for line in lines_of(feed, 60, Random(feed)))
        yield Format(feed, NAMES[feed], lines, _rows(reader, column), head=HEADERS[feed].encode() + b"\n", lines=True)
    yield Format("house file", "house.toml", ((HOUSES / "rio.toml").read_bytes(),), _law, is_document=True)
    book = min((HOUSES / "rulebooks").glob("*.toml"), key=lambda path: path.stat().st_size)
    yield Format("rulebook", f"rulebooks/{book.name}", (book.read_bytes(),), _law, is_document=True)


def formats() -> list[Format]:
    """Every format of `parsers.detect`, and those that share an ending."""
    return [*_hand_formats(), *_other_formats()]


# -- proving -----------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of the mutants of a format."""

    name: str
    mutants: int = 0
    read: int = 0
    quarantined: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0


def fuzz(kind: Format, mutants: int, seed: int, folder: Path) -> Tally:
    """Reads so many mutants of a format. What goes wrong is told with the seed that makes the file again."""
    tally, began = Tally(kind.name), time.perf_counter()
    path = folder / kind.file
    path.parent.mkdir(parents=True, exist_ok=True)
    due = _undisturbed(kind, path)
    number = 0
    while tally.mutants < mutants:
        random = Random(f"{kind.name} {seed} {number}")
        data, kept, count = _file(kind, random)
        path.write_bytes(data)
        try:
            found = kind.read(path)
            _prove(kind, data, kept, due, found)
            tally.read += found.records
            tally.quarantined += found.quarantined
        except Exception as error:  # the point of it all: told, with what makes it again
            trace = traceback.format_exception(error)[-3:] if not isinstance(error, LostError) else []
            tally.wrong.append(f"{kind.name}, seed {seed}, file {number}: {error!r}\n{''.join(trace)}")
        tally.mutants += count
        number += 1
    tally.seconds = time.perf_counter() - began
    return tally


def _undisturbed(kind: Format, path: Path) -> int:
    """How many records the reader finds in what nobody touched."""
    if path.parent.name == "rulebooks":
        (path.parent.parent / "house.toml").write_bytes(_house_with(path.stem))
    path.write_bytes(_whole(kind, [kind.named(record, n) for n, record in enumerate(kind.records)]))
    found = kind.read(path)
    assert found.records, f"{kind.name}: {found} of what nobody touched"
    return found.records


def _house_with(book: str) -> bytes:
    text = (HOUSES / "rio.toml").read_text()
    return re.sub(r"rulebooks = \[", f'rulebooks = ["{book}", ', text, count=1).encode()


def _whole(kind: Format, records: Sequence[bytes]) -> bytes:
    data = kind.head + kind.between.join(records) + b"\n"
    return data if kind.packed is None else kind.packed(data)


def _file(kind: Format, random: Random) -> tuple[bytes, frozenset[str], int]:
    """A file's bytes, the names of the good records in it, and how many mutants."""
    if kind.is_document:
        return mutant(_whole(kind, kind.records), random), frozenset(), 1
    records, kept = [], set()
    for place in range(MUTANTS_A_FILE):
        name = 700_000 + place
        records += [
            kind.named(random.choice(kind.records), name),
            mutant(kind.named(random.choice(kind.records), 800_000 + place), random),
        ]
        kept.add(str(name))
    records.append(kind.named(random.choice(kind.records), 700_999))
    return _whole(kind, records), frozenset({*kept, "700999"}) if _names(kind) else frozenset(), MUTANTS_A_FILE


def _names(kind: Format) -> bool:
    return kind.named(kind.records[0], 1) != kind.records[0]


def _prove(kind: Format, data: bytes, kept: frozenset[str], due: int, found: Read) -> None:
    """LostError where something is neither read nor told."""
    lost = {name for name in kept if not any(name in one for one in found.names)}
    if lost:
        raise LostError(f"good neighbors were lost: {sorted(lost)}; {found.quarantined} quarantined")
    if kind.lines:
        # A line that stands there word for word again is the same record.
        lines = {line.removesuffix(b"\r") for line in data[len(kind.head) :].split(b"\n") if line.strip()}
        if found.records + found.quarantined < len(lines):
            raise LostError(f"{len(lines)} lines; {found.records} read, {found.quarantined} quarantined")
    elif kind.is_document and not found.quarantined:
        there = min(due, data.count(kind.begins) if kind.begins else due)
        if found.records < there:
            raise LostError(f"{found.records} of {there} records read, and nothing in quarantine")


def lines(tallies: Sequence[Tally]) -> Iterator[str]:
    """A table for people, and what went wrong."""
    for one in tallies:
        yield (
            f"{one.name:<45}{one.mutants:>8,} mutants {one.read:>9,} read {one.quarantined:>9,} quarantined"
            f"{len(one.wrong):>5} wrong {one.seconds:>7.1f} s"
        )
    for one in tallies:
        yield from one.wrong[:5]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--mutants", type=int, default=10_000, help="of each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formats", nargs="*", help="only those whose names contain one of these")
    args = parser.parse_args()
    tallies = []
    with tempfile.TemporaryDirectory(prefix="oddchip-fuzz-") as folder:
        for number, kind in enumerate(formats()):
            if not args.formats or any(word.lower() in kind.name.lower() for word in args.formats):
                tallies.append(fuzz(kind, args.mutants, args.seed, Path(folder) / str(number)))
                print("\n".join(lines(tallies[-1:])), flush=True)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    print(f"{sum(one.mutants for one in tallies):,} mutants; memory at most {most >> 20:,} MB")
    return 1 if any(one.wrong for one in tallies) or most > MEMORY_MOST else 0


if __name__ == "__main__":
    sys.exit(main())
