"""How the simulated players bet: one hand's chips and the betting rounds of no-limit.

``Betting`` keeps the chips and writes the events of the actions; the players' judgement is a rule of thumb with noise,
good for pots, all-ins and folds in a natural mix.
"""

from collections.abc import Mapping, Sequence
from random import Random

from pipelines.simulator.cards import PAIR, STRAIGHT, TRIPS, TWO_PAIR, category, score, top_rank


class Betting:
    """The chips of one hand. Lists are indexed by seat; ``ring`` is the dealt seats clockwise from the button on."""

    def __init__(
        self,
        rng: Random,
        ring: Sequence[int],
        stacks: Mapping[int, int],
        bb: int,
        wager_chip: int,
        temper: Mapping[int, tuple[float, float]],
    ) -> None:
        self.rng = rng
        self.ring = list(ring)
        self.bb = bb
        self.wager_chip = wager_chip
        self.temper = temper
        self.stack = [0] * 12
        for seat in ring:
            self.stack[seat] = stacks[seat]
        self.street_in = [0] * 12  # live chips of this betting round
        self.total_in = [0] * 12  # live chips of the hand
        self.dead = 0
        self.live = list(ring)
        self.events: list[str | None] = []
        self.seconds = 0.0
        self.level = 0
        self.last_aggressor = 0
        self.returns: list[tuple[int, int, int]] = []  # (place in events, seat, amount) of uncalled bets

    # --- chips -----------------------------------------------------------------------------------------------

    def put(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.street_in[seat] += amount
        self.total_in[seat] += amount

    def post(self, seat: int, kind: str, amount: int) -> None:
        """A forced bet; every post but a dead one counts for the round."""
        self.events.append(f"s{seat} post {kind} {amount}")
        if kind == "dead":
            self.stack[seat] -= amount
            self.dead += amount
        else:
            self.put(seat, amount)
            self.level = max(self.level, self.street_in[seat])

    def pot(self) -> int:
        return sum(self.total_in) + self.dead

    def return_uncalled(self) -> None:
        """What nobody matched in this round goes back to the seat that put it in."""
        highest, second = sorted(self.street_in, reverse=True)[:2]
        uncalled = highest - second
        if uncalled > 0:
            seat = self.street_in.index(highest)
            self.street_in[seat] -= uncalled
            self.total_in[seat] -= uncalled
            self.stack[seat] += uncalled
            self.returns.append((len(self.events), seat, uncalled))
            self.events.append(f"return s{seat} {uncalled}")

    # --- a betting round -------------------------------------------------------------------------------------

    def open_street(self) -> None:
        self.street_in = [0] * 12
        self.level = 0
        self.last_aggressor = 0

    def round(self, first_after: int, worth: Mapping[int, float], preflop: bool, no_limping: bool = False) -> None:
        """One betting round, beginning with the first dealt seat after ``first_after``; uncalled chips go back."""
        start = self.ring.index(first_after) + 1 if first_after in self.ring else 0
        order = self.ring[start:] + self.ring[:start]
        stack, street_in, live = self.stack, self.street_in, self.live
        waiting = [seat for seat in order if seat in live and stack[seat] > 0]
        may_raise = set(waiting)
        smallest_raise = self.bb
        raises = 0
        while waiting and len(live) > 1:
            seat = waiting.pop(0)
            to_call = self.level - street_in[seat]
            others_can_bet = any(stack[other] > 0 for other in live if other != seat)
            if to_call <= 0 and not others_can_bet:
                continue
            open_to_raise = others_can_bet and seat in may_raise
            if preflop:
                total = self._before_the_flop(seat, worth[seat], to_call, raises, open_to_raise, no_limping)
            else:
                total = self._after_the_flop(seat, worth[seat], to_call, open_to_raise)
            may_raise.discard(seat)
            if total is None:
                self.events.append(f"s{seat} fold")
                live.remove(seat)
                self.seconds += 0.7 if preflop else 2.5
                continue
            if total <= self.level:
                self._check_or_call(seat, to_call)
                continue
            total = self._legal_total(seat, total, smallest_raise)
            if total <= self.level:
                self._check_or_call(seat, to_call)
                continue
            raised_by = total - self.level
            word = "bet" if self.level == 0 else "raise"
            self.put(seat, total - street_in[seat])
            flag = " allin" if stack[seat] == 0 else ""
            self.events.append(f"s{seat} {word} {total}{flag}")
            self.seconds += 3.0 + 6 * self.rng.random()
            self.level = total
            self.last_aggressor = seat
            raises += 1
            place = self.ring.index(seat)
            waiting = [s for s in self.ring[place + 1 :] + self.ring[:place] if s in live and stack[s] > 0]
            if raised_by >= smallest_raise:
                smallest_raise = raised_by
                may_raise = set(waiting)
            # an all-in for less than a full raise does not reopen the betting to those who have acted
        self.return_uncalled()

    def _check_or_call(self, seat: int, to_call: int) -> None:
        if to_call <= 0:
            self.events.append(f"s{seat} check")
            self.seconds += 1.5
            return
        added = min(to_call, self.stack[seat])
        self.put(seat, added)
        flag = " allin" if self.stack[seat] == 0 else ""
        self.events.append(f"s{seat} call {added}{flag}")
        self.seconds += 2.0 + 3 * self.rng.random()

    def _legal_total(self, seat: int, wished: int, smallest_raise: int) -> int:
        """The wished total, made a legal wager: in whole wager chips, a full raise, or everything."""
        everything = self.street_in[seat] + self.stack[seat]
        chip = self.wager_chip
        least = -(-(self.level + smallest_raise) // chip) * chip
        total = max(least, wished // chip * chip)
        return everything if total * 10 >= everything * 7 else total

    # --- judgement: a total to make it, or None to fold ---------------------------------------------------------------

    def _before_the_flop(
        self, seat: int, worth: float, to_call: int, raises: int, open_to_raise: bool, no_limping: bool
    ) -> int | None:
        loose, wild = self.temper[seat]
        x = worth + loose + 0.2 * (self.rng.random() - 0.5)
        stay = self.level
        if no_limping and raises == 0:
            # nobody has posted the big blind: whoever plays comes in with a raise, the last two seats must
            return 3 * self.bb if x > 0.75 or seat in self.ring[-2:] else None
        if raises == 0:
            if open_to_raise and x > 0.90 - wild:
                return self.bb * (3 + len([s for s in self.live if self.street_in[s] == self.level]))
            if to_call <= 0:
                return self.level
            return stay if x > (0.68 if self.street_in[seat] == 0 else 0.55) else None
        if raises == 1:
            if open_to_raise and x > 0.99 - wild / 2:
                return self.level * 3
            return stay if x > (0.80 if self.street_in[seat] == 0 else 0.70) else None
        if open_to_raise and x > 1.03:
            return self.level * 4
        return stay if x > 0.94 else None

    def _after_the_flop(self, seat: int, worth: float, to_call: int, open_to_raise: bool) -> int | None:
        loose, wild = self.temper[seat]
        x = worth + loose + 0.36 * (self.rng.random() - 0.5)
        pot = self.pot()
        if to_call <= 0:
            if open_to_raise and (x > 0.64 - wild or self.rng.random() < 0.06):
                return max(self.bb, int(pot * (0.35 + 0.4 * self.rng.random())))
            return self.level
        if open_to_raise and x > 0.97 - wild / 2:
            return int(self.level * (2.5 + self.rng.random()))
        price = to_call / (pot + to_call)
        return self.level if x > 0.30 + 0.7 * price else None


def made_worth(hole: Sequence[int], board: Sequence[int], board_category: int) -> float:
    """How good two cards look with the board, from 0 to 1."""
    value = score([*hole, *board])
    kind = category(value)
    if kind <= board_category:
        return 0.12 + max(hole[0] >> 2, hole[1] >> 2) / 80
    if kind >= STRAIGHT:
        return 0.97
    if kind == TRIPS:
        return 0.90
    if kind == TWO_PAIR:
        return 0.82 if board_category < PAIR else 0.60
    best_on_board = max(card >> 2 for card in board)
    return 0.70 if top_rank(value) >= best_on_board else 0.45
