"""`make docs`: a page for each check, and those of the columns that checks read, the law, the tables and the commands.

A check's page is written from its docstring and the rulebooks that it cites; the columns from the two catalogues,
`checks/frames.py` and `checks/facts.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from checks import facts, frames
from checks.catalogue import CHECKS, LIMBS
from checks.facts import Fact
from checks.law.rule_cards import rule_cards
from checks.law.rulebook import load_rulebooks
from checks.model import Check
from pipelines.reference_commands import COMMANDS_PAGE, commands_page
from pipelines.reference_law import law_pages
from pipelines.reference_tables import TABLES_PAGE, tables_page

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
    "HF": "the house file",
}

# What the rows of the film are; those of every hand stand among the columns of its frame.
FILM_ROWS = {
    facts.Grain.HAND: "hands in which something was not as due",
    facts.Grain.EVENT: "events, as it was before them",
    facts.Grain.SEAT: "seats, over their hand",
    facts.Grain.POT: "pots that were paid out",
    facts.Grain.SHARE: "seats that can win a part of a pot",
    facts.Grain.PICTURE: "the table before each event",
    facts.Grain.ENTRY: "players who come into the game",
    facts.Grain.STACK: "players who sit where they sat in the hand before",
}
FACTS_PAGE = "facts.md"


def page(check: Check) -> str:
    """One check's page in Markdown."""
    lines = [f"# {check.code}: {check.title}", "", f"Severity: {check.severity.value}. {_family(check)}.", ""]
    lines += check.doc.splitlines()[1:]
    for limb in LIMBS:
        if limb.code == check.code and limb.counted:  # it judges rows that the check itself does not see
            rows = frames.ROWS[limb.grain]
            lines += ["", f"## {rows[0].upper()}{rows[1:]}", "", *limb.doc.splitlines()]
    lines += ["", "## Where it stands", ""]
    cards = rule_cards(check, load_rulebooks())
    lines += [f"- `{card.book}` {card.rule}: {card.words}" for card in cards]
    lines += [] if cards else ["No document says it: it is arithmetic, and always evaluated."]
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def index() -> str:
    """The list of all checks in Markdown."""
    lines = ["# Checks", "", "Written by `make docs`.", ""]
    lines += [f"Every column that a check can read is on [its own page]({FACTS_PAGE}).", ""]
    for family, title in FAMILIES.items():
        members = [check for check in CHECKS.values() if check.family == family]
        if members:
            lines += [f"## {family}: {title}", "", "| code | finding | severity |", "|---|---|---|"]
            lines += [f"| [{c.code}]({c.code}.md) | {c.title} | {c.severity.value} |" for c in members]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def columns_page() -> str:
    """Every column that a check can read, by grain, in Markdown."""
    lines = ["# What checks read", "", "Written by `make docs` from `checks/frames.py` and `checks/facts.py`.", ""]
    lines += [
        "A check reads a *frame*: one row for each hand, down, shuffle or whatever its `grain` says. `needs` takes",
        "columns of that frame. With `film`, the judge reads rows of the *film* of a hand instead, each beside the",
        "columns of its hand. The last column names the checks that need a column, or take an event, a seat or a",
        "street from it. *Null* says when the value can be missing.", "",
    ]  # fmt: skip
    lines += ["## Units", "", "| unit | what it is |", "|---|---|"]
    lines += [f"| {unit} | {meaning} |" for unit, meaning in frames.UNITS.items()]
    for grain, declared in frames.COLUMNS.items():
        named = {check.code: _named_in_frame(check) for check in CHECKS.values() if check.grain is grain}
        lines += ["", f"## Frame `{grain.value}`: {frames.ROWS[grain]}", "", *_table(declared, named)]
    for film, rows in FILM_ROWS.items():
        readers = [check for check in CHECKS.values() if check.film is film]
        named = {check.code: {check.event, check.seat, check.street} for check in readers}
        lines += ["", f"## Film `{film.value}`: {rows}", ""]
        lines += [f"Read by {_links([check.code for check in readers])}.", ""] if readers else []
        lines += _table(facts.COLUMNS[film], named)
    return "\n".join(lines) + "\n"


def _named_in_frame(check: Check) -> set[str | None]:
    """The columns of its frame that a check names, without those that it takes from the film."""
    of_film = () if check.film is facts.Grain.FACTS else facts.names_of(check.film)
    return {*check.needs, *({check.event, check.seat, check.street} - set(of_film))}


def _table(declared: tuple[Fact, ...], named: dict[str, set[str | None]]) -> list[str]:
    """The columns of one grain; `named` has the columns that each check names."""
    lines = ["| column | unit | meaning | null | checks |", "|---|---|---|---|---|"]
    for fact in declared:
        codes = [code for code, names in named.items() if fact.name in names]
        unit = f"{fact.unit}, one for each seat" if fact.by_seat else fact.unit
        lines.append(f"| `{fact.name}` | {unit} | {fact.meaning} | {_null(fact)} | {_links(codes)} |")
    return lines


def _null(fact: Fact) -> str:
    """When the value can be missing."""
    lost = " or ".join(f"`{word}`" for word in fact.lost_without)
    told = ["not known"] if fact.maybe else []
    return "; ".join([*told, f"no {lost} in the format"] if lost else told)


def _links(codes: list[str]) -> str:
    return ", ".join(f"[{code}]({code}.md)" for code in codes)


def pages() -> dict[str, str]:
    """Every page by file name."""
    return {
        "README.md": index(),
        FACTS_PAGE: columns_page(),
        TABLES_PAGE: tables_page(),
        COMMANDS_PAGE: commands_page(),
        **{f"{code}.md": page(check) for code, check in CHECKS.items()},
    }


def write(folder: Path) -> int:
    """Writes the pages, removes those of checks that are gone, and returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for name, text in {**made, **law_pages()}.items():
        (folder / name).write_text(text, encoding="utf-8")
    for path in folder.glob("*.md"):
        if path.name not in made:
            path.unlink()
    return len(made) + len(law_pages())


def _family(check: Check) -> str:
    title = FAMILIES[check.family]
    return title[0].upper() + title[1:]


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference")
    print(f"{write(target)} pages in {target}")
