"""`make docs`: a reference page for each check, written from its docstring and the rulebooks that it cites."""

from __future__ import annotations

import sys
from pathlib import Path

from checks.catalogue import CHECKS
from checks.model import Check
from pipelines.commands.explain import citations

FAMILIES = {
    "RK": "rake and collection",
    "BL": "button, blinds, forced bets",
    "AC": "action and betting",
    "CD": "cards and dealing",
    "SC": "stub, shuffler, deck",
    "PT": "pots and showdown",
    "OC": "odd chips",
    "HB": "house-banked",
    "OF": "Chinese games",
    "DC": "dealer down cards",
    "TL": "the record itself",
}


def page(check: Check) -> str:
    """One check's page in Markdown."""
    lines = [f"# {check.code}: {check.title}", "", f"Severity: {check.severity.value}. {_family(check)}.", ""]
    lines += check.doc.splitlines()[1:]
    lines += ["", "## Where it stands", ""]
    cited = citations(check.term)
    lines += [f"- `{book}`: {', '.join(rules)}" for book, rules in cited.items()]
    lines += [] if cited else ["No document says it: it is arithmetic, and always evaluated."]
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def index() -> str:
    """The list of all checks in Markdown."""
    lines = ["# Checks", "", "Written by `make docs`.", ""]
    for family, title in FAMILIES.items():
        members = [check for check in CHECKS.values() if check.family == family]
        if members:
            lines += [f"## {family}: {title}", "", "| code | finding | severity |", "|---|---|---|"]
            lines += [f"| [{c.code}]({c.code}.md) | {c.title} | {c.severity.value} |" for c in members]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def pages() -> dict[str, str]:
    """Every page by file name."""
    return {"README.md": index(), **{f"{code}.md": page(check) for code, check in CHECKS.items()}}


def write(folder: Path) -> int:
    """Writes the pages, removes those of checks that are gone, and returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    for path in folder.glob("*.md"):
        if path.name not in made:
            path.unlink()
    return len(made)


def _family(check: Check) -> str:
    title = FAMILIES[check.family]
    return title[0].upper() + title[1:]


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference")
    print(f"{write(target)} pages in {target}")
