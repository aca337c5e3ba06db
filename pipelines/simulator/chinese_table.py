"""A table of a Chinese game for one day: as any other table, but for the button, the cards and the payments.

The button goes to the next player each hand; with five players it sits out. Whoever is at the table plays: without
blinds nobody has missed one. Fantasyland goes on from hand to hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.chinese_games import PERFECT_LOW, ChineseGame
from pipelines.simulator.chinese_hand import ChineseResult, ChineseSetup, play_chinese_hand
from pipelines.simulator.chinese_scoring import Scoring
from pipelines.simulator.early_errors import NextHand
from pipelines.simulator.hand import HandResult, HandSetup
from pipelines.simulator.positions import Positions, clockwise, next_active
from pipelines.simulator.table_day import Table, TableDay, TableSpec
from pipelines.simulator.wrongs import EARLY_IN_CHINESE, IN_CHINESE

FIVE: Final = 5
MISDEALS: Final = 0.004
LAST_HANDS: Final = 3  # of a table: in them nobody can be sent to Fantasyland any more


@dataclass
class _Asked(HandSetup):
    """A hand's setup in the words of the other tables, with that of a Chinese hand in it."""

    chinese: ChineseSetup | None = None


class ChineseTable(Table):
    """The hands of one table."""

    fantasy: dict[str, int]  # players in Fantasyland, with how many it makes in a row
    button: int

    def run(self) -> TableDay:
        self.fantasy = {}
        self.button = 0
        return super().run()

    def _what_is_dealt(self) -> str:
        placard = self.placard
        return f'"game":"{placard.game.code}","stakes":{{{placard.stakes(":")}}},"placard":"{placard.name}"'

    def _company_through_the_day(self) -> Callable[[int], int]:
        """Full, then one or two short for a while, and full again."""
        hands, seats = self.expected_hands, self.spec.placard.game.seats
        begins = int(hands * (0.2 + 0.3 * self.rng.random()))
        ends = begins + hands // 4

        def wishes(number: int) -> int:
            short = self.rng.choice((2, 3))
            return min(short, seats) if begins <= number < ends else seats - (number < hands // 8)

        return wishes

    def _plan(self, moved_in: object, deck_was_changed: bool) -> NextHand:
        if self.repeat is None:
            for player in self.lineup.players.values():
                if player.away and player.back_at <= self.number:
                    player.away = False
            self.button = next_active(self.button, self.lineup.active())
        due = Positions(self.button, 0, 0)
        hand = NextHand(
            number=self.number,
            before=due,
            due=due,
            was_heads_up=False,
            stub_due=self.in_down in self.count_at,
            first_of_down=self.in_down == 0 and self.slot * SLOT_S > self.spec.open_s,
            deck_was_changed=deck_was_changed,
            gap_is_quiet=not self.gap_notes and not self.lineup.notes,
            slot_held=self.number > 0 and self.start_s // SLOT_S == (self.end_s + 30) // SLOT_S,
            seated_before=self.seated_before,
            noted=frozenset(note.seat for note in self.lineup.notes),
        )
        if self.number > 0 and self.repeat is None:
            self.early.choose(hand, self._ripe(self.number, EARLY_IN_CHINESE))
        self._pay_time(hand)
        return hand

    def _misdeals(self, hand: NextHand) -> bool:
        calm = hand.code is None and self.repeat is None and not hand.stub_due
        return calm and self._game().is_open_face and self.rng.random() < MISDEALS

    def _take_positions(self, hand: NextHand, misdeal: bool) -> Positions:
        return hand.due

    def _ask_for_straddle_and_kill(self, hand: NextHand, positions: Positions) -> None:
        """Chinese games have neither."""

    def _game(self) -> ChineseGame:
        game = self.placard.game
        assert isinstance(game, ChineseGame)
        return game

    def _ring(self) -> list[int]:
        """Who is dealt in, from the button's left: four at the most, and of five all but the button."""
        active = self.lineup.active()
        ring = [seat for seat in clockwise(self.button) if seat in active]
        return ring[:-1] if len(ring) == FIVE else ring

    def _setup(self, hand: NextHand, positions: Positions, stub_due: bool, misdeal: bool) -> HandSetup:
        lineup, game = self.lineup, self._game()
        for seat, amount in hand.forced.time:
            lineup.players[seat].stack -= amount
        free = hand.code is None and not misdeal and self.repeat is None
        ring = self._ring()
        most = self.spec.most_hands or self.expected_hands
        more = self.number + LAST_HANDS < most and self.start_s + 1800 < self.spec.close_s
        chinese = ChineseSetup(
            game=game,
            scoring=Scoring(game, self.placard.ways.open_face, PERFECT_LOW),
            point=self.placard.point,
            button=self.button,
            ring=ring,
            stacks={seat: player.stack for seat, player in lineup.players.items()},
            fantasy=self._in_fantasyland(),
            progressive=self.placard.progressive,
            time=hand.forced.time,
            wanted=self._wanted(ring) if free else (),
            faces=self.spec.table_index % 2 == 1,
            stub_due=stub_due,
            stub_off=hand.code == "SC01",
            misdeal=misdeal,
            goes_on=more and len(ring) == len(lineup.active()),
        )
        return _Asked(
            placard=self.placard, positions=positions, active=lineup.active(), stacks=chinese.stacks, temper={},
            early=hand.code, chinese=chinese,
        )  # fmt: skip

    def _wanted(self, ring: list[int]) -> list[str]:
        """Errors of the hand that are due; who of five sits out of an open-face game not every book says."""
        ripe = self._ripe(self.number, IN_CHINESE)
        five = len(ring) < len(self.lineup.active()) and self._game().is_open_face
        return [code for code in ripe if not (five and code == "CD04")]

    def _in_fantasyland(self) -> dict[int, int]:
        """The seats of those who are in Fantasyland."""
        names = {player.name: seat for seat, player in self.lineup.players.items()}
        return {names[name]: times for name, times in self.fantasy.items() if name in names}

    def _play(self, setup: HandSetup) -> HandResult:
        assert isinstance(setup, _Asked) and setup.chinese is not None
        return play_chinese_hand(self.rng, setup.chinese)

    def _remember(self, hand: NextHand, positions: Positions, result: HandResult) -> None:
        lineup = self.lineup
        assert isinstance(result, ChineseResult)
        self.seated_before = {seat: player.name for seat, player in lineup.players.items()}
        for seat, stack in result.stacks.items():
            lineup.players[seat].stack = stack
        self.fantasy = {lineup.players[seat].name: times for seat, times in result.fantasy.items()}
        # Whoever goes to Fantasyland, or was refused it, stays for the next hand.
        wrong = result.wrong.seat if result.wrong is not None and result.wrong.code == "OF04" else None
        lineup.pinned = lineup.players[wrong].name if wrong else next(iter(self.fantasy), None)
        self.repeat = positions if result.called_off else None
        if not result.called_off:
            for seat in self._ring():
                lineup.players[seat].is_new = lineup.players[seat].moved = False


def play_chinese_table(spec: TableSpec) -> TableDay:
    """Plays one table for one day and writes its log."""
    with spec.log.open("w", encoding="utf-8", newline="\n") as log:
        return ChineseTable(spec, log).run()
