"""Where compiled kernels are kept between runs.

Numba notices an edit only in the file of the function itself, not in what that function calls. So the folder's name
holds a digest of all sources that kernels are made of: any edit starts a fresh cache, and a stale one is never read.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

_SETTING: Final = "NUMBA_CACHE_DIR"
_HOME: Final = "oddchip"
_READERS: Final = ("parsers",)
_ALL: Final = ("parsers", "checks/facts.py", "checks/replay")
# Beside the modules with kernels: those whose constants kernels have compiled in.
_CONSTANTS: Final = (
    "vocabulary.py",
    "games.py",
    "limits.py",
    "line_hash.py",
    "facts.py",
    "layout.py",
    "state.py",
    "inputs.py",
)
_MARK: Final = re.compile(rb"^(?:from|import) (?:numba|parsers\.kernel)\b", re.MULTILINE)


def kernel_digest(root: Path | None = None, packages: tuple[str, ...] = _ALL) -> str:
    """A digest of every Python source that holds a kernel, or a constant that a kernel has compiled in."""
    root = root or Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for package in packages:
        where = root / package
        for path in [where] if where.is_file() else sorted(where.rglob("*.py")):
            source = path.read_bytes()
            if path.name in _CONSTANTS or _MARK.search(source):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(source).digest())
    return digest.hexdigest()[:16]


def _private_folder(path: Path) -> bool:
    """Make the folder; True if it is ours alone to write. The cache holds pickles: nobody else may plant one."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = path.stat()
    except OSError:
        return False
    owned = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return owned and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and os.access(path, os.W_OK)


def use_kernel_cache() -> Path:
    """Point Numba to the folder for today's sources and give it back. A folder set by the user stays."""
    chosen = os.environ.get(_SETTING)
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(base) / _HOME / f"kernels-{kernel_digest()}"
    if not _private_folder(folder):
        folder = Path(tempfile.mkdtemp(prefix="oddchip-kernels-"))
    os.environ[_SETTING] = str(folder)
    numba = sys.modules.get("numba")
    if numba is not None:  # imported before us: it has read its environment already
        numba.config.CACHE_DIR = str(folder)
    return folder


@cache
def kernel_folder(module: str) -> Path:
    """The folder for the kernels of a module. Readers know nothing of the checks: an edit there leaves theirs valid."""
    folder = use_kernel_cache()
    if folder.parent.name == _HOME and module.startswith("parsers."):
        readers = folder.parent / f"readers-{kernel_digest(packages=_READERS)}"
        if _private_folder(readers):
            return readers
    return folder
