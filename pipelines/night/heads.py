"""The chain's head noted in a second place: who rewrites the lake's history would have to rewrite that one too."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
from pathlib import Path

from pipelines.errors import InputError
from warehouse.lake import Lake


def note_head(lake: Lake, path: Path, day: dt.date) -> None:
    """Appends the newest commit's number and hash unless it is the last line already."""
    number, digest = lake.ledger.head()
    if not number or (path.exists() and digest in noted_heads(path)[-1:]):
        return
    recorded = lake.ledger.entries()[-1].recorded_at.isoformat()
    line = {"number": number, "hash": digest, "recorded_at": recorded, "gaming_date": day.isoformat()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        # A run that was killed while it wrote may have left half a line.
        torn = path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
        file.write((b"\n" if torn else b"") + json.dumps(line).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def noted_heads(path: Path) -> list[str]:
    """The hashes noted in a second place, oldest first; half a line is passed over."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(
            f"{path}: the noted heads cannot be read ({error.strerror}); see [head] in nightly.toml"
        ) from None
    return re.findall(r'"hash": "([0-9a-f]{64})"', text)
