"""The command line: what each command does, says, writes and returns."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipelines.auditing import parallel_read
from pipelines.auditing.inputs import find_inputs
from pipelines.cli import BAD_INPUT, COMMANDS, FAILED_ON, OK, main
from warehouse import tables

TABLES = (
    "hands", "seats", "events", "downs", "shuffles", "notes", "findings", "coverage", "quarantine", "payroll",
    "devices", "drops", "register", "film",
)  # fmt: skip
MAY_DIFFER = ("seconds", "hands_per_second", "peak_memory_mb")


def fails(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Runs a command that must fail with one line on stderr and no trace; returns the line."""
    capsys.readouterr()
    code = main([str(a) for a in arguments])
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("audit")]
    assert code == BAD_INPUT
    assert len(lines) == 1, lines
    assert "Traceback" not in lines[0]
    return lines[0]


def audit(out: Path, *arguments: object) -> dict[str, object]:
    assert main(["audit", *[str(a) for a in arguments], "--out", str(out)]) == OK
    summary: dict[str, object] = json.loads((out / "summary.json").read_text())
    return summary


def file_bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# -- the command itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == OK
    out = capsys.readouterr().out
    assert f"oddchip {command}" in out
    assert "example:" in out


def test_help_lists_only_commands_that_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == OK
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)


def test_an_unknown_command_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--help" in fails(capsys, "audti")


def test_no_command_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "COMMAND" in fails(capsys)


def test_a_bad_date_says_how_to_write_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "2026-01-15" in fails(capsys, "simulate", "--out", tmp_path / "x", "--date", "yesterday")


def test_an_unexpected_error_leaves_one_line_and_a_log(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_day: Path
) -> None:
    import pipelines.auditing.files_audit

    def breaks(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("the kernel divided by the number of winners")

    monkeypatch.setenv("ODDCHIP_LOGS", str(tmp_path))
    monkeypatch.setattr(pipelines.auditing.files_audit, "audit_files", breaks)
    line = fails(capsys, "audit", small_day, "--out", tmp_path / "out")
    assert "ZeroDivisionError" in line
    assert "Traceback" in next(tmp_path.glob("*.log")).read_text()


# -- audit ---------------------------------------------------------------------------------------------------------


def test_audit_writes_every_table_by_its_schema(small_day: Path, tmp_path: Path) -> None:
    summary = audit(tmp_path / "out", small_day)
    written = {p.stem for p in (tmp_path / "out").glob("*.parquet")}
    assert written == set(TABLES)
    for name in TABLES:
        assert pq.read_schema(tmp_path / "out" / f"{name}.parquet").names == tables.ALL[name].names
    hands = pq.read_table(tmp_path / "out" / "hands.parquet")
    findings = pq.read_table(tmp_path / "out" / "findings.parquet")
    assert summary["hands_read"] == len(hands) > 0
    assert hands["gaming_date"].null_count == 0
    counts = summary["findings"]
    assert isinstance(counts, dict)
    assert sum(counts.values()) == len(findings) > 0
    assert set(findings["audit_id"].to_pylist()) == {summary["audit_id"]}


def test_a_hand_is_evaluated_where_a_rule_in_force_speaks(small_day: Path, tmp_path: Path) -> None:
    known = audit(tmp_path / "known", small_day)
    assert known["hands_evaluated"] == known["hands_read"]
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text('[room.elsewhere]\nrulebooks = ["tda-2013"]\ntimezone = "UTC"\n')
    unknown = audit(tmp_path / "unknown", small_day, "--house", elsewhere)
    assert (unknown["hands_read"], unknown["hands_evaluated"]) == (known["hands_read"], 0)
    by_rulebook = audit(tmp_path / "by-rulebook", *small_day.glob("*.jsonl"), "--rulebook", "wsop-live-2017")
    assert by_rulebook["hands_evaluated"] == known["hands_read"]
    assert known["hands_without_rule"] == by_rulebook["hands_without_rule"] == {}
    assert list(unknown["hands_without_rule"].values()) == [known["hands_read"]]  # type: ignore[attr-defined]


def test_hands_that_no_rule_governs_are_counted_with_the_reason(
    small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next(small_day.glob("*.hands.jsonl*"))
    hand = json.loads(next(line for line in log.read_text().splitlines() if '"hand"' in line))
    lines = [{**hand, "tournament": {"event": "43"}}, {**hand, "hand": "another"}]
    (tmp_path / "both.hands.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    summary = audit(tmp_path / "out", tmp_path / "both.hands.jsonl", "--rulebook", "wsop-live-2017")
    assert (summary["hands_read"], summary["hands_evaluated"]) == (2, 1)
    ((why, count),) = summary["hands_without_rule"].items()  # type: ignore[attr-defined]
    assert count == 1
    assert why.startswith("wsop-live-2017 does not speak of tournaments; rulebooks that do are ")
    assert "wsop-dealer-2018" in why and "caesars-live" not in why
    assert f"no rule governs 1 hand: {why}" in capsys.readouterr().out


def test_the_summary_has_every_figure_of_the_contract(small_day: Path, tmp_path: Path) -> None:
    summary = audit(tmp_path / "out", small_day)
    for key in ("hands_read", "hands_evaluated", "hands_quarantined", "findings", "inputs", "audit_id", "versions"):
        assert key in summary
    for key in ("seconds", "hands_per_second"):
        figures = summary[key]
        assert isinstance(figures, dict)
        assert {"parse", "replay", "checks", "write", "total"} <= figures.keys()
    assert isinstance(summary["peak_memory_mb"], float)


def test_two_audits_of_the_same_files_are_the_same_bytes(small_day: Path, tmp_path: Path) -> None:
    audit(tmp_path / "a", small_day)
    # other order on the command line, other folder, another name for a copy
    other = tmp_path / "copy"
    other.mkdir()
    for path in small_day.iterdir():
        shutil.copy(path, other / path.name)
    files = sorted(other.iterdir(), reverse=True)
    audit(
        tmp_path / "b",
        *[p for p in files if p.name not in ("labels.parquet", "house.toml")],
        "--house",
        other / "house.toml",
    )
    a, b = file_bytes(tmp_path / "a"), file_bytes(tmp_path / "b")
    first, second = json.loads(a.pop("summary.json")), json.loads(b.pop("summary.json"))
    assert a == b
    for key in MAY_DIFFER:
        first.pop(key), second.pop(key)
    assert first == second


@pytest.mark.parametrize("pool_bytes", [0, parallel_read.POOL_BYTES])
def test_more_processes_give_the_same_bytes(
    small_day: Path, tmp_path: Path, pool_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_read, "POOL_BYTES", pool_bytes)
    audit(tmp_path / "a", small_day)
    audit(tmp_path / "b", small_day, "--jobs", 2)
    a, b = file_bytes(tmp_path / "a"), file_bytes(tmp_path / "b")
    assert {name: data for name, data in a.items() if name != "summary.json"} == {
        name: data for name, data in b.items() if name != "summary.json"
    }


def test_the_same_bytes_twice_are_audited_once(small_day: Path, tmp_path: Path) -> None:
    day = tmp_path / "day"
    shutil.copytree(small_day, day)
    log = next(day.glob("*.hands.jsonl*"))
    shutil.copy(log, day / f"zz-{log.name}")
    once, twice = audit(tmp_path / "a", small_day), audit(tmp_path / "b", day)
    assert twice["hands_read"] == once["hands_read"]
    assert twice["findings"] == once["findings"]
    assert len(find_inputs([day]).repeated) == 1


def test_a_line_repeated_word_for_word_counts_once(small_day: Path, tmp_path: Path) -> None:
    day = tmp_path / "day"
    shutil.copytree(small_day, day)
    log = next(p for p in day.glob("*.hands.jsonl"))
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines, lines[0], lines[-1]]))
    once, twice = audit(tmp_path / "a", small_day), audit(tmp_path / "b", day)
    assert twice["hands_read"] == once["hands_read"]
    assert twice["findings"] == once["findings"]


def test_an_audit_needs_a_house_file_or_a_rulebook(
    small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next(small_day.glob("*.hands.jsonl*"))
    line = fails(capsys, "audit", log, "--out", tmp_path / "out")
    assert "--house" in line
    assert "--rulebook" in line
    assert not (tmp_path / "out").exists()


def test_an_audit_by_a_rulebook_alone_works(small_day: Path, tmp_path: Path) -> None:
    log = next(small_day.glob("*.hands.jsonl*"))
    summary = audit(tmp_path / "out", log, "--rulebook", "wsop-live-2017")
    assert isinstance(summary["hands_read"], int)
    assert summary["hands_read"] > 0


def test_an_unknown_rulebook_names_those_that_are_there(
    small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = fails(capsys, "audit", small_day, "--out", tmp_path / "out", "--rulebook", "hoyle")
    assert "wsop-live-2017" in line


def test_fail_on_error_exits_1_when_there_is_one(small_day: Path, tmp_path: Path) -> None:
    assert main(["audit", str(small_day), "--out", str(tmp_path / "out"), "--fail-on", "error"]) == FAILED_ON


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.hands.jsonl", b""),
        ("garbage.hands.jsonl", bytes(range(256)) * 64),
        ("truncated.hands.jsonl", b'{"v":1,"room":"rio","table":"1","hand":"1-1","ga'),
        ("utf16.hands.jsonl", '{"v":1}\n'.encode("utf-16")),
        ("noise.hands.jsonl.gz", b"this is not gzip"),
        ("noise.hands.jsonl.zst", b"\x28\xb5\x2f\xfdnot quite"),
        ("empty.downs.csv", b""),
        ("garbage.shuffler.csv", b"\xff\xfe\x00,,,\n1\n"),
    ],
)
def test_bad_files_go_to_quarantine_and_the_rest_is_audited(
    small_day: Path, tmp_path: Path, name: str, content: bytes
) -> None:
    day = tmp_path / "day"
    shutil.copytree(small_day, day)
    (day / name).write_bytes(content)
    before, after = audit(tmp_path / "a", small_day), audit(tmp_path / "b", day)
    assert after["hands_read"] == before["hands_read"]
    assert after["findings"] == before["findings"]
    rows = pq.read_table(tmp_path / "b" / "quarantine.parquet").to_pylist()
    assert rows
    assert {row["source_file"] for row in rows} == {name}
    assert all(row["reason"] for row in rows)


def test_a_line_too_long_is_quarantined_without_being_held(small_day: Path, tmp_path: Path) -> None:
    day = tmp_path / "day"
    shutil.copytree(small_day, day)
    log = next(day.glob("*.hands.jsonl"))
    with open(day / "long.hands.jsonl", "wb") as file:
        for _ in range(64):
            file.write(b"x" * (1 << 20))
        hand = next(line for line in log.read_bytes().splitlines(keepends=True) if b'"hand":' in line)
        file.write(b"\n" + hand.replace(b'"hand":"', b'"hand":"L'))
    before, after = audit(tmp_path / "a", small_day), audit(tmp_path / "b", day)
    assert after["hands_read"] == int(str(before["hands_read"])) + 1
    assert after["hands_quarantined"] == 1


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such file" in fails(capsys, "audit", tmp_path / "nothing.hands.jsonl", "--out", tmp_path / "out")


def test_a_file_of_no_known_kind_says_which_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.docx").write_bytes(b"x")
    assert "*.hands.jsonl" in fails(capsys, "audit", tmp_path / "notes.docx", "--out", tmp_path / "out")


def test_a_broken_house_file_is_one_line(small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "house.toml"
    house.write_text("[room.rio\n")
    assert "house.toml" in fails(capsys, "audit", small_day, "--house", house, "--out", tmp_path / "out")


def test_a_folder_with_other_files_is_not_overwritten(
    small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("keep me")
    assert "not empty" in fails(capsys, "audit", small_day, "--out", tmp_path / "mine")
    assert (tmp_path / "mine" / "letter.txt").read_text() == "keep me"


def test_a_failed_audit_leaves_the_earlier_one_and_nothing_beside_it(
    small_day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    audit(tmp_path / "out", small_day)
    before = file_bytes(tmp_path)
    import pipelines.auditing.files_audit

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pipelines.auditing.files_audit, "_write_rest", full)
    assert "No space left" in fails(capsys, "audit", small_day, "--out", tmp_path / "out")
    assert file_bytes(tmp_path) == before


# -- simulate ------------------------------------------------------------------------------------------------------


def test_simulate_gives_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    options = ["--date", "2026-01-15", "--tables", "2", "--hands", "60", "--seed", "5"]
    for name in ("a", "b"):
        assert main(["simulate", "--out", str(tmp_path / name), *options]) == OK
    assert file_bytes(tmp_path / "a") == file_bytes(tmp_path / "b")
    assert {"house.toml", "roster.csv", "labels.parquet"} <= set(file_bytes(tmp_path / "a"))


def test_simulate_by_an_unknown_rulebook_names_the_known_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = fails(capsys, "simulate", "--out", tmp_path / "x", "--date", "2026-01-15", "--rulebooks", "hoyle")
    assert "hoyle" in said and "roberts-private" in said
    assert not (tmp_path / "x").exists()


# -- reference -----------------------------------------------------------------------------------------------------


def test_rules_lists_every_check_and_explain_knows_each(capsys: pytest.CaptureFixture[str]) -> None:
    from checks.catalogue import CHECKS

    assert main(["rules"]) == OK
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == sorted(CHECKS)
    for code in CHECKS:
        assert main(["explain", code.lower()]) == OK
        assert capsys.readouterr().out.startswith(code)


def test_explain_cites_the_rulebooks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "RK01"]) == OK
    out = capsys.readouterr().out
    assert "wsop-dealer-2018" in out
    assert "p.52" in out


def test_explain_of_an_unknown_code_names_its_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert "RK01" in fails(capsys, "explain", "RK99")


def test_rulebooks_prints_values_with_citations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks"]) == OK
    assert "wsop-dealer-2018" in capsys.readouterr().out
    assert main(["rulebooks", "wsop-dealer-2018"]) == OK
    assert "[p.52]" in capsys.readouterr().out


# -- the lake ------------------------------------------------------------------------------------------------------


def test_ingest_lands_the_same_files_once(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "--data", str(data)]) == OK
    first = capsys.readouterr().out
    assert main(["ingest", "--data", str(data)]) == OK
    second = capsys.readouterr().out
    assert not first.startswith("0 files landed")
    assert second.startswith("0 files landed")


def test_a_data_folder_without_a_house_file_says_where_to_put_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / "landing").mkdir(parents=True)
    assert "house.toml" in fails(capsys, "ingest", "--data", tmp_path / "data")


def test_verify_names_the_file_that_was_changed(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    shutil.copytree(night, data)
    assert main(["verify", "--data", str(data)]) == OK
    victim = next((data / "lake" / "tables" / "findings").rglob("*.parquet"))
    content = bytearray(victim.read_bytes())
    content[len(content) // 2] ^= 1
    victim.chmod(0o644)
    victim.write_bytes(content)
    capsys.readouterr()
    assert main(["verify", "--data", str(data)]) == BAD_INPUT
    assert victim.name in capsys.readouterr().out


def test_findings_are_those_of_the_night(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["findings", "--data", str(night)]) == OK
    out = capsys.readouterr().out
    assert "2026-01-16" in out
    assert "RK01" in out
    assert any("findings on" in line for line in out.splitlines())


def test_show_marks_the_wrong_step(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from warehouse.lake import Lake

    findings = Lake(night / "lake").read("findings").to_pylist()
    finding = next(f for f in findings if f["hand"] and f["event"] is not None)
    assert main(["show", finding["hand"], "--data", str(night)]) == OK
    out = capsys.readouterr().out
    assert f"← {finding['code']}" in out
    assert finding["message"] in out


def test_show_of_an_unknown_hand_is_one_line(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such hand" in fails(capsys, "show", "nobody-1", "--data", night)


@contextlib.contextmanager
def serving(data: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "pipelines.cli", "serve", "--data", str(data), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
    try:
        assert process.stdout is not None
        assert str(port) in process.stdout.readline()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()  # a signal that nothing which ran before in this process can have blocked for its children
        process.wait(10)


def test_serve_shows_the_pages_on_loopback(night: Path) -> None:
    with serving(night) as address:
        deadline = time.monotonic() + 10
        while True:
            try:
                with urllib.request.urlopen(f"{address}/2026-01-16/index.html", timeout=5) as answer:
                    assert answer.status == 200
                    assert b"2026" in answer.read()
                    return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)


def test_serve_before_anything_is_published_says_what_to_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "oddchip nightly" in fails(capsys, "serve", "--data", tmp_path)


def test_no_kernel_of_a_log_of_hands_is_left_to_compile_while_the_clock_runs(small_day: Path) -> None:
    log = next(path for path in sorted(small_day.glob("*.jsonl")) if b'"rebuy"' in path.read_bytes())
    asked = f"""
from pathlib import Path
import pyarrow as pa
from checks.audit import Auditor, Feeds
from checks.replay import collection, counting, memory, numbering, positions, walk
from checks.law.rulebook import load_rulebooks
from parsers.handlog import read_hand_log
from parsers.house import load_house
from parsers.source import Source
from pipelines.auditing.warming import warm_up

warm_up()
kernels = [
    counting.hands_from, counting.run_sums, walk.walk, memory.walk_tables, positions.walk_buttons,
    numbering.trailing_numbers, collection.owed_time,
]
ready = {{kernel.__name__: len(kernel.signatures) for kernel in kernels}}
for batch_bytes in (20_000, 1 << 20):  # in many pieces, and in one
    auditor = Auditor(load_house(Path({str(small_day / "house.toml")!r})), load_rulebooks(), "")
    notes = []
    for parsed in read_hand_log(Source({str(log)!r}), batch_bytes):
        auditor.add(parsed.batch)
        notes.append(parsed.notes)
    auditor.finish(Feeds(notes=pa.concat_tables(notes).unify_dictionaries()))
print([kernel.__name__ for kernel in kernels if len(kernel.signatures) > ready[kernel.__name__]])
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]", done.stdout
