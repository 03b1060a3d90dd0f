"""input-output-tensor: notes on each array argument whether the kernel reads or writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from asc_core.ir.effects import is_variable
from asc_plugins.groups import operand_at
from asc_plugins.irtypes import PointerType
from asc_plugins.ops import OpSpec
from asc_plugins.params import Effect

from .functions import kernels
from .given import EngineContext
from .handing import handed_on
from .notes import ACCESS
from .traits import opaque

_BOTH = frozenset({Effect.READ, Effect.WRITE})


def run(module: Any, context: EngineContext) -> bool:
    for kernel in kernels(module):
        # Text as it is may name any argument.
        unknown = context.occurring.any(context.names(opaque))
        (block,) = kernel.regions[0].blocks
        uses = _Uses(context.registry.ops)
        attributes = []
        for argument in block.arguments:
            if isinstance(context.context.from_mlir(argument.type), PointerType):
                access = "read_write" if unknown else uses.access(argument)
                attributes.append(context.ir.DictAttr.get({ACCESS: context.ir.StringAttr.get(access)}))
            else:
                attributes.append(context.ir.DictAttr.get({}))
        kernel.attributes["arg_attrs"] = context.ir.ArrayAttr.get(attributes)
    return False


@dataclass(frozen=True)
class _Operands:
    """What an operation does with its operands: *effects* by their numbers, None where the numbers vary."""

    spec: OpSpec
    effects: Sequence[Effect | None] | None
    # The object whose method is called may keep an address that it is given.
    keeps: bool


class _Uses:
    """Follows addresses and what is made from them."""

    def __init__(self, ops: dict[str, OpSpec]) -> None:
        self._ops = ops
        self._known: dict[str, _Operands | None] = {}

    def access(self, address: Any) -> str:
        """What is done with the memory behind an address: ``read``, ``write``, ``read_write`` or ``none``."""
        effects: set[Effect] = set()
        seen: set[Any] = {address}
        waiting = [address]
        while waiting:
            for use in waiting.pop().uses:
                user = use.owner.operation
                name = user.name
                operands = self._known[name] if name in self._known else self._declared(name)
                place = use.operand_number
                if operands is None:
                    further = handed_on(user, place)
                    if further is None:
                        return "read_write"
                    waiting += [other for other in further if other not in seen]
                    seen.update(further)
                    continue
                if operands.effects is not None:
                    effect = operands.effects[place]
                else:
                    declared = operand_at(operands.spec, user, place)
                    effect = declared.effect if declared is not None else None
                if effect is not None:
                    effects.add(effect)
                    if effect is Effect.READ_WRITE or effects >= _BOTH:
                        return "read_write"
                    continue
                further = list(user.results)
                if operands.keeps:
                    further.append(user.operands[0])
                for other in further:
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
        return next(iter(effects)).value if effects else "none"

    def _declared(self, name: str) -> _Operands | None:
        spec = self._ops.get(name)
        operands = None
        if spec is not None:
            first = spec.operands[0] if spec.operands else None
            keeps = first is not None and first.name == "self" and any(map(is_variable, first.types))
            fixed = all(o.arity == "single" for o in spec.operands)
            operands = _Operands(spec, [o.effect for o in spec.operands] if fixed else None, keeps)
        self._known[name] = operands
        return operands
