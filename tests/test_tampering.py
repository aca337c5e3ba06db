"""What `oddchip verify` sees: thirty ways and more to tamper with a night, with and without a head noted elsewhere.

The table says what docs/operating.md says: whoever has the key and the disk can make a history that is right in itself,
and only a head elsewhere shows it. Everything else is named without one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.cli import BAD_INPUT, OK, main
from pipelines.folders import Folders
from pipelines.night.nightly import open_lake
from warehouse.lake import Draft, Lake
from warehouse.signing import SigningKey

DAY = "2026-01-16"
Tamper = Callable[[Path], None]


@pytest.fixture(scope="module")
def noted(night: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The night with its heads noted elsewhere too, and a copy of it as it was before its last commit."""
    root = tmp_path_factory.mktemp("noted")
    data = Path(shutil.copytree(night, root / "data"))
    (data / "nightly.toml").write_text('[head]\ncopy_to = "../elsewhere.jsonl"\n')
    for number in range(2):
        open_lake(Folders(data)).commit(lambda snapshot, folder, n=number: Draft("test", meta={"n": n}))  # type: ignore[misc]
        copied(data, root / f"before-{number}")
    return data


def copied(night: Path, target: Path) -> Path:
    """A copy in no time: the large files are the same files under a second name. A test replaces them, never edits."""

    def one(source: str, place: str) -> None:
        parts = Path(source).relative_to(night).parts
        is_large = parts[0] in ("reports", "warehouse.duckdb") or parts[:2] in (("lake", "raw"), ("lake", "tables"))
        (os.link if is_large and parts[-1] != "manifest.json" else shutil.copy2)(source, place)

    return Path(shutil.copytree(night, target, copy_function=one))


# -- the lake --------------------------------------------------------------------------------------------------------


def table(data: Path) -> Path:
    return max((data / "lake" / "tables" / "hands").rglob("*.parquet"))


def raw(data: Path) -> Path:
    return max(path for path in (data / "lake" / "raw").rglob("*") if path.is_file())


def entries(data: Path) -> list[Path]:
    return sorted((data / "lake" / "ledger").glob("0*.json"))


def rewrite(path: Path, change: Callable[[bytes], bytes]) -> None:
    content = change(path.read_bytes())
    path.unlink()
    path.write_bytes(content)


def flip(path: Path) -> None:
    rewrite(path, lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :])


def longer(path: Path) -> None:
    rewrite(path, lambda data: data + b" ")


def shorter(path: Path) -> None:
    rewrite(path, lambda data: data[:-1])


def linked(path: Path) -> None:
    moved = path.with_name("moved")
    path.rename(moved)
    path.symlink_to(moved)


def swap(one: Path, other: Path) -> None:
    left, right = one.read_bytes(), other.read_bytes()
    rewrite(one, lambda _: right)
    rewrite(other, lambda _: left)


def sealed(item: dict[str, object]) -> bytes:
    """An entry as the ledger writes it, its seal made anew."""
    body = {key: value for key, value in item.items() if key != "hash"}

    def spelled(what: object) -> bytes:
        return json.dumps(what, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    return spelled({**body, "hash": hashlib.sha256(spelled(body)).hexdigest()})


def reseal(path: Path) -> None:
    item = json.loads(path.read_bytes())
    item["recorded_at"] = "2001" + item["recorded_at"][4:]
    rewrite(path, lambda _: sealed(item))


def another_history(data: Path) -> None:
    """The whole chain sealed anew with one entry changed: right in itself, and not what was signed."""
    parent = "0" * 64
    for path in entries(data):
        item = json.loads(path.read_bytes())
        item["parent"] = parent
        if path.name == "00000002.json":
            item["meta"] = {**item["meta"], "said": "otherwise"}
        rewrite(path, lambda _, item=item: sealed(item))  # type: ignore[misc]
        parent = json.loads(path.read_bytes())["hash"]
    head(data, len(entries(data)), parent)


def head(data: Path, number: int, digest: str) -> None:
    text = json.dumps({"hash": digest, "number": number}, separators=(",", ":")) + "\n"
    (data / "lake" / "ledger" / "HEAD.json").write_text(text)


def cut(data: Path, count: int) -> None:
    for path in entries(data)[-count:]:
        path.unlink()
    last = entries(data)[-1]
    head(data, int(last.stem), json.loads(last.read_bytes())["hash"])


def emptied(data: Path) -> None:
    shutil.rmtree(data / "lake")
    (data / "lake").mkdir()


def unsigned(data: Path) -> None:
    lake = Lake(data / "lake")
    for _ in range(2):
        lake.commit(lambda snapshot, folder: Draft("forged"))


# -- what lies beside it ---------------------------------------------------------------------------------------------


def another_key(data: Path) -> None:
    (data / "signing.pub").write_text(SigningKey("oddchip.local/other", b"o" * 32).public.text + "\n")


def no_keys(data: Path) -> None:
    for name in ("signing.pub", "signing.key"):
        (data / name).unlink()


def older_checkpoint(data: Path) -> None:
    shutil.copy(data.parent / "older-checkpoint", data / "checkpoint")


def signed_again(data: Path) -> None:
    """Another history, signed with the key: whoever has it and the disk."""
    another_history(data)
    shutil.rmtree(data / "reports")
    (data / "warehouse.duckdb").unlink()
    for name in ("checkpoint", "signing.pub"):
        (data / name).unlink()
    elsewhere = (data / "nightly.toml").read_bytes() if (data / "nightly.toml").exists() else None
    (data / "nightly.toml").unlink(missing_ok=True)
    open_lake(Folders(data)).compare_heads()
    if elsewhere is not None:
        (data / "nightly.toml").write_bytes(elsewhere)


def never_signed(data: Path) -> None:
    """Another history, and nothing left of what was signed, as if an older version had made it."""
    another_history(data)
    for name in ("checkpoint", "signing.pub", "signing.key"):
        (data / name).unlink()


def yesterday(data: Path) -> None:
    """The whole data folder as it was before the last commit."""
    shutil.rmtree(data)
    shutil.copytree(data.parent / "yesterday", data)


def list_changed(data: Path) -> None:
    """A page edited together with its line in the list, as somebody would do it who knows of the list."""
    folder = data / "reports" / DAY
    longer(folder / "money.html")
    listed = json.loads((folder / "assets" / "manifest.json").read_text())
    listed["money.html"] = hashlib.sha256((folder / "money.html").read_bytes()).hexdigest()
    (folder / "assets" / "manifest.json").write_text(json.dumps(listed))


def report(name: str, tamper: Callable[[Path], None]) -> Tamper:
    return lambda data: tamper(data / "reports" / DAY / name)


NAMED: dict[str, tuple[Tamper, str]] = {
    "a table's file with one bit turned": (lambda data: flip(table(data)), "file-changed"),
    "a table's file made longer": (lambda data: longer(table(data)), "file-changed"),
    "a table's file cut short": (lambda data: shorter(table(data)), "file-truncated"),
    "a table's file deleted": (lambda data: table(data).unlink(), "file-missing"),
    "a table's file made a link": (lambda data: linked(table(data)), "file-changed"),
    "a table's file put in another's place": (
        lambda data: swap(table(data), max((data / "lake" / "tables" / "seats").rglob("*.parquet"))), "file-",
    ),
    "a table's file added": (lambda data: table(data).with_name("x.parquet").touch(), "file-stray"),
    "a raw file edited": (lambda data: flip(raw(data)), "file-changed"),
    "a raw file deleted": (lambda data: raw(data).unlink(), "file-missing"),
    "a raw file added": (lambda data: raw(data).with_name("x").touch(), "file-stray"),
    "an entry edited": (lambda data: flip(entries(data)[2]), "entry-changed"),
    "an entry edited and sealed again": (lambda data: reseal(entries(data)[2]), "chain-broken"),
    "the last entry edited and sealed again": (lambda data: reseal(entries(data)[-1]), "head-changed"),
    "an entry deleted": (lambda data: entries(data)[2].unlink(), "entry-missing"),
    "the last entry deleted": (lambda data: entries(data)[-1].unlink(), "entry-missing"),
    "two entries swapped": (lambda data: swap(entries(data)[1], entries(data)[2]), "entry-moved"),
    "a file put into the ledger": (lambda data: (data / "lake" / "ledger" / "x").touch(), "file-stray"),
    "the ledger's head edited": (lambda data: head(data, 1, "0" * 64), "head-changed"),
    "the chain cut by one entry, head and all": (lambda data: cut(data, 1), "head-rolled-back"),
    "the chain cut by three entries, head and all": (lambda data: cut(data, 3), "head-rolled-back"),
    "the chain sealed anew from end to end": (another_history, "head-rewritten"),
    "the lake emptied": (emptied, "head-rolled-back"),
    "entries put behind the chain": (unsigned, "head-unsigned"),
    "the signed head edited": (lambda data: flip(data / "checkpoint"), "head-changed"),
    "the signed head deleted": (lambda data: (data / "checkpoint").unlink(), "head-changed"),
    "an older signed head put back": (older_checkpoint, "head-unsigned"),
    "the public key put in another's place": (another_key, "head-changed"),
    "both keys deleted": (no_keys, "head-changed"),
    "a page edited": (report("index.html", longer), "page-changed"),
    "a page deleted": (report("money.html", Path.unlink), "page-missing"),
    "a page added": (report("extra.html", Path.touch), "page-added"),
    "a page edited with its line in the list": (list_changed, "list-changed"),
    "the CSV edited": (report("findings.csv", flip), "page-changed"),
    "the Parquet file of findings edited": (report("findings.parquet", flip), "page-changed"),
    "the summary edited": (report("summary.json", flip), "page-changed"),
    "a PDF edited": (report("paper/day-letter.pdf", flip), "page-changed"),
    "the DuckDB file edited": (lambda data: flip(data / "warehouse.duckdb"), "warehouse-changed"),
}  # fmt: skip

# What only a head elsewhere shows, as docs/operating.md says.
ONLY_ELSEWHERE: dict[str, tuple[Tamper, str]] = {
    "another history, signed with the key": (signed_again, "head-rewritten"),
    "another history, and nothing left that was signed": (never_signed, "head-rewritten"),
    "the whole data folder as it was yesterday": (yesterday, "head-rolled-back"),
}

# What is done to the second place itself.
SECOND_PLACE: dict[str, tuple[Tamper, str]] = {
    "the heads elsewhere emptied": (lambda place: rewrite(place, lambda _: b""), "head-copy"),
    "the heads elsewhere deleted": (Path.unlink, "head-copy"),
    "the last head elsewhere deleted": (
        lambda place: rewrite(place, lambda data: b"".join(data.splitlines(keepends=True)[:-1])), "head-copy",
    ),
    "a head elsewhere edited": (
        lambda place: rewrite(
            place, lambda data: re.sub(rb'"hash": "[0-9a-f]{8}', b'"hash": "01234567', data, count=1)
        ),
        "head-rewritten",
    ),
    "a head elsewhere made unreadable": (
        lambda place: rewrite(place, lambda data: data.replace(b'"hash": "', b'"hash": "0', 1)), "head-copy",
    ),
    "a signature elsewhere edited": (
        lambda place: rewrite(place, lambda data: data.replace(b"oddchip.local/", b"oddchip.lokal/", 1)), "head-copy",
    ),
    "an older head noted behind a newer one": (
        lambda place: rewrite(place, lambda data: data + data.splitlines(keepends=True)[0]), "head-copy",
    ),
}  # fmt: skip


@pytest.fixture(params=["without a head elsewhere", "with a head elsewhere"])
def data(request: pytest.FixtureRequest, noted: Path, tmp_path: Path) -> Path:
    """A copy of the night to tamper with, beside it as it was a commit and two commits before."""
    found = copied(noted, tmp_path / "data")
    copied(noted.parent / "before-0", tmp_path / "yesterday")
    elsewhere = noted.parent / "elsewhere.jsonl"
    first = json.loads(elsewhere.read_text().splitlines()[0])
    (tmp_path / "older-checkpoint").write_text(first["checkpoint"])
    for folder in (found, tmp_path / "yesterday"):
        if request.param.startswith("without"):
            (folder / "nightly.toml").unlink()
        else:
            shutil.copy(elsewhere, tmp_path / "elsewhere.jsonl")
    return found


def verified(data: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["verify", "--data", str(data)])
    told = capsys.readouterr()
    assert "Traceback" not in told.err and "unexpected" not in told.err, told.err
    return code, told.out


def test_there_are_thirty_kinds_and_more() -> None:
    assert len(NAMED) >= 30


def test_nothing_is_named_where_nothing_was_touched(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(data, capsys)[0] == OK


@pytest.mark.parametrize("name", NAMED)
def test_tampering_is_named(name: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tamper, kind = NAMED[name]
    tamper(data)
    code, told = verified(data, capsys)
    assert code == BAD_INPUT, told
    assert kind in told, told


@pytest.mark.parametrize("name", ONLY_ELSEWHERE)
def test_what_the_key_and_the_disk_can_do_is_seen_from_elsewhere_alone(
    name: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper, kind = ONLY_ELSEWHERE[name]
    has_place = (data / "nightly.toml").exists()
    tamper(data)
    code, told = verified(data, capsys)
    assert (kind in told) == has_place, told
    assert code == BAD_INPUT if has_place else "head-" not in told, told


@pytest.mark.parametrize("data", ["with a head elsewhere"], indirect=True)
@pytest.mark.parametrize("name", SECOND_PLACE)
def test_tampering_with_the_second_place_is_named(name: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tamper, kind = SECOND_PLACE[name]
    tamper(data.parent / "elsewhere.jsonl")
    code, told = verified(data, capsys)
    assert kind in told, told
    assert code == BAD_INPUT, told


@pytest.mark.parametrize("data", ["with a head elsewhere"], indirect=True)
def test_a_duckdb_file_that_was_deleted_is_no_tampering(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = Path(shutil.copytree(data, data.parent / "own"))  # files of its own: publishing writes them
    (data / "warehouse.duckdb").unlink()
    code, told = verified(data, capsys)
    assert code == OK
    assert "which is no tampering" in told
    assert main(["publish", "--data", str(data)]) == OK
    assert verified(data, capsys)[0] == OK
