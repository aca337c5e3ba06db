"""One stud, draw or mixed table for one day: hands, notes, shuffles and stub counts in order of time.

The button stays where it is through the stud hands of a mixed table, and goes on from there.
"""

from typing import TextIO

from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.forced_bets import Forced
from pipelines.simulator.hand import HandResult, HandSetup, play_hand
from pipelines.simulator.lineup import Entry, Lineup
from pipelines.simulator.placards import SHORT_CAPS, Placard
from pipelines.simulator.positions import Positions, following, plain
from pipelines.simulator.round_games import RoundGame
from pipelines.simulator.round_hand import RoundSetup, occupied, play_round_hand
from pipelines.simulator.round_placards import HANDS_A_GAME, RoundPlacard, mixed_caps
from pipelines.simulator.round_wrongs import ROUND_CODES
from pipelines.simulator.table_day import TableDay, TableSpec, _Table


class RoundTable(_Table):
    """A table of such a game."""

    def __init__(self, spec: TableSpec, log: TextIO) -> None:
        super().__init__(spec, log)
        assert isinstance(spec.placard, RoundPlacard)
        self.rotation: tuple[Placard, ...] = spec.placard.rotation or (spec.placard,)
        self.lineup = Lineup(self.rng, spec.table, spec.placard)

    def run(self) -> TableDay:
        spec, rng, lineup = self.spec, self.rng, self.lineup
        wishes = self._company_through_the_day()
        self._plan_errors()
        lineup.open(wishes(0))
        self.write_lineup_notes(spec.open_s - 300, spec.open_s - 1)
        self.flush_notes()
        self.end_s = self.start_s = spec.open_s + 10
        before: Positions | None = None  # of the last hand with a button
        repeat: Positions | None = None
        slot, in_down, number = -1, 0, 0
        count_at: set[int] = set()
        again = False  # after a misdeal nobody comes or goes
        while spec.most_hands is None or number < spec.most_hands:
            next_s = self.end_s + 5 + int(8 * rng.random())
            if not again and number:
                lineup.between_hands(number, wishes(number), before)
            if lineup.notes:
                next_s += 2 + len(lineup.notes)
            next_s = self._mind_the_push(next_s, slot)
            if next_s >= spec.close_s or len(lineup.active()) < 2:
                break
            new_slot = next_s // SLOT_S
            if new_slot != slot:
                slot, in_down = new_slot, 0
                count_at = {0, rng.randint(3, 8)}
                at_s = max(slot * SLOT_S, self.end_s + 1)
                self.write_note(at_s, "push", f',"dealer":"{self.dealer(slot)}"')
            self.write_lineup_notes(self.end_s + 1, next_s - 1)
            self.number = number
            self._draw_errors(number)
            self.placard = self.rotation[number // HANDS_A_GAME % len(self.rotation)]
            self.what_is_dealt = self._what_is_dealt()
            game = self.placard.game
            stud = isinstance(game, RoundGame) and game.is_stud
            entry: Entry | None = None
            positions: Positions | None = None
            if stud:
                if not again:
                    self._sit_in(number)
            elif before is None:
                self._sit_in(number)
                active = lineup.active()
                positions = plain(rng.choice(sorted(active)), active)
            elif repeat is not None:
                positions = repeat
            else:
                entry = self._come_in(number, before)
                positions = following(before, lineup.active())
                lineup.blinds_pass(before, positions)
            deck = self._shuffle(self.decks[number % 2], number, next_s, False, False, False)
            wanted = self._ripe(number, ROUND_CODES)
            seats = self.seats_text()
            result = self._play(positions, entry, wanted, in_down in count_at)
            self.start_s, self.end_s = next_s, next_s + result.seconds
            self.flush_notes()
            button = positions or Positions(self._button_without_blinds(), 0, 0)
            hand = self.write_hand(spec.first_number + number, button, deck, seats, result)
            if result.wrong is not None:
                self._write_label(hand, self.start_s, result.wrong)
            for seat, stack in result.stacks.items():
                lineup.players[seat].stack = stack
                lineup.players[seat].is_new = lineup.players[seat].moved = False
            again = result.called_off != ""
            if positions is not None:
                before = positions
                repeat = positions if again else None
            number += 1
            in_down += 1
        lineup.close()
        self.write_lineup_notes(self.end_s + 5, self.end_s + 60)
        self.flush_notes()
        self.out.hands = number
        self.out.not_placed = [code for _, code in self.waiting]
        return self.out

    mexican_button = 0

    def _button_without_blinds(self) -> int:
        """The button of a game that has one and no blinds; 0 where there is none."""
        game = self.placard.game
        return self.mexican_button if isinstance(game, RoundGame) and game.has_button else 0

    def _sit_in(self, number: int) -> None:
        """Whoever is at the table and wants to play plays: no blinds were missed."""
        for player in self.lineup.players.values():
            if player.away and player.back_at <= number:
                player.away = player.missed_sb = player.missed_bb = player.waits_for_bb = False

    def _come_in(self, number: int, before: Positions) -> Entry | None:
        """At most one player joins, in the big blind or with the post that is owed."""
        entry = self.lineup.entry(number, before, True, True)
        if entry is None or entry.way not in ("bb", "post"):
            return None
        self.lineup.admit(entry)
        return entry

    def _play(self, positions: Positions | None, entry: Entry | None, wanted: list[str], stub_due: bool) -> HandResult:
        lineup, game = self.lineup, self.placard.game
        stacks = {seat: player.stack for seat, player in lineup.players.items()}
        temper = {seat: player.temper for seat, player in lineup.players.items()}
        if not isinstance(game, RoundGame):
            assert positions is not None
            forced = Forced(entry=entry)
            setup = HandSetup(
                self.placard, positions, lineup.active(), stacks, temper, forced=forced, stub_due=stub_due
            )
            return play_hand(self.rng, setup)
        active = lineup.active()
        if game.family == "mexican":
            self.mexican_button = occupied(active, self.mexican_button)[0]
        button = positions.button if positions else self._button_without_blinds()
        caps = {}
        if not self.placard.is_tournament:
            mixed = len(self.rotation) > 1
            caps = mixed_caps(game.code, game.seats) if mixed else dict(SHORT_CAPS)
        returning = [(entry.seat, entry.live, entry.dead)] if entry else []
        return play_round_hand(
            self.rng,
            RoundSetup(
                self.placard, game, occupied(active, button), positions, stacks, temper, returning, wanted, stub_due,
                caps,
            ),
        )  # fmt: skip


def play_round_table(spec: TableSpec) -> TableDay:
    """Plays one such table for one day and writes its log."""
    with spec.log.open("w", encoding="utf-8", newline="\n") as log:
        return RoundTable(spec, log).run()
