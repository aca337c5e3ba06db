"""What goes wrong over a span of days besides single hands, made on logs that are written, and listed.

A hand is sent again with a correction, a pot is disputed. Nothing of it goes unlabeled: what the audit has to find is a
label, and everything stands in `troubles.csv`, one row a trouble.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Final

from pipelines.simulator.table_day import TableDay
from pipelines.simulator.writers import write_lines
from pipelines.simulator.wrongs import Label

WEAK_DEALER, DRIFTING_SHUFFLER = "weak-dealer", "drifting-shuffler"
MISSING_LOG, CORRECTED_LOG, DISPUTED_POT = "missing-log", "corrected-log", "disputed-pot"
RULING: Final = "floor the pot is disputed and the award stands"
_RAKE: Final = re.compile(r'"rake (\d+)"')
_HAND: Final = re.compile(r'"hand":"([^"]+)"')
_START: Final = re.compile(r'"start":"([^"]+)"')
_PUSHED_WRONG: Final = ("PT01", "PT08", "PT11", "PT02")  # who should have had the pot, the likeliest dispute first


@dataclass(frozen=True)
class Trouble:
    """One deliberate trouble: of all days where it has no date, of a table, a hand, a dealer or a device."""

    kind: str
    gaming_date: date | None = None
    table: str | None = None
    hand: str | None = None
    who: str | None = None  # a dealer's employee number, or a device
    note: str = ""


def write_troubles(path: Path, troubles: Sequence[Trouble]) -> None:
    """The list, in the order of its making; nothing is an empty field."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(field.name for field in fields(Trouble))
        rows.writerows(["" if value is None else value for value in astuple(one)] for one in troubles)


def read_troubles(path: Path) -> dict[str, Trouble]:
    """The list again, by kind: a span has one of each."""
    with path.open(encoding="utf-8", newline="") as text:
        found = [{name: value or None for name, value in row.items()} for row in csv.DictReader(text)]
    return {
        str(row["kind"]): Trouble(
            kind=str(row["kind"]),
            gaming_date=date.fromisoformat(row["gaming_date"]) if row["gaming_date"] else None,
            table=row["table"],
            hand=row["hand"],
            who=row["who"],
            note=row["note"] or "",
        )
        for row in found
    }


def correct_later(rng: Random, table_day: TableDay, later: Path) -> tuple[Label, Trouble] | None:
    """TL04: the log that comes in time has a rake a dollar short in one hand; the hand as it was comes in a file by
    itself. The hand is one with nothing wrong in it. None where the table has no such hand."""
    spec = table_day.spec
    wrong = {label.hand for label in table_day.labels}
    lines = spec.log.read_text(encoding="utf-8").splitlines()
    able = [
        number
        for number, line in enumerate(lines)
        if (hand := _HAND.search(line)) and hand[1] not in wrong and any(int(n) > 1 for n in _RAKE.findall(line))
    ]
    if not able:
        return None
    number = rng.choice(able)
    right = lines[number]
    lines[number] = _RAKE.sub(lambda rake: f'"rake {int(rake[1]) - 1}"', right, count=1)
    write_lines(spec.log, lines)
    later.mkdir(parents=True, exist_ok=True)
    write_lines(later / f"{spec.table}-{spec.day}-corrected.hands.jsonl", [right])
    hand, start = _HAND.findall(right)[0], _START.findall(right)[0]
    note = "the rake of this hand was sent a dollar short at first"
    at_s = int(datetime.fromisoformat(start).timestamp())
    label = Label("TL04", spec.table, hand, spec.day.toordinal(), at_s, None, None, 0, note)
    return label, Trouble(CORRECTED_LOG, spec.day, spec.table, hand, None, note)


def dispute_a_pot(rng: Random, table_days: Sequence[TableDay], labels: list[Label]) -> Trouble | None:
    """The floor lets an award stand: of a pot that was pushed wrongly where there is one, else of any.

    Labels of that hand that point behind the award are moved on by the ruling. None where nothing was awarded.
    """
    places = {label.hand: (table_day, label) for table_day in table_days for label in table_day.labels if label.hand}
    disputes = (
        sorted(
            (_PUSHED_WRONG.index(label.code), hand, table_day)
            for hand, (table_day, label) in places.items()
            if label.code in _PUSHED_WRONG and hand
        )
        if places
        else []
    )
    for _, hand, table_day in disputes:
        if _rule(table_day, hand, labels):
            note = f"{places[hand][1].note}; {RULING.removeprefix('floor ')}"
            return Trouble(DISPUTED_POT, table_day.spec.day, table_day.spec.table, hand, None, note)
    table_day = rng.choice(table_days)
    hands = _HAND.findall(table_day.spec.log.read_text(encoding="utf-8"))
    for hand in rng.sample(hands, len(hands)):
        if _rule(table_day, hand, labels):
            note = RULING.removeprefix("floor ")
            return Trouble(DISPUTED_POT, table_day.spec.day, table_day.spec.table, hand, None, note)
    return None


def _rule(table_day: TableDay, hand: str, labels: list[Label]) -> bool:
    """Writes the ruling behind the first award of a hand; False where nothing was awarded."""
    log = table_day.spec.log
    lines = log.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if f'"hand":"{hand}"' not in line or '"award ' not in line:
            continue
        begins = line.index('"award ')
        ends = line.index('"', begins + 1) + 1
        event = line[line.index('"events":[') : ends].count('","')
        lines[number] = f'{line[:ends]},"{RULING}"{line[ends:]}'
        write_lines(log, lines)
        for place, label in enumerate(labels):
            if label.hand == hand and label.event is not None and label.event > event:
                labels[place] = replace(label, event=label.event + 1)
        return True
    return False


def missing_log(table_day: TableDay) -> Trouble:
    """The log that was never sent."""
    spec = table_day.spec
    return Trouble(MISSING_LOG, spec.day, spec.table, None, None, f"{spec.log.name} was never sent")


def weak_dealer(emp: str, name: str, rate: float) -> Trouble:
    return Trouble(WEAK_DEALER, who=emp, note=f"{name}: an error in {rate:.0%} of the hands")


def drifting_shuffler(table: str, device: str) -> Trouble:
    note = "its clock runs away from the room's, and it miscounts more from day to day"
    return Trouble(DRIFTING_SHUFFLER, table=table, who=device, note=note)
