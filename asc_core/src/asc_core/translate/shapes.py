"""What the text of all operations of one name has in common, found out once a context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from asc_core.ir.context import IRContext
from asc_core.ir.effects import OpEffect, effect_of, is_variable
from asc_plugins.groups import sizes
from asc_plugins.irtypes import cpp_literal
from asc_plugins.ops import EmitFunction, OperandSpec, OpSpec

from .attributes import read_attribute
from .call import call_emitter

CONSTANT = "arith.constant"
_PURE_DIALECTS = ("arith.", "math.", "index.")
_LOOPS = frozenset({"scf.for", "scf.while", "emitc.for", "emitc.do"})
_BRANCHES = frozenset({"scf.if", "scf.index_switch", "emitc.if", "emitc.switch"})
_READS = frozenset({"memref.load", "emitc.load", "emitc.literal"})
_PURE = frozenset(
    f"{dialect}.{name}"
    for dialect, names in {
        "memref": "assume_alignment cast collapse_shape dim distinct_objects expand_shape rank reinterpret_cast "
        "extract_aligned_pointer_as_index subview transpose view",
        "emitc": "add address_of bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor "
        "cast cmp conditional constant dereference div logical_and logical_not logical_or member member_of_ptr mul "
        "rem sub subscript unary_minus unary_plus",
    }.items()
    for name in names.split()
)


@dataclass(eq=False, slots=True)
class OpShape:
    """An operation's declaration as the writer needs it.

    Attributes:
        emit: writes the op; None when nobody says how it is written.
        views: it reads nothing but the state of its first operand, a variable.
        silent: it has no results.
        has_regions: it may have regions, and its results names of their own.
        specs: its operands by name.
        places: the positions of its operands when each is one value.
    """

    name: str
    spec: OpSpec | None
    effect: OpEffect
    emit: EmitFunction | None
    is_loop: bool = False
    is_branch: bool = False
    views: bool = False
    silent: bool = False
    has_regions: bool = False
    specs: dict[str, OperandSpec] = field(default_factory=dict)
    places: dict[str, int] | None = None


def _views(spec: OpSpec) -> bool:
    """True for what is computed from the first operand's own state, not from what it stands for, and numbers."""
    if not spec.pure or spec.reads_state or not spec.operands or spec.operands[0].arity != "single":
        return False
    return not any(is_variable(cls) for operand in spec.operands[1:] for cls in operand.types)


def grouped(spec: OpSpec, op: Any, values: Sequence[Any]) -> dict[str, list[Any]]:
    """The values of each operand of a declared op."""
    groups: dict[str, list[Any]] = {}
    place = 0
    for operand, size in zip(spec.operands, sizes(spec, op), strict=True):
        groups[operand.name] = list(values[place : place + size])
        place += size
    return groups


class Shapes:
    """The shapes of a context's operations, made when first asked for, and what attributes mean."""

    def __init__(self, context: IRContext) -> None:
        self._ops = context.registry.ops
        self._emitters = getattr(context.registry, "emitters", {})
        self._context = context
        self._known: dict[str, OpShape] = {}
        self._attributes: dict[Any, Any] = {}
        self._texts: dict[Any, str] = {}

    def of(self, name: str) -> OpShape:
        """The shape of the operations called *name*."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._make(name)
        return known

    def _make(self, name: str) -> OpShape:
        spec = self._ops.get(name)
        if spec is None:
            pure = name.startswith(_PURE_DIALECTS) or name in _PURE
            reads = name in _READS
            return OpShape(
                name,
                None,
                OpEffect.NONE if pure else OpEffect.READS if reads else OpEffect.ANY,
                self._emitters.get(name),
                is_loop=name in _LOOPS,
                is_branch=name in _BRANCHES,
                has_regions=not (pure or reads),
            )
        emit = spec.emit
        if emit is None:
            emit = call_emitter(spec) if spec.call is not None else self._emitters.get(name)
        specs = {o.name: o for o in spec.operands}
        single = all(o.arity == "single" for o in spec.operands)
        places = {name: place for place, name in enumerate(specs)} if single else None
        return OpShape(
            name,
            spec,
            effect_of(spec),
            emit,
            views=_views(spec),
            silent=not spec.results,
            specs=specs,
            places=places,
        )

    def attribute(self, attribute: Any) -> Any:
        """The Python value of an attribute."""
        try:
            return self._attributes[attribute]
        except KeyError:
            value = read_attribute(attribute, self._context)
            # A list could be changed by who gets it.
            if not isinstance(value, list):
                self._attributes[attribute] = value
            return value

    def cpp(self, attribute: Any) -> str:
        """An attribute as Ascend C."""
        text = self._texts.get(attribute)
        if text is None:
            text = self._texts[attribute] = cpp_literal(self.attribute(attribute))
        return text


def shapes_of(context: IRContext) -> Shapes:
    """The shapes of a context."""
    known: Shapes | None = context.kept.get(Shapes)
    if known is None:
        known = context.kept[Shapes] = Shapes(context)
    return known
