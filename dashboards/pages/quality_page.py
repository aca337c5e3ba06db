"""Quality: every expectation on the feeds with its history, coverage, and what could not be read."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from dashboards.figures.drawing import day_marks
from dashboards.figures.shared_figures import Cell, Figure, coverage_by_check
from dashboards.links import on_day, rows_link
from dashboards.reading import Day, Row
from dashboards.shown import plural, shown, whole
from dashboards.site import Tile, panels


def quality_page(day: Day) -> str:
    today = [e for e in day.expectations if e["gaming_date"] == day.gaming_date]
    failed = [e for e in today if not e["success"]]
    tiles = [
        Tile("Expectations", whole(len(today)), [("held", whole(len(today) - len(failed)))]),
        Tile(
            "Not held",
            whole(len(failed)),
            [
                ("blocking", whole(sum(e["severity"] == "blocking" for e in failed))),
                ("warning", whole(sum(e["severity"] != "blocking" for e in failed))),
            ],
            "error" if any(e["severity"] == "blocking" for e in failed) else "",
        ),
        Tile(
            "Quarantine",
            whole(day.quarantined) if day.quarantined is not None else "–",
            [("lines or files of the whole lake", "")],
        ),
    ]
    figures = [_expectations(day), coverage_by_check(day), _quarantine(day)]
    lead = "What the feeds must be before they are audited. A blocking expectation that fails holds the day back."
    return panels(day, "quality.html", "Quality", lead, tiles, figures)


def _expectations(day: Day) -> Figure:
    title = "Every expectation, with its history"
    held: dict[tuple[str, str, str], dict[date, Row]] = defaultdict(dict)
    for e in day.expectations:
        held[e["room"], e["table_name"], e["name"]][e["gaming_date"]] = e
    if not held:
        return Figure("expectations", title, "The file holds no result of the quality gate.", None, wide=True)
    dates = sorted({e["gaming_date"] for e in day.expectations})
    rows: list[list[Cell]] = []
    order = sorted(held)
    order.sort(key=lambda k: bool(held[k].get(day.gaming_date, {"success": True})["success"]))
    for key in order:
        runs = held[key]
        now = runs.get(day.gaming_date)
        states = ["" if d not in runs else "held" if runs[d]["success"] else "many" for d in dates]
        told = {"": "no result", "held": "held", "many": "not held"}
        titles = [f"{d.isoformat()}: {told[state]}" for d, state in zip(dates, states, strict=True)]
        expected = shown((now or runs[max(runs)])["expectation"], 120)
        ways = [
            on_day(day, d, "quality.html" + rows_link("expectations", Expectation=expected, Table=shown(key[1], 24)))
            if state
            else ""
            for d, state in zip(dates, states, strict=True)
        ]
        bad = sum(not r["success"] for r in runs.values())
        label = f"held on {len(runs) - bad} of {len(runs)} days"
        said = "no result" if now is None else "held" if now["success"] else "not held"
        room = [shown(key[0], 24)] if day.many_rooms else []
        detail = " ".join(shown(p, 160) for p in ((now or {}).get("observed"), (now or {}).get("detail")) if p)
        last: Row = now or runs[max(runs)]
        rows.append(
            [
                *room,
                shown(key[1], 24),
                shown(last["expectation"], 120),
                shown(last["severity"], 16),
                said,
                detail or "–",
                day_marks(states, titles, label, ways),
                f"{len(runs) - bad} of {len(runs)}",
            ]
        )
    failing = sum(not r["success"] for runs in held.values() for d, r in runs.items() if d == day.gaming_date)
    sentence = (
        f"{plural(len(rows), 'expectation')}; {failing} did not hold on this day. A mark a "
        f"day, over {plural(len(dates), 'day')}."
    )
    room_column = ["Room"] if day.many_rooms else []
    return Figure(
        "expectations",
        title,
        sentence,
        None,
        [*room_column, "Table", "Expectation", "Severity", "This day", "Observed", "Picture", "Held"],
        rows,
        wide=True,
        open=True,
    )


def _quarantine(day: Day) -> Figure:
    title = "Quarantine"
    if day.quarantined is None:
        return Figure("quarantine", title, "The file holds no quarantine.", None, wide=True)
    rows: list[list[Cell]] = [
        [
            shown(q["source_file"], 80),
            shown(q["field"] or "–", 60),
            shown(q["reason"], 160),
            whole(q["lines"]),
            whole(q["first_line"]),
        ]
        for q in day.quarantine
    ]
    sentence = (
        f"{plural(day.quarantined, 'line or file', 'lines or files')} of the whole lake could not be read, by reason."
        if day.quarantined
        else "Empty: every line of the lake could be read."
    )
    return Figure(
        "quarantine",
        title,
        sentence,
        None,
        ["File", "Field", "Reason", "Lines", "First line"],
        rows,
        wide=True,
        open=bool(rows),
    )
