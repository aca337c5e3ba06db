"""`oddchip dev`: the Dagster web page on this project."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from pipelines.commands import options
from pipelines.folders import DATA_VARIABLE, HOUSE_VARIABLE

SUMMARY = "`dagster dev` on the project"
EXAMPLE = "oddchip dev --data data"
SUPERSEDED = "ignore:Function `dev_command` is superseded"


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    options.add_house(parser)
    parser.add_argument("--port", type=options.positive, default=3000, metavar="P", help="port (default 3000)")


def run(args: argparse.Namespace) -> int:
    from pipelines.orchestration.dagster_home import dagster_home

    folders = options.chosen_folders(args)
    home = dagster_home(folders)
    environment = {
        **os.environ,
        DATA_VARIABLE: str(folders.root.resolve()),
        "DAGSTER_HOME": str(home.resolve()),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
        # what it recommends in place of `dagster dev` is not among our packages
        "PYTHONWARNINGS": ",".join(filter(None, (os.environ.get("PYTHONWARNINGS"), SUPERSEDED))),
    }
    if folders.house_override is not None:
        environment[HOUSE_VARIABLE] = str(folders.house_override.resolve())
    command = [
        sys.executable,
        "-m",
        "dagster",
        "dev",
        "-m",
        "pipelines.definitions",
        "-h",
        "127.0.0.1",
        "-p",
        str(args.port),
    ]
    return 0 if subprocess.call(command, env=environment) == 0 else 2
