"""The folder of the kernel cache: where it is, and whether what lies there may be trusted."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from .. import processes, settings

if TYPE_CHECKING:
    from pathlib import Path

    StrPath = str | Path

#: Ending of an entry's file name.
SUFFIX = ".kernel"
#: Ending of the name of an index of the packs' names.
NAMES = ".names"
#: Beginning of the name of a file that is being written.
PARTIAL = ".partial-"
_NO_FOLDER = "it is no folder"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
#: A file of another machine that is being written for this long was left by a process that is gone.
_STALE_SECONDS = 3600


class UntrustedError(PermissionError):
    """A file or folder that somebody else may have written."""


def folder() -> Path | None:
    """Where entries are kept now; None when there is no place for them."""
    return choice()[0]


def choice() -> tuple[Path | None, str]:
    """The folder, and the environment variable that chooses it."""
    from pathlib import Path

    name, origin = _choice()
    return None if name is None else Path(name), origin


def place() -> str | None:
    """The folder's name, for launches: :mod:`pathlib` takes longer to load than a kernel."""
    return _choice()[0]


def _choice() -> tuple[str | None, str]:
    """``$PYASC_CACHE_DIR``, else ``$PYASC_HOME/.pyasc/cache``, else ``asc`` in the user's cache folder."""
    own = settings.CACHE_DIR.value()
    if own is not None:
        return own, settings.CACHE_DIR.name
    home = settings.HOME.value()
    if home is not None:
        return f"{home}/.pyasc/cache", settings.HOME.name
    xdg = settings.XDG_CACHE_HOME.value()
    if xdg is not None and xdg.startswith("/"):
        return f"{xdg}/asc", settings.XDG_CACHE_HOME.name
    user = os.path.expanduser("~")
    return (None, "") if user.startswith("~") else (f"{user.rstrip('/')}/.cache/asc", "HOME")


def check(place: StrPath) -> None:
    """Sees that nobody else can put files into the folder; a folder of entries alone is closed to others first.

    Raises:
        UntrustedError: it belongs to another user, or others can write to it and it holds more than entries.
        OSError: it isn't there, or isn't a folder.
    """
    status = os.stat(place)
    if _is_open(status) and _is_own(place):
        with contextlib.suppress(OSError):
            os.chmod(place, 0o700)
        status = os.stat(place)
    _refuse(status)


def refusal(place: Path) -> str:
    """Why :func:`check` would refuse the folder; empty if it wouldn't, and where there is none yet. Changes nothing."""
    try:
        status = place.stat()
        if not (_is_open(status) and _is_own(place)):
            _refuse(status)
    except FileNotFoundError:
        return ""
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _is_open(status: os.stat_result) -> bool:
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and bool(status.st_mode & 0o077)


def _refuse(status: os.stat_result) -> None:
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(0, _NO_FOLDER)
    if status.st_uid != os.geteuid():
        raise UntrustedError(0, "it belongs to another user")
    if status.st_mode & _OTHERS_WRITE:
        raise UntrustedError(0, "other users can write to it; chmod go-w makes it safe")


def make(place: Path) -> None:
    """Makes the folder, for its owner only, or checks the one that is there.

    Raises:
        OSError: as :func:`check`, or it can't be made.
    """
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(0, _NO_FOLDER) from None
    check(place)


def _is_own(place: StrPath) -> bool:
    """True for a folder of asc's files alone, whose mode asc may choose."""
    with os.scandir(place) as found:
        return all(item.name.startswith(PARTIAL) or item.name.endswith((SUFFIX, NAMES)) for item in found)


@contextlib.contextmanager
def reading(path: StrPath) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """A file of this user's that nobody else can write to, open for reading; never waits for a writer, as of a FIFO.

    Raises:
        UntrustedError: somebody else may have written it.
        OSError: it can't be read.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(0, "it is a folder")
        if not stat.S_ISREG(status.st_mode):
            raise UntrustedError(0, "it is no regular file")
        if status.st_uid != os.geteuid():
            raise UntrustedError(0, "it belongs to another user")
        if status.st_mode & _OTHERS_WRITE:
            raise UntrustedError(0, "other users can write to it")
        with open(descriptor, "rb", closefd=False) as file:
            yield file, status
    finally:
        os.close(descriptor)


def read(path: StrPath) -> tuple[bytes, os.stat_result]:
    """The bytes of a file, as :func:`reading` opens it."""
    with reading(path) as (file, status):
        return file.read(), status


def write(place: Path, path: Path, data: bytes) -> None:
    """Writes a file whole: under another name, to the disk, then by renaming.

    Raises:
        OSError: it can't be written; nothing is left behind.
    """
    partial = place / f"{PARTIAL}{processes.mark()}_{os.urandom(8).hex()}"
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def is_left(name: str, status: os.stat_result, now: float) -> bool:
    """True for a file that was being written by a process that is gone."""
    if not name.startswith(PARTIAL):
        return False
    gone = processes.is_gone(name.removeprefix(PARTIAL))
    return now - status.st_mtime > _STALE_SECONDS if gone is None else gone
