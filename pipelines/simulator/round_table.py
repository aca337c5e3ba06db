"""One stud, draw or mixed table for one day.

A draw table is a table with a button as any other, at which another game is dealt. At a stud table there is no button,
and whoever is there plays. At a mixed table the button stays where it is through the stud hands and goes on from there.
"""

from collections.abc import Callable, Sequence
from typing import Final, TextIO

from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.early_errors import NextHand
from pipelines.simulator.hand import HandResult, HandSetup
from pipelines.simulator.lineup import Entry
from pipelines.simulator.placards import SHORT_CAPS, Placard
from pipelines.simulator.positions import Positions
from pipelines.simulator.round_games import SHORT_DECK, RoundGame
from pipelines.simulator.round_hand import RoundSetup, occupied, play_round_hand
from pipelines.simulator.round_lineup import WaitingErrors, WaitingLineup, waits
from pipelines.simulator.round_placards import HANDS_A_GAME, RoundPlacard, mixed_caps
from pipelines.simulator.round_wrongs import ROUND_IN_PLAY, fits_the_game
from pipelines.simulator.table_day import TableDay, TableSpec, _Table
from pipelines.simulator.wrongs import EARLY

BY_POSITION: Final = ("BL01", "BL02", "BL03")  # nobody says in live action where the blinds are after hands of stud
HANDS_AFTER_STUD: Final = 3
ENDS_THE_HAND: Final = ("CD06",)  # not where the stub is to be counted, or where somebody has just come in


class RoundTable(_Table):
    """A table of such a game, or of several."""

    def __init__(self, spec: TableSpec, log: TextIO) -> None:
        super().__init__(spec, log)
        assert isinstance(spec.placard, RoundPlacard)
        self.rotation: tuple[Placard, ...] = spec.placard.rotation or (spec.placard,)
        if self.is_mixed or waits(spec.placard):
            waiting = WaitingLineup(self.rng, spec.table, spec.placard)
            self.lineup, self.early = waiting, WaitingErrors(self.rng, waiting, self.kill)
        self.mexican_button = 0
        self.since_stud = 0  # hands with blinds

    @property
    def is_mixed(self) -> bool:
        return len(self.rotation) > 1

    def is_stud(self) -> bool:
        """Whether the hand at hand has no blinds."""
        return isinstance(self.placard.game, RoundGame) and self.placard.game.is_stud

    @property
    def whole_deck(self) -> int:
        return len(SHORT_DECK) if self.placard.game.code == "mexican" else super().whole_deck

    def _mind_the_level(self, next_s: int) -> None:
        """The next game of a rotation."""
        self.placard = self.rotation[self.number // HANDS_A_GAME % len(self.rotation)]
        self.what_is_dealt = self._what_is_dealt()

    def _ripe(self, number: int, codes: Sequence[str]) -> list[str]:
        """At a mixed table errors wait for a game that has room for them."""
        ripe = [code for code in super()._ripe(number, codes) if fits_the_game(code, self.placard)]
        lost = self.is_mixed and self.since_stud < HANDS_AFTER_STUD
        return [code for code in ripe if not (lost and code in BY_POSITION)]

    # --- the gap ---------------------------------------------------------------------------------------------

    def _gap(self, wishes: Callable[[int], int]) -> Entry | None:
        if not self.is_mixed and not self.is_stud():
            return super()._gap(wishes)
        if self.repeat is None and self.number:
            self.lineup.between_hands(self.number, wishes(self.number), self.before)
        return None  # without a button a change of seats changes nothing

    def _plan(self, moved_in: Entry | None, deck_was_changed: bool) -> NextHand:
        if not self.is_stud():
            if self.repeat is not None and not self.repeat.bb:
                self.repeat = None  # a stud hand was called off, and another game follows
            return super()._plan(moved_in, deck_was_changed)
        if self.repeat is None:
            self._all_sit_in()
            if self._has_button():
                self.mexican_button = occupied(self.lineup.active(), self.mexican_button)[0]
        nowhere = Positions(self.mexican_button if self._has_button() else 0, 0, 0)
        hand = NextHand(
            number=self.number,
            before=nowhere,
            due=nowhere,
            was_heads_up=False,
            stub_due=self.in_down in self.count_at,
            first_of_down=self.in_down == 0 and self.slot * SLOT_S > self.spec.open_s,
            deck_was_changed=deck_was_changed,
            gap_is_quiet=not self.gap_notes and not self.lineup.notes,
            slot_held=self.number > 0 and self.start_s // SLOT_S == (self.end_s + 30) // SLOT_S,
            seated_before=self.seated_before,
            noted=frozenset(note.seat for note in self.lineup.notes),
            moved_in=None,
        )
        if self.number and self.repeat is None:
            self.early.choose(hand, [code for code in self._ripe(self.number, EARLY) if code != "CD04"])
        return hand

    def _has_button(self) -> bool:
        return isinstance(self.placard.game, RoundGame) and self.placard.game.has_button

    def _all_sit_in(self) -> None:
        """Whoever is at the table and wants to play plays: without blinds nobody has missed one."""
        for player in self.lineup.players.values():
            if player.away and player.back_at <= self.number:
                player.away = player.missed_sb = player.missed_bb = player.waits_for_bb = False

    def _take_positions(self, hand: NextHand, misdeal: bool) -> Positions:
        return hand.due if self.is_stud() else super()._take_positions(hand, misdeal)

    def _ask_for_straddle_and_kill(self, hand: NextHand, positions: Positions) -> None:
        if not self.is_stud():
            super()._ask_for_straddle_and_kill(hand, positions)

    # --- the hand --------------------------------------------------------------------------------------------

    def _setup(self, hand: NextHand, positions: Positions, stub_due: bool, misdeal: bool) -> HandSetup:
        setup = super()._setup(hand, positions, stub_due, misdeal)
        if not isinstance(self.placard.game, RoundGame):
            return setup
        setup.in_dealing = ()
        if hand.code is None and not misdeal and self.repeat is None:
            calm = hand.forced.entry is None and not stub_due
            ripe = self._ripe(self.number, ROUND_IN_PLAY)
            setup.in_dealing = [code for code in ripe if calm or code not in ENDS_THE_HAND]
            if setup.late:
                # one at a time, every other hand: what needs a split pot would keep those waiting that need a winner
                setup.late = [self.rng.choice(setup.late)]
                if self.rng.random() < 0.5:
                    setup.in_dealing = setup.in_betting = ()
        return setup

    def _play(self, setup: HandSetup) -> HandResult:
        game = self.placard.game
        if not isinstance(game, RoundGame):
            return super()._play(setup)
        caps = mixed_caps(game.code, game.seats) if self.is_mixed else dict(SHORT_CAPS)
        return play_round_hand(self.rng, RoundSetup(setup, game, caps))

    def _remember(self, hand: NextHand, positions: Positions, result: HandResult) -> None:
        before = self.before
        super()._remember(hand, positions, result)
        self.since_stud += 1
        if self.is_stud():
            self.since_stud = 0
            self.before = before  # the button of a mixed table stays where it is
            for seat in result.stacks:  # whoever came in without blinds is in, also if that hand was called off
                self.lineup.players[seat].is_new = self.lineup.players[seat].moved = False


def play_round_table(spec: TableSpec) -> TableDay:
    """Plays one such table for one day and writes its log."""
    with spec.log.open("w", encoding="utf-8", newline="\n") as log:
        return RoundTable(spec, log).run()
