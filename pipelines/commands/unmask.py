"""`oddchip unmask`: whose a pseudonym is, with an entry in the ledger that it was asked."""

from __future__ import annotations

import argparse

from pipelines.commands import options

SUMMARY = "the name behind a pseudonym; the ledger keeps who asked, when and why"
EXAMPLE = 'oddchip unmask P-7QK2MXWB4T --reason "case 2026-014" --data data'


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="+", metavar="NAME", help="pseudonyms as the pages show them")
    parser.add_argument(
        "--reason", type=options.reason, required=True, metavar="TEXT", help="why; goes into the ledger"
    )
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.errors import InputError
    from pipelines.night import nightly
    from pipelines.who import user
    from warehouse.privacy import PATTERN, load_key, unmask

    folders = options.chosen_folders(args)
    odd = [name for name in args.names if not PATTERN.match(name)]
    if odd:
        raise InputError(f"{odd[0]}: is not a pseudonym; they look like P-7QK2MXWB4T")
    lake = nightly.existing_lake(folders)
    found = unmask(lake, load_key(folders.key, make=False), args.names, user(), args.reason)
    for pseudonym, names in found.items():
        print(f"{pseudonym}  {' or '.join(names) if names else 'nobody in the lake'}")
    print(f"asked by {user()}: commit {lake.number()} of the ledger")
    missing = [pseudonym for pseudonym, names in found.items() if not names]
    if missing:
        raise InputError(f"{', '.join(missing)}: no player of the lake has this pseudonym under the key {folders.key}")
    return 0
