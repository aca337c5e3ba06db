"""Trends over days: the week and the month that hold the gaming day, up to that day, beside the one before."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from dashboards.amounts import CHIPS_MOVED, CHIPS_OF_CHECK, MONEY_MOVED, MONEY_OF_CHECK, chips_cell
from dashboards.drawing import columns, severity_key
from dashboards.explaining import SEVERITIES, explain
from dashboards.fair_comparison import changed_since
from dashboards.figures import Cell, Figure, Link, lean
from dashboards.reading import Day, Row
from dashboards.shown import MONTHS, chips, money, percent, plural, shown, whole
from dashboards.site import Tile, panels


def week_page(day: Day) -> str:
    """The calendar week (Monday to Sunday) up to the gaming day, beside the same days of the week before."""
    start = day.gaming_date - timedelta(days=day.gaming_date.weekday())
    number = day.gaming_date.isocalendar()
    title = f"Week {number.week} of {number.year}"
    return _page(day, "week.html", title, start, start - timedelta(days=7), day.gaming_date - timedelta(days=7), "week")


def month_page(day: Day) -> str:
    """The calendar month up to the gaming day, beside as many days of the month before."""
    start = day.gaming_date.replace(day=1)
    earlier = (start - timedelta(days=1)).replace(day=1)
    last = min(earlier + (day.gaming_date - start), start - timedelta(days=1))
    title = f"{MONTHS[start.month - 1]} {start.year}"
    return _page(day, "month.html", title, start, earlier, last, "month")


def _sum(rows: list[Row]) -> Counter[str]:
    out: Counter[str] = Counter()
    for row in rows:
        for name, value in row.items():
            if isinstance(value, int):
                out[name] += value
    return out


def _page(day: Day, here: str, title: str, start: date, before: date, before_end: date, word: str) -> str:
    now_rows = [h for h in day.history if start <= h["gaming_date"] <= day.gaming_date]
    old_rows = [h for h in day.history if before <= h["gaming_date"] <= before_end]
    now, old = _sum(now_rows), _sum(old_rows)

    def rate(sums: Counter[str], name: str) -> str:
        return f"{1000 * sums[name] / sums['hands']:.1f}" if sums["hands"] else "–"

    earlier = f"the {word} before"
    tiles = [
        Tile(
            "Findings per 1,000 hands",
            rate(now, "findings"),
            [(earlier, rate(old, "findings")), ("findings", whole(now["findings"]))],
        ),
        Tile(
            MONEY_MOVED,
            money(now["moved_cents"]),
            [
                (earlier, money(old["moved_cents"]) if old_rows else "–"),
                *([("in tournaments", chips(now["moved_chips_cents"]))] if now["moved_chips_cents"] else []),
            ],
        ),
        Tile("Hands", whole(now["hands"]), [(earlier, whole(old["hands"])), ("gaming days", whole(len(now_rows)))]),
        Tile(
            "Coverage",
            percent(now["evaluated"], now["evaluated"] + now["not_evaluable"]),
            [(earlier, percent(old["evaluated"], old["evaluated"] + old["not_evaluable"]))],
        ),
    ]
    dates = [start + timedelta(days=n) for n in range((day.gaming_date - start).days + 1)]
    figures = [
        _findings(day, dates),
        _money(day, dates),
        _codes(day, start, before, before_end, now, old, word),
        _days(now_rows),
    ]
    lead = (
        f"{start.isoformat()} to {day.gaming_date.isoformat()}, beside {before.isoformat()} to "
        f"{before_end.isoformat()}. "
        "Days without hands stay empty."
    )
    return panels(day, here, title, lead, tiles, figures)


def _by_date(day: Day) -> dict[date, Row]:
    return {h["gaming_date"]: h for h in day.history}


def _mark(d: date) -> str:
    return f"{d.day}"


def _findings(day: Day, dates: list[date]) -> Figure:
    by_date = _by_date(day)
    title = "Findings per 1,000 hands"
    stacks: list[list[float | None]] = []
    for d in dates:
        h = by_date.get(d)
        stacks.append([1000 * h[k] / h["hands"] for k in ("errors", "procedures", "notices")] if h else [None] * 3)
    titles = [
        f"{d.isoformat()}: {by_date[d]['findings']} in {by_date[d]['hands']:,} hands"
        if d in by_date
        else f"{d.isoformat()}: no hands"
        for d in dates
    ]
    return Figure(
        "findings",
        title,
        "By severity: error, procedure, notice.",
        None,
        wide=True,
        drawing=severity_key() + columns(stacks, SEVERITIES, titles, title, marks=[_mark(d) for d in dates]),
    )


def _money(day: Day, dates: list[date]) -> Figure:
    by_date = _by_date(day)
    title = MONEY_MOVED
    stacks: list[list[float | None]] = [[by_date[d]["moved_cents"] / 100] if d in by_date else [None] for d in dates]
    titles = [
        f"{d.isoformat()}: {money(by_date[d]['moved_cents'])}" if d in by_date else f"{d.isoformat()}: no hands"
        for d in dates
    ]
    return Figure(
        "money",
        title,
        "In dollars, day by day; the chips of tournaments are not in it.",
        None,
        wide=True,
        drawing=columns(stacks, ("series-b",), titles, title, marks=[_mark(d) for d in dates], sign="$"),
    )


def _codes(
    day: Day, start: date, before: date, before_end: date, now: Counter[str], old: Counter[str], word: str
) -> Figure:
    counts, earlier = Counter[str](), Counter[str]()
    moved, in_chips = Counter[str](), Counter[str]()
    for h in day.history_codes:
        if start <= h["gaming_date"] <= day.gaming_date:
            counts[h["code"]] += h["findings"]
            moved[h["code"]] += h["moved_cents"]
            in_chips[h["code"]] += h["moved_chips_cents"]
        elif before <= h["gaming_date"] <= before_end:
            earlier[h["code"]] += h["findings"]

    def change(code: str) -> str:
        if not old["hands"] or not now["hands"]:
            return "nothing to compare with"
        said = changed_since((earlier[code], old["hands"] / 1000), (counts[code], now["hands"] / 1000))
        return {"higher since": "higher", "lower since": "lower", "not enough hands to say": "too few to say"}.get(
            said, said
        )

    rows: list[list[Cell]] = [
        [
            Link(explain(c).name, f"rules.html#{shown(c, 12)}"),
            whole(counts[c]),
            f"{1000 * counts[c] / now['hands']:.2f}" if now["hands"] else "–",
            whole(earlier[c]),
            f"{1000 * earlier[c] / old['hands']:.2f}" if old["hands"] else "–",
            money(moved[c]),
            chips_cell(in_chips[c]),
            change(c),
        ]
        for c in sorted({*counts, *earlier}, key=lambda c: (-counts[c], c))
    ]
    sentence = (
        f"{plural(len(rows), 'code')} with findings. A change is named only where chance would "
        "seldom give it (exact, 5 %)."
    )
    figure = Figure(
        "codes",
        "By check",
        sentence,
        None,
        ["Check", "Findings", "Per 1,000", f"The {word} before", "Per 1,000", MONEY_OF_CHECK, CHIPS_OF_CHECK, "Change"],
        rows,
        wide=True,
        open=True,
    )
    return lean(figure, CHIPS_OF_CHECK)


def _days(rows_in: list[Row]) -> Figure:
    rows: list[list[Cell]] = [
        [
            Link(h["gaming_date"].isoformat(), f"../{h['gaming_date'].isoformat()}/index.html"),
            whole(h["hands"]),
            whole(h["tables"]),
            whole(h["errors"]),
            whole(h["procedures"]),
            whole(h["notices"]),
            money(h["moved_cents"]),
            chips_cell(h["moved_chips_cents"]),
            money((h["rake_taken_cents"] or 0) - (h["rake_due_cents"] or 0), signed=True),
            whole(h["stubs_off"]),
            percent(h["evaluated"], h["evaluated"] + h["not_evaluable"]),
        ]
        for h in rows_in
    ]
    figure = Figure(
        "days",
        "Day by day",
        "A day leads to its own pages, where they are published beside these.",
        None,
        [
            "Day",
            "Hands",
            "Tables",
            "Errors",
            "Procedure",
            "Notices",
            MONEY_MOVED,
            CHIPS_MOVED,
            "Rake, taken less due",
            "Stubs off",
            "Coverage",
        ],
        rows,
        wide=True,
        open=True,
    )
    return lean(figure, CHIPS_MOVED)
