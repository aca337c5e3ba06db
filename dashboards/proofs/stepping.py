"""A hand as a film: the table after every event, for the eye only.

This repeats what the log says and judges nothing: a bet moves chips forward, a card event gathers them, an award pays.
Where the log is wrong the picture is wrong with it, which is what a reader wants to see; what was due the checks say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dashboards.proofs.log_words import Row, event_words, streets
from dashboards.shown import shown

# Posts that count for the betting round; antes and dead money go straight to the centre.
_LIVE_POSTS = frozenset(("sb", "bb", "straddle", "kill", "live", "bringin"))
_GATHERS = frozenset(
    ("burn", "board", "board2", "board3", "community", "discard", "draw", "rake", "promo", "timepot", "award", "show")
)


@dataclass
class _Seat:
    stack: int
    state: str
    bet: int = 0
    put_in: int = 0
    cards: list[str] = field(default_factory=list)
    up: list[bool] = field(default_factory=list)  # which of the cards lie face up
    gone: list[str] = field(default_factory=list)  # what was thrown away

    def take(self, cards: list[str], up: bool = False) -> None:
        self.cards += cards
        self.up += [up] * len(cards)

    def picture(self) -> list[Any]:
        """Stack, bet, state, cards; and where there are such, which cards lie up, and which are gone."""
        rows = [self.stack, self.bet, self.state, "".join(self.cards)]
        if any(self.up) or self.gone:
            rows += ["".join("1" if u else "0" for u in self.up), "".join(self.gone)]
        return rows


@dataclass
class _Table:
    seats: dict[int, _Seat]
    centre: int = 0
    dead: int = 0
    slide: int = 0
    taken: int = 0
    paid: dict[int, int] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)

    def seat(self, number: int | None) -> _Seat:
        """The seat, made on the spot where the log names one it did not list."""
        return self.seats.setdefault(number or 0, _Seat(0, "unlisted"))

    def put(self, number: int | None, cents: int) -> None:
        seat = self.seat(number)
        seat.stack -= cents
        seat.bet += cents
        seat.put_in += cents

    def gather(self) -> None:
        for seat in self.seats.values():
            self.centre += seat.bet
            seat.bet = 0

    def pots(self) -> list[int]:
        """Main pot and side pots as the bets make them, less rake (main pot first) and what was awarded."""
        if any(s.bet for s in self.seats.values()):
            return []
        levels = sorted({s.put_in for s in self.seats.values() if s.state in ("in", "allin") and s.put_in > 0})
        put_in = [s.put_in for s in self.seats.values()]
        pots, before = [], 0
        for level in levels:
            if sum(p > before for p in put_in) > 1:  # what one seat alone put in is an uncalled bet, not a pot
                pots.append(sum(min(p, level) - min(p, before) for p in put_in))
                before = level
        if len(pots) < 2:
            return []
        pots[0] += self.dead
        rest = self.taken
        for i in range(len(pots)):
            share = min(rest, pots[i])
            pots[i] -= share
            rest -= share
            pots[i] -= self.paid.get(i, 0)
        return pots if min(pots) >= 0 else []  # paid otherwise than built: the whole pot is all that can be said


@dataclass(frozen=True)
class Step:
    """One event: its place in the log, its words, its street, and how the picture differs from the one before."""

    event: int
    words: str
    street: str
    change: dict[str, Any]


@dataclass(frozen=True)
class Film:
    """A hand's opening picture and its steps."""

    opening: dict[str, Any]
    steps: list[Step]
    gathered: dict[str, int]  # street → centre when the street ended


def film(seats: list[Row], events: list[Row]) -> Film:
    """Every picture of a hand, in the order of the log."""
    table = _Table({s["seat"]: _Seat(s["stack_cents"] or 0, "away" if s["state"] == "away" else "in") for s in seats})
    picture = _picture(table)
    opening, steps, gathered = picture, [], dict[str, int]()
    for event, street in zip(events, streets(events), strict=True):
        _apply(table, event)
        now = _picture(table)
        gathered[street] = now["pot"]
        steps.append(Step(event["event"], shown(event_words(event)), street, _difference(picture, now)))
        picture = now
    return Film(opening, steps, gathered)


def _picture(table: _Table) -> dict[str, Any]:
    in_front = sum(s.bet for s in table.seats.values())
    return {
        "pot": table.centre + in_front,
        "slide": table.slide,
        "pots": table.pots(),
        "boards": [table.boards[k] for k in sorted(table.boards)],
        "seats": {str(n): s.picture() for n, s in sorted(table.seats.items())},
    }


def _difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    out = {k: v for k, v in now.items() if k != "seats" and v != before[k]}
    seats = {k: v for k, v in now["seats"].items() if before["seats"].get(k) != v}
    return out | ({"seats": seats} if seats else {})


def _cards(event: Row) -> list[str]:
    text = event["cards"] or ""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _apply(table: _Table, event: Row) -> None:
    word, number, cents = event["word"], event["seat"], event["amount_cents"] or 0
    if word in _GATHERS:
        table.gather()
    match word:
        case "post" if event["kind"] in _LIVE_POSTS:
            table.put(number, cents)
        case "post":
            table.seat(number).stack -= cents
            table.centre += cents
            table.dead += cents
        case "call":
            table.put(number, cents)
        case "bet" | "raise" | "complete":
            table.put(number, cents - table.seat(number).bet)
        case "fold" | "dead":
            table.seat(number).state = "folded"
        case "muck":
            table.seat(number).state = "mucked"
        case "deal" | "draw":
            table.seat(number).take(_cards(event))
        case "up":
            table.seat(number).take(_cards(event), up=True)
        case "expose":
            _turn_up(table.seat(number), _cards(event))
        case "discard":
            _discard(table.seat(number), _cards(event))
        case "show":
            _show(table.seat(number), _cards(event))
        case "board" | "board2" | "board3" | "community":
            table.boards[word] = table.boards.get(word, "") + (event["cards"] or "")
        case "return":
            _return(table, number, cents)
        case "rake" | "promo" | "timepot":
            table.centre -= cents
            table.slide += cents
            table.taken += cents
        case "time":
            table.seat(number).stack -= cents
            table.slide += cents
        case "award":
            table.centre -= cents
            table.seat(number).stack += cents
            if table.seat(number).state == "allin":
                table.seat(number).state = "in"
            pot = event["pot"] or 0
            table.paid[pot] = table.paid.get(pot, 0) + cents
        case "misdeal" | "void":
            table.gather()
        case _:
            pass
    if event["allin"] and table.seat(number).state == "in":
        table.seat(number).state = "allin"


def _discard(seat: _Seat, cards: list[str]) -> None:
    for card in cards:
        place = seat.cards.index(card) if card in seat.cards else seat.cards.index("??") if "??" in seat.cards else None
        if place is not None:
            del seat.cards[place], seat.up[place]
        seat.gone.append(card)


def _turn_up(seat: _Seat, cards: list[str]) -> None:
    """A card that was dealt down lies face up now; where the log did not know it, it does now."""
    for card in cards:
        place = seat.cards.index(card) if card in seat.cards else seat.cards.index("??") if "??" in seat.cards else None
        if place is not None:
            seat.cards[place], seat.up[place] = card, True


def _show(seat: _Seat, cards: list[str]) -> None:
    """The whole hand is tabled; the cards that lay up before still stand up from the others."""
    lay_up = {c for c, up in zip(seat.cards, seat.up, strict=True) if up}
    seat.cards, seat.up = cards, [c in lay_up for c in cards]


def _return(table: _Table, number: int | None, cents: int) -> None:
    seat = table.seat(number)
    from_front = min(cents, seat.bet)
    seat.bet -= from_front
    table.centre -= cents - from_front
    seat.put_in -= cents
    seat.stack += cents
