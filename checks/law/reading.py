"""Which keys of the law are read: by a check, or by any code at all. Told from the code itself, so it is never old.

A key that nothing reads is a note: a rulebook may set it, and no finding depends on it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, Final

from checks.law.keys import TERM_KEYS
from checks.law.rulebook import Rulebook
from checks.model import RULES, Check

# Code that names keys to declare or to merge them, and reads none.
_DECLARES: Final = ("keys.py", "terms.py", "reading.py", "words.py", "sentences.py", "rule_words.py")


def keys_of(check: Check) -> tuple[str, ...]:
    """The keys by which a check speaks: its term with what stands below it, and those that it may cite."""
    named = {check.term} if check.term else set()
    named |= {word.partition("=")[0] for text in _texts(check.cite) for word in text.split()} if check.cite else set()
    begun = (f"{check.term}.", *(word for word in named if word.endswith(".") and word.count(".") > 1))
    return tuple(key for key in TERM_KEYS if key in named or key.startswith(begun))


def rules_of(check: Check, book: Rulebook) -> list[str]:
    """The rules of a book that a finding of a check may quote, in the order of the keys."""
    found = [entry.cite for key in keys_of(check) if key in book.terms for entry in book.terms[key].entries]
    return list(dict.fromkeys(found))


def readers(checks: Iterable[Check]) -> dict[str, list[str]]:
    """The codes of the checks that speak by each key."""
    found: dict[str, list[str]] = {}
    for check in checks:
        for key in keys_of(check):
            found.setdefault(key, []).append(check.code)
    return found


@cache
def read_keys() -> frozenset[str]:
    """Every key that some code of the checks names, in full or by a pattern such as `seats.{game}`."""
    patterns = {pattern for path in _sources(files("checks")) for pattern in _patterns(path.read_text("utf-8"))}
    return frozenset(key for key in TERM_KEYS if any(re.fullmatch(pattern, key) for pattern in patterns))


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _sources(item)
        elif item.name.endswith(".py") and item.name not in _DECLARES:
            yield item


def _patterns(source: str) -> Iterator[str]:
    """Texts of a module that can be keys; what is filled in may be any one or more words."""
    tree = ast.parse(source)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield from (re.escape(word.partition("=")[0]) for word in node.value.split() if "." in word)
        elif isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else r"[\w.-]+"
                for part in node.values
            ]
            if parts[0] != r"[\w.-]+" and "." in "".join(parts):  # else it would stand for every key
                yield "".join(parts)


def _texts(function: Any) -> Iterator[str]:
    """Every text in the code of a function, of those it calls, and of the tables it looks into."""
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
            continue
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, tuple | list | frozenset | set):
            waiting += one
        elif callable(one) and isinstance(plain := unwrap(one), FunctionType):
            waiting += _of_code(plain.__code__)
            waiting += [
                value
                for name in _names(plain.__code__)
                if (value := plain.__globals__.get(name)) is not None and _is_of_rules(value)
            ]


def _of_code(code: CodeType) -> Iterator[Any]:
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _of_code(value)
        elif isinstance(value, str | tuple | frozenset):
            yield value


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _names(value)


def _is_of_rules(value: Any) -> bool:
    """Whether a name stands for a table, or for a function of the rules."""
    return isinstance(value, dict | tuple | list) or str(getattr(value, "__module__", "")).startswith(RULES)
