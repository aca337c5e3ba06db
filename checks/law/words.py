"""Values of the law as people read them: in tables money with its cents, in sentences with its sign; days, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checks.wording import money

CHOICE = "choice"  # the unit of words of which one may be chosen
_SAID = {"pot": "from the pot", "time": "by time", "pot+time": "from the pot and by time"}


def value_text(unit: str, value: Any) -> str:
    """A value with its unit: `5.00`, `10 %`, `yes`, `6: 4.00, 5: 3.00`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        inner = unit.split(" by ")[0]
        return ", ".join(f"{_key(unit, key)}: {value_text(inner, part)}" for key, part in value.items())
    if isinstance(value, tuple | list):
        return (" or " if unit == CHOICE else ", ").join(map(str, value))
    if unit == "cents":
        return f"{value // 100}.{value % 100:02d}"
    if unit == "percent":
        return f"{value} %"
    return str(value) if unit == "word" else f"{value} {unit}"


def said_value(unit: str, value: Any) -> str:
    """A value as a sentence says it: `$5`, `10 %`, `from the pot and by time`."""
    if unit == "cents" and not isinstance(value, bool | Mapping | tuple | list):
        return money(value)
    if isinstance(value, Mapping):
        inner = unit.split(" by ")[0]
        return ", ".join(f"{said_value(inner, part)} from {key}" for key, part in value.items())
    if unit in ("word", "words", CHOICE):
        words = [_SAID.get(str(word), str(word)) for word in (value if isinstance(value, tuple) else (value,))]
        last = " or " if unit == CHOICE else " and "
        return last.join(filter(None, (", ".join(words[:-1]), words[-1])))
    return value_text(unit, value)


def _key(unit: str, key: Any) -> str:
    return value_text("cents", key) if unit == "cents by pot" else str(key)
