"""input-output-tensor: notes on each array argument whether the kernel reads or writes it."""

from __future__ import annotations

from typing import Any

from asc_core.ir.effects import is_variable
from asc_plugins.irtypes import PointerType
from asc_plugins.ops import OpSpec
from asc_plugins.params import Effect
from asc_plugins.passes import PassContext

from .functions import kernels
from .notes import ACCESS


def run(module: Any, context: Any) -> None:
    for kernel in kernels(module):
        # Text as it is may name any argument.
        unknown = context.occurring.any({"emitasc.verbatim"})
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
    seen: set[Any] = {address}
    waiting = [address]
    ops = context.registry.ops
    while waiting:
        value = waiting.pop()
        for use in value.uses:
            user = use.owner.operation
            spec = ops.get(user.name)
            if spec is None:
                # Values that a loop or branch passes on are followed no further.
                return {Effect.READ_WRITE}
            effect = _effect(user, use.operand_number, spec)
            if effect is not None:
                effects.add(effect)
                continue
            further = list(user.results)
            if spec.operands and spec.operands[0].name == "self" and any(map(is_variable, spec.operands[0].types)):
                # The object whose method is called may keep an address that it is given.
                further.append(user.operands[0])
            for other in further:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return effects


def _effect(op: Any, place: int, spec: OpSpec) -> Effect | None:
    """The declared effect on the operand value number *place*."""
    if all(o.arity == "single" for o in spec.operands):
        return spec.operands[place].effect
    if spec.segmented:
        sizes = list(op.attributes["operandSegmentSizes"])
    else:
        rest = len(op.operands) - sum(o.arity == "single" for o in spec.operands)
        sizes = [1 if o.arity == "single" else rest for o in spec.operands]
    for operand, size in zip(spec.operands, sizes, strict=True):
        place -= size
        if place < 0:
            return operand.effect
    return None
