"""The second place in which the chain's head is noted: a file that this machine may append to and best not rewrite.

Grain: one line a commit, JSON: `number`, `hash`, `recorded_at`, and `checkpoint`, the signed head for others to check.
A line with `accepted` says that a person let the chain stand as it then was: what was noted before is not held
against it by a run, and is named by `oddchip verify`.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from warehouse.ledger import Entry

_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class NotedHead:
    """One line of the second place. `checkpoint` is empty in lines of older versions."""

    line: int
    number: int
    hash: str
    accepted: bool
    checkpoint: str


@dataclass(frozen=True)
class HeadCopy:
    """The second place. `named` is how the settings name it: the ledger tells of it by that."""

    path: Path
    named: str

    def read(self) -> tuple[list[NotedHead], list[tuple[int, bool]]]:
        """The heads noted there, oldest first, and the lines that say none; OSError where it is not there.

        Of such a line its number, and whether it lacks its end: a run that was killed while it wrote leaves half of it.
        """
        heads: list[NotedHead] = []
        unread: list[tuple[int, bool]] = []
        text = self.path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.split("\n"), 1):
            if line:
                head = _parse(number, line)
                heads += [head] if head is not None else []
                unread += [(number, not line.endswith("}"))] if head is None else []
        return heads, unread

    def append(self, entry: Entry | None, digest: str, checkpoint: str, accepted: bool) -> None:
        """Notes a head, durably; `entry` is the newest commit, None before the first."""
        line: dict[str, Any] = {"number": 0 if entry is None else entry.number, "hash": digest}
        if entry is not None:
            line["recorded_at"] = entry.recorded_at.isoformat()
        line["checkpoint"] = checkpoint
        if accepted:
            line["accepted"] = True
        with open(self.path, "ab+") as file:
            size = file.seek(0, os.SEEK_END)
            torn = False
            if size:
                file.seek(size - 1)
                torn = file.read(1) != b"\n"
            file.write((b"\n" if torn else b"") + json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _parse(number: int, line: str) -> NotedHead | None:
    try:
        item = json.loads(line)
        said, digest = item["number"], item["hash"]
        checkpoint, accepted = item.get("checkpoint", ""), item.get("accepted", False)
        if type(said) is not int or said < 0 or not _HASH.fullmatch(digest) or type(accepted) is not bool:
            return None
        return NotedHead(number, said, digest, accepted, checkpoint) if isinstance(checkpoint, str) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
