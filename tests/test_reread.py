"""`oddchip ingest --again`: what an older version could not read lands as if it had been read when it came."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parsers import quarantine
from tests.lake_fixtures import DAY, ROOM, hand, house, write_lines
from tests.test_standing import buttons, land
from warehouse import ingest as landing
from warehouse.files import copy_and_hash
from warehouse.ingest import ingest
from warehouse.lake import Lake, LakeError
from warehouse.reread import read_again


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path / "lake")


def land_blindly(lake: Lake, tmp_path: Path, name: str, lines: list[str]) -> None:
    """Lands a file as a version did that could read no line of it."""
    folder = tmp_path / "blind"
    folder.mkdir(exist_ok=True)
    file = write_lines(folder / name, lines)

    def unread(self: landing.LandingRun, feed: str | None, path: Path, sha256: str) -> None:
        reason = "this version does not know these words"
        self.quarantine += [
            quarantine.QuarantineRow(name, sha256, number, None, reason, line) for number, line in enumerate(lines, 1)
        ]

    with pytest.MonkeyPatch.context() as older:
        older.setattr(landing.LandingRun, "_read", unread)
        ingest(lake, [file], house(tmp_path))


def test_what_could_not_be_read_then_lands_now_and_leaves_quarantine(lake: Lake, tmp_path: Path) -> None:
    land_blindly(lake, tmp_path, "t.hands.jsonl", [hand(0), hand(1), "this is no hand"])
    assert (len(lake.read("hands", staged=True)), len(lake.read("quarantine"))) == (0, 3)
    report = read_again(lake, house(tmp_path))
    assert (report.files_landed, report.hands, report.quarantined) == (1, 2, 1)
    (row,) = lake.read("quarantine").to_pylist()
    assert (row["line"], row["raw"]) == (3, "this is no hand")
    assert lake.pending() == [(DAY, ROOM)], "the gate has to see it"
    assert lake.verify() == []


def test_again_changes_nothing_where_nothing_is_read_otherwise(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0), hand(1), "this is no hand"])
    before = (lake.number(), lake.read("quarantine").to_pylist())
    report = read_again(lake, house(tmp_path))
    assert (report.files_landed, report.hands, report.commit) == (1, 0, None)
    assert (lake.number(), lake.read("quarantine").to_pylist()) == before


def test_a_line_that_is_read_at_last_does_not_take_the_place_of_its_correction(lake: Lake, tmp_path: Path) -> None:
    land_blindly(lake, tmp_path, "t.hands.jsonl", [hand(0, button=4)])
    land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0, button=5)])
    read_again(lake, house(tmp_path))
    assert len(lake.read("hands", staged=True)) == 2
    waiting = [path for path, live in lake.snapshot().files.items() if live.staged]
    from warehouse.lake import Draft

    lake.commit(lambda snapshot, work: Draft("promote", promoted=waiting))
    assert [button for _, button in buttons(lake)] == [5]


def test_a_line_that_was_corrected_does_not_come_back(lake: Lake, tmp_path: Path) -> None:
    for button in (4, 5):
        land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0, button=button)])
    assert read_again(lake, house(tmp_path)).commit is None
    assert [button for _, button in buttons(lake)] == [5]


def test_a_raw_file_that_is_not_as_it_came_stops_it(lake: Lake, tmp_path: Path) -> None:
    land(lake, tmp_path / "in", "t.hands.jsonl", [hand(0)])
    (raw,) = [one for one in lake.snapshot().raw.values() if one.name == "t.hands.jsonl"]
    path = lake.root / raw.path
    path.chmod(0o600)
    path.write_text(json.dumps({}))
    with pytest.raises(LakeError, match="not as it came"):
        read_again(lake, house(tmp_path))


@pytest.mark.parametrize("packed", [False, True])
def test_a_read_error_on_our_own_copy_stops_the_landing_and_quarantines_nothing(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    import errno
    import io

    import pyarrow as pa

    name = "t.hands.jsonl.zst" if packed else "t.hands.jsonl"
    content = f"{hand(0)}\n{hand(1)}\n".encode()
    file = tmp_path / name
    file.write_bytes(pa.compress(content, codec="zstd", asbytes=True) if packed else content)
    import builtins

    real = builtins.open

    class Failing(io.FileIO):
        reads = 0

        def read(self, size: int = -1) -> bytes:  # type: ignore[override]
            self.reads += 1
            if self.reads > 1:
                raise OSError(errno.EIO, "Input/output error")
            return super().read(size) or b""

        def readinto(self, room: object) -> int:  # type: ignore[override]
            raise OSError(errno.EIO, "Input/output error")

    def failing(path: object, mode: str = "r", *args: object, **options: object) -> object:
        if mode == "rb" and "alias-" in str(path):
            return Failing(str(path), "rb")
        return real(path, mode, *args, **options)  # type: ignore[call-overload]

    with monkeypatch.context() as broken:
        broken.setattr("parsers.source.open", failing, raising=False)
        with pytest.raises(OSError, match="Input/output error"):
            ingest(lake, [file], house(tmp_path))
    assert lake.number() == 0
    assert ingest(lake, [file], house(tmp_path)).hands == 2
    assert len(lake.read("quarantine")) == 0
    assert copy_and_hash(file, tmp_path / "copy")[0] in {sha for sha, _ in lake.snapshot().landed}
