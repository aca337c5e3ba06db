"""The lake: Parquet files that only the ledger makes visible.

```
raw/ab/abcd…                                              a file as it came in, under its SHA-256
tables/<table>/gaming_date=D/room=R/<sha256 prefix>.parquet
ledger/00000001.json …  HEAD.json                         the commits
tmp/                                                      being written; nobody reads it
```
Nothing is changed in place. A superseded file stays on disk, so every earlier state can be read again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import polars as pl
import pyarrow as pa

from warehouse import parquet, tables
from warehouse.files import (
    Json,
    canonical_json,
    fsync_folder,
    fsync_folders_up_to,
    is_running,
    private_folder,
    room_in_path,
    sha256_of_bytes,
    sha256_of_file,
    write_durably,
)
from warehouse.hands import HandTables, check_alignment, concat_hands, sort_hands
from warehouse.ledger import (
    GENESIS,
    HEAD_NAME,
    HEADS_AT,
    HOLD,
    PUBLISH,
    RELEASE,
    AddedFile,
    Entry,
    Ledger,
    RawFile,
    Span,
    raw_path,
    utc_now,
)

Partition: TypeAlias = tuple[date, str]
AsOf: TypeAlias = int | datetime | None

LOCK_NAMES: Final = ("ledger.lock", "ingest.lock")
HASH_THREADS: Final = 4
WAREHOUSE: Final = "warehouse"  # in an entry's meta: the DuckDB file's SHA-256 as built, and a digest of what made it


class LakeError(Exception):
    """A file of the lake cannot be used."""


class Noting(Protocol):
    """Where the chain's heads are noted (`warehouse.heads`): compared before a commit, noted with each."""

    @property
    def place(self) -> str | None: ...

    def compare(self, ledger: Ledger, places: frozenset[str]) -> bool: ...

    def note(self, ledger: Ledger, accepted: bool = False) -> None: ...


@dataclass(frozen=True)
class Problem:
    """Something that `verify` found: `path` within the lake, `commit` the entry that vouches for it, if one does."""

    kind: str
    path: str
    commit: int | None
    message: str

    def __str__(self) -> str:
        vouched = "" if self.commit is None else f" (commit {self.commit})"
        return f"{self.kind}: {self.path}{vouched}: {self.message}"


@dataclass(frozen=True)
class LiveFile:
    """A file as a snapshot sees it: what the ledger says of it, the commit that brought its rows in, and its own.

    The two differ where rows were filed again under another gaming day.
    """

    file: AddedFile
    commit: int
    staged: bool
    entry: int


@dataclass
class Snapshot:
    """The lake as of one commit."""

    number: int = 0
    files: dict[str, LiveFile] = field(default_factory=dict)
    raw: dict[str, RawFile] = field(default_factory=dict)
    landed: set[tuple[str, str | None]] = field(default_factory=set)  # SHA-256 and the feed it was read as
    last_named: dict[tuple[str, str | None], str] = field(default_factory=dict)  # what came last under a name, by feed
    audits: dict[Partition, str] = field(default_factory=dict)  # the audit that stands
    gates: dict[Partition, str] = field(default_factory=dict)  # digest of the last gate result
    profiles: dict[Partition, dict[str, Any]] = field(default_factory=dict)  # rows and last row of what was promoted
    clocks: dict[str, str] = field(default_factory=dict)  # the clock by which a room's rows are filed under their days
    first_audits: dict[Partition, int] = field(default_factory=dict)  # the commit of a partition's first audit
    last_audits: dict[Partition, int] = field(default_factory=dict)  # that of its last one, refiled since or not
    retired: dict[str, int] = field(default_factory=dict)  # files deleted under retention, with the commit that said so
    published: dict[str, tuple[str, int]] = field(default_factory=dict)  # of `reports/`: SHA-256 and the commit
    holds: dict[int, dict[str, Any]] = field(default_factory=dict)  # those that stand, by the number of their entry
    retired_pages: dict[str, int] = field(default_factory=dict)  # folders of pages (`2026-01-15/`) that retention took
    warehouse: dict[str, int] = field(
        default_factory=dict
    )  # SHA-256 of each DuckDB file that was built, and its commit
    warehouse_made_of: tuple[str, str] | None = None  # SHA-256 of the newest of them, and a digest of what made it
    head_places: set[str] = field(default_factory=set)  # second places in which the chain's heads are noted

    def apply(self, entry: Entry) -> None:
        for path in entry.removed:
            self.files.pop(path, None)
        for file in entry.added:
            landed = entry.number if file.landed is None else file.landed
            self.files[file.path] = LiveFile(file, landed, file.staged, entry.number)
            self.retired.pop(file.path, None)  # the same rows came again
        for path in entry.promoted:
            if path in self.files:
                self.files[path] = replace(self.files[path], staged=False)
        for raw in entry.raw:
            self.raw[raw.sha256] = raw
            self.landed.add((raw.sha256, raw.feed))
            self.last_named[raw.name, raw.feed] = raw.sha256
        if "partition" in entry.meta:
            day, room = entry.meta["partition"]
            key = (date.fromisoformat(day), room)
            if entry.kind == "audit":
                self.audits[key] = entry.meta["audit_id"]
                self.first_audits.setdefault(key, entry.number)
                self.last_audits[key] = entry.number
            elif entry.kind in ("promote", "gate"):
                self.gates[key] = entry.meta["gate"]
                if "profile" in entry.meta:
                    self.profiles[key] = entry.meta["profile"]
        self.clocks.update(entry.meta.get("clocks", {}))
        if entry.kind in ("retain", "refile"):
            for day, room in entry.meta["partitions"]:
                for known in (self.audits, self.gates, self.profiles, self.first_audits):
                    known.pop((date.fromisoformat(day), room), None)  # type: ignore[attr-defined]
        if entry.kind == "retain":
            for day, room in entry.meta["partitions"]:
                self.last_audits.pop((date.fromisoformat(day), room), None)
            added = {file.path for file in entry.added}
            self.retired.update((path, entry.number) for path in entry.meta["retired"] if path not in added)
        elif entry.kind == HOLD:
            self.holds[entry.number] = entry.meta
        elif entry.kind == RELEASE:
            self.holds.pop(entry.meta["hold"], None)
        self._apply_pages(entry)
        self.head_places.update(entry.meta.get(HEADS_AT, ()))
        self.number = entry.number

    def _apply_pages(self, entry: Entry) -> None:
        for folder in entry.meta.get("pages", ()) if entry.kind == "retain" else ():
            self.retired_pages[folder] = entry.number
            for path in [path for path in self.published if path.startswith(folder)]:
                del self.published[path]
        for path, sha256 in entry.meta["published"].items() if entry.kind == PUBLISH else ():
            self.published[path] = (sha256, entry.number)
            self.retired_pages.pop(path[: path.find("/") + 1], None)  # data of the day came again
        if WAREHOUSE in entry.meta:
            sha256, made_of = entry.meta[WAREHOUSE]
            self.warehouse.setdefault(sha256, entry.number)
            self.warehouse_made_of = (sha256, made_of)

    def copy(self) -> Snapshot:
        return replace(
            self,
            files=dict(self.files),
            raw=dict(self.raw),
            landed=set(self.landed),
            last_named=dict(self.last_named),
            audits=dict(self.audits),
            gates=dict(self.gates),
            profiles=dict(self.profiles),
            clocks=dict(self.clocks),
            first_audits=dict(self.first_audits),
            last_audits=dict(self.last_audits),
            retired=dict(self.retired),
            published=dict(self.published),
            holds=dict(self.holds),
            retired_pages=dict(self.retired_pages),
            warehouse=dict(self.warehouse),
            head_places=set(self.head_places),
        )

    def select(
        self, table: str, room: str | None = None, gaming_date: date | None = None, staged: bool = False
    ) -> list[LiveFile]:
        """The live files of a table in order of gaming day, room, commit and flush."""
        found = [
            live
            for live in self.files.values()
            if live.file.table == table
            and (staged or not live.staged)
            and (room is None or live.file.room == room)
            and (gaming_date is None or live.file.gaming_date == gaming_date)
        ]
        return sorted(found, key=_file_order)

    def partitions(self, staged: bool = False) -> list[Partition]:
        return sorted(
            {
                (live.file.gaming_date, live.file.room)
                for live in self.files.values()
                if live.file.table in tables.FEED_TABLES
                and (staged or not live.staged)
                and live.file.gaming_date is not None
                and live.file.room is not None
            }
        )

    def pending(self) -> list[Partition]:
        """Partitions with files that no gate has let through yet."""
        return sorted(
            {
                (live.file.gaming_date, live.file.room)
                for live in self.files.values()
                if live.staged and live.file.gaming_date is not None and live.file.room is not None
            }
        )


def _file_order(live: LiveFile) -> tuple[str, str, int, int, str]:
    file = live.file
    day = "" if file.gaming_date is None else file.gaming_date.isoformat()
    return day, file.room or "", live.commit, -1 if file.group is None else file.group, file.path


@dataclass(frozen=True)
class PendingFile:
    """A finished file in `tmp/` with the name it will get."""

    temporary: Path
    file: AddedFile


@dataclass(frozen=True)
class Landing:
    """How rows of a feed land: staged for the gate, in one flush of files, from these raw files.

    `owner` is the SHA-256 of the hands file to which a seats or events file belongs. `landed` is the commit that first
    brought the rows in, where they are filed again.
    """

    staged: bool = True
    group: int | None = None
    sources: frozenset[str] = frozenset()
    owner: str | None = None
    landed: int | None = None


@dataclass
class Draft:
    """A commit in the making."""

    kind: str
    files: list[PendingFile] = field(default_factory=list)
    raw: list[tuple[Path, RawFile]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    promoted: list[str] = field(default_factory=list)
    meta: dict[str, Json] = field(default_factory=dict)


def spans_of(table: pa.Table, name: str) -> tuple[Span, ...]:
    """What a feed's rows are of, table by table in order of their names."""
    column = tables.TIME_OF.get(name)
    rows = pl.DataFrame(pl.from_arrow(parquet.plain(table.select(["table", *([column] if column else [])]))))
    at = pl.col(column) if column else pl.lit(None, pl.Datetime("us", "UTC"))
    found = rows.group_by("table").agg(pl.len(), first=at.min(), last=at.max()).sort("table")
    return tuple(Span(*row) for row in found.iter_rows())


def table_path(table: str, room: str | None, gaming_date: date | None, sha256: str, owner: str | None = None) -> str:
    # Seats and events of two hands may be the same to the byte; their files are then told apart by their hands' file.
    name = f"{sha256[:32]}.parquet" if owner is None else f"{owner[:16]}-{sha256[:32]}.parquet"
    if room is None or gaming_date is None:
        return f"tables/{table}/{name}"
    return f"tables/{table}/gaming_date={gaming_date.isoformat()}/room={room_in_path(room)}/{name}"


class Lake:
    """A lake in a folder. Making the object touches nothing; the first commit makes the folders."""

    def __init__(self, root: Path | str, clock: Callable[[], datetime] = utc_now, heads: Noting | None = None) -> None:
        self.root = Path(root).absolute()
        self._heads = heads
        self.temporary = self.root / "tmp"
        self.ledger = Ledger(self.root / "ledger", self.temporary, clock)
        self._latest = Snapshot()

    # -- what is in it ------------------------------------------------------------------------------------------------

    def head(self) -> str:
        """The hash of the newest commit: what a report quotes to fix the state it was made from."""
        return self.ledger.head()[1]

    def number(self) -> int:
        return self.ledger.head()[0]

    def head_to_print(self) -> tuple[int, str]:
        """Number and hash of the newest commit but for notes of what was published: what is made from the lake has it.

        The note of a page comes after the page: with it, the same lake would never give the same page twice.
        """
        for entry in reversed(self.ledger.entries()):
            if entry.kind != PUBLISH:
                return entry.number, entry.hash
        return 0, GENESIS

    def snapshot(self, as_of: AsOf = None) -> Snapshot:
        """The lake now, as of a commit number, or as of a moment (with an offset)."""
        entries = self.ledger.entries()
        if as_of is None:
            for entry in entries[self._latest.number :]:
                self._latest.apply(entry)
            return self._latest.copy()
        if isinstance(as_of, datetime):
            if as_of.tzinfo is None:
                raise LakeError(f"as of {as_of}: the time has no offset; write it as 2018-06-02T10:00:00-07:00")
            chosen = [entry for entry in entries if entry.recorded_at <= as_of.astimezone(UTC)]
        else:
            if not 0 <= as_of <= len(entries):
                raise LakeError(f"as of commit {as_of}: the ledger goes from 0 to {len(entries)}")
            chosen = entries[:as_of]
        snapshot = Snapshot()
        for entry in chosen:
            snapshot.apply(entry)
        return snapshot

    def partitions(self, staged: bool = False, as_of: AsOf = None) -> list[Partition]:
        """(gaming day, room) of what was promoted; with `staged` also of what waits for the gate."""
        return self.snapshot(as_of).partitions(staged)

    def pending(self) -> list[Partition]:
        return self.snapshot().pending()

    def inputs(self, room: str, gaming_date: date, as_of: AsOf = None, staged: bool = False) -> list[RawFile]:
        """The raw files that the rows of a partition came from, and every roster; by name, then hash."""
        return self.inputs_of(self.snapshot(as_of), room, gaming_date, staged)

    def inputs_of(self, snapshot: Snapshot, room: str, gaming_date: date, staged: bool = False) -> list[RawFile]:
        """The same, of a state that was looked at before."""
        hashes: set[str] = set()
        for table in tables.FEED_TABLES:
            for live in snapshot.select(table, room, gaming_date, staged):
                hashes.update(live.file.sources)
        for live in snapshot.select("roster"):
            hashes.update(live.file.sources)
        return sorted((snapshot.raw[h] for h in hashes), key=lambda raw: (raw.name, raw.sha256))

    # -- reading ------------------------------------------------------------------------------------------------------

    def read_bytes(self, live: LiveFile) -> bytes:
        """A file's bytes, or LakeError when they are not those that the ledger vouches for."""
        try:
            data = (self.root / live.file.path).read_bytes()
        except OSError as error:
            gone = self.snapshot().retired.get(live.file.path)
            if gone is not None:
                raise LakeError(f"{live.file.path}: was deleted under retention by commit {gone}") from error
            raise LakeError(
                f"{live.file.path}: commit {live.entry} added it, but it cannot be read ({error.strerror}); "
                "run `oddchip verify` and restore it from a copy"
            ) from error
        if sha256_of_bytes(data) != live.file.sha256:
            raise LakeError(
                f"{live.file.path}: its bytes are not those of commit {live.entry}; "
                "run `oddchip verify` and restore it from a copy"
            )
        return data

    def check_file(self, live: LiveFile) -> Path:
        """The path of a file whose bytes were just compared with the ledger, for readers that want a path."""
        self.read_bytes(live)
        return self.root / live.file.path

    def _table(self, live: LiveFile, columns: list[str] | None = None) -> pa.Table:
        return parquet.from_bytes(self.read_bytes(live), live.file.table, columns)

    def table_of(self, live: LiveFile) -> pa.Table:
        """The rows of one file, verified."""
        return self._table(live)

    def read(
        self,
        table: str,
        room: str | None = None,
        gaming_date: date | None = None,
        as_of: AsOf = None,
        staged: bool = False,
        columns: list[str] | None = None,
    ) -> pa.Table:
        """A table, verified, in its defined order within each gaming day and room.

        Only promoted rows unless `staged`. With `columns` the rows come file by file, unsorted.
        """
        if table not in tables.ALL:
            raise LakeError(f"{table}: the lake has no such table; it has {', '.join(sorted(tables.ALL))}")
        snapshot = self.snapshot(as_of)
        live = snapshot.select(table, room, gaming_date, staged)
        if columns is not None:
            parts = [self._table(file, columns) for file in live]
            if not parts:
                return tables.ALL[table].empty_table().select(columns)
            return pa.concat_tables(parts, promote_options="default").unify_dictionaries()
        if table == "roster":
            return _latest_roster([self._table(file) for file in live])
        if table in tables.UNPARTITIONED:
            return parquet.sort(parquet.concat([self._table(file) for file in live], table), table)
        groups: dict[tuple[date | None, str | None], list[LiveFile]] = {}
        for file in live:
            groups.setdefault((file.file.gaming_date, file.file.room), []).append(file)
        parts = []
        for (day, place), files in groups.items():
            if table in tables.HAND_TABLES and len(files) > 1:
                parts.append(self._read_hands(snapshot, place, day, staged)[table])
            else:
                part = parquet.concat([self._table(file) for file in files], table)
                parts.append(parquet.sort(part, table) if len(files) > 1 else part)
        return parquet.concat(parts, table)

    def read_hands(self, room: str, gaming_date: date, as_of: AsOf = None, staged: bool = False) -> HandTables:
        """`hands`, `seats` and `events` of a partition in one order of hands: room, table, start, hand."""
        return self._read_hands(self.snapshot(as_of), room, gaming_date, staged)

    def _read_hands(self, snapshot: Snapshot, room: str | None, day: date | None, staged: bool) -> HandTables:
        return sort_hands(concat_hands([part for _, part in self.hand_parts(snapshot, room, day, staged)]))

    def parts(
        self, table: str, snapshot: Snapshot, room: str, day: date, staged: bool = False
    ) -> list[tuple[int, pa.Table]]:
        """The files of a partition's table, each with the commit that brought it in."""
        return [(live.commit, self._table(live)) for live in snapshot.select(table, room, day, staged)]

    def hand_parts(
        self, snapshot: Snapshot, room: str | None, day: date | None, staged: bool = False
    ) -> list[tuple[int, HandTables]]:
        """`hands`, `seats` and `events` flush by flush, each with the commit that brought them in."""
        groups: dict[tuple[int, int | None], dict[str, LiveFile]] = {}
        for name in tables.HAND_TABLES:
            for live in snapshot.select(name, room, day, staged):
                groups.setdefault((live.commit, live.file.group), {})[name] = live
        parts: list[tuple[int, HandTables]] = []
        for (commit, group), three in groups.items():
            where = f"{room} {day}, commit {commit}, group {group}"
            if set(three) != set(tables.HAND_TABLES):
                raise LakeError(f"{where}: only {', '.join(sorted(three))} of hands, seats and events are there")
            part = {name: self._table(live) for name, live in three.items()}
            check_alignment(part, where)
            parts.append((commit, part))
        return parts

    # -- writing ------------------------------------------------------------------------------------------------------

    def write_table(
        self,
        table: pa.Table,
        name: str,
        folder: Path,
        room: str | None = None,
        gaming_date: date | None = None,
        landing: Landing | None = None,
    ) -> PendingFile:
        """Writes a table into a folder of `tmp/`, durably. A commit gives it its name."""
        how = landing or Landing(staged=False)
        data = parquet.to_bytes(table, name)
        sha256 = sha256_of_bytes(data)
        path = table_path(name, room, gaming_date, sha256, how.owner)
        if how.staged and how.landed is None:
            path = self._free_path(path)
        temporary = folder / f"{name}-{'' if how.group is None else how.group}-{sha256[:32]}.parquet"
        if not temporary.exists():
            write_durably(temporary, data, mode=0o400)
        file = AddedFile(
            path=path,
            table=name,
            room=room,
            gaming_date=gaming_date,
            sha256=sha256,
            rows=len(table),
            bytes=len(data),
            staged=how.staged,
            group=how.group,
            sources=tuple(sorted(how.sources)),
            spans=spans_of(table, name) if name in tables.SPANNED else (),
            landed=how.landed,
        )
        return PendingFile(temporary, file)

    def _free_path(self, path: str) -> str:
        """The path, numbered where rows that landed before have it: the same rows that come again are another file."""
        files, stem, number = self.snapshot().files, path.removesuffix(".parquet"), 1
        while path in files:
            number += 1
            path = f"{stem}-{number}.parquet"
        return path

    def commit(self, prepare: Callable[[Snapshot, Path], Draft | None], accept: bool = False) -> Entry | None:
        """One commit, all or nothing. `prepare` gets the newest state and a folder for new files; None: nothing to do.

        It is called again when another writer was first, so it must look at the state it is given. The heads that were
        noted are compared first, unless the commit says that a person lets the chain stand as it is (`accept`).
        """
        if not accept:
            self._compare_before_it_is_made()
        private_folder(self.temporary, self.root)
        with self.ledger.lock():
            if not accept:
                self._compare_heads()
            self._clear_leftovers()
            self.ledger.catch_up_head()
            work = self.temporary / f"commit-{os.getpid()}-files"
            private_folder(work, self.root)
            intent = self.temporary / f"intent-{os.getpid()}.json"
            try:
                while True:
                    parent = self.ledger.head()
                    draft = prepare(self.snapshot(), work)
                    if draft is None:
                        return None
                    self._put_in_place(draft, intent)
                    try:
                        entry = self.ledger.append(
                            kind=draft.kind,
                            added=[pending.file for pending in draft.files],
                            removed=draft.removed,
                            promoted=draft.promoted,
                            raw=[raw for _, raw in draft.raw],
                            meta={**draft.meta, **self._new_place()},
                            parent=parent,
                        )
                    except FileExistsError:
                        continue  # somebody wrote without our lock (a file system without locks): look again
                    intent.unlink(missing_ok=True)
                    if self._heads is not None:
                        self._heads.note(self.ledger, accept)  # before anything is shown of it
                    return entry
            finally:
                shutil.rmtree(work, ignore_errors=True)

    def compare_heads(self) -> None:
        """LakeError unless the chain continues the heads that were noted of it. A head yet to be noted is noted."""
        self._compare_before_it_is_made()
        if self._heads is not None:
            private_folder(self.temporary, self.root)
            with self.ledger.lock():
                self._compare_heads()

    def _compare_before_it_is_made(self) -> None:
        # A lake that is gone must not be begun again by asking for its lock.
        if self._heads is not None and not self.root.is_dir():
            self._heads.compare(self.ledger, frozenset())

    def _compare_heads(self) -> None:
        if self._heads is not None and self._heads.compare(self.ledger, frozenset(self.snapshot().head_places)):
            self._heads.note(self.ledger)

    def _new_place(self) -> dict[str, Json]:
        """The second place of the heads where the chain does not tell of it yet: from now on it has to be there."""
        place = None if self._heads is None else self._heads.place
        return {} if place is None or place in self.snapshot().head_places else {HEADS_AT: [place]}

    def _put_in_place(self, draft: Draft, intent: Path) -> None:
        moves = [(pending.temporary, pending.file.path) for pending in draft.files]
        moves += [(temporary, raw.path) for temporary, raw in draft.raw]
        # Written before the first move: should we die between here and the entry, the next writer knows what to clear.
        intent.unlink(missing_ok=True)
        planned: list[Json] = [path for _, path in moves]
        write_durably(intent, canonical_json({"paths": planned}))
        fsync_folder(self.temporary)
        folders = set()
        for temporary, path in moves:
            final = self.root / path
            private_folder(final.parent, self.root)
            folders.add(final.parent)
            if temporary.exists():  # gone on a second try
                os.replace(temporary, final)
        fsync_folders_up_to(folders, self.root)

    def _clear_leftovers(self) -> None:
        """What killed writers left: their temporary files, and data files that no entry came to name. Hold the lock."""
        listed: set[str] | None = None
        for path in sorted(self.temporary.glob("intent-*.json")):
            if listed is None:
                listed = _listed_paths(self.ledger.entries())
            for planned in _intended(path):
                if planned not in listed:
                    (self.root / planned).unlink(missing_ok=True)
            path.unlink(missing_ok=True)
        gates = [p for p in self.temporary.glob("gate-*") if not is_running(int(p.name.split("-")[1]))]
        for path in sorted([*self.temporary.glob("commit-*"), *gates]):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    # -- proving ------------------------------------------------------------------------------------------------------

    def verify(self, *heads: str | None) -> list[Problem]:
        """Every file of the lake against the ledger, and the ledger against its chain; empty when all is as committed.

        `heads` are hashes noted earlier (a report prints one): the chain must still contain them. A run may be at work.
        """
        with self.at_rest():
            entries, broken = self.ledger.check()
            problems = [Problem(b.kind, f"ledger/{b.name}", b.number, b.message) for b in broken]
            sealed = {entry.hash for entry in entries}
            for head in heads:
                if head is not None and head not in sealed:
                    message = f"the chain no longer contains {head}: history after it was noted was rewritten"
                    problems.append(Problem("chain-broken", f"ledger/{HEAD_NAME}", None, message))
            vouched: dict[str, tuple[str, int, int]] = {}
            for entry in entries:
                for file in entry.added:
                    vouched.setdefault(file.path, (file.sha256, file.bytes, entry.number))
                for raw in entry.raw:
                    vouched.setdefault(raw.path, (raw.sha256, raw.bytes, entry.number))
            problems += self._unfinished_retention(entries, vouched)
            problems += self._strays(vouched)
        with ThreadPoolExecutor(HASH_THREADS) as pool:
            wrong = [p for p in pool.map(lambda item: self._check(*item), sorted(vouched.items())) if p is not None]
        if any(problem.kind == "file-missing" for problem in wrong):  # retired while we looked?
            retired = Lake(self.root).snapshot().retired if not broken else {}
            wrong = [problem for problem in wrong if problem.path not in retired]
        return sorted(problems + wrong, key=lambda p: (p.path, p.kind, p.message))

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """No commit is made meanwhile. Who may only read does not stop at the lock."""
        with ExitStack() as stack:
            if os.access(self.root / LOCK_NAMES[0], os.W_OK):
                stack.enter_context(self.ledger.lock())
            yield

    def _unfinished_retention(self, entries: list[Entry], vouched: dict[str, tuple[str, int, int]]) -> list[Problem]:
        """Takes what retention deleted out of what must be there; names what it did not get to."""
        state = Snapshot()
        for entry in entries:
            state.apply(entry)
        found = []
        for path, commit in state.retired.items():
            if (self.root / path).exists():
                message = f"commit {commit} retired it, and it is still there; run `oddchip retain` again"
                found.append(Problem("file-retired", path, commit, message))
            else:
                vouched.pop(path, None)
        return found

    def _check(self, path: str, vouched: tuple[str, int, int]) -> Problem | None:
        sha256, length, commit = vouched
        full = self.root / path
        if full.is_symlink():
            return Problem("file-changed", path, commit, "it is a link now; it was a file")
        try:
            size = full.stat().st_size
            if size < length:
                return Problem("file-truncated", path, commit, f"it has {size} of {length} bytes")
            if size > length:
                return Problem("file-changed", path, commit, f"it has {size} bytes; it had {length}")
            if sha256_of_file(full) != sha256:
                return Problem("file-changed", path, commit, f"its bytes do not have the SHA-256 {sha256}")
        except FileNotFoundError:
            return Problem("file-missing", path, commit, "the file is gone")
        except OSError as error:
            return Problem("file-changed", path, commit, f"it cannot be read: {error.strerror}")
        return None

    def _strays(self, vouched: dict[str, tuple[str, int, int]]) -> list[Problem]:
        leftovers: set[str] = set()
        if self.temporary.exists():
            for intent in self.temporary.glob("intent-*.json"):
                leftovers.update(_intended(intent))
        found = []
        for folder, names, files in os.walk(self.root):
            inside = Path(folder).relative_to(self.root)
            if inside == Path("."):
                names[:] = sorted(n for n in names if n not in ("tmp", "ledger"))
                files = [f for f in files if f not in LOCK_NAMES]
            links = [n for n in names if (Path(folder) / n).is_symlink()]
            for name in sorted([*files, *links]):
                path = (inside / name).as_posix()
                # A file that a killed writer left is named by its intent, is never read, and goes with the next commit.
                if path not in vouched and path not in leftovers:
                    found.append(Problem("file-stray", path, None, "no readable commit names this file"))
        return found


def _listed_paths(entries: list[Entry]) -> set[str]:
    listed = {file.path for entry in entries for file in entry.added}
    return listed | {raw_path(raw.sha256) for entry in entries for raw in entry.raw}


def _intended(path: Path) -> list[str]:
    """The paths of an intent; none when the writer died while writing it, for then it had moved nothing."""
    try:
        paths = json.loads(path.read_bytes())["paths"]
    except (ValueError, KeyError, TypeError, OSError):
        return []
    return [
        p for p in paths if isinstance(p, str) and p.split("/")[0] in ("raw", "tables") and ".." not in p.split("/")
    ]


def _latest_roster(parts: list[pa.Table]) -> pa.Table:
    """One row an employee: the one that landed last, in order of employee number."""
    latest: dict[str | None, dict[str, object]] = {}
    for part in parts:
        for row in part.to_pylist():
            latest[row["emp"]] = row
    rows = [latest[emp] for emp in sorted(latest, key=lambda emp: (emp is not None, emp or ""))]
    return pa.Table.from_pylist(rows, schema=tables.ALL["roster"])
