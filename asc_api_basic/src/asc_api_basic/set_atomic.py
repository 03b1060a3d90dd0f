"""Atomic writes: moves from UB, L1 and L0C to global memory combine with what is there."""

from __future__ import annotations

from typing import Any

from asc_api_core.enums import AtomicDtype, AtomicOp
from asc_plugins import CallError, DataType, Family, api
from asc_plugins.dtypes import uint16
from asc_plugins.emit import Emitter, OpText

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
    """
    ``set_atomic_none`` ends it; each core has its own setting.

    Args:
        dtype: type of the elements in global memory: float32, float16, int16, int32, int8 or bfloat16.
    """,
    template=("dtype",),
    model=MODEL,
    verify=_check,
)


@atomic.overload
def _(dtype: DataType) -> None: ...


set_atomic_add = atomic(
    "set_atomic_add", "SetAtomicAdd", doc="Moves to global memory add to what is there; ``SetAtomicAdd``."
)
set_atomic_max = atomic(
    "set_atomic_max", "SetAtomicMax", doc="Moves to global memory keep the larger value; ``SetAtomicMax``."
)
set_atomic_min = atomic(
    "set_atomic_min", "SetAtomicMin", doc="Moves to global memory keep the smaller value; ``SetAtomicMin``."
)
set_atomic_type = atomic(
    "set_atomic_type", "SetAtomicType", doc="Sets the element type of the atomic writes in force; ``SetAtomicType``."
)


@api("SetAtomicNone", model=MODEL)
def set_atomic_none() -> None:
    """Moves to global memory overwrite what is there, as after the kernel's start; Ascend C's ``SetAtomicNone``."""


@api("SetStoreAtomicConfig", template=("atomic_type", "atomic_op"), model=MODEL)
def set_store_atomic_config(atomic_type: AtomicDtype, atomic_op: AtomicOp) -> None:
    """Sets element type and operation of atomic writes together; Ascend C's ``SetStoreAtomicConfig``.

    Args:
        atomic_type: the elements' type; ``ATOMIC_NONE`` ends atomic writes.
        atomic_op: the operation; the sum is the only one.
    """


def _emit_get_config(op: OpText, emitter: Emitter) -> None:
    hints = ("atomic_type", "atomic_op")
    numbers = [emitter.temporary("uint16_t", hint, "0") for hint in hints]
    emitter.statement(f"GetStoreAtomicConfig({', '.join(numbers)})")
    for value, hint, number in zip(op.results, hints, numbers, strict=True):
        emitter.variable(value, hint, number)


@api(
    "GetStoreAtomicConfig",
    emit=_emit_get_config,
    result=lambda bound: (uint16, uint16),
    reads_state=True,
    model=MODEL,
)
def get_store_atomic_config() -> tuple[int, int]:
    """What ``set_store_atomic_config`` has set, as two numbers; Ascend C's ``GetStoreAtomicConfig``.

    Returns:
        The numbers of an ``AtomicDtype`` and of an ``AtomicOp``, each a uint16.
    """
