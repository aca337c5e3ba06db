"""Values of the house beside the ceilings and floors that the rulebooks in force set them.

A regulator's bound holds wherever its book stands among the room's: the order of the rulebooks decides who speaks
first on a matter, and not who may be overruled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from checks.law.keys import TERM_KEYS
from checks.law.rulebook import Bound, Rulebook
from checks.law.terms import Layer, bounds_of, compile_terms, house_layers, room_terms
from checks.law.words import value_text
from parsers.house import RAKE_FORMS, House


@dataclass(frozen=True)
class HouseValue:
    """One value that a room or placard sets, on a day, beside a bound on its key.

    `is_beyond` is None where nobody can say, as of a fixed drop beside a share of the pot.
    """

    path: str  # as the house file has it, placard.ID.rake.percent
    bound: Bound
    allowed: str
    set_to: str
    is_beyond: bool | None


def bounded_values(
    house: House, books: Mapping[str, Rulebook], room: str, day: date, override: str | None = None
) -> list[HouseValue]:
    """Every value that the house file sets for a room's tables on a gaming day and that a rulebook in force bounds."""
    if room not in house.rooms:
        return []
    bounds = bounds_of(house, books, room, day, override)
    found = []
    for layer in house_layers(house, room, day):
        placard = layer.placard
        terms = (
            compile_terms(house, books, room, placard, day, override)
            if placard
            else room_terms(house, books, room, day, override)
        )
        for key, value, path in _values(layer):
            for bound in (bound for bound in bounds.values() if bound.key == key):
                found.append(_beside(f"{layer.place}.{path}", value, bound, terms.value("time.minutes")))
    return found


def _values(layer: Layer) -> Iterator[tuple[str, Any, str]]:
    """(key of the law, value, key of the house file) of all that a layer sets, and of what follows from it."""
    yield from layer.parts()
    rake = layer.settings.get("rake", {})
    if "time" in layer.settings and _takes(rake):
        yield "rake.plan", "pot+time", "time"
    for form in RAKE_FORMS:
        if form in rake and form != "percent":
            yield "rake.percent", {form: rake[form]}, f"rake.{form}"
    big_bet = layer.stakes_cents.get("big_bet")
    if big_bet is not None and layer.betting in ("fl", "spread"):
        yield "wager.most", big_bet, "stakes.big_bet"


def _takes(rake: Mapping[str, Any]) -> bool:
    """Whether a plan takes anything from the pot."""
    return any(rake.get(form) for form in RAKE_FORMS)


def _beside(path: str, value: Any, bound: Bound, minutes: int | None) -> HouseValue:
    unit = TERM_KEYS[bound.key].unit.split(" by ")[0]
    if bound.kind == "only":
        if isinstance(value, Mapping):  # a paytable of the house's own, where only those with a letter are approved
            return HouseValue(path, bound, f"only {' or '.join(bound.limit)}", "a table of its own", True)
        words = value if isinstance(value, tuple) else (value,)
        beyond = any(word not in bound.limit for word in words)
        return HouseValue(path, bound, f"only {' or '.join(bound.limit)}", value_text("words", words), beyond)
    most = "at most" if bound.kind == "ceiling" else "at least"
    if bound.minutes is not None:
        return _by_time(path, value, bound, minutes, most)
    allowed = f"{most} {value_text(unit, bound.limit)}"
    if bound.key == "rake.percent" and isinstance(value, dict):
        return _as_share(path, value, bound, allowed)
    worst = _worst(value, bound.kind) if isinstance(value, dict) else value
    return HouseValue(path, bound, allowed, value_text(unit, worst), _is_beyond(worst, bound.limit, bound.kind))


def _by_time(path: str, rate: int, bound: Bound, minutes: int | None, most: str) -> HouseValue:
    """A rate for some minutes beside a limit for others."""
    assert bound.minutes is not None
    allowed = f"{most} {value_text('cents', bound.limit)} in {bound.minutes} minutes"
    if not minutes:
        return HouseValue(path, bound, allowed, value_text("cents", rate), None)
    beyond = _is_beyond(rate * bound.minutes, bound.limit * minutes, bound.kind)
    return HouseValue(path, bound, allowed, f"{value_text('cents', rate)} in {minutes} minutes", beyond)


def _as_share(path: str, form: Mapping[str, Any], bound: Bound, allowed: str) -> HouseValue:
    """A plan in cents beside a share of the pot. Tiers can be told: each is the greatest share in its smallest pot.

    A drop or a fee is a share of whatever the pot comes to, which the house file does not say.
    """
    tiers = form.get("tiers")
    if tiers is None or bound.kind != "ceiling":
        ((name, value),) = form.items()
        shown = value_text("cents by pot" if name == "tiers" else "cents", value)
        return HouseValue(path, bound, allowed, f"{name} {shown}", None)
    wrong = [(pot, take) for pot, take in tiers.items() if take * 100 > bound.limit * pot]
    pot, take = wrong[0] if wrong else next(iter(tiers.items()))
    set_to = f"{value_text('cents', take)} of {value_text('cents', pot)}"
    return HouseValue(path, bound, allowed, set_to, bool(wrong))


def _worst(amounts: Mapping[int, int], kind: str) -> int:
    return max(amounts.values()) if kind == "ceiling" else min(amounts.values())


def _is_beyond(value: Any, limit: Any, kind: str) -> bool:
    return bool(value > limit if kind == "ceiling" else value < limit)
