"""input-output-tensor: notes on each array argument whether the kernel reads or writes it."""

from __future__ import annotations

from typing import Any

from asc_core.ir.effects import is_variable
from asc_plugins.irtypes import PointerType
from asc_plugins.ops import OpSpec
from asc_plugins.params import Effect
from asc_plugins.passes import PassContext

from .functions import kernels, operations
from .notes import ACCESS


def run(module: Any, context: Any) -> None:
    for kernel in kernels(module):
        # Text as it is may name any argument.
        unknown = any(op.name == "emitasc.verbatim" for op in operations(kernel))
        (block,) = kernel.regions[0].blocks
        attributes = []
        for argument in block.arguments:
            if isinstance(context.context.from_mlir(argument.type), PointerType):
                effects = {Effect.READ_WRITE} if unknown else _accesses(argument, context)
                access = _name(effects)
                attributes.append(context.ir.DictAttr.get({ACCESS: context.ir.StringAttr.get(access)}))
            else:
                attributes.append(context.ir.DictAttr.get({}))
        kernel.attributes["arg_attrs"] = context.ir.ArrayAttr.get(attributes)


def _name(effects: set[Effect]) -> str:
    if Effect.READ_WRITE in effects or len(effects) == 2:
        return "read_write"
    return next(iter(effects)).value if effects else "none"


def _accesses(address: Any, context: PassContext) -> set[Effect]:
    """What is done with the memory behind an address and the values made from it."""
    effects: set[Effect] = set()
    seen: list[Any] = []
    waiting = [address]
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.append(value)
        for use in value.uses:
            user = use.owner.operation
            spec = context.registry.ops.get(user.name)
            if spec is None:
                # Values that a loop or branch passes on are followed no further.
                return {Effect.READ_WRITE}
            effect = _effect(user, use.operand_number, spec)
            if effect is not None:
                effects.add(effect)
                continue
            waiting += list(user.results)
            waiting += [o for o in user.operands if o != value and _may_hold(o, user, spec)]
    return effects


def _operand_specs(op: Any, spec: OpSpec) -> list[Any]:
    """The declaration of each operand value."""
    if spec.segmented:
        sizes = list(op.attributes["operandSegmentSizes"])
    else:
        rest = len(op.operands) - sum(o.arity == "single" for o in spec.operands)
        sizes = [1 if o.arity == "single" else rest for o in spec.operands]
    return [o for o, size in zip(spec.operands, sizes, strict=True) for _ in range(size)]


def _effect(op: Any, place: int, spec: OpSpec) -> Effect | None:
    effect: Effect | None = _operand_specs(op, spec)[place].effect
    return effect


def _may_hold(value: Any, op: Any, spec: OpSpec) -> bool:
    """True for the object whose method is called: it may keep an address that it is given."""
    for operand, declared in zip(op.operands, _operand_specs(op, spec), strict=True):
        if operand == value:
            return declared.name == "self" and any(is_variable(cls) for cls in declared.types)
    return False
