"""OF: Chinese games. The three rows of each seat with their royalties, and each comparison with points and chips."""

from __future__ import annotations

from typing import Final

from dashboards.proofs.evidence import Evidence
from dashboards.proofs.log_words import Row, card_words
from dashboards.proofs.panel import Proof, Sheet
from dashboards.shown import plural

ROWS: Final = ("front", "middle", "back")


def rows_and_points(e: Evidence) -> Proof:
    """The rows, then every comparison of the seat that the finding is about; of all where it names none."""
    if e.hand is None:
        return Proof([])
    compared = comparison_sheet(e)
    return Proof([*([compared] if compared.lines else []), row_sheet(e)], _points_apart(e))


def rows_set(e: Evidence) -> Proof:
    """The rows of each seat, with the cards that were dealt."""
    return Proof([row_sheet(e)])


def row_sheet(e: Evidence) -> Sheet:
    """One row a seat and row: its cards, its royalty; and how the hand was ruled."""
    told: dict[tuple[int, str], str] = {}
    for event in e.events:
        if event["word"] == "set":
            told[event["seat"], event["kind"]] = told.get((event["seat"], event["kind"]), "") + (event["cards"] or "")
    sheet = Sheet("Rows and royalties", ("Seat", "Row", "Cards", "Number", "Royalty"))
    for row in e.hand.film.sets if e.hand is not None else []:
        seat = row["seat"]
        for name in ROWS:
            if (seat, name) in told:
                cards = told[seat, name]
                royalty = row[f"{name}_royalty"]
                sheet.row(e.who(seat), name, card_words(cards), str(len(cards) // 2), str(royalty) if royalty else "–")
        if row["foul_called"] or row["foul_due"]:
            wrong = row["foul_due"] is not None and bool(row["foul_due"]) != bool(row["foul_called"])
            sheet.row(e.who(seat), "ruled", _ruling(row), "", "", is_result=True, is_wrong=wrong)
    return sheet


def _ruling(row: Row) -> str:
    ruled = "a foul" if row["foul_called"] else "no foul"
    if row["foul_due"] is None or bool(row["foul_due"]) == bool(row["foul_called"]):
        return ruled
    return f"{ruled}; the rows are {'a foul' if row['foul_due'] else 'no foul'}"


def comparison_sheet(e: Evidence) -> Sheet:
    """One row two seats: points due and scored, chips due and paid, as the first seat has them."""
    columns = ("Seats", "Rows", "Royalties", "Points due", "Scored", "Chips due", "Paid", "Difference")
    sheet = Sheet("Comparisons, as the first seat has them", columns)
    for row in e.hand.film.comparisons if e.hand is not None else []:
        if e.seat is None or e.seat in (row["seat"], row["other"]):
            told = _from_the_other_side(row) if e.seat == row["other"] else row
            sheet.row(*_cells(e, told), is_wrong=_is_wrong(told))
    return sheet


def _from_the_other_side(row: Row) -> Row:
    """A comparison as the second seat has it: every sign turned round."""

    def turned(name: str) -> int | None:
        return None if row[name] is None else -row[name]

    lowest = turned("points_most") if row["points_most"] is not None else turned("points_due")
    return row | {
        "seat": row["other"], "other": row["seat"], "royalty": row["royalty_other"], "royalty_other": row["royalty"],
        "points_due": lowest, "points_most": turned("points_due"),
        **{name: turned(name) for name in ("rows_points", "points_scored", "due_cents", "paid_cents")},
    }  # fmt: skip


def _signed(points: int | None) -> str:
    return "–" if points is None else f"{points:+d}".replace("-", "−") if points else "0"


def _is_wrong(row: Row) -> bool:
    points = row["points_due"] is not None and row["points_scored"] is not None
    off = points and not row["points_due"] <= row["points_scored"] <= (row["points_most"] or row["points_due"])
    paid = row["due_cents"] is not None and row["paid_cents"] is not None and row["due_cents"] != row["paid_cents"]
    return bool(off or paid)


def _cells(e: Evidence, row: Row) -> tuple[str, ...]:
    due = _signed(row["points_due"])
    if row["points_due"] is not None and row["points_most"] not in (None, row["points_due"]):
        due += f" to {_signed(row['points_most'])}"
    royalties = (row["royalty"] or 0) - (row["royalty_other"] or 0)
    chips = [None if row[k] is None else e.amount(row[k], signed=True) for k in ("due_cents", "paid_cents")]
    apart = "–"
    if None not in (row["due_cents"], row["paid_cents"]) and row["due_cents"] != row["paid_cents"]:
        apart = e.amount(row["paid_cents"] - row["due_cents"], signed=True)
    elif None not in (row["points_due"], row["points_scored"]) and _is_wrong(row):
        apart = f"{_signed(row['points_scored'] - row['points_due'])} points"
    other = e.who(row["other"])
    pair = f"{e.who(row['seat'])} against {other[:1].lower()}{other[1:]}"
    return (
        pair, _signed(row["rows_points"]), _signed(royalties), due, _signed(row["points_scored"]), chips[0] or "–",
        chips[1] or "–", apart,
    )  # fmt: skip


def _points_apart(e: Evidence) -> str | None:
    """The points of the comparison that the finding is about, scored less due."""
    if e.code not in ("OF01", "OF03") or e.hand is None:
        return None
    event = e.event
    pair = {event["seat"], event["other_seat"]} if event is not None else set()
    for row in e.hand.film.comparisons:
        if {row["seat"], row["other"]} == pair and row["points_due"] is not None and row["points_scored"] is not None:
            apart = abs(row["points_scored"] - row["points_due"])
            return plural(apart, "point")
    return None


PANELS: Final = {
    "OF01": rows_and_points,
    "OF02": rows_and_points,
    "OF03": rows_and_points,
    "OF04": rows_set,
    "OF05": rows_and_points,
    "OF06": rows_set,
}
