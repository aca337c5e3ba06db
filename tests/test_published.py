"""What was published is in the ledger: `oddchip verify` names every page, CSV and PDF that is not as published."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.cli import BAD_INPUT, OK, main
from warehouse.lake import Lake
from warehouse.ledger import PUBLISH
from warehouse.published import check_published

DAY = "2026-01-16"


@pytest.fixture
def data(night: Path, tmp_path: Path) -> Path:
    """A copy of the night, to tamper with."""
    return Path(shutil.copytree(night, tmp_path / "data"))


def append(path: Path) -> None:
    with open(path, "ab") as file:
        file.write(b" ")


def link(path: Path) -> None:
    moved = path.parent.parent.parent / "elsewhere"
    path.rename(moved)
    path.symlink_to(moved)


def hollow(path: Path) -> None:
    """The page and its line in the list, as somebody would do it who knows of the list."""
    manifest = path.parent / "assets" / "manifest.json"
    listed = json.loads(manifest.read_text())
    path.unlink()
    del listed[path.name]
    manifest.write_text(json.dumps(listed))


def test_a_night_commits_its_pages_and_all_is_as_published(night: Path) -> None:
    state = Lake(night / "lake").snapshot()
    assert {"assets/manifest.json", f"{DAY}/assets/manifest.json", f"{DAY}/findings.csv"} <= set(state.published)
    assert check_published(Lake(night / "lake"), night / "reports") == ([], [])


@pytest.mark.parametrize(
    ("file", "tamper", "kind"),
    [
        (f"{DAY}/index.html", append, "page-changed"),
        (f"{DAY}/findings.csv", append, "page-changed"),
        (f"{DAY}/findings.parquet", append, "page-changed"),
        (f"{DAY}/summary.json", append, "page-changed"),
        (f"{DAY}/gate.html", Path.unlink, "page-missing"),
        (f"{DAY}/paper/day-letter.pdf", append, "page-changed"),
        (f"{DAY}/paper/day-a4.pdf", Path.unlink, "page-missing"),
        (f"{DAY}/assets/search.js", append, "page-changed"),
        (f"{DAY}/money.html", link, "page-changed"),
        (f"{DAY}/hands/extra.html", Path.touch, "page-added"),
        (f"{DAY}/another.csv", Path.touch, "page-added"),
        (f"{DAY}/assets/manifest.json", append, "list-changed"),
        (f"{DAY}/assets/manifest.json", Path.unlink, "list-changed"),
        ("index.html", append, "page-changed"),
        ("changes.html", Path.unlink, "page-missing"),
        ("all-days.js", append, "page-changed"),
        ("extra.html", Path.touch, "page-added"),
        ("assets/extra.js", Path.touch, "page-added"),
        ("assets/manifest.json", append, "list-changed"),
    ],
)
def test_verify_names_a_page_that_is_not_as_published(
    data: Path, capsys: pytest.CaptureFixture[str], file: str, tamper: Callable[[Path], None], kind: str
) -> None:
    tamper(data / "reports" / file)
    assert main(["verify", "--data", str(data)]) == BAD_INPUT
    told = capsys.readouterr()
    assert [line for line in told.out.splitlines() if line.startswith(f"{kind}: reports/{file}")], told.out
    assert len(told.out.splitlines()) == 1, told.out
    assert "1 of its files are not as published" in told.err


def test_a_page_taken_out_together_with_its_line_in_the_list_is_missed(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hollow(data / "reports" / DAY / "money.html")
    assert main(["verify", "--data", str(data)]) == BAD_INPUT
    assert f"list-changed: reports/{DAY}/assets/manifest.json" in capsys.readouterr().out


def test_the_script_of_the_charts_that_all_days_share_is_held_too(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (script,) = (data / "reports" / "assets").glob("plotly-*.js")
    append(script)
    assert main(["verify", "--data", str(data)]) == BAD_INPUT
    assert f"page-changed: reports/assets/{script.name}" in capsys.readouterr().out


def test_publishing_the_same_again_adds_no_entry(data: Path) -> None:
    number = Lake(data / "lake").number()
    for _ in range(2):
        assert main(["publish", "--data", str(data)]) == OK
        assert Lake(data / "lake").number() == number


def test_publishing_again_puts_right_what_was_edited(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    append(data / "reports" / DAY / "index.html")
    (data / "reports" / DAY / "findings.csv").unlink()
    number = Lake(data / "lake").number()
    assert main(["publish", "--data", str(data)]) == OK
    assert main(["verify", "--data", str(data)]) == OK
    assert Lake(data / "lake").number() == number


def test_pages_after_an_unmasking_name_the_newer_head_once(data: Path) -> None:
    lake = Lake(data / "lake")
    seats = lake.read("seats", columns=["player"])["player"].to_pylist()
    assert seats
    from pipelines.folders import Folders
    from warehouse.privacy import load_key, unmask

    unmask(lake, load_key(Folders(data).key), [], "jane", "a test")
    head = lake.head()
    for _ in range(2):
        assert main(["publish", "--data", str(data)]) == OK
        assert head in (data / "reports" / DAY / "index.html").read_text()
    # the DuckDB file, the day, and what all days share: once, however often it is published again
    assert [entry.kind for entry in lake.ledger.entries()][-4:] == ["unmask", PUBLISH, PUBLISH, PUBLISH]


def test_a_folder_that_no_commit_tells_of_is_listed_and_is_no_error(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(data / "reports" / DAY, data / "reports" / "2026-01-15")
    assert main(["verify", "--data", str(data)]) == OK
    assert "not committed: reports/2026-01-15/" in capsys.readouterr().out


def test_a_missing_folder_of_pages_is_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(data / "reports")
    assert main(["verify", "--data", str(data)]) == BAD_INPUT
    assert f"reports/{DAY}/findings.csv" in capsys.readouterr().out
