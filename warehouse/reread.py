"""Raw files read once more, after an upgrade that reads what could not be read before.

What is read now and was not then lands as if it had been read when its file came, so that a later correction still
corrects it. Quarantine says of each file what it says now. A line that landed stays as it was read.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from parsers.detect import feed_of
from parsers.house import House
from parsers.quarantine import rows_to_table
from warehouse import parquet
from warehouse.files import sha256_of_file
from warehouse.ingest import IngestReport, Known, LandingRun, landing_run
from warehouse.lake import Draft, Lake, LakeError, PendingFile, Snapshot
from warehouse.ledger import RawFile

NO_ROWS: Final = ("house", "rulebook")  # they are read with every night as they are now


def read_again(
    lake: Lake, house: House, progress: Callable[[str], None] | None = None, who: str | None = None
) -> IngestReport:
    """Reads every raw file of the lake again, in the order in which they came; one commit, or none."""
    with landing_run(lake, house) as landing:
        landing.who = who
        landing.known = Known(lake, ever=True)  # what was corrected since must not come back as the last word
        snapshot = landing.snapshot
        landing.groups = max((live.file.group or 0 for live in snapshot.files.values()), default=0)
        seen: set[tuple[str, str]] = set()
        for entry in lake.ledger.entries()[: snapshot.number]:
            raw = [one for one in entry.raw if _wanted(one, snapshot, seen)]
            if raw:
                landing.landed = entry.number
                landing.read_all([_arrived(lake, one) for one in raw], progress)
                landing.flush()
        landing.landed = None
        return _commit(landing, {sha256 for sha256, _ in seen})


def _wanted(raw: RawFile, snapshot: Snapshot, seen: set[tuple[str, str]]) -> bool:
    if raw.path in snapshot.retired or feed_of(raw.name) in NO_ROWS or (raw.sha256, raw.name) in seen:
        return False
    seen.add((raw.sha256, raw.name))
    return True


def _arrived(lake: Lake, raw: RawFile) -> tuple[str | None, str, str, Path]:
    path = lake.root / raw.path
    if not path.is_file() or sha256_of_file(path) != raw.sha256:
        raise LakeError(
            f"{raw.path} ({raw.name}): it is not as it came; run `oddchip verify` and restore it from a copy"
        )
    return feed_of(raw.name), raw.name, raw.sha256, path


def _commit(landing: LandingRun, read: set[str]) -> IngestReport:
    lake, report = landing.lake, landing.report
    told = parquet.sort(rows_to_table(landing.quarantine), "quarantine")
    report.quarantined = len(told)

    def prepare(snapshot: Snapshot, folder: Path) -> Draft | None:
        draft = landing.draft()
        draft.meta["again"] = len(read)
        draft.files += _quarantine(lake, snapshot, read, told, folder, draft)
        return draft if draft.files or draft.removed else None

    entry = lake.commit(prepare)
    report.commit = None if entry is None else entry.number
    return report


def _quarantine(
    lake: Lake, snapshot: Snapshot, read: set[str], told: pa.Table, folder: Path, draft: Draft
) -> list[PendingFile]:
    """What could not be read, as the files that were read again say it now; nothing where they say the same."""
    before = lake.read("quarantine")
    of_read = pc.is_in(before["sha256"], value_set=pa.array(sorted(read), pa.string()))
    after = parquet.sort(parquet.concat([before.filter(pc.invert(of_read)), told], "quarantine"), "quarantine")
    if after.equals(before):
        return []
    draft.removed += [live.file.path for live in snapshot.select("quarantine")]
    return [lake.write_table(after, "quarantine", folder)] if len(after) else []
