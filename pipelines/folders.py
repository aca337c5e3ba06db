"""The room's data folder: where files land, where the lake lies, where pages are published."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pipelines.errors import InputError

DATA_VARIABLE = "ODDCHIP_DATA"
HOUSE_VARIABLE = "ODDCHIP_HOUSE"
KEY_VARIABLE = "ODDCHIP_KEY"
SIGNING_KEY_VARIABLE = "ODDCHIP_SIGNING_KEY"
DEFAULT_DATA = "data"


@dataclass(frozen=True)
class Folders:
    """The parts of one data folder. Nothing is made until it is asked for."""

    root: Path
    house_override: Path | None = None

    @property
    def landing(self) -> Path:
        return self.root / "landing"

    @property
    def lake(self) -> Path:
        return self.root / "lake"

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse.duckdb"

    @property
    def reports(self) -> Path:
        return self.root / "reports"

    @property
    def quarantine(self) -> Path:
        return self.root / "quarantine"

    @property
    def dagster(self) -> Path:
        return self.root / "dagster"

    @property
    def key(self) -> Path:
        """The key of the players' pseudonyms; ODDCHIP_KEY may name a place outside the data folder."""
        named = os.environ.get(KEY_VARIABLE)
        return Path(named) if named else self.root / "pseudonym.key"

    @property
    def signing_key(self) -> Path:
        """The key that signs the chain's heads; ODDCHIP_SIGNING_KEY may name a place outside the data folder."""
        named = os.environ.get(SIGNING_KEY_VARIABLE)
        return Path(named) if named else self.root / "signing.key"

    @property
    def settings(self) -> Path:
        """What the night does besides: where the chain's head is noted again, and whom it tells."""
        return self.root / "nightly.toml"

    def house(self) -> Path:
        """The house file: the one named by hand, else the folder's own, else the one that landed with the feeds."""
        if self.house_override is not None:
            if not self.house_override.is_file():
                raise InputError(f"{self.house_override}: no such house file; pass --house FILE with one that exists")
            return self.house_override
        for path in (self.root / "house.toml", self.landing / "house.toml"):
            if path.is_file():
                return path
        raise InputError(
            f"{self.root / 'house.toml'}: no house file; put your room's house.toml there, or pass --house FILE"
        )


def folders(data: str | None = None, house: str | None = None) -> Folders:
    """The data folder of a command: `--data`, else the environment, else `data` here."""
    root = Path(data or os.environ.get(DATA_VARIABLE) or DEFAULT_DATA)
    if root.exists() and not root.is_dir():
        raise InputError(f"{root}: is a file; --data must name the room's data folder")
    named = house or os.environ.get(HOUSE_VARIABLE)
    return Folders(root, Path(named) if named else None)
