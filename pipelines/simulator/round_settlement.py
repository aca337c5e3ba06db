"""The end of a stud or draw hand: rake, showdown and awards by parts, done right or wrong in one respect."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from pipelines.simulator.placards import RAKE_CAP, Placard
from pipelines.simulator.pots import Pot, build_pots, halves, split, take_rake
from pipelines.simulator.round_betting import RoundBetting
from pipelines.simulator.round_games import ACE, FACE, RoundGame, Value, combinations_that_play, high_card, value_of
from pipelines.simulator.wrongs import Wrong

BIG_CHIP = 5
Award = tuple[str, int, int]


class Heap(NamedTuple):
    """Chips that are shared evenly by the winners, who stand in the order in which odd chips go."""

    name: str
    amount: int
    winners: list[int]
    part: int
    sure: bool  # whether the order is beyond dispute


class RoundSettlement:
    """Settles one hand that was not called off."""

    def __init__(
        self,
        rng: Random,
        placard: Placard,
        game: RoundGame,
        betting: RoundBetting,
        hands: Mapping[int, list[int]],
        board: Sequence[int],
        community: int | None,
        joker_up: set[int],
        raked: bool,
        caps: Mapping[int, int],
    ) -> None:
        self.rng, self.placard, self.game, self.betting = rng, placard, game, betting
        self.hands, self.board, self.community, self.joker_up = hands, board, community, joker_up
        self.dealt = len(betting.ring)
        self.contested = betting.pot()
        self.showdown = len(betting.live) > 1
        self.raked = raked
        self.due = min(self.contested // 10, caps.get(self.dealt, RAKE_CAP)) if raked else 0
        self.unreduced = min(self.contested // 10, RAKE_CAP) if raked else 0
        self.values: dict[tuple[int, int], Value | None] = {}
        self.pots = [Pot("main", self.contested, list(betting.live))]
        # Hands of a wrong number of cards are for the floor; here the first of them that shows is paid.
        self.readable = all(len(self.cards(seat)) == game.cards_at_the_end for seat in betting.live)
        if self.showdown:
            self.pots = build_pots(betting.total_in, betting.dead, betting.live)
            if self.readable:
                for part in range(len(game.parts)):
                    for seat in betting.live:
                        self.values[part, seat] = value_of(game, part, self.cards(seat), board, seat in joker_up)
        self.fewer_cards: int | None = None  # PT09: a seat that tables less than its hand

    def cards(self, seat: int) -> list[int]:
        return [*self.hands[seat], *([self.community] if self.community is not None else [])]

    # --- who wins --------------------------------------------------------------------------------------------

    def winners(self, pot: Pot, part: int) -> list[int]:
        if not self.showdown or not self.readable:
            return pot.seats[:1] if part == 0 else []
        worth = {seat: self.values[part, seat] for seat in pot.seats}
        best = max((value for value in worth.values() if value is not None), default=None)
        return [seat for seat in self.betting.ring if best is not None and worth.get(seat) == best]

    def ordered(self, seats: list[int], part: int) -> tuple[list[int], bool]:
        """Winners in the order in which odd chips go, and whether nobody could read it otherwise."""
        if not self.game.is_stud or len(seats) < 2:
            return seats, True
        keys = {}
        for seat in seats:
            value = self.values[part, seat]
            assert value is not None
            keys[seat] = high_card(self.game, part, self.cards(seat), value)
        known = all(key is not None for key in keys.values()) and len(set(keys.values())) == len(keys)
        plain = {seat: key[0] if key else max(self.cards(seat)) for seat, key in keys.items()}
        if not known:
            return sorted(seats, key=lambda seat: self._low_key(seat, part), reverse=True), False
        return sorted(seats, key=lambda seat: plain[seat], reverse=True), True

    def _low_key(self, seat: int, part: int) -> int:
        """The highest card of a hand in which an ace may be low: read as the part itself has it."""
        low = part == 1 or self.game.low_board_first
        return max(
            max(card - 52 if low and card >> 2 == ACE else card for card in some)
            for some in combinations_that_play(self.game, part, self.cards(seat), self.values[part, seat])
        )

    def heaps(self, pot: Pot) -> list[Heap]:
        first = self.winners(pot, 0)
        second = self.winners(pot, 1) if len(self.game.parts) == 2 else []
        if not second or set(second) == set(first):
            order, sure = self.ordered(first, 0)
            return [Heap(pot.name, pot.amount, order, 0, sure)]
        more, less = halves(pot.amount, self.placard.chip)
        one, sure_one = self.ordered(first, 0)
        two, sure_two = self.ordered(second, 1)
        return [
            Heap(f"{pot.name}.{self.game.parts[0][0]}", more, one, 0, sure_one),
            Heap(f"{pot.name}.{self.game.parts[1][0]}", less, two, 1, sure_two),
        ]

    def heaps_after(self, rake: int) -> list[Heap]:
        pots = [Pot(pot.name, pot.amount, pot.seats) for pot in self.pots]
        take_rake(pots, rake)
        return [heap for pot in reversed(pots) for heap in self.heaps(pot)]

    def right_awards(self, rake: int) -> list[Award]:
        return [
            (heap.name, seat, amount)
            for heap in self.heaps_after(rake)
            for seat, amount in split(heap.amount, heap.winners, self.placard.chip).items()
            if amount
        ]

    # --- the whole -------------------------------------------------------------------------------------------

    def settle(self, wanted: Sequence[str]) -> Wrong | None:
        """Writes rake, showdown and awards; makes the first of the wanted errors that this hand has room for."""
        makers: dict[str, Callable[[], Wrong | None]] = {
            "RK01": self._over_rake, "RK02": self._under_rake, "RK03": self._rake_without_flop,
            "RK04": self._rake_unreduced,
            "PT01": self._to_loser, "PT02": self._wrong_amount, "PT03": self._wrong_pots, "PT05": self._to_folded,
            "PT06": self._wrong_halves, "PT07": self._low_without_low, "PT08": self._uncalled,
            "PT09": self._not_tabled, "OC01": self._odd_seat, "OC02": self._odd_seat, "OC03": self._odd_half,
            "OC04": self._not_even, "OC05": self._not_broken, "OC06": self._second_odd, "CD01": self._twice,
        }  # fmt: skip
        for code in wanted:
            if code in makers and (self.readable or not self.showdown):
                wrong = makers[code]()
                if wrong:
                    return wrong
        self.finish()
        return None

    def finish(self, rake: int | None = None, awards: list[Award] | None = None, all_show: bool = False) -> None:
        events = self.betting.events
        taken = self.due if rake is None else rake
        if taken:
            events.append(f"rake {taken}")
        if self.showdown:
            self._show(all_show or awards is not None)
        for name, seat, amount in awards if awards is not None else self.right_awards(taken):
            events.append(f"award {name} s{seat} {amount}")
            self.betting.stack[seat] += amount
        self.betting.seconds += 4

    def _show(self, all_show: bool) -> None:
        winning = {seat for heap in self.heaps_after(0) for seat in heap.winners}
        for seat in self.betting.ring:
            if seat not in self.betting.live:
                continue
            self.betting.seconds += 2
            if seat not in winning and not all_show and self.readable and self.rng.random() < 0.5:
                self.betting.events.append(f"s{seat} muck")
                continue
            shown = self.hands[seat]
            if seat == self.fewer_cards:
                shown = shown[:-1]
            self.betting.events.append(f"s{seat} show {''.join(FACE[card] for card in shown)}")

    def sole(self) -> int | None:
        heaps = self.heaps_after(0)
        winners = {seat for heap in heaps for seat in heap.winners}
        return winners.pop() if len(self.pots) == len(heaps) == 1 and len(winners) == 1 else None

    def moved(self, heap: Heap, gives: int, takes: int, amount: int) -> list[Award]:
        """The right awards with some chips of a heap at another seat."""
        awards = {(name, seat): cents for name, seat, cents in self.right_awards(self.due)}
        awards[heap.name, gives] = awards.get((heap.name, gives), 0) - amount
        awards[heap.name, takes] = awards.get((heap.name, takes), 0) + amount
        return [(name, seat, cents) for (name, seat), cents in awards.items() if cents > 0]

    # --- errors ----------------------------------------------------------------------------------------------

    def _over_rake(self) -> Wrong | None:
        more = self.rng.choice((1, 2))
        if not self.raked or self.contested < 12 or self.due + more == self.unreduced:
            return None
        self.finish(rake=self.due + more)
        return Wrong("RK01", more, f"took {self.due + more}, {self.due} was due")

    def _under_rake(self) -> Wrong | None:
        if self.due < 1:
            return None
        self.finish(rake=self.due - 1)
        return Wrong("RK02", -1, f"took {self.due - 1}, {self.due} was due")

    def _rake_without_flop(self) -> Wrong | None:
        if self.raked or self.game.family != "drawmaha" or self.contested < 2:
            return None
        self.finish(rake=1)
        return Wrong("RK03", 1, "took 1 and there was no flop")

    def _rake_unreduced(self) -> Wrong | None:
        if self.unreduced <= self.due:
            return None
        self.finish(rake=self.unreduced)
        return Wrong("RK04", self.unreduced - self.due, f"took {self.unreduced} with {self.dealt} dealt in")

    def _to_loser(self) -> Wrong | None:
        winner = self.sole()
        if winner is None or not self.showdown:
            return None
        loser = self.rng.choice([seat for seat in self.betting.live if seat != winner])
        amount = self.contested - self.due
        self.finish(awards=[("main", loser, amount)])
        return Wrong("PT01", amount, f"s{winner} won, s{loser} was paid", None, loser)

    def _wrong_amount(self) -> Wrong | None:
        winner = self.sole()
        off = self.rng.choice((-2, -1, 1, 2)) * self.placard.chip
        amount = self.contested - self.due
        if winner is None or amount + off <= 0 or amount < 10:
            return None
        self.finish(awards=[("main", winner, amount + off)])
        return Wrong("PT02", abs(off), f"paid {amount + off} of {amount}", None, winner)

    def _wrong_pots(self) -> Wrong | None:
        heaps = self.heaps_after(self.due)
        if len(self.pots) != 2 or len(heaps) != 2 or any(len(heap.winners) > 1 for heap in heaps):
            return None
        side, main = heaps
        if side.winners == main.winners or min(side.amount, main.amount) < 3 * self.placard.chip:
            return None
        chips = 2 * self.placard.chip
        awards = [(side.name, side.winners[0], side.amount - chips), (main.name, main.winners[0], main.amount + chips)]
        self.finish(awards=awards)
        return Wrong("PT03", chips, "chips of the side pot lay in the main pot", None, main.winners[0])

    def _to_folded(self) -> Wrong | None:
        folded = [seat for seat in self.betting.ring if seat not in self.betting.live]
        if not folded or self.sole() is None:
            return None
        seat = self.rng.choice(folded)
        amount = self.contested - self.due
        if amount <= 0:
            return None
        self.finish(awards=[("main", seat, amount)])
        return Wrong("PT05", amount, f"s{seat} had folded", None, seat)

    def _split_pot(self) -> tuple[Heap, Heap] | None:
        """The halves of a single pot that different hands win, each alone."""
        heaps = self.heaps_after(self.due)
        if len(self.pots) == 1 and len(heaps) == 2 and all(len(heap.winners) == 1 for heap in heaps):
            return heaps[0], heaps[1]
        return None

    def _wrong_halves(self) -> Wrong | None:
        parts = self._split_pot()
        chips = 3 * self.placard.chip
        if parts is None or parts[1].amount <= chips:
            return None
        more, less = parts
        awards = [(more.name, more.winners[0], more.amount + chips), (less.name, less.winners[0], less.amount - chips)]
        self.finish(awards=awards)
        return Wrong("PT06", chips, "halves of different sizes", None, more.winners[0])

    def _low_without_low(self) -> Wrong | None:
        winner = self.sole()
        has_low = any(self.values.get((1, seat)) is not None for seat in self.betting.live)
        if winner is None or not self.showdown or self.game.parts[-1][0] != "lo" or has_low:
            return None
        loser = self.rng.choice([seat for seat in self.betting.live if seat != winner])
        more, less = halves(self.contested - self.due, self.placard.chip)
        self.finish(awards=[("main.hi", winner, more), ("main.lo", loser, less)])
        return Wrong("PT07", less, "nobody had a low", None, loser)

    def _uncalled(self) -> Wrong | None:
        winner = self.sole()
        if winner is None or not self.betting.returns:
            return None
        place, bettor, uncalled = self.betting.returns[-1]
        if any(other != bettor for _, other, _ in self.betting.returns) or len(self.betting.returns) > 1:
            return None
        self.betting.events[place] = None
        self.betting.stack[bettor] -= uncalled
        self.finish(awards=[("main", winner, self.contested - self.due + uncalled)])
        return Wrong("PT08", uncalled if winner != bettor else 0, f"{uncalled} were not called", None, bettor)

    def _not_tabled(self) -> Wrong | None:
        winner = self.sole()
        if winner is None or not self.showdown:
            return None
        self.fewer_cards = winner
        self.finish(all_show=True)
        return Wrong("PT09", 0, "not all cards tabled", None, winner)

    def _odd_seat(self) -> Wrong | None:
        for heap in self.heaps_after(self.due):
            chips, rest = divmod(heap.amount, self.placard.chip)
            if len(heap.winners) < 2 or not heap.sure or rest or chips % len(heap.winners) != 1:
                continue
            first, second = heap.winners[:2]
            self.finish(awards=self.moved(heap, first, second, self.placard.chip))
            code = "OC02" if self.game.is_stud else "OC01"
            return Wrong(code, self.placard.chip, f"odd chip to s{second}, not s{first}", None, second)
        return None

    def _odd_half(self) -> Wrong | None:
        parts = self._split_pot()
        chip = self.placard.chip
        if parts is None or (parts[0].amount + parts[1].amount) // chip % 2 == 0:
            return None
        more, less = parts
        awards = [(more.name, more.winners[0], more.amount - chip), (less.name, less.winners[0], less.amount + chip)]
        self.finish(awards=awards)
        return Wrong("OC03", chip, "odd chip to the other half", None, less.winners[0])

    def _not_even(self) -> Wrong | None:
        if len(self.game.parts) < 2:
            return None
        for heap in self.heaps_after(self.due):
            chips, rest = divmod(heap.amount, self.placard.chip)
            if (
                "." in heap.name
                or len(heap.winners) != 2
                or rest
                or chips % 4 != 2
                or not self.winners(self.pots[0], 1)
            ):
                continue
            first, second = heap.winners
            self.finish(awards=self.moved(heap, second, first, self.placard.chip))
            return Wrong("OC04", self.placard.chip, "two odd chips to one of two equal hands", None, first)
        return None

    def _not_broken(self) -> Wrong | None:
        if self.placard.chip != 1:
            return None
        for heap in self.heaps_after(self.due):
            fives, ones = divmod(heap.amount, BIG_CHIP)
            if len(heap.winners) != 2 or fives % 2 != 1 or ones % 2 or fives < 3:
                continue
            first, second = heap.winners
            right = split(heap.amount, heap.winners, 1)
            more = (fives + 1) // 2 * BIG_CHIP + ones // 2
            self.finish(awards=self.moved(heap, second, first, more - right[first]))
            return Wrong("OC05", more - right[first], "a chip was not broken", None, first)
        return None

    def _second_odd(self) -> Wrong | None:
        for heap in self.heaps_after(self.due):
            chips, rest = divmod(heap.amount, self.placard.chip)
            equal_both_ways = len(self.game.parts) == 2 and "." not in heap.name  # told as hands not shared evenly
            if len(heap.winners) != 3 or rest or chips % 3 != 2 or equal_both_ways:
                continue
            first, second = heap.winners[:2]
            self.finish(awards=self.moved(heap, second, first, self.placard.chip))
            return Wrong("OC06", self.placard.chip, "both odd chips to one seat", None, first)
        return None

    def _twice(self) -> Wrong | None:
        """A beaten hand is tabled with a card that a winner shows too."""
        winner = self.sole()
        if winner is None or not self.showdown:
            return None
        loser = self.rng.choice([seat for seat in self.betting.live if seat != winner])
        down = [card for card in self.hands[loser] if f"up s{loser} {FACE[card]}" not in self.betting.events]
        twin = self.rng.choice(self.hands[winner])
        if not down or twin in self.hands[loser]:
            return None
        self.hands[loser][self.hands[loser].index(down[0])] = twin
        self.finish(awards=[("main", winner, self.contested - self.due)])
        return Wrong("CD01", 0, f"{FACE[twin]} twice", None, loser)
