"""Stud and draw hands in plain Python: who put in what, who won which part, and what everybody is due.

Reads a line of the hand log. It follows the documents and shares nothing with the replay: hands are compared by trying
every choice of cards (`evaluators`), chips are cut into slices (`money`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations
from typing import Any, Final

import tests.oracle.evaluators as read
from tests.oracle.judge import cards_of, cents
from tests.oracle.money import Pot, clockwise, less_drop, pots_of, shares

Reader = Callable[[Sequence[str], Sequence[str]], read.Value | None]
Shares = dict[int, int]


def _any(evaluate: Callable[[Sequence[str]], read.Value | None]) -> Reader:
    return lambda hand, board: evaluate(hand)


HIGH, LOW, EIGHT = _any(read.high), _any(read.ace_to_five), _any(read.eight_or_better)
WORST, BADUGI = _any(read.deuce_to_seven), _any(read.badugi)
NO_ACES = _any(lambda hand: read.badugi(hand, aces=False))
# The parts of the pot, the one with the odd chip first.
PARTS: Final[Mapping[str, tuple[Reader, ...]]] = {
    "stud": (HIGH,), "stud8": (HIGH, EIGHT), "stud-hilo": (HIGH, LOW), "razz": (LOW,), "kc-razz": (WORST,),
    "super-stud": (HIGH,), "super-stud8": (HIGH, EIGHT), "razzdugi": (LOW, BADUGI), "razzdeucey": (LOW, WORST),
    "draw-high": (HIGH,), "a5-single": (LOW,), "a5-triple": (LOW,), "27-single": (WORST,), "27-triple": (WORST,),
    "badugi": (BADUGI,), "badeucey": (WORST, NO_ACES), "badacey": (LOW, BADUGI),
    "drawmaha": (read.omaha_high, BADUGI), "mexican": (),
}  # fmt: skip
STUD: Final = frozenset(game for game in PARTS if "stud" in game or "razz" in game)
_BETS: Final = ("bet", "raise", "complete")


@dataclass
class Story:
    """What the log says of one hand."""

    game: str
    button: int
    unit: int
    put: Shares = field(default_factory=dict)
    dead: int = 0
    taken: int = 0
    folded: set[int] = field(default_factory=set)
    mucked: set[int] = field(default_factory=set)
    dealt: list[int] = field(default_factory=list)
    shown: dict[int, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    joker_up: set[int] = field(default_factory=set)
    paid: Shares = field(default_factory=dict)
    called_off: bool = False

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.dealt if seat not in self.folded]


def story_of(line: Mapping[str, Any]) -> Story:
    """Reads a hand whose actions were all in turn. A round ends where cards come out behind an action."""
    story = Story(line["game"], line.get("button", 0), cents(line["stakes"]["chip"]))
    round_in: Shares = {}
    acted = False
    for event in line["events"]:
        match event.split():
            case ["burn" | "board" | "community" | "up" | "deal" | "discard" | "draw" | "reshuffle" as word, *rest]:
                if acted:
                    round_in, acted = {}, False
                if word in ("board", "community"):
                    story.board += cards_of(rest[0])
                elif word in ("up", "deal"):
                    seat = int(rest[0][1:])
                    if seat not in story.dealt:
                        story.dealt.append(seat)
                    if word == "up" and rest[1] == "Jk":
                        story.joker_up.add(seat)
            case ["misdeal" | "void", *_]:
                story.called_off = True
            case ["return", seat_text, amount]:
                _put(story.put, seat_text, -cents(amount))
            case ["rake", amount]:
                story.taken += cents(amount)
            case ["award", _, seat_text, amount]:
                _put(story.paid, seat_text, cents(amount))
            case [seat_text, "post", "dead", amount]:
                story.dead += cents(amount)
            case [seat_text, "post", kind, amount]:
                _put(story.put, seat_text, cents(amount))
                acted = acted or kind == "bringin"
                if kind != "ante":
                    _put(round_in, seat_text, cents(amount))
            case [seat_text, "call", amount, *_]:
                _put(story.put, seat_text, cents(amount))
                _put(round_in, seat_text, cents(amount))
                acted = True
            case [seat_text, word, amount, *_] if word in _BETS:
                added = cents(amount) - round_in.get(int(seat_text[1:]), 0)
                _put(story.put, seat_text, added)
                _put(round_in, seat_text, added)
                acted = True
            case [seat_text, "fold", *_]:
                story.folded.add(int(seat_text[1:]))
                acted = True
            case [_, "check", *_]:
                acted = True
            case [seat_text, "muck"]:
                story.mucked.add(int(seat_text[1:]))
            case [seat_text, "show", text]:
                story.shown[int(seat_text[1:])] = cards_of(text)
    return story


def _put(purse: Shares, seat_text: str, amount: int) -> None:
    purse[int(seat_text[1:])] = purse.get(int(seat_text[1:]), 0) + amount


def pots_after_rake(story: Story) -> list[Pot]:
    """The pots as they are pushed."""
    return less_drop(
        pots_of({seat: chips for seat, chips in story.put.items() if chips}, story.live, story.dead), story.taken
    )


def due(story: Story) -> list[Shares]:
    """What every seat is due of all pots, in each way that documents leave open; empty where cards are not known."""
    totals: list[Shares] = [{}]
    for pot in pots_after_rake(story):
        ways = _ways_to_share(story, pot)
        totals = [_sum(total, way) for total in totals for way in ways]
    return totals


def _sum(one: Shares, other: Shares) -> Shares:
    return {seat: one.get(seat, 0) + other.get(seat, 0) for seat in {*one, *other}}


def _ways_to_share(story: Story, pot: Pot) -> list[Shares]:
    claims = sorted(seat for seat in pot.seats if len(story.live) == 1 or seat not in story.mucked)
    if len(claims) == 1:
        return [{claims[0]: pot.cents}]
    if any(seat not in story.shown for seat in claims):
        return []
    best = [_winners(story, claims, part) for part in range(max(1, len(PARTS[story.game])))]
    first = best[0]
    second = best[1] if len(best) == 2 else []
    if not second or second == first:
        return [shares_in(pot.cents, order, story.unit) for order in _orders(story, first, 0)]
    half = pot.cents // (2 * story.unit) * story.unit
    return [
        _sum(shares_in(pot.cents - half, one, story.unit), shares_in(half, other, story.unit))
        for one in _orders(story, first, 0)
        for other in _orders(story, second, 1)
    ]


def shares_in(amount: int, order: Sequence[int], unit: int) -> Shares:
    """As `shares`, for winners that already stand in the order of the odd chips."""
    named = dict(enumerate(order, start=1))
    return {named[place]: part for place, part in shares(amount, named, 0, unit).items()}


def _value(story: Story, seat: int, part: int, hand: Sequence[str] | None = None) -> read.Value | None:
    own = list(story.shown[seat] if hand is None else hand)
    if story.game == "mexican":
        return read.mexican(own, joker_down=seat not in story.joker_up)
    if story.game in STUD and hand is None:
        own += [card for card in story.board if card not in own]  # the community card is everybody's
    return PARTS[story.game][part](own, story.board)


def _winners(story: Story, claims: Iterable[int], part: int) -> list[int]:
    worth = {seat: value for seat in claims if (value := _value(story, seat, part)) is not None}
    return [seat for seat in worth if worth[seat] == max(worth.values())]


def _orders(story: Story, winners: Sequence[int], part: int) -> list[list[int]]:
    """In which order odd chips go: from the button's left, or by the highest card of those that play."""
    if story.game not in STUD:
        return [clockwise(winners, story.button)]
    if len(winners) == 1:
        return [list(winners)]
    found = []
    for ace_low in _ways_to_read_an_ace(story, part):
        keys = {seat: _highest_card(story, seat, part, ace_low) for seat in winners}
        for order in permutations(winners):  # two hands may share their highest card
            ordered = list(order)
            if all(keys[a] >= keys[b] for a, b in pairwise(ordered)) and ordered not in found:
                found.append(ordered)
    return found


def _ways_to_read_an_ace(story: Story, part: int) -> tuple[bool, ...]:
    """High where the hand has it high, low where it has it low; documents do not say it of the odd chip."""
    reader = PARTS[story.game][part] if PARTS[story.game] else HIGH
    return (False,) if reader is WORST else (True,) if reader is BADUGI else (False, True)


def _highest_card(story: Story, seat: int, part: int, ace_low: bool) -> tuple[int, int]:
    own = [*story.shown[seat], *(card for card in story.board if card not in story.shown[seat])]
    value = _value(story, seat, part)
    assert value is not None
    if story.game == "mexican":
        return max(_key(card, ace_low) for card in own)
    size = value[0] if PARTS[story.game][part] is BADUGI else 5
    playing = [some for some in combinations(own, size) if PARTS[story.game][part](some, ()) == value]
    return max(_key(card, ace_low) for some in playing for card in some)


def _key(card: str, ace_low: bool) -> tuple[int, int]:
    if card == "Jk":
        return 99, 0
    return read.rank(card, ace_low=ace_low), read.SUITS.index(card[1])
