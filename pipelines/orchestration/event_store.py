"""Dagster's event log in SQLite, with its connections kept open while a night runs.

Dagster opens and closes the file at every event; each close writes the journal back and waits for the disk, seven times
a check. A night has some four hundred events, and that was two thirds of its time. Kept open, the journal is written
back now and then. What is lost if the power fails in between is Dagster's memory of the last steps, never the lake's.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import dagster as dg
    from dagster._core.storage.event_log.sqlite import SqliteEventLogStorage
    from sqlalchemy import Connection, Engine

KEPT_MOST: Final = 3  # files at a time: what all runs share, the run itself, and one that is looked up
WAIT_S: Final = 30.0  # for another process that writes


@contextmanager
def kept_open(instance: dg.DagsterInstance) -> Iterator[None]:
    """While this lasts, the event log of an instance keeps its files open. Another store than SQLite is left alone."""
    from dagster._core.storage.event_log.sqlite import SqliteEventLogStorage

    storage: Any = instance.event_log_storage
    if not isinstance(storage, SqliteEventLogStorage):
        yield
        return
    kept = _Kept(storage)
    storage._connect = kept.connect  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        del storage._connect
        kept.close()


class _Kept:
    """The open files of one event log, by shard: a file a run, and one for all runs."""

    def __init__(self, storage: SqliteEventLogStorage) -> None:
        self._storage = storage
        self._open: OrderedDict[str, tuple[Engine, int]] = OrderedDict()  # with the inode: a file may be replaced

    @contextmanager
    def connect(self, shard: str) -> Iterator[Connection]:
        """A transaction in a shard; one at a time, as Dagster has it."""
        with self._storage._db_lock, self._engine(shard).connect() as connection, connection.begin():
            yield connection

    def _engine(self, shard: str) -> Engine:
        path = self._storage.path_for_shard(shard)
        engine, inode = self._open.pop(shard, (None, 0))
        if engine is not None and inode != _inode(path):
            engine.dispose()
            engine = None
        if engine is None:
            engine = self._opened(shard)
        self._open[shard] = engine, _inode(path)
        while len(self._open) > KEPT_MOST:
            self._open.popitem(last=False)[1][0].dispose()
        return engine

    def _opened(self, shard: str) -> Engine:
        """An engine that holds one connection; the tables are made by Dagster's own code, through one that does not."""
        from sqlalchemy import create_engine, event
        from sqlalchemy.pool import NullPool, StaticPool

        url, storage = self._storage.conn_string_for_shard(shard), self._storage
        given = {"timeout": WAIT_S, "check_same_thread": False}
        if shard not in storage._initialized_dbs or not os.path.exists(storage.path_for_shard(shard)):
            storage._initdb(create_engine(url, poolclass=NullPool, connect_args=given))
            storage._initialized_dbs.add(shard)
        engine = create_engine(url, poolclass=StaticPool, connect_args=given)
        event.listen(engine, "connect", lambda made, _: made.execute("PRAGMA synchronous = NORMAL"))
        return engine

    def close(self) -> None:
        """Closes the files; their journals are written back."""
        while self._open:
            self._open.popitem()[1][0].dispose()


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0
