"""Reads a hand of a flop game off its events and says what was due, and by which codes it was done otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.oracle.games import HOLDEM, Game
from tests.oracle.money import (
    Pot,
    Terms,
    is_raked,
    less_drop,
    low_half,
    pots_of,
    rake_of,
    shares,
    split_fault,
    uncalled_bet,
)

Line = Mapping[str, Any]  # a hand as the log has it: one JSON object
DECK_CARDS = 52


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
    game: Game = HOLDEM
    paid: dict[int, defaultdict[int, int]] = field(default_factory=dict)  # by pot, then by seat
    paid_low: dict[int, defaultdict[int, int]] = field(default_factory=dict)  # of that, as the low half
    drop: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    dealt: set[int] = field(default_factory=set)
    folded: set[int] = field(default_factory=set)
    mucked: set[int] = field(default_factory=set)
    held: dict[int, list[str]] = field(default_factory=dict)
    thrown: dict[int, list[str]] = field(default_factory=dict)  # by seat, in games with a discard
    tabled_thrown: set[int] = field(default_factory=set)  # seats that showed a card they had thrown away
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
    story = Story(game=terms.game)
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
                if set(story.held[seat]) & set(story.thrown.get(seat, [])):
                    story.tabled_thrown.add(seat)
                cards_again(f"s{seat}", story.held[seat])
            elif verb == "muck":
                story.mucked.add(seat)
        elif words[0] == "deal":
            seat = int(words[1][1:])
            story.dealt.add(seat)
            new_cards(words[1], cards_of(words[2]))
            story.held[seat] = story.held.get(seat, []) + cards_of(words[2])
        elif words[0] == "discard":
            held = story.held[int(words[1][1:])]
            for card in cards_of(words[2]):
                if card != "??":
                    story.thrown.setdefault(int(words[1][1:]), []).append(card)
                if card in held:  # a wrong deal may name another card than the one thrown away
                    held.remove(card)
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
            name, _, part = words[1].partition(".")
            pot = 0 if name == "main" else int(name.removeprefix("side"))
            story.paid.setdefault(pot, _purse())[int(words[2][1:])] += cents(words[3])
            if part == "lo":
                story.paid_low.setdefault(pot, _purse())[int(words[2][1:])] += cents(words[3])
        elif words[0] == "stub":
            due = DECK_CARDS - story.cards_out
            if story.stub is None or story.stub[0] == story.stub[1]:
                story.stub = (int(words[1]), due)
        elif words[0] in ("misdeal", "void"):
            story.called_off = words[0]
        elif words[0] == "dead":
            story.folded.add(int(words[1][1:]))
    return story


class Heap(NamedTuple):
    """Chips that the winners share evenly: a whole pot, or the high (`hi`) or low (`lo`) half of one."""

    part: str
    cents: int
    winners: frozenset[int]


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
    heaps: tuple[Heap, ...] | None  # what every pot is shared as; None if a hand that could win was not seen
    codes: frozenset[str]
    misplaced: dict[str, int]  # chips that reached a wrong seat, by code


def _winners(story: Story, pot: Pot) -> tuple[frozenset[int], frozenset[int]] | None:
    """The best hands of a pot, high and low; None if it cannot be known. A hand that was mucked gave up its claim."""
    claims = frozenset(pot.seats) if len(story.live) == 1 else frozenset(pot.seats) - story.mucked
    if len(claims) == 1:
        return claims, frozenset()
    if not claims or len(story.board) != 5:
        return None
    for seat in claims:
        hole = story.held.get(seat, [])
        if len(hole) != story.game.kept or "??" in hole:
            return None
        if seat in story.tabled_thrown:  # without a rule on such hands nobody can say what it is worth
            return None
    highs = {seat: story.game.best_high(story.held[seat], story.board) for seat in claims}
    lows = {seat: low for seat in claims if (low := story.game.best_low(story.held[seat], story.board)) is not None}
    best, best_low = max(highs.values()), max(lows.values(), default=None)
    return (
        frozenset(seat for seat in claims if highs[seat] == best),
        frozenset(seat for seat in lows if lows[seat] == best_low),
    )


def _heaps(pot: Pot, high: frozenset[int], low: frozenset[int], unit: int) -> list[Heap]:
    """A pot as it is shared: in halves, but whole where nobody has a low or the same hands win both ways."""
    if not low or low == high:
        return [Heap("", pot.cents, high)]
    to_low = low_half(pot.cents, unit)
    return [Heap("hi", pot.cents - to_low, high), Heap("lo", to_low, low)]


def showdown(story: Story, unit: int, drop: int) -> tuple[list[Pot], list[list[Heap]] | None]:
    """The pots after the drop, and the heaps of each; None for the heaps if a hand that could win was not seen."""
    owner, loose = uncalled_bet(story.live_bets, story.folded)
    stakes = {
        seat: story.live_bets[seat] + story.antes[seat] - (loose if seat == owner else 0)
        for seat in {*story.live_bets, *story.antes}
    }
    pots = less_drop(pots_of(stakes, story.live, sum(story.dead.values())), drop)
    heaps = []
    for pot in pots:
        winners = _winners(story, pot)
        if winners is None:
            return pots, None
        heaps.append(_heaps(pot, *winners, unit))
    return pots, heaps if story.live else None


def due_of(heaps: Sequence[Heap], button: int, unit: int) -> dict[int, int]:
    """What each seat is due of the heaps of one pot."""
    due: defaultdict[int, int] = _purse()
    for heap in heaps:
        for seat, amount in shares(heap.cents, heap.winners, button, unit).items():
            due[seat] += amount
    return dict(due)


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


class Due(NamedTuple):
    """What shares depend on beside the hands."""

    button: int
    unit: int


def _award_codes(story: Story, pots: Sequence[Pot], heaps: Sequence[Sequence[Heap]], terms: Due) -> dict[str, int]:
    """The codes of pots pushed otherwise than due, with the chips that reached a wrong seat."""
    paid_by_seat: defaultdict[int, int] = _purse()
    due_by_seat: defaultdict[int, int] = _purse()
    due = [due_of(of_pot, terms.button, terms.unit) for of_pot in heaps]
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
    for number in range(len(pots)):
        paid = {seat: amount for seat, amount in story.paid.get(number, {}).items() if amount}
        wrong = _misplaced(due[number], paid)
        if wrong:
            low_paid: Mapping[int, int] = story.paid_low.get(number, {})
            codes[_pot_fault(story, pots[number], heaps[number], paid, low_paid, terms)] += wrong
    return dict(codes)


def _pot_fault(
    story: Story, pot: Pot, heaps: Sequence[Heap], paid: Mapping[int, int], low_paid: Mapping[int, int], terms: Due
) -> str:
    """The one code for a pot of the right size that did not go to its seats as due."""
    winners = _winners(story, pot)
    assert winners is not None
    high, low = winners
    outsiders = paid.keys() - high - low
    if outsiders & story.folded:
        return "PT05"
    if any(low_paid.values()) and not low:
        return "PT07"
    if outsiders:
        return "PT01"
    if len(heaps) == 1:
        fault = split_fault(pot.cents, {seat: paid.get(seat, 0) for seat in high}, terms.unit)
        moved = _misplaced(due_of(heaps, *terms), paid)
        return "OC04" if low and moved <= terms.unit and fault != "OC01" else fault
    gap = abs(sum(low_paid.values()) - heaps[1].cents)
    if gap:
        divides = pot.cents // terms.unit % 2 == 0  # no chip is odd between the halves
        return "PT06" if gap > terms.unit or divides else "OC03"
    for heap in heaps:
        of_half = low_paid if heap.part == "lo" else {s: c - low_paid.get(s, 0) for s, c in paid.items()}
        if _misplaced(shares(heap.cents, heap.winners, *terms), of_half):
            if any(of_half.get(seat, 0) for seat in of_half.keys() - heap.winners):
                return "PT01"
            return split_fault(heap.cents, {seat: of_half.get(seat, 0) for seat in heap.winners}, terms.unit)
    return "PT01"


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
    heaps: list[list[Heap]] | None = None
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
            pots, heaps = showdown(story, terms.unit, drop)
            if heaps is not None:
                misplaced = _award_codes(story, pots, heaps, Due(line["button"], terms.unit))
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
        heaps=tuple(heap for of_pot in heaps for heap in of_pot) if heaps is not None else None,
        codes=frozenset(codes),
        misplaced=misplaced,
    )
