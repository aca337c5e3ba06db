"""`oddchip log`: every act of a person, as the ledger tells it."""

from __future__ import annotations

import argparse
import json

from pipelines.commands import options

SUMMARY = "who unmasked, retired, held or changed the house file, when and why; the newest last"
EXAMPLE = "oddchip log --format json --data data"
FORMATS = ("table", "json")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="how it is told (default: table)")
    options.add_data(parser)


def run(args: argparse.Namespace) -> int:
    from dashboards.shown import shown
    from pipelines.night.nightly import existing_lake
    from warehouse.acts import acts

    done = list(acts(existing_lake(options.chosen_folders(args)).ledger.entries()))
    if args.format == "json":
        told = [{**vars(act), "at": act.at.isoformat()} for act in done]
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return 0
    for act in done:
        print(f"{act.at:%Y-%m-%d %H:%M:%S} UTC  commit {act.commit}  {act.act}")
        print(f"  who:  {shown(act.who, 200)}\n  what: {shown(act.what, 2000)}\n  why:  {shown(act.why, 2000)}")
    print(f"{len(done):,} acts of people stand in the ledger")
    return 0
