"""The oracle's wrong hands as hand logs with a house file, and the same hands damaged at random."""

from __future__ import annotations

import datetime as dt
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from pipelines.simulator import simulate
from tests.oracle.choosers import Seeded
from tests.oracle.dealing import TABLES_OF
from tests.oracle.money import Terms
from tests.oracle.rounds import PARTS, story_of
from tests.oracle.wrongs import wrong_hand
from tests.test_rounds_oracle import DAY, moved

BUTTON_HANDS = 70_000
ROUND_HANDS = 30_000
ROUND_HANDS_DEALT = 50_000  # not every hand has something to move
GARBLED_EVERY = 4  # of so many hands one is damaged as well

FIRST_START = dt.datetime.fromisoformat("2018-06-02T10:00:00-07:00")
BETWEEN_HANDS = dt.timedelta(minutes=3)
HAND_TAKES = dt.timedelta(minutes=2)

SHORT_SEATS = range(2, 7)

Line = dict[str, Any]

# Rake before the flop hangs on the rulebook where it hangs on the action.
ROOMS = """# The tables of the oracle.
[room.rio]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017"]
timezone = "America/Los_Angeles"
gaming_day_starts = "06:00"

[room.harbor]
rulebooks = ["caesars-live"]
timezone = "America/Los_Angeles"
gaming_day_starts = "06:00"
"""


def write_button_hands(folder: Path, hands: int = BUTTON_HANDS) -> None:
    """Hands of flop games with one thing wrong, with a placard and a table for each of the oracle's terms."""
    named = {f"{game}-{n}": terms for game, tables in TABLES_OF.items() for n, terms in enumerate(tables)}
    name_of = {repr(terms): name for name, terms in named.items()}
    folder.mkdir()
    house = ROOMS + "".join(_placard(name, terms) for name, terms in named.items())
    (folder / "house.toml").write_text(house, encoding="utf-8")
    dealt: Counter[str] = Counter()
    lines: list[Line] = []
    seed = 0
    while len(lines) < hands:
        made = wrong_hand(Seeded(f"wrong {seed}"), seed)
        seed += 1
        if made:
            _, line, terms = made
            table = name_of[repr(terms)]
            dealt[table] += 1
            lines.append(_placed(line, _room(terms), table, dealt[table]))
    _write(folder, lines)


def _room(terms: Terms) -> str:
    return "harbor" if terms.before_flop == "with action" else "rio"


def _placed(line: Line, room: str, table: str, number: int) -> Line:
    """A hand at a table of its terms, after the hands that were dealt there before."""
    start = FIRST_START + BETWEEN_HANDS * number
    return {
        **line,
        "room": room,
        "table": table,
        "hand": f"{table}-{number:06d}",
        "placard": table,
        "start": start.isoformat(),
        "end": (start + HAND_TAKES).isoformat(),
    }


def _placard(name: str, terms: Terms) -> str:
    """The placard of the oracle's terms."""
    stakes = {"sb": terms.sb, "bb": terms.bb, "chip": terms.unit} | ({"ante": terms.ante} if terms.ante else {})
    rake = [f"percent = {terms.percent_hundredths / 100}", f"step = {_money(terms.step)}", f"cap = {_money(terms.cap)}"]
    if terms.before_flop != "with action":
        rake.append(f"no_flop_no_drop = {str(terms.before_flop == 'never').lower()}")
    # Where the oracle has no cap of a short table the rulebook's must not step in.
    caps = ", ".join(f"{seats} = {_money(min(terms.short.get(seats, terms.cap), terms.cap))}" for seats in SHORT_SEATS)
    rake.append(f"short = {{ {caps} }}")
    return f"""
[placard.{name}]
room = "{_room(terms)}"
game = "{terms.game.name}"
betting = "nl"
stakes = {{ {", ".join(f"{key} = {_money(cents)}" for key, cents in stakes.items())} }}
rake = {{ {", ".join(rake)} }}
"""


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def write_round_hands(folder: Path, hands: int = ROUND_HANDS, dealt: int = ROUND_HANDS_DEALT) -> None:
    """Hands of stud and draw games in which chips of one award went to another seat."""
    simulate(
        folder, DAY, tables=len(PARTS), hands=dealt, seed=29, errors=0, games=tuple(PARTS), jobs=1
    )  # fmt: skip
    random = Random(31)
    wrong: list[Line] = []
    for log in sorted(folder.glob("*.hands.jsonl")):
        for line in map(json.loads, log.read_text(encoding="utf-8").splitlines()):
            if any(event.startswith("award") for event in line.get("events", ())):
                made = moved(line, story_of(line), random)
                if made:
                    wrong.append(made[0])
    for path in folder.iterdir():
        if path.name != "house.toml":
            path.unlink()
    step = max(1.0, len(wrong) / hands)
    _write(folder, [wrong[int(n * step)] for n in range(min(len(wrong), hands))])


def write_garbled_hands(source: Path, folder: Path, every: int = GARBLED_EVERY) -> None:
    """Some of the hands of another folder, each with one or two events damaged."""
    folder.mkdir()
    shutil.copyfile(source / "house.toml", folder / "house.toml")
    random = Random(37)
    lines = []
    for log in sorted(source.glob("*.hands.jsonl")):
        for text in log.read_text(encoding="utf-8").splitlines()[::every]:
            line = json.loads(text)
            events = list(line["events"])
            for _ in range(random.choice((1, 1, 2))):
                events = garbled(events, random)
            lines.append({**line, "events": events})
    _write(folder, lines)


def garbled(events: list[str], random: Random) -> list[str]:
    """The events with one of them left out, told twice, exchanged, of another seat, another amount or other cards."""
    if len(events) < 2:
        return events
    place = random.randrange(len(events) - 1)
    event, rest = events[place], events[place + 1 :]
    before = events[:place]
    way = random.randrange(6)
    if way == 0:
        return before + rest
    if way == 1:
        return before + [event, event] + rest
    if way == 2:
        return before + [rest[0], event] + rest[1:]
    if way == 3:
        return before + [re.sub(r"\bs\d+", f"s{random.randint(1, 9)}", event, count=1)] + rest
    if way == 4:
        return before + [re.sub(r" (\d+)(?=$| )", lambda found: _other_amount(found, random), event)] + rest
    cards = re.compile(r"([2-9TJQKA])([cdhs])(?=(?:[2-9TJQKA?][cdhs?])*$)")
    return before + [cards.sub(lambda found: random.choice("23456789TJQKA") + found[2], event, count=1)] + rest


def _other_amount(found: re.Match[str], random: Random) -> str:
    return f" {max(0, int(found[1]) + random.choice((-5, -1, 1, 2, 10)))}"


def _write(folder: Path, lines: Iterable[Line]) -> None:
    """All hands of a table stand in one log."""
    by_table: dict[str, list[str]] = {}
    for line in lines:
        by_table.setdefault(line["table"], []).append(json.dumps(line, separators=(",", ":")))
    for table, texts in by_table.items():
        (folder / f"{table}.hands.jsonl").write_text("\n".join(texts) + "\n", encoding="utf-8")
