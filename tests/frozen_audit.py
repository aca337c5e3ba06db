"""The audit of one item of the frozen corpus, in this process: files in, tables out.

It goes the way of `oddchip audit`, without writing, and with the facts of every hand. All that the tool for comparing
audits needs of the product is imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from checks.audit import Auditor, Feeds
from checks.law.rulebook import rulebooks_of
from parsers import schemas
from parsers.csvfeed import ParsedTable
from parsers.downs import read_downs
from parsers.drops import read_drops
from parsers.hand_files import HAND_FEEDS
from parsers.house import House, load_house
from parsers.quarantine import QuarantineRow, rows_to_table
from parsers.roster import read_roster
from parsers.shuffler import read_shuffler
from parsers.source import Source
from pipelines.auditing.files_audit import NO_HOUSE, with_gaming_dates
from pipelines.auditing.gathering import gathered
from pipelines.auditing.inputs import InputFile, find_inputs
from pipelines.auditing.parallel_read import read_logs
from pipelines.auditing.repeats import SeenLines, rows_without_repeats, without_repeats
from warehouse import parquet

TABLES = ("findings", "coverage", "hand_facts", "payroll", "devices")
NOT_COMPARED = ("audit_id",)  # a digest of versions and code, which change
GIVEN = ("received_again", "clock_faults", "law_changes")  # what only a lake knows; an item may have it as NAME.parquet


@dataclass(frozen=True)
class Item:
    """A folder of input files. `rulebook` judges alone where it has no house file.

    With `absent_feeds` a feed without a file is absent, as in the test of the cases; otherwise it is there and empty,
    as for `oddchip audit`.
    """

    name: str
    folder: Path
    rulebook: str | None = None
    absent_feeds: bool = False


def audit_item(item: Item, *, keep_all: bool = False) -> dict[str, pl.DataFrame]:
    """The tables of an item's audit, in the order in which the product writes them, and what else its summary says.

    With `keep_all` the checks read every row of the film.
    """
    inputs = find_inputs([item.folder])
    house = load_house(inputs.houses[0]) if inputs.houses else House("no house file", NO_HOUSE, {}, {})
    auditor = Auditor(house, rulebooks_of(house), "frozen", rulebook=item.rulebook, keep_all=keep_all)
    quarantine: list[QuarantineRow] = []
    notes = _add_hands(auditor, inputs.files, item.folder, quarantine)
    feeds = _small_feeds(inputs.files, house, item.absent_feeds, quarantine)
    given = {name: pq.read_table(path) for name in GIVEN if (path := item.folder / f"{name}.parquet").exists()}
    notes = with_gaming_dates(notes, house, "at") if len(notes) else notes
    unread = None if item.absent_feeds else rows_to_table(quarantine)
    judged = {name: table for name, table in feeds.items() if name != "drops"}
    audit = auditor.finish(Feeds(notes=notes, quarantine=unread, **judged, **given))
    frames = {name: plain(parquet.sort(getattr(audit, name), name)) for name in TABLES}
    return {
        **frames,
        **{name: plain(parquet.sort(table, name)) for name, table in feeds.items()},
        "notes": plain(parquet.sort(notes, "notes")),
        "quarantine": plain(parquet.sort(rows_to_table(quarantine), "quarantine")),
        "summary": pl.DataFrame({"hands_evaluated": [audit.hands_evaluated]}),
    }


def plain(table: pa.Table) -> pl.DataFrame:
    """A table as a frame of plain texts, without what changes from version to version and from folder to folder."""
    frame = pl.DataFrame(pl.from_arrow(table)).with_columns(pl.col(pl.Categorical).cast(pl.String))
    frame = frame.drop(NOT_COMPARED, strict=False)
    if "source_file" in frame.columns:
        frame = frame.with_columns(pl.col("source_file").str.replace(r"^.*/", ""))
    return frame


def _add_hands(auditor: Auditor, files: list[InputFile], folder: Path, quarantine: list[QuarantineRow]) -> pa.Table:
    """Every hand log through the auditor; returns the notes."""
    logs = [(file.path, file.feed) for file in files if file.feed in HAND_FEEDS]
    seen_hands, seen_notes = SeenLines(), SeenLines()
    notes = [schemas.NOTES.empty_table()]
    for parsed in gathered(read_logs(logs, 1, folder)):
        quarantine += parsed.quarantine
        if len(parsed.notes):
            notes.append(rows_without_repeats(parsed.notes, seen_notes))
        batch = without_repeats(parsed.batch, seen_hands)
        if len(batch):
            auditor.add(batch)
    return pa.concat_tables(notes).unify_dictionaries()


def _small_feeds(
    files: list[InputFile], house: House, absent_feeds: bool, quarantine: list[QuarantineRow]
) -> dict[str, pa.Table]:
    """Down cards, shuffler counts and rosters."""
    readers: dict[str, Callable[[Source], ParsedTable]] = {
        "downs": lambda source: read_downs(source, house),
        "shuffles": lambda source: read_shuffler(source, house),
        "drops": read_drops,
        "roster": read_roster,
    }
    tables: dict[str, pa.Table] = {}
    for feed, reader in readers.items():
        seen = SeenLines()
        parts = []
        for file in files:
            if file.feed == feed:
                parsed = reader(Source(file.path))
                quarantine += parsed.quarantine
                parts.append(parsed.table if feed == "roster" else rows_without_repeats(parsed.table, seen))
        if parts or not absent_feeds:
            tables[feed] = pa.concat_tables([schemas.TABLES[feed].empty_table(), *parts]).unify_dictionaries()
    return tables
