"""How an audit did against the labels of a simulated day: what was injected, found, missed, and found for nothing.

A label and a finding mean the same when code, room, table and hand agree; where there is no hand (a slot of a down
card), the time stands in for it. One label is answered by one finding: a second one of the same key is a false one.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TextIO

import pyarrow as pa


class Key(NamedTuple):
    """What identifies a finding for the score. ``at_us`` is microseconds UTC, only where there is no hand."""

    code: str
    room: str
    table: str
    hand: str | None
    at_us: int | None


@dataclass(frozen=True)
class Score:
    """One row a code."""

    code: str
    injected: int
    found: int
    missed: int
    false: int
    missed_keys: tuple[Key, ...] = ()
    false_keys: tuple[Key, ...] = ()


def keys_of(table: pa.Table) -> Counter[Key]:
    """The keys of a table of labels or findings, each with how often it occurs."""
    at = table["at"].cast(pa.timestamp("us", tz="UTC")).cast(pa.int64()).to_pylist()
    texts = [table[name].cast(pa.string()).to_pylist() for name in ("code", "room", "table", "hand")]
    rows = zip(*texts, at, strict=True)
    return Counter(
        Key(code, room, name, hand, None if hand is not None else at_us) for code, room, name, hand, at_us in rows
    )


def score(labels: pa.Table, findings: pa.Table) -> list[Score]:
    """One row for each code that was injected or found, in order of code."""
    injected, found = keys_of(labels), keys_of(findings)
    missed, false = injected - found, found - injected
    rows = []
    for code in sorted({key.code for key in (*injected, *found)}):
        missed_keys = _sorted(key for key in missed.elements() if key.code == code)
        false_keys = _sorted(key for key in false.elements() if key.code == code)
        count = sum(times for key, times in injected.items() if key.code == code)
        rows.append(
            Score(
                code=code,
                injected=count,
                found=count - len(missed_keys),
                missed=len(missed_keys),
                false=len(false_keys),
                missed_keys=missed_keys,
                false_keys=false_keys,
            )
        )
    return rows


def merged(rows: Iterable[Score]) -> list[Score]:
    """The scores of several runs as one row for each code."""
    by_code: dict[str, list[Score]] = {}
    for row in rows:
        by_code.setdefault(row.code, []).append(row)
    return [
        Score(
            code=code,
            injected=sum(row.injected for row in same),
            found=sum(row.found for row in same),
            missed=sum(row.missed for row in same),
            false=sum(row.false for row in same),
            missed_keys=tuple(key for row in same for key in row.missed_keys),
            false_keys=tuple(key for row in same for key in row.false_keys),
        )
        for code, same in sorted(by_code.items())
    ]


def print_scoreboard(rows: list[Score], to: TextIO | None = None, show_keys: int = 3) -> None:
    """Prints the table with its sum, then up to ``show_keys`` places of each miss and false finding by code."""
    to = to or sys.stdout
    print(f"{'code':<6}{'injected':>10}{'found':>8}{'missed':>8}{'false':>8}", file=to)
    for row in rows:
        print(f"{row.code:<6}{row.injected:>10}{row.found:>8}{row.missed:>8}{row.false:>8}", file=to)
    sums = [sum(getattr(row, name) for row in rows) for name in ("injected", "found", "missed", "false")]
    print(f"{'all':<6}{sums[0]:>10}{sums[1]:>8}{sums[2]:>8}{sums[3]:>8}", file=to)
    for row in rows:
        for word, keys in (("missed", row.missed_keys), ("false", row.false_keys)):
            for key in keys[:show_keys]:
                place = f"hand {key.hand}" if key.hand is not None else f"slot at {_clock(key.at_us)}"
                print(f"{word} {row.code}: room {key.room}, table {key.table}, {place}", file=to)
            if len(keys) > show_keys:
                print(f"{word} {row.code}: and {len(keys) - show_keys} more", file=to)


def _sorted(keys: Iterable[Key]) -> tuple[Key, ...]:
    return tuple(sorted(keys, key=lambda key: (key.room, key.table, key.hand or "", key.at_us or 0)))


def _clock(at_us: int | None) -> str:
    if at_us is None:
        return "unknown time"
    return str(pa.scalar(at_us, pa.timestamp("us", tz="UTC")).as_py().strftime("%Y-%m-%d %H:%M UTC"))
