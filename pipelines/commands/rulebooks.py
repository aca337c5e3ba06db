"""`oddchip rulebooks`: the documents and their values."""

from __future__ import annotations

import argparse

SUMMARY = "the rulebooks, or the values and citations of one"
EXAMPLE = "oddchip rulebooks wsop-dealer-2018"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="a rulebook; without it all are listed")


def run(args: argparse.Namespace) -> int:
    from checks.law.rulebook import load_rulebooks
    from pipelines.errors import InputError

    books = load_rulebooks()
    if args.id is None:
        for name in sorted(books):
            print(f"{name}  {books[name].title}")
        return 0
    if args.id not in books:
        raise InputError(f"{args.id}: no such rulebook; there are {', '.join(sorted(books))}")
    book = books[args.id]
    print(f"{book.id}  {book.title}, from {book.since}, for {book.scope}\n{book.about}\n")
    for key in sorted(book.terms):
        term = book.terms[key]
        for entry in term.entries:
            note = f"  ({entry.note})" if entry.note else ""
            print(f"{key:<36} {term.unit:<12} from {entry.since}  {entry.value}  [{entry.cite}]{note}")
    return 0
