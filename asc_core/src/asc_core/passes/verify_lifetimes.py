"""verify-lifetimes: no tensor is used after its buffer was given back, as far as that is sure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from asc_core.ir.location import SourceLoc
from asc_core.ir.places import place_of, place_of_operation, python_name
from asc_core.translate.optext import Operands
from asc_plugins.ops import OpSpec
from asc_plugins.roles import Place, View, Work

from .errors import PassError
from .functions import functions, named
from .traits import GIVES_BACK, with_trait


def run(module: Any, context: Any) -> bool:
    ops: Mapping[str, OpSpec] = context.registry.ops
    names = context.names(with_trait(GIVES_BACK))
    for function in functions(module):
        for op in named(function, names):
            for tensor in _touched(op, ops):
                _check(op, tensor, ops)
    return False


def _check(op: Any, tensor: Any, ops: Mapping[str, OpSpec]) -> None:
    """Looks at what follows in the same block: elsewhere the tensor may have been taken anew."""
    block = op.block
    first = user = None
    for alias in _aliases(tensor, ops):
        for use in alias.uses:
            other = use.owner.operation
            around = _in_block(other, block)
            if around is None or not op.is_before_in_block(around):
                continue
            if first is not None and first != around and not around.is_before_in_block(first):
                continue
            if _takes(other, ops, alias):
                first, user = around, None
            elif (first is None or first != around) and alias in _touched(other, ops):
                first, user = around, other
    if user is not None:
        raise _error(op, user, tensor, user.name == op.name)


def _in_block(op: Any, block: Any) -> Any:
    """The operation of *block* that is or holds *op*, or None."""
    while op.block != block:
        op = op.parent
        if op is None or op.name == "func.func":
            return None
        op = op.operation
    return op


def _touched(op: Any, ops: Mapping[str, OpSpec]) -> Iterator[Any]:
    """The values whose memory an operation works on."""
    spec = ops.get(op.name)
    if spec is None:
        return
    role = spec.role
    groups = Operands(op, spec).groups
    for operand in spec.operands:
        receives = operand.name == "self" and isinstance(role, Work) and role.receiver is not None
        if operand.effect is not None or receives:
            yield from groups[operand.name]


def _takes(op: Any, ops: Mapping[str, OpSpec], tensor: Any) -> bool:
    """True of an operation that gives the tensor another buffer."""
    spec = ops.get(op.name)
    role = spec.role if spec is not None else None
    if spec is None or not isinstance(role, (Place, View)) or role.tensor is None:
        return False
    return tensor in Operands(op, spec).groups[role.tensor]


def _aliases(tensor: Any, ops: Mapping[str, OpSpec]) -> Iterator[Any]:
    """The tensor that *tensor* is a part of, and all its parts."""
    while True:
        base = _base(tensor, ops)
        if base is None:
            break
        tensor = base
    waiting = [tensor]
    while waiting:
        value = waiting.pop()
        yield value
        for use in value.uses:
            user = use.owner.operation
            spec = ops.get(user.name)
            role = spec.role if spec is not None else None
            if spec is None or not isinstance(role, View) or role.tensor is not None:
                continue
            if value in Operands(user, spec).groups[role.base]:
                waiting += user.results


def _base(value: Any, ops: Mapping[str, OpSpec]) -> Any:
    """The tensor of which *value* is a view, or None."""
    op = getattr(value.owner, "operation", None)
    spec = ops.get(op.name) if op is not None else None
    if spec is None or not isinstance(spec.role, View) or spec.role.tensor is not None:
        return None
    return next(iter(Operands(op, spec).groups[spec.role.base]), None)


def _error(freed: Any, used: Any, tensor: Any, again: bool) -> PassError:
    name = python_name(tensor)
    what = f"'{name}'" if name else "a tensor"
    place = place_of(freed.location)
    return PassError(
        f"{what} is freed a second time" if again else f"{what} is used after it was freed",
        [f"it was freed here: {_text(place)}"] if place is not None else [],
        "free a tensor once" if again else "free it behind its last use",
        code="ASC-E606",
        location=place_of_operation(used),
    )


def _text(place: SourceLoc) -> str:
    return f"{place.file}:{place.line}"
