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
    from parsers.nearest import did_you_mean

    check = CHECKS.get(args.code.upper())
    if check is None:
        family = ", ".join(code for code in CHECKS if code[:2] == args.code.upper()[:2])
        there = f"of that family there are: {family}" if family else "`oddchip rules` lists them"
        raise InputError(f"{args.code}: no such check; {did_you_mean(args.code, CHECKS)}{there}")
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
    """For each rule that the check may cite: document, number and days, then in our words what it says."""
    from checks.law.reading import keys_of
    from checks.law.rule_cards import rule_cards

    spoken = set()
    for card in rule_cards(check, books):
        spoken.add(card.book)
        own = " (your own)" if card.is_own else ""
        scope = {"live": ", live action only", "tournament": ", tournaments only"}.get(card.scope, "")
        yield f"- {card.title}{own}, {card.rule} [{card.book} {card.rule}], {card.days}{scope}"
        yield from (f"    {sentence}" for sentence in card.sentences)
    for book in books.values():
        if book.id not in spoken and book.base is not None and set(keys_of(check)) & set(book.base.all_keys()):
            yield f"- {book.title} (your own): as {book.base.id}"
