"""Errors in the hand log and in the shuffler's messages: counts, shuffles, decks, and the record itself."""

from collections.abc import Callable
from typing import Final

from pipelines.simulator.cards_of_dealers import SLOT_S
from pipelines.simulator.floor_record import DAY_ENDS, EXTENT, FloorRecord
from pipelines.simulator.floor_table import FloorDay, Shuffle

ON_THE_RECORD: Final = ("SC02", "SC03", "SC01", "SC04", "SC06", "SC08", "SC09", "SC10", "TL01", "TL02", "TL03")
POKER: Final = ("live", "tournament")
WITH_SHUFFLER: Final = (*POKER, "counting")
DECK_HOURS_MOST_S: Final = 4 * 3600


Fits = Callable[[FloorDay, int], bool]


def _is_counted(day: FloorDay, i: int) -> bool:
    return day.hands[i].counted


def _is_long(day: FloorDay, i: int) -> bool:
    """A clock is known to some twenty seconds: in a short round nobody could say that a jam was in it."""
    return day.hands[i].end - day.hands[i].start > 90


class LogErrors:
    """Makes one error at a time, at a place that no other has touched."""

    def __init__(self, record: FloorRecord) -> None:
        self.record = record
        self.makers: dict[str, Callable[[], bool]] = {
            "SC01": lambda: self._at(self._hand((*POKER, "by-hand"), _is_counted), self._sc01),
            "SC02": lambda: self._at(self._first_of_stint(POKER), self._sc02),
            "SC03": lambda: self._at(self._first_of_stint(POKER), self._sc03),
            "SC04": lambda: self._at(self._hand(WITH_SHUFFLER), self._sc04),
            "SC06": lambda: self._at(self._hand(("counting",)), self._sc06),
            "SC08": lambda: self._at(self._hand(WITH_SHUFFLER), self._sc08),
            "SC09": lambda: self._at(self._hand(("counting",), _is_long), self._sc09),
            "SC10": lambda: self._at(self._hand(("by-hand",), _is_counted), self._sc10),
            "TL01": lambda: self._at(self._quiet(), self._tl01),
            "TL02": lambda: self._at(self._quiet(), self._tl02),
            "TL03": self._tl03,
        }

    def _at(self, place: tuple[FloorDay, int] | None, make: Callable[[FloorDay, int], bool]) -> bool:
        """Makes an error at a place, if there is one."""
        return place is not None and make(*place)

    def label_old_decks(self) -> None:
        """SC05, when all other errors are made: some of them change the deck of a hand."""
        for day in self.record.days:
            if day.spec.keeps_old_decks:
                for deck in sorted({hand.deck for hand in day.hands}):
                    dealt = [hand for hand in day.hands if hand.deck == deck]
                    late = [hand for hand in dealt if hand.start - dealt[0].start > DECK_HOURS_MOST_S]
                    if late:
                        self.record.label("SC05", day, late[0], late[0].start, "the deck is older than four hours")

    # --- places ----------------------------------------------------------------------------------------------

    def _hand(self, kinds: tuple[str, ...], fits: Fits = lambda day, i: True) -> tuple[FloorDay, int] | None:
        day = self.record.rng.choice([one for one in self.record.days if one.spec.kind in kinds] or [None])  # type: ignore[list-item]
        if day is None or len(day.hands) < 30:
            return None
        i = self.record.rng.randrange(8, len(day.hands) - 10)
        if self.record.is_touched(day, day.hands[i].number):
            return None
        if day.spec.close_slot > DAY_ENDS and day.hands[i].start > (DAY_ENDS - 5) * SLOT_S:
            # A hand at the end of a gaming day has no neighbour in it, and of the few shuffles behind it no clock can
            # be told, which may be two hours off.
            return None
        near = range(i - 4, i + 5)
        if not all(day.hands[j].calm or day.hands[j].stint != day.hands[j - 1].stint for j in near):
            return None
        if any(change in {day.hands[j].number for j in near} for change in day.changes):
            return None
        return (day, i) if fits(day, i) else None

    def _first_of_stint(self, kinds: tuple[str, ...]) -> tuple[FloorDay, int] | None:
        def begins(day: FloorDay, i: int) -> bool:
            hand = day.hands[i]
            later = [other for other in day.hands[i + 1 :] if other.stint == hand.stint]
            if not (day.spec.logs_dealer or day.spec.notes_pushes):
                return False  # nobody can say which hand was the first
            card = self.record.card_of(day)
            near = {hand.start // SLOT_S + step for step in (-1, 0, 1)} & card.touched
            return (
                day.hands[i - 1].stint != hand.stint and hand.counted and any(other.counted for other in later)
                and not near and card.table == day.spec.table
            )  # fmt: skip

        return self._hand(kinds, begins)

    def _sc01(self, day: FloorDay, i: int) -> bool:
        hand = day.hands[i]
        hand.miscounted_by = self.record.rng.choice((-2, -1, 1))
        if day.banked:
            self._voids(day, i)
        self.record.label("SC01", day, hand, hand.start, f"counted {hand.miscounted_by:+d}")
        return True

    def _voids(self, day: FloorDay, i: int) -> None:
        """A house-banked round is void after a wrong count: its wagers go back, and nobody won or lost by it."""
        hand, after = day.hands[i], day.hands[i + 1]
        moved = {seat: after.stacks[seat] - chips for seat, chips in hand.stacks.items()}
        placed = [event.split() for event in hand.events[: hand.stub[0]] if " wager " in event]
        pushes = [f"{seat} push {kind} {amount}" for seat, _, kind, amount in placed]
        hand.events = [*hand.events[: hand.stub[0]], "void count", *pushes]
        for later in day.hands[i + 1 :]:
            for seat, chips in moved.items():
                later.stacks[seat] -= chips

    def _sc02(self, day: FloorDay, i: int) -> bool:
        day.hands[i].counted = False
        self.record.label("SC02", day, day.hands[i], day.hands[i].start, "no count on the first hand of the down")
        return True

    def _sc03(self, day: FloorDay, i: int) -> bool:
        for hand in day.hands[i + 1 :]:
            if hand.stint == day.hands[i].stint:
                hand.counted = False
        self.record.label("SC03", day, day.hands[i], day.hands[i].start, "no second count in the down")
        return True

    def _serving(self, day: FloorDay, number: int) -> Shuffle:
        return next(row for row in day.shuffles if row.serves == number and row.status == "ok")

    def _sc04(self, day: FloorDay, i: int) -> bool:
        row = self._serving(day, day.hands[i].number)
        row.status, row.cards = "count", self.record.rng.choice(("51", "50", "53"))
        self.record.label("SC04", day, day.hands[i], day.hands[i].start, "dealt with a deck counted wrong")
        return True

    def _sc06(self, day: FloorDay, i: int) -> bool:
        hand, before = day.hands[i], day.hands[i - 1]
        pair = {hand.deck: before.deck, before.deck: hand.deck}
        until = next((day.hands[n].start for n in day.changes if n > hand.number), 1 << 30)
        # the round is dealt with the deck of the one before; from then on the decks have changed places
        day.shuffles.remove(self._serving(day, hand.number + 1))
        self._serving(day, hand.number).serves = -1
        for later in day.hands[i:]:
            if later.start < until:
                later.deck = pair[later.deck]
        for row in day.shuffles:
            if hand.start <= row.at < until - 60 and row.deck in pair:
                row.deck = pair[row.deck]
        self.record.label("SC06", day, hand, hand.start, "the same deck twice running")
        self.record.touch(day, hand.number, apart=12)
        return True

    def _sc08(self, day: FloorDay, i: int) -> bool:
        hand = day.hands[i]
        if self.record.rng.random() < 0.3:
            row = self._serving(day, hand.number)
            if row.at + 9 > day.hands[i - 1].end:
                return False
            day.shuffles.append(Shuffle(row.at + 7, row.deck, "52", "ok"))
            self.record.label("SC08", day, hand, hand.start, "shuffled twice")
            return True
        run = self.record.rng.choice((1, 1, 1, 2, 3))
        for k in range(run):
            row = self._serving(day, hand.number + k)
            day.shuffles.remove(row)
        self.record.label("SC08", day, hand, hand.start, f"{run} hands without a shuffle")
        self.record.touch(day, hand.number + run)
        return True

    def _sc09(self, day: FloorDay, i: int) -> bool:
        hand = day.hands[i]
        deck = day.hands[i + 1].deck
        row = self._serving(day, hand.number + 1)
        row.at = (hand.start + hand.end) // 2 + 8
        day.shuffles.append(Shuffle((hand.start + hand.end) // 2, deck, "", "jam"))
        self.record.label("SC09", day, hand, hand.start, "a jam, and the round was dealt on")
        return True

    def _sc10(self, day: FloorDay, i: int) -> bool:
        day.hands[i].counted = False
        last = max(j for j in range(i) if day.hands[j].counted)
        fifth = day.hands[last + 5]
        self.record.label("SC10", day, fifth, fifth.start, "five rounds without a count")
        self.record.touch(day, fifth.number + 5)
        return True

    def _quiet(self) -> tuple[FloorDay, int] | None:
        """A hand in mid-stint that is not counted, with uncounted neighbours."""
        return self._hand(
            WITH_SHUFFLER,
            lambda day, i: (
                len({hand.stint for hand in day.hands[i - 2 : i + 3]}) == 1
                and not any(hand.counted for hand in day.hands[i - 1 : i + 2])
            ),
        )

    def _tl01(self, day: FloorDay, i: int) -> bool:
        hand = day.hands[i]
        if hand.end - hand.start < 25 or day.hands[i - 1].start // SLOT_S != hand.start // SLOT_S:
            return False
        hand.start = day.hands[i - 1].end - self.record.rng.randint(2, 6)
        self.record.label("TL01", day, hand, hand.start, "starts before the hand before it ended")
        return True

    def _tl02(self, day: FloorDay, i: int) -> bool:
        if self.record.rng.random() < 0.3:
            day.hands[i].again = True
            self.record.label("TL02", day, day.hands[i], day.hands[i].start, "the number is there twice")
            return True
        gone = self.record.rng.choice((1, 1, 2))
        if len({hand.stint for hand in day.hands[i - 1 : i + gone + 2]}) > 1 or any(
            hand.counted for hand in day.hands[i : i + gone]
        ):
            return False
        self.record.label("TL02", day, day.hands[i + gone], day.hands[i + gone].start, f"{gone} missing before it")
        self.record.touch(day, day.hands[i].number)
        del day.hands[i : i + gone]
        return True

    def _tl03(self) -> bool:
        if self.record.rng.random() < 0.2:
            day = self.record.rng.choice(self.record.days)
            hand = day.hands[-1]
            if day.tournament or self.record.is_touched(day, hand.number):
                return False
            if hand.end - hand.start > 1800:
                return False
            if EXTENT in self.record.card_of(day).touched:
                return False
            hand.end = hand.start + self.record.rng.randint(1801, 3000)
            self.record.label("TL03", day, hand, hand.start, "over thirty minutes")
            return True
        return self._at(self._quiet(), self._tl03_short)

    def _tl03_short(self, day: FloorDay, i: int) -> bool:
        day.hands[i].end = day.hands[i].start + self.record.rng.randint(2, 9)
        self.record.label("TL03", day, day.hands[i], day.hands[i].start, "under ten seconds")
        return True
