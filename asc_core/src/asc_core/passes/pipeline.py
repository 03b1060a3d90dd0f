"""The order of passes, and how they run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from asc_core.diagnostics.suggest import nearest
from asc_core.ir.bindings import ir
from asc_core.ir.context import IRContext
from asc_core.recursion import deep_recursion
from asc_core.runtime.config import current_target
from asc_plugins.errors import PackError
from asc_plugins.passes import PassSpec, Slot
from asc_plugins.platforms import PlatformSpec

from .given import EngineContext
from .occurring import Occurring
from .running import Runner, Timer, Watch
from .traits import PLACELESS, synchronises, with_trait

# What optimizing leaves is simplified once more.
_AFTER_OPTIMIZING = "canonicalize"
_BEFORE_REQUESTED = "erase-sync"
# How MLIR writes pipelines.
_MODULE = "builtin.module("


def default(registry: Any, options: Any) -> list[PassSpec]:
    """The passes of a compilation with *options*, in their order.

    Raises:
        PackError: a pass asks for a place beside a pass that its slot doesn't have.
    """
    return [p for p in in_order(registry) if p.enabled is None or p.enabled(options)]


def in_order(registry: Any) -> list[PassSpec]:
    """All passes in their order, those that only some options ask for too; one that runs twice is there twice.

    Raises:
        PackError: a pass asks for a place beside a pass that its slot doesn't have.
    """
    order: list[PassSpec] = []
    registered = list(registry.passes)
    known = {p.name: p for p in registered}
    for slot in Slot:
        passes = _ordered([p for p in registered if p.slot is slot], slot)
        if slot is Slot.OPTIMIZING and _AFTER_OPTIMIZING in known:
            place = next((i for i, p in enumerate(passes) if p.name == _BEFORE_REQUESTED), len(passes))
            passes.insert(place, known[_AFTER_OPTIMIZING])
        order += passes
    return order


def _ordered(passes: Sequence[PassSpec], slot: Slot) -> list[PassSpec]:
    order = [p for p in passes if p.after is None and p.before is None]
    waiting = [p for p in passes if p not in order]
    while waiting:
        names = [p.name for p in order]
        ready = [p for p in waiting if (p.after or p.before) in names]
        if not ready:
            first = waiting[0]
            raise PackError(
                f"pass '{first.name}' asks for a place beside '{first.after or first.before}', "
                f"which isn't a pass of the slot {slot.value}"
            )
        for spec in ready:
            names = [p.name for p in order]
            place = names.index(spec.after) + 1 if spec.after in names else names.index(str(spec.before))
            order.insert(place, spec)
            waiting.remove(spec)
    return order


def parse(text: str, registry: Any) -> list[PassSpec]:
    """Passes by their names, ``"inline,canonicalize,cse"``, which may stand in ``builtin.module(…)``; none of ``""``.

    Raises:
        ValueError: a name is missing, or isn't that of a registered pass.
    """
    known = {p.name: p for p in registry.passes}
    passes = []
    text = text.strip()
    if text.startswith(_MODULE) and text.endswith(")"):
        text = text[len(_MODULE) : -1]
    for name in [part.strip() for part in text.split(",")] if text.strip() else []:
        if not name:
            raise ValueError(f"'{text}' has a comma too many: a name is missing beside it")
        if name not in known:
            near = nearest(name, known) or next((k for k in known if name and k.startswith(name.lower())), None)
            hint = f"did you mean '{near}'?" if near else f"known are {', '.join(sorted(known))}"
            raise ValueError(f"there is no pass '{name}'; {hint}")
        passes.append(known[name])
    return passes


def decided(options: Any, given: EngineContext) -> Any:
    """*options* with what they leave to the kernel: synchronisation is inserted where a pass must place tensors."""
    if getattr(options, "insert_sync", False) is not None:
        return options
    inserts = bool(given.names(synchronises)) and given.occurring.any(given.names(with_trait(PLACELESS)))
    return replace(options, insert_sync=inserts)


def run(
    module: Any,
    context: IRContext,
    options: Any = None,
    *,
    passes: Iterable[PassSpec] | None = None,
    verify_each: bool = False,
    print_after: bool = False,
    timer: Timer | None = None,
    platform: PlatformSpec | None = None,
) -> None:
    """Runs the passes of *options*, or *passes*, on a module in place.

    With the option ``print_ir_before_all`` the module is written to stderr before each pass, with *print_after*
    after each; with *verify_each* it is checked after each. *platform* is the SoC, by default the one in use. A pass
    that has nothing to do is left out, and one that changes operations leaves IR that is verified.

    Raises:
        PassError: the kernel can't be compiled, or a pass left invalid IR.
    """
    registry = context.registry
    given = EngineContext(
        ir, registry, options, platform or current_target().platform, context=context, occurring=Occurring(module)
    )
    if passes is None:
        given = replace(given, options=decided(options, given))
        passes = default(registry, given.options) if getattr(options, "run_passes", True) else []
    watch = Watch(bool(getattr(options, "print_ir_before_all", False)), print_after, verify_each, timer)
    with context.mlir, ir.Location.unknown(), deep_recursion():
        Runner(module, given, watch).run(passes)
