"""`docs/formats.md`: every format of hands, audited on hands that others recorded, with a reason for each finding.

Run with the folder of those hands and the page to write. The hands are not part of the project; the reasons are: a line
of `formats.tsv`, beside the page, for each finding that remains. A finding without a reason, and a reason without a
finding, end the run with exit code 1 after the page was written.
"""

from __future__ import annotations

import csv
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import polars as pl
import pyarrow as pa

from pipelines.auditing.files_audit import audit_files
from pipelines.reference import FAMILIES
from pipelines.telling.quarantined import Reason, reasons

REASONS: Final = "formats.tsv"
FIELDS: Final = ("source", "file", "hand", "code", "reason", "signed")
_LIVE, _GUIDE, _TDA = "wsop-live-2017", "wsop-dealer-2018", "tda-2013"
_PROSE: Final = """\
# Formats

Written by `python -m pipelines.reference_formats HANDS docs/formats.md` from a run over hands that others recorded. The
hands are not part of this project; a test repeats the run where they lie beside it. What the audit makes of each
source, and what is known of it, is argued in [real hands](real-hands.md).

A file counts once however often it lies there. *Refused* are pieces of files, each with its reason below. A line of a
file that is repeated word for word is one hand.
"""


class Source(NamedTuple):
    """Hands of one origin: a folder of files or a packed archive, and what judges them."""

    name: str
    title: str
    place: str
    rulebook: str
    feed: str | None = None
    only: tuple[str, ...] = ()  # beginnings of the names of files that belong to it
    never: tuple[str, ...] = ()


_EVENTS: Final = ("Flop__", "Stud__", "Draw__")
SOURCES: Final = (
    Source("pokerstars", "PokerStars text, cash", "pokerstars", _LIVE, never=_EVENTS),
    Source("pokerstars-events", "PokerStars text, tournaments", "pokerstars", _GUIDE, only=_EVENTS),
    Source("ggpoker", "GGPoker text", "ggpoker", _LIVE),
    Source("kingsclub", "KingsClub text", "kingsclub", _LIVE),
    Source("pokernow", "PokerNow CSV", "pokernow/pokernow.tar.zst", _LIVE, "pokernow"),
    Source("pokergfx", "PokerGFX JSON and text", "pokergfx/pokergfx.tar.zst", _TDA, "pokergfx"),
    Source("ohh", "Open Hand History", "ohh/ohh.tar.zst", _LIVE),
    Source("phh-pokerstars", "PHH: HandHQ, PokerStars", "phh/handhq/PS.tar.zst", _LIVE),
    Source("phh-full-tilt", "PHH: HandHQ, Full Tilt", "phh/handhq/FTP.tar.zst", _LIVE),
    Source("phh-partypoker", "PHH: HandHQ, PartyPoker", "phh/handhq/PTY.tar.zst", _LIVE),
    Source("phh-ipoker", "PHH: HandHQ, iPoker", "phh/handhq/IPN.tar.zst", _LIVE),
    Source("phh-ongame", "PHH: HandHQ, Ongame", "phh/handhq/ONG.tar.zst", _LIVE),
    Source("phh-pluribus", "PHH: Pluribus", "phh/pluribus", _LIVE),
    Source("phh-wsop", "PHH: WSOP 2023, event 43", "phh/wsop-2023-43", _GUIDE),
)  # fmt: skip

Key = tuple[str, str, str, str]  # source, file, hand, code


@dataclass(frozen=True)
class Run:
    """What came of one source."""

    source: Source
    files: int
    hands: int
    refused: list[Reason]
    evaluated: dict[str, int]  # family of checks: judgments passed
    findings: list[Key]

    @property
    def pieces(self) -> int:
        return sum(reason.lines for reason in self.refused)


def main(arguments: list[str], sources: tuple[Source, ...] = SOURCES) -> int:
    """0: every finding has a reason, and every reason a finding. 1: what they do not have in common is told."""
    hands, page = Path(arguments[0]), Path(arguments[1])
    argued = load_reasons(page.parent / REASONS)
    runs = list(runs_over(hands, sources))
    page.write_text(formats_page(runs, argued), encoding="utf-8")
    wrong = list(unargued(runs, argued))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def load_reasons(table: Path) -> dict[Key, tuple[str, str]]:
    """(reason, day on which it was signed) of each finding that remains."""
    with open(table, encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {(r["source"], r["file"], r["hand"], r["code"]): (r["reason"], r["signed"]) for r in rows}


def runs_over(hands: Path, sources: tuple[Source, ...] = SOURCES) -> Iterator[Run]:
    """A run over each source that lies in the folder."""
    for source in sources:
        if (hands / source.place).exists():
            with tempfile.TemporaryDirectory() as work:
                yield _run(source, hands / source.place, Path(work))


def _run(source: Source, place: Path, work: Path) -> Run:
    files = files_of(source, place, work / "hands")
    out = work / "out"
    result = audit_files(files, house_path=None, out=out, rulebook=source.rulebook, forced_feed=source.feed)
    found = pl.read_parquet(out / "findings.parquet").select("source_file", "hand", "code").cast(pl.String)
    keys = sorted((source.name, file or "", hand or "", code) for file, hand, code in found.iter_rows())
    coverage = pl.read_parquet(out / "coverage.parquet").select(pl.col("code").cast(pl.String), "evaluated")
    evaluated: Counter[str] = Counter()
    for code, count in coverage.iter_rows():
        evaluated[code[:2]] += count
    refused = reasons(pl.read_parquet(out / "quarantine.parquet").to_dicts())
    return Run(source, len(files), result.summary["hands_read"], refused, dict(evaluated), keys)


def files_of(source: Source, place: Path, folder: Path) -> list[Path]:
    """The files of a source; those of an archive are unpacked, each into a folder of its own, as names may repeat."""
    if place.is_dir():
        files = sorted(path for path in place.iterdir() if path.is_file())
    else:
        files = list(_unpacked(place, folder))
    return [
        path
        for path in files
        if path.name.startswith(source.only or "") and not (source.never and path.name.startswith(source.never))
    ]


def _unpacked(archive: Path, folder: Path) -> Iterator[Path]:
    with (
        pa.CompressedInputStream(pa.OSFile(str(archive)), "zstd") as stream,
        tarfile.open(fileobj=stream, mode="r|") as packed,
    ):
        for number, member in enumerate(packed):
            file = packed.extractfile(member) if member.isfile() else None
            if file is not None:
                path = folder / str(number) / Path(member.name).name
                path.parent.mkdir(parents=True)
                path.write_bytes(file.read())
                yield path


def unargued(runs: list[Run], argued: dict[Key, tuple[str, str]]) -> Iterator[str]:
    """What the page and the reasons do not have in common, a line each."""
    found = {key for run in runs for key in run.findings}
    names = {run.source.name for run in runs}
    for key in sorted(found - argued.keys()):
        yield f"no reason for the finding {' '.join(key)}"
    for key in sorted(key for key in argued.keys() - found if key[0] in names):
        yield f"no finding for the reason {' '.join(key)}"


# -- the page ----------------------------------------------------------------------------------------------------------


def formats_page(runs: list[Run], argued: dict[Key, tuple[str, str]]) -> str:
    """The page in Markdown."""
    lines = [_PROSE, "| source | judged by | files | hands read | refused | findings |", "|---|---|---|---|---|---|"]
    for run in runs:
        lines.append(
            f"| {run.source.title} | `{run.source.rulebook}` | {run.files:,} | {run.hands:,} | {run.pieces:,} "
            f"| {len(run.findings):,} |"
        )
    totals = [
        sum(column) for column in zip(*((r.files, r.hands, r.pieces, len(r.findings)) for r in runs), strict=True)
    ]
    lines += [f"| together | | {' | '.join(f'{total:,}' for total in totals)} |", ""]
    lines += _evaluated(runs) + _refused(runs) + _findings(runs, argued)
    return "\n".join(lines) + "\n"


def _evaluated(runs: list[Run]) -> list[str]:
    """How often the checks of each family judged something."""
    families = [family for family in FAMILIES if any(run.evaluated.get(family) for run in runs)]
    lines = [
        "## What was judged", "",
        "How often a check of each family passed judgment: on a hand, a seat, a pot or a step. What a format does not",
        "record is not judged, which is not the same as passed.", "",
        f"| source | {' | '.join(families)} |", f"|---|{'---|' * len(families)}",
    ]  # fmt: skip
    for run in runs:
        lines.append(f"| {run.source.title} | {' | '.join(f'{run.evaluated.get(f, 0):,}' for f in families)} |")
    named = "; ".join(f"{family}: {FAMILIES[family]}" for family in families)
    return [*lines, "", f"{named}.", ""]


def _refused(runs: list[Run]) -> list[str]:
    lines = ["## What was refused", "", "| source | pieces | the first of them |", "|---|---|---|"]
    for run in runs:
        lines += [f"| {run.source.title} | {one.lines:,} | {_cell(one.example)} |" for one in run.refused]
    return [*lines, ""]


def _findings(runs: list[Run], argued: dict[Key, tuple[str, str]]) -> list[str]:
    lines = [
        "## What remains",
        "",
        "| source | file | hand | finding | why it stands | signed |",
        "|---|---|---|---|---|---|",
    ]
    for run in runs:
        for key, count in sorted(Counter(run.findings).items()):
            reason, signed = argued.get(key, ("**not argued**", ""))
            code = key[3] + (f" × {count}" if count > 1 else "")
            cells = (run.source.title, key[1], key[2], code, reason, signed)
            lines.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    return lines


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
