"""Missed blinds: who was away when a blind went by, until when it was owed, and how it was made up.

Grain: an `Absence` is one stretch of hands in which one player was away from one table. What was owed is what the audit
remembered of the seat, so that the picture and the findings cannot differ.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from dashboards.amounts import amounts_said, unit_of
from dashboards.figures.drawing import circle, line, svg, text
from dashboards.figures.pictures import WIDTH
from dashboards.figures.shared_figures import Cell, Figure, Link, Spec, lanes, table_label
from dashboards.links import hand_link
from dashboards.reading import Day, HandKey, Row, key_of
from dashboards.shown import clock, label, local, natural, plural, shown

CODES = ("BL05", "BL06", "BL14")
ROWS_MOST = 300
STRIP_MOST = 11


@dataclass
class Absence:
    """A player's stretch of hands away from a table in which a blind may have gone by."""

    rows: list[Row]  # the hands away, in order
    back: Row | None = None  # the hand in which the player was dealt in again
    findings: list[Row] = field(default_factory=list)

    @property
    def first(self) -> Row:
        return self.rows[0]

    def missed(self, blind: str) -> Row | None:
        """The hand in which the blind, `sb` or `bb`, went by."""
        return next((r for r in self.rows if r[f"owes_{blind}"]), None)

    @property
    def owing_since(self) -> Row | None:
        return next((r for r in self.rows if r["owes_sb"] or r["owes_bb"]), None)

    @property
    def kind(self) -> str:
        """How it ended: wrong, made up, waited, straddled, nothing posted, left, or away at the end of the log."""
        if self.findings:
            return "wrong"
        if self.back is None:
            return "away" if self.rows[-1]["at_us"] == self.rows[-1]["last_us"] else "left"
        if self.back["live_cents"] or self.back["dead_cents"]:
            return "made up"
        if self.back["bb_cents"]:
            return "waited"
        return "straddled" if self.back["straddle_cents"] else "nothing posted"

    @property
    def words(self) -> str:
        if self.back is None:
            return "left the table" if self.kind == "left" else "still away at the last hand"
        posts = [
            f"{unit_of(self.back)(self.back[f'{name}_cents'])} {words}"
            for name, words in (
                ("bb", "as the big blind"),
                ("sb", "as the small blind"),
                ("straddle", "as a straddle"),
                ("kill", "as a kill"),
                ("live", "live"),
                ("dead", "dead"),
            )
            if self.back[f"{name}_cents"]
        ]
        return f"posted {' and '.join(posts)}" if posts else "posted nothing"

    @property
    def until_us(self) -> int:
        return int((self.back or self.rows[-1])["at_us"])


def missed_blinds(day: Day) -> list[Absence]:
    """The absences in which a blind went by, as far as the log shows, in order of table and time."""
    found: dict[tuple[HandKey, int], list[Row]] = {}
    for f in day.findings:
        if f["code"] in CODES and f["hand_key"] is not None and f["seat"] is not None:
            found.setdefault((f["hand_key"], f["seat"]), []).append(f)
    open_: dict[tuple[str, str, str], Absence] = {}
    out: list[Absence] = []
    for row in day.absences:
        who = row["room"], row["table"], row["player"]
        if row["state"] == "away":
            if who not in open_:
                open_[who] = Absence([])
                out.append(open_[who])
            open_[who].rows.append(row)
        elif who in open_:
            absence = open_.pop(who)
            absence.back = row
            absence.findings = found.get((key_of(row), row["seat"]), [])
    return [a for a in out if a.owing_since is not None]


# How an absence ended: name in the legend, colour, symbol.
_ENDS = {
    "wrong": ("wrong", "var(--error)", "diamond"),
    "made up": ("made up", "var(--accent)", "circle"),
    "waited": ("came in on the big blind", "var(--accent)", "circle-open"),
    "straddled": ("came in as a straddle", "var(--accent)", "triangle-up-open"),
    "nothing posted": ("back, nothing posted", "var(--muted)", "square-open"),
    "left": ("left owing", "var(--muted)", "x-thin"),
    "away": ("still away", "var(--muted)", "triangle-right-open"),
}


class _Lanes:
    """Absences as marks on the tables' clocks: a lane a table, in it a line a seat."""

    def __init__(self, day: Day, tables: list[str], names: dict[HandKey, str]) -> None:
        self._day, self._names = day, names
        self._lane = {table: i for i, table in enumerate(tables)}

    def _at(self, row_us: int, room: str) -> str:
        moment = local(row_us, self._day.offsets.get(room, 0))
        assert moment is not None
        return moment.strftime("%Y-%m-%d %H:%M:%S")

    def _place(self, a: Absence) -> float:
        return round(self._lane[table_label(self._day, a.first)] + (a.first["seat"] - 5.5) / 13, 3)

    def _words(self, a: Absence) -> str:
        where = f"table {table_label(self._day, a.first)}, seat {a.first['seat']}, {shown(a.first['player'], 24)}"
        return label(f"{where}: {_story(self._day, a)}", 260)

    def _page(self, a: Absence) -> str:
        return hand_link(self._day, self._names, a.back or a.rows[-1])

    def lines(self, name: str, color: str, width: int, ends: list[tuple[Absence, int, int]]) -> Spec:
        """A line for each absence, between the two moments that stand beside it."""
        x: list[str | None] = []
        y: list[float | None] = []
        said: list[str] = []
        pages: list[str | None] = []
        for a, start, end in ends:
            x += [self._at(start, a.first["room"]), self._at(end, a.first["room"]), None]
            y += [self._place(a), self._place(a), None]
            said += [self._words(a), self._words(a), ""]
            pages += [self._page(a), self._page(a), None]
        return {
            "type": "scatter", "mode": "lines", "name": name, "x": x, "y": y, "hoverinfo": "text", "hovertext": said,
            "line": {"color": color, "width": width}, "connectgaps": False, "customdata": pages,
        }  # fmt: skip

    def ends(self, kind: str, ended: list[Absence]) -> Spec:
        """Where absences of one kind ended; a mark leads to that hand."""
        name, color, symbol = _ENDS[kind]
        return {
            "type": "scatter", "mode": "markers", "name": name,
            "x": [self._at(a.until_us, a.first["room"]) for a in ended], "y": [self._place(a) for a in ended],
            "marker": {"color": color, "symbol": symbol, "size": 10 if kind == "wrong" else 7,
                       "line": {"color": color, "width": 1.5}},
            "hoverinfo": "text", "hovertext": [self._words(a) for a in ended],
            "customdata": [self._page(a) for a in ended],
        }  # fmt: skip


def timeline(day: Day, missed: list[Absence], names: dict[HandKey, str]) -> Figure:
    """Every missed blind of the day on the tables' clocks: a lane a table, in it a line a seat."""
    title = "Missed blinds over the day"
    if not missed:
        words = "No seat was away when a blind went by, as far as the log shows."
        return Figure("missed", title, words, None, wide=True)
    tables = sorted({table_label(day, a.first) for a in missed}, key=natural)
    drawn = _Lanes(day, tables, names)
    owing = [(a, since["at_us"], a.until_us) for a in missed if (since := a.owing_since) is not None]
    ended = {kind: [a for a in missed if a.kind == kind] for kind in _ENDS}
    spec: Spec = {
        "data": [
            drawn.lines("away", "var(--hollow)", 4, [(a, a.first["at_us"], since) for a, since, _ in owing]),
            drawn.lines("away and owing", "var(--series-b)", 4, owing),
            *(drawn.ends(kind, those) for kind, those in ended.items() if those),
        ],
        "layout": lanes(day, tables, 96 + max(26, 34 - len(tables) // 4) * len(tables), right=14),
    }
    listed = sorted(missed, key=lambda a: (a.kind != "wrong", a.first["at_us"], natural(table_label(day, a.first))))
    return Figure(
        "missed",
        title,
        f"{plural(len(missed), 'time')} a seat was away when its blind went by: {_how_they_ended(missed)}. A lane is a "
        "table, a line in it a seat.",
        spec,
        ["Table", "Seat", "Player", "Away from", "Big blind missed", "Small blind missed", "Until", "Then", "Remark"],
        [_row(day, a, names) for a in listed[:ROWS_MOST]],
        wide=True,
        note=f"The table holds the first {ROWS_MOST} of {len(missed):,}, the wrong ones before the others."
        if len(missed) > ROWS_MOST
        else "",
    )


def _how_they_ended(missed: list[Absence]) -> str:
    counts = Counter(a.kind for a in missed)
    return ", ".join(
        f"{counts[kind]:,} {many}"
        for kind, many in (
            ("made up", "posted what was missed"), ("waited", "waited for the big blind"),
            ("straddled", "came in as a straddle"), ("left", "left owing"),
            ("away", "still away at the last hand"), ("nothing posted", "came back posting nothing"),
            ("wrong", "made up wrongly or not at all"),
        )
        if counts[kind]
    )  # fmt: skip


def _hand_of(a: Absence) -> HandKey:
    return key_of(a.back or a.rows[-1])


def _time(day: Day, row: Row | None) -> str:
    return "–" if row is None else clock(row["at_us"], day.offsets.get(row["room"], 0))[:5]


def _due(a: Absence, finding: Row) -> str:
    """What a finding says was due: `$3 live, $1 dead`."""
    return amounts_said(shown(finding["expected"] or "–", 60), unit_of(a.back or a.first))


def _story(day: Day, a: Absence) -> str:
    parts = [f"away from {_time(day, a.first)}"]
    for blind, words in (("bb", "big"), ("sb", "small")):
        if (row := a.missed(blind)) is not None:
            parts.append(f"{words} blind missed {_time(day, row)}")
    parts.append(f"{_time(day, a.back)} {a.words}" if a.back else a.words)
    parts += [f"{f['code']}: {_due(a, f)} was due" for f in a.findings]
    return ", ".join(parts)


def _row(day: Day, a: Absence, names: dict[HandKey, str]) -> list[Cell]:
    remark: Cell = ""
    if a.findings:
        remark = f"{shown(a.findings[0]['code'], 12)}: {_due(a, a.findings[0])} was due"
        if (key := _hand_of(a)) in names:
            remark = Link(remark, f"hands/{names[key]}")
    return [
        table_label(day, a.first), str(a.first["seat"]), shown(a.first["player"], 24), _time(day, a.first),
        _time(day, a.missed("bb")), _time(day, a.missed("sb")), _time(day, a.back or a.rows[-1]), a.words, remark,
    ]  # fmt: skip


def strip(day: Day, a: Absence) -> Markup:
    """One absence hand by hand: a dot a hand, which blind went by, and what was due and done on coming back."""
    hands: list[tuple[Row | None, str, str]] = []
    big, small = a.missed("bb"), a.missed("sb")
    for away in a.rows:
        # A big blind that goes by takes the small one with it: the seat is passed over for both.
        mark = "BB" if away is big else "SB" if away is small else ""
        hands.append((away, "d-seat-bad" if mark else "d-outline", mark))
    if len(hands) > STRIP_MOST - 1:
        keep = {0, 1, len(hands) - 1, *(i for i, (_, _, mark) in enumerate(hands) if mark)}
        short: list[tuple[Row | None, str, str]] = []
        for i, one in enumerate(hands):
            if i in keep or (len(hands) - i) <= STRIP_MOST - len(keep) - 2:
                short.append(one)
            elif short[-1][0] is not None:
                short.append((None, "", "…"))
        hands = short
    if a.back is not None:
        hands.append((a.back, "d-seat-on", "in"))
    step = min(28.0, (WIDTH - 26) / max(1, len(hands) - 1))
    y = 30.0
    parts: list[Markup] = [line(13, y, 13 + step * (len(hands) - 1), y, "d-faint")]
    timed: list[tuple[float, Row]] = []
    for i, (row, kind, mark) in enumerate(hands):
        x = 13 + step * i
        if row is None:
            parts.append(text(x, y + 4, mark, "d-quiet", "middle"))
            continue
        parts.append(circle(x, y, 10 if mark else 5, kind, f"hand {shown(row['hand'], 40)}"))
        if mark:
            parts.append(text(x, y + 3.5, mark, "d-tick d-ink", "middle"))
            timed.append((x, row))
    if not timed or timed[0][1] is not a.first:
        timed.insert(0, (13, a.first))
    last = -100.0
    for x, named in timed:
        if x - last >= 34 or named is a.back:
            anchor = "end" if x > WIDTH - 20 else "start" if x < 20 else "middle"
            parts.append(text(x, y - 17 if x - last >= 34 else y + 24, _time(day, named), "d-quiet", anchor))
            last = x
    due = _due(a, a.findings[0]) if a.findings else "–"
    parts.append(text(0, y + 42, f"due {due}", "d-strong"))
    parts.append(text(0, y + 58, a.words, "d-bad-word" if a.findings else ""))
    return svg(WIDTH, y + 64, parts, f"Seat {a.first['seat']}: {_story(day, a)}")


def strips(
    day: Day, missed: list[Absence], names: dict[HandKey, str], most: int = 12
) -> list[tuple[str, Link | None, Markup]]:
    """The absences that ended in a finding, each with its words, its hand's page and its strip."""
    out: list[tuple[str, Link | None, Any]] = []
    for a in [a for a in missed if a.findings][:most]:
        key = _hand_of(a)
        link = Link(f"hand {shown(key[1], 32)}", f"hands/{names[key]}") if key in names else None
        words = (
            f"{shown(a.findings[0]['code'], 12)} at table {table_label(day, a.first)}, seat {a.first['seat']}: "
            + shown(a.findings[0]["message"] or "", 160)
        )
        out.append((words, link, strip(day, a)))
    return out


_RULE = (
    ("BB", "d-seat-on"), ("SB", "d-seat-on"), ("…", ""), ("BB", "d-seat-bad"), ("SB", "d-seat-bad"), ("D", "d-outline"),
    ("in", "d-seat-on"), ("…", ""), ("BB", "d-seat-on"),
)  # fmt: skip


def rule_strip() -> Markup:
    """How a missed blind comes about and is made up: a picture of the rule, not of a hand."""
    y, step = 30.0, 34.0
    parts: list[Markup] = [line(13, y, 13 + step * (len(_RULE) - 1), y, "d-faint")]
    for i, (mark, kind) in enumerate(_RULE):
        if kind:
            parts.append(circle(13 + step * i, y, 11, kind))
        parts.append(text(13 + step * i, y + 3.5, mark, "d-tick d-ink", "middle"))
    for at, words in ((0.5, "dealt in"), (4.0, "away: owes both"), (6.0, "posts"), (8.0, "or waits")):
        parts.append(text(13 + step * at, y - 17, words, "d-quiet", "end" if at == 8 else "middle"))
    parts.append(text(0, y + 42, "due: the big blind live, the small blind dead;", "d-strong"))
    parts.append(text(0, y + 58, "nothing where it waits for its big blind"))
    return svg(
        WIDTH, y + 64, parts,
        "The rule: dealt in on both blinds; away when the big and the small blind go by; back by posting both, the big "
        "blind live and the small dead, or by waiting for the big blind",
    )  # fmt: skip
