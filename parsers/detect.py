"""Which feed a file is, told by its name alone: what is in it is the reader's business."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKED: Final = (".gz", ".zst")
POKERNOW: Final = "poker_now_log_"  # how the site names what a host downloads

# The end of a file's name, without its packing; a name may also be the ending alone ("hands.jsonl").
WRITTEN: Final = {"jsonl": ".hands.jsonl", "phh": ".phhs", "ohh": ".ohh", "parquet": ".parquet"}  # by `oddchip convert`
ENDINGS: Final = {
    "hands.jsonl": "hands",
    "phh": "phh",
    "phhs": "phh",
    "ohh": "ohh",
    "json": "ohh",
    "jsonl": "ohh",
    "txt": "pokerstars",
    "pokernow.csv": "pokernow",
    "downs.csv": "downs",
    "shuffler.csv": "shuffles",
    "roster.csv": "roster",
    "drop.csv": "drops",
    "house.toml": "house",
    "toml": "rulebook",  # the operator's own, beside the house file
}


# The feeds that hold hands.
HAND_FEEDS: Final = ("hands", "phh", "ohh", "pokerstars", "pokernow", "pokergfx", "kingsclub")


def feed_of(path: Path | str) -> str | None:
    """The feed of a file, one of those in `ENDINGS`, or None if the name says none."""
    name = Path(path).name.lower()
    for packing in PACKED:
        name = name.removesuffix(packing)
    if name.startswith(POKERNOW) and name.endswith(".csv"):
        return "pokernow"
    for ending, feed in ENDINGS.items():
        if name == ending or name.endswith("." + ending):
            return feed
    return None
