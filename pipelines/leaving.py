"""How a command ends: its exit functions run, its output is flushed, and the process is gone.

Arrow's threads may still be letting go of buffers that Python owns when the interpreter takes itself apart. A thread
that asks for the interpreter at that moment ends the process with SIGABRT, after all work is done and with a wrong exit
code (apache/arrow issues 34314 and 36389). Leaving without that last act avoids it.
"""

from __future__ import annotations

import atexit
import os
import sys
from typing import NoReturn


def leave(code: int) -> NoReturn:
    """Ends this process with `code`."""
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)
