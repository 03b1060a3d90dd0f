"""Where a kernel comes from: the cache on disk, else the compiler; and what is told of it."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from asc_plugins.installed import fingerprints

from .. import progress, settings
from ..backends.base import CompiledKernel
from ..runtime import cache
from . import key
from .prepared import Prepared
from .specialization import Specialization

if TYPE_CHECKING:
    from ..options import Options
    from ..runtime.config import Target
    from .dependencies import Dependencies
    from .function import JitFunction
    from .signature import Call

#: Changes that are named; of more, the number.
_TOLD = 5


def find(function: JitFunction, call: Call, options: Options, target: Target, dependencies: Dependencies) -> Prepared:
    """A kernel from the cache on disk, or compiled and put there; loaded.

    Raises:
        CompileError, ToolchainError, BackendCompileError: as compiling does.
    """
    specialization = Specialization(call.types, call.constants)
    reason = _unportable(call, options, dependencies)
    if reason:
        tell(function.name, f"miss, {reason}")
        return _load(_compile(function, specialization, options, target), target)
    parts, name = {}, ""
    for packs in fingerprints():
        parts = key.parts(f"{function.__module__}.{function.__qualname__}", dependencies, call, options, target, packs)
        name = key.key(parts)
        prepared, reason = _stored(name, target)
        if prepared is not None:
            tell(function.name, f"hit on disk, {name}")
            return prepared
    if settings.DEBUG_CACHE.value():
        tell(function.name, f"miss, {_difference(parts) or reason}")
    kernel = _compile(function, specialization, options, target)
    meta = {
        "name": kernel.name,
        "kernel_type": kernel.kernel_type,
        "written": kernel.written,
        "parts": parts,
        "seconds": kernel.seconds,
        "made": int(time.time()),
    }
    cache.store(name, cache.Entry(meta, kernel.binary))
    return _load(kernel, target)


def _stored(name: str, target: Target) -> tuple[Prepared | None, str]:
    """The kernel of an entry of the cache; None, and why, when there is none."""
    entry, reason = cache.load(name)
    if entry is None:
        return None, reason
    try:
        meta = entry.meta
        written = meta.get("written")
        noted = None if written is None else tuple(written)
        return _load(CompiledKernel(meta["name"], meta["kernel_type"], entry.binary, written=noted), target), ""
    except (RuntimeError, OSError) as error:
        # Another system that shares the folder may have made it.
        return None, f"the cached binary can't be loaded: {error}"


def _load(kernel: CompiledKernel, target: Target) -> Prepared:
    return Prepared(kernel, target.backend.load(kernel, target), target)


def _compile(function: JitFunction, specialization: Specialization, options: Options, target: Target) -> CompiledKernel:
    from .compiler import compile_kernel

    with progress.compiling(function.name):
        return compile_kernel(function, specialization, options, target)


def tell(kernel: str, text: str) -> None:
    """Writes a line about a lookup to standard error, where it is asked for."""
    if settings.DEBUG_CACHE.value():
        print(f"asc: kernel {kernel}: {text}", file=sys.stderr)


def _unportable(call: Call, options: Options, dependencies: Dependencies) -> str:
    """Why a kernel can't be kept on disk, empty when it can."""
    if options.compile.always_compile:
        return "always_compile is set"
    unstable = [name for name, text in call.constant_texts.items() if text is None]
    if unstable:
        return f"constant {unstable[0]} has no value that another process could compare"
    return dependencies.reason


def _difference(new: key.Parts) -> str:
    """What differs from the most like entry of the same kernel; empty when there is no such entry."""
    place = cache.folder()
    differences = []
    for path, _ in cache.entries(place) if place is not None else ():
        old = cache.description(path).get("parts", {})
        if old.get("kernel") == new["kernel"]:
            differences.append(key.changes(old, new))
    # The most like entry tells least that has nothing to do with this launch.
    nearest = min(differences, key=len, default=[])
    more = len(nearest) - _TOLD
    return "; ".join(nearest[:_TOLD]) + (f"; and {more} more" if more > 0 else "")


__all__ = ["find", "tell"]
