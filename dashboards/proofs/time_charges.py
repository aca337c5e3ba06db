"""RK06, RK07: time. When it was called, what each seat owed, from whom it was collected and what is missing."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.panel import Proof, Sheet
from dashboards.shown import money, plural

_HALF_HOUR_US: Final = 45 * 60 * 1_000_000


def time_charge(e: Evidence) -> Proof:
    """The call, the charge, and seat by seat what was collected; of a time pot, which hands paid since the call."""
    hand = e.hand
    if hand is None:
        return Proof([])
    due, taken = hand.facts.get("time_due_cents"), hand.facts.get("time_taken_cents")
    pot = [v for v in e.events if v["word"] == "timepot"]
    by_seat = [v for v in e.events if v["word"] == "time"]
    sheets = [_charge(e, due, taken, len(hand.seats), is_pot=bool(pot) or _is_by_pot(e))]
    if by_seat or (not pot and not _is_by_pot(e)):
        sheets.append(_collected(e, due))
    else:
        sheets.append(_hands_since(e))
    return Proof(sheets)


def _style(e: Evidence) -> tuple[int | None, str | None]:
    """The rate of a seat and who pays, as the placard has it; None where nobody gave the house file."""
    from dashboards.placards import setting

    time = setting(e.day, e.finding["room"], e.hand.row["placard"] if e.hand is not None else None, "time") or {}
    return time.get("rate"), time.get("style")


def _is_by_pot(e: Evidence) -> bool:
    return _style(e)[1] in ("pot", "flop")


def _charge(e: Evidence, due: int | None, taken: int | None, seats: int, is_pot: bool) -> Sheet:
    assert e.hand is not None
    sheet = Sheet("The call and the charge")
    start = e.hand.row["start_us"]
    since = None if start is None else start - _HALF_HOUR_US
    calls = e.notes("time-call", since_us=since, until_us=start)
    for call in calls[-1:]:
        sheet.line("Time was called at", e.clock(call["at_us"]))
    if not calls:
        sheet.line("Time was called", "not in the 45 minutes before this hand", is_wrong=not due)
    sheet.line("The hand began at", e.clock(start))
    rate, _ = _style(e)
    if due and not is_pot and rate and due % rate == 0:
        sheet.line(f"{plural(due // rate, 'seat')} × {money(rate)}", money(due), is_result=True)
    elif due is not None:
        sheet.line("Due of this hand", money(due), is_result=True)
    sheet.line("Collected", money(taken or 0), is_result=True)
    if due is not None:
        sheet.line("Collected less due", money((taken or 0) - due, signed=True), is_wrong=True)
    return sheet


def _collected(e: Evidence, due: int | None) -> Sheet:
    """Seat by seat: what it owed and what it paid."""
    assert e.hand is not None
    paid: dict[int, int] = {}
    for event in e.events:
        if event["word"] == "time" and event["seat"]:
            paid[event["seat"]] = paid.get(event["seat"], 0) + (event["amount_cents"] or 0)
    listed = [s for s in e.hand.seats if s["seat"]]
    present = [s for s in listed if s["state"] != "away"]
    rate = next((due // len(some) for some in (listed, present) if due and some and due % len(some) == 0), None)
    rate = _style(e)[0] or rate
    payers = {s["seat"] for s in (listed if rate and due == rate * len(listed) else present)}
    sheet = Sheet("Collected from whom", ("Seat", "Owed", "Paid", "Difference"))
    for seat in sorted({s["seat"] for s in listed} | set(paid)):
        owed = None if rate is None or due is None else rate if due and seat in payers else 0
        got = paid.get(seat, 0)
        apart = "–" if owed is None or owed == got else money(got - owed, signed=True)
        sheet.row(e.who(seat), money(owed), money(got), apart, is_wrong=owed is not None and owed != got)
    return sheet


def _hands_since(e: Evidence) -> Sheet:
    """The hands around the call: which owed the time pot, and which paid it."""
    assert e.hand is not None
    sheet = Sheet("Which hand paid", ("Hand", "Began", "Owed", "Paid"))
    for row in e.before[-4:]:
        sheet.row(
            e.page_of(row["hand_before"], row["file_before"], row["line_before"]), e.clock(row["start_us"]),
            money(row["time_due_cents"] or 0), money(row["time_taken_cents"] or 0),
        )  # fmt: skip
    facts = e.hand.facts
    owed, paid = facts.get("time_due_cents") or 0, facts.get("time_taken_cents") or 0
    sheet.row("This hand", e.clock(e.hand.row["start_us"]), money(owed), money(paid), is_wrong=True)
    return sheet


PANELS: Final = {"RK06": time_charge, "RK07": time_charge}
