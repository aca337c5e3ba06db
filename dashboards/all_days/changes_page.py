"""What changed: a span of days beside the one before it. The days' numbers are a script; the page's script compares."""

from __future__ import annotations

from typing import Any, Final

from dashboards.all_days.calendar_page import render_whole
from dashboards.all_days.day_told import DayTold
from dashboards.explaining import explain
from dashboards.links import dealer_file, table_file
from dashboards.reading import Row
from dashboards.replay.places import Places
from dashboards.shown import script_json, shown

FILE: Final = "changes.html"
DATA_FILE: Final = "spans.js"
MONEY: Final = (
    ("moved_cents", "Money moved wrongly"), ("to_house_cents", "The house took too much"),
    ("from_house_cents", "The house took too little"), ("between_players_cents", "Between players"),
    ("rake_due_cents", "Rake due"), ("rake_taken_cents", "Rake taken"), ("rake_over_cents", "Rake taken too much"),
    ("rake_under_cents", "Rake taken too little"), ("moved_chips_cents", "Chips moved wrongly, in tournaments"),
)  # fmt: skip
FALSE_SHARE: Final = 0.05
LEAST: Final = 3  # expected findings in the smaller span, under which no test is made


def changes_page(days: list[DayTold]) -> str:
    rooms = sorted({room for day in days for room in day.rooms})
    return render_whole(
        "changes.html",
        FILE,
        "What changed",
        rooms,
        count=len(days),
        first=days[0].date.isoformat() if days else "",
        last=days[-1].date.isoformat() if days else "",
        rules={"money": MONEY, "level": FALSE_SHARE, "least": LEAST},
    )


def spans_script(days: list[DayTold]) -> str:
    """Every day by room: words stand once, rows name their places. One row a day and room."""
    codes, dealers, tables, games = Places(), Places(), Places(), Places()
    names: dict[str, str] = {}
    out = []
    for day in days:
        rows = [
            _room_row(told, (codes, dealers, tables, games), names)
            for name in day.rooms
            if (told := day.of(name)) is not None
        ]
        out.append({"day": day.date.isoformat(), "rooms": rows})
    data = {
        "codes": [[code, shown(explain(code).title or "")] for code in codes.words],
        "dealers": [[names.get(dealer, dealer), dealer_file(dealer)] for dealer in dealers.words],
        "tables": [[room, label, table_file(room, label)] for room, label in tables.words],
        "games": games.words,
        "days": out,
    }
    return f"oddchipSpans({script_json(data)});\n"


def _room_row(told: Row, places: tuple[Places, Places, Places, Places], names: dict[str, str]) -> dict[str, Any]:
    codes, dealers, tables, games = places
    names.update({dealer: one["name"] for dealer, one in told["dealers"].items()})
    return {
        "room": told["room"],
        "hands": told["hands"],
        "judged": [told["evaluated"], told["not_evaluable"]],
        "absent": told["absent"],
        "lacks": told["lacks_brief"],
        "money": [told[name] for name, _ in MONEY],
        "codes": [[codes.of(code), *numbers] for code, numbers in sorted(told["codes"].items())],
        "games": [[games.of(game), *numbers] for game, numbers in sorted(told["games"].items())],
        "dealers": [
            [dealers.of(dealer), one["found"], [[games.of(game), n] for game, n in sorted(one["hands"].items())]]
            for dealer, one in sorted(told["dealers"].items())
        ],
        "tables": [
            [tables.of((told["room"], table)), *numbers] for table, numbers in sorted(told["at_tables"].items())
        ],
    }
