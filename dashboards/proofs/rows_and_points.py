"""The sums of a Chinese hand: the three rows of each seat with their royalties, and every comparison with its chips.

Rows stand as the log has them; what they are worth, and who won what, is the stored film's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dashboards.proofs.log_words import Row, seat_words

Line = tuple[str, str, bool]  # words, value, whether it is a result
_ROWS = ("front", "middle", "back")


def rows_of_seats(sets: Sequence[Row], events: Sequence[Row], cards: Callable[[str], str]) -> list[Line]:
    """One line a row of each seat, with its royalty; and how the hand was ruled."""
    told: dict[tuple[int, str], str] = {}
    for event in events:
        if event["word"] == "set":
            told[event["seat"], event["kind"]] = told.get((event["seat"], event["kind"]), "") + (event["cards"] or "")
    lines: list[Line] = []
    for row in sets:
        seat = row["seat"]
        for name in _ROWS:
            if (seat, name) in told:
                royalty = row[f"{name}_royalty"]
                worth = f", royalty {royalty}" if royalty else ""
                lines.append((f"{seat_words(seat)} {name}", f"{cards(told[seat, name])}{worth}", False))
        if row["foul_called"] or row["foul_due"]:
            lines.append((f"{seat_words(seat)} is ruled", _ruling(row), True))
    return lines


def _ruling(row: Row) -> str:
    ruled = "a foul" if row["foul_called"] else "no foul"
    if row["foul_due"] is None or bool(row["foul_due"]) == bool(row["foul_called"]):
        return ruled
    return f"{ruled}; the rows are {'a foul' if row['foul_due'] else 'no foul'}"


def comparisons(rows: Sequence[Row], amount: Callable[..., str]) -> list[tuple[str, list[Line]]]:
    """One titled column for each two seats, in the order of paying. Figures are the first seat's."""
    return [
        (f"{seat_words(row['seat'])} against {seat_words(row['other'])}", [*_points(row), *_chips(row, amount)])
        for row in rows
    ]


def _points(row: Row) -> list[Line]:
    lines: list[Line] = []
    if row["rows_points"] is not None:
        lines.append(("Rows and scoop", f"{row['rows_points']:+d}", False))
    for words, key, sign in (("Royalties", "royalty", 1), ("less the other royalties", "royalty_other", -1)):
        if row[key]:
            lines.append((words, f"{sign * row[key]:+d}", False))
    if row["points_due"] is not None:
        most = row["points_most"]
        due = f"{row['points_due']:+d}" + (f" to {most:+d}" if most != row["points_due"] else "")
        lines.append(("Points due", due, True))
    if row["points_scored"] is not None:
        lines.append(("Points scored", f"{row['points_scored']:+d}", True))
    return lines


def _chips(row: Row, amount: Callable[..., str]) -> list[Line]:
    lines: list[Line] = []
    if row["point_cents"] is not None:
        lines.append(("A point is worth", amount(row["point_cents"]), False))
    if row["stakes_cents"] is not None:
        lines.append(("The two still play for", amount(row["stakes_cents"]), False))
    for words, key in (("Chips due", "due_cents"), ("Chips paid", "paid_cents")):
        if row[key] is not None:
            lines.append((words, amount(row[key], signed=True), True))
    return lines
