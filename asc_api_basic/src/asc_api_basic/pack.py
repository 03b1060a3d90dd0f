"""The pack *basic*: vector instructions, data moves, synchronisation, scalar unit."""

from __future__ import annotations

from pathlib import Path

from asc_plugins import Api, hookimpl
from asc_plugins.hookspecs import PackInfo, RegisterModel, RegisterName

from . import (
    block_sync,
    cache,
    common,
    data_copy,
    determine_compute_sync,
    dump_tensor,
    fixpipe,
    gm_by_pass_dcache,
    mask,
    mm,
    scalar,
    set_atomic,
    sys_var,
    vec_binary,
    vec_binary_scalar,
    vec_cmpsel,
    vec_createvecindex,
    vec_duplicate,
    vec_reduce,
    vec_reduce_spr,
    vec_ternary_scalar,
    vec_unary,
    vec_vconv,
)

MODULES = (
    block_sync, cache, common, data_copy, determine_compute_sync, dump_tensor, fixpipe, gm_by_pass_dcache, mask, mm,
    scalar, set_atomic, sys_var,
    vec_binary, vec_binary_scalar, vec_cmpsel, vec_createvecindex, vec_duplicate, vec_reduce, vec_reduce_spr,
    vec_ternary_scalar, vec_unary, vec_vconv,
)  # fmt: skip


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo(
        "basic",
        "0.1.0",
        doc="vector instructions, data moves, synchronisation, scalar unit",
        requires=("core",),
    )


@hookimpl
def asc_register_names(register: RegisterName) -> None:
    for module in MODULES:
        for value in vars(module).values():
            if isinstance(value, Api) and value.module == module.__name__:
                register(value)


@hookimpl
def asc_register_model(register: RegisterModel) -> None:
    register(Path(__file__).parent / "model")
