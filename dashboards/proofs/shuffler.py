"""SC02 to SC12: decks. The shuffler's messages with device and minute, and the decks and counts of the hands before."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row
from dashboards.proofs.panel import Cell, Proof, Sheet
from dashboards.shown import shown

_BEFORE_SHOWN, _AFTER_SHOWN = 6, 2
_DOWN_US: Final = 60 * 60 * 1_000_000
_NOTES: Final = {
    "deck-change": "deck changed",
    "push": "push",
    "level": "new level",
    "break": "break",
    "resume": "play goes on",
}
STATUS: Final = {
    "ok": "right", "count": "wrong count", "jam": "jam", "incomplete": "not complete", "door": "door open",
    "removed": "deck taken off",
}  # fmt: skip


def messages(e: Evidence) -> Proof:
    """What the shuffler said around the hand, then the decks of the hands before."""
    return Proof([message_sheet(e), *_hands_before(e)])


def counts(e: Evidence) -> Proof:
    """The counts of the stub in the hands before and in this one."""
    return Proof(_hands_before(e))


def exchange(e: Evidence) -> Proof:
    """Dealers and decks of the hands before, with pushes and changes that were noted."""
    return Proof([*_hands_before(e), *_noted(e)])


def down_counts(e: Evidence) -> Proof:
    """The counts of the stub around the down, and the dealer's line on the card."""
    from dashboards.proofs.down_cards import card_sheet

    return Proof([*card_sheet(e, around=True), *_counts_of_down(e), *_hands_before(e)])


def message_sheet(e: Evidence) -> Sheet:
    """The messages up to the hand and just after; the last one that is not right is marked."""
    at = e.hand.row["start_us"] if e.hand is not None else e.finding["at_us"]
    rows = e.day.messages.get((e.finding["room"], e.finding["table"]), [])
    early = [m for m in rows if at is None or m["at_us"] <= at]
    late = [m for m in rows if at is not None and m["at_us"] > at]
    sheet = Sheet("What the shuffler said", ("At", "Device", "Deck", "Cards", "Message"))
    marked = _marked(e, early, late)
    for message in early[-_BEFORE_SHOWN:]:
        sheet.row(*_cells(e, message), is_wrong=message is marked)
    if e.hand is not None:
        deck = shown(e.hand.row["deck"] or "not recorded", 20)
        sheet.row(e.clock(at), "This hand", deck, "–", "was dealt", is_result=True)
    for message in late[:_AFTER_SHOWN]:
        sheet.row(*_cells(e, message), is_wrong=message is marked)
    if not rows:
        sheet.note = "No message of a shuffler of this table is on record near this hand."
    elif rows[0]["offset_s"]:
        sheet.note = f"Times are the table's: the device's clock is {abs(rows[0]['offset_s'])} seconds off."
    return sheet


def _marked(e: Evidence, early: list[Row], late: list[Row]) -> Row | None:
    """The message that the finding is about: the last one before the hand that was not right, of its deck."""
    if e.code == "SC09":
        return next((m for m in [*late[:1], *reversed(early)] if m["status"] == "jam"), None)
    deck = e.hand.row["deck"] if e.hand is not None else None
    wrong = [m for m in early if m["status"] != "ok" and (deck is None or m["deck"] in (None, deck))]
    return wrong[-1] if wrong and e.code == "SC04" else None


def _cells(e: Evidence, message: Row) -> tuple[Cell, ...]:
    status = STATUS.get(message["status"], shown(message["status"], 20))
    cards = "–" if message["cards"] is None else str(message["cards"])
    return e.clock(message["at_us"]), shown(message["device"], 24), shown(message["deck"] or "–", 20), cards, status


def _hands_before(e: Evidence) -> list[Sheet]:
    """Dealer, deck and count of the stub of the hands before and of this one."""
    if e.hand is None:
        return []
    sheet = Sheet("The hands up to this one", ("Hand", "Began", "Dealer", "Deck", "Stub counted"))
    for row in e.before[-5:]:
        sheet.row(
            e.page_of(row["hand_before"], row["file_before"], row["line_before"]), e.clock(row["start_us"]),
            shown(row["dealer"] or "–", 20), shown(row["deck"] or "–", 20), _counted(row),
        )  # fmt: skip
    facts = e.hand.facts
    sheet.row(
        "This hand", e.clock(e.hand.row["start_us"]), shown(facts.get("dealer") or e.hand.row["dealer"] or "–", 20),
        shown(e.hand.row["deck"] or "–", 20), _counted(facts), is_wrong=True,
    )  # fmt: skip
    return [sheet]


def _counted(row: Row) -> str:
    if row.get("stub_count") is None:
        return "no"
    due = row.get("stub_due")
    return f"{row['stub_count']}" + (f" of {due}" if due is not None and due != row["stub_count"] else "")


def _counts_of_down(e: Evidence) -> list[Sheet]:
    """The counts of the stub at this table by this dealer, from the finding's moment on for two slots."""
    dealer, at = e.finding["dealer"], e.finding["at_us"]
    place = (e.finding["room"], e.finding["table"])
    mine = [
        row
        for row in e.day.stubs
        if (row["room"], row["table"]) == place
        and row["dealer"] == dealer
        and (at is None or 0 <= row["at_us"] - at < _DOWN_US)
    ]
    sheet = Sheet("Counts of the stub in the hour from then, by this dealer", ("Hand", "At", "Counted", "Should be"))
    for row in mine[:_BEFORE_SHOWN]:
        due = "–" if row["stub_due"] is None else str(row["stub_due"])
        sheet.row(shown(row["hand"], 40), e.clock(row["at_us"]), str(row["stub_count"]), due)
    if not mine:
        sheet.row("none", "–", "–", "–", is_wrong=True)
    return [sheet]


def _noted(e: Evidence) -> list[Sheet]:
    """Pushes and changes of decks that were noted in the half hour before."""
    at = e.hand.row["start_us"] if e.hand is not None else e.finding["at_us"]
    notes = e.notes(*_NOTES, since_us=at - 30 * 60 * 1_000_000, until_us=at) if at is not None else []
    sheet = Sheet("Noted in the half hour before", ("At", "Note", "Of"))
    for note in notes[-6:]:
        of = note["deck"] or note["dealer"] or note["level"]
        sheet.row(e.clock(note["at_us"]), _NOTES[note["note"]], "–" if of is None else shown(of, 24))
    return [sheet] if sheet.lines else []


PANELS: Final = {
    "SC02": down_counts,
    "SC03": down_counts,
    "SC04": messages,
    "SC05": exchange,
    "SC06": messages,
    "SC08": messages,
    "SC09": messages,
    "SC10": counts,
    "SC11": messages,
    "SC12": exchange,
}
