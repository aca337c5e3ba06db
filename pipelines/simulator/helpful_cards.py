"""Cards that lead to the split pots and all-ins that an error has waited for.

``tie``: two equal high hands. ``three``: three of them. ``twins``: two hands equal high and low. ``cooler``: two hands
that both go all-in. ``side``: three of them, the shortest stack with the best.
"""

from collections.abc import Mapping, Sequence
from random import Random

from pipelines.simulator.cards import DECK

_ACE, _KING, _QUEEN, _TEN = 12 * 4, 11 * 4, 10 * 4, 8 * 4
_DEUCE, _THREE, _FIVE, _EIGHT = 0, 1 * 4, 3 * 4, 6 * 4


def deal_helpful(
    rng: Random, kind: str, ring: Sequence[int], stacks: Mapping[int, int], holes: dict[int, list[int]], count: int
) -> list[int]:
    """Fills the hands, the chosen ones first; returns what is left of the deck, its end the first card of the flop."""
    wanted = min(len(ring), 3 if kind in ("three", "side") else 2)
    seats = sorted(rng.sample(ring, wanted), key=lambda seat: (stacks[seat], seat))
    a, b, c, d = rng.sample(range(4), 4)
    flop: list[int] = []
    if kind == "tie":
        hands = [[_ACE + a, _KING + b], [_ACE + c, _KING + d]]
        flop = [_KING + a]
    elif kind == "three":
        hands = [[_ACE + a, _KING + b], [_ACE + b, _KING + c], [_ACE + c, _KING + a]]
        flop = [_KING + d]
    elif kind == "twins":
        hands = [[_ACE + a, _DEUCE + b, _QUEEN + a, _KING + b], [_ACE + c, _DEUCE + d, _QUEEN + c, _KING + d]]
        flop = [_THREE + a, _FIVE + c, _EIGHT + b]
    else:
        hands = [[_ACE + a, _ACE + b], [_KING + a, _KING + b], [_QUEEN + a, _QUEEN + b]]
        flop = [_TEN + c]
    given = {seat: hand[:count] for seat, hand in zip(seats, hands, strict=False)}
    used = {card for hand in given.values() for card in hand}.union(flop)
    dealt = count * len(ring) - sum(len(hand) for hand in given.values())
    deck = rng.sample([card for card in DECK if card not in used], dealt + 5 - len(flop))
    for seat in ring:
        hole = given.get(seat, [])
        holes[seat] = hole + [deck.pop() for _ in range(count - len(hole))]
    return deck + flop
