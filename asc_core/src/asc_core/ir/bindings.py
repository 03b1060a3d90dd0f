"""The MLIR bindings; no other module names their distribution."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from ..uninterrupted import uninterrupted

# Native modules that were imported in part stay so, and can't be imported anew.
with uninterrupted():
    # The dialects of nearly all kernels are imported by the bindings otherwise, when an operation is looked at first.
    from torch_mlir import ir
    from torch_mlir.dialects import arith, builtin, func, scf  # noqa: F401
    from torch_mlir.dialects.irdl import load_dialects
    from torch_mlir.passmanager import PassManager

_DIALECTS = "torch_mlir.dialects"


def know_dialects(names: Iterable[str]) -> None:
    """Tells the bindings that these dialects have no Python classes, which every op would look for."""
    for name in names:
        sys.modules.setdefault(f"{_DIALECTS}.{name}", ModuleType(f"{_DIALECTS}.{name}"))


class _NoEffects(ir.MemoryEffectsOpInterface):
    @staticmethod
    def get_effects(op: Any, effects: Any) -> None:
        pass


class _Speculatable(ir.ConditionallySpeculatable):
    @staticmethod
    def get_speculatability(op: Any) -> Any:
        return ir.Speculatability.Speculatable


class _ReadsState(ir.MemoryEffectsOpInterface):
    # The fresh result keeps cse from merging two reads of what changes by itself, a clock for instance.
    @staticmethod
    def get_effects(op: Any, effects: Any) -> None:
        effects.append(ir.MemoryEffect.Read)
        for result in op.results:
            effects.append(ir.MemoryEffect.Allocate, result)


def attach_pure(op: str) -> None:
    """Declares that *op* has no effects and may be executed anywhere."""
    _NoEffects.attach(op)
    _Speculatable.attach(op)


def attach_reads_state(op: str) -> None:
    """Declares that *op* may be dropped when its results aren't used, but neither merged nor moved."""
    _ReadsState.attach(op)


__all__ = ["PassManager", "attach_pure", "attach_reads_state", "ir", "know_dialects", "load_dialects"]
