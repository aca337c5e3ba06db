"""`oddchip explain`: one check with its citations."""

from __future__ import annotations

import argparse

from pipelines.errors import InputError

SUMMARY = "a check: what it finds, why it matters, and where each rulebook says so"
EXAMPLE = "oddchip explain RK01"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="a check's code, like RK01; `oddchip rules` lists them")


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
    cited = citations(check.term)
    for rulebook, rules in cited.items():
        print(f"- {rulebook}: {', '.join(rules)}")
    if not cited:
        print("- no document says it: it is arithmetic, and always evaluated")
    return 0


def citations(term: str | None) -> dict[str, list[str]]:
    """Where each rulebook speaks on a term or a part of it."""
    from checks.law.rulebook import load_rulebooks

    found: dict[str, list[str]] = {}
    for book in load_rulebooks().values() if term else ():
        for key, values in book.terms.items():
            if key == term or key.startswith(f"{term}."):
                found.setdefault(book.id, []).extend(entry.cite for entry in values.entries)
    return {book: list(dict.fromkeys(cites)) for book, cites in found.items()}
