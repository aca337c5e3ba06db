"""Terms: what is in force at a table on a gaming day. Placard over room over rulebooks, key by key.

Grain: one `Terms` a room, placard and gaming day. Each value knows who says it: a rulebook and its rule, or the house
file and the key that sets it. A key that is not there is a matter on which nobody speaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Final

from checks.law.keys import TERM_KEYS
from checks.law.rulebook import Bound, Rulebook, RulebookError
from parsers.house import RAKE_FORMS, House, Placard, Settings

HOUSE: Final = "house"  # the `rulebook` of a value that the house file sets

# Keys of the house file that mean a term of another name; tables not named here keep theirs (rake.cap, kill.when, …).
_TERM_OF: Final[dict[str, tuple[str, ...]]] = {
    "new_player_posts": tuple(f"blinds.new_player_posts.{betting}" for betting in ("nl", "pl", "fl")),
    "run_it": ("run_it.times",),
    "mixed": ("mixed.games",),
    "dealing": ("dealing.from",),
    "wager_chip": ("wager.chip",),
    "wager_most": ("wager.most",),
    "bring_in_full": ("bring_in.may_complete",),
    "seats": ("seats.table",),
    "counting_shuffler": ("shuffler.counts",),
    "max_downs_in_a_row": ("down_card.most_in_a_row",),
}
# What a room sets for its cash tables says nothing about its tournaments.
LIVE_ONLY: Final = (
    "rake", "promo", "time", "straddle", "kill", "new_player_posts", "run_it", "wager_chip", "seats", "wager_most",
    "buy_in", "button",
)  # fmt: skip
_BY_ROW: Final = ("ofc.royalties",)  # a term for each of its tables
_SHORT: Final = "rake.short"
_BY: Final = "rake.by"
_BY_SEATS: Final = (_SHORT, _BY)  # merged seat by seat
# The plan by which a pot is raked: a layer that names a form replaces all of it.
_OWED: Final = (*(f"rake.{form}" for form in RAKE_FORMS), _BY)
PLAN_KEYS: Final = tuple(f"rake.{key}" for key in (*RAKE_FORMS, "step", "cap", "from_flop", "above"))


def terms_of_key(path: str) -> tuple[str, ...]:
    """The terms that a key of the house file sets; none for one that says what a room or placard is."""
    if path in _BY_ROW:
        return tuple(key for key in TERM_KEYS if key.startswith(f"{path}."))
    return _TERM_OF.get(path, (path,) if path in TERM_KEYS else ())


@dataclass(frozen=True, slots=True)
class TermValue:
    """A value in force and who says it: a rulebook's id and its citation, or "house" and "placard.ID.key"."""

    value: Any
    rulebook: str
    rule: str

    @property
    def from_house(self) -> bool:
        return self.rulebook == HOUSE


class Terms(Mapping[str, TermValue]):
    """The terms of one table and day. Empty: nobody speaks, and what needs a term is not evaluable.

    `rake.short` holds the caps by seats as one value and `rake.short.4` each with its own authority; so does `rake.by`.
    """

    __slots__ = ("_terms",)

    def __init__(self, terms: Mapping[str, TermValue]) -> None:
        self._terms = dict(terms)

    def __getitem__(self, key: str) -> TermValue:
        return self._terms[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._terms)

    def __len__(self) -> int:
        return len(self._terms)

    def __repr__(self) -> str:
        return f"Terms({len(self)} keys)"

    def value(self, key: str, default: Any = None) -> Any:
        """A term's value, or `default` where nobody speaks."""
        found = self._terms.get(key)
        return default if found is None else found.value

    def rake_cap(self, seats: int) -> TermValue | None:
        """The most that may be taken with so many seats dealt in: the cap, or a short table's where that is lower."""
        cap = self._terms.get("rake.cap")
        short = self._terms.get(f"{_SHORT}.{seats}")
        if short is None or cap is None:
            return cap
        return short if short.value < cap.value else cap


NO_TERMS: Final = Terms({})


def compile_terms(
    house: House | None,
    rulebooks: Mapping[str, Rulebook],
    room: str,
    placard: str | None,
    gaming_date: date,
    rulebook_override: str | None = None,
    *,
    tournament: bool = False,
) -> Terms:
    """The terms of a table on a gaming day.

    Live action needs a placard of that room, tournaments need none. An unknown room or placard has no terms, unless
    `rulebook_override` names a rulebook: it then stands in place of the room's, below what the house file says, and
    judges hands of any day.
    """
    books = _books(rulebooks, rulebook_override)
    return _compile(house, books, room, placard, gaming_date, rulebook_override, tournament, not tournament)


def room_terms(
    house: House | None,
    rulebooks: Mapping[str, Rulebook],
    room: str,
    gaming_date: date,
    rulebook_override: str | None = None,
    *,
    tournament: bool = False,
) -> Terms:
    """The terms of a room apart from any placard: for down cards, shufflers and decks."""
    books = _books(rulebooks, rulebook_override)
    return _compile(house, books, room, None, gaming_date, rulebook_override, tournament, False)


def find_placard(
    house: House, room: str, game: str, betting: str | None, stakes_cents: Mapping[str, int]
) -> str | None:
    """The one placard of a room that fits a hand which names none; None where none fits, or more than one.

    Fits: the game is its own (or one of its rotation), the betting agrees, and so does every stake that both name.
    """
    found = [p.id for p in house.placards.values() if p.room == room and _fits(p, game, betting, stakes_cents)]
    return found[0] if len(found) == 1 else None


def _fits(placard: Placard, game: str, betting: str | None, stakes_cents: Mapping[str, int]) -> bool:
    mixed = placard.settings.get("mixed")
    games = {name for _, names in mixed.values for name in names} if mixed else {placard.game}
    if game not in games or (betting and placard.betting and betting != placard.betting):
        return False
    return all(stakes_cents[key] == cents for key, cents in placard.stakes_cents.items() if key in stakes_cents)


# -- what the house sets, and how far it may go ------------------------------------------------------------------------


@dataclass(frozen=True)
class Layer:
    """What a room or one of its placards sets on a gaming day."""

    place: str  # room.ID or placard.ID
    placard: str | None
    settings: Mapping[str, Any]
    betting: str | None
    stakes_cents: Mapping[str, int]

    def parts(self) -> Iterator[tuple[str, Any, str]]:
        """(term, value, key of the house file) of every setting."""
        for key, value in self.settings.items():
            yield from _parts(key, value)


def house_layers(house: House, room_id: str, day: date) -> list[Layer]:
    """A room's own settings, then those of its placards, as they are in force on a gaming day."""
    room = house.rooms[room_id]
    placards = [placard for placard in house.placards.values() if placard.room == room_id]
    return [
        Layer(f"room.{room.id}", None, _in_force(room.settings, day), None, {}),
        *(
            Layer(f"placard.{p.id}", p.id, _in_force(p.settings, day), p.betting, p.stakes_cents)
            for p in placards
        ),
    ]  # fmt: skip


def bounds_of(
    house: House, rulebooks: Mapping[str, Rulebook], room: str, day: date, override: str | None = None
) -> dict[str, Bound]:
    """The bounds on the live-action values of a room, the tightest of each kind and key, by `kind:key`."""
    ids = (override,) if override is not None else house.rooms[room].rulebooks_on(day)
    return _tightest([rulebooks[id_] for id_ in ids], day, False)


def _tightest(books: list[Rulebook], day: date, tournament: bool) -> dict[str, Bound]:
    """Every book binds; of several ceilings the lowest holds, of several floors the highest, of words the first."""
    found: dict[str, Bound] = {}
    for book in books:
        for key in book.all_keys():
            for kind, bound in book.bounds_on(key, day, tournament).items():
                name = f"{kind}:{key}"
                other = found.get(name)
                tighter = other is None or (
                    bound.limit < other.limit if kind == "ceiling" else kind == "floor" and bound.limit > other.limit
                )
                if tighter:
                    found[name] = bound
    return found


def _bound_terms(books: list[Rulebook], day: date, tournament: bool) -> dict[str, TermValue]:
    """Bounds as terms, so that a finding can cite them: `ceiling:rake.percent`."""
    found = _tightest(books, day, tournament)
    return {name: TermValue(bound.limit, bound.book, bound.cite) for name, bound in found.items()}


# -- layers ------------------------------------------------------------------------------------------------------------


def _books(rulebooks: Mapping[str, Rulebook], override: str | None) -> tuple[Rulebook, ...]:
    if override is not None and override not in rulebooks:
        raise RulebookError(f"{override}: no such rulebook; the rulebooks are {', '.join(rulebooks)}")
    return tuple(rulebooks.values())


@lru_cache(maxsize=4096)
def _compile(
    house: House | None,
    books: tuple[Rulebook, ...],
    room_id: str,
    placard_id: str | None,
    day: date,
    override: str | None,
    tournament: bool,
    needs_placard: bool,
) -> Terms:
    room = house.rooms.get(room_id) if house else None
    placard = house.placards.get(placard_id) if house and placard_id and not tournament else None
    if placard is not None and placard.room != room_id:
        placard = None  # a placard of another room governs nothing here
    if override is None and (room is None or (needs_placard and placard is None)):
        return NO_TERMS
    ids = (override,) if override is not None else room.rulebooks_on(day) if room else ()
    by_id = {book.id: book for book in books}

    # A rulebook that was asked for by name judges hands of any day, also from before it was written.
    book_day = max(day, *(book.since for book in by_id[override].chain())) if override is not None else day
    terms = _book_terms([by_id[id_] for id_ in ids], book_day, tournament)
    cells = {term: _Cells.of(terms.pop(term, None)) for term in _BY_SEATS}
    terms.update(_bound_terms([by_id[id_] for id_ in ids], book_day, tournament))
    layers: list[tuple[str, dict[str, Any]]] = []
    if room is not None:
        settings = {k: s for k, s in room.settings.items() if not (tournament and k in LIVE_ONLY)}
        layers.append((f"room.{room.id}", _in_force(settings, day)))
    if placard is not None:
        layers.append((f"placard.{placard.id}", _in_force(placard.settings, day)))

    plan = (
        TermValue("pot", terms["rake.percent"].rulebook, terms["rake.percent"].rule)
        if "rake.percent" in terms
        else None
    )
    for place, layer in layers:
        if any(form in layer.get("rake", ()) for form in RAKE_FORMS):
            terms = {key: value for key, value in terms.items() if key not in PLAN_KEYS}
        for key, value in layer.items():
            for term, part, path in _parts(key, value):
                if term in cells:
                    cells[term].add(part, HOUSE, f"{place}.{path}")
                else:
                    terms[term] = TermValue(part, HOUSE, f"{place}.{path}")
        plan = _plan(place, layer) or plan
    return Terms(_completed(terms, cells, plan))


def _book_terms(books: list[Rulebook], day: date, tournament: bool) -> dict[str, TermValue]:
    """For each key the first rulebook that speaks on it."""
    terms: dict[str, TermValue] = {}
    for book in reversed(books):
        for key in book.all_keys():
            entry = book.on(key, day, tournament)
            if entry is not None:
                terms[key] = TermValue(entry.value, entry.book, entry.cite)
    return {key: terms[key] for key in TERM_KEYS if key in terms}


def _in_force(settings: Mapping[str, Settings], day: date) -> dict[str, Any]:
    values = {key: setting.on(day) for key, setting in settings.items()}
    return {key: value for key, value in values.items() if value is not None}


def _parts(key: str, value: Any) -> Iterator[tuple[str, Any, str]]:
    """(term, value, key of the house file) of a setting: a table has one for each of its keys."""
    if key in _TERM_OF:
        for term in _TERM_OF[key]:
            yield term, value, key
    else:
        for name, part in value.items():
            if f"{key}.{name}" in _BY_ROW:
                yield from ((f"{key}.{name}.{row}", points, f"{key}.{name}.{row}") for row, points in part.items())
            else:
                yield f"{key}.{name}", part, f"{key}.{name}"


class _Cells:
    """Amounts by seats, each with its own authority; `says` is who spoke last on any of them."""

    def __init__(self) -> None:
        self.cells: dict[int, TermValue] = {}
        self.says: TermValue | None = None

    @classmethod
    def of(cls, value: TermValue | None) -> _Cells:
        made = cls()
        if value is not None:
            made.add(value.value, value.rulebook, value.rule)
        return made

    def add(self, amounts: Mapping[int, int], rulebook: str, rule: str) -> None:
        self.says = TermValue(None, rulebook, rule)
        self.cells.update({seats: TermValue(cents, rulebook, rule) for seats, cents in amounts.items()})

    def into(self, term: str, terms: dict[str, TermValue]) -> None:
        """Puts the whole as one value, and each cell by itself."""
        if self.says is not None:
            amounts = {seats: self.cells[seats].value for seats in sorted(self.cells, reverse=True)}
            terms[term] = TermValue(amounts, self.says.rulebook, self.says.rule)
            terms.update({f"{term}.{seats}": cell for seats, cell in self.cells.items()})


def _plan(place: str, layer: Mapping[str, Any]) -> TermValue | None:
    if "time" in layer:
        return TermValue("pot+time" if "rake" in layer else "time", HOUSE, f"{place}.time")
    return TermValue("pot", HOUSE, f"{place}.rake") if "rake" in layer else None


def _completed(
    terms: dict[str, TermValue], cells: Mapping[str, _Cells], plan: TermValue | None
) -> dict[str, TermValue]:
    """What follows from the merged terms."""
    short = cells[_SHORT].cells
    if 3 in short and 2 not in short:
        short[2] = short[3]  # the documents stop at three seats; two pay as three is our reading
    for term, merged in cells.items():
        merged.into(term, terms)
    if plan is not None:
        if plan.value == "time":  # the placard says time: nothing is owed from the pot
            terms = {key: value for key, value in terms.items() if key not in _OWED and not key.startswith(f"{_BY}.")}
            terms["rake.percent"] = TermValue(0, plan.rulebook, plan.rule)
        terms["rake.plan"] = plan
    kind = terms.get("button.kind")
    if kind is not None and "button.dead" not in terms:  # the house chose where the documents leave it open
        terms["button.dead"] = TermValue(kind.value == "dead", kind.rulebook, kind.rule)
    bba = terms.get("bba.times")
    if bba is not None and "ante.due" not in terms:  # a placard that names an ante makes it due
        terms["ante.due"] = TermValue(True, bba.rulebook, bba.rule)
    no_drop = terms.get("rake.no_flop_no_drop")
    if no_drop is not None and no_drop.from_house and no_drop.value:
        terms["rake.preflop"] = TermValue("never", no_drop.rulebook, no_drop.rule)
    return terms
