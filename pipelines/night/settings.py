"""`nightly.toml` in the data folder: what a night does besides. Without the file, nothing of it: no mail, no calls.

```toml
retention_years = 7                               # `oddchip retain` deletes nothing younger; 5 where this is not said

[head]
copy_to = "/mnt/elsewhere/oddchip-heads.jsonl"   # the chain's head is noted there as well; `oddchip verify` reads it

[notify.file]
path = "/var/spool/oddchip/last-night.json"

[notify.webhook]
url = "https://hooks.example.org/oddchip"

[notify.smtp]
host = "mail.example.org"
port = 587
starttls = true
user = "oddchip"
password_env = "ODDCHIP_SMTP_PASSWORD"            # the name of a variable; a password never stands in the file
from = "oddchip@example.org"
to = ["audit@example.org"]
```
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pipelines.errors import InputError

_KEYS: dict[str, dict[str, type]] = {
    "head": {"copy_to": str},
    "notify.file": {"path": str},
    "notify.webhook": {"url": str},
    "notify.smtp": {
        "host": str, "port": int, "starttls": bool, "user": str, "password_env": str, "from": str, "to": list,
    },
}  # fmt: skip
_NEEDED = {
    "head": ("copy_to",), "notify.file": ("path",), "notify.webhook": ("url",), "notify.smtp": ("host", "from", "to"),
}  # fmt: skip

RETENTION_YEARS: Final = 5
_YEARS_MOST: Final = 100


@dataclass(frozen=True)
class Settings:
    """The sections that are there; absent ones are off."""

    retention_years: int = RETENTION_YEARS
    head_copy: Path | None = None
    file: Path | None = None
    webhook: str | None = None
    smtp: dict[str, Any] | None = None


def load_settings(path: Path) -> Settings:
    """The settings of a data folder; nothing where there is no file. A key that nobody reads is an error."""
    try:
        with open(path, "rb") as file:
            content = tomllib.load(file)
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: is not TOML ({error})") from error
    years = content.pop("retention_years", RETENTION_YEARS)
    if type(years) is not int or not 0 <= years <= _YEARS_MOST:
        raise InputError(f"{path}: retention_years must be a whole number of years from 0 to {_YEARS_MOST}")
    sections: dict[str, dict[str, Any]] = {}
    for name, section in content.items():
        if name == "notify" and isinstance(section, dict):
            sections.update({f"notify.{inner}": value for inner, value in section.items()})
        else:
            sections[name] = section
    for name, section in sections.items():
        _check(path, name, section)
    head, smtp = sections.get("head"), sections.get("notify.smtp")
    file_section, webhook = sections.get("notify.file"), sections.get("notify.webhook")
    return Settings(
        retention_years=years,
        head_copy=Path(head["copy_to"]) if head else None,
        file=Path(file_section["path"]) if file_section else None,
        webhook=webhook["url"] if webhook else None,
        smtp=smtp,
    )


def _check(path: Path, name: str, section: Any) -> None:
    if name not in _KEYS or not isinstance(section, dict):
        raise InputError(f"{path}: [{name}] is no section of it; there are {', '.join(_KEYS)}")
    for key, value in section.items():
        kind = _KEYS[name].get(key)
        if kind is None:
            raise InputError(f"{path}: [{name}] {key} is not known; there are {', '.join(_KEYS[name])}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise InputError(f"{path}: [{name}] {key} must be {kind.__name__}")
        if isinstance(value, list) and not (value and all(isinstance(item, str) for item in value)):
            raise InputError(f"{path}: [{name}] {key} must be a list of addresses")
    missing = [key for key in _NEEDED[name] if key not in section]
    if missing:
        raise InputError(f"{path}: [{name}] needs {', '.join(missing)}")
    if name == "notify.webhook" and not section["url"].startswith(("https://", "http://")):
        raise InputError(f"{path}: [{name}] url must begin with https:// or http://")
