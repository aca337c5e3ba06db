"""`oddchip audit --tables`: what is asked for is written as it always is, nothing else is, and that is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelines.auditing.files_audit import TABLES
from pipelines.cli import BAD_INPUT, OK, main


def audited(day: Path, out: Path, *more: str) -> Path:
    assert main(["audit", str(day), "--out", str(out), *more]) == OK
    return out


@pytest.fixture(scope="module")
def whole(small_day: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return audited(small_day, tmp_path_factory.mktemp("whole") / "out")


def test_an_audit_writes_every_table_that_may_be_asked_for(whole: Path) -> None:
    assert {path.stem for path in whole.glob("*.parquet")} == set(TABLES)
    assert "tables_left_out" not in json.loads((whole / "summary.json").read_text())


@pytest.mark.parametrize(
    ("asked", "beside"),
    [("findings,coverage", {"findings.csv", "report.html"}), ("film", set()), ("seats, hands,quarantine", set())],
)
def test_what_is_asked_for_is_written_to_the_byte_and_nothing_else(
    small_day: Path, whole: Path, tmp_path: Path, asked: str, beside: set[str]
) -> None:
    out = audited(small_day, tmp_path / "out", "--tables", asked)
    names = {name.strip() for name in asked.split(",")}
    files = {path.name for path in out.iterdir()}
    assert files == {f"{name}.parquet" for name in names} | beside | {"summary.json"}
    for name in files - {"summary.json"}:
        assert (out / name).read_bytes() == (whole / name).read_bytes(), name
    summaries = [json.loads((folder / "summary.json").read_text()) for folder in (out, whole)]
    assert set(summaries[0]["tables_left_out"]) == set(TABLES) - names
    assert all(summaries[0][key] == summaries[1][key] for key in ("audit_id", "findings", "hands_evaluated"))


def test_what_was_left_out_is_said_and_whoever_needs_it_is_told(
    small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = audited(small_day, tmp_path / "out", "--tables", "findings,coverage")
    said = capsys.readouterr().out
    assert "Left out, as asked for: hands, seats" in said and "report.html" in said and "oddchip show" not in said
    for command in (["findings", "--from", str(out)], ["show", "141-000001", "--from", str(out)]):
        assert main(command) == BAD_INPUT
        assert "--tables left out hands, quarantine" in capsys.readouterr().err
    out = audited(small_day, tmp_path / "other", "--tables", "coverage")
    assert "report.html" not in capsys.readouterr().out
    out = audited(small_day, tmp_path / "enough", "--tables", "findings,hands,quarantine")
    assert main(["findings", "--from", str(out)]) == OK


@pytest.mark.parametrize(
    ("asked", "said"),
    [("findigns", "--tables findigns: no such table; did you mean findings?"), ("findings,,film", "an empty name")],
)
def test_a_table_that_there_is_not_is_named_before_anything_is_read(
    small_day: Path, tmp_path: Path, asked: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(small_day), "--out", str(tmp_path / "out"), "--tables", asked]) == BAD_INPUT
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
