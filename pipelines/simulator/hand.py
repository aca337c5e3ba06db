"""One hand of any game, from the forced bets to the last chip pushed.

What the games of a family do with cards is in their dealing; everything else follows from the game's declaration.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from pipelines.simulator.betting import Betting
from pipelines.simulator.bring_in import bring_in_round
from pipelines.simulator.dealing import Dealing
from pipelines.simulator.draw_dealing import DrawDealing
from pipelines.simulator.flop_dealing import FlopDealing
from pipelines.simulator.forced_bets import Forced, ForcedBets
from pipelines.simulator.games import DRAW, FLOP, LOTS, STUD, Street
from pipelines.simulator.kills import Outcome
from pipelines.simulator.lots_dealing import LotsDealing, RowsSettlement
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions, clockwise
from pipelines.simulator.push_errors import PushErrors
from pipelines.simulator.settlement import Cards, Settlement
from pipelines.simulator.slips import Slips
from pipelines.simulator.stud_dealing import StudDealing
from pipelines.simulator.wrongs import Wrong

SHOWN_IN_ORDER: Final = 0.02  # showdowns that the floor puts in order
DEALINGS: Final[dict[str, type[Dealing]]] = {
    FLOP: FlopDealing, STUD: StudDealing, DRAW: DrawDealing, LOTS: LotsDealing,
}  # fmt: skip


@dataclass
class HandSetup:
    """Everything that is settled before the first chip goes in."""

    placard: Placard
    positions: Positions  # as they stand, which in BL07 is not where they belong
    active: set[int]
    stacks: Mapping[int, int]
    temper: Mapping[int, tuple[float, float]]
    absent: Collection[int] = ()  # dealt in, but not there
    forced: Forced = field(default_factory=Forced)
    early: str | None = None  # an error of the deal or the forced bets
    left_out: int = 0  # a seat that gets no cards by mistake
    dealt_away: int = 0  # a seat that gets cards by mistake
    first_card_late: bool = False  # the deal begins a seat too late by mistake
    in_dealing: Sequence[str] = ()  # errors of the deal that are wanted, if this hand has room for one
    in_betting: Sequence[str] = ()  # errors of the betting that are wanted, if this hand has room for one
    late: Sequence[str] = ()  # errors of the settlement that are wanted, if this hand has room for one
    stub_due: bool = False
    misdeal: bool = False
    helpful_cards: str = ""  # cards that lead to the split pots or all-ins that an error waits for
    time_pot_seats: int = 0  # where a pot owes time: for so many seats
    time_pot_wrong: int = 0  # and how much more than due is taken
    time_pot_skipped: bool = False  # the pot that owes it is let go
    time_pot_is_late: bool = False  # an earlier pot was let go, and this one is to pay instead


@dataclass
class HandResult:
    """What happened: the events in the log's words, the chips after it, and the error that was made, if any."""

    events: list[str]
    stacks: dict[int, int]
    seconds: int
    wrong: Wrong | None
    called_off: str = ""  # "misdeal" or "void"
    time_taken: int = 0
    time_due: bool = False  # this was the hand that owed a time pot
    outcome: Outcome | None = None  # at kill tables, with seats instead of players


class HandPlay:
    """Plays one hand. An early error is the caller's promise that the hand has room for it."""

    def __init__(self, rng: Random, setup: HandSetup) -> None:
        self.rng = rng
        self.setup = setup
        self.placard = setup.placard
        self.game = setup.placard.game
        dealt = (setup.active | {setup.dealt_away}) - {setup.left_out, 0}
        self.ring = [seat for seat in clockwise(setup.positions.button) if seat in dealt]
        self.betting = Betting(rng, self.ring, setup.stacks, setup.placard, setup.temper)
        self.betting.absent = {*setup.absent, setup.dealt_away} - {0}
        self.betting.seconds = (21 if self.game.is_flop else 24) + 9 * rng.random()
        self.events = self.betting.events
        self.wrong: Wrong | None = None  # beside what goes wrong in the dealing
        self.stage = 0  # streets that were dealt
        self.marks: list[tuple[int, int]] = []  # places where rake may be taken, with the pot then
        self.acted_on: list[bool] = []  # whether there was betting on each street
        self.dealing = DEALINGS[self.game.family](self)

    def play(self) -> HandResult:
        setup, betting, dealing = self.setup, self.betting, self.dealing
        forced = ForcedBets(self.rng, self.placard, setup.positions, setup.forced, betting)
        dealing.before_the_bets(forced)
        forced.post(setup.early)
        self.wrong = forced.wrong
        dealing.first_cards()
        if setup.forced.straddle_behind_cards:
            forced.post_straddle()
        dealing.after_the_deal()
        if dealing.is_called_off():
            return self._result()
        if setup.in_betting and dealing.lets_slip():
            betting.slips = Slips(self.rng, setup.in_betting)
        self._first_round(forced.first_after)
        dealing.after_the_first_round()
        if dealing.is_called_off():
            return self._result()
        if self.game.is_flop and len(betting.live) == 1 and self._blinds_are_chopped():
            return self._with_stub()
        self._play_streets()
        if dealing.is_called_off():
            return self._result()
        dealing.after_the_last_round()
        self._mark()
        self.events += [None, None]
        if betting.slips:
            self.wrong = betting.slips.made or self.wrong
        return self._settle()

    def _first_round(self, first_after: int) -> None:
        betting, dealing = self.betting, self.dealing
        betting.set_bets(big=False)
        if isinstance(dealing, StudDealing):
            bring_in_round(dealing, betting)
            return
        dealing.before_the_first_round()
        order = betting.in_turn_after(first_after)
        betting.round(order, dealing.worth_of(), preflop=True, no_limping=self.setup.early == "BL02")

    def _play_streets(self) -> None:
        """Street after street, until one is left or the deal is called off."""
        for street in self.game.streets:
            if len(self.betting.live) == 1:
                return
            self.stage += 1
            if self.dealing.runs_out():
                self._mark()
                return
            self.dealing.deal(street)
            if self.dealing.is_called_off():
                return
            self._mark()
            self._bet_on(street)

    def _mark(self) -> None:
        """Here rake may be taken."""
        self.marks.append((len(self.events), self.betting.pot()))
        self.events.append(None)

    def _bet_on(self, street: Street) -> None:
        """The betting round after a street."""
        betting, placard, game = self.betting, self.placard, self.game
        if game.either_limit or (game.open_pair and self.stage == 1 and self.dealing.shows_pair()):
            betting.allow(placard.small_bet, placard.big_bet)
        else:
            betting.set_bets(street.big)
        betting.open_street(is_last=self.stage == len(game.streets))
        before = len(self.events)
        if len(betting.with_chips()) > 1:
            betting.round(self.dealing.order(), self.dealing.worth_of(), preflop=False)
        elif betting.slips:
            betting.slips.when_nobody_can_bet(betting)
        self.acted_on.append(len(self.events) > before)

    # --- the end ---------------------------------------------------------------------------------------------

    def _settle(self) -> HandResult:
        setup, dealing = self.setup, self.dealing
        cards = Cards(dealing.hands, dealing.boards, dealing.shared)
        settling = RowsSettlement if self.game.is_set_for_a_pot else Settlement
        settlement = settling(
            self.rng, self.placard, self.betting, cards, self.marks, self.stage > 0, setup.time_pot_seats
        )
        errors: Sequence[str] = ()
        if self.wrong is None and dealing.wrong is None and setup.early is None:
            errors = (*setup.in_dealing, *setup.late)
        if setup.time_pot_seats:
            self._take_time(settlement)
        to_the_end = len(dealing.boards) == 1 and self.stage == len(self.game.streets)
        settlement.bet_to_the_end = to_the_end and self.acted_on[-1]
        if self.game.is_flop and self.wrong is None and settlement.bet_to_the_end and settlement.showdown:
            settlement.in_order = self.rng.random() < SHOWN_IN_ORDER
        pushes = PushErrors(self.rng, settlement, self.acted_on, setup.stub_due) if errors else None
        wrong = pushes.make(errors) if pushes else None
        if wrong is None:
            settlement.finish()
        self.wrong = wrong or self.wrong
        result = self._with_stub()
        result.time_taken = settlement.time_taken
        result.time_due = settlement.time_due > 0 and not setup.time_pot_is_late
        if self.placard.kill:
            result.outcome = settlement.outcome()
        return result

    def _take_time(self, settlement: Settlement) -> None:
        """The time that this pot pays: as due; in RK06 a wrong amount; in RK07 nothing, or what another pot owed."""
        setup = self.setup
        whole = self.placard.time_rate * setup.time_pot_seats
        covers = settlement.contested > whole + 2
        if setup.time_pot_is_late:
            settlement.time_taken = whole if covers else 0
            if covers:
                self.wrong = Wrong("RK07", whole, "time out of another pot than the one that owed it")
        elif settlement.time_due == whole and covers:
            if setup.time_pot_skipped:
                settlement.time_taken = 0
            elif setup.time_pot_wrong:
                settlement.time_taken = whole + setup.time_pot_wrong
                self.wrong = Wrong("RK06", setup.time_pot_wrong, f"took {settlement.time_taken} of {whole}")

    def _blinds_are_chopped(self) -> bool:
        """Now and then the two blinds, alone with each other, take their bets back instead of playing.

        Here the small blind has just folded to the big blind; in a chop it takes its chips back instead.
        """
        setup, betting = self.setup, self.betting
        _, sb, bb = setup.positions
        folded_to_blinds = betting.live == [bb] and betting.last_aggressor == 0 and sb in betting.ring
        slipped = betting.slips is not None and betting.slips.made is not None
        forced = setup.forced
        irregular = self.dealing.wrong is not None or forced.entry or forced.kill or forced.straddle
        if self.placard.is_tournament or setup.early or irregular or slipped or not folded_to_blinds:
            return False
        posted_by_others = betting.pot() - betting.total_in[sb] - betting.total_in[bb]
        if self.rng.random() > 0.2 or posted_by_others or self.events[-2] != f"s{sb} fold":
            return False
        del self.events[-2:]
        for seat, amount in ((sb, self.placard.sb), (bb, self.placard.bb)):
            self.events.append(f"return s{seat} {amount}")
            betting.stack[seat] = setup.stacks[seat]
            betting.total_in[seat] = 0
        return True

    def _with_stub(self) -> HandResult:
        """Counts the stub where that is due. In SC01 the count is off, and with a flop the floor is called."""
        if self.setup.stub_due:
            count, flop = self.dealing.left(), self.game.is_flop
            if self.setup.early in ("SC01", "SC11"):
                off = self.rng.choice([one for one in ((-2, -1, -1, 1) if flop else (-2, -1, 1)) if count + one >= 0])
                self.wrong = Wrong("SC01", 0, f"counted {count + off}, {count} were left", len(self.events))
                changed = flop and self.setup.early == "SC01"
                self.events += [f"stub {count + off}", *(["floor deck-change"] if changed else [])]
            else:
                self.events.append(f"stub {count}")
            self.betting.seconds += 6
        return self._result()

    def _result(self) -> HandResult:
        """Drops the places where nothing was written, and moves the error's event with them."""
        slips = self.betting.slips
        wrong = self.wrong or (slips.made if slips else None) or self.dealing.wrong
        events = [event for event in self.events if event is not None]
        if wrong and wrong.event is not None:
            place = wrong.event - sum(event is None for event in self.events[: wrong.event])
            wrong = replace(wrong, event=place)
        stacks = {seat: self.betting.stack[seat] for seat in self.ring}
        seconds = max(14, int(self.betting.seconds))
        return HandResult(events, stacks, seconds, wrong, self.dealing.called_off)


def play_hand(rng: Random, setup: HandSetup) -> HandResult:
    """Plays one hand of whatever game the placard names."""
    return HandPlay(rng, setup).play()
