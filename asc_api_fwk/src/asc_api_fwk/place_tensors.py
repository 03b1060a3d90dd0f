"""The pass place-tensors: gives a LocalTensorAuto a TBuf of the kernel's TPipe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asc_plugins import PassSpec, Slot
from asc_plugins.passes import PassContext

TENSOR = "asc.local_tensor_auto"
_POSITION = "TPosition::VECCALC"


def run(module: Any, context: PassContext) -> None:
    """Replaces each tensor without a place by a buffer's; one TPipe a tensor is merged by unify-pipe."""
    for op in [op for op in _operations(module.operation) if op.name == TENSOR]:
        _place(op, context.ir)


def _operations(root: Any) -> Iterator[Any]:
    for region in root.regions:
        for block in region.blocks:
            for op in block.operations:
                yield op.operation
                yield from _operations(op.operation)


def _place(op: Any, ir: Any) -> None:
    result = op.results[0]
    with op.context, ir.Location.unknown():
        i32, i64 = ir.IntegerType.get_signless(32), ir.IntegerType.get_signless(64)
        element = ir.DynamicType(result.type).params[0].maybe_downcast().value
        bits = 8 if str(element) == "i1" else element.width

        # The variable's name, which a location carries, is the tensor's alone.
        named = op.location
        place = named.child_loc if isinstance(named, ir.NameLoc) else named

        def create(name: str, operands: list[Any], types: list[Any], loc: Any = place, **attributes: Any) -> list[Any]:
            made = ir.Operation.create(
                name, results=types, operands=operands, attributes=attributes, loc=loc, ip=ir.InsertionPoint(op)
            )
            return list(made.results)

        count = op.operands[0]
        for size in list(op.operands)[1:]:
            (count,) = create("arith.muli", [count, size], [i64])
        (count,) = create("arith.trunci", [count], [i32])
        (width,) = create("arith.constant", [], [i32], value=ir.IntegerAttr.get(i32, bits // 8))
        (length,) = create("arith.muli", [count, width], [i32])
        pipe_type = ir.Type.parse("!asc.tpipe")
        (pipe,) = create("asc.tpipe", [], [pipe_type])
        position = ir.StringAttr.get(_POSITION)
        (buffer,) = create("asc.tbuf", [], [ir.Type.parse(f"!asc.tbuf<{position}>")], pos=position)
        create("asc.tpipe_init_buffer", [pipe, buffer, length], [])
        unit, dtype = ir.UnitAttr.get(), ir.TypeAttr.get(element)
        (tensor,) = create("asc.tbuf_get", [buffer, count], [result.type], named, dtype=dtype, shape=unit)
        result.replace_all_uses_with(tensor)
        op.erase()


PASS = PassSpec(
    "place-tensors",
    Slot.LOWERING,
    run,
    "Gives tensors without a place a buffer of TPipe.",
    before="materialize-tensor",
)
