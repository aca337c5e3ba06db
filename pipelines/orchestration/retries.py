"""Retries with back-off, for faults that pass: a full disk, a lock, a net. Bad data does not pass."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import dagster as dg

RETRIES = 3
DELAY_SECONDS = 5.0
PASSING = frozenset(
    {
        errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.ENOLCK, errno.ESTALE,
        errno.ETIMEDOUT, errno.ECONNREFUSED, errno.ECONNRESET, errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EMFILE,
    }
)  # fmt: skip
Result = TypeVar("Result")
PASSING_NAMES = frozenset({"NotTold", "StaleAuditError"})


def passes(error: BaseException | None) -> bool:
    """Whether the fault, or what caused it, may be gone in a moment."""
    while error is not None:
        if isinstance(error, ConnectionError | TimeoutError) or type(error).__name__ in PASSING_NAMES:
            return True
        if isinstance(error, OSError) and error.errno in PASSING:
            return True
        if type(error).__module__.endswith("duckdb") and "lock on file" in str(error):
            return True
        error = error.__cause__
    return False


@contextmanager
def retried(context: dg.AssetExecutionContext) -> Iterator[None]:
    """Around a step's work: asks Dagster for another try where the fault passes, doubling the wait."""
    try:
        yield
    except Exception as error:
        if not passes(error) or context.retry_number >= RETRIES:
            raise
        wait = DELAY_SECONDS * 2**context.retry_number
        context.log.warning(f"{error}; again in {wait:g} s")
        raise dg.RetryRequested(max_retries=RETRIES, seconds_to_wait=wait) from error


def patiently(work: Callable[[], Result]) -> Result:
    """Work outside of a run of Dagster's, tried again as a step would be."""
    for attempt in range(RETRIES):
        try:
            return work()
        except Exception as error:
            if not passes(error):
                raise
            wait = DELAY_SECONDS * 2**attempt
            print(f"  {error}; again in {wait:g} s", file=sys.stderr)
            time.sleep(wait)
    return work()
