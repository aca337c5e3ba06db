"""One hand of a stud or draw game, from the antes to the last chip pushed, done right or wrong in one respect."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pipelines.simulator.cards import DECK, TEXT
from pipelines.simulator.forced_bets import ForcedBets
from pipelines.simulator.hand import HandResult, HandSetup
from pipelines.simulator.round_betting import RoundBetting, RoundSlips
from pipelines.simulator.round_games import ACE, FACE, JOKER, SHORT_DECK, RoundGame, Value, deuce_to_seven
from pipelines.simulator.round_placards import bring_in_of
from pipelines.simulator.round_settlement import RoundSettlement
from pipelines.simulator.wrongs import Wrong

# Errors that wait for a tie.
TIES = ("OC01", "OC02", "OC04", "OC05", "OC06")
STREETS_OF_STUD = 4  # behind the first
_TIE_SUITS = ((0, 1, 2, 3, 0, 1, 2), (1, 0, 3, 2, 1, 0, 3), (2, 3, 0, 1, 2, 3, 0))


@dataclass
class RoundSetup:
    """Everything that is settled before the first chip goes in, and what these games need beside it."""

    hand: HandSetup
    game: RoundGame
    caps: Mapping[int, int]  # the most that is raked, by seats dealt in


def play_round_hand(rng: Random, setup: RoundSetup) -> HandResult:
    """Plays one hand; makes the first of the wanted errors that it has room for."""
    return _RoundHand(rng, setup).play()


class _RoundHand:
    def __init__(self, rng: Random, setup: RoundSetup) -> None:
        self.rng = rng
        self.setup = setup.hand
        self.caps = setup.caps
        self.game = setup.game
        self.placard = setup.hand.placard
        self.wanted = (*self.setup.in_dealing, *self.setup.in_betting, *self.setup.late)
        dealt = (self.setup.active | {self.setup.dealt_away}) - {self.setup.left_out, 0}
        self.ring = occupied(dealt, self.setup.positions.button)
        self.betting = RoundBetting(rng, self.ring, self.setup.stacks, self.placard, self.setup.temper)
        self.betting.absent = {self.setup.dealt_away} - {0}
        self.first_after = 0  # the seat behind which the first round starts, where blinds open it
        self.events = self.betting.events
        self.betting.seconds = 24 + 9 * rng.random()
        self.wrong: Wrong | None = None
        self.deck = list(SHORT_DECK if self.game.family == "mexican" else DECK)
        rng.shuffle(self.deck)
        self.burns: list[int] = []
        self.muck: list[int] = []
        self.discards: list[int] = []
        self.hands: dict[int, list[int]] = {}
        self.ups: dict[int, list[int]] = {seat: [] for seat in self.ring}
        self.joker_up: set[int] = set()
        self.board: list[int] = []
        self.community: int | None = None
        self.stage = 0
        self.favoured: set[int] = set()
        self.mucked: set[int] = set()
        self.faced: set[int] = set()  # folded facing a wager

    # --- errors ----------------------------------------------------------------------------------------------

    def wants(self, code: str, chance: float = 0.6) -> bool:
        """Whether an error is to be made here and now."""
        slipped = self.betting.slips is not None and self.betting.slips.made is not None
        wanted = code in self.wanted and self.wrong is None and not slipped
        return wanted and self.rng.random() < chance

    def make(self, code: str, note: str, seat: int | None = None, amount: int = 0) -> None:
        """Notes the error; its event is the next one. From here on nobody slips."""
        self.betting.slips = None
        self.wrong = Wrong(code, amount, note, len(self.events), seat)

    # --- the hand --------------------------------------------------------------------------------------------

    def play(self) -> HandResult:
        waiting_for_ties = [code for code in TIES if code in self.wanted]
        if waiting_for_ties and self.rng.random() < 0.8:
            self._rig(3 if self.rng.choice(waiting_for_ties) == "OC06" else 2)
        if self.game.is_stud:
            self._antes()
        else:
            forced = ForcedBets(self.rng, self.placard, self.setup.positions, self.setup.forced, self.betting)
            forced.post(self.setup.early)
            self.wrong, self.first_after = forced.wrong, forced.first_after
        self._deal()
        if not self.game.is_stud and self.setup.forced.straddle_behind_cards:
            forced.post_straddle()
            self.first_after = forced.first_after
        if self.setup.misdeal:
            return self._called_off(keep=self.setup.early == "PT04")
        if self.wants("CD05"):
            self._expose_two()
        if self.wants("CD09") and self.game.family != "mexican":
            seat = self.rng.choice(self.ring)
            self.make("CD09", "a joker", seat)
            self.events.append(f"joker s{seat}")
        actions = [code for code in self.wanted if code.startswith("AC")]
        if actions and self.wrong is None:
            self.betting.slips = RoundSlips(self.rng, actions)
        self._first_round()
        if self.wants("CD06") and self._acted() >= 3:
            self.make("CD06", "a misdeal after substantial action")
            return self._called_off(keep=False)
        streets = STREETS_OF_STUD if self.game.is_stud else self.game.draws
        if self.game.family == "mexican":
            streets = 3
        for stage in range(1, streets + 1):
            if len(self.betting.live) == 1:
                break
            self.stage = stage
            self._notice_folds()
            if self.game.is_stud:
                self._stud_street(stage == streets)
            else:
                self._draw_street(stage == streets)
            self._street_round()
        if self.wants("CD08", 1.0) and self.stage == streets and not self.game.is_stud and len(self.betting.live) > 1:
            seat = self.rng.choice(self.betting.live)
            if len(self.deck) > 2:
                self.make("CD08", "drew after the betting", seat)
                self._throw(seat, 1, self.hands[seat])
                self.hands[seat].append(self.top())
                self.events.append(f"draw s{seat} ??")
        return self._settle()

    def _acted(self) -> int:
        words = ("fold", "check", "call", "bet", "raise", "complete")
        return sum(1 for event in self.events if event and len(event.split()) > 1 and event.split()[1] in words)

    def _rig(self, count: int) -> None:
        """Two or three seats get hands that tie; what is left is dealt to the others."""
        seats = self.rng.sample(self.ring, min(count, len(self.ring)))
        readers = {reader.__name__ for _, reader in self.game.parts}
        size = self.game.cards_at_the_end if self.game.is_stud else self.game.down
        # two cards at the end that are of no use to anybody, and different, so that three seats can have them
        ranks: tuple[int, ...] = (3, 2, 1, 0, 5, 11, 9) if "deuce_to_seven" in readers else (4, 3, 2, 1, 0, 11, 9)
        if self.game.family in ("mexican", "drawmaha") or self.game.discard:
            return
        if size == 4:
            ranks = (ACE, 0, 1, 2)
        if readers == {"high"} and size == 5:
            ranks = (11, 10, 9, 5, 3) if count == 3 else (11, 11, 9, 5, 3)
        self.favoured = set(seats)
        for seat, suits in zip(seats, _TIE_SUITS, strict=False):
            cards = []
            for place, rank in enumerate(ranks[:size]):
                suit = suits[place]
                card = rank * 4 + suit
                while card in cards or card not in self.deck:
                    card = rank * 4 + self.rng.randrange(4)
                    if not any(rank * 4 + other in self.deck and rank * 4 + other not in cards for other in range(4)):
                        self.favoured = set()
                        self.deck = list(DECK)
                        self.rng.shuffle(self.deck)
                        self.hands = {}
                        return
                cards.append(card)
                self.deck.remove(card)
            self.rng.shuffle(cards)
            self.hands[seat] = cards
        self.rigged = {seat: list(cards) for seat, cards in self.hands.items()}
        self.hands = {}

    rigged: Mapping[int, list[int]] = {}

    def card_for(self, seat: int) -> int:
        """The next card of a seat: what was laid for it, else the top of the deck."""
        laid = self.rigged.get(seat)
        if laid:
            # the card is taken from the top as any other; the deck counts one less
            card = laid.pop()
            return card
        return self.top()

    def top(self) -> int:
        """The top card. What was laid for seats is under it, for those that are out first."""
        for mine in (False, True):
            if not self.deck:
                for seat, cards in self.rigged.items():
                    if mine or seat not in self.betting.live:
                        self.deck += cards
                        cards.clear()
        return self.deck.pop()

    def left(self) -> int:
        """Cards that the stub holds, those laid for a seat too."""
        return len(self.deck) + sum(len(cards) for cards in self.rigged.values())

    # --- forced bets -----------------------------------------------------------------------------------------

    def _antes(self) -> None:
        ante = self.placard.ante
        skipped = 0
        if len(self.ring) > 2 and self.wants("BL12"):
            seat = self.rng.choice(self.ring)
            if self.rng.random() < 0.5:
                skipped = seat
                self.make("BL12", "no ante", seat, -ante)
                self.wrong = Wrong("BL12", -ante, f"s{seat} posted no ante", None, seat)
            else:
                self.make("BL12", "two antes", seat, ante)
                self.betting.post(seat, "ante", 2 * ante)
                skipped = seat
        for seat in self.ring:
            if seat != skipped:
                self.betting.post(seat, "ante", ante)

    # --- the first deal --------------------------------------------------------------------------------------

    def _deal(self) -> None:
        order = list(self.ring)
        if self.setup.first_card_late:
            order = order[1:] + order[:1]
        elif self.game.is_stud and len(order) > 2 and self.wants("CD04", 0.3):
            order = order[1:] + order[:1]
            self.make("CD04", f"first card to s{order[0]}", order[0])
        for seat in self.ring:
            self.hands[seat] = []
        for seat in order:
            for _ in range(self.game.down):
                self.hands[seat].append(self.card_for(seat))
            self.events.append(f"deal s{seat} {'??' * self.game.down}")
        if self.game.is_stud:
            for seat in order:
                self._up(seat)

    def _up(self, seat: int) -> None:
        card = self.card_for(seat)
        self.hands[seat].append(card)
        self.ups[seat].append(card)
        if card == JOKER:
            self.joker_up.add(seat)
        self.events.append(f"up s{seat} {FACE[card]}")

    def _expose_two(self) -> None:
        if len(self.ring) < 3:
            return
        for number, seat in enumerate(self.rng.sample(self.ring, 2)):
            if number == 1:
                self.make("CD05", "two cards exposed, played on")
            self.events.append(f"expose s{seat} {FACE[self.hands[seat][0]]}")

    def _called_off(self, keep: bool) -> HandResult:
        """The deal is off and every chip goes back; with ``keep`` one seat's does not."""
        betting = self.betting
        given = {seat: self.setup.stacks[seat] - betting.stack[seat] for seat in self.ring}
        late = self.wrong is not None and self.wrong.code == "CD06"
        self.events.append("misdeal late" if late else "misdeal cards-exposed")
        posted = [seat for seat in self.ring if given[seat] > 0]
        # Who would have nothing left is let alone: nobody without chips is dealt in again.
        able = [seat for seat in posted if betting.stack[seat] > 0]
        kept = self.rng.choice(able) if keep and able else 0
        if kept:
            self.wrong = Wrong("PT04", given[kept], f"s{kept} did not get {given[kept]} back", None, kept)
        for seat in posted:
            if seat != kept:
                self.events.append(f"return s{seat} {given[seat]}")
                betting.stack[seat] += given[seat]
        return self._result()

    # --- betting ---------------------------------------------------------------------------------------------

    def _worth(self) -> dict[int, float]:
        rng = self.rng
        if self.favoured:
            return {seat: 0.8 if seat in self.favoured else 0.15 * rng.random() for seat in self.ring}
        crowd = 0.25 if "SC07" in self.wanted else 0.0
        return {seat: min(1.0, 0.35 + crowd + 0.6 * rng.random()) for seat in self.ring}

    def _first_round(self) -> None:
        betting = self.betting
        betting.street_bet = self.placard.small_bet
        betting.sizes = (self.placard.small_bet,)
        if not self.game.is_stud:
            betting.opens_with_blinds = True
            order = occupied(self.ring, self.first_after)
            if self.placard.betting == "nl" and self.wants("PT03"):  # the three shortest stacks go all in: a side pot
                shortest = sorted(self.ring, key=lambda seat: betting.stack[seat])[:3]
                betting.forced = {seat: betting.everything(seat) for seat in shortest}
            betting.play(order, self._worth(), preflop=True, no_limping=self.setup.early == "BL02")
            return
        seat = self._bring_in_seat()
        if not seat:
            return
        amount = bring_in_of(self.placard)
        if self.game.family == "mexican":
            amount = self.rng.choice((self.placard.small_bet, self.placard.small_bet, self.placard.big_bet))
            betting.sizes = (self.placard.small_bet, self.placard.big_bet)
            betting.street_bet = amount
        if (
            self.wants("BL13")
            and len(betting.with_chips()) > 2
            and min(betting.stack[s] for s in self.ring) > 9 * amount
        ):
            if self.rng.random() < 0.5:
                others = [other for other in betting.with_chips() if other != seat]
                self.make("BL13", f"bring-in was s{seat}'s", others[0])
                seat = self.rng.choice(others)
                self.wrong = Wrong("BL13", 0, f"bring-in from s{seat}", len(self.events), seat)
            elif self.game.family != "mexican" and self.placard.small_bet > 2:
                short = [x for x in range(1, self.placard.small_bet) if x != amount and 2 * x < self.placard.small_bet]
                if short:
                    wrong_amount = self.rng.choice(short)
                    self.make("BL13", f"bring-in of {wrong_amount}", seat, wrong_amount - amount)
                    amount = wrong_amount
        if self.rng.random() < 0.08 and self.wrong is None and self.game.family != "mexican":
            # the bring-in opens for a full bet
            total = min(self.placard.small_bet, betting.stack[seat])
            betting.full_raise = self.placard.small_bet
            if total == self.placard.small_bet and betting.others_can_bet(seat):
                betting.put(seat, total)
                self.events.append(f"s{seat} complete {total}")
                betting.level = total
                self._after(seat, stands=False)
                return
        betting.post(seat, "bringin", amount)
        betting.level = max(betting.level, amount)
        self._after(seat, stands=self.game.family != "mexican")

    def _after(self, seat: int, stands: bool) -> None:
        place = self.ring.index(seat)
        self.betting.bring_in_stands = stands
        self.betting.play(self.ring[place + 1 :] + self.ring[: place + 1], self._worth(), preflop=True, acted=seat)
        self.betting.bring_in_stands = False

    def _bring_in_seat(self) -> int:
        game = self.game

        def key(seat: int) -> tuple[int, int]:
            card = self.ups[seat][0]
            rank = ACE if card == JOKER else card >> 2
            if game.ace_low and rank == ACE:
                rank = -1
            return rank, card & 3 if game.family == "stud" else 0

        sign = 1 if game.bring_in_high else -1
        best = max(self.ring, key=lambda seat: tuple(sign * part for part in key(seat)))
        place = self.ring.index(best)
        order = self.ring[place:] + self.ring[:place]
        with_chips = [seat for seat in order if self.betting.stack[seat] > 0]
        return with_chips[0] if len(with_chips) > 1 else 0

    def _street_round(self) -> None:
        betting = self.betting
        betting.bring_in_stands = False
        betting.opens_with_blinds = False
        if len(betting.with_chips()) < 2:
            if betting.slips:
                betting.slips.when_nobody_can_bet(betting)
            return
        first = self._leader() if self.game.is_stud else 0
        # In games of deuce-to-seven documents leave open whether the ace of a low board is high.
        plays_27 = any(reader is deuce_to_seven for _, reader in self.game.parts)
        betting.first_in_doubt = self.game.is_stud and plays_27 and self._leader(ace_high=True) != first
        start = self.ring.index(first) if first else 0
        betting.play(self.ring[start:] + self.ring[:start], self._worth(), preflop=False)

    def _leader(self, ace_high: bool = False) -> int:
        shown = self.stage + 1 if self.game.family == "mexican" or self.stage < STREETS_OF_STUD else STREETS_OF_STUD

        def board(seat: int) -> Value:
            cards = self.ups[seat][:shown]
            low = self.game.low_board_first
            ranks = [ACE if card == JOKER else card >> 2 for card in cards]
            ranks = [-1 if low and rank == ACE and not ace_high else rank for rank in ranks]
            tally = {rank: ranks.count(rank) for rank in ranks}
            order = sorted(tally, key=lambda rank: (tally[rank], rank), reverse=True)
            counts = [tally[rank] for rank in order] + [0] * (4 - len(order))
            value = (*counts, *order)
            return tuple(-part for part in value) if low else value

        best = max(board(seat) for seat in self.betting.live)
        return next(seat for seat in self.ring if seat in self.betting.live and board(seat) == best)

    def _notice_folds(self) -> None:
        """Hands that were folded lie in the muck, and the discards of the street before with them."""
        for seat in self.ring:
            if seat not in self.betting.live and seat not in self.mucked:
                self.mucked.add(seat)
                self.faced.add(seat)
                self.muck += self.hands[seat]
        self.muck += self.discards
        self.discards = []

    # --- streets of stud -------------------------------------------------------------------------------------

    def _burn(self) -> None:
        times = 1
        if self.wants("CD03", 0.4) and self.left() > 2 * len(self.ring) + 3:
            times = self.rng.choice((0, 2))
            self.make("CD03", f"{times} burns", None)
            self.wrong = Wrong("CD03", 0, f"{times} burns", None)
        for _ in range(times):
            self.burns.append(self.top())
            self.events.append("burn")

    def _reshuffle(self, *piles: str) -> None:
        """A new stub of the old one and other cards."""
        for pile in piles:
            cards = {"burns": self.burns, "muck": self.muck, "discards": self.discards}[pile]
            self.deck += cards
            cards.clear()
        self.rng.shuffle(self.deck)
        self.events.append("reshuffle " + "+".join(("stub", *piles)))

    def _stud_street(self, last: bool) -> None:
        betting = self.betting
        if self.stage == 1 and self.game.discard:
            for seat in self.ring:
                if seat in betting.live:
                    gone = self.rng.sample(self.hands[seat][:4], self.game.discard)
                    self.hands[seat] = [card for card in self.hands[seat] if card not in gone]
                    self.muck += gone
                    self.events.append(f"discard s{seat} {'??' * self.game.discard}")
        live = [seat for seat in self.ring if seat in betting.live]
        if last and self.game.family == "stud" and not self.game.discard and self._last_street(live):
            self._set_bets()
            return
        if self.game.discard and self.left() <= 1:
            self._reshuffle("muck")
        self._burn()
        if betting.slips:
            betting.slips.board_is_dealt(len(self.events))
        face_up = 0
        if last and self.game.family == "stud" and self.rng.random() < 0.02:
            face_up = self.rng.choice(live)
        for number, seat in enumerate(live):
            if self.game.discard and self.left() <= 1:
                self._reshuffle("muck")
            if self.game.family == "mexican":
                self._mexican_card(seat)
            elif not last or face_up == seat or (face_up == live[0] and face_up):
                self._up(seat)
                if not last and number < len(live) and self.wants("CD02", 0.2) and self.left() > 2 * len(live) + 3:
                    self.make("CD02", "a card too many", seat)
                    self._up(seat)
            else:
                self.hands[seat].append(self.card_for(seat))
                self.events.append(f"deal s{seat} ??")
        gone = [seat for seat in self.ring if seat in self.faced]
        if gone and self.wants("CD04", 0.5) and self.left() > 2 * len(live) + 4 and not last:
            seat = self.rng.choice(gone)
            self.make("CD04", "a card to a folded hand", seat)
            self.muck.append(self.top())
            self.events.append(f"up s{seat} {FACE[self.muck[-1]]}")
        self._set_bets()

    def _mexican_card(self, seat: int) -> None:
        """The next card comes up, or down where the seat opens the one it has."""
        if self.rng.random() < 0.3 and JOKER not in self.hands[seat]:
            down = next(card for card in self.hands[seat] if card not in self.ups[seat])
            self.ups[seat].append(down)
            self.events.append(f"expose s{seat} {FACE[down]}")
            self.hands[seat].append(self.top())
            self.events.append(f"deal s{seat} ??")
        else:
            self._up(seat)

    def _set_bets(self) -> None:
        betting, placard = self.betting, self.placard
        if self.game.family == "mexican":
            betting.sizes = (placard.small_bet, placard.big_bet)
            betting.street_bet = self.rng.choice(betting.sizes)
            betting.open_street()
            return
        big = self.stage >= 2
        betting.street_bet = placard.big_bet if big else placard.small_bet
        betting.sizes = (betting.street_bet,)
        paired = any(len(self.ups[s]) == 2 and self.ups[s][0] >> 2 == self.ups[s][1] >> 2 for s in betting.live)
        if self.stage == 1 and self.game.open_pair and paired:
            betting.sizes = (placard.small_bet, placard.big_bet)
            betting.street_bet = self.rng.choice(betting.sizes)
        betting.open_street()
        betting.streets = min(self.stage, 2) if self.stage < STREETS_OF_STUD else 3

    def _last_street(self, live: Sequence[int]) -> bool:
        """Seventh street where the stub may be short; True if it was dealt here, and not as any other street."""
        stub, needed = self.left(), len(live) + 2
        due = "deal"
        if stub < needed:
            due = "burns" if stub + len(self.burns) >= needed else "community" if stub >= 3 else "burns+community"
        done = due
        if self.wants("SC07", 1.0 if due != "deal" else 0.5):
            ways = ["community"] if stub >= 2 else []
            if stub + len(self.burns) >= len(live) + 1:
                ways.append("burns")
            ways += ["burns+community"] if stub + len(self.burns) >= 2 else []
            ways += ["deal"] if stub > len(live) else []
            ways = [way for way in ways if way != due]
            if ways:
                done = self.rng.choice(ways)
                self.make("SC07", f"{done} instead of {due}: {stub} cards for {len(live)} players")
                self.wrong = Wrong("SC07", 0, self.wrong.note if self.wrong else "", None)
        if done == "deal":
            return False
        for seat in list(self.rigged):
            self.deck += self.rigged[seat]
            self.rigged[seat].clear()
        self.rigged = {}
        self.favoured = set()
        if done.startswith("burns"):
            self._reshuffle("burns")
        self.burns.append(self.top())
        self.events.append("burn")
        if self.betting.slips:
            self.betting.slips.board_is_dealt(len(self.events))
        if done.endswith("community"):
            self.community = self.top()
            self.events.append(f"community {FACE[self.community]}")
        else:
            for seat in live:
                self.hands[seat].append(self.top())
                self.events.append(f"deal s{seat} ??")
        return True

    # --- draws -----------------------------------------------------------------------------------------------

    def _counts(self, live: Sequence[int]) -> dict[int, int]:
        """How many cards each seat draws; never so many that the muck could not fill the stub."""
        weights = (25, 30, 25, 15, 5) if self.stage == 1 else (45, 35, 15, 5, 0)
        most = min(self.game.down, 4)
        counts = {seat: min(most, self.rng.choices(range(5), weights)[0]) for seat in live}
        if self.favoured:
            counts = dict.fromkeys(live, 0)
        if "SC07" in self.wanted:
            counts = {seat: min(most, count + 2) for seat, count in counts.items()}
        board = 3 if self.game.family == "drawmaha" else 0
        while sum(counts.values()) > self.left() - 3 - board + (len(self.muck) * 2) // 3 or (
            sum(counts.values()) > self.left() - 3 - board and len(self.muck) < 6
        ):
            biggest = max(counts, key=lambda seat: counts[seat])
            counts[biggest] -= 1
        return counts

    def _draw_street(self, last: bool) -> None:
        betting, placard = self.betting, self.placard
        live = [seat for seat in self.ring if seat in betting.live]
        counts = self._counts(live)
        if betting.slips:
            betting.slips.board_is_dealt(len(self.events))
        order = list(live)
        if len(order) > 1 and self.wants("CD08", 0.25):
            order[0], order[1] = order[1], order[0]
            self.make("CD08", "drew out of turn", order[0])
        for seat in order:
            if counts[seat]:
                hand = self.hands[seat]
                self._throw(seat, counts[seat], hand)
            else:
                self.events.append(f"draw s{seat} pat")
        self._burn()
        if self.wants("SC07", 0.5) and len(self.muck) > 3 and self.left() > sum(counts.values()) + 3:
            piles = ("muck",) if self.rng.random() < 0.5 else ("muck", "burns")
            self.make("SC07", "a new stub without need")
            self._reshuffle(*piles)
        needed = sum(counts.values())
        for seat in live:
            needed = self._draw_cards(seat, counts[seat], needed, last)
        again = [seat for seat in live if counts[seat]]
        if again and self.wants("CD08", 0.25) and len(self.deck) > 6 and len(betting.with_chips()) > 1:
            seat = self.rng.choice(again)
            self.make("CD08", "drew twice", seat)
            self._throw(seat, 1, self.hands[seat])
            self.hands[seat].append(self.top())
            self.events.append(f"draw s{seat} ??")
        if self.game.family == "drawmaha":
            new = 3 if not self.board else 1
            spare = 0 if last else 1  # the last card may be the river, and nothing else
            if self.left() < new + spare:
                self._reshuffle("muck")
            street = [self.top() for _ in range(new)]
            self.board += street
            self.events.append("board " + "".join(TEXT[card] for card in street))
        doubles = 2 if self.game.draws == 3 else 1
        betting.street_bet = placard.big_bet if self.stage >= doubles else placard.small_bet
        betting.sizes = (betting.street_bet,)
        betting.open_street()
        betting.streets = 3 if last else min(self.stage, 2)

    def _throw(self, seat: int, count: int, hand: list[int]) -> None:
        wants_high = self.game.code == "draw-high"
        order = sorted(
            hand,
            key=lambda card: (sum(other >> 2 == card >> 2 for other in hand) > 1, (card >> 2) % 12),
            reverse=not wants_high,
        )
        for card in order[:count]:
            hand.remove(card)
            self.discards.append(card)
        self.events.append(f"discard s{seat} {'??' * count}")

    def _draw_cards(self, seat: int, count: int, needed: int, last: bool) -> int:
        """Deals a seat's draw, around a short stub where there is one; returns how many cards are still needed."""
        if not count:
            return needed
        got = 0
        while got < count:
            stub = self.left()
            # the last card is dealt only where it completes the very last draw
            may_finish = last and needed == stub and self.game.family != "drawmaha"
            take = min(count - got, stub if may_finish else stub - 1)
            if take <= 0:
                self._reshuffle("muck")
                continue
            cards = [self.top() for _ in range(take)]
            if got + take == count and self.wants("CD02", 0.15) and self.left() > needed + 4:
                self.make("CD02", "one card too many drawn", seat)
                cards.append(self.top())
            self.hands[seat] += cards
            self.events.append(f"draw s{seat} {'??' * len(cards)}")
            got += take
            needed -= take
        return needed

    # --- the end ---------------------------------------------------------------------------------------------

    def _settle(self) -> HandResult:
        slips = self.betting.slips
        if slips is not None and slips.made is not None:
            self.wrong = slips.made
        settlement = RoundSettlement(
            self.rng, self.placard, self.game, self.betting, self.hands, self.board, self.community, self.joker_up,
            self.stage > 0, self.caps,
        )  # fmt: skip
        made = settlement.settle(self.wanted if self.wrong is None else ())
        self.wrong = made or self.wrong
        if self.setup.stub_due:
            count = self.left()
            if self.setup.early == "SC01":
                off = self.rng.choice([one for one in (-2, -1, 1) if count + one >= 0])
                self.make("SC01", f"counted {count + off}, {count} were left")
                count += off
            self.events.append(f"stub {count}")
            self.betting.seconds += 6
        return self._result()

    def _result(self) -> HandResult:
        """Drops the places where nothing was written, and moves the error's event with them."""
        wrong = self.wrong
        if wrong and wrong.event is not None:
            wrong = replace(wrong, event=wrong.event - sum(event is None for event in self.events[: wrong.event]))
        stacks = {seat: self.betting.stack[seat] for seat in self.ring}
        events = [event for event in self.events if event is not None]
        called_off = "misdeal" if any(event.startswith("misdeal") for event in events) else ""
        return HandResult(events, stacks, max(14, int(self.betting.seconds)), wrong, called_off)


def occupied(seats: Collection[int], button: int) -> list[int]:
    """Seats clockwise from the button's left; from the dealer's left where there is no button (0)."""
    return sorted(seats, key=lambda seat: (seat - button - 1) % 10)
