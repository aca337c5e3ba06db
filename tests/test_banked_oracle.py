"""Rounds of Heads-Up Hold'em, right and wrong: what the audit makes of each wager is what the oracle reads of it."""

from __future__ import annotations

import json
import os
import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import numba
import polars as pl
import pytest

from checks.audit import Auditor, Feeds
from checks.banked_frame import banked_frames
from checks.frames import Grain
from checks.law.in_force import Law
from checks.law.rulebook import rulebooks_of
from checks.replay.banked_layout import Due, Kind
from parsers.batch import HandBatch
from parsers.handlog import read_hand_log, read_hand_log_plainly
from parsers.house import House, load_house
from parsers.source import Source
from pipelines.simulator import simulate
from tests.oracle.banked import KINDS, Terms, dues, envy_due, faults, story_of

DAY = date(2026, 1, 16)
IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))
ROUNDS = 20_000 if IN_FULL else 1_000
READ_LOG = read_hand_log_plainly if numba.config.DISABLE_JIT else read_hand_log
MONEY = ("pay", "take", "push", "wager")
Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day at tables of every paytable of the progressive, with errors."""
    out = tmp_path_factory.mktemp("banked")
    simulate(out, DAY, tables=10, hands=ROUNDS, seed=41, errors=0.1, games=("huhe",), jobs=1)
    return out


@pytest.fixture(scope="module")
def lines(day: Path) -> Lines:
    """Every round of it; in half of them something more is changed, without asking whether that is wrong."""
    rng = Random(17)
    found = []
    for log in sorted(day.glob("*.hands.jsonl")):
        for text in log.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "events" in line:
                found.append(_changed(rng, line) if rng.random() < 0.5 else line)
    return found


def _changed(rng: Random, line: dict[str, Any]) -> dict[str, Any]:
    """The round with one payment, raise or wager that says something else, or nothing at all."""
    events = list(line["events"])
    money = [place for place, event in enumerate(events) if event.split()[1:2] and event.split()[1] in MONEY]
    place = rng.choice(money)
    seat, word, kind, amount = events[place].split()
    draw = rng.random()
    if draw < 0.15 and word != "wager":
        events.pop(place)
    elif draw < 0.55 and word != "wager":
        events[place] = f"{seat} {rng.choice(('pay', 'take', 'push'))} {kind} {amount}"
    elif draw < 0.65:
        events.insert(place, events[place])
    else:
        events[place] = f"{seat} {word} {kind} {float(amount) + rng.choice((1, 5, 10)):g}"
    return {**line, "events": events}


@pytest.fixture(scope="module")
def house(day: Path) -> House:
    return load_house(day / "house.toml")


@pytest.fixture(scope="module")
def terms(day: Path) -> dict[str, Terms]:
    """The letters of every placard, read from the house file as it is written."""
    placards = tomllib.loads((day / "house.toml").read_text())["placard"]
    said = {name: placard["paytables"] for name, placard in placards.items()}
    return {
        name: Terms(one["odds"], one["bad_beat"], one["pocket"], one["trips"], one["progressive"], 100 * one["limit"])
        for name, one in said.items()
    }


@pytest.fixture(scope="module")
def batch(lines: Lines, tmp_path_factory: pytest.TempPathFactory) -> HandBatch:
    file = tmp_path_factory.mktemp("log") / "all.hands.jsonl"
    file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")
    (parsed,) = READ_LOG(Source(file))
    assert not parsed.quarantine, parsed.quarantine
    return parsed.batch


def test_what_is_due_of_each_wager_is_what_the_oracle_says(
    lines: Lines, batch: HandBatch, house: House, terms: dict[str, Terms]
) -> None:
    law = Law(house, rulebooks_of(house))
    dates = house.gaming_dates_of(pl.Series(batch.texts, dtype=pl.String), batch.room, batch.start_us)
    frames = dict(banked_frames(batch, law, law.of_batch(batch, dates)))
    capped = pl.col("seat_due_cents") > pl.col("limit_cents")
    rows = frames[Grain.WAGER].with_columns(capped=capped.fill_null(False).any().over("hand_row", "seat"))
    seen: Counter[str] = Counter()
    stories = [story_of(line) for line in lines]
    expected = [dues(told, terms[line["placard"]]) for told, line in zip(stories, lines, strict=True)]
    for row in rows.iter_rows(named=True):
        told, place = stories[row["hand_row"]], (row["seat"], KINDS[min(row["kind"], 5)])
        if row["kind"] == Kind.ENVY:
            due = envy_due(told, terms[lines[row["hand_row"]]["placard"]], row["seat"])
            assert row["due_cents"] == due, lines[row["hand_row"]]
            seen["envy"] += 1
            continue
        if row["staked_cents"] == 0 or (row["capped"] and row["due"] is None and place[1] != "progressive"):
            continue
        due = expected[row["hand_row"]][place]
        found = None if row["due"] is None else (Due(row["due"]).name.lower(), row["due_cents"])
        assert found == due, (place, lines[row["hand_row"]])
        seen["nobody can say" if due is None else f"{place[1]} {due[0]}"] += 1
    assert seen["nobody can say"] and seen["progressive pay"] and seen["odds pay"] and seen["pocket pay"], seen


def test_what_is_wrong_is_what_the_oracle_finds(
    lines: Lines, batch: HandBatch, house: House, terms: dict[str, Terms]
) -> None:
    auditor = Auditor(house, rulebooks_of(house), "oracle")
    auditor.add(batch)
    findings = pl.DataFrame(pl.from_arrow(auditor.finish(Feeds()).findings))
    told: dict[int, set[tuple[str, int]]] = {}
    of_seats = findings.filter(pl.col("code").str.starts_with("HB") & pl.col("seat").is_not_null())
    for row in of_seats.iter_rows(named=True):
        seat = 0 if row["code"] == "HB08" else row["seat"]
        told.setdefault(row["source_line"], set()).add((row["code"], seat))
    codes: Counter[str] = Counter()
    for number, line in enumerate(lines, start=1):
        expected = faults(story_of(line), terms[line["placard"]])
        assert told.get(number, set()) == expected, line
        codes.update(code for code, _ in expected)
    assert set(codes) == {f"HB0{n}" for n in range(1, 9)}, codes
