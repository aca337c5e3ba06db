"""`oddchip audit`: files or folders straight to findings, no lake and no Dagster."""

from __future__ import annotations

import argparse
from pathlib import Path

from parsers.detect import HAND_FEEDS
from pipelines.commands import options

SUMMARY = "files or folders straight to findings, without a lake"
EXAMPLE = "oddchip audit day/ --house day/house.toml --out findings/"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        nargs="+",
        type=Path,
        metavar="INPUT",
        help="hand logs, PHH, OHH, PokerStars, GGPoker, PokerNow; down cards, shuffler counts, roster; or folders",
    )
    parser.add_argument(
        "--house", type=Path, metavar="FILE", help="the house file (default: house.toml in an input folder)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the tables and summary.json go")
    parser.add_argument(
        "--rulebook", metavar="ID", help="a rulebook for hands whose room or placard the house file does not know"
    )
    parser.add_argument(
        "--format",
        metavar="F",
        choices=HAND_FEEDS,
        help=f"read INPUT files as this format, whatever their names: {', '.join(HAND_FEEDS)}",
    )
    parser.add_argument(
        "--jobs", type=options.positive, default=1, metavar="N", help="processes that read files (default 1)"
    )
    parser.add_argument(
        "--engine", choices=("local", "spark"), default="local",
        help="where the audit runs: here, or on Spark (pip install oddchip[spark]) with --jobs workers (default local)",
    )  # fmt: skip
    parser.add_argument(
        "--fail-on", choices=("error", "procedure", "notice"), help="exit 1 when a finding is at least this severe"
    )


def run(args: argparse.Namespace) -> int:
    from pipelines.auditing.files_audit import audit_files, print_summary, severe_enough
    from pipelines.cli import FAILED_ON, OK

    result = audit_files(
        args.inputs,
        house_path=args.house,
        out=args.out,
        rulebook=args.rulebook,
        forced_feed=args.format,
        jobs=args.jobs,
        engine=args.engine,
    )
    print_summary(result)
    if args.fail_on and severe_enough(result.severities, args.fail_on):
        return FAILED_ON
    return OK
