"""Money: rake due and taken by table, game, hour and dealer; cap and reduction; time; the boxes beside the slides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime

from dashboards.figures.boxes_figure import boxes_figure
from dashboards.figures.hold_figure import hold_figure
from dashboards.figures.shared_figures import Cell, Figure, Link, Raked, over_and_under, rake_by_table, table_label
from dashboards.figures.time_figure import time_figure
from dashboards.links import OVER, UNDER, Hours, dealer_file, hands_link
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import game_words, local, money, natural, percent, plural, shown, whole
from dashboards.site import Tile, panels

_SUMS = (
    "hands",
    "cash_hands",
    "hands_with_due",
    "due_cents",
    "taken_cents",
    "slide_cents",
    "promo_cents",
    "time_cents",
    "over_cents",
    "under_cents",
    "pot_cents",
    "pot_chips_cents",
    "capped",
    "raked",
    "reduced",
    "reduction_cents",
    "unraked",
)


def summed(rows: list[Row], key: Callable[[Row], str]) -> dict[str, Counter[str]]:
    """The day's rake added up under a key."""
    out: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for name in _SUMS:
            out[key(row)][name] += row[name]
    return out


def cash(day: Day) -> list[Row]:
    """The day's rake without tournaments, whose hands owe none."""
    return [row for row in day.rake if not row["is_tournament"]]


def money_page(day: Day, names: dict[HandKey, str]) -> str:
    total = summed(cash(day), lambda _: "")[""]
    tiles = [
        Tile(
            "Rake due",
            money(total["due_cents"]),
            [
                ("hands with a known due", whole(total["hands_with_due"])),
                ("of all hands at cash tables", percent(total["hands_with_due"], total["hands"])),
            ],
        ),
        Tile(
            "Rake taken",
            money(total["taken_cents"]),
            [
                ("less due", money(total["taken_cents"] - total["due_cents"], signed=True)),
                ("promotional drop", money(total["promo_cents"])),
            ],
        ),
        Tile(
            "Taken too much",
            money(total["over_cents"]),
            [("from players, hand by hand", "")],
            "error" if total["over_cents"] else "",
            hands_link(rake=OVER),
        ),
        Tile(
            "Taken too little",
            money(total["under_cents"]),
            [("from the house, hand by hand", "")],
            "",
            hands_link(rake=UNDER),
        ),
    ]
    figures = [rake_by_table(day), _by_hour(day), _by_game(day), _by_dealer(day), _cap(day)]
    figures += [time_figure(day, names), boxes_figure(day)]
    figures += [hold_figure(day)] if day.banked_hold else []
    lead = "What the rules made due at each cash table, beside what went to the slide. Tournaments pay no rake."
    return panels(day, "money.html", "Money", lead, tiles, figures)


def _difference(sums: Counter[str]) -> list[Cell]:
    return [
        whole(sums["hands"]),
        money(sums["due_cents"]),
        money(sums["taken_cents"]),
        money(sums["taken_cents"] - sums["due_cents"], signed=True),
        money(sums["over_cents"]),
        money(sums["under_cents"]),
    ]


_CENTS = ("due_cents", "taken_cents", "over_cents", "under_cents")
_COLUMNS = ["Hands", "Due", "Taken", "Difference", "Too much", "Too little"]


def _by_hour(day: Day) -> Figure:
    title = "By hour"
    offsets = day.offsets

    hours: dict[datetime, Counter[str]] = defaultdict(Counter)
    for row in day.rake_hours:
        moment = local(row["hour_us"], offsets.get(row["room"], 0))
        assert moment is not None
        for name in ("hands", "hands_with_due", "hands_over", "hands_under", *_CENTS):
            hours[moment][name] += row[name]
    if not hours:
        return Figure("hour", title, "No hand dealt at a cash table that day has a recorded time.", None, wide=True)
    order = sorted(hours)
    names, word = [f"{h:%H}:00" for h in order], Hours(day).word
    apart = [hours[h]["taken_cents"] - hours[h]["due_cents"] for h in order]
    raked = [
        Raked(n, s["taken_cents"], s["over_cents"], s["under_cents"],
              (s["hands_with_due"], s["hands_over"], s["hands_under"]), {"hour": word(h)})
        for n, h, s in ((n, h, hours[h]) for n, h in zip(names, order, strict=True))
    ]  # fmt: skip
    spec = over_and_under(raked, "hour of the day")
    spec["narrow"] = {"xaxis": {"tickvals": list(range(0, len(order), 4)), "ticktext": names[::4]}}
    widest = max(range(len(order)), key=lambda i: (abs(apart[i]), i))
    sentence = (
        f"The widest difference: {money(apart[widest], signed=True)} in the hour from {names[widest]}."
        if apart[widest]
        else "In every hour what was taken is what was due."
    )
    rows: list[list[Cell]] = [[f"{h:%Y-%m-%d %H}:00", *_difference(hours[h])] for h in order]
    return Figure("hour", title, sentence, spec, ["Hour", *_COLUMNS], rows, wide=True)


def _by_game(day: Day) -> Figure:
    games = summed(cash(day), lambda r: game_words(r["game"], r["betting"]))
    rows: list[list[Cell]] = [[g, *_difference(games[g])] for g in sorted(games)]
    return Figure(
        "game",
        "By game",
        f"{plural(len(games), 'game')} with hands at cash tables on this day.",
        None,
        ["Game", *_COLUMNS],
        rows,
        wide=True,
        open=True,
    )


def _by_dealer(day: Day) -> Figure:
    title = "By dealer"
    dealers = summed(cash(day), lambda r: r["dealer"] or "")
    order = sorted(dealers, key=lambda d: (-(dealers[d]["over_cents"] + dealers[d]["under_cents"]), d))
    rows: list[list[Cell]] = [
        [Link(shown(day.dealer_name(d), 40), dealer_file(d)) if d else "not recorded", *_difference(dealers[d])]
        for d in order
    ]
    sentence = (
        "The largest differences first, hand by hand. Many hands make many chances; dealers are "
        "compared on their own page."
    )
    return Figure("dealer", title, sentence, None, ["Dealer", *_COLUMNS], rows, wide=True, open=True)


def _cap(day: Day) -> Figure:
    title = "Cap and short-table reduction"
    tables = summed(cash(day), lambda r: table_label(day, r))
    total = summed(cash(day), lambda _: "")[""]
    rows: list[list[Cell]] = [
        [
            t,
            whole(s["raked"]),
            whole(s["capped"]),
            percent(s["capped"], s["raked"]),
            whole(s["reduced"]),
            money(s["reduction_cents"]),
            whole(s["unraked"]),
        ]
        for t, s in sorted(tables.items(), key=lambda item: natural(item[0]))
    ]
    sentence = (
        f"Of {plural(total['raked'], 'raked pot')}, {whole(total['capped'])} reached the cap "
        f"({percent(total['capped'], total['raked'])}). "
        f"{plural(total['reduced'], 'hand')} at short tables paid "
        f"{money(total['reduction_cents'])} less than a full table's. "
        f"{plural(total['unraked'], 'hand')} owed nothing."
    )
    return Figure(
        "cap",
        title,
        sentence,
        None,
        ["Table", "Raked", "At the cap", "Share", "Reduced", "Reduced by", "Owed nothing"],
        rows,
        wide=True,
    )
