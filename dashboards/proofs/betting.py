"""AC: the betting. What was open to the seat at that moment, the least raise, the cap, and the actions before it."""

from __future__ import annotations

import re
from typing import Final

from dashboards.proofs.evidence import Evidence, steps_sheet, told, until
from dashboards.proofs.log_words import Row, streets
from dashboards.proofs.panel import Proof, Sheet
from dashboards.shown import plural

_ACTIONS: Final = ("post", "fold", "check", "call", "bet", "raise", "complete", "return")
_SHOWN: Final = 10  # actions before the wrong one
_TO_CALL: Final = (
    ("The bet to meet", "level_cents"), ("In already this round", "bet_cents"),
    ("Chips before the seat", "chips_cents"), ("To call", "due_cents"), ("Put in", "done_cents"),
)  # fmt: skip
_OPEN: Final = (
    ("Everything that is in", "pot_cents"), ("The bet to meet", "level_cents"), ("In already this round", "bet_cents"),
    ("Chips before the seat", "chips_cents"), ("Raises before it", "raises"), ("Raises allowed", "raise_cap"),
    ("The bet rose since the seat acted by", "faced_cents"), ("To raise again it has to rise by", "reopen_cents"),
    ("To come to at least", "due_cents"), ("and at most", "most_cents"), ("The pot allows", "pot_most_cents"),
    ("Came to", "done_cents"),
)  # fmt: skip
# The line on which a code turns.
_TURNS_ON: Final = {
    "AC02": "due_cents", "AC03": "due_cents", "AC04": "faced_cents", "AC05": "raises", "AC06": "pot_most_cents",
    "AC07": "due_cents", "AC08": "chips_cents", "AC13": "done_cents",
}  # fmt: skip


def action(e: Evidence) -> Proof:
    """What was open, and the actions of the round up to the wrong one."""
    opened = open_to(e)
    return Proof([*([opened] if opened.lines else []), _round_before(e)])


def open_to(e: Evidence) -> Sheet:
    """What the film says was open to the seat before its action."""
    due, event = e.due, e.event
    seat = event["seat"] if event is not None else None
    sheet = Sheet(f"What was open to {_small(e.who(seat))}" if seat else "What was open")
    if due is None or event is None:
        return sheet
    if due["turn"] is not None and due["turn"] != due["seat"]:
        sheet.line(
            "Whose turn it was", e.who(due["turn"]) if due["turn"] else "nobody's: the round was over", is_wrong=True
        )
    is_wager = event["word"] in ("bet", "raise", "complete")
    if not seat or event["word"] in ("board", "burn", "deal", "up"):
        return sheet
    for words, key in _OPEN if is_wager else _TO_CALL:
        if due[key] is not None:
            value = e.amount(due[key]) if key.endswith("_cents") else str(due[key])
            is_result = key in ("due_cents", "done_cents")
            sheet.line(words, value, is_result, is_wrong=key == _TURNS_ON.get(e.code))
    return sheet


def whole_chips(e: Evidence) -> Proof:
    """The wager beside the smallest chip that may be wagered."""
    proof = action(e)
    chip, put = (re.search(r"(\d+)\.(\d\d)", e.finding[k] or "") for k in ("expected", "actual"))
    if chip is None or put is None:
        return proof
    unit, wager = (int(m[1]) * 100 + int(m[2]) for m in (chip, put))
    if not unit or not wager % unit:
        return proof
    sheet = Sheet("In whole chips")
    sheet.line("The smallest chip that may be wagered", e.amount(unit))
    sheet.line("The wager", e.amount(wager))
    sheet.line(f"In whole chips: {wager // unit} × {e.amount(unit)}", e.amount(wager // unit * unit), is_result=True)
    over = e.amount(wager % unit, signed=True)
    sheet.line("Over the last whole chip", over, is_wrong=True)
    return Proof([sheet, *proof.sheets], f"{over} over whole chips")


def boards_run(e: Evidence) -> Proof:
    """The agreement to run more boards, and who was all-in by then."""
    steps = [v for v in e.events if v["word"] in ("runit", "board", "board2", "board3") or v["allin"]]
    return Proof([steps_sheet(e, "The boards, and who was all-in", steps, e.finding["event"])])


def _round_before(e: Evidence) -> Sheet:
    """The betting of the round up to the wrong step."""
    film, wrong = e.hand.film if e.hand is not None else None, e.finding["event"]
    named = dict(zip((v["event"] for v in e.events), streets(e.events, film.pictures), strict=True)) if film else {}
    here = named.get(wrong)
    steps = [
        v for v in until(e) if named.get(v["event"]) == here and (v["word"] in _ACTIONS or v["event"] == wrong)
    ]  # fmt: skip
    title = f"{here}: the betting up to it" if here else "The betting up to it"
    sheet = Sheet(title, ("Step", "Seat", "The log says", "Pot then"))
    for event in steps[-_SHOWN:]:
        sheet.row(*_step(e, event), is_wrong=event["event"] == wrong)
    if len(steps) > _SHOWN:
        sheet.note = f"{plural(len(steps) - _SHOWN, 'step')} of this round came before these."
    return sheet


def _step(e: Evidence, event: Row) -> tuple[str, str, str, str]:
    picture = e.hand.film.pictures.get(event["event"]) if e.hand is not None else None
    pot = "–" if picture is None else e.amount(picture["in_cents"])
    return str(event["event"] + 1), e.who(event["seat"]), told(event), pot


def _small(who: str) -> str:
    return who[:1].lower() + who[1:]


PANELS: Final = {
    **{f"AC{n:02d}": action for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13)},
    "AC09": whole_chips,
    "AC12": boards_run,
}
