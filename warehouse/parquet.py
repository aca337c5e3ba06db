"""Tables to Parquet bytes and back: the same rows give the same bytes, and bytes are checked before use."""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from warehouse import tables

ROW_GROUP_ROWS: Final = 1 << 20
ZSTD_LEVEL: Final = 3


def plain_type(kind: pa.DataType) -> pa.DataType:
    """The type with dictionaries and the wide and view flavours of text taken off."""
    if pa.types.is_dictionary(kind):
        return plain_type(kind.value_type)
    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    return kind


def plain(table: pa.Table) -> pa.Table:
    """The table with plain texts, for readers that should not care how a column was encoded."""
    return table.cast(pa.schema([(field.name, plain_type(field.type)) for field in table.schema]))


def conform(table: pa.Table, name: str) -> pa.Table:
    """The table by the lake's schema of that name: columns in order, a missing one null, metadata dropped."""
    schema = tables.ALL[name]
    fields = list(schema)
    if name in tables.OPEN_TABLES:
        more = [f for f in table.schema if f.name not in schema.names]
        fields += [pa.field(f.name, plain_type(f.type)) for f in sorted(more, key=lambda f: f.name)]
    columns = []
    for field in fields:
        if field.name not in table.schema.names:
            columns.append(pa.nulls(len(table), field.type))
            continue
        column = table[field.name]
        if column.type != field.type:
            if pa.types.is_dictionary(field.type):
                column = column.cast(plain_type(column.type)).dictionary_encode().cast(field.type)
            else:
                column = column.cast(field.type)
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=pa.schema([(f.name, f.type) for f in fields]))


def _tight_dictionary(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The column over the sorted words it uses: its bytes then depend on its values alone, not on a shared pool."""
    array = column.unify_dictionaries().combine_chunks()
    if isinstance(array, pa.ChunkedArray):  # no chunk at all
        return column
    indices = array.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    words = array.dictionary.to_pylist()
    used = np.flatnonzero(np.bincount(indices[indices >= 0], minlength=len(words)))
    order = sorted(used.tolist(), key=lambda i: words[i])
    lut = np.full(len(words) + 1, -1, dtype=np.int32)
    lut[order] = np.arange(len(order), dtype=np.int32)
    codes = lut[indices]
    kept = pa.array([words[i] for i in order], type=array.type.value_type)
    return pa.chunked_array([pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes < 0), kept)])


def to_bytes(table: pa.Table, name: str) -> bytes:
    """The table as Parquet: zstd, page checksums, row groups of a fixed length, no metadata that could differ."""
    table = conform(table, name)
    columns = [
        _tight_dictionary(column) if pa.types.is_dictionary(column.type) else column for column in table.itercolumns()
    ]
    table = pa.Table.from_arrays(columns, schema=table.schema).combine_chunks()
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        row_group_size=ROW_GROUP_ROWS,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        write_page_checksum=True,
        use_dictionary=True,
        write_statistics=True,
        store_schema=True,
    )
    return bytes(sink.getvalue())


def from_bytes(data: bytes, name: str, columns: list[str] | None = None) -> pa.Table:
    """The table that the bytes hold, by the lake's schema; page checksums are verified once more on the way."""
    file = pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
    present = None if columns is None else [c for c in columns if c in file.schema_arrow.names]
    table = file.read(columns=present, use_threads=False)  # small files; and no thread is left behind at the end
    return conform(table, name) if columns is None else table.select(present)


def concat(parts: list[pa.Table], name: str) -> pa.Table:
    """The parts one after another, with one dictionary a column; the empty table of that name for no part."""
    if not parts:
        return tables.ALL[name].empty_table()
    if len(parts) == 1:
        return parts[0]
    options = "default" if name in tables.OPEN_TABLES else "none"
    return pa.concat_tables(parts, promote_options=options).unify_dictionaries().combine_chunks()


def order_of(table: pa.Table, keys: tuple[str, ...]) -> np.ndarray | None:
    """The row numbers in the order of the keys (nulls first, ties as they stand); None where they stand so already."""
    frame = pl.DataFrame(
        {key: pl.from_arrow(plain(table.select([key]))[key].combine_chunks()) for key in keys}  # type: ignore[arg-type]
    )
    rows = frame.select(pl.arg_sort_by(*keys, maintain_order=True)).to_series().to_numpy()
    return None if bool((rows[1:] > rows[:-1]).all()) else rows


def sort(table: pa.Table, name: str) -> pa.Table:
    keys = tables.ORDER.get(name)
    if keys is None or len(table) < 2:
        return table
    rows = order_of(table, keys)
    return table if rows is None else table.take(pa.array(rows))


def is_true(column: pa.ChunkedArray) -> np.ndarray:
    return pc.fill_null(column, False).to_numpy()
