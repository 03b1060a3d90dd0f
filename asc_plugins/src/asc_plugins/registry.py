"""The merged declarations of all enabled packs, each with its owner."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeVar

import pluggy

from . import fingerprint
from .api import Api
from .contribution import Contribution, Item, Kind, apis_of
from .errors import PackError
from .hookspecs import AscSpecs
from .irtypes import TypeSpec
from .ops import EmitFunction, OpSpec
from .passes import PassSpec
from .platforms import PlatformSpec

T = TypeVar("T")
State = Literal["loaded", "disabled", "failed"]

#: Kinds whose items share one set of names: both are reached as attributes of ``asc``.
_ATTRIBUTES: tuple[Kind, ...] = ("name", "module")

#: How a pack's contents are counted.
_PLURALS: dict[Kind, str] = {
    "name": "names", "module": "modules", "type": "types", "op": "ops", "emitter": "emitters",
    "pass": "passes", "model folder": "model folders", "platform": "platforms",
}  # fmt: skip


@dataclass
class PackStatus:
    """What became of a pack.

    Attributes:
        name: the entry point's name.
        state: ``loaded``, ``disabled`` by ``ASC_DISABLED_PACKS``, or ``failed``.
        target: module, or module and object, that the entry point names.
        version: the version the pack says it has; empty when it couldn't be asked.
        doc: what the pack says of itself.
        requires: the packs it builds on.
        error: why it failed.
        contents: how many names, types, ops, … it registers, by kind.
    """

    name: str
    state: State
    target: str
    version: str = ""
    doc: str = ""
    requires: tuple[str, ...] = ()
    error: str | None = None
    contents: dict[str, int] = field(default_factory=dict)

    @cached_property
    def distributions(self) -> tuple[str, ...]:
        """The installed distributions that bring the pack, each with its version: ``asc-api-core 0.1.0``."""
        from .distributions import providers

        return providers(self.name, self.target)


class Registry:
    """All that enabled packs registered.

    Types and operations are worked out when first asked for: most processes find their kernels in the cache.
    A pack whose declarations turn out to be wrong then is taken out as a whole and reported through *report*.

    Attributes:
        hook: calls hooks of all enabled packs, ``registry.hook.asc_before_stage(stage=…, kernel=…, data=…)``.
        packs: one status a pack, in the order of loading.
    """

    def __init__(
        self,
        plugins: pluggy.PluginManager | None = None,
        report: Callable[[list[PackStatus]], None] = lambda failed: None,
    ) -> None:
        if plugins is None:
            plugins = pluggy.PluginManager("asc")
            plugins.add_hookspecs(AscSpecs)
        self._plugins = plugins
        self.hook = plugins.hook
        self.packs: list[PackStatus] = []
        self._report = report
        self._contributions: dict[str, Contribution] = {}
        self._sources: list[fingerprint.Source] = []
        self._items: dict[tuple[Kind, str], Item] = {}
        self._owners: dict[tuple[Kind, str], str] = {}
        self._names: dict[str, dict[str, object]] = {}
        self._expanded = False
        self._lock = threading.RLock()

    @contextmanager
    def observing(self, observer: object) -> Iterator[None]:
        """Lets an object with hooks ``asc_before_stage`` or ``asc_after_stage`` see what is compiled meanwhile."""
        self._plugins.register(observer)
        try:
            yield
        finally:
            self._plugins.unregister(observer)

    def add(self, contribution: Contribution, source: fingerprint.Source | None = None) -> None:
        """Merges what a pack registered.

        Raises:
            PackError: another pack has registered one of its names; nothing is merged then.
        """
        with self._lock:
            contribution.closed = True
            for item in contribution.items:
                for kind in _ATTRIBUTES if item.kind in _ATTRIBUTES else (item.kind,):
                    self._refuse_taken(kind, item, contribution.pack)
            for item in contribution.items:
                self._put(item, contribution.pack)
            self._contributions[contribution.pack] = contribution
            if source is not None:
                self._sources.append(source)

    def _refuse_taken(self, kind: Kind, item: Item, pack: str) -> None:
        owner = self._owners.get((kind, item.key))
        if owner is not None and owner != pack:
            raise PackError(
                f"{item.kind} '{item.key}' of pack '{pack}' is registered by pack '{owner}' already; "
                f"disable one of them with ASC_DISABLED_PACKS"
            )

    def _put(self, item: Item, pack: str) -> None:
        self._items[item.kind, item.key] = item
        self._owners[item.kind, item.key] = pack
        if item.kind == "name":
            namespace, _, name = item.key.rpartition(".")
            self._names.setdefault(namespace, {})[name] = item.value

    def _remove(self, pack: str) -> None:
        for kind, key in [place for place, owner in self._owners.items() if owner == pack]:
            del self._owners[kind, key], self._items[kind, key]
            if kind == "name":
                namespace, _, name = key.rpartition(".")
                del self._names[namespace][name]
        del self._contributions[pack]

    def _all(self, kind: Kind, of: type[T] | None = None) -> dict[str, T]:
        return {item.key: item.value for item in self._items.values() if item.kind == kind}

    @property
    def names(self) -> dict[str, dict[str, object]]:
        """What kernels call, by namespace: ``names["asc"]["add"]``."""
        return self._names

    @cached_property
    def types(self) -> dict[str, TypeSpec]:
        """Types by qualified name, ``asc.local_tensor``."""
        self._expand()
        return self._all("type", TypeSpec)

    @cached_property
    def ops(self) -> dict[str, OpSpec]:
        """Operations by name, ``asc.add``."""
        self._expand()
        return self._all("op", OpSpec)

    @property
    def emitters(self) -> dict[str, EmitFunction]:
        """How operations that don't say it themselves are written, by the operation's name."""
        return self._all("emitter")

    @property
    def passes(self) -> list[PassSpec]:
        """Passes in the order of registration."""
        return list(self._all("pass", PassSpec).values())

    @property
    def model_folders(self) -> list[Path]:
        """Folders of Model headers."""
        return list(self._all("model folder", Path).values())

    @property
    def platforms(self) -> dict[str, PlatformSpec]:
        """SoCs by name."""
        return self._all("platform", PlatformSpec)

    @property
    def modules(self) -> dict[str, str]:
        """Submodules of ``asc`` and the modules that stand for them: ``{"lib.host": "asc_api_adv.host"}``."""
        return {key.partition(".")[2]: module for key, module in self._all("module", str).items()}

    def apis(self) -> Iterator[Api]:
        """Every registered API once: functions, methods, constructors."""
        seen: set[int] = set()
        for item in list(self._items.values()):
            for api in apis_of(item.value) if item.kind == "name" else ():
                if id(api) not in seen:
                    seen.add(id(api))
                    yield api

    def owner(self, kind: Kind, key: str) -> str | None:
        """The pack that registered something, ``owner("op", "asc.add")`` or ``owner("name", "asc.add")``."""
        if kind in ("type", "op"):
            self._expand()
        return self._owners.get((kind, key))

    def model_header(self, op: str) -> Path | None:
        """The header with the Model semantics of an operation; None when its pack has none for it."""
        spec, owner = self.ops[op], self.owner("op", op)
        if spec.model is None or owner is None:
            return None
        folders = [item.value for item in self._contributions[owner].items if item.kind == "model folder"]
        return next((folder / spec.model for folder in folders if (folder / spec.model).is_file()), None)

    def fingerprint(self) -> Mapping[str, str]:
        """Version and hash of the files of each enabled pack, as ``pack NAME`` and ``files NAME``.

        The same in every process. The entry point ``engine`` is asc's own engine, ``asc_plugins`` the contract.
        """
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> dict[str, str]:
        return fingerprint.of(self._sources)

    def has(self, pack: str) -> bool:
        """True when a pack's registrations are part of this registry."""
        return pack in self._contributions

    def status(self, pack: str) -> PackStatus | None:
        """The status of a pack by its name."""
        return next((status for status in self.packs if status.name == pack), None)

    def count(self) -> None:
        """Counts the contents of each pack, types and operations too."""
        self._expand()
        for status in self.packs:
            kinds = [kind for (kind, _), owner in self._owners.items() if owner == status.name]
            status.contents = {plural: kinds.count(kind) for kind, plural in _PLURALS.items() if kind in kinds}

    def _expand(self) -> None:
        """Works out types and operations, and takes out packs whose declarations are wrong."""
        with self._lock:
            if self._expanded:
                return
            failed: list[PackStatus] = []
            for pack, contribution in list(self._contributions.items()):
                if pack not in self._contributions:
                    continue
                try:
                    self._merge(pack, list(contribution.declarations()))
                except PackError as error:
                    self._fail(pack, str(error), failed)
            while broken := self._first_dangling():
                self._fail(*broken, failed)
            self._expanded = True
        if failed:
            self._report(failed)

    def _merge(self, pack: str, items: list[Item]) -> None:
        new: dict[tuple[Kind, str], Item] = {}
        for item in items:
            place = item.kind, item.key
            known = new.get(place) or self._items.get(place)
            if known is None:
                new[place] = item
            elif known.source is not item.source:
                self._refuse_taken(item.kind, item, pack)
                raise PackError(f"{item.kind} '{item.key}' is declared twice")
        for item in new.values():
            self._put(item, pack)

    def _first_dangling(self) -> tuple[str, str] | None:
        """A pack that refers to something nobody registers, and what is wrong."""
        dialects = {key.partition(".")[0] for kind, key in self._items if kind == "op"}
        ops = self._all("op", OpSpec)
        types = self._all("type", TypeSpec)
        for name, spec in ops.items():
            for operand in spec.operands:
                for cls in operand.types:
                    needed: TypeSpec | None = getattr(cls, "ir_spec", None)
                    if needed is not None and needed.qualified not in types:
                        return self._owners["op", name], (
                            f"operand '{operand.name}' of {name} has the type {needed.qualified}, "
                            f"which no enabled pack registers; {cls.__module__} declares it"
                        )
        for op, owner in [(key, owner) for (kind, key), owner in self._owners.items() if kind == "emitter"]:
            known = ops.get(op)
            if known is None and op.partition(".")[0] in dialects:
                import difflib

                near = difflib.get_close_matches(op, ops, 1)
                return owner, f"no pack registers the op '{op}' of its emitter" + (
                    f"; did you mean '{near[0]}'?" if near else ""
                )
            if known is not None and (known.call is not None or known.emit is not None):
                return owner, (
                    f"the op '{op}' of pack '{self._owners['op', op]}' says already how it is written; "
                    f"pack '{owner}' can't register another emitter"
                )
        return None

    def _fail(self, pack: str, error: str, failed: list[PackStatus]) -> None:
        """Takes a pack out, and the packs that require it."""
        self._remove(pack)
        status = self.status(pack)
        if status is not None:
            status.state, status.error, status.contents = "failed", error, {}
            failed.append(status)
        for other in self.packs:
            if other.state == "loaded" and pack in other.requires and other.name in self._contributions:
                self._fail(other.name, f"it requires pack '{pack}', which failed to load", failed)
