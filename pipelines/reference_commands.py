"""The page of all commands, from the parsers of `pipelines/cli.py`: what `--help` says, on one page."""

from __future__ import annotations

import argparse
from typing import Final

from pipelines.cli import build_parser

COMMANDS_PAGE: Final = "commands.md"
# argparse's own names of the two groups that every parser has
USUAL_GROUPS: Final = ("positional arguments", "options")
PROSE: Final = """\
# Commands

Written by `make docs` from the parsers of the commands. `oddchip COMMAND --help` says the same.

A command exits with 0 when it did its job, and with 2 after a usage or input error; one line on stderr then says
where, what, and what to do. It exits with 1 only where `--fail-on` asked for it, or where `status` says that a person
is needed.
[The night](../operating.md#every-night) has one more code.
"""


def commands_page() -> str:
    """Every command with its arguments and an example, in Markdown."""
    parser, commands = build_parser()
    parsers = _tasks(parser)
    lines = [*PROSE.splitlines(), "", "| command | what it does |", "|---|---|"]
    lines += [f"| [`{name}`](#oddchip-{name}) | {command.SUMMARY} |" for name, command in commands.items()]
    for name, command in commands.items():
        lines += ["", f"## oddchip {name}", "", f"{command.SUMMARY[0].upper()}{command.SUMMARY[1:]}.", ""]
        lines += ["```", *(line.strip() for line in command.EXAMPLE.splitlines()), "```"]
        lines += _arguments(parsers[name])
    return "\n".join(lines) + "\n"


def _tasks(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers below one, by the word that calls them."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= action.choices
    return found


def _arguments(parser: argparse.ArgumentParser) -> list[str]:
    """The arguments of a command, group by group, then those of its tasks."""
    lines: list[str] = []
    rows: dict[str, list[str]] = {"": []}  # by the title of the group, the usual two together and first
    for group in parser._action_groups:
        title = "" if group.title is None or group.title in USUAL_GROUPS else group.title
        told = [_row(action, parser) for action in group._group_actions if _is_told(action)]
        rows.setdefault(title, []).extend(told)
    for title, those in rows.items():
        lines += ["", f"{title[0].upper()}{title[1:]}:"] if title and those else []
        lines += ["", "| argument | meaning |", "|---|---|", *those] if those else []
    for name, task in _tasks(parser).items():
        lines += ["", f"### {task.prog}", "", f"The task `{name}`.", *_arguments(task)]
    return lines


def _is_told(action: argparse.Action) -> bool:
    hidden = action.help == argparse.SUPPRESS
    return not (hidden or isinstance(action, argparse._HelpAction | argparse._SubParsersAction))


def _row(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """One argument: how it is written, whether it must be given, what it means."""
    value = action.metavar if isinstance(action.metavar, str) else None
    if value is None and action.choices is not None:
        value = "|".join(map(str, action.choices))
    value = value or action.dest.upper()
    written = value
    if action.option_strings:
        written = ", ".join(action.option_strings) + ("" if action.nargs == 0 else f" {value}")
    meaning = (action.help or "") % {**vars(action), "prog": parser.prog}
    must = "; must be given" if action.required and action.option_strings else ""
    return f"| `{_cell(written)}` | {_cell(meaning)}{must} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
