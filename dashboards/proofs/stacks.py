"""PT12, PT13: chips from one hand to the next, with the hand before and what was noted between the two."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.values import in_words
from dashboards.shown import shown

_OF_CHIPS: Final = ("rebuy", "cashout", "seat-open", "seat-taken", "bank", "colour-up")
_SAID: Final = {
    "rebuy": "rebuy", "cashout": "cash-out", "seat-open": "seat open", "seat-taken": "seat taken", "bank": "table bank",
    "colour-up": "color-up",
}  # fmt: skip
_AROUND_US: Final = 30 * 60 * 1_000_000


def carried_over(e: Evidence) -> Proof:
    """The stack at the end of the hand before, what was noted since, and the stack of this one."""
    sheet = Sheet("The stack from hand to hand")
    hand, last = e.hand, e.before[-1] if e.before else None
    if last is not None:
        sheet.line("The hand before", e.page_of(last["hand_before"], last["file_before"], last["line_before"]))
        _flow(sheet, e)
        sheet.line("It ended at", e.clock(last["end_us"]))
    since = last["end_us"] if last is not None else None
    noted = chip_notes(e, since, hand.row["start_us"] if hand is not None else None)
    words = "Its chips then, with what was noted since" if noted else "Its chips then; nothing was noted since"
    sheet.line(words, in_words(e.finding["expected"], e), is_result=True)
    if hand is not None:
        stack_line(sheet, e, "Chips at the start of this hand")
    return Proof([sheet, *noted])


def _flow(sheet: Sheet, e: Evidence) -> None:
    """What the seat won and lost in the hand before, where that one was flagged and so its film is stored."""
    last = e.before[-1]
    key = (e.finding["room"], last["hand_before"], last["file_before"], last["line_before"])
    earlier = next((h for h in e.day.hands if h.key == key), None)
    row = next((r for r in earlier.film.hand_seats if r["seat"] == e.seat), None) if earlier is not None else None
    if earlier is None or row is None or earlier.film.end is None:
        return
    end = earlier.film.end["chips_by_seat"][row["seat"] - 1]
    put = row["stack_cents"] - end + row["paid_cents"] + row["back_cents"]
    for words, cents in (
        ("It began it with", row["stack_cents"]), ("less what it put in", -put), ("and got back", row["back_cents"]),
        ("and was pushed", row["paid_cents"]),
    ):  # fmt: skip
        sheet.line(words, e.amount(cents))


def stack_line(sheet: Sheet, e: Evidence, words: str) -> None:
    """The stack that the log gives the seat."""
    seats = e.hand.seats if e.hand is not None else []
    stack = next((s["stack_cents"] for s in seats if s["seat"] == e.seat), None)
    if stack is not None:
        sheet.line(words, e.amount(stack), is_wrong=True)


def note_and_chips(e: Evidence) -> Proof:
    """What was written down of the seat's chips, beside the chips."""
    sheet = Sheet("The note beside the chips")
    if e.hand is not None and e.seat is not None:
        sheet.line("The seat's last hand before it", shown(e.hand.row["hand"], 40))
        end = e.hand.film.end
        if end is not None:
            sheet.line("Its chips at the end of that hand", e.amount(end["chips_by_seat"][e.seat - 1]))
    sheet.line("By the chips it is", in_words(e.finding["expected"], e), is_result=True)
    sheet.line("Written down", in_words(e.finding["actual"], e), is_wrong=True)
    return Proof([sheet, *chip_notes(e)])


def chip_notes(e: Evidence, since_us: int | None = None, until_us: int | None = None) -> list[Sheet]:
    """The notes about chips of the seat between two moments; else within half an hour around the finding."""
    at = e.hand.row["start_us"] if e.hand is not None else e.finding["at_us"]
    if at is None:
        return []
    first, last = since_us or at - _AROUND_US, until_us or at + _AROUND_US
    notes = e.notes(*_OF_CHIPS, since_us=first, until_us=last)
    sheet = Sheet("Notes about these chips", ("At", "Note", "Seat", "Amount"))
    for note in notes:
        if note["seat"] is not None and e.seat is not None and note["seat"] != e.seat:
            continue
        cents = note["amount_cents"] if note["amount_cents"] is not None else note["variance_cents"]
        where = f"seat {note['seat']}" if note["seat"] else "–"
        player = f" ({shown(note['player'], 24)})" if note["player"] else ""
        sheet.row(
            e.clock(note["at_us"]),
            _SAID.get(note["note"], str(note["note"])),
            where + player,
            "–" if cents is None else e.amount(cents),
        )
    return [sheet] if sheet.lines else []


PANELS: Final = {"PT12": carried_over, "PT13": note_and_chips}
