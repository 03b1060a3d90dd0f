"""The engine's own declarations, registered through the same hooks as any pack's."""

from __future__ import annotations

from asc_core.passes.table import PASSES
from asc_core.platforms import PLATFORMS
from asc_plugins.hookspecs import PackInfo, RegisterOp, RegisterPass, RegisterPlatform, RegisterType, hookimpl
from asc_plugins.irtypes import ir_type
from asc_plugins.ops import OperandSpec, OpSpec
from asc_plugins.roles import View, Work
from asc_plugins.values import GlobalAddress, IRValue


@ir_type("any", cpp="auto", dialect="emitasc")
class AnyValue(IRValue):
    """A value whose type an operation with operands of several types needn't know: IRDL wants one type a group."""


_OPS = (
    OpSpec(
        "emitasc.any",
        (OperandSpec("value"),),
        (OperandSpec("result", (AnyValue,)),),
        pure=True,
        doc="Hides the type of a value; the text shows the value itself.",
    ),
    OpSpec(
        "emitasc.ptr_offset",
        (OperandSpec("base", (GlobalAddress,)), OperandSpec("offset")),
        (OperandSpec("result", (GlobalAddress,)),),
        pure=True,
        role=View("base", "offset"),
        doc="The address *offset* elements behind *base*.",
    ),
    OpSpec(
        "emitasc.floormod",
        (OperandSpec("lhs"), OperandSpec("rhs")),
        (OperandSpec("result"),),
        pure=True,
        doc="The remainder of signed integers with the sign of *rhs*, as Python's ``%``.",
    ),
    OpSpec(
        "emitasc.keep_loop",
        (),
        (),
        role=Work(),
        doc="An effect without text: a loop that only waits or never ends is none that may be dropped.",
    ),
    OpSpec(
        "emitasc.verbatim",
        (OperandSpec("operands", arity="variadic"),),
        (),
        ("text",),
        constants=((str,),),
        role=Work(opaque=True),
        doc="Ascend C text as it is. Where there are operands, ``{0}`` in it stands for the first; ``{ 0 }`` is C++.",
    ),
)


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo("engine", "0.1.0", doc="The compiler's own operations and passes")


@hookimpl
def asc_register_types(register: RegisterType) -> None:
    register(AnyValue.ir_spec)


@hookimpl
def asc_register_ops(register: RegisterOp) -> None:
    for op in _OPS:
        register(op)


@hookimpl
def asc_register_passes(register: RegisterPass) -> None:
    for spec in PASSES:
        register(spec)


@hookimpl
def asc_register_platforms(register: RegisterPlatform) -> None:
    for spec in PLATFORMS.values():
        register(spec)
