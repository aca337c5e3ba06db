"""An audit starts without what its libraries would load and never use, and takes it from nobody else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("pandas", "scipy.linalg")


def said_by(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip().splitlines()[-1]


def test_an_audit_loads_neither_pandas_nor_linear_algebra(small_day: Path, tmp_path: Path) -> None:
    command = ["audit", str(small_day), "--out", str(tmp_path / "out")]
    program = (
        f"import sys; from pipelines.cli import main; main({command!r}); print([m in sys.modules for m in {HEAVY}])"
    )
    assert said_by(program) == "[False, False]"


def test_what_was_left_out_can_be_imported_by_others() -> None:
    program = (
        "from pipelines.auditing.lean_start import start_lean; start_lean()\n"
        "import pandas, scipy.linalg, numba, numpy as np\n"
        "print(len(pandas.DataFrame({'a': [1]})), scipy.linalg.det(np.eye(2)), numba.njit(lambda x: x + 1)(1))"
    )
    assert said_by(program) == "1 1.0 2"


def test_an_audit_loads_one_walk(small_day: Path, tmp_path: Path) -> None:
    command = ["audit", str(small_day), "--out", str(tmp_path / "out")]
    counted = "from checks.replay.walk import walk; print(len(walk.signatures))"
    assert said_by(f"from pipelines.cli import main; main({command!r}); {counted}") == "1"
