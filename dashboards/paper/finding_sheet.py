"""The sheet of one finding: the sentence, who, what was due and done, the sums, the rule, and the line of the log.

It says what the finding's card on its page says. Not every finding has a sheet: `chosen` says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dashboards.explaining import SEVERITIES, severity_of
from dashboards.figures.shared_figures import Link
from dashboards.pages.hand_page import finding_card, hand_head
from dashboards.pages.slot_page import slot_head
from dashboards.paper.names import finding_sheet_file
from dashboards.paper.printing import SheetOfPaper
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import event_words
from dashboards.proofs.panel import Cell, Sheet
from dashboards.reading import Day, FlaggedHand, HandKey, Row
from dashboards.shown import long_date, plural, shown

SHEETS_MOST = 30


def chosen(day: Day, names: dict[HandKey, str]) -> dict[str, tuple[Row, FlaggedHand | None]]:
    """The findings that get a sheet, by the sheet's file name: errors before the rest, the most money first."""
    every: list[tuple[str, Row, FlaggedHand | None]] = [
        (finding_sheet_file(names[hand.key], place), finding, hand)
        for hand in day.hands
        for place, finding in enumerate(hand.findings)
    ]
    every += [(finding_sheet_file(f["slot_page"], 0), f, None) for f in day.findings if f["slot_page"]]
    every.sort(key=lambda one: (*_rank(one[1]), one[0]))
    return {name: (finding, hand) for name, finding, hand in every[:SHEETS_MOST]}


def _rank(f: Row) -> tuple[int, int, int, int]:
    return SEVERITIES.index(severity_of(f)), -f["moved_cents"], -f["moved_chips_cents"], f["at_us"] or 0


def without_sheet(day: Day) -> str:
    """What a page says of a finding that has no sheet."""
    return (
        f"This finding has no sheet of its own: sheets are made for {SHEETS_MOST} of the day's "
        f"{plural(len(day.findings), 'finding')}, errors and the most money first. This page prints as well."
    )


def finding_sheets(day: Day, names: dict[HandKey, str]) -> Iterator[SheetOfPaper]:
    """The sheet of every finding that gets one."""
    for name, (finding, hand) in chosen(day, names).items():
        yield SheetOfPaper(name, "finding", finding_sheet(Evidence(day, finding, hand, names)))


def finding_sheet(e: Evidence) -> dict[str, Any]:
    """What the sheet says, as texts."""
    card = finding_card(e)
    panel = card["panel"]
    head = hand_head(e.day, e.hand) if e.hand is not None else slot_head(e.day, e.finding)
    where = f"Hand {shown(e.hand.row['hand'], 60)}" if e.hand is not None else f"Finding {card['code']}"
    room = shown(e.finding["room"], 48)
    return {
        "title": where,
        "rooms": room,
        "day": long_date(e.day.gaming_date),
        "foot": f"{room}, gaming day {e.day.gaming_date.isoformat()}. Finding {_number(e.finding)}. Made by Odd Chip.",
        "head": e.day.chain_head or "",
        "facts": [[words, value] for words, value, _ in head],
        **{key: card[key] for key in ("code", "severity", "message")},
        "check": card["title"],
        "due": _due(card),
        "sheets": [_sheet(one) for one in panel.sheets],
        "rule": card["rule"] or "Arithmetic; no document is needed.",
        "cite": card["cite"],
        "rule_words": card["rule_words"],
        "log": _log_line(e, card["event"]),
    }


def _number(finding: Row) -> str:
    """The code, and the number that stays the same when the day is audited again."""
    return " ".join(shown(part, 40) for part in (finding["code"], finding["finding_id"]) if part)


def _due(card: Row) -> list[list[str]]:
    """Who, what was due, what was done, and the difference or why there is none."""
    panel = card["panel"]
    rows = [["Who", panel.who], [panel.labels[0], panel.expected], [panel.labels[1], panel.actual]]
    rows.append(["Difference", panel.difference or panel.why])
    rows.append([card["moved_what"], card["moved"] or ""])
    return [[words, value] for words, value in rows if value]


def _log_line(e: Evidence, step: int | None) -> str:
    """The step of the log that the finding names, or by which something was due."""
    event = next((one for one in e.events if one["event"] == step), None)
    if event is None:
        return "The finding is about the whole hand, not one step." if e.hand is not None else ""
    by = "By this step it was due" if e.finding["event"] is None else "The log says"
    return f"{by}, step {event['event'] + 1}: {shown(event_words(event), 200)}"


def _sheet(sheet: Sheet) -> Row:
    width = len(sheet.columns) or max((len(line.cells) for line in sheet.lines), default=2)
    return {
        "title": shown(sheet.title),
        "columns": list(sheet.columns) or [""] * width,
        "lines": [
            {"cells": _filled([_words(c) for c in line.cells], width), "strong": line.is_result, "wrong": line.is_wrong}
            for line in sheet.lines
        ],
        "note": sheet.note,
    }


def _filled(cells: list[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))][:width]


def _words(cell: Cell) -> str:
    if isinstance(cell, Link):
        return cell.words
    return cell if isinstance(cell, str) else "; ".join(map(str, cell))
