"""One hand for the terminal: who sat there, what happened street by street, and what was found."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from dashboards.amounts import amount, unit_of
from dashboards.proofs.log_words import event_words, seat_words, streets
from dashboards.proofs.rows_and_points import comparisons
from dashboards.proofs.wagers import done_words, due_words, wagers_of
from pipelines.errors import InputError
from pipelines.hand_source import HandSource, KeptHand
from pipelines.telling.filters import Filter
from pipelines.telling.records import record
from pipelines.telling.table import citation

Row = dict[str, Any]


def kept_hands(source: HandSource, number: str, room: str | None = None) -> Iterator[KeptHand]:
    """Every line that carries the number; InputError where none does, or where two rooms have it."""
    places = [place for place in source.places(number) if room in (None, place[0])]
    if not places:
        near = source.near(number)
        meant = f"did you mean {near}? " if near else ""
        raise InputError(f"{number}: no such hand in {source.where}; {meant}write it as the log does, like 147-000431")
    rooms = sorted({name for name, _ in places})
    if len(rooms) > 1:
        raise InputError(f"{number}: is a hand in {', '.join(rooms)}; say which with --room")
    for day in sorted({day for _, day in places}, key=str):
        yield from source.kept(rooms[0], day, number)


def hand_lines(kept: Iterable[KeptHand], asked: Filter) -> Iterator[str]:
    """The lines that `oddchip show` prints."""
    for one in kept:
        hand, found = one.hand, asked.of(one.findings)
        if one.of > 1:
            yield f"({one.of} records carry this number; this is number {one.place})"
        yield from _head(hand)
        yield from _seats(one.seats, hand)
        pictures = {row["event"]: row for row in one.film if row["grain"] == "picture"}
        yield from _events(one.events, pictures, unit_of(hand), found)
        yield from _wagers([row for row in one.film if row["grain"] == "wager"], unit_of(hand))
        yield from _comparisons(one.film, unit_of(hand))
        yield from _whole_hand([f for f in found if f["event"] is None])


def hand_records(kept: Iterable[KeptHand], asked: Filter) -> list[Row]:
    """The same for other programs: one object a line of the log."""
    return [
        {
            **{
                name: one.hand[name]
                for name in ("room", "table", "hand", "game", "betting", "placard", "button", "dealer")
            },
            "start": one.hand["start"].isoformat(),
            "source_file": one.hand["source_file"],
            "source_line": one.hand["source_line"],
            "seats": [{name: seat[name] for name in ("seat", "player", "stack_cents", "state")} for seat in one.seats],
            "events": [event_words(event) for event in one.events],
            "findings": [record(row) for row in asked.of(one.findings)],
        }
        for one in kept
    ]


def _wagers(rows: list[Row], said: Callable[..., str]) -> Iterator[str]:
    """Of a house-banked round: every wager with what it was due and what was done with it."""
    if rows:
        yield "Wagers"
    for row in wagers_of(rows):
        lay = f"{seat_words(row['seat'])} {row['wager']} {said(row['staked_cents'])}"
        yield f"  {lay}: due {due_words(row, said)}; done {done_words(row, said)}"


def _head(hand: Row) -> Iterator[str]:
    zone = dt.timezone(dt.timedelta(minutes=hand["utc_offset_min"] or 0))  # as the log wrote it
    start = hand["start"].astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")
    game = " ".join(part for part in (hand["game"], hand["betting"]) if part)
    yield f"hand {hand['hand']} · {hand['room']} table {hand['table']} · {game} · {start}"
    known = (("placard", hand["placard"]), ("dealer", hand["dealer"]), ("deck", hand["deck"]))
    yield " · ".join(
        [f"{name} {value}" for name, value in known if value] + [f"{hand['source_file']}:{hand['source_line']}"]
    )


def _seats(seats: list[Row], hand: Row) -> Iterator[str]:
    stacks = [unit_of(hand)(seat["stack_cents"]) for seat in seats]
    width = max((len(stack) for stack in stacks), default=0)
    for seat, stack in zip(seats, stacks, strict=True):
        marks = [seat["state"]] if seat["state"] != "in" else []
        marks += ["button"] if seat["seat"] == hand["button"] else []
        who = f"  {seat_words(seat['seat']):<4} {seat['player'] or '':<12} {stack:>{width}}"
        yield " ".join([who, *marks])


def _events(
    events: list[Row], pictures: dict[int, Row], said: Callable[..., str], findings: list[Row]
) -> Iterator[str]:
    former = ""
    for event, street in zip(events, streets(events, pictures), strict=True):
        picture = pictures.get(event["event"])
        if street != former:
            pot = picture["pot_cents"] + sum(picture["bets_by_seat"]) if picture else 0
            yield f"{street}, pot {said(pot)}" if pot else street
            former = street
        wrong = [f for f in findings if f["event"] == event["event"]]
        yield f"  {event_words(event)}" + "".join(f"   ← {f['code']}" for f in wrong)
        for finding in wrong:
            yield from _finding(finding)


def _comparisons(film: list[Row], said: Callable[..., str]) -> Iterator[str]:
    """Two seats of a Chinese hand a line: points and chips, as the first seat has them."""
    rows = sorted((row for row in film if row["grain"] == "comparison"), key=lambda row: row["in_turn"])
    for title, lines in comparisons(rows, said):
        yield f"  {title}: " + ", ".join(f"{words.lower()} {value}" for words, value, is_result in lines if is_result)


def _whole_hand(findings: list[Row]) -> Iterator[str]:
    if findings:
        yield "On the whole hand"
    for finding in findings:
        yield from _finding(finding)


def _finding(finding: Row) -> Iterator[str]:
    cite = citation(finding)
    moved = amount(finding, signed=True)
    yield (
        f"      {finding['code']} {finding['message']}"
        + (f" {moved}" if moved else "")
        + (f" [{cite}]" if cite else "")
    )
