"""What there is to prove one finding by: its hand with the film, and what else the room recorded around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dashboards.amounts import unit_of
from dashboards.figures.shared_figures import Link
from dashboards.proofs.log_words import Row, event_words
from dashboards.proofs.panel import Cell, Sheet
from dashboards.reading import Day, FlaggedHand, HandKey
from dashboards.shown import clock, money, shown


@dataclass(frozen=True)
class Evidence:
    """A finding, the hand that it is about (none where it is about a slot, a card or the house file), and the day."""

    day: Day
    finding: Row
    hand: FlaggedHand | None
    names: Mapping[HandKey, str] = field(default_factory=dict)  # the pages of flagged hands
    root: str = ".."

    @property
    def code(self) -> str:
        return str(self.finding["code"])

    @property
    def seat(self) -> int | None:
        return self.finding["seat"] or None

    @property
    def amount(self) -> Callable[..., str]:
        """How amounts are said here: dollars, or in a tournament chips."""
        return unit_of(self.hand.row) if self.hand is not None else money

    @property
    def events(self) -> list[Row]:
        return self.hand.events if self.hand is not None else []

    @property
    def offset_min(self) -> int | None:
        return self.hand.row["utc_offset_min"] if self.hand is not None else self.finding["utc_offset_min"]

    @cached_property
    def players(self) -> dict[int, str]:
        return {s["seat"]: s["player"] for s in self.hand.seats if s["player"]} if self.hand is not None else {}

    def who(self, seat: int | None) -> str:
        """A seat with its player: `Seat 9 (P9)`."""
        if seat is None:
            return ""
        if seat == 0:
            return "The dealer"
        player = self.players.get(seat) or (self.finding["player"] if seat == self.seat else None)
        return f"Seat {seat} ({shown(player, 24)})" if player else f"Seat {seat}"

    def party(self, party: str | None) -> str:
        """A side of a payment as the finding has it: `house`, or `s9`."""
        if not party or party == "house":
            return "the house" if party else ""
        return self.who(int(party[1:])) if party[1:].isdigit() else shown(party, 12)

    def clock(self, at_us: int | None) -> str:
        """A moment on the room's clock."""
        return clock(at_us, self.offset_min)

    @property
    def event(self) -> Row | None:
        """The step that the finding names."""
        return next((e for e in self.events if e["event"] == self.finding["event"]), None)

    @property
    def due(self) -> Row | None:
        """What the film has of that step."""
        return self.hand.film.dues.get(self.finding["event"]) if self.hand is not None else None

    def page_of(self, hand: str, file: str | None, line: int | None) -> Cell:
        """A hand by its number; a link where it was flagged and so has a page."""
        key = (self.finding["room"], hand, file, line)
        words = shown(hand, 40)
        return Link(words, f"{self.root}/hands/{self.names[key]}") if key in self.names else words

    def page_by_number(self, hand: str) -> Cell:
        """A hand of the room of which only the number is known."""
        found = [key for key in self.names if key[:2] == (self.finding["room"], hand)]
        return self.page_of(*found[0][1:]) if found else shown(hand, 40)

    @cached_property
    def before(self) -> list[Row]:
        """The hands that were dealt at the table before this one, the earliest first."""
        return self.day.before.get(self.hand.key, []) if self.hand is not None else []

    def notes(self, *kinds: str, since_us: int | None = None, until_us: int | None = None) -> list[Row]:
        """The notes of the table of some kinds, between two moments."""
        return [
            note
            for note in self.day.notes.get((self.finding["room"], self.finding["table"]), [])
            if (not kinds or note["note"] in kinds)
            and (since_us is None or note["at_us"] >= since_us)
            and (until_us is None or note["at_us"] <= until_us)
        ]


def steps_sheet(e: Evidence, title: str, events: Iterable[Row], wrong: int | None = None) -> Sheet:
    """Some steps of the log, as it words them; the one that is wrong is marked."""
    sheet = Sheet(title, ("Step", "Seat", "The log says"))
    for event in events:
        who = e.who(event["seat"]) if event["seat"] is not None else "–"
        sheet.row(str(event["event"] + 1), who, told(event), is_wrong=event["event"] == wrong)
    return sheet


def told(event: Row) -> str:
    """What the log says of a step whose seat stands beside it: `raise 12 allin`, `award main 45`."""
    words = event_words(event)
    return shown(re.sub(rf"\bs{event['seat']} ?", "", words).strip() if event["seat"] else words, 120)


def until(e: Evidence) -> list[Row]:
    """The steps up to the one that the finding names; all of them where it names none."""
    last = e.finding["event"]
    return [event for event in e.events if last is None or event["event"] <= last]
