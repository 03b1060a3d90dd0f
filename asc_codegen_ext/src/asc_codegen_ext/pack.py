"""The pack *codegen_ext*: Ascend C text of MLIR's own dialects."""

from __future__ import annotations

from asc_plugins.hookspecs import PackInfo, RegisterEmitter, hookimpl

from . import (
    bits,
    compare,
    convert,
    emitasc,
    emitc,
    emitc_flow,
    emitc_operators,
    emitc_values,
    extended,
    floats,
    func,
    integers,
    mathematics,
    memref,
    refused,
    scf,
)

_MODULES = (
    bits, compare, convert, emitasc, emitc, emitc_flow, emitc_operators, emitc_values, extended, floats, func, integers,
    mathematics, memref, refused, scf,
)  # fmt: skip


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo("codegen_ext", "0.1.0", doc="Ascend C text of arith, emitc, func, math, memref and scf")


@hookimpl
def asc_register_emitters(register: RegisterEmitter) -> None:
    for module in _MODULES:
        for op, emit in module.EMITTERS.items():
            register(op, emit)
