"""Pictures that explain a finding: the blinds round a table, a pot split into units, a deck taken apart."""

from __future__ import annotations

import math
from itertools import groupby

from markupsafe import Markup

from dashboards.amounts import unit_of
from dashboards.figures.drawing import circle, line, rect, svg, text
from dashboards.figures.shared_figures import Link
from dashboards.proofs.log_words import Row
from dashboards.reading import FlaggedHand
from dashboards.shown import plural

WIDTH = 320.0


def captioned(words: str, link: Link | None, drawing: Markup) -> Markup:
    """A picture with the sentence that belongs to it, and the way to its hand."""
    way = Markup(' <a href="{}"><bdi>{}</bdi></a>').format(link.href, link.words) if link else Markup("")
    return Markup('<div class="picture"><p><bdi>{}</bdi>{}</p>{}</div>').format(words, way, drawing)


def gallery(pictures: list[Markup]) -> Markup:
    return Markup('<div class="gallery">{}</div>').format(Markup("").join(pictures))


def ring(hand: FlaggedHand, finding: Row) -> Markup:
    """The table from above: the button, who posted what, and the seat the finding is about."""
    seats, amount = {s["seat"]: s for s in hand.seats}, unit_of(hand.row)
    places = 10 if max(seats, default=0) > 9 or (hand.row["button"] or 0) > 9 else 9
    posts: dict[int, list[str]] = {}
    for e in hand.events:
        if e["word"] == "post":
            posts.setdefault(e["seat"], []).append(f"{e['kind']} {_short(amount(e['amount_cents']))}")
    centre_x, centre_y, rx, ry = WIDTH / 2, 92.0, 92.0, 62.0

    def spot(seat: float, scale: float = 1.0) -> tuple[float, float]:
        angle = seat / (places + 1) * 2 * math.pi
        return centre_x + rx * scale * math.sin(angle), centre_y - ry * scale * math.cos(angle)

    parts = [Markup('<ellipse cx="{}" cy="{}" rx="{}" ry="{}" class="d-felt"/>').format(WIDTH / 2, 92, 70, 44)]
    due = _due_seat(finding)
    about = {finding["seat"], due} - {None}
    for seat in range(1, places + 1):
        x, y = spot(seat)
        there = seats.get(seat)
        kind = "d-seat-bad" if seat in about else "d-seat-on" if seat in posts else "d-seat"
        if there is None:
            parts.append(circle(x, y, 12, "d-outline"))
        else:
            parts.append(circle(x, y, 13, kind))
        parts.append(text(x, y + 4, str(seat), "d-strong" if seat in posts or seat in about else "d-quiet", "middle"))
        words = posts.get(seat, [])
        if seat == due and not words:
            words = ["due here"]
        if there is not None and there["state"] == "away":
            words = ["away", *words]
        for i, word in enumerate(words):
            left = x < centre_x - 20
            right = x > centre_x + 20
            at_x = x - 17 if left else x + 17 if right else x
            anchor = "end" if left else "start" if right else "middle"
            at_y = y + 4 + 12 * i if left or right else (y - 18 - 12 * i if y < centre_y else y + 26 + 12 * i)
            parts.append(text(at_x, at_y, word, "d-tick", anchor))
    if hand.row["button"]:
        x, y = spot(hand.row["button"], 0.66)
        parts += [circle(x, y, 8, "d-button"), text(x, y + 3.5, "D", "d-button-word", "middle")]
    label = f"Button at seat {hand.row['button']}; " + "; ".join(
        f"seat {s} posted {', '.join(w)}" for s, w in sorted(posts.items())
    )
    return svg(WIDTH, 196, parts, label)


def _short(words: str) -> str:
    """An amount where a picture has no room for its unit: the figure alone, without a dollar sign where it is chips."""
    return words.removesuffix(" chips").removesuffix(" chip")


def _due_seat(finding: Row) -> int | None:
    """The seat that a finding says it was due from, where it names one: `s5`."""
    words = finding["expected"] or ""
    return (
        int(words[1:]) if words[:1] == "s" and words[1:].isascii() and words[1:].isdigit() and len(words) < 4 else None
    )


def split(hand: FlaggedHand, finding: Row) -> Markup | None:
    """The pot of a finding as it was pushed, seat by seat in the order of odd chips: the even share, and what is over.

    What each seat was due the hand's film says; there is no picture where nobody could say it.
    """
    found = _shared(hand, finding)
    if found is None:
        return None
    order, unit = found
    amount = unit_of(hand.row)
    total, share = sum(row["due_cents"] for row in order), min(row["due_cents"] for row in order if row["due_cents"])
    said = f"{amount(total)} to {plural(sum(bool(row['due_cents']) for row in order), 'seat')}"
    parts: list[Markup] = [text(0, 16, f"{said} in units of {amount(unit)}", "d-quiet")]
    y = 28.0
    # The even shares are long and equal: what matters is the end of the bar, so the odd units are drawn large.
    whole_width = 120.0
    odd_width = 22.0 if max(abs(row["got"] - share) // unit for row in order) < 2 else 10.0
    for i, row in enumerate(order):
        got, over = row["got"], row["got"] - share
        wrong = got != row["due_cents"]
        parts.append(text(0, y + 15, f"{i + 1}. seat {row['seat']}", "d-strong" if wrong else ""))
        even = min(got, share)
        parts.append(rect(64, y + 3, whole_width * even / share, 16, "d-unit", 2))
        parts.append(text(70, y + 15, amount(even), "d-on"))
        for n in range(min(abs(over) // unit, 4)):
            kind = ("d-wrong" if wrong else "d-odd") if over > 0 else "d-missing"
            at = 64 + whole_width + 4 + n * (odd_width + 3) if over > 0 else 64 + whole_width - (n + 1) * odd_width
            parts.append(rect(at, y + 3, odd_width, 16, kind, 2))
        tail = f"due {_short(amount(row['due_cents']))}" if wrong else "as due"
        parts.append(text(WIDTH, y + 15, f"{amount(got)} ({tail})", "d-tick", "end"))
        y += 26
    label = "; ".join(f"seat {row['seat']} {amount(row['got'])}" for row in order)
    return svg(WIDTH, y + 2, parts, f"Split of {amount(total)}: {label}")


def _shared(hand: FlaggedHand, finding: Row) -> tuple[list[Row], int] | None:
    """The shares of the part of a pot that a finding is about, each with what the seat got, and the unit; or None."""
    event = next((e for e in hand.events if e["event"] == finding["event"] and e["word"] == "award"), None)
    lots: list[tuple[list[Row], int]] = []
    for pot in hand.film.pots:
        shares = [row for row in hand.film.shares if row["pot"] == pot["pot"]]
        if event is not None and pot["pot"] != (event["pot"] or 0):
            continue
        pieces = [list(rows) for _, rows in groupby(shares, key=lambda row: (row["board"], row["part"]))]
        paid = "pot_paid_cents" if len(pieces) == 1 else "paid_cents"  # where a pot has one part awards name none
        lots += [([row | {"got": row[paid]} for row in rows], pot["unit_cents"]) for rows in pieces]
        if len(pieces) == 2 and all(sum(row["wins"] for row in rows) == 1 for rows in pieces):
            halves = [row for rows in pieces for row in rows if row["wins"]]
            if len({row["seat"] for row in halves}) == 2:  # the odd unit between two halves
                lots.append(([row | {"got": row["pot_paid_cents"]} for row in halves], pot["unit_cents"]))
    lots = [([row for row in rows if row["got"] or row["due_cents"]], unit) for rows, unit in lots]
    lots = [lot for lot in lots if sum(bool(row["due_cents"]) for row in lot[0]) > 1]
    # The one of which most lies wrong.
    return max(lots, key=lambda lot: sum(abs(row["got"] - row["due_cents"]) for row in lot[0]), default=None)


def deck(hand: FlaggedHand) -> Markup | None:
    """The deck of a hand taken apart: seats, burns, board, and the stub as due and as counted."""
    due, counted = hand.facts.get("stub_due"), hand.facts.get("stub_count")
    if due is None or counted is None:
        return None
    seats = burns = board = 0
    for e in hand.events:
        cards = len(e["cards"] or "") // 2
        if e["word"] in ("deal", "up", "draw"):
            seats += cards
        elif e["word"] == "burn":
            burns += 1
        elif e["word"] in ("board", "board2", "board3", "community"):
            board += cards
    pieces = [
        ("seats", seats, "d-unit"),
        ("burned", burns, "d-odd"),
        ("board", board, "d-felt"),
        ("stub", due, "d-hollow"),
    ]
    size = sum(n for _, n, _ in pieces) or 1
    parts: list[Markup] = []
    x = 0.0
    for words, n, kind in pieces:
        if not n:
            continue
        wide = n / size * WIDTH
        parts.append(rect(x, 18, max(1.0, wide - 2), 22, kind, 2))
        if wide > 18:
            parts.append(
                text(
                    x + wide / 2 - 1,
                    33,
                    str(n),
                    "d-felt-word" if kind == "d-felt" else "d-on" if kind != "d-hollow" else "",
                    "middle",
                )
            )
        if wide > 30:
            parts.append(text(x + wide / 2 - 1, 12, words, "d-tick", "middle"))
        x += wide
    start = WIDTH - due / size * WIDTH
    parts.append(rect(start, 46, max(1.0, counted / size * WIDTH - 2), 14, "d-wrong", 2))
    parts.append(text(start - 6, 57, f"counted {counted}", "d-tick", "end"))
    parts.append(line(WIDTH - 1, 14, WIDTH - 1, 62, "d-axis"))
    return svg(
        WIDTH,
        66,
        parts,
        f"Of {size} cards {seats} went to the seats, {burns} were burned, {board} lie on the board: "
        f"{due} are left, {counted} were counted",
    )
