"""Amounts as pages and commands say them. What is money and what are chips, `finding_amounts` of the warehouse says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from dashboards.shown import chips, money

Row = dict[str, Any]
MONEY_MOVED = "Money moved wrongly"
CHIPS_MOVED = "Chips moved wrongly"
MONEY_OF_CHECK, CHIPS_OF_CHECK = "Money moved", "Chips moved"  # the same, where the check's name needs the room


@dataclass(frozen=True)
class Moved:
    """What some findings moved wrongly: money, and apart from it chips of tournaments. Both in hundredths, unsigned."""

    cents: int
    chips_cents: int

    @property
    def words(self) -> str:
        return beside(self.cents, self.chips_cents)


def beside(cents: int, chips_cents: int) -> str:
    """Money and chips said together, never added: `$134`, `15,150 chips`, `$134 and 15,150 chips`; none is `$0`."""
    said = [money(cents)] if cents or not chips_cents else []
    return " and ".join([*said, *([chips(chips_cents)] if chips_cents else [])])


def moved(rows: Iterable[Row]) -> Moved:
    """The sum over rows with `moved_cents` and `moved_chips_cents`: findings, or sums of findings."""
    rows = list(rows)
    return Moved(sum(row["moved_cents"] for row in rows), sum(row["moved_chips_cents"] for row in rows))


def amount(finding: Row, signed: bool = False) -> str:
    """What one finding moved, in its own unit; empty where it moved nothing."""
    if finding["money_cents"]:
        return money(finding["money_cents"] if signed else finding["moved_cents"], signed)
    if finding["chips_cents"]:
        return chips(finding["chips_cents"] if signed else finding["moved_chips_cents"], signed)
    return ""


def chips_cell(cents: int) -> str:
    """A total of tournament chips as a cell; a dash where there are none, and a column of dashes is left out."""
    return chips(cents) if cents else "–"


AMOUNT: Final = re.compile(r"(?<![\w.:])(-?)(\d+)\.(\d\d)(?![\w.:])")  # as the short texts of a finding have it: 4.00


def cents_of(match: re.Match[str]) -> int:
    """The cents of an amount that `AMOUNT` found."""
    cents = int(match[2]) * 100 + int(match[3])
    return -cents if match[1] else cents


def amounts_said(text: str, say: Callable[..., str]) -> str:
    """A short text of a finding with its amounts as people say them: `$4 live, $1 dead`."""
    return AMOUNT.sub(lambda found: say(cents_of(found)), text)


def unit_of(hand: Row) -> Callable[..., str]:
    """How the amounts of a hand are said: dollars, or in a tournament chips."""
    return chips if hand["is_tournament"] else money
