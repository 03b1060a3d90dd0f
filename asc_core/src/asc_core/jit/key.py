"""The key that a compiled kernel is kept under on disk: each of its parts, by name."""

from __future__ import annotations

import dataclasses
import enum
import json
from typing import TYPE_CHECKING, Any

from ..runtime import cache
from .arguments import type_key
from .digest import short

if TYPE_CHECKING:
    from ..options import Options
    from ..runtime.config import Target
    from .dependencies import Dependencies
    from .signature import Call

#: Changes when what an entry holds changes its meaning.
FORMAT = 1


def parts(kernel: str, dependencies: Dependencies, call: Call, options: Options, target: Target) -> dict[str, str]:
    """What a binary depends on; equal parts mean that the binary is the one that compiling would give.

    The engine is a pack as far as the fingerprint of packs goes, so that its own files are covered too.
    """
    from asc_plugins.discovery import registry

    return {
        "format": str(FORMAT),
        "kernel": kernel,
        "sources and values": dependencies.digest,
        "arguments": ";".join(f"{name}={type_key(type_)}" for name, type_ in call.types.items()),
        "constants": short(call.constant_text or ""),
        "options": json.dumps({"codegen": _plain(options.codegen), "compile": _plain(options.compile)}, sort_keys=True),
        "platform": short(repr(sorted(dataclasses.asdict(target.platform).items()))),
        "backend": target.backend.name,
        "toolchain": short(target.backend.fingerprint(options.compile)),
        "packs": registry().fingerprint(),
    }


def key(parts: dict[str, str]) -> str:
    """The name of the entry."""
    return short(json.dumps(parts, sort_keys=True))


def _plain(options: Any) -> dict[str, Any]:
    return {name: v.name if isinstance(v, enum.Enum) else v for name, v in dataclasses.asdict(options).items()}


def changed(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Names of the parts that differ."""
    return [name for name in new if old.get(name) != new[name]]


def explain(new: dict[str, str]) -> str:
    """Which parts differ from the most like entry of the same kernel; empty when there is no such entry."""
    place = cache.folder()
    differences: list[list[str]] = []
    for path, _ in cache.entries(place) if place is not None else ():
        try:
            old = cache.unpack(path.read_bytes()).meta["parts"]
        except (OSError, ValueError, KeyError):
            continue
        if old.get("kernel") == new["kernel"]:
            differences.append(changed(old, new))
    if not differences:
        return ""
    # The most like entry first: it tells least that has nothing to do with this launch.
    differences.sort(key=len)
    return f"changed: {', '.join(differences[0])}"
