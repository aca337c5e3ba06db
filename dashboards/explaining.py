"""What a check means, from the catalogue of checks; without an entry a page shows the code and the citation alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

SEVERITIES = ("error", "procedure", "notice")


def severity_of(finding: dict[str, Any]) -> str:
    """The severity of a finding as a word the style sheet knows."""
    return finding["severity"] if finding["severity"] in SEVERITIES else "notice"


@dataclass(frozen=True)
class Explanation:
    """A check in words: `blocks` are ("heading" | "text", words), in the order of its reference page."""

    code: str
    title: str
    blocks: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return f"{self.code} {self.title}" if self.title else self.code


@cache
def explain(code: str) -> Explanation:
    """The explanation of a code; an unknown code is explained by nothing but itself."""
    try:
        check = import_module("checks.catalogue").CHECKS.get(code)
    except (ImportError, AttributeError):
        check = None
    if check is None:
        return Explanation(code, "", ())
    blocks = _blocks(str(getattr(check, "doc", "") or ""))
    title = str(getattr(check, "title", "") or "").rstrip(".")
    if blocks and blocks[0][0] == "text" and blocks[0][1].rstrip(".") == title:
        blocks = blocks[1:]  # the title is the doc's first sentence: said once is enough
    return Explanation(code, title, blocks)


def _blocks(markdown: str) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs of a docstring; marks of emphasis and code are dropped, nothing else is interpreted."""
    out: list[tuple[str, str]] = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        lines = [line.strip() for line in block.splitlines()]
        while lines and lines[0].startswith("#"):
            out.append(("heading", lines.pop(0).lstrip("# ")))
        for paragraph in _paragraphs(lines):
            out.append(("text", re.sub(r"[`*]{1,3}", "", paragraph)))
    return tuple(b for b in out if b[1])


def _paragraphs(lines: list[str]) -> list[str]:
    """Lines joined to paragraphs; an item of a list stays a paragraph of its own."""
    out: list[str] = []
    for line in lines:
        if line.startswith(("- ", "* ")) or not out:
            out.append(re.sub(r"^[-*] ", "• ", line))
        else:
            out[-1] += " " + line
    return out
