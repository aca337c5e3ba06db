"""Button, blinds and forced bets: what was found, and the table from above for each finding that a picture explains."""

from __future__ import annotations

from collections import Counter

from dashboards.amounts import CHIPS_OF_CHECK, MONEY_MOVED, MONEY_OF_CHECK, Moved, chips_cell, moved
from dashboards.explaining import explain, rules_cited, severity_of
from dashboards.figures.missed_blinds import missed_blinds, rule_strip, strips, timeline
from dashboards.figures.pictures import captioned, gallery, ring
from dashboards.figures.shared_figures import Cell, Figure, Link, lean, table_label
from dashboards.links import findings_link
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import chips, clock, money, percent, plural, shown, whole
from dashboards.site import Tile, panels

PICTURES_MOST = 24
EACH_MOST = 4


def family_figure(day: Day, family: tuple[str, ...], title: str) -> Figure:
    """A row a check of some families or codes: judged, violated, not evaluable, money and chips."""
    counts = Counter(f["code"] for f in day.findings)
    totals = {code: moved(f for f in day.findings if f["code"] == code) for code in counts}
    none = Moved(0, 0)
    rows: list[list[Cell]] = [
        [
            Link(explain(c["code"]).name, findings_link(code=c["code"])),
            whole(counts[c["code"]]),
            money(totals.get(c["code"], none).cents),
            chips_cell(totals.get(c["code"], none).chips_cents),
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
    figure = Figure(
        "checks",
        title,
        sentence,
        None,
        ["Check", "Findings", MONEY_OF_CHECK, CHIPS_OF_CHECK, "Judged", "Not evaluable", "Coverage"],
        rows,
        wide=True,
        open=True,
    )
    return lean(figure, CHIPS_OF_CHECK)


def moved_tile(found: list[Row], words: str) -> Tile:
    """What the findings of a page moved: money in large type, tournament chips under it."""
    total = moved(found)
    in_chips = [("in tournaments", chips(total.chips_cents))] if total.chips_cents else []
    return Tile(MONEY_MOVED, money(total.cents), [(words, ""), *in_chips])


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
    missed = missed_blinds(day)
    pictures = [captioned(words, link, ring(hands[key], f)) for f, key, link, words in pictured(day, names, ("BL",))]
    tiles = [
        Tile(
            "Findings",
            whole(len(found)),
            [(s, whole(sum(severity_of(f) == s for f in found))) for s in ("error", "procedure", "notice")],
        ),
        moved_tile(found, "posted too much or too little"),
        Tile(
            "Blinds missed",
            whole(len(missed)),
            [
                ("posted or waited for the big blind", whole(sum(a.kind in ("made up", "waited") for a in missed))),
                ("dealt in owing, or made up wrongly", whole(sum(a.kind == "wrong" for a in missed))),
            ],
        ),
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
    rule = captioned(
        "The rule: a seat that is away when its blind comes owes it, and posts it or waits"
        f"{rules_cited(day.findings, ('BL05', 'BL06'))}.",
        None,
        rule_strip(),
    )
    drawn = [captioned(words, link, drawing) for words, link, drawing in strips(day, missed, names)]
    by_hand = Figure(
        "strips",
        "A missed blind, hand by hand",
        "A dot is a hand. In red the blind that went by while the seat was away; the last dot is the hand it was dealt "
        "in again, and under it stands what was due and what was posted."
        + ("" if drawn else " None of this day was made up wrongly."),
        None,
        wide=True,
        drawing=gallery([rule, *drawn]),
    )
    lead = "Button, blinds, straddles, kills and other forced bets."
    figures = [
        family_figure(day, ("BL",), "By check"),
        timeline(day, missed, names),
        by_hand,
        shown_pictures,
    ]
    return panels(day, "blinds.html", "Blinds", lead, tiles, figures)
