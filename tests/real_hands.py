"""Hands that others recorded: they lie in `shared/data` beside the project or beside a folder it is in, or nowhere."""

from __future__ import annotations

from pathlib import Path

_BESIDE = [folder / "shared" / "data" for folder in Path(__file__).resolve().parents]
REAL_DATA = next((folder for folder in _BESIDE if folder.is_dir()), _BESIDE[0])
