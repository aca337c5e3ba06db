"""The Plotly figures of a gaming day, as plain specifications that the page's script draws.

Colours are written `var(--name)`: the script resolves them from the style sheet when it draws, so one page serves
light, dark and print. Every figure carries its numbers as a table too, for those who read rather than look.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from dashboards.counting import poisson_at_least, poisson_interval, poisson_limit
from dashboards.explaining import SEVERITIES, explain, severity_of
from dashboards.reading import Day, Row
from dashboards.shown import label, local, money, natural, percent, plural, shown, whole

# A dealer is marked for review when chance alone, at the room's rate, would give as many findings once in a thousand.
REVIEW_CHANCE = 0.001
# With fewer findings to be expected than this, neither a high nor a low rate says anything.
EXPECTED_LEAST = 3.0

_FUNNEL = ((0.975, "dot", "1 in 40 by chance"), (1 - REVIEW_CHANCE, "dash", "1 in 1,000 by chance"))

Spec = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One figure. `spec` is None where there is nothing to draw: then the sentence says so."""

    key: str
    title: str
    sentence: str
    spec: Spec | None
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    wide: bool = False


def table_label(day: Day, row: Row) -> str:
    """A table's name; with several rooms on the page, the room before it."""
    if row["table"] is None:
        return "no table"
    return f"{shown(row['room'], 24)} · {shown(row['table'], 24)}" if day.many_rooms else shown(row["table"], 24)


def figures(day: Day) -> list[Figure]:
    """Every figure of the day's page, in its order."""
    return [
        findings_by_code(day),
        findings_by_table_and_hour(day),
        rake_by_table(day),
        dealers(day),
        stub_counts(day),
        shuffler_messages(day),
        coverage_by_check(day),
    ]


def _layout(height: int, **more: Any) -> Spec:
    return {
        "height": height,
        "autosize": True,
        "margin": {"l": 8, "r": 12, "t": 8, "b": 36},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": "var(--ink)", "size": 12, "family": "var(--sans)"},
        "hoverlabel": {
            "bgcolor": "var(--surface)",
            "bordercolor": "var(--line)",
            "font": {"color": "var(--ink)", "family": "var(--sans)", "size": 12},
        },
        "showlegend": False,
        "dragmode": False,
        **more,
    }


def _axis(**more: Any) -> Spec:
    return {
        "gridcolor": "var(--grid)",
        "linecolor": "var(--line)",
        "zerolinecolor": "var(--line)",
        "tickcolor": "var(--line)",
        "tickfont": {"color": "var(--muted)"},
        "automargin": True,
        "fixedrange": True,
        **more,
    }


def _title(text: str) -> Spec:
    return {"text": text, "font": {"size": 12, "color": "var(--muted)"}, "standoff": 8}


def _count_axis(most: int, **more: Any) -> Spec:
    """An axis of whole numbers: its ticks never fall between them."""
    return _axis(rangemode="tozero", tickformat=",d", **({"dtick": 1} if most <= 6 else {"nticks": 6}), **more)


_LEGEND = {
    "orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "traceorder": "normal",
    "font": {"color": "var(--muted)"},
}  # fmt: skip


def findings_by_code(day: Day) -> Figure:
    title = "Findings by code"
    counts = Counter(f["code"] for f in day.findings)
    if not counts:
        return Figure("codes", title, "No finding on this day.", None, wide=True)
    severity = {f["code"]: severity_of(f) for f in day.findings}
    order = sorted(counts, key=lambda c: (SEVERITIES.index(severity[c]), -counts[c], c))
    most = max(counts, key=lambda c: (counts[c], c))
    names = [explain(c).name for c in order]
    ticks = list(range(len(order)))

    def bars(group: str) -> Spec:
        own = [i for i, c in enumerate(order) if severity[c] == group]
        hover = [label(f"{names[i]}: {plural(counts[order[i]], 'finding')}, {group}", 120) for i in own]
        return {
            "type": "bar",
            "orientation": "h",
            "name": group,
            "x": [counts[order[i]] for i in own],
            "y": own,
            "text": [str(counts[order[i]]) for i in own],
            "textposition": "outside",
            "cliponaxis": False,
            "textfont": {"color": "var(--ink)"},
            "marker": {"color": f"var(--{group})"},
            "hovertext": hover,
            "hoverinfo": "text",
        }

    spec = {
        "data": [bars(group) for group in SEVERITIES if group in severity.values()],
        "layout": _layout(
            76 + 24 * len(order),
            barmode="stack",
            bargap=0.35,
            showlegend=True,
            legend=_LEGEND,
            margin={"l": 8, "r": 36, "t": 32, "b": 24},
            xaxis=_count_axis(max(counts.values())),
            yaxis=_axis(
                autorange="reversed",
                tickvals=ticks,
                ticktext=[label(n, 76) for n in names],
                showgrid=False,
                zeroline=False,
            ),
        ),
        "narrow": {"yaxis": {"ticktext": [label(c) for c in order]}},
        "filter": {"field": "code", "values": order},
    }
    rows = [[shown(c), shown(explain(c).title or "–"), severity[c], whole(counts[c])] for c in order]
    name = explain(most).name
    sentence = f"{plural(len(day.findings), 'finding')} under {plural(len(counts), 'code')}; most often {shown(name)}."
    return Figure("codes", title, sentence, spec, ["Code", "Check", "Severity", "Findings"], rows, wide=True)


def findings_by_table_and_hour(day: Day) -> Figure:
    title = "Findings by table and hour"
    timed = [(f, moment) for f in day.findings if (moment := local(f["at_us"], f["utc_offset_min"])) is not None]
    if not timed:
        return Figure("hours", title, "No finding with a time on this day.", None, wide=True)
    first, last = (_hour(pick(m for _, m in timed)) for pick in (min, max))
    for room in day.rooms:
        for key in ("first_us", "last_us"):
            moment = local(room[key], room["utc_offset_min"])
            if moment is not None:
                first, last = min(first, _hour(moment)), max(last, _hour(moment))
    span = min(int((last - first).total_seconds() // 3600) + 1, 48)
    hours = [first + timedelta(hours=i) for i in range(span)]
    counts = Counter((table_label(day, f), _hour(m)) for f, m in timed)
    tables = sorted({t for t, _ in counts}, key=natural)
    z = [[counts[t, h] for h in hours] for t in tables]
    busiest = max(counts, key=lambda k: (counts[k], k))
    hour_names = [f"{h:%H}" for h in hours]
    xs, ys = list(range(len(hours))), list(range(len(tables)))
    spec = {
        "data": [
            {
                "type": "heatmap",
                "x": xs,
                "y": ys,
                "z": z,
                "text": [[str(n) if n else "" for n in row] for row in z],
                "texttemplate": "%{text}",
                "hovertext": [
                    [label(f"table {t}, {h:%H}:00: {plural(counts[t, h], 'finding')}", 80) for h in hours]
                    for t in tables
                ],
                "hoverinfo": "text",
                "colorscale": [[0, "var(--heat-none)"], [0.001, "var(--heat-low)"], [1, "var(--heat-high)"]],
                "zmin": 0,
                "showscale": False,
                "xgap": 1,
                "ygap": 1,
            }
        ],
        "layout": _layout(
            56 + 20 * len(tables),
            margin={"l": 8, "r": 8, "t": 4, "b": 32},
            xaxis=_axis(
                tickvals=xs, ticktext=hour_names, showgrid=False, zeroline=False, title=_title("hour of the day")
            ),
            yaxis=_axis(
                tickvals=ys, ticktext=[label(t) for t in tables], autorange="reversed", showgrid=False, zeroline=False
            ),
        ),
        "narrow": {
            "xaxis": {"tickvals": xs[::4], "ticktext": hour_names[::4]},
        },
        "filter": {"field": "table", "values": tables},
    }
    all_tables = {table_label(day, t) for t in day.tables}
    quiet = len(all_tables - set(tables))
    sentence = f"Most in one hour: {counts[busiest]} at table {busiest[0]} from {busiest[1]:%H}:00."
    if quiet:
        sentence += f" {plural(quiet, 'table has', 'tables have')} none and {'is' if quiet == 1 else 'are'} left out."
    rows = [[t, f"{h:%H}:00", whole(counts[t, h])] for t in tables for h in hours if counts[t, h]]
    return Figure("hours", title, sentence, spec, ["Table", "Hour", "Findings"], rows, wide=True)


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def rake_by_table(day: Day) -> Figure:
    title = "Rake due and taken, by table"
    known = sorted((t for t in day.tables if t["hands_with_due"]), key=lambda t: natural(table_label(day, t)))
    if not known:
        return Figure("rake", title, "For no hand of this day could the rake that was due be derived.", None, wide=True)
    names = [table_label(day, t) for t in known]
    due = [t["rake_due_cents"] or 0 for t in known]
    taken = [t["rake_taken_cents"] or 0 for t in known]
    apart = [b - a for a, b in zip(due, taken, strict=True)]
    xs = list(range(len(names)))

    def bars(cents: list[int], name: str, colour: Any, axis: str, hover: list[str]) -> Spec:
        return {
            "type": "bar", "name": name, "x": xs, "y": [c / 100 for c in cents], "yaxis": axis,
            "marker": {"color": colour}, "hovertext": hover, "hoverinfo": "text", "showlegend": axis == "y",
        }  # fmt: skip

    def hover(words: str, cents: list[int], signed: bool = False) -> list[str]:
        return [label(f"table {n}: {words} {money(c, signed)}", 80) for n, c in zip(names, cents, strict=True)]

    spec = {
        "data": [
            bars(due, "due", "var(--series-a)", "y", hover("due", due)),
            bars(taken, "taken", "var(--series-b)", "y", hover("taken", taken)),
            bars(
                apart,
                "taken less due",
                ["var(--error)" if c > 0 else "var(--procedure)" for c in apart],
                "y2",
                hover("taken less due", apart, True),
            ),
        ],
        "layout": _layout(
            360,
            barmode="group",
            bargap=0.25,
            bargroupgap=0.05,
            showlegend=True,
            legend=_LEGEND,
            margin={"l": 8, "r": 8, "t": 32, "b": 36},
            xaxis=_axis(
                tickvals=xs,
                ticktext=[label(n) for n in names],
                showgrid=False,
                zeroline=False,
                anchor="y2",
                title=_title("table"),
            ),
            yaxis=_axis(
                domain=[0.42, 1],
                tickprefix="$",
                tickformat=",",
                rangemode="tozero",
                nticks=5,
                title=_title("due, taken"),
            ),
            yaxis2=_axis(
                domain=[0, 0.32], tickprefix="$", tickformat=",", nticks=4, title=_title("difference"), zeroline=True
            ),
        ),
        "filter": {"field": "table", "values": names},
    }
    hands = sum(t["hands_with_due"] for t in known)
    gap = sum(apart)
    moved = sum(t["rake_apart_cents"] or 0 for t in known)
    side = "more than" if gap > 0 else "less than"
    sentence = (
        f"{money(sum(due))} was due and {money(sum(taken))} taken over {plural(hands, 'hand')}: "
        + (f"{money(abs(gap))} {side} due. " if gap else "equal in total. ")
        + (f"Hand by hand the differences add up to {money(moved)}." if moved else "No hand differs.")
    )
    rows = [
        [n, whole(t["hands"]), money(a), money(b), money(b - a, signed=True)]
        for n, t, a, b in zip(names, known, due, taken, strict=True)
    ]
    return Figure("rake", title, sentence, spec, ["Table", "Hands", "Due", "Taken", "Difference"], rows, wide=True)


@dataclass(frozen=True)
class DealerRate:
    """Findings per 1,000 hands of one dealer, with the exact 95 % interval, beside the room's rate."""

    name: str
    hands: int
    findings: int
    rate: float
    low: float
    high: float
    remark: str


def dealer_rates(day: Day) -> tuple[float, list[DealerRate]]:
    """The room's findings per hand, and every dealer beside it, in order of number."""
    hands, found = sum(d["hands"] for d in day.dealers), sum(d["findings"] for d in day.dealers)
    room_rate = found / hands if hands else 0.0
    out = []
    for d in day.dealers:
        low, high = poisson_interval(d["findings"])
        expected = room_rate * d["hands"]
        if expected < EXPECTED_LEAST:
            remark = "too few hands to say"
        elif poisson_at_least(d["findings"], expected) < REVIEW_CHANCE:
            remark = "review"
        else:
            remark = "within the room's spread"
        per = 1000 / d["hands"]
        name = shown(day.dealer_name(d["dealer"]), 40)
        out.append(DealerRate(name, d["hands"], d["findings"], d["findings"] * per, low * per, high * per, remark))
    return room_rate, out


def dealers(day: Day) -> Figure:
    title = "Dealers: findings per 1,000 hands"
    room_rate, rates = dealer_rates(day)
    if not rates:
        return Figure("dealers", title, "No hand of this day could be put to a dealer.", None, wide=True)
    most_hands = max(r.hands for r in rates)
    grid = [max(1, most_hands * i // 60) for i in range(2, 66)]
    room = room_rate * 1000
    ceiling = max([r.rate for r in rates] + [room]) * 1.25 + 1

    def limit(chance: float) -> list[float]:
        return [round(min(poisson_limit(room_rate * n, chance) / n * 1000, ceiling * 2), 3) for n in grid]

    looks = {
        "review": ("var(--error)", "diamond", 10),
        "within the room's spread": ("var(--series-a)", "circle", 8),
        "too few hands to say": ("var(--faint)", "circle-open", 8),
    }
    data: list[Spec] = [
        {"type": "scatter", "mode": "lines", "x": grid, "y": limit(chance), "hoverinfo": "skip", "name": name,
         "line": {"color": "var(--line-strong)", "width": 1, "dash": dash}, "showlegend": True}
        for chance, dash, name in _FUNNEL
    ] if room_rate else []  # fmt: skip
    data.append(
        {"type": "scatter", "mode": "lines", "x": [0, grid[-1]], "y": [round(room, 3)] * 2, "hoverinfo": "skip",
         "name": f"the room: {room:.1f}", "line": {"color": "var(--ink)", "width": 1}}
    )  # fmt: skip
    for remark, (colour, symbol, size) in looks.items():
        group = [r for r in rates if r.remark == remark]
        if group:
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": remark,
                    "x": [r.hands for r in group],
                    "y": [round(r.rate, 3) for r in group],
                    "marker": {
                        "color": colour,
                        "symbol": symbol,
                        "size": size,
                        "line": {"color": colour, "width": 1.5},
                    },
                    "hovertext": [
                        label(
                            f"{r.name}: {plural(r.findings, 'finding')} in {plural(r.hands, 'hand')}, {r.remark}", 120
                        )
                        for r in group
                    ],
                    "hoverinfo": "text",
                }
            )
    spec = {
        "data": data,
        "layout": _layout(
            340,
            showlegend=True,
            legend=_LEGEND,
            margin={"l": 8, "r": 12, "t": 32, "b": 40},
            hovermode="closest",
            xaxis=_axis(title=_title("hands dealt"), rangemode="tozero", range=[0, grid[-1]]),
            yaxis=_axis(title=_title("findings per 1,000 hands"), range=[0, ceiling]),
        ),
        "narrow": {"legend": {"y": -0.22, "yanchor": "top"}, "height": 440, "margin": {"b": 130, "t": 8}},
    }
    review = sum(r.remark == "review" for r in rates)
    few = sum(r.remark == "too few hands to say" for r in rates)
    sentence = (
        f"{plural(len(rates), 'dealer')}, {room:.1f} findings per 1,000 hands in the room. "
        + (f"{review} to review" if review else "None to review")
        + (f"; for {few} there are too few hands to say." if few else ".")
        + " A rate is a reason to look at hands, not a judgement of a person."
    )
    rows = [
        [r.name, whole(r.hands), whole(r.findings), f"{r.rate:.1f}", f"{r.low:.1f} to {r.high:.1f}", r.remark]
        for r in rates
    ]
    columns = ["Dealer", "Hands", "Findings", "Per 1,000", "95 % interval", "Remark"]
    return Figure("dealers", title, sentence, spec, columns, rows, wide=True)


def stub_counts(day: Day) -> Figure:
    title = "Stub counts, by table"
    counted = sum(t["stubs_counted"] for t in day.tables)
    if not counted:
        return Figure("stubs", title, "No stub count is recorded on this day.", None)
    tables = sorted(day.tables, key=lambda t: natural(table_label(day, t)))
    names = [table_label(day, t) for t in tables]
    off = [t["stubs_off"] for t in tables]
    right = [t["stubs_counted"] - t["stubs_off"] for t in tables]
    xs = list(range(len(names)))
    spec = _stacked(xs, names, [("as due", right, "var(--series-a)"), ("off", off, "var(--error)")], "stub counts")
    spec["filter"] = {"field": "table", "values": names}
    total = sum(off)
    sentence = f"{plural(counted, 'count')} over {plural(len(names), 'table')}; " + (
        f"{total} not what the cards in play leave." if total else "every one is what the cards in play leave."
    )
    rows = [
        [n, whole(t["hands"]), whole(t["stubs_counted"]), whole(t["stubs_off"])]
        for n, t in zip(names, tables, strict=True)
    ]
    return Figure("stubs", title, sentence, spec, ["Table", "Hands", "Counted", "Off"], rows)


def shuffler_messages(day: Day) -> Figure:
    title = "Shuffler messages other than ok, by table"
    if not day.shuffles:
        return Figure("shuffler", title, "No shuffler message was received for this day.", None)
    total = sum(s["messages"] for s in day.shuffles)
    odd = [s for s in day.shuffles if s["status"] != "ok"]
    if not odd:
        return Figure("shuffler", title, f"{plural(total, 'message')}, every one ok.", None)
    names = sorted({table_label(day, s) for s in odd}, key=natural)
    statuses = sorted({s["status"] for s in odd}, key=lambda s: (s != "count", s))
    colours = (
        "var(--error)",
        "var(--procedure)",
        "var(--notice)",
        "var(--series-a)",
        "var(--series-b)",
        "var(--faint)",
    )
    counts = Counter({(table_label(day, s), s["status"]): s["messages"] for s in odd})
    series = [(label(s), [counts[n, s] for n in names], colours[i % len(colours)]) for i, s in enumerate(statuses)]
    spec = _stacked(list(range(len(names))), names, series, "messages")
    spec["filter"] = {"field": "table", "values": names}
    wrong = sum(s["messages"] for s in odd if s["status"] == "count")
    sentence = (
        f"{plural(total, 'message')}, {sum(s['messages'] for s in odd)} of them not ok; {plural(wrong, 'wrong count')}."
    )
    rows = [[n, shown(s), whole(counts[n, s])] for n in names for s in statuses if counts[n, s]]
    return Figure("shuffler", title, sentence, spec, ["Table", "Status", "Messages"], rows)


def _stacked(xs: list[int], names: list[str], series: list[tuple[str, list[int], str]], unit: str) -> Spec:
    return {
        "data": [
            {
                "type": "bar",
                "name": name,
                "x": xs,
                "y": counts,
                "marker": {"color": colour},
                "hovertext": [label(f"table {n}: {c:,} {name}", 80) for n, c in zip(names, counts, strict=True)],
                "hoverinfo": "text",
            }
            for name, counts, colour in series
        ],
        "layout": _layout(
            280,
            barmode="stack",
            bargap=0.35,
            showlegend=True,
            legend=_LEGEND,
            margin={"l": 8, "r": 8, "t": 32, "b": 36},
            xaxis=_axis(
                tickvals=xs, ticktext=[label(n) for n in names], showgrid=False, zeroline=False, title=_title("table")
            ),
            yaxis=_count_axis(
                max(map(sum, zip(*(c for _, c, _ in series), strict=True)), default=0), title=_title(unit)
            ),
        ),
    }


def coverage_by_check(day: Day) -> Figure:
    title = "Coverage: what could be judged"
    rows_in = [c for c in day.coverage if c["evaluated"] + c["not_evaluable"]]
    if not rows_in:
        return Figure("coverage", title, "No check was evaluated on this day.", None, wide=True)
    names = [explain(c["code"]).name for c in rows_in]
    ticks = list(range(len(rows_in)))

    def share(c: Row, cents: int) -> float:
        return round(100 * cents / (c["evaluated"] + c["not_evaluable"]), 4)

    def bar(name: str, colour: str, values: list[int]) -> Spec:
        return {
            "type": "bar",
            "orientation": "h",
            "name": name,
            "y": ticks,
            "x": [share(c, v) for c, v in zip(rows_in, values, strict=True)],
            "marker": {"color": colour},
            "hovertext": [label(f"{n}: {v:,} {name}", 120) for n, v in zip(names, values, strict=True)],
            "hoverinfo": "text",
        }

    spec = {
        "data": [
            bar("passed", "var(--series-a)", [c["evaluated"] - c["violated"] for c in rows_in]),
            bar("violated", "var(--error)", [c["violated"] for c in rows_in]),
            bar("not evaluable", "var(--hollow)", [c["not_evaluable"] for c in rows_in]),
        ],
        "layout": _layout(
            92 + 22 * len(rows_in),
            barmode="stack",
            bargap=0.35,
            showlegend=True,
            legend=_LEGEND,
            margin={"l": 8, "r": 16, "t": 32, "b": 28},
            xaxis=_axis(
                range=[0, 100.5],
                tickvals=[0, 20, 40, 60, 80, 100],
                ticktext=["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"],
                zeroline=False,
            ),
            yaxis=_axis(
                autorange="reversed",
                tickvals=ticks,
                ticktext=[label(n, 76) for n in names],
                showgrid=False,
                zeroline=False,
            ),
        ),
        "narrow": {"yaxis": {"ticktext": [label(c["code"]) for c in rows_in]}},
        "filter": {"field": "code", "values": [c["code"] for c in rows_in]},
    }
    judged, silent = sum(c["evaluated"] for c in rows_in), sum(c["not_evaluable"] for c in rows_in)
    sentence = (
        f"{plural(len(rows_in), 'check')} gave {plural(judged, 'verdict')}, {percent(judged, judged + silent)} of what "
        "they were asked. Not evaluable means that the record does not say; it is not a pass."
    )
    rows = [
        [
            shown(c["code"]),
            shown(explain(c["code"]).title or "–"),
            whole(c["evaluated"] - c["violated"]),
            whole(c["violated"]),
            whole(c["not_evaluable"]),
        ]
        for c in rows_in
    ]
    return Figure(
        "coverage", title, sentence, spec, ["Code", "Check", "Passed", "Violated", "Not evaluable"], rows, wide=True
    )
