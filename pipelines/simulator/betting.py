"""How the simulated players bet: one hand's chips and its betting rounds, no-limit, pot-limit or fixed-limit.

``Betting`` keeps the chips and writes the events of the actions; a bring-in is completed to the bet of the street
before it can be raised. The players' judgement is a rule of thumb with noise, good for pots, all-ins and folds in a
natural mix. Where a betting error is wanted, ``Slips`` steps in at a decision.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from pipelines.simulator.placards import Placard

if TYPE_CHECKING:
    from pipelines.simulator.slips import Slips

NOT_ACTED: Final = -1


class Betting:
    """The chips of one hand. Lists are indexed by seat; ``ring`` is the dealt seats clockwise from the button on."""

    def __init__(
        self,
        rng: Random,
        ring: Sequence[int],
        stacks: Mapping[int, int],
        placard: Placard,
        temper: Mapping[int, tuple[float, float]],
    ) -> None:
        self.rng = rng
        self.ring = list(ring)
        self.placard = placard
        self.form = placard.betting
        self.bb = placard.bb
        self.temper = temper
        self.stack = [0] * 12
        for seat in ring:
            self.stack[seat] = stacks[seat]
        self.street_in = [0] * 12  # live chips of this betting round
        self.total_in = [0] * 12  # live chips of the hand
        self.in_pot = 0  # the sum of them
        self.dead = 0
        self.dead_by: dict[int, int] = {}
        self.blind_by: dict[int, int] = {}
        self.other_forced_by: dict[int, int] = {}  # live and dead posts, antes, straddles; a kill is a bet of its own
        self.absent: Collection[int] = ()  # dealt in, but not there: they fold when it is their turn
        self.live = list(ring)
        self.events: list[str | None] = []
        self.tabled: dict[int, int] = {}  # by seat the place in events of a hand tabled before the board was run out
        self.seconds = 0.0
        self.is_last_street = False
        self.level = 0
        self.last_aggressor = 0
        self.returns: list[tuple[int, int, int]] = []  # (place in events, seat, amount) of uncalled bets
        self.sb_seat = self.bb_seat = 0  # who posted
        self.last_unless_raised = 0  # a kill that acts last, unless somebody raises before its turn
        self.limit_percent = 100  # of the limits: more in a kill pot
        self.street_bet = 0  # in limit, the bet of the street
        self.sizes: tuple[int, ...] = ()  # the bets that the street allows: two with an open pair on the fourth street
        self.bring_in_stands = False  # nothing but the bring-in lies on the table
        self.first_in_doubt = False  # documents leave open who is first to act on this street
        self.slips: Slips | None = None
        # the round
        self.waiting: list[int] = []
        self.seen = [NOT_ACTED] * 12  # the level when a seat last acted
        self.full_raise = 0  # the largest bet or raise, and so the least raise; in limit the bet of the street
        self.full_level = 0  # the level without a last all-in for less than half a bet, from which limit completes
        self.raises = 0  # that count for the cap
        self.wagers = 0  # bets and raises, short ones too
        self.began_with = 0  # seats that could act when the round began
        self.worth: dict[int, float] = {}  # what a seat thinks of its hand in this round, once it had to
        self.worth_of: Callable[[int], float] = self.worth.__getitem__
        self.preflop = True
        self.no_limping = False
        # what a slip asks of the others
        self.calm = False  # nobody bets or raises
        self.at_war = False  # everybody raises who may
        self.forced: dict[int, int] = {}  # a seat's next total
        self.actions_most: int | None = None  # the first round is broken off after so many
        self.was_stopped = False

    # --- chips -----------------------------------------------------------------------------------------------

    def put(self, seat: int, amount: int) -> None:
        self.stack[seat] -= amount
        self.street_in[seat] += amount
        self.total_in[seat] += amount
        self.in_pot += amount

    def post(self, seat: int, kind: str, amount: int) -> None:
        """A forced bet, or what the seat has of it. Blinds and live posts count for the round, antes and dead not."""
        amount = min(amount, self.stack[seat])
        if amount == 0:
            return
        self.events.append(f"s{seat} post {kind} {amount}")
        if kind in ("sb", "bb"):
            self.blind_by[seat] = self.blind_by.get(seat, 0) + amount
        elif kind != "kill":
            self.other_forced_by[seat] = self.other_forced_by.get(seat, 0) + amount
        if kind in ("dead", "bba"):
            self.stack[seat] -= amount
            self.dead += amount
            self.dead_by[seat] = self.dead_by.get(seat, 0) + amount
            return
        self.put(seat, amount)
        if kind == "ante":
            self.street_in[seat] -= amount
            return
        if kind != "live" and self.street_in[seat] > self.level:
            self.level = self.street_in[seat]
        if kind == "sb":
            self.sb_seat = seat
        elif kind == "bb":
            self.bb_seat = seat

    def pot(self) -> int:
        return self.in_pot + self.dead

    def everything(self, seat: int) -> int:
        """The total of a seat that puts all its chips in."""
        return self.street_in[seat] + self.stack[seat]

    def puts_all_in(self, seat: int, total: int) -> bool:
        """Whether nobody else can put in more than a total: it may then be less than the least."""
        return all(self.everything(other) <= total for other in self.with_chips() if other != seat)

    def with_chips(self) -> list[int]:
        """The seats still in that can bet."""
        return [seat for seat in self.live if self.stack[seat] > 0]

    def clockwise_after(self, seat: int) -> list[int]:
        """The others who are still in and have chips, in the order of their turn."""
        place = self.ring.index(seat)
        order = self.ring[place + 1 :] + self.ring[:place]
        return [other for other in order if other in self.live and self.stack[other] > 0]

    def return_uncalled(self) -> None:
        """What nobody matched in this round goes back to the seat that put it in, if that is still in the hand."""
        highest, second = sorted(self.street_in, reverse=True)[:2]
        uncalled = highest - second
        seat = self.street_in.index(highest)
        if uncalled > 0 and seat in self.live:
            self.street_in[seat] -= uncalled
            self.total_in[seat] -= uncalled
            self.in_pot -= uncalled
            self.stack[seat] += uncalled
            self.returns.append((len(self.events), seat, uncalled))
            self.events.append(f"return s{seat} {uncalled}")

    # --- a betting round -------------------------------------------------------------------------------------

    def open_street(self, is_last: bool) -> None:
        """The chips of the round before are in the pot."""
        self.is_last_street = is_last
        self.street_in = [0] * 12
        self.level = 0
        self.last_aggressor = 0
        self.last_unless_raised = 0

    def set_bets(self, big: bool) -> None:
        """The bet of the next round: the upper limit or the lower."""
        bet = self.placard.big_bet if big else self.placard.small_bet
        self.allow(bet * self.limit_percent // 100)

    def allow(self, *sizes: int) -> None:
        """The bets of the next round; where there are several, which one is made is left to chance."""
        self.sizes = sizes
        self.street_bet = sizes[0] if len(sizes) == 1 else self.rng.choice(sizes)

    def in_turn_after(self, seat: int) -> list[int]:
        """The dealt seats in the order of their turn, beginning behind a seat; from the button on behind any other."""
        start = self.ring.index(seat) + 1 if seat in self.ring else 0
        return self.ring[start:] + self.ring[:start]

    def round(
        self,
        order: Sequence[int],
        worth_of: Callable[[int], float],
        preflop: bool,
        no_limping: bool = False,
        brought_in: int = 0,
    ) -> None:
        """One betting round of the seats in an order; uncalled chips go back.

        ``brought_in`` is a seat that has opened already, and has no option left.
        """
        if no_limping:
            self.level = max(self.level, self.bb)  # owed though nobody posted it
        self.waiting = [seat for seat in order if seat in self.live and self.stack[seat] > 0 and seat != brought_in]
        self.seen = [NOT_ACTED] * 12
        self.began_with = len(self.waiting)
        if brought_in:
            self.seen[brought_in] = 0
            self.began_with += 1
        self.full_raise = self.street_bet if self.form == "fl" else self.bb
        self.full_level = 0 if self.bring_in_stands else self.level
        self.raises = self.wagers = 0
        self.worth, self.worth_of, self.preflop, self.no_limping = {}, worth_of, preflop, no_limping
        self.at_war = False
        acted = 0
        while True:
            while self.waiting and len(self.live) > 1:
                seat = self.waiting.pop(0)
                if seat == self.last_unless_raised and self.waiting and self.wagers == 0:
                    self.last_unless_raised = 0
                    self.waiting.append(seat)
                    continue
                if not self.has_decision(seat):
                    continue
                if acted == self.actions_most and preflop:
                    self.was_stopped = True
                    return
                acted += 1
                if self.slips is None or not self.slips.instead_of(self, seat):
                    self.act(seat, self.wish(seat))
            if self.slips is None or not self.slips.when_over(self):
                break
        self.return_uncalled()

    def has_decision(self, seat: int) -> bool:
        """A seat that alone has chips and covers every other hand has nobody to bet against."""
        if self.others_can_bet(seat):
            return True
        return self.street_in[seat] < max(self.street_in[other] for other in self.live if other != seat)

    def others_can_bet(self, seat: int) -> bool:
        stack = self.stack
        for other in self.live:  # noqa: SIM110 (quicker than any(), and asked at every decision)
            if stack[other] > 0 and other != seat:
                return True
        return False

    def is_reopened(self, seat: int) -> bool:
        """Whether a seat has not acted, or faces a full raise since it did; in limit half a bet is enough.

        Where there is no flop a check gives nothing up, nor does a bring-in or its call.
        """
        if self.seen[seat] == NOT_ACTED or self.bring_in_stands:
            return True
        if self.seen[seat] == 0 and not self.placard.game.is_flop:
            return True
        faced = self.level - self.seen[seat]
        return faced * 2 >= self.full_raise if self.form == "fl" else faced >= self.full_raise

    def is_capped(self) -> bool:
        """Limit: one bet and some raises, save where the round began between two. Short raises count here as well."""
        uncapped = self.began_with == len(self.live) == 2 and not self.placard.ways.capped_heads_up
        if self.form != "fl" or uncapped:
            return False
        blind_is_bet = self.preflop and not self.placard.game.is_stud
        return max(self.raises, self.wagers - (0 if blind_is_bet else 1)) >= self.placard.ways.raises_most

    def may_raise(self, seat: int) -> bool:
        return self.others_can_bet(seat) and self.is_reopened(seat) and not self.is_capped()

    def act(self, seat: int, total: int | None, flag: str = "") -> None:
        """What a seat does that wishes a total of its own: it folds (None), stays, or makes the nearest legal wager."""
        if total is None:
            self.events.append(f"s{seat} fold{flag}")
            self.live.remove(seat)
            self.seen[seat] = self.level
            self.seconds += 0.7 if self.preflop else 2.5
            return
        if total > self.level:
            total = self.legal_total(seat, total)
        if total > self.level:
            self.wager(seat, total, flag=flag)
        else:
            self.check_or_call(seat, flag)

    def wager(self, seat: int, total: int, word: str | None = None, flag: str = "") -> None:
        """A bet or raise to a total, legal or not; everybody else who can has to answer it."""
        raised_by, completes = total - self.level, self.bring_in_stands
        word = word or ("complete" if completes else "bet" if self.level == 0 else "raise")
        self.put(seat, total - self.street_in[seat])
        flag = (" allin" if self.stack[seat] <= 0 else "") + flag
        self.events.append(f"s{seat} {word} {total}{flag}")
        self.seconds += 3.0 + 6 * self.rng.random()
        is_full = raised_by * 2 >= self.full_raise if self.form == "fl" else raised_by >= self.full_raise
        if is_full:
            if self.form != "fl":
                self.full_raise = raised_by
            self.raises += self.level > 0 and not completes
            self.full_level = total
        if completes:
            self.bring_in_stands = total * 2 < self.street_bet
            self.full_level = 0 if self.bring_in_stands else total
        # an all-in for less than a full raise does not reopen the betting to those who have acted
        self.level = total
        self.last_aggressor = seat
        self.wagers += 1
        self.seen[seat] = total
        self.waiting = self.clockwise_after(seat)

    def check_or_call(self, seat: int, flag: str = "") -> None:
        to_call = self.level - self.street_in[seat]
        self.seen[seat] = 0 if self.bring_in_stands else self.level
        if to_call <= 0:
            self.events.append(f"s{seat} check{flag}")
            self.seconds += 1.5
            return
        added = min(to_call, self.stack[seat])
        self.put(seat, added)
        flag = (" allin" if self.stack[seat] == 0 else "") + flag
        self.events.append(f"s{seat} call {added}{flag}")
        self.seconds += 2.0 + 3 * self.rng.random()

    # --- what is legal ---------------------------------------------------------------------------------------

    def legal_total(self, seat: int, wished: int) -> int:
        """The wished total, made a legal wager: of the right size in whole wager chips, or everything."""
        everything = self.everything(seat)
        if self.form == "fl":
            return min(self.limit_total(), everything)
        chip = self.placard.wager_chip
        least = -(-(self.level + self.full_raise) // chip) * chip
        total = max(least, wished // chip * chip)
        odd_chips = everything % chip if self.form in self.placard.ways.whole_all_in else 0
        everything -= odd_chips  # they stay behind
        if self.form == "pl" or self.placard.wager_most:
            most = self.pot_limit_total(seat) if self.form == "pl" else self.level + self.placard.wager_most
            if total > most:
                total = most // chip * chip
            if odd_chips and total > everything:
                return everything if everything >= least else self.level
            if total < least:
                return everything if everything <= min(least, most) else self.level
            return everything if total * 10 >= everything * 7 and everything <= most else total
        if odd_chips and everything < least:
            return self.level
        return everything if total * 10 >= everything * 7 else total

    def limit_total(self) -> int:
        """The one size of a limit wager; a bring-in, or an all-in for less than half a bet, is completed first."""
        if self.bring_in_stands:
            return self.street_bet
        short = self.level - self.full_level
        return (self.full_level if 0 < short * 2 < self.full_raise else self.level) + self.full_raise

    def pot_limit_total(self, seat: int) -> int:
        """The most in pot-limit: call first, then the pot.

        In live games the small blind counts as a big blind until the big blind has acted.
        """
        pot = self.pot()
        if self.preflop and self.sb_seat and (not self.bb_seat or self.seen[self.bb_seat] == NOT_ACTED):
            pot += max(0, self.bb - self.street_in[self.sb_seat])
        return self.level + pot + self.level - self.street_in[seat]

    # --- judgement: a total to make it, or None to fold ------------------------------------------------------

    def wish(self, seat: int) -> int | None:
        if seat in self.absent:
            return None
        if seat in self.forced:
            return self.forced.pop(seat)
        to_call = self.level - self.street_in[seat]
        open_to_raise = not self.calm and self.may_raise(seat)
        if self.at_war:
            return self.level + 1 if open_to_raise else self.level
        if seat not in self.worth:
            self.worth[seat] = self.worth_of(seat)
        if self.preflop:
            return self._before_the_flop(seat, to_call, open_to_raise)
        return self._after_the_flop(seat, to_call, open_to_raise)

    def _before_the_flop(self, seat: int, to_call: int, open_to_raise: bool) -> int | None:
        loose, wild = self.temper[seat]
        x = self.worth[seat] + loose + 0.2 * (self.rng.random() - 0.5)
        stay = self.level
        if self.no_limping and self.wagers == 0:
            # nobody has posted the big blind: whoever plays comes in with a raise, the last two seats must
            return 3 * self.bb if x > 0.75 or seat in self.ring[-2:] else None
        if self.wagers == 0:
            if open_to_raise and x > 0.90 - wild:
                return self.bb * (3 + self.street_in.count(self.level))
            if to_call <= 0:
                return self.level
            return stay if x > (0.68 if self.street_in[seat] == 0 else 0.55) else None
        if self.wagers == 1:
            if open_to_raise and x > 0.99 - wild / 2:
                return self.level * 3
            return stay if x > (0.80 if self.street_in[seat] == 0 else 0.70) or to_call <= 0 else None
        if open_to_raise and x > 1.03:
            return self.level * 4
        return stay if x > 0.94 or to_call <= 0 else None

    def _after_the_flop(self, seat: int, to_call: int, open_to_raise: bool) -> int | None:
        loose, wild = self.temper[seat]
        x = self.worth[seat] + loose + 0.36 * (self.rng.random() - 0.5)
        pot = self.pot()
        if to_call <= 0:
            if open_to_raise and (x > 0.64 - wild or self.rng.random() < 0.06):
                return max(self.bb, int(pot * (0.35 + 0.4 * self.rng.random())))
            return self.level
        if open_to_raise and x > 0.97 - wild / 2:
            return int(self.level * (2.5 + self.rng.random()))
        price = to_call / (pot + to_call)
        return self.level if x > 0.30 + 0.7 * price else None
