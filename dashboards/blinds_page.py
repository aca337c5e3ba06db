"""Button, blinds and forced bets: what was found, and the table from above for each finding that a picture explains."""

from __future__ import annotations

from collections import Counter

from markupsafe import Markup

from dashboards.drawing import circle, line, svg, text
from dashboards.explaining import explain, severity_of
from dashboards.figures import Cell, Figure, Link, table_label
from dashboards.pictures import captioned, gallery, ring
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import clock, money, percent, plural, shown, whole
from dashboards.site import Tile, findings_link, panels

PICTURES_MOST = 24
EACH_MOST = 4


def family_figure(day: Day, family: tuple[str, ...], title: str) -> Figure:
    """A row a check of some families or codes: judged, violated, not evaluable, money."""
    counts = Counter(f["code"] for f in day.findings)
    moved: Counter[str] = Counter()
    for f in day.findings:
        moved[f["code"]] += abs(f["amount_cents"] or 0)
    rows: list[list[Cell]] = [
        [
            Link(explain(c["code"]).name, findings_link(code=c["code"])),
            whole(counts[c["code"]]),
            money(moved[c["code"]]),
            whole(c["evaluated"]),
            whole(c["not_evaluable"]),
            percent(c["evaluated"], c["evaluated"] + c["not_evaluable"]),
        ]
        for c in day.coverage
        if c["code"].startswith(family)
    ]
    if not rows:
        return Figure("checks", title, "None of these checks had anything to judge on this day.", None, wide=True)
    found = sum(n for code, n in counts.items() if code.startswith(family))
    sentence = f"{plural(found, 'finding')}. Not evaluable means that the record does not say; it is not a pass."
    return Figure(
        "checks",
        title,
        sentence,
        None,
        ["Check", "Findings", "Money", "Judged", "Not evaluable", "Coverage"],
        rows,
        wide=True,
        open=True,
    )


def pictured(day: Day, names: dict[HandKey, str], family: tuple[str, ...]) -> list[tuple[Row, HandKey, Link, str]]:
    """The findings of some families that have a hand: a few of each code, the earliest first, with link and words."""
    seen: Counter[str] = Counter()
    out = []
    for f in sorted(day.findings, key=lambda f: (f["code"], f["at_us"] or 0, f["hand"] or "")):
        if f["code"].startswith(family) and f["hand_key"] in names and seen[f["code"]] < EACH_MOST:
            seen[f["code"]] += 1
            words = (
                f"{shown(f['code'], 12)} at {clock(f['at_us'], f['utc_offset_min'])[:5]}, table "
                f"{table_label(day, f)}: {shown(f['message'] or '', 160)}"
            )
            out.append((f, f["hand_key"], Link(f"hand {shown(f['hand'], 32)}", f"hands/{names[f['hand_key']]}"), words))
    return out[:PICTURES_MOST]


def blinds_page(day: Day, names: dict[HandKey, str]) -> str:
    hands = {hand.key: hand for hand in day.hands}
    found = [f for f in day.findings if f["code"].startswith("BL")]
    pictures = [captioned(words, link, ring(hands[key], f)) for f, key, link, words in pictured(day, names, ("BL",))]
    tiles = [
        Tile(
            "Findings",
            whole(len(found)),
            [(s, whole(sum(severity_of(f) == s for f in found))) for s in ("error", "procedure", "notice")],
        ),
        Tile("Money", money(sum(abs(f["amount_cents"] or 0) for f in found)), [("posted too much or too little", "")]),
        Tile("Tables", whole(len({(f["room"], f["table"]) for f in found})), [("with such a finding", "")]),
    ]
    shown_pictures = Figure(
        "pictures",
        "The table from above",
        "The button, who posted, and in red the seat the finding is about. A few of each "
        "code; the table of findings has all."
        if pictures
        else "No finding on blinds or button.",
        None,
        wide=True,
        drawing=gallery(pictures) if pictures else None,
    )
    lead = "Button, blinds, straddles, kills and other forced bets."
    figures = [family_figure(day, ("BL",), "By check"), shown_pictures, _missed_blinds(day), owing(day)]
    return panels(day, "blinds.html", "Blinds", lead, tiles, figures)


def _missed_blinds(day: Day) -> Figure:
    """How a missed blind comes about and is made up, hand by hand: a picture of the rule, not of a hand."""
    steps = (
        ("1", "BB", "in", "posts the big blind"),
        ("2", "SB", "in", "posts the small blind"),
        ("…", "", "in", "the button goes round"),
        ("7", "BB", "away", "misses the big blind"),
        ("8", "SB", "away", "misses the small blind"),
        ("9", "D", "away", "nobody is dealt in here"),
        ("10", "", "back", "posts both: big live, small dead"),
        ("or 15", "BB", "back", "waits for the big blind"),
    )
    width, row = 340.0, 27.0
    parts: list[Markup] = [
        text(0, 12, "hand", "d-tick"),
        text(46, 12, "seat 5 is", "d-tick"),
        text(150, 12, "what it does", "d-tick"),
    ]
    y = 20.0
    for number, place, state, words in steps:
        bad = state == "away" and place in ("BB", "SB")
        parts.append(line(0, y, width, y, "d-faint"))
        parts.append(text(0, y + 18, number, "d-quiet"))
        parts.append(circle(58, y + 14, 10, "d-seat-bad" if bad else "d-outline" if state == "away" else "d-seat-on"))
        parts.append(text(58, y + 18, place, "d-tick", "middle"))
        parts.append(text(78, y + 18, {"in": "dealt in", "away": "away", "back": "back"}[state], ""))
        parts.append(text(150, y + 18, words, "d-strong" if bad or state == "back" else ""))
        y += row
    sentence = (
        "A seat that is away when its blind comes owes it. It comes back in the big blind, or "
        "posts what it missed: the big "
        "blind counts as its bet, the small blind goes dead to the pot (wsop-live-2017 156; caesars-live 153)."
    )
    drawing = svg(
        width, y + 14, parts, "A missed blind, hand by hand: missed while away, made up when the seat comes back"
    )
    return Figure(
        "missed",
        "A missed blind, hand by hand",
        sentence,
        None,
        drawing=Markup('<div style="max-width:26rem">{}</div>').format(drawing),
    )


def owing(day: Day) -> Figure:
    """The findings about missed blinds as a timeline of the tables: who came back, when, and what was owed."""
    title = "Dealt in owing, or made up wrongly"
    found = [f for f in day.findings if f["code"] in ("BL05", "BL06", "BL14") and f["at_us"] is not None]
    if not found:
        silent = sum(c["not_evaluable"] for c in day.coverage if c["code"] in ("BL05", "BL06", "BL14"))
        words = "No finding on missed blinds."
        return Figure(
            "owing", title, words + (f" For {plural(silent, 'hand')} the record does not say." if silent else ""), None
        )
    rows: list[list[Cell]] = [
        [
            clock(f["at_us"], f["utc_offset_min"]),
            table_label(day, f),
            f"seat {f['seat']}" if f["seat"] else "–",
            shown(f["player"] or "–", 32),
            shown(f["code"], 12),
            shown(f["expected"] or "–", 60),
            shown(f["actual"] or "–", 60),
        ]
        for f in sorted(found, key=lambda f: (f["at_us"], f["table"] or "", f["seat"] or 0))
    ]
    return Figure(
        "owing",
        title,
        f"{plural(len(rows), 'finding')}.",
        None,
        ["Time", "Table", "Seat", "Player", "Code", "Was due", "Was"],
        rows,
        open=True,
    )
