"""Checks on what the night made: findings against what is usual, marts against the lake, pages against their links.

Plain functions over the data folder; `pipelines.orchestration.assets` hands their verdicts to Dagster.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import unquote

import duckdb

from pipelines.folders import Folders
from pipelines.night import nightly
from warehouse import tables
from warehouse.expectations import RECENT_DAYS, RECENT_LEAST, VOLUME_HIGH, VOLUME_LOW
from warehouse.lake import Lake, Partition, Snapshot
from warehouse.standing import standing_hands, standing_rows

COVERAGE_DROP = 0.10  # a tenth of all verdicts: a feed or a column has gone, not a table or two
TOO_FEW = f"fewer than {RECENT_LEAST} days before this one: too few to say what is usual"
# Tables that the DuckDB file takes over as they are: the ledger knows their rows.
TAKEN_OVER = (*tables.JUDGED_TABLES, "quality", "register")
_LINK = re.compile(r"""\bhref=["']([^"'#?]+)""")


@dataclass(frozen=True)
class Verdict:
    """A check's result: whether it holds, in a sentence, with numbers to plot."""

    passed: bool
    said: str
    numbers: dict[str, float] = field(default_factory=dict)


def coverage_usual(where: Folders, day: dt.date, room: str) -> Verdict:
    """The share of verdicts that could be given is about that of the room's last days."""
    lake = nightly.open_lake(where)
    today = _coverage(lake, day, room)
    if today is None:
        return Verdict(False, "no check had anything to judge: nothing of the day came")
    before = [_coverage(lake, other, room) for other in _days_before(lake.snapshot(), day, room)]
    known = [share for share in before if share is not None]
    numbers = {"coverage": round(today, 4)}
    if len(known) < RECENT_LEAST:
        return Verdict(True, TOO_FEW, numbers)
    usual = median(known)
    said = f"{today:.1%} of what should have been judged was; {usual:.1%} is usual, by the {len(known)} days before"
    return Verdict(today >= usual - COVERAGE_DROP, said, {**numbers, "usual_coverage": round(usual, 4)})


def findings_usual(where: Folders, day: dt.date, room: str) -> Verdict:
    """There are about as many findings a thousand hands as on the room's last days."""
    snapshot = nightly.open_lake(where).snapshot()
    found, hands = _rows(snapshot, "findings", day, room), _rows(snapshot, "hand_facts", day, room)
    if not hands:
        return Verdict(False, "no hand was audited: nothing that was found can be held against what is usual")
    numbers = {"findings_per_1000_hands": round(1000 * found / hands, 2)}
    before = [
        (_rows(snapshot, "findings", other, room), played)
        for other in _days_before(snapshot, day, room)
        if (played := _rows(snapshot, "hand_facts", other, room))
    ]
    if len(before) < RECENT_LEAST:
        return Verdict(True, TOO_FEW, numbers)
    usual = median(1000 * count / played for count, played in before)
    due = usual * hands / 1000
    # small numbers jump by chance: three of their own deviations are no news, nor are five findings
    chance = 3 * math.sqrt(due)
    low = max(0, math.floor(min(due * VOLUME_LOW, due - chance)))
    high = math.ceil(max(due * VOLUME_HIGH, due + chance, 5))
    said = f"{found:,} findings; {low:,} to {high:,} are usual for {hands:,} hands, by the {len(before)} days before"
    return Verdict(low <= found <= high, said, {**numbers, "usual_per_1000_hands": round(usual, 2)})


def marts_equal_the_lake(where: Folders, night: Partition | None) -> Verdict:
    """The DuckDB file holds as many rows as the lake: of audits on all days, of feeds on the night's room day.

    Held against the commit that the file says it was built from: others may have committed since.
    """
    lake = nightly.open_lake(where)
    with duckdb.connect(str(where.warehouse), read_only=True) as connection:
        ((number,),) = connection.execute("SELECT number FROM lake").fetchall()
        snapshot = lake.snapshot(number)
        due = {name: sum(live.file.rows for live in snapshot.select(name)) for name in TAKEN_OVER}
        made = {name: _count(connection, name) for name in TAKEN_OVER}
        of_the_night = night or max(snapshot.partitions(), default=None)
        if of_the_night is not None:
            due |= _standing(lake, snapshot, of_the_night)
            made |= {name: _count(connection, name, of_the_night) for name in ("hands", *tables.CORRECTS)}
    wrong = [f"{name} has {made[name]:,} rows, the lake {due[name]:,}" for name in due if made[name] != due[name]]
    said = "; ".join(wrong) or f"{len(due)} tables have the rows of commit {number:,}"
    return Verdict(not wrong, said, {"tables": len(due), "unequal": len(wrong), "rows": sum(made.values())})


def links_lead_somewhere(index: Path) -> Verdict:
    """The index is there, and so is every page and file that it links to."""
    if not index.is_file():
        return Verdict(False, f"there is no {index.name}", {"links": 0, "broken": 1})
    links = _links(index.read_text(encoding="utf-8"))
    broken = [link for link in links if not (index.parent / link).exists()]
    said = (
        f"it links to {', '.join(broken[:10])}, which is not there" if broken else f"{len(links)} links lead to a page"
    )
    return Verdict(bool(links) and not broken, said, {"links": len(links), "broken": len(broken)})


def _links(html: str) -> list[str]:
    found = {unquote(link) for link in _LINK.findall(html)}
    return sorted(link for link in found if not re.match(r"[a-z][a-z0-9+.-]*:|//", link))


def _days_before(snapshot: Snapshot, day: dt.date, room: str) -> Sequence[dt.date]:
    return sorted(other for other, name in snapshot.audits if name == room and other < day)[-RECENT_DAYS:]


def _rows(snapshot: Snapshot, table: str, day: dt.date, room: str) -> int:
    return sum(live.file.rows for live in snapshot.select(table, room, day))


def _coverage(lake: Lake, day: dt.date, room: str) -> float | None:
    """The share of verdicts that could be given, of those that should have been."""
    rows = lake.read("coverage", room, day, columns=["evaluated", "not_evaluable"])
    given, not_given = (sum(rows[name].to_pylist()) for name in ("evaluated", "not_evaluable"))
    return given / (given + not_given) if given + not_given else None


def _standing(lake: Lake, snapshot: Snapshot, night: Partition) -> dict[str, int]:
    day, room = night
    counts = {"hands": len(standing_hands(lake, room, day, snapshot=snapshot).three["hands"])}
    for name in tables.CORRECTS:
        counts[name] = len(standing_rows(lake, name, room, day, snapshot=snapshot))
    return counts


def _count(connection: duckdb.DuckDBPyConnection, table: str, night: Partition | None = None) -> int:
    where, values = ("WHERE gaming_date = ? AND room = ?", list(night)) if night else ("", [])
    ((count,),) = connection.execute(f"SELECT count(*) FROM {table} {where}", values).fetchall()
    return int(count)
