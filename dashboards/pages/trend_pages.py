"""Trends over days: the week and the month that hold the gaming day, up to that day, beside the one before."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from dashboards.amounts import CHIPS_MOVED, CHIPS_OF_CHECK, MONEY_MOVED, MONEY_OF_CHECK, chips_cell
from dashboards.explaining import SEVERITIES, explain
from dashboards.feeds import DID_NOT_COME, absent, mark, marked, marks_said, no_hands, notes
from dashboards.figures.drawing import columns, severity_key
from dashboards.figures.shared_figures import Cell, Figure, Link, lean
from dashboards.links import findings_on
from dashboards.pages.fair_comparison import changed_since
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
        out["dealt"] += bool(row["hands"])
    return out


def _page(day: Day, here: str, title: str, start: date, before: date, before_end: date, word: str) -> str:
    dates, old_dates = _dates(start, day.gaming_date), _dates(before, before_end)
    now_rows, old_rows = _rows(day, dates), _rows(day, old_dates)
    now, old = _sum(now_rows), _sum(old_rows)
    sign, old_sign = mark(day, dates), mark(day, old_dates)
    tiles = _tiles(now, old, f"the {word} before", (sign, old_sign))
    figures = [
        _findings(day, dates),
        _money(day, dates),
        _codes(day, dates, old_dates, now, old, word),
        _days(day, now_rows),
    ]
    lead = (
        f"{start.isoformat()} to {day.gaming_date.isoformat()}, beside {before.isoformat()} to "
        f"{before_end.isoformat()}. "
        "Days without hands stay empty."
    )
    both = [*dates, *old_dates]
    return panels(day, here, title, lead, tiles, figures, notes=notes(day, both), marks_said=marks_said(day, both))


def _dates(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def _rows(day: Day, dates: list[date]) -> list[Row]:
    return [h for h in day.history if h["gaming_date"] in dates]


def _tiles(now: Counter[str], old: Counter[str], earlier: str, signs: tuple[str, str]) -> list[Tile]:
    """The sums of the days and of those before them; a sum over a day that is not whole carries the mark."""

    def rate(sums: Counter[str], name: str) -> str:
        return f"{1000 * sums[name] / sums['hands']:.1f}" if sums["hands"] else "–"

    def tile(title: str, values: tuple[str, str], *more: tuple[str, str]) -> Tile:
        big, then = (str(marked([value], sign)[0]) for value, sign in zip(values, signs, strict=True))
        return Tile(title, big, [(earlier, then), *((words, f"{value}{signs[0]}") for words, value in more)])

    def covered(sums: Counter[str]) -> str:
        return percent(sums["evaluated"], sums["evaluated"] + sums["not_evaluable"])

    def amount(sums: Counter[str]) -> str:
        return money(sums["moved_cents"]) if sums["hands"] or sums["findings"] else "–"

    in_chips = [("in tournaments", chips(now["moved_chips_cents"]))] if now["moved_chips_cents"] else []
    return [
        tile(
            "Findings per 1,000 hands",
            (rate(now, "findings"), rate(old, "findings")),
            ("findings", whole(now["findings"])),
        ),
        tile(MONEY_MOVED, (amount(now), amount(old)), *in_chips),
        tile("Hands", (whole(now["hands"]), whole(old["hands"])), ("gaming days", whole(now["dealt"]))),
        tile("Coverage", (covered(now), covered(old))),
    ]


def _by_date(day: Day) -> dict[date, Row]:
    return {h["gaming_date"]: h for h in day.history if h["hands"]}


def _under(day: Day, d: date) -> str:
    return f"{d.day}{mark(day, [d])}"


def _findings(day: Day, dates: list[date]) -> Figure:
    by_date = _by_date(day)
    title = "Findings per 1,000 hands"
    stacks: list[list[float | None]] = []
    for d in dates:
        h = by_date.get(d)
        stacks.append([1000 * h[k] / h["hands"] for k in ("errors", "procedures", "notices")] if h else [None] * 3)
    titles = [
        f"{d.isoformat()}{mark(day, [d])}: {by_date[d]['findings']} in {by_date[d]['hands']:,} hands"
        if d in by_date
        else f"{d.isoformat()}{mark(day, [d])}: {no_hands(day, d)}"
        for d in dates
    ]
    return Figure(
        "findings",
        title,
        "By severity: error, procedure, notice.",
        None,
        wide=True,
        drawing=severity_key()
        + columns(
            stacks,
            SEVERITIES,
            titles,
            title,
            marks=[_under(day, d) for d in dates],
            ways=[[findings_on(day, d, severity=s) for s in SEVERITIES] for d in dates],
        ),
    )


def _money(day: Day, dates: list[date]) -> Figure:
    by_date = _by_date(day)
    title = MONEY_MOVED
    stacks: list[list[float | None]] = [[by_date[d]["moved_cents"] / 100] if d in by_date else [None] for d in dates]
    titles = [
        f"{d.isoformat()}{mark(day, [d])}: " + (money(by_date[d]["moved_cents"]) if d in by_date else no_hands(day, d))
        for d in dates
    ]
    return Figure(
        "money",
        title,
        "In dollars, day by day; the chips of tournaments are not in it.",
        None,
        wide=True,
        drawing=columns(
            stacks,
            ("series-b",),
            titles,
            title,
            marks=[_under(day, d) for d in dates],
            sign="$",
            ways=[[findings_on(day, d, money="yes")] for d in dates],
        ),
    )


def _codes(
    day: Day, dates: list[date], old_dates: list[date], now: Counter[str], old: Counter[str], word: str
) -> Figure:
    counts, earlier = Counter[str](), Counter[str]()
    moved, in_chips = Counter[str](), Counter[str]()
    for h in day.history_codes:
        if h["gaming_date"] in dates:
            counts[h["code"]] += h["findings"]
            moved[h["code"]] += h["moved_cents"]
            in_chips[h["code"]] += h["moved_chips_cents"]
        elif h["gaming_date"] in old_dates:
            earlier[h["code"]] += h["findings"]

    def change(code: str) -> str:
        if not old["hands"] or not now["hands"]:
            return "nothing to compare with"
        said = changed_since((earlier[code], old["hands"] / 1000), (counts[code], now["hands"] / 1000))
        return {"higher since": "higher", "lower since": "lower", "not enough hands to say": "too few to say"}.get(
            said, said
        )

    def per_1000(n: int, sums: Counter[str]) -> str:
        return f"{1000 * n / sums['hands']:.2f}" if sums["hands"] else "–"

    sign, old_sign = mark(day, dates), mark(day, old_dates)
    rows: list[list[Cell]] = [
        [
            Link(explain(c).name, f"rules.html#{shown(c, 12)}"),
            *marked([whole(counts[c]), per_1000(counts[c], now)], sign),
            *marked([whole(earlier[c]), per_1000(earlier[c], old)], old_sign),
            *marked([money(moved[c]), chips_cell(in_chips[c])], sign),
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


def _days(day: Day, rows_in: list[Row]) -> Figure:
    rows = [_day_cells(day, h) for h in rows_in]
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


def _day_cells(day: Day, h: Row) -> list[Cell]:
    """The row of a day. Of one that did not come there is nothing but what should have been judged."""
    d = h["gaming_date"]
    sign, href = mark(day, [d]), f"../{d.isoformat()}/index.html"
    covered = percent(h["evaluated"], h["evaluated"] + h["not_evaluable"])
    if absent(day, d):
        return [Link(f"{d.isoformat()}{sign} {DID_NOT_COME}", href), *["–"] * 9, f"{covered}{sign}"]
    rake = money((h["rake_taken_cents"] or 0) - (h["rake_due_cents"] or 0), signed=True) if h["hands"] else "–"
    return marked(
        [
            Link(d.isoformat(), href),
            whole(h["hands"]),
            whole(h["tables"]),
            whole(h["errors"]),
            whole(h["procedures"]),
            whole(h["notices"]),
            money(h["moved_cents"]),
            chips_cell(h["moved_chips_cents"]),
            rake,
            whole(h["stubs_off"]),
            covered,
        ],
        sign,
    )
