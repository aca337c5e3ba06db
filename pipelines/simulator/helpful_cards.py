"""Cards that lead to the split pots and all-ins that an error has waited for.

In flop games a kind of help is asked for. ``tie``: two equal high hands. ``three``: three of them. ``twins``: two hands
equal high and low. ``cooler``: two hands that both go all-in. ``side``: three of them, the shortest stack with the
best. Elsewhere equal hands are laid for two or three seats before the deal.
"""

from collections.abc import Mapping, Sequence
from random import Random

from pipelines.simulator.cards import ACE
from pipelines.simulator.games import Game
from pipelines.simulator.hand_values import deuce_to_seven, high

_ACE, _KING, _QUEEN, _TEN = 12 * 4, 11 * 4, 10 * 4, 8 * 4
_DEUCE, _THREE, _FIVE, _EIGHT = 0, 1 * 4, 3 * 4, 6 * 4


def deal_helpful(
    rng: Random, kind: str, ring: Sequence[int], stacks: Mapping[int, int], holes: dict[int, list[int]], game: Game
) -> list[int]:
    """Fills the hands, the chosen ones first; returns what is left of the deck, its end the first card of the flop."""
    count = game.hole_cards
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
    deck = rng.sample([card for card in game.deck if card not in used], dealt + 5 - len(flop))
    for seat in ring:
        hole = given.get(seat, [])
        holes[seat] = hole + [deck.pop() for _ in range(count - len(hole))]
    return deck + flop


# Suits of the cards that are laid, seat by seat.
_TIE_SUITS = ((0, 1, 2, 3, 0, 1, 2), (1, 0, 3, 2, 1, 0, 3), (2, 3, 0, 1, 2, 3, 0))


def lay_ties(rng: Random, game: Game, ring: Sequence[int], deck: list[int], count: int) -> dict[int, list[int]]:
    """Takes equal hands for two or three seats out of the deck, where the rest of a game comes from the deck alone.

    Where the deck does not hold them it is shuffled anew, and nobody gets any.
    """
    ranks = _ranks_that_tie(game, count)
    laid: dict[int, list[int]] = {}
    for seat, suits in zip(rng.sample(ring, min(count, len(ring))), _TIE_SUITS, strict=False):
        cards = []
        for rank, suit in zip(ranks[: game.cards_at_the_end], suits, strict=False):
            card = rank * 4 + suit
            while card not in deck:
                card = rank * 4 + rng.randrange(4)
                if not any(rank * 4 + other in deck for other in range(4)):
                    deck[:] = game.deck
                    rng.shuffle(deck)
                    return {}
            cards.append(card)
            deck.remove(card)
        rng.shuffle(cards)
        laid[seat] = cards
    return laid


def _ranks_that_tie(game: Game, count: int) -> tuple[int, ...]:
    """Ranks of the hands that are laid; the last two of seven are of no use, and different, so that three fit."""
    readers = {part.read for part in game.parts}
    if game.cards_at_the_end == 4:
        return (ACE, 0, 1, 2)
    if readers == {high} and game.cards_at_the_end == 5:
        return (11, 10, 9, 5, 3) if count == 3 else (11, 11, 9, 5, 3)
    return (3, 2, 1, 0, 5, 11, 9) if deuce_to_seven in readers else (4, 3, 2, 1, 0, 11, 9)
