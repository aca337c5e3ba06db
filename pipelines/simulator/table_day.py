"""One table for one day: hands, notes, shuffles and stub counts in order of time, with the errors that were wanted.

Times are whole seconds after local midnight. Everything at a table follows from its own seed, so that tables can be
played in any order, or side by side, and come out the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final, TextIO

from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.hand import HandResult, HandSetup, play_hand
from pipelines.simulator.lineup import Lineup
from pipelines.simulator.placards import ROOM, Placard
from pipelines.simulator.positions import Positions, following, last_active, next_active, plain
from pipelines.simulator.tournament import EVENT, TournamentLineup, level_at, placard_of_level
from pipelines.simulator.wrongs import CODES, EARLY, IN_BETTING, LATE, ON_THE_CARD, Label, can_occur

DECK_SETS: Final = (("red", "blue"), ("green", "brown"))
HANDS_BETWEEN_ERRORS: Final = 3
SECONDS_A_HAND: Final = 70  # about; used only to spread the short-handed part and planned errors over the day


@dataclass(frozen=True)
class TableSpec:
    """What one table is asked to do on one day."""

    log: Path
    table: str
    table_index: int
    day_index: int
    day: date
    utc_offset_s: int
    midnight_s: int  # local midnight of the day, in seconds since the epoch
    placard: Placard
    open_s: int
    close_s: int
    most_hands: int | None
    first_number: int
    seed: str
    error_rate: float
    planned: tuple[str, ...]  # errors that must be made at this table, beside those of the rate
    dealers: tuple[str, ...]  # employee numbers by slot, from the slot of ``open_s``
    logs_dealer: bool


@dataclass
class TableDay:
    """What came of it, beside its log. ``line_slots`` says in which slot each line of the log falls."""

    spec: TableSpec
    line_slots: bytearray = field(default_factory=bytearray)
    shuffles: list[tuple[int, str]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    hands_in_slot: dict[int, int] = field(default_factory=dict)
    hands: int = 0
    card_errors: list[str] = field(default_factory=list)  # DC codes drawn here, made when the cards are written
    not_placed: list[str] = field(default_factory=list)


class _Table:
    def __init__(self, spec: TableSpec, log: TextIO) -> None:
        self.spec = spec
        self.log = log
        self.rng = Random(spec.seed)
        self.out = TableDay(spec)
        self.placard = spec.placard
        self.level = 0
        self.big_blind_ante = spec.table_index % 2 == 1  # in tournaments: every other table
        kind_of_lineup = TournamentLineup if spec.placard.is_tournament else Lineup
        self.lineup: Lineup = kind_of_lineup(self.rng, spec.table, spec.placard)
        self.expected_hands = spec.most_hands or (spec.close_s - spec.open_s) // SECONDS_A_HAND
        offset = spec.utc_offset_s // 60
        self.offset_text = f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"
        self.dates = (spec.day.isoformat(), (spec.day + timedelta(days=1)).isoformat())
        self.what_is_dealt = self._what_is_dealt()
        self.decks = list(DECK_SETS[0])
        self.codes = [code for code in CODES if can_occur(code, spec.placard)]
        self.waiting: list[tuple[int, str]] = []  # errors wanted: since which hand, and which
        self.last_error_at = -HANDS_BETWEEN_ERRORS
        self.start_s = self.end_s = 0
        self.pending_deck_change = False
        self.gap_notes: list[tuple[int, str]] = []  # notes since the last hand, not yet in order of time

    def _what_is_dealt(self) -> str:
        """The part of a hand's line that says game, stakes and placard."""
        placard = self.placard
        dealt = f'"game":"{placard.game.code}","betting":"{placard.betting}","stakes":{{{placard.stakes(":")}}}'
        return dealt if placard.is_tournament else f'{dealt},"placard":"{placard.name}"'

    # --- writing ---------------------------------------------------------------------------------------------

    def clock(self, at_s: int) -> str:
        day, second = divmod(at_s, 86_400)
        return f"{self.dates[day]}T{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}{self.offset_text}"

    def write_note(self, at_s: int, word: str, fields: str = "") -> None:
        identity = f'"room":"{ROOM}","table":"{self.spec.table}"'
        line = f'{{"v":1,{identity},"at":"{self.clock(at_s)}","note":"{word}"{fields}}}'
        self.gap_notes.append((at_s, line))

    def flush_notes(self) -> None:
        """Writes the notes of the gap in order of time."""
        self.gap_notes.sort(key=lambda note: note[0])
        for at_s, line in self.gap_notes:
            self.write_line(at_s // SLOT_S, line)
        self.gap_notes.clear()

    def write_line(self, slot: int, line: str) -> None:
        self.log.write(line + "\n")
        self.out.line_slots.append(slot)

    def write_shuffle(self, at_s: int, deck: str, cards: int, status: str) -> None:
        table = self.spec.table
        row = f"{ROOM},{table},SH{table},{self.clock(at_s)},{deck},{cards},{status}"
        self.out.shuffles.append((self.spec.midnight_s + at_s, row))

    def write_lineup_notes(self, at_s: int, before_s: int) -> None:
        for note in self.lineup.notes:
            fields = f',"seat":{note.seat}'
            if note.player is not None:
                fields += f',"player":"{note.player}"'
            if note.amount is not None:
                fields += f',"amount":{note.amount}'
            self.write_note(min(at_s, before_s), note.word, fields)
            at_s += 1
        self.lineup.notes.clear()

    def write_hand(self, number: int, positions: Positions, deck: str, seats: str, result: HandResult) -> str:
        spec = self.spec
        hand = f"{spec.table}-{number:06d}"
        slot = self.start_s // SLOT_S
        dealer = f'"dealer":"{self.dealer(slot)}",' if spec.logs_dealer else ""
        events = '","'.join(result.events)
        line = (
            f'{{"v":1,"room":"{ROOM}","table":"{spec.table}","hand":"{hand}",{self.what_is_dealt},{self.clock_shows()}'
            f'"button":{positions.button},"start":"{self.clock(self.start_s)}","end":"{self.clock(self.end_s)}",'
            f'{dealer}"deck":"{deck}","seats":[{seats}],"events":["{events}"]}}'
        )
        self.write_line(slot, line)
        self.out.hands_in_slot[slot] = self.out.hands_in_slot.get(slot, 0) + 1
        return hand

    def clock_shows(self) -> str:
        """The tournament of a hand, as its line tells it; nothing in live action."""
        if not isinstance(self.lineup, TournamentLineup):
            return ""
        bba = f',"bba":{self.placard.bba}' if self.placard.bba else ""
        return f'"tournament":{{"event":"{EVENT}","level":{self.level}{bba},"left":{self.lineup.left()}}},'

    def dealer(self, slot: int) -> str:
        return self.spec.dealers[slot - self.spec.open_s // SLOT_S]

    def seats_text(self) -> str:
        parts = []
        for seat, player in self.lineup.players.items():
            states = ("away", player.away), ("new", player.is_new), ("absent", player.absent), ("moved", player.moved)
            state = next((f',"state":"{word}"' for word, holds in states if holds), "")
            parts.append(f'{{"seat":{seat},"player":"{player.name}","stack":{player.stack}{state}}}')
        return ",".join(parts)

    # --- the day ---------------------------------------------------------------------------------------------

    def run(self) -> TableDay:
        spec, rng, lineup = self.spec, self.rng, self.lineup
        wishes = self._company_through_the_day()
        self._plan_errors()
        lineup.open(wishes(0))
        self.write_lineup_notes(spec.open_s - 300, spec.open_s - 1)
        self.flush_notes()
        self.end_s = self.start_s = spec.open_s + 10
        before: Positions | None = None
        repeat: Positions | None = None  # after a misdeal the same positions again
        slot = -1
        in_down = 0
        count_at: set[int] = set()
        number = 0
        while spec.most_hands is None or number < spec.most_hands:
            # the gap since the last hand: who is pushed, who comes and goes
            next_s = self.end_s + 5 + int(8 * rng.random())
            if repeat is None and number:
                lineup.between_hands(number, wishes(number), before)
            if lineup.notes:
                next_s += 2 + len(lineup.notes)
            if self.pending_deck_change:
                next_s += 40 + rng.randint(0, 40)
            next_s = self._mind_the_push(next_s, slot)
            if next_s >= spec.close_s or len(lineup.active()) < 2:
                break
            self._mind_the_level(next_s)
            new_slot = next_s // SLOT_S
            if new_slot != slot:
                slot, in_down = new_slot, 0
                count_at = {0, 1, rng.randint(3, 8)}  # once more at once: nobody knows how long the down will be
                at_s = max(slot * SLOT_S, self.end_s + 1)
                self.write_note(at_s, "push", f',"dealer":"{self.dealer(slot)}"')
            self.write_lineup_notes(self.end_s + 1, next_s - 1)

            self._draw_errors(number)
            deck_was_changed = self.pending_deck_change
            if deck_was_changed:
                self._change_decks(number, next_s)
            deck = self.decks[number % 2]

            # where button and blinds belong
            entry_wanted = lineup.someone_would_come_in(number)
            due = repeat or (before and following(before, lineup.active()))
            early = self._choose_early(
                number, due, before, in_down in count_at, in_down == 0 and slot * SLOT_S > spec.open_s,
                deck_was_changed, gap_is_quiet=not self.gap_notes, repeated=repeat is not None,
            )  # fmt: skip
            returning: list[tuple[int, int, int]] = []
            calm = early is None and repeat is None and not entry_wanted and in_down not in count_at
            misdeal = early == "PT04" or (calm and rng.random() < 0.004)
            if before is None:
                active = lineup.active()
                due = plain(rng.choice(sorted(active)), active)
            elif repeat is None:
                if early is None and not misdeal:
                    returning = lineup.come_in(number, before)
                due = following(before, lineup.active())
            assert due is not None
            positions = self._wrong_button(due, before) if early == "BL07" and before else due
            if before is not None and repeat is None:
                lineup.blinds_pass(before, positions)

            # the shuffler delivers the deck while the hand before is played
            wrong_count = early is None and not deck_was_changed and number > 1 and rng.random() < 0.0015
            wrong_count &= next_s + 100 < min((slot + 1) * SLOT_S, spec.close_s)
            if early == "TL01":
                next_s = self.end_s - 2 - rng.randint(0, (self.end_s - self.start_s) // 4)
            if wrong_count:
                next_s += 60
            deck = self._shuffle(deck, number, next_s, early == "SC04", wrong_count, deck_was_changed)

            stub_due = in_down in count_at
            if early == "SC02":
                stub_due = False
                count_at |= {1 + rng.randint(0, 2)}
            seats = self.seats_text()
            setup = HandSetup(
                placard=self.placard,
                positions=positions,
                active=lineup.active(),
                stacks={seat: player.stack for seat, player in lineup.players.items()},
                temper={seat: player.temper for seat, player in lineup.players.items()},
                absent=lineup.absent() if isinstance(lineup, TournamentLineup) else (),
                returning=returning,
                early=early,
                in_betting=self._wishes(number, early, IN_BETTING),
                late=self._wishes(number, early, LATE),
                stub_due=stub_due,
                misdeal=misdeal,
                helpful_cards=self._helpful_cards(number, early),
            )
            result = play_hand(rng, setup)
            self.start_s, self.end_s = next_s, next_s + result.seconds
            self.flush_notes()
            hand = self.write_hand(spec.first_number + number, positions, deck, seats, result)
            self._label(hand, number, early, result)
            for seat, stack in result.stacks.items():
                lineup.players[seat].stack = stack
                lineup.players[seat].is_new = lineup.players[seat].moved = False
            self.pending_deck_change = early == "SC01" or (number % 2 == 1 and rng.random() < 0.002)
            # after a wrong button the next hand goes on from where it stood; after a wrong blind, from where it was due
            before = positions
            repeat = positions if misdeal else None
            number += 1
            in_down += 1
        lineup.close()
        self.write_lineup_notes(self.end_s + 5, self.end_s + 60)
        self.flush_notes()
        self.out.hands = number
        self.out.not_placed = [code for _, code in self.waiting]
        return self.out

    def _company_through_the_day(self) -> Callable[[int], int]:
        """How many players the table draws, by hand: full, then short-handed for a while, full again, breaking up."""
        rng, hands = self.rng, self.expected_hands
        begins = int(hands * (0.1 + 0.4 * rng.random()))
        ends = begins + int(hands * (0.18 + 0.12 * rng.random()))
        dip = begins + (ends - begins) * 2 // 3
        breaks_up = hands * 9 // 10
        short, shorter = rng.choice((4, 5, 5, 6)), rng.choice((2, 3, 4))
        full = min(rng.choice((8, 9, 9)), self.spec.placard.game.seats)

        def wishes(number: int) -> int:
            if self.spec.placard.is_tournament:
                return full if number < hands * 6 // 10 else 0
            if begins <= number < ends:
                return short if number < dip else shorter
            if number > breaks_up:
                return 6 if number < (breaks_up + hands) // 2 else short
            return full if number > 20 else full - 1

        return wishes

    def _mind_the_level(self, next_s: int) -> None:
        """Tournament: the blinds go up for the next hand when the level's time is over."""
        if not self.placard.is_tournament:
            return
        level = level_at(next_s - self.spec.open_s)
        if level != self.level:
            self.level = level
            self.placard = self.lineup.placard = placard_of_level(level, self.big_blind_ante)
            self.what_is_dealt = self._what_is_dealt()
            blinds = f',"level":{level},"sb":{self.placard.sb},"bb":{self.placard.bb}'
            ante = f',"ante":{self.placard.ante}' if self.placard.ante else ""
            self.write_note(max(self.end_s + 1, next_s - 4), "level", blinds + ante)

    def _mind_the_push(self, next_s: int, slot: int) -> int:
        """Nobody starts a hand in the last seconds of a slot: the dealer who is pushed in does, a moment later."""
        ends_s = (next_s // SLOT_S + 1) * SLOT_S
        if ends_s - next_s < 20:
            next_s = ends_s
        if next_s // SLOT_S != slot and slot >= 0:
            next_s = max(next_s, next_s // SLOT_S * SLOT_S + 4) + self.rng.randint(3, 30)
        return next_s

    # --- decks -----------------------------------------------------------------------------------------------

    def _change_decks(self, number: int, next_s: int) -> None:
        """Both decks leave the table and a new set-up comes in."""
        for deck in self.decks:
            self.write_shuffle(self.end_s + 3, deck, 52, "removed")
        self.decks = list(DECK_SETS[1] if self.decks[0] in DECK_SETS[0] else DECK_SETS[0])
        self.pending_deck_change = False
        deck = self.decks[number % 2]
        self.write_note(self.end_s + 8, "deck-change", f',"deck":"{deck}"')
        self.write_shuffle(min(self.end_s + 30, next_s - 2), deck, 52, "ok")

    def _shuffle(self, deck: str, number: int, next_s: int, play_on: bool, wrong_count: bool, was_changed: bool) -> str:
        """The shuffler's rows for the deck of the next hand; returns the deck that is dealt.

        SC04: the shuffler reports a wrong number of cards, nothing is done, and the hand is dealt with that deck.
        """
        at_s = self.start_s + max(3, (self.end_s - self.start_s) // 2)
        if was_changed:
            return deck
        if play_on:
            self.write_shuffle(at_s, deck, self.rng.choice((51, 51, 53)), "count")
            return deck
        if wrong_count:
            self.write_shuffle(at_s, deck, self.rng.choice((50, 51, 53)), "count")
            self.write_shuffle(self.end_s + 5, deck, 52, "removed")
            fresh = next(other for decks in DECK_SETS for other in decks if other not in self.decks)
            self.decks[number % 2] = fresh
            self.write_note(self.end_s + 10, "deck-change", f',"deck":"{fresh}"')
            self.write_shuffle(self.end_s + 40, fresh, 52, "ok")
            return fresh
        self.write_shuffle(at_s, deck, 52, "ok")
        return deck

    # --- errors ----------------------------------------------------------------------------------------------

    def _plan_errors(self) -> None:
        for code in self.spec.planned:
            if code in ON_THE_CARD:
                self.out.card_errors.append(code)
            else:
                self.waiting.append((self.rng.randint(2, max(3, self.expected_hands * 7 // 10)), code))
        self.waiting.sort()

    def _draw_errors(self, number: int) -> None:
        if self.rng.random() < self.spec.error_rate:
            code = self.rng.choice(self.codes)
            if code == "DC02" and self.rng.random() < 0.5:  # each of them is two labels
                return
            if code in ON_THE_CARD:
                self.out.card_errors.append(code)
            else:
                self.waiting.append((number, code))

    def _ripe(self, number: int, codes: Sequence[str]) -> list[str]:
        if number - self.last_error_at < HANDS_BETWEEN_ERRORS:
            return []
        return [code for since, code in self.waiting if since <= number and code in codes]

    def _wishes(self, number: int, early: str | None, codes: Sequence[str]) -> list[str]:
        return [] if early else self._ripe(number, codes)

    def _helpful_cards(self, number: int, early: str | None) -> str:
        """Errors that need a split pot or a lopsided all-in get one now and then when they have waited long."""
        overdue = [code for since, code in self.waiting if since + 15 <= number and code in ("OC01", "OC05", "PT08")]
        if early or not overdue or self.rng.random() < 0.5:
            return ""
        return "cooler" if overdue[0] == "PT08" else "tie"

    def _choose_early(
        self,
        number: int,
        due: Positions | None,
        before: Positions | None,
        stub_due: bool,
        first_of_down: bool,
        deck_was_changed: bool,
        gap_is_quiet: bool,
        repeated: bool,
    ) -> str | None:
        """The first of the wanted early errors that the next hand has room for."""
        if due is None or before is None or repeated:
            return None
        active = self.lineup.active()
        enough = len(active) >= 4 and len({due.button, due.sb, due.bb}) == 3
        enough &= all(self.lineup.players[seat].stack > 4 * self.placard.bb for seat in active)
        for code in self._ripe(number, EARLY):
            if code in ("BL01", "BL03", "BL04") and enough and due.sb in active:
                return code
            if code == "BL02" and enough and due.sb in active:
                return code
            if code == "BL07" and enough and self._wrong_buttons(due, before):
                return code
            if code == "PT04" and not stub_due:
                return code
            if code == "SC01" and stub_due:
                return code
            if code == "SC02" and first_of_down and not deck_was_changed:
                return code
            if code == "SC04" and not stub_due and not deck_was_changed and number > 1:
                return code
            if code == "TL01" and gap_is_quiet and not first_of_down and self._slot_held(number):
                return code
        return None

    def _slot_held(self, number: int) -> bool:
        """Whether the last hand began and ended well inside its slot, so that an overlap stays in it."""
        return number > 0 and self.start_s // SLOT_S == (self.end_s + 30) // SLOT_S

    def _wrong_buttons(self, due: Positions, before: Positions) -> list[int]:
        """Seats where a dealer may put the button by mistake: one too far, left where it was, or off an empty seat."""
        active = self.lineup.active()
        if due.button not in active:
            # the button belongs at an empty seat, and is put back to the last player before it; blinds are not touched
            wrong = last_active(due.button, active)
            return [wrong] if plain(wrong, active)[1:] == due[1:] else []
        seats = [next_active(due.button, active)]
        if before.button in active and plain(before.button, active) == before:
            seats.append(before.button)
        return [seat for seat in seats if seat != due.button]

    def _wrong_button(self, due: Positions, before: Positions) -> Positions:
        """BL07: the blinds follow the button to where it was put."""
        return plain(self.rng.choice(self._wrong_buttons(due, before)), self.lineup.active())

    def _label(self, hand: str, number: int, early: str | None, result: HandResult) -> None:
        wrong = result.wrong
        code = wrong.code if wrong else early
        if code is None:
            return
        notes = {
            "BL07": "button put in the wrong place, blinds follow it",
            "SC02": "no stub count on the first hand of the down",
            "SC04": "dealt with a deck that the shuffler had counted wrong",
            "TL01": "starts before the hand before it ended",
        }
        self.out.labels.append(
            Label(
                code, self.spec.table, hand, self.spec.day.toordinal(), self.spec.midnight_s + self.start_s,
                wrong.event if wrong else None, wrong.seat if wrong else None, wrong.amount * 100 if wrong else 0,
                wrong.note if wrong else notes[code],
            )
        )  # fmt: skip
        self.last_error_at = number
        self.waiting.remove(next(item for item in self.waiting if item[1] == code and item[0] <= number))


def play_table(spec: TableSpec) -> TableDay:
    """Plays one table for one day and writes its log."""
    with spec.log.open("w", encoding="utf-8", newline="\n") as log:
        return _Table(spec, log).run()
