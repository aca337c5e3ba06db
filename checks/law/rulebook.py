"""Rulebooks: the law as data. One TOML file a document; every value has a day from which it holds, and a citation.

A document's scope says for what it speaks: live action, tournaments, or both; a value may narrow it. A value stays in
force until a later one of the same scope.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final

from checks.law.keys import BY_HAND_UNITS, BY_NUMBER_UNITS, TERM_KEYS, WHOLE_UNITS, TermKey

FOLDER: Final = Path(__file__).parent / "rulebooks"
SCOPES: Final = ("live", "tournament", "both")

# How each kind of document is cited.
CITATIONS: Final = {
    "rule": re.compile(r"(?:(?:before|after) )?[0-9]{1,3}[a-z]?"),
    "page": re.compile(r"p\.[0-9]{1,2}|add\.|FAQ [0-9]{1,2}"),
    "rule or procedure": re.compile(r"[0-9]{1,2}[A-D]?|RP-[0-9]"),
    "chapter and paragraph": re.compile(r"[0-9]{1,2}[A-K](?:\([0-9]{1,2}\))?"),
}
_HEAD: Final = ("id", "title", "from", "scope", "cited_by", "about")
_TERM: Final = ("unit", "values", "about")
_VALUE: Final = ("from", "value", "cite", "scope", "note")


class RulebookError(Exception):
    """A rulebook file says something it may not."""


@dataclass(frozen=True)
class Entry:
    """One value of a term: since when, for what, and where it is written. `note` is our reading, where it needs one."""

    since: date
    value: Any
    cite: str
    scope: str
    note: str | None = None

    def covers(self, tournament: bool) -> bool:
        return self.scope == "both" or self.scope == ("tournament" if tournament else "live")


@dataclass(frozen=True)
class Term:
    """One key of a rulebook and its values, earliest first."""

    key: str
    unit: str
    entries: tuple[Entry, ...]

    def on(self, day: date, tournament: bool = False) -> Entry | None:
        """The value in force on a gaming day; None where the document is silent."""
        found = None
        for entry in self.entries:
            if entry.since <= day and entry.covers(tournament):
                found = entry
        return found


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One document. `since` is its first day; `about` says in our words what it is and how it is cited."""

    id: str
    title: str
    since: date
    scope: str
    cited_by: str
    about: str
    terms: Mapping[str, Term]

    def on(self, key: str, day: date, tournament: bool = False) -> Entry | None:
        """What the document says on a key; None where it is silent."""
        term = self.terms.get(key)
        return term.on(day, tournament) if term else None


@cache
def load_rulebooks(folder: Path = FOLDER) -> dict[str, Rulebook]:
    """All rulebooks by id, in the order of their ids."""
    books = {}
    for path in sorted(folder.glob("*.toml")):
        book = parse_rulebook(path.read_text(encoding="utf-8"), path.stem)
        books[book.id] = book
    if not books:
        raise RulebookError(f"{folder}: no rulebook found; install the package with its data files")
    return books


def parse_rulebook(text: str, stem: str) -> Rulebook:
    """One rulebook from the text of its file; `stem` is the file's name without its ending."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise RulebookError(f"{stem}: is not TOML: {error}; correct the line") from error
    for key in _HEAD:
        if key not in document:
            raise RulebookError(f"{stem}: has no {key}; write it at the top")
    head = {key: document.pop(key) for key in _HEAD}
    if head["id"] != stem:
        raise RulebookError(f"{stem}: has the id {head['id']}; name the file by its id")
    if type(head["from"]) is not date:
        raise RulebookError(f"{stem}: from is no day; write from = 2018-05-19")
    if head["scope"] not in SCOPES:
        raise RulebookError(f"{stem}: scope is {head['scope']}; write one of {', '.join(SCOPES)}")
    if head["cited_by"] not in CITATIONS:
        raise RulebookError(f"{stem}: cited_by is {head['cited_by']}; write one of {', '.join(CITATIONS)}")
    terms = {key: _term(stem, head, key, table) for key, table in _leaves(stem, document)}
    return Rulebook(stem, head["title"], head["from"], head["scope"], head["cited_by"], head["about"], terms)


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
        near = get_close_matches(key, TERM_KEYS, 1)
        meant = f"did you mean {near[0]}? " if near else ""
        raise RulebookError(f"{book}: [{key}] is no key; {meant}the keys stand in checks/law/keys.py")
    _fields(book, key, "", table, _TERM)
    if table.get("unit") != known.unit:
        raise RulebookError(f'{book}: [{key}] has the unit {table.get("unit")}; write unit = "{known.unit}"')
    values = table.get("values")
    if not isinstance(values, list) or not values or not all(isinstance(value, dict) for value in values):
        raise RulebookError(f"{book}: [{key}] has no values; write values = [{{ from = …, value = …, cite = … }}]")
    entries: list[Entry] = []
    for value in values:
        entry = _entry(book, head, known, value)
        for other in entries:
            if other.scope == entry.scope and other.since >= entry.since:
                raise RulebookError(
                    f"{book}: [{key}] {entry.since} stands behind {other.since}; put the values of a scope in order"
                )
            if "both" in (other.scope, entry.scope) and other.scope != entry.scope:
                raise RulebookError(
                    f"{book}: [{key}] {entry.since} mixes scope both with another; write live, tournament"
                )
        entries.append(entry)
    return Term(key, known.unit, tuple(entries))


def _entry(book: str, head: Mapping[str, Any], known: TermKey, value: dict[str, Any]) -> Entry:
    key, since = known.key, value.get("from")
    if type(since) is not date:
        raise RulebookError(f"{book}: [{key}] has a value without a day; write from = {head['from']}")
    _fields(book, key, f" {since}", value, _VALUE)
    if since < head["from"]:
        raise RulebookError(f"{book}: [{key}] {since} is before the document's first day, {head['from']}; correct it")
    cite = value.get("cite")
    if not isinstance(cite, str) or not cite:
        raise RulebookError(f"{book}: [{key}] {since} has no cite; quote the rule it comes from")
    if not CITATIONS[head["cited_by"]].fullmatch(cite):
        raise RulebookError(f'{book}: [{key}] {since} has the cite "{cite}"; cite a {head["cited_by"]}')
    scope = value.get("scope", head["scope"])
    if scope not in SCOPES:
        raise RulebookError(f"{book}: [{key}] {since} has the scope {scope}; write one of {', '.join(SCOPES)}")
    if head["scope"] != "both" and scope != head["scope"]:
        raise RulebookError(
            f"{book}: [{key}] {since} has the scope {scope}; the document speaks for {head['scope']} only"
        )
    if "value" not in value:
        raise RulebookError(f"{book}: [{key}] {since} has no value; write value = …")
    return Entry(since, _value(book, known, since, value["value"]), cite, scope, value.get("note"))


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
