"""The files of a simulated day, to the byte the same for the same seed."""

import csv
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

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

_DOWNS_HEADER = (
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
        rows.writerow(_DOWNS_HEADER)
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


def labels_table(labels: Iterable[Label]) -> pa.Table:
    """The labels as an Arrow table, in the order of ``LABELS``."""
    ordered = sorted(labels, key=lambda label: (label.gaming_date_ordinal, label.table, label.at_s, label.code))
    return pa.table(
        {
            "code": [label.code for label in ordered],
            "room": [ROOM for _ in ordered],
            "table": [label.table for label in ordered],
            "hand": [label.hand for label in ordered],
            "gaming_date": [date.fromordinal(label.gaming_date_ordinal) for label in ordered],
            "at": pa.array([label.at_s * 1_000_000 for label in ordered], pa.int64()).cast(LABELS.field("at").type),
            "event": [label.event for label in ordered],
            "seat": [label.seat for label in ordered],
            "amount_cents": [label.amount_cents for label in ordered],
            "note": [label.note for label in ordered],
        },
        schema=LABELS,
    )


def write_labels(path: Path, labels: Iterable[Label]) -> None:
    """``labels.parquet``."""
    pq.write_table(labels_table(labels), path, compression="zstd", write_page_checksum=True)
