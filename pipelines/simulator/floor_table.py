"""A table as the floor sees it: downs and pushes, levels and breaks, two decks and a shuffler, hand after hand.

The hands are short and right; what matters is when they were dealt, by whom, with which deck, and what was counted.
Times are whole seconds after local midnight; errors are made afterwards, on the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Final

from pipelines.simulator.banked_round import JAM, Dealing, written
from pipelines.simulator.banked_tables import Terms
from pipelines.simulator.cards import DECK_SETS
from pipelines.simulator.cards_of_dealers import SLOT_S, Dealer, dealer_in_box
from pipelines.simulator.tournament import LEVELS

LEVEL_S: Final = 2400
LEVELS_TO_BREAK: Final = 3
BREAK_S: Final = 900
QUIET_S: Final = 120  # no push so long before a level or a break
DECK_HOURS_S: Final = 3 * 3600 + 2400  # house-banked decks are changed well within four hours
_BLINDS: Final = tuple((sb, bb) for sb, bb, _ in LEVELS[:14])
BANKED_TERMS: Final = Terms(5, "A", "B", "A", "C", "", 50_000, by_hand=True)  # what the house-banked placards say
_RANKS, _SUITS = "23456789TJQKA", "shdc"


@dataclass(frozen=True)
class FloorSpec:
    """What one table is asked to do on one day."""

    room: str
    table: str
    kind: str  # "live", "tournament", "counting" (house-banked, the shuffler counts) or "by-hand" (nobody does)
    index: int  # its place in the rotation of the room
    open_slot: int
    close_slot: int
    logs_dealer: bool
    notes_pushes: bool
    reliefs: Mapping[int, tuple[int, Dealer]] = field(default_factory=dict)  # slot: second in it, and who takes over
    dark: range = range(0)  # slots in which the table stood empty
    keeps_old_decks: bool = False  # SC05
    bad_pushes: int = 0  # DC08
    clock: str = ""  # TL06: which clock of the record is off, a word of ``floor_clocks``
    seed: str = ""


@dataclass
class FloorHand:
    """One hand. ``stint`` counts the dealer's time in the box; ``stub`` is where the count goes and what it must be."""

    number: int
    start: int
    end: int
    dealer: Dealer
    stint: int
    deck: str
    button: int
    stacks: dict[int, float]
    events: list[str]
    stub: tuple[int, int]
    counted: bool = False
    miscounted_by: int = 0
    void: bool = False
    level: int = 0
    logged_as: str | None = None
    again: bool = False  # written twice, with another end
    calm: bool = True  # nothing odd happened at its beginning


@dataclass
class Shuffle:
    """One message of the shuffler, by the table's clock; ``serves`` is the hand it was for."""

    at: int
    deck: str
    cards: str
    status: str
    serves: int = -1


@dataclass
class FloorDay:
    """The record of one table and day: what happened, before anybody wrote it down."""

    spec: FloorSpec
    hands: list[FloorHand] = field(default_factory=list)
    notes: list[tuple[int, str, str]] = field(default_factory=list)  # when, word, further fields
    shuffles: list[Shuffle] = field(default_factory=list)
    bad_pushes: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)  # numbers of the hands before which decks were changed
    relieved: dict[int, Dealer] = field(default_factory=dict)  # slots that a second dealer finished

    @property
    def banked(self) -> bool:
        return self.spec.kind in ("counting", "by-hand")

    @property
    def tournament(self) -> bool:
        return self.spec.kind == "tournament"


class _Player:
    """Plays one table through its day."""

    def __init__(self, spec: FloorSpec, dealers: list[Dealer]) -> None:
        self.spec, self.dealers = spec, dealers
        self.rng = Random(spec.seed)
        self.day = FloorDay(spec)
        self.seats = sorted(self.rng.sample(range(1, 10), self.rng.choice((6, 7, 8, 9))))
        if self.day.banked:
            self.seats = sorted(self.rng.sample(range(1, 7), self.rng.choice((1, 2, 3, 4))))
        self.stacks: dict[int, float] = dict.fromkeys(
            self.seats, 200_000 if self.day.tournament else 20_000 if self.day.banked else 3_000
        )
        self.button = self.rng.choice(self.seats)
        self.rounds = Random(f"{spec.seed}/rounds")
        self.dealing = Dealing(self.rounds, BANKED_TERMS)
        self.decks = list(DECK_SETS[0])
        self.opens, self.closes = spec.open_slot * SLOT_S, spec.close_slot * SLOT_S - self.rng.randint(120, 900)
        self.clock: list[tuple[int, str, str]] = []  # what the tournament clock does: when, word, fields
        self.closed: list[tuple[int, int]] = []  # when no push is allowed
        self.breaks: list[tuple[int, int]] = []
        self.levels: list[tuple[int, int]] = []
        if self.day.tournament:
            self._set_the_clock()
        self.forced = self._bad_pushes()
        self.decks_since = self.opens
        # who is in the box, since when, and until when
        self.slot = spec.open_slot
        self.dealer = dealer_in_box(dealers, spec.index, self.slot)
        self.stint = self.in_stint = self.target = self.since_count = 0
        self.count_at: set[int] = set()
        self.jammed = False

    def _set_the_clock(self) -> None:
        rng = self.rng
        at, level = self.opens, 1
        while at < self.closes:
            sb, bb = _BLINDS[min(level, len(_BLINDS)) - 1]
            self.clock.append((at, "level", f',"level":{level},"sb":{sb},"bb":{bb}'))
            self.levels.append((at, level))
            if at > self.opens:
                self.closed.append((at - QUIET_S, at))
            at += LEVEL_S
            if level % LEVELS_TO_BREAK == 0 and at + BREAK_S < self.closes:
                self.clock += [(at, "break", ""), (at + BREAK_S, "resume", "")]
                self.breaks.append((at, at + BREAK_S))
                self.closed.append((at - QUIET_S, at))
                if rng.random() < 0.6:
                    self._closes("colour-up", at + 60, at + rng.randint(200, 600))
                at += BREAK_S
            level += 1
        if rng.random() < 0.7 and self.closes - self.opens > 3 * 3600:
            begins = rng.randint(self.opens + 3600, self.closes - 3600)
            # The bubble can take most of a down; nobody is pushed until it has burst.
            ends = begins + rng.choice((rng.randint(240, 480), rng.randint(900, 1200)))
            if not any(begin - 900 < ends and begins < end + 900 for begin, end in self.breaks):
                self._closes("hand-for-hand", begins, ends)

    def _closes(self, word: str, begins: int, ends: int) -> None:
        self.clock += [(begins, word, ',"on":true'), (ends, word, ',"on":false')]
        self.closed.append((begins, ends))

    def _bad_pushes(self) -> dict[int, int]:
        """DC08: slots whose push is made to fall into a closed time near their turn."""
        places = [
            (slot, self.rng.randint(max(begins + 5, slot * SLOT_S - 300), ends - 10))
            for slot in range(self.spec.open_slot + 1, self.spec.close_slot)
            for begins, ends in self.closed
            if slot * SLOT_S - 280 < ends - 15 and begins + 10 < slot * SLOT_S + 600
            and not any(b - 30 <= begins <= e + 30 for b, e in self.breaks)
            and ends - 10 > max(begins + 5, slot * SLOT_S - 300)
        ]  # fmt: skip
        chosen: dict[int, int] = {}
        for slot, at in self.rng.sample(places, len(places)):
            apart = not {slot - 1, slot, slot + 1} & set(chosen)
            if len(chosen) < self.spec.bad_pushes and apart and at < self.closes - 900:
                chosen[slot] = at
        return chosen

    # --- the day ---------------------------------------------------------------------------------------------

    def run(self) -> FloorDay:
        rng, spec, day = self.rng, self.spec, self.day
        day.notes.append((self.opens + 1, "push", f',"dealer":"{self.dealer.emp}"'))
        t = self.opens + rng.randint(15, 40)
        self.count_at = {0, rng.randint(1, 6)}
        self.target = self._target(self.slot + 1)
        day.shuffles.append(Shuffle(self.opens - 40, self.decks[0], "52", "ok", 0))
        while True:
            for begins, ends in self.breaks:
                if begins <= t < ends:
                    t = ends + rng.randint(5, 60)
            pushed = self._taken_over(t)
            if pushed:
                t = pushed + rng.randint(12, 30)
            if t >= self.closes:
                break
            t = self._next_hand(t, pushed > 0)
        self._count_again()
        dealt = {(hand.start // SLOT_S, hand.dealer) for hand in day.hands}
        day.relieved = {slot: helper for slot, helper in day.relieved.items() if (slot, helper) in dealt}
        if day.tournament:
            day.notes.append((max(self.closes, day.hands[-1].end) + 30, "bagging", ',"on":true'))
        day.notes += [note for note in self.clock if note[0] <= day.hands[-1].end + 20]
        if not spec.notes_pushes:
            day.notes = [note for note in day.notes if note[1] != "push"]
        day.notes.sort(key=lambda note: note[0])
        return day

    def _taken_over(self, t: int) -> int:
        """When another dealer takes the box in a gap that is there from ``t`` on; 0 if nobody does."""
        spec, slot = self.spec, self.slot
        when: int | None
        if slot < spec.dark.start and t >= spec.dark.start * SLOT_S - 90:  # nobody plays: it opens again later
            when = spec.dark.stop * SLOT_S + self.rng.randint(30, 120) - 15
            self._pushes_into(spec.dark.stop)
        elif (slot + 1) * SLOT_S < self.closes and t >= self.target and slot + 1 not in spec.dark:
            when = self._push_time(t, slot + 1)
            if when is not None:
                self._pushes_into(slot + 1)
        else:
            when = self._relief_time(t, slot, self.in_stint)
            if when is not None:
                self.dealer = self.day.relieved[slot] = spec.reliefs[slot][1]
        if when is None:
            return 0
        self.stint += 1
        self.in_stint = 0
        self.count_at = {0, self.rng.randint(1, 6)}
        self.day.notes.append((when, "push", f',"dealer":"{self.dealer.emp}"'))
        return when

    def _pushes_into(self, slot: int) -> None:
        self.slot = slot
        self.dealer = dealer_in_box(self.dealers, self.spec.index, slot)
        self.target = self._target(slot + 1)

    def _next_hand(self, t: int, pushed: bool) -> int:
        """Deals a hand from ``t`` on, with new decks before it where that is due; returns when the next may begin."""
        rng, spec, day, number = self.rng, self.spec, self.day, len(self.day.hands)
        changed = self._mind_the_decks(number, t) if number else 0
        t = changed or t
        seconds = self._seconds(t, self.target if (self.slot + 1) in self.forced else None)
        counted = self.in_stint in self.count_at
        if spec.kind == "by-hand":
            self.since_count += 1
            counted = self.since_count >= 3 + (number % 2)
            self.since_count = 0 if counted else self.since_count
        jams = day.banked and spec.kind == "counting" and not self.jammed and number > 3 and rng.random() < 0.004
        jams = jams and seconds > 40 and not pushed and not changed
        hand = self._hand(number, t, seconds, counted and not jams, jams)
        hand.calm = not (pushed or changed or self.jammed or jams)
        day.hands.append(hand)
        self.jammed = jams
        self._shuffle(number, hand, jams)
        self.in_stint += 1
        return hand.end + rng.randint(5, 14)

    def _count_again(self) -> None:
        """A down that ended early: the dealer counted on the second hand already."""
        for hand, later in pairwise(self.day.hands):
            first = hand.number == 0 or self.day.hands[hand.number - 1].stint != hand.stint
            rest = [other for other in self.day.hands if other.stint == hand.stint and other.number > hand.number]
            if first and later.stint == hand.stint and not self.day.banked and not any(o.counted for o in rest):
                later.counted = True

    def _target(self, slot: int) -> int:
        """When the push into a slot is made, by intent: mostly on time, sometimes minutes late, seldom early."""
        if slot in self.forced:
            return self.forced[slot]
        draw = self.rng.random()
        if draw < 0.1:
            return slot * SLOT_S - self.rng.randint(5, 90)
        late = self.rng.randint(0, 90) if draw < 0.65 else self.rng.randint(90, 420 if draw < 0.95 else 840)
        return slot * SLOT_S + late

    def _relief_time(self, t: int, slot: int, in_stint: int) -> int | None:
        """When another dealer finishes the slot: once its own has dealt, well before it ends, and if none did yet."""
        if slot not in self.spec.reliefs or slot in self.day.relieved or {slot, slot + 1} & set(self.forced):
            return None
        after = t - slot * SLOT_S
        closed = any(begins - 40 <= t < ends for begins, ends in self.closed)
        return t + 1 if not closed and in_stint >= 2 and self.spec.reliefs[slot][0] <= after < SLOT_S - 400 else None

    def _push_time(self, t: int, slot: int) -> int | None:
        """When the dealer is pushed in a gap that is there from ``t`` on; None where the push has to wait."""
        if slot in self.forced:
            if any(begins <= t < ends for begins, ends in self.closed):
                self.day.bad_pushes.append(t)
            return t
        if any(begins - 40 <= t < ends for begins, ends in self.closed):
            return None
        return t + 1

    def _seconds(self, t: int, must_end: int | None) -> int:
        rng = self.rng
        seconds = (
            rng.randint(45, 95)
            if self.day.banked
            else rng.choice((rng.randint(22, 45), rng.randint(40, 90), rng.randint(70, 170)))
        )
        if not self.day.banked and rng.random() < 0.01:
            seconds = rng.randint(200, 300)
        if must_end is not None and t < must_end < t + seconds + 40:
            return max(11, must_end - t - 1)  # the gap begins when the push is to be made
        return seconds

    # --- hands -----------------------------------------------------------------------------------------------

    def _hand(self, number: int, t: int, seconds: int, counted: bool, void: bool) -> FloorHand:
        deck, stacks = self.decks[number % 2], dict(self.stacks)
        events, stub = self._round(void) if self.day.banked else self._pot(t)
        hand = FloorHand(
            number, t, t + seconds, self.dealer, self.stint, deck, self.button, stacks, events, stub, counted,
            void=void,
        )  # fmt: skip
        if self.day.tournament:
            hand.level = self._level(t)
        if not self.day.banked:
            self.button = self._after(self.button)
        return hand

    def _after(self, seat: int) -> int:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _level(self, t: int) -> int:
        return max(level for at, level in self.levels if at <= t)

    def blinds(self, t: int) -> tuple[int, int]:
        return _BLINDS[min(self._level(t), len(_BLINDS)) - 1] if self.day.tournament else (1, 3)

    def _pot(self, t: int) -> tuple[list[str], tuple[int, int]]:
        """A pot of hold'em: a walk, a raise that takes it, or a flop and a bet that does."""
        small, big = self.blinds(t)
        sb = self._after(self.button)
        bb = self._after(sb)
        order = [bb]
        while order[-1] != sb:
            order.append(self._after(order[-1]))
        order = order[1:] + [bb]  # who acts, from under the gun on
        dealt = [sb, bb, *[seat for seat in order if seat not in (sb, bb)]]
        events = [f"s{sb} post sb {small}", f"s{bb} post bb {big}", *(f"deal s{seat} ????" for seat in dealt)]
        stub = (len(events), 52 - 2 * len(dealt))
        first, rest = order[0], order[1:-1]
        kind = self.rng.randrange(3)
        if kind == 0:
            events += [f"s{seat} fold" for seat in order[:-1]]
            events += [f"return s{bb} {big - small}", f"award main s{bb} {2 * small}"]
            self._pay({sb: -small, bb: small})
            return events, stub
        events += [f"s{first} raise {3 * big}", *(f"s{seat} fold" for seat in rest)]
        if kind == 1:
            events += [f"s{bb} fold", f"return s{first} {2 * big}", f"award main s{first} {small + 2 * big}"]
            self._pay({sb: -small, bb: -big, first: small + big})
            return events, stub
        cards = self.rng.sample([rank + suit for rank in _RANKS for suit in _SUITS], 3)
        pot = 6 * big + small
        rake = 0 if self.day.tournament else min(pot // 10, 5 if len(dealt) > 6 else 4)
        events += [f"s{bb} call {2 * big}", "burn", f"board {''.join(cards)}", *([f"rake {rake}"] if rake else [])]
        stub = (len(events), stub[1] - 4)
        bet = 4 * big
        events += [f"s{bb} check", f"s{first} bet {bet}", f"s{bb} fold", f"return s{first} {bet}"]
        events.append(f"award main s{first} {pot - rake}")
        self._pay({sb: -small, bb: -3 * big, first: pot - rake - 3 * big})
        return events, stub

    def _pay(self, moved: dict[int, int]) -> None:
        for seat, chips in moved.items():
            self.stacks[seat] += chips

    def _round(self, void: bool) -> tuple[list[str], tuple[int, int]]:
        """A round of a house-banked table as it is played, or void by a jam."""
        made = self.dealing.play(self.seats, JAM if void else "")
        made.counted = None if void else 0
        events, counted_at = written(self.rounds, made)
        for seat, cents in made.moved().items():
            self.stacks[seat] += cents / 100 if cents % 100 else cents // 100
        if counted_at is None:
            return events, (len(events), 0)
        due = int(events.pop(counted_at).split()[1])
        return events, (counted_at, due)

    # --- decks -----------------------------------------------------------------------------------------------

    def _mind_the_decks(self, number: int, t: int) -> int:
        """Now and then a new set-up comes in before the hand; returns when that hand begins, or 0."""
        day, rng = self.day, self.rng
        old = day.banked and t - self.decks_since > DECK_HOURS_S and not self.spec.keeps_old_decks
        asked = not day.banked and rng.random() < 0.003
        if not (old or asked) or day.hands[-1].void:
            return 0
        end = day.hands[-1].end
        day.shuffles += [Shuffle(end + 3, deck, "52", "removed") for deck in self.decks]
        self.decks = list(DECK_SETS[1] if self.decks[0] in DECK_SETS[0] else DECK_SETS[0])
        deck = self.decks[number % 2]
        day.notes.append((end + 8, "deck-change", f',"deck":"{deck}"'))
        day.shuffles.append(Shuffle(end + 30, deck, "52", "ok", number))
        day.changes.append(number)
        self.decks_since = t
        return max(t, end + 45 + rng.randint(0, 20))

    def _shuffle(self, number: int, hand: FloorHand, jams: bool) -> None:
        """While the hand is dealt the shuffler gets the other deck ready."""
        day, rng = self.day, self.rng
        deck = self.decks[(number + 1) % 2]
        at = hand.start + int((hand.end - hand.start) * (0.35 + 0.4 * rng.random()))
        if jams:
            day.shuffles.append(Shuffle((hand.start + hand.end) // 2, deck, "", "jam"))
            at = hand.end + 2
        elif not day.banked and rng.random() < 0.002:
            day.shuffles.append(Shuffle(at - 3, deck, "", "jam"))
            hand.calm = False
            at += 6
        elif not day.banked and hand.end - hand.start > 60 and rng.random() < 0.002:
            # a wrong count, and the deck leaves the table for another of its colour
            day.shuffles += [Shuffle(at - 20, deck, "51", "count"), Shuffle(at - 12, deck, "51", "removed")]
            hand.calm = False
        day.shuffles.append(Shuffle(at, deck, "52", "ok", number + 1))


def play_floor_table(spec: FloorSpec, dealers: list[Dealer]) -> FloorDay:
    """The record of one table and day, with nothing wrong in it but what the spec asks for."""
    return _Player(spec, dealers).run()


def blinds_of_level(level: int) -> tuple[int, int]:
    """Small and big blind."""
    return _BLINDS[min(level, len(_BLINDS)) - 1]
