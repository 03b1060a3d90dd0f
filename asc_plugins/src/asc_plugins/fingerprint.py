"""Fingerprint of the packs' code: cheap enough for every start, and the same in every process."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator

from .hashing import sha256
from .records import record

_OWN = __name__.partition(".")[0]


@record
class Source:
    """A pack's name, the version it gives, and its module."""

    pack: str
    version: str
    module: str


def of(sources: list[Source]) -> dict[str, str]:
    """The version of each pack, and a hash of its files' paths, sizes and times of change.

    The contract, this package, is among them under its own name.
    """
    result = {}
    for source in sorted([*sources, Source(_OWN, "", _OWN)], key=lambda s: s.pack):
        result[f"pack {source.pack}"] = source.version
        digest = sha256()
        for path, stat in _files(source.module):
            digest.update(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
        result[f"files {source.pack}"] = f"sha256 {digest.hexdigest()}"
    return result


def _files(module: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files of the outermost regular package that holds *module*, or the module's own file."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        file, is_package = _place(".".join(parts[:count]))
        if file is None:
            continue
        if is_package:
            folder = os.path.dirname(file)  # noqa: PTH120 - strings walk a folder twice as fast as Path does
            yield from _walk(folder, "")
        else:
            yield "", os.stat(file)  # noqa: PTH116
        return


def _place(module: str) -> tuple[str | None, bool]:
    """The file of a module, which need not be imported, None for a namespace; and whether it is a package.

    Raises:
        ImportError: there is no such module.
    """
    loaded = sys.modules.get(module)
    if loaded is not None:
        return getattr(loaded, "__file__", None), hasattr(loaded, "__path__")
    spec = importlib.util.find_spec(module)
    if spec is None:
        raise ModuleNotFoundError(f"no module named '{module}'", name=module)
    return spec.origin if spec.has_location else None, spec.submodule_search_locations is not None


def _walk(folder: str, prefix: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry.path, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry.stat()
