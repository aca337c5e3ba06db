"""Values of the house beside the ceilings and floors that the rulebooks in force set them.

A regulator's bound holds wherever its book stands among the room's: the order of the rulebooks decides who speaks
first on a matter, and not who may be overruled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from checks.law.keys import TERM_KEYS
from checks.law.rulebook import Bound, Rulebook
from checks.law.terms import Layer, Terms, bounds_of, compile_terms, house_layers, room_terms
from checks.law.words import CHOICE, said_value, value_text
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
    sentence: str = ""  # the same as a person says it


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
                compared = (f"{layer.place}.{path}", value, bound, terms)
                said = _beside(*compared, said_value)
                where = f"On placard {placard}" if placard else f"In room {room}"
                found.append(replace(_beside(*compared, value_text), sentence=_sentence(where, said)))
    return found


_IS = {
    "rake.percent": "the rake is", "rake.cap": "the most that is taken from a pot is", "rake.plan": "the house is paid",
    "time.rate": "time is", "time.minutes": "time is owed once in", "wager.most": "the largest single wager is",
    "promo.amount": "the promotional drop is", "paytables.odds": "the paytable of the odds is",
    "paytables.bad_beat": "the paytable of the bad beat is", "paytables.pocket": "the paytable of the pocket bonus is",
    "paytables.trips": "the paytable of trips plus is", "paytables.progressive": "the paytable of the progressive is",
}  # fmt: skip


def _sentence(where: str, said: HouseValue) -> str:
    """What the house set beside what the rulebook allows, in a sentence of its own."""
    key = said.bound.key
    what = _IS.get(key) or f"{TERM_KEYS[key].about.split(';')[0]} is"
    return f"{where} {what} {said.set_to}; the rulebook allows {said.allowed}."


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


Tell = Callable[[str, Any], str]


def _same_as(value: Mapping[str, Any], bound: Bound, terms: Terms) -> str | None:
    """The letter of the approved paytable that a table of the house's own repeats line by line; None where none is."""
    name = bound.key.removeprefix("paytables.")
    for letter in bound.limit:
        if name != "progressive":
            if dict(value) == terms.value(f"huhe.{name}.{letter}"):
                return str(letter)
            continue
        parts = {part: terms.value(f"huhe.progressive.{letter}.{part}") for part in ("meter", "fixed")}
        least, envy = terms.value(f"huhe.progressive.{letter}.reset"), terms.value(f"huhe.envy.{letter}")
        same = all(value.get(part, {}) == (said or {}) for part, said in parts.items())
        # Without a reset of its own nobody could say how low the meter may stand.
        if same and value.get("envy", {}) == (envy or {}) and (value.get("reset") or 0) >= (least or 0):
            return str(letter)
    return None


def _beside(path: str, value: Any, bound: Bound, terms: Terms, tell: Tell) -> HouseValue:
    unit = TERM_KEYS[bound.key].unit.split(" by ")[0]
    minutes: int | None = terms.value("time.minutes")
    if bound.kind == "only":
        allowed = f"only {tell(CHOICE, tuple(bound.limit))}"
        if isinstance(value, Mapping):  # a paytable of the house's own, where only those with a letter are approved
            letter = _same_as(value, bound, terms)
            own = "a table of its own" if letter is None else f"a table of its own that is {letter}"
            return HouseValue(path, bound, allowed, own, letter is None)
        words = value if isinstance(value, tuple) else (value,)
        beyond = any(word not in bound.limit for word in words)
        return HouseValue(path, bound, allowed, tell("words", words), beyond)
    most = "at most" if bound.kind == "ceiling" else "at least"
    if bound.minutes is not None:
        return _by_time(path, value, bound, minutes, tell)
    allowed = f"{most} {tell(unit, bound.limit)}"
    if bound.key == "rake.percent" and isinstance(value, dict):
        return _as_share(path, value, bound, allowed, tell)
    worst = _worst(value, bound.kind) if isinstance(value, dict) else value
    return HouseValue(path, bound, allowed, tell(unit, worst), _is_beyond(worst, bound.limit, bound.kind))


def _by_time(path: str, rate: int, bound: Bound, minutes: int | None, tell: Tell) -> HouseValue:
    """A rate for some minutes beside a limit for others."""
    assert bound.minutes is not None
    most = "at most" if bound.kind == "ceiling" else "at least"
    allowed = f"{most} {tell('cents', bound.limit)} in {bound.minutes} minutes"
    if not minutes:
        return HouseValue(path, bound, allowed, tell("cents", rate), None)
    beyond = _is_beyond(rate * bound.minutes, bound.limit * minutes, bound.kind)
    return HouseValue(path, bound, allowed, f"{tell('cents', rate)} in {minutes} minutes", beyond)


def _as_share(path: str, form: Mapping[str, Any], bound: Bound, allowed: str, tell: Tell) -> HouseValue:
    """A plan in cents beside a share of the pot. Tiers can be told: each is the greatest share in its smallest pot.

    A drop or a fee is a share of whatever the pot comes to, which the house file does not say.
    """
    tiers = form.get("tiers")
    if tiers is None or bound.kind != "ceiling":
        ((name, value),) = form.items()
        shown = tell("cents by pot" if name == "tiers" else "cents", value)
        return HouseValue(path, bound, allowed, f"{name} {shown}", None)
    wrong = [(pot, take) for pot, take in tiers.items() if take * 100 > bound.limit * pot]
    pot, take = wrong[0] if wrong else next(iter(tiers.items()))
    set_to = f"{tell('cents', take)} of {tell('cents', pot)}"
    return HouseValue(path, bound, allowed, set_to, bool(wrong))


def _worst(amounts: Mapping[int, int], kind: str) -> int:
    return max(amounts.values()) if kind == "ceiling" else min(amounts.values())


def _is_beyond(value: Any, limit: Any, kind: str) -> bool:
    return bool(value > limit if kind == "ceiling" else value < limit)
