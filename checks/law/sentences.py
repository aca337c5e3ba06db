"""The law in whole sentences: what a rule says with the value in force, and a placard as it reads on the wall.

The one place for it: the pages, `oddchip explain` and the reference all say these sentences. They are ours; the
documents are cited by their numbers and never quoted.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from checks.law.keys import TERM_KEYS
from checks.law.rule_words import FAMILIES, SENTENCES, WAGERS, WORDS
from checks.law.rulebook import Bound
from parsers.games import GAMES
from parsers.house import House, Placard, Room

_BETTING: Final = {"nl": "no-limit", "pl": "pot-limit", "fl": "limit", "spread": "spread-limit"}
_ONCE: Final = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times", 10: "ten times"}
_TIMES_OF: Final = {
    "raise.cap_limit": "raise",
    "raise.cap_draw": "raise",
    "run_it.times": "board",
    "down_card.most_in_a_row": "down",
}
_RANKS: Final = {7: "a seven", 8: "an eight", 9: "a nine", 10: "a ten"}
_SET_BY_HOUSE: Final = ("; the house file sets it", "; compiled, no rulebook sets it", "; the house file may set it")


def sentence(key: str, value: Any) -> str:
    """What a key says with a value, as a whole sentence."""
    template = _template(key, value)
    if template is None:
        return _plain(key, value)
    return template.replace("{game}", _game_of(key)).replace("{}", value_words(key, value))


def _template(key: str, value: Any) -> str | None:
    """The sentence of a key for a value; None where there is none, and of a no only where one is written for it."""
    known = SENTENCES.get(key) or next((text for begun, text in FAMILIES.items() if key.startswith(begun)), None)
    if isinstance(known, dict):
        return known.get(("yes" if value else "no") if isinstance(value, bool) else str(value))
    return None if value is False else known


def _plain(key: str, value: Any) -> str:
    """A key that has no sentence of its own, by its line among the keys."""
    about = _about(key) if key in TERM_KEYS else key
    said = about[:1].upper() + about[1:]
    if value is True:
        return f"{said}."
    if value is False:
        return f"It is not in force that {about}."
    return f"{said}: {value_words(key, value)}."


def _about(key: str) -> str:
    about = TERM_KEYS[key].about
    for who_sets_it in _SET_BY_HOUSE:
        about = about.replace(who_sets_it, "")
    return about


def _game_of(key: str) -> str:
    last = key.split(".")[-1] if not key.startswith("huhe.progressive.") else key.split(".")[2]
    game = GAMES.get(last)
    return game.title if game is not None else last


def value_words(key: str, value: Any) -> str:
    """A value with its unit, as a reader says it: `$5`, `10 %`, `6 seats $4, 5 seats $3`."""
    unit = TERM_KEYS[key].unit if key in TERM_KEYS else ""
    if isinstance(value, Mapping):
        return ", ".join(_pair(unit, part, amount) for part, amount in value.items())
    if isinstance(value, tuple | list):
        own = WAGERS if key.endswith("_settles") else WORDS
        return ", ".join(own.get(str(word), _of_game(str(word))) for word in value)
    if isinstance(value, bool) or not isinstance(value, int):
        return WORDS.get(str(value), str(value))
    return _number(key, unit, value)


def _of_game(word: str) -> str:
    game = GAMES.get(word)
    return game.title if game is not None else word.replace("-", " ")


def _pair(unit: str, part: Any, amount: Any) -> str:
    """One cell of a table: `6 seats $4`, `a pot of $20 $2`, `flush 8`."""
    if unit == "cents by seats":
        return f"{part} seats {dollars(amount)}"
    if unit == "cents by pot":
        return f"{dollars(amount)} from a pot of {dollars(int(part))}"
    said = WORDS.get(str(part), str(part).replace("-", " "))
    if unit == "percent by hand":
        return f"{said} {amount / 100:g}"
    return f"{said} {dollars(amount)}" if unit == "cents by hand" else f"{said} {amount}"


def _number(key: str, unit: str, value: int) -> str:
    if unit == "cents":
        return dollars(value)
    if unit == "percent":
        return f"{value} %"
    if unit == "rank":
        return _RANKS.get(value, str(value))
    thing = _TIMES_OF.get(key, "") if unit == "times" else unit.removesuffix("s")
    if not thing:
        return _ONCE.get(value, f"{value} times")
    return f"{value:,} {thing}" + ("" if value == 1 else "s")


def dollars(cents: int) -> str:
    """Cents as dollars: `$1,234`, `$0.50`."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")


def bound_sentence(bound: Bound) -> str:
    """What a house may set at most, at least or at all."""
    about = _about(bound.key)
    if bound.kind == "only":
        words = [str(word).replace("+", " and ") for word in bound.limit]
        return f"A house may choose only {' or '.join(words)} ({about})."
    most = "more" if bound.kind == "ceiling" else "less"
    limit = value_words(bound.key, bound.limit) + (f" in {bound.minutes} minutes" if bound.minutes else "")
    return f"A house may set no {most} than {limit} ({about})."


# -- placards ----------------------------------------------------------------------------------------------------------


def placard_in_words(house: House, rule: str, day: date) -> str:
    """A rule of the house file, `placard.ID.key`, as its placard or room reads; empty where it has no such place."""
    name, (place, path) = place_in_words(house, rule), _place(house, rule)
    if place is None:
        return ""
    settings = place.settings.get(path[0])
    value = settings.on(day) if settings is not None else None
    return f"{name}." if value is None else f"{name}: {_setting_words(path, value)}"


def place_in_words(house: House, rule: str) -> str:
    """The placard or room of a rule of the house file: `Placard $1/$3 no-limit Texas hold'em`; empty where none is."""
    place, _ = _place(house, rule)
    if place is None:
        return ""
    return _placard_name(place) if isinstance(place, Placard) else f"Room {place.id}"


def _place(house: House, rule: str) -> tuple[Placard | Room | None, list[str]]:
    """The placard or room that a rule names, and the key in it. An id may have dots; the longest that fits counts."""
    kind, _, rest = rule.partition(".")
    places: Mapping[str, Placard] | Mapping[str, Room] = house.placards if kind == "placard" else house.rooms
    fits = [id_ for id_ in places if rest == id_ or rest.startswith(f"{id_}.")]
    if not fits or kind not in ("placard", "room"):
        return None, []
    id_ = max(fits, key=len)
    return places[id_], rest[len(id_) + 1 :].split(".")


def _placard_name(placard: Placard) -> str:
    """`Placard $1/$3 no-limit Texas hold'em`."""
    stakes = placard.stakes_cents
    pair = next((p for p in (("sb", "bb"), ("small_bet", "big_bet")) if all(k in stakes for k in p)), None)
    limits = ("small_bet", "big_bet")
    if placard.betting == "fl" and all(k in stakes for k in limits):
        pair = limits
    amounts = "/".join(dollars(stakes[k]) for k in pair) if pair else ""
    game = GAMES.get(placard.game)
    said = (amounts, _BETTING.get(placard.betting or "", ""), game.title if game is not None else placard.game)
    return "Placard " + " ".join(filter(None, said))


def _setting_words(path: list[str], value: Any) -> str:
    """What a key of the house file sets; of the rake the whole plan, as it stands on the wall."""
    if path[0] == "rake" and isinstance(value, Mapping):
        return f"{_rake_words(value)}."
    if path[0] == "time" and isinstance(value, Mapping) and "rate" in value:
        style = {"pot": " as a time pot", "flop": " as a time flop"}.get(value.get("style", ""), " a seat")
        return f"time of {dollars(value['rate'])}{style}, every {value.get('minutes', 30)} minutes."
    if isinstance(value, Mapping):
        parts = [
            _lower(sentence(f"{path[0]}.{name}", part))
            for name, part in value.items()
            if f"{path[0]}.{name}" in TERM_KEYS
        ]
        wanted = f"{path[0]}.{path[1]}" if len(path) > 1 else ""
        if wanted in TERM_KEYS and path[1] in value:
            return _lower(sentence(wanted, value[path[1]]))
        return "; ".join(part.removesuffix(".") for part in parts) + "." if parts else "its own values."
    key = {"seats": "seats.table", "wager_chip": "wager.chip", "wager_most": "wager.most", "run_it": "run_it.times",
           "max_downs_in_a_row": "down_card.most_in_a_row", "counting_shuffler": "shuffler.counts",
           "dealing": "dealing.from"}.get(path[0], path[0])  # fmt: skip
    return _lower(sentence(key, value)) if key in TERM_KEYS else f"{path[0].replace('_', ' ')} {value}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _rake_words(plan: Mapping[str, Any]) -> str:
    """`10 %, $1 steps, at most $5, no flop no drop; 6 seats $4, 5 seats $3`."""
    said = []
    if "drop" in plan:
        said.append(f"a drop of {dollars(plan['drop'])}" + (" from the flop on" if plan.get("from_flop") else ""))
    if "percent" in plan:
        above = f" from a pot of {dollars(plan['above'])} on" if "above" in plan else ""
        said.append(f"{plan['percent']} %{above}")
    if "step" in plan:
        said.append(f"{dollars(plan['step'])} steps")
    if "cap" in plan:
        said.append(f"at most {dollars(plan['cap'])}")
    if "tiers" in plan:
        said.append(value_words("rake.tiers", plan["tiers"]))
    if "after_first_call" in plan:
        said.append(f"{dollars(plan['after_first_call'])} once somebody called before the flop")
    if plan.get("no_flop_no_drop"):
        said.append("nothing without a flop")
    tables = [value_words(f"rake.{name}", plan[name]) for name in ("short", "by") if name in plan]
    return "; ".join([", ".join(said), *(f"short tables: {table}" for table in tables)] if said else tables)
