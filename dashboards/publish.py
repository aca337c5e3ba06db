"""Publishing: a gaming day of the DuckDB file as a folder of pages that opens from a disk, without a network."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from dashboards.pages import day_page, hand_page, page_names
from dashboards.reading import PublishError, read_day
from dashboards.timeline_page import timeline_pages

__all__ = ["PublishError", "PublishReport", "publish"]

_STATIC = Path(__file__).parent / "static"
_MANIFEST = "assets/manifest.json"


@dataclass(frozen=True)
class PublishReport:
    """What was published: pages in number, all bytes of the folder's files, and the page to open."""

    pages: int
    bytes: int
    index: Path


def publish(db_path: Path, out: Path, gaming_date: date, *, room: str | None = None) -> PublishReport:
    """Write the pages of a gaming day (of one room, or of all) into `out`.

    The DuckDB file is only read. The same file gives the same bytes. Pages that an earlier run left in `out` and that
    this run does not write are removed; files that no run of this function wrote are left alone.
    """
    day = read_day(db_path, gaming_date, room)
    names = page_names(day)
    files: dict[str, bytes] = {"assets/plotly.min.js": _plotly_script()}
    for asset in sorted(_STATIC.iterdir()):
        if asset.suffix in (".css", ".js"):
            files[f"assets/{asset.name}"] = asset.read_bytes()
    files["index.html"] = day_page(day).encode()
    order = [names[hand.key] for hand in day.hands]
    for i, hand in enumerate(day.hands):
        before = order[i - 1] if i else None
        after = order[i + 1] if i + 1 < len(order) else None
        files[f"hands/{order[i]}"] = hand_page(day, hand, names, before, after).encode()
    files |= timeline_pages(db_path, gaming_date, room)
    _write(out, files)
    pages = sum(name.endswith(".html") for name in files)
    return PublishReport(pages, sum(map(len, files.values())), out / "index.html")


@cache
def _plotly_script() -> bytes:
    from plotly.offline import get_plotlyjs

    script: str = get_plotlyjs()
    return script.encode()


def _write(out: Path, files: dict[str, bytes]) -> None:
    """Put the files in place, each whole or not at all; take away what an earlier run wrote and this one did not."""
    earlier = _written_before(out)
    manifest = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    try:
        for folder in {(out / name).parent for name in files}:
            folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            _put(out / name, content)
        for name in sorted(earlier - set(files)):
            (out / name).unlink(missing_ok=True)
        _put(out / _MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
    except OSError as error:
        raise PublishError(
            f"{out}: cannot write the pages ({error.strerror}); choose a folder that can be written"
        ) from error


def _put(path: Path, content: bytes) -> None:
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    os.replace(beside, path)


def _written_before(out: Path) -> set[str]:
    """The pages an earlier run wrote, by its manifest: only names of the form this module writes are believed."""
    try:
        names = json.loads((out / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    if not isinstance(names, dict):
        return set()
    own = ("hands/", "tables/")
    return {n for n in names if n.startswith(own) and n.endswith(".html") and n.count("/") == 1 and ".." not in n}
