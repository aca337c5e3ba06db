"""Hand lines for tests: plain dictionaries, written as a log would."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

FEEDS = Path(__file__).parent / "feeds"
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def plain_hand(**changes: Any) -> dict[str, Any]:
    """A short hand; `changes` replace its fields, None removes one."""
    hand = {
        "v": 1, "room": "rio", "table": "147", "hand": "147-1", "game": "holdem", "betting": "nl",
        "stakes": {"sb": 1, "bb": 3}, "button": 4, "start": "2018-06-02T10:04:11-07:00",
        "seats": [{"seat": 5, "player": "P5", "stack": 211}, {"seat": 6, "player": "P6", "stack": 95}],
        "events": ["s5 post sb 1", "s6 post bb 3"],
    }  # fmt: skip
    hand.update(changes)
    return {key: value for key, value in hand.items() if value is not None}


def line_of(record: Any) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()


def played_hand(rng: random.Random, number: int) -> dict[str, Any]:
    """A hand of about 1 KB that went to the river."""
    seats = sorted(rng.sample(range(1, 11), rng.randint(4, 9)))
    table = str(100 + number % 40)
    deck = rng.sample(DECK, 12)
    button = rng.choice(seats)
    at = seats.index(button)
    order = seats[at + 1 :] + seats[: at + 1]
    small, big = order[0], order[1]
    listed: list[dict[str, Any]] = [
        {"seat": s, "player": f"P{rng.randint(1, 300)}", "stack": rng.choice([95, 300, 211.5, 140.25])} for s in seats
    ]
    if rng.random() < 0.3:
        listed[-1]["state"] = rng.choice(["in", "away", "new", "moved", "absent"])
    events = [f"s{small} post sb 1", f"s{big} post bb 3", *(f"deal s{s} ????" for s in order)]
    events += [rng.choice([f"s{s} fold", f"s{s} call 3", f"s{s} raise 9 oot"]) for s in order[2:]]
    events += [f"s{small} call 2", f"s{big} check dark", "burn", "board " + "".join(deck[:3]), "rake 1"]
    events += [f"s{small} check", f"s{big} bet 6.50", f"s{small} call 6.50 allin", "burn", "board " + deck[3]]
    events += ["burn " + deck[4], "board " + deck[5], f"s{small} show {deck[6]}{deck[7]}", f"s{big} muck"]
    events += [f"award main s{small} {rng.randint(1, 90)}", f"award side1.hi s{big} 2.50", "stub 31", "floor ok"]
    hand = plain_hand(table=table, hand=f"{table}-{number:06d}", button=button, seats=listed, events=events)
    hand |= {"end": f"2018-06-02T10:{number // 60 % 60:02d}:{number % 60:02d}.5-07:00", "placard": "rio-1-3-nl"}
    hand |= {"dealer": f"79{rng.randint(1000, 1060)}", "deck": rng.choice(["red", "blue"])}
    if rng.random() < 0.1:
        hand["tournament"] = {"event": rng.choice(["7", 7]), "level": 3, "bba": rng.choice([True, False, 5]), "left": 9}
    return hand
