"""Rulebooks: the law as data. One TOML file a document; every value has a day from which it holds, and a citation.

A document's scope says for what it speaks: live action, tournaments, or both; a value may narrow it. A value stays in
force until a later one of the same scope. A regulator's document may also bound what a house sets: `ceiling`, `floor`,
and `only` for words. A book may extend another: what it does not set comes from there, with that one's citation.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from checks.law.keys import BY_HAND_UNITS, BY_NUMBER_UNITS, TERM_KEYS, WHOLE_UNITS, TermKey
from parsers.house import House, HouseError
from parsers.nearest import did_you_mean

FOLDER: Final = Path(__file__).parent / "rulebooks"
SCOPES: Final = ("live", "tournament", "both")
BOUNDS: Final = ("ceiling", "floor", "only")

# How each kind of document is cited. A book may also declare its own: cited_by = { name = …, pattern = … }.
CITATIONS: Final = {
    "rule": r"(?:(?:before|after) )?[0-9]{1,3}[a-z]?",
    "page": r"p\.[0-9]{1,2}|add\.|FAQ [0-9]{1,2}",
    "rule or procedure": r"[0-9]{1,2}[A-D]?|RP-[0-9]",
    "chapter and paragraph": r"[0-9]{1,2}[A-K](?:\([0-9]{1,2}\))?",
}
PATTERN_MOST: Final = 200  # characters of a declared pattern
HEAD: Final = ("id", "title", "from", "scope", "cited_by", "about", "extends")
_INHERITED: Final = ("scope", "cited_by", "about")  # of a book that extends another
TERM_FIELDS: Final = ("unit", "values", "about")
VALUE_FIELDS: Final = ("from", "value", "cite", "scope", "note", *BOUNDS, "minutes")
BOUND_BY_TIME: Final = "time.rate"  # its bound may be for so many minutes
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


class RulebookError(Exception):
    """A rulebook file says something it may not."""


@dataclass(frozen=True)
class Entry:
    """One value of a term: since when, for what, and where it is written. `note` is our reading, where it needs one.

    `book` is the rulebook in which it stands, also where another extends that one.
    """

    since: date
    value: Any
    cite: str
    scope: str
    note: str | None = None
    book: str = ""

    def covers(self, tournament: bool) -> bool:
        return _covers(self.scope, tournament)


@dataclass(frozen=True)
class Bound:
    """What a house may set at most (`ceiling`), at least (`floor`) or at all (`only`), from a day on.

    With `minutes` the limit is for that long, and a rate for another time is measured by it.
    """

    key: str
    kind: str
    since: date
    limit: Any
    cite: str
    scope: str
    book: str
    minutes: int | None = None

    def covers(self, tournament: bool) -> bool:
        return _covers(self.scope, tournament)


@dataclass(frozen=True)
class Citation:
    """How a document is cited: the word for a place in it, and what a place looks like."""

    name: str
    pattern: str

    def fits(self, cite: str) -> bool:
        return re.fullmatch(self.pattern, cite) is not None


@dataclass(frozen=True)
class Term:
    """One key of a rulebook: its values, earliest first, and the bounds that it sets."""

    key: str
    unit: str
    entries: tuple[Entry, ...]
    bounds: tuple[Bound, ...] = ()

    def on(self, day: date, tournament: bool = False) -> Entry | None:
        """The value in force on a gaming day; None where the document is silent."""
        found = None
        for entry in self.entries:
            if entry.since <= day and entry.covers(tournament):
                found = entry
        return found

    def bounds_on(self, day: date, tournament: bool = False) -> dict[str, Bound]:
        """The bounds in force on a gaming day, by kind."""
        return {bound.kind: bound for bound in self.bounds if bound.since <= day and bound.covers(tournament)}


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One document. `since` is its first day; `about` says in our words what it is and how it is cited.

    `terms` are its own; `base` is the book that it extends. `is_own` where it lies beside the house file.
    """

    id: str
    title: str
    since: date
    scope: str
    cited_by: Citation
    about: str
    terms: Mapping[str, Term]
    base: Rulebook | None = None
    is_own: bool = False

    def on(self, key: str, day: date, tournament: bool = False) -> Entry | None:
        """What the document says on a key, or the one that it extends; None where both are silent."""
        if not self._speaks(day, tournament):
            return None
        term = self.terms.get(key)
        found = term.on(day, tournament) if term else None
        return self.base.on(key, day, tournament) if found is None and self.base else found

    def bounds_on(self, key: str, day: date, tournament: bool = False) -> dict[str, Bound]:
        """The bounds on a key by kind, those of the book that it extends among them."""
        if not self._speaks(day, tournament):
            return {}
        term = self.terms.get(key)
        below = self.base.bounds_on(key, day, tournament) if self.base else {}
        return {**below, **(term.bounds_on(day, tournament) if term else {})}

    def all_keys(self) -> tuple[str, ...]:
        """Every key on which the document speaks, itself or by the one that it extends; in the order of the keys."""
        known = {key for book in self.chain() for key in book.terms}
        return tuple(key for key in TERM_KEYS if key in known)

    def chain(self) -> tuple[Rulebook, ...]:
        """The book, the one that it extends, and so on."""
        return (self, *(self.base.chain() if self.base else ()))

    def _speaks(self, day: date, tournament: bool) -> bool:
        return day >= self.since and _covers(self.scope, tournament)


def _covers(scope: str, tournament: bool) -> bool:
    return scope == "both" or scope == ("tournament" if tournament else "live")


# -- which rulebooks there are -----------------------------------------------------------------------------------------


@cache
def load_rulebooks(folder: Path = FOLDER) -> dict[str, Rulebook]:
    """The rulebooks that are shipped, by id, in the order of their ids."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}
    if not texts:
        raise RulebookError(f"{folder}: no rulebook found; install the package with its data files")
    return _Shelf({}, texts, is_own=False).books()


def rulebooks_of(house: House) -> dict[str, Rulebook]:
    """Every rulebook by which a house can be judged: those shipped, and its own.

    HouseError where a room names a rulebook that is neither.
    """
    books = _with_own(tuple(sorted(house.own_rulebooks.items())))
    for room in house.rooms.values():
        for _, ids in room.rulebooks.values:
            for id_ in ids:
                if id_ not in books:
                    raise HouseError(
                        f'{house.name}: [room.{room.id}] rulebooks is "{id_}"; {_meant(id_, books)}write one of '
                        f"{', '.join(books)}, or put {id_}.toml into the folder rulebooks beside the house file"
                    )
    return books


@cache
def _with_own(texts: tuple[tuple[str, str], ...]) -> dict[str, Rulebook]:
    return _Shelf(load_rulebooks(), dict(texts), is_own=True).books()


class _Shelf:
    """Books that may extend one another, in whatever order they lie."""

    def __init__(self, known: Mapping[str, Rulebook], texts: Mapping[str, str], is_own: bool) -> None:
        self._made: dict[str, Rulebook] = dict(known)
        self._texts, self._is_own = texts, is_own
        for id_ in texts:
            if id_ in known:
                raise RulebookError(f"{id_}: is the id of a rulebook that is shipped; name yours otherwise, and extend")

    def books(self) -> dict[str, Rulebook]:
        return {id_: self._book(id_, ()) for id_ in sorted({*self._made, *self._texts})}

    def _book(self, id_: str, above: tuple[str, ...]) -> Rulebook:
        """One book; `above` are those that are waiting for it, because they extend it."""
        if id_ in above:
            raise RulebookError(
                f"{id_}: extends itself by way of {' → '.join((*above, id_))}; remove one of the extends"
            )
        if id_ not in self._made:
            if id_ not in self._texts:
                there = sorted({*self._made, *self._texts})
                raise RulebookError(
                    f'{above[-1]}: extends "{id_}", which is no rulebook; {_meant(id_, there)}the rulebooks are '
                    f"{', '.join(there)}"
                )
            found = parse_rulebook(
                self._texts[id_], id_, lambda base: self._book(base, (*above, id_)), is_own=self._is_own
            )
            self._made[id_] = found
        return self._made[id_]


def _meant(id_: str, known: Mapping[str, Any] | list[str]) -> str:
    return did_you_mean(id_, known)


# -- reading one -------------------------------------------------------------------------------------------------------


def parse_rulebook(
    text: str, stem: str, find: Callable[[str], Rulebook] | None = None, *, is_own: bool = False
) -> Rulebook:
    """One rulebook from the text of its file; `stem` is the file's name without its ending.

    `find` gives the book that it extends.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulebookError(f"{stem}: is not TOML: {error}; correct the line") from error
    head: dict[str, Any] = {key: document.pop(key) for key in HEAD if key in document}
    for key in HEAD:
        if key not in head and key != "extends" and not (key in _INHERITED and "extends" in head):
            raise RulebookError(f"{stem}: has no {key}; write it at the top")
    if head["id"] != stem:
        raise RulebookError(f"{stem}: has the id {head['id']}; name the file by its id")
    if not _ID.fullmatch(stem):
        raise RulebookError(f"{stem}: has an id that cannot be cited; use small letters, digits and dashes")
    if type(head["from"]) is not date:
        raise RulebookError(f"{stem}: from is no day; write from = 2018-05-19")
    base = _base(stem, head, find)
    head.setdefault("scope", base.scope if base else None)
    if head["scope"] not in SCOPES:
        raise RulebookError(f"{stem}: scope is {head['scope']}; write one of {', '.join(SCOPES)}")
    for key in ("title", "about"):
        if not isinstance(head.setdefault(key, ""), str):
            raise RulebookError(f"{stem}: {key} is {head[key]!r}; write it in quotes")
    head["cited_by"] = _citation(stem, head["cited_by"]) if "cited_by" in head else base.cited_by if base else None
    terms = {key: _term(stem, head, key, table) for key, table in _leaves(stem, document)}
    return Rulebook(
        stem, head["title"], head["from"], head["scope"], head["cited_by"], head["about"], terms, base, is_own
    )


def _base(book: str, head: Mapping[str, Any], find: Callable[[str], Rulebook] | None) -> Rulebook | None:
    if "extends" not in head:
        return None
    if not isinstance(head["extends"], str):
        raise RulebookError(f'{book}: extends is {head["extends"]!r}; write the id of one rulebook, "wsop-live-2017"')
    if find is None:
        raise RulebookError(f"{book}: extends {head['extends']}, which is not at hand; read the two together")
    return find(head["extends"])


def _citation(book: str, cited_by: Any) -> Citation:
    """How the book is cited: one of the known ways, or its own pattern."""
    if isinstance(cited_by, str):
        if cited_by not in CITATIONS:
            raise RulebookError(
                f"{book}: cited_by is {cited_by}; write one of {', '.join(CITATIONS)}, "
                'or { name = "section", pattern = "[0-9]+" }'
            )
        return Citation(cited_by, CITATIONS[cited_by])
    if not isinstance(cited_by, dict) or set(cited_by) != {"name", "pattern"}:
        raise RulebookError(f'{book}: cited_by is {cited_by!r}; write {{ name = "section", pattern = "[0-9]+" }}')
    name, pattern = cited_by["name"], cited_by["pattern"]
    if not isinstance(name, str) or not name:
        raise RulebookError(f'{book}: cited_by.name is {name!r}; write what a place is called, "section"')
    if not isinstance(pattern, str) or not 0 < len(pattern) <= PATTERN_MOST:
        raise RulebookError(f"{book}: cited_by.pattern has to be a text of up to {PATTERN_MOST} characters; shorten it")
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise RulebookError(f"{book}: cited_by.pattern is no pattern ({error}); correct it") from error
    return Citation(name, pattern)


def _leaves(book: str, table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, inner in table.items():
        key = ".".join((*path, name))
        if not isinstance(inner, dict):
            raise RulebookError(f"{book}: {key} stands outside a term; write it into the values of [{key}]")
        if isinstance(inner.get("values"), list) or isinstance(inner.get("unit"), str):
            yield key, inner
        else:
            yield from _leaves(book, inner, (*path, name))


def _term(book: str, head: Mapping[str, Any], key: str, table: dict[str, Any]) -> Term:
    known = TERM_KEYS.get(key)
    if known is None:
        meant = did_you_mean(key, TERM_KEYS)
        raise RulebookError(f"{book}: [{key}] is no key; {meant}the keys stand in checks/law/keys.py")
    _fields(book, key, "", table, TERM_FIELDS)
    if table.get("unit") != known.unit:
        raise RulebookError(f'{book}: [{key}] has the unit {table.get("unit")}; write unit = "{known.unit}"')
    values = table.get("values")
    if not isinstance(values, list) or not values or not all(isinstance(value, dict) for value in values):
        raise RulebookError(f"{book}: [{key}] has no values; write values = [{{ from = …, value = …, cite = … }}]")
    entries: list[Entry] = []
    bounds: list[Bound] = []
    for value in values:
        since, cite, scope = _place(book, head, key, value)
        if "value" in value:
            made = _value(book, known, since, value["value"])
            entries.append(Entry(since, made, cite, scope, value.get("note"), book))
        for kind in BOUNDS:
            if kind in value:
                limit = _limit(f"{book}: [{key}] {since}", known, kind, value[kind])
                bounds.append(Bound(key, kind, since, limit, cite, scope, book, _minutes(book, key, since, value)))
    _in_order(book, key, entries)
    for kind in BOUNDS:
        _in_order(book, key, [bound for bound in bounds if bound.kind == kind])
    return Term(key, known.unit, tuple(entries), tuple(bounds))


def _in_order(book: str, key: str, entries: Sequence[Entry | Bound]) -> None:
    """Values of one scope come in order of their days, and a scope of both stands alone."""
    for number, entry in enumerate(entries):
        for other in entries[:number]:
            if other.scope == entry.scope and other.since >= entry.since:
                raise RulebookError(
                    f"{book}: [{key}] {entry.since} stands behind {other.since}; put the values of a scope in order"
                )
            if "both" in (other.scope, entry.scope) and other.scope != entry.scope:
                raise RulebookError(
                    f"{book}: [{key}] {entry.since} mixes scope both with another; write live, tournament"
                )


def _place(book: str, head: Mapping[str, Any], key: str, value: dict[str, Any]) -> tuple[date, str, str]:
    """Since when a value is in force, where it is written, and for what it speaks."""
    since = value.get("from")
    if type(since) is not date:
        raise RulebookError(f"{book}: [{key}] has a value without a day; write from = {head['from']}")
    _fields(book, key, f" {since}", value, VALUE_FIELDS)
    if since < head["from"]:
        raise RulebookError(f"{book}: [{key}] {since} is before the document's first day, {head['from']}; correct it")
    cite = value.get("cite")
    if not isinstance(cite, str) or not cite:
        raise RulebookError(f"{book}: [{key}] {since} has no cite; quote the rule it comes from")
    if not head["cited_by"].fits(cite):
        raise RulebookError(f'{book}: [{key}] {since} has the cite "{cite}"; cite a {head["cited_by"].name}')
    scope = value.get("scope", head["scope"])
    if scope not in SCOPES:
        raise RulebookError(f"{book}: [{key}] {since} has the scope {scope}; write one of {', '.join(SCOPES)}")
    if head["scope"] != "both" and scope != head["scope"]:
        raise RulebookError(
            f"{book}: [{key}] {since} has the scope {scope}; the document speaks for {head['scope']} only"
        )
    if not {"value", *BOUNDS} & value.keys():
        raise RulebookError(f"{book}: [{key}] {since} has no value; write value = …")
    return since, cite, scope


def _limit(place: str, known: TermKey, kind: str, limit: Any) -> Any:
    """The limit of a bound: a number for a key that counts, words for a key of words."""
    if kind == "only":
        if known.unit not in ("word", "words"):
            raise RulebookError(f"{place} has only, but {known.key} is no word; write ceiling or floor")
        if not isinstance(limit, list) or not limit:
            raise RulebookError(f"{place} only is {limit!r}; write a list of words")
        for word in limit:
            if not isinstance(word, str) or (known.choices and word not in known.choices):
                raise RulebookError(f"{place} only has {word!r}; write one of {', '.join(known.choices)}")
        return tuple(limit)
    if known.unit not in (*WHOLE_UNITS, *BY_NUMBER_UNITS):
        raise RulebookError(f"{place} has a {kind}, but {known.key} is no number; remove it")
    return _whole(f"{place} {kind}", limit)


def _minutes(book: str, key: str, since: date, value: dict[str, Any]) -> int | None:
    if "minutes" not in value:
        return None
    if key != BOUND_BY_TIME:
        raise RulebookError(f"{book}: [{key}] {since} has minutes; only {BOUND_BY_TIME} is for so many minutes")
    minutes = _whole(f"{book}: [{key}] {since} minutes", value["minutes"])
    if not minutes:
        raise RulebookError(f"{book}: [{key}] {since} minutes is 0; write for how long the limit is")
    return minutes


def _fields(book: str, key: str, since: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in table:
        if name not in known:
            raise RulebookError(
                f"{book}: [{key}]{since} has an unknown field {name}; the fields are {', '.join(known)}"
            )


def _value(book: str, known: TermKey, since: date, value: Any) -> Any:
    unit = known.unit
    place = f"{book}: [{known.key}] {since}"
    if unit == "yes":
        if not isinstance(value, bool):
            raise RulebookError(f"{place} is {value!r}; write true or false")
        return value
    if unit in WHOLE_UNITS:
        return _whole(place, value)
    if unit in BY_NUMBER_UNITS or unit in BY_HAND_UNITS:
        if not isinstance(value, dict) or not value:
            raise RulebookError(f"{place} is {value!r}; write a table of {unit}")
        amounts = {name: _whole(f"{place} {name}", amount) for name, amount in value.items()}
        if unit in BY_HAND_UNITS:
            return amounts
        kind, digits = ("pots in cents", "9") if unit == "cents by pot" else ("numbers of seats", "2")
        if not all(re.fullmatch(f"[0-9]{{1,{digits}}}", name) for name in amounts):
            raise RulebookError(f"{place} has the keys {', '.join(amounts)}; the keys are {kind}")
        return {int(name): amount for name, amount in amounts.items()}
    listed = value if unit == "words" else [value]
    if not isinstance(listed, list) or not listed:
        raise RulebookError(f"{place} is {value!r}; write a list of words")
    for word in listed:
        if not isinstance(word, str) or (known.choices and word not in known.choices):
            raise RulebookError(f"{place} has {word!r}; write one of {', '.join(known.choices)}")
    return tuple(listed) if unit == "words" else value


def _whole(place: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RulebookError(f"{place} is {value!r}; write a whole number")
    return value
