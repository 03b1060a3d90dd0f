"""The pack *codegen_ext*: Ascend C text of MLIR's own dialects."""

from __future__ import annotations

from asc_plugins.hookspecs import PackInfo, RegisterEmitter, hookimpl

from . import bits, compare, convert, emitasc, emitc, floats, func, integers, mathematics, scf


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo("codegen_ext", "0.1.0", doc="Ascend C text of arith, emitc, func, math and scf")


@hookimpl
def asc_register_emitters(register: RegisterEmitter) -> None:
    for module in (bits, compare, convert, emitasc, emitc, floats, func, integers, mathematics, scf):
        for op, emit in module.EMITTERS.items():
            register(op, emit)
