"""Why no rule at all governs a hand: one sentence that says what to change."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from checks.law.rulebook import Rulebook
from parsers.house import House


def why_no_rule(
    house: House,
    rulebooks: Mapping[str, Rulebook],
    room_id: str,
    placard: str | None,
    day: date,
    override: str | None,
    *,
    tournament: bool,
) -> str:
    """The reason for which nobody speaks on a hand, in the words of who can mend it."""
    kind = "tournaments" if tournament else "live action"
    if override is not None:
        return f"{override} does not speak of {kind}; {_speaking(rulebooks, tournament)}"
    room = house.rooms.get(room_id)
    if room is None:
        return f"the house file has no room {room_id}; add it, or name a rulebook with --rulebook"
    if not tournament and (placard is None or placard not in house.placards or house.placards[placard].room != room_id):
        named = "no placard of the room fits the hand" if placard is None else f"the room has no placard {placard}"
        return f"{room_id}: {named}; add one to the house file, or name a rulebook with --rulebook"
    ids = room.rulebooks_on(day)
    if not ids:
        return f"{room_id}: no rulebook is in force on {day}"
    return f"{room_id}: {', '.join(ids)} do not speak of {kind} on {day}; {_speaking(rulebooks, tournament)}"


def _speaking(rulebooks: Mapping[str, Rulebook], tournament: bool) -> str:
    """The rulebooks that do speak of tournaments, or of live action."""
    able = [
        id_
        for id_, book in rulebooks.items()
        if any(book.on(key, date.max, tournament) is not None for key in book.all_keys())
    ]
    return f"rulebooks that do are {', '.join(able)}"
