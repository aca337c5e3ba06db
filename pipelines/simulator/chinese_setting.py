"""How players of Chinese games set their cards: mostly well, now and then a foul."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from pipelines.simulator.chinese_values import TEN, Rows, is_foul, low_ranks, row_value, royalties

TRIES: Final = 14  # ways to set a hand that a player looks at
CARELESS: Final = 0.05  # hands that are set without a look at the order of the rows


def set_rows(rng: Random, cards: Sequence[int], low_middle: bool) -> Rows:
    """Thirteen of the cards in three rows."""
    held = list(cards)
    rng.shuffle(held)
    held = held[:13] if len(held) > 13 and rng.random() < CARELESS else _kept(held)
    if rng.random() < CARELESS:
        return _cut(held)
    found = [_with_low_middle(held)] if low_middle else [_cut(_by_weight(held))]
    for _ in range(TRIES):
        rng.shuffle(held)
        found.append(_cut(held))
    good = [rows for rows in found if rows is not None and not is_foul(rows, low_middle)]
    if not good:
        return found[0] or _cut(held)
    return max(good, key=lambda rows: _worth(rows, low_middle))


def _kept(cards: list[int]) -> list[int]:
    """The thirteen that a player keeps: pairs and better first, then high cards."""
    return _by_weight(cards)[:13]


def _by_weight(cards: Sequence[int]) -> list[int]:
    """Cards whose ranks come often first, then the higher ones."""
    tally = Counter(card >> 2 for card in cards)
    return sorted(cards, key=lambda card: (tally[card >> 2], card), reverse=True)


def _cut(cards: Sequence[int]) -> Rows:
    """The first five at the back, the next five in the middle."""
    return list(cards[10:13]), list(cards[5:10]), list(cards[:5])


def _worth(rows: Rows, low_middle: bool) -> tuple[int, list[int]]:
    return sum(royalties(rows, low_middle, True, 8)), [row_value(row)[0] for row in rows[::-1]]


def _with_low_middle(cards: Sequence[int]) -> Rows | None:
    """The best low in the middle, and the best five of the rest at the back; None where there is no low."""
    by_rank = {card >> 2: card for card in cards}
    low = sorted(rank for rank in by_rank if rank <= TEN)
    for ranks in combinations(low, 5):
        middle = [by_rank[rank] for rank in ranks]
        if low_ranks(middle) is None:
            continue
        rest = [card for card in cards if card not in middle]
        back = max(combinations(rest, 5), key=row_value)
        return [card for card in rest if card not in back], middle, list(back)
    return None
