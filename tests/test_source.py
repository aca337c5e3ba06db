"""Source files: whole lines in chunks, however a file is packed, cut or damaged."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pyarrow as pa
import pytest

from parsers.quarantine import RAW_MOST, QuarantineRow, raw_text, rows_to_table
from parsers.schemas import QUARANTINE
from parsers.source import Source, sha256_of


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def written(tmp_path: Path, data: bytes, name: str = "x.hands.jsonl", line_most: int = 4 << 20) -> Source:
    path = tmp_path / name
    path.write_bytes(data)
    return Source(path, line_most=line_most)


def numbered_lines(source: Source, batch_bytes: int = 1 << 20) -> list[tuple[int, bytes]]:
    """Every line with its number, and the claim that chunks end with lines."""
    out: list[tuple[int, bytes]] = []
    chunks = list(source.chunks(batch_bytes))
    for position, (first, chunk) in enumerate(chunks):
        assert chunk.endswith(b"\n") or position == len(chunks) - 1
        out += [(first + i, line) for i, line in enumerate(chunk.removesuffix(b"\n").split(b"\n"))]
    return out


def reasons(source: Source) -> list[tuple[int | None, str]]:
    return [(row.line, row.reason) for row in source.take_problems()]


LINES = [f"line {i} ".encode() * (i % 7 + 1) for i in range(200)]
TEXT = b"\n".join(LINES) + b"\n"


@pytest.mark.parametrize("batch_bytes", [1, 7, 64, 1000, 1 << 20])
@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.jsonl.zst"])
def test_lines_and_their_numbers_do_not_depend_on_packing_or_batch(tmp_path: Path, name: str, batch_bytes: int) -> None:
    packed = {"gz": gzip.compress(TEXT), "st": zstd(TEXT)}.get(name[-2:], TEXT)
    source = written(tmp_path, packed, name)
    assert numbered_lines(source, batch_bytes) == list(enumerate(LINES, start=1))
    assert source.take_problems() == []
    assert source.sha256 == hashlib.sha256(packed).hexdigest() == sha256_of(source.path)


def test_packed_bytes_are_known_by_their_beginning_too(tmp_path: Path) -> None:
    assert numbered_lines(written(tmp_path, gzip.compress(TEXT), "x.jsonl")) == list(enumerate(LINES, start=1))
    assert numbered_lines(written(tmp_path, zstd(TEXT), "y.jsonl")) == list(enumerate(LINES, start=1))


def test_packed_files_laid_end_to_end_are_read_to_the_end(tmp_path: Path) -> None:
    double = gzip.compress(TEXT) + gzip.compress(TEXT)
    assert len(numbered_lines(written(tmp_path, double, "x.gz"))) == 400
    assert len(numbered_lines(written(tmp_path, zstd(TEXT) + zstd(TEXT), "x.zst"))) == 400


def test_a_byte_order_mark_is_dropped_and_a_last_line_without_end_counts(tmp_path: Path) -> None:
    for batch_bytes in (1, 2, 1000):
        source = written(tmp_path, b"\xef\xbb\xbfone\ntwo")
        assert numbered_lines(source, batch_bytes) == [(1, b"one"), (2, b"two")]


@pytest.mark.parametrize("batch_bytes", [1, 5, 33, 1000])
def test_a_line_too_long_is_skipped_wherever_it_stands(tmp_path: Path, batch_bytes: int) -> None:
    long = b"x" * 41
    source = written(tmp_path, b"\n".join([long, b"two", b"y" * 40, long * 3, b"five", long]), line_most=40)
    assert numbered_lines(source, batch_bytes) == [(2, b"two"), (3, b"y" * 40), (5, b"five")]
    problems = source.take_problems()
    assert [(row.line, row.raw[:50]) for row in problems] == [(1, "x" * 41), (4, "x" * 50), (6, "x" * 41)]
    assert "the line is 123 bytes long, the most is 40" in problems[1].reason


def test_a_cut_off_packed_file_gives_what_it_has_and_says_so(tmp_path: Path) -> None:
    noise = b"\n".join(hashlib.sha256(bytes([i % 256, i // 256])).hexdigest().encode() for i in range(20_000)) + b"\n"
    for name, packed, kind in (("x.gz", gzip.compress(noise), "gzip"), ("x.zst", zstd(noise), "Zstandard")):
        source = written(tmp_path, packed[: len(packed) // 2], name)
        lines = numbered_lines(source, 4 << 20)
        assert 5_000 < len(lines) < 15_000
        assert [(line, reason.split(" (")[0]) for line, reason in reasons(source)] == [
            (None, f"the {kind} data is damaged or cut off")
        ]


def test_damaged_packed_bytes_are_a_problem_of_the_file(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(TEXT))
    packed[len(packed) // 2] ^= 0xFF
    source = written(tmp_path, bytes(packed), "x.gz")
    list(source.chunks())
    assert [line for line, _ in reasons(source)] == [None]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("x.jsonl", b"", "the file is empty"),
        ("x.gz", gzip.compress(b"", mtime=0), "the file is empty once unpacked"),
        ("x.gz", b"plain text", "named .gz but is no gzip data"),
        ("x.zst", b"plain text", "named .zst but is no Zstandard data"),
        ("x.jsonl", "{}".encode("utf-16"), "the file is UTF-16"),
    ],
)
def test_a_file_that_is_wrong_as_a_whole_is_one_problem(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    source = written(tmp_path, data, name)
    assert list(source.chunks()) == []
    [(line, said)] = reasons(source)
    assert line is None and reason in said


def test_a_file_that_is_not_there_is_a_problem_not_an_exception(tmp_path: Path) -> None:
    source = Source(tmp_path / "none.jsonl")
    assert list(source.chunks()) == []
    [row] = source.take_problems()
    assert "cannot be read" in row.reason and row.sha256 == ""


def test_quarantine_rows_become_a_table_and_keep_only_the_beginning() -> None:
    assert raw_text(b"\xff" + "é".encode() * 3000) == "\ufffd" + "é" * (RAW_MOST - 1)
    assert raw_text("a\ud800") == "a?"
    rows = [QuarantineRow("f", "00", 3, "seats[0].seat", "why", "raw"), QuarantineRow("f", "00", None, None, "why", "")]
    table = rows_to_table(rows)
    assert table.schema == QUARANTINE
    assert table["line"].to_pylist() == [3, None]
    assert rows_to_table([]).num_rows == 0
