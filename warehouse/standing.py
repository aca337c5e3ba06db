"""What stands of a partition when lines came again with other content: the correction, and what it changed.

Nothing is taken out of the lake. A hand that a later commit brought again, under its number at its table with the same
start or in a file of the same name, is judged as it came last; `received_again` says what it was before. Two lines of
one number that came together, or that tell of different hands, both stand: that is for a check to judge.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import zip_longest
from typing import Any, Final

import numpy as np
import polars as pl
import pyarrow as pa

from parsers.event_text import event_text, money_text
from warehouse import parquet, tables
from warehouse.hands import HandTables, concat_hands, sort_hands, take_hands
from warehouse.lake import AsOf, Lake, Snapshot

COMMIT: Final = "commit"
_NOT_CONTENT: Final = ("n_seats", "n_events", "source_file", "source_line", "line_hash", "gaming_date", COMMIT)
Row = dict[str, Any]


@dataclass(frozen=True)
class StandingHands:
    """The hands of a partition as they stand, and what was received again (`tables.RECEIVED_AGAIN`)."""

    three: HandTables
    received_again: pa.Table


def standing_hands(
    lake: Lake, room: str, day: date, as_of: AsOf = None, snapshot: Snapshot | None = None, staged: bool = False
) -> StandingHands:
    """`hands`, `seats` and `events` of the promoted partition without what a later line corrects."""
    snapshot = snapshot or lake.snapshot(as_of)
    parts = lake.hand_parts(snapshot, room, day, staged)
    if len({commit for commit, _ in parts}) < 2:
        return StandingHands(sort_hands(concat_hands([part for _, part in parts])), tables.RECEIVED_AGAIN.empty_table())
    for commit, part in parts:
        column = pa.array(np.full(len(part["hands"]), commit, np.int64))
        part["hands"] = part["hands"].append_column(COMMIT, column)
    three = sort_hands(concat_hands([part for _, part in parts]))
    corrections = _corrections(three["hands"])
    times = {entry.number: entry.recorded_at for entry in lake.ledger.entries()[: snapshot.number]}
    stands = _standing_of(corrections)
    rows = [
        {**_row(three, former, later, times), "start": three["hands"]["start"][stands[later]].as_py()}
        for former, later in corrections
    ]
    again = pa.Table.from_pylist(rows, schema=tables.RECEIVED_AGAIN)
    if corrections:
        gone = np.array([former for former, _ in corrections], np.int64)
        three = take_hands(three, np.setdiff1d(np.arange(len(three["hands"]), dtype=np.int64), gone))
    three["hands"] = three["hands"].drop_columns([COMMIT])
    return StandingHands(three, again)


def standing_identities(lake: Lake, name: str, room: str, day: date) -> pa.Table:
    """The identities of the rows of hands or of another feed that no later line corrects, those staged too."""
    keys = list(tables.IDENTITY[name])
    snapshot = lake.snapshot()
    live = snapshot.select(name, room, day, staged=True)
    if len({one.commit for one in live}) < 2:
        return lake.read(name, room, day, staged=True, columns=keys)
    if name != "hands":
        whole, stands = _stands(name, lake.parts(name, snapshot, room, day, staged=True))
        return (whole if stands is None else whole.filter(stands.to_arrow())).select(keys)
    parts = []
    for commit, part in lake.parts(name, snapshot, room, day, staged=True):
        parts.append(part.append_column(COMMIT, pa.array(np.full(len(part), commit, np.int64))))
    hands = pa.concat_tables(parts, promote_options="default").unify_dictionaries()
    gone = np.array([former for former, _ in _corrections(hands)], np.int64)
    return hands.take(pa.array(np.setdiff1d(np.arange(len(hands), dtype=np.int64), gone))).select(keys)


def _corrections(hands: pa.Table) -> list[tuple[int, int]]:
    """Row numbers of a hand and of the line that corrects it, in order of the hands."""
    columns = ["table", "hand", "start", "source_file", COMMIT]
    frame = pl.DataFrame(pl.from_arrow(parquet.plain(hands.select(columns)))).with_row_index("row")
    several = frame.filter(pl.len().over("table", "hand") > 1).sort("table", "hand", COMMIT, "row")
    found: list[tuple[int, int]] = []
    for _, group in several.group_by("table", "hand", maintain_order=True):
        open_rows: list[Row] = []
        for row in group.to_dicts():
            before = [old for old in open_rows if old[COMMIT] < row[COMMIT]]
            former = next((old for old in before if old["start"] == row["start"]), None) or next(
                (old for old in before if old["source_file"] == row["source_file"]), None
            )
            if former is not None:
                found.append((former["row"], row["row"]))
                open_rows.remove(former)
            open_rows.append(row)
    return sorted(found)


def _standing_of(corrections: list[tuple[int, int]]) -> dict[int, int]:
    """For each line that corrects another, the line that stands in the end: a change is told of the hand as it is."""
    next_of = dict(corrections)
    found = {}
    for later in next_of.values():
        last = later
        while last in next_of:
            last = next_of[last]
        found[later] = last
    return found


def _row(three: HandTables, former: int, later: int, times: dict[int, datetime]) -> Row:
    old, new = _hand(three, former), _hand(three, later)
    was, now = old.row, new.row
    differences = list(_differences(old, new))
    what, event, before, after = differences[0] if differences else ("spelling", None, None, None)
    return {
        **{name: now[name] for name in ("room", "table", "hand", "gaming_date", "start", "dealer")},
        "first_received_at": times[was[COMMIT]],
        "first_commit": was[COMMIT],
        "first_file": was["source_file"],
        "first_line": was["source_line"],
        "received_at": times[now[COMMIT]],
        "commit": now[COMMIT],
        "source_file": now["source_file"],
        "source_line": now["source_line"],
        "changed": ", ".join(dict.fromkeys(difference[0] for difference in differences)) or what,
        "event": event,
        "was": before,
        "now": after,
    }


def _differences(old: _Hand, new: _Hand) -> Iterator[tuple[str, int | None, str | None, str | None]]:
    """What differs, the events first: the table's name or the field's, the event, what it was and what it is."""
    for what, before, after in (("events", old.events, new.events), ("seats", old.seats, new.seats)):
        for at, (a, b) in enumerate(zip_longest(before, after)):
            if a != b:
                yield what, at if what == "events" else None, a, b
                break
    moved = [seat for seat, _ in sorted(set(new.players) - set(old.players), key=str)]
    if moved:  # no names here: what is found goes into what is published
        yield "players", None, None, f"s{moved[0]} is another player"
    for name in old.row:
        if name not in _NOT_CONTENT and old.row[name] != new.row[name]:
            yield name, None, _text(name, old.row), _text(name, new.row)


@dataclass(frozen=True)
class _Hand:
    """One hand in words."""

    row: Row
    seats: list[str]
    players: list[tuple[int, str | None]]
    events: list[str]


def _hand(three: HandTables, row: int) -> _Hand:
    one = take_hands(three, np.array([row], np.int64))
    seats = [
        f"s{seat['seat']} {money_text(seat['stack_cents'] or 0)} {seat['state']}" for seat in one["seats"].to_pylist()
    ]
    players = [(seat["seat"], seat["player"]) for seat in one["seats"].to_pylist()]
    events = [event_text(event) for event in one["events"].to_pylist()]
    return _Hand(one["hands"].to_pylist()[0], seats, players, events)


def _text(name: str, row: Row) -> str:
    value = row[name]
    if value is None:
        return "not recorded"
    return money_text(value) if name.endswith("_cents") else str(value)


def standing_rows(
    lake: Lake, name: str, room: str, day: date, as_of: AsOf = None, snapshot: Snapshot | None = None
) -> pa.Table:
    """Rows of `notes`, `downs`, `shuffles` or `drops` without those that a later file of the same name corrects."""
    parts = lake.parts(name, snapshot or lake.snapshot(as_of), room, day)
    whole, stands = _stands(name, parts)
    return parquet.sort(whole if stands is None else whole.filter(stands.to_arrow()), name)


def _stands(name: str, parts: list[tuple[int, pa.Table]]) -> tuple[pa.Table, pl.Series | None]:
    """All rows, and which of them stand (None: all of them)."""
    whole = parquet.concat([part for _, part in parts], name)
    if len({commit for commit, _ in parts}) < 2:
        return whole, None
    keys = list(tables.CORRECTS[name])
    commits = pl.Series(np.repeat([commit for commit, _ in parts], [len(part) for _, part in parts]))
    frame = pl.DataFrame(pl.from_arrow(parquet.plain(whole.select(keys)))).with_columns(commits.alias(COMMIT))
    # Where a thing was told twice in one file there is no telling which of the two a later line corrects.
    alone = pl.len().over([*keys, COMMIT]) == 1
    return whole, frame.select(~((pl.col(COMMIT) < pl.col(COMMIT).max().over(keys)) & alone)).to_series()


def corrections_digest(lake: Lake, room: str, day: date, snapshot: Snapshot, staged: bool = False) -> str | None:
    """Tells one history of corrections from another; None where no line of the partition was corrected.

    The same files in another order of arrival may leave other lines standing: then an audit is another audit.
    """
    digest = hashlib.sha256()
    empty = digest.hexdigest()
    if len({live.commit for live in snapshot.select("hands", room, day, staged)}) > 1:
        for row in standing_hands(lake, room, day, snapshot=snapshot, staged=staged).received_again.to_pylist():
            digest.update(repr(sorted(row.items(), key=lambda item: item[0])).encode())
    for name in tables.CORRECTS:
        if len({live.commit for live in snapshot.select(name, room, day, staged)}) > 1:
            whole, stands = _stands(name, lake.parts(name, snapshot, room, day, staged))
            if stands is not None and not stands.all():
                gone = whole.filter((~stands).to_arrow())
                digest.update(repr((name, sorted(gone["line_hash"].to_pylist()))).encode())
    return None if digest.hexdigest() == empty else digest.hexdigest()
