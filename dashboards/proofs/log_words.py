"""An event of a hand in the log's own words, and the street on which it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parsers.event_text import event_text as event_words
from parsers.event_text import money_text as amount_words

__all__ = ["Row", "amount_words", "event_words", "pot_words", "seat_words", "streets"]

Row = dict[str, Any]

_BOARD_STREETS = {0: "Before the flop", 3: "Flop", 4: "Turn", 5: "River"}
_STUD_STREETS = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}
_DRAWS = ("Before the draw", "First draw", "Second draw", "Third draw")


def seat_words(seat: int | None) -> str:
    return "" if seat is None else "dealer" if seat == 0 else f"s{seat}"


def pot_words(event: Row) -> str:
    """The pot an award pays: `main`, `side1.hi`, `main.b2`."""
    name = "main" if not event["pot"] else f"side{event['pot']}"
    return name + (f".{event['part']}" if event["part"] else "") + (f".b{event['board']}" if event["board"] else "")


def streets(events: Sequence[Row]) -> list[str]:
    """The street of each event, as a reader of the log would head its paragraphs."""
    words = {e["word"] for e in events}
    if "board" in words or not words & {"up", "draw", "discard"}:
        out = _by_board(events)
    elif "up" in words:
        out = _by_cards(events)
    else:
        out = _by_draws(events)
    end = next((i for i, e in enumerate(events) if e["word"] in ("show", "award")), None)
    if end is None:  # a misdeal, a chop of the blinds: nothing was decided
        return out
    while end and events[end - 1]["word"] in ("return", "muck"):
        end -= 1
    closing = "Showdown" if "show" in words else "Award"
    return out[:end] + [closing] * (len(events) - end)


def _by_board(events: Sequence[Row]) -> list[str]:
    out: list[str] = []
    cards = 0
    for i, event in enumerate(events):
        upcoming = next((e for e in events[i:] if e["word"] != "burn"), None)
        after = cards
        if upcoming is not None and upcoming["word"] == "board" and event["word"] in ("burn", "board"):
            after = cards + len(upcoming["cards"] or "") // 2
        if event["word"] == "board":
            cards = after
        out.append(_BOARD_STREETS.get(after, f"Board of {after}"))
    return out


def _by_cards(events: Sequence[Row]) -> list[str]:
    out, held, most = [], dict[int, int](), 3
    for event in events:
        if event["word"] in ("deal", "up") and event["seat"]:
            held[event["seat"]] = held.get(event["seat"], 0) + len(event["cards"] or "") // 2
            most = max(most, held[event["seat"]])
        elif event["word"] == "community":
            most = 7
        out.append(_STUD_STREETS.get(most, f"Card {most}"))
    return out


def _by_draws(events: Sequence[Row]) -> list[str]:
    out, draws, drawing = [], 0, False
    for event in events:
        if event["word"] in ("discard", "draw"):
            draws += not drawing
            drawing = True
        elif event["word"] in ("check", "bet", "fold", "call", "raise"):
            drawing = False
        out.append(_DRAWS[draws] if draws < len(_DRAWS) else f"Draw {draws}")
    return out
