"""One table for one day: hands, notes, shuffles and stub counts in order of time, with the errors that were wanted.

At a stud table there is no button, and whoever is there plays. At a mixed table the games take turns, and the button
stays where it is through the stud hands and goes on from there.

Times are whole seconds after local midnight. Everything at a table follows from its own seed, so that tables can be
played in any order, or side by side, and come out the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final, TextIO

from pipelines.simulator.cards import DECK_SETS
from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.collection import Collection
from pipelines.simulator.early_errors import EarlyErrors, NextHand
from pipelines.simulator.hand import HandResult, HandSetup, play_hand
from pipelines.simulator.kills import KillButton
from pipelines.simulator.lineup import Entry, Lineup
from pipelines.simulator.placards import HANDS_A_GAME, ROOM, Placard
from pipelines.simulator.positions import Positions, after_bought, following, next_active, plain
from pipelines.simulator.tournament import EVENT, TournamentLineup, level_at, placard_of_level
from pipelines.simulator.wrongs import (
    AFTER_THE_DAY,
    EARLY,
    IN_BETTING,
    IN_DEALING,
    LATE,
    Label,
    Wrong,
    can_occur,
    fits_the_game,
    other_stakes,
)

HANDS_BETWEEN_ERRORS: Final = 3
HANDS_AFTER_A_VOID: Final = 6  # before an error: until then nobody can say from the log where the blinds belong
SEAT_CHANGES: Final = 0.006
STRADDLES: Final = 0.2  # hands with a straddle at tables that like them
PATIENCE: Final = 15  # hands that an error waits for a split pot or an all-in of its own accord
HELPFUL: Final = {
    "AC12": "cooler", "OC01": "tie", "OC04": "twins", "OC05": "tie", "OC06": "three", "PT03": "side", "PT08": "cooler",
    "PT11": "cooler", "PT14": "cooler",
}  # fmt: skip
BY_POSITION: Final = ("BL01", "BL02", "BL03")  # nobody says in live action where the blinds are after hands of stud
HANDS_AFTER_STUD: Final = 3
ENDS_THE_HAND: Final = ("CD06",)  # not where the stub is to be counted, or where somebody has just come in
SECONDS_A_HAND: Final = 70  # about; used only to spread the short-handed part and planned errors over the day


@dataclass(frozen=True)
class Device:
    """A table's shuffler on one day: how far its clock is ahead at midnight, what it gains, how often it miscounts."""

    ahead_s: int = 0
    gains_s_an_hour: int = 0
    wrong_counts: float = 0.0015  # share of hands; the deck is then changed, as it has to be

    def shows(self, at_s: int) -> int:
        """What the device's clock says at a second after midnight."""
        return at_s + self.ahead_s + at_s * self.gains_s_an_hour // 3600


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
    codes: tuple[str, ...]  # errors that may be drawn here
    dealers: tuple[str, ...]  # employee numbers by slot, from the slot of ``open_s``
    logs_dealer: bool
    guests: tuple[str, ...] = ()  # players of the room who come to this table today, in order
    own_rates: Mapping[str, float] = field(default_factory=dict)  # dealers who err at a rate of their own
    device: Device = Device()

    def error_rate_of(self, dealer: str) -> float:
        """The share of hands with an error while somebody is in the box."""
        return self.own_rates.get(dealer, self.error_rate)


@dataclass
class TableDay:
    """What came of it, beside its log. ``line_slots`` says in which slot each line of the log falls."""

    spec: TableSpec
    line_slots: bytearray = field(default_factory=bytearray)
    shuffles: list[tuple[int, str]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    hands_in_slot: dict[int, int] = field(default_factory=dict)
    hands: int = 0
    late_errors: list[str] = field(default_factory=list)  # codes drawn here that are made when the day is over
    not_placed: list[str] = field(default_factory=list)


class Table:
    """A table that is being played, hand after hand."""

    def __init__(self, spec: TableSpec, log: TextIO) -> None:
        self.spec = spec
        self.log = log
        self.rng = Random(spec.seed)
        self.out = TableDay(spec)
        self.placard = spec.placard
        self.rotation = spec.placard.rotation
        self.level = 0
        self.big_blind_ante = spec.table_index % 2 == 1  # in tournaments: every other table
        kind_of_lineup = TournamentLineup if spec.placard.is_tournament else Lineup
        self.lineup: Lineup = kind_of_lineup(self.rng, spec.table, spec.placard, spec.guests)
        self.expected_hands = spec.most_hands or (spec.close_s - spec.open_s) // SECONDS_A_HAND
        offset = spec.utc_offset_s // 60
        self.offset_text = f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"
        self.dates = (spec.day.isoformat(), (spec.day + timedelta(days=1)).isoformat())
        self.what_is_dealt = self._what_is_dealt()
        self.decks = list(DECK_SETS[0])
        self.codes = [code for code in spec.codes if can_occur(code, spec.placard)]
        self.kill = KillButton(spec.placard)
        self.collection = Collection(spec.placard)
        self.early = EarlyErrors(self.rng, self.lineup, self.kill)
        # from hand to hand
        self.number = 0
        self.before: Positions | None = None
        self.repeat: Positions | None = None  # after a deal that was called off the same positions again
        self.was_heads_up = False
        self.stud_button = 0  # of stud games that have one
        self.since_stud = 0  # hands with blinds
        self.seated_before: dict[int, str] = {}
        self.guest = 0  # a seat that is one too many
        self.skipped_pot: tuple[str, int] | None = None  # the hand that owed a time pot and was let go, and its start
        self.slot = -1
        self.in_down = 0
        self.count_at: set[int] = set()
        self.waiting: list[tuple[int, str]] = []  # errors wanted: since which hand, and which
        self.of_the_dealer: list[tuple[int, str]] = []  # those of them that are of this dealer and no other
        self.last_error_at = -HANDS_BETWEEN_ERRORS
        self.start_s = self.end_s = 0
        self.pending_deck_change = False
        self.turn = 0  # which of the two decks is next
        self.deck_before = ""  # the one in play
        self.stays: str | None = None  # SC11: a deck that was counted wrong and not changed
        self.other_left = 0  # HF02: hands that are still dealt at other stakes
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
        if self.spec.placard.by_hand:
            return
        row = f"{ROOM},{table},SH{table},{self.clock(self.spec.device.shows(at_s))},{deck},{cards},{status}"
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
        button = f'"button":{positions.button},' if positions.button else ""
        line = (
            f'{{"v":1,"room":"{ROOM}","table":"{spec.table}","hand":"{hand}",{self.what_is_dealt},{self.clock_shows()}'
            f'{button}"start":"{self.clock(self.start_s)}","end":"{self.clock(self.end_s)}",'
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
        spec, lineup = self.spec, self.lineup
        wishes = self._company_through_the_day()
        self._plan_errors()
        lineup.open(wishes(0))
        self.write_lineup_notes(spec.open_s - 300, spec.open_s - 1)
        self.flush_notes()
        self.end_s = self.start_s = spec.open_s + 10
        self.collection.opens(spec.open_s)
        while spec.most_hands is None or self.number < spec.most_hands:
            if not self._next_hand(wishes):
                break
        self._pot_was_never_taken()
        lineup.close()
        self.write_lineup_notes(self.end_s + 5, self.end_s + 60)
        self.flush_notes()
        self.out.hands = self.number
        self.out.not_placed = [code for _, code in self.waiting]
        return self.out

    def _next_hand(self, wishes: Callable[[int], int]) -> bool:
        """The gap since the last hand, and the next one; False when the table closes instead."""
        spec, rng, lineup, number = self.spec, self.rng, self.lineup, self.number
        next_s = self.end_s + 5 + int(8 * rng.random())
        moved_in = self._gap(wishes)
        if lineup.notes:
            next_s += 2 + len(lineup.notes)
        if self.pending_deck_change:
            next_s += 40 + rng.randint(0, 40)
        next_s = self._mind_the_push(next_s, self.slot)
        if next_s >= spec.close_s or len(lineup.active()) < 2:
            return False
        self._mind_the_level(next_s)
        self._mind_the_time(next_s)
        if next_s // SLOT_S != self.slot:
            self._push(next_s)
        self._draw_errors(number)
        deck_was_changed = self.pending_deck_change
        if deck_was_changed:
            self._change_decks(next_s)
        hand = self._plan(moved_in, deck_was_changed)
        deck = self._deck_and_stakes(hand)
        misdeal = hand.code == "PT04" or self._misdeals(hand)
        positions = self._take_positions(hand, misdeal)
        self._ask_for_straddle_and_kill(hand, positions)
        self.write_lineup_notes(self.end_s + 1, next_s - 1)

        # the shuffler delivers the deck while the hand before is played
        wrong_count = (
            hand.code is None and not deck_was_changed and number > 1 and rng.random() < spec.device.wrong_counts
        )
        wrong_count &= self.stays is None and not self.placard.by_hand
        wrong_count &= next_s + 100 < min((self.slot + 1) * SLOT_S, spec.close_s, self.collection.next_call_s)
        if hand.code == "TL01":
            next_s = self.end_s - 2 - rng.randint(0, (self.end_s - self.start_s) // 4)
        if wrong_count:
            next_s += 60
        deck = self._shuffle(deck, hand.code == "SC04", wrong_count, deck_was_changed)
        stub_due = hand.stub_due
        if hand.code == "SC02":
            stub_due = False
            self.count_at |= {1 + rng.randint(0, 2)}
        seats = self.seats_text()
        setup = self._setup(hand, positions, stub_due, misdeal)
        result = self._play(setup)
        before_s = self.start_s
        self.start_s, self.end_s = next_s, next_s + result.seconds
        self.flush_notes()
        name = self.write_hand(spec.first_number + number, positions, deck, seats, result)
        if hand.wrong is not None and hand.wrong.code == "PT13":  # told of the seat's last hand before the note
            self._write_label(f"{spec.table}-{spec.first_number + number - 1:06d}", before_s, hand.wrong)
        else:
            self._label(name, hand, result)
        self._deck_stays(name, hand, deck)
        self._settle_time(name, result)
        self._remember(hand, positions, result)
        by_chance = number % 2 == 1 and rng.random() < 0.002
        self.pending_deck_change = hand.code == "SC01" or (by_chance and self.stays is None)
        self.turn = 1 - self.turn
        self.number += 1
        self.in_down += 1
        return True

    def _play(self, setup: HandSetup) -> HandResult:
        return play_hand(self.rng, setup)

    def _deck_and_stakes(self, hand: NextHand) -> str:
        """The deck of the next hand: in SC12 that of the hand before; in HF02 the stakes change with it."""
        if hand.code == "SC12":
            self.turn = 1 - self.turn
        if hand.code == "HF02":
            self._play_at(other_stakes(self.placard), 1 + self.rng.randint(0, 2))
        return self.decks[self.turn]

    def _play_at(self, placard: Placard | None, hands: int) -> None:
        """HF02: from this hand on, for so many, other stakes than the placard's; 0 is back to them."""
        self.placard = self.lineup.placard = placard or self.spec.placard
        self.other_left = hands
        self.last_error_at = self.number + hands
        self.what_is_dealt = self._what_is_dealt()

    def _deck_stays(self, name: str, hand: NextHand, deck: str) -> None:
        """SC11: told on the next hand with a deck that was counted wrong; the count itself is SC01."""
        self.deck_before = deck
        if hand.code == "SC11":
            self.stays = deck
        elif self.stays == deck:
            self.stays = None
            self._write_label(name, self.start_s, Wrong("SC11", 0, f"{deck} stayed after a wrong count"))

    # --- the gap ---------------------------------------------------------------------------------------------

    def _gap(self, wishes: Callable[[int], int]) -> Entry | None:
        """Who comes and goes; returns how somebody joins who has just changed seats."""
        if self.repeat is not None or not self.number:
            return None
        if self.guest:
            self.lineup.leave(self.guest)
            self.guest = 0
        self.lineup.between_hands(self.number, wishes(self.number), self.before)
        if self.other_left:
            return None
        seats_matter = self.placard.is_live and not (self.rotation or self.placard.game.is_stud)
        if seats_matter and self.before and self.rng.random() < SEAT_CHANGES and len(self.lineup.active()) > 4:
            return self.lineup.move(self.before)
        return None

    def _push(self, next_s: int) -> None:
        self.slot, self.in_down = next_s // SLOT_S, 0
        self._dealer_leaves()
        self.count_at = {0, 1, self.rng.randint(3, 8)}  # once more at once: nobody knows how long the down will be
        at_s = max(self.slot * SLOT_S, self.end_s + 1)
        self.write_note(at_s, "push", f',"dealer":"{self.dealer(self.slot)}"')

    def _plan(self, moved_in: Entry | None, deck_was_changed: bool) -> NextHand:
        """What the next hand is to be, with the early error that it makes."""
        lineup, stud = self.lineup, self.placard.game.is_stud
        due = self._stud_positions() if stud else self._positions_due()
        hand = NextHand(
            number=self.number,
            before=due if stud or self.before is None else self.before,
            due=due,
            was_heads_up=self.was_heads_up and not stud,
            stub_due=self.in_down in self.count_at,
            first_of_down=self.in_down == 0 and self.slot * SLOT_S > self.spec.open_s,
            deck_was_changed=deck_was_changed,
            gap_is_quiet=not self.gap_notes and not lineup.notes,
            slot_held=self.number > 0 and self.start_s // SLOT_S == (self.end_s + 30) // SLOT_S,
            seated_before=self.seated_before,
            noted=frozenset(note.seat for note in lineup.notes),
            moved_in=moved_in,
            deck_is_due=self._dealer_has_changed(),
        )
        is_known = self.number > 0 and (stud or self.before is not None)
        if is_known and self.repeat is None and self.skipped_pot is None:
            ripe = self._ripe(self.number, EARLY)
            self.early.choose(hand, [code for code in ripe if code != "CD04"] if stud else ripe)
        self._pay_time(hand)
        return hand

    def _dealer_has_changed(self) -> bool:
        """Whether the log of this table says that another dealer has come in."""
        before, now = self.start_s // SLOT_S, self.slot
        return self.spec.logs_dealer and self.number > 1 and self.dealer(before) != self.dealer(now)

    def _positions_due(self) -> Positions:
        """Where button and blinds belong if nobody joins."""
        if self.repeat is not None and not self.repeat.bb:
            self.repeat = None  # a stud hand was called off, and another game follows
        active = self.lineup.active()
        if self.before is None:
            return plain(self.rng.choice(sorted(active)), active)
        return self.repeat or following(self.before, active)

    def _stud_positions(self) -> Positions:
        """Whoever is at the table and wants to play plays: without blinds nobody has missed one."""
        if self.repeat is None:
            for player in self.lineup.players.values():
                if player.away and player.back_at <= self.number:
                    player.away = player.missed_sb = player.missed_bb = player.missed_more = player.waits_for_bb = False
            if self.placard.game.has_button:
                self.stud_button = next_active(self.stud_button, self.lineup.active())
        return Positions(self.stud_button if self.placard.game.has_button else 0, 0, 0)

    def _misdeals(self, hand: NextHand) -> bool:
        calm = hand.code is None and self.repeat is None and not hand.stub_due and hand.moved_in is None
        calm = calm and not self.lineup.someone_would_come_in(self.number)
        return calm and self.rng.random() < 0.004

    def _take_positions(self, hand: NextHand, misdeal: bool) -> Positions:
        """Lets somebody join, and says where button and blinds stand then."""
        lineup = self.lineup
        if self.before is None or self.repeat is not None or self.placard.game.is_stud:
            return hand.due
        if not hand.entry_is_made:
            entry = hand.moved_in
            if hand.code is None and not misdeal and entry is None and not self.other_left:
                entry = lineup.entry(self.number, self.before, self.was_heads_up, bool(self.kill.due))
            if entry is not None:
                hand.forced.entry = entry
                lineup.admit(entry)
        hand.due = following(self.before, lineup.active())
        positions = hand.positions or hand.due
        if hand.forced.entry is None or hand.forced.entry.way != "bought":
            lineup.blinds_pass(self.before, positions)
        return positions

    def _ask_for_straddle_and_kill(self, hand: NextHand, positions: Positions) -> None:
        placard, rng, lineup, forced = self.placard, self.rng, self.lineup, hand.forced
        active = lineup.active()
        if self.kill.due and forced.kill is None:
            seat = lineup.seat_of(self.kill.due)
            if seat in active:
                forced.kill = (seat, self.kill.amount())
        if forced.kill == (0, 0):
            forced.kill = None
        if forced.straddle or forced.kill or hand.no_straddle or placard.is_tournament:
            return
        dealt = active - {hand.left_out}
        if len(dealt) < 3:
            return
        under_the_gun = next_active(positions.bb, dealt)
        entry = forced.entry
        if placard.mandatory_straddle:
            seat = under_the_gun if placard.mandatory_straddle == "utg" else positions.button
            if seat in dealt:
                forced.straddle = (seat, placard.straddle)
        elif entry is not None and entry.way == "straddle":
            forced.straddle = (entry.seat, placard.straddle)
        elif placard.straddles and entry is None and rng.random() < STRADDLES:
            open_to = (*placard.ways.straddles_from, "mississippi")
            word = rng.choice([word for word in placard.straddles if word in open_to])
            seat = under_the_gun
            if word == "mississippi":
                seat = rng.choice(sorted(dealt))
            elif word == "button" and positions.button in dealt:
                seat = positions.button
            if seat not in positions[1:] and lineup.players[seat].stack > 3 * placard.straddle:
                forced.straddle = (seat, placard.straddle)

    # --- the hand --------------------------------------------------------------------------------------------

    def _setup(self, hand: NextHand, positions: Positions, stub_due: bool, misdeal: bool) -> HandSetup:
        lineup = self.lineup
        for seat, amount in hand.forced.time:
            lineup.players[seat].stack -= amount
        wrong_in_time = hand.code in ("RK06", "RK07")
        game = self.placard.game
        free_for_errors = hand.code is None and not misdeal and self.repeat is None
        in_dealing: Sequence[str] = self._ripe(self.number, IN_DEALING[game.family]) if free_for_errors else ()
        if hand.forced.entry is not None or stub_due:
            in_dealing = [code for code in in_dealing if not game.is_flop and code not in ENDS_THE_HAND]
        setup = HandSetup(
            placard=self.placard,
            positions=positions,
            active=lineup.active(),
            stacks={seat: player.stack for seat, player in lineup.players.items()},
            temper={seat: player.temper for seat, player in lineup.players.items()},
            absent=lineup.absent() if isinstance(lineup, TournamentLineup) else (),
            forced=hand.forced,
            early=hand.code,
            left_out=hand.left_out,
            dealt_away=hand.dealt_away,
            first_card_late=hand.first_card_late,
            in_dealing=in_dealing,
            # what is bet in a kill pot is not judged
            in_betting=self._ripe(self.number, IN_BETTING) if free_for_errors and not hand.forced.kill else (),
            late=self._ripe(self.number, LATE) if free_for_errors else (),
            stub_due=stub_due,
            misdeal=misdeal,
            helpful_cards=self._helpful_cards(hand.code),
        )
        if self.collection.is_owed and self.placard.time_style != "seat" and not wrong_in_time:
            self._ask_for_time_pot(setup)
        if setup.late and not game.is_flop:
            # one at a time, every other hand: what needs a split pot would keep those waiting that need a winner
            setup.late = [self.rng.choice(setup.late)]
            if self.rng.random() < 0.5:
                setup.in_dealing = setup.in_betting = ()
        return setup

    def _remember(self, hand: NextHand, positions: Positions, result: HandResult) -> None:
        """What the next hand takes over from this one."""
        lineup = self.lineup
        self.seated_before = {seat: player.name for seat, player in lineup.players.items()}
        for seat, stack in result.stacks.items():
            lineup.players[seat].stack = stack
        self.guest = hand.guest
        self.was_heads_up = len(lineup.active()) == 2
        # after a wrong button the next hand goes on from where it stood; after a wrong blind, from where it was due
        entry = hand.forced.entry
        self.since_stud += 1
        if self.placard.game.is_stud:
            self.since_stud = 0  # the button of a mixed table stays where it is
            for seat in result.stacks:  # whoever came in without blinds is in, also if that hand was called off
                lineup.players[seat].is_new = lineup.players[seat].moved = False
        elif entry is not None and entry.way == "bought" and self.before is not None:
            self.before = after_bought(self.before, entry.seat)
        else:
            self.before = positions
        if result.called_off:
            self.repeat = positions
            if result.called_off == "void":
                lineup.positions_are_lost(in_this_hand=True)
                self.last_error_at = self.number + HANDS_AFTER_A_VOID - HANDS_BETWEEN_ERRORS
            return
        if self.number < self.last_error_at:
            lineup.positions_are_lost()
        self.repeat = None
        for seat in result.stacks:
            if seat != hand.dealt_away:  # a hand dealt by mistake brings nobody into the game
                lineup.players[seat].is_new = lineup.players[seat].moved = False
        if self.placard.kill:
            self._pass_the_kill_button(hand, result)

    def _pass_the_kill_button(self, hand: NextHand, result: HandResult) -> None:
        names = {str(seat): player.name for seat, player in self.lineup.players.items()}
        outcome = result.outcome
        if outcome is not None:
            outcome = replace(outcome, winners=frozenset(names[seat] for seat in outcome.winners))
        killer = names[str(hand.forced.kill[0])] if hand.forced.kill else None
        self.kill.hand_is_over(outcome, killer, [names[str(seat)] for seat in result.stacks])
        self.lineup.pinned = self.kill.due

    # --- time ------------------------------------------------------------------------------------------------

    def _mind_the_time(self, next_s: int) -> None:
        """A call for time; everybody makes sure of having the chips for it."""
        if self.spec.placard.time_rate == 0:
            return
        called_s = self.collection.call_before(next_s)
        if called_s is None:
            return
        self._pot_was_never_taken()
        self.write_note(called_s, "time-call")
        if self.placard.time_style == "seat":
            for seat, player in self.lineup.players.items():
                if player.stack < self.placard.time_rate + 5 * self.placard.bb:
                    self.lineup.buy_chips(seat, 20 * self.placard.bb)

    def _pay_time(self, hand: NextHand) -> None:
        """Every seat pays, those who are away too. RK06: one of them does not, or twice; RK07: nobody does."""
        if not self.collection.is_owed or self.placard.time_style != "seat":
            return
        self.collection.is_owed = False
        rate = self.placard.time_rate
        pays = dict.fromkeys(self.lineup.players, rate)
        ripe = self._ripe(self.number, ("RK06", "RK07")) if hand.code is None else []
        if ripe and self.repeat is None:
            hand.code = ripe[0]
            if ripe[0] == "RK06":
                seat = self.rng.choice(sorted(pays if self.placard.ways.absent_pay_time else self.lineup.active()))
                ways, everybody = self.placard.ways, len(self.lineup.active()) == len(pays)
                may_lack = ways.time_is_called and (everybody or ways.absent_pay_time)
                pays[seat] = self.rng.choice((0, 2 * rate) if may_lack else (2 * rate,))
                hand.wrong = Wrong("RK06", pays[seat] - rate, f"s{seat} paid {pays[seat]} of {rate}", None, seat)
            else:
                hand.wrong = Wrong("RK07", -rate * len(pays), "time was called and nobody paid")
                pays.clear()
        hand.forced.time = tuple((seat, amount) for seat, amount in pays.items() if amount)

    def _ask_for_time_pot(self, setup: HandSetup) -> None:
        """The pot of this hand pays the time if it can. RK06: a wrong amount; RK07: it is let go."""
        setup.time_pot_seats = len(self.lineup.players)
        if self.skipped_pot is not None:
            setup.time_pot_is_late = True
            setup.in_dealing = setup.in_betting = setup.late = ()
            return
        ripe = self._ripe(self.number, ("RK06", "RK07")) if setup.early is None and not setup.misdeal else []
        everybody = len(self.lineup.active()) == len(self.lineup.players)
        if not ripe or not (everybody or self.placard.ways.absent_pay_time):
            return
        setup.in_dealing = setup.in_betting = setup.late = ()
        if ripe[0] == "RK06":
            setup.time_pot_wrong = self.rng.choice((-2, -1, 1, 2))
        elif self.number < self.expected_hands * 3 // 4:
            setup.time_pot_skipped = True

    def _settle_time(self, name: str, result: HandResult) -> None:
        if result.time_taken:
            self.collection.is_owed = False
            self.skipped_pot = None
        elif result.time_due:
            self.skipped_pot = (name, self.start_s)
            self.last_error_at = self.number
        elif self.placard.ways.time_from_next_hand and self.skipped_pot is None and self.placard.time_style != "seat":
            self.collection.is_owed = False  # the hand after the call could not pay, and no rule names another

    def _pot_was_never_taken(self) -> None:
        """RK07 where no other pot came that could have paid instead: it is told on the hand that owed it."""
        if self.skipped_pot is not None:
            name, start_s = self.skipped_pot
            self.skipped_pot = None
            self._write_label(name, start_s, Wrong("RK07", 0, "the pot that owed time did not pay it"))

    def _company_through_the_day(self) -> Callable[[int], int]:
        """How many players the table draws, by hand: full, then short-handed for a while, full again, breaking up."""
        rng, hands = self.rng, self.expected_hands
        begins = int(hands * (0.1 + 0.4 * rng.random()))
        ends = begins + int(hands * (0.18 + 0.12 * rng.random()))
        dip = begins + (ends - begins) * 2 // 3
        breaks_up = hands * 9 // 10
        short, shorter = rng.choice((4, 5, 5, 6)), rng.choice((2, 3, 4))
        full = min(rng.choice((8, 9, 9)), self.spec.placard.game.seats)
        if "CD07" in self.spec.planned:
            full = self.spec.placard.game.seats
        if "BL08" in self.spec.planned:
            shorter = 2

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
        """Tournament: the blinds go up for the next hand when the level's time is over. Mixed: the next game."""
        if self.other_left and self.repeat is None:
            self.other_left -= 1
            if not self.other_left:
                self._play_at(None, 0)
        if self.rotation:
            self.placard = self.rotation[self.number // HANDS_A_GAME % len(self.rotation)]
            self.what_is_dealt = self._what_is_dealt()
        if not self.placard.is_tournament or self.repeat is not None:  # a misdealt hand is dealt again at its level
            return
        level = level_at(next_s - self.spec.open_s)
        if level != self.level:
            self.level = level
            shown = placard_of_level(level, self.big_blind_ante)
            self.placard = self.lineup.placard = replace(shown, ways=self.spec.placard.ways)
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

    @property
    def whole_deck(self) -> int:
        """The cards of the game's deck."""
        return len(self.placard.game.deck)

    def _change_decks(self, next_s: int) -> None:
        """Both decks leave the table and a new set-up comes in."""
        for deck in self.decks:
            self.write_shuffle(self.end_s + 3, deck, self.whole_deck, "removed")
        self.decks = list(next(decks for decks in DECK_SETS if self.deck_before not in decks))
        self.pending_deck_change = False
        deck = self.decks[self.turn]
        self.write_note(self.end_s + 8, "deck-change", f',"deck":"{deck}"')
        self.write_shuffle(min(self.end_s + 30, next_s - 2), deck, self.whole_deck, "ok")

    def _shuffle(self, deck: str, play_on: bool, wrong_count: bool, was_changed: bool) -> str:
        """The shuffler's rows for the deck of the next hand; returns the deck that is dealt.

        SC04: the shuffler reports a wrong number of cards, nothing is done, and the hand is dealt with that deck.
        """
        if was_changed:
            return deck
        in_play = deck == self.deck_before  # in SC12: it comes out of the hand before and is shuffled behind it
        at_s = self.end_s + 1 if in_play else self.start_s + max(3, (self.end_s - self.start_s) // 2)
        if play_on:
            self.write_shuffle(at_s, deck, self.whole_deck + self.rng.choice((-1, -1, 1)), "count")
            return deck
        if wrong_count:
            self.write_shuffle(at_s, deck, self.whole_deck + self.rng.choice((-2, -1, 1)), "count")
            self.write_shuffle(self.end_s + 5, deck, self.whole_deck, "removed")
            fresh = next(other for decks in DECK_SETS for other in decks if other not in self.decks)
            self.decks[self.turn] = fresh
            self.write_note(self.end_s + 10, "deck-change", f',"deck":"{fresh}"')
            self.write_shuffle(self.end_s + 40, fresh, self.whole_deck, "ok")
            return fresh
        self.write_shuffle(at_s, deck, self.whole_deck, "ok")
        return deck

    # --- errors ----------------------------------------------------------------------------------------------

    def _plan_errors(self) -> None:
        for code in self.spec.planned:
            if code in AFTER_THE_DAY:
                self.out.late_errors.append(code)
            else:
                self.waiting.append((self.rng.randint(2, max(3, self.expected_hands * 7 // 10)), code))
        self.waiting.sort()

    def _dealer_leaves(self) -> None:
        """What a dealer with a rate of their own has not done wrong by now is nobody else's error."""
        for item in self.of_the_dealer:
            if item in self.waiting:
                self.waiting.remove(item)
        self.of_the_dealer.clear()

    def _draw_errors(self, number: int) -> None:
        dealer = self.dealer(self.slot)
        if self.rng.random() < self.spec.error_rate_of(dealer):
            code = self.rng.choice(self.codes)
            if code == "DC02" and self.rng.random() < 0.5:  # each of them is two labels
                return
            if code in AFTER_THE_DAY:
                self.out.late_errors.append(code)
            else:
                self.waiting.append((number, code))
                if dealer in self.spec.own_rates:
                    self.of_the_dealer.append((number, code))

    def _ripe(self, number: int, codes: Sequence[str]) -> list[str]:
        """Errors of some kinds that are due; at a mixed table they wait for a game that has room for them."""
        if number - self.last_error_at < HANDS_BETWEEN_ERRORS:
            return []
        ripe = [code for since, code in self.waiting if since <= number and code in codes]
        if not self.rotation:
            return ripe
        lost = BY_POSITION if self.since_stud < HANDS_AFTER_STUD else ()
        return [code for code in ripe if code not in lost and fits_the_game(code, self.placard)]

    def _helpful_cards(self, early: str | None) -> str:
        """Errors that need a split pot or an all-in get one now and then when they have waited long."""
        if early or not self.waiting:
            return ""
        overdue = [code for since, code in self.waiting if since + PATIENCE <= self.number and code in HELPFUL]
        if not overdue or self.rng.random() < 0.5:
            return ""
        return HELPFUL[self.rng.choice(overdue)]

    def _label(self, name: str, hand: NextHand, result: HandResult) -> None:
        wrong = result.wrong or hand.wrong
        if wrong is None and hand.code is not None:
            notes = {
                "BL07": "button put in the wrong place, blinds follow it",
                "SC02": "no stub count on the first hand of the down",
                "SC04": "dealt with a deck that the shuffler had counted wrong",
                "SC12": "the deck stayed when another dealer came in",
                "TL01": "starts before the hand before it ended",
            }
            wrong = Wrong(hand.code, 0, notes[hand.code])
        if wrong is not None:
            self._write_label(name, self.start_s, wrong, asked_for=hand.code != "SC11")

    def _write_label(self, name: str, start_s: int, wrong: Wrong, asked_for: bool = True) -> None:
        """A label; one that was not asked for by itself is half of another error."""
        self.out.labels.append(
            Label(
                wrong.code, self.spec.table, name, self.spec.day.toordinal(), self.spec.midnight_s + start_s,
                wrong.event, wrong.seat, wrong.amount * 100, wrong.note,
            )
        )  # fmt: skip
        self.last_error_at = max(self.last_error_at, self.number)
        if asked_for:
            self.waiting.remove(next(item for item in self.waiting if item[1] == wrong.code and item[0] <= self.number))


def play_table(spec: TableSpec) -> TableDay:
    """Plays one table for one day and writes its log."""
    with spec.log.open("w", encoding="utf-8", newline="\n") as log:
        return Table(spec, log).run()
