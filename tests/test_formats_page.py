"""`docs/formats.md`: how its module writes it, that every finding has a reason, and that it says what a run says."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pyarrow as pa
import pytest

from pipelines.reference_formats import REASONS, SOURCES, Source, formats_page, load_reasons, main, runs_over, unargued
from tests.real_hands import REAL_DATA

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TEXT = (Path(__file__).parent / "feeds" / "pokerstars.txt").read_text(encoding="utf-8")
WRONG = TEXT.replace("Ann collected $139.50", "Ann collected $138.50")


def hands(folder: Path) -> Path:
    """A folder of text with one wrong hand and one that is cut off, and an archive of Open Hand History."""
    (folder / "texts").mkdir(parents=True)
    (folder / "texts" / "a.txt").write_text(WRONG, encoding="utf-8")
    (folder / "texts" / "Flop__b.txt").write_text(TEXT.partition("*** SUMMARY")[0], encoding="utf-8")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(ROOT / "tests" / "feeds" / "example.ohh", "some/where/example.ohh")
    (folder / "x.tar.zst").write_bytes(pa.Codec("zstd").compress(packed.getvalue(), asbytes=True))
    return folder


MADE_UP = (
    Source("cash", "Text, cash", "texts", "wsop-live-2017", never=("Flop__",)),
    Source("events", "Text, events", "texts", "wsop-live-2017", only=("Flop__",)),
    Source("ohh", "Open Hand History", "x.tar.zst", "wsop-live-2017"),
    Source("none", "Not there", "nowhere", "wsop-live-2017"),
)


def test_a_run_counts_what_was_read_refused_judged_and_found(tmp_path: Path) -> None:
    runs = list(runs_over(hands(tmp_path), MADE_UP))
    assert [(run.source.name, run.files, run.hands, run.pieces) for run in runs] == [
        ("cash", 1, 2, 0), ("events", 1, 0, 1), ("ohh", 1, 2, 0),
    ]  # fmt: skip
    assert runs[0].findings == [("cash", "a.txt", "1001", "PT02")]
    assert runs[0].evaluated["PT"] > 0 and runs[0].evaluated["AC"] > 0 and runs[1].evaluated.get("AC", 0) == 0
    key = runs[0].findings[0]
    page = formats_page(runs, {key: ("the site | owes a dollar", "2026-11-19")})
    assert "| Text, cash | `wsop-live-2017` | 1 | 2 | 0 | 1 |" in page
    assert "| together | | 3 | 4 | 1 | 1 |" in page and "has no *** SUMMARY ***" in page
    assert "| Text, cash | a.txt | 1001 | PT02 | the site \\| owes a dollar | 2026-11-19 |" in page
    assert "**not argued**" in formats_page(runs, {})


def test_a_finding_without_a_reason_and_a_reason_without_a_finding_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / REASONS).write_text(
        "source\tfile\thand\tcode\treason\tsigned\ncash\tb.txt\t7\tPT01\tgone\t2026-11-19\n", encoding="utf-8"
    )
    assert main([str(hands(tmp_path / "hands")), str(docs / "formats.md")], MADE_UP) == 1
    told = capsys.readouterr().err
    assert "no reason for the finding cash a.txt 1001 PT02" in told
    assert "no finding for the reason cash b.txt 7 PT01" in told
    assert "# Formats" in (docs / "formats.md").read_text(encoding="utf-8")


def test_the_reasons_are_whole_signed_and_on_the_page() -> None:
    argued = load_reasons(DOCS / REASONS)
    page = (DOCS / "formats.md").read_text(encoding="utf-8")
    names = {source.name for source in SOURCES}
    for (source, file, hand, code), (reason, signed) in argued.items():
        assert source in names and reason.endswith(".") and len(signed) == 10, (source, hand)
        assert f"| {file} | {hand} | {code}" in page, (source, hand, code)
    assert "not argued" not in page


@pytest.mark.skipif(not REAL_DATA.is_dir(), reason="real hands of others are not here")
@pytest.mark.long_form("audits 120,000 hands of all formats")
def test_the_page_says_what_a_run_says() -> None:
    runs = list(runs_over(REAL_DATA))
    argued = load_reasons(DOCS / REASONS)
    assert list(unargued(runs, argued)) == []
    assert formats_page(runs, argued) == (DOCS / "formats.md").read_text(encoding="utf-8")
