"""Folders that killed processes left where kernels were compiled: told by their names, removed by the next process."""

from __future__ import annotations

import os
import re
import time

from .. import processes

#: A folder's name tells its process.
_NAME = r"asc_([0-9a-f]{8}_\d+_\d+)_"
#: Folders of other machines and containers, and all where there is no /proc, are told from those in use by their age
#: in seconds.
_OLD = 24 * 3600

_swept_by = 0


def prefix() -> str:
    """What the names of this process's folders begin with."""
    return f"asc_{processes.mark()}_"


def sweep(folder: str) -> None:
    """Removes the folders of processes that are gone, once a process; what can't be removed stays."""
    global _swept_by
    if _swept_by == os.getpid():
        return
    _swept_by = os.getpid()
    try:
        with os.scandir(folder) as entries:
            found = [entry.path for entry in entries if _is_left(entry)]
    except OSError:
        return
    if not found:
        return
    import shutil

    for path in found:
        shutil.rmtree(path, ignore_errors=True)


def _is_left(entry: os.DirEntry[str]) -> bool:
    match = re.match(_NAME, entry.name)
    if match is None:
        return False
    try:
        status = entry.stat(follow_symlinks=False)
        if not entry.is_dir(follow_symlinks=False) or status.st_uid != os.getuid():
            return False
    except OSError:
        return False
    gone = processes.is_gone(match[1])
    return time.time() - status.st_mtime > _OLD if gone is None else gone
