"""Where `oddchip serve` shows the pages, and by which names it and `oddchip dev` may be asked."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

LOOPBACK = "127.0.0.1"
PORT = 8600
LOOPBACK_NAMES = frozenset({LOOPBACK, "localhost", "[::1]"})


def page_url(day: dt.date, page: str = "index.html") -> str:
    """A page of a gaming day, as `oddchip serve` shows it on its usual port."""
    return f"http://{LOOPBACK}:{PORT}/{day.isoformat()}/{page}"


def host_of(said: Sequence[str]) -> str | None:
    """The name that a request was made to, of its Host headers, without the port; None where it says none, or two."""
    match = re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^:\s]+?)\.?(:[0-9]{1,5})?", said[0].strip()) if len(said) == 1 else None
    return None if match is None else match[1].lower()
