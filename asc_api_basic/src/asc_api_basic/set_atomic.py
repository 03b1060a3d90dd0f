"""Atomic writes: moves from UB, L1 and L0C to global memory combine with what is there."""

from __future__ import annotations

from typing import Any

from asc_api_core.enums import AtomicDtype, AtomicOp
from asc_plugins import CallError, DataType, Family, api
from asc_plugins.builder import current_builder
from asc_plugins.dtypes import uint16
from asc_plugins.emit import Emitter, OpText
from asc_plugins.values import PlainValue

MODEL = "set_atomic.h"
ATOMIC_DTYPES = ("float32", "float16", "int16", "int32", "int8", "bfloat16")


def _check(bound: dict[str, Any]) -> None:
    if bound["dtype"].name not in ATOMIC_DTYPES:
        raise CallError(
            f"atomic writes don't support {bound['dtype'].name}",
            [f"supported: {', '.join(ATOMIC_DTYPES)}"],
            code="ASC-E303",
        )


atomic = Family(
    "*dtype* is the type of the elements in global memory. ``set_atomic_none`` ends it.",
    template=("dtype",),
    model=MODEL,
    verify=_check,
)


@atomic.overload
def _(dtype: DataType) -> None: ...


set_atomic_add = atomic("set_atomic_add", "SetAtomicAdd", doc="Moves to global memory add to what is there.")
set_atomic_max = atomic("set_atomic_max", "SetAtomicMax", doc="Moves to global memory keep the larger value.")
set_atomic_min = atomic(
    "set_atomic_min", "SetAtomicMin", doc="Moves to global memory keep the smaller value."
)
set_atomic_type = atomic(
    "set_atomic_type", "SetAtomicType", doc="Sets the element type of the atomic operation that is in force."
)


@api("SetAtomicNone", model=MODEL)
def set_atomic_none() -> None:
    """Moves to global memory overwrite what is there, as after the kernel's start."""


@api("SetStoreAtomicConfig", template=("atomic_type", "atomic_op"), model=MODEL)
def set_store_atomic_config(atomic_type: AtomicDtype, atomic_op: AtomicOp) -> None:
    """Sets element type and operation of atomic writes together."""


def _emit_get_config(op: OpText, emitter: Emitter) -> str:
    names = [emitter.declare("uint16_t", hint, "0") for hint in ("atomic_type", "atomic_op")]
    emitter.statement(f"GetStoreAtomicConfig({', '.join(names)})")
    return f"static_cast<uint32_t>({names[0]} | ({names[1]} << 16))"


def _build_get_config(builder: Any) -> tuple[PlainValue, PlainValue]:
    """The two numbers come out of one operation; a word holds both."""
    (handle,) = builder.create("asc.get_store_atomic_config", [], [DataType("uint32")])
    word = PlainValue(handle, DataType("uint32"))
    scalars = current_builder("asc.get_store_atomic_config")
    return scalars.materialize(word & 0xFFFF, uint16), scalars.materialize(word >> 16, uint16)


@api("GetStoreAtomicConfig", emit=_emit_get_config, build=_build_get_config, reads_state=True, model=MODEL)
def get_store_atomic_config() -> int:
    """Element type and operation of atomic writes, as numbers of ``AtomicDtype`` and ``AtomicOp``."""
