"""The stub: how often it was counted, and where the count was not what the cards in play leave."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dashboards.figures.pictures import captioned, deck, gallery
from dashboards.figures.shared_figures import Cell, Figure, lanes, stub_counts, table_label
from dashboards.links import hand_link
from dashboards.pages.blinds_page import family_figure, pictured
from dashboards.reading import Day, HandKey
from dashboards.shown import label, local, natural, percent, plural, shown, whole
from dashboards.site import Tile, panels

_STUB = ("SC01", "SC02", "SC03", "SC07", "SC10")


def stub_page(day: Day, names: dict[HandKey, str]) -> str:
    hands = {hand.key: hand for hand in day.hands}
    known = [s for s in day.stubs if s["stub_due"] is not None]
    off = [s for s in known if s["stub_count"] != s["stub_due"]]
    pictures = [
        captioned(words, link, drawing)
        for f, key, link, words in pictured(day, names, ("SC01",))
        if (drawing := deck(hands[key])) is not None
    ]
    tiles = [
        Tile("Stubs counted", whole(len(day.stubs)), [("of all hands", percent(len(day.stubs), day.hand_count))]),
        Tile(
            "Off",
            whole(len(off)),
            [("of counts that could be judged", percent(len(off), len(known)))],
            "error" if off else "",
        ),
        Tile("Downs without a first count", whole(sum(f["code"] == "SC02" for f in day.findings)), [("SC02", "")]),
    ]
    apart = Figure(
        "decks",
        "The deck taken apart",
        "Cards to the seats, burns and board; what is left must be the stub. In red what was counted."
        if pictures
        else "No count of this day was off.",
        None,
        wide=True,
        drawing=gallery(pictures) if pictures else None,
    )
    figures = [
        _over_the_day(day, names),
        family_figure(day, _STUB, "By check"),
        apart,
        stub_counts(day),
        _differences(known),
    ]
    lead = "The deck less every card that left it must be in the dealer's hand."
    return panels(day, "stub.html", "Stub", lead, tiles, figures)


def _over_the_day(day: Day, names: dict[HandKey, str]) -> Figure:
    title = "Counts over the day"
    offsets = day.offsets
    known = [s for s in day.stubs if s["stub_due"] is not None]
    if not known:
        return Figure("counts", title, "No stub count of this day could be judged.", None, wide=True)
    tables = sorted({table_label(day, s) for s in known}, key=natural)
    place = {t: i for i, t in enumerate(tables)}
    off = [s for s in known if s["stub_count"] != s["stub_due"]]

    def trace(rows: list[dict[str, Any]], name: str, colour: str, symbol: str, size: int) -> dict[str, Any]:
        times = [local(s["at_us"], offsets.get(s["room"], 0)) for s in rows]
        return {
            "type": "scattergl" if len(rows) > 4000 else "scatter",
            "mode": "markers",
            "name": name,
            "x": [None if t is None else t.strftime("%Y-%m-%d %H:%M:%S") for t in times],
            "y": [place[table_label(day, s)] for s in rows],
            "marker": {"color": colour, "symbol": symbol, "size": size, "opacity": 0.75 if name == "as due" else 1},
            "hoverinfo": "text",
            "hovertext": [
                label(
                    f"table {table_label(day, s)}, hand {shown(s['hand'], 32)}: counted {s['stub_count']}, "
                    f"{s['stub_due']} left",
                    120,
                )
                for s in rows
            ],
            "customdata": [hand_link(day, names, s) for s in rows],
        }

    right = [s for s in known if s["stub_count"] == s["stub_due"]]
    spec = {
        "data": [
            trace(right, "as due", "var(--series-a)", "circle", 5),
            trace(off, "off", "var(--error)", "diamond", 10),
        ],
        "layout": lanes(day, tables, 90 + 17 * len(tables), right=12),
    }
    sentence = (
        f"Each dot is a count; {plural(len(off), 'count is', 'counts are')} off. A long gap is "
        "a table that was not counted."
    )
    rows: list[list[Cell]] = [
        [
            str(local(s["at_us"], offsets.get(s["room"], 0)) or "–"),
            table_label(day, s),
            shown(s["hand"], 40),
            shown(day.dealer_name(s["dealer"]), 40),
            shown(s["deck"] or "–", 20),
            str(s["stub_due"]),
            str(s["stub_count"]),
        ]
        for s in off
    ]
    return Figure(
        "counts", title, sentence, spec, ["Time", "Table", "Hand", "Dealer", "Deck", "Left", "Counted"], rows, wide=True
    )


def _differences(known: list[dict[str, Any]]) -> Figure:
    counts = Counter(s["stub_count"] - s["stub_due"] for s in known)
    rows: list[list[Cell]] = [[f"{d:+d}".replace("-", "−") if d else "0", whole(n)] for d, n in sorted(counts.items())]
    return Figure(
        "differences",
        "By how many cards",
        "Counted less left." if rows else "Nothing to compare.",
        None,
        ["Difference", "Counts"],
        rows,
        open=bool(rows),
    )
