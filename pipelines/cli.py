"""The `oddchip` command: finds the subcommand, runs it, and turns errors into one line and an exit code.

0: it did its job. 1: a `--fail-on` asked for it. 2: usage or input error. Commands import what they need when they run,
so that `oddchip --help` answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, Protocol, cast

from parsers.nearest import did_you_mean
from parsers.version import VERSION
from pipelines.leaving import leave

OK, FAILED_ON, BAD_INPUT = 0, 1, 2
INTERRUPTED = 130

COMMANDS = (
    "init",
    "lint",
    "convert",
    "audit",
    "simulate",
    "ingest",
    "nightly",
    "reaudit",
    "status",
    "publish",
    "serve",
    "show",
    "findings",
    "verify",
    "log",
    "unmask",
    "retain",
    "hold",
    "explain",
    "games",
    "rules",
    "rulebooks",
    "bench",
    "dev",
)

# Errors that packages below raise for bad input. By name, so that no package is imported only to be caught.
KNOWN_ERRORS = frozenset(
    {
        "InputError",
        "HouseError",
        "RulebookError",
        "SourceError",
        "LakeError",
        "LedgerError",
        "TermsError",
        "PublishError",
        "NotTold",
    }
)


class Command(Protocol):
    """A module of `pipelines.commands`."""

    SUMMARY: str
    EXAMPLE: str

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """argparse, with usage errors on one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


def build_parser() -> tuple[Parser, dict[str, Command]]:
    """The parser with every command that is there, and the commands by name."""
    parser = Parser(
        prog="oddchip",
        description="Audits a poker room: replays every hand by the rules in force and names what went wrong.",
        epilog="Start with `oddchip init`: it asks what your room goes by and says what is next. To see a day first: "
        "`oddchip simulate --out day --date 2026-01-15`, then `oddchip audit day --out findings`.",
    )
    parser.add_argument("--version", action="version", version=f"oddchip {VERSION}")
    commands: dict[str, Command] = {}
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        command = cast(Command, importlib.import_module(f"pipelines.commands.{name}"))
        sub = subparsers.add_parser(
            name,
            help=command.SUMMARY,
            description=command.SUMMARY,
            epilog=f"example:\n  {command.EXAMPLE}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.configure(sub)
        commands[name] = command
    return parser, commands


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    parser, commands = build_parser()
    try:
        _known_command(parser, sys.argv[1:] if argv is None else argv)
        args = parser.parse_args(argv)
        code = commands[args.command].run(args)
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse: --help, --version, usage errors
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    except KeyboardInterrupt:
        print("oddchip: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # `oddchip rules | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        print(f"oddchip: {_one_line(error)}", file=sys.stderr)
        return BAD_INPUT


def _known_command(parser: Parser, arguments: Sequence[str]) -> None:
    """A usage error for a command that is none, before argparse lists them all without a guess."""
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        meant = did_you_mean(arguments[0], COMMANDS)
        parser.error(f"{arguments[0]}: no such command; {meant}there are {', '.join(COMMANDS)}")


def _one_line(error: Exception) -> str:
    """What a person should read: the message of a known error, else where the full trace was kept."""
    known = {kind.__name__ for kind in type(error).__mro__} & KNOWN_ERRORS
    if known:
        return " ".join(str(error).split())
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}"
    log = _keep_trace(error)
    return f"unexpected {type(error).__name__}: {' '.join(str(error).split())[:200]}; the trace is in {log}"


def _keep_trace(error: Exception) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    folder = Path(os.environ.get("ODDCHIP_LOGS") or tempfile.gettempdir())
    log = folder / f"oddchip-{stamp}-{os.getpid()}.log"
    lines = traceback.format_exception(error)
    log.write_text(f"oddchip {VERSION} {sys.argv[1:]}\n{''.join(lines)}", encoding="utf-8")
    return log


def command() -> NoReturn:
    """The installed `oddchip`."""
    leave(main())


if __name__ == "__main__":
    command()
