"""The pass place-tensors: gives tensors without a place the memory of a kernel with a TPipe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asc_api_core.enums import TPosition
from asc_plugins import PassSpec, Slot
from asc_plugins.errors import CallError
from asc_plugins.lifetimes import arrange, count_of, lifetimes, may_share, require_room
from asc_plugins.passes import PassContext

TENSOR = "asc.local_tensor_auto"
#: Operations after which the memory is TPipe's.
PIPES = ("asc.tpipe", "asc.get_tpipe_ptr")
_POSITION = TPosition.VECCALC.cpp
_BLOCK = 32
_SIZE = "i64"


def run(module: Any, context: PassContext) -> bool:
    """Tensors of a known size share one buffer, others have a buffer each.

    Kernels without a TPipe, whose tensors all have known sizes, are left to the pass materialize-tensor. One TPipe a
    tensor is merged by unify-pipe.
    """
    changed = False
    for function in [op.operation for op in module.body.operations if op.operation.name == "func.func"]:
        ops = list(_operations(function))
        tensors = [op for op in ops if op.name == TENSOR]
        counts = [(op, _count(op, context)) for op in tensors]
        sized = [(op, count) for op, count in counts if count is not None]
        if len(sized) == len(tensors) and not any(op.name in PIPES for op in ops):
            continue
        _place_together(function, sized, context)
        for op in [op for op, count in counts if count is None]:
            _place_alone(op, context.ir)
        changed = changed or bool(tensors)
    return changed


def _operations(root: Any) -> Iterator[Any]:
    for region in root.regions:
        for block in region.blocks:
            for op in block.operations:
                yield op.operation
                yield from _operations(op.operation)


def _count(op: Any, context: PassContext) -> int | None:
    with context.at(op):
        _require_sizes(op)
        return count_of(op)


def _require_sizes(op: Any) -> None:
    types = [str(size.type) for size in op.operands]
    wrong = next((type_ for type_ in types if type_ != _SIZE), None)
    if not types or wrong is not None:
        what = "none" if wrong is None else f"one of type {wrong}"
        raise CallError(f"{TENSOR} takes one or more sizes of type {_SIZE}, not {what}", code="ASC-E605")


class _Writer:
    """Creates operations before another one."""

    def __init__(self, before: Any, ir: Any) -> None:
        self.ir = ir
        self.before = before
        # The variable's name, which a location carries, is the tensor's alone.
        place = before.location
        self.place = place.child_loc if isinstance(place, ir.NameLoc) else place
        self.i32 = ir.IntegerType.get_signless(32)

    def create(self, name: str, operands: list[Any], types: list[Any], loc: Any = None, **attributes: Any) -> list[Any]:
        point = self.ir.InsertionPoint(self.before)
        made = self.ir.Operation.create(
            name, results=types, operands=operands, attributes=attributes, loc=loc or self.place, ip=point
        )
        return list(made.results)

    def integer(self, value: int) -> Any:
        return self.create("arith.constant", [], [self.i32], value=self.ir.IntegerAttr.get(self.i32, value))[0]

    def buffer(self, length: Any) -> Any:
        """A buffer of that many bytes."""
        ir = self.ir
        (pipe,) = self.create("asc.tpipe", [], [ir.Type.parse("!asc.tpipe")])
        position = ir.StringAttr.get(_POSITION)
        (buffer,) = self.create("asc.tbuf", [], [ir.Type.parse(f"!asc.tbuf<{position}>")], pos=position)
        self.create("asc.tpipe_init_buffer", [pipe, buffer, length], [])
        return buffer


def _element(op: Any, ir: Any) -> tuple[Any, int]:
    """Type of a tensor's elements and its bytes."""
    element = ir.DynamicType(op.results[0].type).params[0].maybe_downcast().value
    return element, 1 if str(element) == "i1" else element.width // 8


def _place_together(function: Any, sized: list[tuple[Any, int]], context: PassContext) -> None:
    if not sized:
        return
    ir = context.ir
    tensors = [op for op, _ in sized]
    sizes = [-(-count * _element(op, ir)[1] // _BLOCK) * _BLOCK for op, count in sized]
    needed = lifetimes(function, [op.results[0] for op in tensors], context.registry.ops)
    begins, length = arrange(sizes, needed, reuse=may_share(context.options))
    if context.platform is not None:
        named = [(_name(op, ir), size) for op, size in zip(tensors, sizes, strict=True)]
        with context.at(tensors[begins.index(max(begins))]):
            require_room(named, length, "UB", context.platform)
    (entry,) = function.regions[0].blocks
    with function.context, ir.Location.unknown():
        first = next(op.operation for op in entry.operations if op.operation.name != "arith.constant")
        writer = _Writer(first, ir)
        writer.place = tensors[0].location.child_loc if isinstance(tensors[0].location, ir.NameLoc) else writer.place
        buffer = writer.buffer(writer.integer(length))
        for (op, number), begin in zip(sized, begins, strict=True):
            writer = _Writer(op, ir)
            count, offset = writer.integer(number), writer.integer(begin)
            dtype = ir.TypeAttr.get(_element(op, ir)[0])
            (tensor,) = writer.create(
                "asc.tbuf_get_with_offset", [buffer, count, offset], [op.results[0].type], op.location, dtype=dtype
            )
            op.results[0].replace_all_uses_with(tensor)
            op.erase()


def _name(op: Any, ir: Any) -> str | None:
    return op.location.name_str if isinstance(op.location, ir.NameLoc) else None


def _place_alone(op: Any, ir: Any) -> None:
    result = op.results[0]
    with op.context, ir.Location.unknown():
        writer = _Writer(op, ir)
        element, width = _element(op, ir)
        i64 = ir.IntegerType.get_signless(64)
        count = op.operands[0]
        for size in list(op.operands)[1:]:
            (count,) = writer.create("arith.muli", [count, size], [i64])
        (count,) = writer.create("arith.trunci", [count], [writer.i32])
        (length,) = writer.create("arith.muli", [count, writer.integer(width)], [writer.i32])
        buffer = writer.buffer(length)
        unit, dtype = ir.UnitAttr.get(), ir.TypeAttr.get(element)
        (tensor,) = writer.create("asc.tbuf_get", [buffer, count], [result.type], op.location, dtype=dtype, shape=unit)
        result.replace_all_uses_with(tensor)
        op.erase()


PASS = PassSpec(
    "place-tensors",
    Slot.LOWERING,
    run,
    "Gives tensors without a place memory of TPipe.",
    before="materialize-tensor",
    needs=frozenset({TENSOR}),
)
