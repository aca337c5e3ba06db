"""`oddchip audit`: files or folders straight to findings, no lake and no Dagster."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from parsers.detect import HAND_FEEDS
from pipelines.auditing.engine_names import LOCAL
from pipelines.commands import options
from pipelines.errors import InputError
from pipelines.telling.filters import add_filters, chosen
from pipelines.telling.forms import FORMS

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
        action="append",
        choices=(*HAND_FEEDS, *FORMS),
        default=[],
        help=f"of the findings: {', '.join(FORMS)} (default table, for people); or of INPUT files, whatever their "
        f"names: {', '.join(HAND_FEEDS)}; give it twice for both",
    )
    parser.add_argument(
        "--tables", type=options.names, metavar="LIST",
        help="write these tables only, like findings,coverage; findings.csv and report.html come with findings "
        "(default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--jobs",
        type=options.positive,
        default=1,
        metavar="N",
        help="processes that read, where files are large; above 1, tables are written beside the reading (default 1)",
    )
    options.add_engine(parser)
    parser.add_argument(
        "--fail-on", choices=("error", "procedure", "notice"), help="exit 1 when a finding is at least this severe"
    )
    add_filters(parser)


def run(args: argparse.Namespace) -> int:
    from pipelines.auditing.lean_start import start_lean

    if args.engine == LOCAL:  # Spark's own library asks for pandas
        start_lean()
    from pipelines.auditing.files_audit import audit_files, severe_enough
    from pipelines.cli import FAILED_ON, OK
    from pipelines.telling.audit_told import audit_lines
    from pipelines.telling.forms import told_as

    read_as, form = _formats(args.format)
    asked = chosen(args)
    result = audit_files(
        args.inputs,
        house_path=args.house,
        out=args.out,
        rulebook=args.rulebook,
        forced_feed=read_as,
        jobs=args.jobs,
        engine=args.engine,
        tables=args.tables,
    )
    told = sys.stdout if form == "table" else sys.stderr  # what another program reads stands alone on stdout
    for line in audit_lines(result, asked):
        print(line, file=told)
    if form != "table":
        sys.stdout.write(told_as(form, asked.of(result.findings)))
    if args.fail_on and severe_enough(result.severities, args.fail_on):
        return FAILED_ON
    return OK


def _formats(given: list[str]) -> tuple[str | None, str]:
    """(how INPUT files are read, how findings are told): the two kinds of words have none in common."""
    read_as = [word for word in given if word in HAND_FEEDS]
    forms = [word for word in given if word in FORMS]
    for words, what in ((read_as, "of the input"), (forms, "of the findings")):
        if len(set(words)) > 1:
            raise InputError(f"--format {' and '.join(words)}: name one format {what}")
    return (read_as[0] if read_as else None), (forms[0] if forms else FORMS[0])
