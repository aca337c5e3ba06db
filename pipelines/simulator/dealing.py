"""How the cards of a hand are dealt: what all games share, and the piles of cards where a stub may run short.

Each family has a dealing of its own: ``flop_dealing.py``, ``stud_dealing.py``, ``draw_dealing.py``. It also makes the
errors of the deal that a hand is asked for, where the hand has room for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from pipelines.simulator.cards import FACE, JOKER, JOKER_UP
from pipelines.simulator.helpful_cards import lay_ties
from pipelines.simulator.wrongs import Wrong

if TYPE_CHECKING:
    from pipelines.simulator.forced_bets import ForcedBets
    from pipelines.simulator.games import Street
    from pipelines.simulator.hand import HandPlay

TIES: Final = ("OC01", "OC02", "OC04", "OC05", "OC06")  # errors that wait for a tie
SUBSTANTIAL: Final = 3  # actions after which a deal stands
_ACTIONS: Final = ("fold", "check", "call", "bet", "raise", "complete")


class Dealing:
    """The cards of one hand. ``called_off`` is "misdeal" or "void" where the hand ended before its time."""

    def __init__(self, hand: HandPlay) -> None:
        self.hand = hand
        self.rng, self.setup, self.game = hand.rng, hand.setup, hand.game
        self.betting, self.events, self.ring = hand.betting, hand.betting.events, hand.ring
        self.wrong: Wrong | None = None
        self.called_off = ""
        self.hands: dict[int, list[int]] = {}
        self.boards: list[list[int]] = [[]]
        self.shared: list[int] = []  # stud's last card where there is but one for all

    def is_called_off(self) -> bool:
        return self.called_off != ""

    def live(self) -> list[int]:
        """The seats still in, clockwise from the button."""
        return [seat for seat in self.ring if seat in self.betting.live]

    # --- what a hand asks of its dealing, in this order ------------------------------------------------------

    def before_the_bets(self, forced: ForcedBets) -> None:
        """Before the first chip goes in."""

    def first_cards(self) -> None:
        """The cards before the first betting round."""
        raise NotImplementedError

    def after_the_deal(self) -> None:
        """What is seen to be wrong with the first cards."""

    def lets_slip(self) -> bool:
        """Whether somebody may go wrong in the betting, since the deal has not."""
        raise NotImplementedError

    def before_the_first_round(self) -> None:
        """When everything is posted and dealt."""

    def after_the_first_round(self) -> None:
        """When a deal may still be called off."""

    def runs_out(self) -> bool:
        """Whether all streets that are left were dealt at once."""
        return False

    def deal(self, street: Street) -> None:
        """One street."""
        raise NotImplementedError

    def shows_pair(self) -> bool:
        """Whether the first two up cards of a seat are a pair."""
        return False

    def order(self) -> list[int]:
        """The seats in the order in which they act on a street."""
        return self.ring

    def worth_of(self) -> Callable[[int], float]:
        """How good each hand looks to its seat in the next betting round, from 0 to 1."""
        raise NotImplementedError

    def after_the_last_round(self) -> None:
        """Before the hand is settled."""

    def left(self) -> int:
        """Cards that the stub holds."""
        raise NotImplementedError

    # --- a deal that is called off ---------------------------------------------------------------------------

    def call_off(self, words: str) -> None:
        """Every chip goes back; in PT04 those of one seat do not."""
        betting = self.betting
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


class PileDealing(Dealing):
    """Dealing from a stub that may run short, with burns, muck and discards that may have to make a new one.

    Errors are made at the first place that has room for them, with a chance that is given there.
    """

    def __init__(self, hand: HandPlay) -> None:
        super().__init__(hand)
        setup = hand.setup
        self.wanted = (*setup.in_dealing, *setup.in_betting, *setup.late)
        self.deck = list(self.game.deck)
        self.rng.shuffle(self.deck)
        self.piles: dict[str, list[int]] = {"burns": [], "muck": [], "discards": []}
        self.laid: dict[int, list[int]] = {}  # cards that lie in the deck for a seat, so that hands tie
        self.favoured: set[int] = set()  # the seats that play on with them
        self.ups: dict[int, list[int]] = {seat: [] for seat in self.ring}
        self.mucked: set[int] = set()

    @property
    def is_last_street(self) -> bool:
        return self.hand.stage == len(self.game.streets)

    # --- errors ----------------------------------------------------------------------------------------------

    def lets_slip(self) -> bool:
        return self.wrong is None and self.hand.wrong is None

    def wants(self, code: str, chance: float = 0.6) -> bool:
        """Whether an error is to be made here and now."""
        slipped = self.betting.slips is not None and self.betting.slips.made is not None
        return code in self.wanted and self.lets_slip() and not slipped and self.rng.random() < chance

    def make(self, code: str, note: str, seat: int | None = None, amount: int = 0, has_event: bool = True) -> None:
        """Notes the error; its event is the next one, if it has one. From here on nobody slips."""
        self.betting.slips = None
        self.wrong = Wrong(code, amount, note, len(self.events) if has_event else None, seat)

    # --- cards -----------------------------------------------------------------------------------------------

    def before_the_bets(self, forced: ForcedBets) -> None:
        waiting_for_ties = [code for code in TIES if code in self.wanted]
        if waiting_for_ties and self.rng.random() < 0.8:
            count = 3 if self.rng.choice(waiting_for_ties) == "OC06" else 2
            self.laid = lay_ties(self.rng, self.game, self.ring, self.deck, count)
            self.favoured = set(self.laid)

    def card_for(self, seat: int) -> int:
        """The next card of a seat: what was laid for it, else the top of the deck."""
        laid = self.laid.get(seat)
        return laid.pop() if laid else self.top()

    def top(self) -> int:
        """The top card. What was laid for seats is under it, for those that are out first."""
        for mine in (False, True):
            if not self.deck:
                for seat, cards in self.laid.items():
                    if mine or seat not in self.betting.live:
                        self.deck += cards
                        cards.clear()
        return self.deck.pop()

    def left(self) -> int:
        return len(self.deck) + sum(len(cards) for cards in self.laid.values())

    def first_cards(self) -> None:
        order = list(self.ring)
        if self.setup.first_card_late:
            order = order[1:] + order[:1]
        elif len(order) > 2 and self.wants("CD04", 0.3):
            order = order[1:] + order[:1]
            self.make("CD04", f"first card to s{order[0]}", order[0])
        count = self.game.hole_cards
        self.hands = {seat: [] for seat in self.ring}
        for seat in order:
            self.hands[seat] += [self.card_for(seat) for _ in range(count)]
            self.events.append(f"deal s{seat} {'??' * count}")
        for _ in range(self.game.up_cards):
            for seat in order:
                self.deal_up(seat)

    def deal_up(self, seat: int) -> None:
        """A card face up."""
        card = self.card_for(seat)
        if card == JOKER:
            card = JOKER_UP
        self.hands[seat].append(card)
        self.ups[seat].append(card)
        self.events.append(f"up s{seat} {FACE[card]}")

    def deal_down(self, seat: int, card: int) -> None:
        """A card face down."""
        self.hands[seat].append(card)
        self.events.append(f"deal s{seat} ??")

    def after_the_deal(self) -> None:
        if self.setup.misdeal:
            self.call_off("misdeal cards-exposed")
            return
        if self.wants("CD05") and len(self.ring) > 2:
            for number, seat in enumerate(self.rng.sample(self.ring, 2)):
                if number == 1:
                    self.make("CD05", "two cards exposed, played on")
                self.events.append(f"expose s{seat} {FACE[self.hands[seat][0]]}")
        if self.wants("CD09"):
            seat = self.rng.choice(self.ring)
            self.make("CD09", "a joker", seat)
            self.events.append(f"joker s{seat}")

    def after_the_first_round(self) -> None:
        if self.wants("CD06") and self._acted() >= SUBSTANTIAL:
            self.make("CD06", "a misdeal after substantial action")
            self.call_off("misdeal late")

    def _acted(self) -> int:
        words = [event.split() for event in self.events if event]
        return sum(1 for word in words if len(word) > 1 and word[1] in _ACTIONS)

    def worth_of(self) -> Callable[[int], float]:
        """By chance, where no hand is laid to win; the seats bet by it for one round."""
        rng = self.rng
        if self.favoured:
            return {seat: 0.8 if seat in self.favoured else 0.15 * rng.random() for seat in self.ring}.__getitem__
        crowd = 0.25 if "SC07" in self.wanted else 0.0
        return {seat: min(1.0, 0.35 + crowd + 0.6 * rng.random()) for seat in self.ring}.__getitem__

    def clear_the_table(self) -> None:
        """Before a street hands that were folded go into the muck, with the discards of the street before."""
        for seat in self.ring:
            if seat not in self.betting.live and seat not in self.mucked:
                self.mucked.add(seat)
                self.piles["muck"] += self.hands[seat]
        self.piles["muck"] += self.piles["discards"]
        self.piles["discards"] = []

    def burn(self) -> None:
        """One card, in CD03 none or two."""
        times = 1
        if self.wants("CD03", 0.4) and self.left() > 2 * len(self.ring) + 3:
            times = self.rng.choice((0, 2))
            self.make("CD03", f"{times} burns", has_event=False)
        for _ in range(times):
            self.piles["burns"].append(self.top())
            self.events.append("burn")

    def reshuffle(self, *piles: str) -> None:
        """A new stub of the old one and other cards."""
        for pile in piles:
            self.deck += self.piles[pile]
            self.piles[pile].clear()
        self.rng.shuffle(self.deck)
        self.events.append("reshuffle " + "+".join(("stub", *piles)))

    def street_begins(self) -> None:
        """The next event deals the first card of a street to the hands: that is what an early card is told of."""
        if self.betting.slips:
            self.betting.slips.board_is_dealt(len(self.events))


def text_of(cards: Sequence[int]) -> str:
    """Cards as the log writes them."""
    return "".join([FACE[card] for card in cards])
