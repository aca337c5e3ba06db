"""The slide beside the box: what the log says went down, and what was counted. Grain of a row: a table's day."""

from __future__ import annotations

from collections import Counter, defaultdict

from dashboards.figures.drawing import apart
from dashboards.figures.shared_figures import Cell, Figure, Link, table_label
from dashboards.links import table_file
from dashboards.reading import Day
from dashboards.shown import money, natural, plural, shown

_TITLE = "The slide beside the box"
Key = tuple[str, str]  # room and table


class _Boxes:
    """What went down the slide and what was counted, by table; a box whose count is not complete is not compared."""

    def __init__(self, day: Day) -> None:
        self.slides: dict[Key, Counter[str]] = defaultdict(Counter)
        for r in day.rake:
            slide = self.slides[r["room"], r["table"]]
            slide["rake"] += r["slide_cents"]
            slide["time"] += r["time_cents"]
            slide["promo"] += r["promo_cents"]
        self.counted: dict[Key, Counter[str]] = defaultdict(Counter)
        self.shifts: dict[Key, list[str]] = defaultdict(list)
        uncounted: set[Key] = set()
        for d in day.drops:
            key = d["room"], d["table"]
            self.counted[key]["rake"] += d["rake_cents"] or 0
            self.counted[key]["promo"] += d["promo_cents"] or 0
            self.shifts[key].append(shown(d["shift"], 20))
            if d["rake_cents"] is None or d["promo_cents"] is None:
                uncounted.add(key)
        # box less log: rake with time, and the promotional drop
        self.off = {key: self._apart(key) for key in self.counted if key not in uncounted}

    def _apart(self, key: Key) -> tuple[int, int]:
        slide, box = self.slides[key], self.counted[key]
        return box["rake"] - slide["rake"] - slide["time"], box["promo"] - slide["promo"]


def boxes_figure(day: Day) -> Figure:
    """Boxes are counted by shift and hands are not, so that a table is compared over its whole day."""
    if not day.drops:
        words = "No count of the boxes was received for this day, so nothing is compared. It comes as *.drop.csv."
        return Figure("boxes", _TITLE, words, None, wide=True)
    boxes = _Boxes(day)
    off = boxes.off
    labels = {key: table_label(day, {"room": key[0], "table": key[1]}) for key in {*boxes.slides, *boxes.counted}}
    rows = _rows(day, boxes, labels)
    differ = sum(any(pair) for pair in off.values())
    gap = sum(sum(pair) for pair in off.values())
    # A table whose slide took nothing, a tournament's say, needs no box.
    without = sorted(
        (labels[k] for k in boxes.slides if k not in boxes.counted and any(boxes.slides[k].values())), key=natural
    )
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


def _rows(day: Day, boxes: _Boxes, labels: dict[Key, str]) -> list[list[Cell]]:
    """One row a table with a box, those that differ first."""
    most = max((abs(a) + abs(b) for a, b in boxes.off.values()), default=0)
    dealt = {(t["room"], t["table"]) for t in day.tables}
    off = boxes.off
    rows: list[list[Cell]] = []
    for key in sorted(boxes.counted, key=lambda k: (not any(off.get(k, (1, 1))), natural(labels[k]))):
        slide, box = boxes.slides[key], boxes.counted[key]
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
                _remark(key in off, key in dealt, bool(rake or promo), boxes.shifts[key]),
            ]
        )
    return rows


def _remark(counted: bool, dealt: bool, differs: bool, shifts: list[str]) -> str:
    if not counted:
        return "the count is not complete"
    if not dealt:
        return "no hand was logged"
    return f"differs over {', '.join(shifts)}" if differs else "matches"
