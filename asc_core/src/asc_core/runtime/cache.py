"""Compiled kernels on disk: one file an entry, whole or not there, checked before use."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import stat
import struct
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import settings
from ..errors import CacheWarning

SUFFIX = ".kernel"
_TEMPORARY = ".partial-"
_MAGIC = b"ASCKERN1"
#: Magic, bytes of the description, bytes of the binary.
_HEADER = struct.Struct("<8sIQ")
_DIGEST_BYTES = 32
#: A temporary file this old was left by a process that is gone.
_STALE_SECONDS = 3600
#: An entry's time of use is noted at most this often.
_TOUCH_SECONDS = 600
#: After it grew too large, the folder is brought down to this part of its bound.
_TARGET = 0.8


@dataclass(frozen=True)
class Entry:
    """A cached kernel: its description, a JSON object, and its binary."""

    meta: dict[str, Any]
    binary: bytes


class DamagedError(ValueError):
    """A file isn't a whole entry."""


def folder() -> Path | None:
    """Where entries are kept now; None when there is no place for them.

    ``$PYASC_CACHE_DIR``, else ``$PYASC_HOME/.pyasc/cache``, else ``asc`` in the user's cache folder.
    """
    own = settings.CACHE_DIR.value()
    if own is not None:
        return own
    home = settings.HOME.value()
    if home is not None:
        return home / ".pyasc" / "cache"
    xdg = settings.XDG_CACHE_HOME.value()
    if xdg is not None and xdg.is_absolute():
        return xdg / "asc"
    try:
        return Path.home() / ".cache" / "asc"
    except RuntimeError:
        return None


def pack(entry: Entry) -> bytes:
    """An entry as the bytes of its file."""
    meta = json.dumps(entry.meta, sort_keys=True).encode()
    body = _HEADER.pack(_MAGIC, len(meta), len(entry.binary)) + meta + entry.binary
    return body + hashlib.sha256(body).digest()


def unpack(data: bytes) -> Entry:
    """An entry from the bytes of its file.

    Raises:
        DamagedError: they aren't those of a whole entry.
    """
    if len(data) < _HEADER.size + _DIGEST_BYTES:
        raise DamagedError(f"it has {len(data)} bytes only")
    magic, meta_bytes, binary_bytes = _HEADER.unpack_from(data)
    if magic != _MAGIC or len(data) != _HEADER.size + meta_bytes + binary_bytes + _DIGEST_BYTES:
        raise DamagedError("its parts don't add up")
    view = memoryview(data)
    if hashlib.sha256(view[:-_DIGEST_BYTES]).digest() != data[-_DIGEST_BYTES:]:
        raise DamagedError("its checksum is wrong")
    start = _HEADER.size + meta_bytes
    meta = json.loads(bytes(view[_HEADER.size : start]))
    return Entry(meta, bytes(view[start:-_DIGEST_BYTES]))


def path_of(place: Path, key: str) -> Path:
    """The file of a key."""
    return place / f"{key}{SUFFIX}"


def load(key: str) -> tuple[Entry | None, str]:
    """The entry of a key, or None and why there is none."""
    place = folder()
    if place is None:
        return None, "there is no folder for a cache"
    path = path_of(place, key)
    try:
        status = path.stat()
        if status.st_uid != os.geteuid():
            return None, f"{path} belongs to another user"
        data = path.read_bytes()
    except FileNotFoundError:
        return None, "it wasn't compiled before"
    except OSError as error:
        return None, f"{path} can't be read: {error.strerror}"
    try:
        entry = unpack(data)
    except DamagedError as error:
        return None, f"{path} is damaged: {error}"
    if time.time() - status.st_mtime > _TOUCH_SECONDS:
        with contextlib.suppress(OSError):
            os.utime(path)
    return entry, ""


def store(key: str, entry: Entry) -> bool:
    """Keeps an entry: False, with one warning a folder and process, when it can't be."""
    place = folder()
    if place is None:
        _warn("", "no home folder is known")
        return False
    data = pack(entry)
    try:
        _make_folder(place)
        temporary = place / f"{_TEMPORARY}{os.getpid()}-{secrets.token_hex(8)}"
        try:
            _write(temporary, data)
            temporary.replace(path_of(place, key))
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        _warn(str(place), error.strerror or str(error))
        return False
    _evict(place)
    return True


def entries(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The files of all entries."""
    with contextlib.suppress(OSError), os.scandir(place) as found:
        for item in found:
            with contextlib.suppress(OSError):
                if item.name.endswith(SUFFIX):
                    yield Path(item.path), item.stat()


def _make_folder(place: Path) -> None:
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = place.stat()
    if status.st_uid != os.geteuid():
        raise PermissionError(0, "the folder belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        # What others may write isn't safe to execute.
        place.chmod(0o700)


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _evict(place: Path) -> None:
    """Removes what other processes left behind, and the least recently used entries beyond the bound."""
    now = time.time()
    with contextlib.suppress(OSError):
        for partial in place.glob(f"{_TEMPORARY}*"):
            with contextlib.suppress(OSError):
                if now - partial.stat().st_mtime > _STALE_SECONDS:
                    partial.unlink()
    bound = settings.CACHE_SIZE.value()
    found = sorted(entries(place), key=lambda item: item[1].st_mtime)
    total = sum(status.st_size for _, status in found)
    if total <= bound:
        return
    for path, status in found[:-1]:
        if total <= bound * _TARGET:
            break
        with contextlib.suppress(OSError):
            path.unlink()
            total -= status.st_size


_warned: set[str] = set()
_lock = threading.Lock()


def _warn(place: str, reason: str) -> None:
    with _lock:
        if place in _warned:
            return
        _warned.add(place)
    where = f"folder {place}" if place else "folder"
    warnings.warn(
        f"the kernel cache's {where} can't be used ({reason}), so kernels are compiled again in each process; "
        f"name another in {settings.CACHE_DIR.name}",
        CacheWarning,
        stacklevel=3,
    )
