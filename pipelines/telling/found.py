"""Findings with what is told of them, one row a finding: amounts apart for money and chips, and the room's own time.

They come from the folder that an audit of files wrote, or from a gaming day in the lake; who tells them sees no
difference.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from parsers.house import House
from parsers.schemas import FINDINGS
from pipelines.auditing.parquet_out import SUMMARY_FILE
from pipelines.errors import InputError
from warehouse.amounts import with_amounts
from warehouse.privacy import Pseudonyms

Row = dict[str, Any]
SEVERITIES: Final = ("error", "procedure", "notice")  # the worst first
OF_HAND: Final = ["gaming_date", "room", "table", "hand", "is_tournament", "utc_offset_min"]


@dataclass(frozen=True)
class Found:
    """Findings to tell, and of which audits they are (room or "", id)."""

    rows: list[Row]
    audits: list[str]
    where: str
    quarantine: list[Row] = field(default_factory=list)


FINDINGS_NEED: Final = ("findings", "hands", "quarantine")
HANDS_NEED: Final = (*FINDINGS_NEED, "seats", "events", "film")


def audit_folder(given: str | Path, needs: tuple[str, ...]) -> Path:
    """The folder of an audit that holds these tables; InputError where it is none, or was not asked to hold them."""
    folder = Path(given)
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; name the one that `oddchip audit … --out` wrote")
    if not (folder / SUMMARY_FILE).is_file():
        raise InputError(f"{folder}: holds no audit; name the folder that `oddchip audit … --out` wrote")
    left_out = _summary(folder).get("tables_left_out", ())
    lacking = [name for name in needs if name in left_out]
    if lacking:
        raise InputError(
            f"{folder}: --tables left out {', '.join(lacking)}, which this command reads; run the audit again with "
            f"--tables {','.join(needs)}, or without --tables"
        )
    if not (folder / "findings.parquet").is_file():
        raise InputError(f"{folder}: holds no audit; name the folder that `oddchip audit … --out` wrote")
    return folder


def _summary(folder: Path) -> dict[str, Any]:
    try:
        said: dict[str, Any] = json.loads((folder / SUMMARY_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{folder / SUMMARY_FILE}: cannot be read ({error}); run the audit again") from error
    return said


def read_table(folder: Path, name: str) -> pa.Table:
    """A table of an audit's folder; InputError where it is damaged or gone."""
    path = folder / f"{name}.parquet"
    try:
        return pq.read_table(path, page_checksum_verification=True)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path}: cannot be read ({error}); run the audit again") from error


def found_in_folder(folder: Path) -> Found:
    """All findings of an audit of files, in the order of its table."""
    summary = _summary(folder)
    rows = rows_of_folder(folder, summary.get("clocks", {}))
    quarantine = read_table(folder, "quarantine").to_pylist()
    return Found(rows, [str(summary["audit_id"])], str(folder), quarantine)


def rows_of_folder(folder: Path, clocks: Mapping[str, str]) -> list[Row]:
    """One row a finding of the tables in a folder; `clocks` are the rooms' time zones."""
    findings = read_table(folder, "findings")
    flagged = pl.DataFrame(pl.from_arrow(findings.select(["room", "hand"]))).unique()
    hands = (
        pl.scan_parquet(folder / "hands.parquet")
        .select(OF_HAND)
        .with_columns(pl.col("room", "table").cast(pl.String))
        .join(flagged.lazy(), on=["room", "hand"], how="semi")
        .collect()
    )
    offsets = {(room, hand): minutes for room, hand, minutes in hands.select("room", "hand", "utc_offset_min").rows()}
    table = hands.drop("utc_offset_min").to_arrow().cast(_hand_schema())
    return told(with_amounts(findings, [table]), clocks, offsets)


def _hand_schema() -> pa.Schema:
    return pa.schema(
        [("gaming_date", pa.date32()), ("room", pa.string()), ("table", pa.string()), ("hand", pa.string()),
         ("is_tournament", pa.bool_())]
    )  # fmt: skip


def told(
    rows: list[Row], clocks: Mapping[str, str], offsets: Mapping[tuple[str, str], int | None] | None = None
) -> list[Row]:
    """The rows with `local`: when it was by the room's clock, with its offset; None where no time is known."""
    zones = {room: zone for room, name in clocks.items() if (zone := _zone(name)) is not None}
    for row in rows:
        at = row["at"]
        if at is not None:
            clock: dt.tzinfo | None = zones.get(row["room"])
            minutes = (offsets or {}).get((row["room"], row["hand"]))
            if clock is None and minutes is not None:
                clock = dt.timezone(dt.timedelta(minutes=minutes))
            at = at.astimezone(clock or dt.UTC)
        row["local"] = at
    return rows


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None


def clocks_of(house: House | None) -> dict[str, str]:
    """The rooms' time zones by name."""
    return {} if house is None else {room.id: room.timezone.key for room in house.rooms.values()}


def published(rows: list[Row], pseudonyms: Pseudonyms) -> list[Row]:
    """The rows of a lake with pseudonyms in place of players, as everything that leaves it has them."""
    table = pa.Table.from_pylist([{name: row[name] for name in FINDINGS.names} for row in rows], schema=FINDINGS)
    for row, public in zip(rows, pseudonyms.publish(table, "findings").to_pylist(), strict=True):
        row.update(public)
    return rows


def worst_first(rows: Iterable[Row]) -> list[Row]:
    """Errors before procedure before notices, the most money first; else in their own order."""
    return sorted(
        rows, key=lambda row: (SEVERITIES.index(row["severity"]), -row["moved_cents"], -row["moved_chips_cents"])
    )
