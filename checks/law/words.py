"""Values of the law as people read them: money with its cents, days, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def value_text(unit: str, value: Any) -> str:
    """A value with its unit: `5.00`, `10 %`, `yes`, `6: 4.00, 5: 3.00`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inner = unit.split(" by ")[0]
        return ", ".join(f"{_key(unit, key)}: {value_text(inner, part)}" for key, part in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    if unit == "cents":
        return f"{value // 100}.{value % 100:02d}"
    if unit == "percent":
        return f"{value} %"
    return str(value) if unit == "word" else f"{value} {unit}"


def _key(unit: str, key: Any) -> str:
    return value_text("cents", key) if unit == "cents by pot" else str(key)
