"""`make` on a machine that has nothing: what it sets up by itself, and what it says when a tool is missing or fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("bash", "cat", "touch", "test", "make", "env")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")


def stub(path: Path, script: str) -> None:
    """A program of a few lines in the place of a real one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The Makefile beside an environment whose Python does nothing, and a PATH with few tools, Java and no browser."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "parsers").mkdir()
    for name in ("requirements.lock", "pyproject.toml", "parsers/version.py"):
        (tmp_path / name).touch()
    for name in TOOLS:
        found = shutil.which(name)
        assert found, name
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(found)
    stub(tmp_path / "bin" / "python3", "exit 0")
    stub(tmp_path / "bin" / "id", "echo 1000")
    stub(tmp_path / "bin" / "java", "exit 0")
    stub(tmp_path / ".venv" / "bin" / "python", "exit 0")
    stub(tmp_path / ".venv" / "bin" / "pytest", "echo tested")
    return tmp_path


def make(project: Path, target: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(project / "bin"), "HOME": str(project / "home"), **more}
    return subprocess.run(["make", target], cwd=project, env=environment, capture_output=True, text=True, timeout=60)


def test_uv_is_told_to_trust_the_systems_certificates(project: Path) -> None:
    stub(project / ".venv" / "bin" / "uv", 'echo "$UV_SYSTEM_CERTS $UV_NATIVE_TLS" >certificates')
    assert make(project, "setup").returncode == 0
    assert (project / "certificates").read_text() == "1 1\n"
    (project / ".venv" / ".ready").unlink()
    assert make(project, "setup", UV_SYSTEM_CERTS="false").returncode == 0
    assert (project / "certificates").read_text() == "false 1\n", "what the user set stands"


def test_nothing_of_uvs_error_is_shown_where_pip_succeeds(project: Path) -> None:
    stub(project / ".venv" / "bin" / "uv", 'echo "error: invalid peer certificate"; echo "error: again" >&2; exit 2')
    stub(project / ".venv" / "bin" / "python", 'echo "$@" >>asked; exit 0')
    done = make(project, "setup")
    assert done.returncode == 0
    assert "error" not in done.stdout + done.stderr
    assert "-r requirements.lock" in (project / "asked").read_text(), "pip was to install the lock"
    assert "invalid peer certificate" in (project / ".venv" / "install.log").read_text()


def test_both_errors_are_shown_where_pip_fails_as_well(project: Path) -> None:
    stub(project / ".venv" / "bin" / "uv", 'echo "error: invalid peer certificate"; exit 2')
    stub(project / ".venv" / "bin" / "python", 'echo "pip cannot either" >&2; exit 1')
    done = make(project, "setup")
    assert done.returncode != 0
    assert "pip cannot either" in done.stderr
    assert "invalid peer certificate" in done.stderr
    assert not (project / ".venv" / ".ready").exists()


def test_a_machine_without_uv_uses_pip(project: Path) -> None:
    stub(project / ".venv" / "bin" / "python", 'echo "$@" >>asked; case "$*" in *" uv") echo "no uv" >&2; exit 1; esac')
    done = make(project, "setup")
    assert (done.returncode, done.stderr) == (0, "")
    assert "-r requirements.lock" in (project / "asked").read_text()


def test_the_tests_bring_their_browsers(project: Path) -> None:
    stub(project / "bin" / "id", "echo 0")
    stub(project / "bin" / "apt-get", 'echo "$@" >>apt')
    stub(project / ".venv" / "bin" / "uv", "exit 0")
    assert make(project, "unit").returncode == 0
    assert (project / "apt").read_text().splitlines()[-1].endswith(" chromium firefox-esr")
    stub(project / "bin" / "chromium", "exit 0")
    assert make(project, "unit").returncode == 0
    assert (project / "apt").read_text().splitlines()[-1].endswith("--no-install-recommends firefox-esr")
    stub(project / "bin" / "firefox", "exit 0")
    (project / "apt").unlink()
    assert make(project, "unit").returncode == 0
    assert not (project / "apt").exists(), "a browser that is there is not installed again"


@pytest.mark.parametrize("root", [True, False])
def test_a_browser_that_cannot_be_had_is_said_and_with_ci_it_is_an_error(project: Path, root: bool) -> None:
    stub(project / "bin" / "id", f"echo {0 if root else 1000}")
    stub(project / "bin" / "apt-get", "echo broken >&2; exit 100")
    stub(project / ".venv" / "bin" / "uv", "exit 0")
    done = make(project, "unit")
    assert done.returncode == 0 and "tested" in done.stdout
    assert "skipped" in done.stdout and "broken" not in done.stderr
    done = make(project, "unit", CI="1")
    assert done.returncode != 0 and "must not be skipped" in done.stderr
    assert "tested" not in done.stdout


def test_the_tests_on_spark_bring_java_and_with_ci_its_absence_is_an_error(project: Path) -> None:
    for name in ("chromium", "firefox"):
        stub(project / "bin" / name, "exit 0")
    (project / "bin" / "java").unlink()
    stub(project / "bin" / "apt-get", 'echo "$@" >>apt')
    stub(project / ".venv" / "bin" / "uv", "exit 0")
    stub(project / "bin" / "id", "echo 0")
    assert make(project, "unit").returncode == 0
    assert (project / "apt").read_text().splitlines()[-1].endswith(" default-jre-headless")
    stub(project / "bin" / "id", "echo 1000")
    done = make(project, "unit")
    assert done.returncode == 0 and "the tests on Spark are skipped" in done.stdout
    done = make(project, "unit", CI="1")
    assert done.returncode != 0 and "the tests on Spark must not be skipped" in done.stderr
    assert make(project, "unit", CI="1", JAVA_HOME="/opt/java").returncode == 0


def test_continuous_integration_runs_what_a_developer_runs() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line.startswith("make")]
    assert lines == ["make test"]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize(("ci", "code", "word"), [("", 0, "skipped"), ("1", 1, "errors")])
def test_browser_tests_without_a_browser_are_skipped_and_with_ci_they_fail(ci: str, code: int, word: str) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/test_pages_in_browser.py"]
    environment = {**os.environ, "PATH": "/nowhere", "CI": ci}
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout
    last = done.stdout.splitlines()[-1]
    assert word in last and "passed" not in last, last
    assert "`make browser` installs it" in done.stdout
