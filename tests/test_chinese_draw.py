"""Chinese draw poker: the simulated hands are dealt as the document has it, and audit and oracle agree on each."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

from checks.audit import Auditor, Feeds
from checks.law.rulebook import load_rulebooks
from parsers.hand_files import read_hands
from parsers.house import load_house
from parsers.source import Source
from pipelines.scoreboard.run import run_errors
from pipelines.simulator import ALL_CODES, can_occur_at, simulate
from pipelines.simulator.chinese_games import CHINESE_DRAW
from tests.oracle.chinese_draw import judge

DAY = date(2026, 1, 16)
HANDS = 20_000 if os.environ.get("ODDCHIP_SLOW") else 800
CODES = ("CD02", "OF06", "PT02")


def lines_of(day: Path) -> Iterator[list[dict[str, Any]]]:
    """The hands of each log, in order."""
    for log in sorted(day.glob("*.hands.jsonl")):
        yield [line for text in log.read_text(encoding="utf-8").splitlines() if "events" in (line := json.loads(text))]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("chinese-draw") / "day"
    simulate(out, DAY, tables=4, hands=HANDS, seed=19, errors=0, games=(CHINESE_DRAW.code,), jobs=1)
    return out


def test_hands_are_dealt_in_lots_and_set_in_rows(day: Path) -> None:
    lots: Counter[int] = Counter()
    sets = 0
    for lines in lines_of(day):
        for line in lines:
            words = [event.split() for event in line["events"]]
            lots.update(len(word[2]) // 2 for word in words if word[0] == "deal")
            cards = [word[3][at : at + 2] for word in words if word[1:2] == ["set"] for at in range(0, len(word[3]), 2)]
            assert len(cards) == len(set(cards))
            sets += len(cards) // 13
    assert set(lots) == {3, 5} and lots[5] > lots[3] > 50 and sets > 50


def changed(line: dict[str, Any], random: Random) -> dict[str, Any]:
    """The hand with one event told otherwise: a lot, a row or an award."""
    events = list(line["events"])
    kinds = {kind: [at for at, event in enumerate(events) if kind in event.split()[:2]] for kind in
             ("deal", "set", "award")}  # fmt: skip
    able = [kind for kind, places in kinds.items() if places]
    if not able or any(event.startswith(("misdeal", "void")) for event in events):
        return line
    kind = random.choice(able)
    place = random.choice(kinds[kind])
    words = events[place].split()
    if kind == "deal":
        events[place] = f"{events[place]}??" if random.random() < 0.5 else events[place][:-2]
    elif kind == "set":
        twin = next(at for at in kinds["set"] if at != place and events[at].split()[0] == words[0])
        events[place], events[twin] = " ".join([*words[:3], words[3][2:]]), f"{events[twin]}{words[3][:2]}"
    else:
        events[place] = " ".join([*words[:3], str(max(int(words[3]) + random.choice((-1, 1, 5)), 1))])
    return {**line, "events": events}


def told(day: Path, logs: list[list[dict[str, Any]]], folder: Path) -> Counter[tuple[str, str]]:
    """What the audit says: how often each code is told of each hand."""
    auditor = Auditor(load_house(day / "house.toml"), load_rulebooks(), "oracle")
    notes = []
    for number, lines in enumerate(logs):
        file = folder / f"{number}.hands.jsonl"
        file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")
        for parsed in read_hands(Source(file)):
            assert not parsed.quarantine, parsed.quarantine
            auditor.add(parsed.batch)
            notes.append(parsed.notes)
    found = pl.DataFrame(pl.from_arrow(auditor.finish(Feeds(notes=pa.concat_tables(notes))).findings))
    return Counter(found.filter(pl.col("code").is_in(CODES)).select("hand", "code").rows())


def due(logs: list[list[dict[str, Any]]]) -> Counter[tuple[str, str]]:
    """The same by the oracle."""
    return Counter(
        {(line["hand"], code): times for lines in logs for line in lines for code, times in judge(line).items()}
    )


def test_audit_and_oracle_agree_on_every_hand(day: Path, tmp_path: Path) -> None:
    random = Random(23)
    plain = list(lines_of(day))
    assert told(day, plain, tmp_path) == due(plain) == Counter()
    other = [[changed(line, random) if random.random() < 0.5 else line for line in lines] for lines in plain]
    audited, judged = told(day, other, tmp_path), due(other)
    assert audited == judged, {
        "audit alone": sorted((audited - judged).items())[:5],
        "oracle alone": sorted((judged - audited).items())[:5],
    }
    assert {code for _, code in audited} == set(CODES)


def test_every_error_is_found_and_nothing_else(tmp_path: Path) -> None:
    codes = tuple(code for code in ALL_CODES if can_occur_at(code, CHINESE_DRAW.code))
    assert {"AC01", "BL04", "CD02", "CD04", "OF06", "PT02", "PT05", "PT08", "RK01"} <= set(codes)
    assert not {"CD03", "OF01", "PT01", "RK05", "SC07"} & set(codes)
    result = run_errors(2, (CHINESE_DRAW.code,), codes, 3, tmp_path, 1)
    assert result.is_perfect, [row for row in result.rows if row.missed or row.false]
    assert {row.code for row in result.rows} == set(codes)
