"""HB: games against the house. Every wager of the seat: what lay there, what it was due and why, what was done."""

from __future__ import annotations

from typing import Final

from dashboards.amounts import AMOUNT, cents_of
from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.wagers import done_words, due_words, hands_words, is_as_due, net_done, net_due, wagers_of

_SETTLED: Final = (
    "HB02",
    "HB03",
    "HB04",
    "HB05",
    "HB08",
)  # paid, taken or pushed: the texts alone cannot be subtracted
_UNDER_A_CEILING: Final = "its part of the ceiling"


def wagers(e: Evidence) -> Proof:
    """The wagers of the seat that the finding is about; of all seats where it names none."""
    if e.hand is None:
        return Proof([])
    rows = wagers_of(e.hand.film.wagers, e.seat)
    sheet = Sheet("The wagers", ("Seat", "Wager", "Staked", "Due", "Done", "Difference"))
    for row in rows:
        sheet.row(*_cells(e, row), is_wrong=not is_as_due(row) or _is_named(e, row))
    due, done = _due_together(e, rows), sum(net_done(row) for row in rows)
    if rows and e.seat is not None:
        apart = e.amount(done - due, signed=True) if done != due else "–"
        sheet.row("All wagers", "", "", e.amount(due, signed=True), e.amount(done, signed=True), apart, is_result=True)
    compared = [f"{e.who(seat)} holds {said}." for seat in _seats(rows) if (said := hands_words(rows, seat))]
    sheet.note = " ".join(compared)
    return Proof([sheet] if sheet.lines else [], _apart(e, rows))


def _due_together(e: Evidence, rows: list[Row]) -> int:
    """What the wagers should have won together; where a ceiling cuts them, those that it binds won the ceiling."""
    ceiling = AMOUNT.search(e.finding["expected"] or "") if e.code == "HB07" else None
    return sum(net_due(row) or 0 for row in rows) + (cents_of(ceiling) if ceiling is not None else 0)


def _is_named(e: Evidence, row: Row) -> bool:
    """HB01 is about how much was wagered: its step is the wager's own."""
    return e.code == "HB01" and _is_of_step(e, row)


def _is_of_step(e: Evidence, row: Row) -> bool:
    """Whether a wager is the one that the finding's step places or settles."""
    event = e.event
    return event is not None and (event["seat"], event["kind"]) == (row["seat"], row["wager"])


def _apart(e: Evidence, rows: list[Row]) -> str | None:
    """What the seat got too much or too little by the wager of the finding, where it was settled the other way."""
    if e.code not in _SETTLED:
        return None
    mine = [row for row in rows if _is_of_step(e, row)] or [row for row in rows if not is_as_due(row)]
    cents = sum(net_done(row) - (net_due(row) or 0) for row in mine if net_due(row) is not None)
    return e.amount(cents, signed=True) if cents else None


def _seats(rows: list[Row]) -> list[int]:
    return list(dict.fromkeys(row["seat"] for row in rows))


def _cells(e: Evidence, row: Row) -> tuple[str, ...]:
    amount = e.amount
    meter = row["meter_cents"] if row["wager"] == "progressive" else None
    staked = amount(row["staked_cents"]) + (f", meter {amount(meter)}" if meter else "")
    due, done = net_due(row), net_done(row)
    due_said = _UNDER_A_CEILING if due is None and e.code == "HB07" else due_words(row, amount)
    apart = "–" if due is None or due == done or is_as_due(row) else amount(done - due, signed=True)
    return e.who(row["seat"]), row["wager"], staked, due_said, done_words(row, amount), apart


PANELS: Final = {f"HB{n:02d}": wagers for n in range(1, 9)}
