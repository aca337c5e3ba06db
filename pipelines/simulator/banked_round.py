"""One round of Heads-Up Hold'em: wagers, cards, raises and folds, and what each wager is due.

Money is in cents. A round is played right; what goes wrong is done to it afterwards (``banked_errors.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pipelines.simulator import banked_tables as tables
from pipelines.simulator.banked_tables import Terms
from pipelines.simulator.cards import HIGH_CARD, PAIR, START_WORTH, STRAIGHT, TEXT, category, draw, score

BEFORE_FLOP, ON_FLOP, AT_RIVER, FOLDS = "preflop", "flop", "river", "fold"
TIMES: Final = {BEFORE_FLOP: 3, ON_FLOP: 2, AT_RIVER: 1}
PAY, TAKE, PUSH = "pay", "take", "push"
FACE_UP_EARLY, FACE_UP_LATE, EXPOSED, THIRD_CARD, MISCOUNT = "face-up", "face-up-late", "exposed", "number", "count"
JAM: Final = "jam"
UNSEEN: Final = 0.3  # hands that are not seen before they are tabled
READ_METER: Final = 0.2  # rounds in which the meter is read although nobody is paid from it


def cash(cents: int) -> str:
    """An amount as the log writes it."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


def cards_text(cards: Sequence[int]) -> str:
    """Cards as the log writes them."""
    return "".join(TEXT[card] for card in cards)


@dataclass
class Settled:
    """What is done with one wager: a word of the log, and how many cents. The envy bonus is paid by itself."""

    seat: int
    kind: str
    word: str
    cents: int
    reads_meter: bool = False  # the meter is read before it

    def text(self) -> str:
        if self.kind == "envy":
            return f"envy s{self.seat} {cash(self.cents)}"
        return f"s{self.seat} {self.word} {self.kind} {cash(self.cents)}"


@dataclass
class Round:
    """A round as it was played. ``void`` says why it was void; empty where it was played out."""

    terms: Terms
    seats: tuple[int, ...]
    wagers: dict[tuple[int, str], int]
    hole: dict[int, list[int]]
    dealer: list[int]
    board: list[int]
    raised: dict[int, str]
    meter: int
    void: str = ""
    hidden: set[int] = field(default_factory=set)  # seats whose cards are seen only when they are tabled
    settled: list[Settled] = field(default_factory=list)
    burns: tuple[int, int] = (1, 1)
    boxed: int = 0  # cards found face up in the deal
    extra_card: int = 0  # a seat that got a card too many
    counted: int | None = None  # how far the count of the stub is off; None: it was not counted
    late: list[str] = field(default_factory=list)  # events behind the deal, out of their place
    resets_to: int | None = None  # the meter after it was paid out

    def value(self, seat: int) -> int:
        return score([*self.hole[seat], *self.board])

    @property
    def dealer_value(self) -> int:
        return score([*self.dealer, *self.board])

    @property
    def dealer_qualifies(self) -> bool:
        return category(self.dealer_value) >= PAIR

    def outcome(self, seat: int) -> int:
        """1 the seat's hand is higher than the dealer's, 0 equal, -1 lower."""
        mine, theirs = self.value(seat), self.dealer_value
        return (mine > theirs) - (mine < theirs)

    def find(self, seat: int, kind: str) -> Settled | None:
        """What is done with a wager."""
        return next((one for one in self.settled if (one.seat, one.kind) == (seat, kind)), None)

    def moved(self) -> dict[int, int]:
        """What each seat won or lost. The chip of the progressive is gone unless it was pushed."""
        moved = dict.fromkeys(self.seats, 0)
        for (seat, kind), cents in self.wagers.items():
            moved[seat] -= cents if kind == "progressive" else 0
        for one in self.settled:
            if one.word == PAY:
                moved[one.seat] += one.cents
            elif one.kind == "progressive":
                moved[one.seat] += one.cents if one.word == PUSH else 0
            elif one.word == TAKE:
                moved[one.seat] -= one.cents
        return moved

    def bonus(self, seat: int, kind: str) -> Settled:
        """Pocket bonus and trips plus, by the cards alone."""
        stake = self.wagers[seat, kind]
        if kind == "pocket":
            line = tables.pocket_line(self.hole[seat])
            percent = tables.POCKET[self.terms.pocket].get(line, 0)
        else:
            percent = tables.TRIPS_PLUS[self.terms.trips].get(tables.made([*self.hole[seat], *self.board]), 0)
        return Settled(seat, kind, PAY, stake * percent // 100) if percent else Settled(seat, kind, TAKE, stake)

    def odds(self, seat: int, outcome: int) -> Settled:
        """The odds wager of a seat that raised, with an outcome of the hands."""
        stake, kind = self.wagers[seat, "odds"], tables.made([*self.hole[seat], *self.board])
        if outcome == 0:
            return Settled(seat, "odds", PUSH, stake)
        if outcome > 0:
            percent = tables.ODDS[self.terms.odds].get(kind, 0)
            return Settled(seat, "odds", PAY, stake * percent // 100) if percent else Settled(seat, "odds", PUSH, stake)
        if kind >= STRAIGHT:
            percent = tables.BAD_BEAT[self.terms.bad_beat][kind]
            return Settled(seat, "odds", PAY, stake * percent // 100)
        return Settled(seat, "odds", TAKE, stake)

    def even(self, seat: int, kind: str, outcome: int, qualifies: bool) -> Settled:
        """Ante or raise of a seat that raised."""
        stake = self.wagers[seat, kind]
        if kind == "ante" and not qualifies:
            return Settled(seat, kind, PUSH, stake)
        return Settled(seat, kind, (PUSH, PAY, TAKE)[outcome], stake)


class Dealing:
    """Deals rounds at one table."""

    def __init__(self, rng: Random, terms: Terms) -> None:
        self.rng, self.terms = rng, terms
        self.table = tables.JACKPOTS.get(terms.progressive, tables.NO_JACKPOT)
        self.meter = 100 * self.table.reset + 100 * rng.randint(0, 4000)

    def play(self, seats: Sequence[int], void: str = "", lay: str = "", ante: int = 0) -> Round:
        """A round of some seats. ``lay`` puts a hand into the deck: "royal", "flopped", "straight flush"; ``ante`` in
        dollars is what the first seat wagers."""
        wagers = self._wagers(seats, ante)
        need = 2 * len(seats) + 7
        deck = self._laid(lay, need) if lay else draw(self.rng, need)
        hole = {seat: deck[2 * i : 2 * i + 2] for i, seat in enumerate(seats)}
        dealer, board = deck[2 * len(seats) : 2 * len(seats) + 2], deck[2 * len(seats) + 2 :]
        made = Round(self.terms, tuple(seats), wagers, hole, dealer, board, {}, self.meter, void)
        if not self.terms.by_hand:
            made.burns = (0, 0)
        made.raised = {seat: self._decides(made, seat) for seat in seats}
        if void == EXPOSED and set(made.raised.values()) == {BEFORE_FLOP}:
            made.raised[seats[0]] = FOLDS  # somebody has still to act
        for seat in seats:
            times = TIMES.get(made.raised[seat], 0)
            stops = void and (void != EXPOSED or made.raised[seat] != BEFORE_FLOP) and void != MISCOUNT
            if times and not stops:
                wagers[seat, "raise"] = times * wagers[seat, "ante"]
            if self.rng.random() < UNSEEN:
                made.hidden.add(seat)
        made.boxed = int(not void and self.rng.random() < 0.01)
        self._settle(made)
        return made

    def _wagers(self, seats: Sequence[int], ante: int) -> dict[tuple[int, str], int]:
        rng, wagers = self.rng, {}
        for place, seat in enumerate(seats):
            stake = 100 * self.terms.ante * rng.choice((1, 1, 1, 2, 3, 5))
            if ante and place == 0:
                stake = 100 * ante
            wagers[seat, "ante"] = wagers[seat, "odds"] = stake
            for kind, chance in (("pocket", 0.4), ("trips", 0.4)):
                if getattr(self.terms, kind) and rng.random() < chance:
                    wagers[seat, kind] = 100 * rng.choice((5, 5, 10))
            if self.terms.progressive and rng.random() < 0.5:
                wagers[seat, "progressive"] = 100 * rng.choice((1, 1, 1, 2))
        return wagers

    def _laid(self, lay: str, need: int) -> list[int]:
        """A deck whose first seat has a hand that seldom comes."""
        rng = self.rng
        suit = rng.randrange(4)
        top = 12 if lay != "straight flush" else rng.randrange(4, 12)
        hand = [4 * rank + suit for rank in range(top, top - 5, -1)]
        rng.shuffle(hand)
        rest = [card for card in draw(rng, 52) if card not in hand]
        flop = hand[2:] if lay != "royal" else [hand[2], hand[3], rest.pop()]
        later = [rest.pop(), rest.pop()] if lay != "royal" else [hand[4], rest.pop()]
        others = [rest.pop() for _ in range(need - 7)]
        return [*hand[:2], *others, *flop, *later]

    def _decides(self, made: Round, seat: int) -> str:
        """When a seat raises, as people do who have not read a book about it."""
        rng, hole = self.rng, made.hole[seat]
        if START_WORTH[hole[0]][hole[1]] > 0.6 + 0.2 * rng.random():
            return BEFORE_FLOP
        if category(score([*hole, *made.board[:3]])) > HIGH_CARD and rng.random() < 0.9:
            return ON_FLOP
        kind = tables.made([*hole, *made.board])
        if kind > HIGH_CARD or rng.random() < 0.25:
            return AT_RIVER
        return FOLDS

    def _settle(self, made: Round) -> None:
        """What each wager is due, in the order in which it is done: folds first, then from the dealer's right."""
        if made.void:
            self._settle_void(made)
            return
        folded = [seat for seat in made.seats if made.raised[seat] == FOLDS]
        made.settled = [
            Settled(seat, kind, TAKE, made.wagers[seat, kind]) for seat in folded for kind in ("ante", "odds")
        ]
        paid_out = False
        for seat in sorted(made.seats, reverse=True):
            if seat not in folded:
                won = made.outcome(seat)
                made.settled += [
                    made.even(seat, "ante", won, made.dealer_qualifies),
                    made.odds(seat, won),
                    made.even(seat, "raise", won, made.dealer_qualifies),
                ]
            made.settled += [made.bonus(seat, kind) for kind in ("pocket", "trips") if (seat, kind) in made.wagers]
            paid_out |= self._settle_jackpot(made, seat)
        self._settle_envy(made)
        self._apply_limit(made)
        for (_, kind), cents in made.wagers.items():
            if kind == "progressive":
                self.meter += cents * 6 // 10
        made.resets_to = self.meter if paid_out and self.rng.random() < 0.5 else None

    def _settle_jackpot(self, made: Round, seat: int) -> bool:
        """The progressive of a seat; True where the whole meter was paid."""
        stake = made.wagers.get((seat, "progressive"), 0)
        if not stake:
            return False
        share, dollars = tables.jackpot(self.table, made.hole[seat], made.board)
        if not (share or dollars):
            if self.rng.random() < 0.5:  # the dealer has the chip since before the deal; some logs say so here
                made.settled.append(Settled(seat, "progressive", TAKE, stake))
            return False
        if made.raised[seat] == FOLDS:
            return False
        cents = self.meter * share // 100 if share else 100 * dollars
        made.settled.append(Settled(seat, "progressive", PAY, cents, reads_meter=bool(share)))
        made.meter = self.meter
        if share == 100:
            self.meter = 100 * self.table.reset
        return share == 100

    def _settle_envy(self, made: Round) -> None:
        if not self.table.envy:
            return
        holders = [
            seat for seat in made.seats if made.raised[seat] != FOLDS and tables.is_envied(made.hole[seat], made.board)
        ]
        for seat in made.seats:
            stake = made.wagers.get((seat, "progressive"), 0)
            others = len([holder for holder in holders if holder != seat])
            if stake and others:
                made.settled.append(Settled(seat, "envy", PAY, stake * self.table.envy * others))

    def _apply_limit(self, made: Round) -> None:
        """The ceiling on one hand cuts the odds wager, which is the largest."""
        for seat in made.seats:
            bound = [one for one in made.settled if one.seat == seat and one.word == PAY]
            bound = [one for one in bound if one.kind not in ("progressive", "envy")]
            over = sum(one.cents for one in bound) - 100 * self.terms.limit
            if over > 0:
                max(bound, key=lambda one: one.cents).cents -= over

    def _settle_void(self, made: Round) -> None:
        """Wagers of a void round go back, but for bonus wagers that are settled all the same."""
        settles = {FACE_UP_LATE: ("pocket",), EXPOSED: ("pocket", "trips")}.get(made.void, ())
        for (seat, kind), cents in made.wagers.items():
            if kind in settles:
                made.settled.append(made.bonus(seat, kind))
            else:
                made.settled.append(Settled(seat, kind, PUSH, cents))


def written(rng: Random, made: Round) -> tuple[list[str], int | None]:
    """The events of a round, and where its stub was counted."""
    events = [f"s{seat} wager {kind} {cash(cents)}" for (seat, kind), cents in made.wagers.items() if kind != "raise"]
    unseen = {seat for seat in made.hidden if not made.void}
    for place, seat in enumerate(made.seats):
        one_more = made.extra_card == seat or (made.void == THIRD_CARD and place == 0)
        extra = cards_text(_spare(made)[:1]) if one_more else ""
        events.append(f"deal s{seat} {'????' if seat in unseen else cards_text(made.hole[seat])}{extra}")
        if made.void == FACE_UP_EARLY and place == 0:
            events += [f"boxed {TEXT[card]}" for card in _spare(made)[:2]]
            return [*events, "void face-up", *_settlements(rng, made)], None
    events += [f"boxed {TEXT[card]}" for card in _spare(made)[1 : 1 + made.boxed]]
    events.append(f"deal dealer {cards_text(made.dealer)}")
    if made.void in (THIRD_CARD, JAM):
        why = "jam" if made.void == JAM else "wrong-number"
        return [*events, f"void {why}", *_settlements(rng, made)], None
    if made.void == FACE_UP_LATE:
        events += [*["burn"] * made.burns[0], *(f"boxed {TEXT[card]}" for card in _spare(made)[:2]), "void face-up"]
        return [*events, *_settlements(rng, made)], None
    events += made.late
    events += _choices(made, BEFORE_FLOP)
    if made.void == EXPOSED:
        events += [f"expose dealer {TEXT[made.dealer[0]]}", "void exposed"]
    events += [*["burn"] * made.burns[0], f"board {cards_text(made.board[:3])}"]
    events += [] if made.void == EXPOSED else _choices(made, ON_FLOP)
    events += [*["burn"] * made.burns[1], f"board {cards_text(made.board[3:])}"]
    counted_at = None
    if made.counted is not None:
        counted_at = len(events)
        out = 2 * len(made.seats) + 7 + sum(made.burns) + made.boxed + (made.extra_card > 0)
        events.append(f"stub {tables.DECK_CARDS - out + made.counted}")
    if made.void == EXPOSED:
        return [*events, *_settlements(rng, made)], counted_at
    events += _choices(made, AT_RIVER)
    if made.void == MISCOUNT:
        events.append("void count")
    return [*events, *_settlements(rng, made)], counted_at


def _spare(made: Round) -> list[int]:
    """Cards that nobody has."""
    out = {*made.dealer, *made.board, *(card for hole in made.hole.values() for card in hole)}
    return [card for card in range(tables.DECK_CARDS) if card not in out]


def _choices(made: Round, street: str) -> list[str]:
    """What the seats do that have not raised yet."""
    said = []
    streets = (BEFORE_FLOP, ON_FLOP, AT_RIVER)
    for seat in made.seats:
        when = made.raised[seat]
        if when in streets and streets.index(when) < streets.index(street):
            continue
        cents = made.wagers.get((seat, "raise"))
        if when == street and cents:
            said.append(f"s{seat} wager raise {cash(cents)}")
        elif street != AT_RIVER:
            said.append(f"s{seat} check")
        elif when == FOLDS:
            said.append(f"s{seat} fold")
            said += [one.text() for one in made.settled if one.seat == seat and _at_fold(made, one)]
    return said


def _at_fold(made: Round, one: Settled) -> bool:
    """Ante and odds of a seat that folds are settled on the spot."""
    return not made.void and made.raised[one.seat] == FOLDS and one.kind in ("ante", "odds")


def _settlements(rng: Random, made: Round) -> list[str]:
    """What is done with the wagers, with the hands that are tabled for it."""
    said: list[str] = []
    tabled: set[int] = set()
    wagered = any(kind == "progressive" for _, kind in made.wagers)
    unread = wagered and not made.void and not any(one.reads_meter for one in made.settled)
    if unread and rng.random() < READ_METER:
        said.append(f"meter {cash(made.meter)}")
    for one in made.settled:
        if _at_fold(made, one):
            continue
        if one.seat in made.hidden and one.seat not in tabled and not made.void:
            said.append(f"s{one.seat} show {cards_text(made.hole[one.seat])}")
            tabled.add(one.seat)
        if one.reads_meter:
            said.append(f"meter {cash(made.meter)}")
        said.append(one.text())
    if made.resets_to is not None:
        said.append(f"meter {cash(made.resets_to)}")
    return said
