"""One table of Heads-Up Hold'em for one day: rounds, notes, two decks that alternate, and the errors that were wanted.

Times are whole seconds after local midnight, money is in cents. Everything follows from the table's own seed.
"""

from datetime import timedelta
from random import Random
from typing import Final, TextIO

from pipelines.simulator import banked_round as rounds
from pipelines.simulator.banked_errors import CODES, IN_THE_ROUND, VOIDS, Done, Errors, asked
from pipelines.simulator.banked_placards import KIND
from pipelines.simulator.banked_round import Dealing, Round, cash, written
from pipelines.simulator.banked_tables import DECK_CARDS, SEATS_MOST
from pipelines.simulator.cards import DECK_SETS
from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.placards import ROOM
from pipelines.simulator.table_day import TableDay, TableSpec
from pipelines.simulator.wrongs import Label, can_occur

BETWEEN_ERRORS: Final = 3
DECKS_S: Final = 3 * 3600 + 1800  # decks are changed well within four hours
VOID_ROUNDS: Final = 0.004
LAID_ROUNDS: Final = 0.004
BUY_IN: Final = 100  # in smallest antes
COMES_OR_GOES: Final = 0.02
UNCOUNTED: Final = ("CD02", "CD05")  # errors that leave another stub than the log shows


class _Table:
    def __init__(self, spec: TableSpec, log: TextIO) -> None:
        assert spec.placard.banked is not None
        self.spec, self.log, self.rng = spec, log, Random(spec.seed)
        self.terms = spec.placard.banked
        self.out = TableDay(spec)
        self.dealing = Dealing(self.rng, self.terms)
        self.errors = Errors(self.rng)
        offset = spec.utc_offset_s // 60
        self.offset_text = f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"
        self.dates = (spec.day.isoformat(), (spec.day + timedelta(days=1)).isoformat())
        self.stacks: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.new: set[int] = set()
        self.bought: set[int] = set()  # seats with a note of chips since the last round
        self.comers = 0
        self.decks, self.turn = list(DECK_SETS[0]), 0
        self.decks_since = spec.open_s
        self.change_decks = False
        self.slot, self.in_down, self.count_at = -1, 0, {0}
        self.counts = 0  # of this down
        self.number = 0
        self.start_s = self.end_s = spec.open_s + 10
        self.last_error_at = -BETWEEN_ERRORS
        self.waiting: list[tuple[int, str]] = []

    # --- writing ---------------------------------------------------------------------------------------------

    def clock(self, at_s: int) -> str:
        day, second = divmod(at_s, 86_400)
        return f"{self.dates[day]}T{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}{self.offset_text}"

    def write(self, at_s: int, line: str) -> None:
        self.log.write(line + "\n")
        self.out.line_slots.append(at_s // SLOT_S)

    def note(self, at_s: int, word: str, fields: str) -> None:
        place = f'"room":"{ROOM}","table":"{self.spec.table}"'
        self.write(at_s, f'{{"v":1,{place},"at":"{self.clock(at_s)}","note":"{word}"{fields}}}')

    def shuffle(self, at_s: int, deck: str, cards: int, status: str) -> None:
        table = self.spec.table
        row = f"{ROOM},{table},SH{table},{self.clock(self.spec.device.shows(at_s))},{deck},{cards},{status}"
        self.out.shuffles.append((self.spec.midnight_s + at_s, row))

    def label(self, code: str, name: str, done: Done) -> None:
        self.out.labels.append(
            Label(
                code, self.spec.table, name, self.spec.day.toordinal(), self.spec.midnight_s + self.start_s, None,
                done.seat, done.cents, done.note,
            )
        )  # fmt: skip
        self.last_error_at = self.number

    # --- the day ---------------------------------------------------------------------------------------------

    def run(self) -> TableDay:
        spec, rng = self.spec, self.rng
        expected = spec.most_hands or (spec.close_s - spec.open_s) // 75
        codes = [code for code in spec.planned if code in CODES]
        self.waiting = sorted((rng.randint(2, max(3, expected * 7 // 10)), code) for code in codes)
        self.out.late_errors = [code for code in spec.planned if code not in CODES]
        for seat in sorted(rng.sample(range(1, SEATS_MOST + 1), rng.randint(2, 5))):
            self._sits_down(seat)
        self.shuffle(spec.open_s - 40, self.decks[0], DECK_CARDS, "ok")
        while spec.most_hands is None or self.number < spec.most_hands:
            if not self._next_round():
                break
        self.out.hands = self.number
        self.out.not_placed = [code for _, code in self.waiting]
        return self.out

    def _next_round(self) -> bool:
        next_s = self.end_s + self.rng.randint(6, 14)
        next_s = self._mind_the_push(next_s)
        change = self.change_decks or next_s - self.decks_since > DECKS_S
        if change:
            next_s = max(next_s, self.end_s + 45 + self.rng.randint(0, 20))
        if next_s + 120 >= self.spec.close_s:
            return False
        if self.number:
            self._people(next_s - 3)
        if change:
            self._new_decks(next_s)
        if next_s // SLOT_S != self.slot:
            self.slot, self.in_down = next_s // SLOT_S, 0
            self.count_at, self.counts = {0, self.rng.randint(1, 4)}, 0
        code = self._ripe()
        if code == "SC04":
            self._wrong_deck()
        self._deal(next_s, code)
        return True

    def _mind_the_push(self, next_s: int) -> int:
        """Nobody starts a round in the last seconds of a slot."""
        ends_s = (next_s // SLOT_S + 1) * SLOT_S
        if ends_s - next_s < 20:
            next_s = ends_s
        if next_s // SLOT_S != self.slot and self.slot >= 0:
            next_s = max(next_s, next_s // SLOT_S * SLOT_S + 4) + self.rng.randint(3, 30)
        return next_s

    def _ripe(self) -> str | None:
        """The error that is due now, of those that were planned or by the rate."""
        rng, spec = self.rng, self.spec
        if rng.random() < spec.error_rate_of(spec.dealers[self.slot - spec.open_s // SLOT_S]):
            drawn = [code for code in spec.codes if can_occur(code, spec.placard)]
            if drawn:
                self.waiting.append((self.number, rng.choice(drawn)))
        if self.number - self.last_error_at < BETWEEN_ERRORS or self.number < 2:
            return None
        # the first hand of a down is counted, and such a round is not
        open_to = [
            code for since, code in self.waiting if since <= self.number and (self.in_down or code not in UNCOUNTED)
        ]
        return open_to[0] if open_to else None

    # --- people ----------------------------------------------------------------------------------------------

    def _sits_down(self, seat: int) -> None:
        self.comers += 1
        self.stacks[seat] = 100 * self.terms.ante * BUY_IN * self.rng.randint(1, 4)
        guests = self.spec.guests
        known = self.comers <= len(guests)
        self.names[seat] = guests[self.comers - 1] if known else f"{self.spec.table}B{self.comers}"
        self.new.add(seat)

    def _people(self, at_s: int) -> None:
        """Who buys more chips, who leaves, who comes."""
        rng = self.rng
        self.bought.clear()
        for seat, stack in sorted(self.stacks.items()):
            if stack < 100 * self.terms.ante * 40:
                more = 100 * self.terms.ante * BUY_IN
                self.stacks[seat] += more
                self.bought.add(seat)
                self.note(at_s, "rebuy", f',"seat":{seat},"amount":{cash(more)}')
        if rng.random() < COMES_OR_GOES and len(self.stacks) > 1:
            seat = rng.choice(sorted(self.stacks))
            self.note(at_s, "cashout", f',"seat":{seat},"amount":{cash(self.stacks.pop(seat))}')
            self.note(at_s, "seat-open", f',"seat":{seat},"player":"{self.names.pop(seat)}"')
            self.new.discard(seat)
        free = [seat for seat in range(1, SEATS_MOST + 1) if seat not in self.stacks]
        if free and rng.random() < COMES_OR_GOES * (1 + 4 * (len(self.stacks) < 2)):
            seat = rng.choice(free)
            self._sits_down(seat)
            self.note(at_s, "seat-taken", f',"seat":{seat},"player":"{self.names[seat]}"')

    # --- decks -----------------------------------------------------------------------------------------------

    def _new_decks(self, next_s: int) -> None:
        for deck in self.decks:
            self.shuffle(self.end_s + 3, deck, DECK_CARDS, "removed")
        self.decks = list(DECK_SETS[1] if self.decks[0] in DECK_SETS[0] else DECK_SETS[0])
        deck = self.decks[self.turn]
        self.note(self.end_s + 8, "deck-change", f',"deck":"{deck}"')
        self.shuffle(min(self.end_s + 30, next_s - 2), deck, DECK_CARDS, "ok")
        self.decks_since, self.change_decks = next_s, False

    def _wrong_deck(self) -> None:
        """SC04: the shuffler reports another number of cards for the deck that is dealt next."""
        moment, row = self.out.shuffles[-1]
        head, _, _ = row.rsplit(",", 2)
        self.out.shuffles[-1] = (moment, f"{head},{DECK_CARDS + self.rng.choice((-1, -1, 1))},count")

    # --- a round ---------------------------------------------------------------------------------------------

    def _deal(self, next_s: int, code: str | None) -> None:
        rng = self.rng
        self.start_s, self.end_s = next_s, next_s + rng.randint(45, 95)
        name = f"{self.spec.table}-{self.spec.first_number + self.number:06d}"
        seats = sorted(self.stacks)
        done: Done | None = None
        made: Round | None = None
        if code in IN_THE_ROUND:
            need = asked(rng, code, self.terms)
            if need.crowded:
                for seat in range(1, SEATS_MOST + 2):
                    if seat not in self.stacks:
                        self._sits_down(seat)
                seats = sorted(self.stacks)
            made = self.dealing.play(seats, need.void, need.lay, need.ante)
            self._count(made, counts=code not in UNCOUNTED)
            done = self.errors.make(code, made)
        elif code == "PT12":
            seat = rng.choice(sorted(set(seats) - self.new - self.bought) or [0])
            if seat:
                self.stacks[seat] += 2500
                done = Done(seat, 2500, "chips that nobody bought")
        elif code == "SC04":
            done = Done(None, 0, "dealt with a deck that the shuffler had counted wrong")
        if made is None:
            made = self._plain_round(seats)
            self._count(made, counts=True)
        self._write_round(name, made)
        if code and done:
            self.waiting.remove(next(item for item in self.waiting if item[1] == code and item[0] <= self.number))
            self.label(code, name, done)
            if code == "SC11":
                self.label("SC01", name, done)
            self.change_decks |= code in ("SC01", "SC11", "SC04", "CD01")
        self._after(made)

    def _plain_round(self, seats: list[int]) -> Round:
        draw = self.rng.random()
        if draw < VOID_ROUNDS:
            return self.dealing.play(seats, void=self.rng.choice(VOIDS))
        if draw < VOID_ROUNDS + LAID_ROUNDS:
            ante = self.rng.choice((0, self.terms.limit // 500 + 25))
            return self.dealing.play(seats, lay=self.rng.choice(("royal", "flopped", "straight flush")), ante=ante)
        return self.dealing.play(seats)

    def _count(self, made: Round, counts: bool) -> None:
        """The stub is counted on the first round of a down, once more in it, and now and then.

        A first round that is void leaves its count to the next; a down that ends early with the table has its second.
        """
        whole = made.void in ("", rounds.EXPOSED)
        due = self.in_down in self.count_at or self.rng.random() < 0.2
        self.count_at |= {self.in_down + 1} if not self.counts and not whole else set()
        due |= self.number + 1 == self.spec.most_hands and self.counts == 1
        if counts and due and whole:
            made.counted = 0
            self.counts += 1

    def _write_round(self, name: str, made: Round) -> None:
        events, _ = written(self.rng, made)
        seats = ",".join(
            f'{{"seat":{seat},"player":"{self.names[seat]}","stack":{cash(stack)}'
            + (',"state":"new"}' if seat in self.new else "}")
            for seat, stack in sorted(self.stacks.items())
        )
        slot = self.start_s // SLOT_S
        dealer = f'"dealer":"{self.spec.dealers[slot - self.spec.open_s // SLOT_S]}",' if self.spec.logs_dealer else ""
        said = '","'.join(events)
        line = (
            f'{{"v":1,"room":"{ROOM}","table":"{self.spec.table}","hand":"{name}","game":"{KIND}",'
            f'"stakes":{{"chip":5}},"placard":"{self.spec.placard.name}","start":"{self.clock(self.start_s)}",'
            f'"end":"{self.clock(self.end_s)}",{dealer}"deck":"{self.decks[self.turn]}","seats":[{seats}],'
            f'"events":["{said}"]}}'
        )
        self.write(self.start_s, line)
        self.out.hands_in_slot[slot] = self.out.hands_in_slot.get(slot, 0) + 1

    def _after(self, made: Round) -> None:
        """Chips as they were paid, and the other deck from the shuffler."""
        self.new.clear()
        for seat, cents in made.moved().items():
            self.stacks[seat] += cents
        if SEATS_MOST + 1 in self.stacks:  # one too many leaves again
            seat = SEATS_MOST + 1
            self.note(self.end_s + 1, "cashout", f',"seat":{seat},"amount":{cash(self.stacks.pop(seat))}')
            self.note(self.end_s + 1, "seat-open", f',"seat":{seat},"player":"{self.names.pop(seat)}"')
        self.turn = 1 - self.turn
        self.shuffle(self.start_s + (self.end_s - self.start_s) // 2, self.decks[self.turn], DECK_CARDS, "ok")
        self.number += 1
        self.in_down += 1


def play_banked_table(spec: TableSpec) -> TableDay:
    """Plays one house-banked table for one day and writes its log."""
    with spec.log.open("w", encoding="utf-8", newline="\n") as log:
        return _Table(spec, log).run()
