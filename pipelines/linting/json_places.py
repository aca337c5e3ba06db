"""Where a field of a JSON line stands: `events[3]` of the hand log to a column."""

from __future__ import annotations

import json
import re
from typing import Final

_DECODER: Final = json.JSONDecoder()
_STEPS: Final = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")
_BLANKS: Final = " \t\r\n"
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


def field_place(line: str, field: str) -> int | None:
    """Where the value of a field begins, counted from 0; None where the line has no such field."""
    at = _skip(line, 0)
    for name, number in _STEPS.findall(field):
        found = _item(line, at, int(number)) if number else _member(line, at, name)
        if found is None:
            return None
        at = found
    return at


def event_place(line: str, at: int, reason: str) -> int:
    """Where in an event the word stands that the reason quotes: the reason begins with the event itself."""
    said = [match[0] for match in _QUOTED.finditer(reason)]
    if len(said) < 2 or not line.startswith(said[0], at):
        return at
    word = said[1][1:-1]
    parts = said[0][1:-1].split(" ")
    before = 1
    for part in parts:
        if word and word in (part, *part.split("."), *part.split("+")):
            return at + before + part.index(word)
        before += len(part) + 1
    inside = said[0].find(word) if word else -1
    return at + inside if inside > 0 else at


def second_place(line: str, key: str) -> int | None:
    """Where a key stands the second time."""
    found = [match.start() for match in re.finditer(re.escape(json.dumps(key)) + r"\s*:", line)]
    return found[1] if len(found) > 1 else None


def _skip(line: str, at: int) -> int:
    while at < len(line) and line[at] in _BLANKS:
        at += 1
    return at


def _value_end(line: str, at: int) -> int | None:
    try:
        return _DECODER.raw_decode(line, at)[1]
    except (json.JSONDecodeError, RecursionError):
        return None


def _member(line: str, at: int, name: str) -> int | None:
    """Where the value of a key of the object at `at` begins."""
    if line[at : at + 1] != "{":
        return None
    at = _skip(line, at + 1)
    while line[at : at + 1] == '"':
        end = _value_end(line, at)
        if end is None:
            return None
        key = json.loads(line[at:end])
        value = _skip(line, _skip(line, end) + 1)
        if key == name:
            return value
        after = _value_end(line, value)
        if after is None:
            return None
        at = _skip(line, _skip(line, after) + 1)
    return None


def _item(line: str, at: int, number: int) -> int | None:
    """Where the item of the list at `at` begins."""
    if line[at : at + 1] != "[":
        return None
    at = _skip(line, at + 1)
    for _ in range(number):
        end = _value_end(line, at)
        if end is None:
            return None
        at = _skip(line, _skip(line, end) + 1)
    return at if line[at : at + 1] not in ("", "]") else None
