"""Where a message about the house file or a rulebook points: its section, then the key that it names."""

from __future__ import annotations

import re
from typing import Final

_SYNTAX: Final = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)")
_LINE: Final = re.compile(r"\bline ([0-9]+)\b")
_SECTION: Final = re.compile(r"\[([A-Za-z0-9_.-]+)\]")
_QUOTED: Final = re.compile(r'"([^"]+)"')
_PATH: Final = re.compile(r"[A-Za-z0-9_.-]+")


def toml_place(text: str, message: str) -> tuple[int, int]:
    """Line and column, from 1; the file's beginning where the message names no place."""
    lines = text.splitlines()
    if found := _SYNTAX.search(message):
        return int(found[1]), int(found[2])
    section = _SECTION.search(message)
    if section is None:
        if found := _LINE.search(message):
            return int(found[1]), 1
        return _key_place(lines, range(len(lines)), _keys(message)) or (1, 1)
    head = next((n for n, line in enumerate(lines) if line.split("#")[0].strip() == section[0]), None)
    if head is None:
        return 1, 1
    end = next((n for n in range(head + 1, len(lines)) if lines[n].lstrip().startswith("[")), len(lines))
    return _key_place(lines, range(head, end), _keys(message[section.end() :])) or (head + 1, 1)


def _keys(rest: str) -> list[str]:
    """What the message may name, the likeliest first: what it quotes, then the path that it begins with."""
    path = _PATH.match(rest.lstrip(" .:"))
    return [*_QUOTED.findall(rest)[:1], *(reversed(path[0].split(".")) if path else ())]


def _key_place(lines: list[str], among: range, keys: list[str]) -> tuple[int, int] | None:
    for key in keys:
        for number in among:
            if found := re.search(rf"(?<![A-Za-z0-9_-]){re.escape(key)}(?![A-Za-z0-9_-])", lines[number].split("#")[0]):
                return number + 1, found.start() + 1
    return None
