"""One hand for the terminal: who sat there, what happened street by street, and what was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from dashboards.amounts import amount, unit_of
from dashboards.proofs.log_words import event_words, seat_words, streets
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.night.nightly import open_lake
from warehouse.amounts import day_findings
from warehouse.privacy import load_key

Row = dict[str, Any]


def hand_lines(folders: Folders, number: str, room: str | None = None) -> Iterator[str]:
    """The lines that `oddchip show` prints."""
    lake, pseudonyms = open_lake(folders), load_key(folders.key)
    places = _rows(lake.read("hands", room=room, columns=["room", "hand", "gaming_date"]), number)
    if not places:
        raise InputError(f"{number}: no such hand in {folders.lake}; write it as the log does, like 147-000431")
    rooms = sorted({place["room"] for place in places})
    if len(rooms) > 1:
        raise InputError(f"{number}: is a hand in {', '.join(rooms)}; say which with --room")
    for day in sorted({place["gaming_date"] for place in places}):
        tables = lake.read_hands(rooms[0], day)
        findings = [row for row in day_findings(lake, day, rooms[0]) if row["hand"] == number]
        hands = _rows(tables["hands"], number)
        yield from _head(hands[0])
        if len(hands) > 1:
            yield f"({len(hands)} records carry this number; their events follow one another)"
        seats = pseudonyms.publish(tables["seats"], "seats")
        yield from _seats(_rows(seats, number), hands[0])
        yield from _events(_rows(tables["events"], number), findings)
        yield from _whole_hand([f for f in findings if f["event"] is None])


def _rows(table: pa.Table, number: str) -> list[Row]:
    rows: list[Row] = table.filter(pc.equal(table["hand"], number)).to_pylist()
    return rows


def _head(hand: Row) -> Iterator[str]:
    start = hand["start"].strftime("%Y-%m-%d %H:%M:%S UTC")
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


def _events(events: list[Row], findings: list[Row]) -> Iterator[str]:
    former = ""
    for place, (event, street) in enumerate(zip(events, streets(events), strict=True)):
        if street != former:
            yield f"{street}"
            former = street
        wrong = [f for f in findings if f["event"] == event["event"] and place == event["event"]]
        yield f"  {event_words(event)}" + "".join(f"   ← {f['code']}" for f in wrong)
        for finding in wrong:
            yield from _finding(finding)


def _whole_hand(findings: list[Row]) -> Iterator[str]:
    if findings:
        yield "On the whole hand"
    for finding in findings:
        yield from _finding(finding)


def _finding(finding: Row) -> Iterator[str]:
    cite = " ".join(part for part in (finding["rulebook"], finding["rule"]) if part)
    moved = amount(finding, signed=True)
    yield (
        f"      {finding['code']} {finding['message']}"
        + (f" {moved}" if moved else "")
        + (f" [{cite}]" if cite else "")
    )
