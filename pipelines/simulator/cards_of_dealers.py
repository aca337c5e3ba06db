"""Dealers, their rotation, and the down cards they sign.

Tables stand in strings of three with four dealers: every half hour each dealer pushes to the next table of the string,
and after the third has a slot off. A hand belongs to the slot in which it starts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

SLOT_S: Final = 1800
TABLES_IN_STRING: Final = 3
DEALERS_IN_STRING: Final = TABLES_IN_STRING + 1

_LAST_NAMES: Final = (
    "Abbott", "Alvarez", "Baker", "Bianchi", "Castro", "Chen", "Diaz", "Dubois", "Ellis", "Evans", "Fischer", "Flores",
    "Garcia", "Grant", "Hansen", "Hughes", "Ibarra", "Ito", "Jensen", "Jones", "Kaplan", "Kim", "Larsen", "Lopez",
    "Marin", "Meyer", "Nakamura", "Novak", "Olsen", "Ortiz", "Park", "Perez", "Quinn", "Reyes", "Rossi", "Santos",
    "Singh", "Tanaka", "Torres", "Ueda", "Vargas", "Vogel", "Walker", "Wong", "Young", "Zeller",
)  # fmt: skip
_FIRST_NAMES: Final = (
    "Ada", "Ben", "Carla", "Dan", "Elena", "Frank", "Grace", "Hugo", "Ines", "Jack", "Karen", "Luis", "Maria", "Nick",
    "Olga", "Paul", "Rita", "Sam", "Tina", "Victor", "Wendy", "Yuri",
)  # fmt: skip


@dataclass(frozen=True)
class Dealer:
    """One dealer of the roster; ``emp`` is the six digits that go on a down card."""

    emp: str
    last_name: str
    first_name: str


def hire(rng: Random, tables: int) -> list[Dealer]:
    """The dealers that so many tables need, string by string."""
    strings = -(-tables // TABLES_IN_STRING)
    emps = rng.sample(range(100_000, 1_000_000), strings * DEALERS_IN_STRING)
    return [Dealer(str(emp), rng.choice(_LAST_NAMES), rng.choice(_FIRST_NAMES)) for emp in emps]


def dealer_in_box(dealers: Sequence[Dealer], table_index: int, slot: int) -> Dealer:
    """Who deals at the n-th table in the n-th half hour after midnight."""
    string, place = divmod(table_index, TABLES_IN_STRING)
    return dealers[string * DEALERS_IN_STRING + (place - slot) % DEALERS_IN_STRING]


@dataclass
class DownCard:
    """The down card of one table and day: slots in order, with who signed each; ``None`` is a slot left blank."""

    table: str
    table_index: int
    day_index: int
    slots: dict[int, Dealer | None]
    kind: str = "live"
    event: str = ""
    buy_in: str = ""


Taken = set[tuple[int, int, int]]  # day, table and slot that an error must not touch (again)


def _free(cards: Sequence[DownCard], taken: Taken) -> list[tuple[DownCard, int]]:
    places = ((card, slot) for card in cards for slot in card.slots)
    return [(card, slot) for card, slot in places if (card.day_index, card.table_index, slot) not in taken]


def find_blank_slot(rng: Random, cards: Sequence[DownCard], taken: Taken) -> tuple[DownCard, int] | None:
    """DC01: a slot in which hands were dealt and whose signature is to be left out."""
    free = _free(cards, taken)
    return rng.choice(free) if free else None


def find_double_signature(
    rng: Random, cards: Sequence[DownCard], taken: Taken
) -> tuple[DownCard, DownCard, int, Dealer] | None:
    """DC02: two tables in one slot, and the dealer of the first, who is to sign at the second as well.

    Not where that dealer sits at the second table in the slot before or after: the two would join into one down.
    """
    free = _free(cards, taken)
    by_slot: dict[tuple[int, int], list[DownCard]] = {}
    for card, slot in free:
        by_slot.setdefault((card.day_index, slot), []).append(card)
    for _ in range(200):
        if not free:
            return None
        second, slot = rng.choice(free)
        first = rng.choice(by_slot[second.day_index, slot])
        dealer = first.slots[slot]
        if first is second or dealer is None:
            continue
        if dealer in (second.slots.get(slot - 1), second.slots.get(slot + 1)):
            continue
        return first, second, slot, dealer
    return None
