"""The audit of files without a lake: feeds in, tables and a summary out, one batch in memory at a time."""

from __future__ import annotations

import hashlib
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa

from checks.audit import Audit, Feeds
from checks.expected import with_missing
from checks.film_table import film_of
from checks.law.rulebook import rulebooks_of
from parsers import schemas
from parsers.batch import HandBatch, to_tables
from parsers.csvfeed import ParsedTable
from parsers.detect import feed_of
from parsers.downs import read_downs
from parsers.drops import read_drops
from parsers.hand_files import HAND_FEEDS
from parsers.handlog import ParsedHands
from parsers.house import House, load_house
from parsers.likely import likely
from parsers.nearest import did_you_mean
from parsers.quarantine import QuarantineRow, rows_to_table
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from pipelines.auditing.beside import Beside
from pipelines.auditing.engine_names import LOCAL, SPARK
from pipelines.auditing.engines import Engine, Law, running
from pipelines.auditing.files_register import FilesCame
from pipelines.auditing.flagged_film import flagged_lots
from pipelines.auditing.gathering import gathered
from pipelines.auditing.identity import audit_identity, versions
from pipelines.auditing.inputs import InputFile, Inputs, find_inputs
from pipelines.auditing.parquet_out import OutputFolder, TableWriter
from pipelines.auditing.progress import Progress
from pipelines.auditing.repeats import SeenLines, rows_without_repeats, without_repeats
from pipelines.auditing.warming import warm_up
from pipelines.errors import InputError
from pipelines.telling.as_csv import csv_text
from pipelines.telling.found import OF_HAND, clocks_of, rows_of_folder
from pipelines.telling.passed_over import Passed
from pipelines.telling.report_page import report_page
from warehouse import parquet
from warehouse.register import TABLE_OF
from warehouse.register_rows import Trouble, to_table, troubles
from warehouse.tables import ALL, HAND_TABLES

SEVERITIES = ("notice", "procedure", "error")
TABLES = (
    "hands", "seats", "events", "downs", "shuffles", "notes", "drops", "register", "findings", "coverage", "payroll",
    "devices", "quarantine", "film",
)  # fmt: skip
NO_HOUSE = hashlib.sha256(b"").hexdigest()


@dataclass
class AuditResult:
    """What an audit of files found; `summary` is what summary.json says."""

    out: Path
    summary: dict[str, Any]
    severities: dict[str, int]
    troubles: list[Trouble] = field(default_factory=list)  # feeds that the house file expects and that did not come
    findings: list[dict[str, Any]] = field(default_factory=list)  # as pipelines.telling.found has them
    quarantine: list[QuarantineRow] = field(default_factory=list)
    passed_over: list[Passed] = field(default_factory=list)  # files in the folders given that no feed has


@dataclass
class _Tally:
    """Figures gathered while the batches go by."""

    hands_read: int = 0
    hands_repeated: int = 0
    quarantine: list[QuarantineRow] = field(default_factory=list)
    came: FilesCame = field(default_factory=FilesCame)
    drops: pa.Table = field(default_factory=schemas.DROPS.empty_table)  # no check reads them; they are kept
    start_seconds: float = 0.0
    parse_seconds: float = 0.0
    write_seconds: float = 0.0


def audit_files(
    paths: Iterable[Path],
    *,
    house_path: Path | None,
    out: Path,
    rulebook: str | None = None,
    forced_feed: str | None = None,
    jobs: int = 1,
    engine: str = LOCAL,
    tables: Iterable[str] | None = None,
) -> AuditResult:
    """Audits the files and folders in `paths` into the folder `out`; the engine changes nothing but where it runs.

    With `tables` only these are in the folder, beside the summary, which names the others.
    """
    began = time.perf_counter()
    inputs = find_inputs(paths, forced_feed)
    if not inputs.files:
        raise InputError("no feed file among the inputs; give hand logs (*.hands.jsonl) or a folder that holds them")
    law = _law(house_path, inputs, rulebook)
    house, *_ = law
    audit_id = audit_identity([(f.name, f.sha256) for f in inputs.files], house, rulebook)
    folder = OutputFolder(out, None if tables is None else wanted_tables(tables))
    try:
        warm_up()
        tally = _Tally(start_seconds=time.perf_counter() - began)
        logs = [(file.path, file.feed) for file in inputs.files if file.feed in HAND_FEEDS]
        # what Spark reads is read elsewhere: of that nobody knows the share
        progress = Progress("audit", 0 if engine == SPARK else sum(path.stat().st_size for path, _ in logs))
        with (
            tempfile.TemporaryDirectory(prefix=".spool-", dir=folder.staged.parent) as spool,
            running(engine, logs, law, audit_id, jobs, Path(spool), progress.came) as judge,
            Beside(jobs > 1) as beside,
        ):
            with progress:
                notes = _stream_hands(judge, (house, folder), tally, progress, beside)
            feeds = _read_small_feeds(inputs.files, house, notes, tally, beside)
            audit = judge.finish(feeds)
        rows, missing = tally.came.register(house)
        audit = replace(audit, coverage=with_missing(audit.coverage, missing))
        register = to_table(rows)
        _write_rest(folder, feeds, audit, register, tally)
        _write_film(folder, audit.findings, law, tally)
        folder.close()
        passed_over = [(path, likely(path)) for path in inputs.passed_over if feed_of(path) != "rulebook"]
        summary = _summary(inputs, audit, audit_id, tally) | {"clocks": clocks_of(house)}
        if left_out := [name for name in TABLES if not folder.wants(name)]:
            summary["tables_left_out"] = left_out
        lacking = troubles(register.to_pylist())
        findings = _write_for_people(folder, summary, audit, tally, lacking)
        summary |= _figures(audit, tally, time.perf_counter() - began)
        folder.commit(summary)
    except BaseException:
        folder.discard()
        raise
    severities = Counter(audit.findings["severity"].to_pylist())
    return AuditResult(out, summary, dict(severities), lacking, findings, tally.quarantine, passed_over)


def wanted_tables(names: Iterable[str]) -> frozenset[str]:
    """The names of tables that an audit of files writes; InputError where one is none."""
    wanted = frozenset(names)
    for name in sorted(wanted - set(TABLES)):
        raise InputError(f"--tables {name}: no such table; {did_you_mean(name, TABLES)}there are {', '.join(TABLES)}")
    return wanted


def severe_enough(severities: dict[str, int], least: str) -> bool:
    """Whether any finding is at least as severe as `least`."""
    return any(severities.get(severity) for severity in SEVERITIES[SEVERITIES.index(least) :])


def _law(house_path: Path | None, inputs: Inputs, rulebook: str | None) -> Law:
    """House file, rulebooks, and the rulebook that was named."""
    house = _house(house_path, inputs, rulebook)
    rulebooks = rulebooks_of(house)
    if rulebook is not None and rulebook not in rulebooks:
        meant = did_you_mean(rulebook, rulebooks)
        raise InputError(f"--rulebook {rulebook}: no such rulebook; {meant}there are {', '.join(sorted(rulebooks))}")
    return house, rulebooks, rulebook


def _house(path: Path | None, inputs: Inputs, rulebook: str | None) -> House:
    if path is not None:
        if not path.is_file():
            raise InputError(f"{path}: no such house file; --house must name your room's house.toml")
        return load_house(path)
    if len(inputs.houses) == 1:
        return load_house(inputs.houses[0])
    if len(inputs.houses) > 1:
        names = ", ".join(str(p) for p in inputs.houses)
        raise InputError(f"several house files among the inputs ({names}); say which with --house FILE")
    if rulebook is None:
        raise InputError("no house file: pass --house FILE, or --rulebook ID to judge by a rulebook alone")
    return House(name="no house file", digest=NO_HOUSE, rooms={}, placards={})


def _timed(batches: Iterator[ParsedHands], tally: _Tally) -> Iterator[ParsedHands]:
    """The batches as they come; the time it takes to get them goes to the tally."""
    while True:
        began = time.perf_counter()
        parsed = next(batches, None)
        tally.parse_seconds += time.perf_counter() - began
        if parsed is None:
            return
        yield parsed


def _stream_hands(
    judge: Engine, into: tuple[House, OutputFolder], tally: _Tally, progress: Progress, beside: Beside
) -> pa.Table:
    """Every hand log through the auditor and into the tables; returns the notes, which are few."""
    house, folder = into
    writers = {name: folder.writer(name, schema) for name, schema in _hand_schemas(folder).items()}
    seen_hands, seen_notes = SeenLines(), SeenLines()
    notes: list[pa.Table] = []
    for parsed in _timed(gathered(judge.batches()), tally):
        tally.quarantine += parsed.quarantine
        if len(parsed.notes):
            notes.append(rows_without_repeats(parsed.notes, seen_notes))
        batch = without_repeats(parsed.batch, seen_hands)
        tally.hands_repeated += len(parsed.batch) - len(batch)
        tally.hands_read += len(batch)
        if len(batch):
            judge.add(batch)
            beside.do(partial(_write_hands, batch, house, writers, tally))
        progress.advance(len(batch))
    if not notes:
        return schemas.NOTES.empty_table()
    return with_gaming_dates(pa.concat_tables(notes).unify_dictionaries(), house, "at")


def _write_hands(batch: HandBatch, house: House, writers: dict[str, TableWriter], tally: _Tally) -> None:
    began = time.perf_counter()
    tables = to_tables(batch, names=writers)
    tables["hands"] = with_gaming_dates(tables["hands"], house, "start")
    tally.came.add("hands", tables["hands"])
    for name, writer in writers.items():
        writer.append(tables[name].select(writer.schema.names))
    tally.write_seconds += time.perf_counter() - began


def _hand_schemas(folder: OutputFolder) -> dict[str, pa.Schema]:
    """The tables of hands to write: those asked for, all where the film needs them, and what findings are told by."""
    if folder.wants("film"):
        return {name: schemas.TABLES[name] for name in HAND_TABLES}
    found = {name: schemas.TABLES[name] for name in HAND_TABLES if folder.wants(name)}
    return {"hands": pa.schema([schemas.HANDS.field(name) for name in OF_HAND]), **found}


def with_gaming_dates(table: pa.Table, house: House, at: str) -> pa.Table:
    """The table with its gaming dates, by each room's own clock."""
    rooms = pl.Series(pl.from_arrow(table["room"])).cast(pl.String)
    dates = house.gaming_dates(rooms, pl.Series(pl.from_arrow(table[at])))
    column = table.schema.get_field_index("gaming_date")
    return table.set_column(column, "gaming_date", dates.to_arrow().cast(pa.date32()))


def _read_small_feeds(files: list[InputFile], house: House, notes: pa.Table, tally: _Tally, beside: Beside) -> Feeds:
    """Down cards, shuffler counts and rosters: small next to the hands, so they are read whole."""
    readers: dict[str, Callable[[Source], ParsedTable]] = {
        "downs": lambda source: read_downs(source, house),
        "shuffles": lambda source: read_shuffler(source, house),
        "drops": read_drops,
        "roster": read_roster,
    }
    tables: dict[str, pa.Table] = {}
    for feed, reader in readers.items():
        seen = SeenLines()
        parts = [schemas.TABLES[feed].empty_table()]
        for file in files:
            if file.feed != feed:
                continue
            began = time.perf_counter()
            parsed = reader(Source(file.path))
            tally.parse_seconds += time.perf_counter() - began
            tally.quarantine += parsed.quarantine
            parts.append(rows_without_repeats(parsed.table, seen) if feed != "roster" else parsed.table)
        tables[feed] = pa.concat_tables(parts).unify_dictionaries()
    for feed, name in TABLE_OF.items():
        if feed != "hands":
            beside.do(partial(tally.came.add, feed, tables[name]))  # after the hands, which are counted there
    tally.drops = tables["drops"]
    return Feeds(
        notes=notes, downs=tables["downs"], shuffles=tables["shuffles"], roster=tables["roster"],
        quarantine=rows_to_table(tally.quarantine),
    )  # fmt: skip


def _write_rest(folder: OutputFolder, feeds: Feeds, audit: Audit, register: pa.Table, tally: _Tally) -> None:
    began = time.perf_counter()
    quarantine = sorted(tally.quarantine, key=lambda row: (row.source_file, row.sha256, row.line or 0))
    rest = {
        "downs": feeds.downs,
        "shuffles": feeds.shuffles,
        "notes": feeds.notes,
        "drops": parquet.sort(tally.drops, "drops"),
        "register": parquet.sort(register, "register"),
        "findings": parquet.sort(audit.findings, "findings"),  # by every column in the end: one order, whatever ran
        "coverage": parquet.sort(audit.coverage, "coverage"),
        "payroll": parquet.sort(audit.payroll, "payroll"),
        "devices": parquet.sort(audit.devices, "devices"),
        "quarantine": rows_to_table(quarantine),
    }
    for name, table in rest.items():
        if folder.wants(name) or name == "findings":  # people are told of these, whatever the folder keeps
            folder.writer(name, ALL[name]).append(table)
    tally.write_seconds += time.perf_counter() - began


def _write_film(folder: OutputFolder, findings: pa.Table, law: Law, tally: _Tally) -> None:
    """The film of the hands with a finding, from the tables as they were written: nobody knew before which they are."""
    if not folder.wants("film"):
        return
    began = time.perf_counter()
    for name in HAND_TABLES:
        folder.writer(name, ALL[name]).close()
    writer = folder.writer("film", ALL["film"])
    for lot in flagged_lots(folder.staged, findings):
        writer.append(film_of(lot, *law))
    tally.write_seconds += time.perf_counter() - began


def _write_for_people(
    folder: OutputFolder, summary: dict[str, Any], audit: Audit, tally: _Tally, lacking: list[Trouble]
) -> list[dict[str, Any]]:
    """`findings.csv` and `report.html`, beside the tables that they are made of; returns the findings as told."""
    began = time.perf_counter()
    findings = rows_of_folder(folder.staged, summary["clocks"])
    if folder.wants("findings"):
        (folder.staged / "findings.csv").write_bytes(csv_text(findings))
        quarantine = rows_to_table(tally.quarantine).to_pylist()
        page = report_page(summary, findings, audit.coverage, quarantine, [one.line() for one in lacking])
        (folder.staged / "report.html").write_text(page, encoding="utf-8")
    tally.write_seconds += time.perf_counter() - began
    return findings


def _figures(audit: Audit, tally: _Tally, total: float) -> dict[str, Any]:
    """Times and memory: all that may differ between two audits of the same files."""
    seconds = {
        "start": tally.start_seconds,
        "parse": tally.parse_seconds,
        "replay": audit.seconds["replay"],
        "checks": audit.seconds["checks"],
        "write": tally.write_seconds,
        "total": total,
    }
    rates = {stage: round(tally.hands_read / s) if s > 0 else 0 for stage, s in seconds.items() if stage != "start"}
    worked = seconds["parse"] + seconds["replay"] + seconds["checks"]
    rates["parse_replay_checks"] = round(tally.hands_read / worked) if worked > 0 else 0
    return {
        "seconds": {stage: round(s, 4) for stage, s in seconds.items()},
        "hands_per_second": rates,
        "peak_memory_mb": round(peak_memory_mb(), 1),
    }


def _summary(inputs: Inputs, audit: Audit, audit_id: str, tally: _Tally) -> dict[str, Any]:
    """What summary.json says that two audits of the same files say alike."""
    counts = Counter(audit.findings["code"].to_pylist())
    return {
        "audit_id": audit_id,
        "hands_read": tally.hands_read,
        "hands_evaluated": audit.hands_evaluated,
        "hands_without_rule": audit.unruled,
        "hands_repeated": tally.hands_repeated,
        "hands_quarantined": len(tally.quarantine),
        "findings": {code: counts[code] for code in sorted(counts)},
        "inputs": _by_name(inputs.files),
        "inputs_repeated": sorted(path.name for path in inputs.repeated),
        "versions": versions(),
    }


def _by_name(files: list[InputFile]) -> dict[str, str]:
    """File to sha256; files of one name in several folders are told apart by their digests."""
    counts = Counter(file.name for file in files)
    return {f"{f.name}#{f.sha256[:8]}" if counts[f.name] > 1 else f.name: f.sha256 for f in files}


def peak_memory_mb() -> float:
    """The most memory this process has held."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
