"""What a person did or gave us that cannot work: one line on stderr and exit code 2, never a trace."""

from __future__ import annotations


class InputError(Exception):
    """A command was given something it cannot use. The message says where, what, and what to do."""
