"""Parquet tables written batch by batch, and a folder of them that appears whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.errors import InputError

SUMMARY_FILE = "summary.json"


class TableWriter:
    """One table's file; rows are appended a batch at a time, so memory holds one batch."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.schema = schema
        self.rows = 0
        self._writer = pq.ParquetWriter(
            path, schema, compression="zstd", compression_level=1, write_page_checksum=True, write_statistics=True
        )

    def append(self, table: pa.Table) -> None:
        if len(table):
            self._writer.write_table(table)
            self.rows += len(table)

    def close(self) -> None:
        self._writer.close()


class OutputFolder:
    """The folder an audit writes: filled beside under another name, then renamed into place.

    An earlier audit's folder is replaced; a folder with anything else in it is refused rather than deleted. With
    `wanted` it holds these tables alone in the end; what another table is made of may be written, and goes before.
    """

    def __init__(self, out: Path, wanted: frozenset[str] | None = None) -> None:
        self.out = out
        self._wanted = wanted
        if out.exists() and not out.is_dir():
            raise InputError(f"{out}: is a file; --out must name a folder")
        if out.is_dir() and any(out.iterdir()) and not (out / SUMMARY_FILE).is_file():
            raise InputError(f"{out}: is not empty and holds no earlier audit; choose another --out")
        out.parent.mkdir(parents=True, exist_ok=True)
        self.staged = out.parent / f".{out.name}.{os.getpid()}.staged"
        shutil.rmtree(self.staged, ignore_errors=True)
        self.staged.mkdir()
        self._writers: dict[str, TableWriter] = {}

    def wants(self, *names: str) -> bool:
        """Whether any of these tables is asked for."""
        return self._wanted is None or not self._wanted.isdisjoint(names)

    def writer(self, table: str, schema: pa.Schema) -> TableWriter:
        if table not in self._writers:
            self._writers[table] = TableWriter(self.staged / f"{table}.parquet", schema)
        return self._writers[table]

    def commit(self, summary: dict[str, Any]) -> None:
        """Closes the tables, adds the summary, and puts the folder in its place."""
        self.close()
        for table in self._writers:
            if not self.wants(table):
                (self.staged / f"{table}.parquet").unlink()
        text = json.dumps(summary, indent=2, ensure_ascii=False) + "\n"
        (self.staged / SUMMARY_FILE).write_text(text, encoding="utf-8")
        former = self.out.parent / f".{self.out.name}.{os.getpid()}.former"
        if self.out.exists():
            os.rename(self.out, former)
        os.rename(self.staged, self.out)
        shutil.rmtree(former, ignore_errors=True)

    def close(self) -> None:
        for writer in self._writers.values():
            writer.close()

    def discard(self) -> None:
        """After an error: nothing is left behind."""
        try:
            self.close()
        finally:
            shutil.rmtree(self.staged, ignore_errors=True)
