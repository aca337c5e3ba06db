"""What an audit is the audit of: a digest of inputs, house file, rulebooks and version.

The same id means the same findings to the byte; anything that could change a finding is in it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.resources
import json
import platform
from collections.abc import Iterable

from parsers.version import VERSION

LIBRARIES = ("duckdb", "numba", "numpy", "polars", "pyarrow")


def rulebooks_digest() -> str:
    """Of the rulebook files as shipped, in the order of their names."""
    digest = hashlib.sha256()
    books = importlib.resources.files("checks").joinpath("rulebooks")
    for book in sorted(books.iterdir(), key=lambda b: b.name):
        if book.name.endswith(".toml"):
            digest.update(book.name.encode() + b"\0" + hashlib.sha256(book.read_bytes()).digest())
    return digest.hexdigest()


def audit_identity(inputs: Iterable[tuple[str, str]], house_digest: str, rulebook: str | None = None) -> str:
    """The id of an audit over `inputs` (file name, sha256)."""
    facts = {
        "house": house_digest,
        "inputs": sorted(list(pair) for pair in inputs),
        "rulebook": rulebook,
        "rulebooks": rulebooks_digest(),
        "version": VERSION,
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def versions() -> dict[str, str]:
    """What ran: this package, Python, and the libraries that touch the figures."""
    return {
        "oddchip": VERSION,
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in LIBRARIES},
    }
