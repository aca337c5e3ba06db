"""One hand for the terminal: who sat there, what happened street by street, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from checks.film_table import film_of
from checks.law.rulebook import rulebooks_of
from dashboards.amounts import amount, unit_of
from dashboards.proofs.log_words import event_words, seat_words, streets
from dashboards.proofs.rows_and_points import comparisons
from dashboards.proofs.wagers import done_words, due_words, wagers_of
from pipelines.errors import InputError
from pipelines.folders import Folders
from pipelines.night.nightly import open_lake, read_house
from warehouse.amounts import day_findings
from warehouse.hands import HandTables, take_hands
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
        rows = np.flatnonzero(pc.equal(tables["hands"]["hand"], number).to_numpy()).astype(np.int64)
        stored = lake.read("film", rooms[0], day)
        for place, row in enumerate(rows, start=1):
            one = take_hands(tables, np.array([row], np.int64))
            hand = one["hands"].to_pylist()[0]
            if len(rows) > 1:
                yield f"({len(rows)} records carry this number; this is number {place})"
            yield from _head(hand)
            yield from _seats(pseudonyms.publish(one["seats"], "seats").to_pylist(), hand)
            found = [f for f in findings if _tells_of(f, hand, last=place == len(rows))]
            film = _film(folders, one, stored)
            pictures = {row["event"]: row for row in film if row["grain"] == "picture"}
            yield from _events(one["events"].to_pylist(), pictures, unit_of(hand), found)
            yield from _wagers([row for row in film if row["grain"] == "wager"], unit_of(hand))
            yield from _comparisons(film, unit_of(hand))
            yield from _whole_hand([f for f in found if f["event"] is None])


def _tells_of(finding: Row, hand: Row, last: bool) -> bool:
    """Whether a finding is on this line of the log; one that cites another source goes with the last."""
    lines = {(finding["source_file"], finding["source_line"]), (hand["source_file"], hand["source_line"])}
    return len(lines) == 1 or (last and finding["source_file"] != hand["source_file"])


def _film(folders: Folders, one: HandTables, stored: pa.Table) -> list[Row]:
    """The film of one hand: as stored where it has a finding; else it is walked now."""
    hand = one["hands"].to_pylist()[0]
    keys = {name: hand[name] for name in ("room", "hand", "source_file", "source_line")}
    film = _where(stored, keys)
    if not film:
        house = read_house(folders)
        film = _where(film_of(one, house, rulebooks_of(house)), keys)
    return film


def _wagers(rows: list[Row], said: Callable[..., str]) -> Iterator[str]:
    """Of a house-banked round: every wager with what it was due and what was done with it."""
    if rows:
        yield "Wagers"
    for row in wagers_of(rows):
        lay = f"{seat_words(row['seat'])} {row['wager']} {said(row['staked_cents'])}"
        yield f"  {lay}: due {due_words(row, said)}; done {done_words(row, said)}"


def _where(table: pa.Table, values: Row) -> list[Row]:
    for name, value in values.items():
        table = table.filter(pc.equal(table[name], value))
    rows: list[Row] = table.to_pylist()
    return rows


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
    cite = " ".join(part for part in (finding["rulebook"], finding["rule"]) if part)
    moved = amount(finding, signed=True)
    yield (
        f"      {finding['code']} {finding['message']}"
        + (f" {moved}" if moved else "")
        + (f" [{cite}]" if cite else "")
    )
