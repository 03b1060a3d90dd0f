"""What lies in the kernel cache, for people: names, places and ages of its entries."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import cache
from .cache_folder import SUFFIX, read


@dataclass(frozen=True)
class Stored:
    """An entry of the cache.

    Attributes:
        path: its file.
        bytes: the file's size.
        used: when it was last used, in seconds since 1970; noted every ten minutes at most.
        meta: its description, empty when that can't be read.
    """

    path: Path
    bytes: int
    used: float
    meta: dict[str, Any]

    @property
    def key(self) -> str:
        """The key that it is kept under."""
        return self.path.name.removesuffix(SUFFIX)

    @property
    def parts(self) -> dict[str, str]:
        """The parts of the key by name."""
        parts = self.meta.get("parts")
        return parts if isinstance(parts, dict) else {}

    @property
    def kernel(self) -> str:
        """Module and name of the kernel; empty when the description can't be read."""
        return self.parts.get("kernel", "")

    @property
    def place(self) -> str:
        """File and line of the kernel."""
        return self.parts.get(f"place {self.kernel}", "")

    @property
    def arguments(self) -> dict[str, str]:
        """The types of the kernel's run-time arguments."""
        return self._of_kind("argument")

    @property
    def constants(self) -> dict[str, str]:
        """The values of the kernel's ConstExpr arguments; a hash of a long one."""
        return self._of_kind("constant")

    def _of_kind(self, kind: str) -> dict[str, str]:
        return {n.removeprefix(f"{kind} "): text for n, text in self.parts.items() if n.startswith(f"{kind} ")}

    def matches(self, patterns: Iterable[str]) -> bool:
        """True when the kernel's name, with or without its module, fits one of the patterns, or there are none."""
        names = (self.kernel, self.kernel.rpartition(".")[2])
        given = tuple(patterns)
        return not given or any(fnmatch.fnmatchcase(name, pattern) for name in names for pattern in given)

    def as_data(self) -> dict[str, Any]:
        """The entry as plain data."""
        file, _, line = self.place.rpartition(":")
        return {
            "key": self.key,
            "kernel": self.kernel,
            "file": file,
            "line": int(line) if line.isdecimal() else 0,
            "arguments": self.arguments,
            "constants": self.constants,
            "backend": self.parts.get("backend", ""),
            "platform": self.parts.get("platform", ""),
            "kernel_type": self.meta.get("kernel_type", ""),
            "bytes": self.bytes,
            "made": self.meta.get("made", 0),
            "used": self.used,
            "seconds": self.meta.get("seconds", {}),
            "parts": self.parts,
        }


def stored(place: Path) -> Iterator[Stored]:
    """The entries of a folder, the last used first."""
    for path, status in sorted(cache.entries(place), key=lambda item: item[1].st_mtime, reverse=True):
        yield Stored(path, status.st_size, status.st_mtime, cache.description(path))


def damage(place: Path) -> Iterator[tuple[Path, str]]:
    """The files of a folder that wouldn't be used, and why."""
    for path, _ in sorted(cache.entries(place)):
        try:
            cache.unpack_of(path.name.removesuffix(SUFFIX), read(path)[0])
        except FileNotFoundError:
            continue
        except cache.DamagedError as error:
            yield path, str(error)
        except OSError as error:
            yield path, error.strerror or os.strerror(error.errno or 0)


__all__ = ["Stored", "damage", "stored"]
