"""Which findings are asked for: the filters that `audit`, `findings` and `show` share."""

from __future__ import annotations

import argparse
import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

Row = dict[str, Any]
_MONEY: Final = re.compile(r"\$?([0-9]{1,12})(?:\.([0-9]{1,2}))?")


@dataclass(frozen=True)
class Filter:
    """What a finding has to be; what is not asked for lets every finding through."""

    codes: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    dealers: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    since: dt.date | dt.datetime | None = None
    least_cents: int | None = None

    @property
    def asks(self) -> bool:
        """Whether it keeps anything out."""
        return self != Filter()

    def of(self, rows: Iterable[Row]) -> list[Row]:
        """The findings that are asked for, in their order."""
        return [row for row in rows if self._keeps(row)]

    def _keeps(self, row: Row) -> bool:
        return (
            (not self.codes or row["code"] in self.codes or row["code"][:2] in self.codes)
            and (not self.tables or row["table"] in self.tables)
            and (not self.dealers or row["dealer"] in self.dealers)
            and (not self.players or row["player"] in self.players)
            and self._is_late_enough(row)
            and (self.least_cents is None or max(row["moved_cents"], row["moved_chips_cents"]) >= self.least_cents)
        )

    def _is_late_enough(self, row: Row) -> bool:
        if isinstance(self.since, dt.datetime):
            return row["at"] is not None and row["at"] >= self.since
        return self.since is None or (row["gaming_date"] is not None and row["gaming_date"] >= self.since)


def add_filters(parser: argparse.ArgumentParser) -> None:
    """The options, the same for every command that tells findings."""
    group = parser.add_argument_group("which findings are told (several of one kind: give it again, or put commas)")
    group.add_argument("--code", action="append", default=[], metavar="CODE", help="a check, or a family like RK")
    group.add_argument("--table", action="append", default=[], metavar="T", help="a table, as the log names it")
    group.add_argument("--dealer", action="append", default=[], metavar="EMP", help="a dealer's number")
    group.add_argument("--player", action="append", default=[], metavar="P", help="a player, as the findings name one")
    group.add_argument(
        "--since", type=since, metavar="WHEN", help="from this gaming day on, or from a time with offset on"
    )
    group.add_argument("--min-amount", type=cents, metavar="AMT", help="that moved at least so much, like 5 or 2.50")


def chosen(args: argparse.Namespace) -> Filter:
    """The filter that the arguments ask for; InputError for a code that no check has."""
    return Filter(
        codes=tuple(_known(code.upper()) for code in _listed(args.code)),
        tables=_listed(args.table),
        dealers=_listed(args.dealer),
        players=_listed(args.player),
        since=args.since,
        least_cents=args.min_amount,
    )


def _listed(given: list[str]) -> tuple[str, ...]:
    return tuple(one.strip() for text in given for one in text.split(",") if one.strip())


def _known(code: str) -> str:
    from checks.catalogue import CHECKS
    from parsers.nearest import did_you_mean
    from pipelines.errors import InputError

    families = sorted({one[:2] for one in CHECKS})
    if code not in CHECKS and code not in families:
        raise InputError(
            f"--code {code}: no such check; {did_you_mean(code, [*CHECKS, *families])}`oddchip rules` lists them"
        )
    return code


def since(text: str) -> dt.date | dt.datetime:
    """A gaming day, or a time with an offset."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        pass
    try:
        at = dt.datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no day and no time; write 2026-01-15 or 2026-01-15T20:00:00-08:00"
        )
    return at


def cents(text: str) -> int:
    """An amount of money in cents."""
    found = _MONEY.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount; write it like 5 or 2.50")
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
