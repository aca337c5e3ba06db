"""PDF from a template and its data. Data reaches the compiler as JSON, so nothing that a feed says is ever markup."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import typst

from dashboards.paper.names import LETTER

_TEMPLATES = Path(__file__).parent / "templates"
# A file that says when it was made would differ from night to night. The ledger's head in the foot dates a sheet.
_NO_TIME = datetime(1980, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class SheetOfPaper:
    """A sheet that is still to be set: its file name from the root of the folder, its template and what it says."""

    name: str
    template: str
    said: dict[str, Any]
    paper: str = LETTER


def printed(sheets: Iterable[SheetOfPaper]) -> dict[str, bytes]:
    """The sheets by file name. They are set side by side, and the order of work changes no byte of any."""
    todo = list(sheets)
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as workers:
        made = workers.map(lambda one: pdf(one.template, one.said, one.paper), todo)
        return {one.name: content for one, content in zip(todo, made, strict=True)}


def pdf(template: str, data: dict[str, Any], paper: str = LETTER) -> bytes:
    """The sheet of `templates/<template>.typ` with this data. The same data gives the same bytes on every machine."""
    files = project(template, data | {"paper": paper})
    made = _compiler().compile(input=files, timestamp=_NO_TIME)  # type: ignore[type-var]  # stubs know no set of files
    assert isinstance(made, bytes)
    return made


def project(template: str, data: dict[str, Any]) -> dict[str, bytes]:
    """The files that the compiler is given."""
    return {
        "main.typ": _source(template),
        "sheet.typ": _source("sheet"),
        "data.json": json.dumps(data, ensure_ascii=False, sort_keys=True, allow_nan=False).encode(),
    }


_OF_THREAD = threading.local()


def _compiler() -> typst.Compiler:
    """The compiler of this thread: one serves one sheet at a time, and reads its fonts once."""
    if not hasattr(_OF_THREAD, "compiler"):
        # the fonts of the compiler alone: what is installed on a machine must not change a sheet
        _OF_THREAD.compiler = typst.Compiler(ignore_system_fonts=True)
    compiler: typst.Compiler = _OF_THREAD.compiler
    return compiler


@cache
def _source(template: str) -> bytes:
    return (_TEMPLATES / f"{template}.typ").read_bytes()
