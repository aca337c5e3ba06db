"""`oddchip findings`: the findings of an audit's folder, or of a gaming day in the lake as they stand or stood."""

from __future__ import annotations

import argparse
import datetime as dt
import sys

from pipelines.commands import options
from pipelines.telling.filters import add_filters, chosen
from pipelines.telling.forms import add_form

SUMMARY = "the findings of an audit's folder, or of a gaming day as they stand or stood then"
EXAMPLE = (
    "oddchip findings --from findings/ --code RK\n  oddchip findings --date 2026-01-15 --as-of 2026-01-17T08:00:00Z"
)


def moment(text: str) -> dt.datetime:
    """A time with an offset."""
    try:
        at = dt.datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; write it like 2026-01-17T08:00:00Z") from None
    if at.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text!r} has no offset; write it like 2026-01-17T08:00:00Z")
    return at


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="folder",
        metavar="DIR",
        help="a folder that `oddchip audit --out DIR` wrote, not a lake",
    )
    parser.add_argument(
        "--date",
        type=options.day,
        metavar="D",
        help="the gaming day (default: the last that was audited; of a folder: all)",
    )
    parser.add_argument("--as-of", type=moment, metavar="TIME", help="as the lake stood at this time")
    add_form(parser)
    add_filters(parser)
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from dashboards.amounts import moved
    from dashboards.shown import plural
    from pipelines.telling.forms import told_as

    asked = chosen(args)
    heads, rows, tails, where = _of_folder(args) if args.folder else _of_lake(args)
    kept = asked.of(rows)
    if args.format != "table":
        for line in (*heads, *tails):
            print(line, file=sys.stderr)
        sys.stdout.write(told_as(args.format, kept))
        return 0
    for line in heads:  # first: what did not come cannot have findings
        print(line)
    sys.stdout.write(told_as("table", kept))
    of = f" of {len(rows):,}" if asked.asks else ""
    print(f"{len(kept):,}{of} findings {where}; moved wrongly: {moved(kept).words}" if len(kept) != 1 or of
          else f"{plural(1, 'finding')} {where}; moved wrongly: {moved(kept).words}")  # fmt: skip
    for line in tails:
        print(line)
    return 0


def _of_folder(args: argparse.Namespace) -> tuple[list[str], list[dict[str, object]], list[str], str]:
    """(lines before, findings, lines behind, where they are from)."""
    from pipelines.errors import InputError
    from pipelines.telling.found import FINDINGS_NEED, audit_folder, found_in_folder

    if args.as_of is not None:
        raise InputError("--as-of: a folder keeps no earlier state; ask a lake with --data")
    found = found_in_folder(audit_folder(args.folder, FINDINGS_NEED))
    rows = [row for row in found.rows if args.date in (None, row["gaming_date"])]
    tails = [f"audit {one[:16]}" for one in found.audits]
    if found.quarantine:
        tails.insert(0, f"{len(found.quarantine):,} lines are in quarantine; {found.where}/report.html says why")
    return [], rows, tails, f"in {found.where}"


def _of_lake(args: argparse.Namespace) -> tuple[list[str], list[dict[str, object]], list[str], str]:
    """The same of a gaming day in the lake."""
    from pipelines.errors import InputError
    from pipelines.night import nightly
    from pipelines.telling.found import clocks_of, published, told
    from warehouse.amounts import day_findings
    from warehouse.privacy import load_key
    from warehouse.register_rows import troubles

    folders = options.chosen_folders(args)
    audited = nightly.audited_days(folders, args.as_of)
    if not audited:
        raise InputError(
            f"{folders.lake}: no gaming day was audited by then; run `oddchip nightly` first, or name the folder of "
            "an audit with --from"
        )
    day = args.date or max(audited)
    if day not in audited:
        raise InputError(f"{day}: was not audited by then; there are {min(audited)} to {max(audited)}")
    lake = nightly.open_lake(folders)
    rows = published(day_findings(lake, day, as_of=args.as_of), load_key(folders.key))
    heads = [one.line() for one in troubles(lake.read("register", gaming_date=day, as_of=args.as_of).to_pylist())]
    tails = [
        f"{audit['room']}: audit {audit['audit_id'][:16]} by oddchip {audit['version']}, {audit['hands']:,} hands"
        for audit in lake.read("audits", gaming_date=day, as_of=args.as_of).to_pylist()
    ]
    return heads, told(rows, clocks_of(options.chosen_house(args))), tails, f"on {day}"
