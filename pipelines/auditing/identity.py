"""What an audit is the audit of: a digest of inputs, house file, rulebooks, clocks, versions and code.

The same id means the same findings to the byte; anything that could change a finding is in it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.resources
import json
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources.abc import Traversable

from parsers.house import House
from parsers.version import VERSION

LIBRARIES = ("duckdb", "llvmlite", "numba", "numpy", "polars", "pyarrow")


def rulebooks_digest(house: House) -> str:
    """Of the rulebook files as shipped, in the order of their names, then of the house's own."""
    digest = hashlib.sha256()
    books = importlib.resources.files("checks.law").joinpath("rulebooks")
    for book in sorted(books.iterdir(), key=lambda b: b.name):
        if book.name.endswith(".toml"):
            digest.update(book.name.encode() + b"\0" + hashlib.sha256(book.read_bytes()).digest())
    for name, text in sorted(house.own_rulebooks.items()):
        digest.update(b"own\0" + name.encode() + b"\0" + hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()


@cache
def code_version() -> str:
    """The version with a digest of the code that reads and judges: `0.1.0+3f9c21d08a7b`."""
    digest = hashlib.sha256()
    for package in ("parsers", "checks"):
        root = importlib.resources.files(package)
        for path in _sources(root, package):
            digest.update(path[0].encode() + b"\0" + hashlib.sha256(path[1].read_bytes()).digest())
    return f"{VERSION}+{digest.hexdigest()[:12]}"


def _sources(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    """Every Python file in a package, in the order of the names."""
    found: list[tuple[str, Traversable]] = []
    for item in sorted(folder.iterdir(), key=lambda i: i.name):
        inside = f"{name}/{item.name}"
        if item.is_dir():
            found += _sources(item, inside)
        elif item.name.endswith(".py"):
            found.append((inside, item))
    return found


def audit_identity(
    inputs: Iterable[tuple[str, str]],
    house: House,
    rulebook: str | None = None,
    more: Mapping[str, object] | None = None,
) -> str:
    """The id of an audit over `inputs` (file name, sha256); `more` is what else a lake knows of them."""
    facts = {
        "house": house.digest,
        "clocks": {room: house.clock_of(room) for room in sorted(house.rooms)},
        "inputs": sorted(list(pair) for pair in inputs),
        "rulebook": rulebook,
        "rulebooks": rulebooks_digest(house),
        "versions": versions(),
        "more": dict(more or {}),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@cache
def _libraries() -> dict[str, str]:
    return {name: importlib.metadata.version(name) for name in LIBRARIES}


def versions() -> dict[str, str]:
    """What ran: this package, Python, and the libraries that touch the figures."""
    return {
        "oddchip": code_version(),
        "python": platform.python_version(),
        **_libraries(),
    }
