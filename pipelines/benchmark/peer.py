"""pokerkit, the closest open library, on the same PHH file. It is a development dependency: elsewhere it is absent."""

from __future__ import annotations

import importlib.util
import re
import time
import warnings
from pathlib import Path
from typing import Any, Final

from parsers.source import Source

NAME: Final = "pokerkit"
SAYS_ABSENT: Final = "pokerkit is not installed: ours alone (pip install pokerkit to measure beside it)"
_HEADER: Final = re.compile(rb"^\[[0-9]+\]\r?$", re.MULTILINE)


def is_here() -> bool:
    """Whether pokerkit can be imported."""
    return importlib.util.find_spec(NAME) is not None


def sample_of(path: Path, hands: int) -> tuple[bytes, int]:
    """The text of the first `hands` hands of a PHH file, and how many they are."""
    text = b"".join(chunk for _, chunk in Source(path).chunks())
    starts = [match.start() for match in _HEADER.finditer(text)]
    if not starts:
        return b"[1]\n" + text, 1
    return (text[: starts[hands]], hands) if len(starts) > hands else (text, len(starts))


def measured(sample: bytes, hands: int, runs: int) -> dict[str, Any]:
    """Hands a second that pokerkit reads, and that it reads and replays: the best of `runs`, by CPU time."""
    from pokerkit import HandHistory

    text = sample.decode("utf-8")
    parse, both, replayed = [], [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(runs):
            began = time.process_time()
            histories = list(HandHistory.loads_all(text))
            parse.append(time.process_time() - began)
            replayed = sum(map(_is_replayed, histories))
            both.append(time.process_time() - began)
    rates = {"parse": hands / min(parse), "parse_replay": hands / min(both)}
    return {"hands": hands, "hands_replayed": replayed, "hands_per_second": rates}


def _is_replayed(history: Any) -> bool:
    """Plays a hand to its end; False for one that pokerkit refuses, which costs it no more than what it played."""
    try:
        for _ in history:
            pass
    except (ValueError, KeyError):
        return False
    return True
