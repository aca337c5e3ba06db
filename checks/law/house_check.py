"""What is wrong with a house file and its own rulebooks, and what in them has no effect. For `oddchip rulebooks check`.

An error stops the audit, or is a finding every night. A remark is about something that was written and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from checks.law.bounds import bounded_values
from checks.law.keys import TERM_KEYS
from checks.law.reading import read_keys
from checks.law.rulebook import Rulebook, RulebookError, rulebooks_of
from checks.law.terms import LIVE_ONLY, PLAN_KEYS, bounds_of, house_layers
from parsers.house import ALWAYS, RAKE_FORMS, House, HouseError, load_house


@dataclass(frozen=True)
class Remark:
    """One thing to tell. `is_error`: it has to be put right; else it is only without effect."""

    is_error: bool
    text: str


def check_house(path: Path, today: date) -> list[Remark]:
    """Everything there is to say of a house file and the rulebooks beside it."""
    try:
        house = load_house(path)
    except HouseError as error:
        return [Remark(True, str(error))]
    wrong = list(wrong_rulebooks(house))
    if wrong:
        return wrong
    try:
        books = rulebooks_of(house)
    except HouseError as error:
        return [Remark(True, str(error))]
    found = [*_beyond(house, books, today), *_not_regulated(house, books, today), *_unused_books(house, books)]
    found += [*_overridden_values(house, today), *_overridden_terms(house, books, today), *_notes(house, books, today)]
    return list(dict.fromkeys(found))


def wrong_rulebooks(house: House) -> Iterator[Remark]:
    """What is wrong with each own rulebook by itself, so that one error does not hide another."""
    told: set[str] = set()
    for name in house.own_rulebooks:
        # Alone with those that it may extend: an error of another is told where that one is looked at.
        try:
            rulebooks_of(House(house.name, house.digest, {}, {}, _with_bases(house, name)))
        except RulebookError as error:
            if str(error) not in told:
                told.add(str(error))
                yield Remark(True, str(error))


def _with_bases(house: House, name: str) -> dict[str, str]:
    """An own rulebook with the own ones that its text names."""
    texts = house.own_rulebooks
    taken, waiting = {}, [name]
    while waiting:
        one = waiting.pop()
        taken[one] = texts[one]
        waiting += [other for other in texts if other not in taken and f'"{other}"' in texts[one]]
    return taken


def _days(house: House, books: Mapping[str, Rulebook], room: str, today: date) -> list[date]:
    """Today, and every later day on which something of the room's law changes."""
    settings = [house.rooms[room].rulebooks, *house.rooms[room].settings.values()]
    settings += [one for p in house.placards.values() if p.room == room for one in p.settings.values()]
    days = {since for setting in settings for since, _ in setting.values}
    named = {id_ for _, ids in house.rooms[room].rulebooks.values for id_ in ids}
    days |= {
        bound.since
        for id_ in named
        for book in books[id_].chain()
        for term in book.terms.values()
        for bound in term.bounds
    }
    return sorted({today, *(day for day in days if day > today)} - {ALWAYS})


def _beyond(house: House, books: Mapping[str, Rulebook], today: date) -> Iterator[Remark]:
    for room in house.rooms:
        for day in _days(house, books, room, today):
            for one in bounded_values(house, books, room, day):
                if one.is_beyond:
                    when = "" if day == today else f" from {day} on"
                    yield Remark(
                        True,
                        f"{house.name}: {one.path} is {one.set_to}{when}; {one.bound.book} {one.bound.cite} allows "
                        f"{one.allowed}: change it, or every gaming day has a finding HF01",
                    )


def _not_regulated(house: House, books: Mapping[str, Rulebook], today: date) -> Iterator[Remark]:
    """A value of one rulebook beyond a bound of another: of one that stands behind it, or that sets no value itself."""
    for room in house.rooms.values():
        ids = room.rulebooks_on(today)
        for bound in bounds_of(house, books, room.id, today).values():
            said = next((entry for id_ in ids if (entry := books[id_].on(bound.key, today))), None)
            if said is None or bound.kind == "only" or not isinstance(said.value, int) or bound.minutes is not None:
                continue
            if said.value > bound.limit if bound.kind == "ceiling" else said.value < bound.limit:
                has_value = bound.book in books and books[bound.book].on(bound.key, today) is not None
                advice = f"name {bound.book} first" if has_value else f"set {bound.key} in the house file"
                yield Remark(
                    False,
                    f"{house.name}: [room.{room.id}] {bound.key} is {said.value} by {said.book} {said.cite}, and "
                    f"{bound.book} {bound.cite} has the {bound.kind} {bound.limit}; {advice}",
                )


def _unused_books(house: House, books: Mapping[str, Rulebook]) -> Iterator[Remark]:
    named = {id_ for room in house.rooms.values() for _, ids in room.rulebooks.values for id_ in ids}
    used = {one.id for id_ in named for one in books[id_].chain()}
    for book in books.values():
        if book.is_own and book.id not in used:
            yield Remark(False, f"{book.id}: no room names it; write it into rulebooks = [...] of a room")


def _overridden_values(house: House, today: date) -> Iterator[Remark]:
    """A value of a room that each of its placards sets for itself."""
    for room in house.rooms:
        first, *placards = house_layers(house, room, today)
        if not placards:
            continue
        for key, _, path in first.parts():
            if path.split(".")[0] in LIVE_ONLY and all(_sets(layer.settings, key, path) for layer in placards):
                yield Remark(
                    False,
                    f"{house.name}: {first.place}.{path} has no effect; every placard of the room sets its own: "
                    "remove it",
                )


def _sets(settings: Mapping[str, object], key: str, path: str) -> bool:
    """Whether a placard sets what a room sets at a path; a plan of rake of its own replaces the room's whole."""
    table, _, name = path.partition(".")
    value = settings.get(table)
    if key in PLAN_KEYS and isinstance(value, Mapping) and any(form in value for form in RAKE_FORMS):
        return True
    return value is not None if not name else isinstance(value, Mapping) and name in value


def _overridden_terms(house: House, books: Mapping[str, Rulebook], today: date) -> Iterator[Remark]:
    """A value of an own rulebook that never governs, because a book before it speaks, or the house file does."""
    for room in house.rooms.values():
        ids = room.rulebooks_on(today)
        layers = house_layers(house, room.id, today)
        everywhere = {key for key, _, _ in layers[0].parts()}
        if len(layers) > 1:
            everywhere |= set.intersection(*({key for key, _, _ in layer.parts()} for layer in layers[1:]))
        for place, id_ in enumerate(ids):
            for key in books[id_].terms if books[id_].is_own else ():
                before = next((other for other in ids[:place] if books[other].on(key, today)), None)
                if before is not None:
                    yield Remark(
                        False,
                        f"{id_}: [{key}] has no effect in room {room.id}; {before} stands before it: change the order",
                    )
                elif key in everywhere and books[id_].terms[key].entries:
                    yield Remark(
                        False,
                        f"{id_}: [{key}] has no effect in room {room.id}; the house file sets it: remove one "
                        "of the two",
                    )


def _notes(house: House, books: Mapping[str, Rulebook], today: date) -> Iterator[Remark]:
    """Keys that no check reads: they are kept for the reader."""
    read = read_keys()
    for book in books.values():
        for key in book.terms if book.is_own else ():
            if is_note(key, read) and book.terms[key].entries:
                yield Remark(False, f"{book.id}: [{key}] is a note; no check reads it ({TERM_KEYS[key].about})")
    for room in house.rooms:
        for layer in house_layers(house, room, today):
            for key, _, path in layer.parts():
                if key in TERM_KEYS and is_note(key, read):
                    yield Remark(False, f"{house.name}: {layer.place}.{path} is a note; no check reads it yet")


def is_note(key: str, read: frozenset[str] | None = None) -> bool:
    """Whether no verdict hangs on a key: it says so itself, or no code reads it."""
    return bool(getattr(TERM_KEYS[key], "note", None)) or key not in (read if read is not None else read_keys())
