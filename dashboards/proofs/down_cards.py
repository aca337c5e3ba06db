"""DC: dealer down cards. The line of the card that the finding is about, with its neighbours and the hands dealt."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row
from dashboards.proofs.panel import Proof, Sheet
from dashboards.shown import shown

_COLUMNS: Final = ("Table", "Slot", "Number", "Name", "Kind", "Hands dealt")
_NEIGHBORS: Final = 3
_KINDS: Final = {"live": "live action", "tournament": "tournament", "setup": "set-up", "bag": "bagging"}
_HALF_HOUR_US: Final = 30 * 60 * 1_000_000


def signature(e: Evidence) -> Proof:
    """The slot with the slots around it."""
    return Proof([*card_sheet(e, around=True), *_roster(e)])


def two_tables(e: Evidence) -> Proof:
    """Every slot that the dealer signed in the same half hour, at any table of the room."""
    at = e.finding["at_us"]
    mine = [row for row in e.day.down_cards if at is not None and row["slot_us"] == at and _is_dealer(e, row)]
    if not mine:
        return signature(e)
    sheet = Sheet("One dealer, one slot", _COLUMNS)
    for row in mine:
        sheet.row(*_cells(e, row), is_wrong=row["table"] == e.finding["table"])
    return Proof([sheet, *_roster(e)])


def whole_card(e: Evidence) -> Proof:
    """The whole card: its downs, its total and the floor's initials."""
    rows = _card(e)
    sheet = Sheet("The card", _COLUMNS)
    for row in rows:
        if row["slot"] != "CLOSE":
            sheet.row(*_cells(e, row))
    close = next((row for row in rows if row["slot"] == "CLOSE"), None)
    signed = sum(bool(row["emp"]) for row in rows if row["slot"] != "CLOSE")
    end = Sheet("How it was closed")
    end.line("Slots that somebody signed", str(signed), is_result=True)
    end.line(
        "Total written on the card", shown(close["total"] or "none", 12) if close else "no closing line", is_wrong=True
    )
    end.line("The floor's initials", shown(close["initials"] or "none", 12) if close else "no closing line")
    return Proof([end, sheet])


def in_a_row(e: Evidence) -> Proof:
    """The dealer's slots of the day in a row."""
    mine = sorted(
        (row for row in e.day.down_cards if _is_dealer(e, row) and row["slot_us"] is not None),
        key=lambda row: row["slot_us"],
    )
    sheet = Sheet("The dealer's downs of the day", _COLUMNS)
    for row in mine:
        sheet.row(*_cells(e, row), is_wrong=row["slot_us"] == e.finding["at_us"])
    return Proof([sheet] if sheet.lines else card_sheet(e, around=True))


def push(e: Evidence) -> Proof:
    """The push beside the levels, breaks and the like that were noted around it."""
    at = e.finding["at_us"]
    notes = [] if at is None else e.notes(since_us=at - _HALF_HOUR_US, until_us=at + _HALF_HOUR_US)
    said = ("push", "level", "break", "resume", "hand-for-hand", "colour-up", "bagging")
    sheet = Sheet("Notes of the table around the push", ("At", "Note", "Of"))
    for note in (n for n in notes if n["note"] in said):
        of = note["dealer"] or note["level"]
        words = {"colour-up": "color-up", "level": "new level"}.get(note["note"], str(note["note"]))
        sheet.row(e.clock(note["at_us"]), words, "–" if of is None else shown(of, 24), is_wrong=note["at_us"] == at)
    return Proof([*([sheet] if sheet.lines else []), *card_sheet(e, around=True)])


def log_and_card(e: Evidence) -> Proof:
    """The dealer of the log and of the card for this hand, and the slots around it."""
    sheet = Sheet("Who dealt this hand")
    if e.hand is not None:
        sheet.line("The hand began at", e.clock(e.hand.row["start_us"]))
        sheet.line("By the card", shown(e.hand.facts.get("card_dealer") or "–", 20), is_result=True)
        sheet.line(
            "By the log", shown(e.hand.facts.get("log_dealer") or e.hand.row["dealer"] or "–", 20), is_wrong=True
        )
    return Proof([*([sheet] if sheet.lines else []), *card_sheet(e, around=True)])


def card_sheet(e: Evidence, around: bool) -> list[Sheet]:
    """The lines of the table's card; with `around` those next to the finding's slot."""
    rows = [row for row in _card(e) if row["slot"] != "CLOSE"]
    place = next((i for i, row in enumerate(rows) if _is_here(e, row)), None)
    if around and place is not None:
        rows = rows[max(0, place - _NEIGHBORS) : place + _NEIGHBORS + 1]
    sheet = Sheet("The down card", _COLUMNS)
    for row in rows:
        sheet.row(*_cells(e, row), is_wrong=_is_here(e, row))
    return [sheet] if sheet.lines else []


def _card(e: Evidence) -> list[Row]:
    place = (e.finding["room"], e.finding["table"])
    return [row for row in e.day.down_cards if (row["room"], row["table"]) == place]


def _is_here(e: Evidence, row: Row) -> bool:
    """Whether a line is the one of the finding: it is cited, or the finding's moment lies in its slot."""
    cited = (row["source_file"], row["source_line"]) == (e.finding["source_file"], e.finding["source_line"])
    at = e.finding["at_us"]
    return cited or (at is not None and row["slot_us"] is not None and 0 <= at - row["slot_us"] < _HALF_HOUR_US)


def _is_dealer(e: Evidence, row: Row) -> bool:
    is_this = row["emp"] is not None and (row["room"], row["emp"]) == (e.finding["room"], e.finding["dealer"])
    return is_this and row["slot"] != "CLOSE"


def _cells(e: Evidence, row: Row) -> tuple[str, ...]:
    name = ", ".join(shown(part, 24) for part in (row["last_name"], row["first_name"]) if part)
    return (
        shown(row["table"], 16), shown(row["slot"], 8), shown(row["emp"] or "not signed", 12), name or "–",
        _KINDS.get(row["kind"] or "", row["kind"] or "–"), str(row["hands"]),
    )  # fmt: skip


def _roster(e: Evidence) -> list[Sheet]:
    """What the roster has for the number."""
    dealer = e.finding["dealer"]
    if dealer is None or e.code not in ("DC03", "DC04"):
        return []
    sheet = Sheet("The roster")
    sheet.line(f"Number {shown(dealer, 12)}", shown(e.day.names.get(dealer) or "is not on the roster", 48))
    return [sheet]


PANELS: Final = {
    "DC01": signature,
    "DC02": two_tables,
    "DC03": signature,
    "DC04": signature,
    "DC05": whole_card,
    "DC06": whole_card,
    "DC07": signature,
    "DC08": push,
    "DC09": log_and_card,
    "DC10": in_a_row,
}
