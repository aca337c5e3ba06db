"""Players' names for what is published: keyed pseudonyms. Who has the key can say whose they are; nobody else can.

The lake keeps the names, as evidence does. What leaves it for pages, mails and the DuckDB file goes through here:
players are pseudonyms, names on down cards are left out (a dealer's name comes from the roster), and the text of a
quarantined line, in which any name may stand, stays in the lake.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from warehouse import parquet
from warehouse.files import write_once
from warehouse.lake import Draft, Lake, LakeError
from warehouse.ledger import Entry

KEY_BYTES: Final = 32
CHARACTERS: Final = 10  # 50 bits: among 100,000 players two share one once in 200,000 rooms
PATTERN: Final = re.compile(r"\AP-[A-Z2-7]{10}\Z")

MASKED: Final = {
    "seats": ("player",),
    "notes": ("player",),
    "findings": ("player",),
    "absences": ("player",),
}
_AS_WRITTEN: Final = ("last_name", "first_name")  # on a card; the name to show is the roster's
LEFT_OUT: Final = {"downs": _AS_WRITTEN, "payroll": _AS_WRITTEN, "quarantine": ("raw",)}
# Findings whose `actual` is a name as somebody wrote it on a card, and what is published in its place.
_QUOTES_NAME: Final = {"DC04": "another name"}


class Pseudonyms:
    """The pseudonyms of one key."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes, got {len(key)}")
        self._key = key

    @property
    def fingerprint(self) -> str:
        """Tells keys apart without giving one away."""
        return hmac.new(self._key, b"oddchip fingerprint", hashlib.sha256).hexdigest()[:16]

    def of(self, name: str) -> str:
        """The pseudonym of a name; the same name has the same one everywhere."""
        digest = hmac.new(self._key, b"oddchip player\0" + name.encode(), hashlib.sha256).digest()
        return "P-" + base64.b32encode(digest)[:CHARACTERS].decode()

    def publish(self, table: pa.Table, name: str) -> pa.Table:
        """A table of that name as it may be published; types and order stay."""
        for column in MASKED.get(name, ()):
            at = table.schema.get_field_index(column)
            if at >= 0:
                table = table.set_column(at, table.schema.field(at), self._masked(table.column(at)))
        for column in LEFT_OUT.get(name, ()):
            at = table.schema.get_field_index(column)
            if at >= 0:
                field = table.schema.field(at)
                table = table.set_column(at, field, pa.nulls(len(table), field.type))
        return _without_written_names(table) if name == "findings" else table

    def _masked(self, column: pa.ChunkedArray) -> pa.ChunkedArray:
        kind = column.type
        plain = column.cast(parquet.plain_type(kind))
        words = pc.unique(plain).drop_null()
        masks = pa.array([self.of(word) for word in words.to_pylist()], pa.string())
        masked = masks.take(pc.index_in(plain, value_set=words))
        if pa.types.is_dictionary(kind):
            masked = pc.dictionary_encode(masked).cast(kind)
        return masked if isinstance(masked, pa.ChunkedArray) else pa.chunked_array([masked], kind)


def _without_written_names(findings: pa.Table) -> pa.Table:
    """Findings without the names that they quote from a down card."""
    at = findings.schema.get_field_index("actual")
    if at < 0:
        return findings
    field = findings.schema.field(at)
    actual = findings.column(at).cast(parquet.plain_type(field.type))
    codes = findings.column("code").cast(pa.string())
    for code, words in _QUOTES_NAME.items():
        actual = pc.if_else(pc.equal(codes, code), words, actual)
    if pa.types.is_dictionary(field.type):
        actual = pc.dictionary_encode(actual).cast(field.type)
    return findings.set_column(at, field, actual)


def load_key(path: Path, make: bool = True) -> Pseudonyms:
    """The key in a file that its owner alone may read; made with the first use."""
    try:
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        if not make:
            raise LakeError(f"{path}: there is no key here; pseudonyms were made with another one") from None
        write_once(path, (secrets.token_hex(KEY_BYTES) + "\n").encode(), mode=0o400)
        text = path.read_text(encoding="ascii")
    except ValueError:
        text = ""
    if not re.fullmatch(rf"[0-9a-f]{{{2 * KEY_BYTES}}}\n?", text):
        raise LakeError(f"{path}: is not a key of {2 * KEY_BYTES} hexadecimal digits; restore it from a copy")
    return Pseudonyms(bytes.fromhex(text.strip()))


def unmask(lake: Lake, pseudonyms: Pseudonyms, wanted: Iterable[str], who: str, reason: str) -> dict[str, list[str]]:
    """Names behind pseudonyms. The ledger's entry is made before anything is told; it holds no name."""
    asked = list(dict.fromkeys(wanted))
    entry = lake.commit(
        lambda snapshot, folder: Draft(
            kind="unmask",
            meta={"pseudonyms": list(asked), "key": pseudonyms.fingerprint, "who": who, "reason": reason},
        )
    )
    assert isinstance(entry, Entry)
    found: dict[str, list[str]] = {pseudonym: [] for pseudonym in asked}
    for name in sorted(_players(lake)):
        pseudonym = pseudonyms.of(name)
        if pseudonym in found:
            found[pseudonym].append(name)
    return found


def _players(lake: Lake) -> set[str]:
    names: set[str] = set()
    for table in ("seats", "notes"):
        column = lake.read(table, staged=True, columns=["player"])["player"]
        names.update(pc.unique(column.cast(pa.string())).drop_null().to_pylist())
    return names
