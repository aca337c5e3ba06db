"""TL: the record itself. The times, numbers and versions of the hand beside those of its neighbors."""

from __future__ import annotations

import re
from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.values import in_words
from dashboards.shown import plural, shown

_SECOND_US: Final = 1_000_000
_LEAST_S, _MOST_S = 10, 30 * 60  # what a hand takes


def overlap(e: Evidence) -> Proof:
    """The end of the hand before beside the start of this one."""
    sheet = _times(e)
    if e.hand is None or not e.before or e.before[-1]["end_us"] is None or e.hand.row["start_us"] is None:
        return Proof([sheet])
    early = (e.before[-1]["end_us"] - e.hand.row["start_us"]) // _SECOND_US
    return Proof([sheet], f"{plural(early, 'second')} too early" if early > 0 else None)


def numbers(e: Evidence) -> Proof:
    """The numbers of the hands up to this one."""
    return Proof([_times(e)])


def pace(e: Evidence) -> Proof:
    """How long the hand took, beside what a hand takes."""
    sheet = Sheet("How long it took")
    if e.hand is None or e.hand.row["start_us"] is None or e.hand.row["end_us"] is None:
        return Proof([sheet])
    start, end = e.hand.row["start_us"], e.hand.row["end_us"]
    lasted = (end - start) // _SECOND_US
    sheet.line("Began", e.clock(start))
    sheet.line("Ended", e.clock(end))
    sheet.line("Seconds", f"{lasted:,}", is_wrong=True)
    over = lasted - _MOST_S
    apart = f"{plural(over, 'second')} too long" if over > 0 else f"{plural(_LEAST_S - lasted, 'second')} too short"
    return Proof([sheet], apart)


def versions(e: Evidence) -> Proof:
    """What was changed when the hand came in again."""
    sheet = Sheet("What was changed", ("Commit", "From", "Changed", "Was", "Now"))
    for row in e.day.corrections.get((e.finding["room"], e.finding["hand"] or ""), []):
        sheet.row(
            f"{row['first_commit']} → {row['commit']}", shown(row["source_file"], 60), shown(row["changed"], 40),
            shown(row["was"] or "–", 80), shown(row["now"] or "–", 80), is_wrong=True,
        )  # fmt: skip
    return Proof([sheet] if sheet.lines else _said(e))


def two_seats(e: Evidence) -> Proof:
    """The two hands that one player was dealt in."""
    sheet = Sheet("One player, two hands", ("Table", "Hand", "Seat", "From", "To"))
    if e.hand is not None:
        row = e.hand.row
        sheet.row(
            shown(row["table"], 16), "This hand", e.who(e.seat), e.clock(row["start_us"]), e.clock(row["end_us"]),
            is_wrong=True,
        )  # fmt: skip
    other = re.search(r"table (\S+) too, in hand (\S+)", e.finding["actual"] or "")
    if other is not None:
        sheet.row(shown(other[1], 16), e.page_by_number(other[2]), "the same player", "–", "–")
    return Proof([sheet])


def clocks(e: Evidence) -> Proof:
    """The clock that is off, as the audit knows it."""
    sheet = Sheet("Clocks of shufflers on this day", ("Device", "Seconds off", "Verdict"))
    for row in e.day.clocks:
        if row["room"] == e.finding["room"]:
            off = "not known" if row["offset_s"] is None else str(row["offset_s"])
            sheet.row(shown(row["device"], 24), off, shown(row["verdict"] or "–", 60))
    return Proof([*_said(e), *([sheet] if sheet.lines else [])])


def _said(e: Evidence) -> list[Sheet]:
    """What the finding holds against each other, where nothing more is stored."""
    sheet = Sheet("What the record says")
    sheet.line("It should be", in_words(e.finding["expected"], e), is_result=True)
    sheet.line("It is", in_words(e.finding["actual"], e), is_wrong=True)
    return [sheet]


def _times(e: Evidence) -> Sheet:
    sheet = Sheet("The hands up to this one", ("Hand", "Began", "Ended"))
    for row in e.before[-4:]:
        name = e.page_of(row["hand_before"], row["file_before"], row["line_before"])
        sheet.row(name, e.clock(row["start_us"]), e.clock(row["end_us"]))
    if e.hand is not None:
        row = e.hand.row
        sheet.row(shown(row["hand"], 40), e.clock(row["start_us"]), e.clock(row["end_us"]), is_wrong=True)
    return sheet


PANELS: Final = {"TL01": overlap, "TL02": numbers, "TL03": pace, "TL04": versions, "TL05": two_seats, "TL06": clocks}
