"""The checks, one module a family. Importing this package fills the catalogue."""

from checks.rules import (
    actions,
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
    rake,
    record,
    shuffling,
    stacks,
    stub,
    stud,
)

__all__ = [
    "actions", "blinds", "boards", "cards", "chinese", "chinese_deals", "downs", "forced_bets", "house", "house_file",
    "next_hands", "odd_chips", "pots", "rake", "record", "shuffling", "stacks", "stub", "stud",
]  # fmt: skip
