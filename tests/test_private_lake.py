"""The lake is its owner's alone: it holds players' names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.lake_fixtures import DAY, ROOM, audit_of, house, write_day
from tests.test_privacy import promote_all
from warehouse.audits import commit_audit
from warehouse.ingest import ingest
from warehouse.lake import Lake


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_folders_and_files_of_the_lake_are_the_owners_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    files, rules = write_day(tmp_path / "in"), house(tmp_path)
    before = os.umask(mask)
    try:
        lake = Lake(tmp_path / "data" / "lake")
        (tmp_path / "data").mkdir(mode=0o755, exist_ok=True)
        (tmp_path / "data").chmod(0o755)
        ingest(lake, files, rules)
        promote_all(lake)
        commit_audit(lake, ROOM, DAY, audit_of(lake, "one"), {"audit_id": "one"})
    finally:
        os.umask(before)
    found = {path: path.stat().st_mode & 0o777 for path in [lake.root, *lake.root.rglob("*")]}
    assert {mode for path, mode in found.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in found.items() if path.is_file()} <= {0o600, 0o400}
    assert found[next((lake.root / "raw").rglob("*/*"))] == 0o400
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o755, "what is not the lake's is left as it was"
