"""`oddchip verify`: the lake, its signed heads, and what was published from it, against the ledger."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.commands import options
from pipelines.errors import InputError

if TYPE_CHECKING:
    from pipelines.folders import Folders

SUMMARY = (
    "every file of the lake, every signed head and every published page against the ledger; names what was changed"
)
EXAMPLE = "oddchip verify --data data\n  oddchip verify --proof 12 --data data > commit-12.tlog-proof"


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    parser.add_argument(
        "--head", metavar="HASH", help="a chain head that a report printed: it must still be in the chain"
    )
    parser.add_argument(
        "--checkpoint", type=Path, metavar="FILE", help="a signed head that was kept: the chain must continue it"
    )
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help="the public key that was kept (default: signing.pub of the data folder)",
    )
    proofs = parser.add_mutually_exclusive_group()
    proofs.add_argument(
        "--proof", type=options.positive, metavar="N", help="print the proof that commit N stands in the signed head"
    )
    proofs.add_argument(
        "--since",
        type=options.positive,
        metavar="N",
        help="print the proof that the signed head continues the one of commit N, as witnesses take it",
    )
    parser.add_argument(
        "--accept", action="store_true", help="let the chain stand as it is, and sign it with a new key; needs --reason"
    )
    parser.add_argument("--reason", type=options.reason, metavar="TEXT", help="why; goes into the ledger")


def run(args: argparse.Namespace) -> int:
    folders = options.chosen_folders(args)
    if args.accept or args.reason is not None:
        return _accept(folders, args)
    if args.proof is not None or args.since is not None:
        from pipelines.night.heads import heads_of
        from pipelines.night.nightly import existing_lake

        heads, ledger = heads_of(folders), existing_lake(folders).ledger
        told = heads.continuation(ledger, args.since) if args.proof is None else heads.proof(ledger, args.proof)
        print(told, end="")
        return 0
    return _verify(folders, args)


def _accept(folders: Folders, args: argparse.Namespace) -> int:
    from pipelines.night.heads import heads_of
    from pipelines.night.nightly import existing_lake
    from pipelines.who import user
    from warehouse.heads import accept

    if not args.accept or args.reason is None:
        raise InputError("--accept and --reason go together: say why the chain may stand as it is")
    lake, heads = existing_lake(folders), heads_of(folders)
    if not heads.verify(lake.ledger)[0]:
        raise InputError("there is nothing to accept: the chain continues the heads that were noted of it")
    entry = accept(lake, user(), args.reason)
    print(f"accepted by {user()}: commit {entry.number} of the ledger, head {entry.hash}")
    print(f"signed with a new key; give your auditor {heads.public}, and say why:\n{heads.public_key().text}")
    return 0


def _verify(folders: Folders, args: argparse.Namespace) -> int:
    from pipelines.night.heads import heads_of
    from pipelines.night.nightly import existing_lake, verify_reports
    from warehouse.acts import RETAIN, acts

    heads = heads_of(folders)
    lake = existing_lake(folders)
    with lake.at_rest():
        noted, said = heads.verify(lake.ledger)
        if args.checkpoint is not None or args.key is not None:
            noted += heads.verify_kept(lake.ledger, args.checkpoint, args.key)
    problems = [*lake.verify(args.head), *noted]
    published, more = verify_reports(folders)
    for problem in [*problems, *published]:
        print(problem)
    for act in acts(lake.ledger.check()[0]):
        if act.act == RETAIN:
            print(f"{act.what}; by {act.who} on {act.at:%Y-%m-%d}, commit {act.commit}; why: {act.why}")
    for line in [*more, *said]:
        print(line)
    if problems:
        raise InputError(f"{folders.lake}: {len(problems):,} of its files are not as committed")
    if published:
        raise InputError(f"{folders.reports}: {len(published):,} of its files are not as published")
    if heads.copy is not None:
        print(f"the heads noted in {heads.copy.path} are all in the chain")
    print(f"all files are as committed; {lake.number():,} commits, head {lake.head()}")
    return 0
