"""Feeds as the pages speak of them: what did not come, and the mark on every number of a day that is not whole.

The sentences are those of `warehouse.register_rows`; here they are made fit for a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup, escape

from dashboards.figures.shared_figures import MARK, Cell, Link
from dashboards.reading import Day
from dashboards.shown import shown
from warehouse.register_rows import BLIND, NOT_WHOLE, Trouble, headline

SAID_MOST = 600
DID_NOT_COME = "did not come"


@dataclass(frozen=True)
class FeedLine:
    """What is wrong with one feed, as a page lists it: `state` is bad or look, like that of an answer."""

    state: str
    said: str
    blinds: str
    todo: Markup


def feed_lines(found: Iterable[Trouble], many_rooms: bool) -> list[FeedLine]:
    return [
        FeedLine(
            "bad" if one.status in BLIND else "look",
            said_of(one, many_rooms),
            shown(one.blinds, SAID_MOST),
            with_code(shown(one.todo, SAID_MOST)),
        )
        for one in found
    ]


def said_of(one: Trouble, many_rooms: bool) -> str:
    """The sentence of a trouble; with several rooms on the page, the room before it."""
    room = f"{shown(one.room, 24)}: " if many_rooms and one.feed != "night" else ""
    return room + shown(one.said, SAID_MOST)


def feeds_title(found: Iterable[Trouble]) -> str:
    """The heading over the lines of a day's troubles."""
    if any(one.status in NOT_WHOLE for one in found):
        return "What did not come"
    return "What came late or was not expected"


def with_code(text: str) -> Markup:
    """A text with its commands, which stand between backticks, set as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(Markup("<code>{}</code>").format(p) if i % 2 else escape(p) for i, p in enumerate(parts))


def in_short(found: Iterable[Trouble]) -> str:
    """Troubles in a few words: `1 hand log missing`."""
    return shown(headline([vars(one) for one in found]), SAID_MOST)


# -- days that are not whole --------------------------------------------------------------------------------------


def mark(day: Day, dates: Iterable[date]) -> str:
    """The mark where one of the days is not whole, else nothing."""
    return MARK if any(d in day.broken_days for d in dates) else ""


def marked(cells: Iterable[Cell], sign: str) -> list[Cell]:
    """The cells, each that says something with the sign behind it."""
    return [_signed(cell, sign) for cell in cells]


def _signed(cell: Cell, sign: str) -> Cell:
    if isinstance(cell, Link):
        return Link(cell.words + sign, cell.href)
    return cell if isinstance(cell, Markup) or cell in ("", "–") else cell + sign


def absent(day: Day, date_: date) -> bool:
    """Whether a gaming day should exist and nothing of it came."""
    dealt = any(h["gaming_date"] == date_ and h["hands"] for h in day.history)
    return not dealt and any(one.feed == "night" for one in day.broken_days.get(date_, ()))


def no_hands(day: Day, date_: date) -> str:
    """What is said of a day without hands: it did not come, or there was none."""
    return DID_NOT_COME if absent(day, date_) else "no hands"


def notes(day: Day, dates: Iterable[date]) -> list[str]:
    """A note for each of the days that are not whole; days of which the same is to be said share one."""
    found: dict[str, list[str]] = {}
    for d in sorted(set(dates) & set(day.broken_days)):
        told = [
            (f"{shown(one.room, 24)}: " if day.many_rooms and one.feed != "night" else "") + shown(one.brief, 240)
            for one in day.broken_days[d]
        ]
        found.setdefault("; ".join(told), []).append(d.isoformat())
    return [f"{MARK} {', '.join(days)}: {words}." for words, days in found.items()]


def marks_said(day: Day, dates: Iterable[date]) -> str:
    """The sentence at the head of a page whose numbers carry the mark; empty where none does."""
    n = len(set(dates) & set(day.broken_days))
    if not n:
        return ""
    on = "one of these days" if n == 1 else f"{n} of these days"
    return f"{MARK} Not everything came on {on}. Numbers with this mark are over what came."
