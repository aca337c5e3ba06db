"""Rule cards: of each rule that a check may cite its document, number and days, and what it says in our words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from checks.frames import Grain
from checks.law.reading import keys_of
from checks.law.rulebook import Bound, Entry, Rulebook
from checks.law.sentences import bound_sentence, sentence
from checks.model import Check

_ALWAYS = date(1900, 1, 1)  # a document without a date


@dataclass(frozen=True)
class RuleCard:
    """One rule of one document over one span of days. `sentences` are ours, with the values in force then."""

    book: str
    title: str
    rule: str
    since: date
    until: date | None
    scope: str
    sentences: tuple[str, ...]
    is_own: bool = False

    @property
    def days(self) -> str:
        """`in force from 2018-05-19`, `in force from 2017-05-30 to 2018-05-18`, `undated`."""
        if self.since <= _ALWAYS:
            return "undated; always in force" if self.until is None else f"in force to {self.until.isoformat()}"
        end = f" to {self.until.isoformat()}" if self.until else ""
        return f"in force from {self.since.isoformat()}{end}"

    @property
    def words(self) -> str:
        return " ".join(self.sentences)


def rule_cards(check: Check, books: Mapping[str, Rulebook]) -> list[RuleCard]:
    """The cards of a check, book by book, each book in the order of the keys."""
    keys = keys_of(check)
    return [card for book in books.values() for card in _cards_of(check, book, keys)]


def _cards_of(check: Check, book: Rulebook, keys: Sequence[str]) -> list[RuleCard]:
    said: dict[tuple[str, date, date | None, str], list[str]] = {}
    for cite, since, until, scope, words in _spoken(check, book, keys):
        sentences = said.setdefault((cite, since, until, scope), [])
        if words not in sentences:
            sentences.append(words)
    return [
        RuleCard(book.id, book.title, cite, since, until, scope, tuple(words), book.is_own)
        for (cite, since, until, scope), words in said.items()
    ]


def _spoken(check: Check, book: Rulebook, keys: Sequence[str]) -> Iterator[tuple[str, date, date | None, str, str]]:
    """(rule, from, to, scope, sentence) of every value and bound by which a check speaks."""
    for key in keys:
        term = book.terms.get(key)
        for entry in term.entries if term else ():
            until = _until(entry, term.entries if term else ())
            yield entry.cite, max(entry.since, book.since), until, entry.scope, sentence(key, entry.value)
    if check.grain is Grain.HOUSE or any(term.bounds for key, term in book.terms.items() if key in keys):
        bounded = (
            book.terms.values() if check.grain is Grain.HOUSE else [book.terms[k] for k in keys if k in book.terms]
        )
        for term in bounded:
            for bound in term.bounds:
                yield (
                    bound.cite,
                    max(bound.since, book.since),
                    _until(bound, term.bounds),
                    bound.scope,
                    bound_sentence(bound),
                )


def _until(one: Entry | Bound, all_of_them: Sequence[Entry | Bound]) -> date | None:
    """The last day of a value: the day before the next one of the same scope (and kind)."""
    later = [
        other.since
        for other in all_of_them
        if other.since > one.since
        and other.scope == one.scope
        and getattr(other, "kind", "") == getattr(one, "kind", "")
    ]
    return min(later) - timedelta(days=1) if later else None


def said_of(
    check: Check,
    books: Mapping[str, Rulebook],
    book: str,
    rule: str,
    day: date | None = None,
    without: Collection[str] = (),
) -> str:
    """What a cited rule says, in our words, on a day; empty where no value of the check rests on it.

    `without` are beginnings of keys that the table does not play by: paytables that another table may have.
    """
    keys = [key for key in keys_of(check) if not key.startswith(tuple(without))]
    cards = [card for card in _cards_of(check, books[book], keys) if card.rule == rule] if book in books else []
    if day is not None:
        cards = [c for c in cards if c.since <= day and (c.until is None or day <= c.until)] or cards
    return " ".join(dict.fromkeys(words for card in cards for words in card.sentences))
