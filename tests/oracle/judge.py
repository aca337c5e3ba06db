"""Reads a hold'em hand off its events and says what was due, and by which codes it was done otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.evaluators import high
from tests.oracle.money import (
    Pot,
    Terms,
    is_raked,
    less_drop,
    pots_of,
    rake_of,
    shares,
    split_fault,
    uncalled_bet,
)

Line = Mapping[str, Any]  # a hand as the log has it: one JSON object
DECK_CARDS = 52
HOLE_CARDS = 2


def cents(text: str | int | float) -> int:
    """`12`, `12.5`, `12.50` as cents."""
    whole, _, part = str(text).partition(".")
    return int(whole) * 100 + int((part + "00")[:2])


def text_of(amount: int) -> str:
    """Cents as the log writes them."""
    return str(amount // 100) if amount % 100 == 0 else f"{amount // 100}.{amount % 100:02d}"


def cards_of(text: str) -> list[str]:
    """The cards of `AsKd??`."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _purse() -> defaultdict[int, int]:
    return defaultdict(int)


@dataclass
class Story:
    """What the events of one hand say, added up."""

    live_bets: defaultdict[int, int] = field(default_factory=_purse)  # of the whole hand
    antes: defaultdict[int, int] = field(default_factory=_purse)
    dead: defaultdict[int, int] = field(default_factory=_purse)
    returned: defaultdict[int, int] = field(default_factory=_purse)
    paid: dict[int, defaultdict[int, int]] = field(default_factory=dict)  # by pot, then by seat
    drop: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    dealt: set[int] = field(default_factory=set)
    folded: set[int] = field(default_factory=set)
    mucked: set[int] = field(default_factory=set)
    held: dict[int, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    cards_out: int = 0
    card_twice: str | None = None
    stub: tuple[int, int] | None = None  # counted, due: the first that was off, else the last
    blinds_off: list[int] = field(default_factory=list)  # seats
    preflop_calls: int = 0
    preflop_raises: int = 0
    bets_made: int = 0
    called_off: str | None = None

    @property
    def total_in(self) -> int:
        """Everything that went in."""
        return sum(self.live_bets.values()) + sum(self.antes.values()) + sum(self.dead.values())

    @property
    def live(self) -> set[int]:
        """The seats that have cards to the end."""
        return self.dealt - self.folded

    def put_in(self, seat: int) -> int:
        """All that one seat put in."""
        return self.live_bets[seat] + self.antes[seat] + self.dead[seat]


def read(line: Line, terms: Terms) -> Story:
    """The story of a hand, event by event."""
    story = Story()
    stacks = {seat["seat"]: cents(seat["stack"]) for seat in line["seats"]}
    whereabouts: dict[str, str] = {}  # of every card seen
    this_round: defaultdict[int, int] = _purse()
    next_round: defaultdict[int, int] = _purse()  # bets in the dark count for the street to come

    def new_cards(place: str, cards: Sequence[str]) -> None:
        story.cards_out += len(cards)
        for card in cards:
            if card != "??":
                if card in whereabouts:
                    story.card_twice = story.card_twice or card
                whereabouts[card] = place

    def cards_again(place: str, cards: Sequence[str]) -> None:
        for number, card in enumerate(cards):
            if card != "??":
                if whereabouts.get(card, place) != place or card in cards[:number]:
                    story.card_twice = story.card_twice or card
                whereabouts[card] = place

    def bet_to(seat: int, total: int, dark: bool) -> None:
        of_round = next_round if dark else this_round
        story.live_bets[seat] += total - of_round[seat]
        of_round[seat] = total

    for event in line["events"]:
        words = event.split()
        if words[0][0] == "s" and words[0][1:].isdigit():
            seat, verb, rest = int(words[0][1:]), words[1], words[2:]
            dark = "dark" in rest
            before_flop = not story.board and not dark
            if verb == "post":
                kind, amount = rest[0], cents(rest[1])
                if kind in ("sb", "bb"):
                    due = min(terms.sb if kind == "sb" else terms.bb, stacks[seat] - story.put_in(seat))
                    if amount != due:
                        story.blinds_off.append(seat)
                if kind == "ante":
                    story.antes[seat] += amount
                elif kind in ("dead", "bba"):
                    story.dead[seat] += amount
                else:
                    bet_to(seat, this_round[seat] + amount, dark=False)
            elif verb == "fold":
                story.folded.add(seat)
            elif verb == "call":
                bet_to(seat, (next_round if dark else this_round)[seat] + cents(rest[0]), dark)
                story.bets_made += 1
                story.preflop_calls += before_flop
            elif verb in ("bet", "raise"):
                bet_to(seat, cents(rest[0]), dark)
                story.bets_made += 1
                story.preflop_raises += before_flop
            elif verb == "show":
                story.held[seat] = cards_of(rest[0])
                cards_again(f"s{seat}", story.held[seat])
            elif verb == "muck":
                story.mucked.add(seat)
        elif words[0] == "deal":
            seat = int(words[1][1:])
            story.dealt.add(seat)
            new_cards(words[1], cards_of(words[2]))
            story.held[seat] = story.held.get(seat, []) + cards_of(words[2])
        elif words[0] == "burn":
            new_cards("burn", cards_of(words[1]) if words[1:] else ["??"])
        elif words[0] == "board":
            new_cards("board", cards_of(words[1]))
            story.board += cards_of(words[1])
            this_round, next_round = next_round, _purse()
        elif words[0] == "return":
            story.returned[int(words[1][1:])] += cents(words[2])
        elif words[0] in ("rake", "promo", "timepot"):
            story.drop[words[0]] += cents(words[1])
        elif words[0] == "award":
            pot = 0 if words[1] == "main" else int(words[1].removeprefix("side"))
            story.paid.setdefault(pot, _purse())[int(words[2][1:])] += cents(words[3])
        elif words[0] == "stub":
            due = DECK_CARDS - story.cards_out
            if story.stub is None or story.stub[0] == story.stub[1]:
                story.stub = (int(words[1]), due)
        elif words[0] in ("misdeal", "void"):
            story.called_off = words[0]
        elif words[0] == "dead":
            story.folded.add(int(words[1][1:]))
    return story


@dataclass(frozen=True)
class Judgement:
    """What was due in a hand, and the codes of what was done otherwise."""

    ended: str  # played, chopped, misdeal, void
    seats_dealt: int
    streets: int
    in_cents: int
    contested: int
    uncalled_seat: int
    uncalled: int
    rake_due: int
    rake_unreduced: int
    rake_taken: int
    awarded: int
    returned: int
    stub: tuple[int, int] | None
    card_twice: str | None
    pots: tuple[Pot, ...]  # after what the house took
    due: tuple[dict[int, int], ...] | None  # each pot's shares; None if a hand that could win was not seen
    codes: frozenset[str]
    misplaced: dict[str, int]  # chips that reached a wrong seat, by code

    @property
    def due_by_seat(self) -> dict[int, int]:
        """What each seat was to be pushed."""
        total: defaultdict[int, int] = _purse()
        for pot in self.due or ():
            for seat, amount in pot.items():
                total[seat] += amount
        return dict(total)


def _winners(story: Story, pot: Pot) -> set[int] | None:
    """The best hands of a pot; None if it cannot be known. A hand mucked at the showdown gave up its claim."""
    claims = set(pot.seats) if len(story.live) == 1 else set(pot.seats) - story.mucked
    if len(claims) == 1:
        return claims
    if not claims or len(story.board) != 5:
        return None
    values = {}
    for seat in claims:
        hole = story.held.get(seat, [])
        if len(hole) != HOLE_CARDS or "??" in hole:
            return None
        values[seat] = high(hole + story.board)
    best = max(values.values())
    return {seat for seat in claims if values[seat] == best}


def showdown(story: Story, button: int, unit: int, drop: int) -> tuple[list[Pot], list[dict[int, int]] | None]:
    """The pots after the drop, and the shares of each; None for the shares if a hand that could win was not seen."""
    owner, loose = uncalled_bet(story.live_bets, story.folded)
    stakes = {
        seat: story.live_bets[seat] + story.antes[seat] - (loose if seat == owner else 0)
        for seat in {*story.live_bets, *story.antes}
    }
    pots = less_drop(pots_of(stakes, story.live, sum(story.dead.values())), drop)
    dues = []
    for pot in pots:
        winners = _winners(story, pot)
        if winners is None:
            return pots, None
        dues.append(shares(pot.cents, winners, button, unit))
    return pots, dues if story.live else None


def _rake_codes(taken: int, due: int, unreduced: int, saw_flop: bool) -> set[str]:
    if taken and not due and not saw_flop:
        return {"RK03"}
    if taken == unreduced > due:
        return {"RK04"}
    if taken != due:
        return {"RK01" if taken > due else "RK02"}
    return set()


def _misplaced(due: Mapping[int, int], paid: Mapping[int, int]) -> int:
    return sum(max(0, amount - due.get(seat, 0)) for seat, amount in paid.items())


def _award_codes(story: Story, pots: Sequence[Pot], due: Sequence[Mapping[int, int]], unit: int) -> dict[str, int]:
    """The codes of pots pushed otherwise than due, with the chips that reached a wrong seat."""
    paid_by_seat: defaultdict[int, int] = _purse()
    due_by_seat: defaultdict[int, int] = _purse()
    for pushed in story.paid.values():
        for seat, amount in pushed.items():
            paid_by_seat[seat] += amount
    for dues in due:
        for seat, amount in dues.items():
            due_by_seat[seat] += amount
    if all(paid_by_seat[seat] == due_by_seat[seat] for seat in {*paid_by_seat, *due_by_seat}):
        return {}
    sizes = {number: pot.cents for number, pot in enumerate(pots) if pot.cents}
    pushed_sizes = {number: sum(p.values()) for number, p in story.paid.items() if sum(p.values())}
    if sizes != pushed_sizes:
        return {"PT03": _misplaced(due_by_seat, paid_by_seat)}
    codes: defaultdict[str, int] = defaultdict(int)
    for number, pot in enumerate(pots):
        pushed = {seat: amount for seat, amount in story.paid.get(number, {}).items() if amount}
        wrong = _misplaced(due[number], pushed)
        if not wrong:
            continue
        outsiders = pushed.keys() - due[number].keys()
        if outsiders & story.folded:
            codes["PT05"] += wrong
        elif outsiders:
            codes["PT01"] += wrong
        else:
            everybody = {seat: pushed.get(seat, 0) for seat in due[number]}
            codes[split_fault(pot.cents, everybody, unit)] += wrong
    return dict(codes)


def judge(line: Line, terms: Terms) -> Judgement:
    """What was due in a hand and what was not done so."""
    story = read(line, terms)
    saw_flop = len(story.board) >= 3
    total, returned = story.total_in, sum(story.returned.values())
    awarded = sum(sum(pushed.values()) for pushed in story.paid.values())
    rake_taken, drop = story.drop["rake"], sum(story.drop.values())
    ended = story.called_off or "played"
    both_blinds = sum(bet > 0 for bet in story.live_bets.values()) > 1
    untouched = not (awarded or drop or story.board or story.bets_made)
    if ended == "played" and both_blinds and untouched and returned == total:
        ended = "chopped"
    seat, loose = uncalled_bet(story.live_bets, story.folded)
    contested = total - loose if ended == "played" else 0

    due = unreduced = 0
    if ended == "played" and is_raked(terms, saw_flop, story.preflop_calls, story.preflop_raises):
        unreduced = rake_of(contested, terms, terms.cap)
        due = rake_of(contested, terms, min(terms.cap, terms.short.get(len(story.dealt), terms.cap)))

    codes = _rake_codes(rake_taken, due, unreduced, saw_flop)
    if story.blinds_off:
        codes.add("BL04")
    if story.card_twice:
        codes.add("CD01")
    if story.stub and story.stub[0] != story.stub[1]:
        codes.add("SC01")

    pots: list[Pot] = []
    dues: list[dict[int, int]] | None = None
    misplaced: dict[str, int] = {}
    if ended != "played":
        if any(story.put_in(s) != story.returned[s] for s in {*story.dealt, *story.returned, *story.live_bets}):
            codes.add("PT04")
    else:
        in_pots = total - loose - drop
        short = max(0, loose - story.returned[seat])  # of the uncalled bet, what its owner did not get back
        strays = returned - (loose - short)  # handed back without being due
        missing = total - returned - awarded - drop
        if short:
            codes.add("PT08")
        if awarded != in_pots and (not short or awarded != in_pots + short):
            codes.add("PT02")
        elif strays and not (short and missing == 0):
            codes.add("PT04")
        if not codes & {"CD01", "PT02", "PT04", "PT08"}:
            pots, dues = showdown(story, line["button"], terms.unit, drop)
            if dues is not None:
                misplaced = _award_codes(story, pots, dues, terms.unit)
                codes |= misplaced.keys()
    return Judgement(
        ended=ended,
        seats_dealt=len(story.dealt),
        streets=len(story.board) - 2 if saw_flop else 0,
        in_cents=total,
        contested=contested,
        uncalled_seat=seat,
        uncalled=loose,
        rake_due=due,
        rake_unreduced=unreduced,
        rake_taken=rake_taken,
        awarded=awarded,
        returned=returned,
        stub=story.stub,
        card_twice=story.card_twice,
        pots=tuple(pots),
        due=tuple(dues) if dues is not None else None,
        codes=frozenset(codes),
        misplaced=misplaced,
    )
