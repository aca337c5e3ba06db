"""What plain readers of other people's formats share: a hand put together event by event, and hands to batches.

Such a reader makes no object faster than Python does; histories of one player are small. A format says what it does not
record (`HandBatch.unrecorded`), some of them hand by hand: a batch holds hands that are alike in that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple, Protocol, TypeVar

from parsers import schemas
from parsers import vocabulary as v
from parsers.handlog import ParsedHands
from parsers.handlog_reference import Event, Hand, LineError, batch_of
from parsers.limits import AMOUNT_MOST, CARDS_MOST, EVENTS_MOST, TEXT_MOST
from parsers.quarantine import QuarantineRow
from parsers.source import Source
from parsers.vocabulary import Word

BATCH_HANDS: Final = 20_000  # hands of a batch: they are objects until then

# What no export of a site records. `schedule`: the site's rake, unless the house file has the site for a room.
# `numbering`: a site counts the hands of all its tables together, and an export holds those of one player. `between`:
# nobody says who bought chips. `offset`: its clock is not the room's.
UNRECORDED_BY_SITES: Final = frozenset(
    {"burn", "stub", "muck", "chip", "deal", "promo", "rake-time", "schedule", "numbering", "between", "offset"}
)
NO_AWARDS: Final = frozenset({"award"})
NO_BUTTON: Final = frozenset({"button"})
NO_PAYOUT: Final = frozenset({"award", "return"})

STUD_GAMES: Final = frozenset({"stud", "stud8", "razz"})
DRAW_GAMES: Final = frozenset({"draw-high", "27-single", "27-triple", "badugi"})
SPLIT_GAMES: Final = frozenset({"omaha8", "big-o", "stud8", "omaha6-8", "courchevel8"})

_CARD: Final = {text: code for code, text in enumerate(v.CARD_TEXTS[: v.JOKER])}
_MONEY: Final = re.compile(r"(0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)?(?:\.([0-9]{1,2}))?")


class RecordedHand(NamedTuple):
    """A hand, where it stands, and the words its format does not record of it."""

    line: int
    line_hash: int
    hand: Hand
    unrecorded: frozenset[str]


def batches_of(
    source_file: str, hands: Iterable[RecordedHand], quarantine: list[QuarantineRow]
) -> Iterator[ParsedHands]:
    """Hands as one batch of each kind, in the order of the file; the last carries `quarantine`."""
    no_notes = schemas.NOTES.empty_table()
    kinds: dict[frozenset[str], list[tuple[int, int, Hand]]] = {}
    for row in hands:
        kinds.setdefault(row.unrecorded, []).append((row.line, row.line_hash, row.hand))
    if not kinds and quarantine:
        yield ParsedHands(batch_of(source_file, []), no_notes, quarantine)
    for k, (unrecorded, rows) in enumerate(kinds.items(), 1):
        batch = replace(batch_of(source_file, rows), unrecorded=unrecorded)
        yield ParsedHands(batch, no_notes, quarantine if k == len(kinds) else [])


class LineOfHandError(LineError):
    """What is wrong with a line; `line` counts from 0 in the hand."""

    def __init__(self, line: int, field: str | None, reason: str) -> None:
        super().__init__(field, reason)
        self.line = line


class Piece(Protocol):
    """The part of a file that holds one hand: where it begins, and its bytes, for quarantine."""

    @property
    def line(self) -> int: ...

    @property
    def raw(self) -> bytes: ...


P = TypeVar("P", bound=Piece)


def read_each(source: Source, pieces: Iterable[P], read: Callable[[P], RecordedHand]) -> Iterator[ParsedHands]:
    """The hands of a file, piece by piece, as batches; what cannot be read is in `quarantine`."""
    rows: list[RecordedHand] = []
    bad: list[QuarantineRow] = []
    met = 0
    for piece in pieces:
        met += 1
        try:
            rows.append(read(piece))
        except LineOfHandError as error:
            bad.append(source.problem(piece.line + error.line, error.field, error.reason, piece.raw))
        except LineError as error:
            bad.append(source.problem(piece.line, error.field, error.reason, piece.raw))
        if len(rows) >= BATCH_HANDS:
            yield from batches_of(source.name, rows, bad)
            rows, bad = [], []
    bad += source.take_problems()
    if not met and not bad:
        bad.append(source.problem(None, None, "the file holds no hand; send it again, or remove it"))
    yield from batches_of(source.name, rows, sorted(bad, key=lambda row: row.line or 0))


def cents_of(text: str, what: str) -> int:
    """Cents of an amount in plain digits; thousands may be set off by commas."""
    match = _MONEY.fullmatch(text)
    if match is None or not text or text == ".":
        raise LineError(what, f"{text[:40]!r} is no amount; it is written like 12, 1,200 or 12.50")
    whole, decimals = (match[1] or "0").replace(",", ""), match[2] or ""
    cents = int(whole[:20]) * 100 + int(decimals.ljust(2, "0"))
    if len(whole) > 15 or cents > AMOUNT_MOST:
        raise LineError(what, f"{text[:40]!r} is beyond all reason (the most is {AMOUNT_MOST // 100})")
    return cents


def cards_of(words: Iterable[str], what: str) -> tuple[int, ...]:
    """The codes of cards written `As`, `Td`, `10c`."""
    cards = []
    for word in words:
        card = word[:-1].upper().replace("10", "T") + word[-1:].lower()
        if card not in _CARD:
            raise LineError(what, f"{word[:20]!r} is no card; cards are like As, Td, 2c")
        cards.append(_CARD[card])
    if len(cards) > CARDS_MOST:
        raise LineError(what, f"names {len(cards)} cards; {CARDS_MOST} are the most")
    return tuple(cards)


def name_of(text: str, what: str) -> str:
    """A name that can be kept."""
    if not text or len(text) > TEXT_MOST or any(letter < " " or letter == "\x7f" for letter in text):
        raise LineError(what, f"{text[:40]!r} is no name; it has 1 to {TEXT_MOST} letters and no control characters")
    return text


class Opened(NamedTuple):
    """Who acted first in a later round, and who could have."""

    first: int
    able: frozenset[int]


class Teller:
    """Puts the events of a hand together; knows what each seat has in the round, so that totals can be told."""

    def __init__(self, stacks: dict[int, int]) -> None:
        self.left = dict(stacks)
        self.made = dict.fromkeys(stacks, 0)  # live chips in this round
        self.into_pot = dict.fromkeys(stacks, 0)
        self.events: list[Event] = []
        self.folded: set[int] = set()
        self.opened: list[Opened] = []
        self._is_open = True  # forced bets open the first round
        self._round_before = dict.fromkeys(stacks, 0)

    @property
    def largest(self) -> int:
        """The largest bet of the round."""
        return max(self.made.values(), default=0)

    def tell(self, event: Event) -> None:
        """One event that moves no chips of a seat."""
        if not self._is_open and event.word in v.ACTIONS:
            able = {seat for seat, chips in self.left.items() if chips > 0 and seat not in self.folded}
            self.opened.append(Opened(event.seat, frozenset(able | {event.seat})))
            self._is_open = True
        if event.word == Word.FOLD:
            self.folded.add(event.seat)
        self.events.append(event)
        if len(self.events) > EVENTS_MOST:
            raise LineError("actions", f"gives more than {EVENTS_MOST} events")

    def _put_in(self, seat: int, added: int, live: bool) -> int:
        """The flag of an event that puts chips in."""
        self.left[seat] -= added
        self.into_pot[seat] += added
        if live:
            self.made[seat] += added
        return v.FLAG_ALLIN if added > 0 and self.left[seat] <= 0 else 0

    def post(self, seat: int, kind: v.Detail, amount: int) -> None:
        """A forced bet or other post."""
        live = kind not in (v.Detail.ANTE, v.Detail.BBA, v.Detail.DEAD)
        flags = self._put_in(seat, amount, live)
        self.tell(Event(Word.POST, seat, detail=kind, amount=amount, flags=flags))

    def call(self, seat: int, added: int) -> None:
        """A call that adds chips."""
        flags = self._put_in(seat, added, live=True)
        self.tell(Event(Word.CALL, seat, amount=added, flags=flags))

    def wager(self, word: Word, seat: int, total: int) -> None:
        """A bet, raise or completion to a total of the round.

        Programs call it a raise too where a seat puts in no more than the bet before it: that is a call.
        """
        if self.made[seat] < total <= self.largest:
            self.call(seat, total - self.made[seat])
            return
        flags = self._put_in(seat, total - self.made[seat], live=True)
        self.tell(Event(word, seat, amount=total, flags=flags))

    def give_back(self, seat: int, amount: int) -> None:
        """An uncalled bet goes back."""
        self.left[seat] += amount
        self.into_pot[seat] -= amount
        self.tell(Event(Word.RETURN, seat, amount=amount))

    def run_again(self, runs: int) -> None:
        """Tells that more boards were run, in front of the first card that nobody could bet on any more."""
        if self.runs_told:
            return
        acted = max((k for k, event in enumerate(self.events) if event.word in v.ACTIONS), default=-1)
        at = (k for k, event in enumerate(self.events) if event.word == Word.BOARD and k > acted)
        self.events.insert(next(at, len(self.events)), Event(Word.RUNIT, count=runs))

    @property
    def runs_told(self) -> bool:
        """Whether more boards were run."""
        return any(event.word == Word.RUNIT for event in self.events)

    def pay_out(self, got: dict[int, int]) -> None:
        """Tells returns and awards of a format that only says what each seat got: what nobody called went back."""
        bets = sorted(self.last_round.items(), key=lambda item: item[1])
        back = bets[-1][1] - bets[-2][1] if len(bets) > 1 else 0
        if not 0 < back <= got[bets[-1][0]]:
            back = 0
        if back:
            self.give_back(bets[-1][0], back)
        for seat, cents in got.items():
            award = cents - (back if seat == bets[-1][0] else 0)
            if award:
                self.tell(Event(Word.AWARD, seat, amount=award, pot=0))

    def uncalled(self) -> tuple[int, int]:
        """(seat, cents) of what one seat put in beyond all others."""
        put_in = sorted(self.into_pot.items(), key=lambda item: item[1])
        return put_in[-1][0], put_in[-1][1] - put_in[-2][1]

    def unrecorded(self, game: str) -> frozenset[str]:
        """What the hand leaves open: with what no export says, who got which half and which pot bore the rake."""
        missing = UNRECORDED_BY_SITES
        if game in STUD_GAMES or game in DRAW_GAMES:
            missing |= NO_PAYOUT  # their rounds are not replayed
        raked = any(event.word in (Word.RAKE, Word.PROMO) for event in self.events)
        if game in SPLIT_GAMES or (raked and self.has_side_pots):
            missing |= NO_AWARDS
        return missing

    @property
    def has_side_pots(self) -> bool:
        """Whether the hands that were not folded put in different sums, whatever the pots are called."""
        held = {cents for seat, cents in self.into_pot.items() if seat not in self.folded and cents > 0}
        return len(held) > 1 or any(event.word == Word.AWARD and event.pot > 0 for event in self.events)

    @property
    def last_round(self) -> dict[int, int]:
        """What each seat has in the last round in which chips went in: beyond it nothing is uncalled."""
        return self.made if any(self.made.values()) else self._round_before

    def next_round(self) -> None:
        """The bets of the round are in the pot."""
        self._round_before = self.last_round
        self.made = dict.fromkeys(self.made, 0)
        self._is_open = False


def smallest_unit(is_tournament: bool) -> int:
    """What a program splits pots by, in cents: it knows no chips. In tournaments it is one chip."""
    return 100 if is_tournament else 1


class Order(NamedTuple):
    """The seat that acts last after the first round, 0 where nobody can say; and whether the button stood there."""

    last: int
    is_told: bool


def order_of(button: int | None, dealt: set[int], teller: Teller) -> Order:
    """The order that a format's button gives, unless the blinds or the rounds contradict it. None: it is a dead one.

    A program lets nobody act out of turn, but may write down another button than it played by. Nobody who is dealt in
    sits between the button and the small blind, nor has the button a blind with three or more players; and whoever acts
    first in a later round is the first behind the button. Where another seat fits all of that, it acted last; where
    none does, nobody can say.
    """
    posts = {event.detail: event.seat for event in teller.events if event.word == Word.POST}
    small, big = posts.get(v.Detail.SB, 0), posts.get(v.Detail.BB, 0)
    if button == 0:
        return Order(0, True)
    if button is not None and len(dealt) < 3:
        return Order(0, False) if big == button else Order(button, True)

    def fits(last: int) -> bool:
        ring = dealing_order(dealt, last)
        first = [next(seat for seat in dealing_order(able & dealt, last)) == one for one, able in teller.opened]
        return all(first) and last not in (small, big) and (not small or ring[0] == small)

    if button is not None and fits(button):
        return Order(button, True)
    return Order(next((seat for seat in reversed(dealing_order(dealt, small or big)) if fits(seat)), 0), False)


def dealing_order(seats: Iterable[int], button: int) -> list[int]:
    """Seats from the left of the button round to it."""
    return sorted(seats, key=lambda seat: (seat <= button, seat))
