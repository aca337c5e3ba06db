"""Who sits at a table: coming, going, walking, missing blinds and coming back. One gap between two hands at a time."""

from dataclasses import dataclass
from random import Random

from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions, following, may_come_in, strictly_between


@dataclass
class Player:
    """Somebody with chips at the table."""

    name: str
    stack: int
    temper: tuple[float, float]
    away: bool = False
    is_new: bool = False  # has not been dealt a hand here yet
    missed_sb: bool = False
    missed_bb: bool = False
    moved: bool = False  # came from another tournament table for the next hand
    absent: bool = False  # tournament: dealt in but not there
    back_at: int = 0  # the hand from which an away player wants to play again
    waits_for_bb: bool = False


@dataclass(frozen=True)
class GapNote:
    """A table note of the lineup: its word, and its other fields in order."""

    word: str
    seat: int
    player: str | None = None
    amount: int | None = None


class Lineup:
    """The seats of one table. ``players`` is kept in order of seat."""

    def __init__(self, rng: Random, table: str, placard: Placard) -> None:
        self.rng = rng
        self.table = table
        self.placard = placard
        self.players: dict[int, Player] = {}
        self.seen = 0
        self.notes: list[GapNote] = []

    def active(self) -> set[int]:
        return {seat for seat, player in self.players.items() if not player.away}

    def open(self, count: int) -> None:
        """The first players draw for seats; they are in the game from its first hand."""
        for seat in sorted(self.rng.sample(range(1, self.placard.game.seats + 1), count)):
            self._sit(seat)
            self.players[seat].away = self.players[seat].is_new = False

    def close(self) -> None:
        """Everybody cashes out."""
        for seat in list(self.players):
            self._leave(seat)

    def between_hands(self, hand_number: int, wanted_players: int, before: Positions | None) -> None:
        """Rebuys, departures, arrivals and walks, before it is known where button and blinds fall."""
        rng = self.rng
        for seat in list(self.players):
            player = self.players[seat]
            if not player.away:
                self._mind_the_stack(seat, player)
        # one departure or one arrival at a time, so that positions move as they do in a room
        draw = rng.random()
        if len(self.players) > wanted_players:
            if draw < 0.35:
                self._somebody_leaves()
        elif len(self.players) < wanted_players and draw < 0.45:
            free = [seat for seat in range(1, self.placard.game.seats + 1) if seat not in self.players]
            self._sit(rng.choice(free))
        elif draw > 0.992:
            self._somebody_leaves()
        if rng.random() < 0.03:
            self._somebody_walks(hand_number)

    def come_in(self, hand_number: int, before: Positions) -> list[tuple[int, int, int]]:
        """At most one player joins the next hand; returns the posts owed for it (seat, live, dead)."""
        active = self.active()
        for seat, player in self.players.items():
            if not player.away or player.back_at > hand_number or not may_come_in(seat, before, active):
                continue
            in_big_blind = following(before, {*active, seat}).bb == seat
            if player.waits_for_bb and not in_big_blind:
                continue
            owes_sb, owes_bb = player.missed_sb and not in_big_blind, player.missed_bb and not in_big_blind
            owes_entry = player.is_new and self.placard.betting == "fl" and not in_big_blind
            player.away = player.missed_sb = player.missed_bb = player.waits_for_bb = False
            if owes_bb:
                return [(seat, self.placard.bb, self.placard.sb)]
            if owes_sb:
                return [(seat, self.placard.sb, 0)]  # one blind made up alone is live
            if owes_entry:
                return [(seat, self.placard.bb, 0)]  # new players post in limit
            break
        return []

    def someone_would_come_in(self, hand_number: int) -> bool:
        return any(player.away and player.back_at <= hand_number for player in self.players.values())

    def blinds_pass(self, before: Positions, now: Positions) -> None:
        """Notes who misses a blind in this hand."""
        passed = strictly_between(before.bb, now.bb)
        for seat, player in self.players.items():
            if not player.away or player.is_new:
                continue
            if seat in passed:
                player.missed_sb = player.missed_bb = True
            elif seat == now.sb:
                player.missed_sb = True

    # --- moves -----------------------------------------------------------------------------------------------

    def _buy_in(self) -> int:
        bb = self.placard.bb
        return self.rng.choice((40, 60, 67, 80, 100, 100, 120, 150)) * bb // 5 * 5

    def _sit(self, seat: int) -> None:
        self.seen += 1
        temper = (0.12 * (self.rng.random() - 0.5), 0.10 * self.rng.random())
        name = f"P{self.table}{self.seen:04d}"
        player = Player(name, self._buy_in(), temper, away=True, is_new=True, waits_for_bb=self.rng.random() < 0.1)
        self.players = dict(sorted({**self.players, seat: player}.items()))
        self.notes.append(GapNote("seat-taken", seat, player=name))

    def _leave(self, seat: int) -> None:
        player = self.players.pop(seat)
        if player.stack < 0:
            self.notes.append(GapNote("rebuy", seat, amount=-player.stack))
        elif player.stack:
            self.notes.append(GapNote("cashout", seat, amount=player.stack))
        self.notes.append(GapNote("seat-open", seat, player=player.name))

    def _mind_the_stack(self, seat: int, player: Player) -> None:
        """Nobody plays on with less than five big blinds: they buy more chips or go.

        Who lost more than lay on the table pays for it with the new chips.
        """
        short = player.stack < 5 * self.placard.bb
        if not short and not (player.stack < 25 * self.placard.bb and self.rng.random() < 0.08):
            return
        if short and player.stack >= 0 and len(self.active()) > 3 and self.rng.random() < 0.35:
            self._leave(seat)
            return
        amount = self._buy_in() - (min(0, player.stack) if short else player.stack // 5 * 5)
        if amount > 0:
            player.stack += amount
            self.notes.append(GapNote("rebuy", seat, amount=amount))

    def _somebody_leaves(self) -> None:
        seat = self.rng.choice(list(self.players))
        if self.players[seat].away or len(self.active()) > 2:
            self._leave(seat)

    def _somebody_walks(self, hand_number: int) -> None:
        active = sorted(self.active())
        if len(active) < 4:
            return
        player = self.players[self.rng.choice(active)]
        if player.is_new:
            return
        player.away = True
        player.back_at = hand_number + self.rng.randint(1, 16)
        player.waits_for_bb = self.rng.random() < 0.3
