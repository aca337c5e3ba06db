"""Betting errors: what a seat, or the dealer, does wrong at a decision. At most one a hand.

The table lets each of them stand and plays on. Where a slip leaves the bets uneven (a call for too little, a check
facing a bet) nobody bets any more in that hand, so that the pots follow from what each seat has put in.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from pipelines.simulator.betting import NOT_ACTED, Betting
from pipelines.simulator.wrongs import Wrong

NEED_A_BET: Final = ("AC03", "AC04", "AC07", "AC11")  # and a bring-in is none
TAKEN: Final = 0.3  # how often a chance for a wanted error is taken, so that they fall on every street


class Slips:
    """The betting errors that are wanted in one hand, and the one that was made."""

    def __init__(self, rng: Random, wanted: Sequence[str]) -> None:
        self.rng = rng
        self.wanted = wanted
        self.made: Wrong | None = None
        self._raise_of: tuple[int, int] | None = None  # AC04 in the making: who is to raise, and who is all-in
        self._makers: dict[str, Callable[[Betting, int], bool]] = {
            "AC01": self._out_of_turn, "AC02": self._bet_of_wrong_size, "AC03": self._raise_of_wrong_size,
            "AC04": self._raise_not_reopened, "AC05": self._raise_over_the_cap, "AC06": self._over_the_pot,
            "AC07": self._call_of_too_little, "AC08": self._more_than_the_stack, "AC09": self._small_chips,
            "AC10": self._next_card_too_early, "AC11": self._action_not_open, "AC13": self._over_the_most,
        }  # fmt: skip

    def instead_of(self, betting: Betting, seat: int) -> bool:
        """At a decision of a seat: True if an error was made in its place."""
        if self.made is not None or seat in betting.absent:
            return False
        if self._raise_of is not None:
            return self._finish_raise_not_reopened(betting, seat)
        for code in self.wanted:
            taken = code == "AC05" or self._chance()
            if not taken or (betting.bring_in_stands and code in NEED_A_BET):
                continue
            acted = self._makers[code](betting, seat)
            if acted or self.made is not None:
                return acted
        return False

    def when_over(self, betting: Betting) -> bool:
        """When a round is over: AC10 as a needless action. True if the betting goes on."""
        if self._raise_of is not None:
            self._raise_of = None
            betting.calm = False
        if self.made is not None or "AC10" not in self.wanted or len(betting.live) < 2 or not self._chance():
            return False
        # A blind that stays has an option, and nobody minds the word.
        optional = {s for s in betting.ring if betting.preflop and betting.seen[s] == NOT_ACTED}
        could = [s for s in betting.with_chips() if betting.street_in[s] == betting.level and s not in optional]
        if not could:
            return False
        seat = self.rng.choice(could)
        total = betting.legal_total(seat, betting.pot() // 2)
        if betting.level == 0 < total and len(betting.with_chips()) > 1 and self.rng.random() < 0.5:
            self._make(betting, "AC10", seat, "bet when all had checked")
            betting.wager(seat, total)
            return True
        self._make(betting, "AC10", seat, "checked when the betting was over")
        betting.events.append(f"s{seat} check")
        return False

    def when_nobody_can_bet(self, betting: Betting) -> None:
        """On a street with at most one seat that has chips: AC10 as its needless check."""
        alone = [seat for seat in betting.with_chips() if seat not in betting.absent]
        if self.made is None and "AC10" in self.wanted and alone and self._chance():
            self._make(betting, "AC10", alone[0], "checked with nobody to bet against")
            betting.events.append(f"s{alone[0]} check")

    def board_is_dealt(self, event: int) -> None:
        """The card that AC10 waits for has been dealt."""
        if self.made is not None and self.made.code == "AC10" and self.made.event is None:
            self.made = Wrong("AC10", 0, self.made.note, event, self.made.seat)

    def _chance(self) -> bool:
        return self.rng.random() < TAKEN

    def _make(self, betting: Betting, code: str, seat: int, note: str) -> None:
        """Notes the error; its event is the next one."""
        self.made = Wrong(code, 0, f"s{seat} {note}", len(betting.events), seat)

    def _wager(self, betting: Betting, code: str, seat: int, total: int, note: str) -> bool:
        """A wager that is the error."""
        self._make(betting, code, seat, note)
        betting.wager(seat, total)
        return True

    # --- turn ------------------------------------------------------------------------------------------------

    def _out_of_turn(self, betting: Betting, seat: int) -> bool:
        """AC01: a later seat acts first. Then either the passed seats act, or the table goes on from the later one.

        Where it goes on and nobody bets, the passed seats may not come to act at all.
        """
        later = betting.waiting
        nobody_acted = all(betting.seen[other] == NOT_ACTED for other in betting.live)
        if not later or (nobody_acted and betting.first_in_doubt):
            return False
        early = self.rng.choice(later[:2])
        passed = [seat, *later[: later.index(early)]]
        behind = later[later.index(early) + 1 :]
        goes_on = self.rng.random() < 0.4
        self._make(betting, "AC01", early, f"acted before s{seat}" + (", the table went on" if goes_on else ""))
        betting.waiting = [*behind, *passed] if goes_on else [*passed, *behind]
        level = betting.level
        betting.act(early, betting.wish(early), flag=self.rng.choice(("", " oot")))
        if betting.level > level and not goes_on:
            order = betting.waiting  # clockwise from the seat that raised; the turn is still with the passed seat
            betting.waiting = order[order.index(seat) :] + order[: order.index(seat)]
        elif goes_on and betting.level == level == 0 and not betting.absent and self.rng.random() < 0.4:
            self._play_without(betting, behind)
        return True

    def _play_without(self, betting: Betting, behind: Sequence[int]) -> None:
        """The seats behind check, and the passed ones are forgotten."""
        for seat in behind:
            betting.check_or_call(seat)
        betting.waiting = []

    # --- size ------------------------------------------------------------------------------------------------

    def _bet_of_wrong_size(self, betting: Betting, seat: int) -> bool:
        """AC02: a bet under the big blind; in limit one of another size, at least half of the right one."""
        if betting.bring_in_stands:
            return self._completion_of_wrong_size(betting, seat)
        if betting.preflop or betting.level > 0 or not betting.may_raise(seat):
            return False
        total = self._wrong_limit_total(betting) if betting.form == "fl" else self._chips_below(betting, betting.bb)
        if total <= 0 or betting.everything(seat) <= total or betting.puts_all_in(seat, total):
            return False
        return self._wager(betting, "AC02", seat, total, f"bet {total}")

    def _completion_of_wrong_size(self, betting: Betting, seat: int) -> bool:
        """The bring-in is completed to another sum than the bet of the street."""
        bet = betting.street_bet
        totals = [total for total in range(-(-bet // 2), 2 * bet) if total != bet and total > betting.level]
        short = betting.everything(seat) <= 2 * bet or betting.puts_all_in(seat, 2 * bet)
        if not totals or not betting.may_raise(seat) or short:
            return False
        total = self.rng.choice(totals)
        return self._wager(betting, "AC02", seat, total, f"completed to {total}")

    def _raise_of_wrong_size(self, betting: Betting, seat: int) -> bool:
        """AC03: a raise under the least; in limit one of another size, by half a bet or more."""
        if betting.level == 0 or not betting.may_raise(seat):
            return False
        if betting.form == "fl":
            total = self._wrong_limit_total(betting) if betting.full_level == betting.level else 0
        else:
            total = self._chips_below(betting, betting.level + betting.full_raise)
        if total <= betting.level or betting.everything(seat) <= total or betting.puts_all_in(seat, total):
            return False
        return self._wager(betting, "AC03", seat, total, f"raised to {total}")

    def _chips_below(self, betting: Betting, least: int) -> int:
        """A total in whole wager chips above the level and below the least that is allowed; 0 if there is none."""
        chip = betting.placard.wager_chip
        totals = range((betting.level // chip + 1) * chip, least, chip)
        return self.rng.choice(totals) if totals else 0

    def _wrong_limit_total(self, betting: Betting) -> int:
        """A total that is no bet of the street; 0 if the chosen one is its other bet."""
        bet = betting.full_raise
        size = self.rng.choice([size for size in range(bet // 2, 2 * bet + 1) if size != bet])
        return 0 if size in betting.sizes else betting.level + size

    def _over_the_pot(self, betting: Betting, seat: int) -> bool:
        """AC06: a wager over the pot that is accepted."""
        if betting.form != "pl" or not betting.may_raise(seat):
            return False
        most, chip = betting.pot_limit_total(seat), betting.placard.wager_chip
        total = (most // chip + self.rng.randint(1, max(1, most // chip // 2))) * chip
        if betting.everything(seat) <= total:
            return False
        return self._wager(betting, "AC06", seat, total, f"made it {total}, the pot allowed {most}")

    def _over_the_most(self, betting: Betting, seat: int) -> bool:
        """AC13: a bet, or what a raise adds, over the largest single wager of the placard."""
        most, chip = betting.placard.wager_most, betting.placard.wager_chip
        if not most or not betting.may_raise(seat):
            return False
        over = most + self.rng.randint(1, 10) * chip
        total = -(-(betting.level + over) // chip) * chip
        if betting.everything(seat) <= total:
            return False
        return self._wager(betting, "AC13", seat, total, f"added {total - betting.level}, {most} is the most")

    def _small_chips(self, betting: Betting, seat: int) -> bool:
        """AC09: a wager of the right size, but in chips smaller than those of the big blind."""
        chip = betting.placard.wager_chip
        if betting.form == "fl" or chip == 1 or not betting.may_raise(seat):
            return False
        wished = betting.level * 3 if betting.level else max(betting.bb, betting.pot() // 2)
        total = betting.legal_total(seat, wished) + self.rng.randint(1, chip - 1)
        most = betting.pot_limit_total(seat) if betting.form == "pl" else total
        if total > most or betting.everything(seat) <= total or total - betting.level < betting.full_raise:
            return False
        return self._wager(betting, "AC09", seat, total, f"made it {total} in a game of {chip}")

    def _more_than_the_stack(self, betting: Betting, seat: int) -> bool:
        """AC08: a wager, or a call, of more than lay before the seat; what is lost beyond it is paid for later."""
        everything = betting.everything(seat)
        if betting.level > everything:
            self._make(betting, "AC08", seat, f"called {betting.level} with {everything}")
            added = betting.level - betting.street_in[seat]
            betting.put(seat, added)
            betting.seen[seat] = betting.level
            betting.events.append(f"s{seat} call {added} allin")
            return True
        if betting.form == "fl" or not betting.may_raise(seat):
            return False
        chip = betting.placard.wager_chip
        total = (everything // chip + self.rng.randint(1, 8)) * chip
        if betting.form == "pl" and total > betting.pot_limit_total(seat):
            return False
        if total < betting.level + betting.full_raise:
            return False
        return self._wager(betting, "AC08", seat, total, f"made it {total} with {everything}")

    # --- raises that are not open ----------------------------------------------------------------------------

    def _raise_not_reopened(self, betting: Betting, seat: int) -> bool:
        """AC04: a bettor raises again though only an all-in for less came back.

        Such rounds are rare, so one is made: the seat bets so much that a shorter stack can only raise it short, that
        one goes all-in, a third seat calls, and the bettor raises.
        """
        if betting.seen[seat] != NOT_ACTED:
            return self._raise_if_not_reopened(betting, seat)
        if betting.form == "fl" or betting.calm or not betting.may_raise(seat):
            return False
        chip = betting.placard.wager_chip
        whole = betting.form in betting.placard.ways.whole_all_in
        for place, short in enumerate(betting.waiting):
            all_in = betting.everything(short)
            if whole and all_in % chip:
                continue
            # a total of the bettor between the half and the whole of what the short stack adds
            totals = [
                total
                for total in range(-(-(betting.level + betting.full_raise) // chip) * chip, all_in, chip)
                if total - betting.level > all_in - total
            ]
            callers = [other for other in betting.waiting[place + 1 :] if betting.everything(other) > 2 * all_in]
            if (
                betting.absent
                or not totals
                or not callers
                or all_in > 60 * betting.bb
                or betting.everything(seat) <= 3 * all_in
            ):
                continue
            total = self.rng.choice(totals)
            if betting.form == "pl" and total > betting.pot_limit_total(seat):
                continue
            self._raise_of = (seat, short)
            betting.wager(seat, total)
            betting.calm = True
            betting.forced = {callers[0]: all_in}
            return True
        return False

    def _finish_raise_not_reopened(self, betting: Betting, seat: int) -> bool:
        assert self._raise_of is not None
        bettor, short = self._raise_of
        if seat == short:
            betting.wager(seat, betting.everything(seat))
            return True
        if seat != bettor:
            return False
        self._raise_of = None
        betting.calm = False
        betting.forced.clear()
        return self._raise_if_not_reopened(betting, seat)

    def _raise_if_not_reopened(self, betting: Betting, seat: int) -> bool:
        to_call = betting.level - betting.street_in[seat]
        if to_call <= 0 or betting.is_reopened(seat) or not betting.others_can_bet(seat) or betting.calm:
            return False
        total = betting.legal_total(seat, betting.level * 2)
        if total < betting.level + betting.full_raise:
            return False
        return self._wager(betting, "AC04", seat, total, f"raised to {total} when not reopened")

    def _raise_over_the_cap(self, betting: Betting, seat: int) -> bool:
        """AC05: a fifth raise in limit, in a round that began with three or more. Everybody raises until then."""
        if betting.form != "fl" or betting.began_with < 3 or len(betting.with_chips()) < 3:
            return False
        if betting.wagers == 0:
            betting.at_war = betting.at_war or self.rng.random() < TAKEN / 2
        most = betting.placard.ways.raises_most
        at_the_cap = betting.raises == most == betting.wagers - (0 if betting.preflop else 1)
        total = betting.limit_total()
        if not at_the_cap or not betting.is_reopened(seat) or betting.everything(seat) <= total:
            return False
        betting.at_war = False
        return self._wager(betting, "AC05", seat, total, f"made raise {most + 1}")

    # --- actions that were not open --------------------------------------------------------------------------

    def _call_of_too_little(self, betting: Betting, seat: int) -> bool:
        """AC07: a seat with enough chips calls for less, and it is let stand."""
        to_call = betting.level - betting.street_in[seat]
        chip = betting.placard.chip
        if to_call < 2 * chip or betting.stack[seat] <= to_call:
            return False
        added = to_call - chip * self.rng.randint(1, max(1, to_call // chip * 2 // 3))
        self._make(betting, "AC07", seat, f"called {added}, {to_call} were owed")
        betting.put(seat, added)
        betting.seen[seat] = betting.level
        betting.events.append(f"s{seat} call {added}")
        betting.forced.clear()
        return True

    def _action_not_open(self, betting: Betting, seat: int) -> bool:
        """AC11: a check facing a bet, a bet facing a bet, a raise of nothing, or an action of a folded hand."""
        kind = self.rng.randrange(3)
        folded = [other for other in betting.ring if other not in betting.live]
        if kind == 0 and folded:
            gone = self.rng.choice(folded)
            word = self.rng.choice(("fold", "check"))
            self._make(betting, "AC11", gone, f"had folded: {word}")
            betting.events.append(f"s{gone} {word}")
            return False  # the seat whose turn it is still acts
        if kind == 1 and betting.level > betting.street_in[seat] and betting.total_in[seat] > 0:
            self._make(betting, "AC11", seat, "checked facing a bet")
            betting.events.append(f"s{seat} check")
            betting.seen[seat] = betting.level
            betting.calm = True
            betting.forced.clear()
            return True
        if kind == 2 and betting.may_raise(seat):
            total = betting.legal_total(seat, max(2 * betting.bb, betting.level * 3))
            if total <= betting.level:
                return False
            word = "bet" if betting.level else "raise"
            self._make(betting, "AC11", seat, f"{word} where it was not open")
            betting.wager(seat, total, word=word)
            return True
        return False

    # --- cards -----------------------------------------------------------------------------------------------

    def _next_card_too_early(self, betting: Betting, seat: int) -> bool:
        """AC10: the next card comes before everybody has acted; all who are left out had nothing to call."""
        out = [seat, *betting.waiting]
        if betting.is_last_street or any(betting.street_in[other] < betting.level for other in out):
            return False
        if all(betting.seen[other] == NOT_ACTED for other in betting.live):
            return False
        self.made = Wrong("AC10", 0, f"next card before s{seat} had acted", None, seat)
        betting.waiting = []
        return True
