"""A room day as the floor keeps it: three feeds with messy handwriting, late pushes and drifting shuffler clocks.

Three rooms: poker with cash tables and tournaments, a house-banked room whose shufflers count, and one where dealers
count. A clean day has nothing to find. Errors of down cards, shufflers, decks and the record are made on the finished
record, each with its label; those of the lake's history (TL04) need a lake and are made there.
"""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Final

from pipelines.simulator import floor_clocks
from pipelines.simulator.cards_of_dealers import (
    DEALERS_IN_STRING,
    SLOT_S,
    TABLES_IN_STRING,
    Dealer,
    dealer_in_box,
    hire,
)
from pipelines.simulator.floor_card_errors import ON_CARDS, CardErrors
from pipelines.simulator.floor_files import FloorFiles
from pipelines.simulator.floor_log_errors import ON_THE_RECORD, LogErrors
from pipelines.simulator.floor_record import Card, FloorRecord
from pipelines.simulator.floor_table import FloorDay, FloorSpec, play_floor_table
from pipelines.simulator.handwriting import Signature, messily

ROOMS: Final = {"live": "rio", "tournament": "rio", "counting": "pier", "by-hand": "harbor"}
# Of ten tables four are cash games, three tournaments, two house-banked with a counting shuffler and one without.
KINDS: Final = (
    "live", "tournament", "counting", "live", "by-hand", "tournament", "live", "counting", "live", "tournament",
)  # fmt: skip
OPENING: Final = (20, 20, 21, 22, 32, 38, 44)  # slots; the last runs past midnight, and some past the gaming day's end
OPENING_TOURNAMENT: Final = (20, 22, 24, 36)
RELIEF: Final = 0.08  # of a string's slots one in so many is finished by a second dealer
WENT_DARK: Final = 0.15  # of the cash tables
NAMES_WITH_MARKS: Final = ("O'Brien", "Müller", "de la Cruz", "Nuñez", "Smith-Jones", "D'Angelo", "Sørensen", "Gagné")
IN_PLAY: Final = ("DC08", "SC05", "TL06")  # planned before the day is played
CODES: Final = tuple(sorted(ON_CARDS + IN_PLAY + ON_THE_RECORD))
TRIES: Final = 400  # places that are looked at for an error before it is given up

Reliefs = dict[int, dict[int, tuple[int, Dealer]]]


@dataclass
class FloorReport:
    """What was simulated."""

    out: Path
    tables: int
    hands: int
    injected: dict[str, int]
    wanting: dict[str, int]


def simulate_floor(
    out: Path, day: date, tables: int = 12, seed: int = 1, each: int = 0, hours: int = 8, drift: bool = True
) -> FloorReport:
    """Simulates the floors of a day into ``out``: the same arguments write the same bytes.

    ``each`` errors of every code are wanted; what found no place is in ``wanting``. For each clock that is off for the
    whole day (TL06) one more table is opened.
    """
    out.mkdir(parents=True, exist_ok=True)
    rng = Random(f"floor/{seed}/{day}")
    record = _Opening(rng, tables, each, hours).play()
    wanting = _make_errors(record, each)
    FloorFiles(out, day, record, drift).write()
    return FloorReport(
        out,
        len(record.days) + len(record.aside),
        sum(len(one.hands) for one in (*record.days, *record.aside)),
        dict(sorted(Counter(label.code for label in record.labels).items())),
        wanting,
    )


def _make_errors(record: FloorRecord, each: int) -> dict[str, int]:
    """Makes so many errors of each code, as far as there is room; returns how many found none."""
    for day in record.days:
        for at in day.bad_pushes:
            record.label("DC08", day, None, at, "a push in a closed time")
            record.touch(day, min(day.hands, key=lambda hand: abs(hand.start - at)).number)
    on_the_log = LogErrors(record)
    makers = CardErrors(record).makers | on_the_log.makers
    wanting: Counter[str] = Counter()
    for code in (*ON_CARDS, *ON_THE_RECORD):
        for _ in range(each):
            if not any(makers[code]() for _ in range(TRIES)):
                wanting[code] += 1
    on_the_log.label_old_decks()
    for day in record.aside:
        began = floor_clocks.told_at(day.spec.clock, day.hands[0].start)
        record.label("TL06", day, None, began, floor_clocks.note_of(day.spec.clock))
    return dict(sorted(wanting.items()))


class _Opening:
    """Opens the tables, assigns dealers to them and has them played."""

    def __init__(self, rng: Random, tables: int, each: int, hours: int) -> None:
        self.rng, self.each, self.hours = rng, each, hours
        self.kinds = [KINDS[i % len(KINDS)] for i in range(tables)]
        self.clocks = ["" for _ in self.kinds]
        for n in range(each):
            kind, clock = floor_clocks.TABLES[n % len(floor_clocks.TABLES)]
            self.kinds.append(kind)
            self.clocks.append(clock)
        self.rooms = {room: [i for i, kind in enumerate(self.kinds) if ROOMS[kind] == room] for room in ROOMS.values()}
        strings = {room: -(-len(places) // TABLES_IN_STRING) for room, places in self.rooms.items()}
        self.dealers: dict[str, list[Dealer]] = {}
        self.floaters: dict[str, list[Dealer]] = {}  # one a string, who finishes a slot where somebody has to leave
        hired = self._hire(sum(strings.values()) * (DEALERS_IN_STRING + 1))
        self.everybody = list(hired)
        for room, count in strings.items():
            self.dealers[room] = [hired.pop() for _ in range(count * DEALERS_IN_STRING)]
            self.floaters[room] = [hired.pop() for _ in range(count)]

    def _hire(self, people: int) -> list[Dealer]:
        tables = -(-people // DEALERS_IN_STRING) * TABLES_IN_STRING
        return [
            replace(dealer, last_name=self.rng.choice(NAMES_WITH_MARKS)) if self.rng.random() < 0.1 else dealer
            for dealer in hire(self.rng, tables)[:people]
        ]

    def play(self) -> FloorRecord:
        """The day as it was, with no error in it but those planned."""
        bad = dict.fromkeys(range(len(self.kinds)), 0)
        tournaments = [i for i, kind in enumerate(self.kinds) if kind == "tournament" and not self.clocks[i]]
        for n in range(self.each if tournaments else 0):
            bad[tournaments[n % len(tournaments)]] += 1
        counting = [i for i, kind in enumerate(self.kinds) if kind == "counting" and not self.clocks[i]]
        old = set(counting[: -(-self.each // 2)]) if self.each else set()
        reliefs = self._reliefs()
        days = []
        for i, kind in enumerate(self.kinds):
            spec = self._spec(i, kind, reliefs.get(i, {}))
            if bad[i]:
                spec = replace(spec, bad_pushes=bad[i], notes_pushes=True)
            days.append(play_floor_table(replace(spec, keeps_old_decks=i in old), self.dealers[spec.room]))
        cards = [self._card(day) for day in days]
        right = self.clocks.count("")
        return FloorRecord(
            self.rng, self.dealers, self.everybody, days[:right], cards[:right], days[right:], cards[right:]
        )

    def _spec(self, i: int, kind: str, reliefs: dict[int, tuple[int, Dealer]]) -> FloorSpec:
        rng, room = self.rng, ROOMS[kind]
        opens = rng.choice(OPENING_TOURNAMENT if kind == "tournament" else OPENING)
        if self.clocks[i]:
            opens = floor_clocks.OPENS
        closes = opens + 2 * self.hours + rng.choice((-1, 0, 0, 1))
        dark = range(0)
        if kind == "live" and closes - opens > 8 and rng.random() < WENT_DARK:
            begins = rng.randrange(opens + 3, closes - 4)
            dark = range(begins, begins + rng.choice((1, 2)))
        logs_dealer, notes_pushes = i % 7 != 5 or self.clocks[i] == floor_clocks.AHEAD, i % 11 != 7
        if not logs_dealer and kind != "live":
            notes_pushes = True  # of a cash table sometimes neither is known
        return FloorSpec(
            room=room, table=str(101 + i), kind=kind, index=self.rooms[room].index(i), open_slot=opens,
            close_slot=closes, logs_dealer=logs_dealer, notes_pushes=notes_pushes, reliefs=reliefs, dark=dark,
            clock=self.clocks[i], seed=f"{rng.random()}",
        )  # fmt: skip

    def _reliefs(self) -> Reliefs:
        """By table and slot: when in the slot, and by whom. A floater is at one table at a time, then rests."""
        found: Reliefs = {}
        for room, places in self.rooms.items():
            for string, floater in enumerate(self.floaters[room]):
                tables = places[string * TABLES_IN_STRING : (string + 1) * TABLES_IN_STRING]
                slot = OPENING[0]
                while slot < OPENING[-1] + 2 * self.hours:
                    if self.rng.random() < RELIEF:
                        after = self.rng.randint(300, 1200)
                        found.setdefault(self.rng.choice(tables), {})[slot] = (after, floater)
                        slot += 1
                    slot += 1
        return found

    def _card(self, day: FloorDay) -> Card:
        spec = day.spec
        slots = sorted({hand.start // SLOT_S for hand in day.hands})
        kind = "tournament" if day.tournament else "live"
        rows: dict[int, tuple[list[tuple[Dealer, Signature]], str]] = {}

        def sign(slot: int, word: str) -> None:
            dealers = [dealer_in_box(self.dealers[spec.room], spec.index, slot)]
            if slot in day.relieved:
                dealers.append(day.relieved[slot])
            rows[slot] = ([(dealer, messily(self.rng, dealer)) for dealer in dealers], word)

        if day.tournament:
            for blank in (spec.open_slot - 3, spec.open_slot - 2):
                rows[blank] = ([], "")
            sign(spec.open_slot - 1, "setup")
        for slot in range(slots[0], slots[-1] + 1):
            if slot in spec.dark:
                rows[slot] = ([], "")
            else:
                sign(slot, kind)
        if day.tournament:
            sign(slots[-1] + 1, "bag")
        return Card(day, spec.open_slot, rows, spec.table, touched=set(day.relieved) | set(spec.dark))
