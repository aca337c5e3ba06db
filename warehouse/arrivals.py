"""What lies where files arrive: those to take in, and what is not taken, each with the reason and the cure.

Links are not followed: a link can change what it points at after it was looked at, and can point outside the folder.
Names that begin with a dot are left alone: that is how programs name a file they are still writing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from parsers.detect import feed_of

_KINDS: Final = {
    stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Arrival:
    """A file to take in, under the name it came with."""

    path: Path
    name: str


@dataclass(frozen=True, order=True)
class NotTaken:
    """Something that is left where it lies."""

    name: str
    reason: str


def look(paths: Iterable[Path | str]) -> tuple[list[Arrival], list[NotTaken]]:
    """Files, and the files of folders, in order; and what is not taken. A folder that is named may itself be a link."""
    found: set[Arrival | NotTaken] = set()
    for path in map(Path, paths):
        if path.is_dir():
            found.update(_inside(path, path))
        elif feed_of(path) in ("house", "rulebook"):  # the operator's own configuration: a link to it is meant
            found.add(Arrival(path.resolve(), _clean(path.name)))
        else:
            found.add(_one(path, path.name))
    arrivals = sorted(one for one in found if isinstance(one, Arrival))
    return arrivals, sorted(one for one in found if isinstance(one, NotTaken))


def _inside(folder: Path, root: Path) -> Iterator[Arrival | NotTaken]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        name = _clean(str(folder.relative_to(root.parent)))
        yield NotTaken(
            name, f"the folder cannot be opened ({error.strerror}); let the user that runs the night read it"
        )
        return
    for entry in entries:
        path = folder / entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _inside(path, root)
        else:
            yield _one(path, str(path.relative_to(root)))


def _one(path: Path, shown: str) -> Arrival | NotTaken:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return Arrival(path, _clean(path.name))  # whoever opens it will hear why it cannot be read
    if stat.S_ISLNK(mode):
        return NotTaken(_clean(shown), "it is a link, and links are not followed; put the file itself here")
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "no plain file")
        return NotTaken(_clean(shown), f"it is {kind}; only plain files are taken in")
    return Arrival(path, _clean(path.name))


def _clean(name: str) -> str:
    """A file's name as text: bytes that are no UTF-8 must not stop a batch."""
    return name.encode("utf-8", errors="replace").decode("utf-8")
