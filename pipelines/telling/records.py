"""A finding as other programs read it: the same fields in the same order in JSON and CSV."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

Row = dict[str, Any]
_AS_THEY_ARE: Final = (
    "code", "severity", "room", "table", "hand", "event", "street", "seat", "player", "dealer", "message", "expected",
    "actual",
)  # fmt: skip
_BEHIND: Final = ("paid_by", "paid_to", "rulebook", "rule", "source_file", "source_line", "finding_id", "audit_id")


def record(row: Row) -> Row:
    """Fields of one finding: `at` is the room's time with its offset, `amount` money and `chips` a tournament's."""
    at, day = row["local"], row["gaming_date"]
    return {
        "at": at.isoformat() if at is not None else None,
        "gaming_date": day.isoformat() if day is not None else None,
        **{name: row[name] for name in _AS_THEY_ARE},
        "amount": _hundredths(row["money_cents"]),
        "chips": _hundredths(row["chips_cents"]),
        **{name: row[name] for name in _BEHIND},
    }


def _hundredths(cents: int | None) -> Decimal | None:
    return None if cents is None else Decimal(cents).scaleb(-2)
