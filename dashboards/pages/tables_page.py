"""Tables: each table's day in one row, the findings by table and hour, and a page for every table.

Pages that stand beside a table's page (a timeline, say) are named in `BESIDE`: a title, and the file name made from the
table's own, both in the folder `tables`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

from dashboards.amounts import CHIPS_MOVED, MONEY_MOVED, amount, beside, chips_cell
from dashboards.explaining import explain, severity_of
from dashboards.feeds import said_of
from dashboards.figures.shared_figures import Cell, Figure, Link, findings_by_table_and_hour, lean, table_label
from dashboards.links import REPLAY_PAGE, dealer_file, findings_link, table_file, table_key
from dashboards.pages.money_page import summed
from dashboards.pages.timeline_page import beside as timeline_file
from dashboards.reading import Day, HandKey, Row
from dashboards.shown import clock, game_words, local, money, natural, plural, shown, whole
from dashboards.site import Tile, panels
from warehouse.register_rows import NOT_WHOLE

BESIDE: tuple[tuple[str, Callable[[str], str]], ...] = (("Timeline", timeline_file),)

LISTED_MOST = 500


def tables_page(day: Day) -> str:
    quiet = [t for t in day.tables if not t["findings"]]
    tiles = [
        Tile("Tables", whole(len(day.tables)), [("with hands", "")]),
        Tile("Hands a table", f"{day.hand_count / len(day.tables):,.0f}" if day.tables else "–", [("on average", "")]),
        Tile("Without a finding", whole(len(quiet)), [("tables", "")]),
    ]
    lead = "Each table's day. A cell of the picture leads to its findings."
    figures = [findings_by_table_and_hour(day), _listing(day)]
    return panels(day, "tables.html", "Tables", lead, tiles, figures)


def _listing(day: Day) -> Figure:
    """A row a table that dealt."""
    games: dict[tuple[str, str], set[str]] = defaultdict(set)
    for r in day.rake:
        games[r["room"], r["table"]].add(game_words(r["game"], r["betting"]))
    rows: list[list[Cell]] = []
    for t in sorted(day.tables, key=lambda t: natural(table_label(day, t))):
        key = t["room"], t["table"]
        rows.append(
            [
                Link(table_label(day, t), table_file(*key)),
                shown(", ".join(sorted(games[key])), 80),
                whole(t["hands"]),
                whole(t["dealers"]),
                Link(whole(t["findings"]), findings_link(table=table_label(day, t))) if t["findings"] else "0",
                whole(t["errors"]),
                f"{1000 * t['findings'] / t['hands']:.1f}",
                money(t["moved_cents"]),
                chips_cell(t["moved_chips_cents"]),
                _rake_apart(t),
                whole(t["stubs_counted"]),
            ]
        )
    lacking = [said_of(one, day.many_rooms) for one in day.troubles if one.feed == "hands" and one.status in NOT_WHOLE]
    dealt = f"{plural(len(rows), 'table')} dealt on this day." if rows else "No table dealt on this day."
    figure = Figure(
        "tables",
        "All tables",
        " ".join([dealt, *lacking]),
        None,
        [
            "Table",
            "Game",
            "Hands",
            "Dealers",
            "Findings",
            "Errors",
            "Per 1,000",
            MONEY_MOVED,
            CHIPS_MOVED,
            "Rake, taken less due",
            "Stubs counted",
        ],
        rows,
        wide=True,
        open=bool(rows),
    )
    return lean(figure, CHIPS_MOVED)


def table_page(day: Day, table: Row, names: dict[HandKey, str]) -> str:
    """The page of one table on the gaming day."""
    key = table["room"], table["table"]
    here = table_file(*key)
    found = [f for f in day.findings if (f["room"], f["table"]) == key]
    rake = [r for r in day.rake if (r["room"], r["table"]) == key]
    feeds = next((t for t in day.table_feeds if (t["room"], t["table"]) == key), None)
    tiles = [
        Tile(
            "Hands",
            whole(table["hands"]),
            [("stubs counted", whole(table["stubs_counted"])), ("stubs off", whole(table["stubs_off"]))],
        ),
        Tile(
            "Findings",
            whole(len(found)),
            [(s, whole(sum(severity_of(f) == s for f in found))) for s in ("error", "procedure", "notice")],
        ),
    ]
    if table["cash_hands"]:
        due, taken = money(table["rake_due_cents"] or 0), money(table["rake_taken_cents"] or 0)
        tiles.append(Tile("Rake, taken less due", _rake_apart(table), [("due", due), ("taken", taken)]))
    if feeds is not None:
        tiles.append(
            Tile(
                "Feeds",
                whole(feeds["slots"]),
                [
                    ("slots, of which signed", whole(feeds["signed"])),
                    ("shuffler messages", whole(feeds["messages"])),
                    ("notes", whole(feeds["notes"])),
                ],
            )
        )
    label = table_label(day, table)
    links = [Link(title, name(here.removeprefix("tables/"))) for title, name in BESIDE]
    links.append(Link("Every hand, step by step", f"../{REPLAY_PAGE}?table={table_key(table['room'], table['table'])}"))
    links.append(Link("These findings in the table of all", findings_link("..", table=label)))
    figures = [_hours(day, rake, found), _findings(found, names), _dealers(day, rake, found)]
    games = ", ".join(sorted({game_words(r["game"], r["betting"]) for r in rake}))
    return panels(
        day, here, f"Table {label}", games, tiles, figures, crumb=Link("All tables", "../tables.html"), links=links
    )


def _rake_apart(table: Row) -> str:
    """Rake taken less due; a table that dealt tournaments only has none."""
    if not table["cash_hands"]:
        return "–"
    return money((table["rake_taken_cents"] or 0) - (table["rake_due_cents"] or 0), signed=True)


def _hours(day: Day, rake: list[Row], found: list[Row]) -> Figure:
    offsets = day.offsets
    hours = summed(rake, lambda r: f"{local(r['hour_us'], offsets.get(r['room'], 0)) or '':%Y-%m-%d %H}:00")
    counts = Counter(
        f"{moment:%Y-%m-%d %H}:00" for f in found if (moment := local(f["at_us"], f["utc_offset_min"])) is not None
    )
    rows: list[list[Cell]] = [
        [
            h[11:],
            whole(s["hands"]),
            whole(counts[h]),
            *([money(s["due_cents"]), money(s["taken_cents"])] if s["cash_hands"] else ["–", "–"]),
            money(s["taken_cents"] - s["due_cents"], signed=True) if s["cash_hands"] else "–",
            beside(s["pot_cents"], s["pot_chips_cents"]),
        ]
        for h, s in sorted(hours.items())
    ]
    figure = Figure(
        "hours",
        "Hour by hour",
        "",
        None,
        ["Hour", "Hands", "Findings", "Rake due", "Taken", "Difference", "All pots"],
        rows,
        wide=True,
        open=True,
    )
    return lean(figure, "Rake due", "Taken", "Difference")


def _findings(found: list[Row], names: dict[HandKey, str]) -> Figure:
    rows: list[list[Cell]] = []
    for f in sorted(found, key=lambda f: (f["at_us"] or 0, f["code"], f["hand"] or ""))[:LISTED_MOST]:
        page = names.get(f["hand_key"])
        hand: Cell = Link(shown(f["hand"], 40), f"../hands/{page}") if page else shown(f["hand"] or "–", 40)
        if f["slot_page"]:
            hand = Link("proof", f"../slots/{f['slot_page']}")
        rows.append(
            [
                clock(f["at_us"], f["utc_offset_min"]),
                Link(shown(f["code"], 12), f"../rules.html#{shown(f['code'], 12)}"),
                shown(explain(f["code"]).title or "–", 80),
                hand,
                shown(f["message"] or "", 200),
                amount(f, signed=True) or "–",
            ]
        )
    words = f"{plural(len(found), 'finding')}." if found else "Nothing was found at this table."
    if len(found) > LISTED_MOST:
        words += f" The first {LISTED_MOST} are listed; the table of findings has all."
    return Figure(
        "findings",
        "Findings",
        words,
        None,
        ["Time", "Code", "Check", "Hand", "What", "Amount"],
        rows,
        wide=True,
        open=bool(rows),
    )


def _dealers(day: Day, rake: list[Row], found: list[Row]) -> Figure:
    hands: Counter[str] = Counter()
    for r in rake:
        hands[r["dealer"] or ""] += r["hands"]
    counts = Counter(f["dealer"] or "" for f in found if f["hand"] is not None)
    rows: list[list[Cell]] = [
        [
            Link(shown(day.dealer_name(d), 40), f"../{dealer_file(d)}") if d else "not recorded",
            whole(n),
            whole(counts[d]),
        ]
        for d, n in sorted(hands.items())
    ]
    return Figure(
        "dealers",
        "Dealers at this table",
        "Findings on hands; one table is far too little to compare by.",
        None,
        ["Dealer", "Hands", "Findings"],
        rows,
        wide=True,
    )
