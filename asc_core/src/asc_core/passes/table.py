"""The engine's passes by name, in their order; MLIR isn't loaded for this."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from asc_plugins.passes import Needs, PassContext, PassSpec, Slot

from .builtin import BuiltinPass, builtin_run
from .traits import (
    CALLS,
    GIVES_BACK,
    HOIST,
    PLACELESS,
    PRINTS,
    QUEUE,
    READIES,
    SETS,
    UNIQUE,
    WAITS,
    allots,
    synchronises,
    with_trait,
)

#: Passes of MLIR itself, as it writes them. Simplifying regions is about blocks without structure, which don't occur.
BUILTIN = {
    "canonicalize": "canonicalize{region-simplify=disabled}",
    "cse": "cse",
    "licm": "loop-invariant-code-motion",
    "sccp": "sccp",
    "symbol-dce": "symbol-dce",
}
_LOOPS = frozenset({"scf.for", "scf.while"})
#: Passes of ours that take functions of several blocks.
_UNSTRUCTURED = frozenset({"privatize-func", "inline"})
#: Operations without which a pass has nothing to do.
NEEDS: dict[str, Needs] = {
    "inline": CALLS,
    "hoist-tensor-allocation": with_trait(HOIST),
    "materialize-tensor": with_trait(PLACELESS),
    "unify-pipe": with_trait(UNIQUE),
    "licm": _LOOPS,
    "sccp": _LOOPS | {"scf.if"},
    "erase-sync": synchronises,
    "hoist-que-bind": with_trait(QUEUE, READIES),
    "verify-lifetimes": with_trait(GIVES_BACK),
    "verify-memory": allots,
    "detect-enable-debug": with_trait(PRINTS),
    "verify-sync": with_trait(SETS, WAITS),
}


def _own(module: str) -> Callable[[Any, PassContext], bool | None]:
    def run(ir_module: Any, context: PassContext) -> bool | None:
        result: bool | None = importlib.import_module(f".{module}", __package__).run(ir_module, context)
        return result

    return run


def _asked(option: str) -> Callable[[Any], bool]:
    return lambda options: bool(getattr(options, option, False))


def _pass(name: str, slot: Slot, doc: str, enabled: Callable[[Any], bool] | None = None) -> PassSpec:
    mlir, needs = BUILTIN.get(name), NEEDS.get(name)
    if mlir is not None:
        run = builtin_run(mlir)
        return BuiltinPass(name, slot, run, doc, needs=needs, mlir=mlir, several_functions=name == "symbol-dce")
    own, unstructured = _own(name.replace("-", "_")), name in _UNSTRUCTURED
    return PassSpec(name, slot, own, doc, enabled=enabled, needs=needs, unstructured=unstructured)


PASSES = (
    _pass("privatize-func", Slot.LOWERING, "Makes all functions but the kernel private."),
    _pass("inline", Slot.LOWERING, "Replaces calls of device functions by their bodies."),
    _pass("symbol-dce", Slot.LOWERING, "Drops functions that nobody calls."),
    _pass("canonicalize", Slot.LOWERING, "Folds constants and simplifies; it runs after optimizing too."),
    _pass("input-output-tensor", Slot.LOWERING, "Notes which array arguments the kernel reads and writes."),
    _pass("hoist-tensor-allocation", Slot.LOWERING, "Moves declarations marked so out of loops."),
    _pass("materialize-tensor", Slot.LOWERING, "Gives tensors without a place memory; refuses what it can't."),
    _pass("unify-pipe", Slot.LOWERING, "Leaves one object of classes of which a kernel has only one."),
    _pass("licm", Slot.OPTIMIZING, "Moves out of loops what doesn't change in them."),
    _pass("sccp", Slot.OPTIMIZING, "Replaces by constants what branches always give."),
    _pass("cse", Slot.OPTIMIZING, "Computes equal values once."),
    _pass("erase-sync", Slot.OPTIMIZING, "Removes synchronisation, for insert-sync.", _asked("insert_sync")),
    _pass("hoist-que-bind", Slot.OPTIMIZING, "Moves queues out of loops, for insert-sync.", _asked("insert_sync")),
    _pass("insert-sync", Slot.OPTIMIZING, "Inserts synchronisation of pipes.", _asked("insert_sync")),
    _pass("verify-lifetimes", Slot.POSTPROCESSING, "Checks that no tensor is used after it was freed."),
    _pass("verify-memory", Slot.POSTPROCESSING, "Checks that tensors and buffers fit into their memories."),
    _pass("declare-py-struct", Slot.POSTPROCESSING, "Lists the structs that the text must declare."),
    _pass("generate-boilerplate", Slot.POSTPROCESSING, "Notes what the text needs around the kernel."),
    _pass("define-cube-only", Slot.POSTPROCESSING, "Marks a matmul kernel without vector cores.",
          _asked("matmul_cube_only")),
    _pass("legalize-kernel-args", Slot.POSTPROCESSING, "Checks that each argument can be passed to a kernel."),
    _pass("detect-kernel-type", Slot.POSTPROCESSING, "Finds the cores a kernel runs on from its pipes."),
    _pass("detect-enable-debug", Slot.POSTPROCESSING, "Notes whether the kernel prints."),
    _pass("verify-sync", Slot.POSTPROCESSING, "Checks that flags are set and waited for in pairs.",
          _asked("verify_sync")),
)  # fmt: skip
