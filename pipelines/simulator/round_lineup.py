"""Who comes into a game in which no post makes up for a missed blind, and who comes in too soon."""

from random import Random

from pipelines.simulator.early_errors import EarlyErrors, NextHand
from pipelines.simulator.kills import KillButton
from pipelines.simulator.lineup import Entry, Lineup, Player
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions, following, may_come_in
from pipelines.simulator.wrongs import Wrong

BADUGIS = ("badugi", "badeucey", "badacey")
LOWBALLS = ("a5-single", "a5-triple", "27-single", "27-triple")


class WaitingLineup(Lineup):
    """The seats of such a table. Who missed a blind waits for the big blind; new players post in limit."""

    def _entry_of(
        self, seat: int, player: Player, before: Positions, active: set[int], was_heads_up: bool, in_kill: bool
    ) -> Entry | None:
        if not may_come_in(seat, before, active):
            return None
        if seat == following(before, {*active, seat}).bb:
            return Entry(seat, "bb")
        if player.waits_for_bb or not player.owes_nothing():
            return None
        live, dead = self.owed(player)
        return Entry(seat, "post", live, dead)

    def too_soon(self, hand_number: int, before: Positions) -> int:
        """A seat that would like to play and has to wait, as a reader of the log can tell; 0 if there is none."""
        any_blind = self.placard.game.code in BADUGIS
        active = self.active()
        for seat, player in self.players.items():
            owes = player.missed_bb or (any_blind and player.missed_sb)
            may = may_come_in(seat, before, active) and following(before, {*active, seat}).bb != seat
            if player.away and player.back_at <= hand_number and player.known and owes and may:
                return seat
        return 0


class WaitingErrors(EarlyErrors):
    """The early errors of such a table."""

    def __init__(self, rng: Random, lineup: WaitingLineup, kill: KillButton) -> None:
        super().__init__(rng, lineup, kill)
        self.waiting = lineup

    def _dealt_in_owing(self, hand: NextHand) -> bool:
        """BL05: dealt in before the big blind came round, with or without a post; else as at any table."""
        seat = self.waiting.too_soon(hand.number, hand.before) if hand.moved_in is None else 0
        if not seat or self.lineup.players[seat].stack <= 4 * self.placard.bb:
            return super()._dealt_in_owing(hand)
        live = self.rng.choice((0, self.placard.bb))
        self._join(hand, Entry(seat, "post", live))
        hand.wrong = Wrong("BL05", live - self.placard.bb, f"s{seat} had to wait for the big blind", None, seat)
        return True


def waits(placard: Placard) -> bool:
    """Whether one who missed a blind has to wait for the big blind here."""
    return placard.game.code in (*BADUGIS, *LOWBALLS)
