"""The checks, one module a family. Importing this package fills the catalogue."""

from checks.rules import (
    actions,
    banked,
    banked_cards,
    blinds,
    boards,
    cards,
    chinese,
    chinese_deals,
    downs,
    forced_bets,
    house,
    house_file,
    next_hands,
    odd_chips,
    pots,
    put_right,
    rake,
    record,
    shuffling,
    stacks,
    stub,
    stud,
)

__all__ = [
    "actions", "banked", "banked_cards", "blinds", "boards", "cards", "chinese", "chinese_deals", "downs",
    "forced_bets", "house", "house_file", "next_hands", "odd_chips", "pots", "put_right", "rake", "record", "shuffling",
    "stacks", "stub", "stud",
]  # fmt: skip
