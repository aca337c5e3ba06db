"""Kill pots: who has a leg up, and who has to kill the next hand.

Readings: a kill follows two pots won in a row, the second by at least a small bet from others beside their forced bets;
or a pot of five upper limits that one hand scooped and showed. Who splits keeps a leg, and kills again after a kill;
who goes away with a leg has it with the first hand on the return.
Whoever has to kill stays for it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from pipelines.simulator.placards import Placard

SCOOP_TIMES = 5


@dataclass(frozen=True)
class Outcome:
    """What a hand came to, as far as kills go. Players by name."""

    winners: frozenset[str]
    every_pot_alike: bool  # the same winners of every pot
    won_at_least: int  # of others, beside every forced bet, where there is one winner
    won_at_most: int  # beside their blinds alone
    contested: int
    shown: bool


class KillButton:
    """The kill button of one table. ``due`` is the player who has to kill the next hand.

    ``is_certain`` says whether somebody who reads the log alone knows that as well: not before two hands were seen,
    and not where the rules leave it to be read either way.
    """

    def __init__(self, placard: Placard) -> None:
        self.placard = placard
        self.leg: str | None = None
        self.due: str | None = None
        self.is_certain = False
        self.leg_is_certain = False
        self.left: set[str] = set()  # players who are away with a leg up
        self.ever_left: set[str] = set()  # and all who ever were
        self.seen: set[str] = set()  # players who were dealt in before
        self.missed: set[str] = set()  # players who once missed a kill: a later one of theirs may be for that

    def amount(self) -> int:
        return self.placard.bb * self.placard.kill_percent // 100

    def hand_is_over(self, outcome: Outcome | None, killer: str | None, dealt: Collection[str]) -> None:
        """What the next hand owes; None where nobody won, as in a chop of the blinds."""
        self.due = None
        self.is_certain = True
        if self.leg and self.leg not in dealt:
            self.left.add(self.leg)
            self.ever_left.add(self.leg)
        if killer and not self.leg_is_certain:
            self.leg, self.leg_is_certain = killer, True  # who kills has won before
        back = self.left.intersection(dealt)
        if outcome is None:
            self._forget()
        elif self.placard.kill_when == "scoop":
            self._after_scoop(outcome, killer)
        elif len(outcome.winners) > 1:
            self._after_split(outcome, killer)
        else:
            self._after_win(outcome, killer, back)
        self.left -= back
        newcomers = set(dealt) - self.seen
        self.seen.update(dealt)
        if outcome and len(self.ever_left) > 1 and newcomers & outcome.winners:
            self.is_certain = False  # a reader who does not keep every name cannot tell who came back with a leg

    def _forget(self) -> None:
        self.leg = None
        self.is_certain = self.leg_is_certain = False

    def _after_scoop(self, outcome: Outcome, killer: str | None) -> None:
        large = outcome.contested >= SCOOP_TIMES * self.placard.big_bet
        if len(outcome.winners) > 1:
            self.is_certain = killer is None
        elif large and outcome.shown:
            self.due = next(iter(outcome.winners))
        else:
            self.is_certain = not large

    def _after_split(self, outcome: Outcome, killer: str | None) -> None:
        if not outcome.every_pot_alike:
            self._forget()
        elif not self.leg_is_certain:
            self.is_certain = killer is None
        elif self.leg in outcome.winners:
            self.due = self.leg if killer == self.leg else None
        else:
            self.leg = None

    def _after_win(self, outcome: Outcome, killer: str | None, back: Collection[str]) -> None:
        winner = next(iter(outcome.winners))
        bet = self.placard.small_bet * (self.placard.kill_percent if killer else 100) // 100
        if not self.leg_is_certain:
            self.is_certain = False
        elif self.leg == winner or winner in back:
            again = killer == winner and self.placard.ways.kill_wins_again
            if again or outcome.won_at_least >= bet:
                self.due = winner
            else:
                self.is_certain = outcome.won_at_most < bet and killer != winner
        self.leg, self.leg_is_certain = winner, True
