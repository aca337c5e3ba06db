"""How each figure is counted: the queries it is read by, their own words, and the marts that they read.

Words and SQL are taken from the `.sql` files themselves, so they cannot say something else than what is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from warehouse.duck import SQL_FOLDER as MART_FOLDER

PAGE: Final = "counted.html"
QUERY_FOLDER: Final = Path(__file__).parent / "sql"
_DEALERS: Final = ("dealer_games", "dealer_codes")
_CHECKS: Final = ("coverage", "findings")

# By page and figure: the queries. A page of many, a table's say, stands under the name of its folder.
QUERIES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "index": {"history": ("history",), "feeds": ("register", "table_feeds")},
    "tables": {"hours": ("finding_hours",), "tables": ("tables", "rake")},
    "tables/": {"hours": ("rake", "findings"), "findings": ("findings",), "dealers": ("rake", "findings")},
    "timeline/": {
        "timeline": (
            "timeline_hands", "timeline_downs", "timeline_shuffles", "timeline_notes", "timeline_findings",
        ),
        "downs": ("timeline_downs",), "messages": ("timeline_shuffles",), "notes": ("timeline_notes",),
    },
    "money": {
        "rake": ("tables",), "hour": ("rake_hours",), "game": ("rake",), "dealer": ("rake",), "cap": ("rake",),
        "time": ("time",), "boxes": ("drops", "rake"), "hold": ("banked_hold",),
    },
    "blinds": {
        "checks": _CHECKS, "missed": ("absences",), "strips": ("absences", "findings"), "pictures": ("findings",),
    },
    "odd-chips": {"checks": _CHECKS, "pictures": ("findings",)},
    "stub": {
        "counts": ("stubs",), "checks": _CHECKS, "decks": ("findings",), "stubs": ("tables",),
        "differences": ("stubs",),
    },
    "shuffler": {
        "counts": ("wrong_counts",), "checks": _CHECKS, "drift": ("devices", "clocks"), "days": ("devices",),
        "shuffler": ("shuffles",),
    },
    "dealers": {
        "funnel": _DEALERS, "ranking": (*_DEALERS, "dealer_downs"), "codes": _DEALERS, "pace": ("pace",),
        "payroll": ("dealer_downs", "payroll"), "games": ("dealer_games", "roster"),
    },
    "dealers/": {
        "findings": ("span_findings",), "days": _DEALERS, "codes": _DEALERS, "since": _DEALERS, "pace": ("pace",),
        "games": ("dealer_games",), "downs": ("dealer_downs",),
    },
    "week": {"findings": ("history",), "money": ("history",), "codes": ("history_codes",), "days": ("history",)},
    "month": {"findings": ("history",), "money": ("history",), "codes": ("history_codes",), "days": ("history",)},
    "quality": {"expectations": ("expectations",), "coverage": ("coverage",), "quarantine": ("quarantined",)},
}  # fmt: skip


@dataclass(frozen=True)
class Sql:
    """A `.sql` file: its name, what it says of itself, its text, and the marts that it reads."""

    name: str
    said: str
    text: str
    marts: tuple[str, ...]

    @property
    def anchor(self) -> str:
        return f"sql-{self.name}"


@cache
def query(name: str) -> Sql:
    return _read(QUERY_FOLDER / f"{name}.sql")


@cache
def mart(name: str) -> Sql:
    return _read(MART_FOLDER / f"{name}.sql")


def _read(path: Path) -> Sql:
    text = path.read_text(encoding="utf-8").strip()
    lines = text.splitlines()
    n = next(i for i, line in enumerate(lines) if not line.startswith("--"))
    said = " ".join(line.removeprefix("--").strip() for line in lines[:n])
    made = {one.stem for one in MART_FOLDER.glob("*.sql")} - {path.stem if path.parent == MART_FOLDER else ""}
    named = dict.fromkeys(re.findall(r"\b(?:FROM|JOIN)\s+([a-z_]+)", text))
    return Sql(path.stem, said, "\n".join(lines[n:]), tuple(one for one in named if one in made))


def page_kind(here: str) -> str:
    """The name of a page, or of its folder where it is one of many."""
    if here.endswith("-timeline.html"):
        return "timeline/"
    return here.partition("/")[0] + "/" if "/" in here else here.removesuffix(".html")


def counted(here: str, key: str) -> list[Sql]:
    """The queries of a figure."""
    return [query(name) for name in QUERIES.get(page_kind(here), {}).get(key, ())]


def all_queries() -> list[Sql]:
    return [query(name) for name in sorted({n for page in QUERIES.values() for names in page.values() for n in names})]


def all_marts() -> list[Sql]:
    return [mart(path.stem) for path in sorted(MART_FOLDER.glob("*.sql"))]
