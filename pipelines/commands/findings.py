"""`oddchip findings`: a day's findings, now or as they stood at a time."""

from __future__ import annotations

import argparse
import datetime as dt

from pipelines.commands import options

SUMMARY = "the findings of a gaming day, as they stand or as they stood then"
EXAMPLE = "oddchip findings --date 2026-01-15 --as-of 2026-01-17T08:00:00Z"


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
        "--date", type=options.day, metavar="D", help="the gaming day (default: the last that was audited)"
    )
    parser.add_argument("--as-of", type=moment, metavar="TIME", help="as the lake stood at this time")
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from dashboards.amounts import amount, moved
    from pipelines.errors import InputError
    from pipelines.night import nightly
    from warehouse.amounts import day_findings
    from warehouse.register_rows import troubles

    folders = options.chosen_folders(args)
    audited = nightly.audited_days(folders, args.as_of)
    if not audited:
        raise InputError(f"{folders.lake}: no gaming day was audited by then; run `oddchip nightly` first")
    day = args.date or max(audited)
    if day not in audited:
        raise InputError(f"{day}: was not audited by then; there are {min(audited)} to {max(audited)}")
    lake = nightly.open_lake(folders)
    rows = day_findings(lake, day, as_of=args.as_of)
    for one in troubles(lake.read("register", gaming_date=day, as_of=args.as_of).to_pylist()):
        print(one.line())  # first: what did not come cannot have findings
    for row in rows:
        where = row["hand"] or (row["at"].strftime("%H:%M UTC") if row["at"] else "")
        cite = " ".join(part for part in (row["rulebook"], row["rule"]) if part)
        print(
            f"{row['code']}  {row['severity']:<9}  {row['room']} {row['table'] or '–'}  {where}  {row['message']}"
            + (f"  {amount(row, signed=True)}" if amount(row) else "")
            + (f"  [{cite}]" if cite else "")
        )
    print(f"{len(rows):,} findings on {day}; moved wrongly: {moved(rows).words}")
    for audit in lake.read("audits", gaming_date=day, as_of=args.as_of).to_pylist():
        print(
            f"{audit['room']}: audit {audit['audit_id'][:16]} by oddchip {audit['version']}, {audit['hands']:,} hands"
        )
    return 0
