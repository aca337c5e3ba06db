"""Chinese hands of a simulated day, as they are and with something changed: audit and oracle say the same of each."""

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
from pipelines.simulator import simulate
from tests.oracle.chinese import EARLIER, LIVE, Table, judge, judge_fantasyland

DAY = date(2026, 1, 16)
IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))
GAMES = {LIVE: ("ofc", "ofc-turbo", "ofc-pineapple", "ofc-27"), EARLIER: ("ofc",)}
HANDS = {LIVE: 20_000 if IN_FULL else 700, EARLIER: 5_000 if IN_FULL else 200}
CODES = ("OF01", "OF02", "OF03", "OF04", "OF05", "OF06")
PERFECT_LOW = (8, 8)  # what the house file of the simulated room says


def lines_of(day: Path) -> Iterator[list[dict[str, Any]]]:
    """The hands of each log, in order."""
    for log in sorted(day.glob("*.hands.jsonl")):
        yield [line for text in log.read_text(encoding="utf-8").splitlines() if "events" in (line := json.loads(text))]


def table_of(line: dict[str, Any], book: str) -> Table:
    progressive = line["placard"].startswith("rio-10-") and line["game"] in ("ofc-pineapple", "ofc-27")
    return Table(book, line["game"], "QQ", PERFECT_LOW, progressive)


def changed(line: dict[str, Any], random: Random) -> dict[str, Any]:
    """The hand with one event told otherwise: a score, a payment, a foul, a row, or a word of Fantasyland."""
    events = list(line["events"])
    places = [
        place
        for place, event in enumerate(events)
        if event.split()[0] in ("score", "pay", "fantasy") or event.split()[1] in ("set", "foul")
    ]
    if not places:
        return line
    place = random.choice(places)
    words = events[place].split()
    if words[0] == "score":
        events[place] = " ".join([*words[:3], str(int(words[3]) + random.choice((-9, -3, -2, -1, 1, 2, 4, 7)))])
    elif words[0] == "pay":
        amount = int(words[3]) + random.choice((-1, 1)) * line["stakes"]["point"]
        events[place : place + 1] = [" ".join([*words[:3], str(amount)])] if amount > 0 else []
    elif words[1] == "set":
        twin = next(at for at in places if at != place and events[at].split()[:2] == words[:2])
        other = events[twin].split()
        if random.random() < 0.5:  # a card of one row lies in the other
            events[place], events[twin] = " ".join([*words[:3], words[3][2:]]), f"{events[twin]}{words[3][:2]}"
        else:  # two cards changed places
            events[place] = " ".join([*words[:3], other[3][:2] + words[3][2:]])
            events[twin] = " ".join([*other[:3], words[3][:2] + other[3][2:]])
    else:
        del events[place]
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


def due(logs: list[list[dict[str, Any]]], book: str) -> Counter[tuple[str, str]]:
    """The same by the oracle."""
    counted: Counter[tuple[str, str]] = Counter()
    for lines in logs:
        for line in lines:
            for code, times in judge(line, table_of(line, book)).items():
                counted[line["hand"], code] += times
        for hand, times in judge_fantasyland(lines, table_of(lines[0], book)).items():
            counted[hand, "OF04"] += times
    return counted


@pytest.mark.parametrize("book", [LIVE, EARLIER])
def test_audit_and_oracle_agree_on_every_hand(book: str, tmp_path: Path) -> None:
    day = tmp_path / "day"
    games, random = GAMES[book], Random(17)
    simulate(
        day, DAY, tables=3 * len(games), hands=HANDS[book], seed=41, errors=0, games=games, jobs=1, rulebooks=(book,)
    )
    plain = list(lines_of(day))
    assert told(day, plain, tmp_path) == due(plain, book) == Counter()
    other = [[changed(line, random) if random.random() < 0.5 else line for line in lines] for lines in plain]
    audited, judged = told(day, other, tmp_path), due(other, book)
    assert audited == judged, {
        "audit alone": sorted((audited - judged).items())[:5],
        "oracle alone": sorted((judged - audited).items())[:5],
    }
    seen = {code for _, code in audited}
    assert seen >= {"OF01", "OF02", "OF03", "OF05", "OF06"}, seen
