"""The comparisons of a Chinese hand for the terminal: points and chips of each two seats, as the film has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dashboards.proofs.log_words import Row, seat_words

Line = tuple[str, str, bool]  # words, value, whether it is a result


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
