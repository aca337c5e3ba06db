"""BL: button, blinds, forced bets. The posts of the hand, the button's path before it, and blinds that were missed."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.values import in_words
from dashboards.shown import plural

_KINDS: Final = {
    "sb": "small blind", "bb": "big blind", "ante": "ante", "bba": "big-blind ante", "buttonante": "button ante",
    "straddle": "straddle", "kill": "kill", "bringin": "bring-in", "live": "live post", "dead": "dead post",
}  # fmt: skip
_STAKES: Final = (
    ("Small blind", "sb_cents"), ("Big blind", "bb_cents"), ("Ante", "ante_cents"), ("Bring-in", "bring_in_cents"),
)  # fmt: skip
_MISSED_SHOWN: Final = 8
# What was left out, and what the stakes call it; no name where only the finding knows how much it was.
_LEFT_OUT: Final = {
    "BL01": ("small blind", "sb_cents"), "BL02": ("big blind", "bb_cents"), "BL10": ("straddle", ""),
}  # fmt: skip


def posts(e: Evidence) -> Proof:
    """The stakes and the posts of the hand; then where the button went."""
    return Proof([post_sheet(e), *_button_path(e)])


def missed(e: Evidence) -> Proof:
    """The blinds that went by the seat while it was away, hand by hand, until it came in; and what it posted."""
    return Proof([*_absences(e), post_sheet(e), *_button_path(e)])


def button(e: Evidence) -> Proof:
    """The button's path over the hands before, and the posts of this one."""
    return Proof([*_button_path(e), post_sheet(e)])


def antes(e: Evidence) -> Proof:
    """What each seat owed as an ante and what it posted."""
    rows = [row for row in e.hand.film.hand_seats if row["dealt"]] if e.hand is not None else []
    sheet = Sheet("Antes", ("Seat", "Owed", "Posted", "Difference"))
    for row in rows:
        owed = row["bba_due_cents"] if row["bba_due_cents"] is not None else row["ante_due_cents"]
        paid = row["bba_cents"] if row["bba_due_cents"] is not None else row["ante_cents"]
        if owed or paid:
            apart = "–" if owed == paid else e.amount(paid - owed, signed=True)
            sheet.row(e.who(row["seat"]), e.amount(owed), e.amount(paid), apart, is_wrong=row["seat"] == e.seat)
    return Proof([*([sheet] if sheet.lines else []), post_sheet(e)])


def bring_in(e: Evidence) -> Proof:
    """The up cards that decide who brings it in, and what was posted."""
    from dashboards.proofs.log_words import card_words

    sheet = Sheet("Up cards", ("Seat", "Shows"))
    for event in e.events:
        if event["word"] == "up" and (e.finding["event"] is None or event["event"] < e.finding["event"]):
            sheet.row(e.who(event["seat"]), card_words(event["cards"] or ""), is_wrong=event["seat"] == e.seat)
    return Proof([*([sheet] if sheet.lines else []), post_sheet(e)])


def buy_in(e: Evidence) -> Proof:
    """What the player sat down with, and what was noted of the seat before."""
    from dashboards.proofs.stacks import chip_notes, stack_line

    sheet = Sheet("The buy-in")
    stack_line(sheet, e, "Chips at the start of this hand")
    return Proof([sheet, *chip_notes(e)])


def post_sheet(e: Evidence) -> Sheet:
    """The stakes in force, then every post with what it had to be."""
    sheet = Sheet("Posts of this hand", ("Step", "Seat", "Posted", "Amount", "Had to be"))
    hand = e.hand
    if hand is None:
        return sheet
    for event in e.events:
        if event["word"] == "post":
            due = hand.film.dues.get(event["event"], {}).get("due_cents")
            cents = event["amount_cents"]
            is_wrong = event["event"] == e.finding["event"] or (due is not None and due != cents)
            sheet.row(
                str(event["event"] + 1), e.who(event["seat"]), _KINDS.get(event["kind"], event["kind"] or ""),
                e.amount(cents), "–" if due is None else e.amount(due), is_wrong=is_wrong,
            )  # fmt: skip
    stakes = [f"{words.lower()} {e.amount(hand.row[key])}" for words, key in _STAKES if hand.row[key]]
    where = f"button at seat {hand.row['button']}" if hand.row["button"] else ""
    said = ", ".join(filter(None, (*stakes, where)))
    sheet.note = f"In force: {said}." if said else ""
    if e.code in _LEFT_OUT and e.seat is not None and e.finding["event"] is None:
        word, key = _LEFT_OUT[e.code]
        due = e.amount(hand.row[key]) if key else in_words(e.finding["expected"], e)
        sheet.row("–", e.who(e.seat), f"no {word}", e.amount(0), due, is_wrong=True)
    if not sheet.lines:
        sheet.row("–", "nobody", "nothing", "–", "–", is_wrong=True)
    return sheet


def _button_path(e: Evidence) -> list[Sheet]:
    """Where the button stood in the hands before and in this one."""
    hand = e.hand
    if hand is None or not hand.row["button"] or not e.before:
        return []
    sheet = Sheet("The button before this hand", ("Hand", "Began", "Button", "Dealt in"))
    for row in e.before[-5:]:
        sheet.row(
            e.page_of(row["hand_before"], row["file_before"], row["line_before"]), e.clock(row["start_us"]),
            f"seat {row['button']}" if row["button"] else "–", plural(row["seats_dealt"], "seat"),
        )  # fmt: skip
    now = f"seat {hand.row['button']}"
    dealt = hand.facts.get("seats_dealt")
    in_hand = plural(dealt, "seat") if dealt is not None else "–"
    sheet.row(
        "This hand", e.clock(hand.row["start_us"]), now, in_hand, is_wrong=e.code in ("BL07", "BL08"), is_result=True
    )
    seats = ", ".join(str(s["seat"]) for s in hand.seats if s["state"] != "away")
    sheet.note = f"With chips and not away in this hand: seats {seats}."
    return [sheet]


def _absences(e: Evidence) -> list[Sheet]:
    """The seat's hands away, with what it owed after each."""
    hand = e.hand
    if hand is None or e.seat is None:
        return []
    mine = [
        a
        for a in e.day.absences
        if (a["room"], a["table"], a["seat"]) == (hand.row["room"], hand.row["table"], e.seat)
        and a["at_us"] <= (hand.row["start_us"] or 0)
    ]
    sheet = Sheet(
        f"{e.who(e.seat)}: hands away and blinds owed", ("Hand", "Began", "The seat", "Owed after it", "Posted in it")
    )
    for a in mine[-_MISSED_SHOWN:]:
        owed = " and ".join(w for w, yes in (("small blind", a["owes_sb"]), ("big blind", a["owes_bb"])) if yes)
        here = a["hand"] == hand.row["hand"]
        name = "This hand" if here else e.page_of(a["hand"], a["source_file"], a["source_line"])
        sheet.row(name, e.clock(a["at_us"]), _state(a), owed or "nothing", _posted(e, a), is_wrong=here)
    if not mine:
        sheet.note = "The seat was not away before in the hands of this day: it is new here, or moved."
        state = next((s["state"] for s in hand.seats if s["seat"] == e.seat), None) or "in"
        sheet.row("This hand", e.clock(hand.row["start_us"]), state, "–", "–", is_wrong=True)
    return [sheet]


def _state(absence: Row) -> str:
    return {"away": "away", "new": "new here", "moved": "moved", "in": "dealt in"}.get(
        absence["state"], absence["state"] or ""
    )


def _posted(e: Evidence, absence: Row) -> str:
    said = [
        f"{e.amount(absence[f'{kind}_cents'])} {words}"
        for kind, words in (("sb", "small blind"), ("bb", "big blind"), ("live", "live"), ("dead", "dead"))
        if absence[f"{kind}_cents"]
    ]
    return ", ".join(said) or "nothing"


PANELS: Final = {
    "BL01": posts, "BL02": posts, "BL03": posts, "BL04": posts, "BL05": missed, "BL06": missed, "BL07": button,
    "BL08": button, "BL09": posts, "BL10": posts, "BL11": posts, "BL12": antes, "BL13": bring_in, "BL14": missed,
    "BL15": buy_in,
}  # fmt: skip
