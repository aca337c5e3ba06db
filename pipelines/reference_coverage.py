"""The page that says how much of the rule documents is judged, from `checks/law/coverage.tsv`.

A line of that table is one rule of a document, or a few that say one thing together; `rules` says how many. The table
is kept by hand; a test holds its codes and keys against the checks and the law, and its last column against the cases.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

COVERAGE_PAGE: Final = "../coverage.md"
STATES: Final = ("covered", "partly", "missing", "not auditable")
AUDITABLE: Final = ("covered", "partly", "missing")
DOCUMENTS: Final = {
    "2017": ("wsop-live-2017", "Live-action rules of 2017"),
    "caesars": ("caesars-live", "Earlier live-action rules"),
    "guide": ("wsop-dealer-2018", "Dealer guide of 2018"),
    "tda": ("tda-2013", "Tournament directors' rules of 2013"),
    "mlgca": ("mlgca-huhe", "Heads-Up Hold'em"),
}
NOT_WALKED: Final = ("wsop-tournament-2025", "roberts-private", "wa-wac-230-15")
PROSE: Final = """\
# How much of the documents is judged

Written by `make docs` from `checks/law/coverage.tsv`. The documents were walked rule by rule; where a rule has several
things to say, the table has a line for each. A rule is

- *covered* where a check judges it,
- *partly* covered where something of it is not judged, or has no case that shows it,
- *missing* where a log could show a breach and no check looks,
- *not auditable* where no feed shows it: conduct, seating, what was said, or what is only permitted.

Covered is not proven: *named by a case* counts the rules of covered lines of which a case in `tests/cases` names the
rule, or one of them where a line has several, or the page in the dealer guide. The others were graded by reading the
rule and the check; they stand at the end of this page.
"""


@dataclass(frozen=True)
class Line:
    """One rule of a document, or a few that say one thing."""

    document: str
    rule: str
    rules: int
    state: str
    codes: tuple[str, ...]
    keys: tuple[str, ...]
    words: str
    named: bool


def load_coverage() -> list[Line]:
    """Every line of the table, in its order."""
    with (files("checks.law") / "coverage.tsv").open(encoding="utf-8") as table:
        return [_line(row) for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)]


def _line(row: dict[str, str]) -> Line:
    return Line(
        document=row["document"],
        rule=row["rule"],
        rules=int(row["rules"]),
        state=row["state"],
        codes=tuple(row["codes"].split()),
        keys=tuple(row["keys"].split()),
        words=row["words"],
        named=row["case"] == "named",
    )


def coverage_page() -> str:
    """The counts, then every rule that is not wholly judged, with the reason, in Markdown."""
    lines = load_coverage()
    text = [*PROSE.splitlines(), "", *_counts(lines), ""]
    books = ", ".join(f"`{book}`" for book in NOT_WALKED)
    text += [f"Not walked rule by rule yet: {books}.", "Their values are cited where they govern.", ""]
    for state, title in (("missing", "Missing"), ("partly", "Partly covered")):
        text += [f"## {title}", ""]
        for document, (book, about) in DOCUMENTS.items():
            those = [line for line in lines if (line.document, line.state) == (document, state)]
            if those:
                text += [f"### {about} (`{book}`)", "", *_listed(those), ""]
    text += ["## Covered, and named by no case", "", *_unnamed(lines)]
    return "\n".join(text).rstrip() + "\n"


def _counts(lines: list[Line]) -> list[str]:
    """Rules by document and state."""
    text = ["| document | rules | auditable | covered | named by a case | partly | missing | not auditable |"]
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|")
    for book, those in (
        *((f"`{book}`", [line for line in lines if line.document == name]) for name, (book, _) in DOCUMENTS.items()),
        ("all", lines),
    ):
        by_state: Counter[str] = Counter()
        for line in those:
            by_state[line.state] += line.rules
        named = sum(line.rules for line in those if line.named and line.state == "covered")
        numbers = (
            by_state.total(), sum(by_state[state] for state in AUDITABLE), by_state["covered"], named,
            by_state["partly"], by_state["missing"], by_state["not auditable"],
        )  # fmt: skip
        text.append(f"| {book} | {' | '.join(map(str, numbers))} |")
    return text


def _listed(lines: list[Line]) -> list[str]:
    """Rules with what judges them and what does not."""
    text = ["| rule | judged by | what is not judged, and why |", "|---|---|---|"]
    for line in lines:
        judged = ", ".join(f"[{code}](reference/{code}.md)" for code in line.codes)
        text.append(f"| {line.rule} | {judged} | {line.words} |")
    return text


def _unnamed(lines: list[Line]) -> list[str]:
    """By document the rules that a check judges and no case names, each with its checks."""
    text = ["| document | rules |", "|---|---|"]
    for document, (book, _) in DOCUMENTS.items():
        those = [line for line in lines if line.document == document and line.state == "covered" and not line.named]
        rules = "; ".join(f"{line.rule} ({', '.join(line.codes)})" for line in those)
        text.append(f"| `{book}` | {rules} |")
    return text
