"""Draw games: how many cards each hand changes, with a new stub where the old one runs short, and a board beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelines.simulator.dealing import PileDealing, text_of
from pipelines.simulator.hand_values import high

if TYPE_CHECKING:
    from pipelines.simulator.games import Street


class DrawDealing(PileDealing):
    """The cards of one hand of draw poker."""

    def before_the_first_round(self) -> None:
        """Where a side pot is wanted the three shortest stacks go all in."""
        betting = self.betting
        if self.setup.placard.betting == "nl" and self.wants("PT03"):
            shortest = sorted(self.ring, key=lambda seat: betting.stack[seat])[:3]
            betting.forced = {seat: betting.everything(seat) for seat in shortest}

    def deal(self, street: Street) -> None:
        self.clear_the_table()
        live = self.live()
        counts = self._counts(live)
        self.street_begins()
        self._throw_away(live, counts)
        self.burn()
        needed = sum(counts.values())
        if self.wants("SC07", 0.5) and len(self.piles["muck"]) > 3 and self.left() > needed + 3:
            piles = ("muck",) if self.rng.random() < 0.5 else ("muck", "burns")
            self.make("SC07", "a new stub without need")
            self.reshuffle(*piles)
        for seat in live:
            needed = self._draw_cards(seat, counts[seat], needed)
        again = [seat for seat in live if counts[seat]]
        if again and self.wants("CD08", 0.25) and len(self.deck) > 6 and len(self.betting.with_chips()) > 1:
            self._draw_once_more(self.rng.choice(again), "drew twice")
        if street.board:
            self._deal_board(street.board)

    def _counts(self, live: Sequence[int]) -> dict[int, int]:
        """How many cards each seat draws; never so many that the muck could not fill the stub."""
        weights = (25, 30, 25, 15, 5) if self.hand.stage == 1 else (45, 35, 15, 5, 0)
        most = min(self.game.hole_cards, 4)
        counts = {seat: min(most, self.rng.choices(range(5), weights)[0]) for seat in live}
        if self.favoured:
            counts = dict.fromkeys(live, 0)
        if "SC07" in self.wanted:
            counts = {seat: min(most, count + 2) for seat, count in counts.items()}
        stub, muck = self.left() - 3 - (3 if self.game.has_board else 0), len(self.piles["muck"])
        while sum(counts.values()) > stub + (muck * 2 // 3 if muck >= 6 else 0):
            biggest = max(counts, key=lambda seat: counts[seat])
            counts[biggest] -= 1
        return counts

    def _throw_away(self, live: Sequence[int], counts: dict[int, int]) -> None:
        order = list(live)
        if len(order) > 1 and self.wants("CD08", 0.25):
            order[0], order[1] = order[1], order[0]
            self.make("CD08", "drew out of turn", order[0])
        for seat in order:
            if counts[seat]:
                self._throw(seat, counts[seat])
            else:
                self.events.append(f"draw s{seat} pat")

    def _throw(self, seat: int, count: int) -> None:
        hand = self.hands[seat]
        wants_high = self.game.parts[0].read is high
        order = sorted(
            hand,
            key=lambda card: (sum(other >> 2 == card >> 2 for other in hand) > 1, (card >> 2) % 12),
            reverse=not wants_high,
        )
        for card in order[:count]:
            hand.remove(card)
            self.piles["discards"].append(card)
        self.events.append(f"discard s{seat} {'??' * count}")

    def _draw_cards(self, seat: int, count: int, needed: int) -> int:
        """Deals a seat's draw, around a short stub where there is one; returns how many cards are still needed."""
        got = 0
        while got < count:
            stub = self.left()
            # the last card is dealt only where it completes the very last draw
            may_finish = self.is_last_street and needed == stub and not self.game.has_board
            take = min(count - got, stub if may_finish else stub - 1)
            if take <= 0:
                self.reshuffle("muck")
                continue
            cards = [self.top() for _ in range(take)]
            if got + take == count and self.wants("CD02", 0.15) and self.left() > needed + 4:
                self.make("CD02", "one card too many drawn", seat)
                cards.append(self.top())
            self.hands[seat] += cards
            self.events.append(f"draw s{seat} {'??' * len(cards)}")
            got += take
            needed -= take
        return needed

    def _draw_once_more(self, seat: int, note: str) -> None:
        """CD08: another card is changed."""
        self.make("CD08", note, seat)
        self._throw(seat, 1)
        self.hands[seat].append(self.top())
        self.events.append(f"draw s{seat} ??")

    def _deal_board(self, count: int) -> None:
        spare = 0 if self.is_last_street else 1  # the last card may be the river, and nothing else
        if self.left() < count + spare:
            self.reshuffle("muck")
        cards = [self.top() for _ in range(count)]
        self.boards[0] += cards
        self.events.append("board " + text_of(cards))

    def after_the_last_round(self) -> None:
        live = self.betting.live
        if self.wants("CD08", 1.0) and self.is_last_street and len(live) > 1:
            seat = self.rng.choice(live)
            if len(self.deck) > 2:
                self._draw_once_more(seat, "drew after the betting")
