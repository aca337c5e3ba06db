"""Betting of stud and draw games: the bring-in and its completion, bets by street, and who acts first."""

from collections.abc import Mapping, Sequence

from pipelines.simulator.betting import NOT_ACTED, RAISES_MOST, Betting
from pipelines.simulator.slips import Slips


class RoundBetting(Betting):
    """The chips of one hand of such a game."""

    street_bet = 0
    bring_in_stands = False  # nothing but the bring-in lies on the table
    sizes: tuple[int, ...] = ()  # the bets that the street allows: two with an open pair on the fourth street
    opens_with_blinds = False
    first_in_doubt = False  # documents leave open who is first to act on this street

    def limit_bet(self) -> int:
        return self.street_bet

    def limit_total(self) -> int:
        if self.bring_in_stands:
            return self.street_bet
        return super().limit_total()

    def is_capped(self) -> bool:
        if self.form != "fl" or (self.began_with == 2 and len(self.live) == 2):
            return False
        return max(self.raises, self.wagers - (0 if self.preflop and self.opens_with_blinds else 1)) >= RAISES_MOST

    def is_reopened(self, seat: int) -> bool:
        return self.bring_in_stands or self.seen[seat] == 0 or super().is_reopened(seat)

    def wager(self, seat: int, total: int, word: str | None = None, flag: str = "") -> None:
        completes = self.bring_in_stands
        if completes and word is None:
            word = "complete"
        raises = self.raises
        super().wager(seat, total, word, flag)
        if completes:
            self.raises = raises
            self.bring_in_stands = total * 2 < self.street_bet
            self.full_level = 0 if self.bring_in_stands else total

    def check_or_call(self, seat: int, flag: str = "") -> None:
        super().check_or_call(seat, flag)
        if self.bring_in_stands:
            self.seen[seat] = 0

    def play(
        self, order: Sequence[int], worth: Mapping[int, float], preflop: bool, acted: int = 0, no_limping: bool = False
    ) -> None:
        """One betting round of the seats in an order; ``acted`` is the bring-in, who has no option left."""
        if no_limping:
            self.level = max(self.level, self.bb)  # owed though nobody posted it
        self.waiting = [seat for seat in order if seat in self.live and self.stack[seat] > 0 and seat != acted]
        self.seen = [NOT_ACTED] * 12
        if acted:
            self.seen[acted] = 0
        self.full_raise = self.limit_bet() if self.form == "fl" else self.bb
        self.full_level = 0 if self.bring_in_stands else self.level
        self.raises = self.wagers = 0
        self.began_with = len([seat for seat in self.live if self.stack[seat] > 0 or seat == acted])
        self.worth, self.preflop, self.no_limping = dict(worth), preflop, no_limping
        self.at_war = False
        while True:
            while self.waiting and len(self.live) > 1:
                seat = self.waiting.pop(0)
                if not self.has_decision(seat):
                    continue
                if self.slips is None or not self.slips.instead_of(self, seat):
                    self.act(seat, self.wish(seat))
            if self.slips is None or not self.slips.when_over(self):
                break
        self.return_uncalled()


class RoundSlips(Slips):
    """Betting errors where an open pair may allow two sizes, and where a bring-in is no bet."""

    def _wrong_limit_total(self, betting: Betting) -> int:
        total = super()._wrong_limit_total(betting)
        return 0 if total - betting.level in getattr(betting, "sizes", ()) else total

    def _raise_of_wrong_size(self, betting: Betting, seat: int) -> bool:
        if getattr(betting, "bring_in_stands", False):
            return False
        return super()._raise_of_wrong_size(betting, seat)

    def _bet_of_wrong_size(self, betting: Betting, seat: int) -> bool:
        if getattr(betting, "bring_in_stands", False):
            return self._completion_of_wrong_size(betting, seat)
        return super()._bet_of_wrong_size(betting, seat)

    def _completion_of_wrong_size(self, betting: Betting, seat: int) -> bool:
        """AC02: the bring-in is completed to another sum than the bet of the street."""
        bet = betting.limit_bet()
        totals = [total for total in range(-(-bet // 2), 2 * bet) if total != bet and total > betting.level]
        if not totals or not betting.may_raise(seat) or betting.everything(seat) <= 2 * bet:
            return False
        total = self.rng.choice(totals)
        self._make(betting, "AC02", seat, f"completed to {total}")
        betting.wager(seat, total)
        return True

    def _call_of_too_little(self, betting: Betting, seat: int) -> bool:
        if getattr(betting, "bring_in_stands", False):
            return False
        return super()._call_of_too_little(betting, seat)

    def _action_not_open(self, betting: Betting, seat: int) -> bool:
        if getattr(betting, "bring_in_stands", False):
            return False
        return super()._action_not_open(betting, seat)

    def _out_of_turn(self, betting: Betting, seat: int) -> bool:
        nobody_acted = all(betting.seen[other] == NOT_ACTED for other in betting.live)
        if nobody_acted and getattr(betting, "first_in_doubt", False):
            return False
        return super()._out_of_turn(betting, seat)

    def _raise_not_reopened(self, betting: Betting, seat: int) -> bool:
        if getattr(betting, "bring_in_stands", False):
            return False
        return super()._raise_not_reopened(betting, seat)
