"""Compiles the kernels before the tests, each in one process: `python -m tests.warm_kernels`.

Workers that meet a kernel for the first time at once would each compile it, for a minute or more. Here one process
compiles the walk of hands, and another what judges games against the house and Chinese games.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

APART = (("AC01",), ("HB04", "OF01"))  # a case of each of these codes, in one process


def audit_a_case_of(code: str) -> None:
    """Audits the first case of a check, with its film."""
    from tests.case_files import load_cases
    from tests.panel_fixtures import case_tables

    with tempfile.TemporaryDirectory(prefix="oddchip-warm-") as folder:
        case_tables(next(case for case in load_cases() if case.code == code), "warm", Path(folder) / "case")


def main() -> int:
    if len(sys.argv) > 1:
        for code in sys.argv[1:]:
            audit_a_case_of(code)
        return 0
    started = [subprocess.Popen([sys.executable, "-m", "tests.warm_kernels", *codes]) for codes in APART]
    return max(process.wait() for process in started)


if __name__ == "__main__":
    sys.exit(main())
