"""Errors at the end of a hand: the rake, the showdown and the push. At most one a hand, and the rest of it is right."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from pipelines.simulator.cards import PAIR, TEXT, category
from pipelines.simulator.placards import RAKE_CAP
from pipelines.simulator.pots import split
from pipelines.simulator.settlement import Award, Heap, Settlement
from pipelines.simulator.wrongs import Wrong

BIG_CHIP: Final = 5  # the chip that is not broken in OC05


class PushErrors:
    """Settles one hand with one of the wanted errors, if it has room for any.

    ``acted_on`` says on which streets there was betting.
    """

    def __init__(self, rng: Random, settlement: Settlement, acted_on: Sequence[bool], stub_due: bool) -> None:
        self.rng = rng
        self.hand = settlement
        self.placard = settlement.placard
        self.chip = settlement.placard.chip
        self.acted_on = acted_on
        self.stub_due = stub_due
        self._makers: dict[str, Callable[[], Wrong | None]] = {
            "RK01": self._over_rake,
            "RK02": self._under_rake,
            "RK03": self._rake_without_flop,
            "RK04": self._rake_unreduced,
            "RK05": self._rake_at_once,
            "RK08": self._promo_wrong,
            "PT01": self._push_to_loser,
            "PT02": self._push_wrong_amount,
            "PT03": self._side_pots_wrong,
            "PT05": self._push_to_folded,
            "PT06": self._halves_wrong,
            "PT07": self._low_without_low,
            "PT08": self._sweep_uncalled_bet,
            "PT09": self._not_tabled,
            "PT10": self._shown_out_of_order,
            "PT11": self._boards_unequal,
            "OC01": self._odd_chip_to_wrong_seat,
            "OC03": self._odd_chip_to_low,
            "OC04": self._not_as_even,
            "OC05": self._chip_not_broken,
            "OC06": self._second_odd_chip,
            "CD01": self._same_card_twice,
        }

    def make(self, wanted: Sequence[str]) -> Wrong | None:
        """The first of the wanted errors that this hand has room for; None if nothing was settled."""
        for code in wanted:
            wrong = self._makers[code]()
            if wrong:
                return wrong
        return None

    # --- what the house takes --------------------------------------------------------------------------------

    def _unreduced(self) -> int:
        return min(self.hand.contested // 10, RAKE_CAP) if self.hand.flop else 0

    def _over_rake(self) -> Wrong | None:
        """RK01: one or two dollars more than due, after a flop; the winner gets that much less."""
        hand, more = self.hand, self.rng.choice((1, 1, 2))
        if not hand.flop or hand.contested < 4 + more:
            return None
        # taking exactly the unreduced rake at a short table would be RK04
        if self._unreduced() > hand.due and hand.due + more == self._unreduced():
            return None
        hand.finish(rake=hand.due + more)
        return Wrong("RK01", more, f"took {hand.due + more}, {hand.due} was due on {hand.contested}")

    def _under_rake(self) -> Wrong | None:
        """RK02: one dollar less than due, or nothing at all."""
        hand = self.hand
        if hand.due < 1:
            return None
        taken = self.rng.choice((hand.due - 1, hand.due - 1, 0))
        hand.finish(rake=taken)
        return Wrong("RK02", taken - hand.due, f"took {taken}, {hand.due} was due on {hand.contested}")

    def _rake_without_flop(self) -> Wrong | None:
        """RK03: a dollar out of a pot that was won before the flop."""
        if self.hand.flop or self.hand.contested < 2 * self.placard.bb:
            return None
        self.hand.finish(rake=1)
        return Wrong("RK03", 1, "took 1 with no flop")

    def _rake_unreduced(self) -> Wrong | None:
        """RK04: the full table's rake at a short table."""
        hand, taken = self.hand, self._unreduced()
        if taken <= hand.due:
            return None
        hand.finish(rake=taken, cap=RAKE_CAP)
        return Wrong("RK04", taken - hand.due, f"took {taken} with {hand.dealt} dealt in, {hand.due} was due")

    def _rake_at_once(self) -> Wrong | None:
        """RK05: the right rake, all of it on the flop before it was owed, or all of it at the end."""
        hand = self.hand
        owed = [min(pot // 10, hand.due) for _, pot in hand.marks]
        if hand.due < 1 or len(hand.boards) > 1:
            return None
        if owed[0] < hand.due and self.rng.random() < 0.5:
            hand.finish(rake_at_mark=0)
            return Wrong("RK05", 0, f"took {hand.due} on the flop, {owed[0]} was owed by then", hand.marks[0][0])
        # a street was bet on, its rake was owed when it was dealt, and another street came
        late = any(owed[street] and acted for street, acted in enumerate(self.acted_on[:-1]))
        if not late:
            return None
        hand.finish(rake_at_mark=-1)
        return Wrong("RK05", 0, f"took {hand.due} at the end", None)

    def _promo_wrong(self) -> Wrong | None:
        """RK08: the promotional drop missed, doubled, or taken though it was not due."""
        hand = self.hand
        if hand.contested < 4 * self.placard.promo + 2:
            return None
        hand.promo_taken = self.rng.choice([0, 2 * self.placard.promo] if hand.promo_due else [self.placard.promo])
        hand.finish()
        off = hand.promo_taken - hand.promo_due
        return Wrong("RK08", off, f"drop of {hand.promo_taken}, {hand.promo_due} was due", None)

    # --- to whom ---------------------------------------------------------------------------------------------

    def _push_to_loser(self) -> Wrong | None:
        """PT01: the only pot, whole, to a tabled hand that lost it."""
        hand = self.hand
        winner = hand.single_winner()
        if not hand.showdown or winner is None:
            return None
        loser = self.rng.choice([seat for seat in hand.pots[0].seats if seat != winner])
        amount = hand.left_after(hand.due)
        if amount <= 0:
            return None
        hand.finish(must_show=loser, replaced_awards=[("main", loser, amount)])
        return Wrong("PT01", amount, f"s{winner} won, s{loser} was paid", self._place_of_last_event(), loser)

    def _push_to_folded(self) -> Wrong | None:
        """PT05: the only pot, whole, to a seat that had folded."""
        hand = self.hand
        winner = hand.single_winner()
        folded = [seat for seat in hand.betting.ring if seat not in hand.betting.live]
        amount = hand.left_after(hand.due)
        if winner is None or not folded or amount <= 0:
            return None
        gone = self.rng.choice(folded)
        hand.finish(replaced_awards=[("main", gone, amount)])
        return Wrong("PT05", amount, f"s{winner} won, s{gone} had folded", self._place_of_last_event(), gone)

    def _push_wrong_amount(self) -> Wrong | None:
        """PT02: the single winner of the single pot gets a few chips less, or more, than lies in it."""
        hand = self.hand
        winner = hand.single_winner()
        if winner is None or hand.contested < 20:
            return None
        off = self.rng.choice((-5, -2, -1, 1, 5)) * self.chip
        amount = hand.left_after(hand.due)
        if amount + off <= 0:
            return None
        hand.finish(replaced_awards=[("main", winner, amount + off)])
        event = self._place_of_last_event()
        return Wrong("PT02", abs(off), f"paid {amount + off} of a pot of {amount}", event, winner)

    def _side_pots_wrong(self) -> Wrong | None:
        """PT03: some chips of one pot lie in another, which somebody else wins."""
        hand = self.hand
        if len(hand.pots) < 2 or len(hand.boards) > 1:
            return None
        heaps = [heap for heap in hand.heaps_after(hand.due) if len(heap.winners) == 1 and "." not in heap.name]
        pairs = [(one, two) for one in heaps for two in heaps if one.winners != two.winners and one.amount > self.chip]
        if not pairs:
            return None
        poor, rich = self.rng.choice(pairs)
        moved = self.chip * self.rng.randint(1, max(1, (poor.amount - 1) // self.chip))
        if moved >= poor.amount:
            return None
        change = {poor.name: -moved, rich.name: moved}
        awards = [(name, seat, amount + change.get(name, 0)) for name, seat, amount in hand.right_awards(hand.due)]
        hand.finish(replaced_awards=awards)
        return Wrong("PT03", moved, f"{moved} of {poor.name} in {rich.name}", None, rich.winners[0])

    def _sweep_uncalled_bet(self) -> Wrong | None:
        """PT08: the part of a bet that nobody called stays in the pot and goes to another seat that won."""
        hand, betting = self.hand, self.hand.betting
        winner = hand.single_winner()
        if not hand.showdown or winner is None or not betting.returns:
            return None
        place, bettor, uncalled = betting.returns[-1]
        if winner == bettor or bettor not in betting.live:
            return None
        betting.events[place] = None
        betting.stack[bettor] -= uncalled
        amount = hand.left_after(hand.due) + uncalled
        hand.finish(replaced_awards=[("main", winner, amount)])
        event = self._place_of_last_event()
        return Wrong("PT08", uncalled, f"{uncalled} of s{bettor} was not called, s{winner} got it", event, bettor)

    def _not_tabled(self) -> Wrong | None:
        """PT09: the winner of a contested pot shows all cards but one, and is paid."""
        hand = self.hand
        winner = hand.single_winner()
        if not hand.showdown or winner is None or hand.left_after(hand.due) <= 0:
            return None
        other = self.rng.choice([seat for seat in hand.betting.live if seat != winner])
        hand.finish(must_show=other, shows_part=winner)
        note = f"s{winner} won with a card unseen"
        return Wrong("PT09", 0, note, self._place_of_last_event(), winner)

    def _shown_out_of_order(self) -> Wrong | None:
        """PT10: the floor has hands shown in order, and one shows before the seat that has to be first.

        Only where the last street was bet on: else not every document says who shows first, nor where a checked street
        has a seat that is all-in for as much as the others. In tournaments all-in hands are tabled at once.
        """
        hand = self.hand
        if not hand.showdown or not hand.bet_to_the_end:
            return None
        all_in = any(hand.betting.stack[seat] == 0 for seat in hand.betting.live)
        if all_in and (self.placard.is_tournament or not hand.betting.last_aggressor):
            return None
        first, *others = hand.order_of_showing()
        hand.in_order, hand.shows_early = True, self.rng.choice(others)
        hand.finish()
        note = f"s{hand.shows_early} showed before s{first}"
        return Wrong("PT10", 0, note, hand.betting.events.index("floor show-order") + 1, hand.shows_early)

    # --- parts of a pot --------------------------------------------------------------------------------------

    def _halves(self) -> tuple[Heap, Heap] | None:
        """The halves of a pot in which different hands won high and low; None if there is no such pot."""
        heaps = {heap.name: heap for heap in self.hand.heaps_after(self.hand.due)}
        if len(self.hand.boards) > 1:
            return None
        for name, low in heaps.items():
            if name.endswith(".lo"):
                return heaps[name[:-3] + ".hi"], low
        return None

    def _pay_heaps(self, change: dict[str, int]) -> list[Award]:
        """Awards with some chips more or less in some heaps, each heap shared as it should be."""
        return [
            (heap.name, seat, amount)
            for heap in self.hand.heaps_after(self.hand.due)
            for seat, amount in split(heap.amount + change.get(heap.name, 0), heap.winners, self.chip).items()
            if amount
        ]

    def _halves_wrong(self) -> Wrong | None:
        """PT06: one half got at least two chips that belonged to the other."""
        halves = self._halves()
        if halves is None:
            return None
        high, low = halves
        poor, rich = (high, low) if self.rng.random() < 0.5 else (low, high)
        chips = poor.amount // self.chip
        if chips < 4:
            return None
        moved = self.chip * self.rng.randint(2, max(2, chips // 2))
        if self._unmoved({poor.name: -moved, rich.name: moved}):
            return None
        self.hand.finish(replaced_awards=self._pay_heaps({poor.name: -moved, rich.name: moved}))
        return Wrong("PT06", moved, f"{moved} of {poor.name} went to {rich.name}", None, rich.winners[0])

    def _unmoved(self, change: dict[str, int]) -> bool:
        """Whether every seat gets the same in the end, whatever the heaps."""
        totals: dict[int, int] = {}
        for sign, awards in ((1, self._pay_heaps(change)), (-1, self.hand.right_awards(self.hand.due))):
            for _, seat, amount in awards:
                totals[seat] = totals.get(seat, 0) + sign * amount
        return not any(totals.values())

    def _low_without_low(self) -> Wrong | None:
        """PT07: nobody has a low, and half of the pot is pushed to a beaten hand for one."""
        hand = self.hand
        winner = hand.single_winner()
        if not hand.showdown or winner is None or hand.low_winners(hand.pots[0]):
            return None
        loser = self.rng.choice([seat for seat in hand.pots[0].seats if seat != winner])
        amount = hand.left_after(hand.due)
        low = amount // self.chip // 2 * self.chip
        if low <= 0:
            return None
        awards = [("main.hi", winner, amount - low), ("main.lo", loser, low)]
        hand.finish(must_show=loser, replaced_awards=awards)
        return Wrong("PT07", low, f"s{loser} had no low", self._place_of_last_event(), loser)

    def _boards_unequal(self) -> Wrong | None:
        """PT11: one board of several is paid at least two chips that belonged to another."""
        hand = self.hand
        if len(hand.boards) < 2 or len(hand.pots) > 1:
            return None
        heaps = [heap for heap in hand.heaps_after(hand.due) if heap.amount >= 4 * self.chip]
        pairs = [
            (one, two) for one in heaps for two in heaps if one.winners != two.winners and one.name[-1] != two.name[-1]
        ]
        self.rng.shuffle(pairs)
        for poor, rich in pairs:
            moved = self.chip * self.rng.randint(2, poor.amount // self.chip // 2)
            change = {poor.name: -moved, rich.name: moved}
            if not self._unmoved(change):
                hand.finish(replaced_awards=self._pay_heaps(change))
                return Wrong("PT11", moved, f"{moved} of {poor.name} went to {rich.name}", None, rich.winners[0])
        return None

    # --- odd chips -------------------------------------------------------------------------------------------

    def _replaced(self, heap: Heap, shares: dict[int, int]) -> list[Award]:
        """The right awards, with one heap shared otherwise."""
        awards = []
        for name, seat, amount in self.hand.right_awards(self.hand.due):
            given = shares[seat] if name == heap.name else amount
            if given:
                awards.append((name, seat, given))
        return awards

    def _odd_heaps(self, least_winners: int) -> list[Heap]:
        """Heaps of a single board that tied hands share."""
        if len(self.hand.boards) > 1:
            return []
        return [heap for heap in self.hand.heaps_after(self.hand.due) if len(heap.winners) >= least_winners]

    def _odd_chip_to_wrong_seat(self) -> Wrong | None:
        """OC01: one odd chip, given to the second winner from the button instead of the first."""
        for heap in self._odd_heaps(2):
            first, second = heap.winners[:2]
            chips, rest = divmod(heap.amount, self.chip)
            if rest or chips % len(heap.winners) != 1:
                continue
            shares = split(heap.amount, heap.winners, self.chip)
            shares[first] -= self.chip
            shares[second] += self.chip
            self.hand.finish(replaced_awards=self._replaced(heap, shares))
            event = self._place_of_award(heap.name, second)
            return Wrong("OC01", self.chip, f"odd chip of {heap.name} to s{second}, not s{first}", event, second)
        return None

    def _second_odd_chip(self) -> Wrong | None:
        """OC06: two odd chips, both to the first winner; not between hands equal both ways, which is OC04."""
        for heap in self._odd_heaps(3):
            first, second = heap.winners[:2]
            pot = next(pot for pot in self.hand.pots if pot.name == heap.name.split(".")[0])
            if "." not in heap.name and self.hand.low_winners(pot):
                continue
            chips, rest = divmod(heap.amount, self.chip)
            if rest or chips % len(heap.winners) < 2 or chips < len(heap.winners):
                continue
            shares = split(heap.amount, heap.winners, self.chip)
            shares[first] += self.chip
            shares[second] -= self.chip
            self.hand.finish(replaced_awards=self._replaced(heap, shares))
            event = self._place_of_award(heap.name, first)
            return Wrong("OC06", self.chip, f"two odd chips of {heap.name} to s{first}", event, first)
        return None

    def _odd_chip_to_low(self) -> Wrong | None:
        """OC03: the odd chip between the halves goes to the low."""
        halves = self._halves()
        if halves is None:
            return None
        high, low = halves
        if (high.amount + low.amount) // self.chip % 2 == 0 or high.amount <= self.chip:
            return None
        change = {high.name: -self.chip, low.name: self.chip}
        if self._unmoved(change):
            return None
        self.hand.finish(replaced_awards=self._pay_heaps(change))
        event = self._place_of_award(low.name, low.winners[0])
        return Wrong("OC03", self.chip, "odd chip to the low", event, low.winners[0])

    def _not_as_even(self) -> Wrong | None:
        """OC04: two hands equal both ways; the pot is halved first, and each half's odd chip goes to the same seat."""
        hand = self.hand
        for heap in self._odd_heaps(2):
            pot = next(pot for pot in hand.pots if pot.name == heap.name.split(".")[0])
            if "." in heap.name or len(heap.winners) != 2 or not hand.low_winners(pot):
                continue
            chips, rest = divmod(heap.amount, self.chip)
            if rest or chips % 4 != 2:
                continue
            first, second = heap.winners
            more, less = (chips // 2 + 1) // 2 * self.chip, chips // 4 * self.chip
            awards = [award for award in hand.right_awards(hand.due) if award[0] != heap.name]
            awards += [
                (f"{heap.name}.{part}", seat, amount)
                for part in ("hi", "lo")
                for seat, amount in ((first, more), (second, less))
                if amount
            ]
            hand.finish(replaced_awards=awards)
            return Wrong("OC04", self.chip, f"{2 * more} and {2 * less} of {heap.amount}", None, first)
        return None

    def _chip_not_broken(self) -> Wrong | None:
        """OC05: two equal hands, an odd number of five-dollar chips, and the last five is not broken into ones."""
        for heap in self._odd_heaps(2):
            fives, ones = divmod(heap.amount, BIG_CHIP)
            if len(heap.winners) != 2 or fives % 2 != 1 or ones % 2:
                continue
            first, second = heap.winners
            more = (fives + 1) // 2 * BIG_CHIP + ones // 2
            if more == heap.amount:
                continue
            moved = more - split(heap.amount, heap.winners, self.chip)[first]
            self.hand.finish(replaced_awards=self._replaced(heap, {first: more, second: heap.amount - more}))
            event = self._place_of_award(heap.name, first)
            return Wrong("OC05", moved, f"{heap.amount} split {more} and {heap.amount - more}", event, first)
        return None

    # --- cards -----------------------------------------------------------------------------------------------

    def _same_card_twice(self) -> Wrong | None:
        """CD01: a beaten hand is tabled with a card that also lies on the board or in a tabled hand.

        The hand still loses with it, so that nobody can differ about who wins: it makes no low, and no more than a pair
        or, in games of two and three, less than any winner.
        """
        hand = self.hand
        if not hand.showdown or self.stub_due or len(hand.boards) > 1:
            return None
        winning = {seat for pot in hand.pots for heap in hand.heaps(pot) for seat in heap.winners}
        losers = [seat for seat in hand.betting.live if seat not in winning]
        scores, board, game = hand.scores[0], hand.board, hand.game
        weakest_winner = min(scores[seat] for seat in winning)
        for loser in losers:
            seen = [*board, *(card for seat in sorted(winning) for card in hand.holes[seat])]
            self.rng.shuffle(seen)
            for twin in seen:
                hole = [*hand.holes[loser][:-1], twin]
                cards = [*hole, *board]
                value = game.high(hole, board)
                most_of_a_suit = max(sum(card & 3 == suit for card in cards) for suit in range(4))
                if twin in hand.holes[loser] or value >= weakest_winner or most_of_a_suit > 4:
                    continue
                if game.low(hole, board) is not None:
                    continue
                if category(value) > PAIR and not game.two_of_hand:
                    continue
                hand.holes[loser] = hole
                scores[loser] = value
                hand.lows[0].pop(loser, None)
                hand.finish(must_show=loser)
                event = hand.betting.events.index(f"s{loser} show {''.join(TEXT[card] for card in hole)}")
                return Wrong("CD01", 0, f"{TEXT[twin]} twice", event, loser)
        return None

    def _place_of_last_event(self) -> int:
        return len(self.hand.betting.events) - 1

    def _place_of_award(self, pot: str, seat: int) -> int:
        start = f"award {pot} s{seat} "
        events = self.hand.betting.events
        return next(place for place, event in enumerate(events) if event and event.startswith(start))
