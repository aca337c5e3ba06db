"""`oddchip dev new-check`, in a copy of the tree: what it writes imports, is registered, and has its cases."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipelines.cli import BAD_INPUT, main
from pipelines.errors import InputError
from pipelines.new_check import GRAINS, LABELS, families, new_check

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("parsers", "checks", "warehouse", "dashboards", "pipelines", "tests")
TOLD = """
import json, sys
from checks.catalogue import CHECKS
from tests.case_files import load_cases
said = {}
for code in sys.argv[1:]:
    one = CHECKS[code]
    verdicts = [case.body["verdict"] for case in load_cases() if case.code == code]
    said[code] = [one.title, one.grain.value, one.film.value, one.judge.__module__, one.judge.__name__, verdicts]
print(json.dumps(said))
"""
VERDICTS = ["violated", "passed", "not evaluable"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The parts of the source that matter, without what was compiled."""
    root = tmp_path_factory.mktemp("tree")
    left_out = shutil.ignore_patterns("__pycache__", "feeds", "oracle", "*.nbi", "*.nbc")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=left_out)
    shutil.copyfile(ROOT / "pyproject.toml", root / "pyproject.toml")
    return root


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # Kernels as plain Python: compiling them for a tree of its own would take a minute.
    more = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_DISABLE_JIT": "1"}
    environment = {**os.environ, **more}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=300)


def files(tree: Path) -> dict[str, bytes]:
    found = [*tree.glob("checks/rules/*.py"), *tree.glob("tests/cases/*.toml")]
    return {str(path.relative_to(tree)): path.read_bytes() for path in found}


def test_the_skeletons_of_all_families_are_registered_and_have_their_cases(tree: Path) -> None:
    """One a family, so that the words of `--grain` go round; all of them are there at once."""
    before = files(tree)
    done = run(tree, "-m", "pipelines.cli", "dev", "new-check", "rk99", "--title", "The rake was taken twice")
    assert done.returncode == 0, done.stderr
    assert "tests/cases/RK99.toml" in done.stdout and "checks/rules/rake.py" in done.stdout
    assert "LATE of pipelines/simulator/wrongs.py" in done.stdout and "make docs" in done.stdout
    made = {"RK99": "hand"}
    others = [family for family in families() if family != "RK"]
    for number, grain in enumerate(GRAINS):
        code = f"{others[number % len(others)]}{80 + number // len(others)}"
        new_check(code, grain=grain, root=tree)
        made[code] = grain
    told = run(tree, "-c", TOLD, *made)
    assert told.returncode == 0, told.stderr
    said = json.loads(told.stdout)
    for code, grain in made.items():
        title, row, film, module, name, verdicts = said[code]
        assert (row, film) == tuple(one.value for one in GRAINS[grain]), code
        assert module.startswith("checks.rules.") and verdicts == VERDICTS
        if code == "RK99":
            assert (title, module, name) == ("The rake was taken twice", "checks.rules.rake", "rake_was_taken_twice")
    after = files(tree)
    assert set(after) - set(before) == {f"tests/cases/{code}.toml" for code in made}
    for path, text in before.items():
        if path.endswith(".toml"):
            assert after[path] == text
        else:
            assert set(text.splitlines()) <= set(after[path].splitlines()), "nothing is taken away"
    _is_clean(tree, after, before)


def _is_clean(tree: Path, after: dict[str, bytes], before: dict[str, bytes]) -> None:
    """What ruff says of the modules that grew."""
    grown = sorted(path for path, text in after.items() if path.endswith(".py") and before[path] != text)
    assert grown
    for command in (("check",), ("format", "--check")):
        done = run(tree, "-m", "ruff", *command, "--no-cache", *grown)
        assert done.returncode == 0, done.stdout + done.stderr


def test_its_cases_fail_until_the_check_is_written(tree: Path) -> None:
    new_check("AC98", root=tree)
    quietly = ("-p", "no:cacheprovider", "-n", "0", "-q")
    done = run(tree, "-m", "pytest", *quietly, "tests/test_cases.py", "-k", "AC98")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "2 failed, 2 passed" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("code", "title", "grain", "message"),
    [
        ("RK01", None, "hand", "RK01: there is such a check already"),
        ("ZZ01", None, "hand", "ZZ is no family with checks; there are RK (rake and collection), BL"),
        ("XX01", None, "hand", "XX is no family with checks"),
        ("RK9", None, "hand", "RK9: a code is the two letters of a family and two digits"),
        ("RK99", None, "evnt", "evnt: no such rows; did you mean event?"),
        ("RK99", 'Say "so"', "hand", "a title is one line"),
        ("RK99", " ", "hand", "a title is one line"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    tmp_path: Path, code: str, title: str | None, grain: str, message: str
) -> None:
    cases = tmp_path / "tests" / "cases"
    cases.mkdir(parents=True)
    with pytest.raises(InputError) as refused:
        new_check(code, title, grain, tmp_path)
    assert message in str(refused.value)
    assert not list(cases.iterdir())


def test_a_case_file_that_is_there_stays(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "checks" / "rules", tmp_path / "checks" / "rules")
    cases = tmp_path / "tests" / "cases" / "RK99.toml"
    cases.parent.mkdir(parents=True)
    cases.write_text("mine")
    before = files(tmp_path)
    with pytest.raises(InputError, match="is there already"):
        new_check("RK99", root=tmp_path)
    assert files(tmp_path) == before


def test_without_a_checkout_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run this in a checkout"):
        new_check("RK99", root=tmp_path)


def test_the_command_says_it_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dev", "new-check", "RK01"]) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


def test_every_family_knows_where_its_label_goes() -> None:
    assert {*LABELS, "HF"} == set(families()), "an error of the house file is no error of a hand"
    for place in LABELS.values():
        name, _, rest = place.partition(" of ")
        assert f"{name}: Final" in (ROOT / rest.split(",")[0]).read_text(encoding="utf-8")
