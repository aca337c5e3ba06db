"""The Merkle tree of RFC 6962, section 2.1, over the entries of the ledger: one hash for a whole history.

A leaf is the bytes of one entry as they lie in `ledger/`. The root of the first `n` leaves never changes, so a root
that was noted once proves what the history was; a path of a few hashes proves that one entry stands in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

EMPTY_ROOT: Final = hashlib.sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of one entry; the byte before it tells a leaf from a pair."""
    return hashlib.sha256(b"\x00" + data).digest()


def _pair(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root of the tree over these leaf hashes."""
    return _levels(leaves)[-1][0] if leaves else EMPTY_ROOT


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from leaf `index` (counted from 0) to the root, the leaf's own sibling first."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"leaf {index} of a tree of {len(leaves)}")
    path = []
    for level in _levels(leaves)[:-1]:
        beside = index ^ 1
        if beside < len(level):  # the last node of an odd level goes up alone
            path.append(level[beside])
        index //= 2
    return path


def consistency_path(leaves: Sequence[bytes], size: int) -> list[bytes]:
    """The hashes that prove that the tree over these leaves continues the one over the first `size` (section 2.1.2)."""
    if not 0 < size <= len(leaves):
        raise IndexError(f"a tree of {size} in one of {len(leaves)}")
    return _continued(leaves, size, True)


def _continued(leaves: Sequence[bytes], size: int, is_known: bool) -> list[bytes]:
    """SUBPROOF of the specification; `is_known`: the root of the whole is the one that the verifier has."""
    if size == len(leaves):
        return [] if is_known else [root_of(leaves)]
    split = 1 << (len(leaves) - 1).bit_length() - 1  # the largest power of two below the number of leaves
    if size <= split:
        return [*_continued(leaves[:split], size, is_known), root_of(leaves[split:])]
    return [*_continued(leaves[split:], size - split, False), root_of(leaves[:split])]


def _levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The tree from its leaves up to its root. A node without a neighbor goes up as it is."""
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        level = [_pair(below[at], below[at + 1]) for at in range(0, len(below) - 1, 2)]
        levels.append(level + below[len(level) * 2 :])
    return levels
