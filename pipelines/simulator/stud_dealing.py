"""Stud: a card a street to each hand, the bring-in, and the last street where the stub may be short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelines.simulator.cards import ACE, FACE, JOKER
from pipelines.simulator.dealing import PileDealing
from pipelines.simulator.hand_values import Value, deuce_to_seven

if TYPE_CHECKING:
    from pipelines.simulator.forced_bets import ForcedBets
    from pipelines.simulator.games import Street


class StudDealing(PileDealing):
    """The cards of one hand of stud."""

    def before_the_bets(self, forced: ForcedBets) -> None:
        super().before_the_bets(forced)
        if len(self.ring) > 2 and self.wants("BL12"):
            ante, seat = self.setup.placard.ante, self.rng.choice(self.ring)
            if self.rng.random() < 0.5:
                forced.ante_of[seat] = 0
                self.make("BL12", f"s{seat} posted no ante", seat, -ante, has_event=False)
            else:
                forced.ante_of[seat], forced.first_ante = 2 * ante, seat
                self.make("BL12", "two antes", seat, ante)

    # --- streets ---------------------------------------------------------------------------------------------

    def deal(self, street: Street) -> None:
        self.clear_the_table()
        if street.discard:
            self._discard(street.discard)
        live = self.live()
        if street.down and not self.game.discards and self._dealt_around_a_short_stub(live):
            return
        self._mind_the_stub()
        self.burn()
        self.street_begins()
        face_up = self.rng.choice(live) if street.down and self.rng.random() < 0.02 else 0
        for seat in live:
            self._mind_the_stub()
            if street.either:
                self._up_or_down(seat)
            elif street.up or (face_up and face_up in (seat, live[0])):
                self.deal_up(seat)
                if street.up and self.wants("CD02", 0.2) and self.left() > 2 * len(live) + 3:
                    self.make("CD02", "a card too many", seat)
                    self.deal_up(seat)
            else:
                self.deal_down(seat, self.card_for(seat))
        gone = [seat for seat in self.ring if seat in self.mucked]
        if gone and self.wants("CD04", 0.5) and self.left() > 2 * len(live) + 4 and not self.is_last_street:
            seat = self.rng.choice(gone)
            self.make("CD04", "a card to a folded hand", seat)
            card = self.top()
            self.piles["muck"].append(card)
            self.events.append(f"up s{seat} {FACE[card]}")

    def _discard(self, count: int) -> None:
        for seat in self.live():
            gone = self.rng.sample(self.hands[seat][: self.game.hole_cards], count)
            self.hands[seat] = [card for card in self.hands[seat] if card not in gone]
            self.piles["muck"] += gone
            self.events.append(f"discard s{seat} {'??' * count}")

    def _mind_the_stub(self) -> None:
        """Where cards are thrown away there is never a card for all: the muck is shuffled into the stub."""
        if self.game.discards and self.left() <= 1:
            self.reshuffle("muck")

    def _up_or_down(self, seat: int) -> None:
        """The next card comes up, or down where the seat opens the one it has."""
        if self.rng.random() < 0.3 and max(self.hands[seat]) < JOKER:
            down = next(card for card in self.hands[seat] if card not in self.ups[seat])
            self.ups[seat].append(down)
            self.events.append(f"expose s{seat} {FACE[down]}")
            self.deal_down(seat, self.top())
        else:
            self.deal_up(seat)

    def shows_pair(self) -> bool:
        boards = [self.ups[seat] for seat in self.betting.live if len(self.ups[seat]) == 2]
        return any(first >> 2 == second >> 2 for first, second in boards)

    # --- the last street -------------------------------------------------------------------------------------

    def _dealt_around_a_short_stub(self, live: Sequence[int]) -> bool:
        """Seventh street where the stub may be short; True if it was dealt here, and not as any other street."""
        way = self._way_of_the_last_street(live)
        if way == "deal":
            return False
        for cards in self.laid.values():
            self.deck += cards
        self.laid = {}
        self.favoured = set()
        if way.startswith("burns"):
            self.reshuffle("burns")
        self.piles["burns"].append(self.top())
        self.events.append("burn")
        self.street_begins()
        if way.endswith("community"):
            self.shared = [self.top()]
            self.events.append(f"community {FACE[self.shared[0]]}")
        else:
            for seat in live:
                self.deal_down(seat, self.top())
        return True

    def _way_of_the_last_street(self, live: Sequence[int]) -> str:
        """How it is dealt: "deal" as any other, from "burns" too, "community" for all, or both. SC07: another way."""
        stub, needed = self.left(), len(live) + 2
        with_burns = stub + len(self.piles["burns"])
        due = "deal"
        if stub < needed:
            due = "burns" if with_burns >= needed else "community" if stub >= 3 else "burns+community"
        if not self.wants("SC07", 1.0 if due != "deal" else 0.5):
            return due
        possible = {
            "community": stub >= 2,
            "burns": with_burns > len(live),
            "burns+community": with_burns >= 2,
            "deal": stub > len(live),
        }
        ways = [way for way, is_possible in possible.items() if is_possible and way != due]
        if not ways:
            return due
        done = self.rng.choice(ways)
        self.make("SC07", f"{done} instead of {due}: {stub} cards for {len(live)} players", has_event=False)
        return done

    # --- who opens, and who acts first -----------------------------------------------------------------------

    def bring_in_seat(self) -> int:
        """Who has to open: by the first up card, or the next with chips; 0 if nobody could answer."""
        game = self.game

        def key(seat: int) -> tuple[int, int]:
            card = self.ups[seat][0]
            rank = ACE if card >= JOKER else card >> 2
            if game.ace_low and rank == ACE:
                rank = -1
            return rank, 0 if game.has_button else card & 3

        sign = 1 if game.bring_in_high else -1
        best = max(self.ring, key=lambda seat: tuple(sign * part for part in key(seat)))
        order = [best, *self.betting.in_turn_after(best)[:-1]]
        with_chips = [seat for seat in order if self.betting.stack[seat] > 0]
        return with_chips[0] if len(with_chips) > 1 else 0

    def order(self) -> list[int]:
        """The best board first. For deuce-to-seven documents leave open whether the ace of a low one is high."""
        first = self._leader()
        plays_27 = any(part.read is deuce_to_seven for part in self.game.parts)
        self.betting.first_in_doubt = plays_27 and self._leader(ace_high=True) != first
        start = self.ring.index(first)
        return self.ring[start:] + self.ring[:start]

    def _leader(self, ace_high: bool = False) -> int:
        shown = self.game.up_cards + sum(street.up + street.either for street in self.game.streets[: self.hand.stage])
        boards = {seat: self._board(self.ups[seat][:shown], ace_high) for seat in self.live()}
        best = max(boards.values())
        return next(seat for seat, board in boards.items() if board == best)

    def _board(self, cards: Sequence[int], ace_high: bool) -> Value:
        """What lies open before a seat, so that the greatest acts first."""
        high_first = self.game.code == "stud-hilo" and self.setup.placard.ways.hilo_high_board_first
        low = self.game.low_board_first and not high_first
        ranks = [ACE if card >= JOKER else card >> 2 for card in cards]
        ranks = [-1 if low and rank == ACE and not ace_high else rank for rank in ranks]
        order = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
        counts = [ranks.count(rank) for rank in order] + [0] * (4 - len(order))
        value = (*counts, *order)
        return tuple(-part for part in value) if low else value
