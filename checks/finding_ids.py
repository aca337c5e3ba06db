"""A name for each finding that stays the same when the day is audited again.

It is a digest of room, table, hand, code, seat and step. A finding without a hand (a down, a device, the house file) is
told apart by its gaming day and minute as well. Where several still share all of that, they are numbered by what was
expected and found. The sentence and the citation take no part: better words do not make another finding.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import polars as pl

_KEY: Final = ("room", "table", "hand", "code", "seat", "event")
_WITHOUT_HAND: Final = ("gaming_date", "at", "dealer")
_TELLS_APART: Final = ("source_file", "source_line", "expected", "actual", "rule")
_BYTES: Final = 8


def with_finding_ids(found: pl.DataFrame) -> pl.DataFrame:
    """Findings with a column `finding_id`, 16 hexadecimal digits, different in every row."""
    loose = (
        pl.when(pl.col("hand").is_null()).then(pl.col(name).cast(pl.String)).alias(f"_{name}") for name in _WITHOUT_HAND
    )
    keyed = found.select(*(pl.col(name).cast(pl.String) for name in _KEY), *loose, *_TELLS_APART)
    names = [*_KEY, *(f"_{name}" for name in _WITHOUT_HAND)]
    nth = pl.int_range(pl.len()).over(names, order_by=_TELLS_APART)
    rows = keyed.select(*names, nth.cast(pl.String).alias("_nth")).iter_rows()
    return found.with_columns(pl.Series("finding_id", [_digest(row) for row in rows], pl.String))


def _digest(parts: tuple[str | None, ...]) -> str:
    """Of texts any of which may be missing; a missing one is not an empty one."""
    return blake2b(
        "\x1f".join("\x00" if part is None else part for part in parts).encode(), digest_size=_BYTES
    ).hexdigest()
