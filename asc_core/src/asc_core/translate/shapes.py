"""What the text of all operations of one name has in common, found out once a context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from asc_core.ir.context import IRContext
from asc_core.ir.effects import OpEffect, effect_of
from asc_plugins.ops import EmitFunction, OperandSpec, OpSpec

_PURE_DIALECTS = ("arith.", "math.", "index.")
LOOPS = frozenset({"scf.for", "scf.while"})


@dataclass(eq=False)
class OpShape:
    """An operation's declaration as the writer needs it.

    Attributes:
        emit: writes the op; None when its declaration has a call, or nobody says how it is written.
        single: names of its operands when each is one value.
        has_regions: its results may have names of their own.
    """

    name: str
    spec: OpSpec | None
    effect: OpEffect
    emit: EmitFunction | None
    is_loop: bool = False
    has_regions: bool = False
    specs: dict[str, OperandSpec] = field(default_factory=dict)
    single: tuple[str, ...] | None = None

    def groups(self, op: Any, values: Sequence[Any]) -> dict[str, list[Any]]:
        """The values of each operand."""
        if self.single is not None:
            return {name: [value] for name, value in zip(self.single, values, strict=True)}
        assert self.spec is not None
        return grouped(self.spec, op, values)


def grouped(spec: OpSpec, op: Any, values: Sequence[Any]) -> dict[str, list[Any]]:
    """The values of each operand of a declared op."""
    if spec.segmented:
        sizes = list(op.attributes["operandSegmentSizes"])
    else:
        rest = len(values) - sum(o.arity == "single" for o in spec.operands)
        sizes = [1 if o.arity == "single" else rest for o in spec.operands]
    groups: dict[str, list[Any]] = {}
    place = 0
    for operand, size in zip(spec.operands, sizes, strict=True):
        groups[operand.name] = list(values[place : place + size])
        place += size
    return groups


class Shapes:
    """The shapes of a context's operations, made when first asked for."""

    def __init__(self, context: IRContext) -> None:
        self._ops = context.registry.ops
        self._emitters = getattr(context.registry, "emitters", {})
        self._known: dict[str, OpShape] = {}

    def of(self, name: str) -> OpShape:
        """The shape of the operations called *name*."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._make(name)
        return known

    def _make(self, name: str) -> OpShape:
        spec = self._ops.get(name)
        if spec is None:
            effect = OpEffect.NONE if name.startswith(_PURE_DIALECTS) else OpEffect.ANY
            return OpShape(name, None, effect, self._emitters.get(name), name in LOOPS, name.startswith("scf."))
        emit = spec.emit if spec.emit is not None or spec.call is not None else self._emitters.get(name)
        specs = {o.name: o for o in spec.operands}
        single = tuple(specs) if all(o.arity == "single" for o in spec.operands) else None
        return OpShape(name, spec, effect_of(spec), emit, specs=specs, single=single)


def shapes_of(context: IRContext) -> Shapes:
    """The shapes of a context."""
    known: Shapes | None = context.kept.get(Shapes)
    if known is None:
        known = context.kept[Shapes] = Shapes(context)
    return known
