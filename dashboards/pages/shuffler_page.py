"""Shufflers: what each device said today, and whether one drifts away from the others over the days."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, timedelta
from typing import Any

from markupsafe import Markup

from dashboards.figures.drawing import columns, day_marks, interval
from dashboards.figures.shared_figures import Cell, Figure, Spec, lanes, shuffler_messages, table_label
from dashboards.links import on_day, rows_link
from dashboards.pages.blinds_page import family_figure
from dashboards.pages.fair_comparison import ALL, REVIEW, TOO_FEW, compare, rate_interval
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import clock, label, local, natural, plural, shown, whole
from dashboards.site import Tile, panels

_SHUFFLER = ("SC04", "SC05", "SC06", "SC08", "SC09")
_COLOURS = {"count": "var(--error)", "ok": "var(--error)", "jam": "var(--procedure)", "removed": "var(--series-a)"}


def shuffler_page(day: Day, names: dict[HandKey, str]) -> str:
    today = [d for d in day.devices if d["gaming_date"] == day.gaming_date]
    wrong = sum(d["wrong"] for d in today)
    tiles = [
        Tile(
            "Messages",
            whole(sum(d["messages"] for d in today)),
            [("devices", whole(len({(d["room"], d["device"]) for d in today})))],
        ),
        Tile(
            "Wrong counts",
            whole(wrong),
            [("played on with (SC04)", whole(sum(f["code"] == "SC04" for f in day.findings)))],
            "error" if any(f["code"] == "SC04" for f in day.findings) else "",
        ),
        Tile("Stopped", whole(sum(d["stopped"] for d in today)), [("jam, incomplete, door", "")]),
        Tile("Decks removed", whole(sum(d["removed"] for d in today)), [("after a wrong count or a change", "")]),
    ]
    figures = [
        _over_the_day(day),
        family_figure(day, _SHUFFLER, "By check"),
        _drift(day),
        _room_drift(day),
        shuffler_messages(day),
    ]
    lead = "A shuffler that counts is a witness for every deck. A wrong count is put right before the deck is dealt."
    return panels(day, "shuffler.html", "Shufflers", lead, tiles, figures)


def _over_the_day(day: Day) -> Figure:
    title = "Messages other than a whole deck, over the day"
    if not day.shuffles:
        return Figure("counts", title, "No shuffler message was received for this day.", None, wide=True)
    if not day.wrong_counts:
        return Figure("counts", title, "Every message of this day is a whole deck.", None, wide=True)
    tables = sorted({table_label(day, s) for s in day.wrong_counts}, key=natural)
    place = {t: i for i, t in enumerate(tables)}
    groups: dict[str, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for at, s in enumerate(day.wrong_counts, 1):
        groups[s["status"]].append((at, s))
    ordered = sorted(groups, key=lambda s: (s != "count", s))
    spec = {
        "data": [_messages_marked(day, status, groups[status], place) for status in ordered],
        "layout": lanes(day, tables, 90 + 20 * len(tables)),
    }
    rows_out: list[list[Cell]] = [
        [
            clock(s["at_us"], s["utc_offset_min"]),
            table_label(day, s),
            shown(s["device"], 24),
            shown(s["deck"] or "–", 20),
            shown(s["status"], 20),
            "–" if s["cards"] is None else str(s["cards"]),
            "yes" if s["status"] == "count" or (s["status"] == "ok" and s["cards"] != 52) else "no",
        ]
        for s in day.wrong_counts
    ]
    sentence = (
        f"{plural(len(day.wrong_counts), 'message')} at {plural(len(tables), 'table')}; the "
        "number is the cards counted."
    )
    return Figure(
        "counts",
        title,
        sentence,
        spec,
        ["Time", "Table", "Device", "Deck", "Status", "Cards", "Wrong count"],
        rows_out,
        wide=True,
    )


def _messages_marked(day: Day, status: str, group: list[tuple[int, dict[str, Any]]], place: dict[str, int]) -> Spec:
    """The messages of one status on their tables' lanes; each mark leads to its row."""
    rows = [s for _, s in group]
    times = [local(s["at_us"], s["utc_offset_min"]) for s in rows]
    return {
        "type": "scatter",
        "mode": "markers+text" if status == "count" else "markers",
        "name": label(status),
        "x": [None if t is None else t.strftime("%Y-%m-%d %H:%M:%S") for t in times],
        "y": [place[table_label(day, s)] for s in rows],
        "text": [str(s["cards"]) for s in rows],
        "textposition": "middle right",
        "textfont": {"color": "var(--muted)", "size": 11},
        "marker": {
            "color": _COLOURS.get(status, "var(--notice)"),
            "size": 9,
            "symbol": "diamond" if status == "count" else "circle-open" if status == "removed" else "square",
        },
        "hoverinfo": "text",
        "hovertext": [
            label(
                f"table {table_label(day, s)}, device {shown(s['device'], 24)}, deck "
                f"{shown(s['deck'] or '–', 16)}: "
                f"{status}, {s['cards']} cards",
                140,
            )
            for s in rows
        ],
        "customdata": [rows_link("counts", row=str(at)) for at, _ in group],
    }


def _drift(day: Day) -> Figure:
    """Each device's wrong counts over the window beside all devices', with the same care as for dealers."""
    title = "Device drift, 28 days"
    messages: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    where: dict[tuple[str, str], str] = {}
    for d in day.devices:
        key = d["room"], d["device"]
        messages[key] += d["messages"]
        wrong[key] += d["wrong"]
        where[key] = table_label(day, d)
    if not messages:
        return Figure("drift", title, "No shuffler message was received in these days.", None, wide=True)
    total, bad = sum(messages.values()), sum(wrong.values())
    rate = bad / total
    counts = {("\0".join(map(str, k)), ALL): (wrong[k], rate * n) for k, n in messages.items()}
    comparison = compare(counts)
    dates = [day.gaming_date - timedelta(days=n) for n in range(27, -1, -1)]
    of_day = {(d["room"], d["device"], d["gaming_date"]): d for d in day.devices}
    clocks = {(c["room"], c["device"]): c for c in day.clocks}
    most = max(rate_interval(wrong[k], n)[1] for k, n in messages.items())
    most = min(most, 6 * rate * 1000 + 5)
    rows: list[list[Cell]] = []
    for key in sorted(messages, key=lambda k: (-wrong[k] / messages[k], str(k))):
        cell = comparison.of("\0".join(map(str, key)))
        low, high = rate_interval(wrong[key], messages[key])
        own = 1000 * wrong[key] / messages[key]
        kind = "d-review" if cell.remark == REVIEW else "d-few" if cell.remark == TOO_FEW else ""
        rows.append(
            [
                shown(key[1], 32),
                where[key],
                whole(messages[key]),
                whole(wrong[key]),
                f"{own:.1f}",
                interval(low, own, high, 1000 * rate, most, kind, f"{own:.1f}, from {low:.1f} to {high:.1f}"),
                _days_of(day, key, dates, of_day),
                _clock_words(clocks.get(key)),
                cell.remark.replace("hands", "messages").replace("room's", "devices'"),
            ]
        )
    marked = len(comparison.reviewed())
    sentence = f"{plural(bad, 'wrong count')} in {plural(total, 'message')}: {1000 * rate:.1f} per 1,000. " + (
        f"{plural(marked, 'device')} to look at." if marked else "No device stands out beyond chance."
    )
    return Figure(
        "drift",
        title,
        sentence,
        None,
        ["Device", "Last table", "Messages", "Wrong", "Per 1,000", "Picture", "28 days", "Clock today", "Remark"],
        rows,
        wide=True,
        open=True,
        note="The thin line is all devices, the dot the device's own rate, the bar its exact 95 % interval. A mark a "
        "day: pale where every count was right, amber for one wrong count, red for more. The clock is set by the "
        "hands that its messages belong to.",
    )


def _days_of(day: Day, key: tuple[str, str], dates: list[date], of_day: dict[tuple[str, str, date], Row]) -> Markup:
    """When a device counted wrong: one that drifts shows its marks at the end."""
    states, titles = [], []
    for d in dates:
        told = of_day.get((*key, d))
        n = told["wrong"] if told else 0
        states.append("" if told is None else "held" if not n else "few" if n == 1 else "many")
        titles.append(f"{d.isoformat()}: " + (f"{n} of {told['messages']:,} wrong" if told else "no message"))
    rows = {"Device": shown(key[1], 24), "Wrong count": "yes"}
    ways = [
        on_day(day, d, "shuffler.html" + rows_link("counts", **rows)) if state in ("few", "many") else ""
        for d, state in zip(dates, states, strict=True)
    ]
    return day_marks(states, titles, f"wrong counts on {sum(s in ('few', 'many') for s in states)} of 28 days", ways)


def _clock_words(told: Row | None) -> str:
    if told is None or told["offset_s"] is None:
        return "not known"
    gain = told["gain_s_per_hour"] or 0
    off = f"{-told['offset_s']:+d} s".replace("-", "−") if told["offset_s"] else "right"
    return off + (f", gains {gain} s an hour" if gain else "")


def _room_drift(day: Day) -> Figure:
    title = "Wrong counts per 1,000 messages, day by day"
    by_date: dict[Any, Counter[str]] = defaultdict(Counter)
    for d in day.devices:
        by_date[d["gaming_date"]]["messages"] += d["messages"]
        by_date[d["gaming_date"]]["wrong"] += d["wrong"]
    dates = [day.gaming_date - timedelta(days=n) for n in range(27, -1, -1)]
    if not by_date:
        return Figure("days", title, "No shuffler message was received in these days.", None)
    stacks: list[list[float | None]] = [
        [1000 * by_date[d]["wrong"] / by_date[d]["messages"]] if d in by_date and by_date[d]["messages"] else [None]
        for d in dates
    ]
    titles = [
        f"{d.isoformat()}: {by_date[d]['wrong']} of {by_date[d]['messages']:,}"
        if d in by_date
        else f"{d.isoformat()}: none"
        for d in dates
    ]
    rows: list[list[Cell]] = [
        [d.isoformat(), whole(by_date[d]["messages"]), whole(by_date[d]["wrong"])] for d in dates if d in by_date
    ]
    marks = [d.strftime("%-d") if d.weekday() == 0 or d == day.gaming_date else "" for d in dates]
    ways = [[on_day(day, d, "shuffler.html" + rows_link("counts", **{"Wrong count": "yes"}))] for d in dates]
    return Figure(
        "days",
        title,
        "All devices together.",
        None,
        ["Day", "Messages", "Wrong"],
        rows,
        wide=True,
        drawing=columns(stacks, ("series",), titles, title, marks=marks, ways=ways),
    )
