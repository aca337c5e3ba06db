"""Odd chips: who got the unit that does not divide, drawn pot by pot."""

from __future__ import annotations

from dashboards.explaining import rules_cited
from dashboards.figures.pictures import captioned, gallery, split
from dashboards.figures.shared_figures import Figure
from dashboards.pages.blinds_page import family_figure, moved_tile, pictured
from dashboards.reading import Day, HandKey
from dashboards.shown import whole
from dashboards.site import Tile, panels


def odd_chips_page(day: Day, names: dict[HandKey, str]) -> str:
    hands = {hand.key: hand for hand in day.hands}
    found = [f for f in day.findings if f["code"].startswith("OC")]
    pictures = [
        captioned(words, link, drawing)
        for f, key, link, words in pictured(day, names, ("OC",))
        if (drawing := split(hands[key], f)) is not None
    ]
    judged = sum(c["evaluated"] for c in day.coverage if c["code"] == "OC01")
    tiles = [
        Tile(
            "Findings",
            whole(len(found)),
            [("with money in the wrong place", whole(sum(bool(f["moved_cents"]) for f in found)))],
        ),
        moved_tile(found, "to another seat than due"),
        Tile("Split pots judged", whole(judged), [("for the odd chip's seat", "")]),
    ]
    gallery_figure = Figure(
        "pictures",
        "Split pots",
        "Each bar is a seat's share, in order from the button; a block past it is an odd "
        "unit, in red where the finding is. "
        f"In a button game the first winner clockwise from the button takes it{rules_cited(found, ('OC01',))}."
        if pictures
        else "No pot of this day was split wrongly as far as the record says.",
        None,
        wide=True,
        drawing=gallery(pictures) if pictures else None,
    )
    lead = "A pot that does not divide leaves a unit over. Which hand gets it is a rule, not a courtesy."
    return panels(
        day, "odd-chips.html", "Odd chips", lead, tiles, [family_figure(day, ("OC",), "By check"), gallery_figure]
    )
