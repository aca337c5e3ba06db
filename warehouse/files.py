"""Bytes on disk: written whole or not at all, hashed, and named so that no text of a feed can steer a path."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, TypeAlias
from urllib.parse import quote

CHUNK_BYTES: Final = 1 << 20
ROOM_TEXT_MOST: Final = 120  # characters of an encoded room name in a path; file systems stop at 255

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


def canonical_json(value: Json) -> bytes:
    """The one way to write a value: sorted keys, no blanks, ASCII, no floats, one line."""
    _refuse_floats(value)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.encode("ascii") + b"\n"


def _refuse_floats(value: object) -> None:
    # Two machines may print one float differently, and then two hashes differ for one fact.
    if isinstance(value, float):
        raise TypeError(f"a ledger holds no floats, got {value!r}; store whole units or text")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a ledger's keys are texts, got {key!r}")
            _refuse_floats(item)
    elif isinstance(value, list):
        for item in value:
            _refuse_floats(item)


def sha256_of_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@contextmanager
def open_plain(path: Path) -> Iterator[IO[bytes]]:
    """A plain file, open for reading; OSError for a link, a pipe or a device, which could hang or change under us."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file", str(path))
        yield file


def sha256_of_file(path: Path) -> str:
    digest = hashlib.sha256()
    with open_plain(path) as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def room_in_path(room: str) -> str:
    """A room's name as one path component: percent-encoded, and cut with a digest where it would be too long."""
    text = quote(room, safe="")
    if len(text) <= ROOM_TEXT_MOST:
        return text
    return f"{text[:60]}~{sha256_of_bytes(room.encode())[:32]}"


def fsync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def fsync_folders_up_to(folders: Iterable[Path], root: Path) -> None:
    """Each folder and its parents up to and with `root`, once: a new folder is durable only when its parent is."""
    every: set[Path] = set()
    for folder in folders:
        every.add(folder)
        every.update(parent for parent in folder.parents if parent == root or root in parent.parents)
    for folder in sorted(every):
        fsync_folder(folder)


def private_folder(folder: Path, root: Path) -> None:
    """Makes a folder of a tree and what lacks above it; from `root` on, whatever the umask, for its owner alone."""
    root.parent.mkdir(parents=True, exist_ok=True)
    for part in [*reversed([p for p in folder.parents if p == root or root in p.parents]), folder]:
        try:
            part.mkdir(mode=0o700)
        except FileExistsError:
            continue  # an older one keeps what its owner gave it
        part.chmod(0o700)


def write_durably(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Writes a new file and waits until the disk has it. The caller moves it into place."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        os.fchmod(handle, mode)  # whatever the umask
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_once(path: Path, data: bytes, mode: int) -> None:
    """Writes a file unless there is one: of two who make it at once, the first one's is the file of both."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    write_durably(beside, data, mode)
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink(missing_ok=True)
    fsync_folder(path.parent)


def copy_and_hash(source: Path, target: Path) -> tuple[str, int]:
    """Copies a file durably; the SHA-256 and length are those of the copy, whatever happens to the source meanwhile."""
    digest, length = hashlib.sha256(), 0
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400)
    with os.fdopen(handle, "wb") as writer, open_plain(source) as reader:
        os.fchmod(handle, 0o400)  # whatever the umask
        while chunk := reader.read(CHUNK_BYTES):
            digest.update(chunk)
            length += len(chunk)
            writer.write(chunk)
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest(), length


def publish_exclusively(temporary: Path, final: Path) -> None:
    """Gives a finished file its name unless the name is taken: FileExistsError says another writer won."""
    try:
        os.link(temporary, final)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK):
            raise
        # No hard links here. The ledger lock is held, so a look before the move is enough.
        if final.exists():
            raise FileExistsError(errno.EEXIST, "the entry exists", str(final)) from error
        os.rename(temporary, final)
    else:
        os.unlink(temporary)
    fsync_folder(final.parent)


def is_running(process: int) -> bool:
    """Whether a process of that number runs; what a dead one left behind may be cleared away."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Holds the lock file; waits for whoever has it. The kernel frees it when a process dies, however it dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
