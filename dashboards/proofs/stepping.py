"""The pictures of the replayer: the stored film of a hand, drawn with the cards that its log names.

Chips, bets, pots and who is in come from the film and are not worked out here. The faces of the cards stand in the log,
so they are laid where it says. A hand without a film has words and no pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dashboards.amounts import unit_of
from dashboards.proofs.log_words import Row, event_words, streets
from dashboards.proofs.step_words import step_words
from dashboards.reading import FlaggedHand, HandFilm
from dashboards.shown import shown

_BETTING = ("post", "fold", "check", "call", "bet", "raise", "complete", "return")
PLAYER_MOST = 24  # letters of a player's name beside a seat
_BOARDS = ("board", "board2", "board3", "community")


@dataclass
class _Held:
    """The cards of a seat as the log names them."""

    cards: list[str] = field(default_factory=list)
    up: list[bool] = field(default_factory=list)  # which of the cards lie face up
    gone: list[str] = field(default_factory=list)  # what was thrown away
    mucked: bool = False
    rows_set: bool = False

    def take(self, cards: list[str], up: bool = False) -> None:
        self.cards += cards
        self.up += [up] * len(cards)

    def _place(self, card: str) -> int | None:
        return self.cards.index(card) if card in self.cards else self.cards.index("??") if "??" in self.cards else None

    def throw_away(self, cards: list[str]) -> None:
        for card in cards:
            place = self._place(card)
            if place is not None:
                del self.cards[place], self.up[place]
            self.gone.append(card)

    def turn_up(self, cards: list[str]) -> None:
        """A card that was dealt down lies face up now; where the log did not know it, it does now."""
        for card in cards:
            place = self._place(card)
            if place is not None:
                self.cards[place], self.up[place] = card, True

    def show(self, cards: list[str]) -> None:
        """The whole hand is tabled; the cards that lay up before still stand up from the others."""
        lay_up = {c for c, up in zip(self.cards, self.up, strict=True) if up}
        self.cards, self.up = cards, [c in lay_up for c in cards]

    def set_row(self, cards: list[str]) -> None:
        """A row of a Chinese hand lies face up: its cards stand behind the rows that were set before."""
        if not self.rows_set:
            self.cards, self.up, self.rows_set = [], [], True
        self.take(cards, up=True)

    def picture(self) -> list[str]:
        """The cards; and where there are such, which of them lie up, and which are gone."""
        cards = ["".join(self.cards)]
        if any(self.up) or self.gone:
            cards += ["".join("1" if u else "0" for u in self.up), "".join(self.gone)]
        return cards


@dataclass
class _Table:
    """What the log says of a hand so far and the film does not hold: faces, and who was paid what of which pot."""

    seats: dict[int, _Held]
    boards: dict[str, str] = field(default_factory=dict)
    paid: dict[int, int] = field(default_factory=dict)

    def take(self, event: Row) -> None:
        word, text = event["word"], event["cards"] or ""
        cards = [text[i : i + 2] for i in range(0, len(text), 2)]
        if event["seat"] is None:
            if word in _BOARDS:
                self.boards[word] = self.boards.get(word, "") + text
            return
        held = self.seats.setdefault(event["seat"], _Held())  # on the spot where the log names one it did not list
        match word:
            case "deal" | "draw" | "up":
                held.take(cards, up=word == "up")
            case "expose":
                held.turn_up(cards)
            case "discard":
                held.throw_away(cards)
            case "show":
                held.show(cards)
            case "set":
                held.set_row(cards)
            case "muck":
                held.mucked = True
            case "award":
                pot = event["pot"] or 0
                self.paid[pot] = self.paid.get(pot, 0) + (event["amount_cents"] or 0)
            case _:
                pass


def cards_in_the_end(hand: FlaggedHand) -> tuple[dict[int, list[str]], list[list[str]]]:
    """The cards that each seat held in the end, as far as the log names them, and the boards.

    A later board names its own cards only: those before them are the first board's. Stud's shared card is a board.
    """
    table = _Table({s["seat"]: _Held() for s in hand.seats})
    for event in hand.events:
        table.take(event)
    boards = [_pairs(table.boards[word]) for word in _BOARDS if word in table.boards]
    whole = [[*boards[0][: len(boards[0]) - len(own)], *own] for own in boards[1:]] if boards else []
    return {seat: held.cards for seat, held in table.seats.items()}, [*boards[:1], *whole]


def _pairs(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text) - 1, 2)]


@dataclass(frozen=True)
class Step:
    """One event: its place in the log, what happened, what the log says, its street, and how the picture changes."""

    event: int
    words: str
    log: str
    street: str
    change: dict[str, Any]


@dataclass(frozen=True)
class Reel:
    """A hand's opening picture and its steps; no opening where nobody stored the hand's film."""

    opening: dict[str, Any] | None
    steps: list[Step]


def reel(hand: FlaggedHand) -> Reel:
    """Every picture of a hand, in the order of the log."""
    table = _Table({s["seat"]: _Held() for s in hand.seats})
    pictures = hand.film.pictures
    say = unit_of(hand.row)
    filmed = all(place in pictures for place in range(len(hand.events) + 1))
    drawing = _Drawing(hand, table)
    opening = before = drawing.picture(pictures[0], pictures[0]["bets_by_seat"], None) if filmed else None
    steps = []
    for place, (event, street) in enumerate(zip(hand.events, streets(hand.events, pictures), strict=True)):
        table.take(event)
        change: dict[str, Any] = {}
        if before is not None:
            bets = _bets(event["word"], pictures[place], pictures[place + 1])
            now = drawing.picture(pictures[place + 1], bets, event["seat"])
            before, change = now, _difference(before, now)
        steps.append(Step(event["event"], step_words(event, say), shown(event_words(event)), street, change))
    return Reel(opening, steps)


def film_strip(hand: FlaggedHand, pictures: Reel, wrong: list[int]) -> dict[str, Any]:
    """A hand as the replayer (`static/hand.js`) reads it; `wrong` are the events that a finding is about."""
    button, last = hand.row["button"], max((s["seat"] for s in hand.seats), default=0)
    return {
        "button": button,
        "sign": "" if hand.row["is_tournament"] else "$",
        "places": 10 if last > 9 or (button or 0) > 9 else 9,
        "seats": {str(s["seat"]): shown(s["player"], PLAYER_MOST) for s in hand.seats},
        "opening": pictures.opening,
        "steps": [s.change for s in pictures.steps] if pictures.opening else [],
        "words": [s.words for s in pictures.steps],
        "streets": [s.street for s in pictures.steps],
        "events": [s.event for s in pictures.steps],
        "wrong": wrong,
        "about": [e["seat"] for e in hand.events],
    }


def _bets(word: str, film: Row, after: Row) -> list[int]:
    """What lies before the seats after an event, from the film's pictures before it and before the next.

    At the showdown all bets are one with the pot. Where the next event begins a street, the film has gathered the bets
    already: what this event put in is seen before its seat all the same.
    """
    if film["street_name"] == "showdown":
        return [0] * len(after["bets_by_seat"])
    if film["street_name"] == after["street_name"] or word not in _BETTING:
        return list(after["bets_by_seat"])
    rows = zip(film["bets_by_seat"], film["chips_by_seat"], after["chips_by_seat"], strict=True)
    return [bet + had - has if bet or had != has else 0 for bet, had, has in rows]


class _Drawing:
    """Draws the pictures of a hand one after another; a seat that an event left as it was is not drawn again."""

    def __init__(self, hand: FlaggedHand, table: _Table) -> None:
        self._film, self._table = hand.film, table
        self._listed = {s["seat"]: s for s in hand.seats}
        self._seats: dict[str, list[Any]] = {}  # as they were drawn last, and from what
        self._from: tuple[list[int], list[int], int, int] = ([], [], 0, 0)

    def picture(self, film: Row, bets: list[int], about: int | None) -> dict[str, Any]:
        """The table after an event that is about a seat, or about none."""
        table = self._table
        touched = self._touched(film, bets, about)
        if touched:
            drawn = self._seats | {str(seat): self._seat(seat, film, bets) for seat in touched}
            self._seats = {str(seat): drawn[str(seat)] for seat in sorted(table.seats)}
        pot = film["pot_cents"] + sum(film["bets_by_seat"])
        return {
            "pot": pot,
            "slide": film["slid_cents"] + film["time_slid_cents"],
            "pots": [] if any(bets) else _pots(self._film, pot, film["slid_cents"], table.paid),
            "boards": [table.boards[k] for k in sorted(table.boards)],
            "seats": self._seats,
        }

    def _touched(self, film: Row, bets: list[int], about: int | None) -> list[int]:
        """The seats that may look otherwise than in the picture before."""
        chips, dealt, live = film["chips_by_seat"], film["dealt_mask"], film["live_mask"]
        had_chips, had_bets, had_dealt, had_live = self._from
        self._from = chips, bets, dealt, live
        if not self._seats:
            return list(self._table.seats)
        turned = (dealt ^ had_dealt) | (live ^ had_live)
        if not turned and chips == had_chips and bets == had_bets:
            return [] if about is None else [about]
        return [
            seat
            for seat in self._table.seats
            if seat == about
            or turned >> seat & 1
            or (seat and (chips[seat - 1] != had_chips[seat - 1] or bets[seat - 1] != had_bets[seat - 1]))
        ]

    def _seat(self, seat: int, film: Row, bets: list[int]) -> list[Any]:
        held = self._table.seats[seat]
        chips, bet = (film["chips_by_seat"][seat - 1], bets[seat - 1]) if seat else (0, 0)
        return [chips, bet, _state(seat, self._listed.get(seat), held, film, chips), *held.picture()]


def _state(seat: int, listed: Row | None, held: _Held, film: Row, chips: int) -> str:
    if listed is None:
        return "unlisted"
    if held.mucked:
        return "mucked"
    if film["dealt_mask"] >> seat & 1 and not film["live_mask"] >> seat & 1:
        return "folded"
    if listed["state"] == "away":
        return "away"
    return "allin" if chips <= 0 and listed["stack_cents"] else "in"


def _pots(film: HandFilm, pot: int, slid: int, paid: dict[int, int]) -> list[int]:
    """Main pot and side pots as they lie, from the sizes that the film gives them in the end; none where one holds all.

    The pots fill one after another, and the drop comes out of the first.
    """
    if len(film.pots) < 2 or film.end is None:
        return []
    sizes = [row["pot_cents"] for row in film.pots]
    sizes[0] += film.end["slid_cents"] - slid
    rest = pot + sum(paid.values())
    out = []
    for number, size in enumerate(sizes):
        filled = min(rest, size)
        rest -= filled
        if filled:
            out.append(filled - paid.get(number, 0))
    # Paid otherwise than built, or a bet that nobody called is still in: the whole pot is all that can be said.
    return out if len(out) > 1 and rest == 0 and any(out) and min(out) >= 0 else []


def _difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    out = {k: v for k, v in now.items() if k != "seats" and v != before[k]}
    had = before["seats"]
    if had is now["seats"]:
        return out
    seats = {k: v for k, v in now["seats"].items() if (was := had.get(k)) is not v and was != v}
    return out | ({"seats": seats} if seats else {})
