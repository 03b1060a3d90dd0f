"""Identity of the MLIR bindings, found without importing them."""

from __future__ import annotations

import functools
import os
from importlib.machinery import PathFinder

from asc_plugins.hashing import sha256

#: The package that :mod:`asc_core.ir.bindings` stands on, and its folders with what decides on the IR.
_PACKAGE = "torch_mlir"
_FOLDERS = ("", "_mlir_libs")


@functools.cache
def bindings_identity() -> str:
    """Hash of the names, sizes and times of change of the bindings' files; the same in every process."""
    spec = PathFinder.find_spec(_PACKAGE)
    digest = sha256()
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for folder in _FOLDERS:
            for name, status in _files(os.path.join(place, folder)):  # noqa: PTH118 - a Path costs more than the rest
                digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def _files(folder: str) -> list[tuple[str, os.stat_result]]:
    try:
        with os.scandir(folder) as found:
            return sorted(((entry.name, entry.stat()) for entry in found if entry.is_file()), key=lambda item: item[0])
    except OSError:
        return []
