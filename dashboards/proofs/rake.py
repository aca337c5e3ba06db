"""RK01 to RK05, RK08: the rake from the pot to the slide, with the limb of the schedule that was broken."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row, streets
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.values import difference, in_words
from dashboards.shown import money, plural

_FLOPS: Final = ("board", "up", "draw")


def rake(e: Evidence) -> Proof:
    """Contested pot, full steps, cap and reduction; then what was taken on each street."""
    if e.hand is None:
        return Proof([])
    return Proof([_schedule(e), *_by_street(e)])


def promo(e: Evidence) -> Proof:
    """The contested pot, the promotional drop that it owed, and what was taken for it."""
    if e.hand is None:
        return Proof([])
    sheet = Sheet("Promotional drop")
    facts = e.hand.facts
    sheet.line("Contested pot", money(facts.get("contested_cents")), is_result=True)
    if not _saw_flop(e):
        sheet.line("No flop was dealt", "no drop is due")
    taken = [v for v in e.events if v["word"] == "promo"]
    for event in taken:
        sheet.line(f"Taken at step {event['event'] + 1}", money(event["amount_cents"]))
    sheet.line("Due", in_words(e.finding["expected"], e), is_result=True)
    sheet.line("Taken", in_words(e.finding["actual"], e), is_result=True)
    sheet.line("Taken less due", difference(e), is_wrong=True)
    return Proof([sheet])


def broken_limb(e: Evidence) -> str:
    """Which part of the schedule sets the rake due: percent, step, cap, short, no_flop_no_drop, or another form."""
    finding, facts = e.finding, e.hand.facts if e.hand is not None else {}
    if e.code == "RK05":  # the sum is right; when it was taken is not
        return ""
    if finding["rulebook"] == "house" and ".rake." in (finding["rule"] or ""):
        return str(finding["rule"]).split(".rake.")[1].split(".")[0]
    due, unreduced, cap = (facts.get(k) for k in ("rake_due_cents", "rake_unreduced_cents", "rake_cap_cents"))
    if e.code == "RK03":
        return "no_flop_no_drop"
    if e.code == "RK04" or (due is not None and unreduced is not None and due < unreduced):
        return "short"
    if due is not None and due == cap:
        return "cap"
    share, step, pot = (facts.get(k) for k in ("rake_basis_points", "rake_step_cents", "contested_cents"))
    taken = facts.get("rake_taken_cents")
    if (
        share
        and step
        and pot is not None
        and taken is not None
        and due is not None
        and due < taken <= pot * share // 10_000
    ):
        return "step"
    return "percent"


def _saw_flop(e: Evidence) -> bool:
    return any(event["word"] in _FLOPS for event in e.events)


def _schedule(e: Evidence) -> Sheet:
    assert e.hand is not None
    facts, limb = e.hand.facts, broken_limb(e)
    sheet = Sheet("Rake")
    put_in, contested = facts.get("pot_cents"), facts.get("contested_cents")
    if put_in is not None and contested is not None:
        sheet.line("Everything that was put in", money(put_in))
        if put_in != contested:
            sheet.line("less what nobody called", money(contested - put_in))
        else:
            back = sum(v["amount_cents"] or 0 for v in e.events if v["word"] == "return")
            sheet.note = f"{money(back)} was returned; the pot above is counted without it." if back else ""
    if contested is not None:
        sheet.line("Contested pot", money(contested), is_result=True)
    due, taken = facts.get("rake_due_cents"), facts.get("rake_taken_cents")
    if not due and not _saw_flop(e):
        sheet.line("No flop was dealt", "no rake", is_wrong=limb == "no_flop_no_drop")
    else:
        _limb_lines(sheet, facts, limb)
    if e.code == "RK05":
        return sheet
    sheet.line("Due", money(due), is_result=True)
    sheet.line("Taken", money(taken), is_result=True)
    if due is not None and taken is not None:
        sheet.line("Taken less due", money(taken - due, signed=True), is_wrong=True)
    return sheet


def _limb_lines(sheet: Sheet, facts: Row, limb: str) -> None:
    """The limbs of the schedule, the broken one marked."""
    share, step, cap = (facts.get(k) for k in ("rake_basis_points", "rake_step_cents", "rake_cap_cents"))
    unreduced, due, contested = (facts.get(k) for k in ("rake_unreduced_cents", "rake_due_cents", "contested_cents"))
    if share is not None and step and contested is not None:
        part = contested * share // 10_000
        sheet.line(f"{share / 100:g} % of it", money(part), is_wrong=limb == "percent")
        in_steps = part // step * step
        words = f"In full steps of {money(step)}: {plural(part // step, 'step')}"
        sheet.line(words, money(in_steps), is_wrong=limb == "step")
    is_reduced = unreduced is not None and due is not None and unreduced != due
    if cap is not None and not is_reduced:
        sheet.line("Never more than the cap", money(cap), is_wrong=limb == "cap")
    if is_reduced:
        sheet.line("At a full table it would be", money(unreduced))
        dealt = facts.get("seats_dealt")
        if dealt is not None:
            sheet.line(f"Reduced for {plural(dealt, 'seat')} dealt in", money(due), is_wrong=limb == "short")


def _by_street(e: Evidence) -> list[Sheet]:
    """The pot of each moment, what it owed by then and what was on the slide; told where it was taken."""
    assert e.hand is not None
    film, contested = e.hand.film, e.hand.facts.get("contested_cents")
    dues = {event: row for event, row in film.dues.items() if row["rake_owed_cents"] is not None}
    sheet = Sheet("Street by street", ("When", "Pot by then", "Owed by then", "Taken now", "On the slide"))
    on_slide = 0
    for event, street in zip(e.events, streets(e.events, film.pictures), strict=True):
        place, due, picture = event["event"], dues.get(event["event"]), film.pictures.get(event["event"])
        is_take = event["word"] == "rake"
        lags = due is not None and not is_take and due["rake_slid_cents"] < due["rake_owed_cents"]
        if not is_take and not lags:
            continue
        now = (event["amount_cents"] or 0) if is_take else 0
        on_slide += now
        pot = None if picture is None else picture["in_cents"]
        then = pot if contested is None or pot is None else min(pot, contested)
        owed = "–" if due is None else money(due["rake_owed_cents"])
        sheet.row(
            f"{street}, step {place + 1}", money(then), owed, money(now) if is_take else "nothing", money(on_slide),
            is_wrong=place == e.finding["event"],
        )  # fmt: skip
    return [sheet] if sheet.lines else []


PANELS: Final = {**dict.fromkeys(("RK01", "RK02", "RK03", "RK04", "RK05"), rake), "RK08": promo}
