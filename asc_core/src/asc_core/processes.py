"""Marks of processes in the names of what they leave, told apart over restarts of the machine and containers."""

from __future__ import annotations

import functools
import os
import re

from asc_plugins.hashing import sha256

_MARK = r"([0-9a-f]{8})_(\d+)_(\d+)"


def mark() -> str:
    """What stands for this process: what numbers processes here, its number, and when it began."""
    return f"{numbering()}_{os.getpid()}_{start_of(os.getpid()) or 0}"


def is_gone(mark: str) -> bool | None:
    """Whether the process of a mark, which may have more text behind it, has ended.

    None where that can't be told: of another machine or container, without /proc, for text that is no mark.
    """
    found = re.match(_MARK, mark)
    if found is None or found[1] != numbering() or start_of(os.getpid()) is None:
        return None
    return start_of(int(found[2])) != int(found[3])


def find_program(name: str) -> str | None:
    """The path of a program, as :func:`shutil.which`, whose module takes longer to import than a cached launch."""
    places = os.get_exec_path()
    # An empty PATH names no folder, an empty part of it the current one.
    folders = [""] if os.path.dirname(name) else places if places != [""] else []
    for path in dict.fromkeys(os.path.join(folder, name) for folder in folders):
        if os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    return None


@functools.cache
def numbering() -> str:
    """Stands for what numbers processes: a run of a machine's kernel, a container."""
    parts = []
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            parts.append(file.read())
        parts.append(os.readlink("/proc/self/ns/pid"))
    except OSError:
        pass
    return sha256("".join(parts).encode()).hexdigest()[:8]


def start_of(process: int) -> int | None:
    """When a process began, in ticks since the machine did; None when there is none."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return None
    # The second field, the program's name, may hold blanks and parentheses.
    return int(text.rpartition(")")[2].split()[19])
