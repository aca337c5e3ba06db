"""Errors on down cards: what dealers and floor people write wrong. Each leaves the rest of the card right."""

from collections.abc import Callable
from typing import Final

from pipelines.simulator.cards_of_dealers import SLOT_S, Dealer, dealer_in_box
from pipelines.simulator.floor_record import (
    CLOSING_LINE,
    DAY_ENDS,
    EXTENT,
    MOST_IN_A_ROW,
    NO_TOTAL,
    POKER_ROOM,
    Card,
    FloorRecord,
)
from pipelines.simulator.floor_table import FloorDay, FloorHand
from pipelines.simulator.handwriting import Signature, as_another, illegibly, messily, plainly

# In this order: what needs the longest untouched stretches comes first. DC08 is planned before the day is played.
# A house-banked room's rules do not speak of down cards, so nothing is made wrong there.
ON_CARDS: Final = ("DC10", "DC02", "DC04", "DC03", "DC09", "DC01", "DC07", "DC05", "DC06")


class CardErrors:
    """Makes one error at a time, at a place that no other has touched."""

    def __init__(self, record: FloorRecord) -> None:
        self.record = record
        self.makers: dict[str, Callable[[], bool]] = {
            "DC01": self._dc01, "DC02": self._dc02, "DC03": self._dc03, "DC04": self._dc04, "DC05": self._dc05,
            "DC06": self._dc06, "DC07": self._dc07, "DC09": self._dc09, "DC10": self._dc10,
        }  # fmt: skip

    # --- places ----------------------------------------------------------------------------------------------

    def _cards(self) -> list[Card]:
        return [card for card in self.record.cards if card.day.spec.room == POKER_ROOM]

    def _slot(self) -> tuple[Card, int] | None:
        """A signed slot of a poker card that no error has touched, nor its neighbours."""
        card = self.record.rng.choice(self._cards())
        free = [
            slot
            for slot, (signatures, kind) in card.rows.items()
            if len(signatures) == 1 and kind in ("live", "tournament") and not {slot - 1, slot, slot + 1} & card.touched
        ]
        return (card, self.record.rng.choice(free)) if free and card.table == card.day.spec.table else None

    def _stint(self, day: FloorDay, slot: int) -> list[FloorHand]:
        dealer = dealer_in_box(self.record.dealers[day.spec.room], day.spec.index, slot)
        return [
            hand for hand in day.hands if hand.dealer == dealer and abs(hand.start - slot * SLOT_S - SLOT_S // 2) < 2400
        ]

    def _log_in(self, day: FloorDay, slot: int, dealer: Dealer) -> None:
        """Whoever is in the box logs in as another, and is noted so: log and card agree."""
        was = dealer_in_box(self.record.dealers[day.spec.room], day.spec.index, slot)
        hands = self._stint(day, slot)
        for hand in hands:
            hand.logged_as = dealer.emp
        if hands:
            day.notes = [
                (at, word, fields.replace(was.emp, dealer.emp) if abs(at - hands[0].start) < 120 else fields)
                for at, word, fields in day.notes
            ]

    def _dc01(self) -> bool:
        place = self._slot()
        if place is None:
            return False
        card, slot = place
        if not any(hand.start // SLOT_S == slot for hand in card.day.hands):
            return False
        card.rows[slot] = ([], card.rows[slot][1])
        card.touched.add(slot)
        self.record.label("DC01", card.day, None, slot * SLOT_S, "hands were dealt, nobody signed")
        return True

    def _dc02(self) -> bool:
        one, other = self._slot(), self._slot()
        if one is None or other is None:
            return False
        (first, slot), second = one, other[0]
        if second is first or slot not in second.rows or {slot - 1, slot, slot + 1} & second.touched:
            return False
        signatures, kind = second.rows[slot]
        if len(signatures) != 1 or kind not in ("live", "tournament"):
            return False
        if first.day.spec.index // 3 == second.day.spec.index // 3:
            return False  # of one string: the two would join into one down
        dealer = first.rows[slot][0][0][0]
        self._log_in(second.day, slot, dealer)
        second.rows[slot] = ([(dealer, messily(self.record.rng, dealer))], kind)
        for card in (first, second):
            card.touched.add(slot)
            self.record.label("DC02", card.day, None, slot * SLOT_S, f"{dealer.emp} signed at two tables")
        return True

    def _dc03(self) -> bool:
        return self._rewrite(
            "DC03", lambda dealer: illegibly(self.record.rng, dealer, [d.emp for d in self.record.everybody])
        )

    def _dc04(self) -> bool:
        def swapped(dealer: Dealer) -> Signature | None:
            everybody = self.record.everybody
            same = [one for one in everybody if plainly(one)[1:] == plainly(dealer)[1:]]
            return as_another(self.record.rng, dealer, everybody) if len(same) == 1 else None

        return self._rewrite("DC04", swapped)

    def _rewrite(self, code: str, write: Callable[[Dealer], Signature | None]) -> bool:
        place = self._slot()
        if place is None:
            return False
        card, slot = place
        ((dealer, _),), kind = card.rows[slot]
        signature = write(dealer)
        if signature is None or signature == plainly(dealer):
            return False
        card.rows[slot] = ([(dealer, signature)], kind)
        card.touched.add(slot)
        self.record.label(code, card.day, None, slot * SLOT_S, f"written {signature[0] or 'no number'}")
        return True

    def _whole_card(self) -> Card | None:
        cards = [card for card in self._cards() if CLOSING_LINE not in card.touched]
        return self.record.rng.choice(cards) if cards else None

    def _dc05(self) -> bool:
        card = self._whole_card()
        if card is None or max(card.rows) + 2 >= DAY_ENDS:  # the rest of such a card may lie in the next day's data
            return False
        total = max(0, card.downs() + self.record.rng.choice((-2, -1, 1, 2, 3)))
        if total in (card.downs(), card.signatures()):
            return False
        card.touched.add(CLOSING_LINE)
        card.total = total
        self.record.label("DC05", card.day, None, min(card.rows) * SLOT_S, "the total is wrong", card.table)
        return True

    def _dc06(self) -> bool:
        card = self._whole_card()
        if card is None:
            return False
        card.touched.add(CLOSING_LINE)
        kind = self.record.rng.randrange(3)
        if kind == 0:
            card.closed = False
        elif kind == 1:
            card.initials = ""
        else:
            card.total = NO_TOTAL
        self.record.label("DC06", card.day, None, min(card.rows) * SLOT_S, "the card is not closed", card.table)
        return True

    def _dc07(self) -> bool:
        cards = [card for card in self._cards() if EXTENT not in card.touched and max(card.rows) + 2 < DAY_ENDS]
        if not cards:
            return False
        card = self.record.rng.choice(cards)
        spec = card.day.spec
        own = [slot for slot in card.touched if slot > 0]
        if (
            not own and spec.logs_dealer and self.record.rng.random() < 0.2
        ):  # the card bears the number of another table
            card.table = f"9{card.table}"
            card.touched |= {EXTENT, *card.rows}
            first = min(card.dealing()) * SLOT_S
            self.record.label("DC07", card.day, None, first, "a card with another table's number", card.table)
            return True
        slot = max(card.rows) + 1
        if card.day.hands[-1].end > slot * SLOT_S:  # the last hand is still going on: that is a hand
            return False
        dealer = dealer_in_box(self.record.dealers[spec.room], spec.index, slot)
        card.rows[slot] = (
            [(dealer, messily(self.record.rng, dealer))],
            "tournament" if card.day.tournament else "live",
        )
        card.touched |= {EXTENT, slot}
        self.record.label("DC07", card.day, None, slot * SLOT_S, "signed, and nothing was dealt")
        return True

    def _dc09(self) -> bool:
        place = self._slot()
        if place is None or not place[0].day.spec.logs_dealer:
            return False
        card, slot = place
        string = card.day.spec.index // 3
        others = [d for i, d in enumerate(self.record.dealers[card.day.spec.room]) if i // 4 != string]
        hands = [hand for hand in self._stint(card.day, slot) if hand.start // SLOT_S == slot]
        if not others or len(hands) < 8:
            return False
        first = self.record.rng.randrange(1, len(hands) - 3)
        other = self.record.rng.choice(others).emp
        for hand in hands[first : first + self.record.rng.choice((1, 1, 2))]:
            hand.logged_as = other
            self.record.label("DC09", card.day, hand, hand.start, f"logged as {other}")
        card.touched.add(slot)
        return True

    def _dc10(self) -> bool:
        place = self._slot()
        if place is None:
            return False
        card, slot = place
        string = card.day.spec.index // 3
        dealers = self.record.dealers[card.day.spec.room]
        busy = {id(d) for other in self._cards() for d, _ in other.rows.get(slot, ([], ""))[0]}
        resting = [d for i, d in enumerate(dealers) if i // 4 != string and id(d) not in busy]
        if not resting:
            return False
        dealer = self.record.rng.choice(resting)
        signed: dict[int, Card] = {slot: card}
        for other in self._cards():
            for at, (signatures, _) in other.rows.items():
                if any(one is dealer for one, _ in signatures):
                    signed[at] = other
        first = slot
        while first - 1 in signed:
            first -= 1
        run = [first]
        while run[-1] + 1 in signed:
            run.append(run[-1] + 1)
        if len(run) <= MOST_IN_A_ROW or any(at in signed[at].touched for at in run):
            return False
        self._log_in(card.day, slot, dealer)
        kind = card.rows[slot][1]
        card.rows[slot] = ([(dealer, messily(self.record.rng, dealer))], kind)
        for at in run:
            signed[at].touched.add(at)
        over = run[MOST_IN_A_ROW]
        self.record.label("DC10", signed[over].day, None, over * SLOT_S, f"{len(run)} downs in a row")
        return True
