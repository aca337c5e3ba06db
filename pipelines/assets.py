"""The assets of the nightly run. Thin: each calls one step of `pipelines.nightly` and reports what it did."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator

import dagster as dg

from pipelines import nightly
from pipelines.charts import bars
from pipelines.landing import Landing, files_in_lake, landed_figures, landed_text
from pipelines.partitions import day_and_room, day_rooms, night_of
from pipelines.resources import RoomData
from pipelines.retries import retried
from warehouse.ingest import IngestReport

FEEDS = {
    "hands": "Hands of a room's gaming day. Grain: one row a hand; with `seats` and `events` beside it.",
    "downs": "Dealer down cards of a room's gaming day. Grain: one row a half-hour slot at a table, or a closing line.",
    "shuffles": "Shuffler messages of a room's gaming day. Grain: one row a message.",
}
# the lake's tables whose expectations speak for each asset
TABLES_OF = {"hands": ("hands", "seats", "events", "notes"), "downs": ("downs", "drops"), "shuffles": ("shuffles",)}
QUALITY, WARNINGS = "quality", "quality_warnings"
OWNERS = ["team:audit"]


def build_assets(rooms: Iterable[str], wanted: Iterable[dt.date] = ()) -> list[dg.AssetsDefinition]:
    """The graph, over partitions that hold the `wanted` days."""
    partitions = day_rooms(rooms, wanted)

    @dg.asset(
        group_name="landing",
        kinds={"file"},
        owners=OWNERS,
        tags={"layer": "raw"},
        description="Files of the landing folder, kept by their SHA-256. Grain: one file; the same bytes land once.",
    )
    def raw_files(context: dg.AssetExecutionContext, config: Landing, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        where, night = room_data.folders(), night_of(context)
        report = IngestReport()
        if config.look:
            with retried(context):
                report = nightly.land(where)
        files = files_in_lake(where, night)
        context.log.info(landed_text(report, files, night))
        return dg.MaterializeResult(metadata={"files": files, **landed_figures(report)})

    @dg.multi_asset(
        specs=[
            dg.AssetSpec(
                name,
                deps=[raw_files],
                description=text,
                group_name="feeds",
                kinds={"parquet"},
                owners=OWNERS,
                tags={"layer": "promoted"},
                partitions_def=partitions,
            )
            for name, text in FEEDS.items()
        ],
        check_specs=[
            spec
            for name in FEEDS
            for spec in (
                dg.AssetCheckSpec(
                    QUALITY, asset=name, blocking=True, description="What must hold, or the day is held back."
                ),
                dg.AssetCheckSpec(WARNINGS, asset=name, description="What a person should look at."),
            )
        ],
        partitions_def=partitions,
        name="feeds",
    )
    def feeds(context: dg.AssetExecutionContext, room_data: RoomData) -> Iterator[dg.MaterializeResult]:  # type: ignore[type-arg]
        day, room = day_and_room(context)
        with retried(context):
            gate = nightly.gate_day(room_data.folders(), day, room)
        context.log.info(
            f"{room}: {len(gate.expectations)} expectations checked; "
            f"{'promoted' if gate.promoted else 'held back' if gate.held else 'no data'}"
        )
        for name in FEEDS:
            for text in (*gate.failed(TABLES_OF[name], "blocking"), *gate.failed(TABLES_OF[name], "warning")):
                context.log.warning(f"not met: {text}")
            yield dg.MaterializeResult(
                asset_key=name,
                metadata=nightly.rows_of_day(room_data.folders(), name, day, room),
                check_results=[gate_check(name, gate), warnings_check(name, gate)],
            )

    @dg.asset(
        deps=list(FEEDS),
        group_name="audit",
        kinds={"numba", "polars"},
        owners=OWNERS,
        tags={"layer": "findings"},
        partitions_def=partitions,
        description="What went wrong on a room's day. Grain: one row a cause; `coverage` and `hand_facts` beside it.",
    )
    def findings(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        day, room = day_and_room(context)
        with retried(context):
            audits = nightly.audit_day(room_data.folders(), day, room)
        hands = sum(audit.hands for audit in audits)
        codes: Counter[str] = sum((Counter(audit.findings) for audit in audits), Counter())
        seconds = sum(audit.seconds for audit in audits)
        severities = [(name, sum(a.severities.get(name, 0) for a in audits)) for name in nightly.SEVERITIES]
        context.log.info(f"{room}: {hands:,} hands audited, {codes.total():,} findings")
        return dg.MaterializeResult(
            metadata={
                "hands": hands,
                "findings": codes.total(),
                "hands_per_second": round(hands / seconds) if seconds else 0,
                **{f"severity_{name}": count for name, count in severities},
                "by_severity": dg.MetadataValue.md(bars(severities)),
                "by_code": dg.MetadataValue.md(bars(sorted(codes.items()))),
                "audit_ids": dg.MetadataValue.json({audit.room: audit.audit_id for audit in audits}),
            }
        )

    @dg.asset(
        deps=[findings],
        group_name="audit",
        kinds={"duckdb"},
        owners=OWNERS,
        tags={"layer": "marts"},
        description="warehouse.duckdb, built beside and swapped in. Grain: one file of all days.",
    )
    def marts(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        with retried(context):
            path = nightly.build_warehouse(room_data.folders())
        size = path.stat().st_size
        context.log.info(f"{path.name} built, {size / 1e6:.1f} MB")
        return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(str(path)), "bytes": size})

    @dg.asset(
        deps=[marts],
        group_name="published",
        kinds={"plotly"},
        owners=OWNERS,
        tags={"layer": "pages"},
        partitions_def=partitions,
        description="The gaming day's pages, of all its rooms. Grain: one index, and one page a hand with findings.",
    )
    def dashboards(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        day, _ = day_and_room(context)
        with retried(context):
            report = nightly.publish_day(room_data.folders(), day)
        context.log.info(f"{report.pages:,} pages published")
        return dg.MaterializeResult(
            metadata={"pages": report.pages, "bytes": report.bytes, "index": dg.MetadataValue.path(str(report.index))}
        )

    @dg.asset(
        deps=[dashboards],
        group_name="published",
        kinds={"csv", "parquet"},
        owners=OWNERS,
        tags={"layer": "mail"},
        partitions_def=partitions,
        description="The morning's summary, findings and sheet; told to whom nightly.toml names. Grain: one day.",
    )
    def morning_mail(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        day, _ = day_and_room(context)
        with retried(context):
            summary = nightly.morning(room_data.folders(), day)
            told = nightly.tell_morning(room_data.folders(), day, summary)
        context.log.info(f"head {summary['chain']['head']}" + (f"; told: {', '.join(told)}" if told else ""))
        return dg.MaterializeResult(
            metadata={
                "chain_head": summary["chain"]["head"] or "none",
                "findings": sum(summary["findings"].values()),
                "not_met": len(summary["quality"]["not_met"]),
                "told": ", ".join(told) or "nobody",
                "by_code": dg.MetadataValue.md(bars(sorted(summary["findings"].items()))),
            }
        )

    return [raw_files, feeds, findings, marts, dashboards, morning_mail]


def gate_check(name: str, gate: nightly.DayGate) -> dg.AssetCheckResult:
    """The gate's word on one feed: it stops the run where nothing of the room's day was promoted.

    Nothing downstream depends on that for its safety: every reader sees promoted partitions only.
    """
    failed = gate.failed(TABLES_OF[name], "blocking")
    stops = bool(gate.held) and not gate.promoted
    return dg.AssetCheckResult(
        asset_key=name,
        check_name=QUALITY,
        passed=not failed and not stops,
        severity=dg.AssetCheckSeverity.ERROR if stops else dg.AssetCheckSeverity.WARN,
        metadata={"not_met": dg.MetadataValue.md("\n".join(f"- {text}" for text in failed) or "none")},
    )


def warnings_check(name: str, gate: nightly.DayGate) -> dg.AssetCheckResult:
    """What the gate warns of in one feed; it stops nothing."""
    failed = gate.failed(TABLES_OF[name], "warning")
    return dg.AssetCheckResult(
        asset_key=name,
        check_name=WARNINGS,
        passed=not failed,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"not_met": dg.MetadataValue.md("\n".join(f"- {text}" for text in failed) or "none")},
    )
