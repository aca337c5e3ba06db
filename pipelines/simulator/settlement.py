"""The end of a hand: what the house takes, the showdown, and the awards, all of it right.

Readings: the rake is due on the contested pot (everything put in, dead money too, less what was returned); promotional
drop and time pot come out of the pot beside it; the next hand's stacks are what was really pushed. Errors are made in
``push_errors.py``, by asking for something else than what is due here.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pipelines.simulator.betting import Betting
from pipelines.simulator.cards import TEXT
from pipelines.simulator.kills import Outcome
from pipelines.simulator.placards import Placard
from pipelines.simulator.pots import Pot, build_pots, halves, shares_of_boards, split, take_rake

Award = tuple[str, int, int]  # name of the heap, seat, amount


class Heap(NamedTuple):
    """Chips that are shared evenly by the winners, who stand clockwise from the button: a pot, or a part of one."""

    name: str
    amount: int
    winners: list[int]


class Settlement:
    """Settles one hand that was not called off.

    ``marks`` are the places where rake may be taken, with the pot then; behind the last are two more places.
    ``time_seats`` is for how many seats a pot of this table owes time, 0 if it owes none.
    """

    def __init__(
        self,
        rng: Random,
        placard: Placard,
        betting: Betting,
        holes: dict[int, list[int]],
        boards: Sequence[Sequence[int]],
        marks: Sequence[tuple[int, int]],
        time_seats: int = 0,
    ) -> None:
        self.rng = rng
        self.placard = placard
        self.game = placard.game
        self.betting = betting
        self.holes = holes
        self.boards = boards
        self.board = boards[0]
        self.marks = marks
        self.dealt = len(betting.ring)
        self.flop = bool(self.board)
        self.contested = betting.pot()
        self.showdown = len(betting.live) > 1
        self.due = placard.rake_due(self.contested, self.dealt) if self.flop else 0
        self.promo_due = self.promo_taken = placard.promo_due(self.contested, self.flop)
        self.time_due = self.time_taken = self._time_due(time_seats)
        self.scores: list[dict[int, int]] = []  # by board
        self.lows: list[dict[int, int]] = []  # by board, of the seats that have one
        if self.showdown:
            self._read_hands()
            self.pots = build_pots(betting.total_in, betting.dead, betting.live)
        else:
            self.pots = [Pot("main", self.contested, list(betting.live))]
        self.awards: list[Award] = []
        self.shown: list[int] = []
        self.bet_to_the_end = False  # there was betting on the last street
        self.in_order = False  # the floor has the hands shown in order
        self.shows_early = 0  # a seat that does not wait for its turn then

    def _time_due(self, seats: int) -> int:
        """A time pot comes out of the first pot that covers it; a time flop takes what the pot has."""
        due = self.placard.time_rate * seats
        if self.placard.time_style == "flop":
            return min(due, self.contested) if self.flop else 0
        return due if self.contested >= due else 0

    def _read_hands(self) -> None:
        game, live = self.game, self.betting.live
        for board in self.boards:
            self.scores.append({seat: game.high(self.holes[seat], board) for seat in live})
            lows: dict[int, int] = {}
            if game.has_low:
                for seat in live:
                    low = game.low(self.holes[seat], board)
                    if low is not None:
                        lows[seat] = low
            self.lows.append(lows)

    # --- who wins --------------------------------------------------------------------------------------------

    def winners(self, pot: Pot, board: int = 0) -> list[int]:
        """The seats with the best high hand for this pot, clockwise from the button's left."""
        if not self.showdown:
            return pot.seats
        scores = self.scores[board]
        best = max(scores[seat] for seat in pot.seats)
        return [seat for seat in self.betting.ring if seat in pot.seats and scores[seat] == best]

    def low_winners(self, pot: Pot, board: int = 0) -> list[int]:
        """The seats with the best low for this pot; none if nobody has one."""
        lows = self.lows[board] if self.lows else {}
        best = min((lows[seat] for seat in pot.seats if seat in lows), default=None)
        return [seat for seat in self.betting.ring if seat in pot.seats and lows.get(seat, -1) == best]

    def heaps(self, pot: Pot) -> list[Heap]:
        """A pot as it is to be shared: board by board, and there whole or in a high and a low half.

        It stays whole where nobody has a low, and where the same hands, one or more, are best both ways.
        """
        made = []
        several = len(self.boards) > 1
        for board, amount in enumerate(shares_of_boards(pot.amount, len(self.boards), self.placard.chip)):
            behind = f".b{board + 1}" if several else ""
            high, low = self.winners(pot, board), self.low_winners(pot, board)
            if not low or low == high:
                made.append(Heap(f"{pot.name}{behind}", amount, high))
            else:
                high_half, low_half = halves(amount, self.placard.chip)
                made.append(Heap(f"{pot.name}.hi{behind}", high_half, high))
                made.append(Heap(f"{pot.name}.lo{behind}", low_half, low))
        return made

    def single_winner(self) -> int | None:
        """The one seat that all chips go to, out of a single pot; None if there is none."""
        if len(self.pots) > 1 or len(self.boards) > 1:
            return None
        heaps = self.heaps(self.pots[0])
        return heaps[0].winners[0] if len(heaps) == len(heaps[0].winners) == 1 else None

    def left_after(self, rake: int) -> int:
        """What is left of all pots when the house has taken its part."""
        return self.contested - rake - self.promo_taken - self.time_taken

    def heaps_after(self, rake: int) -> list[Heap]:
        """What is to be shared, side pots before the main pot."""
        pots = [Pot(pot.name, pot.amount, pot.seats) for pot in self.pots]
        take_rake(pots, rake + self.promo_taken + self.time_taken)
        return [heap for pot in reversed(pots) for heap in self.heaps(pot)]

    def right_awards(self, rake: int) -> list[Award]:
        """Each heap to its winners."""
        return [
            (heap.name, seat, amount)
            for heap in self.heaps_after(rake)
            for seat, amount in split(heap.amount, heap.winners, self.placard.chip).items()
            if amount
        ]

    # --- what is done ----------------------------------------------------------------------------------------

    def finish(
        self,
        rake: int | None = None,
        cap: int | None = None,
        must_show: int = 0,
        shows_part: int = 0,
        replaced_awards: list[Award] | None = None,
        rake_at_mark: int | None = None,
    ) -> None:
        """Takes, shows and pushes; what is not asked for otherwise is done as due."""
        events = self.betting.events
        cap = self.placard.rake_cap(self.dealt) if cap is None else cap
        taken = self._take_rake(self.due if rake is None else rake, cap, rake_at_mark)
        last = self.marks[-1][0]
        if self.promo_taken:
            events[last + 1] = f"promo {self.promo_taken}"
        if self.time_taken:
            events[last + 2] = f"timepot {self.time_taken}"
        if self.showdown:
            self._show_hands(must_show, shows_part)
        self.awards = self.right_awards(taken) if replaced_awards is None else replaced_awards
        for name, seat, amount in self.awards:
            events.append(f"award {name} s{seat} {amount}")
            self.betting.stack[seat] += amount
        self.betting.seconds += 3

    def _take_rake(self, total: int, cap: int, at_mark: int | None) -> int:
        """Takes the rake street by street; the last mark, at the end of the hand, takes what is left of ``total``.

        Where a mark is named everything is taken there.
        """
        events = self.betting.events
        if at_mark is not None:
            events[self.marks[at_mark][0]] = f"rake {total}"
            return total
        taken = 0
        for number, (place, pot) in enumerate(self.marks):
            last = number == len(self.marks) - 1
            now = total - taken if last else max(0, min(pot // 10, cap, total) - taken)
            if now > 0:
                events[place] = f"rake {now}"
                taken += now
        return taken

    def order_of_showing(self) -> list[int]:
        """The last aggressor first, else from the button's left; side pots before those all-in for the main pot."""
        betting = self.betting
        order = [seat for seat in betting.ring if seat in betting.live]
        if betting.last_aggressor in order:
            place = order.index(betting.last_aggressor)
            order = order[place:] + order[:place]
        order.sort(key=lambda seat: -sum(seat in pot.seats for pot in self.pots))
        return order

    def _show_hands(self, must_show: int, shows_part: int) -> None:
        """Hands as they are tabled, one after the other; beaten ones may be mucked."""
        betting = self.betting
        order = self.order_of_showing()
        if self.in_order:
            betting.events.append("floor show-order")
            order.sort(key=lambda seat: seat != self.shows_early)
        all_in = sum(betting.stack[seat] > 0 for seat in order) <= 1
        for seat in order:
            beaten = not all_in and all(self._is_beaten(seat, pot) for pot in self.pots if seat in pot.seats)
            betting.seconds += 2
            if beaten and seat != must_show and self.rng.random() < 0.7:
                betting.events.append(f"s{seat} muck")
                continue
            self.shown.append(seat)
            cards = self.holes[seat][: -1 if seat == shows_part else None]
            betting.events.append(f"s{seat} show {''.join([TEXT[card] for card in cards])}")

    def _is_beaten(self, seat: int, pot: Pot) -> bool:
        """Whether the hands shown so far leave a seat nothing of a pot. Several boards are run all-in: nobody mucks."""
        rivals = [other for other in self.shown if other in pot.seats]
        scores, lows = self.scores[0], self.lows[0]
        if not any(scores[other] > scores[seat] for other in rivals):
            return False
        low = lows.get(seat)
        return low is None or any(lows.get(other, low) < low for other in rivals)

    def outcome(self) -> Outcome | None:
        """What the hand means for the kill button, with seats for players; None where nobody was paid."""
        if not self.awards:
            return None
        betting = self.betting
        by_pot: dict[str, set[str]] = {}
        for name, seat, _ in self.awards:
            by_pot.setdefault(name.split(".")[0], set()).add(str(seat))
        winners = frozenset(seat for seats in by_pot.values() for seat in seats)
        least = most = 0
        for seat in betting.ring:
            if str(seat) not in winners:
                lost = betting.total_in[seat] + betting.dead_by.get(seat, 0) - betting.blind_by.get(seat, 0)
                most += max(0, lost)
                least += max(0, lost - betting.other_forced_by.get(seat, 0))
        alike = all(seats == winners for seats in by_pot.values())
        return Outcome(winners, alike, least, most, self.contested, bool(self.shown))
