"""Where `oddchip serve` shows the pages: the one place that knows the address."""

from __future__ import annotations

import datetime as dt

LOOPBACK = "127.0.0.1"
PORT = 8600


def page_url(day: dt.date, page: str = "index.html") -> str:
    """A page of a gaming day, as `oddchip serve` shows it on its usual port."""
    return f"http://{LOOPBACK}:{PORT}/{day.isoformat()}/{page}"
