"""Heads-Up Hold'em as the document has it, read slowly: what each wager of a round is due, and what was done wrong.

Typed from chapters 7, 11, 12 and 13 of the rules, apart from everything that judges. A round is the JSON object of the
hand log. What nobody can say is None.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from tests.oracle.evaluators import CATEGORIES, RANKS, high_of_five

KINDS: Final = ("ante", "odds", "raise", "pocket", "trips", "progressive")
ORDER: Final = (*CATEGORIES, "royal flush")
# "to 1" by the letter of the table, in the order of the document.
_BEST: Final = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind")
ODDS: Final[dict[str, dict[str, Fraction | int]]] = {
    "A": dict(zip(_BEST, (500, 50, 10, 3, Fraction(3, 2), 1), strict=False))
}
BAD_BEAT: Final = {
    letter: dict(zip(_BEST[1:], pays, strict=False))
    for letter, pays in {
        "A": (500, 50, 10, 8, 5), "B": (500, 50, 10, 6, 5), "C": (500, 50, 10, 5, 4), "D": (500, 25, 6, 5, 4),
    }.items()
}  # fmt: skip
TRIPS: Final = {
    letter: dict(zip(_BEST, pays, strict=True))
    for letter, pays in {
        "A": (100, 40, 30, 9, 7, 4, 3), "B": (100, 40, 30, 8, 6, 5, 3), "C": (100, 40, 30, 7, 6, 5, 3),
        "D": (100, 40, 30, 8, 7, 4, 3),
    }.items()
}  # fmt: skip
POCKET: Final = {"A": (30, 20, 10, 5), "B": (25, 20, 10, 5), "C": (30, 20, 10, 4)}  # aces, suited, offsuit, pair
# Jackpots: "100%" of the meter or dollars; flopped in spades, flopped, royal, community, straight flush, quads, full
# house, flush, and the least that the meter is set to.
JACKPOT: Final = {
    "A": "100% 10% 10% 10% 200 50 10 5 5000", "B": "100% 1000 1000 1000 200 50 10 5 5000",
    "C": "100% 10% 10% 10% 500 100 10 0 5000", "D": "100% 100% 1000 1000 500 100 10 0 5000",
    "E": "100% 100% 3000 3000 250 100 10 0 5000", "F": "100% 100% 5% 3000 250 100 10 0 6000",
    "G": "100% 100% 100% 1000 250 75 11 0 2000", "H": "100% 100% 100% 1000 300 100 10 0 2000",
    "I": "2000 2000 2000 2000 250 50 7 5 2500", "J": "100% 100% 100% 1000 250 75 11 0 2000",
}  # fmt: skip
ENVY: Final = {"J": 100}  # dollars for each dollar, for another seat's royal flush that the board alone does not make
Due = tuple[str, int]  # pay, push or take, and the winnings in cents


@dataclass(frozen=True)
class Terms:
    """The letters of a placard, and its ceiling in cents."""

    odds: str
    bad_beat: str
    pocket: str
    trips: str
    progressive: str
    limit: int | None


@dataclass
class Story:
    """A round as its events tell it."""

    staked: dict[tuple[int, str], int] = field(default_factory=lambda: defaultdict(int))
    done: dict[tuple[int, str], dict[str, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    hole: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))  # 0 is the dealer
    cards: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    boards: list[list[str]] = field(default_factory=list)
    raises: dict[int, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    folds: dict[int, str] = field(default_factory=dict)
    late: set[tuple[int, str]] = field(default_factory=set)
    envy: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    meters: list[tuple[int, int]] = field(default_factory=list)
    jackpots: dict[int, int] = field(default_factory=dict)
    boxed: int = 0
    exposed: bool = False  # a card of the dealer, while somebody had still to act
    whole_deal: bool = False  # when the second card was found face up
    void: str | None = None
    settlements: int = 0

    @property
    def seats(self) -> list[int]:
        return sorted({seat for seat, _ in self.staked})

    @property
    def board(self) -> list[str]:
        return [card for cards in self.boards for card in cards]


def cents(text: str) -> int:
    """An amount of the log."""
    return round(Fraction(text) * 100)


def _cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def story_of(hand: dict[str, Any]) -> Story:
    """Reads the events one after the other."""
    told = Story()
    street = "before"
    for place, event in enumerate(hand["events"]):
        words = event.split()
        if words[0] == "deal":
            who = 0 if words[1] == "dealer" else int(words[1][1:])
            told.cards[who] += len(_cards(words[2]))
            told.hole[who] += [card for card in _cards(words[2]) if card != "??"]
            street = "preflop" if street == "before" else street
        elif words[0] == "board":
            told.boards.append(_cards(words[1]))
            street = "flop" if len(told.board) < 5 else "river"
        elif words[0] == "boxed":
            told.boxed += 1
            if told.boxed == 2:
                told.whole_deal = all(told.cards[seat] >= 2 for seat in (0, *told.seats))
        elif words[0] == "expose":
            acted = {*told.folds, *(seat for seat, raised in told.raises.items() if raised)}
            told.exposed |= bool(set(told.seats) - acted)
        elif words[0] == "void":
            told.void = words[1]
        elif words[0] == "meter":
            told.meters.append((place, cents(words[1])))
        elif words[0] == "envy":
            told.envy[int(words[1][1:])] += cents(words[2])
            told.settlements += 1
        elif words[0].startswith("s") and words[0][1:].isdigit():
            street = _take_seat(told, int(words[0][1:]), words[1:], street, place)
    return told


def _take_seat(told: Story, seat: int, words: list[str], street: str, place: int) -> str:
    """An event of a seat; returns the street, which ends with the first wager that is settled against the dealer."""
    if words[0] == "wager":
        kind, amount = words[1], cents(words[2])
        told.staked[seat, kind] += amount
        if kind == "raise":
            told.raises[seat].append((street, amount))
        elif street != "before":
            told.late.add((seat, kind))
    elif words[0] in ("pay", "take", "push"):
        told.done[seat, words[1]][words[0]] += cents(words[2])
        if not (words[1] == "progressive" and words[0] == "take"):
            told.settlements += 1
            at_fold = not told.raises[seat] and (seat in told.folds or words[0] == "take")
            if street == "river" and not at_fold:  # ante and odds of a seat that folds are settled at once
                street = "settling"
        if words[:2] == ["pay", "progressive"]:
            told.jackpots[seat] = place
    elif words[0] == "fold":
        told.folds.setdefault(seat, street)
    elif words[0] == "show" and not told.hole[seat]:
        told.hole[seat] = _cards(words[1])
    return street


# -- hands -------------------------------------------------------------------------------------------------------------


def best(cards: list[str]) -> tuple[int, ...]:
    """The best five of some cards, by looking at every five."""
    return max(high_of_five(five) for five in combinations(cards, 5))


def name_of(value: tuple[int, ...]) -> str:
    """What a hand is called."""
    name = CATEGORIES[value[0]]
    return "royal flush" if name == "straight flush" and value[1] == 14 else name


def jackpot_of(told: Story, terms: Terms, seat: int) -> str:
    """What the progressive pays for a seat's hand, as the table writes it; "0" for nothing."""
    spades, flopped, royal, community, straight_flush, quads, full, flush, _ = JACKPOT[terms.progressive].split()
    hole, board = told.hole[seat], told.board
    name, early = name_of(best([*hole, *board])), name_of(high_of_five([*hole, *board[:3]]))
    if name == "royal flush":
        if early == "royal flush":
            return spades if hole[0][1] == "s" else flopped
        return community if name_of(high_of_five(board)) == "royal flush" else royal
    if name == "straight flush" and early == "straight flush" and terms.progressive == "I":
        return "100%"
    lines = {"straight flush": straight_flush, "four of a kind": quads, "full house": full, "flush": flush}
    return lines.get(name, "0")


def _by_table(stake: int, odds: Fraction | int | None, nothing: str) -> Due:
    return ("pay", int(stake * odds)) if odds else (nothing, 0)


def _pocket(told: Story, terms: Terms, seat: int) -> Due | None:
    hole = told.hole[seat]
    if len(hole) != 2 or told.cards[seat] > 2:
        return None
    ranks = sorted((card[0] for card in hole), key=RANKS.index)
    aces, suited, offsuit, pair = POCKET[terms.pocket]
    if ranks[0] == ranks[1]:
        odds = aces if ranks[0] == "A" else pair
    elif ranks[1] == "A" and ranks[0] in "KQJ":
        odds = suited if hole[0][1] == hole[1][1] else offsuit
    else:
        odds = 0
    return _by_table(told.staked[seat, "pocket"], odds, "take")


def _seen(told: Story, seat: int) -> bool:
    whole = len(told.hole[seat]) == 2 and told.cards[seat] <= 2
    return whole and len(told.board) == 5 and "??" not in told.board


def _trips(told: Story, terms: Terms, seat: int) -> Due | None:
    if not _seen(told, seat):
        return None
    odds = TRIPS[terms.trips].get(name_of(best([*told.hole[seat], *told.board])), 0)
    return _by_table(told.staked[seat, "trips"], odds, "take")


# -- what is due -------------------------------------------------------------------------------------------------------


def why_void(told: Story) -> str | None:
    """What in the cards makes a round void."""
    if told.boxed >= 2:
        return "face up"
    if told.exposed:
        return "exposed"
    over = bool(told.boards) or told.void is None
    if any(told.cards[seat] > 2 or (over and told.cards[seat] < 2) for seat in told.seats):
        return "number"
    if told.cards[0] and (told.cards[0] > 2 or (over and told.cards[0] < 2)):
        return "number"
    return None


def dues(told: Story, terms: Terms) -> dict[tuple[int, str], Due | None]:
    """What is due of every wager of a round."""
    faces = [card for hole in told.hole.values() for card in hole] + told.board
    wrong_deck = len(set(faces)) < len(faces)
    if wrong_deck or (told.void is None and why_void(told)):
        return dict.fromkeys(told.staked)
    out: dict[tuple[int, str], Due | None] = {}
    for seat, kind in list(told.staked):
        out[seat, kind] = (
            _due_of_void(told, terms, seat, kind) if told.void is not None else _due(told, terms, seat, kind)
        )
    return out


def _due_of_void(told: Story, terms: Terms, seat: int, kind: str) -> Due | None:
    why = why_void(told)
    unsure = why is None and told.void is not None and any(word in told.void for word in ("expos", "face", "seen"))
    if kind in ("pocket", "trips") and unsure:
        return None
    if kind == "pocket" and ((why == "face up" and told.whole_deal) or why == "exposed"):
        return _pocket(told, terms, seat)
    if kind == "trips" and why == "exposed":
        return _trips(told, terms, seat)
    if kind == "progressive" and why == "exposed":
        return None
    return ("push", 0)


def _due(told: Story, terms: Terms, seat: int, kind: str) -> Due | None:
    if kind == "pocket":
        return _pocket(told, terms, seat)
    if kind == "trips":
        return _trips(told, terms, seat)
    if kind == "progressive":
        return _progressive(told, terms, seat)
    if not told.raises[seat]:
        return ("take", 0)
    if not _seen(told, 0):
        return None
    theirs = best([*told.hole[0], *told.board])
    if kind == "ante" and name_of(theirs) == "high card":
        return ("push", 0)
    if not _seen(told, seat):
        return None
    mine = best([*told.hole[seat], *told.board])
    return against(told, terms, seat, kind, (mine > theirs) - (mine < theirs))


def against(told: Story, terms: Terms, seat: int, kind: str, outcome: int) -> Due:
    """What ante, odds and raise are due if the hands compare so: 1 the seat's is higher, 0 equal, -1 lower."""
    stake = told.staked[seat, kind]
    if outcome == 0:
        return ("push", 0)
    if kind != "odds":
        return ("pay", stake) if outcome > 0 else ("take", 0)
    name = name_of(best([*told.hole[seat], *told.board]))
    if outcome > 0:
        return _by_table(stake, ODDS[terms.odds].get(name, 0), "push")
    return _by_table(stake, BAD_BEAT[terms.bad_beat].get(name, 0), "take")


def _progressive(told: Story, terms: Terms, seat: int) -> Due | None:
    if not _seen(told, seat):
        return None
    pays = jackpot_of(told, terms, seat)
    if pays == "0":
        return ("take", 0)
    if not told.raises[seat]:
        return None
    if not pays.endswith("%"):
        return ("pay", 100 * int(pays))
    paid_at = told.jackpots.get(seat, 1 << 30)
    read = [(place, amount) for place, amount in told.meters if place < paid_at]
    if not read:
        return None
    place, amount = read[-1]
    for other, at in told.jackpots.items():  # whoever was paid from the meter since has changed it
        if other != seat and place < at < paid_at and _takes_share(told, terms, other):
            return None
    return ("pay", amount * int(pays[:-1]) // 100)


def _takes_share(told: Story, terms: Terms, seat: int) -> bool:
    wagered = told.staked.get((seat, "progressive"), 0) and told.raises[seat]
    return bool(wagered) and _seen(told, seat) and jackpot_of(told, terms, seat).endswith("%")


def envy_due(told: Story, terms: Terms, seat: int) -> int | None:
    """The envy bonus of a seat; None where a hand was not seen."""
    holders = 0
    for other in told.seats:
        if other == seat or not told.raises[other]:
            continue
        if not _seen(told, other):
            return None
        royal = name_of(best([*told.hole[other], *told.board])) == "royal flush"
        holders += royal and name_of(high_of_five(told.board)) != "royal flush"
    return holders * ENVY.get(terms.progressive, 0) * told.staked.get((seat, "progressive"), 0)


# -- what was done -----------------------------------------------------------------------------------------------------


def is_done(told: Story, seat: int, kind: str, due: Due) -> bool:
    """Whether a wager was settled in a certain way."""
    stake, done = told.staked[seat, kind], told.done[seat, kind]
    paid, taken, pushed = done["pay"], done["take"], done["push"]
    if told.void is not None:
        taken = max(taken - pushed, 0)
    word, winnings = due
    if kind == "progressive" and word != "push":
        return paid == winnings and (winnings > 0 or pushed == 0)
    if word == "pay":
        return paid == winnings and taken == 0 and pushed in (0, stake)
    if word == "push":
        return pushed == stake and paid == taken == 0
    return taken == stake and paid == pushed == 0


def faults(told: Story, terms: Terms) -> set[tuple[str, int]]:
    """(code, seat) of everything that the document forbids in a round; seat 0 for the round."""
    found = {("HB01", seat) for seat in told.seats if _placed_wrongly(told, seat)}
    due = dues(told, terms)
    if not told.settlements:
        return found
    wrong = {place for place, one in due.items() if one is not None and not is_done(told, *place, one)}
    unasked = {place for place in told.done if told.staked.get(place, 0) == 0 and any(told.done[place].values())}
    if told.void is not None:
        return found | ({("HB08", 0)} if wrong else set())
    for seat in told.seats:
        found |= _of_seat(told, terms, seat, due, wrong | unasked)
    return found


def _placed_wrongly(told: Story, seat: int) -> bool:
    ante, odds = told.staked.get((seat, "ante"), 0), told.staked.get((seat, "odds"), 0)
    raised = told.raises[seat]
    if len(raised) > 1 or any(place[0] == seat for place in told.late):
        return True
    times = {"preflop": 3, "flop": 2, "river": 1}
    if raised and raised[0][1] != times.get(raised[0][0], -1) * ante:
        return True
    return ante != odds or told.folds.get(seat, "river") in ("before", "preflop", "flop")


def _of_seat(
    told: Story, terms: Terms, seat: int, due: dict[tuple[int, str], Due | None], wrong: set[tuple[int, str]]
) -> set[tuple[str, int]]:
    found: set[tuple[str, int]] = set()
    bound = [due.get((seat, kind)) for kind in KINDS[:5] if told.staked.get((seat, kind), 0)]
    known = None not in bound
    won = sum(one[1] for one in bound if one is not None)
    if terms.limit is not None and known and won > terms.limit:
        paid = sum(told.done[seat, kind]["pay"] for kind in KINDS[:5])
        found |= {("HB07", seat)} if paid != terms.limit else set()
        wrong = {place for place in wrong if place[1] == "progressive" or (due.get(place) or ("", 0))[0] != "pay"}
    even = {(seat, "ante"), (seat, "raise")} & wrong
    if even:
        found.add(("HB02", seat))
    if (seat, "odds") in wrong and not (even and _misread(told, terms, seat)):
        found.add(("HB03", seat))
    found |= {(code, seat) for kind, code in (("pocket", "HB04"), ("trips", "HB05")) if (seat, kind) in wrong}
    envy = envy_due(told, terms, seat)
    if (seat, "progressive") in wrong:
        found.add(("HB06", seat))
    if envy is not None and told.envy[seat] != envy:
        found.add(("HB06", seat))
    return found


def _misread(told: Story, terms: Terms, seat: int) -> bool:
    """Whether ante, odds and raise were all settled by one wrong comparison, or a fold was forgotten."""
    if not told.raises[seat]:
        ante, odds = ({word for word, amount in told.done[seat, kind].items() if amount} for kind in ("ante", "odds"))
        return ante == odds and len(ante) < 2
    if not (_seen(told, seat) and _seen(told, 0)):
        return False
    mine, theirs = best([*told.hole[seat], *told.board]), best([*told.hole[0], *told.board])
    real = (mine > theirs) - (mine < theirs)
    for other in {-1, 0, 1} - {real}:
        as_other = [
            told.staked[seat, kind] == 0 or is_done(told, seat, kind, against(told, terms, seat, kind, other))
            for kind in ("ante", "odds", "raise")
        ]
        as_other[0] |= is_done(told, seat, "ante", ("push", 0))
        if all(as_other):
            return True
    return False
