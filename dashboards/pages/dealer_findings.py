"""A dealer's findings of the window, every one, the worst first, each a link to its proof."""

from __future__ import annotations

from dashboards.amounts import amount, moved
from dashboards.explaining import SEVERITIES, explain, severity_of
from dashboards.feeds import mark, marked
from dashboards.figures.shared_figures import Cell, Figure, Link, table_label
from dashboards.pages.findings_page import counts_for_dealer
from dashboards.reading import Day, Row
from dashboards.shown import clock, plural, shown


def worst_first(finding: Row) -> tuple[object, ...]:
    """Errors before duties not done before notices; the larger amount first; then the latest."""
    size = finding["moved_cents"], finding["moved_chips_cents"]
    return (
        SEVERITIES.index(severity_of(finding)), *(-n for n in size),
        -finding["gaming_date"].toordinal(), -(finding["at_us"] or 0), finding["code"], finding["hand"] or "",
    )  # fmt: skip


def all_findings(day: Day, dealer: str) -> Figure:
    """Every finding of the window that names the dealer, about a hand or not. One row is a finding."""
    own = sorted((f for f in day.span_findings if f["dealer"] == dealer), key=worst_first)
    rows: list[list[Cell]] = [_row(day, f) for f in own]
    on_hands = len({(f["gaming_date"], f["room"], f["hand"]) for f in own if f["hand"] is not None})
    counted = f"{plural(len(own), 'finding')} on {plural(on_hands, 'hand')}"
    said = f"{counted}, errors and the most money first; {moved(own).words} moved wrongly."
    away = sum(not isinstance(row[3], Link) for row in rows)
    if away:
        said += f" The pages of {plural(away, 'finding')} are of days that are not published beside this one."
    return Figure(
        "findings",
        "All findings",
        said if own else "None in the window.",
        None,
        ["Day", "Time", "Code", "Proof", "Table", "What", "Amount", "Counted"],
        rows,
        wide=True,
        open=bool(rows),
    )


def _row(day: Day, finding: Row) -> list[Cell]:
    on = finding["gaming_date"]
    code = shown(finding["code"], 12)
    return [
        *marked([on.isoformat()], mark(day, [on])),
        clock(finding["at_us"], day.offsets.get(finding["room"], 0)),
        Link(explain(finding["code"]).name, f"../rules.html#{code}"),
        _proof(day, finding),
        table_label(day, finding),
        shown(finding["message"] or "", 200),
        amount(finding, signed=True) or "–",
        "yes" if counts_for_dealer(finding) else "no",
    ]


def _proof(day: Day, finding: Row) -> Cell:
    words = shown(finding["hand"], 40) if finding["hand"] else "proof"
    on, file = finding["gaming_date"], finding["file"]
    if on == day.gaming_date:
        return Link(words, f"../{file}")
    return Link(words, f"../../{on.isoformat()}/{file}") if file in day.beside.get(on, ()) else words
