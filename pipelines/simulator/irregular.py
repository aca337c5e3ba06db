"""Irregular cards of a hand: exposed, boxed, of another deck, jokers; deals called off; boards run again.

Most are handled as the rules say. Where an error is wanted one is not: CD02, CD03, CD05, CD06, CD09 and AC12. In PT04 a
deal is called off and one seat does not get its chips back.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from pipelines.simulator.cards import TEXT
from pipelines.simulator.wrongs import Wrong

if TYPE_CHECKING:
    from pipelines.simulator.hand import HandPlay, HandSetup

# How often a deal goes a little wrong and is put right.
EVENTS: Final = (
    ("one exposed", 0.004),
    ("one boxed", 0.002),
    ("four-card flop", 0.001),
    ("early misdeal", 0.0005),
    ("void", 0.0004),
)
ANY_EVENT: Final = sum(often for _, often in EVENTS)
RUN_AGAIN: Final = 0.4


class Irregular:
    """What is irregular about one hand. ``code`` is the error that this hand is to make, if it has room for it."""

    def __init__(self, rng: Random, setup: HandSetup, play: HandPlay) -> None:
        self.rng = rng
        self.setup = setup
        self.play = play
        self.code = rng.choice(setup.in_dealing) if setup.in_dealing else ""
        self.wrong: Wrong | None = None
        self.called_off = ""
        self.times = 1  # boards to run
        self.actions_before_misdeal: int | None = None
        self.event = ""  # what goes a little wrong and is put right
        self.burn_ready = ""  # an exposed card, or one of a flop of four, that is the next burn
        self.burned_ahead = False  # it lies there already
        self.street = 0  # board cards before the street that CD03 or a void waits for
        if self.code:
            self._prepare()
        elif not (setup.early or setup.misdeal or setup.stub_due or setup.helpful_cards or setup.forced.entry):
            self._something_happens()

    def _prepare(self) -> None:
        self.street = self.rng.choice((0, 0, 3, 4))
        if self.code == "CD06":
            self.actions_before_misdeal = self.rng.randint(3, 5)
        elif self.code == "CD02":
            self.event = self.rng.choice(("hand", "flop", "picked by the dealer"))
        elif self.code == "CD05":
            # of cards of another back the documents speak for live action only
            self.event = self.rng.choice(("exposed", "boxed", "foreign")[: 3 if self.setup.placard.is_live else 2])
        elif self.code == "CD09":
            self.event = self.rng.choice(("joker", "void"))

    def _something_happens(self) -> None:
        draw = self.rng.random()
        if draw >= ANY_EVENT:
            return
        for event, often in EVENTS:
            draw -= often
            if draw < 0:
                self.event = event
                break
        if self.event == "early misdeal":
            self.actions_before_misdeal = 1
        elif self.event == "void":
            self.street = self.rng.choice((3, 4)) if self.setup.placard.is_live else -1

    def is_called_off(self) -> bool:
        return self.called_off != ""

    # --- the deal --------------------------------------------------------------------------------------------

    def odd_deal(self) -> tuple[int, int]:
        """CD02: a seat that gets a card too many or too few, and how many; its hand is given up at its turn."""
        if self.code != "CD02" or self.event != "hand":
            return 0, 0
        seat = self.rng.choice(self.play.ring)
        due = self.setup.placard.game.hole_cards
        count = due + self.rng.choice((-1, 1))
        self.wrong = Wrong("CD02", 0, f"{count} cards for s{seat}, {due} are dealt", len(self.play.events), seat)
        self.play.betting.absent = {*self.play.betting.absent, seat}
        return seat, count

    def after_the_deal(self) -> None:
        play, events, rng = self.play, self.play.events, self.rng
        if self.setup.misdeal:
            if rng.random() < 0.7:
                self._expose_two()
                self._call_off("misdeal two-cards-exposed")
            else:
                self._box_two()
                self._call_off("misdeal two-boxed-cards")
        elif self.code == "CD05":
            {"exposed": self._expose_two, "boxed": self._box_two, "foreign": self._foreign}[self.event]()
            self.wrong = Wrong("CD05", 0, f"{self.event}, and the hand was played on", len(events) - 1)
        elif self.code == "CD09":
            if self.event == "joker":
                seat = rng.choice(play.ring)
                self.wrong = Wrong("CD09", 0, f"a joker for s{seat}", len(events), seat)
                events += [f"joker s{seat}", f"deal s{seat} ??"]
            else:
                self.wrong = Wrong("CD09", 0, "a card of another back", len(events))
                self._foreign()
                self._call_off("void other-back")
        elif self.event == "one exposed":
            seat = rng.choice(play.ring)
            hole = play.holes[seat]
            self.burn_ready = TEXT[hole[0]]
            hole[0] = play.fresh_card()
            events += [f"expose s{seat} {self.burn_ready}", f"deal s{seat} ??"]
        elif self.event == "one boxed":
            events.append(f"boxed {TEXT[play.fresh_card()]}")

    def _expose_two(self) -> None:
        for seat in self.rng.sample(self.play.ring, 2):
            self.play.events.append(f"expose s{seat} {TEXT[self.play.holes[seat][0]]}")

    def _box_two(self) -> None:
        self.play.events += [f"boxed {TEXT[self.play.fresh_card()]}" for _ in range(2)]

    def _foreign(self) -> None:
        self.play.events.append(f"foreign {TEXT[self.play.fresh_card()]}")

    def after_the_first_round(self) -> None:
        """A misdeal is called in the middle of the first betting round: CD06 where it was too late for that."""
        if not self.play.betting.was_stopped:
            return
        if self.code == "CD06":
            self.wrong = Wrong("CD06", 0, "a misdeal after substantial action", len(self.play.events))
        self._call_off(f"misdeal {self.rng.choice(('wrong-seat', 'extra-card', 'exposed-card'))}")

    def _call_off(self, words: str) -> None:
        """Every chip goes back; in PT04 those of one seat do not."""
        betting = self.play.betting
        betting.events.append(words)
        self.called_off = words.split()[0]
        given = {seat: betting.total_in[seat] + betting.dead_by.get(seat, 0) for seat in betting.ring}
        posted = [seat for seat in betting.ring if given[seat]]
        # Who would have nothing left is let alone: nobody without chips is dealt in again.
        able = [seat for seat in posted if betting.stack[seat] > 0]
        kept = self.rng.choice(able) if self.setup.early == "PT04" and able else 0
        for seat in posted:
            amount = given[seat]
            if seat == kept:
                note = f"{amount} of s{seat} did not come back after the misdeal"
                self.wrong = Wrong("PT04", amount, note, None, seat)
                continue
            betting.events.append(f"return s{seat} {amount}")
            betting.stack[seat] += amount

    # --- streets ---------------------------------------------------------------------------------------------

    def burns(self, on_board: int) -> tuple[list[str], int]:
        """The burns before a street, and how many cards they take from the stub: one, or in CD03 none or two."""
        if self.burned_ahead:
            self.burned_ahead = False
            return [], 0
        if self.burn_ready and (self.event != "picked by the dealer" or on_board == 3):
            ready, self.burn_ready = self.burn_ready, ""
            return [f"burn {ready}"], 0
        if self.code == "CD03" and self.wrong is None and on_board == self.street:
            count = self.rng.choice((0, 0, 2))
            self.wrong = Wrong("CD03", 0, f"{count} burns", len(self.play.events) + count)
            return ["burn"] * count, count
        return ["burn"], 1

    def extra_flop_card(self, word: str, on_board: int) -> list[int]:
        """A fourth card on the flop."""
        if word != "board" or on_board or self.event not in ("four-card flop", "flop", "picked by the dealer"):
            return []
        if self.code == "CD02":
            self.wrong = Wrong("CD02", 0, "a flop of four cards", len(self.play.events))
        return [self.play.fresh_card()]

    def after_a_street(self, extra: list[int]) -> None:
        events = self.play.events
        if extra and self.event == "four-card flop":
            events += ["floor four-card-flop", f"burn {TEXT[extra[0]]}"]
            self.burned_ahead = True
        elif extra and self.event == "picked by the dealer":
            self.burn_ready = TEXT[extra[0]]
        elif self.event == "void" and not self.code and len(self.play.boards[0]) == self.street:
            self._box_two()
            self._call_off("void two-boxed-cards")

    def runs_it(self) -> bool:
        """Whether the rest of the board is dealt more than once: as agreed, or in AC12 where it is not allowed."""
        setup, play = self.setup, self.play
        most = setup.placard.boards_most
        if play.betting.slips or self.event or (setup.early and most < 2):
            return False
        wanted = "PT11" in setup.late
        if self.code == "AC12" and most < 3:
            times = most + 1
        elif most > 1 and self.rng.random() < (0.9 if wanted else RUN_AGAIN):
            times = self.rng.randint(2, most)
        else:
            return False
        lie = len(play.boards[0])
        streets = 3 if lie == 0 else 5 - lie
        if times * (5 - lie + streets) > 52 - play.cards_out:
            return False
        self.times = times
        if self.code == "AC12":
            self.wrong = Wrong("AC12", 0, f"run {times} times, {most} allowed", len(play.events))
        return True
