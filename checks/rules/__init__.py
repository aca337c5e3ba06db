"""The checks, one module a family. Importing this package fills the catalogue."""

from checks.rules import actions, blinds, boards, cards, downs, odd_chips, pots, rake, record, stub

__all__ = ["actions", "blinds", "boards", "cards", "downs", "odd_chips", "pots", "rake", "record", "stub"]
