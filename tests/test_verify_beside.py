"""`oddchip verify` while an ingest and a night are at work: nothing of what they do is told as tampering."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipelines.cli import OK, main
from warehouse.lake import Lake

ROOT = Path(__file__).parent.parent
LANDINGS = 6  # each one a commit, with raw files and tables put in place before it
# What arrives is written while the run is at work; then the whole night, which publishes the day again.
AT_WORK = """
import sys
from pathlib import Path
from pipelines.cli import main
data, *hands = sys.argv[1:]
for number, hand in enumerate(hands):
    path = Path(data) / "landing" / f"more-{number}.hands.jsonl"
    path.write_text(hand + "\\n")
    if main(["ingest", str(path), "--data", data]):
        sys.exit("ingest")
print("landed", file=sys.stderr, flush=True)
sys.exit(main(["nightly", "--data", data]))
"""


@pytest.fixture
def data(night: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(night, tmp_path / "data"))


def test_verify_beside_a_running_ingest_and_night_raises_no_false_alarm(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = max((data / "landing").glob("*.hands.jsonl"))
    hand = json.loads([line for line in log.read_text().splitlines() if '"hand":' in line][-1])
    more = [json.dumps({**hand, "hand": f"{hand['table']}-{900 + n:06d}"}) for n in range(LANDINGS)]
    commits, verified = set(), 0
    with subprocess.Popen(
        [sys.executable, "-c", AT_WORK, str(data), *more], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as at_work:
        try:
            while at_work.poll() is None:
                capsys.readouterr()
                code = main(["verify", "--data", str(data)])
                told = capsys.readouterr()
                assert code == OK, told.out + told.err
                commits.add(Lake(data / "lake").number())
                verified += 1
        finally:
            at_work.kill()
        assert at_work.stderr is not None
        errors = at_work.stderr.read().decode()
        assert at_work.returncode == OK, errors
    assert verified >= 5 and len(commits) >= 3, f"{verified} looks at {sorted(commits)}: not beside it"
    assert main(["verify", "--data", str(data)]) == OK
