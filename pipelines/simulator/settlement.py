"""The end of a hand: rake, showdown and awards, done right or, where an error is wanted, wrong in one respect.

Readings: the rake is due on the contested pot (everything put in, dead money too, less what was returned); an error in
the rake changes what is left to win; the next hand's stacks are what was really pushed.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pipelines.simulator.betting import Betting
from pipelines.simulator.cards import PAIR, TEXT, category
from pipelines.simulator.placards import RAKE_CAP, Placard
from pipelines.simulator.pots import Pot, build_pots, halves, split, take_rake
from pipelines.simulator.wrongs import Wrong

BIG_CHIP = 5  # the chip that is not broken in OC05


class Heap(NamedTuple):
    """Chips that are shared evenly by the winners, who stand clockwise from the button: a pot, or a half of one."""

    name: str
    amount: int
    winners: list[int]


class Settlement:
    """Settles one hand that was not called off. ``marks`` are the places where rake may be taken, with the pot then."""

    def __init__(
        self,
        rng: Random,
        placard: Placard,
        betting: Betting,
        holes: dict[int, list[int]],
        board: Sequence[int],
        marks: Sequence[tuple[int, int]],
        stub_due: bool,
    ) -> None:
        self.rng = rng
        self.placard = placard
        self.game = placard.game
        self.betting = betting
        self.holes = holes
        self.board = board
        self.marks = marks
        self.stub_due = stub_due
        self.dealt = len(betting.ring)
        self.flop = bool(board)
        self.contested = betting.pot()
        self.showdown = len(betting.live) > 1
        self.due = placard.rake_due(self.contested, self.dealt) if self.flop else 0
        self.due_unreduced = min(self.contested // 10, RAKE_CAP) if self.flop else 0
        self.scores = {seat: self.game.high(holes[seat], board) for seat in betting.live} if self.showdown else {}
        self.lows: dict[int, int] = {}  # of the seats that have one
        if self.showdown and self.game.has_low:
            lows = {seat: self.game.low(holes[seat], board) for seat in betting.live}
            self.lows = {seat: low for seat, low in lows.items() if low is not None}
        self.pots = build_pots(betting.total_in, betting.dead, betting.live) if self.showdown else []
        if not self.showdown:
            self.pots = [Pot("main", self.contested, list(betting.live))]
        self.awards: list[tuple[str, int, int]] = []

    def winners(self, pot: Pot) -> list[int]:
        """The seats with the best high hand for this pot, clockwise from the button's left."""
        if not self.showdown:
            return pot.seats
        best = max(self.scores[seat] for seat in pot.seats)
        return [seat for seat in self.betting.ring if seat in pot.seats and self.scores[seat] == best]

    def low_winners(self, pot: Pot) -> list[int]:
        """The seats with the best low for this pot; none if nobody has one."""
        best = min((self.lows[seat] for seat in pot.seats if seat in self.lows), default=None)
        return [seat for seat in self.betting.ring if seat in pot.seats and self.lows.get(seat, -1) == best]

    def heaps(self, pot: Pot) -> list[Heap]:
        """A pot as it is to be shared: whole, or in a high and a low half.

        It stays whole where nobody has a low, and where the same hands, one or more, are best both ways.
        """
        high, low = self.winners(pot), self.low_winners(pot)
        if not low or low == high:
            return [Heap(pot.name, pot.amount, high)]
        high_half, low_half = halves(pot.amount, self.placard.chip)
        return [Heap(f"{pot.name}.hi", high_half, high), Heap(f"{pot.name}.lo", low_half, low)]

    def single_winner(self) -> int | None:
        """The one seat that all chips go to, out of a single pot; None if there is none."""
        if len(self.pots) > 1:
            return None
        heaps = self.heaps(self.pots[0])
        return heaps[0].winners[0] if len(heaps) == len(heaps[0].winners) == 1 else None

    # --- the whole -------------------------------------------------------------------------------------------

    def settle(self, wanted: Sequence[str]) -> Wrong | None:
        """Writes rake, showdown and awards; makes the first of the wanted errors that this hand has room for."""
        for code in wanted:
            wrong = self._try(code)
            if wrong:
                return wrong
        self._finish()
        return None

    def _finish(
        self,
        rake: int | None = None,
        cap: int | None = None,
        must_show: int = 0,
        replaced_awards: list[tuple[str, int, int]] | None = None,
    ) -> None:
        events = self.betting.events
        cap = self.placard.rake_cap(self.dealt) if cap is None else cap
        taken = self._take_rake(self.due if rake is None else rake, cap)
        if self.showdown:
            self._show_hands(must_show)
        if replaced_awards is not None:
            self.awards = replaced_awards
        else:
            self.awards = self._right_awards(taken)
        for name, seat, amount in self.awards:
            events.append(f"award {name} s{seat} {amount}")
            self.betting.stack[seat] += amount
        self.betting.seconds += 3

    def _pots_after(self, rake: int) -> list[Pot]:
        pots = [Pot(pot.name, pot.amount, pot.seats) for pot in self.pots]
        take_rake(pots, rake)
        return pots

    def _heaps_after(self, rake: int) -> list[Heap]:
        """What is to be shared, side pots before the main pot."""
        return [heap for pot in reversed(self._pots_after(rake)) for heap in self.heaps(pot)]

    def _right_awards(self, rake: int) -> list[tuple[str, int, int]]:
        """Each heap to its winners."""
        awards = []
        for heap in self._heaps_after(rake):
            for seat, amount in split(heap.amount, heap.winners, self.placard.chip).items():
                if amount:
                    awards.append((heap.name, seat, amount))
        return awards

    def _take_rake(self, total: int, cap: int) -> int:
        """Takes the rake street by street; the last mark, at the end of the hand, takes what is left of ``total``."""
        events = self.betting.events
        taken = 0
        for number, (place, pot) in enumerate(self.marks):
            last = number == len(self.marks) - 1
            now = total - taken if last else max(0, min(pot // 10, cap, total) - taken)
            if now > 0:
                events[place] = f"rake {now}"
                taken += now
        return taken

    def _show_hands(self, must_show: int) -> None:
        """The last aggressor of the last round first, else from the button's left; beaten hands may be mucked."""
        betting = self.betting
        order = [seat for seat in betting.ring if seat in betting.live]
        if betting.last_aggressor in order:
            place = order.index(betting.last_aggressor)
            order = order[place:] + order[:place]
        # those who still play for a side pot show before those all-in for the main pot
        order.sort(key=lambda seat: -sum(seat in pot.seats for pot in self.pots))
        all_in = sum(betting.stack[seat] > 0 for seat in order) <= 1
        shown: list[int] = []
        for seat in order:
            beaten = all(self._is_beaten(seat, pot, shown) for pot in self.pots if seat in pot.seats)
            betting.seconds += 2
            if beaten and not all_in and seat != must_show and self.rng.random() < 0.7:
                betting.events.append(f"s{seat} muck")
            else:
                shown.append(seat)
                betting.events.append(f"s{seat} show {''.join(TEXT[card] for card in self.holes[seat])}")

    def _is_beaten(self, seat: int, pot: Pot, shown: Sequence[int]) -> bool:
        """Whether the hands shown so far leave a seat nothing of a pot."""
        rivals = [other for other in shown if other in pot.seats]
        if not any(self.scores[other] > self.scores[seat] for other in rivals):
            return False
        low = self.lows.get(seat)
        return low is None or any(self.lows.get(other, low) < low for other in rivals)

    # --- errors ----------------------------------------------------------------------------------------------

    def _try(self, code: str) -> Wrong | None:
        return {
            "RK01": self._over_rake,
            "RK02": self._under_rake,
            "RK03": self._rake_without_flop,
            "RK04": self._rake_unreduced,
            "PT01": self._push_to_loser,
            "PT02": self._push_wrong_amount,
            "PT08": self._sweep_uncalled_bet,
            "OC01": self._odd_chip_to_wrong_seat,
            "OC05": self._chip_not_broken,
            "CD01": self._same_card_twice,
        }[code]()

    def _over_rake(self) -> Wrong | None:
        """RK01: one or two dollars more than due, after a flop; the winner gets that much less."""
        more = self.rng.choice((1, 1, 2))
        if not self.flop or self.contested < 4 + more:
            return None
        # taking exactly the unreduced rake at a short table would be RK04
        if self.due_unreduced > self.due and self.due + more == self.due_unreduced:
            return None
        self._finish(rake=self.due + more)
        return Wrong("RK01", more, f"took {self.due + more}, {self.due} was due on {self.contested}")

    def _under_rake(self) -> Wrong | None:
        """RK02: one dollar less than due, or nothing at all."""
        if self.due < 1:
            return None
        taken = self.rng.choice((self.due - 1, self.due - 1, 0))
        self._finish(rake=taken)
        return Wrong("RK02", taken - self.due, f"took {taken}, {self.due} was due on {self.contested}")

    def _rake_without_flop(self) -> Wrong | None:
        """RK03: a dollar out of a pot that was won before the flop."""
        if self.flop or self.contested < 2 * self.placard.bb:
            return None
        self._finish(rake=1)
        return Wrong("RK03", 1, "took 1 with no flop")

    def _rake_unreduced(self) -> Wrong | None:
        """RK04: the full table's rake at a short table."""
        if self.due_unreduced <= self.due:
            return None
        self._finish(rake=self.due_unreduced, cap=RAKE_CAP)
        more = self.due_unreduced - self.due
        return Wrong("RK04", more, f"took {self.due_unreduced} with {self.dealt} dealt in, {self.due} was due")

    def _push_to_loser(self) -> Wrong | None:
        """PT01: the only pot, whole, to a tabled hand that lost it."""
        winner = self.single_winner()
        if not self.showdown or winner is None:
            return None
        loser = self.rng.choice([seat for seat in self.pots[0].seats if seat != winner])
        amount = self.contested - self.due
        self._finish(must_show=loser, replaced_awards=[("main", loser, amount)])
        event = self._place_of_last_event()
        return Wrong("PT01", amount, f"s{winner} won, s{loser} was paid", event, loser)

    def _push_wrong_amount(self) -> Wrong | None:
        """PT02: the single winner of the single pot gets a few chips less, or more, than lies in it."""
        winner = self.single_winner()
        if winner is None or self.contested < 20:
            return None
        off = self.rng.choice((-5, -2, -1, 1, 5)) * self.placard.chip
        amount = self.contested - self.due
        if amount + off <= 0:
            return None
        self._finish(replaced_awards=[("main", winner, amount + off)])
        event = self._place_of_last_event()
        return Wrong("PT02", abs(off), f"paid {amount + off} of a pot of {amount}", event, winner)

    def _sweep_uncalled_bet(self) -> Wrong | None:
        """PT08: the part of a bet that nobody called stays in the pot and goes to another seat that won."""
        winner = self.single_winner()
        if not self.showdown or winner is None or not self.betting.returns:
            return None
        place, bettor, uncalled = self.betting.returns[-1]
        if winner == bettor or bettor not in self.betting.live:
            return None
        self.betting.events[place] = None
        self.betting.stack[bettor] -= uncalled
        amount = self.contested - self.due + uncalled
        self._finish(replaced_awards=[("main", winner, amount)])
        event = self._place_of_last_event()
        return Wrong("PT08", uncalled, f"{uncalled} of s{bettor} was not called, s{winner} got it", event, bettor)

    def _odd_chip_to_wrong_seat(self) -> Wrong | None:
        """OC01: one odd chip, given to the second winner from the button instead of the first."""
        for pot in self._heaps_after(self.due):
            winners = pot.winners
            chips, rest = divmod(pot.amount, self.placard.chip)
            if len(winners) < 2 or rest or chips % len(winners) != 1:
                continue
            moved = self.placard.chip
            awards = [
                (name, seat, amount + moved * ((seat == winners[1]) - (seat == winners[0])) * (name == pot.name))
                for name, seat, amount in self._right_awards(self.due)
            ]
            self._finish(replaced_awards=awards)
            event = self._place_of_award(pot.name, winners[1])
            note = f"odd chip of {pot.name} to s{winners[1]}, not s{winners[0]}"
            return Wrong("OC01", moved, note, event, winners[1])
        return None

    def _chip_not_broken(self) -> Wrong | None:
        """OC05: two equal hands, an odd number of five-dollar chips, and the last five is not broken into ones."""
        if self.placard.chip != 1:
            return None
        for pot in self._heaps_after(self.due):
            winners = pot.winners
            fives, ones = divmod(pot.amount, BIG_CHIP)
            if len(winners) != 2 or fives % 2 != 1 or ones % 2:
                continue
            more = (fives + 1) // 2 * BIG_CHIP + ones // 2
            wrong_share = {winners[0]: more, winners[1]: pot.amount - more}
            right_share = split(pot.amount, winners, self.placard.chip)
            if not wrong_share[winners[1]]:
                continue
            awards = [
                (name, seat, wrong_share[seat] if name == pot.name else amount)
                for name, seat, amount in self._right_awards(self.due)
            ]
            self._finish(replaced_awards=awards)
            event = self._place_of_award(pot.name, winners[0])
            moved = more - right_share[winners[0]]
            return Wrong("OC05", moved, f"{pot.amount} split {more} and {pot.amount - more}", event, winners[0])
        return None

    def _same_card_twice(self) -> Wrong | None:
        """CD01: a beaten hand is tabled with a card that also lies on the board or in a tabled hand.

        The hand still loses with it, so that nobody can differ about who wins: it makes no low, and no more than a pair
        or, in games of two and three, less than any winner.
        """
        if not self.showdown or self.stub_due:
            return None
        winning = {seat for pot in self.pots for heap in self.heaps(pot) for seat in heap.winners}
        losers = [seat for seat in self.betting.live if seat not in winning]
        weakest_winner = min(self.scores[seat] for seat in winning)
        for loser in losers:
            seen = [*self.board, *(card for seat in sorted(winning) for card in self.holes[seat])]
            self.rng.shuffle(seen)
            for twin in seen:
                hole = [*self.holes[loser][:-1], twin]
                cards = [*hole, *self.board]
                value = self.game.high(hole, self.board)
                most_of_a_suit = max(sum(card & 3 == suit for card in cards) for suit in range(4))
                if twin in self.holes[loser] or value >= weakest_winner or most_of_a_suit > 4:
                    continue
                if self.game.low(hole, self.board) is not None:
                    continue
                if category(value) > PAIR and not self.game.two_of_hand:
                    continue
                self.holes[loser] = hole
                self.scores[loser] = value
                self.lows.pop(loser, None)
                self._finish(must_show=loser)
                event = self.betting.events.index(f"s{loser} show {''.join(TEXT[card] for card in hole)}")
                return Wrong("CD01", 0, f"{TEXT[twin]} twice", event, loser)
        return None

    def _place_of_last_event(self) -> int:
        return len(self.betting.events) - 1

    def _place_of_award(self, pot: str, seat: int) -> int:
        start = f"award {pot} s{seat} "
        return next(place for place, event in enumerate(self.betting.events) if event and event.startswith(start))
