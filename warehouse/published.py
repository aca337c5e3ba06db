"""What was published: the ledger holds the SHA-256 of what lists the pages, so that an edited page can be named.

A folder of pages has a list, `assets/manifest.json`, of its files and their SHA-256. An entry of the kind `publish`
holds the SHA-256 of such lists, and of the few files that stand in none; only what changed since the entry before.
Paths are those within `reports/`. What starts with a dot is of the machinery (locks, who was told) and not published.
An entry of the same kind holds the SHA-256 of each `warehouse.duckdb` as it was built.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Final

import duckdb

from warehouse.duck import build_duckdb
from warehouse.files import Json, sha256_of_file
from warehouse.lake import WAREHOUSE, Draft, Lake, Problem, Snapshot
from warehouse.ledger import PUBLISH, Entry
from warehouse.privacy import Pseudonyms

MANIFEST: Final = "assets/manifest.json"
_AGAIN: Final = "`oddchip publish --date D` writes the pages of a day again from the lake"


def commit_published(lake: Lake, reports: Path, paths: Iterable[str]) -> Entry | None:
    """Commits what these files of `reports` hold now. None where the ledger says the same already."""
    found = {path: sha256_of_file(reports / path) for path in sorted(paths)}

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        new: dict[str, Json] = {p: sha for p, sha in found.items() if snapshot.published.get(p, ("", 0))[0] != sha}
        return Draft(PUBLISH, meta={"published": new}) if new else None

    return lake.commit(prepare)


def build_published(lake: Lake, path: Path, pseudonyms: Pseudonyms) -> Path:
    """The DuckDB file, built beside, committed and swapped in. One that was made of the very same is left alone."""
    made_of = ""

    def stands() -> bool:
        nonlocal made_of
        made_of = _made_of(lake, pseudonyms)
        known = lake.snapshot().warehouse_made_of
        return known is not None and known[1] == made_of and path.is_file() and sha256_of_file(path) == known[0]

    def finished(beside: Path) -> None:  # the commit first: what lies there was always committed
        digest: list[Json] = [sha256_of_file(beside), made_of]
        lake.commit(lambda snapshot, folder: Draft(PUBLISH, meta={"published": {}, WAREHOUSE: digest}))

    return build_duckdb(lake, path, pseudonyms=pseudonyms, finished=finished, stands=stands)


def _made_of(lake: Lake, pseudonyms: Pseudonyms) -> str:
    """Tells what a DuckDB file is made of: the state of the lake, the key of the pseudonyms, and our code."""
    code = hashlib.sha256()
    for source in sorted(path for path in Path(__file__).parent.rglob("*") if path.suffix in (".py", ".sql")):
        code.update(source.name.encode() + b"\0" + source.read_bytes())
    said = (*lake.head_to_print(), pseudonyms.fingerprint, code.hexdigest(), duckdb.__version__)
    return hashlib.sha256(repr(said).encode()).hexdigest()


def check_warehouse(lake: Lake, path: Path) -> tuple[list[Problem], list[str]]:
    """What is wrong with the DuckDB file, and what is worth saying of it: it may be deleted and built again."""
    try:
        found = sha256_of_file(path)  # before the ledger is read: a build is committed before it is put in place
    except FileNotFoundError:
        return [], [f"{path.name} is not there, which is no tampering: `oddchip publish` builds it again from the lake"]
    except OSError as error:
        message = f"it is no plain file to read: {error.strerror}"
        return [Problem("warehouse-changed", path.name, None, message)], []
    state = Snapshot()
    for entry in lake.ledger.check()[0]:
        state.apply(entry)
    if not state.warehouse:
        return [], [f"not committed: {path.name}: an older version built it; `oddchip publish` builds it again"]
    if found in state.warehouse:
        return [], []
    newest = max(state.warehouse.values())
    message = "its bytes are those of no build that was committed: it was edited; delete it and run `oddchip publish`"
    return [Problem("warehouse-changed", path.name, newest, message)], []


def check_published(lake: Lake, reports: Path) -> tuple[list[Problem], list[str]]:
    """What is not as it was published, by path within `reports`; and the folders of which no commit tells."""
    state = Snapshot()
    for entry in lake.ledger.check()[0]:
        state.apply(entry)
    there, uncommitted = _there(reports), set()
    expected, problems = _expected(state, reports)
    for path, (sha256, commit) in sorted(expected.items()):
        problem = _check(reports, path, sha256, commit)
        if problem is not None:
            problems.append(problem)
    for path in sorted(there - set(expected)):
        folder = _folder(path)
        retired = state.retired_pages.get(folder)
        if f"{folder}{MANIFEST}" in state.published:
            message = f"no publishing wrote this file; look at it and take it away, or keep it elsewhere; {_AGAIN}"
            problems.append(Problem("page-added", f"reports/{path}", None, message))
        elif retired is not None:
            message = f"commit {retired} retired it, and it is still there; run `oddchip retain` again"
            problems.append(Problem("page-retired", f"reports/{path}", retired, message))
        else:
            uncommitted.add(f"reports/{folder}")
    return sorted(set(problems), key=lambda p: (p.path, p.kind)), sorted(uncommitted)


def _expected(state: Snapshot, reports: Path) -> tuple[dict[str, tuple[str, int]], list[Problem]]:
    """Every published file with its SHA-256 and the commit that vouches for it, as far as the lists can be believed."""
    expected, problems = dict(state.published), []
    for path, (sha256, commit) in state.published.items():
        if not path.endswith(MANIFEST):
            continue
        folder, listed = _folder(path), _listed(reports / path, sha256)
        if listed is None:
            message = f"it is not as published, so no page of its folder can be vouched for; {_AGAIN}"
            problems.append(Problem("list-changed", f"reports/{path}", commit, message))
            expected.pop(path)
            # Without the list nobody can say which file is extra: the list's own problem stands for all of them.
            expected |= {p: ("", commit) for p in _there(reports) if _folder(p) == folder and p not in expected}
            continue
        for name, digest in listed.items():
            expected.setdefault(posixpath.normpath(f"{folder}{name}"), (digest, commit))
    return expected, problems


def _listed(path: Path, sha256: str) -> dict[str, str] | None:
    """The list, or None where it is not the one that was committed."""
    try:
        data = path.read_bytes() if sha256_of_file(path) == sha256 else None
    except OSError:
        return None
    return None if data is None else {str(name): str(digest) for name, digest in json.loads(data).items()}


def _check(reports: Path, path: str, sha256: str, commit: int) -> Problem | None:
    if not sha256:
        return None
    try:
        if sha256_of_file(reports / path) == sha256:
            return None
    except FileNotFoundError:
        return Problem("page-missing", f"reports/{path}", commit, f"the file is gone; {_AGAIN}")
    except OSError as error:  # a link among them
        return Problem("page-changed", f"reports/{path}", commit, f"it is no plain file to read: {error.strerror}")
    return Problem("page-changed", f"reports/{path}", commit, f"its bytes are not those that were published; {_AGAIN}")


def _there(reports: Path) -> set[str]:
    """Every file and link under `reports`, but for those whose names start with a dot."""
    found = set()
    for folder, names, files in os.walk(reports):
        inside = Path(folder).relative_to(reports)
        links = [name for name in names if (Path(folder) / name).is_symlink()]
        found |= {(inside / name).as_posix() for name in [*files, *links] if not name.startswith(".")}
    return found


def _folder(path: str) -> str:
    """The folder of a day, with a slash behind it; empty for what belongs to all days."""
    first, slash, _ = path.partition("/")
    try:
        date.fromisoformat(first)
    except ValueError:
        return ""
    return f"{first}/" if slash else ""
