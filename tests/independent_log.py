"""A verifier of checkpoints and proofs, written from the specifications alone: RFC 6962, C2SP signed-note,
tlog-checkpoint, tlog-proof and tlog-witness. It knows no code of Odd Chip; entries are the files of `ledger/` in their
order.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def leaves_of(ledger: Path) -> list[bytes]:
    """The bytes of every entry, oldest first."""
    return [path.read_bytes() for path in sorted(ledger.glob("0*.json"))]


def tree_hash(data: list[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1, by its recursive definition."""
    if not data:
        return hashlib.sha256().digest()
    if len(data) == 1:
        return hashlib.sha256(bytes([0]) + data[0]).digest()
    split = 1
    while split * 2 < len(data):
        split *= 2
    return hashlib.sha256(bytes([1]) + tree_hash(data[:split]) + tree_hash(data[split:])).digest()


def open_note(note: str, verifier: str) -> str:
    """The text of a note signed by the key `NAME+KEY ID+BASE64`; AssertionError where it is not."""
    name, key_id, encoded = verifier.strip().split("+", 2)
    kind_and_key = base64.b64decode(encoded, validate=True)
    assert kind_and_key[0] == 1 and len(kind_and_key) == 33
    assert hashlib.sha256(name.encode() + b"\n" + kind_and_key).hexdigest()[:8] == key_id
    assert not any(ord(letter) < 32 and letter != "\n" for letter in note)
    end = note.rindex("\n\n")
    text, lines = note[: end + 1], note[end + 2 :].split("\n")
    assert lines.pop() == ""
    proved = False
    for line in lines:
        dash, signer, signature = line.split(" ")
        assert dash == "\u2014"
        data = base64.b64decode(signature, validate=True)
        if signer == name and data[:4].hex() == key_id:
            Ed25519PublicKey.from_public_bytes(kind_and_key[1:]).verify(data[4:], text.encode())
            proved = True
    assert proved
    return text


def read_checkpoint(note: str, verifier: str) -> tuple[str, int, bytes]:
    """Origin, size and root of a signed checkpoint."""
    text = open_note(note, verifier)
    assert text.endswith("\n")
    origin, size, root, *more = text[:-1].split("\n")
    assert origin and all(more) and str(int(size)) == size
    return origin, int(size), base64.b64decode(root, validate=True)


def check_inclusion(proof: str, verifier: str, entry: bytes) -> int:
    """The index at which a tlog-proof proves the entry (RFC 9162, 2.1.3.2); AssertionError where it does not."""
    head, note = proof.split("\n\n", 1)
    first, second, *hashes = head.split("\n")
    assert first == "c2sp.org/tlog-proof@v1" and second.startswith("index ")
    index = int(second.removeprefix("index "))
    _, size, root = read_checkpoint(note, verifier)
    assert 0 <= index < size
    at, last = index, size - 1
    found = hashlib.sha256(b"\0" + entry).digest()
    for line in hashes:
        beside = base64.b64decode(line, validate=True)
        assert last > 0
        if at % 2 or at == last:
            found = hashlib.sha256(b"\1" + beside + found).digest()
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\1" + found + beside).digest()
        at, last = at >> 1, last >> 1
    assert last == 0 and found == root
    return index


def check_consistency(request: str, verifier: str, old_root: bytes) -> tuple[int, int]:
    """The sizes of the old and the new tree of a tlog-witness request (RFC 9162, 2.1.4.2); AssertionError if wrong."""
    head, note = request.split("\n\n", 1)
    first, *lines = head.split("\n")
    assert first.startswith("old ")
    old = int(first.removeprefix("old "))
    _, new, new_root = read_checkpoint(note, verifier)
    assert 0 < old <= new
    path = [base64.b64decode(line, validate=True) for line in lines]
    if old == new:
        assert not path and old_root == new_root
        return old, new
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    assert path
    at, last = old - 1, new - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    found_old = found_new = path[0]
    for beside in path[1:]:
        assert last > 0
        if at % 2 or at == last:
            found_old = hashlib.sha256(b"\1" + beside + found_old).digest()
            found_new = hashlib.sha256(b"\1" + beside + found_new).digest()
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            found_new = hashlib.sha256(b"\1" + found_new + beside).digest()
        at, last = at >> 1, last >> 1
    assert last == 0 and found_old == old_root and found_new == new_root
    return old, new
