"""Kernels are loaded, or compiled the first time, before the clock of the stages starts: two hands and a note run
through them.

So the figures of `summary.json` say what a hand costs, and `start` what starting costs.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pyarrow as pa

from checks.audit import Auditor, Feeds
from parsers.handlog import read_hand_log
from parsers.house import House
from parsers.source import Source

_SEATS = [{"seat": seat, "player": f"P{seat}", "stack": 100} for seat in (1, 5, 6)]
_FIRST = {
    "v": 1, "room": "-", "table": "-", "game": "holdem", "betting": "nl", "stakes": {"sb": 1, "bb": 3}, "seats": _SEATS,
}  # fmt: skip
_HANDS = [
    {
        **_FIRST, "hand": "1", "button": 1, "start": "2018-06-02T10:04:11Z", "end": "2018-06-02T10:05:11Z",
        "events": ["s5 post sb 1", "s6 post bb 3", "deal s5 ????", "deal s6 ????", "deal s1 ????", "s1 call 3",
                   "s5 fold", "s6 check", "burn", "board 2h8hKs", "s6 check", "s1 check", "burn", "board 4c",
                   "s6 check", "s1 check", "burn", "board 9d", "s6 check", "s1 check", "s6 show 2c8c", "s1 show KdQd",
                   "award main s6 7"],
    },
    {
        **_FIRST, "hand": "2", "button": 5, "start": "2018-06-02T10:06:11Z", "end": "2018-06-02T10:07:11Z",
        "events": ["s6 post sb 1", "s1 post bb 3", "deal s6 ????", "deal s1 ????", "deal s5 ????", "s5 fold", "s6 fold",
                   "return s1 2", "award main s1 2"],
    },
]  # fmt: skip
_NOTE = {"v": 1, "room": "-", "table": "-", "at": "2018-06-02T10:05:30Z", "note": "rebuy", "seat": 1, "amount": 50}


def warm_up() -> None:
    """Runs two hands and a note through readers, replay and checks, and throws the result away."""
    with tempfile.TemporaryDirectory(prefix="oddchip-warm-") as folder:
        log = Path(folder) / "warm.hands.jsonl"
        log.write_text("".join(json.dumps(line) + "\n" for line in (*_HANDS, _NOTE)), encoding="utf-8")
        auditor = Auditor(House("", "", {}, {}), {}, "", hand_facts=False)
        notes = []
        for parsed in read_hand_log(Source(log)):
            auditor.add(parsed.batch)
            notes.append(parsed.notes)
        auditor.finish(Feeds(notes=pa.concat_tables(notes)))
