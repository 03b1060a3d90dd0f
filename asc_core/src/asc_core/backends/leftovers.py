"""Folders that killed processes left where kernels were compiled: told by their names, removed by the next process."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import time
from pathlib import Path

#: A folder's name tells the machine and its processes' numbering, the process and when that began.
_NAME = re.compile(r"asc_([0-9a-f]{8})_(\d+)_(\d+)_")
#: Folders of other machines and containers, and all where there is no /proc, are told from those in use by their age
#: in seconds.
_OLD = 24 * 3600

_swept_by = 0


def prefix() -> str:
    """What the names of this process's folders begin with."""
    return f"asc_{_numbering()}_{os.getpid()}_{_start(os.getpid()) or 0}_"


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
    for path in found:
        shutil.rmtree(path, ignore_errors=True)


def _is_left(entry: os.DirEntry[str]) -> bool:
    match = _NAME.match(entry.name)
    if match is None:
        return False
    try:
        status = entry.stat(follow_symlinks=False)
        if not entry.is_dir(follow_symlinks=False) or status.st_uid != os.getuid():
            return False
    except OSError:
        return False
    numbering, process, start = match[1], int(match[2]), int(match[3])
    if numbering != _numbering() or _start(os.getpid()) is None:
        return time.time() - status.st_mtime > _OLD
    return _start(process) != start


@functools.cache
def _numbering() -> str:
    """Stands for what numbers processes: a run of a machine's kernel, a container."""
    parts = []
    try:
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii"))
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    except OSError:
        pass
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:8]


def _start(process: int) -> int | None:
    """When a process began, in ticks since the machine did; None when there is none."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The second field, the program's name, may hold blanks and parentheses.
    return int(text.rpartition(")")[2].split()[19])
