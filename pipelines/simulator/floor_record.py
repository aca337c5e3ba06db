"""The floors of one day as they were: tables, cards, dealers, and the errors made in them, each with a label."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from pipelines.simulator.cards_of_dealers import Dealer
from pipelines.simulator.floor_table import FloorDay, FloorHand
from pipelines.simulator.handwriting import Signature

POKER_ROOM: Final = "rio"  # the one whose rules speak of down cards
MOST_IN_A_ROW: Final = 3
APART: Final = 6  # hands between two errors of a table
DAY_ENDS: Final = 60  # the slot after midnight's 48 with which the next gaming day begins
NO_TOTAL: Final = -1

# What an error has touched of a card beside its slots: its closing line, and its length or its heading.
CLOSING_LINE, EXTENT = -1, -2


@dataclass(frozen=True)
class FloorLabel:
    """An injected error; ``at`` in seconds after local midnight."""

    code: str
    room: str
    table: str
    hand: str | None
    at: int
    note: str


@dataclass
class Card:
    """A down card as it will be written: rows by slot, each with its signatures and kind."""

    day: FloorDay
    start: int  # the slot at which play starts
    rows: dict[int, tuple[list[tuple[Dealer, Signature]], str]]
    table: str
    total: int | None = None  # None: a right one
    initials: str = "MK"
    closed: bool = True
    touched: set[int] = field(default_factory=set)

    def downs(self) -> int:
        """Slots that somebody signed."""
        return sum(bool(signatures) for signatures, _ in self.rows.values())

    def signatures(self) -> int:
        """Where two dealers shared a slot, both."""
        return sum(len(signatures) for signatures, _ in self.rows.values())

    def dealing(self) -> list[int]:
        """The signed slots that are neither set-up nor bagging."""
        return [slot for slot, (signed, kind) in self.rows.items() if signed and kind in ("live", "tournament")]


@dataclass
class FloorRecord:
    """Everything that happened on the floors of a day, before it is written down."""

    rng: Random
    dealers: dict[str, list[Dealer]]  # by room, those of the rotation
    everybody: list[Dealer]
    days: list[FloorDay]
    cards: list[Card]
    aside: list[FloorDay] = field(default_factory=list)  # tables whose clocks are off: no other error is made there
    aside_cards: list[Card] = field(default_factory=list)
    labels: list[FloorLabel] = field(default_factory=list)
    touched: set[tuple[str, str, int]] = field(default_factory=set)  # hands that an error must keep away from

    def __post_init__(self) -> None:
        self._card_of = {id(card.day): card for card in self.cards}

    def card_of(self, day: FloorDay) -> Card:
        """The card of a table."""
        return self._card_of[id(day)]

    def label(
        self, code: str, day: FloorDay, hand: FloorHand | None, at: int, note: str, table: str | None = None
    ) -> None:
        """Writes down an error, and keeps others away from its hand."""
        name = hand_id(day, hand) if hand else None
        self.labels.append(FloorLabel(code, day.spec.room, table or day.spec.table, name, at, note))
        if hand:
            self.touch(day, hand.number)

    def touch(self, day: FloorDay, number: int, apart: int = APART) -> None:
        """Keeps other errors away from the hands around one."""
        self.touched.update((day.spec.room, day.spec.table, n) for n in range(number - apart, number + apart + 1))

    def is_touched(self, day: FloorDay, number: int) -> bool:
        """Whether an error was made near a hand."""
        return (day.spec.room, day.spec.table, number) in self.touched


def hand_id(day: FloorDay, hand: FloorHand) -> str:
    """The name of a hand in the log."""
    return f"{day.spec.table}-{hand.number + 1:06d}"
