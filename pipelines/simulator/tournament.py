"""Tournament tables: levels, antes, players who bust, are moved in from other tables, or are not in their seat.

One table of a no-limit hold'em tournament with antes, or with a big-blind ante. While others are left elsewhere its
seats are filled up again; then it is the last table, and plays down to two and to the end.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pipelines.simulator.lineup import Entry, GapNote, Lineup, Player
from pipelines.simulator.placards import TOURNAMENT, Placard
from pipelines.simulator.positions import Positions, may_come_in

EVENT: Final = "17"
BUY_IN: Final = "1500"
LEVEL_S: Final = 1800
LEVELS_TURN_S: Final = 900  # a quarter past the half hour: never in the minutes of a push
FIRST_STACK: Final = 7500
# Small blind, big blind, ante; where the big blind pays the ante it is as much as the blind.
LEVELS: Final = (
    (25, 50, 0), (50, 100, 0), (75, 150, 25), (100, 200, 25), (150, 300, 50), (200, 400, 50), (300, 600, 75),
    (400, 800, 100), (500, 1000, 100), (600, 1200, 200), (800, 1600, 200), (1000, 2000, 300), (1500, 3000, 400),
    (2000, 4000, 500), (3000, 6000, 1000), (4000, 8000, 1000), (6000, 12000, 2000), (8000, 16000, 2000),
)  # fmt: skip


def level_at(seconds_played: int) -> int:
    """The level, from 1 on, so long after the start."""
    return min(1 + max(0, seconds_played - LEVELS_TURN_S) // LEVEL_S, len(LEVELS))


def placard_of_level(level: int, big_blind_ante: bool) -> Placard:
    """What the clock shows in a level."""
    sb, bb, ante = LEVELS[level - 1]
    if big_blind_ante:
        return replace(TOURNAMENT, sb=sb, bb=bb, bba=bb if ante else 0)
    return replace(TOURNAMENT, sb=sb, bb=bb, ante=ante)


class TournamentLineup(Lineup):
    """The seats of one tournament table. ``elsewhere`` is how many players are left at other tables."""

    def __init__(self, rng: Random, table: str, placard: Placard, guests: Sequence[str] = ()) -> None:
        super().__init__(rng, table, placard, guests)
        self.elsewhere = rng.randint(30, 90)

    def left(self) -> int:
        return len(self.players) + self.elsewhere

    def absent(self) -> set[int]:
        return {seat for seat, player in self.players.items() if player.absent}

    def between_hands(self, hand_number: int, wanted_players: int, before: Positions | None) -> None:
        """Those without chips leave, somebody may be moved in, and players go away and come back."""
        for seat in [seat for seat, player in self.players.items() if player.stack <= 0]:
            player = self.players.pop(seat)
            self.notes.append(GapNote("seat-open", seat, player=player.name))
        rng = self.rng
        if not wanted_players:
            self.elsewhere = 0  # the last table
        elif rng.random() < 0.3:
            self.elsewhere = max(5, self.elsewhere - 1)
        active = self.active()
        if before and len(self.players) < wanted_players and rng.random() < 0.5:
            free = [seat for seat in self.free() if may_come_in(seat, before, active)]
            if free:
                seat = rng.choice(free)
                self.sit(seat)
                self.players[seat].away = self.players[seat].is_new = False
                self.players[seat].moved = True
        for player in self.players.values():
            if player.absent and (player.back_at <= hand_number or player.stack < 8 * self.placard.bb):
                player.absent = False
        if rng.random() < 0.02 and len(self.players) > 3:
            player = self.players[rng.choice(sorted(self.players))]
            if player.stack > 15 * self.placard.bb and not player.moved:
                player.absent = True
                player.back_at = hand_number + rng.randint(2, 12)

    def entry(self, hand_number: int, before: Positions, was_heads_up: bool, in_kill: bool) -> Entry | None:
        """Nobody owes anything in a tournament; whoever is moved in is dealt in at once."""
        return None

    def owed(self, player: Player) -> tuple[int, int]:
        return 0, 0

    def someone_would_come_in(self, hand_number: int) -> bool:
        return False

    def blinds_pass(self, before: Positions, now: Positions) -> None:
        """There are no missed blinds: an absent player's are posted."""

    def close(self) -> None:
        """Nobody cashes out."""

    def _buy_in(self) -> int:
        """The chips of somebody who sits down: the first stack, or what is brought from another table."""
        if self.seen <= self.placard.game.seats:
            return FIRST_STACK
        return max(FIRST_STACK, self.rng.randint(15, 50) * self.placard.bb) // 25 * 25
