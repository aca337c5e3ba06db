"""The timeline of a table: downs as bars, hands as ticks, stub counts, shuffles, deck changes, findings, on one clock.

`timeline_page` takes plain rows and gives a page; `timeline_pages` gives those of every table of a gaming day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import duckdb

from dashboards.figures.shared_figures import Cell, Figure
from dashboards.links import findings_link, rows_link
from dashboards.reading import Row, _Reader
from dashboards.shown import clock, label, local, natural, page_name, plural, shown
from dashboards.site import NAVIGATION, counted_links, templates
from dashboards.writing import SHARED, plotly_script

HEIGHT: Final = 520
LANES: Final = ("Findings", "Table", "Shuffler", "Stub", "Hands", "Downs")  # from the top down
_Y: Final = {lane: len(LANES) - 1 - i for i, lane in enumerate(LANES)}
_DOWN_COLOURS: Final = {
    "paid": "var(--series-a)", "disputed": "var(--procedure)", "missing signature": "var(--error)",
}  # fmt: skip
_SEVERITY_COLOURS: Final = {"error": "var(--error)", "procedure": "var(--procedure)", "notice": "var(--notice)"}
_STATUS: Final = {  # symbol and colour of a shuffler's message
    "ok": ("line-ns-open", "var(--faint)"), "count": ("x", "var(--error)"), "jam": ("diamond", "var(--error)"),
    "incomplete": ("diamond-open", "var(--procedure)"), "door": ("square-open", "var(--muted)"),
    "removed": ("triangle-down", "var(--procedure)"),
}  # fmt: skip
_NOTES: Final = {
    "push": "triangle-up", "deck-change": "star-square", "level": "line-ns-open", "break": "hourglass-open",
    "resume": "hourglass", "hand-for-hand": "square-open", "colour-up": "circle-open", "bagging": "pentagon",
}  # fmt: skip
ZOOM: Final = ((10, "10 minutes"), (60, "1 hour"), (240, "4 hours"))  # minutes that are shown, and the button's words

Spec = dict[str, Any]
Point = tuple[int, str, str | None]  # when, the words over it, and where it leads


@dataclass
class TableTimeline:
    """What is shown of one table on one gaming day: rows as the queries `timeline_*.sql` give them."""

    room: str
    table: str
    offset_min: int
    hands: list[Row] = field(default_factory=list)
    downs: list[Row] = field(default_factory=list)
    shuffles: list[Row] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    hand_pages: dict[tuple[str, str], str] = field(default_factory=dict)  # where each hand is shown, by room and hand

    def hand_page(self, hand: str | None) -> str | None:
        return self.hand_pages.get((self.room, hand or ""))

    def at(self, us: int) -> str:
        """A moment on the room's clock, as Plotly reads it."""
        moment = local(us, self.offset_min)
        assert moment is not None
        return moment.isoformat(timespec="milliseconds")


def timeline_name(room: str, table: str) -> str:
    """The file name of a table's page."""
    return beside(page_name(room, table))


def beside(table_page: str) -> str:
    """The file name of the timeline that stands beside a table's page."""
    return f"{table_page.removesuffix('.html')}-timeline.html"


def timeline_figure(day: TableTimeline) -> Spec:
    """The figure as a plain specification; colours are names of the style sheet."""
    traces = [
        *_downs(day), _hands(day), *_stubs(day), *_shuffles(day), *_notes(day), *_findings(day),
    ]  # fmt: skip
    axis = {
        "gridcolor": "var(--grid)", "linecolor": "var(--line)", "zerolinecolor": "var(--line)",
        "tickfont": {"color": "var(--muted)"}, "automargin": True,
    }  # fmt: skip
    layout: Spec = {
        "height": HEIGHT, "autosize": True, "margin": {"l": 8, "r": 12, "t": 8, "b": 36}, "barmode": "overlay",
        "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)", "dragmode": "pan", "hovermode": "closest",
        "font": {"color": "var(--ink)", "size": 12, "family": "var(--sans)"}, "showlegend": False,
        "xaxis": {
            **axis, "type": "date", "hoverformat": "%H:%M:%S",
            "rangeslider": {"visible": True, "thickness": 0.06, "bgcolor": "var(--raised)"},
        },
        "yaxis": {
            **axis, "tickvals": list(_Y.values()), "ticktext": list(_Y), "range": [-0.6, len(LANES) - 0.4],
            "fixedrange": True, "showgrid": False,
        },
    }  # fmt: skip
    return {"data": [trace for trace in traces if trace], "layout": layout, "zoom": True}


def timeline_page(day: TableTimeline, gaming_date: date) -> str:
    """The page of one table, for the folder `tables/` of the published day."""
    off = sorted({(s["device"], s["offset_s"]) for s in day.shuffles if s["offset_s"]}, key=str)
    told = "; ".join(f"{shown(device, 40)} by {seconds:+d} s" for device, seconds in off)
    clocks = f" Shuffler clocks were set by the data: {told}." if told else ""
    sentence = ", ".join(
        [plural(len(day.hands), "hand"), plural(len(day.downs), "down"), plural(len(day.findings), "finding")]
    )
    figures = [
        Figure(
            "timeline",
            "The day on one clock",
            f"Drag to move, scroll or use the buttons to zoom from the day to a hand.{clocks}",
            timeline_figure(day),
            wide=True,
        ),
        Figure(
            "downs",
            "Downs",
            "Who signed for which half hour, and how surely." if day.downs else "No down of this table is known.",
            None,
            ["Slot", "Dealer", "On the card", "Sure", "Kind", "Hands", "Status", "Why"],
            [list[Cell](_down_row(day, down)) for down in day.downs],
            wide=True,
            open=bool(day.downs),
        ),
        *_lists(day),
    ]
    return (
        templates()
        .get_template("timeline.html")
        .render(
            root="..",
            here=f"tables/{timeline_name(day.room, day.table)}",
            navigation=NAVIGATION,
            rooms=shown(day.room, 48),
            iso_date=gaming_date.isoformat(),
            list_page="tables.html",
            plotly=f"../../{SHARED}/{plotly_script()[0]}",
            table_page=page_name(day.room, day.table),
            title=f"Timeline of table {shown(day.table, 40)}",
            sentence=sentence,
            zoom=ZOOM,
            figures=[
                replace(f, counted=counted_links("..", f"tables/{timeline_name(day.room, day.table)}", f.key))
                for f in figures
            ],
            figure_specs={f.key: f.spec for f in figures if f.spec is not None},
        )
    )


def _lists(day: TableTimeline) -> list[Figure]:
    """The messages of the shuffler and the notes, a row each: where their marks lead."""
    messages = [
        [clock(s["at_us"], day.offset_min), shown(s["device"] or "–", 40), shown(s["deck"] or "–", 20),
         shown(s["status"] or "–", 20), "–" if s["cards"] is None else str(s["cards"])]
        for s in day.shuffles
    ]  # fmt: skip
    notes = [
        [
            clock(n["at_us"], day.offset_min),
            shown(n["note"], 20),
            shown(n["dealer"] or "–", 40),
            shown(n["deck"] or "–", 20),
        ]
        for n in day.notes
    ]
    return [
        Figure(key, title, said, None, columns, [list[Cell](row) for row in rows], wide=True)
        for key, title, said, columns, rows in (
            ("messages", "Shuffler messages", f"{plural(len(messages), 'message')}, by the table's clock.",
             ["Time", "Device", "Deck", "Status", "Cards"], messages),
            ("notes", "Notes", f"{plural(len(notes), 'note')} of the log.", ["Time", "Note", "Dealer", "Deck"], notes),
        )
        if rows
    ]  # fmt: skip


def timeline_pages(
    db_path: Path, gaming_date: date, room: str | None, hand_pages: dict[tuple[str, str], str]
) -> dict[str, bytes]:
    """File name to page, for every table of a gaming day: `tables/NAME.html`."""
    with duckdb.connect(str(db_path), read_only=True) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        reader = _Reader(connection, gaming_date, room)
        parts = {
            name: reader.rows(f"timeline_{name}", table)
            for name, table in (
                ("hands", "hand_facts"), ("downs", "payroll"), ("shuffles", "devices"), ("notes", "notes"),
                ("findings", "findings"),
            )
        }  # fmt: skip
    days = [replace(day, hand_pages=hand_pages) for day in timelines(**parts)]
    return {f"tables/{timeline_name(day.room, day.table)}": timeline_page(day, gaming_date).encode() for day in days}


def timelines(
    hands: list[Row], downs: list[Row], shuffles: list[Row], notes: list[Row], findings: list[Row]
) -> list[TableTimeline]:
    """The rows of a day told apart by table, in order of room and table."""
    offsets: dict[str, int] = {}
    for row in hands:
        offsets.setdefault(row["room"], row["utc_offset_min"] or 0)
    days: dict[tuple[str, str], TableTimeline] = {}
    for name, rows in (
        ("hands", hands), ("downs", downs), ("shuffles", shuffles), ("notes", notes), ("findings", findings),
    ):  # fmt: skip
        for row in rows:
            if row["table"] is None:
                continue
            key = (row["room"], row["table"])
            day = days.setdefault(key, TableTimeline(*key, offsets.get(row["room"], 0)))
            getattr(day, name).append(row)
    return sorted(days.values(), key=lambda day: (day.room, natural(day.table)))


# -- lanes -------------------------------------------------------------------------------------------------------------


def _who(down: Row) -> str:
    name = ", ".join(part for part in (down["last_name"], down["first_name"]) if part)
    return f"{down['dealer'] or down['written'] or 'nobody'}{' ' + name if name else ''}"


def _down_row(day: TableTimeline, down: Row) -> list[str]:
    sure = "" if down["sure_percent"] is None else f"{down['sure_percent']} %"
    return [
        clock(down["slot_us"], day.offset_min)[:5], shown(_who(down), 60), shown(down["written"] or "", 40), sure,
        down["kind"] or "", str(down["hands"]), down["status"], shown(down["dispute"] or ""),
    ]  # fmt: skip


def _downs(day: TableTimeline) -> list[Spec]:
    traces = []
    for status, colour in _DOWN_COLOURS.items():
        rows = [down for down in day.downs if down["status"] == status]
        if rows:
            traces.append(
                {
                    "type": "bar", "orientation": "h", "name": status, "base": [day.at(r["slot_us"]) for r in rows],
                    "x": [29 * 60_000 for _ in rows], "y": [_Y["Downs"] for _ in rows], "width": 0.6,
                    "marker": {"color": colour, "line": {"width": 0}},
                    "text": [label(r["dealer"] or "?", 12) for r in rows],
                    "textposition": "inside", "insidetextanchor": "middle", "constraintext": "inside", "textangle": 0,
                    "insidetextfont": {"size": 11},
                    "hovertext": [
                        "<br>".join(label(part, 80) for part in (_who(r), r["kind"] or "", r["dispute"] or status))
                        for r in rows
                    ],
                    "customdata": [rows_link("downs", row=str(day.downs.index(r) + 1)) for r in rows],
                    "hovertemplate": "%{base|%H:%M}<br>%{hovertext}<extra></extra>",
                }
            )  # fmt: skip
    return traces


def _hands(day: TableTimeline) -> Spec:
    """A line from start to end of each hand, with a tick at its start."""
    x: list[str | None] = []
    text: list[str] = []
    pages: list[str | None] = []
    for hand in day.hands:
        dealt = f"{label(hand['dealer'] or 'dealer not recorded', 20)}, {label(hand['deck'] or '', 20)}"
        words = f"{label(hand['hand'], 40)}<br>{dealt}"
        end = hand["end_us"] if hand["end_us"] is not None else hand["start_us"]
        x += [day.at(hand["start_us"]), day.at(max(end, hand["start_us"])), None]
        text += [words, words, ""]
        pages += [day.hand_page(hand["hand"])] * 2 + [None]
    return {
        "type": "scatter", "mode": "lines+markers", "name": "hands", "x": x, "y": [_Y["Hands"] for _ in x],
        "text": text, "customdata": pages, "line": {"width": 5, "color": "var(--series-b)"},
        "marker": {"symbol": "line-ns-open", "size": 14, "color": "var(--ink)", "line": {"width": 1}},
        "hovertemplate": "%{x|%H:%M:%S}<br>%{text}<extra></extra>", "connectgaps": False,
    }  # fmt: skip


def _points(day: TableTimeline, lane: str, name: str, rows: Sequence[Point], symbol: str, colour: str) -> Spec:
    return {
        "type": "scatter", "mode": "markers", "name": name, "x": [day.at(us) for us, _, _ in rows],
        "y": [_Y[lane] for _ in rows], "text": [words for _, words, _ in rows],
        "customdata": [way for _, _, way in rows],
        "marker": {"symbol": symbol, "size": 10, "color": colour, "line": {"width": 1, "color": colour}},
        "hovertemplate": "%{x|%H:%M:%S}<br>%{text}<extra></extra>",
    }  # fmt: skip


def _stubs(day: TableTimeline) -> list[Spec]:
    counted = [hand for hand in day.hands if hand["stub_count"] is not None]
    right = [h for h in counted if h["stub_due"] is None or h["stub_count"] == h["stub_due"]]
    wrong = [h for h in counted if h["stub_due"] is not None and h["stub_count"] != h["stub_due"]]
    made = []
    for rows, name, symbol, colour in (
        (right, "counted", "circle-open", "var(--accent)"), (wrong, "off", "x", "var(--error)"),
    ):  # fmt: skip
        points = []
        for h in rows:
            due = "?" if h["stub_due"] is None else h["stub_due"]
            points.append(
                (
                    h["start_us"],
                    f"{label(h['hand'], 40)}<br>{h['stub_count']} counted, {due} due",
                    day.hand_page(h["hand"]),
                )
            )
        if points:
            made.append(_points(day, "Stub", name, points, symbol, colour))
    return made


def _shuffles(day: TableTimeline) -> list[Spec]:
    made = []
    for status, (symbol, colour) in _STATUS.items():
        points = []
        for place, s in enumerate(day.shuffles, 1):
            if s["status"] == status:
                counted = "" if s["cards"] is None else f", {s['cards']} cards"
                points.append(
                    (
                        s["at_us"],
                        f"{label(s['deck'] or '', 20)} {status}{counted}",
                        rows_link("messages", row=str(place)),
                    )
                )
        if points:
            made.append(_points(day, "Shuffler", status, points, symbol, colour))
    return made


def _notes(day: TableTimeline) -> list[Spec]:
    made = []
    for word, symbol in _NOTES.items():
        points = []
        for place, note in enumerate(day.notes, 1):
            if note["note"] == word:
                more = note["dealer"] or note["deck"] or (f"level {note['level']}" if note["level"] is not None else "")
                switched = {True: " on", False: " off"}.get(note["on"], "")
                words = f"{word}{switched} {label(more, 30)}".strip()
                points.append((note["at_us"], words, rows_link("notes", row=str(place))))
        if points:
            colour = "var(--series-b)" if word == "deck-change" else "var(--muted)"
            made.append(_points(day, "Table", word, points, symbol, colour))
    return made


def _findings(day: TableTimeline) -> list[Spec]:
    made = []
    for severity, colour in _SEVERITY_COLOURS.items():
        points = [
            (
                f["at_us"],
                f"{f['code']} {label(f['hand'] or '', 40)}<br>{label(f['message'], 160)}",
                findings_link("..", id=f["finding_id"]) if f.get("finding_id") else day.hand_page(f["hand"]),
            )
            for f in day.findings
            if f["severity"] == severity
        ]
        if points:
            made.append(_points(day, "Findings", severity, points, "diamond", colour))
    return made
