"""`oddchip rulebooks`: the documents and their values."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pipelines.commands import options

if TYPE_CHECKING:
    from checks.law.rulebook import Rulebook

SUMMARY = "the rulebooks, shipped and your own, or the values and citations of one"
EXAMPLE = "oddchip rulebooks wsop-dealer-2018"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="a rulebook; without it all are listed")
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError

    books = options.known_rulebooks(args)
    if args.id is None:
        for name, book in sorted(books.items()):
            print(f"{name}  {book.title}" + (f" (your own{_extends(book)})" if book.is_own else ""))
        return 0
    if args.id not in books:
        near = get_close_matches(args.id, books, 1)
        meant = f"did you mean {near[0]}? " if near else ""
        raise InputError(f"{args.id}: no such rulebook; {meant}there are {', '.join(sorted(books))}")
    _print(books[args.id])
    return 0


def _print(book: Rulebook) -> None:
    """A book with its values, bounds and rules; what it takes from another stands under that one's id."""
    print(f"{book.id}  {book.title}, from {book.since}, for {book.scope}{_extends(book)}")
    print(f"{book.about}\n" if book.about else "")
    said: set[str] = set()
    for one in book.chain():
        if one is not book:
            print(f"\nfrom {one.id}:")
        for line in _values({key: key not in said for key in one.terms}, one):
            print(line)
        said |= {key for key, term in one.terms.items() if term.entries}


def _extends(book: Rulebook) -> str:
    return f", extends {book.base.id}" if book.base else ""


def _values(keys: Mapping[str, bool], book: Rulebook) -> list[str]:
    lines = []
    for key in sorted(key for key, fresh in keys.items() if fresh):
        term = book.terms[key]
        for entry in term.entries:
            note = f"  ({entry.note})" if entry.note else ""
            lines.append(f"{key:<36} {term.unit:<12} from {entry.since}  {entry.value}  [{entry.cite}]{note}")
        for bound in term.bounds:
            per = f" for {bound.minutes} minutes" if bound.minutes else ""
            lines.append(
                f"{key:<36} {term.unit:<12} from {bound.since}  {bound.kind} {bound.limit}{per}  [{bound.cite}]"
            )
    return lines
