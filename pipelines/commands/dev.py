"""`oddchip dev`: Dagster on this project, behind a guard; `oddchip dev new-check`: the skeleton of a check."""

from __future__ import annotations

import argparse
import os
import sys

from pipelines.commands import options
from pipelines.folders import DATA_VARIABLE, HOUSE_VARIABLE
from pipelines.serving import LOOPBACK

SUMMARY = "Dagster's web page and daemon on the project, or the skeleton of a new check"
EXAMPLE = "oddchip dev --data data\n  oddchip dev new-check RK09 --title 'Rake was taken twice' --grain event"


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    options.add_house(parser)
    parser.add_argument("--port", type=options.positive, default=3000, metavar="P", help="port (default 3000)")
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", description="without one: the web page")
    new = tasks.add_parser("new-check", help="write the skeleton of a check and of its cases")
    new.add_argument("code", metavar="CODE", help="the code of the check: its family and the next free number")
    new.add_argument("--title", metavar="TEXT", help="what went wrong, in one sentence")
    new.add_argument("--grain", default="hand", metavar="ROWS", help="what one row is that it reads (default hand)")


def run(args: argparse.Namespace) -> int:
    return _new_check(args) if args.task == "new-check" else _web_page(args)


def _new_check(args: argparse.Namespace) -> int:
    from pipelines.new_check import new_check

    print("\n".join(new_check(args.code.upper(), args.title, args.grain).left))
    return 0


def _web_page(args: argparse.Namespace) -> int:
    from pipelines.children import run_together
    from pipelines.orchestration.dagster_home import dagster_home

    folders = options.chosen_folders(args)
    home = dagster_home(folders)
    environment = {
        **os.environ,
        DATA_VARIABLE: str(folders.root.resolve()),
        "DAGSTER_HOME": str(home.resolve()),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
    }
    if folders.house_override is not None:
        environment[HOUSE_VARIABLE] = str(folders.house_override.resolve())
    ours = ("-m", "pipelines.definitions")
    page = ("pipelines.orchestration.web_page", "-h", LOOPBACK, "-p", str(args.port))
    print(f"the web page is on http://{LOOPBACK}:{args.port}/ (stop with Ctrl-C)", flush=True)
    return run_together(
        [
            [sys.executable, "-m", *page, *ours],
            [sys.executable, "-m", "dagster._daemon", "run", *ours],
        ],
        environment,
    )
