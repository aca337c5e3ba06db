"""Reads the case files: a sentence, hands in the log's own words, a verdict.

A case has `name`, `house` (a file of cases/houses), `events` of the hand that is judged, and `verdict`: "violated",
"passed" or "not evaluable". Around it, where it matters: `button`, `seats` (`{ s1 = 300 }`, `{ s8 = [140, "away"] }`,
`{ s9 = [140, "moved", "P5"] }` with the player's name, which otherwise is P and the number of the seat), `stakes`,
`placard`, `start`, `end`, `dealer`, `deck`, `game`, `betting`, `tournament`, `bomb`, `table`; `before`, hands dealt
before it, each with the same keys; `notes`, `downs`, `shuffles`, `roster`: lines of the other feeds. `finding` names
what the finding must say: `expected`, `actual`, `cite` ("wsop-dealer-2018 p.52"), `amount`, `event`, `street`, `seat`,
`hand`, `paid_by`, `paid_to`. `received_again` names hands that came into the lake before with another end (without
it there is no lake). `clock_faults` are clocks that were found to be off before, `law_changes` what a changed house
file did to findings. `room` is the hands' room where it is not the house's own. An empty `betting` or `end` is left out
of the hand. `also` lists other codes that the hands show rightly, `nothing_of` those that must not be told of the same
seat (of any, where the case is passed).

Shorthands keep hands readable: `deal all` deals the game's unseen cards to every seat that is not away, from the
button's left (from the dealer's in stud, where `button` is 0); `s7 s8 s9 fold` is one fold each, and so with any other
action or post; `up s1 Kd s2 2c` is one card each.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Any

import pyarrow as pa

from parsers import schemas
from parsers.games import GAMES

CASES = Path(__file__).parent / "cases"
ROOM_STAKES = {"sb": 1, "bb": 3, "chip": 1}
_SEAT = re.compile(r"s\d+")
PLAYERS = {f"s{n}": 300 for n in range(1, 10)}
FIRST_START = datetime.fromisoformat("2018-06-02T10:00:00-07:00")


@dataclass(frozen=True)
class Case:
    """One case of one code."""

    code: str
    name: str
    body: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.code}: {self.name}"


def load_cases() -> list[Case]:
    """Every case of every file, in the order of codes and files."""
    cases = []
    for path in sorted(CASES.glob("*.toml")):
        for body in tomllib.loads(path.read_text())["case"]:
            cases.append(Case(path.stem, body["name"], body))
    return cases


def log_lines(case: Case) -> list[str]:
    """The hand log of a case: the hands before it, then the hand that is judged, then its notes."""
    body = case.body
    hands = [*body.get("before", []), body]
    lines = [json.dumps(_hand(case, {**_shared(body), **hand}, number)) for number, hand in enumerate(hands, start=1)]
    room = _room(body)
    lines += [json.dumps({"v": 1, "room": room, "table": "147", **note}) for note in body.get("notes", [])]
    return lines


def _room(body: dict[str, Any]) -> str:
    return str(body.get("room", body.get("house", "rio")))


_HAND_KEYS = ("button", "seats", "stakes", "placard", "dealer", "deck", "game", "betting", "tournament")


def _shared(body: dict[str, Any]) -> dict[str, Any]:
    return {key: body[key] for key in _HAND_KEYS if key in body}


def _hand(case: Case, body: dict[str, Any], number: int) -> dict[str, Any]:
    room = _room(case.body)
    start = datetime.fromisoformat(body["start"]) if "start" in body else FIRST_START + timedelta(minutes=3 * number)
    end = datetime.fromisoformat(body["end"]) if body.get("end") else start + timedelta(minutes=2)
    betting = body.get("betting", "nl")
    stakes = body.get("stakes", ROOM_STAKES)
    hand = {
        "v": 1,
        "room": room,
        "table": body.get("table", "147"),
        "hand": body.get("hand", f"147-{number:06d}"),
        "game": body.get("game", "holdem"),
        "betting": betting,
        "stakes": stakes,
        "button": body.get("button", 4),
        "start": start.isoformat(),
        "end": end.isoformat(),
        "seats": [_seat(name, value) for name, value in body.get("seats", PLAYERS).items()],
        "events": _events(body),
    }
    if "tournament" not in body:
        hand["placard"] = body.get("placard") or f"{room}-{stakes['sb']}-{stakes['bb']}-{betting}"
    for key in ("dealer", "deck", "tournament", "bomb"):
        if key in body:
            hand[key] = body[key]
    if hand["button"] == 0:
        del hand["button"]
    if not betting:
        del hand["betting"]
    if body.get("end") == "":
        del hand["end"]
    return hand


def _events(body: dict[str, Any]) -> list[str]:
    seats = body.get("seats", PLAYERS)
    there = [int(name[1:]) for name, value in seats.items() if not (isinstance(value, list) and value[1] == "away")]
    button = body.get("button", 4)
    order = sorted(there, key=lambda seat: (seat - button - 1) % 10)
    events: list[str] = []
    for event in body["events"]:
        words = event.split()
        if event == "deal all":
            unseen = "??" * (GAMES[body.get("game", "holdem")].hole_cards or 0)
            events += [f"deal s{seat} {unseen}" for seat in order]
        elif words[0] == "up" and len(words) > 3:
            events += [f"up {seat} {card}" for seat, card in zip(words[1::2], words[2::2], strict=True)]
        elif len(seats_first := list(takewhile(_SEAT.fullmatch, words))) > 1:
            events += [f"{seat} {' '.join(words[len(seats_first) :])}" for seat in seats_first]
        else:
            events.append(event)
    return events


def _seat(name: str, value: Any) -> dict[str, Any]:
    stack, *rest = value if isinstance(value, list) else [value]
    state = rest[0] if rest else None
    player = rest[1] if len(rest) > 1 else None
    seat = {"seat": int(name[1:]), "player": player or f"P{name[1:]}", "stack": stack}
    return {**seat, "state": state} if state else seat


def law_changes(rows: list[dict[str, object]]) -> pa.Table:
    """What changes of the house file did to the findings of Rio's day."""
    told = [
        {"room": "rio", "file": "house.toml", "alone": True, "is_other": row["was"] != row["now"]}
        | row
        | {"gaming_date": date.fromisoformat(str(row["gaming_date"]))}
        for row in rows
    ]
    return pa.Table.from_pylist(told, schema=schemas.LAW_CHANGES)
