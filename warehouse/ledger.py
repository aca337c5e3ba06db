"""The ledger: one small file a commit, each sealed with its own hash and the hash of the one before.

A commit is data files first, then one entry that names them. An entry appears whole under its number or not at all, so
a reader sees whole commits only. `HEAD.json` repeats the newest number and hash: an entry cut off the end is missed.
Someone who may write to the disk can rebuild the whole chain; that is why the head's hash is printed in every report.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from warehouse.files import (
    Json,
    canonical_json,
    exclusive_lock,
    fsync_folder,
    private_folder,
    publish_exclusively,
    sha256_of_bytes,
    write_durably,
)
from warehouse.merkle import leaf_hash

GENESIS: Final = "0" * 64
HEAD_NAME: Final = "HEAD.json"
TIME_FORMAT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
CLOCK_BEHIND_MOST: Final = timedelta(minutes=5)
CLOCK_SAID: Final = "clock_said"  # in an entry's meta: what the machine's clock said, behind the entry before
PUBLISH: Final = "publish"  # the kind of an entry that notes what was published, and changes no data
HOLD: Final = "hold"
RELEASE: Final = "release"
HEADS_AT: Final = "heads_at"  # in an entry's meta: a second place in which the heads are noted from this entry on
ACCEPT: Final = "accept"  # a person let the chain stand as it is, though other heads of it were noted
ENTRY_NAME: Final = re.compile(r"\A([0-9]{8,})\.json\Z")


class LedgerError(Exception):
    """The ledger does not say what it was made to say."""


@dataclass(frozen=True)
class Span:
    """What a feed's file holds of one table: how many rows, and the first and last moment (None: rows have none)."""

    table: str
    rows: int
    first: datetime | None
    last: datetime | None

    def as_json(self) -> list[Json]:
        return [self.table, self.rows, *(None if at is None else at.strftime(TIME_FORMAT) for at in self.ends)]

    @property
    def ends(self) -> tuple[datetime | None, datetime | None]:
        return self.first, self.last

    @classmethod
    def from_json(cls, item: list[Any]) -> Span:
        table, rows, *ends = item
        first, last = (None if text is None else _moment(text) for text in ends)
        return cls(table, rows, first, last)


def _moment(text: str) -> datetime:
    return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=UTC)


@dataclass(frozen=True)
class AddedFile:
    """A Parquet file that a commit added. `group` ties the hands, seats and events files of one flush together."""

    path: str
    table: str
    room: str | None
    gaming_date: date | None
    sha256: str
    rows: int
    bytes: int
    staged: bool = False
    group: int | None = None
    sources: tuple[str, ...] = ()  # SHA-256 of the raw files its rows came from
    spans: tuple[Span, ...] = ()  # of a feed's file: what it holds, table by table
    landed: int | None = None  # of a file that was filed again: the commit that brought its rows in

    def as_json(self) -> dict[str, Json]:
        item: dict[str, Json] = {
            "path": self.path,
            "table": self.table,
            "room": self.room,
            "gaming_date": None if self.gaming_date is None else self.gaming_date.isoformat(),
            "sha256": self.sha256,
            "rows": self.rows,
            "bytes": self.bytes,
            "staged": self.staged,
            "group": self.group,
            "sources": list(self.sources),
        }
        if self.spans:
            item["spans"] = [span.as_json() for span in self.spans]
        if self.landed is not None:
            item["landed"] = self.landed
        return item

    @classmethod
    def from_json(cls, item: dict[str, Any]) -> AddedFile:
        day = item["gaming_date"]
        return cls(
            path=item["path"],
            table=item["table"],
            room=item["room"],
            gaming_date=None if day is None else date.fromisoformat(day),
            sha256=item["sha256"],
            rows=item["rows"],
            bytes=item["bytes"],
            staged=item["staged"],
            group=item["group"],
            sources=tuple(item["sources"]),
            spans=tuple(Span.from_json(span) for span in item.get("spans", ())),
            landed=item.get("landed"),
        )


@dataclass(frozen=True)
class RawFile:
    """A file as it came in, kept under its SHA-256."""

    sha256: str
    bytes: int
    name: str
    feed: str | None

    @property
    def path(self) -> str:
        return raw_path(self.sha256)

    def as_json(self) -> dict[str, Json]:
        return {"sha256": self.sha256, "bytes": self.bytes, "name": self.name, "feed": self.feed}


def raw_path(sha256: str) -> str:
    return f"raw/{sha256[:2]}/{sha256}"


@dataclass(frozen=True)
class Entry:
    """One commit. `removed` files are superseded, not deleted: an earlier state still reads them."""

    number: int
    parent: str
    hash: str
    kind: str
    recorded_at: datetime
    added: tuple[AddedFile, ...]
    removed: tuple[str, ...]
    promoted: tuple[str, ...]
    raw: tuple[RawFile, ...]
    meta: dict[str, Any]
    leaf: bytes  # the hash of its bytes in the tree over all entries


@dataclass(frozen=True)
class Broken:
    """What is wrong with one file of the ledger."""

    kind: str
    name: str
    number: int | None
    message: str


def entry_name(number: int) -> str:
    return f"{number:08d}.json"


def _seal(body: dict[str, Json]) -> tuple[bytes, str]:
    digest = sha256_of_bytes(canonical_json(body))
    return canonical_json({**body, "hash": digest}), digest


def parse_entry(data: bytes, name: str) -> Entry:
    """The entry that the bytes hold; LedgerError unless they are, byte for byte, what was sealed."""
    try:
        item = json.loads(data.decode("ascii"))
        body = {key: value for key, value in item.items() if key != "hash"}
        sealed, digest = _seal(body)
        if sealed != data or digest != item["hash"]:
            raise LedgerError(f"ledger/{name}: its bytes are not those that were sealed; restore it from a copy")
        return Entry(
            number=item["number"],
            parent=item["parent"],
            hash=digest,
            kind=item["kind"],
            recorded_at=_moment(item["recorded_at"]),
            added=tuple(AddedFile.from_json(f) for f in item["added"]),
            removed=tuple(item["removed"]),
            promoted=tuple(item["promoted"]),
            raw=tuple(RawFile(f["sha256"], f["bytes"], f["name"], f["feed"]) for f in item["raw"]),
            meta=item["meta"],
            leaf=leaf_hash(data),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise LedgerError(f"ledger/{name}: it is not a ledger entry ({error}); restore it from a copy") from error


def utc_now() -> datetime:
    return datetime.now(UTC)


class Ledger:
    """The entries of one lake, read once and then only what is new."""

    def __init__(self, folder: Path, temporary: Path, clock: Callable[[], datetime] = utc_now) -> None:
        self.folder = folder
        self._temporary = temporary
        self._clock = clock
        self._entries: list[Entry] = []

    def now(self) -> datetime:
        """What the machine's clock says."""
        return self._clock().astimezone(UTC)

    def entries(self) -> list[Entry]:
        """All entries, oldest first, each checked against its seal and its parent."""
        head_number = self._head_file()[0]
        while True:
            name = entry_name(len(self._entries) + 1)
            try:
                data = (self.folder / name).read_bytes()
            except FileNotFoundError:
                break
            entry = parse_entry(data, name)
            parent = self._entries[-1].hash if self._entries else GENESIS
            if entry.number != len(self._entries) + 1:
                raise LedgerError(f"ledger/{name}: it holds entry {entry.number}; run `oddchip verify`")
            if entry.parent != parent:
                raise LedgerError(f"ledger/{name}: it does not follow the entry before it; run `oddchip verify`")
            self._entries.append(entry)
        if len(self._entries) < head_number:
            name = entry_name(len(self._entries) + 1)
            raise LedgerError(f"ledger/{name}: it is missing, the head is {head_number}; run `oddchip verify`")
        return self._entries

    def head(self) -> tuple[int, str]:
        """Number and hash of the newest entry; 0 and the genesis hash for an empty ledger."""
        entries = self.entries()
        return (entries[-1].number, entries[-1].hash) if entries else (0, GENESIS)

    @contextmanager
    def lock(self) -> Iterator[None]:
        with exclusive_lock(self.folder.parent / "ledger.lock"):
            yield

    def append(
        self,
        *,
        kind: str,
        added: list[AddedFile],
        removed: list[str],
        promoted: list[str],
        raw: list[RawFile],
        meta: dict[str, Json],
        parent: tuple[int, str],
    ) -> Entry:
        """Writes the entry after `parent`, or FileExistsError where another writer was first. Hold the lock."""
        entries = self.entries()
        number = parent[0] + 1
        now = self.now()
        if entries and entries[-1].recorded_at > now:  # a clock that went back must not reorder "as of"
            if entries[-1].recorded_at - now > CLOCK_BEHIND_MOST:
                meta = {**meta, CLOCK_SAID: now.strftime(TIME_FORMAT)}  # and must not go unnoticed either
            now = entries[-1].recorded_at
        body: dict[str, Json] = {
            "number": number,
            "parent": parent[1],
            "kind": kind,
            "recorded_at": now.strftime(TIME_FORMAT),
            "added": [file.as_json() for file in added],
            "removed": list(removed),
            "promoted": list(promoted),
            "raw": [file.as_json() for file in raw],
            "meta": meta,
        }
        data, digest = _seal(body)
        private_folder(self.folder, self.folder.parent)
        name = entry_name(number)
        temporary = self._temporary / f"commit-{os.getpid()}-{name}"
        temporary.unlink(missing_ok=True)
        write_durably(temporary, data, mode=0o400)
        try:
            publish_exclusively(temporary, self.folder / name)
        finally:
            temporary.unlink(missing_ok=True)
        self.write_head(number, digest)
        return self.entries()[number - 1]

    def write_head(self, number: int, digest: str) -> None:
        temporary = self._temporary / f"commit-{os.getpid()}-{HEAD_NAME}"
        temporary.unlink(missing_ok=True)
        write_durably(temporary, canonical_json({"number": number, "hash": digest}))
        os.replace(temporary, self.folder / HEAD_NAME)
        fsync_folder(self.folder)

    def catch_up_head(self) -> None:
        """Repairs a head that a killed writer left one behind. Hold the lock."""
        number, digest = self.head()
        if number and self._head_file()[0] < number:
            self.write_head(number, digest)

    def _head_file(self) -> tuple[int, str]:
        try:
            data = (self.folder / HEAD_NAME).read_bytes()
        except FileNotFoundError:
            return 0, GENESIS
        return _parse_head(data)

    def check(self) -> tuple[list[Entry], list[Broken]]:
        """Reads everything afresh: the entries that are whole, and what is wrong with the others."""
        if not self.folder.exists():
            return [], []
        broken: list[Broken] = []
        numbers: set[int] = set()
        for path in sorted(self.folder.iterdir()):
            match = ENTRY_NAME.match(path.name)
            if match and entry_name(int(match[1])) == path.name and int(match[1]) > 0:
                numbers.add(int(match[1]))
            elif path.name != HEAD_NAME:
                broken.append(Broken("file-stray", path.name, None, "no commit wrote this file into the ledger"))
        head: tuple[int, str] | None = None
        try:
            head = self._head_file()
        except LedgerError as error:
            broken.append(Broken("head-changed", HEAD_NAME, None, str(error)))
        last = max(numbers | {head[0] if head else 0})
        # A huge number in a forged name must not make us count to it: gaps are named as one.
        whole: dict[int, Entry] = {}
        for number in sorted(numbers):
            name = entry_name(number)
            try:
                entry = parse_entry((self.folder / name).read_bytes(), name)
            except (LedgerError, OSError) as error:
                broken.append(Broken("entry-changed", name, number, str(error)))
                continue
            if entry.number != number:
                message = f"this is entry {entry.number} under the name of entry {number}"
                broken.append(Broken("entry-moved", name, number, message))
                continue
            whole[number] = entry
            before = whole.get(number - 1)
            if number == 1 and entry.parent != GENESIS:
                broken.append(Broken("chain-broken", name, number, "the first entry names a parent"))
            elif before is not None and entry.parent != before.hash:
                message = f"its parent is not entry {number - 1}: one of the two was replaced"
                broken.append(Broken("chain-broken", name, number, message))
            elif before is not None and entry.recorded_at < before.recorded_at:
                broken.append(Broken("chain-broken", name, number, "it was recorded before its parent"))
        for first, after in _gaps(sorted(numbers), last):
            until = "" if after == first else f" to {after}"
            broken.append(
                Broken("entry-missing", entry_name(first), first, f"entry {first}{until} is missing from the ledger")
            )
        if head is not None:
            broken.extend(_check_head(head, whole, max(numbers, default=0)))
        return [whole[number] for number in sorted(whole)], broken


def _gaps(numbers: list[int], last: int) -> Iterator[tuple[int, int]]:
    expected = 1
    for number in [*numbers, last + 1]:
        if number > expected:
            yield expected, number - 1
        expected = number + 1


def _parse_head(data: bytes) -> tuple[int, str]:
    try:
        item = json.loads(data.decode("ascii"))
        number, digest = item["number"], item["hash"]
        if type(number) is not int or number < 1 or not re.fullmatch(r"[0-9a-f]{64}", digest):
            raise ValueError("number or hash is out of shape")
        if canonical_json({"number": number, "hash": digest}) != data:
            raise ValueError("its bytes are not those that were written")
    except (ValueError, TypeError, KeyError) as error:
        raise LedgerError(f"ledger/{HEAD_NAME}: {error}; run `oddchip verify`") from error
    return number, digest


def _check_head(head: tuple[int, str], whole: dict[int, Entry], last: int) -> Iterator[Broken]:
    number, digest = head
    if number < last - 1:  # a kill between entry and head leaves it one behind, never two
        yield Broken("head-changed", HEAD_NAME, number, f"it names entry {number}, but the ledger goes to {last}")
    elif number in whole and whole[number].hash != digest:
        message = f"its hash is not that of entry {number}: one of the two was replaced"
        yield Broken("head-changed", HEAD_NAME, number, message)
