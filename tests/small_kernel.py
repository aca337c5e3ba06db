"""Two kernels that are compiled in no time, for what is proved of the cache of compiled kernels."""

from __future__ import annotations

from typing import Any

from parsers.kernel import kernel


@kernel
def summed(numbers: Any) -> Any:
    """The sum, in the kind of the numbers."""
    total = numbers[0] - numbers[0]
    for number in numbers:
        total += number
    return total


@kernel
def doubled(numbers: Any) -> Any:
    """Twice the sum."""
    return summed(numbers) * 2
