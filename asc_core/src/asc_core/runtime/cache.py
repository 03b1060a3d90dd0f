"""Compiled kernels on disk: one file an entry, whole or not there, checked before use."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from asc_plugins.warn import warn

from .. import settings
from ..errors import CacheWarning
from . import cache_folder
from .cache_folder import SUFFIX, UntrustedError, folder, is_left
from .entry import DamagedError, Entry, pack, read_meta, unpack

if TYPE_CHECKING:
    from pathlib import Path

#: An entry's time of use is noted at most this often.
_TOUCH_SECONDS = 600
#: After it grew too large, the folder is brought down to this part of its bound.
_TARGET = 0.8
#: The folder is looked through at a process's first new entry, and again after this many.
_STORES_A_LOOK = 64


def path_of(place: Path, key: str) -> Path:
    """The file of a key."""
    return place / f"{key}{SUFFIX}"


def load(key: str) -> tuple[Entry | None, str]:
    """The entry of a key, or None and why there is none.

    Nothing of a file is used before its owner, its checksum and the key inside it are seen to be right.
    """
    place = cache_folder.place()
    if place is None:
        return None, "there is no folder for a cache"
    path = f"{place}/{key}{SUFFIX}"
    try:
        cache_folder.check(place)
    except (FileNotFoundError, NotADirectoryError):
        return None, "it wasn't compiled before"
    except OSError as error:
        return None, f"the cache's folder {place} can't be used: {error.strerror}"
    try:
        data, status = _read(path)
        entry = unpack_of(key, data)
    except FileNotFoundError:
        return None, "it wasn't compiled before"
    except UntrustedError as error:
        reason = f"{path} isn't used: {error.strerror}"
        _warn_once(path, f"an entry of the kernel cache, {reason}; the kernel is compiled again")
        return None, reason
    except OSError as error:
        return None, f"{path} can't be read: {error.strerror}"
    except DamagedError as error:
        return None, f"{path} is damaged: {error}"
    if time.time() - status.st_mtime > _TOUCH_SECONDS:
        with contextlib.suppress(OSError):
            os.utime(path)
    return entry, ""


def unpack_of(key: str, data: bytes) -> Entry:
    """The entry of a key from the bytes of its file.

    Raises:
        DamagedError: they aren't those of a whole entry, or are those of another one.
    """
    entry = unpack(data)
    meta = dict(entry.meta)
    if meta.pop("key", None) != key:
        raise DamagedError("it is the entry of another key")
    return Entry(meta, entry.binary)


def _read(path: str) -> tuple[bytes, os.stat_result]:
    try:
        return cache_folder.read(path)
    except OSError as error:
        # Another machine has replaced the file since this one looked its name up.
        if error.errno != errno.ESTALE:
            raise
    return cache_folder.read(path)


def store(key: str, entry: Entry) -> bool:
    """Keeps an entry: False, with one warning a folder and process, when it can't be."""
    place = folder()
    if place is None:
        _warn_unusable("", "no home folder is known")
        return False
    data = pack(Entry({**entry.meta, "key": key}, entry.binary))
    try:
        cache_folder.make(place)
        path = path_of(place, key)
        if path.is_dir() and not path.is_symlink():
            _warn_once(
                str(path),
                f"a folder stands at {path}, where the kernel cache keeps an entry, so the kernel is compiled again in "
                "each process; remove it",
            )
            return False
        cache_folder.write(place, path, data)
    except OSError as error:
        _warn_unusable(str(place), error.strerror or str(error))
        return False
    _keep_bound(place, len(data))
    return True


def entries(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The files of all entries."""
    return (item for item in _files(place) if item[0].name.endswith(SUFFIX))


def left_files(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """What processes that are gone were writing."""
    now = time.time()
    return (item for item in _files(place) if is_left(item[0].name, item[1], now))


def description(path: Path) -> dict[str, Any]:
    """The description of an entry, to be shown; empty when it can't be read, or may be somebody else's."""
    try:
        with cache_folder.reading(path) as (file, _):
            return read_meta(file)
    except (OSError, DamagedError):
        return {}


def remove(path: Path) -> bool:
    """Removes a file: False when it can't be. One that is gone counts as removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _files(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    from pathlib import Path

    with contextlib.suppress(OSError), os.scandir(place) as found:
        for item in found:
            with contextlib.suppress(OSError):
                yield Path(item.path), item.stat(follow_symlinks=False)


#: Bytes of each folder as far as known, and new entries since it was looked through.
_known: dict[Path, tuple[int, int]] = {}
_lock = threading.Lock()


def _keep_bound(place: Path, new_bytes: int) -> None:
    """Removes the least recently used entries beyond the bound, and what other processes left behind."""
    bound = settings.CACHE_SIZE.value_or_default()
    with _lock:
        total, stores = _known.get(place, (bound, _STORES_A_LOOK))
        total, stores = total + new_bytes, stores + 1
        _known[place] = total, stores
    if total <= bound and stores < _STORES_A_LOOK:
        return
    for path, _ in left_files(place):
        remove(path)
    found = sorted(entries(place), key=lambda item: item[1].st_mtime)
    total = sum(status.st_size for _, status in found)
    if total > bound:
        # The newest stays, however large: it was just made to be used.
        for path, status in found[:-1]:
            if total <= bound * _TARGET:
                break
            total -= status.st_size if remove(path) else 0
    with _lock:
        _known[place] = total, 0


_warned: set[str] = set()


def _warn_unusable(place: str, reason: str) -> None:
    where = f"folder {place}" if place else "folder"
    _warn_once(
        place,
        f"the kernel cache's {where} can't be used ({reason}), so kernels are compiled again in each process; "
        f"name another in {settings.CACHE_DIR.name}",
    )


def _warn_once(subject: str, message: str) -> None:
    with _lock:
        if subject in _warned:
            return
        _warned.add(subject)
    warn(message, CacheWarning)


def _reset_after_fork() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_reset_after_fork)

__all__ = [
    "DamagedError", "Entry", "description", "entries", "folder", "left_files", "load", "pack", "path_of", "remove",
    "store", "unpack", "unpack_of",
]  # fmt: skip
