"""`oddchip explain`: one check with its citations."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelines.commands import options
from pipelines.errors import InputError

if TYPE_CHECKING:
    from checks.law.rulebook import Rulebook
    from checks.model import Check

SUMMARY = "a check: what it finds, why it matters, and where each rulebook says so"
EXAMPLE = "oddchip explain RK01"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="a check's code, like RK01; `oddchip rules` lists them")
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from checks.catalogue import CHECKS

    check = CHECKS.get(args.code.upper())
    if check is None:
        near = ", ".join(code for code in CHECKS if code[:2] == args.code.upper()[:2]) or "see `oddchip rules`"
        raise InputError(f"{args.code}: no such check; of that family there are: {near}")
    print(f"{check.code} · {check.title} · {check.severity.value}")
    rest = "\n".join(check.doc.splitlines()[1:]).strip()
    if rest:
        print(f"\n{rest}")
    print("\n## Where it stands")
    told = list(where_it_stands(check, options.known_rulebooks(args)))
    for line in told or ["- no document says it: it is arithmetic, and always evaluated"]:
        print(line)
    return 0


def where_it_stands(check: Check, books: Mapping[str, Rulebook]) -> Iterator[str]:
    """For each book that speaks: its rules, then each value with its rule and the day from which it holds."""
    from checks.law.reading import keys_of, rules_of
    from checks.law.words import value_text

    spoken, bounded = keys_of(check), _bounded(check, books)
    keys = spoken or bounded
    for book in books.values():
        cited = rules_of(check, book)
        values = [
            f"    {key}: {value_text(term.unit, entry.value)}, from {entry.since}{_scope(book, entry.scope)}  "
            f"[{entry.cite}]"
            for key in spoken
            if (term := book.terms.get(key))
            for entry in term.entries
        ]
        values += [
            f"    {key}: {bound.kind} {value_text(term.unit.split(' by ')[0], bound.limit)}, from {bound.since}  "
            f"[{bound.cite}]"
            for key in keys
            if (term := book.terms.get(key))
            for bound in term.bounds
        ]
        if cited or values:
            own = " (your own)" if book.is_own else ""
            rules = f": {', '.join(cited)}" if cited else ""
            yield f"- {book.id}{own}{rules}"
            yield from values
        elif book.base is not None and any(key in book.base.all_keys() for key in keys):
            yield f"- {book.id} (your own): as {book.base.id}"


def _bounded(check: Check, books: Mapping[str, Rulebook]) -> tuple[str, ...]:
    """For a check of the house file's own values: every key that a book bounds."""
    from checks.frames import Grain

    if check.grain is not Grain.HOUSE:
        return ()
    return tuple(dict.fromkeys(key for book in books.values() for key, term in book.terms.items() if term.bounds))


def _scope(book: Rulebook, scope: str) -> str:
    return "" if scope == book.scope else f", {scope}"


def citations(check: Check) -> dict[str, list[str]]:
    """The rules of each rulebook that is shipped which a finding of a check may quote."""
    from checks.law.reading import rules_of
    from checks.law.rulebook import load_rulebooks

    found = {book.id: rules_of(check, book) for book in load_rulebooks().values()}
    return {book: rules for book, rules in found.items() if rules}


def bounds() -> dict[str, list[str]]:
    """Where each rulebook that is shipped bounds what a house may set."""
    from checks.law.rulebook import load_rulebooks

    found = {
        book.id: list(dict.fromkeys(bound.cite for term in book.terms.values() for bound in term.bounds))
        for book in load_rulebooks().values()
    }
    return {book: rules for book, rules in found.items() if rules}
