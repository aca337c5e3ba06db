"""What a published day tells the pages over all days: a small file in its folder, written with its pages.

The calendar and the comparison read these files and nothing else, so they say what the day's own pages say, and a day
that was taken away is gone from them.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from dashboards.feeds import absent, in_short
from dashboards.figures.shared_figures import table_label
from dashboards.pages.dealers_page import Room
from dashboards.pages.night_page import answers_of
from dashboards.reading import Day, Row
from dashboards.shown import game_words, shown

FILE: Final = "assets/day.json"
FORM: Final = 1  # of the file; a day with another form is listed without its numbers
STATES: Final = ("good", "look", "bad")  # the better before the worse
_NUMBERS: Final = (
    "hands", "tables", "findings", "errors", "procedures", "notices", "moved_cents", "moved_chips_cents",
    "to_house_cents", "from_house_cents", "between_players_cents", "rake_due_cents", "rake_taken_cents",
    "rake_over_cents", "rake_under_cents", "evaluated", "not_evaluable",
)  # fmt: skip


@dataclass(frozen=True)
class DayTold:
    """A published day: its folder's name, and what its file says; None where an earlier version published it."""

    date: date
    told: Row | None

    def of(self, room: str | None) -> Row | None:
        """What is told of one room, or of all; None where the room is not of this day."""
        if self.told is None:
            return None
        if room is None:
            return dict(self.told["all"])
        return next((dict(one) for one in self.told["rooms"] if one["room"] == room), None)

    @property
    def rooms(self) -> list[str]:
        return [one["room"] for one in self.told["rooms"]] if self.told else []


def day_file(day: Day, room: Room, of_room: Callable[[str], tuple[Day, Room]]) -> bytes:
    """The file of a day. `of_room` gives the same day of one room, asked only where there are several."""
    whole = _told(day, room)
    rooms = [_told(*of_room(name)) | {"room": name} for name in day.room_names] if day.many_rooms else []
    if not rooms:
        rooms = [whole | {"room": name} for name in day.room_names]
    out = {"form": FORM, "date": day.gaming_date.isoformat(), "all": whole, "rooms": rooms}
    return (json.dumps(out, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode()


def days_told(reports: Path) -> list[DayTold]:
    """Every published day of a folder of reports, in order. Folders that are named otherwise are somebody else's."""
    found = []
    for folder in sorted(reports.glob("????-??-??")):
        try:
            on = date.fromisoformat(folder.name)
        except ValueError:
            continue
        if (folder / "index.html").is_file():
            found.append(DayTold(on, _read(folder / FILE)))
    return found


def _read(path: Path) -> Row | None:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) and told.get("form") == FORM else None


def _told(day: Day, room: Room) -> Row:
    """One room's day, or all rooms': the answers of Night, the numbers of the marts, and what the comparison needs."""
    mart = next((h for h in day.history if h["gaming_date"] == day.gaming_date), {})
    answers = answers_of(day, room.comparison)
    return {
        "state": max((one.state for one in answers), key=STATES.index),
        "answers": [[one.state, one.question, one.words] for one in answers],
        **{name: int(mart.get(name) or 0) for name in _NUMBERS},
        "hands_on_night": day.hand_count,
        "absent": absent(day, day.gaming_date),
        "part": day.gaming_date in day.broken_days,
        "lacks": in_short(day.troubles) if day.troubles else "",
        "lacks_brief": [shown(one.brief, 240) for one in day.broken_days.get(day.gaming_date, ())],
        "codes": _codes(day),
        **_dealers(day),
        "at_tables": {
            table_label(day, t): [t["hands"], t["findings"], t["moved_cents"], t["moved_chips_cents"]]
            for t in day.tables
        },
    }  # fmt: skip


def _codes(day: Day) -> dict[str, list[int]]:
    """By code: findings, money and chips moved wrongly."""
    return {
        row["code"]: [row["findings"], row["moved_cents"], row["moved_chips_cents"]]
        for row in day.history_codes
        if row["gaming_date"] == day.gaming_date
    }


def _dealers(day: Day) -> dict[str, Any]:
    """By game the hands that were dealt and the findings that count; by dealer the hands of each game, and findings."""
    hands: dict[str, Counter[str]] = defaultdict(Counter)
    games: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    found: Counter[str] = Counter()
    for row in day.dealer_games:
        if row["gaming_date"] == day.gaming_date:
            game = game_words(row["game"], row["betting"])
            hands[row["dealer"]][game] += row["hands"]
            games[game][0] += row["hands"]
    for row in day.dealer_codes:
        if row["gaming_date"] == day.gaming_date:
            games[game_words(row["game"], row["betting"])][1] += row["findings"]
            found[row["dealer"]] += row["findings"]
    return {
        "games": games,
        "dealers": {
            dealer: {"name": shown(day.dealer_name(dealer), 40), "found": found[dealer], "hands": dict(by_game)}
            for dealer, by_game in hands.items()
        },
    }
