"""Errors that are settled before a hand is dealt: who is in it, where the button stands, what is asked of whom.

Each maker changes the plan of the next hand in one respect, or finds that the hand has no room for its error.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from pipelines.simulator.forced_bets import Forced
from pipelines.simulator.kills import KillButton
from pipelines.simulator.lineup import Entry, Lineup
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import (
    Positions,
    following,
    last_active,
    may_come_in,
    next_active,
    plain,
    strictly_between,
)
from pipelines.simulator.wrongs import Wrong, other_stakes


@dataclass
class NextHand:
    """The plan of the next hand, as it is known when the errors are chosen."""

    number: int
    before: Positions
    due: Positions  # as they follow from who plays, before anybody joins
    was_heads_up: bool
    stub_due: bool
    first_of_down: bool
    deck_was_changed: bool
    gap_is_quiet: bool
    slot_held: bool  # the last hand began and ended well inside its slot
    deck_is_due: bool = False  # another dealer has come in at a tournament table
    seated_before: dict[int, str] = field(default_factory=dict)  # who sat where in the last hand
    noted: frozenset[int] = frozenset()  # seats of which a note of this gap tells
    moved_in: Entry | None = None  # somebody has just changed seats
    positions: Positions | None = None  # where button and blinds stand, if not where they are due
    forced: Forced = field(default_factory=Forced)
    entry_is_made: bool = False
    no_straddle: bool = False
    left_out: int = 0
    dealt_away: int = 0
    first_card_late: bool = False
    guest: int = 0  # a seat that is one too many
    code: str | None = None
    wrong: Wrong | None = None


class EarlyErrors:
    """Makes the early errors of one table."""

    def __init__(self, rng: Random, lineup: Lineup, kill: KillButton) -> None:
        self.rng = rng
        self.lineup = lineup
        self.kill = kill
        self._makers: dict[str, Callable[[NextHand], bool]] = {
            "BL01": self._blinds, "BL02": self._blinds, "BL03": self._blinds, "BL04": self._blinds,
            "BL05": self._dealt_in_owing, "BL06": self._made_up_wrongly, "BL07": self._button, "BL08": self._heads_up,
            "BL09": self._straddle, "BL10": self._no_straddle, "BL11": self._kill, "BL12": self._ante,
            "BL14": self._dealt_between, "BL15": self._bought_in, "CD04": self._dealt_wrongly,
            "CD07": self._one_too_many, "HF02": self._other_stakes,
            "PT04": lambda hand: not hand.stub_due and hand.moved_in is None,
            "PT12": self._chips_from_nowhere, "PT13": self._note_of_other_chips,
            "SC01": lambda hand: hand.stub_due,
            "SC02": lambda hand: hand.first_of_down and not hand.deck_was_changed,
            "SC04": lambda hand: not hand.stub_due and not hand.deck_was_changed and hand.number > 1,
            "SC11": lambda hand: hand.stub_due and not hand.deck_was_changed,
            "SC12": lambda hand: hand.deck_is_due and not hand.deck_was_changed,
            "TL01": lambda hand: hand.gap_is_quiet and not hand.first_of_down and hand.slot_held,
        }  # fmt: skip

    def choose(self, hand: NextHand, wanted: Sequence[str]) -> None:
        """Makes the first of the wanted errors that the next hand has room for."""
        for code in wanted:
            hand.code = code
            if self._makers[code](hand):
                return
            hand.wrong, hand.positions, hand.no_straddle, hand.forced = None, None, False, Forced()
        hand.code = None

    @property
    def placard(self) -> Placard:
        return self.lineup.placard

    def _enough(self, hand: NextHand, players: int = 4) -> bool:
        """Enough players with chips, and three different positions."""
        active = self.lineup.active()
        if len(active) < players or len({*hand.due}) != 3 or hand.moved_in:
            return False
        return all(self.lineup.players[seat].stack > 4 * self.placard.bb for seat in active)

    # --- blinds and button -----------------------------------------------------------------------------------

    def _blinds(self, hand: NextHand) -> bool:
        """BL01 to BL04 are made with the posts."""
        hand.no_straddle = not self.placard.mandatory_straddle
        return self._enough(hand) and hand.due.sb in self.lineup.active() and not self.kill.due

    def _ante(self, hand: NextHand) -> bool:
        due = self.placard.ante or (self.placard.bba and self.placard.ways.big_blind_ante)
        return self._enough(hand, players=3) and due > 0

    def _button(self, hand: NextHand) -> bool:
        """BL07: the button in a wrong place, and the blinds follow it there."""
        seats = self._wrong_buttons(hand) if self._enough(hand) else []
        if not seats:
            return False
        hand.positions = plain(self.rng.choice(seats), self.lineup.active())
        return True

    def _wrong_buttons(self, hand: NextHand) -> list[int]:
        """Seats where a dealer may put the button by mistake: one too far, left where it was, or off an empty seat."""
        due, before, active = hand.due, hand.before, self.lineup.active()
        if due.button not in active:
            # the button belongs at an empty seat, and is put back to the last player before it; blinds are not touched
            wrong = last_active(due.button, active)
            return [wrong] if plain(wrong, active)[1:] == due[1:] else []
        seats = [next_active(due.button, active)]
        if before.button in active and plain(before.button, active) == before:
            seats.append(before.button)
        return [seat for seat in seats if seat != due.button]

    def _heads_up(self, hand: NextHand) -> bool:
        """BL08: between two the button stays where it was, or the blinds are posted the wrong way round."""
        active = self.lineup.active()
        if len(active) != 2 or any(self.lineup.players[seat].stack < 4 * self.placard.bb for seat in active):
            return False
        if self.rng.random() < 0.5:
            button = hand.due.bb
            hand.positions = Positions(button, button, hand.due.button)
            hand.wrong = Wrong("BL08", 0, f"s{hand.due.button} has the big blind twice running", None, button)
        return True

    # --- coming in -------------------------------------------------------------------------------------------

    def _owing(self, hand: NextHand) -> Entry | None:
        """Somebody who has to post something to get a hand, and of whom the log tells what."""
        entry = hand.moved_in
        if entry is None:
            entry = self.lineup.entry(hand.number, hand.before, hand.was_heads_up, bool(self.kill.due))
        if entry is None or entry.way != "post" or not entry.live + entry.dead:
            return None
        if hand.moved_in is not None and not self.placard.ways.move_is_named:
            return None
        player = self.lineup.players[entry.seat]
        return entry if (player.known or player.is_new) and player.stack > 4 * self.placard.bb else None

    def _join(self, hand: NextHand, entry: Entry) -> None:
        hand.forced.entry = entry
        hand.entry_is_made = True
        self.lineup.admit(entry)

    def _dealt_in_owing(self, hand: NextHand) -> bool:
        """BL05: dealt in without the post; where nothing can be posted, before the big blind came round."""
        if self.lineup.waits and hand.moved_in is None:
            seat = self.lineup.too_soon(hand.number, hand.before)
            if seat and self.lineup.players[seat].stack > 4 * self.placard.bb:
                live = self.rng.choice((0, self.placard.bb))
                self._join(hand, Entry(seat, "post", live))
                note = f"s{seat} had to wait for the big blind"
                hand.wrong = Wrong("BL05", live - self.placard.bb, note, None, seat)
                return True
        entry = self._owing(hand)
        if entry is None:
            return False
        self._join(hand, replace(entry, live=0, dead=0))
        due = entry.live + entry.dead
        hand.wrong = Wrong("BL05", -due, f"s{entry.seat} posted nothing of {due}", None, entry.seat)
        return True

    def _made_up_wrongly(self, hand: NextHand) -> bool:
        """BL06: live where it is dead, dead where it is live, or only one part of it."""
        entry = self._owing(hand)
        if entry is None or self.lineup.players[entry.seat].missed_straddle or self._straddles(hand, entry.seat):
            return False
        live, dead = entry.live, entry.dead
        ways = {(0, live + dead), (dead, live), (live, 0), (live - self.placard.chip, dead)}
        ways = {way for way in ways if way != (live, dead) and sum(way) > 0 and way[0] >= 0}
        wrong_live, wrong_dead = self.rng.choice(sorted(ways))
        self._join(hand, replace(entry, live=wrong_live, dead=wrong_dead))
        off = wrong_live + wrong_dead - live - dead
        note = f"s{entry.seat}: {wrong_live} live and {wrong_dead} dead, {live} and {dead} were due"
        hand.wrong = Wrong("BL06", off, note, None, entry.seat)
        return True

    def _straddles(self, hand: NextHand, seat: int) -> bool:
        """Whether a seat may have to straddle in the hand, which makes up for whatever it owes."""
        if self.placard.mandatory_straddle == "button":
            return seat == hand.due.button
        there = [between for between in strictly_between(hand.due.bb, seat) if between in self.lineup.players]
        return bool(self.placard.mandatory_straddle) and not there

    def _dealt_between(self, hand: NextHand) -> bool:
        """BL14: a hand between small blind and button, or for a new player on the button."""
        lineup, due = self.lineup, hand.due
        if not self._enough(hand, players=3) or hand.was_heads_up or self.kill.due:
            return False
        between = strictly_between(due.button, due.sb)
        for seat in between:
            player = lineup.players.get(seat)
            if player is not None and player.away and not player.is_new:
                live, dead = lineup.owed(player)
                return self._come_between(hand, Entry(seat, "between", live, dead))
        free = [seat for seat in lineup.free() if seat in between]
        if self.placard.ways.best_position_waits and self.placard.is_live and due.button in lineup.free():
            free.append(due.button)
        if not free:
            return False
        seat = self.rng.choice(free)
        player = lineup.sit(seat)
        if self.placard.is_tournament:
            player.is_new, player.moved = False, True
        return self._come_between(hand, Entry(seat, "between"))

    def _come_between(self, hand: NextHand, entry: Entry) -> bool:
        self._join(hand, entry)
        hand.no_straddle = not self.placard.mandatory_straddle
        hand.wrong = Wrong("BL14", 0, f"s{entry.seat} came in where nobody may", None, entry.seat)
        return True

    def _bought_in(self, hand: NextHand) -> bool:
        """BL15: somebody who has just sat down brings less than the least, or more than the most."""
        if hand.moved_in or self.kill.due:
            return False
        entry = self.lineup.entry(hand.number, hand.before, hand.was_heads_up, in_kill=False)
        if entry is None or not self.lineup.players[entry.seat].is_new:
            return False
        player = self.lineup.players[entry.seat]
        if player.name in hand.seated_before.values():  # the chips were seen before
            return False
        bb, chip, (least, most) = self.placard.bb, self.placard.chip, self.placard.buy_in
        bets = self.rng.choice((10, 15, 25, 30, most + 10, 2 * most))
        player.stack = bets * bb - bets * bb % chip
        off = player.stack - (least if bets < least else most) * bb
        self._join(hand, entry)
        hand.wrong = Wrong("BL15", off, f"s{entry.seat} bought in for {player.stack}", None, entry.seat)
        return True

    def _other_stakes(self, hand: NextHand) -> bool:
        """HF02: some hands are dealt at other stakes than those of the placard."""
        if not self._enough(hand) or hand.was_heads_up:
            return False
        other = other_stakes(self.placard)
        assert other is not None
        note = f"{other.sb}-{other.bb} at a table of {self.placard.sb}-{self.placard.bb}"
        hand.wrong = Wrong("HF02", 0, note)
        return True

    # --- straddles and kills ---------------------------------------------------------------------------------

    def _straddle(self, hand: NextHand) -> bool:
        """BL09: a straddle of a wrong amount, from a wrong seat, when the cards are out, in a kill pot, or at all."""
        placard, due, active = self.placard, hand.due, self.lineup.active()
        if not self._enough(hand, players=6):
            return False
        under_the_gun = next_active(due.bb, active)
        if placard.is_tournament:
            ways = ["at all"]
        elif self.kill.due:
            ways = [] if placard.ways.straddle_in_kill_pot else ["in a kill pot"]
        else:
            ways = ["amount", "late"] if placard.ways.straddle_before_cards else ["amount"]
            if "mississippi" not in placard.straddles:
                ways.append("seat")
            if placard.betting == "fl" and due.button in active:
                ways.append("button")
        if not ways:
            return False
        way = self.rng.choice(ways)
        amount, seat = placard.straddle, under_the_gun
        if way == "amount":
            amount = self.rng.choice((placard.bb + placard.chip, 3 * placard.bb, placard.straddle + placard.chip))
        elif way == "late":
            hand.forced.straddle_behind_cards = True
        elif way == "seat":
            closed = (*due, under_the_gun)
            seat = self.rng.choice([other for other in sorted(active) if other not in closed])
        elif way == "button":
            seat = due.button
        if amount == placard.straddle and way == "amount":
            return False
        hand.forced.straddle = (seat, amount)
        hand.wrong = Wrong("BL09", 0, f"straddle of {amount} by s{seat}: {way}", None, seat)
        return True

    def _no_straddle(self, hand: NextHand) -> bool:
        """BL10: the straddle that the placard asks for is not posted."""
        hand.no_straddle = True
        active = self.lineup.active()
        on_button = self.placard.mandatory_straddle == "button"
        seat = hand.due.button if on_button else next_active(hand.due.bb, active)
        hand.wrong = Wrong("BL10", -self.placard.straddle, f"s{seat} did not straddle", None, seat)
        return self._enough(hand) and seat in active

    def _kill(self, hand: NextHand) -> bool:
        """BL11: a kill missed, of a wrong amount, by another seat, or by somebody who owes none."""
        kill, placard = self.kill, self.placard
        if not kill.is_certain or not self._enough(hand):
            return False
        due_seat, amount = self.lineup.seat_of(kill.due), kill.amount()
        others = [
            seat
            for seat in sorted(self.lineup.active())
            if self.lineup.players[seat].name not in {kill.due, *kill.missed}
        ]
        if not kill.due:
            if self.rng.random() < 0.9 or not others:  # so that most wait for a kill that is due
                return False
            seat = self.rng.choice(others)
            hand.forced.kill = (seat, amount)
            hand.wrong = Wrong("BL11", amount, f"s{seat} killed and owed none", None, seat)
            return True
        way = self.rng.choice(("missed", "amount", "seat"))
        if way == "missed" or not others:
            kill.missed.add(kill.due or "")
            hand.wrong = Wrong("BL11", -amount, f"s{due_seat} did not kill", None, due_seat)
            hand.forced.kill = (0, 0)
        elif way == "amount":
            wrong = placard.bb * (350 - placard.kill_percent) // 100
            blind = {hand.due.sb: placard.sb, hand.due.bb: placard.bb}.get(due_seat, 0)
            if wrong - blind == amount:  # a blind that posts the whole kill beside it is right by another reading
                wrong += placard.chip
            hand.forced.kill = (due_seat, wrong)
            hand.wrong = Wrong("BL11", wrong - amount, f"a kill of {wrong} instead of {amount}", None, due_seat)
        else:
            seat = self.rng.choice(others)
            hand.forced.kill = (seat, amount)
            hand.wrong = Wrong("BL11", 0, f"s{seat} killed instead of s{due_seat}", None, seat)
        return True

    # --- the deal --------------------------------------------------------------------------------------------

    def _dealt_wrongly(self, hand: NextHand) -> bool:
        """CD04: a seat left out, an absent player's seat dealt in, or the first card to a wrong seat."""
        if not self._enough(hand, players=5) or self.kill.due:
            return False
        active, due = self.lineup.active(), hand.due
        closed = {*due, *strictly_between(due.button, due.sb)}
        away = [
            seat
            for seat, player in self.lineup.players.items()
            if player.away and player.owes_nothing() and player.known and seat not in closed
        ]
        way = self.rng.choice(("left out", "first card", "away"))
        if way == "away" and away and not self.placard.time_rate:
            hand.dealt_away = self.rng.choice(away)
            hand.wrong = Wrong("CD04", 0, f"s{hand.dealt_away} is away and was dealt in", None, hand.dealt_away)
        elif way == "left out":
            # One who changed seats may be waiting: a reader of the log cannot say that a hand was due.
            waiting = {seat for seat, player in self.lineup.players.items() if player.moved or player.is_new}
            seats = sorted(active - closed - waiting)
            if not seats:
                return False
            hand.left_out = self.rng.choice(seats)
            hand.wrong = Wrong("CD04", 0, f"s{hand.left_out} got no cards", None, hand.left_out)
        else:
            hand.first_card_late = True
            hand.wrong = Wrong("CD04", 0, "the deal began a seat too late")
        hand.no_straddle = not self.placard.mandatory_straddle
        return True

    def _one_too_many(self, hand: NextHand) -> bool:
        """CD07: a chair is added to a full table, for one hand."""
        lineup, most = self.lineup, self.placard.game.seats
        active = lineup.active()
        guest = most + 1
        if len(active) < most or hand.moved_in or self.kill.due or not may_come_in(guest, hand.before, active):
            return False
        if following(hand.before, {*active, guest}).bb == guest:
            return False
        player = lineup.sit(guest)
        live, dead = lineup.owed(player)
        self._join(hand, Entry(guest, "post", live, dead))
        hand.guest = guest
        hand.no_straddle = not self.placard.mandatory_straddle
        hand.wrong = Wrong("CD07", 0, f"{most + 1} were dealt in, {most} are the most")
        return True

    # --- the record ------------------------------------------------------------------------------------------

    def _chips_from_nowhere(self, hand: NextHand) -> bool:
        """PT12: a player's stack grows or shrinks between two hands, and no note tells of it."""
        lineup, chip = self.lineup, self.placard.chip
        able = [
            seat
            for seat, player in lineup.players.items()
            if hand.seated_before.get(seat) == player.name
            and seat not in hand.noted
            and player.stack > 20 * self.placard.bb
        ]
        if not able or hand.moved_in:
            return False
        seat = self.rng.choice(able)
        change = self.rng.choice((-10, -5, -1, 1, 4, 20, 40)) * chip
        lineup.players[seat].stack += change
        hand.wrong = Wrong("PT12", abs(change), f"{change} at s{seat} that no note tells of", None, seat)
        return True

    def _note_of_other_chips(self, hand: NextHand) -> bool:
        """PT13: a rebuy or a cash-out is written down with another amount than the chips that came or went."""
        lineup = self.lineup
        able = [
            (place, note)
            for place, note in enumerate(lineup.notes)
            if note.amount is not None
            and note.seat in hand.seated_before
            and (note.word == "cashout") == (lineup.seat_of(hand.seated_before[note.seat]) == 0)
        ]
        if not able or hand.moved_in:
            return False
        place, note = self.rng.choice(able)
        assert note.amount is not None
        change = self.rng.choice((-40, -5, 5, 100, 100_000))
        if note.amount + change <= 0:
            return False
        lineup.notes[place] = replace(note, amount=note.amount + change)
        hand.wrong = Wrong(
            "PT13", abs(change), f"{note.word} of s{note.seat} written with {change:+d}", None, note.seat
        )
        return True
