"""Where the heads of a data folder's chain are noted: beside the lake, and where `nightly.toml` says."""

from __future__ import annotations

from pipelines.folders import Folders
from pipelines.night.settings import load_settings
from warehouse.head_copy import HeadCopy
from warehouse.heads import Heads


def heads_of(folders: Folders) -> Heads:
    """The places of the signed heads; nothing is made or read here but the settings."""
    root, place = folders.root.absolute(), load_settings(folders.settings).head_copy
    return Heads(root, folders.signing_key, None if place is None else HeadCopy(root / place, str(place)))
