"""The assets of the nightly run. Thin: each calls one step of `pipelines.night.nightly` and reports what it did."""

import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import dagster as dg

from dashboards.paper.names import DAY_FILES, LETTER
from pipelines.folders import Folders
from pipelines.night import night_checks, nightly
from pipelines.night.night_checks import Verdict
from pipelines.orchestration.asset_metadata import column_schema, freshness, row_counts, table_metadata, uri
from pipelines.orchestration.charts import bars
from pipelines.orchestration.feed_checks import TABLES_OF, feed_check_results, feed_check_specs
from pipelines.orchestration.landing import Landing, files_in_lake, landed_figures, landed_text
from pipelines.orchestration.partitions import day_and_room, night_of
from pipelines.orchestration.resources import RoomData
from pipelines.orchestration.retries import retried
from pipelines.serving import page_url
from warehouse.ingest import IngestReport

FEEDS = {
    "hands": "Hands of a room's gaming day. Grain: one row a hand; with `seats` and `events` beside it.",
    "downs": "Dealer down cards of a room's gaming day. Grain: one row a half-hour slot at a table, or a closing line.",
    "shuffles": "Shuffler messages of a room's gaming day. Grain: one row a message.",
}
OWNERS = ["team:audit"]
Days = dg.PartitionsDefinition[Any]


def build_assets(where: Folders, days: Days) -> Sequence[dg.AssetsDefinition]:
    """The graph, over partitions of gaming days by rooms, each asset with the lines of code that make it."""
    assets = [
        _raw_files(where),
        _feeds(where, days),
        _findings(where, days),
        _marts(where),
        _dashboards(where, days),
        _morning_mail(where, days),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.BetaWarning)  # said of every asset, at every start
        return [one for one in dg.with_source_code_references(assets) if isinstance(one, dg.AssetsDefinition)]


def _raw_files(where: Folders) -> dg.AssetsDefinition:
    @dg.asset(
        group_name="landing",
        kinds={"file"},
        owners=OWNERS,
        tags={"layer": "raw"},
        metadata={"dagster/uri": uri(where.lake / "raw")},
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
        for one in report.not_taken:
            context.log.warning(f"not taken: {one.name}: {one.reason}")
        return dg.MaterializeResult(metadata={"files": files, **landed_figures(report)})

    return raw_files


def _feeds(where: Folders, days: Days) -> dg.AssetsDefinition:
    @dg.multi_asset(
        specs=[
            dg.AssetSpec(
                name,
                deps=["raw_files"],
                description=text,
                group_name="feeds",
                kinds={"parquet"},
                owners=OWNERS,
                tags={"layer": "promoted"},
                metadata=table_metadata(where, name),
                freshness_policy=freshness(where),
                partitions_def=days,
            )
            for name, text in FEEDS.items()
        ],
        check_specs=[spec for name in FEEDS for spec in feed_check_specs(name)],
        partitions_def=days,
        name="feeds",
    )
    def feeds(context: dg.AssetExecutionContext, room_data: RoomData) -> Iterator[dg.MaterializeResult]:  # type: ignore[type-arg]
        day, room = day_and_room(context)
        where = room_data.folders()
        with retried(context):
            gate = nightly.gate_day(where, day, room)
        context.log.info(
            f"{room}: {len(gate.expectations)} expectations checked; "
            f"{'promoted' if gate.promoted else 'held back' if gate.held else 'no data'}"
        )
        for name in FEEDS:
            for text in (*gate.failed(TABLES_OF[name], "blocking"), *gate.failed(TABLES_OF[name], "warning")):
                context.log.warning(f"not met: {text}")
            yield dg.MaterializeResult(
                asset_key=name,
                metadata=row_counts(where, name, day, room),
                check_results=list(feed_check_results(name, gate, where, day, room)),
            )

    return feeds


def _findings(where: Folders, days: Days) -> dg.AssetsDefinition:
    usual = {"coverage_usual": night_checks.coverage_usual, "findings_usual": night_checks.findings_usual}

    @dg.asset(
        deps=list(FEEDS),
        group_name="audit",
        kinds={"numba", "polars"},
        owners=OWNERS,
        tags={"layer": "findings"},
        partitions_def=days,
        metadata=table_metadata(where, "findings"),
        check_specs=[
            dg.AssetCheckSpec(name, asset="findings", description=check.__doc__) for name, check in usual.items()
        ],
        description="What went wrong on a room's day. Grain: one row a cause; `coverage` and `hand_facts` beside it.",
    )
    def findings(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        day, room = day_and_room(context)
        where = room_data.folders()
        with retried(context):
            audits = nightly.audit_day(where, day, room, room_data.engine)
        hands = sum(audit.hands for audit in audits)
        codes: Counter[str] = sum((Counter(audit.findings) for audit in audits), Counter())
        seconds = sum(audit.seconds for audit in audits)
        severities = [(name, sum(a.severities.get(name, 0) for a in audits)) for name in nightly.SEVERITIES]
        context.log.info(f"{room}: {hands:,} hands audited, {codes.total():,} findings")
        return dg.MaterializeResult(
            metadata={
                **row_counts(where, "findings", day, room),
                "hands": hands,
                "findings": codes.total(),
                "hands_per_second": round(hands / seconds) if seconds else 0,
                **{f"severity_{name}": count for name, count in severities},
                "by_severity": dg.MetadataValue.md(bars(severities)),
                "by_code": dg.MetadataValue.md(bars(sorted(codes.items()))),
                "audit_ids": dg.MetadataValue.json({audit.room: audit.audit_id for audit in audits}),
                "page": dg.MetadataValue.url(page_url(day, "findings.html")),
            },
            check_results=[_judged(name, check(where, day, room), warn=True) for name, check in usual.items()],
        )

    return findings


def _marts(where: Folders) -> dg.AssetsDefinition:
    @dg.asset(
        deps=["findings"],
        group_name="audit",
        kinds={"duckdb"},
        owners=OWNERS,
        tags={"layer": "marts"},
        metadata={"dagster/uri": uri(where.warehouse)},
        check_specs=[
            dg.AssetCheckSpec(
                "equal_to_the_lake",
                asset="marts",
                blocking=True,
                description=night_checks.marts_equal_the_lake.__doc__,
            )
        ],
        description="warehouse.duckdb, built beside and swapped in. Grain: one file of all days.",
    )
    def marts(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        with retried(context):
            path = nightly.build_warehouse(room_data.folders())
            equal = night_checks.marts_equal_the_lake(room_data.folders(), night_of(context))
        size = path.stat().st_size
        context.log.info(f"{path.name} built, {size / 1e6:.1f} MB")
        return dg.MaterializeResult(
            metadata={"path": dg.MetadataValue.path(str(path)), "bytes": size},
            check_results=[_judged("equal_to_the_lake", equal)],
        )

    return marts


def _dashboards(where: Folders, days: Days) -> dg.AssetsDefinition:
    @dg.asset(
        deps=["marts"],
        group_name="published",
        kinds={"plotly"},
        owners=OWNERS,
        tags={"layer": "pages"},
        partitions_def=days,
        metadata={"dagster/uri": uri(where.reports)},
        check_specs=[
            dg.AssetCheckSpec(
                "links_lead_somewhere",
                asset="dashboards",
                description=night_checks.links_lead_somewhere.__doc__,
            )
        ],
        description="The gaming day's pages, of all its rooms. Grain: one index, and one page a hand with findings.",
    )
    def dashboards(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        day, _ = day_and_room(context)
        with retried(context):
            report = nightly.publish_day(room_data.folders(), day)
        context.log.info(f"{report.pages:,} pages published")
        return dg.MaterializeResult(
            metadata={
                "page": dg.MetadataValue.url(page_url(day)),
                "pages": report.pages,
                "bytes": report.bytes,
                "index": dg.MetadataValue.path(str(report.index)),
            },
            check_results=[_judged("links_lead_somewhere", night_checks.links_lead_somewhere(report.index))],
        )

    return dashboards


def _morning_mail(where: Folders, days: Days) -> dg.AssetsDefinition:
    @dg.asset(
        deps=["dashboards"],
        group_name="published",
        kinds={"csv", "parquet"},
        owners=OWNERS,
        tags={"layer": "mail"},
        partitions_def=days,
        metadata={"dagster/column_schema": column_schema("findings"), "dagster/uri": uri(where.reports)},
        description="The morning's summary and findings; told to whom nightly.toml names. Grain: one day.",
    )
    def morning_mail(context: dg.AssetExecutionContext, room_data: RoomData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        day, _ = day_and_room(context)
        where = room_data.folders()
        with retried(context):
            summary = nightly.morning(where, day)
            told = nightly.tell_morning(where, day, summary)
        context.log.info(f"head {summary['chain']['head']}" + (f"; told: {', '.join(told)}" if told else ""))
        return dg.MaterializeResult(
            metadata={
                "page": dg.MetadataValue.url(page_url(day, DAY_FILES[LETTER])),
                "dagster/partition_row_count": sum(summary["findings"].values()),
                "chain_head": summary["chain"]["head"] or "none",
                "findings": sum(summary["findings"].values()),
                "not_met": len(summary["quality"]["not_met"]),
                "told": ", ".join(told) or "nobody",
                "by_code": dg.MetadataValue.md(bars(sorted(summary["findings"].items()))),
            }
        )

    return morning_mail


def _judged(name: str, verdict: Verdict, warn: bool = False) -> dg.AssetCheckResult:
    """A verdict as Dagster takes it; its numbers are plotted from run to run."""
    severity = dg.AssetCheckSeverity.WARN if warn else dg.AssetCheckSeverity.ERROR
    return dg.AssetCheckResult(
        check_name=name, passed=verdict.passed, severity=severity, metadata={"seen": verdict.said, **verdict.numbers}
    )
