"""The page of all tables: what the lake keeps, what `warehouse.duckdb` adds to it, and their columns.

What one row is stands in the comment above each schema and at the head of each `.sql` file; both are read from there.
The columns are those of a warehouse file that is built from an empty lake.
"""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Final

import duckdb
import pyarrow as pa

from checks import film_table
from checks.chinese_facts import CHINESE_FILM
from checks.facts import COLUMNS
from dashboards.counted import mart
from parsers import schemas
from warehouse import tables
from warehouse.duck import MARTS, build_duckdb
from warehouse.lake import Lake

TABLES_PAGE: Final = "tables.md"
HISTORY: Final = {
    "received_again": tables.RECEIVED_AGAIN,
    "absences": tables.ABSENCES,
}
OF_THE_FILE: Final = {
    "lake": "One row: the number of the commit from which the file was built, and the head of the ledger's chain.",
    "commits": "One row a commit of the ledger up to that one.",
}
PROSE: Final = """\
# Tables

Written by `make docs` from `parsers/schemas.py`, `warehouse/tables.py`, `checks/film_table.py` and `warehouse/sql/`.

The lake keeps Parquet files, and `warehouse.duckdb` is a view of it that may be deleted and is built again. `oddchip
audit` writes `*.parquet` of the same names into its folder. Money is a whole number of cents, a time is in UTC, null
means "not recorded", never zero. Types are those that DuckDB says.

To ask a question of them, open the file read only:

```
.venv/bin/python -c "import duckdb; print(duckdb.connect('data/warehouse.duckdb', read_only=True).sql('FROM days'))"
```
"""
LAKE_PROSE: Final = """\
## Tables of the lake

Each is in `lake/` as Parquet and in `warehouse.duckdb` under the same name. In `warehouse.duckdb` lines that were
corrected since are left out; `seats` and `events` hold only the hands with a finding, and have the last three columns
besides; players stand under their pseudonyms.
"""


def tables_page() -> str:
    """Every table with what one row is and its columns, in Markdown."""
    columns = warehouse_columns()
    lines = [*PROSE.splitlines(), "", *LAKE_PROSE.splitlines()]
    for name, schema in tables.ALL.items():
        lines += ["", f"### {name}", "", comment_of(schema), "", *_columns(columns[name], meanings(name))]
    lines += ["", "## Tables that only the DuckDB file has", "", "They are made from the lake's history and its hands."]
    for name, schema in HISTORY.items():
        lines += ["", f"### {name}", "", comment_of(schema), "", *_columns(columns[name])]
    for name, said in OF_THE_FILE.items():
        lines += ["", f"### {name}", "", said, "", *_columns(columns[name])]
    lines += ["", "## Marts", "", "Pages read them. Each is made by the file of its name in `warehouse/sql/`."]
    for name in MARTS:
        lines += ["", f"### {name}", "", mart(name).said, "", *_columns(columns[name])]
    return "\n".join(lines) + "\n"


def _columns(columns: dict[str, str], said: dict[str, str] | None = None) -> list[str]:
    if said is None:
        return ["| column | type |", "|---|---|", *(f"| `{name}` | {kind} |" for name, kind in columns.items())]
    rows = (f"| `{name}` | {kind} | {said.get(name, '')} |" for name, kind in columns.items())
    return ["| column | type | meaning |", "|---|---|---|", *rows]


@cache
def warehouse_columns() -> dict[str, dict[str, str]]:
    """The columns and types of every table and view of a warehouse file, by its name."""
    with TemporaryDirectory(prefix="oddchip-tables-") as folder:
        built = build_duckdb(Lake(Path(folder) / "lake"), Path(folder) / "warehouse.duckdb")
        with duckdb.connect(str(built), read_only=True) as connection:
            names = [
                name for (name,) in connection.execute("SELECT table_name FROM information_schema.tables").fetchall()
            ]
            return {name: _described(connection, name) for name in sorted(names)}


def _described(connection: duckdb.DuckDBPyConnection, name: str) -> dict[str, str]:
    rows = connection.execute(f'DESCRIBE "{name}"').fetchall()
    return {column: kind.replace("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ") for column, kind, *_ in rows}


def meanings(name: str) -> dict[str, str] | None:
    """What the columns of the film mean; the other tables have no catalogue, their columns say it by their names."""
    if name != "film":
        return None
    declared = {grain.value: COLUMNS[grain] for grain in film_table.STORED} | CHINESE_FILM
    found: dict[str, list[str]] = {}
    for grain, facts in declared.items():
        for fact in facts:
            found.setdefault(film_table.column_of(fact), []).append(f"{grain}: {fact.meaning}")
    return {column: "; ".join(said) for column, said in found.items()}


def comment_of(schema: pa.Schema) -> str:
    """The comment above the declaration of a schema."""
    module, name = _declared()[id(schema)]
    source = inspect.getsource(module).splitlines()
    line = next(number for number, text in enumerate(source) if text.startswith(f"{name}: Final"))
    first = line
    while source[first - 1].startswith("# "):
        first -= 1
    if first == line:
        raise ValueError(f"{module.__name__}.{name} has no comment that says what one row is")
    return " ".join(text.removeprefix("# ") for text in source[first:line])


def _declared() -> dict[int, tuple[ModuleType, str]]:
    """Where each schema is declared, by its identity."""
    return {
        id(value): (module, name)
        for module in (tables, film_table, schemas)
        for name, value in vars(module).items()
        if isinstance(value, pa.Schema)
    }
