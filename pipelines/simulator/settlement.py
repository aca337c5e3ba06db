"""The end of a hand of any game: what the house takes, the showdown, and the awards, all of it right.

Readings: the rake is due on the contested pot (everything put in, dead money too, less what was returned); promotional
drop and time pot come out of the pot beside it; the next hand's stacks are what was really pushed. Errors are made in
``push_errors.py``, by asking for something else than what is due here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from pipelines.simulator.betting import Betting
from pipelines.simulator.cards import ACE, FACE
from pipelines.simulator.hand_values import Value, highest_card, is_wheel, reads_aces_low
from pipelines.simulator.kills import Outcome
from pipelines.simulator.placards import Placard
from pipelines.simulator.pots import Pot, build_pots, halves, shares_of_boards, split, take_rake, without_dead_hands

Award = tuple[str, int, int]  # name of the heap, seat, amount


MUCKS: Final = 0.7  # beaten hands that are not shown; in games without a flop, hands that win nothing
MUCKS_WITHOUT_FLOP: Final = 0.5


class Heap(NamedTuple):
    """Chips that are shared evenly by the winners, who stand in the order in which odd chips go.

    It is a pot, or a part of one. ``sure``: nobody could read that order otherwise.
    """

    name: str
    amount: int
    winners: list[int]
    sure: bool = True


@dataclass(frozen=True)
class Cards:
    """What was dealt: the cards of the seats, the boards, and a last card that all hands of stud share."""

    hands: dict[int, list[int]]
    boards: Sequence[Sequence[int]]
    shared: Sequence[int] = ()


class Settlement:
    """Settles one hand that was not called off.

    ``marks`` are the places where rake may be taken, with the pot then; behind the last are two more places.
    ``raked``: a street was dealt, so that rake is due. ``time_seats`` is for how many seats a pot of this table owes
    time, 0 if it owes none.
    """

    def __init__(
        self,
        rng: Random,
        placard: Placard,
        betting: Betting,
        cards: Cards,
        marks: Sequence[tuple[int, int]],
        raked: bool,
        time_seats: int = 0,
    ) -> None:
        self.rng = rng
        self.placard = placard
        self.game = placard.game
        self.betting = betting
        self.hands = cards.hands
        self.boards = cards.boards
        self.shared = cards.shared
        self.marks = marks
        self.dealt = len(betting.ring)
        self.raked = raked
        self.contested = betting.pot()
        self.showdown = len(betting.live) > 1
        self.due = placard.rake_due(self.contested, self.dealt) if raked else 0
        self.promo_due = self.promo_taken = placard.promo_due(self.contested, raked)
        self.time_due = self.time_taken = self._time_due(time_seats)
        self.values: list[list[dict[int, Value]]] = []  # by board and part, of the seats that have something there
        # Hands of a wrong number of cards are dead; where all are, it is for the floor, and here the first is paid.
        hand_size = self.game.cards_at_the_end
        whole = [seat for seat in betting.live if self.game.is_flop or len(self.cards(seat)) == hand_size]
        self.readable = len(whole) == len(betting.live)
        if self.showdown:
            self.pots = build_pots(betting.total_in, betting.dead, betting.live)
            if whole:
                self.pots = without_dead_hands(self.pots, whole)
                self._read_hands(whole)
        else:
            self.pots = [Pot("main", self.contested, list(betting.live))]
        self.awards: list[Award] = []
        self.shown: list[int] = []
        self.bet_to_the_end = False  # there was betting on the last street
        self.in_order = False  # the floor has the hands shown in order
        self.shows_early = 0  # a seat that does not wait for its turn then

    def _time_due(self, seats: int) -> int:
        """A time pot comes out of the first pot that covers it; a time flop takes what the pot has."""
        due = self.placard.time_rate * seats
        if self.placard.time_style == "flop":
            return min(due, self.contested) if self.raked else 0
        return due if self.contested >= due else 0

    def cards(self, seat: int) -> list[int]:
        """All cards of a seat that are not on a board."""
        return [*self.hands[seat], *self.shared]

    def _read_hands(self, whole: list[int]) -> None:
        for board in self.boards:
            found: list[dict[int, Value]] = []
            for part in self.game.parts:
                read = {seat: part.read(self.cards(seat), board) for seat in whole}
                found.append({seat: value for seat, value in read.items() if value is not None})
            self.values.append(found)

    # --- who wins --------------------------------------------------------------------------------------------

    def winners(self, pot: Pot, part: int = 0, board: int = 0) -> list[int]:
        """The seats with the best hand for a part of this pot, clockwise from the button's left; perhaps none."""
        if not self.values:
            return [] if part else pot.seats if not self.showdown else pot.seats[:1]
        if part >= len(self.game.parts):
            return []
        values = self.values[board][part]
        best = max((values[seat] for seat in pot.seats if seat in values), default=())
        return [seat for seat in self.betting.ring if seat in pot.seats and values.get(seat) == best]

    def _with_order(self, name: str, amount: int, winners: list[int], part: int) -> Heap:
        """In stud odd chips go by the highest card; that may be read in two ways where an ace plays."""
        if not self.game.is_stud or len(winners) < 2:
            return Heap(name, amount, winners)
        read, values = self.game.parts[part].read, self.values[0][part]
        keys = {}
        sure = True
        for seat in winners:
            hand = self.cards(seat)
            keys[seat] = self._deciding_card(seat, part, reads_aces_low(read))
            has_ace = any(card >> 2 == ACE for card in hand)
            sure = sure and not (has_ace and (part == 1 or is_wheel(read, values[seat])))
        if not sure or len(set(keys.values())) < len(keys):
            sure, low = False, part == 1 or self.game.low_board_first
            keys = {seat: self._deciding_card(seat, part, low) for seat in winners}
        return Heap(name, amount, sorted(winners, key=lambda seat: keys[seat], reverse=True), sure)

    def _deciding_card(self, seat: int, part: int, ace_is_low: bool) -> int:
        """The highest card of a stud hand, of those that play or of all, as the room has it."""
        hand = self.cards(seat)
        if self.placard.ways.odd_chip_of_all_cards:
            return max(card - 52 if ace_is_low and card >> 2 == ACE else card for card in hand)
        return highest_card(self.game.parts[part].read, hand, self.values[0][part][seat], ace_is_low)

    def heaps(self, pot: Pot) -> list[Heap]:
        """A pot as it is to be shared: board by board, and there whole or in two parts.

        It stays whole where nobody has a hand for the second part, and where the same hands, one or more, are best
        both ways.
        """
        made = []
        several = len(self.boards) > 1
        for board, amount in enumerate(shares_of_boards(pot.amount, len(self.boards), self.placard.chip)):
            behind = f".b{board + 1}" if several else ""
            first, second = self.winners(pot, 0, board), self.winners(pot, 1, board)
            if not second or second == first:
                made.append(self._with_order(f"{pot.name}{behind}", amount, first, 0))
                continue
            for part, winners, half in zip((0, 1), (first, second), halves(amount, self.placard.chip), strict=True):
                name = f"{pot.name}.{self.game.parts[part].word}{behind}"
                made.append(self._with_order(name, half, winners, part))
        return made

    def single_winner(self) -> int | None:
        """The one seat that all chips go to, out of a single pot; None if there is none."""
        if len(self.pots) > 1 or len(self.boards) > 1:
            return None
        heaps = self.heaps(self.pots[0])
        return heaps[0].winners[0] if len(heaps) == len(heaps[0].winners) == 1 else None

    def left_after(self, rake: int) -> int:
        """What is left of all pots when the house has taken its part."""
        return self.contested - rake - self.promo_taken - self.time_taken

    def heaps_after(self, rake: int) -> list[Heap]:
        """What is to be shared, side pots before the main pot."""
        pots = [Pot(pot.name, pot.amount, pot.seats) for pot in self.pots]
        take_rake(pots, rake + self.promo_taken + self.time_taken)
        return [heap for pot in reversed(pots) for heap in self.heaps(pot)]

    def right_awards(self, rake: int) -> list[Award]:
        """Each heap to its winners."""
        return [
            (heap.name, seat, amount)
            for heap in self.heaps_after(rake)
            for seat, amount in split(heap.amount, heap.winners, self.placard.chip).items()
            if amount
        ]

    # --- what is done ----------------------------------------------------------------------------------------

    def finish(
        self,
        rake: int | None = None,
        cap: int | None = None,
        must_show: int = 0,
        shows_part: int = 0,
        replaced_awards: list[Award] | None = None,
        rake_at_mark: int | None = None,
    ) -> None:
        """Takes, shows and pushes; what is not asked for otherwise is done as due."""
        events = self.betting.events
        cap = self.placard.rake_cap(self.dealt) if cap is None else cap
        taken = self._take_rake(self.due if rake is None else rake, cap, rake_at_mark)
        last = self.marks[-1][0]
        if self.promo_taken:
            events[last + 1] = f"promo {self.promo_taken}"
        if self.time_taken:
            events[last + 2] = f"timepot {self.time_taken}"
        if self.showdown:
            self._show_hands(must_show, shows_part, all_show=replaced_awards is not None or shows_part > 0)
        self.awards = self.right_awards(taken) if replaced_awards is None else replaced_awards
        for name, seat, amount in self.awards:
            events.append(f"award {name} s{seat} {amount}")
            self.betting.stack[seat] += amount
        self.betting.seconds += 3 if self.game.is_flop else 4

    def _take_rake(self, total: int, cap: int, at_mark: int | None) -> int:
        """Takes the rake street by street; the last mark, at the end of the hand, takes what is left of ``total``.

        Where a mark is named everything is taken there.
        """
        events = self.betting.events
        if at_mark is not None:
            events[self.marks[at_mark][0]] = f"rake {total}"
            return total
        taken = 0
        for number, (place, pot) in enumerate(self.marks):
            last = number == len(self.marks) - 1
            now = total - taken if last else max(0, min(pot // 10, cap, total) - taken)
            if now > 0:
                events[place] = f"rake {now}"
                taken += now
        return taken

    def order_of_showing(self) -> list[int]:
        """The last aggressor first, else from the button's left; side pots before those all-in for the main pot.

        In games without a flop simply clockwise.
        """
        betting = self.betting
        order = [seat for seat in betting.ring if seat in betting.live]
        if not self.game.is_flop:
            return order
        if betting.last_aggressor in order:
            place = order.index(betting.last_aggressor)
            order = order[place:] + order[:place]
        order.sort(key=lambda seat: -sum(seat in pot.seats for pot in self.pots))
        return order

    def _show_hands(self, must_show: int, shows_part: int, all_show: bool) -> None:
        """Hands as they are tabled, one after the other; beaten ones may be mucked."""
        betting, flop = self.betting, self.game.is_flop
        order = self.order_of_showing()
        if self.in_order:
            betting.events.append("floor show-order")
            order.sort(key=lambda seat: seat != self.shows_early)
        if flop:
            tabled = sum(betting.stack[seat] > 0 for seat in order) <= 1  # all-in
            winning: set[int] = set()
        else:
            tabled = all_show or not self.readable
            winning = self.winning()
        for seat in order:
            beaten = self._is_beaten(seat) if flop else seat not in winning
            betting.seconds += 2
            chance = MUCKS if flop else MUCKS_WITHOUT_FLOP
            if beaten and not tabled and seat != must_show and self.rng.random() < chance:
                betting.events.append(f"s{seat} muck")
                continue
            self.shown.append(seat)
            cards = self.hands[seat][: -1 if seat == shows_part else None]
            shows = f"s{seat} show {''.join([FACE[card] for card in cards])}"
            if seat in betting.tabled:
                betting.events[betting.tabled[seat]] = shows
            else:
                betting.events.append(shows)

    def winning(self) -> set[int]:
        """The seats that get something."""
        return {seat for pot in self.pots for heap in self.heaps(pot) for seat in heap.winners}

    def _is_beaten(self, seat: int) -> bool:
        """Whether the hands shown so far leave a seat nothing of any pot.

        Several boards are run all-in, and then nobody mucks: the first board is enough here.
        """
        for pot in self.pots:
            rivals = [other for other in self.shown if other in pot.seats]
            for values in self.values[0]:
                own = values.get(seat)
                if seat in pot.seats and own is not None and not any(values.get(other, ()) > own for other in rivals):
                    return False
        return True

    def outcome(self) -> Outcome | None:
        """What the hand means for the kill button, with seats for players; None where nobody was paid."""
        if not self.awards:
            return None
        betting = self.betting
        by_pot: dict[str, set[str]] = {}
        for name, seat, _ in self.awards:
            by_pot.setdefault(name.split(".")[0], set()).add(str(seat))
        winners = frozenset(seat for seats in by_pot.values() for seat in seats)
        least = most = 0
        for seat in betting.ring:
            if str(seat) not in winners:
                lost = betting.total_in[seat] + betting.dead_by.get(seat, 0) - betting.blind_by.get(seat, 0)
                most += max(0, lost)
                least += max(0, lost - betting.other_forced_by.get(seat, 0))
        alike = all(seats == winners for seats in by_pot.values())
        return Outcome(winners, alike, least, most, self.contested, bool(self.shown))
