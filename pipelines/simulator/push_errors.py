"""Errors at the end of a hand: the rake, the showdown and the push. At most one a hand, and the rest of it is right.

Where there is no flop the sums that go wrong are smaller and fewer, so that no other error could be read in them.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from pipelines.simulator.cards import FACE, PAIR, category
from pipelines.simulator.lots_dealing import RowsSettlement
from pipelines.simulator.placards import RAKE_CAP
from pipelines.simulator.pots import halves, split
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
        self.flop = settlement.game.is_flop
        self.acted_on = acted_on
        self.stub_due = stub_due
        self._makers: dict[str, Callable[[], Wrong | None]] = {
            "RK01": self._over_rake, "RK02": self._under_rake, "RK03": self._rake_without_flop,
            "RK04": self._rake_unreduced, "RK05": self._rake_at_once, "RK08": self._promo_wrong,
            "PT01": self._push_to_loser, "PT02": self._push_wrong_amount, "PT03": self._side_pots_wrong,
            "PT05": self._push_to_folded, "PT06": self._halves_wrong, "PT07": self._low_without_low,
            "PT08": self._sweep_uncalled_bet, "PT09": self._not_tabled, "PT10": self._shown_out_of_order,
            "PT11": self._boards_unequal, "OC01": self._odd_chip_to_wrong_seat, "OC02": self._odd_chip_to_wrong_seat,
            "OC03": self._odd_chip_to_low, "OC04": self._not_as_even, "OC05": self._chip_not_broken,
            "OC06": self._second_odd_chip, "CD01": self._same_card_twice, "OF06": self._set_wrong_number,
        }  # fmt: skip

    def make(self, wanted: Sequence[str]) -> Wrong | None:
        """The first of the wanted errors that this hand has room for; None if nothing was settled."""
        if self.hand.showdown and not self.hand.readable:
            return None
        for code in wanted:
            wrong = self._makers[code]() if code in self._makers else None
            if wrong:
                return wrong
        return None

    # --- what the house takes --------------------------------------------------------------------------------

    def _unreduced(self) -> int:
        return min(self.hand.contested // 10, RAKE_CAP) if self.hand.raked else 0

    def _over_rake(self) -> Wrong | None:
        """RK01: one or two dollars more than due, after a flop; the winner gets that much less."""
        hand, more = self.hand, self.rng.choice((1, 1, 2) if self.flop else (1, 2))
        if not hand.raked or hand.contested < (4 + more if self.flop else 12):
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
        taken = self.rng.choice((hand.due - 1, hand.due - 1, 0)) if self.flop else hand.due - 1
        hand.finish(rake=taken)
        return Wrong("RK02", taken - hand.due, f"took {taken}, {hand.due} was due on {hand.contested}")

    def _rake_without_flop(self) -> Wrong | None:
        """RK03: a dollar out of a pot that was won before the flop."""
        least = 2 * self.placard.bb if self.flop else 2
        if self.hand.raked or not self.hand.game.has_board or self.hand.contested < least:
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
        """RK05: the right rake, all of it on the second street before it was owed, or all of it at the end."""
        hand = self.hand
        owed = [min(pot // 10, hand.due) for _, pot in hand.marks]
        if hand.due < 1 or len(hand.boards) > 1:
            return None
        if owed[0] < hand.due and self.rng.random() < 0.5:
            hand.finish(rake_at_mark=0)
            told = f"took {hand.due} on the second street, {owed[0]} was owed by then"
            return Wrong("RK05", 0, told, hand.marks[0][0])
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
        if winner is None or not folded or (self.flop and amount <= 0):
            return None
        if isinstance(hand, RowsSettlement) and hand.showdown:
            return None  # who of those that are left wins what no document says
        gone = self.rng.choice(folded)
        if amount <= 0:
            return None
        hand.finish(replaced_awards=[("main", gone, amount)])
        return Wrong("PT05", amount, f"s{winner} won, s{gone} had folded", self._place_of_last_event(), gone)

    def _push_wrong_amount(self) -> Wrong | None:
        """PT02: the single winner of the single pot gets a few chips less, or more, than lies in it."""
        hand = self.hand
        winner = hand.single_winner()
        if self.flop and (winner is None or hand.contested < 20):
            return None
        off = self.rng.choice((-5, -2, -1, 1, 5) if self.flop else (-2, -1, 1, 2)) * self.chip
        amount = hand.left_after(hand.due)
        if winner is None or amount + off <= 0 or (amount < 10 and not self.flop):
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
        if self.flop:
            poor, rich = self.rng.choice(pairs)
            moved = self.chip * self.rng.randint(1, max(1, (poor.amount - 1) // self.chip))
        else:
            if not len(heaps) == len(hand.pots) == 2 or min(heap.amount for heap in heaps) < 3 * self.chip:
                return None
            (poor, rich), moved = heaps, 2 * self.chip
        if moved >= poor.amount:
            return None
        change = {poor.name: -moved, rich.name: moved}
        awards = [(name, seat, amount + change.get(name, 0)) for name, seat, amount in hand.right_awards(hand.due)]
        hand.finish(replaced_awards=awards)
        return Wrong("PT03", moved, f"{moved} of {poor.name} in {rich.name}", None, rich.winners[0])

    def _sweep_uncalled_bet(self) -> Wrong | None:
        """PT08: the part of a bet that nobody called stays in the pot and goes to the seat that won."""
        hand, betting = self.hand, self.hand.betting
        winner = hand.single_winner()
        if winner is None or not betting.returns:
            return None
        place, bettor, uncalled = betting.returns[-1]
        won_by_another = hand.showdown and winner != bettor and bettor in betting.live
        if not (won_by_another if self.flop else len(betting.returns) == 1):
            return None
        betting.events[place] = None
        betting.stack[bettor] -= uncalled
        amount = hand.left_after(hand.due) + uncalled
        hand.finish(replaced_awards=[("main", winner, amount)])
        event = self._place_of_last_event()
        lost = uncalled if winner != bettor else 0
        return Wrong("PT08", lost, f"{uncalled} of s{bettor} was not called, s{winner} got it", event, bettor)

    def _not_tabled(self) -> Wrong | None:
        """PT09: the winner of a contested pot shows all cards but one, and is paid."""
        hand = self.hand
        winner = hand.single_winner()
        if not hand.showdown or winner is None or hand.left_after(hand.due) <= 0:
            return None
        other = self.rng.choice([seat for seat in hand.betting.live if seat != winner]) if self.flop else 0
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
        """The parts of a pot that different hands won, without a flop each of them one; None if there is none."""
        hand = self.hand
        if len(hand.boards) > 1:
            return None
        for first, second in pairwise(hand.heaps_after(hand.due)):
            if "." in first.name and first.name.split(".")[0] == second.name.split(".")[0]:
                clear = len(hand.pots) == len(first.winners) == len(second.winners) == 1
                return (first, second) if self.flop or clear else None
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
        parts = self._halves()
        if parts is None:
            return None
        rich, poor = parts
        if self.flop:
            poor, rich = (rich, poor) if self.rng.random() < 0.5 else (poor, rich)
            if poor.amount < 4 * self.chip:
                return None
            moved = self.chip * self.rng.randint(2, max(2, poor.amount // self.chip // 2))
        else:
            moved = 3 * self.chip
        if moved >= poor.amount or self._unmoved({poor.name: -moved, rich.name: moved}):
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
        if not hand.showdown or winner is None or hand.winners(hand.pots[0], 1) or not hand.game.has_low:
            return None
        loser = self.rng.choice([seat for seat in hand.pots[0].seats if seat != winner])
        amount = hand.left_after(hand.due)
        high, low = halves(amount, self.chip)
        if low <= 0:
            return None
        awards = [("main.hi", winner, high), ("main.lo", loser, low)]
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

    def _shifted(self, heap: Heap, gives: int, takes: int) -> list[Award]:
        """The right awards, with one chip of a heap at another of its winners."""
        shares = split(heap.amount, heap.winners, self.chip)
        shares[gives] -= self.chip
        shares[takes] += self.chip
        return self._replaced(heap, shares)

    def _is_equal_both_ways(self, heap: Heap) -> bool:
        """Whether the hands that share a heap are best for both parts of its pot."""
        pot = next(pot for pot in self.hand.pots if pot.name == heap.name.split(".")[0])
        return "." not in heap.name and bool(self.hand.winners(pot, 1))

    def _odd_heaps(self, least_winners: int) -> list[Heap]:
        """Heaps of a single board that tied hands share."""
        if len(self.hand.boards) > 1:
            return []
        return [heap for heap in self.hand.heaps_after(self.hand.due) if len(heap.winners) >= least_winners]

    def _odd_chip_to_wrong_seat(self) -> Wrong | None:
        """OC01, in stud OC02: one odd chip, given to the second in line instead of the first."""
        for heap in self._odd_heaps(2):
            first, second = heap.winners[:2]
            chips, rest = divmod(heap.amount, self.chip)
            if rest or chips % len(heap.winners) != 1 or not heap.sure or chips < len(heap.winners):
                continue  # of a heap of one chip the second in line is pushed nothing
            self.hand.finish(replaced_awards=self._shifted(heap, first, second))
            event = self._place_of_award(heap.name, second)
            code = "OC02" if self.hand.game.is_stud else "OC01"
            return Wrong(code, self.chip, f"odd chip of {heap.name} to s{second}, not s{first}", event, second)
        return None

    def _second_odd_chip(self) -> Wrong | None:
        """OC06: two odd chips, both to the first winner; not between hands equal both ways, which is OC04."""
        for heap in self._odd_heaps(3):
            first, second = heap.winners[:2]
            chips, rest = divmod(heap.amount, self.chip)
            if rest or chips % len(heap.winners) < 2 or chips < len(heap.winners) or self._is_equal_both_ways(heap):
                continue
            self.hand.finish(replaced_awards=self._shifted(heap, second, first))
            event = self._place_of_award(heap.name, first)
            return Wrong("OC06", self.chip, f"two odd chips of {heap.name} to s{first}", event, first)
        return None

    def _odd_chip_to_low(self) -> Wrong | None:
        """OC03: the odd chip between the halves goes to the low, or whatever the second part is."""
        parts = self._halves()
        if parts is None:
            return None
        high, low = parts
        if (high.amount + low.amount) // self.chip % 2 == 0 or high.amount <= self.chip:
            return None
        change = {high.name: -self.chip, low.name: self.chip}
        if self._unmoved(change):
            return None
        self.hand.finish(replaced_awards=self._pay_heaps(change))
        event = self._place_of_award(low.name, low.winners[0])
        return Wrong("OC03", self.chip, "odd chip to the low", event, low.winners[0])

    def _not_as_even(self) -> Wrong | None:
        """OC04: two hands equal both ways; the pot is halved first, and each half's odd chip goes to the same seat.

        Without a flop the log has it as one award to each.
        """
        hand = self.hand
        for heap in self._odd_heaps(2):
            chips, rest = divmod(heap.amount, self.chip)
            if len(heap.winners) != 2 or rest or chips % 4 != 2 or not self._is_equal_both_ways(heap):
                continue
            first, second = heap.winners
            more, less = (chips // 2 + 1) // 2 * self.chip, chips // 4 * self.chip
            awards = self._shifted(heap, second, first)
            if self.flop:
                awards = [award for award in hand.right_awards(hand.due) if award[0] != heap.name]
                awards += [
                    (f"{heap.name}.{part.word}", seat, amount)
                    for part in hand.game.parts
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
            if len(heap.winners) != 2 or fives % 2 != 1 or ones % 2 or (fives < 3 and not self.flop):
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
        """CD01: a beaten hand is tabled with a card that also lies on the board or in a tabled hand."""
        hand = self.hand
        if not hand.showdown or len(hand.boards) > 1:
            return None
        if isinstance(hand, RowsSettlement):
            return self._card_in_two_rows(hand)
        found = self._twin_beside_the_board() if self.flop else self._twin_of_the_winner()
        if found is None:
            return None
        loser, cards, twin = found
        hand.hands[loser] = cards
        hand.finish(must_show=loser, replaced_awards=None if self.flop else hand.right_awards(hand.due))
        event = hand.betting.events.index(f"s{loser} show {''.join(FACE[card] for card in cards)}")
        return Wrong("CD01", 0, f"{FACE[twin]} twice", event, loser)

    def _card_in_two_rows(self, hand: RowsSettlement) -> Wrong:
        """CD01: two seats set the same card."""
        one, other = self.rng.sample(sorted(hand.rows), 2)
        front, middle, back = hand.rows[one]
        twin = hand.rows[other][2][0]
        hand.shown_rows = {one: (front, [twin, *middle[1:]], back)}
        hand.finish()
        return Wrong("CD01", 0, f"{FACE[twin]} in two hands", None, None)

    def _set_wrong_number(self) -> Wrong | None:
        """OF06: a card lies in the wrong row, and nobody says a word."""
        hand = self.hand
        if not isinstance(hand, RowsSettlement) or not hand.showdown:
            return None
        seat = self.rng.choice(sorted(hand.rows))
        front, middle, back = hand.rows[seat]
        four = self.rng.random() < 0.5
        hand.shown_rows = {
            seat: ([*front, middle[0]], middle[1:], back) if four else (front[:2], [*middle, front[2]], back)
        }
        hand.finish()
        return Wrong("OF06", 0, "a wrong number of cards in a row", None, seat)

    def _twin_beside_the_board(self) -> tuple[int, list[int], int] | None:
        """A seat, its hand with a card that is there twice, and the card.

        The hand still loses with it, so that nobody can differ about who wins: it makes no low, and no more than a pair
        or, in games of two and three, less than any winner.
        """
        hand = self.hand
        if self.stub_due:
            return None
        winning = hand.winning()
        highs, board, game = hand.values[0][0], hand.boards[0], hand.game
        weakest_winner = min(highs[seat] for seat in winning)
        for loser in [seat for seat in hand.betting.live if seat not in winning]:
            seen = [*board, *(card for seat in sorted(winning) for card in hand.hands[seat])]
            self.rng.shuffle(seen)
            for twin in seen:
                hole = [*hand.hands[loser][:-1], twin]
                cards = [*hole, *board]
                value = game.value(0, hole, board)
                most_of_a_suit = max(sum(card & 3 == suit for card in cards) for suit in range(4))
                if twin in hand.hands[loser] or value is None or value >= weakest_winner or most_of_a_suit > 4:
                    continue
                if game.low(hole, board) is not None:
                    continue
                if not game.two_of_hand and category(value[0]) > PAIR:
                    continue
                highs[loser] = value
                for lows in hand.values[0][1:]:
                    lows.pop(loser, None)
                return loser, hole, twin
        return None

    def _twin_of_the_winner(self) -> tuple[int, list[int], int] | None:
        """The same where there is no board: a card that nobody has seen yet is one that the winner shows too."""
        hand = self.hand
        winner = hand.single_winner()
        if winner is None:
            return None
        loser = self.rng.choice([seat for seat in hand.betting.live if seat != winner])
        cards = list(hand.hands[loser])
        down = [card for card in cards if f"up s{loser} {FACE[card]}" not in hand.betting.events]
        twin = self.rng.choice(hand.hands[winner])
        if not down or twin in cards:
            return None
        cards[cards.index(down[0])] = twin
        return loser, cards, twin

    def _place_of_last_event(self) -> int:
        return len(self.hand.betting.events) - 1

    def _place_of_award(self, pot: str, seat: int) -> int:
        start = f"award {pot} s{seat} "
        events = self.hand.betting.events
        return next(place for place, event in enumerate(events) if event and event.startswith(start))
