"""One hand of a Chinese game, from the time of the seats to the last payment, with the error that was asked for.

Rows are written once, when all are set. Each error changes one thing; the rest of the hand follows from it as a table
would have it, so that one error is one finding.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pipelines.simulator.cards import DECK, TEXT
from pipelines.simulator.chinese_games import WHOLE_HAND, ChineseGame
from pipelines.simulator.chinese_scoring import EARLIER, Purse, Scoring
from pipelines.simulator.chinese_setting import set_rows
from pipelines.simulator.chinese_values import Rows, is_foul, opens_fantasyland, stays_in_fantasyland
from pipelines.simulator.hand import HandResult
from pipelines.simulator.wrongs import Wrong

ROWS: Final = ("front", "middle", "back")
STACKS_SLIDE: Final = 0.01  # plain deals in which a card slid from one stack to the next, and was put right
FOUL_IS_KEPT_QUIET: Final = 0.1  # fouls that nobody calls aloud and all score as such
IN_A_ROW: Final = 3


@dataclass
class ChineseSetup:
    """Everything that is settled before the first card."""

    game: ChineseGame
    scoring: Scoring
    point: int
    button: int
    ring: list[int]  # seats that are dealt in, from the button's left
    stacks: Mapping[int, int]  # of all seats, time already paid
    fantasy: Mapping[int, int]  # seats in Fantasyland, with how many it makes in a row
    progressive: bool
    time: Sequence[tuple[int, int]] = ()
    wanted: Sequence[str] = ()  # errors that may be made, if this hand has room for one
    faces: bool = False  # the log knows the cards as they are dealt
    stub_due: bool = False
    stub_off: bool = False
    misdeal: bool = False
    goes_on: bool = True  # more hands will follow, with the same players


@dataclass
class ChineseResult(HandResult):
    """The same as of any hand; and who is in Fantasyland next, with how many it makes in a row."""

    fantasy: dict[int, int] = field(default_factory=dict)


class ChineseHand:
    """Plays one hand."""

    def __init__(self, rng: Random, setup: ChineseSetup) -> None:
        self.rng, self.setup, self.game, self.scoring = rng, setup, setup.game, setup.scoring
        self.events = [f"time s{seat} {amount}" for seat, amount in setup.time]
        self.deck = list(DECK)
        rng.shuffle(self.deck)
        self.held: dict[int, list[int]] = {seat: [] for seat in setup.ring}
        self.rows: dict[int, Rows] = {}
        self.written: dict[int, Rows] = {}  # rows that are written down otherwise than they are scored
        self.fouls: set[int] = set()  # as the table rules
        self.quiet: set[int] = set()  # fouls that nobody calls aloud
        self.purse = Purse(setup.stacks, setup.scoring.book == EARLIER)
        self.wrong: Wrong | None = None
        self.called_off = ""
        self.next_fantasy: dict[int, int] = {}
        self._makers: dict[str, Callable[[], bool]] = {
            "CD01": self._card_twice, "OF02": self._rule_wrongly, "OF04": self._fantasyland_wrong,
            "OF06": self._set_wrong_number,
        }  # fmt: skip

    def play(self) -> ChineseResult:
        code = self._code_of_the_deal()
        self._deal(code)
        if not self.called_off:
            self._set()
            if self.wrong is None:
                self._try("OF06", "CD01")
            self._write_rows()
            self._rule()
            self._earn()
            if self.wrong is None:
                self._try("OF02", "OF04")
            self._call_fouls()
            self._compare()
            self.events += [f"fantasy s{seat}" for seat in sorted(self.next_fantasy)]
            self._count_stub()
        else:
            self.next_fantasy = dict(self.setup.fantasy)
        stacks = {seat: self.purse.chips[seat] for seat in self.purse.chips}
        seconds = 45 + len(self.events) // 2 + self.rng.randint(0, 30)
        return ChineseResult(self.events, stacks, seconds, self.wrong, self.called_off, fantasy=self.next_fantasy)

    def _try(self, *codes: str) -> None:
        for code in codes:
            if code in self.setup.wanted and self._makers[code]():
                return

    def _note(self, code: str, note: str, event: int | None = None, seat: int | None = None, amount: int = 0) -> bool:
        self.wrong = Wrong(code, amount, note, event, seat)
        return True

    # --- the deal --------------------------------------------------------------------------------------------

    def _code_of_the_deal(self) -> str:
        """The error of the deal that this hand is to have; empty where it has none."""
        ripe = [code for code in ("CD02", "CD04", "CD05", "CD06", "CD09") if code in self.setup.wanted]
        if self.setup.misdeal or not ripe:
            return ""
        code = self.rng.choice(ripe)
        drawing = [seat for seat in self.setup.ring if seat not in self.setup.fantasy]
        if code in ("CD05", "CD06") and (self.setup.stub_due or not drawing):
            return ""
        spare = len(self.deck) - self._cards_needed()
        if code == "CD05" or (code == "CD02" and self.game.is_open_face):
            more = 1 if code == "CD05" else self.game.draw_sizes[-1]
            return code if spare >= more and drawing else ""
        return code

    def _cards_needed(self) -> int:
        """Cards that the hand takes out of the deck."""
        game, inside = self.game, len(self.setup.fantasy.keys() & set(self.setup.ring))
        plain = game.hole_cards + sum(game.draw_sizes)
        return inside * (game.hole_cards + game.book) + (len(self.setup.ring) - inside) * plain

    def _give(self, seat: int, count: int) -> None:
        """So many cards to a seat, as one event."""
        cards = [self.deck.pop() for _ in range(count)]
        self.held[seat] += cards
        text = "".join(TEXT[card] for card in cards) if self.setup.faces else "??" * count
        self.events.append(f"deal s{seat} {text}")

    def _deal(self, code: str) -> None:
        ring = list(self.setup.ring)
        if code == "CD04":
            ring = [*ring[1:], ring[0]]
            self._note("CD04", f"the deal began at s{ring[0]}", None, ring[0])
        if not self.game.is_open_face:
            self._deal_stacks(ring, code)
        elif self._first_five(ring, code):
            self._draw(code)
        if code == "CD09" and not self.called_off:
            seat = self.rng.choice(ring)
            self._note("CD09", "a joker came out", len(self.events), seat)
            self.events.append(f"joker s{seat}")

    def _deal_stacks(self, ring: list[int], code: str) -> None:
        """Stacks of thirteen; a card that slid to the next stack is drawn back at random."""
        slides = code == "CD02" or self.rng.random() < STACKS_SLIDE
        gives, gets = ring[0], ring[-1]
        if code == "CD02":  # the card changes hands unseen, or it would show up in both
            self.setup.faces = False
        for seat in ring:
            self._give(seat, WHOLE_HAND + (slides and seat == gives) - (slides and seat == gets))
        if not slides:
            return
        card = self.held[gives].pop()
        self.held[gets].append(card)
        if code == "CD02":
            self._note("CD02", "fourteen cards and twelve, and nothing was done", None, gives)
        else:
            text = TEXT[card] if self.setup.faces else "??"
            self.events += [f"discard s{gives} {text}", f"draw s{gets} {text}"]

    def _first_five(self, ring: list[int], code: str) -> bool:
        """The first cards; False where the deal was called off for a boxed card."""
        boxed_at = ring[0] if self.setup.misdeal or code == "CD05" else 0
        for seat in ring:
            self._give(seat, self.game.hole_cards)
            if seat == boxed_at and len(ring) > 1:
                place = len(self.events)
                self.events.append(f"boxed {TEXT[self.deck.pop()]}")
                if self.setup.misdeal:
                    self.events.append("misdeal boxed-card")
                    self.called_off = "misdeal"
                    return False
                self._note("CD05", "a boxed card in the first deal, and play went on", place)
        for seat in ring:
            if seat in self.setup.fantasy:
                self._give(seat, self.game.book)
        return True

    def _draw(self, code: str) -> None:
        """Draw after draw; in the pineapple games one of each is thrown away, face down."""
        drawing = [seat for seat in self.setup.ring if seat not in self.setup.fantasy]
        for number, size in enumerate(self.game.draw_sizes):
            for seat in drawing:
                self._give(seat, size)
                if self.game.thrown and self.setup.faces:
                    self.events.append(f"discard s{seat} ??")
                if code == "CD06" and number == 2:
                    self._note("CD06", "a misdeal after the second draw was set", len(self.events))
                    self.events.append("misdeal exposed-card")
                    self.called_off = "misdeal"
                    return
        if code == "CD02" and drawing:
            seat = self.rng.choice(drawing)
            self._give(seat, self.game.draw_sizes[-1])
            self._note("CD02", "one draw too many", len(self.events) - 1, seat)

    # --- setting ---------------------------------------------------------------------------------------------

    def _set(self) -> None:
        for seat in self.setup.ring:
            self.rows[seat] = set_rows(self.rng, self.held[seat], self.game.low_middle)

    def _write_rows(self) -> None:
        for seat in self.setup.ring:
            for word, cards in zip(ROWS, self.written.get(seat, self.rows[seat]), strict=True):
                self.events.append(f"s{seat} set {word} {''.join(TEXT[card] for card in cards)}")

    def _set_wrong_number(self) -> bool:
        """OF06: a card lies in the wrong row, and nobody says a word; it is scored as if it lay right."""
        able = [seat for seat in self.setup.ring if not self._is_foul(seat)]
        if not able:
            return False
        seat = self.rng.choice(able)
        front, middle, back = self.rows[seat]
        shown = self.rng.choice(([*front, middle[0]], front[:2]))
        moved = ([*middle[1:]], back) if len(shown) == 4 else ([*middle, front[2]], back)
        if self.game.is_open_face and not self._shows(seat):
            return False
        self.written[seat] = (shown, *moved)
        return self._note("OF06", "a wrong number of cards in a row", None, seat)

    def _shows(self, seat: int) -> bool:
        """Whether a score of some comparison would be another if the seat's hand were a foul."""
        for other in self.setup.ring:
            if other == seat or self._is_foul(other):
                continue
            rows = (self.rows[seat], self.rows[other])
            if self.scoring.points(*rows, (False, False)) != self.scoring.points(*rows, (True, False)):
                return True
        return False

    def _card_twice(self) -> bool:
        """CD01: two seats show the same card."""
        one, other = self.rng.sample(self.setup.ring, 2)
        self.rows[one][1][0] = self.rows[other][2][0]
        return self._note("CD01", "a card lies in two hands", None, None)

    # --- rulings ---------------------------------------------------------------------------------------------

    def _is_foul(self, seat: int) -> bool:
        return self.game.is_open_face and is_foul(self.rows[seat], self.game.low_middle)

    def _rule(self) -> None:
        self.fouls = {seat for seat in self.setup.ring if self._is_foul(seat)}
        self.quiet = {seat for seat in self.fouls if self.rng.random() < FOUL_IS_KEPT_QUIET}
        if len(self.fouls) > 1 or self.wrong is not None or self.setup.wanted:
            self.quiet = set()  # nobody could say whether the ruling or the score was wrong

    def _rule_wrongly(self) -> bool:
        """OF02: a foul that is played as a good hand, or a good hand that is called a foul."""
        seen = [seat for seat in sorted(self.fouls) if self._shows(seat)]
        good = [seat for seat in self.setup.ring if seat not in self.fouls]
        if seen and (not good or self.rng.random() < 0.7):
            seat = self.rng.choice(seen)
            self.fouls.discard(seat)
            self.quiet.discard(seat)
            self.next_fantasy.pop(seat, None)
            return self._note("OF02", "a foul was not called", None, seat)
        if not good or self.rng.random() < 0.5:
            return False
        seat = self.rng.choice(good)
        self.fouls.add(seat)
        self.next_fantasy.pop(seat, None)
        return self._note("OF02", "a good hand was called a foul", None, seat)

    def _call_fouls(self) -> None:
        self.events += [f"s{seat} foul" for seat in sorted(self.fouls - self.quiet)]

    # --- Fantasyland -----------------------------------------------------------------------------------------

    def _earn(self) -> None:
        """Who is in Fantasyland for the next hand."""
        if not self.game.is_open_face:
            return
        for seat in self.setup.ring:
            in_a_row = self.setup.fantasy.get(seat, 0)
            if seat in self.fouls:
                continue
            stays = stays_in_fantasyland(self.rows[seat], self.game.low_middle)
            earned = stays if in_a_row else opens_fantasyland(self.rows[seat])
            if earned and not (self.setup.progressive and in_a_row >= IN_A_ROW):
                self.next_fantasy[seat] = in_a_row + 1
        for seat, in_a_row in self.setup.fantasy.items():
            if seat not in self.setup.ring:  # sat out on the button: still to come
                self.next_fantasy[seat] = in_a_row

    def _fantasyland_wrong(self) -> bool:
        """OF04: Fantasyland for a seat that did not earn it, or none for one that did."""
        if not self.setup.goes_on or not self.game.is_open_face:
            return False
        able = [seat for seat in self.setup.ring if seat not in self.fouls]
        if self.scoring.book == EARLIER:  # what keeps a seat in Fantasyland that document does not say
            able = [seat for seat in able if seat not in self.setup.fantasy]
        earned = [seat for seat in able if seat in self.next_fantasy]
        others = [seat for seat in able if seat not in self.next_fantasy]
        if earned and self.rng.random() < 0.7:
            seat = self.rng.choice(earned)
            del self.next_fantasy[seat]
            return self._note("OF04", "Fantasyland was refused", None, seat)
        over = [seat for seat in others if self.setup.fantasy.get(seat, 0) >= IN_A_ROW]
        if not others or (not over and self.rng.random() < 0.6):
            return False
        seat = self.rng.choice(over or others)
        self.next_fantasy[seat] = self.setup.fantasy.get(seat, 0) + 1
        return self._note("OF04", "Fantasyland that was not earned", None, seat)

    # --- comparisons -----------------------------------------------------------------------------------------

    def _compare(self) -> None:
        """Scores and payments, pair by pair in the order of paying."""
        pairs = self.scoring.in_order(self.setup.ring, self.setup.button)
        scores = [self._points(*pair) for pair in pairs]
        if self.wrong is None:
            self._score_wrongly(pairs, scores)
        payments = []
        for (one, other), points in zip(pairs, scores, strict=True):
            winner, loser = (one, other) if points >= 0 else (other, one)
            due = self.purse.payable(winner, loser, abs(points) * self.setup.point)
            amount = self._pay_wrongly(winner, loser, points, due) if self.wrong is None else due
            self.purse.pay(winner, loser, amount)
            payments += [f"pay s{winner} s{loser} {amount}"] if amount else []
        first = len(self.events)
        for (one, other), points in zip(pairs, scores, strict=True):
            self.events.append(f"score s{one} s{other} {points}")
        self.events += payments
        if self.wrong is not None and self.wrong.code in ("OF01", "OF03") and self.wrong.event is not None:
            self.wrong = Wrong(
                self.wrong.code, self.wrong.amount, self.wrong.note, first + self.wrong.event, self.wrong.seat
            )

    def _points(self, one: int, other: int) -> int:
        fouls = (one in self.fouls, other in self.fouls)
        return self.scoring.points(self.rows[one], self.rows[other], fouls)

    def _score_wrongly(self, pairs: Sequence[tuple[int, int]], scores: list[int]) -> None:
        """OF03: a royalty is forgotten; OF01: the points are off by something that is no royalty."""
        if not self.game.is_open_face:
            return
        places = self.rng.sample(range(len(pairs)), len(pairs))
        for code in ("OF03", "OF01"):
            for place in places if code in self.setup.wanted else ():
                one, other = pairs[place]
                if one in self.fouls and other in self.fouls:
                    continue
                worth = {seat: self.scoring.royalties(self.rows[seat]) for seat in (one, other)}
                change = self._change(code, worth, {one: 1, other: -1})
                if change:
                    scores[place] += change
                    self._note(code, f"s{one} and s{other}: off by {change}", place)
                    return

    def _change(self, code: str, worth: Mapping[int, list[int]], signs: Mapping[int, int]) -> int:
        """By how much the first seat's points are put wrong; 0 where the pair has no room for the error."""
        if code == "OF03":
            counted = [
                -signs[seat] * points
                for seat, three in worth.items()
                if seat not in self.fouls
                for points in three
                if points
            ]
            return self.rng.choice(counted) if counted else 0
        royal = {points for three in worth.values() for points in (*three, sum(three))}
        free = [change for change in (-3, -2, -1, 1, 2, 3, 6) if abs(change) not in royal]
        return self.rng.choice(free) if free else 0

    def _pay_wrongly(self, winner: int, loser: int, points: int, due: int) -> int:
        """OF05: past table stakes where they bind, else a point too little or too much."""
        point, chips = self.setup.point, self.purse.chips
        gross = abs(points) * point
        if "OF05" not in self.setup.wanted or not gross or self._both_fouled(winner, loser):
            return due
        if due < gross and chips[loser] >= gross and self.game.is_open_face:
            self._note("OF05", "paid past table stakes", None, loser, gross - due)
            return gross
        if due == gross and (self.game.is_open_face or self._is_deep()):
            more = chips[loser] >= due + point and (due == point or self.rng.random() < 0.5)
            if not more and due == point:
                return due  # a hand without any payment says nothing
            self._note("OF05", "a point too much or too little", None, loser, point)
            return due + point if more else due - point
        return due

    def _is_deep(self) -> bool:
        """Whether every seat has chips for whatever plain Chinese poker can cost it."""
        most = 6 * (len(self.setup.ring) - 1) * self.setup.point
        return all(self.setup.stacks[seat] >= most for seat in self.setup.ring)

    def _both_fouled(self, winner: int, loser: int) -> bool:
        """Two fouls: nobody says what they owe each other."""
        return winner in self.fouls and loser in self.fouls

    # --- the end ---------------------------------------------------------------------------------------------

    def _count_stub(self) -> None:
        if not self.setup.stub_due:
            return
        left = len(self.deck)
        if self.setup.stub_off:
            off = self.rng.choice([one for one in (-1, 1, 2) if left + one >= 0])
            self._note("SC01", f"counted {left + off}, {left} were left", len(self.events))
            left += off
        self.events.append(f"stub {left}")


def play_chinese_hand(rng: Random, setup: ChineseSetup) -> ChineseResult:
    """Plays one hand of a Chinese game."""
    return ChineseHand(rng, setup).play()
