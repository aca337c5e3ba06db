"""The room's placards as a page words them, from its house file: `Placard $1/$3 no-limit: 10 %, $1 steps`."""

from __future__ import annotations

from typing import Any

from checks.law.keys import PAYTABLES
from checks.law.sentences import placard_in_words, place_in_words
from dashboards.reading import Day


def setting(day: Day, room: str, placard: str | None, key: str) -> Any:
    """What a placard sets, else its room, on the gaming day; None where neither does or nobody gave the house file."""
    house = day.house
    if house is None:
        return None
    for place in (house.placards.get(placard or ""), house.rooms.get(room)):
        found = place.settings[key].on(day.gaming_date) if place is not None and key in place.settings else None
        if found is not None:
            return found
    return None


def paytables_not_in_use(day: Day, room: str, placard: str | None) -> list[str]:
    """Keys of the rulebook's paytables, as far as their letter, that a table has not chosen; none where nobody says."""
    chosen = setting(day, room, placard, "paytables") or {}
    return [
        f"huhe.{name}.{letter}"
        for name, letters in PAYTABLES.items()
        if isinstance(chosen.get(name), str)
        for letter in letters
        if letter != chosen[name]
    ]


def rule_of_house(day: Day, rule: str | None) -> str:
    """A rule of the house file as its placard reads; empty where nobody gave the house file or it has no such place."""
    return placard_in_words(day.house, rule, day.gaming_date) if day.house is not None and rule else ""


def place_of_house(day: Day, rule: str | None) -> str:
    """The placard or room of a rule of the house file by its stakes; empty in the same cases."""
    return place_in_words(day.house, rule) if day.house is not None and rule else ""
