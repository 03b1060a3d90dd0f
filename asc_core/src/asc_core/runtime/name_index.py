"""Where the names of ``asc`` are declared, kept on disk: a process that uses a few of them needn't load all packs.

An index holds for the packs whose fingerprint it was made for. What it doesn't tell is left to the registry.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from asc_plugins.entries import wrapped_entry
from asc_plugins.hashing import sha256
from asc_plugins.installed import expected
from asc_plugins.warn import warn

from . import cache_folder
from .cache_folder import NAMES
from .entry import DamagedError, Entry, pack, unpack

if TYPE_CHECKING:
    from pathlib import Path

    from asc_plugins.registry import Registry

#: Changes when what an index holds changes its meaning.
_FORMAT = 1
#: Indexes kept in a folder, which several environments may share.
_KEPT = 8

#: What was given out from an index, by namespace and name.
_given: dict[tuple[str, str], Any] = {}
#: The registry whose names were compared with these.
_seen: Registry | None = None


class NameWarning(UserWarning):
    """A name of ``asc`` isn't what the packs register now."""


class Index:
    """The names that packs register by their namespace, each with the module that declares it and its name there."""

    def __init__(self, names: Mapping[str, Mapping[str, tuple[str, str]]], modules: Mapping[str, str]) -> None:
        self.names = names
        self.modules = modules

    def value(self, space: str, name: str) -> Any:
        """The object that is registered as *name*.

        Raises:
            Exception: whatever its module raises when it is imported by itself.
        """
        home, attribute = self.names[space][name]
        importlib.import_module(home)
        value = _given[space, name] = wrapped_entry(functools.reduce(getattr, attribute.split("."), sys.modules[home]))
        return value

    def homes(self, space: str) -> Iterable[str]:
        """The modules that declare a namespace's names."""
        return {home for home, _ in self.names.get(space, {}).values()}


class Registered:
    """The same of packs that are loaded."""

    def __init__(self, registry: Registry) -> None:
        self.names = registry.names
        self.modules = registry.modules

    def value(self, space: str, name: str) -> Any:
        return wrapped_entry(self.names[space][name])

    def homes(self, space: str) -> Iterable[str]:
        found = (getattr(value, "__module__", None) for value in self.names.get(space, {}).values())
        return {home for home in found if home in sys.modules}


def find() -> Index | None:
    """The index of the installed packs; None where there is none, or packs are loaded already."""
    packs = expected()
    place = None if packs is None else cache_folder.place()
    return None if packs is None or place is None else _load(place, _file(packs))


def keep(registry: Registry) -> None:
    """Keeps the index of the packs that were loaded, and sees that what was given out is what they register."""
    global _seen
    if registry is _seen:
        return
    _seen = registry
    wrong = _correct(registry)
    place = cache_folder.folder()
    if place is None:
        return
    path = place / _file(registry.fingerprint())
    with contextlib.suppress(OSError):
        if wrong:
            path.unlink()
        elif not path.exists():
            _store(place, path, registry)


def _file(packs: Mapping[str, str]) -> str:
    key = sha256(json.dumps([_FORMAT, sys.version, dict(packs)], sort_keys=True).encode()).hexdigest()
    return f"{key[:32]}{NAMES}"


@functools.cache
def _load(place: str, file: str) -> Index | None:
    try:
        cache_folder.check(place)
        meta = unpack(cache_folder.read(f"{place}/{file}")[0]).meta
        return Index(meta["names"], meta["modules"])
    except (OSError, DamagedError, KeyError):
        return None


def _store(place: Path, path: Path, registry: Registry) -> None:
    names = {
        space: {name: home for name, value in values.items() if (home := _home(name, value)) is not None}
        for space, values in registry.names.items()
    }
    cache_folder.make(place)
    cache_folder.write(place, path, pack(Entry({"names": names, "modules": registry.modules}, b"")))
    known = sorted(files(place), key=lambda known: known.stat().st_mtime, reverse=True)
    for old in known[_KEPT:]:
        old.unlink(missing_ok=True)


def files(place: Path) -> Iterator[Path]:
    """The indexes in a folder."""
    with contextlib.suppress(OSError):
        yield from place.glob(f"*{NAMES}")


def _home(name: str, value: Any) -> tuple[str, str] | None:
    """The module that declares an object, and its name there; None where that can't be told."""
    home = getattr(value, "__module__", None)
    module = sys.modules.get(home) if isinstance(home, str) else None
    if module is None:
        return None
    for attribute in (name, getattr(value, "__qualname__", None), getattr(value, "name", None)):
        if isinstance(attribute, str) and attribute.isidentifier():
            found = vars(module).get(attribute)
            if found is not None and wrapped_entry(found) is wrapped_entry(value):
                return module.__name__, attribute
    return None


def _correct(registry: Registry) -> bool:
    """Puts what packs register in the place of what an index gave, where it is something else; True if any was."""
    wrong = []
    for (space, name), value in _given.items():
        names = registry.names.get(space, {})
        if name in names and wrapped_entry(names[name]) is not value:
            wrong.append(f"{space}.{name}")
            for module in [m for m in sys.modules.values() if getattr(m, "__name__", "").partition(".")[0] == "asc"]:
                if vars(module).get(name) is value:
                    vars(module)[name] = wrapped_entry(names[name])
    if wrong:
        warn(
            f"{', '.join(wrong)}: a pack registers something else than before, though its files didn't change; "
            "what was read of it before isn't what kernels use, so start again",
            NameWarning,
        )
    return bool(wrong)


__all__ = ["Index", "NameWarning", "Registered", "files", "find", "keep"]
