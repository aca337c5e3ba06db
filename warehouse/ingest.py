"""Files into the lake: kept as they came, read, split by gaming day and room, landed once, committed all at once.

A bad line never stops a file and a bad file never stops a batch. What lands is staged: the quality gate promotes it.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import polars as pl
import pyarrow as pa

from parsers import batch as batches
from parsers.detect import feed_of
from parsers.downs import read_downs
from parsers.drops import read_drops
from parsers.hand_files import HAND_FEEDS, read_hands
from parsers.house import House
from parsers.likely import likely
from parsers.quarantine import QuarantineRow, listed, raw_text, rows_to_table
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from warehouse import parquet, tables
from warehouse.arrivals import Arrival, NotTaken, look
from warehouse.files import Json, copy_and_hash, exclusive_lock, private_folder, sha256_of_file
from warehouse.filing import refile, split_by_day
from warehouse.hands import HandTables, concat_hands, sort_hands, take_hands
from warehouse.horizon import Horizon
from warehouse.lake import Draft, Lake, Landing, Partition, PendingFile, Snapshot
from warehouse.ledger import RawFile
from warehouse.standing import standing_identities

BUFFER_BYTES: Final = 192 << 20  # Arrow bytes held before the largest partitions are written out
BATCH_BYTES: Final = 16 << 20
_Part: TypeAlias = tuple[batches.HandBatch | None, dict[str, pa.Table], list[QuarantineRow]]
# Hands of a room's own record. An export of a site leaves other things open from hand to hand, which no table keeps.
FEED_ORDER: Final = ("house", "rulebook", "roster", *HAND_FEEDS, "downs", "shuffles", "drops", None)


@dataclass
class IngestReport:
    """What one ingest did. `commit` is None where nothing was new."""

    files_landed: int = 0
    files_known: int = 0
    hands: int = 0
    notes: int = 0
    downs: int = 0
    shuffles: int = 0
    roster: int = 0
    drops: int = 0
    repeated: int = 0  # lines that said word for word what had landed already
    quarantined: int = 0
    not_taken: list[NotTaken] = field(default_factory=list)  # links, pipes, folders that cannot be opened
    moved: int = 0  # rows that the house file's clock now puts under another gaming day
    partitions: set[tuple[str, date]] = field(default_factory=set)
    commit: int | None = None


def ingest(
    lake: Lake,
    paths: Iterable[Path | str],
    house: House,
    progress: Callable[[str], None] | None = None,
    buffer_bytes: int = BUFFER_BYTES,
    batch_bytes: int = BATCH_BYTES,
    who: str | None = None,
) -> IngestReport:
    """Lands files and the files of folders. The order in which they are given makes no difference.

    `who` lands them stands in the entry: a house file that changed is somebody's act.
    """
    with landing_run(lake, house, buffer_bytes, batch_bytes) as landing:
        landing.who = who
        landing.take(*look(paths), progress)
        return landing.commit()


@contextmanager
def landing_run(
    lake: Lake, house: House, buffer_bytes: int = BUFFER_BYTES, batch_bytes: int = BATCH_BYTES
) -> Iterator[LandingRun]:
    """A landing that has the lake to itself, after the rows that are there were filed by the house file's clock."""
    private_folder(lake.temporary, lake.root)
    # One ingest at a time: what a partition holds must not change between the look and the commit. Readers, audits and
    # promotions go on meanwhile; only the commit itself takes the ledger's lock.
    with exclusive_lock(lake.root / "ingest.lock"):
        for leftover in lake.temporary.glob("ingest-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix="ingest-", dir=lake.temporary))
        try:
            moved = refile(lake, house)  # before anything new: a partition holds rows of one clock only
            landing = LandingRun(lake, house, work, buffer_bytes, batch_bytes)
            landing.report.moved = moved
            yield landing
        finally:
            shutil.rmtree(work, ignore_errors=True)


@dataclass
class _Buffer:
    """What waits to be written for one partition and table (or the three hand tables together)."""

    parts: list[HandTables] = field(default_factory=list)
    sources: set[str] = field(default_factory=set)
    bytes: int = 0


class Known:
    """The identities that a partition holds, so that a line repeated word for word lands once.

    A line that was corrected since is not known: where it comes once more, it is the last word again.
    """

    def __init__(self, lake: Lake, ever: bool = False) -> None:
        self._lake = lake
        self._ever = ever
        self._frames: dict[tuple[str, Partition | None], pl.DataFrame] = {}

    def fresh(self, name: str, partition: Partition | None, table: pa.Table) -> np.ndarray[Any, Any]:
        """The positions of the rows that are new, in order; they are known from now on."""
        keys = list(tables.IDENTITY[name])
        known = self._frames.get((name, partition))
        if known is None:
            known = self._landed(name, partition, keys)
        frame = _frame(table, keys).with_row_index("row").unique(keys, keep="first", maintain_order=True)
        if len(known):
            frame = frame.join(known, on=keys, how="anti", nulls_equal=True, maintain_order="left")
        self._frames[name, partition] = pl.concat([known, frame.select(keys)])
        return frame["row"].to_numpy().astype(np.int64)

    def _landed(self, name: str, partition: Partition | None, keys: list[str]) -> pl.DataFrame:
        day, room = partition if partition is not None else (None, None)
        if partition is not None and not self._ever and (name == "hands" or name in tables.CORRECTS):
            return _frame(standing_identities(self._lake, name, partition[1], partition[0]), keys)
        # Lake.read shows a roster as it stands; identities are those of every row that ever landed.
        return _frame(self._lake.read(name, room, day, staged=True, columns=keys), keys)


def _frame(table: pa.Table, keys: list[str]) -> pl.DataFrame:
    frame = pl.from_arrow(parquet.plain(table.select(keys)))
    assert isinstance(frame, pl.DataFrame)
    return frame


class LandingRun:
    """One ingest in progress."""

    def __init__(self, lake: Lake, house: House, work: Path, buffer_bytes: int, batch_bytes: int) -> None:
        self.lake, self.house, self.work = lake, house, work
        self.who: str | None = None
        self.buffer_bytes, self.batch_bytes = buffer_bytes, batch_bytes
        self.snapshot: Snapshot = lake.snapshot()
        self.known = Known(lake)
        self.report = IngestReport()
        self.raw: list[tuple[Path, RawFile]] = []
        self.quarantine: list[QuarantineRow] = []
        self.buffers: dict[tuple[str, Partition | None], _Buffer] = {}
        self.files: list[PendingFile] = []
        self.groups = 0
        self.landed: int | None = None  # the commit that brought in what is read again now
        self.horizon = Horizon(lake.ledger.now())
        self._beside: Counter[str] = Counter()  # how many files of one name lie there

    # -- files --------------------------------------------------------------------------------------------------------

    def take(
        self, files: list[Arrival], not_taken: list[NotTaken], progress: Callable[[str], None] | None = None
    ) -> None:
        self.report.not_taken = list(not_taken)
        self._beside = Counter(file.name for file in files)
        self.quarantine += [QuarantineRow(one.name, "", None, None, one.reason, "") for one in not_taken]
        arrived: list[tuple[str | None, str, str, Path]] = []
        seen: set[tuple[str, str | None]] = set()
        for number, file in enumerate(files):
            feed = feed_of(file.name)
            copied = self._copy(file, feed, self.work / f"raw-{number}")
            if copied is None:
                continue
            sha256, length = copied
            copy = self.work / f"raw-{number}"
            if (sha256, feed) in seen or self._is_known(sha256, file, feed):
                self.report.files_known += 1
                copy.unlink()
                continue
            seen.add((sha256, feed))
            self.raw.append((copy, RawFile(sha256, length, file.name, feed)))
            arrived.append((feed, file.name, sha256, copy))
        self.read_all(arrived, progress)

    def read_all(
        self, files: Iterable[tuple[str | None, str, str, Path]], progress: Callable[[str], None] | None = None
    ) -> None:
        """Reads files (feed, name, SHA-256, and where the bytes lie) in the order of their feeds and names."""
        for feed, name, sha256, copy in sorted(files, key=lambda a: (FEED_ORDER.index(a[0]), a[1], a[2])):
            if progress is not None:
                progress(name)
            self.report.files_landed += 1
            # Read under its own name (which tells how it is packed), but from the bytes that were hashed.
            alias = self.work / f"alias-{self.report.files_landed}" / name
            alias.parent.mkdir()
            alias.symlink_to(copy)
            self._read(feed, alias, sha256)

    def _copy(self, file: Arrival, feed: str | None, copy: Path) -> tuple[str, int] | None:
        """A copy of the file with its SHA-256 and length; None where its bytes are known or cannot be read."""
        try:
            # Known bytes are not copied at all: looking at a landing folder again is cheap.
            if self._is_known(sha256_of_file(file.path), file, feed):
                self.report.files_known += 1
                return None
            return copy_and_hash(file.path, copy)
        except OSError as error:
            if _can_be_read(file.path):
                raise  # the source is fine: it is our own disk that failed, and that is not the file's fault
            reason = f"the file cannot be read ({error.strerror or error}); check that it is there and may be opened"
            self.quarantine.append(QuarantineRow(file.name, "", None, None, reason, ""))
            self.report.not_taken.append(NotTaken(file.name, reason))
            return None

    def _is_known(self, sha256: str, file: Arrival, feed: str | None) -> bool:
        """Whether these bytes need not be read: they landed, and nothing else came under their name since.

        What came last under a name is not there any more: then it was taken back, and the former bytes came again.
        Where both lie there, under one name in two folders, neither took the other's place.
        """
        if (sha256, feed) not in self.snapshot.landed:
            return False
        last = self.snapshot.last_named.get((file.name, feed))
        return last is None or last == sha256 or self._beside.get(file.name, 0) > 1

    def _read(self, feed: str | None, path: Path, sha256: str) -> None:
        source = Source(path, sha256=sha256, ours=True)
        self._read_parts(feed, source, sha256)
        self.quarantine = listed(self.quarantine) + source.beyond()

    def _read_parts(self, feed: str | None, source: Source, sha256: str) -> None:
        parts = self._parts(feed, source, sha256)
        while True:
            try:
                part = next(parts, None)
            except (OSError, MemoryError):
                raise  # the machine's fault, not the file's: nothing is committed, a rerun takes it up
            except Exception as error:  # a file that not even its reader foresaw must not stop the others
                reason = f"the file could not be read to its end ({error}); send it again, or report it with this text"
                self.quarantine.append(QuarantineRow(source.name, sha256, None, None, raw_text(reason), ""))
                return
            if part is None:
                return
            batch, rows, quarantine = part
            self.quarantine += quarantine
            if batch is not None:
                self._hands(batch, source)
            for name, table in rows.items():
                late = self.horizon.beyond(name, table) if len(table) else None
                if late is not None and late.any():
                    self.quarantine += self.horizon.refusals(name, table, late, source)
                    table = table.filter(pa.array(~late))
                self._rows(name, table, sha256)

    def _parts(self, feed: str | None, source: Source, sha256: str) -> Iterator[_Part]:
        """What the feed's reader makes of the file, part by part: hands, other tables, quarantine."""
        if feed in HAND_FEEDS:
            for parsed in read_hands(source, feed, self.batch_bytes):
                yield parsed.batch, {"notes": self._dated(parsed.notes, "at")}, parsed.quarantine
        elif feed == "downs":
            downs = read_downs(source, self.house)
            yield None, {"downs": downs.table}, downs.quarantine
        elif feed == "shuffles":
            shuffles = read_shuffler(source, self.house)
            yield None, {"shuffles": shuffles.table}, shuffles.quarantine
        elif feed == "drops":
            drops = read_drops(source)
            yield None, {"drops": drops.table}, drops.quarantine
        elif feed == "roster":
            roster = read_roster(source)
            yield None, {"roster": roster.table}, roster.quarantine
        elif feed is None:
            reason = (
                f"no feed has a file of this name; it looks like {likely(source.path).said()}. Feeds are named "
                "*.hands.jsonl, *.phh, *.ohh, *.txt, *.pokernow.csv, *.downs.csv, *.shuffler.csv, *.drop.csv, "
                "roster.csv or house.toml"
            )
            self.report.not_taken.append(NotTaken(source.name, reason))
            yield None, {}, [QuarantineRow(source.name, sha256, None, None, reason, "")]

    # -- rows ---------------------------------------------------------------------------------------------------------

    def _dated(self, table: pa.Table, at: str) -> pa.Table:
        """The table with its gaming days filled in."""
        column = table.schema.get_field_index("gaming_date")
        return table.set_column(column, table.schema.field(column), self._gaming_dates(table["room"], table[at]))

    def _gaming_dates(self, rooms: Any, at: Any) -> pa.Array:
        names = pl.Series("room", rooms.cast(pa.string()), dtype=pl.String)
        times = pl.Series("at", at)
        return self.house.gaming_dates(names, times).to_arrow().cast(pa.date32())

    def _hands(self, batch: batches.HandBatch, source: Source) -> None:
        if not len(batch):
            return
        three = batches.to_tables(batch)
        late = self.horizon.beyond("hands", three["hands"])
        if late.any():
            self.quarantine += self.horizon.refusals("hands", three["hands"], late, source)
            three = take_hands(three, np.flatnonzero(~late).astype(np.int64))
        three["hands"] = self._dated(three["hands"], "start")
        for partition, rows in split_by_day(three["hands"]):
            every = rows is None
            hands = three["hands"] if rows is None else three["hands"].take(pa.array(rows))
            fresh = self.known.fresh("hands", partition, hands)
            self.report.repeated += len(hands) - len(fresh)
            if not len(fresh):
                continue
            self.report.hands += len(fresh)
            whole = every and len(fresh) == len(hands)
            part = three if whole else take_hands(three, fresh if rows is None else rows[fresh])
            self._hold("hands", partition, part, source.sha256)

    def _rows(self, name: str, table: pa.Table, sha256: str) -> None:
        if not len(table):
            return
        parts: Iterable[tuple[Partition | None, np.ndarray[Any, Any] | None]] = (
            [(None, None)] if name in tables.UNPARTITIONED else split_by_day(table)
        )
        for partition, rows in parts:
            part = table if rows is None else table.take(pa.array(rows))
            fresh = self.known.fresh(name, partition, part)
            if name != "quarantine":
                self.report.repeated += len(part) - len(fresh)
            if not len(fresh):
                continue
            counter = "quarantined" if name == "quarantine" else name
            setattr(self.report, counter, getattr(self.report, counter) + len(fresh))
            self._hold(name, partition, {name: part if len(fresh) == len(part) else part.take(pa.array(fresh))}, sha256)

    def _hold(self, name: str, partition: Partition | None, part: HandTables, sha256: str) -> None:
        buffer = self.buffers.setdefault((name, partition), _Buffer())
        buffer.parts.append(part)
        if sha256:
            buffer.sources.add(sha256)
        buffer.bytes += sum(table.get_total_buffer_size() for table in part.values())
        if partition is not None:
            self.report.partitions.add((partition[1], partition[0]))
        held = sum(b.bytes for b in self.buffers.values())
        if held <= self.buffer_bytes:
            return
        # The largest first: few large files, and memory falls fast.
        for key in sorted(self.buffers, key=lambda k: (-self.buffers[k].bytes, _key_text(k))):
            held -= self.buffers[key].bytes
            self._write(key)
            if held <= self.buffer_bytes // 2:
                break

    def _write(self, key: tuple[str, Partition | None]) -> None:
        name, partition = key
        buffer = self.buffers.pop(key)
        day, room = partition if partition is not None else (None, None)
        self.groups += 1
        if name == "hands":
            three = sort_hands(concat_hands(buffer.parts))
        else:
            three = {name: parquet.sort(parquet.concat([part[name] for part in buffer.parts], name), name)}
        buffer.parts.clear()
        staged = name in tables.FEED_TABLES
        owner: str | None = None
        for table_name in list(three):
            table = three.pop(table_name)
            landing = Landing(staged, self.groups, frozenset(buffer.sources), owner, self.landed)
            pending = self.lake.write_table(table, table_name, self.work, room, day, landing)
            if table_name == "hands":
                owner = pending.file.sha256
            self.files.append(pending)

    # -- the commit ---------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Writes what waits; the commit comes later."""
        for key in sorted(self.buffers, key=_key_text):
            self._write(key)

    def commit(self) -> IngestReport:
        self._rows("quarantine", rows_to_table(self.quarantine), "")
        self.flush()
        if not self.files and all((raw.sha256, raw.feed) in self.snapshot.landed for _, raw in self.raw):
            return self.report
        entry = self.lake.commit(lambda snapshot, folder: self.draft())
        self.report.commit = None if entry is None else entry.number
        return self.report

    def draft(self) -> Draft:
        """The commit of what was written."""
        clocks: dict[str, Json] = {room: self.house.clock_of(room) for room in self._rooms()}
        meta: dict[str, Json] = {"house": self.house.digest, "clocks": clocks}
        if self.who is not None:
            meta["who"] = self.who
        return Draft(
            kind="ingest",
            files=sorted(self.files, key=lambda pending: pending.file.path),
            raw=sorted(self.raw, key=lambda item: item[1].sha256),
            meta=meta,
        )

    def _rooms(self) -> list[str]:
        return sorted({pending.file.room for pending in self.files if pending.file.room is not None})


def _can_be_read(path: Path) -> bool:
    try:
        sha256_of_file(path)
    except OSError:
        return False
    return True


def _key_text(key: tuple[str, Partition | None]) -> tuple[str, str, str]:
    name, partition = key
    return (name, "", "") if partition is None else (name, partition[0].isoformat(), partition[1])
