"""A room day as the floor keeps it: three feeds with messy handwriting, late pushes and drifting shuffler clocks.

Three rooms: poker with cash tables and tournaments, a house-banked room whose shufflers count, and one where dealers
count. A clean day has nothing to find. Errors of down cards, shufflers, decks and the record are made on the finished
record, each with its label; those of the lake's history (TL04) need a lake and are made there.
"""

import csv
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.simulator.cards_of_dealers import SLOT_S, Dealer, dealer_in_box, hire
from pipelines.simulator.floor_table import (
    FloorDay,
    FloorHand,
    FloorSpec,
    Shuffle,
    blinds_of_level,
    play_floor_table,
)
from pipelines.simulator.handwriting import Signature, as_another, illegibly, messily, plainly
from pipelines.simulator.writers import LABELS, slot_text, write_lines

TIMEZONE: Final = "America/Los_Angeles"
MOST_IN_A_ROW: Final = 3
TRIES: Final = 400  # places that are looked at for an error before it is given up
APART: Final = 6  # hands between two errors of a table
EVENT, BUY_IN = "17", "1500"
ROOMS: Final = {"live": "rio", "tournament": "rio", "counting": "pier", "by-hand": "harbor"}

HOUSE: Final = f"""# Simulated rooms: poker, and two house-banked ones.
[room.rio]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017", "tda-2013"]
timezone = "{TIMEZONE}"
counting_shuffler = true
max_downs_in_a_row = {MOST_IN_A_ROW}

[placard.rio-1-3-nl]
room = "rio"
game = "holdem"
betting = "nl"
stakes = {{ sb = 1, bb = 3, chip = 1 }}
seats = 9
rake = {{ percent = 10, step = 1, cap = 5, no_flop_no_drop = true, short = {{ 6 = 4, 5 = 3, 4 = 2, 3 = 1 }} }}

[room.pier]
rulebooks = ["mlgca-huhe"]
timezone = "{TIMEZONE}"
counting_shuffler = true
max_downs_in_a_row = {MOST_IN_A_ROW}

[placard.pier-huhe]
room = "pier"
game = "huhe"
stakes = {{ chip = 5 }}
dealing = "hand"

[room.harbor]
rulebooks = ["mlgca-huhe"]
timezone = "{TIMEZONE}"
max_downs_in_a_row = {MOST_IN_A_ROW}

[placard.harbor-huhe]
room = "harbor"
game = "huhe"
stakes = {{ chip = 5 }}
dealing = "hand"
"""
# DC of a house-banked room: its rules do not speak of down cards, so nothing is injected there.
ON_CARDS: Final = ("DC10", "DC02", "DC04", "DC03", "DC09", "DC01", "DC07", "DC05", "DC06")
IN_PLAY: Final = ("DC08", "SC05")  # planned before the day is played
ON_THE_RECORD: Final = ("SC02", "SC03", "SC04", "SC06", "SC08", "SC09", "SC10", "TL01", "TL02", "TL03")
CODES: Final = tuple(sorted(ON_CARDS + IN_PLAY + ON_THE_RECORD))


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
    total: int | None = None  # None: the right one
    initials: str = "MK"
    closed: bool = True
    touched: set[int] = field(default_factory=set)

    def downs(self) -> int:
        return sum(bool(signatures) for signatures, _ in self.rows.values())


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

    Of ten tables four are cash games, three tournaments, two house-banked with a counting shuffler and one without.
    ``each`` errors of every code are wanted; what found no place is in ``wanting``.
    """
    out.mkdir(parents=True, exist_ok=True)
    return _Floor(out, day, tables, seed, each, hours, drift).run()


class _Floor:
    def __init__(self, out: Path, day: date, tables: int, seed: int, each: int, hours: int, drift: bool) -> None:
        self.out, self.date, self.each, self.hours, self.drift = out, day, each, hours, drift
        self.rng = Random(f"floor/{seed}/{day}")
        self.kinds = [("live", "tournament", "counting", "live", "by-hand", "tournament", "live", "counting", "live",
                       "tournament")[i % 10] for i in range(tables)]  # fmt: skip
        self.dealers: dict[str, list[Dealer]] = {}
        self.labels: list[FloorLabel] = []
        self.wanting: Counter[str] = Counter()
        self.days: list[FloorDay] = []
        self.cards: list[Card] = []
        self.touched: set[tuple[str, str, int]] = set()  # hands that an error must keep away from

    def run(self) -> FloorReport:
        rooms = {room: [i for i, kind in enumerate(self.kinds) if ROOMS[kind] == room] for room in ROOMS.values()}
        hired = hire(self.rng, sum(3 * -(-len(places) // 3) for places in rooms.values() if places))
        taken = 0
        for room, places in rooms.items():
            strings = -(-len(places) // 3)
            self.dealers[room] = hired[taken : taken + 4 * strings]
            taken += 4 * strings
        self.all_dealers = hired[:taken]
        self.days = self._play(rooms)
        self.cards = [self._card(one) for one in self.days]
        self._label_planned()
        for code in (*ON_CARDS, *ON_THE_RECORD):
            for _ in range(self.each):
                if not self._inject(code):
                    self.wanting[code] += 1
        self._label_old_decks()
        self._write()
        return FloorReport(
            self.out,
            len(self.days),
            sum(len(one.hands) for one in self.days),
            dict(sorted(Counter(label.code for label in self.labels).items())),
            dict(sorted(self.wanting.items())),
        )

    def _play(self, rooms: dict[str, list[int]]) -> list[FloorDay]:
        bad = dict.fromkeys(range(len(self.kinds)), 0)
        tournaments = [i for i, kind in enumerate(self.kinds) if kind == "tournament"]
        for n in range(self.each if tournaments else 0):
            bad[tournaments[n % len(tournaments)]] += 1
        counting = [i for i, kind in enumerate(self.kinds) if kind == "counting"]
        old = set(counting[: -(-self.each // 2)]) if self.each else set()
        played = []
        for i, kind in enumerate(self.kinds):
            room = ROOMS[kind]
            opens = self.rng.choice((20, 20, 21, 22, 32)) if kind != "tournament" else self.rng.choice((20, 22, 24))
            spec = FloorSpec(
                room=room, table=str(101 + i), kind=kind, index=rooms[room].index(i), open_slot=opens,
                close_slot=opens + 2 * self.hours + self.rng.choice((-1, 0, 0, 1)),
                logs_dealer=i % 7 != 5, notes_pushes=i % 11 != 7, keeps_old_decks=i in old, bad_pushes=bad[i],
                seed=f"{self.rng.random()}",
            )  # fmt: skip
            if not spec.logs_dealer or spec.bad_pushes:
                spec = replace(spec, notes_pushes=True)
            played.append(play_floor_table(spec, self.dealers[room]))
        return played

    def _card(self, day: FloorDay) -> Card:
        spec = day.spec
        slots = sorted({hand.start // SLOT_S for hand in day.hands})
        kind = "tournament" if day.tournament else "live"
        rows: dict[int, tuple[list[tuple[Dealer, Signature]], str]] = {}

        def sign(slot: int, word: str) -> None:
            dealer = dealer_in_box(self.dealers[spec.room], spec.index, slot)
            rows[slot] = ([(dealer, messily(self.rng, dealer))], word)

        if day.tournament:
            for blank in (spec.open_slot - 3, spec.open_slot - 2):
                rows[blank] = ([], "")
            sign(spec.open_slot - 1, "setup")
        for slot in range(slots[0], slots[-1] + 1):
            sign(slot, kind)
        if day.tournament:
            sign(slots[-1] + 1, "bag")
        return Card(day, spec.open_slot, rows, spec.table)

    # --- labels ----------------------------------------------------------------------------------------------

    def _hand_id(self, day: FloorDay, hand: FloorHand) -> str:
        return f"{day.spec.table}-{hand.number + 1:06d}"

    def _label(
        self, code: str, day: FloorDay, hand: FloorHand | None, at: int, note: str, table: str | None = None
    ) -> None:
        name = self._hand_id(day, hand) if hand else None
        self.labels.append(FloorLabel(code, day.spec.room, table or day.spec.table, name, at, note))
        if hand:
            self._touch(day, hand.number)

    def _touch(self, day: FloorDay, number: int) -> None:
        self.touched.update((day.spec.room, day.spec.table, n) for n in range(number - APART, number + APART + 1))

    def _label_planned(self) -> None:
        for day in self.days:
            for at in day.bad_pushes:
                self._label("DC08", day, None, at, "a push in a closed time")
                near = min(day.hands, key=lambda hand: abs(hand.start - at))
                self._touch(day, near.number)

    def _label_old_decks(self) -> None:
        """SC05, when all other errors are made: some of them change the deck of a hand."""
        for day in self.days:
            if day.spec.keeps_old_decks:
                for deck in sorted({hand.deck for hand in day.hands}):
                    dealt = [hand for hand in day.hands if hand.deck == deck]
                    late = [hand for hand in dealt if hand.start - dealt[0].start > 4 * 3600]
                    if late:
                        self._label("SC05", day, late[0], late[0].start, "the deck is older than four hours")

    # --- errors ----------------------------------------------------------------------------------------------

    def _inject(self, code: str) -> bool:
        makers: dict[str, Callable[[], bool]] = {
            "DC01": self._dc01, "DC02": self._dc02, "DC03": self._dc03, "DC04": self._dc04, "DC05": self._dc05,
            "DC06": self._dc06, "DC07": self._dc07, "DC09": self._dc09, "DC10": self._dc10, "SC02": self._sc02,
            "SC03": self._sc03, "SC04": self._sc04, "SC06": self._sc06, "SC08": self._sc08, "SC09": self._sc09,
            "SC10": self._sc10, "TL01": self._tl01, "TL02": self._tl02, "TL03": self._tl03,
        }  # fmt: skip
        return any(makers[code]() for _ in range(TRIES))

    def _slot(self, live: bool = False) -> tuple[Card, int] | None:
        """A signed slot of a poker card that no error has touched, nor its neighbours."""
        cards = [card for card in self.cards if card.day.spec.room == "rio"]
        card = self.rng.choice(cards)
        free = [
            slot
            for slot, (signatures, kind) in card.rows.items()
            if len(signatures) == 1 and kind in ("live", "tournament") and not {slot - 1, slot, slot + 1} & card.touched
        ]
        return (card, self.rng.choice(free)) if free and card.table == card.day.spec.table else None

    def _stint(self, day: FloorDay, slot: int) -> list[FloorHand]:
        dealer = dealer_in_box(self.dealers[day.spec.room], day.spec.index, slot)
        return [
            hand for hand in day.hands if hand.dealer == dealer and abs(hand.start - slot * SLOT_S - SLOT_S // 2) < 2400
        ]

    def _log_in(self, day: FloorDay, slot: int, dealer: Dealer) -> None:
        """Whoever is in the box logs in as another, and is noted so: log and card agree."""
        was = dealer_in_box(self.dealers[day.spec.room], day.spec.index, slot)
        hands = self._stint(day, slot)
        for hand in hands:
            hand.logged_as = dealer.emp
        if hands:
            day.notes = [
                (at, word, fields.replace(was.emp, dealer.emp) if abs(at - hands[0].start) < 120 else fields)
                for at, word, fields in day.notes
            ]

    def _dc01(self) -> bool:
        place = self._slot()
        if place is None:
            return False
        card, slot = place
        if not any(hand.start // SLOT_S == slot for hand in card.day.hands):
            return False
        card.rows[slot] = ([], card.rows[slot][1])
        card.touched.add(slot)
        self._label("DC01", card.day, None, slot * SLOT_S, "hands were dealt, nobody signed")
        return True

    def _dc02(self) -> bool:
        one, other = self._slot(), self._slot()
        if one is None or other is None:
            return False
        (first, slot), second = one, other[0]
        if second is first or slot not in second.rows or {slot - 1, slot, slot + 1} & second.touched:
            return False
        signatures, kind = second.rows[slot]
        if len(signatures) != 1 or kind not in ("live", "tournament"):
            return False
        if first.day.spec.index // 3 == second.day.spec.index // 3:
            return False  # of one string: the two would join into one down
        dealer = first.rows[slot][0][0][0]
        self._log_in(second.day, slot, dealer)
        second.rows[slot] = ([(dealer, messily(self.rng, dealer))], kind)
        for card in (first, second):
            card.touched.add(slot)
            self._label("DC02", card.day, None, slot * SLOT_S, f"{dealer.emp} signed at two tables")
        return True

    def _dc03(self) -> bool:
        return self._rewrite("DC03", lambda dealer: illegibly(self.rng, dealer, [d.emp for d in self.all_dealers]))

    def _dc04(self) -> bool:
        def swapped(dealer: Dealer) -> Signature | None:
            same = [d for d in self.all_dealers if (d.last_name, d.first_name) == (dealer.last_name, dealer.first_name)]
            return as_another(self.rng, dealer, self.all_dealers) if len(same) == 1 else None

        return self._rewrite("DC04", swapped)

    def _rewrite(self, code: str, write: Callable[[Dealer], Signature | None]) -> bool:
        place = self._slot()
        if place is None:
            return False
        card, slot = place
        ((dealer, _),), kind = card.rows[slot]
        signature = write(dealer)
        if signature is None or signature == plainly(dealer):
            return False
        card.rows[slot] = ([(dealer, signature)], kind)
        card.touched.add(slot)
        self._label(code, card.day, None, slot * SLOT_S, f"written {signature[0] or 'no number'}")
        return True

    def _whole_card(self) -> Card | None:
        cards = [card for card in self.cards if card.day.spec.room == "rio" and -1 not in card.touched]
        return self.rng.choice(cards) if cards else None

    def _dc05(self) -> bool:
        card = self._whole_card()
        if card is None:
            return False
        card.touched.add(-1)
        card.total = max(0, card.downs() + self.rng.choice((-2, -1, 1, 2, 3)))
        self._label("DC05", card.day, None, min(card.rows) * SLOT_S, "the total is wrong", card.table)
        return True

    def _dc06(self) -> bool:
        card = self._whole_card()
        if card is None:
            return False
        card.touched.add(-1)
        kind = self.rng.randrange(3)
        if kind == 0:
            card.closed = False
        elif kind == 1:
            card.initials = ""
        else:
            card.total = -1
        self._label("DC06", card.day, None, min(card.rows) * SLOT_S, "the card is not closed", card.table)
        return True

    def _dc07(self) -> bool:
        cards = [card for card in self.cards if card.day.spec.room == "rio" and -2 not in card.touched]
        if not cards:
            return False
        card = self.rng.choice(cards)
        spec = card.day.spec
        own = [slot for slot in card.touched if slot > 0]
        if not own and spec.logs_dealer and self.rng.random() < 0.2:  # the card bears the number of another table
            card.table = f"9{card.table}"
            card.touched |= {-2, *card.rows}
            dealing = [slot for slot, (signed, kind) in card.rows.items() if signed and kind in ("live", "tournament")]
            self._label("DC07", card.day, None, min(dealing) * SLOT_S, "a card with another table's number", card.table)
            return True
        slot = max(card.rows) + 1
        dealer = dealer_in_box(self.dealers[spec.room], spec.index, slot)
        card.rows[slot] = ([(dealer, messily(self.rng, dealer))], "tournament" if card.day.tournament else "live")
        card.touched |= {-2, slot}
        self._label("DC07", card.day, None, slot * SLOT_S, "signed, and nothing was dealt")
        return True

    def _dc09(self) -> bool:
        place = self._slot()
        if place is None or not place[0].day.spec.logs_dealer:
            return False
        card, slot = place
        string = card.day.spec.index // 3
        others = [d for i, d in enumerate(self.dealers[card.day.spec.room]) if i // 4 != string]
        hands = [hand for hand in self._stint(card.day, slot) if hand.start // SLOT_S == slot]
        if not others or len(hands) < 8:
            return False
        first = self.rng.randrange(1, len(hands) - 3)
        other = self.rng.choice(others).emp
        for hand in hands[first : first + self.rng.choice((1, 1, 2))]:
            hand.logged_as = other
            self._label("DC09", card.day, hand, hand.start, f"logged as {other}")
        card.touched.add(slot)
        return True

    def _dc10(self) -> bool:
        place = self._slot()
        if place is None:
            return False
        card, slot = place
        string = card.day.spec.index // 3
        dealers = self.dealers[card.day.spec.room]
        busy = {id(d) for c in self.cards for d, _ in c.rows.get(slot, ([], ""))[0] if c.day.spec.room == "rio"}
        resting = [d for i, d in enumerate(dealers) if i // 4 != string and id(d) not in busy]
        if not resting:
            return False
        dealer = self.rng.choice(resting)
        signed: dict[int, Card] = {slot: card}
        for other in self.cards:
            for at, (signatures, _) in other.rows.items():
                if other.day.spec.room == "rio" and any(one is dealer for one, _ in signatures):
                    signed[at] = other
        first = slot
        while first - 1 in signed:
            first -= 1
        run = [first]
        while run[-1] + 1 in signed:
            run.append(run[-1] + 1)
        if len(run) <= MOST_IN_A_ROW or any(at in signed[at].touched for at in run):
            return False
        self._log_in(card.day, slot, dealer)
        kind = card.rows[slot][1]
        card.rows[slot] = ([(dealer, messily(self.rng, dealer))], kind)
        for at in run:
            signed[at].touched.add(at)
        over = run[MOST_IN_A_ROW]
        self._label("DC10", signed[over].day, None, over * SLOT_S, f"{len(run)} downs in a row")
        return True

    # --- errors on the record --------------------------------------------------------------------------------

    def _hand(
        self, kinds: tuple[str, ...], fits: Callable[[FloorDay, int], bool] = lambda day, i: True
    ) -> tuple[FloorDay, int] | None:
        day = self.rng.choice([one for one in self.days if one.spec.kind in kinds] or [None])  # type: ignore[list-item]
        if day is None or len(day.hands) < 30:
            return None
        i = self.rng.randrange(8, len(day.hands) - 10)
        if (day.spec.room, day.spec.table, day.hands[i].number) in self.touched:
            return None
        near = range(i - 4, i + 5)
        if not all(day.hands[j].calm or day.hands[j].stint != day.hands[j - 1].stint for j in near):
            return None
        if any(change in {day.hands[j].number for j in near} for change in day.changes):
            return None
        return (day, i) if fits(day, i) else None

    def _first_of_stint(self, kinds: tuple[str, ...]) -> tuple[FloorDay, int] | None:
        def begins(day: FloorDay, i: int) -> bool:
            hand = day.hands[i]
            later = [other for other in day.hands[i + 1 :] if other.stint == hand.stint]
            card = next(card for card in self.cards if card.day is day)
            near = {hand.start // SLOT_S + step for step in (-1, 0, 1)} & card.touched
            return (
                day.hands[i - 1].stint != hand.stint and hand.counted and any(other.counted for other in later)
                and not near and card.table == day.spec.table
            )  # fmt: skip

        return self._hand(kinds, begins)

    def _sc02(self) -> bool:
        place = self._first_of_stint(("live", "tournament"))
        if place is None:
            return False
        day, i = place
        day.hands[i].counted = False
        self._label("SC02", day, day.hands[i], day.hands[i].start, "no count on the first hand of the down")
        return True

    def _sc03(self) -> bool:
        place = self._first_of_stint(("live", "tournament"))
        if place is None:
            return False
        day, i = place
        for hand in day.hands[i + 1 :]:
            if hand.stint == day.hands[i].stint:
                hand.counted = False
        self._label("SC03", day, day.hands[i], day.hands[i].start, "no second count in the down")
        return True

    def _serving(self, day: FloorDay, number: int) -> Shuffle:
        return next(row for row in day.shuffles if row.serves == number and row.status == "ok")

    def _sc04(self) -> bool:
        place = self._hand(("live", "tournament", "counting"))
        if place is None:
            return False
        day, i = place
        row = self._serving(day, day.hands[i].number)
        row.status, row.cards = "count", self.rng.choice(("51", "50", "53"))
        self._label("SC04", day, day.hands[i], day.hands[i].start, "dealt with a deck counted wrong")
        return True

    def _sc06(self) -> bool:
        place = self._hand(("counting",))
        if place is None:
            return False
        day, i = place
        hand, before = day.hands[i], day.hands[i - 1]
        pair = {hand.deck: before.deck, before.deck: hand.deck}
        until = next((day.hands[n].start for n in day.changes if n > hand.number), 1 << 30)
        # the round is dealt with the deck of the one before; from then on the decks have changed places
        day.shuffles.remove(self._serving(day, hand.number + 1))
        self._serving(day, hand.number).serves = -1
        for later in day.hands[i:]:
            if later.start < until:
                later.deck = pair[later.deck]
        for row in day.shuffles:
            if hand.start <= row.at < until - 60 and row.deck in pair:
                row.deck = pair[row.deck]
        self._label("SC06", day, hand, hand.start, "the same deck twice running")
        self.touched.update((day.spec.room, day.spec.table, n) for n in range(hand.number - 12, hand.number + 13))
        return True

    def _sc08(self) -> bool:
        place = self._hand(("live", "tournament", "counting"))
        if place is None:
            return False
        day, i = place
        hand = day.hands[i]
        if self.rng.random() < 0.3:
            row = self._serving(day, hand.number)
            if row.at + 9 > day.hands[i - 1].end:
                return False
            day.shuffles.append(Shuffle(row.at + 7, row.deck, "52", "ok"))
            self._label("SC08", day, hand, hand.start, "shuffled twice")
            return True
        run = self.rng.choice((1, 1, 1, 2, 3))
        for k in range(run):
            row = self._serving(day, hand.number + k)
            day.shuffles.remove(row)
        self._label("SC08", day, hand, hand.start, f"{run} hands without a shuffle")
        self._touch(day, hand.number + run)
        return True

    def _sc09(self) -> bool:
        place = self._hand(("counting",), lambda day, i: day.hands[i].end - day.hands[i].start > 60)
        if place is None:
            return False
        day, i = place
        hand = day.hands[i]
        deck = day.hands[i + 1].deck
        row = self._serving(day, hand.number + 1)
        row.at = (hand.start + hand.end) // 2 + 8
        day.shuffles.append(Shuffle((hand.start + hand.end) // 2, deck, "", "jam"))
        self._label("SC09", day, hand, hand.start, "a jam, and the round was dealt on")
        return True

    def _sc10(self) -> bool:
        place = self._hand(("by-hand",), lambda day, i: day.hands[i].counted)
        if place is None:
            return False
        day, i = place
        day.hands[i].counted = False
        last = max(j for j in range(i) if day.hands[j].counted)
        fifth = day.hands[last + 5]
        self._label("SC10", day, fifth, fifth.start, "five rounds without a count")
        self._touch(day, fifth.number + 5)
        return True

    def _quiet(self) -> tuple[FloorDay, int] | None:
        """A hand in mid-stint that is not counted, with uncounted neighbours."""
        return self._hand(
            ("live", "tournament", "counting"),
            lambda day, i: (
                len({hand.stint for hand in day.hands[i - 2 : i + 3]}) == 1
                and not any(hand.counted for hand in day.hands[i - 1 : i + 2])
            ),
        )

    def _tl01(self) -> bool:
        place = self._quiet()
        if place is None:
            return False
        day, i = place
        hand = day.hands[i]
        if hand.end - hand.start < 25 or day.hands[i - 1].start // SLOT_S != hand.start // SLOT_S:
            return False
        hand.start = day.hands[i - 1].end - self.rng.randint(2, 6)
        self._label("TL01", day, hand, hand.start, "starts before the hand before it ended")
        return True

    def _tl02(self) -> bool:
        place = self._quiet()
        if place is None:
            return False
        day, i = place
        if self.rng.random() < 0.3:
            day.hands[i].again = True
            self._label("TL02", day, day.hands[i], day.hands[i].start, "the number is there twice")
            return True
        gone = self.rng.choice((1, 1, 2))
        if len({hand.stint for hand in day.hands[i - 1 : i + gone + 2]}) > 1 or any(
            hand.counted for hand in day.hands[i : i + gone]
        ):
            return False
        self._label("TL02", day, day.hands[i + gone], day.hands[i + gone].start, f"{gone} missing before it")
        self._touch(day, day.hands[i].number)
        del day.hands[i : i + gone]
        return True

    def _tl03(self) -> bool:
        if self.rng.random() < 0.2:
            day = self.rng.choice(self.days)
            hand = day.hands[-1]
            if day.tournament or (day.spec.room, day.spec.table, hand.number) in self.touched:
                return False
            if hand.end - hand.start > 1800:
                return False
            card = next(card for card in self.cards if card.day is day)
            if -2 in card.touched:
                return False
            hand.end = hand.start + self.rng.randint(1801, 3000)
            self._label("TL03", day, hand, hand.start, "over thirty minutes")
            return True
        place = self._quiet()
        if place is None:
            return False
        day, i = place
        day.hands[i].end = day.hands[i].start + self.rng.randint(2, 9)
        self._label("TL03", day, day.hands[i], day.hands[i].start, "under ten seconds")
        return True

    # --- writing ---------------------------------------------------------------------------------------------

    def _midnight(self) -> datetime:
        return datetime(self.date.year, self.date.month, self.date.day, tzinfo=ZoneInfo(TIMEZONE))

    def _clock(self, at: int) -> str:
        noon = self._midnight().replace(hour=12).utcoffset() or timedelta()
        moment = datetime(self.date.year, self.date.month, self.date.day) + timedelta(seconds=at)
        minutes = int(noon.total_seconds()) // 60
        return f"{moment.isoformat()}{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"

    def _write(self) -> None:
        for day in self.days:
            write_lines(self.out / f"{day.spec.table}.hands.jsonl", self._log(day))
        self._write_cards()
        rows = [(at, text) for day in self.days if day.spec.kind != "by-hand" for at, text in self._shuffler(day)]
        rows.sort()
        write_lines(
            self.out / f"{self.date}.shuffler.csv",
            ["room,table,device,at,deck,cards,status", *(text for _, text in rows)],
        )
        with (self.out / "roster.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["emp", "last_name", "first_name"])
            lines.writerows(sorted(plainly(dealer) for dealer in self.all_dealers))
        write_lines(self.out / "house.toml", HOUSE.splitlines())
        self._write_labels()

    def _log(self, day: FloorDay) -> list[str]:
        spec = day.spec
        head = {"v": 1, "room": spec.room, "table": spec.table}
        lines: list[tuple[int, int, str]] = []
        for hand in day.hands:
            events = list(hand.events)
            if hand.counted:
                events.insert(hand.stub[0], f"stub {hand.stub[1]}")
            record: dict[str, object] = {**head, "hand": self._hand_id(day, hand)}
            if day.banked:
                record |= {"game": "huhe", "stakes": {"chip": 5}, "placard": f"{spec.room}-huhe"}
            elif day.tournament:
                sb, bb = blinds_of_level(hand.level)
                record |= {"game": "holdem", "betting": "nl", "stakes": {"sb": sb, "bb": bb, "chip": 25}}
                record |= {"tournament": {"event": EVENT, "level": hand.level, "left": 90}, "button": hand.button}
            else:
                record |= {"game": "holdem", "betting": "nl", "stakes": {"sb": 1, "bb": 3, "chip": 1}}
                record |= {"placard": "rio-1-3-nl", "button": hand.button}
            if spec.logs_dealer:
                record["dealer"] = hand.logged_as or hand.dealer.emp
            if spec.kind != "by-hand":
                record["deck"] = hand.deck
            record["seats"] = [
                {"seat": seat, "player": f"P{seat}", "stack": chips} for seat, chips in hand.stacks.items()
            ]
            record |= {"start": self._clock(hand.start), "end": self._clock(hand.end), "events": events}
            lines.append((hand.start, 1, json.dumps(record, separators=(",", ":"))))
            if hand.again:
                record["end"] = self._clock(hand.end - 1)
                lines.append((hand.start, 2, json.dumps(record, separators=(",", ":"))))
        for at, word, fields in day.notes:
            where = f'"room":"{spec.room}","table":"{spec.table}"'
            lines.append((at, 0, f'{{"v":1,{where},"at":"{self._clock(at)}","note":"{word}"{fields}}}'))
        return [line for _, _, line in sorted(lines, key=lambda item: item[:2])]

    def _write_cards(self) -> None:
        header = "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials"
        with (self.out / f"{self.date}.downs.csv").open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(header.split(","))
            for card in self.cards:
                event, buy_in = (EVENT, BUY_IN) if card.day.tournament else ("", "")
                head = [card.day.spec.room, event, buy_in, self.date.isoformat(), slot_text(card.start), card.table]
                for slot, (signatures, kind) in sorted(card.rows.items()):
                    for _, (emp, last, first) in signatures:
                        lines.writerow([*head, slot_text(slot), emp, last, first, kind, "", ""])
                    if not signatures:
                        lines.writerow([*head, slot_text(slot), "", "", "", "", "", ""])
                if self.rng.random() < 0.5:
                    lines.writerow([*head, slot_text(max(card.rows) + 1), "------", "", "", "", "", ""])
                if card.closed:
                    total = "" if card.total == -1 else card.downs() if card.total is None else card.total
                    lines.writerow([*head, "CLOSE", "", "", "", "", total, card.initials])

    def _shuffler(self, day: FloorDay) -> list[tuple[int, str]]:
        """The messages by the device's own clock: right, minutes or an hour off, and gaining a little."""
        rng, spec = self.rng, day.spec
        offset, gain = 0, 0
        if self.drift and rng.random() < 0.7:
            offset = rng.choice((rng.randint(-600, 600), rng.randint(-90, 90), 3600 + rng.randint(-60, 60), -3600))
            gain = rng.choice((0, 0, -2, -1, 1, 2))
        rows = []
        for row in sorted(day.shuffles, key=lambda row: row.at):
            at = row.at + offset + (row.at - spec.open_slot * SLOT_S) * gain // 3600
            device = f"{spec.room},{spec.table},SH{spec.table}"
            rows.append((at, f"{device},{self._clock(at)},{row.deck},{row.cards},{row.status}"))
        return rows

    def _write_labels(self) -> None:
        midnight = int(self._midnight().replace(hour=12).timestamp()) - 12 * 3600
        ordered = sorted(
            self.labels, key=lambda label: (label.room, label.table, label.at, label.code, label.hand or "")
        )
        at_type = LABELS.field("at").type
        table = pa.table(
            {
                "code": [label.code for label in ordered],
                "room": [label.room for label in ordered],
                "table": [label.table for label in ordered],
                "hand": pa.array([label.hand for label in ordered], pa.string()),
                "gaming_date": [self.date for _ in ordered],
                "at": pa.array([(midnight + label.at) * 1_000_000 for label in ordered], pa.int64()).cast(at_type),
                "event": pa.nulls(len(ordered), pa.int32()),
                "seat": pa.nulls(len(ordered), pa.int8()),
                "amount_cents": pa.array([0 for _ in ordered], pa.int64()),
                "note": [label.note for label in ordered],
            },
            schema=LABELS,
        )  # fmt: skip
        pq.write_table(table, self.out / "labels.parquet", compression="zstd", write_page_checksum=True)
