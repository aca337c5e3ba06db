"""The distribution itself: what is locked, what is shipped, and who may import whom."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import dagster
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import pipelines.cli
from parsers.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("parsers", "checks", "warehouse", "dashboards", "pipelines")
# written in pieces, so that this file does not name what it looks for
REGISTRIES = ("py" + "pi", "npm" + "js", "deb" + "ian", "conda" + ".", "pythonhosted", "jsdelivr", "unpkg")
TEXT_SUFFIXES = {".py", ".toml", ".in", ".lock", ".md", ".sql", ".css", ".html", ".j2", ".jinja", ".yaml", ".yml", ""}


def shipped_files() -> list[Path]:
    """Every file of the tree that belongs to the project."""
    skipped = {".git", ".venv", "__pycache__", "demo", "data", "build", "dist"}
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and not any(p in skipped or p.endswith(("_cache", ".egg-info")) for p in path.relative_to(ROOT).parts)
    ]


def pyproject() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked() -> dict[str, set[str]]:
    """Every locked package with the extras it is locked with."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    lines = re.finditer(r"^([A-Za-z0-9._-]+)(?:\[([A-Za-z0-9._,-]+)\])?==", lock, re.MULTILINE)
    return {canonicalize_name(line.group(1)): set(filter(None, (line.group(2) or "").split(","))) for line in lines}


def requirement_name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match
    return match.group().lower()


def test_no_file_names_a_package_registry() -> None:
    pattern = re.compile(r"https?://[^\s\"')]*(" + "|".join(re.escape(r) for r in REGISTRIES) + ")", re.IGNORECASE)
    named = [
        str(path.relative_to(ROOT))
        for path in shipped_files()
        if path.suffix in TEXT_SUFFIXES and pattern.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert named == []


def test_the_lock_holds_no_address_at_all() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert not re.search(r"^-", lock, re.MULTILINE), "an index option would send every user to one host"


def test_the_lock_covers_every_dependency() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    extras = project["optional-dependencies"]  # what `make test` needs: with Spark, whose tests CI must not skip
    wanted = {requirement_name(r) for r in [*project["dependencies"], *extras["dev"], *extras["spark"]]}
    assert wanted <= locked().keys()


def test_the_lock_names_the_extras_that_packages_ask_of_each_other() -> None:
    # uv does without; pip, which installs the lock where there is no uv, refuses a requirement that is not in it.
    missing = []
    for name in locked():
        try:
            asked = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # for another system or Python
            continue
        for wanted in map(Requirement, asked):
            applies = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
            if applies and not wanted.extras <= locked().get(canonicalize_name(wanted.name), wanted.extras):
                missing.append(f"{name} asks for {wanted}")
    assert missing == []


def test_every_locked_package_has_a_hash() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9._-]+(?:\[[^\]]+\])?==)", lock, flags=re.MULTILINE)[1:]
    assert len(entries) >= len(locked())
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_duckdb_is_locked_below_two() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    match = re.search(r"^duckdb==(\d+)\.", lock, re.MULTILINE)
    assert match
    assert match.group(1) == "1"


def test_the_version_is_written_once() -> None:
    text = re.escape(VERSION)
    holders = [
        str(path.relative_to(ROOT))
        for path in shipped_files()
        if path.suffix in {".py", ".toml"}
        and re.search(rf"version\w*\s*=\s*[\"']{text}[\"']", path.read_text(), re.IGNORECASE)
    ]
    assert holders == ["parsers/version.py"]


def test_imports_go_one_way() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_the_command_line_loads_nothing_heavy() -> None:
    heavy = ("dagster", "numba", "polars", "duckdb", "plotly", "great_expectations", "pyarrow")
    program = (
        "import sys, pipelines.cli as c; c.build_parser(); "
        f"print(','.join(sorted(m for m in {heavy!r} if m in sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "", done.stdout + done.stderr


def test_every_command_of_the_list_has_a_module() -> None:
    modules = {path.stem for path in (ROOT / "pipelines" / "commands").glob("*.py")} - {"__init__", "options"}
    assert modules == set(pipelines.cli.COMMANDS)


def test_dagsters_command_line_recognizes_the_project() -> None:
    from dagster_shared.utils.config import locate_dg_config_in_folder

    found = locate_dg_config_in_folder(ROOT, lambda config: config["directory_type"] == "project")
    assert found == ROOT / "pyproject.toml"
    tool = pyproject()["tool"]
    assert isinstance(tool, dict)
    project = tool["dg"]["project"]
    # what dagster-dg-core knows; it refuses any other key
    assert set(project) <= {"root_module", "code_location_name", "code_location_target_module", "defs_module"}
    definitions = importlib.import_module(project["code_location_target_module"])
    assert project["code_location_target_module"].startswith(project["root_module"] + ".")
    assert isinstance(definitions.defs, dagster.Definitions)


@pytest.mark.slow
def test_a_wheel_holds_the_data_files_of_every_package(tmp_path: Path) -> None:
    build = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
    source = tmp_path / "source"
    source.mkdir()
    for path in shipped_files():
        target = source / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=source, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    held = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    kinds = {".py", ".toml", ".tsv", ".sql", ".css", ".js", ".html", ".j2", ".jinja"}
    wanted = {
        str(path.relative_to(ROOT))
        for path in shipped_files()
        if path.relative_to(ROOT).parts[0] in PACKAGES and path.suffix in kinds
    }
    assert wanted - held == set()


def test_the_reference_pages_are_those_of_checks_columns_tables_and_commands() -> None:
    from pipelines.reference import pages

    folder = ROOT / "docs" / "reference"
    written = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    assert {"tables.md", "commands.md"} < set(written)
    assert written == pages(), "run `make docs`"
