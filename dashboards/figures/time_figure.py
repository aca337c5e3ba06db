"""Time collections: what each call for time made due, beside what was taken. Grain of a row: a table."""

from __future__ import annotations

from collections import Counter, defaultdict

from dashboards.figures.shared_figures import Cell, Figure, Spec, lanes, table_label
from dashboards.links import hand_link
from dashboards.reading import Day, HandKey, Row, key_of
from dashboards.shown import clock, label, local, money, natural, plural, shown, whole

_KINDS = {
    "right": ("as due", "var(--series-a)", "circle"),
    "missed": ("missed", "var(--error)", "x"),
    "amount": ("wrong amount", "var(--error)", "diamond"),
    "uncalled": ("taken where nothing was due", "var(--procedure)", "square"),
}


def kind_of(row: Row, wrong: set[HandKey]) -> str | None:
    """Of a hand that owed or paid time: right, missed, amount or uncalled; None where it cannot be judged."""
    due, taken = row["due_cents"], row["taken_cents"]
    if due is None or taken is None:
        return None
    if key_of(row) not in wrong:
        return "right"
    if due > 0 and taken == 0:
        return "missed"
    return "uncalled" if due == 0 else "amount"


def time_figure(day: Day, names: dict[HandKey, str]) -> Figure:
    title = "Time collections"
    if not day.time:
        return Figure("time", title, "No table of this day owed or paid time.", None, wide=True)
    wrong = {f["hand_key"] for f in day.findings if f["code"] in ("RK06", "RK07") and f["hand_key"] is not None}
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in day.time:
        of_table, kind = sums[table_label(day, row)], kind_of(row, wrong)
        of_table["slide"] += row["slide_cents"]
        if kind is None:
            of_table["unjudged"] += row["slide_cents"]
            continue
        groups[kind].append(row)
        of_table["judged"] += 1
        of_table[kind] += 1
        of_table["due"] += row["due_cents"]
        of_table["taken"] += row["taken_cents"]
    tables = sorted(sums, key=natural)
    rows: list[list[Cell]] = [
        [
            t, whole(s["judged"]), money(s["due"]), money(s["taken"]), money(s["taken"] - s["due"], signed=True),
            whole(s["missed"]), whole(s["amount"]), whole(s["uncalled"]), money(s["unjudged"]),
        ]
        for t, s in ((t, sums[t]) for t in tables)
    ]  # fmt: skip
    total = sum(sums.values(), Counter[str]())
    off = total["missed"] + total["amount"] + total["uncalled"]
    sentence = (
        f"{plural(total['judged'], 'collection')} at {plural(len(tables), 'table')}: {money(total['due'])} was due and "
        f"{money(total['taken'])} taken; " + (f"{off:,} of them wrong." if off else "none of them wrong.")
    )
    return Figure(
        "time",
        title,
        sentence,
        _lanes(day, groups, tables, names),
        ["Table", "Judged", "Due", "Taken", "Difference", "Missed", "Wrong amount", "Not due", "Not judged"],
        rows,
        wide=True,
        open=True,
        note="Due counts every seat of the table; where no rule says that the absent pay, less may be right. Not "
        "judged is time on the slide of which the log does not say when it was called.",
    )


def _lanes(day: Day, groups: dict[str, list[Row]], tables: list[str], names: dict[HandKey, str]) -> Spec | None:
    """A dot a collection, a lane a table; the dots that are wrong say what was taken and what was due."""
    if not groups:
        return None
    place = {t: i for i, t in enumerate(tables)}

    def trace(kind: str) -> Spec:
        name, colour, symbol = _KINDS[kind]
        rows = groups[kind]
        times = [local(r["at_us"], day.offsets.get(r["room"], 0)) for r in rows]
        apart = [f"{money(r['taken_cents'])} of {money(r['due_cents'])}" for r in rows]
        return {
            "type": "scatter",
            "mode": "markers" if kind == "right" else "markers+text",
            "name": name,
            "x": [None if t is None else t.strftime("%Y-%m-%d %H:%M:%S") for t in times],
            "y": [place[table_label(day, r)] for r in rows],
            "text": apart,
            "textposition": "top center",
            "textfont": {"color": "var(--muted)", "size": 11},
            "marker": {"color": colour, "symbol": symbol, "size": 8 if kind == "right" else 10},
            "hoverinfo": "text",
            "hovertext": [
                label(
                    f"table {table_label(day, r)}, {clock(r['at_us'], day.offsets.get(r['room'], 0))[:5]}, hand "
                    f"{shown(r['hand'], 32)}: {money(r['taken_cents'])} taken, {money(r['due_cents'])} due",
                    160,
                )
                for r in rows
            ],
            "customdata": [hand_link(day, names, r) for r in rows],
        }

    return {
        "data": [trace(kind) for kind in _KINDS if groups[kind]],
        "layout": lanes(day, tables, 96 + 44 * len(tables)),
    }
