"""OC: odd chips. A split pot chip by chip: the even share, then each odd unit in the order of the rule."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row, pot_title
from dashboards.proofs.panel import Proof, Sheet
from dashboards.proofs.pots import division_sheets, moved_words, piece_title, pot_sheets, pots_of
from dashboards.shown import plural
from parsers.games import GAMES


def split(e: Evidence) -> Proof:
    """Every pot that was split otherwise than due: its units and odd chips in order, then due beside pushed."""
    hand = e.hand
    if hand is None:
        return Proof([])
    sheets = division_sheets(e)
    for pot in pots_of(hand):
        size = next((row for row in hand.film.pots if row["pot"] == pot.pot), None)
        if pot.is_as_due or size is None:
            continue
        shares = [row for row in hand.film.shares if row["pot"] == pot.pot]
        pieces = [list(rows) for _, rows in groupby(shares, key=lambda row: (row["board"], row["part"]))]
        sheets += [_units(e, pot.pot, size["unit_cents"], rows, len(pieces)) for rows in pieces if _is_shared(rows)]
    found = pot_sheets(e, all_pots=False)
    if found:
        found[0].note = moved_words(e)
    return Proof([*sheets, *found])


def _is_shared(rows: list[Row]) -> bool:
    return sum(bool(row["wins"]) for row in rows) > 1


def _units(e: Evidence, pot: int, unit: int, rows: list[Row], pieces: int) -> Sheet:
    """The even share of the winners and the odd units over, one by one."""
    winners = [row for row in rows if row["wins"]]
    even = min(row["due_cents"] for row in winners) // unit * unit
    whole = sum(row["due_cents"] for row in winners)
    title = piece_title(e, rows)
    sheet = Sheet(f"{pot_title(pot)}: odd chips of {title}" if pieces > 1 else f"{pot_title(pot)}: odd chips in order")
    sheet.line(f"{e.amount(whole)} shared by {plural(len(winners), 'seat')}, in units of {e.amount(unit)}", "")
    sheet.line("The even share of each", e.amount(even), is_result=True)
    over = whole - even * len(winners)
    sheet.line("Left over", f"{e.amount(over)}, {plural(over // unit, 'odd chip')}" if over else "nothing")
    place = 0
    for row in winners:  # they stand in the order of odd chips
        extra = row["due_cents"] - even
        if extra:
            place += 1
            sheet.line(f"Odd chip {place} goes to {_small(e.who(row['seat']))}", e.amount(extra, signed=True))
    first = winners[0]["seat"]
    sheet.note = f"{_order(e)} Of these winners {_small(e.who(first))} comes first."
    return sheet


def _small(who: str) -> str:
    return who[:1].lower() + who[1:]


def _order(e: Evidence) -> str:
    hand = e.hand
    game = GAMES.get(hand.row["game"]) if hand is not None else None
    if hand is None or game is None:
        return ""
    if game.odd_chip == "stud":
        return "The order goes by the highest card, by rank and then by suit."
    button = hand.row["button"]
    return "The order goes clockwise from the button" + (f" (seat {button})." if button else ".")


PANELS: Final = dict.fromkeys(("OC01", "OC02", "OC03", "OC04", "OC05", "OC06"), split)
