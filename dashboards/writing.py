"""Files of the published site, put in place each whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from warehouse import published

MANIFEST: Final = published.MANIFEST
SHARED: Final = "assets"  # beside the folders of the days: what all of them share
_STATIC: Final = Path(__file__).parent / "static"


def put(path: Path, content: bytes) -> None:
    """Writes the file beside its place and moves it in; a file that says the same already is left alone."""
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    os.replace(beside, path)


def manifest_of(folder: Path) -> dict[str, object]:
    """What a run wrote into a folder, by name; nothing where there is no such list."""
    try:
        names = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return names if isinstance(names, dict) else {}


def manifest_bytes(files: Mapping[str, str]) -> bytes:
    """The list of a folder's files and their SHA-256, in order of names."""
    return (json.dumps(dict(sorted(files.items())), indent=1) + "\n").encode()


def static_files() -> Iterator[tuple[str, bytes]]:
    """The style sheets and scripts of the pages, by name."""
    for asset in sorted(_STATIC.iterdir()):
        if asset.suffix in (".css", ".js"):
            yield asset.name, asset.read_bytes()


@cache
def plotly_script() -> tuple[str, bytes]:
    """Plotly's script and its name, which its content makes: days of two versions each find their own."""
    from plotly.offline import get_plotlyjs

    script: bytes = get_plotlyjs().encode()
    return f"plotly-{hashlib.sha256(script).hexdigest()[:12]}.min.js", script
