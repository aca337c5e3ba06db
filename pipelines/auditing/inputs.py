"""Which files a command was given: folders opened, kinds told apart by name, the same bytes counted once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from parsers.detect import feed_of
from parsers.likely import likely
from parsers.nearest import nearest
from parsers.source import sha256_of
from pipelines.errors import InputError

READS = (
    "*.hands.jsonl, *.phh, *.phhs, *.ohh, PokerStars *.txt, *.downs.csv, *.shuffler.csv, *.drop.csv, roster.csv "
    "(each also .gz or .zst)"
)


@dataclass(frozen=True, order=True)
class InputFile:
    """One file of a feed. Files are worked on in the order of their names, then of their bytes' digests."""

    name: str
    sha256: str
    path: Path = field(compare=False)
    feed: str = field(compare=False)


@dataclass(frozen=True)
class Inputs:
    """What was found: feed files in order, house files, and files of no known kind (in folders only)."""

    files: list[InputFile]
    houses: list[Path]
    repeated: list[Path]
    passed_over: list[Path]


def find_inputs(paths: Iterable[Path], forced_feed: str | None = None) -> Inputs:
    """Every feed file among `paths`; `forced_feed` is the kind of files that are named themselves."""
    named: list[tuple[Path, str]] = []
    houses: list[Path] = []
    passed_over: list[Path] = []
    for path, feed in every_file(paths, forced_feed):
        _sort_out(path, feed, named, houses, passed_over)
    first_of: dict[tuple[str, str], InputFile] = {}
    repeated: list[Path] = []
    for path, feed in named:
        file = InputFile(path.name, sha256_of(path), path, feed)
        key = (file.sha256, feed)
        if key in first_of:
            # the copy whose name sorts first stands for both, whatever the order on the command line
            repeated.append(max(first_of[key], file).path)
            first_of[key] = min(first_of[key], file)
        else:
            first_of[key] = file
    return Inputs(sorted(first_of.values()), houses, repeated, passed_over)


def every_file(paths: Iterable[Path], forced_feed: str | None = None) -> Iterator[tuple[Path, str | None]]:
    """Every file named, and every file in the folders named, with its feed; None where no feed has such a name."""
    for path in paths:
        if path.is_dir():
            for inner in sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith(".")):
                yield inner, feed_of(inner)
        elif path.exists():
            feed = forced_feed or feed_of(path)
            if feed is None:
                raise InputError(
                    f"{path}: not a kind of file that is read here ({READS}); name it so, or pass --format. "
                    f"It looks like {likely(path).said()}"
                )
            yield path, feed
        else:
            raise InputError(f"{path}: no such file or folder{_near_file(path)}")


def _near_file(path: Path) -> str:
    """What lies there under a name like it."""
    try:
        near = nearest(path.name, sorted(inner.name for inner in path.parent.iterdir()))
    except OSError:  # not even the folder is there
        return ""
    return f"; did you mean {path.parent / near}?" if near else ""


def _sort_out(
    path: Path, feed: str | None, named: list[tuple[Path, str]], houses: list[Path], passed_over: list[Path]
) -> None:
    if feed == "house":
        houses.append(path)
    elif feed is None or feed == "rulebook":  # a rulebook is found by way of the house file it lies beside
        passed_over.append(path)
    else:
        named.append((path, feed))
