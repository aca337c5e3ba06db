"""Signed notes (C2SP signed-note) and checkpoints (C2SP tlog-checkpoint): the chain's head in a form others can check.

A checkpoint says how many entries the ledger has and the root of the Merkle tree over them, signed with Ed25519. The
keys are written as the tools of that format write them: `NAME+KEY ID+BASE64`, a private one behind `PRIVATE+KEY+`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from warehouse.files import write_once

_ED25519: Final = b"\x01"  # the byte that the format gives this kind of signature
_KEY_BYTES: Final = 32
_PRIVATE: Final = "PRIVATE+KEY+"
_KEY: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)")
_SIGNED_BY: Final = re.compile(r"\u2014 ([^\s+]+) ([A-Za-z0-9+/]+=*)")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,17}")


class NoteError(Exception):
    """A key, a note or a checkpoint is not what it should be."""


def _base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise NoteError(f"it is not base64 ({error})") from error


def _said(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _key_id(name: str, public: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]


@dataclass(frozen=True)
class PublicKey:
    """What an auditor keeps: the name of a ledger's key, and the key that proves its signatures."""

    name: str
    key: bytes

    @property
    def text(self) -> str:
        return f"{self.name}+{_key_id(self.name, self.key).hex()}+{_said(_ED25519 + self.key)}"

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        name, key = _parse_key(text.strip())
        try:
            Ed25519PublicKey.from_public_bytes(key)
        except ValueError as error:
            raise NoteError(f"it is no Ed25519 key ({error})") from error
        found = cls(name, key)
        if found.text != text.strip():
            raise NoteError("its key ID is not that of its name and key")
        return found

    def open(self, note: str) -> str:
        """The text of a note that this key signed; NoteError where it did not."""
        text, blank, signatures = note.rpartition("\n\n")
        if not blank or not signatures.endswith("\n"):
            raise NoteError("it is no signed note: a text, an empty line, and signatures")
        text += "\n"
        signed = []
        for line in signatures[:-1].split("\n"):
            match = _SIGNED_BY.fullmatch(line)
            if match is None:
                raise NoteError("a line behind its text is no signature")
            data = _base64(match[2])
            if match[1] == self.name and data[:4] == _key_id(self.name, self.key):
                signed.append(data[4:])
        if not signed:
            raise NoteError(f"the key {self.name} did not sign it")
        for signature in signed:
            try:
                Ed25519PublicKey.from_public_bytes(self.key).verify(signature, text.encode())
            except InvalidSignature:
                raise NoteError(f"its signature is not by the key {self.name}") from None
        return text


def _parse_key(text: str) -> tuple[str, bytes]:
    match = _KEY.fullmatch(text)
    data = b"" if match is None else _base64(match[3])
    if match is None or len(data) != 1 + _KEY_BYTES or data[:1] != _ED25519:
        raise NoteError("it is no Ed25519 key of the form NAME+KEY ID+BASE64")
    return match[1], data[1:]


class SigningKey:
    """The key that signs a ledger's heads. Whoever has it can sign another history."""

    def __init__(self, name: str, seed: bytes) -> None:
        self._seed = seed
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(name, self._key.public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        name, key = self.public.name, self.public.key
        return f"{_PRIVATE}{name}+{_key_id(name, key).hex()}+{_said(_ED25519 + self._seed)}"

    @classmethod
    def parse(cls, text: str) -> SigningKey:
        name, seed = _parse_key(text.strip().removeprefix(_PRIVATE))
        found = cls(name, seed)
        if found.text != text.strip():
            raise NoteError("its key ID is not that of its name and key")
        return found

    @classmethod
    def load(cls, path: Path, make: bool = False) -> SigningKey:
        """The key of a file that its owner alone may read; with `make`, made where there is none."""
        if make and not path.exists():
            # A name of its own for each ledger: two heads of one name and size must have one root.
            made = cls(f"oddchip.local/{secrets.token_hex(8)}", secrets.token_bytes(_KEY_BYTES))
            write_once(path, f"{made.text}\n".encode("ascii"), mode=0o600)
        try:
            return cls.parse(path.read_text(encoding="ascii"))
        except ValueError as error:
            raise NoteError(f"it is not ASCII ({error})") from error

    def sign(self, text: str) -> str:
        """The note of a text, which ends its last line."""
        signature = _key_id(self.public.name, self.public.key) + self._key.sign(text.encode())
        return f"{text}\n\u2014 {self.public.name} {_said(signature)}\n"


@dataclass(frozen=True)
class Checkpoint:
    """A ledger's head: its key's name, how many entries it has, and the root of the tree over them."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{_said(self.root)}\n"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        lines = text.split("\n")
        if len(lines) < 4 or lines[-1] or not all(lines[:-1]) or not _SIZE.fullmatch(lines[1]):
            raise NoteError("it is no checkpoint: the origin, the number of entries and the root, a line each")
        root = _base64(lines[2])
        if len(root) != hashlib.sha256().digest_size:
            raise NoteError("its root is no SHA-256")
        return cls(lines[0], int(lines[1]), root)


def continuation_text(size: int, path: list[bytes], checkpoint: str) -> str:
    """What C2SP tlog-witness sends: that the ledger of the signed checkpoint continues the one of `size` entries."""
    return "\n".join([f"old {size}", *map(_said, path), "", checkpoint])


def proof_text(index: int, path: list[bytes], checkpoint: str) -> str:
    """A C2SP tlog-proof: that the entry at `index` (from 0) stands in the ledger of the signed checkpoint."""
    return "\n".join(["c2sp.org/tlog-proof@v1", f"index {index}", *map(_said, path), "", checkpoint])
