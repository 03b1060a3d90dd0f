"""The installed packs and their fingerprint, found without importing packs: most processes have all kernels cached.

What can't be told so is left to :mod:`asc_plugins.discovery`, which loads the packs.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from typing import NamedTuple

from . import fingerprint
from .distributions import DISABLED, GROUP


class Installed(NamedTuple):
    """An entry point of a pack, and the version of its distribution."""

    name: str
    target: str
    version: str

    @property
    def module(self) -> str:
        """The module that the entry point names."""
        return self.target.partition(":")[0].strip()


def fingerprints() -> Iterator[Mapping[str, str]]:
    """What the packs' fingerprint may be: as found without loading them, then that of the loaded ones if it differs.

    The first is the second's equal if each pack can be loaded and has the version of its distribution.
    """
    found = expected()
    if found is not None:
        yield found
    from .discovery import registry

    actual = registry().fingerprint()
    if actual != found:
        yield actual


def expected() -> Mapping[str, str] | None:
    """The packs' fingerprint as found without loading them; None where they are loaded, or only loading tells it."""
    return None if _loaded() else _expected()


def packages() -> frozenset[str]:
    """The outermost packages that packs live in."""
    found = None if _loaded() else _noted()
    if found is not None:
        return frozenset(point.module.partition(".")[0] for point in found)
    from .discovery import registry

    return frozenset(status.target.partition(":")[0].partition(".")[0] for status in registry().packs)


def _loaded() -> bool:
    # Another thread may be importing it.
    return getattr(sys.modules.get("asc_plugins.discovery"), "_registry", None) is not None


@functools.cache
def _noted() -> tuple[Installed, ...] | None:
    return points()


@functools.cache
def _expected() -> dict[str, str] | None:
    found = _noted()
    # Who needs a disabled pack, what is misspelled, and which of two packs of one name is meant, loading finds out.
    if not found or os.environ.get(DISABLED) or len({point.name for point in found}) < len(found):
        return None
    try:
        return fingerprint.of([fingerprint.Source(point.name, point.version, point.module) for point in found])
    except ImportError:
        return None


def points() -> tuple[Installed, ...] | None:
    """The entry points of packs; None where others than folders on the path may hold distributions."""
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return None
    found: list[Installed] = []
    seen: set[str] = set()
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - a Path costs more than the rest
        except NotADirectoryError:
            return None
        except OSError:
            continue
        if folder.lower().endswith(".egg"):
            return None
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                distribution, _, version = name.rpartition(".")[0].partition("-")
                # The first on the path hides others of its name, as for importlib.metadata.
                key = distribution.lower().replace("-", "_").replace(".", "_")
                if key not in seen:
                    seen.add(key)
                    file = os.path.join(folder, name, "entry_points.txt")  # noqa: PTH118
                    found += (Installed(*pair, version) for pair in _pairs(file))
    return tuple(found)


def _pairs(file: str) -> Iterator[tuple[str, str]]:
    """Names and targets of a distribution's packs."""
    try:
        with open(file, encoding="utf-8") as opened:  # noqa: PTH123
            text = opened.read()
    except OSError:
        return
    if GROUP not in text:
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == GROUP and line and not line.startswith("#"):
            name, _, target = line.partition("=")
            yield name.strip(), target.strip()
