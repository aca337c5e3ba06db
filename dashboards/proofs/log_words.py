"""An event of a hand in the log's own words, and the street on which it stands as a reader calls it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parsers.event_text import event_text as event_words
from parsers.event_text import money_text as amount_words

__all__ = [
    "Row", "amount_words", "award_words", "card_words", "event_words", "pot_words", "seat_words", "street_words",
    "streets",
]  # fmt: skip

Row = dict[str, Any]

_STREETS = {
    "preflop": "Before the flop", "second": "Second street", "third": "Third street", "fourth": "Fourth street",
    "fifth": "Fifth street", "sixth": "Sixth street", "seventh": "Seventh street", "deal": "Before the draw",
    "draw1": "First draw", "draw2": "Second draw", "draw3": "Third draw",
}  # fmt: skip
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_NOT_KNOWN = "The hand"  # nobody walked it


def seat_words(seat: int | None) -> str:
    return "" if seat is None else "dealer" if seat == 0 else f"s{seat}"


def card_words(cards: str) -> str:
    """Cards as a reader knows them, `K♠ 9♦`."""
    return " ".join(cards[i] + SUITS.get(cards[i + 1], cards[i + 1]) for i in range(0, len(cards) - 1, 2))


def pot_title(pot: int) -> str:
    """A pot as a dealer calls it: `Main pot`, `Side pot 1`."""
    return f"Side pot {pot}" if pot else "Main pot"


def pot_words(pot: int | None) -> str:
    """A pot by its number: `main`, `side1`."""
    return f"side{pot}" if pot else "main"


def award_words(event: Row) -> str:
    """The pot an award pays: `main`, `side1.hi`, `main.b2`."""
    name = pot_words(event["pot"])
    return name + (f".{event['part']}" if event["part"] else "") + (f".b{event['board']}" if event["board"] else "")


def street_words(name: str | None, events: Sequence[Row]) -> str:
    """A street of the film as a reader of the log would head its paragraph."""
    if name == "showdown":
        return "Showdown" if any(event["word"] == "show" for event in events) else "Award"
    return _STREETS.get(name, name.capitalize()) if name else _NOT_KNOWN


def streets(events: Sequence[Row], pictures: Mapping[int, Row]) -> list[str]:
    """The street of each event by the film's pictures; a burn is read with the card that it goes before."""
    names = [pictures[place]["street_name"] if place in pictures else None for place in range(len(events))]
    for place in reversed(range(len(events) - 1)):
        if events[place]["word"] == "burn" and events[place + 1]["word"] in ("burn", "board", "deal", "up"):
            names[place] = names[place + 1]
    return [street_words(name, events) for name in names]
