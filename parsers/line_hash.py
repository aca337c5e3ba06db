"""A line's 64-bit hash: by it a line that was sent twice, word for word, is told from one that says something new.

The hash is over the line's bytes without its end and without blanks around it. It reads eight bytes at a time, little
end first, the last ones filled up with zeros: four lanes side by side as far as they go, the rest in the first lane.
`parsers.scan_bytes.line_hash_at` is the same function for kernels.
"""

from __future__ import annotations

import struct
from typing import Final

BLANKS: Final = b" \t\r\n"

SEED: Final = 0x9E3779B97F4A7C15
FACTOR: Final = 0xD6E8FEB86659FD93
_MASK: Final = (1 << 64) - 1
_ONE: Final = struct.Struct("<Q")
_FOUR: Final = struct.Struct("<4Q")


def _mixed(state: int, word: int) -> int:
    state = ((state ^ word) * FACTOR) & _MASK
    return state ^ (state >> 32)


def line_hash(line: bytes) -> int:
    """The hash of a line as a signed 64-bit integer."""
    line = line.strip(BLANKS)
    words = line + bytes(-len(line) % 8)
    whole = len(line) // 32 * 32
    a, b, c, d = SEED ^ len(line), SEED + 1, SEED + 2, SEED + 3
    # `_mixed` four times, written out: a call for every eight bytes took as long as the rest of a reader of text.
    for one, two, three, four in _FOUR.iter_unpack(memoryview(words)[:whole]):
        a = ((a ^ one) * FACTOR) & _MASK
        a ^= a >> 32
        b = ((b ^ two) * FACTOR) & _MASK
        b ^= b >> 32
        c = ((c ^ three) * FACTOR) & _MASK
        c ^= c >> 32
        d = ((d ^ four) * FACTOR) & _MASK
        d ^= d >> 32
    state = a
    for (word,) in _ONE.iter_unpack(memoryview(words)[whole:]):
        state = _mixed(state, word)
    for word in (b, c, d):
        state = _mixed(state, word)
    return state - (1 << 64) if state >> 63 else state
