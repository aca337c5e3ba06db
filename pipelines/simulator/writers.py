"""The files of a simulated day, to the byte the same for the same seed."""

import csv
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.simulator.cards_of_dealers import Dealer, DownCard
from pipelines.simulator.placards import ROOM
from pipelines.simulator.wrongs import Label

# One row an injected error; sorted by gaming day, table, time and code.
LABELS = pa.schema(
    [
        ("code", pa.string()), ("room", pa.string()), ("table", pa.string()), ("hand", pa.string()),
        ("gaming_date", pa.date32()), ("at", pa.timestamp("us", tz="UTC")), ("event", pa.int32()), ("seat", pa.int8()),
        ("amount_cents", pa.int64()), ("note", pa.string()),
    ]
)  # fmt: skip

DOWNS_HEADER = (
    "room", "event", "buy_in", "date", "start", "table", "slot", "emp", "last_name", "first_name", "kind", "total",
    "initials",
)  # fmt: skip


def slot_text(slot: int) -> str:
    """A slot as it is printed on the card: ``HH:MM``, past midnight as on the clock."""
    return f"{slot // 2 % 24:02d}:{slot % 2 * 30:02d}"


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Text lines, each ended by a newline, in UTF-8 on every platform."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(line + "\n" for line in lines)


def replace_in_slot(log: Path, line_slots: Sequence[int], slot: int, was: str, is_now: str) -> None:
    """Rewrites a word in the lines of one slot of a log."""
    with log.open(encoding="utf-8", newline="\n") as text:
        lines = [line.rstrip("\n") for line in text]
    write_lines(
        log, (line.replace(was, is_now) if at == slot else line for at, line in zip(line_slots, lines, strict=True))
    )


def write_downs(path: Path, day: date, cards: Sequence[DownCard], initials: str) -> None:
    """The down cards of one day: a row a slot, and the closing row with total and initials."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(DOWNS_HEADER)
        for card in cards:
            head = [ROOM, card.event, card.buy_in, day.isoformat(), slot_text(min(card.slots)), card.table]
            for slot, dealer in sorted(card.slots.items()):
                signed = [dealer.emp, dealer.last_name, dealer.first_name] if dealer else ["", "", ""]
                rows.writerow([*head, slot_text(slot), *signed, card.kind, "", ""])
            total = sum(dealer is not None for dealer in card.slots.values())
            rows.writerow([*head, "CLOSE", "", "", "", "", total, initials])


def write_roster(path: Path, dealers: Sequence[Dealer], games: Sequence[str]) -> None:
    """Every dealer of the room, by employee number; each deals all games of the room."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["emp", "last_name", "first_name", "games"])
        for dealer in sorted(dealers, key=lambda one: one.emp):
            rows.writerow([dealer.emp, dealer.last_name, dealer.first_name, ",".join(games)])


def write_labels(path: Path, labels: Iterable[Label]) -> None:
    """``labels.parquet``, in order of day, table, time and code."""
    ordered = sorted(labels, key=lambda label: (label.gaming_date_ordinal, label.table, label.at_s, label.code))
    write_label_rows(
        path,
        [
            (
                label.code, ROOM, label.table, label.hand, date.fromordinal(label.gaming_date_ordinal), label.at_s,
                label.event, label.seat, label.amount_cents, label.note,
            )
            for label in ordered
        ],
    )  # fmt: skip


def write_label_rows(path: Path, rows: Sequence[tuple[Any, ...]]) -> None:
    """Rows of labels as ``LABELS`` has them, with times in seconds since the epoch."""
    columns = {}
    for place, field in enumerate(LABELS):
        values = [row[place] for row in rows]
        if field.name == "at":
            columns[field.name] = pa.array([at * 1_000_000 for at in values], pa.int64()).cast(field.type)
        else:
            columns[field.name] = pa.array(values, field.type)
    pq.write_table(pa.table(columns, schema=LABELS), path, compression="zstd", write_page_checksum=True)
