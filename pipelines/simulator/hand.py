"""One hand of a flop game, from the forced bets to the last chip pushed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from pipelines.simulator.betting import Betting
from pipelines.simulator.cards import DECK, TEXT, draw
from pipelines.simulator.forced_bets import Forced, ForcedBets
from pipelines.simulator.helpful_cards import deal_helpful
from pipelines.simulator.irregular import Irregular
from pipelines.simulator.kills import Outcome
from pipelines.simulator.placards import Placard
from pipelines.simulator.positions import Positions, clockwise
from pipelines.simulator.push_errors import PushErrors
from pipelines.simulator.settlement import Settlement
from pipelines.simulator.slips import Slips
from pipelines.simulator.wrongs import Wrong

SHOWN_IN_ORDER: Final = 0.02  # showdowns that the floor puts in order


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
        dealt = setup.active
        if setup.left_out or setup.dealt_away:
            dealt = (dealt | {setup.dealt_away}) - {setup.left_out}
        self.ring = [seat for seat in clockwise(setup.positions.button) if seat in dealt]
        self.betting = Betting(rng, self.ring, setup.stacks, setup.placard, setup.temper)
        self.betting.absent = {*setup.absent, setup.dealt_away} if setup.dealt_away else setup.absent
        self.betting.seconds = 21 + 9 * rng.random()
        self.events = self.betting.events
        self.wrong: Wrong | None = None
        self.holes: dict[int, list[int]] = {}
        self.deck: list[int] = []
        self.used: set[int] = set()  # cards that were seen, and so are in no other place
        self.boards: list[list[int]] = [[]]
        self.board_category = 0
        self.cards_out = 0
        self.marks: list[tuple[int, int]] = []  # places where rake may be taken, with the pot then
        self.acted_on: list[bool] = []  # whether there was betting on each street
        self.irregular = Irregular(rng, setup, self)

    def play(self) -> HandResult:
        setup, betting = self.setup, self.betting
        forced = ForcedBets(self.rng, self.placard, setup.positions, setup.forced, betting)
        forced.post(setup.early)
        self.wrong = forced.wrong
        self._deal_holes()
        if setup.forced.straddle_behind_cards:
            forced.post_straddle()
        self.irregular.after_the_deal()
        if self.irregular.is_called_off():
            return self._result()
        slips = None
        if setup.in_betting and not self.irregular.code:
            slips = betting.slips = Slips(self.rng, setup.in_betting)
        betting.actions_most = self.irregular.actions_before_misdeal
        betting.round(forced.first_after, self._start_worth, preflop=True, no_limping=setup.early == "BL02")
        self.irregular.after_the_first_round()
        if self.irregular.is_called_off():
            return self._result()
        if len(betting.live) == 1 and self._blinds_are_chopped():
            return self._with_stub()
        self._deal_boards()
        if self.irregular.is_called_off():
            return self._result()
        self.marks.append((len(self.events), betting.pot()))
        self.events += [None, None, None]
        if slips:
            self.wrong = slips.made or self.wrong
        return self._settle()

    def _settle(self) -> HandResult:
        setup = self.setup
        settlement = Settlement(
            self.rng, self.placard, self.betting, self.holes, self.boards, self.marks, setup.time_pot_seats
        )
        errors: Sequence[str] = ()
        if self.wrong is None and self.irregular.wrong is None and setup.early is None:
            errors = setup.late
        if setup.time_pot_seats:
            self._take_time(settlement)
        settlement.bet_to_the_end = len(self.boards) == 1 and len(self.boards[0]) == 5 and self.acted_on[-1]
        if self.wrong is None and settlement.bet_to_the_end and settlement.showdown:
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

    # --- cards -----------------------------------------------------------------------------------------------

    def _deal_holes(self) -> None:
        """One event a seat; the cards themselves are drawn at once, with those of one board."""
        ring, count = self.ring, self.game.hole_cards
        self.cards_out = count * len(ring)
        cards = draw(self.rng, self.cards_out + 5)
        self.used = set(cards)
        self.deck = cards[self.cards_out :]
        self.holes = {seat: cards[place * count : (place + 1) * count] for place, seat in enumerate(ring)}
        if self.setup.helpful_cards:
            self.deck = deal_helpful(self.rng, self.setup.helpful_cards, ring, self.setup.stacks, self.holes, count)
            self.used = {*self.deck, *(card for hole in self.holes.values() for card in hole)}
        unseen = "??" * count
        order = ring[1:] + ring[:1] if self.setup.first_card_late else ring
        odd_seat, odd_cards = self.irregular.odd_deal()
        for seat in order:
            self.events.append(f"deal s{seat} {unseen if seat != odd_seat else '??' * odd_cards}")

    def fresh_card(self) -> int:
        """A card that nobody has seen or holds."""
        card = self.rng.choice(DECK)
        while card in self.used:
            card = self.rng.choice(DECK)
        self.used.add(card)
        return card

    def next_card(self) -> int:
        return self.deck.pop() if self.deck else self.fresh_card()

    def _deal_boards(self) -> None:
        betting, game = self.betting, self.game
        board = self.boards[0]
        for new_cards in (3, 1, 1):
            if len(betting.live) == 1:
                return
            if len(betting.with_chips()) <= 1 and self.irregular.runs_it():
                self._run_several()
                return
            if game.discards_at == len(board):
                self._discard()
            self._deal_street("board", board, new_cards)
            if self.irregular.is_called_off():
                return
            betting.seconds += 3.5
            self.marks.append((len(self.events), betting.pot()))
            self.events.append(None)
            betting.open_street()
            before = len(self.events)
            if len(betting.with_chips()) > 1:
                self.board_category = game.board_category(board)
                betting.round(0, self._made_worth, preflop=False)
            elif betting.slips:
                betting.slips.when_nobody_can_bet(betting)
            self.acted_on.append(len(self.events) > before)

    def _start_worth(self, seat: int) -> float:
        return self.game.start_worth(self.holes[seat])

    def _made_worth(self, seat: int) -> float:
        return self.game.made_worth(self.holes[seat], self.boards[0], self.board_category)

    def _deal_street(self, word: str, board: list[int], new_cards: int) -> None:
        cards = [self.next_card() for _ in range(new_cards)]
        burns, burned = self.irregular.burns(len(board))
        self.events += burns
        self.cards_out += burned
        if self.betting.slips and word == "board":
            self.betting.slips.board_is_dealt(len(self.events))
        extra = self.irregular.extra_flop_card(word, len(board))
        board += cards
        self.cards_out += new_cards
        self.events.append(f"{word} " + "".join([TEXT[card] for card in [*cards, *extra]]))
        self.irregular.after_a_street(extra)

    def _run_several(self) -> None:
        """Nobody can bet any more, and the rest is dealt two or three times, board by board."""
        times = self.irregular.times
        self.events.append(f"runit {times}")
        common = self.boards[0]
        self.boards = [list(common) for _ in range(times)]
        for number, board in enumerate(self.boards):
            word = f"board{number + 1}" if number else "board"
            for upto in (3, 4, 5):
                if len(board) < upto:
                    if self.game.discards_at == len(board) and not number:
                        self._discard()
                    self._deal_street(word, board, upto - len(board))
                    self.betting.seconds += 3.5
        self.marks.append((len(self.events), self.betting.pot()))
        self.events.append(None)

    def _discard(self) -> None:
        """Everybody still in throws a card away, face down, clockwise from the button."""
        for seat in self.ring:
            if seat in self.betting.live:
                self.holes[seat], _ = self.game.keep(self.holes[seat], self.boards[0])
                self.events.append(f"discard s{seat} ??")
        self.betting.seconds += 4

    # --- the end ---------------------------------------------------------------------------------------------

    def _blinds_are_chopped(self) -> bool:
        """Now and then the two blinds, alone with each other, take their bets back instead of playing.

        Here the small blind has just folded to the big blind; in a chop it takes its chips back instead.
        """
        setup, betting = self.setup, self.betting
        _, sb, bb = setup.positions
        folded_to_blinds = betting.live == [bb] and betting.last_aggressor == 0 and sb in betting.ring
        slipped = betting.slips is not None and betting.slips.made is not None
        forced = setup.forced
        irregular = self.irregular.wrong is not None or forced.entry or forced.kill or forced.straddle
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
        """Counts the stub where that is due. In SC01 the count is one or two off, and the floor is called."""
        if self.setup.stub_due:
            count = 52 - self.cards_out
            if self.setup.early == "SC01":
                off = self.rng.choice((-2, -1, -1, 1))
                self.wrong = Wrong("SC01", 0, f"counted {count + off}, {count} were left", len(self.events))
                self.events.append(f"stub {count + off}")
                self.events.append("floor deck-change")
            else:
                self.events.append(f"stub {count}")
            self.betting.seconds += 6
        return self._result()

    def _result(self) -> HandResult:
        """Drops the places where nothing was written, and moves the error's event with them."""
        slips = self.betting.slips
        wrong = self.wrong or (slips.made if slips else None) or self.irregular.wrong
        events = [event for event in self.events if event is not None]
        if wrong and wrong.event is not None:
            place = wrong.event - sum(event is None for event in self.events[: wrong.event])
            wrong = replace(wrong, event=place)
        stacks = {seat: self.betting.stack[seat] for seat in self.ring}
        seconds = max(14, int(self.betting.seconds))
        return HandResult(events, stacks, seconds, wrong, self.irregular.called_off)


# How the games of a family are played; forced bets, betting rounds and settlement serve every family.
PLAYS: Final[dict[str, type[HandPlay]]] = {"flop": HandPlay}


def play_hand(rng: Random, setup: HandSetup) -> HandResult:
    """Plays one hand of whatever game the placard names."""
    return PLAYS[setup.placard.game.family](rng, setup).play()
