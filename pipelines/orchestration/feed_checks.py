"""The quality gate as Dagster sees it: one asset check an expectation, on the asset of its feed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg

from pipelines.folders import Folders
from pipelines.night import nightly
from warehouse import expectations as e
from warehouse.register import TABLE_OF
from warehouse.register_rows import Status, Trouble

# the lake's tables whose expectations speak for each asset
TABLES_OF = {"hands": ("hands", "seats", "events", "notes"), "downs": ("downs", "drops"), "shuffles": ("shuffles",)}
FEEDS_OF = {"hands": ("night", "hands"), "downs": ("downs", "drop"), "shuffles": ("shuffler",)}  # of the register
PROMOTED, CAME = "promoted", "everything_due_came"


def check_name(expectation: e.Expectation) -> str:
    """Stable: the history of a check goes by it."""
    return f"{expectation.table}_{expectation.name}"


def feed_check_specs(asset: str) -> list[dg.AssetCheckSpec]:
    """One check an expectation that a table of the feed can have, and one for what the gate made of all of them."""
    return [
        dg.AssetCheckSpec(
            PROMOTED,
            asset=asset,
            blocking=True,
            description="The gate let the room's day through; nothing after it reads what was not.",
        ),
        dg.AssetCheckSpec(CAME, asset=asset, description="Every table's feed that was due came, whole and in time."),
        *(
            dg.AssetCheckSpec(
                check_name(one),
                asset=asset,
                blocking=one.severity == e.BLOCKING,
                description=f"{one.table}: {one.sentence}.",
            )
            for table in TABLES_OF[asset]
            for one in e.catalog(table)
        ),
    ]


def feed_check_results(
    asset: str, gate: nightly.DayGate, where: Folders, day: dt.date, room: str
) -> Iterator[dg.AssetCheckResult]:
    """A result for every check of a feed's asset, for a room day."""
    stops = bool(gate.held) and not gate.promoted
    failed = gate.failed(TABLES_OF[asset], e.BLOCKING)
    yield dg.AssetCheckResult(
        asset_key=asset,
        check_name=PROMOTED,
        passed=not stops,
        severity=dg.AssetCheckSeverity.ERROR,
        metadata={"not_met": dg.MetadataValue.md("\n".join(f"- {text}" for text in failed) or "none")},
    )
    troubles = nightly.feed_troubles(where, day, room)
    yield _came(asset, [one for one in troubles if one.feed in FEEDS_OF[asset]])
    missing = {TABLE_OF[one.feed] for one in troubles if one.status == Status.MISSING and one.feed in TABLE_OF}
    rows = {(row["table_name"], row["name"]): row for row in gate.expectations}
    # rows of a day that a former version judged have no names
    by_sentence = {(row["table_name"], row["expectation"]): row for row in gate.expectations}
    for table in TABLES_OF[asset]:
        present = any(row["table_name"] == table for row in gate.expectations)
        for one in e.catalog(table):
            row = rows.get((table, one.name)) or by_sentence.get((table, one.sentence))
            if row is not None:
                yield _result(asset, one, row, stops)
            else:
                yield _no_result(asset, one, present, expected=table in missing)


def _came(asset: str, troubles: list[Trouble]) -> dg.AssetCheckResult:
    """What the register of feeds says: a feed that did not come is an error, one that is late or in part a warning."""
    bad = any(one.status in (Status.MISSING, Status.UNREADABLE) for one in troubles)
    return dg.AssetCheckResult(
        asset_key=asset,
        check_name=CAME,
        passed=not troubles,
        severity=dg.AssetCheckSeverity.ERROR if bad else dg.AssetCheckSeverity.WARN,
        metadata={
            "observed": float(sum(max(len(one.tables), 1) for one in troubles)),
            "said": dg.MetadataValue.md("\n".join(f"- {one.line()}" for one in troubles) or "everything due came"),
        },
    )


def _result(asset: str, one: e.Expectation, row: Mapping[str, Any], stops: bool) -> dg.AssetCheckResult:
    # A late file that fails does not take the day away that was promoted before: it warns, and its run goes on.
    error = one.severity == e.BLOCKING and stops
    metadata: dict[str, Any] = {"seen": row["observed"] or "nothing"}
    if row["value"] is not None:
        metadata["observed"] = float(row["value"])
    if row["detail"]:
        metadata["detail"] = row["detail"]
    return dg.AssetCheckResult(
        asset_key=asset,
        check_name=check_name(one),
        passed=bool(row["success"]),
        severity=dg.AssetCheckSeverity.ERROR if error else dg.AssetCheckSeverity.WARN,
        metadata=metadata,
    )


def _no_result(asset: str, one: e.Expectation, present: bool, expected: bool) -> dg.AssetCheckResult:
    """Of a table that is not there, or an expectation that cannot be held against this day."""
    if not present:
        why = "not applicable: this feed has no rows"
    elif one.name in (e.VOLUME, e.FRESHNESS):
        why = f"not applicable: fewer than {e.RECENT_LEAST} days before this one, too few to say what is usual"
    else:
        why = f"not applicable: it needs {', '.join(one.needs) or 'a check by this version'}"
    # A feed that was to come and did not is said once, by its volume.
    missing = not present and expected and one.name == e.VOLUME
    return dg.AssetCheckResult(
        asset_key=asset,
        check_name=check_name(one),
        passed=not missing,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"seen": "this feed was expected and has no rows" if missing else why},
    )
