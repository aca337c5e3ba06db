"""The Plotly figures that several pages share, as plain specifications that the page's script draws.

Colours are written `var(--name)`: the script resolves them from the style sheet when it draws, so one page serves
light, dark and print. Every figure carries its numbers as a table too, for those who read rather than look.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from markupsafe import Markup

from dashboards.explaining import explain
from dashboards.links import (
    COMPARED,
    OVER,
    STUB_OFF,
    STUB_RIGHT,
    STUB_UNKNOWN,
    UNDER,
    Hours,
    findings_link,
    hands_link,
    rows_link,
)
from dashboards.reading import Day, Row
from dashboards.shown import label, local, money, natural, percent, plural, shown, whole

Spec = dict[str, Any]


@dataclass(frozen=True)
class Link:
    """A cell of a table that leads somewhere."""

    words: str
    href: str


Cell = str | Link | Markup
MARK = "†"  # behind a number of a day that is not whole
_FIGURE = re.compile(rf"(|–|[−+]?\$?[0-9][0-9,]*(\.[0-9]+)?( ?%| chips?)?{MARK}?)")


def _words(cell: Cell) -> str:
    return cell.words if isinstance(cell, Link) else "x" if isinstance(cell, Markup) else cell


@dataclass(frozen=True)
class Figure:
    """One figure. `spec` is None where there is nothing to draw: then the sentence says so."""

    key: str
    title: str
    sentence: str
    spec: Spec | None
    columns: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    wide: bool = False
    drawing: Markup | None = None  # a picture made when the page was written
    open: bool = False  # the numbers are the point: the table stands open
    note: str = ""
    counted: tuple[tuple[str, Link], ...] = ()  # what each of its queries says of itself, and the way to its SQL

    @property
    def right(self) -> list[bool]:
        """Which columns hold figures and stand to the right."""
        return [
            any(_words(row[i]) not in ("", "–") for row in self.rows)
            and all(_FIGURE.fullmatch(_words(row[i])) for row in self.rows)
            for i in range(len(self.columns))
        ]


def lean(figure: Figure, *headings: str) -> Figure:
    """The figure without those of the columns under these headings in which no row says anything."""
    empty = {
        i
        for i, heading in enumerate(figure.columns)
        if heading in headings and all(_words(row[i]) in ("", "–") for row in figure.rows)
    }
    kept = [i for i in range(len(figure.columns)) if i not in empty]
    rows = [[row[i] for i in kept] for row in figure.rows]
    return replace(figure, columns=[figure.columns[i] for i in kept], rows=rows)


def table_label(day: Day, row: Row) -> str:
    """A table's name; with several rooms on the page, the room before it."""
    if row["table"] is None:
        return "no table"
    return f"{shown(row['room'], 24)} · {shown(row['table'], 24)}" if day.many_rooms else shown(row["table"], 24)


def layout(height: int, **more: Any) -> Spec:
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


def axis(**more: Any) -> Spec:
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


def clock_axis(day: Day) -> Spec:
    """The room's clock over the whole day, from its first hand to its last, so that lanes of pages can be compared."""
    times = [
        moment
        for room in day.rooms
        for key in ("first_us", "last_us")
        if (moment := local(room[key], room["utc_offset_min"])) is not None
    ]
    margin = timedelta(minutes=10)
    spread = {"range": [f"{t:%Y-%m-%d %H:%M:%S}" for t in (min(times) - margin, max(times) + margin)]} if times else {}
    return axis(type="date", tickformat="%H:%M", title=axis_title("the room's clock"), **spread)


def axis_title(text: str) -> Spec:
    return {"text": text, "font": {"size": 12, "color": "var(--muted)"}, "standoff": 8}


def count_axis(most: int, **more: Any) -> Spec:
    """An axis of whole numbers: its ticks never fall between them."""
    return axis(rangemode="tozero", tickformat=",d", **({"dtick": 1} if most <= 6 else {"nticks": 6}), **more)


LEGEND = {
    "orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "traceorder": "normal",
    "font": {"color": "var(--muted)"},
}  # fmt: skip


def lanes(day: Day, tables: Sequence[str], height: int, right: int = 24) -> Spec:
    """The layout of a day with a lane a table, the first on top, over the room's clock."""
    return layout(
        height,
        showlegend=True,
        legend=LEGEND,
        hovermode="closest",
        margin={"l": 8, "r": right, "t": 32, "b": 36},
        xaxis=clock_axis(day),
        yaxis=axis(
            tickvals=list(range(len(tables))),
            ticktext=[label(table) for table in tables],
            range=[len(tables) - 0.4, -0.7],
            zeroline=False,
            title=axis_title("table"),
        ),
    )


def findings_by_table_and_hour(day: Day) -> Figure:
    """From the mart of the same name; a cell leads to the findings of that table and hour."""
    title = "Findings by table and hour"
    if not day.finding_hours:
        return Figure("hours", title, "No finding with a time on this day.", None, wide=True)
    counts: Counter[tuple[str, datetime]] = Counter()
    for row in day.finding_hours:
        counts[table_label(day, row), datetime(1970, 1, 1) + timedelta(hours=row["local_hour"])] += row["findings"]
    hours = _hours_shown(day, {hour for _, hour in counts})
    tables = sorted({t for t, _ in counts}, key=natural)
    busiest = max(counts, key=lambda k: (counts[k], k))
    all_tables = {table_label(day, t) for t in day.tables}
    quiet = len(all_tables - set(tables))
    sentence = f"Most in one hour: {counts[busiest]} at table {busiest[0]} from {busiest[1]:%H}:00."
    if quiet:
        sentence += f" {plural(quiet, 'table has', 'tables have')} none and {'is' if quiet == 1 else 'are'} left out."
    word = Hours(day).word

    def way(t: str, h: datetime) -> str:
        return findings_link(table=t, hour=word(h))

    rows: list[list[Cell]] = [
        [t, f"{h:%H}:00", Link(whole(counts[t, h]), way(t, h))] for t in tables for h in hours if counts[t, h]
    ]
    spec = _hour_map(tables, hours, counts, way)
    return Figure("hours", title, sentence, spec, ["Table", "Hour", "Findings"], rows, wide=True)


def _hours_shown(day: Day, found: set[datetime]) -> list[datetime]:
    """Every hour from the first hand or finding to the last, two days at most."""
    ends = set(found)
    for room in day.rooms:
        for key in ("first_us", "last_us"):
            moment = local(room[key], room["utc_offset_min"])
            if moment is not None:
                ends.add(_hour(moment))
    first, last = min(ends), max(ends)
    span = min(int((last - first).total_seconds() // 3600) + 1, 48)
    return [first + timedelta(hours=i) for i in range(span)]


def _hour_map(
    tables: list[str],
    hours: list[datetime],
    counts: Counter[tuple[str, datetime]],
    way: Callable[[str, datetime], str],
) -> Spec:
    hour_names = [f"{h:%H}" for h in hours]
    xs, ys = list(range(len(hours))), list(range(len(tables)))
    z = [[counts[t, h] for h in hours] for t in tables]
    return {
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
                "customdata": [[way(t, h) if counts[t, h] else None for h in hours] for t in tables],
                "colorscale": [[0, "var(--heat-none)"], [0.001, "var(--heat-low)"], [1, "var(--heat-high)"]],
                "zmin": 0,
                "showscale": False,
                "xgap": 1,
                "ygap": 1,
            }
        ],
        "layout": layout(
            56 + 20 * len(tables),
            margin={"l": 8, "r": 8, "t": 4, "b": 32},
            xaxis=axis(
                tickvals=xs, ticktext=hour_names, showgrid=False, zeroline=False, title=axis_title("hour of the day")
            ),
            yaxis=axis(
                tickvals=ys, ticktext=[label(t) for t in tables], autorange="reversed", showgrid=False, zeroline=False
            ),
        ),
        "narrow": {
            "xaxis": {"tickvals": xs[::4], "ticktext": hour_names[::4]},
        },
    }


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


@dataclass(frozen=True)
class Raked:
    """Rake under one name, a table or an hour: in cents, and the hands that were taken too much or too little of."""

    name: str
    taken: int
    over: int
    under: int
    hands: tuple[int, int, int]  # with a known due, taken too much of, too little of
    filters: dict[str, str]  # what the list of hands shows of it


def over_and_under(raked: list[Raked], what: str) -> Spec:
    """What was taken, and under it what was too much and too little: the two do not hide one another."""
    names = [one.name for one in raked]
    xs = list(range(len(names)))
    taken, over, under = ([getattr(one, part) for one in raked] for part in ("taken", "over", "under"))

    def bars(cents: list[int], words: str, colour: str, axis_name: str, kinds: tuple[str, ...]) -> Spec:
        sign = -1 if kinds == (UNDER,) else 1
        at = {COMPARED: 0, (OVER,): 1, (UNDER,): 2}[kinds]
        return {
            "type": "bar", "name": words, "x": xs, "y": [sign * c / 100 for c in cents], "yaxis": axis_name,
            "marker": {"color": colour}, "hoverinfo": "text",
            "hovertext": [
                label(f"{what} {one.name}: {words} {money(c)}, {plural(one.hands[at], 'hand')}", 80)
                for one, c in zip(raked, cents, strict=True)
            ],
            "customdata": [
                hands_link(rake=kinds, **one.filters) if one.hands[at] else None for one in raked
            ],
        }  # fmt: skip

    return {
        "data": [
            bars(taken, "taken", "var(--series-a)", "y", COMPARED),
            bars(over, OVER, "var(--error)", "y2", (OVER,)),
            bars(under, UNDER, "var(--procedure)", "y2", (UNDER,)),
        ],
        "layout": layout(
            340,
            barmode="relative",
            bargap=0.3,
            showlegend=True,
            legend=LEGEND,
            margin={"l": 8, "r": 8, "t": 32, "b": 36},
            xaxis=axis(
                tickvals=xs,
                ticktext=[label(n) for n in names],
                showgrid=False,
                zeroline=False,
                anchor="y2",
                title=axis_title(what),
            ),
            yaxis=axis(
                domain=[0.52, 1],
                tickprefix="$",
                tickformat=",",
                rangemode="tozero",
                nticks=4,
                title=axis_title("taken"),
            ),
            yaxis2=axis(
                domain=[0, 0.42], tickprefix="$", tickformat=",", nticks=5, title=axis_title("wrong"), zeroline=True
            ),
        ),
    }


def rake_by_table(day: Day) -> Figure:
    title = "Rake due and taken, by table"
    known = sorted((t for t in day.tables if t["hands_with_due"]), key=lambda t: natural(table_label(day, t)))
    if not known:
        return Figure("rake", title, "For no hand of this day could the rake that was due be derived.", None, wide=True)
    names = [table_label(day, t) for t in known]
    due = [t["rake_due_cents"] or 0 for t in known]
    taken = [t["rake_taken_cents"] or 0 for t in known]
    apart = [b - a for a, b in zip(due, taken, strict=True)]
    spec = over_and_under(
        [
            Raked(n, b, t["rake_over_cents"], t["rake_under_cents"],
                  (t["hands_with_due"], t["hands_over"], t["hands_under"]), {"table": n})
            for n, t, b in zip(names, known, taken, strict=True)
        ],
        "table",
    )  # fmt: skip
    hands = sum(t["hands_with_due"] for t in known)
    gap = sum(apart)
    moved = sum(t["rake_apart_cents"] or 0 for t in known)
    side = "more than" if gap > 0 else "less than"
    sentence = (
        f"{money(sum(due))} was due and {money(sum(taken))} taken over {plural(hands, 'hand')}: "
        + (f"{money(abs(gap))} {side} due. " if gap else "equal in total. ")
        + (f"Hand by hand the differences add up to {money(moved)}." if moved else "No hand differs.")
    )
    rows: list[list[Cell]] = [
        [
            n,
            Link(whole(t["hands_with_due"]), hands_link(table=n, rake=COMPARED)),
            money(a),
            money(b),
            money(b - a, signed=True),
        ]
        for n, t, a, b in zip(names, known, due, taken, strict=True)
    ]
    return Figure("rake", title, sentence, spec, ["Table", "Hands", "Due", "Taken", "Difference"], rows, wide=True)


def stub_counts(day: Day) -> Figure:
    title = "Stub counts, by table"
    counted = sum(t["stubs_counted"] for t in day.tables)
    if not counted:
        return Figure("stubs", title, "No stub count is recorded on this day.", None)
    tables = sorted(day.tables, key=lambda t: natural(table_label(day, t)))
    names = [table_label(day, t) for t in tables]
    off = [t["stubs_off"] for t in tables]
    right = [t["stubs_counted"] - t["stubs_off"] for t in tables]
    spec = stacked(
        names,
        [("as due", right, "var(--series-a)"), ("off", off, "var(--error)")],
        "stub counts",
        lambda table, name: hands_link(table=table, stub=STUB_OFF if name == "off" else (STUB_RIGHT, STUB_UNKNOWN)),
    )
    total = sum(off)
    sentence = f"{plural(counted, 'count')} over {plural(len(names), 'table')}; " + (
        f"{total} not what the cards in play leave." if total else "every one is what the cards in play leave."
    )
    rows: list[list[Cell]] = [
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
    spec = stacked(names, series, "messages", lambda table, status: rows_link("counts", Table=table, Status=status))
    wrong = sum(s["messages"] for s in odd if s["status"] == "count")
    sentence = (
        f"{plural(total, 'message')}, {sum(s['messages'] for s in odd)} of them not ok; {plural(wrong, 'wrong count')}."
    )
    rows: list[list[Cell]] = [[n, shown(s), whole(counts[n, s])] for n in names for s in statuses if counts[n, s]]
    return Figure("shuffler", title, sentence, spec, ["Table", "Status", "Messages"], rows)


def stacked(
    names: list[str], series: list[tuple[str, list[int], str]], unit: str, way: Callable[[str, str], str]
) -> Spec:
    """Bars one on another, a bar a table; `way` says where the part of a table and a series leads."""
    xs = list(range(len(names)))
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
                "customdata": [way(n, name) if c else None for n, c in zip(names, counts, strict=True)],
            }
            for name, counts, colour in series
        ],
        "layout": layout(
            280,
            barmode="stack",
            bargap=0.35,
            showlegend=True,
            legend=LEGEND,
            margin={"l": 8, "r": 8, "t": 32, "b": 36},
            xaxis=axis(
                tickvals=xs,
                ticktext=[label(n) for n in names],
                showgrid=False,
                zeroline=False,
                title=axis_title("table"),
            ),
            yaxis=count_axis(
                max(map(sum, zip(*(c for _, c, _ in series), strict=True)), default=0), title=axis_title(unit)
            ),
        ),
    }


def coverage_by_check(day: Day) -> Figure:
    title = "Coverage: what could be judged"
    rows_in = [c for c in day.coverage if c["evaluated"] + c["not_evaluable"]]
    if not rows_in:
        return Figure("coverage", title, "No check was evaluated on this day.", None, wide=True)
    judged, silent = sum(c["evaluated"] for c in rows_in), sum(c["not_evaluable"] for c in rows_in)
    sentence = (
        f"{plural(len(rows_in), 'check')} gave {plural(judged, 'verdict')}, {percent(judged, judged + silent)} of what "
        "they were asked. Not evaluable means that the record does not say; it is not a pass."
    )
    rows: list[list[Cell]] = [
        [
            shown(c["code"]),
            shown(explain(c["code"]).title or "–"),
            whole(c["evaluated"] - c["violated"]),
            whole(c["violated"]),
            whole(c["not_evaluable"]),
        ]
        for c in rows_in
    ]
    columns = ["Code", "Check", "Passed", "Violated", "Not evaluable"]
    return Figure("coverage", title, sentence, _verdict_bars(rows_in), columns, rows, wide=True)


def _verdict_bars(rows_in: list[Row]) -> Spec:
    """A bar for each check: the shares of its verdicts."""
    names = [explain(c["code"]).name for c in rows_in]
    ticks = list(range(len(rows_in)))

    def share(c: Row, cents: int) -> float:
        return round(100 * cents / (c["evaluated"] + c["not_evaluable"]), 4)

    def way(c: Row, name: str) -> str:
        """To the findings; verdicts that are no finding have no rows but the check's own line."""
        return findings_link(code=c["code"]) if name == "violated" else rows_link("coverage", Code=shown(c["code"]))

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
            "customdata": [way(c, name) if v else None for c, v in zip(rows_in, values, strict=True)],
        }

    return {
        "data": [
            bar("passed", "var(--series-a)", [c["evaluated"] - c["violated"] for c in rows_in]),
            bar("violated", "var(--error)", [c["violated"] for c in rows_in]),
            bar("not evaluable", "var(--hollow)", [c["not_evaluable"] for c in rows_in]),
        ],
        "layout": layout(
            92 + 22 * len(rows_in),
            barmode="stack",
            bargap=0.35,
            showlegend=True,
            legend=LEGEND,
            margin={"l": 8, "r": 16, "t": 32, "b": 28},
            xaxis=axis(
                range=[0, 100.5],
                tickvals=[0, 20, 40, 60, 80, 100],
                ticktext=["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"],
                zeroline=False,
            ),
            yaxis=axis(
                autorange="reversed",
                tickvals=ticks,
                ticktext=[label(n, 76) for n in names],
                showgrid=False,
                zeroline=False,
            ),
        ),
        "narrow": {"yaxis": {"ticktext": [label(c["code"]) for c in rows_in]}},
    }
