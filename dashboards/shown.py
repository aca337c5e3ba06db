"""Words and figures as a page shows them: hostile text made visible and short, money, clocks, safe file names."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from typing import Any

from checks import wording
from checks.wording import plural as plural

TEXT_MOST = 200
LABEL_MOST = 32

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_UNSAFE_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")
_NONE = "–"


def shown(text: object, most: int = TEXT_MOST) -> str:
    """A text of the feeds as a reader may see it: cut to `most`, and characters that hide or reorder made visible.

    Escaping for HTML is the template's work; this keeps a right-to-left mark from turning a line round and a name of
    ten thousand letters from filling the page.
    """
    if text is None:
        return _NONE
    raw = str(text)
    cut = raw if len(raw) <= most else raw[: most - 1] + "…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(c if c == " " or unicodedata.category(c)[0] not in "CZ" else f"[U+{ord(c):04X}]" for c in cut)


def label(text: object, most: int = LABEL_MOST) -> str:
    """A text as a Plotly label: Plotly reads a few HTML tags and entities there, so `<` and `&` become entities."""
    return shown(text, most).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def money(cents: int | None, signed: bool = False) -> str:
    """Cents as dollars, as messages say them; a dash where there are none."""
    return _NONE if cents is None else wording.money(cents, signed)


def short_money(cents: int) -> str:
    """A sum in the square of a calendar, where five figures have no room: `$45.50`, `$9,611`, `$168K`, `$2.4M`."""
    dollars = cents / 100
    for least, unit, sign in ((999_500, 1_000_000, "M"), (9_999.5, 1_000, "K")):
        if dollars >= least:
            said = f"{dollars / unit:.1f}" if dollars < 10 * unit else f"{dollars / unit:,.0f}"
            return f"${said.removesuffix('.0')}{sign}"
    return money(cents if dollars < 100 else round(dollars) * 100)


def chips(cents: int | None, signed: bool = False) -> str:
    """A tournament's chips in the same way."""
    return _NONE if cents is None else wording.chips(cents, signed)


def whole(number: int | None) -> str:
    return _NONE if number is None else f"{number:,}"


def percent(part: int, of: int) -> str:
    """A share with one decimal, never rounded up to 100 % nor down to 0 %."""
    if not of:
        return _NONE
    tenths = part * 1000 // of
    if part and not tenths:
        return "under 0.1 %"
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


def local(at_us: int | None, offset_min: int | None) -> datetime | None:
    """The room's own clock (without a zone) for a time in UTC microseconds."""
    if at_us is None:
        return None
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at_us, minutes=offset_min or 0)
    return moment.replace(tzinfo=None)


def clock(at_us: int | None, offset_min: int | None) -> str:
    moment = local(at_us, offset_min)
    return _NONE if moment is None else moment.strftime("%H:%M:%S")


def long_date(day: date) -> str:
    return f"{_DAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]} {day.year}"


def page_name(room: str, hand: str, *version: object) -> str:
    """The file name of a hand's page: a readable part of letters and digits, and a digest that tells hands apart."""
    digest = hashlib.sha256("\0".join(map(str, (room, hand, *version))).encode()).hexdigest()[:12]
    readable = _UNSAFE_IN_NAMES.sub("-", hand)[:40].strip("-").lower()
    return f"{readable}-{digest}.html" if readable else f"{digest}.html"


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key under which table 9 stands before table 10."""
    parts = re.split(r"([0-9]+)", text)
    return tuple((0, int(p), "") if p.isascii() and p.isdigit() and len(p) < 19 else (1, 0, p) for p in parts if p)


def script_json(value: Any) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element or start another."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def game_words(game: str | None, betting: str | None) -> str:
    """A game by its title, with its betting: `Texas hold'em, no-limit`; an unknown one by its own word."""
    from parsers.games import GAMES

    known = GAMES.get(game or "")
    name = known.title if known is not None else shown(game or "not recorded", 30)
    return ", ".join(p for p in (name, wording.BETTING.get(betting or "", "")) if p)
