"""TL05: one name in the hands of two tables at the same time, written when both tables are played."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from pipelines.simulator.table_day import TableDay
from pipelines.simulator.writers import write_lines
from pipelines.simulator.wrongs import Label


@dataclass(frozen=True)
class _Dealt:
    """A hand as one player was dealt it."""

    table: str
    hand: str
    start: str
    end: str
    seat: int
    came: bool  # new in the seat: the hand at the other table may have been folded


def errors_between_tables(rng: Random, played: Sequence[TableDay], wanting: Counter[str]) -> list[Label]:
    """Lets somebody who opened one table play at another that day under the same name."""
    labels: list[Label] = []
    taken: set[str] = set()
    for first in played:
        for _ in range(first.late_errors.count("TL05")):
            label = _sit_twice(rng, first, played, taken)
            if label:
                labels.append(label)
            else:
                wanting["TL05"] += 1
    return labels


def _sit_twice(rng: Random, first: TableDay, played: Sequence[TableDay], taken: set[str]) -> Label | None:
    others = [day for day in played if day.spec.day == first.spec.day and day is not first and day.spec.placard.is_live]
    others = [day for day in others if not day.spec.placard.banked]
    if not others:
        return None
    second = rng.choice(others)
    logs = [_read(day) for day in (first, second)]
    if not all(logs):
        return None
    openers = [[seat["player"] for seat in _hands(log)[0]["seats"]] for log in logs]
    free = [[name for name in names if name not in taken] for names in openers]
    if not all(free):
        return None
    one, other = (rng.choice(names) for names in free)
    taken |= {one, other}
    at_first, at_second = _dealt(logs[0], one), _dealt(logs[1], other)
    meeting = _first_meeting(at_first, at_second)
    if meeting is None:
        return None
    text = second.spec.log.read_text(encoding="utf-8").splitlines()
    write_lines(second.spec.log, [line.replace(f'"{other}"', f'"{one}"') for line in text])
    late, early = meeting
    day = first if late.table == first.spec.table else second
    at_s = _second(late.start)
    note = f"{one} was in hand {early.hand} too"
    return Label("TL05", late.table, late.hand, day.spec.day.toordinal(), at_s, None, late.seat, 0, note)


def _read(day: TableDay) -> list[dict[str, Any]]:
    with day.spec.log.open(encoding="utf-8") as text:
        lines = [json.loads(line) for line in text]
    return lines if any("hand" in line for line in lines) else []


def _hands(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if "hand" in line]


def _dealt(lines: Sequence[dict[str, Any]], player: str) -> list[_Dealt]:
    """The hands that a player was dealt."""
    found = []
    for line in _hands(lines):
        for seat in line["seats"]:
            if seat["player"] == player and any(e.startswith(f"deal s{seat['seat']} ") for e in line["events"]):
                came = seat.get("state") in ("new", "moved")
                found.append(_Dealt(line["table"], line["hand"], line["start"], line["end"], seat["seat"], came))
    return found


def _first_meeting(one: Sequence[_Dealt], other: Sequence[_Dealt]) -> tuple[_Dealt, _Dealt] | None:
    """The first hand that began while another of the same name was on, and that other; times of one offset compare as
    they are written."""
    pairs = [
        (late, early)
        for mine, theirs in ((one, other), (other, one))
        for late in mine
        for early in theirs
        if not late.came
        and early.start <= late.start < early.end
        and (early.start, early.table) < (late.start, late.table)
    ]
    return min(pairs, key=lambda pair: (pair[0].start, pair[0].table, pair[0].hand), default=None)


def _second(clock: str) -> int:
    return int(datetime.fromisoformat(clock).timestamp())
