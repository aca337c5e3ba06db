"""Files to measure on, made from one small simulated day: the same hands at many tables, as a hand log and as PHHS."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from pipelines.simulator import simulate

DAY: Final = dt.date(2026, 1, 16)
TABLES: Final = 8
HANDS_A_TABLE: Final = 250
ERRORS: Final = 0.02  # of the log; what is written as PHHS has none

_PLAIN: Final = {"fold", "check", "call", "bet", "raise"}
# What PHH has no word for and loses nothing by leaving out: the slide and the dealer's hands.
_LEFT_OUT: Final = {"burn", "rake", "promo", "return", "award", "stub", "time", "timepot"}


class BenchFiles(NamedTuple):
    """A hand log with its house file, and PHHS."""

    log: Path
    house: Path
    phhs: Path


def write_files(folder: Path, hands: int, seed: int = 11) -> BenchFiles:
    """A log and a PHHS file of at least `hands` hands each; every copy of a table is a table of its own."""
    wrong, clean = folder / "wrong", folder / "clean"
    for out, errors in ((wrong, ERRORS), (clean, 0.0)):
        simulate(out, DAY, tables=TABLES, hands=TABLES * HANDS_A_TABLE, seed=seed, errors=errors)
    log, phhs, house = folder / "simulated.hands.jsonl", folder / "simulated.phhs", wrong / "house.toml"
    _write_log(log, wrong, hands)
    _write_phhs(phhs, clean, hands)
    return BenchFiles(log, house, phhs)


def _write_log(path: Path, day: Path, hands: int) -> None:
    logs = {file.name.split(".")[0]: file.read_text(encoding="utf-8") for file in sorted(day.glob("*.hands.jsonl"))}
    written = copy = 0
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        while written < hands:
            for table, log in logs.items():
                renamed = log.replace(f'"table":"{table}"', f'"table":"{table}c{copy}"')
                out.write(re.sub(rf'"hand":"{table}-', f'"hand":"{table}c{copy}-', renamed))
                written += log.count(f'"hand":"{table}-')
            copy += 1


def _write_phhs(path: Path, day: Path, hands: int) -> None:
    lines = [line for log in sorted(day.glob("*.hands.jsonl")) for line in log.read_text(encoding="utf-8").splitlines()]
    said = [phh for line in lines if (phh := phh_of(json.loads(line))) is not None]
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        for k in range(-(-hands // len(said)) * len(said)):
            copy, which = divmod(k, len(said))
            body = said[which].replace("\ntable = '", f"\ntable = '{copy}-").replace("\nhand = '", f"\nhand = '{copy}-")
            out.write(f"[{k + 1}]\n{body}\n")


def phh_of(record: dict[str, Any]) -> str | None:
    """A hand of the log as PHH; None for a table note, and for what PHH cannot say (dead posts, a dead button, …)."""
    if "events" not in record or record["game"] != "holdem" or record.get("betting") != "nl" or "tournament" in record:
        return None
    events = [event.split() for event in record["events"]]
    dealt = {words[1] for words in events if words[0] == "deal"}
    ring = sorted((seat for seat in record["seats"] if f"s{seat['seat']}" in dealt), key=lambda seat: seat["seat"])
    numbers = [seat["seat"] for seat in ring]
    if len(ring) < 2 or record["button"] not in numbers:
        return None
    turn = numbers.index(record["button"]) + 1
    ring = ring[turn:] + ring[:turn]  # from the left of the button round to it
    player = {f"s{seat['seat']}": f"p{k + 1}" for k, seat in enumerate(ring)}
    stakes = record["stakes"]
    blind = {"sb": stakes["sb"], "bb": stakes["bb"]}
    actions: list[str] = []
    posts: list[str] = []
    for words in events:
        match words:
            case [seat, "post", ("sb" | "bb") as kind, amount] if float(amount) == blind[kind]:
                posts.append(f"{kind} {player.get(seat)}")
            case ["deal", seat, cards]:
                actions.append(f"d dh {player[seat]} {cards}")
            case ["board", cards]:
                actions.append(f"d db {cards}")
            case [seat, "show", cards]:
                actions.append(f"{player[seat]} sm {cards}")
            case [seat, "muck"]:
                actions.append(f"{player[seat]} sm")
            case [seat, word, *rest] if word in _PLAIN and seat in player:
                said = {"fold": "f", "check": "cc", "call": "cc"}.get(word) or f"cbr {rest[0]}"
                actions.append(f"{player[seat]} {said}")
            case [word, *_] if word in _LEFT_OUT:
                pass
            case _:
                return None
    if posts != (["sb p2", "bb p1"] if len(ring) == 2 else ["sb p1", "bb p2"]):
        return None
    start = dt.datetime.fromisoformat(record["start"])
    n = len(ring)
    fields = {
        "variant": "'NT'",
        "antes": [0] * n,
        "blinds_or_straddles": [blind["sb"], blind["bb"], *[0] * (n - 2)],
        "min_bet": blind["bb"],
        "starting_stacks": [seat["stack"] for seat in ring],
        "actions": actions,
        "venue": repr(record["room"]),
        "time": f"{start:%H:%M:%S}",
        "day": start.day,
        "month": start.month,
        "year": start.year,
        "hand": repr(record["hand"]),
        "seats": [seat["seat"] for seat in ring],
        "table": repr(record["table"]),
        "players": [seat["player"] for seat in ring],
    }
    return "".join(f"{name} = {value}\n" for name, value in fields.items())
