"""What can go wrong in a round of Heads-Up Hold'em: each error is done to a round that was played right."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from pipelines.simulator import banked_round as rounds
from pipelines.simulator import banked_tables as tables
from pipelines.simulator.banked_round import FOLDS, PAY, PUSH, TAKE, Round, Settled, cards_text
from pipelines.simulator.banked_tables import Terms

# Errors in the round itself, and those that the table makes around it.
IN_THE_ROUND: Final = (
    "HB01", "HB02", "HB03", "HB04", "HB05", "HB06", "HB07", "HB08", "CD01", "CD02", "CD03", "CD04", "CD05", "CD07",
    "SC01", "SC11",
)  # fmt: skip
AT_THE_TABLE: Final = ("PT12", "SC04")
CODES: Final = tuple(sorted(IN_THE_ROUND + AT_THE_TABLE))
VOIDS: Final = (rounds.FACE_UP_EARLY, rounds.FACE_UP_LATE, rounds.EXPOSED, rounds.THIRD_CARD, rounds.JAM)


@dataclass(frozen=True)
class Done:
    """An error that was made: whose, by how many cents, and in what words."""

    seat: int | None
    cents: int
    note: str


@dataclass(frozen=True)
class Asked:
    """What kind of round an error needs."""

    void: str = ""
    lay: str = ""
    ante: int = 0
    crowded: bool = False  # one seat too many


def asked(rng: Random, code: str, terms: Terms) -> Asked:
    """The round in which an error is made."""
    if code == "HB08":
        return Asked(void=rng.choice(VOIDS))
    if code == "SC01":
        return Asked(void=rounds.MISCOUNT)
    if code == "HB07":
        return Asked(lay="royal", ante=terms.limit // 500 + 25)
    if code == "HB06" and rng.random() < 0.7:
        return Asked(lay=rng.choice(("royal", "flopped", "straight flush")))
    if code in ("HB03", "HB05") and rng.random() < 0.2:
        return Asked(lay=rng.choice(("royal", "straight flush")))
    return Asked(crowded=code == "CD07")


def _net(one: Settled) -> int:
    """What a seat gains by what is done with a wager."""
    return {PAY: one.cents, PUSH: 0, TAKE: -one.cents}[one.word]


@dataclass
class Errors:
    """Makes errors in rounds."""

    rng: Random
    makers: dict[str, Callable[[Round], Done | None]] = field(init=False)

    def __post_init__(self) -> None:
        self.makers = {
            "HB01": self._hb01, "HB02": self._hb02, "HB03": self._hb03,
            "HB04": lambda made: self._bonus(made, "pocket"), "HB05": lambda made: self._bonus(made, "trips"),
            "HB06": self._hb06, "HB07": self._hb07, "HB08": self._hb08,
            "CD01": self._cd01, "CD02": self._cd02, "CD03": self._cd03, "CD04": self._cd04,
            "CD05": self._cd05, "CD07": self._cd07,
            "SC01": self._miscount, "SC11": self._miscount,
        }  # fmt: skip

    def make(self, code: str, made: Round) -> Done | None:
        """Makes an error; None where the round has no room for it, and is left as it was."""
        return self.makers[code](made)

    def _raised(self, made: Round) -> list[int]:
        """Seats that raised and whose winnings no ceiling cut."""
        return [seat for seat in made.seats if made.raised[seat] != FOLDS and not self._is_cut(made, seat)]

    def _is_cut(self, made: Round, seat: int) -> bool:
        bound = [one.cents for one in made.settled if one.seat == seat and one.word == PAY]
        return sum(bound) >= 100 * made.terms.limit

    def _change(self, one: Settled, word: str, cents: int) -> Done:
        """Another word or amount for what is done with a wager."""
        before = _net(one)
        was = one.text()
        one.word, one.cents = word, cents
        return Done(one.seat, abs(_net(one) - before), f"{was}: {one.text()} was written")

    # --- wagers ----------------------------------------------------------------------------------------------

    def _hb01(self, made: Round) -> Done | None:
        seats = self._raised(made)
        if not seats or made.void:
            return None
        seat = self.rng.choice(seats)
        draw = self.rng.random()
        if draw < 0.5:
            return self._resize(made, seat, "raise", self.rng.choice((-500, 500, 1000)))
        if draw < 0.8:
            return self._resize(made, seat, "odds", self.rng.choice((-200, 500, 1000)))
        if (seat, "pocket") in made.wagers:
            return None
        made.wagers[seat, "pocket"] = 500
        made.settled.append(made.bonus(seat, "pocket"))
        del made.wagers[seat, "pocket"]
        made.late.append(f"s{seat} wager pocket 5")
        return Done(seat, 500, "a pocket bonus once the cards were out")

    def _resize(self, made: Round, seat: int, kind: str, by: int) -> Done | None:
        """A wager of another size; it is settled as large as it is."""
        old = made.wagers[seat, kind]
        new = old + by
        one = made.find(seat, kind)
        if new <= 0 or one is None or one.cents * new % old:
            return None
        made.wagers[seat, kind] = new
        one.cents = one.cents * new // old
        return Done(seat, abs(by), f"{kind} of {rounds.cash(new)} in place of {rounds.cash(old)}")

    def _hb02(self, made: Round) -> Done | None:
        folded = [seat for seat in made.seats if made.raised[seat] == FOLDS]
        if folded and self.rng.random() < 0.15:
            return self._unfold(made, self.rng.choice(folded))
        seats = self._raised(made)
        if not seats:
            return None
        seat = self.rng.choice(seats)
        if self.rng.random() < 0.4:
            return self._misread(made, seat)
        one = made.find(seat, self.rng.choice(("ante", "raise")))
        assert one is not None
        stake = made.wagers[seat, one.kind]
        if one.word == PAY and self.rng.random() < 0.3:
            return self._change(one, PAY, one.cents + 500)
        return self._change(one, self.rng.choice([word for word in (PAY, TAKE, PUSH) if word != one.word]), stake)

    def _unfold(self, made: Round, seat: int) -> Done:
        """Ante and odds of a seat that folded go back."""
        both = [one for kind in ("ante", "odds") if (one := made.find(seat, kind))]
        for one in both:
            one.word = PUSH
        return Done(seat, sum(one.cents for one in both), "a seat that folded got ante and odds back")

    def _misread(self, made: Round, seat: int) -> Done | None:
        """The hands are compared wrongly, and ante, odds and raise go by that."""
        real = made.outcome(seat)
        other = self.rng.choice([won for won in (-1, 0, 1) if won != real])
        if other < 0 and tables.made([*made.hole[seat], *made.board]) == tables.ROYAL:
            return None
        moved = 0
        for kind in ("ante", "odds", "raise"):
            one = made.find(seat, kind)
            assert one is not None
            new = made.odds(seat, other) if kind == "odds" else made.even(seat, kind, other, made.dealer_qualifies)
            moved += _net(new) - _net(one)
            one.word, one.cents = new.word, new.cents
        return Done(seat, abs(moved), "the hands were compared wrongly")

    def _hb03(self, made: Round) -> Done | None:
        open_ = [seat for seat in made.seats if not self._is_cut(made, seat)]
        if not open_:
            return None
        one = made.find(self.rng.choice(open_), "odds")
        assert one is not None
        stake = made.wagers[one.seat, "odds"]
        if one.word == PAY and self.rng.random() < 0.7:
            return self._change(one, PAY, one.cents + self.rng.choice((stake, 2 * stake, -stake // 2)))
        if one.word == PUSH:
            return self._change(one, *self.rng.choice(((PAY, stake), (TAKE, stake))))
        return self._change(one, PUSH, stake)

    def _bonus(self, made: Round, kind: str) -> Done | None:
        found = [one for one in made.settled if one.kind == kind and not self._is_cut(made, one.seat)]
        if not found:
            return None
        one = self.rng.choice(found)
        stake = made.wagers[one.seat, kind]
        if one.word == PAY and self.rng.random() < 0.6:
            return self._change(one, PAY, one.cents + self.rng.choice((stake, 5 * stake, -stake)))
        other = (TAKE if one.word == PAY else PUSH) if self.rng.random() < 0.5 else PUSH
        if one.word == TAKE and self.rng.random() < 0.5:
            return self._change(one, PAY, 5 * stake)
        return self._change(one, other, stake)

    def _hb06(self, made: Round) -> Done | None:
        envy = [one for one in made.settled if one.kind == "envy"]
        paid = [one for one in made.settled if one.kind == "progressive" and one.word == PAY]
        if envy and self.rng.random() < 0.5:
            return self._change(envy[0], PAY, envy[0].cents + 10000)
        if made.resets_to is not None and self.rng.random() < 0.4:
            made.resets_to = 100 * tables.JACKPOTS[made.terms.progressive].reset - 100
            return Done(None, 100, "the meter was set too low")
        if paid:
            one = self.rng.choice(paid)
            return self._change(one, PAY, one.cents + self.rng.choice((100, 500, -100)))
        lost = [
            seat
            for seat in made.seats
            if (seat, "progressive") in made.wagers and tables.jackpot(
                tables.JACKPOTS[made.terms.progressive], made.hole[seat], made.board) == (0, 0)
        ]  # fmt: skip
        if not lost:
            return None
        seat = self.rng.choice(lost)
        made.settled = [one for one in made.settled if (one.seat, one.kind) != (seat, "progressive")]
        made.settled.append(Settled(seat, "progressive", PAY, 500))
        return Done(seat, 500, "a hand on no line was paid")

    def _hb07(self, made: Round) -> Done | None:
        seat = made.seats[0]
        one = made.find(seat, "odds")
        if one is None or not self._is_cut(made, seat) or made.raised[seat] == FOLDS:
            return None
        if self.rng.random() < 0.5:
            full = made.odds(seat, 1).cents
            return self._change(one, PAY, full)
        return self._change(one, PAY, one.cents - 1000 * self.rng.randint(1, 50))

    def _hb08(self, made: Round) -> Done | None:
        known = [one for one in made.settled if one.kind != "progressive"]
        one = self.rng.choice(known)
        stake = made.wagers[one.seat, one.kind]
        word = self.rng.choice([word for word in (PUSH, TAKE) if word != one.word])
        return self._change(one, word, stake)

    # --- cards -----------------------------------------------------------------------------------------------

    def _cd01(self, made: Round) -> Done | None:
        seen = [seat for seat in made.seats if seat not in made.hidden]
        if not seen:
            return None
        made.dealer = [made.hole[self.rng.choice(seen)][0], made.dealer[1]]
        return Done(None, 0, "a card of a seat came to the dealer too")

    def _cd02(self, made: Round) -> Done:
        made.extra_card = self.rng.choice(made.seats)
        made.hidden.discard(made.extra_card)
        return Done(made.extra_card, 0, "a third card, and the round was played on")

    def _cd03(self, made: Round) -> Done:
        wrong: Any = ((0, 1), (1, 0), (2, 1), (1, 2)) if made.terms.by_hand else ((1, 0), (0, 1))
        made.burns = self.rng.choice(wrong)
        return Done(None, 0, f"burns {made.burns}")

    def _cd04(self, made: Round) -> Done | None:
        """A seat that wagered nothing is dealt in; its chips stay where they are."""
        able = [seat for seat in made.seats if (seat, "progressive") not in made.wagers]
        if not able or len(made.seats) < 2:
            return None
        seat = self.rng.choice(able)
        made.wagers = {key: cents for key, cents in made.wagers.items() if key[0] != seat}
        made.settled = [one for one in made.settled if one.seat != seat]
        made.raised[seat] = ""
        made.hidden.discard(seat)
        return Done(seat, 0, "cards for a seat that wagered nothing")

    def _cd05(self, made: Round) -> Done:
        if self.rng.random() < 0.5:
            made.boxed = 2
            return Done(None, 0, "two cards face up, and the round was played on")
        made.late.insert(0, f"expose dealer {cards_text(made.dealer[:1])}")
        return Done(None, 0, "the dealer's card was seen, and the round was played on")

    def _cd07(self, made: Round) -> Done:
        return Done(None, 0, f"{len(made.seats)} seats were dealt in")

    def _miscount(self, made: Round) -> Done:
        made.counted = self.rng.choice((-2, -1, 1))
        return Done(None, 0, f"the stub was counted {made.counted:+d}")
