"""Lots of a scoreboard run and the log of their scores, so that a run that was cut off goes on where it stood.

Grain of the log: one JSON line for each finished lot, with a digest of the sources that made it. Lines of other sources
are left alone and not counted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from pipelines.scoreboard.scoring import Key, Score
from pipelines.simulator.placards import RULEBOOKS

_ROOT: Final = Path(__file__).resolve().parents[2]
_MADE_OF: Final = ("checks", "parsers", "pipelines")  # what simulates, audits and scores


@dataclass(frozen=True)
class Lot:
    """Some tables of one kind, with so many errors of some codes."""

    kind: str
    hands: int
    seed: int
    each: Mapping[str, int] = field(default_factory=dict)
    rulebooks: tuple[str, ...] = RULEBOOKS


@dataclass(frozen=True)
class LotScore:
    """What came of a lot."""

    lot: Lot
    hands: int
    rows: list[Score]


def sources_digest(root: Path = _ROOT) -> str:
    """A digest of all code and rulebooks that a score depends on."""
    digest = hashlib.sha256()
    for package in _MADE_OF:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class ScoreLog:
    """The scores of finished lots in a file; without a file nothing is kept and nothing is known."""

    def __init__(self, path: Path | None, sources: str | None = None) -> None:
        self._path = path
        self._sources = (sources or sources_digest()) if path else ""
        self._known = {_name(one.lot): one for one in self._read()}

    def known(self, lot: Lot) -> LotScore | None:
        """The score of this very lot, if these sources played it before."""
        return self._known.get(_name(lot))

    def keep(self, answer: LotScore) -> None:
        """Writes a score down at once."""
        if self._path:
            line = json.dumps({"sources": self._sources, **asdict(answer)})
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n" + line)  # on a line of its own, also behind one that was cut off

    def _read(self) -> list[LotScore]:
        if not self._path or not self._path.exists():
            return []
        found = []
        for line in self._path.read_text(encoding="utf-8").splitlines():
            try:
                said = json.loads(line)
            except json.JSONDecodeError:
                continue  # empty, or cut off while it was written: the lot is played again
            if said["sources"] == self._sources:
                lot = Lot(**{**said["lot"], "rulebooks": tuple(said["lot"]["rulebooks"])})
                found.append(LotScore(lot, said["hands"], [_score(row) for row in said["rows"]]))
        return found


def _name(lot: Lot) -> tuple[Any, ...]:
    return lot.kind, lot.hands, lot.seed, tuple(sorted(lot.each.items())), tuple(lot.rulebooks)


def _score(row: dict[str, Any]) -> Score:
    keys = {name: tuple(Key(*key) for key in row[name]) for name in ("missed_keys", "false_keys")}
    return Score(**{**row, **keys})
