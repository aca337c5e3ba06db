"""What docs/feeds.md shows: its words, its house file and its five hands, taken out of the page as a reader would."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "feeds.md"
_HAND = re.compile(
    r"^### [1-5]\. .*?\n```jsonl\n(?P<line>[^\n]+)\n```\n(?P<table>.*?)^Findings: (?P<found>[^\n]+)$", re.S | re.M
)


@dataclass(frozen=True)
class ShownHand:
    """One annotated hand: its line, the events that its table explains, and what the page says is found."""

    line: str
    explained: list[str]
    found: str

    @property
    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = json.loads(self.line)
        return record


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def section(title: str) -> str:
    """A section of the page, up to the next of its level."""
    level = title.split(" ")[0]
    text = page()
    start = text.index(f"\n{title}\n")
    after = re.compile(rf"^#{{1,{len(level)}}} ", re.M).search(text, start + len(title) + 2)
    return text[start : after.start() if after else len(text)]


def house() -> str:
    found = re.search(r"```toml\n(.*?)```", section("## Five hands"), re.S)
    assert found is not None
    return found[1]


def five_hands() -> list[ShownHand]:
    return [
        ShownHand(one["line"], re.findall(r"`([^`]+)`", _first_cells(one["table"])), one["found"])
        for one in _HAND.finditer(page())
    ]


def _first_cells(table: str) -> str:
    return "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
