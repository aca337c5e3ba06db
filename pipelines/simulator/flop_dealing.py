"""Flop games: hole cards, a board street by street, discards, boards that are run again; and irregular cards.

Cards may be exposed, boxed, of another deck, or jokers, and a deal may be called off. Most of it is handled as the
rules say. Where an error is wanted one is not: CD02, CD03, CD05, CD06, CD09, AC12 and PT14.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pipelines.simulator.cards import TEXT, category, draw, score
from pipelines.simulator.dealing import Dealing, text_of
from pipelines.simulator.helpful_cards import deal_helpful
from pipelines.simulator.wrongs import Wrong

if TYPE_CHECKING:
    from pipelines.simulator.games import Street
    from pipelines.simulator.hand import HandPlay

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


BOARD: Final = 5  # cards of a whole board


class FlopDealing(Dealing):
    """The cards of one hand. ``code`` is the error that this hand is to make, if it has room for it.

    Nothing is ever dealt twice and the stub never runs short, so that no more cards are drawn than are seen.
    """

    def __init__(self, hand: HandPlay) -> None:
        super().__init__(hand)
        setup = hand.setup
        self.deck: list[int] = []
        self.used: set[int] = set()  # cards that were seen, and so are in no other place
        self.cards_out = 0
        self.code = self.rng.choice(setup.in_dealing) if setup.in_dealing else ""
        self.event = ""  # what goes a little wrong and is put right
        self.burn_ready = ""  # an exposed card, or one of a flop of four, that is the next burn
        self.burned_ahead = False  # it lies there already
        self.face_down = False  # PT14: the hands are not tabled though nobody can bet
        self.street = 0  # board cards before the street that CD03 or a void waits for
        if self.code:
            self._prepare()
        elif not (setup.early or setup.misdeal or setup.stub_due or setup.helpful_cards or setup.forced.entry):
            self._something_happens()

    def lets_slip(self) -> bool:
        return not self.code

    def left(self) -> int:
        return len(self.game.deck) - self.cards_out

    def _prepare(self) -> None:
        self.street = self.rng.choice((0, 0, 3, 4))
        if self.code == "CD06":
            self.betting.actions_most = self.rng.randint(3, 5)
        elif self.code == "CD02":
            picked = self.setup.placard.ways.four_card_flop == "floor"  # else the dealer may
            self.event = self.rng.choice(("hand", "flop", "picked by the dealer")[: 3 if picked else 2])
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
            self.betting.actions_most = 1
        elif self.event == "void":
            self.street = self.rng.choice((3, 4)) if self.setup.placard.is_live else -1

    # --- the deal --------------------------------------------------------------------------------------------

    def first_cards(self) -> None:
        """One event a seat; the cards themselves are drawn at once, with those of one board."""
        ring, count, helpful = self.ring, self.game.hole_cards, self.setup.helpful_cards
        self.cards_out = count * len(ring)
        cards = draw(self.rng, self.cards_out + BOARD, self.game.deck)
        self.deck = cards[self.cards_out :]
        self.hands = {seat: cards[place * count : (place + 1) * count] for place, seat in enumerate(ring)}
        if helpful:
            self.deck = deal_helpful(self.rng, helpful, ring, self.setup.stacks, self.hands, self.game)
        self.used = {*self.deck, *(card for hand in self.hands.values() for card in hand)}
        unseen = "??" * count
        order = ring[1:] + ring[:1] if self.setup.first_card_late else ring
        odd_seat, odd_cards = self._odd_deal()
        for seat in order:
            self.events.append(f"deal s{seat} {unseen if seat != odd_seat else '??' * odd_cards}")

    def _fresh_card(self) -> int:
        """A card that nobody has seen or holds."""
        card = self.rng.choice(self.game.deck)
        while card in self.used:
            card = self.rng.choice(self.game.deck)
        self.used.add(card)
        return card

    def _odd_deal(self) -> tuple[int, int]:
        """CD02: a seat that gets a card too many or too few, and how many; its hand is given up at its turn."""
        if self.code != "CD02" or self.event != "hand":
            return 0, 0
        seat = self.rng.choice(self.ring)
        due = self.setup.placard.game.hole_cards
        count = due + self.rng.choice((-1, 1))
        self.wrong = Wrong("CD02", 0, f"{count} cards for s{seat}, {due} are dealt", len(self.events), seat)
        self.betting.absent = {*self.betting.absent, seat}
        return seat, count

    def after_the_deal(self) -> None:
        events, rng = self.events, self.rng
        if self.setup.misdeal:
            if rng.random() < 0.7:
                self._expose_two()
                self.call_off("misdeal two-cards-exposed")
            else:
                self._box_two()
                self.call_off("misdeal two-boxed-cards")
        elif self.code == "CD05":
            {"exposed": self._expose_two, "boxed": self._box_two, "foreign": self._foreign}[self.event]()
            self.wrong = Wrong("CD05", 0, f"{self.event}, and the hand was played on", len(events) - 1)
        elif self.code == "CD09":
            if self.event == "joker":
                seat = rng.choice(self.ring)
                self.wrong = Wrong("CD09", 0, f"a joker for s{seat}", len(events), seat)
                events += [f"joker s{seat}", f"deal s{seat} ??"]
            else:
                self.wrong = Wrong("CD09", 0, "a card of another back", len(events))
                self._foreign()
                self.call_off("void other-back")
        elif self.event == "one exposed":
            seat = rng.choice(self.ring)
            hole = self.hands[seat]
            self.burn_ready = TEXT[hole[0]]
            hole[0] = self._fresh_card()
            events += [f"expose s{seat} {self.burn_ready}", f"deal s{seat} ??"]
        elif self.event == "one boxed":
            events.append(f"boxed {TEXT[self._fresh_card()]}")

    def _expose_two(self) -> None:
        for seat in self.rng.sample(self.ring, 2):
            self.events.append(f"expose s{seat} {TEXT[self.hands[seat][0]]}")

    def _box_two(self) -> None:
        self.events += [f"boxed {TEXT[self._fresh_card()]}" for _ in range(2)]

    def _foreign(self) -> None:
        self.events.append(f"foreign {TEXT[self._fresh_card()]}")

    def after_the_first_round(self) -> None:
        """A misdeal is called in the middle of the first betting round: CD06 where it was too late for that."""
        if not self.betting.was_stopped:
            return
        if self.code == "CD06":
            self.wrong = Wrong("CD06", 0, "a misdeal after substantial action", len(self.events))
        self.call_off(f"misdeal {self.rng.choice(('wrong-seat', 'extra-card', 'exposed-card'))}")

    # --- streets ---------------------------------------------------------------------------------------------

    def worth_of(self) -> Callable[[int], float]:
        game, hands, board = self.game, self.hands, self.boards[0]
        if not board:
            return lambda seat: game.start_worth(hands[seat])
        on_board = category(score(board))
        return lambda seat: game.made_worth(hands[seat], board, on_board)

    def deal(self, street: Street) -> None:
        if street.discard:
            self._discard()
        self._deal_board("board", self.boards[0], street.board)
        if not self.is_called_off():
            self.betting.seconds += 3.5

    def _discard(self) -> None:
        """Everybody still in throws a card away, face down, clockwise from the button."""
        for seat in self.live():
            self.hands[seat] = self.game.keep(self.hands[seat], self.boards[0])
            self.events.append(f"discard s{seat} ??")
        self.betting.seconds += 4

    def _table_hands(self) -> None:
        """In a tournament all hands are turned up once somebody is all-in and nobody can bet any more."""
        betting = self.betting
        able = betting.with_chips()
        if not self.setup.placard.is_tournament or betting.tabled or len(able) > 1 or len(self.live()) < 2:
            return
        most = max(betting.street_in[seat] for seat in self.live() if seat not in able)
        if any(betting.street_in[seat] < most for seat in able):
            return
        if self.code == "PT14" and (self.wrong is not None or len(self.live()) == 2):
            self.face_down = True
            return
        for seat in self.live():
            betting.tabled[seat] = len(self.events)
            self.events.append(f"s{seat} show {text_of(self.hands[seat])}")

    def _deal_board(self, word: str, board: list[int], count: int) -> None:
        self._table_hands()
        cards = [self.deck.pop() if self.deck else self._fresh_card() for _ in range(count)]
        burns, burned = self._burns(len(board))
        self.events += burns
        if self.betting.slips and word == "board":
            self.betting.slips.board_is_dealt(len(self.events))
        extra = self._extra_flop_card(word, len(board))
        board += cards
        self.cards_out += burned + count
        if self.face_down and self.wrong is None:
            self.wrong = Wrong("PT14", 0, "run out while the hands lay face down", len(self.events), self.live()[0])
        self.events.append(f"{word} {text_of([*cards, *extra])}")
        self._after_a_street(extra)

    def runs_out(self) -> bool:
        """Nobody can bet any more, and the rest is dealt two or three times, board by board."""
        if len(self.betting.with_chips()) > 1:
            return False
        times = self._times_to_run()
        if times < 2:
            return False
        self.events.append(f"runit {times}")
        common = self.boards[0]
        self.boards = [list(common) for _ in range(times)]
        for number, board in enumerate(self.boards):
            word = f"board{number + 1}" if number else "board"
            lie = 0
            for street in self.game.streets:
                lie += street.board
                if len(board) < lie:
                    if street.discard and not number:
                        self._discard()
                    self._deal_board(word, board, street.board)
                    self.betting.seconds += 3.5
        return True

    def _burns(self, on_board: int) -> tuple[list[str], int]:
        """The burns before a street, and how many cards they take from the stub: one, or in CD03 none or two."""
        if self.burned_ahead:
            self.burned_ahead = False
            return [], 0
        if self.burn_ready and (self.event != "picked by the dealer" or on_board == 3):
            ready, self.burn_ready = self.burn_ready, ""
            return [f"burn {ready}"], 0
        if self.code == "CD03" and self.wrong is None and on_board == self.street:
            count = self.rng.choice((0, 0, 2))
            self.wrong = Wrong("CD03", 0, f"{count} burns", len(self.events) + count)
            return ["burn"] * count, count
        return ["burn"], 1

    def _extra_flop_card(self, word: str, on_board: int) -> list[int]:
        """A fourth card on the flop."""
        if word != "board" or on_board or self.event not in ("four-card flop", "flop", "picked by the dealer"):
            return []
        if self.code == "CD02":
            self.wrong = Wrong("CD02", 0, "a flop of four cards", len(self.events))
        return [self._fresh_card()]

    def _after_a_street(self, extra: list[int]) -> None:
        events = self.events
        if extra and self.event == "four-card flop":
            events += ["floor four-card-flop", f"burn {TEXT[extra[0]]}"]
            self.burned_ahead = True
        elif extra and self.event == "picked by the dealer":
            self.burn_ready = TEXT[extra[0]]
        elif self.event == "void" and not self.code and len(self.boards[0]) == self.street:
            self._box_two()
            self.call_off("void two-boxed-cards")

    def _times_to_run(self) -> int:
        """How often the rest of the board is dealt: as agreed, or in AC12 more often than is allowed."""
        most = self.setup.placard.boards_most
        if self.betting.slips or self.event or (self.setup.early and most < 2):
            return 1
        wanted = "PT11" in self.setup.late
        if self.code == "AC12" and most < 3:
            times = most + 1
        elif most > 1 and self.rng.random() < (0.9 if wanted else RUN_AGAIN):
            times = self.rng.randint(2, most)
        else:
            return 1
        lie = len(self.boards[0])
        streets = 3 if lie == 0 else BOARD - lie
        if times * (BOARD - lie + streets) > self.left():
            return 1
        if self.code == "AC12":
            self.wrong = Wrong("AC12", 0, f"run {times} times, {most} allowed", len(self.events))
        return times
