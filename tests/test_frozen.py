"""The tool that compares audits before and after a change: it finds a row that became another, and says which."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from tests.case_files import CASES, load_cases, log_lines
from tests.frozen import ITEMS, digest, digest_of
from tests.frozen_compare import compare, only_in


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of one item: two hands of a case in which a pot went to a wrong seat."""
    case = next(case for case in load_cases() if case.code == "PT01" and case.body["verdict"] == "violated")
    folder = tmp_path / "corpus" / "cases" / "one"
    folder.mkdir(parents=True)
    house = CASES / "houses" / f"{case.body.get('house', 'rio')}.toml"
    (folder / "house.toml").write_bytes(house.read_bytes())
    (folder / "147.hands.jsonl").write_text("\n".join(log_lines(case)) + "\n", encoding="utf-8")
    (folder.parent / ITEMS).write_text(json.dumps({"one": {"absent_feeds": True}}), encoding="utf-8")
    return tmp_path / "corpus"


def digested(corpus: Path, name: str) -> tuple[Path, Path]:
    """The digests of a corpus, and where the frames lie."""
    out, kept = corpus.parent / f"{name}.json", corpus.parent / name
    digest(corpus, out, "*", kept)
    return out, kept


def test_the_same_audit_has_the_same_digests(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one, _), (other, _) = digested(corpus, "one"), digested(corpus, "other")
    assert one.read_bytes() == other.read_bytes()
    assert compare(one, other, None) == 0
    assert "1 items compared, 0 tables differ" in capsys.readouterr().out


def test_a_row_that_became_another_is_found_and_shown(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, kept = digested(corpus, "one")
    log = corpus / "cases" / "one" / "147.hands.jsonl"
    hand = json.loads(log.read_text(encoding="utf-8"))
    *before, award = hand["events"]
    words = award.split()
    log.write_text(
        json.dumps({**hand, "events": [*before, " ".join([*words[:-1], str(int(words[-1]) - 1)])]}) + "\n",
        encoding="utf-8",
    )
    other, kept_then = digested(corpus, "other")
    capsys.readouterr()
    assert compare(one, other, (kept, kept_then)) > 0
    said = capsys.readouterr().out
    assert "cases/one: findings" in said and "cases/one: coverage" in said
    assert "only in B: 1 rows of PT02" in said


def test_an_audit_that_breaks_off_is_another_result(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, _ = digested(corpus, "one")
    (corpus / "cases" / "one" / "house.toml").write_text("[room", encoding="utf-8")
    other, _ = digested(corpus, "other")
    assert compare(one, other, None) > 0
    assert "cases/one: error nothing → 1 rows" in capsys.readouterr().out


def test_values_types_and_order_are_all_part_of_a_digest() -> None:
    frame = pl.DataFrame({"seat": [1, 2, None], "code": ["A", "B", "B"]})
    others = (
        frame.with_columns(seat=pl.col("seat").fill_null(0)), frame.with_columns(pl.col("seat").cast(pl.Int8)),
        frame.reverse(), frame.rename({"seat": "sat"}), frame.head(2),
    )  # fmt: skip
    assert digest_of(frame) == digest_of(frame.clone())
    assert all(digest_of(other) != digest_of(frame) for other in others)
    assert only_in(frame, frame.head(2)).rows() == [(None, "B")]
    assert only_in(pl.concat([frame, frame.head(1)]), frame).rows() == [(1, "A")]  # one row more often than there
