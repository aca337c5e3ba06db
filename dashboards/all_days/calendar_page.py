"""The page that the site opens on: the latest night, a calendar of gaming days, and each day in one row."""

from __future__ import annotations

from calendar import Calendar
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from dashboards.all_days.day_told import DayTold
from dashboards.amounts import CHIPS_MOVED, MONEY_MOVED
from dashboards.feeds import DID_NOT_COME
from dashboards.figures.shared_figures import MARK
from dashboards.reading import Row
from dashboards.shown import MONTHS, chips, long_date, money, percent, plural, short_money, shown, whole
from dashboards.site import templates

FILE: Final = "index.html"
WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
STATE_WORDS: Final = {"good": "nothing to do", "look": "worth a look", "bad": "needs a person"}
NAVIGATION: Final = ((FILE, "Gaming days"), ("changes.html", "What changed"))


@dataclass(frozen=True)
class Square:
    """One day of a month: without `told` it is a day of which nothing was published."""

    date: date
    told: Row | None
    href: str

    @property
    def words(self) -> str:
        return f"{long_date(self.date)}: {said_of(self.told)}" if self.href else f"{long_date(self.date)}: no pages"


def calendar_page(days: list[DayTold]) -> str:
    """The days in the order of time; the last one stands first and largest."""
    rooms = sorted({room for day in days for room in day.rooms})
    last = days[-1] if days else None
    whole_last = last.of(None) if last else None
    return render_whole(
        "calendar.html",
        FILE,
        "Gaming days",
        rooms,
        latest=last,
        latest_told=whole_last,
        latest_date=long_date(last.date) if last else "",
        latest_facts=_facts(whole_last) if whole_last else [],
        state_words=STATE_WORDS,
        months=months(days),
        weekdays=WEEKDAYS,
        columns=_columns(days),
        rows=[(day.date.isoformat(), cells(day, None)) for day in reversed(days)],
        count=len(days),
        span=f"{days[0].date.isoformat()} to {days[-1].date.isoformat()}" if days else "",
        data={
            "mark": MARK,
            "rooms": rooms,
            "states": STATE_WORDS,
            "days": {day.date.isoformat(): {name: _row(day, name) for name in ("", *rooms)} for day in days},
        },
    )


def render_whole(template: str, here: str, title: str, rooms: list[str], **values: Any) -> str:
    """A page over all days, at the root of the reports."""
    return templates().get_template(template).render(
        root=".", here=here, title=title, rooms=", ".join(shown(r, 48) for r in rooms), iso_date="", navigation=(),
        whole_navigation=NAVIGATION, room_list=[(room, shown(room, 48)) for room in rooms], **values,
    )  # fmt: skip


def said_of(told: Row | None) -> str:
    """A day in a few words."""
    if told is None:
        return "published by an earlier version; publish it again to have its numbers here"
    if told["absent"]:
        return DID_NOT_COME
    lacks = f"; {told['lacks']}" if told["lacks"] else ""
    return (
        f"{STATE_WORDS[told['state']]}; {plural(told['findings'], 'finding')}, "
        f"{money(told['moved_cents'])} moved wrongly{lacks}"
    )


def months(days: list[DayTold]) -> list[dict[str, Any]]:
    """The months of the published days, the last one first: weeks from Monday to Sunday, None outside the month."""
    by_date = {day.date: day for day in days}
    out = []
    for year, month in sorted({(day.date.year, day.date.month) for day in days}, reverse=True):
        weeks = [
            [_square(by_date, one) if one.month == month else None for one in week]
            for week in Calendar().monthdatescalendar(year, month)
        ]
        out.append({"name": f"{MONTHS[month - 1]} {year}", "weeks": weeks})
    return out


def _square(by_date: dict[date, DayTold], on: date) -> Square:
    day = by_date.get(on)
    return Square(on, day.of(None) if day else None, f"{on.isoformat()}/index.html" if day else "")


def _facts(told: Row) -> list[tuple[str, str]]:
    """What the latest night came to."""
    if told["absent"]:
        return []
    out = [
        (MONEY_MOVED, money(told["moved_cents"])),
        ("Errors", whole(told["errors"])),
        ("Procedure", whole(told["procedures"])),
        ("Notices", whole(told["notices"])),
        ("Hands", whole(told["hands_on_night"])),
        ("Coverage", percent(told["evaluated"], told["evaluated"] + told["not_evaluable"])),
    ]
    if told["moved_chips_cents"]:
        out.insert(1, (CHIPS_MOVED, chips(told["moved_chips_cents"])))
    return out


def _columns(days: list[DayTold]) -> list[tuple[str, str, bool]]:
    """(key, heading, stands to the right) of the table of days; chips only where there are any."""
    some = any((day.of(None) or {}).get("moved_chips_cents") for day in days)
    return [
        ("state", "State", False), ("hands", "Hands", True), ("errors", "Errors", True),
        ("procedures", "Procedure", True), ("notices", "Notices", True), ("rate", "Per 1,000", True),
        ("money", MONEY_MOVED, True),
        *([("chips", CHIPS_MOVED, True)] if some else []),
        ("coverage", "Coverage", True), ("lacks", "What did not come", False),
    ]  # fmt: skip


def cells(day: DayTold, room: str | None) -> dict[str, str]:
    """A day's row as texts, by column; every number of a day that is not whole carries the mark."""
    told = day.of(room)
    if told is None:
        missing = said_of(None) if day.told is None else "no such room on this day"
        return {"state": "–", "lacks": missing, **dict.fromkeys(("hands", "errors", "procedures", "notices", "rate",
                "money", "chips", "coverage"), "–")}  # fmt: skip
    sign = MARK if told["part"] else ""
    judged = percent(told["evaluated"], told["evaluated"] + told["not_evaluable"])
    out = {
        "hands": whole(told["hands"]), "errors": whole(told["errors"]), "procedures": whole(told["procedures"]),
        "notices": whole(told["notices"]),
        "rate": f"{1000 * told['findings'] / told['hands']:.1f}" if told["hands"] else "–",
        "money": money(told["moved_cents"]),
        "chips": chips(told["moved_chips_cents"]) if told["moved_chips_cents"] else "–",
    }  # fmt: skip
    if told["absent"]:
        out = dict.fromkeys(out, "–")
    numbers = {name: text if text == "–" else text + sign for name, text in (out | {"coverage": judged}).items()}
    lacks = DID_NOT_COME if told["absent"] else told["lacks"]
    return {"state": STATE_WORDS[told["state"]], **numbers, "lacks": lacks or "–"}


def _row(day: DayTold, room: str) -> Row | None:
    """What the page's script needs of a day: its texts, and the numbers that it adds up over a range."""
    told = day.of(room or None)
    if told is None:
        return None
    sums = ("hands", "findings", "errors", "procedures", "notices", "moved_cents", "moved_chips_cents")
    return {
        "state": told["state"], "absent": told["absent"], "part": told["part"], "cells": cells(day, room or None),
        "square": short_money(told["moved_cents"]),
        "said": said_of(told), "sums": [told[name] for name in sums],
    }  # fmt: skip
