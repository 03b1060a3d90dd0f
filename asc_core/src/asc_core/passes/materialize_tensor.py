"""materialize-tensor: tensors that were given no place get one, where dead ones lay if need be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from asc_core.ir.places import place_of_operation, python_name
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import IRType
from asc_plugins.lifetimes import arrange, count_of, lifetimes, may_share, require_room
from asc_plugins.ops import OpSpec
from asc_plugins.roles import Place

from .errors import PassError
from .functions import functions, named, operations
from .given import EngineContext
from .traits import PLACELESS, with_trait

_BLOCK = 32


def run(module: Any, context: EngineContext) -> bool:
    changed = False
    for function in functions(module):
        tensors = named(function, context.names(with_trait(PLACELESS)))
        if tensors:
            _place(function, tensors, context)
            changed = True
    return changed


def _place(function: Any, tensors: list[Any], context: EngineContext) -> None:
    ops: Mapping[str, OpSpec] = context.registry.ops
    assert context.platform is not None
    role = ops[tensors[0].name].role
    counts = [_count(op, context) for op in tensors]
    target = _placing(ops, role) if isinstance(role, Place) else None
    if target is None or None in counts:
        raise _no_place(tensors[0 if target is None else counts.index(None)])
    assert isinstance(role, Place) and role.default is not None
    sizes = [
        -(-(count or 0) * _element(op, context).sizeof() // _BLOCK) * _BLOCK
        for op, count in zip(tensors, counts, strict=True)
    ]
    start = _end_of_placed(function, role.default, context)
    begins, end = arrange(sizes, [], reuse=False, start=start)
    room = context.platform.usable(role.default)
    if end > room and may_share(context.options):
        needed = lifetimes(function, [op.results[0] for op in tensors], ops)
        begins, end = arrange(sizes, needed, reuse=True, start=start)
    named = [(python_name(op.results[0]), size) for op, size in zip(tensors, sizes, strict=True)]
    if end > room:
        named += [("tensors at fixed addresses", start)] if start else []
        with context.at(tensors[begins.index(max(begins))]):
            require_room(named, end, role.default, context.platform)
    for op, begin, count in zip(tensors, begins, counts, strict=True):
        _replace(op, target, next(iter(role.memories)), (begin, count or 0), context)


def _count(op: Any, context: EngineContext) -> int | None:
    with context.at(op):
        return count_of(op)


def _placing(ops: Mapping[str, OpSpec], role: Place) -> OpSpec | None:
    """The declared op that makes a tensor at an address of the memory."""
    for _, spec in sorted(ops.items()):
        place = spec.role
        whole = isinstance(place, Place) and place.tensor is None and place.address and place.size and place.position
        if isinstance(place, Place) and whole and next(iter(role.memories)) in place.memories:
            return spec
    return None


def _no_place(op: Any) -> PassError:
    name = python_name(op.results[0]) if len(op.results) == 1 else None
    return PassError(
        f"the tensor {name!r} has no place in memory" if name else "a tensor has no place in memory",
        hint="take it from a queue, or give its position and address: asc.LocalTensor(...)",
        location=place_of_operation(op),
    )


def _element(op: Any, context: EngineContext) -> DataType:
    type_ = context.context.from_mlir(op.results[0].type)
    assert isinstance(type_, IRType)
    dtype = type_["dtype"]
    assert isinstance(dtype, DataType)
    return dtype


def _end_of_placed(function: Any, memory: str, context: EngineContext) -> int:
    """Where the tensors end that the kernel places in a memory itself."""
    from .sync.numbers import Numbers
    from .sync.polynomials import Atoms
    from .sync.regions import Regions

    ops = context.registry.ops
    regions = Regions(context.context, Numbers(Atoms(), context.registry))
    end = 0
    for op in operations(function):
        spec = ops.get(op.name)
        if spec is None or not isinstance(spec.role, Place) or spec.role.tensor or PLACELESS in spec.traits:
            continue
        region = regions.of(op.results[0])
        if region.memory not in (memory, None):
            continue
        known = region.base is not None and region.size is not None and not {*region.base, *region.size} - {()}
        if not known or spec.role.address is None:
            name = python_name(op.results[0])
            raise PassError(
                f"there is no telling which part of {memory} is free for tensors that the compiler places",
                [f"{name or 'a tensor'} has no constant address and size"],
                "give all tensors constant addresses and sizes, or let the compiler place all of them",
                location=place_of_operation(op),
            )
        assert region.base is not None and region.size is not None
        end = max(end, region.base.get((), 0) + region.size.get((), 0))
    return -(-end // _BLOCK) * _BLOCK


def _replace(op: Any, target: OpSpec, position: str, place: tuple[int, int], context: EngineContext) -> None:
    ir = context.ir
    role = target.role
    assert isinstance(role, Place)
    attributes = {role.position[0]: ir.StringAttr.get(position)}
    dtype = _element(op, context)
    for name in target.attributes:
        attributes.setdefault(name, context.context.attribute(dtype))
    i32 = ir.IntegerType.get_signless(32)
    numbers = dict(zip((role.address, role.size), place, strict=True))
    operands = []
    for operand in target.operands:
        value = ir.IntegerAttr.get(i32, numbers.get(operand.name, 0))
        constant = ir.Operation.create(
            "arith.constant", results=[i32], attributes={"value": value}, loc=ir.Location.unknown(),
            ip=ir.InsertionPoint(op),
        )  # fmt: skip
        operands.append(constant.results[0])
    made = ir.Operation.create(
        target.name, results=[op.results[0].type], operands=operands, attributes=attributes, loc=op.location,
        ip=ir.InsertionPoint(op),
    )  # fmt: skip
    op.results[0].replace_all_uses_with(made.results[0])
    op.erase()
