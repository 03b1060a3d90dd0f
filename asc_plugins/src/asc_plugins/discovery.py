"""Finds the installed packs, loads each by itself, and merges what they register."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any

import pluggy
from stevedore.extension import Extension, ExtensionManager

from .contribution import Contribution
from .distributions import DISABLED, GROUP, providers
from .errors import PackError
from .fingerprint import Source
from .hookspecs import CONTRACT, AscSpecs, PackInfo
from .installed import points
from .registry import PackStatus, Registry
from .warn import warn

#: The compiler registers its own declarations as a pack of this name; it can't be disabled.
ENGINE = "engine"

#: Hooks that register, and the method of a contribution that receives what each registers.
_HOOKS = {
    "asc_register_names": "name",
    "asc_register_types": "type",
    "asc_register_ops": "op",
    "asc_register_emitters": "emitter",
    "asc_register_passes": "pass_",
    "asc_register_model": "model",
    "asc_register_platforms": "platform",
    "asc_register_modules": "module",
}

#: Files that load packs; an error's place is in none of them.
_LOADERS = ("<frozen importlib", "/importlib/", "/pluggy/", "/stevedore/", __file__)

#: What a pack's code may raise without harm to others; an interrupt by the user is not the pack's.
_ISOLATED = (Exception, SystemExit)


class PackWarning(UserWarning):
    """A pack that is installed isn't used."""


_lock = threading.RLock()
_registry: Registry | None = None
_loading = False


def registry() -> Registry:
    """The registry of this process; the first call loads the installed packs.

    Raises:
        PackError: a pack asks for it while the packs are being loaded.
    """
    global _registry, _loading
    if _registry is None:
        with _lock:
            if _loading:
                raise PackError("a pack can't use asc while it is imported; declare with asc_plugins, use asc later")
            if _registry is None:
                _loading = True
                try:
                    _registry = load()
                finally:
                    _loading = False
    return _registry


def load(entry_points: Iterable[EntryPoint] | None = None, disabled: str | None = None) -> Registry:
    """Loads packs into a registry of its own.

    A pack that can't be used is left out as a whole, has its reason in its status, and is named in a
    :class:`PackWarning`.

    Args:
        entry_points: the packs; the installed ones by default.
        disabled: names separated by commas; the value of ``ASC_DISABLED_PACKS`` by default.
    """
    plugins = pluggy.PluginManager("asc")
    plugins.add_hookspecs(AscSpecs)

    def drop(failed: list[PackStatus]) -> None:
        for status in failed:
            plugins.unregister(name=status.name)
        _warn(failed)

    result = Registry(plugins, drop)
    found = _installed() if entry_points is None else entry_points
    points = sorted(found, key=lambda point: (point.name, point.value))
    if entry_points is None and not points:
        # Sources on the path alone, without an installation, have no entry points.
        warn("no pack is installed: asc has no names; pip install asc-suite", PackWarning)
    blocked = _blocked(os.environ.get(DISABLED, "") if disabled is None else disabled, points)
    extensions = _Extensions(points, blocked)
    result.packs = [extensions.status(point) for point in points if point.name not in extensions.clashes]
    result.packs += extensions.clashes.values()
    accepted: list[_Pack] = []
    for extension in extensions:
        status = result.status(extension.name)
        assert status is not None
        try:
            accepted.append(_accept(plugins, extension, status))
        except _ISOLATED as error:
            _fail(plugins, extension.plugin, status, error)
    for pack in _ordered(accepted):
        try:
            _check_requirements(pack.status, result)
            result.add(pack.contribution, pack.source)
        except PackError as error:
            _fail(plugins, pack.plugin, pack.status, error)
    order = {pack.status.name: index for index, pack in enumerate(_ordered(accepted))}
    result.packs.sort(key=lambda status: order.get(status.name, len(order)))
    failed = [status for status in result.packs if status.state == "failed"]
    if failed:
        _warn(failed)
    return result


def _installed() -> list[EntryPoint]:
    found = points()
    if found is not None:
        return [EntryPoint(point.name, point.target, GROUP) for point in found]
    manager = ExtensionManager.make_test_instance([], namespace=GROUP)
    return list(manager.list_entry_points())


if TYPE_CHECKING:
    _Manager = ExtensionManager[Any]
else:  # generic in newer releases only
    _Manager = ExtensionManager


class _Extensions(_Manager):
    """Packs loaded one by one. The loader of the base class lets assertions and exits of a module through."""

    def __init__(self, points: list[EntryPoint], blocked: set[str]) -> None:
        self._points = {(point.name, point.value): point for point in points}
        self._blocked = blocked
        self._errors: dict[str, BaseException] = {}
        self.clashes = _clashes(point for point in self._points.values() if point.name not in blocked)
        super().__init__(GROUP, on_load_failure_callback=self._note)

    def list_entry_points(self) -> list[EntryPoint]:
        return list(self._points.values())

    def _load_one_plugin(self, ep: EntryPoint, *args: Any) -> Extension[Any] | None:
        if ep.name in self._blocked or ep.name in self.clashes:
            return None
        try:
            return super()._load_one_plugin(ep, *args)
        except (AssertionError, SystemExit) as error:
            raise PackError(_describe(error)) from error

    def _note(self, manager: Any, point: EntryPoint, error: BaseException) -> None:
        self._errors[point.name] = error

    def status(self, point: EntryPoint) -> PackStatus:
        """What loading made of a pack so far."""
        if point.name in self._blocked:
            return PackStatus(point.name, "disabled", point.value)
        error = self._errors.get(point.name)
        if error is not None:
            return PackStatus(point.name, "failed", point.value, error=_describe(error))
        return PackStatus(point.name, "loaded", point.value)


def _clashes(points: Iterable[EntryPoint]) -> dict[str, PackStatus]:
    """Names that several packs claim, of which none can be trusted to be the right one."""
    by_name: dict[str, list[EntryPoint]] = {}
    for point in points:
        by_name.setdefault(point.name, []).append(point)
    clashes = {}
    for name, rivals in by_name.items():
        if len(rivals) > 1:
            listed = " and ".join(
                f"{point.value} of {', '.join(providers(name, point.value)) or 'an unknown distribution'}"
                for point in rivals
            )
            targets = ", ".join(point.value for point in rivals)
            error = f"two packs have the name '{name}': {listed}; uninstall or rename one of them"
            clashes[name] = PackStatus(name, "failed", targets, error=error)
    return clashes


def _blocked(disabled: str, points: list[EntryPoint]) -> set[str]:
    names = {name.strip() for name in disabled.split(",") if name.strip()}
    known = {point.name for point in points}
    for name in sorted(names - known):
        import difflib

        near = difflib.get_close_matches(name, known, 1)
        advice = f"did you mean '{near[0]}'?" if near else f"installed are {', '.join(sorted(known))}"
        warn(f"{DISABLED} names '{name}', which is no installed pack; {advice}", PackWarning)
    if ENGINE in names:
        warn(f"{DISABLED} can't disable '{ENGINE}', the compiler itself", PackWarning)
    return (names & known) - {ENGINE}


@dataclass
class _Pack:
    status: PackStatus
    plugin: Any
    contribution: Contribution
    source: Source


def _accept(plugins: pluggy.PluginManager, extension: Extension[Any], status: PackStatus) -> _Pack:
    """Asks a pack who it is and what it registers; nothing is merged yet.

    Raises:
        PackError: the pack breaks the contract.
    """
    plugin = extension.plugin
    _check_marks(plugin)
    plugins.register(plugin, name=status.name)
    plugins.check_pending()
    others = [other for other in plugins.get_plugins() if other is not plugin]
    answers = plugins.subset_hook_caller("asc_pack", others)()
    info = answers[0] if answers else None
    if not isinstance(info, PackInfo):
        raise PackError("it has no hook asc_pack that returns a PackInfo")
    status.version, status.doc, status.requires = info.version, info.doc, tuple(info.requires)
    if info.name != status.name:
        raise PackError(f"it calls itself '{info.name}', but its entry point is named '{status.name}'")
    if info.contract != CONTRACT:
        older = "the pack" if info.contract < CONTRACT else "asc-plugins"
        raise PackError(
            f"it is written for version {info.contract} of the contract of packs, "
            f"and installed is version {CONTRACT}; upgrade {older}"
        )
    contribution = Contribution(status.name)
    for hook, receiver in _HOOKS.items():
        plugins.subset_hook_caller(hook, others)(register=getattr(contribution, receiver))
    return _Pack(status, plugin, contribution, Source(status.name, info.version, extension.module_name))


def _check_marks(plugin: Any) -> None:
    """Finds hooks that would never be called."""
    for hook in ("asc_pack", *_HOOKS):
        if hasattr(plugin, hook) and not hasattr(getattr(plugin, hook), "asc_impl"):
            raise PackError(f"its function {hook} isn't marked with @hookimpl")


def _ordered(packs: list[_Pack]) -> Iterator[_Pack]:
    """Packs after those they require; what is left over requires each other and fails for that.

    The first owner of a name keeps it, so the engine comes first and then what most packs build on.
    """
    waiting = {pack.status.name: pack for pack in packs}
    wanted = Counter(name for pack in packs for name in pack.status.requires)
    while waiting:
        ready = [name for name, pack in waiting.items() if not waiting.keys() & set(pack.status.requires)]
        for name in sorted(ready or waiting, key=lambda one: (one != ENGINE, -wanted[one], one)):
            yield waiting.pop(name)


def _check_requirements(status: PackStatus, registry: Registry) -> None:
    for name in status.requires:
        required = registry.status(name)
        if required is None:
            raise PackError(f"it requires pack '{name}', which is not installed")
        if required.state == "disabled":
            raise PackError(f"it requires pack '{name}', which {DISABLED} disables; disable '{status.name}' too")
        if required.state == "failed":
            raise PackError(f"it requires pack '{name}', which failed to load")
        if not registry.has(name):
            raise PackError(f"it and pack '{name}' require each other")


def _fail(plugins: pluggy.PluginManager, plugin: Any, status: PackStatus, error: BaseException) -> None:
    status.state, status.error = "failed", _describe(error)
    if plugins.is_registered(plugin):
        plugins.unregister(plugin)


def _describe(error: BaseException) -> str:
    """An error of a pack with the place it comes from."""
    if isinstance(error, PackError):
        return str(error)
    import traceback

    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not any(part in frame.filename for part in _LOADERS)
    ]
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def _warn(failed: list[PackStatus]) -> None:
    reasons = "".join(f"\n  {status.name}: {status.error}" for status in failed)
    warn(f"packs that can't be used, `asc packs` tells more:{reasons}", PackWarning)
