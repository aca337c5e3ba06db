"""What people did, as the ledger tells it: unmasking, retention, holds, and house files and rulebooks that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from warehouse.ledger import ACCEPT, HEADS_AT, HOLD, RELEASE, Entry

RETAIN: Final = "retain"
UNMASK: Final = "unmask"
HOUSE: Final = "house file"
HEADS: Final = "heads"
_OF_THE_HOUSE: Final = {"house": "the house file", "rulebook": "the rulebook"}
NOT_SAID: Final = "not said"


@dataclass(frozen=True)
class Act:
    """One act: the commit that holds it, when, its kind, who did it, what, and why (`not said` where nobody asked)."""

    commit: int
    at: datetime
    act: str
    who: str
    what: str
    why: str


def acts(entries: Iterable[Entry]) -> Iterator[Act]:
    """Every act of a person, the newest last."""
    seen: set[str] = set()
    for entry in entries:
        said = _said(entry)
        if said is not None:
            yield _act(entry, entry.kind, said)
        for place in entry.meta.get(HEADS_AT, ()):
            yield _act(entry, HEADS, f"from here on the chain's heads are noted in {place}, as nightly.toml says")
        for raw in entry.raw:
            if raw.feed in _OF_THE_HOUSE:
                way = "changed" if f"{raw.feed} {raw.name}" in seen else "came"
                seen.add(f"{raw.feed} {raw.name}")
                yield _act(entry, HOUSE, f"{_OF_THE_HOUSE[raw.feed]} {raw.name} {way}: SHA-256 {raw.sha256}")


def _act(entry: Entry, kind: str, what: str) -> Act:
    who, why = (entry.meta.get(key) or NOT_SAID for key in ("who", "reason"))
    return Act(entry.number, entry.recorded_at, kind, who, what, why)


def _said(entry: Entry) -> str | None:
    meta = entry.meta
    if entry.kind == UNMASK:
        return f"asked whose these are: {', '.join(meta['pseudonyms']) or 'none'}"
    if entry.kind == RETAIN:
        return _retired(meta)
    if entry.kind == HOLD:
        return "held " + held_in_words(meta)
    if entry.kind == ACCEPT:
        return "let the chain stand as it was, though other heads of it were noted; it is signed with a new key"
    if entry.kind == RELEASE:
        return f"released hold {meta['hold']}"
    return None


def held_in_words(meta: dict[str, Any]) -> str:
    """What a hold keeps."""
    first, last = meta["first"], meta["last"]
    days = "all gaming days" if (first, last) == ("0001-01-01", "9999-12-31") else first
    parts = [days if first == last or days != first else f"{first} to {last}"]
    parts += [f"{key} {meta[key]}" for key in ("table", "finding") if meta[key] is not None]
    return ", ".join(parts)


def _retired(meta: dict[str, Any]) -> str:
    days = ", ".join(f"{day} {room}" for day, room in meta["partitions"]) or "no room day"
    pages = len(meta.get("pages", ()))
    return (
        f"retired what is before {meta['before']}: {days}; {len(meta['retired']):,} files, {pages:,} folders of pages"
    )
