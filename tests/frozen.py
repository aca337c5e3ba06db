"""The same audit before and after a change: a corpus of files made once, and digests of all that is said of it.

    python -m tests.frozen corpus DIR [--parts cases,lots]
    python -m tests.frozen digest DIR --out A.json [--only 'lots/stud*'] [--keep OUT]
    python -m tests.frozen compare A.json B.json [--rows OUT_A OUT_B]

A digest is of the tables as text, with the names and types of their columns, in the order in which the product writes
them; the audit's id is left out. An item whose audit breaks off has the error in place of its tables.
"""

from __future__ import annotations

import os

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # many small frames: threads cost more than they give

import argparse
import hashlib
import json
import sys
import time
import traceback
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import polars as pl

ITEMS = "items.json"
ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("parsers", "checks", "warehouse", "dashboards", "pipelines")
NULL = "\\N"


def digest_of(frame: pl.DataFrame) -> dict[str, Any]:
    """How many rows a frame has, and a digest of its columns and values."""
    schema = ",".join(f"{name}:{dtype}" for name, dtype in frame.schema.items())
    text = frame.write_csv(null_value=NULL)
    return {"rows": len(frame), "sha256": hashlib.sha256(f"{schema}\n{text}".encode()).hexdigest()}


def items_of(corpus: Path, only: str) -> dict[str, dict[str, Any]]:
    """The items of a corpus whose names fit a pattern, with what their audit needs to know."""
    items: dict[str, dict[str, Any]] = {}
    for listed in sorted(corpus.glob(f"*/{ITEMS}")):
        for name, needs in json.loads(listed.read_text(encoding="utf-8")).items():
            items[f"{listed.parent.name}/{name}"] = needs
    return {name: needs for name, needs in items.items() if fnmatchcase(name, only)}


def digest(corpus: Path, out: Path, only: str, keep: Path | None) -> None:
    """Audits every item of the corpus, one after the other, and writes the digests down."""
    from tests.frozen_audit import Item, audit_item

    digests: dict[str, dict[str, Any]] = {}
    seconds: dict[str, float] = {}
    for name, needs in items_of(corpus, only).items():
        began = time.perf_counter()
        try:
            frames = audit_item(Item(name, corpus / name, **needs))
        except Exception as error:
            traceback.print_exc()
            frames = {"error": pl.DataFrame({"error": [f"{type(error).__name__}: {error}"]})}
        digests[name] = {table: digest_of(frame) for table, frame in frames.items()}
        if keep is not None:
            (keep / name).mkdir(parents=True, exist_ok=True)
            for old in (keep / name).glob("*.parquet"):
                old.unlink()
            for table, frame in frames.items():
                frame.write_parquet(keep / name / f"{table}.parquet")
        part = name.split("/")[0]
        seconds[part] = seconds.get(part, 0.0) + time.perf_counter() - began
    _print_parts(digests, seconds)
    if strangers := modules_from_elsewhere():
        sys.exit(f"no digest: these modules are of another checkout than {ROOT}: {', '.join(strangers)}")
    out.write_text(json.dumps({"items": digests}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def modules_from_elsewhere() -> list[str]:
    """Modules of the product that were not loaded from this checkout, as happens where another one is installed."""
    loaded = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items())]
    return sorted(
        f"{name} ({file})"
        for name, file in loaded
        if name.split(".")[0] in PRODUCT and file and not Path(file).resolve().is_relative_to(ROOT)
    )


def _print_parts(digests: dict[str, dict[str, Any]], seconds: dict[str, float]) -> None:
    """What each part of the corpus came to."""
    for part, took in seconds.items():
        tables = [tables for name, tables in digests.items() if name.split("/")[0] == part]
        counts = {
            name: sum(one[name]["rows"] for one in tables if name in one)
            for name in ("hand_facts", "findings", "quarantine", "error")
        }
        print(
            f"{part:8} {len(tables):4} items  {counts['hand_facts']:8,} hands  {counts['findings']:8,} findings  "
            f"{counts['quarantine']:5,} in quarantine  {counts['error']} errors  {took:6.1f} s",
            file=sys.stderr,
        )


def main() -> int:
    """Runs one of the three commands; 1 where a comparison finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("corpus", help="make the files")
    making.add_argument("dir", type=Path)
    making.add_argument("--parts", help="some parts only, with commas between them")
    digesting = commands.add_parser("digest", help="audit the files and write digests")
    digesting.add_argument("dir", type=Path)
    digesting.add_argument("--out", type=Path, required=True)
    digesting.add_argument("--only", default="*", help="items whose names fit a pattern, as lots/stud*")
    digesting.add_argument("--keep", type=Path, help="a folder for the frames themselves")
    comparing = commands.add_parser("compare", help="say where two digests differ")
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    comparing.add_argument("--rows", type=Path, nargs=2, help="the folders of the kept frames")
    args = parser.parse_args()
    if args.command == "corpus":
        from tests.frozen_corpus import make_corpus

        make_corpus(args.dir, args.parts.split(",") if args.parts else None)
    elif args.command == "digest":
        digest(args.dir, args.out, args.only, args.keep)
    else:
        from tests.frozen_compare import compare

        return 1 if compare(args.one, args.other, tuple(args.rows) if args.rows else None) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
