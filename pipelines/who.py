"""Who runs a command, for the ledger: what the kernel says, never what the environment says alone.

LOGNAME and USER are anybody's to set. The user number of the process is not, and neither is the login's, which stays
the same through `su` and `sudo`. What `sudo` leaves in the environment is told behind them, as an addition, and only
of a process that runs as root: nobody else was made so by it.
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from typing import Final

LOGIN: Final = Path("/proc/self/loginuid")
_NO_LOGIN: Final = 2**32 - 1  # the kernel's word for: nobody logged in


def user() -> str:
    """The real user, like `ann`, `root, logged in as ann` or `root, by sudo from ann`."""
    own = os.getuid()
    login = _login()
    said = _name(own)
    if login is not None and login != own:
        said += f", logged in as {_name(login)}"
    sudo = _sudo()
    if own == 0 and sudo and sudo != (None if login is None else _name(login)):
        said += f", by sudo from {sudo}"
    return said


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:  # a container without a name for its user
        return f"uid {uid}"


def _login() -> int | None:
    try:
        uid = int(LOGIN.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return None if uid == _NO_LOGIN else uid


def _sudo() -> str | None:
    """The user whom `sudo` names: by number where it is one of this machine, else the bare name."""
    number, name = os.environ.get("SUDO_UID", ""), os.environ.get("SUDO_USER", "")
    if number.isascii() and number.isdigit() and len(number) < 11:
        return _name(int(number))
    return " ".join(name.split())[:64] or None
