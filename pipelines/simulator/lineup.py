"""Who sits at a table: coming, going, walking, changing seats, missing blinds and coming back.

One gap between two hands at a time, and at most one player joins a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pipelines.simulator.games import DRAW
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions, following, may_come_in, next_active, passed, strictly_between


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
    missed_more: bool = False  # something was missed before the big blind went by
    missed_straddle: bool = False  # a mandatory one
    known: bool = True  # whether a reader of the log can say which blinds were missed
    moved: bool = False  # changed seats, or came from another tournament table, for the next hand
    absent: bool = False  # tournament: dealt in but not there
    back_at: int = 0  # the hand from which an away player wants to play again
    waits_for_bb: bool = False

    def owes_nothing(self) -> bool:
        return not (self.missed_sb or self.missed_bb or self.missed_straddle)


@dataclass(frozen=True)
class GapNote:
    """A table note of the lineup: its word, and its other fields in order."""

    word: str
    seat: int
    player: str | None = None
    amount: int | None = None


@dataclass(frozen=True)
class Entry:
    """How one player joins the next hand. ``way`` is "bb", "post", "straddle", "bought", "big-only" or "between".

    ``live`` and ``dead`` are what the seat has to post for it.
    """

    seat: int
    way: str
    live: int = 0
    dead: int = 0


class Lineup:
    """The seats of one table. ``players`` is kept in order of seat."""

    def __init__(self, rng: Random, table: str, placard: Placard, guests: Sequence[str] = ()) -> None:
        self.rng = rng
        self.table = table
        self.placard = placard
        self.guests = guests  # who comes today, in this order; after them come people of this table alone
        # whether who missed a blind waits for the big blind, since no post makes up for it
        self.waits = bool(placard.rotation or placard.game.missed_blind)
        self.players: dict[int, Player] = {}
        self.seen = 0
        self.notes: list[GapNote] = []
        self.pinned: str | None = None  # the player who has to kill the next hand, and neither leaves nor walks

    def active(self) -> set[int]:
        return {seat for seat, player in self.players.items() if not player.away}

    def free(self) -> list[int]:
        """The seats of the table where nobody sits."""
        return [seat for seat in range(1, self.placard.game.seats + 1) if seat not in self.players]

    def seat_of(self, name: str | None) -> int:
        """Where a player sits; 0 nowhere."""
        return next((seat for seat, player in self.players.items() if player.name == name), 0)

    def open(self, count: int) -> None:
        """The first players draw for seats; they are in the game from its first hand."""
        for seat in sorted(self.rng.sample(range(1, self.placard.game.seats + 1), count)):
            self.sit(seat)
            self.players[seat].away = self.players[seat].is_new = False

    def close(self) -> None:
        """Everybody cashes out."""
        for seat in list(self.players):
            self.leave(seat)

    def between_hands(self, hand_number: int, wanted_players: int, before: Positions | None) -> None:
        """Rebuys, departures, arrivals and walks, before it is known where button and blinds fall."""
        rng = self.rng
        for seat in list(self.players):
            player = self.players[seat]
            if not player.away and player.stack < 25 * self.placard.bb:
                self._mind_the_stack(seat, player)
        # one departure or one arrival at a time, so that positions move as they do in a room
        draw = rng.random()
        if len(self.players) > wanted_players:
            if draw < 0.35:
                self._somebody_leaves()
        elif len(self.players) < min(wanted_players, self.placard.game.seats) and draw < 0.45:
            self.sit(rng.choice(self.free()))
        elif draw > 0.992:
            self._somebody_leaves()
        if rng.random() < 0.03:
            self._somebody_walks(hand_number)

    # --- coming in -------------------------------------------------------------------------------------------

    def entry(self, hand_number: int, before: Positions, was_heads_up: bool, in_kill: bool) -> Entry | None:
        """How the first player who wants and may joins the next hand; nobody has joined yet."""
        active: set[int] | None = None
        for seat, player in self.players.items():
            if not player.away or player.back_at > hand_number:
                continue
            if active is None:
                active = self.active()
            found = self._entry_of(seat, player, before, active, was_heads_up, in_kill)
            if found:
                return found
        return None

    def _entry_of(
        self, seat: int, player: Player, before: Positions, active: set[int], was_heads_up: bool, in_kill: bool
    ) -> Entry | None:
        sb, bb = self.placard.sb, self.placard.bb
        due = following(before, {*active, seat})
        if not may_come_in(seat, before, active):
            settled = self.waits or self.placard.mandatory_straddle or in_kill or was_heads_up
            may_buy = not settled and len(active) > 2 and self.placard.ways.buys_button
            if may_buy and seat in strictly_between(due.button, due.sb):
                too_much = player.missed_more and self.placard.ways.buys_for_one_blind
                if player.missed_bb and not player.waits_for_bb and not too_much:
                    return Entry(seat, "bought", bb, sb)
                if player.is_new and self.rng.random() < 0.3:
                    return Entry(seat, "big-only", bb)
            return None
        if seat == due.bb:
            return Entry(seat, "bb")
        if player.waits_for_bb or (self.waits and not player.owes_nothing()):
            return None
        live, dead = self.owed(player)
        if live + dead and not self.waits and seat == next_active(due.bb, {*active, seat}) and not in_kill:
            # under the gun a straddle makes up for what was missed; where it is mandatory it is posted anyway
            if self.placard.mandatory_straddle == "utg":
                return Entry(seat, "straddle")
            if not player.is_new and not self.placard.mandatory_straddle and self.rng.random() < 0.3:
                return Entry(seat, "straddle")
        return Entry(seat, "post", live, dead)

    def too_soon(self, hand_number: int, before: Positions) -> int:
        """A seat that would like to play and has to wait, as a reader of the log can tell; 0 if there is none."""
        any_blind = self.placard.game.missed_blind == "any"
        active = self.active()
        for seat, player in self.players.items():
            owes = player.missed_bb or (any_blind and player.missed_sb)
            may = may_come_in(seat, before, active) and following(before, {*active, seat}).bb != seat
            if player.away and player.back_at <= hand_number and player.known and owes and may:
                return seat
        return 0

    def owed(self, player: Player) -> tuple[int, int]:
        """What a player has to post, live and dead, who comes back elsewhere than in the big blind."""
        placard = self.placard
        straddle = placard.straddle if player.missed_straddle else 0
        if player.is_new:
            at_draw = placard.ways.new_posts_at_draw and placard.game.family == DRAW
            posts = placard.betting == "fl" or placard.ways.everybody_new_posts or at_draw
            return (placard.bb if posts else 0), 0
        if player.missed_bb:
            return placard.bb, placard.sb + straddle
        if player.missed_sb:
            return (placard.sb, straddle) if placard.ways.single_blind_live else (0, placard.sb + straddle)
        return 0, straddle

    def admit(self, entry: Entry) -> None:
        """The player is in the next hand, and owes nothing any more."""
        player = self.players[entry.seat]
        player.away = player.missed_sb = player.missed_bb = player.missed_straddle = player.waits_for_bb = False
        player.missed_more = False
        player.known = True

    def someone_would_come_in(self, hand_number: int) -> bool:
        return any(player.away and player.back_at <= hand_number for player in self.players.values())

    def blinds_pass(self, before: Positions, now: Positions) -> None:
        """Notes who misses a blind, or a mandatory straddle, in this hand."""
        away = [(seat, player) for seat, player in self.players.items() if player.away and not player.is_new]
        if not away:
            return
        mandatory = self.placard.mandatory_straddle
        skipped = strictly_between(before.bb, now.bb)
        active = self.active()
        under_the_gun = next_active(now.bb, active)
        for seat, player in away:
            if seat in skipped:
                player.missed_more = player.missed_sb or player.missed_bb
                player.missed_sb = player.missed_bb = player.known = True
            elif seat == now.sb and now.sb != before.sb:
                player.missed_sb = True
            if mandatory == "button" and seat == now.button:
                player.missed_straddle = True
            if mandatory == "utg" and len(active) > 2 and seat in strictly_between(now.bb, under_the_gun):
                player.missed_straddle = True

    def positions_are_lost(self, in_this_hand: bool = False) -> None:
        """After a void nobody can say from the log what those who are away have missed, unless it was everything.

        Everything that was missed in the void hand itself was not missed: it does not count.
        """
        for player in self.players.values():
            if player.away and (in_this_hand or not (player.missed_bb and player.missed_sb)):
                player.known = False

    # --- moves -----------------------------------------------------------------------------------------------

    def move(self, before: Positions) -> Entry | None:
        """Somebody who is in the game takes another seat: free past two active players, for a big blind past more."""
        active = self.active()
        free = self.free()
        staying = [seat for seat in active if seat in before or self.players[seat].name == self.pinned]
        able = sorted(active.difference(staying))
        if not able or not free or len(active) < 4:
            return None
        old = self.rng.choice(able)
        rest = active - {old}
        seats = [seat for seat in free if may_come_in(seat, before, rest)]
        if self.placard.ways.move_at_draw_waits and self.placard.game.family == DRAW:
            seats = [seat for seat in seats if not passed(old, seat, {*rest, seat})]
        if not seats:
            return None
        new = self.rng.choice(seats)
        player = self.players.pop(old)
        player.moved = True
        self.players = dict(sorted({**self.players, new: player}.items()))
        self.notes.append(GapNote("seat-open", old, player=player.name))
        self.notes.append(GapNote("seat-taken", new, player=player.name))
        in_big_blind = following(before, {*rest, new}).bb == new
        owes = not in_big_blind and passed(old, new, {*rest, new}) > 2
        return Entry(new, "bb" if in_big_blind else "post", self.placard.bb if owes else 0)

    def _buy_in(self) -> int:
        bb = self.placard.bb
        return self.rng.choice((40, 60, 67, 80, 100, 100, 120, 150)) * bb // 5 * 5

    def sit(self, seat: int) -> Player:
        """Somebody new takes a seat, and is not in the game yet."""
        self.seen += 1
        temper = (0.12 * (self.rng.random() - 0.5), 0.10 * self.rng.random())
        name = self.guests[self.seen - 1] if self.seen <= len(self.guests) else f"P{self.table}{self.seen:04d}"
        player = Player(name, self._buy_in(), temper, away=True, is_new=True, waits_for_bb=self.rng.random() < 0.1)
        self.players = dict(sorted({**self.players, seat: player}.items()))
        self.notes.append(GapNote("seat-taken", seat, player=name))
        return player

    def leave(self, seat: int) -> None:
        """A player cashes out; who lost more than lay on the table pays for it first."""
        player = self.players.pop(seat)
        if player.stack < 0:
            self.notes.append(GapNote("rebuy", seat, amount=-player.stack))
        elif player.stack:
            self.notes.append(GapNote("cashout", seat, amount=player.stack))
        self.notes.append(GapNote("seat-open", seat, player=player.name))

    def buy_chips(self, seat: int, amount: int) -> None:
        self.players[seat].stack += amount
        self.notes.append(GapNote("rebuy", seat, amount=amount))

    def _mind_the_stack(self, seat: int, player: Player) -> None:
        """Nobody plays on with less than five big blinds: they buy more chips or go.

        Who lost more than lay on the table pays for it with the new chips.
        """
        short = player.stack < 5 * self.placard.bb
        if not short and self.rng.random() >= 0.08:
            return
        may_go = player.stack >= 0 and player.name != self.pinned
        if short and may_go and len(self.active()) > 3 and self.rng.random() < 0.35:
            self.leave(seat)
            return
        amount = self._buy_in() - (min(0, player.stack) if short else player.stack // 5 * 5)
        if amount > 0:
            self.buy_chips(seat, amount)

    def _somebody_leaves(self) -> None:
        seat = self.rng.choice(list(self.players))
        if self.players[seat].name != self.pinned and (self.players[seat].away or len(self.active()) > 2):
            self.leave(seat)

    def _somebody_walks(self, hand_number: int) -> None:
        active = sorted(self.active())
        if len(active) < 4:
            return
        player = self.players[self.rng.choice(active)]
        if player.is_new or player.name == self.pinned:
            return
        player.away = True
        player.back_at = hand_number + self.rng.randint(1, 16)
        player.waits_for_bb = self.rng.random() < 0.3
