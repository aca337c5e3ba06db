"""The slide beside the box: what the log says went down, and what was counted. Grain of a row: a table's day."""

from __future__ import annotations

from collections import Counter, defaultdict

from dashboards.figures.drawing import apart
from dashboards.figures.shared_figures import Cell, Figure, Link, table_label
from dashboards.links import table_file
from dashboards.reading import Day
from dashboards.shown import money, natural, plural, shown

_TITLE = "The slide beside the box"


def boxes_figure(day: Day) -> Figure:
    """Boxes are counted by shift and hands are not, so that a table is compared over its whole day."""
    if not day.drops:
        words = "No count of the boxes was received for this day, so nothing is compared. It comes as *.drop.csv."
        return Figure("boxes", _TITLE, words, None, wide=True)
    slides: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for r in day.rake:
        slide = slides[r["room"], r["table"]]
        slide["rake"] += r["slide_cents"]
        slide["time"] += r["time_cents"]
        slide["promo"] += r["promo_cents"]
    boxes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    shifts: dict[tuple[str, str], list[str]] = defaultdict(list)
    uncounted: set[tuple[str, str]] = set()
    for d in day.drops:
        key = d["room"], d["table"]
        boxes[key]["rake"] += d["rake_cents"] or 0
        boxes[key]["promo"] += d["promo_cents"] or 0
        shifts[key].append(shown(d["shift"], 20))
        if d["rake_cents"] is None or d["promo_cents"] is None:
            uncounted.add(key)
    off = {
        key: (
            boxes[key]["rake"] - slides[key]["rake"] - slides[key]["time"],
            boxes[key]["promo"] - slides[key]["promo"],
        )
        for key in boxes
        if key not in uncounted
    }
    most = max((abs(a) + abs(b) for a, b in off.values()), default=0)
    dealt = {(t["room"], t["table"]) for t in day.tables}
    labels = {key: table_label(day, {"room": key[0], "table": key[1]}) for key in {*slides, *boxes}}
    rows: list[list[Cell]] = []
    for key in sorted(boxes, key=lambda k: (not any(off.get(k, (1, 1))), natural(labels[k]))):
        slide, box = slides[key], boxes[key]
        rake, promo = off.get(key, (0, 0))
        picture = apart((rake + promo) / 100, most / 100, f"box less log {money(rake + promo, signed=True)}")
        rows.append(
            [
                Link(labels[key], table_file(*key)) if key in dealt else labels[key],
                money(slide["rake"]),
                money(slide["time"]),
                money(box["rake"]),
                money(rake, signed=True) if key in off else "–",
                money(slide["promo"]),
                money(box["promo"]),
                money(promo, signed=True) if key in off else "–",
                picture if key in off else "",
                _remark(key in off, key in dealt, bool(rake or promo), shifts[key]),
            ]
        )
    differ = sum(any(pair) for pair in off.values())
    gap = sum(sum(pair) for pair in off.values())
    # A table whose slide took nothing, a tournament's say, needs no box.
    without = sorted((labels[k] for k in slides if k not in boxes and any(slides[k].values())), key=natural)
    said = (
        f"No box was counted for {'table' if len(without) == 1 else 'tables'} {', '.join(without)}. " if without else ""
    )
    sentence = f"{plural(len(off), 'table')} with a counted box: " + (
        f"{plural(differ, 'differs', 'differ')} from the log, {money(gap, signed=True)} together."
        if differ
        else "every one matches the log."
    )
    return Figure(
        "boxes",
        _TITLE,
        sentence,
        None,
        ["Table", "Rake, log", "Time, log", "Rake, box", "Box less log", "Promo, log", "Promo, box", "Box less log",
         "Picture", "Remark"],
        rows,
        wide=True,
        open=True,
        note=f"{said}Rake and time go to the same box. A box that holds less than the log may be short, a box that "
        "holds more may be a hand that was not logged: a difference says where to look, not why.",
    )  # fmt: skip


def _remark(counted: bool, dealt: bool, differs: bool, shifts: list[str]) -> str:
    if not counted:
        return "the count is not complete"
    if not dealt:
        return "no hand was logged"
    return f"differs over {', '.join(shifts)}" if differs else "matches"
