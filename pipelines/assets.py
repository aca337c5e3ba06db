"""The assets of the nightly run. Thin: each calls one step of `pipelines.nightly` and reports what it did."""

import datetime as dt
from collections.abc import Iterator

import dagster as dg

from pipelines import nightly
from pipelines.partitions import gaming_days
from pipelines.resources import RoomData

FEEDS = {
    "hands": "Hands of the gaming day. Grain: one row a hand; with `seats` and `events` beside it.",
    "downs": "Dealer down cards of the gaming day. Grain: one row a half-hour slot at a table, or a closing line.",
    "shuffles": "Shuffler messages of the gaming day. Grain: one row a message.",
}
# the lake's tables whose expectations speak for each asset
TABLES_OF = {"hands": ("hands", "seats", "events", "notes"), "downs": ("downs", "drops"), "shuffles": ("shuffles",)}
QUALITY = "quality"
# a disk or a lock that fails now may work in a moment; bad data will not
PASSING_FAULTS = dg.RetryPolicy(max_retries=2, delay=2, backoff=dg.Backoff.EXPONENTIAL)


def day_of(context: dg.AssetExecutionContext) -> dt.date:
    """The gaming day that this run is for."""
    return dt.date.fromisoformat(context.partition_key)


def build_assets(wanted: dt.date | None = None) -> list[dg.AssetsDefinition]:
    """The graph, over partitions that hold the `wanted` day."""
    days = gaming_days(wanted)

    @dg.asset(
        group_name="landing",
        description="Files of the landing folder, kept by their SHA-256. Grain: one file; the same bytes land once.",
    )
    def raw_files(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        report = nightly.land(room_data.folders())
        context.log.info(
            f"{report.files_landed} files landed, {report.files_known} known already; "
            f"{report.hands:,} hands, {report.quarantined:,} lines in quarantine"
        )
        return dg.MaterializeResult(
            metadata={
                "files_landed": report.files_landed,
                "files_known": report.files_known,
                "hands": report.hands,
                "notes": report.notes,
                "downs": report.downs,
                "shuffles": report.shuffles,
                "quarantined": report.quarantined,
            }
        )

    @dg.multi_asset(
        specs=[
            dg.AssetSpec(name, deps=[raw_files], description=text, group_name="feeds", partitions_def=days)
            for name, text in FEEDS.items()
        ],
        check_specs=[
            dg.AssetCheckSpec(
                QUALITY, asset=name, blocking=True, description="What the gate expects of the day's rows."
            )
            for name in FEEDS
        ],
        partitions_def=days,
        name="feeds",
    )
    def feeds(context: dg.AssetExecutionContext, room_data: RoomData) -> Iterator[dg.MaterializeResult]:  # type: ignore[type-arg]
        day = day_of(context)
        gate = nightly.gate_day(room_data.folders(), day, room_data.room or None)
        context.log.info(
            f"{len(gate.expectations)} expectations checked; "
            f"promoted: {', '.join(gate.promoted) or 'nothing'}; held back: {', '.join(gate.held) or 'nothing'}"
        )
        for text in (text for name in FEEDS for text in gate.failed(TABLES_OF[name])):
            context.log.warning(f"not met: {text}")
        for name in FEEDS:
            yield dg.MaterializeResult(
                asset_key=name,
                metadata=nightly.rows_of_day(room_data.folders(), name, day, room_data.room or None),
                check_results=[gate_check(name, gate)],
            )

    @dg.asset(
        deps=list(FEEDS),
        group_name="audit",
        partitions_def=days,
        description="What went wrong on the gaming day. Grain: one row a cause; `coverage` and `hand_facts` beside it.",
    )
    def findings(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        audits = nightly.audit_day(room_data.folders(), day_of(context), room_data.room or None)
        hands = sum(audit.hands for audit in audits)
        found = sum(sum(audit.findings.values()) for audit in audits)
        seconds = sum(audit.seconds for audit in audits)
        context.log.info(f"{hands:,} hands audited, {found:,} findings")
        table = "\n".join(
            f"| {audit.room} | {code} | {count} |" for audit in audits for code, count in audit.findings.items()
        )
        return dg.MaterializeResult(
            metadata={
                "hands": hands,
                "findings": found,
                "hands_per_second": round(hands / seconds) if seconds else 0,
                **{f"severity_{name}": sum(a.severities.get(name, 0) for a in audits) for name in nightly.SEVERITIES},
                "by_code": dg.MetadataValue.md("| room | code | findings |\n|---|---|---|\n" + table),
                "audit_ids": dg.MetadataValue.json({audit.room: audit.audit_id for audit in audits}),
            }
        )

    @dg.asset(
        deps=[findings],
        group_name="audit",
        retry_policy=PASSING_FAULTS,
        description="warehouse.duckdb: every promoted table and the marts over them, built beside and swapped in.",
    )
    def marts(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        path = nightly.build_warehouse(room_data.folders())
        size = path.stat().st_size
        context.log.info(f"{path.name} built, {size / 1e6:.1f} MB")
        return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(str(path)), "bytes": size})

    @dg.asset(
        deps=[marts],
        group_name="published",
        partitions_def=days,
        description="The gaming day's pages. Grain: one index, and one page a hand with findings.",
    )
    def dashboards(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        report = nightly.publish_day(room_data.folders(), day_of(context))
        context.log.info(f"{report.pages:,} pages published")
        return dg.MaterializeResult(
            metadata={"pages": report.pages, "bytes": report.bytes, "index": dg.MetadataValue.path(str(report.index))}
        )

    return [raw_files, feeds, findings, marts, dashboards]


def gate_check(name: str, gate: nightly.DayGate) -> dg.AssetCheckResult:
    """The gate's word on one feed. It stops the run where nothing of the day was promoted; else the other rooms go on.

    Nothing downstream depends on that for its safety: every reader sees promoted partitions only.
    """
    failed = gate.failed(TABLES_OF[name])
    stops = bool(gate.held) and not gate.promoted
    return dg.AssetCheckResult(
        asset_key=name,
        check_name=QUALITY,
        passed=not failed and not stops,
        severity=dg.AssetCheckSeverity.ERROR if stops else dg.AssetCheckSeverity.WARN,
        metadata={"not_met": dg.MetadataValue.md("\n".join(f"- {text}" for text in failed) or "none")},
    )
