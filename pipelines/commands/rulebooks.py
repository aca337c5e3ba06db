"""`oddchip rulebooks`: the documents and their values."""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelines.commands import options

if TYPE_CHECKING:
    from checks.law.rulebook import Rulebook

SUMMARY = "the rulebooks, shipped and your own; the values and citations of one; or a check of the house file"
EXAMPLE = "oddchip rulebooks wsop-dealer-2018, or: oddchip rulebooks check --house house.toml"
CHECK = "check"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID",
        help="a rulebook; or the word `check`: what is wrong with the house file and your own rulebooks, and what in "
        "them has no effect; without it all are listed",
    )  # fmt: skip
    options.add_data(parser)
    options.add_house(parser)


def run(args: argparse.Namespace) -> int:
    from parsers.nearest import did_you_mean
    from pipelines.errors import InputError

    if args.id == CHECK:
        return _check(args)
    books = options.known_rulebooks(args)
    if args.id is None:
        for name, book in sorted(books.items()):
            print(f"{name}  {book.title}" + (f" (your own{_extends(book)})" if book.is_own else ""))
        return 0
    if args.id not in books:
        meant = did_you_mean(args.id, books)
        raise InputError(f"{args.id}: no such rulebook; {meant}there are {', '.join(sorted(books))}")
    _print(books[args.id])
    return 0


def _check(args: argparse.Namespace) -> int:
    """What is wrong with the house file and its own rulebooks, and what has no effect; 2 where anything is wrong."""
    from checks.law.house_check import check_house
    from pipelines.cli import BAD_INPUT, OK

    path = options.chosen_folders(args).house()
    remarks = check_house(path, dt.date.today())
    for remark in remarks:
        print(f"{'error' if remark.is_error else 'no effect'}: {remark.text}")
    wrong = sum(remark.is_error for remark in remarks)
    print(
        f"{path.name}: {wrong} to put right, {len(remarks) - wrong} without effect"
        if remarks
        else f"{path.name}: right"
    )
    return BAD_INPUT if wrong else OK


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
