"""The forced bets of a hand: time, antes, blinds, straddle, kill, and what somebody posts who comes in.

Errors with them: BL01 to BL04, BL08 and BL12 are made here; those of who comes in, of straddles and of kills are in
what the table asks for (see ``early_errors.py``).
"""

from dataclasses import dataclass
from random import Random

from pipelines.simulator.betting import Betting
from pipelines.simulator.lineup import Entry
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions
from pipelines.simulator.wrongs import Wrong


@dataclass
class Forced:
    """What a hand asks for beside the blinds. Pairs are a seat and an amount."""

    entry: Entry | None = None
    straddle: tuple[int, int] | None = None
    straddle_behind_cards: bool = False  # posted when it is too late
    kill: tuple[int, int] | None = None
    time: tuple[tuple[int, int], ...] = ()


class ForcedBets:
    """Posts everything for one hand. ``first_after`` is the seat behind which the action starts then."""

    def __init__(self, rng: Random, placard: Placard, positions: Positions, forced: Forced, betting: Betting) -> None:
        self.rng = rng
        self.placard = placard
        self.forced = forced
        self.betting = betting
        self.button = positions.button
        self.sb: int | None = positions.sb if positions.sb in betting.ring else None
        self.bb: int | None = positions.bb or None
        self.sb_amount, self.bb_amount = placard.sb, placard.bb
        self.first_after = positions.bb
        self.ante_of: dict[int, int] = {}
        self.first_ante = 0  # the seat that antes before the others
        self.ante_first = False
        self.wrong: Wrong | None = None

    def post(self, early: str | None) -> None:
        """Everything that goes in before the cards; after a misplaced bet the action follows the posts as made."""
        betting, entry = self.betting, self.forced.entry
        for seat, amount in self.forced.time:
            betting.events.append(f"time s{seat} {amount}")
        sb_position = self.first_after if self.sb is None else self.sb
        bought = entry is not None and entry.way == "bought"
        if bought and entry is not None:
            self.sb, self.bb = None, entry.seat  # only the buyer posts
        elif early in ("BL01", "BL02", "BL03", "BL04", "BL08", "BL12"):
            self._err(early)
        if self.placard.ante:
            for seat in sorted(betting.ring, key=lambda seat: seat != self.first_ante):
                betting.post(seat, "ante", self.ante_of.get(seat, self.placard.ante))
        if self.sb is not None:
            betting.post(self.sb, "sb", self.sb_amount)
        if self.bb is not None:
            if self.ante_first:
                betting.post(self.bb, "bba", self.placard.bba)
            betting.post(self.bb, "bb", self.bb_amount)
            betting.level = max(betting.level, self.bb_amount)  # owed in full, also where it is all-in for less
            if self.placard.bba and not self.ante_first:
                betting.post(self.bb, "bba", self.ante_of.get(self.bb, self.placard.bba))
        self.first_after = self.bb if self.bb is not None else sb_position
        if not self.forced.straddle_behind_cards:
            self.post_straddle()
        self._post_kill()
        if bought and entry is not None:
            betting.post(entry.seat, "dead", entry.dead)
        elif entry is not None:
            betting.post(entry.seat, "live", entry.live)
            betting.post(entry.seat, "dead", entry.dead)

    def post_straddle(self) -> None:
        if self.forced.straddle:
            seat, amount = self.forced.straddle
            self.betting.post(seat, "straddle", amount)
            self.first_after = seat

    def _post_kill(self) -> None:
        """The kill raises the limits; whoever is a blind as well makes the blind up to it."""
        if self.forced.kill:
            seat, amount = self.forced.kill
            self.betting.post(seat, "kill", amount - self.betting.blind_by.get(seat, 0))
            self.betting.limit_percent = self.placard.kill_percent
            if self.placard.ways.kill_acts_last and not self.placard.time_rate:
                self.betting.last_unless_raised = seat

    # --- errors ----------------------------------------------------------------------------------------------

    def _err(self, code: str) -> None:
        placard, betting = self.placard, self.betting
        antes = len(betting.ring) if placard.ante else 0
        event = len(betting.events) + antes
        sb, bb = self.sb, self.bb
        assert bb is not None
        if code == "BL01":
            # the seat is dealt in and simply does not post
            self.wrong = Wrong(code, -placard.sb, f"s{sb} posted no small blind", None, sb)
            self.sb = None
        elif code == "BL02":
            self.wrong = Wrong(code, -placard.bb, f"s{bb} posted no big blind", None, bb)
            self.bb = None
        elif code == "BL03":
            self._wrong_seat(event)
        elif code == "BL04":
            self._wrong_amount(event)
        elif code == "BL08":
            # the blinds the wrong way round between two
            self.wrong = Wrong(code, 0, f"s{bb} posted the small blind, the button the big one", event, self.button)
            self.sb, self.bb = bb, sb
        else:
            self._wrong_ante(event - antes)

    def _wrong_seat(self, event: int) -> None:
        ring = self.betting.ring
        if self.rng.random() < 0.5 and ring[-1] == self.button:
            payer = ring[-1]
            self.wrong = Wrong("BL03", 0, f"small blind from s{payer} instead of s{self.sb}", event, payer)
            self.sb = payer
        else:
            assert self.bb is not None
            payer = ring[(ring.index(self.bb) + 1) % len(ring)]
            self.wrong = Wrong("BL03", 0, f"big blind from s{payer} instead of s{self.bb}", event + 1, payer)
            self.bb = payer

    def _wrong_amount(self, event: int) -> None:
        placard = self.placard
        if placard.chip == 1 and self.rng.random() < 0.6:
            self.sb_amount = placard.sb + (1 if placard.sb == 1 else self.rng.choice((-1, 1)))
            self.wrong = Wrong("BL04", self.sb_amount - placard.sb, f"small blind of {self.sb_amount}", event, self.sb)
        else:
            self.bb_amount = 5 if placard.bb == 3 else placard.bb + max(5, placard.chip)
            off = self.bb_amount - placard.bb
            self.wrong = Wrong("BL04", off, f"big blind of {self.bb_amount}", event + 1, self.bb)

    def _wrong_ante(self, event: int) -> None:
        """BL12: one ante missing or of a wrong amount; with a big-blind ante also the ante before the blind."""
        placard, ring = self.placard, self.betting.ring
        if placard.ante:
            seat = self.rng.choice(ring)
            given = self.rng.choice((0, placard.ante + placard.chip, max(0, placard.ante - placard.chip)))
            self.ante_of[seat] = given
            place = event + ring.index(seat) if given else None
            self.wrong = Wrong("BL12", given - placard.ante, f"ante of {given} by s{seat}", place, seat)
            return
        assert self.bb is not None
        first = event + (self.sb is not None)
        if self.rng.random() < 0.4:
            self.ante_first = True
            self.wrong = Wrong("BL12", 0, "the ante before the blind", first, self.bb)
            return
        given = self.rng.choice((0, placard.bba // 2, placard.bba + placard.sb))
        self.ante_of[self.bb] = given
        place = first + 1 if given else None
        self.wrong = Wrong("BL12", given - placard.bba, f"big-blind ante of {given}", place, self.bb)
