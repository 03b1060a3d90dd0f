"""Operations of the upstream dialects that Ascend C has nothing for, and what to use instead."""

from __future__ import annotations

from asc_plugins.emit import Emitter, OpText
from asc_plugins.errors import CallError
from asc_plugins.ops import EmitFunction

_HEAP = "a kernel has no heap: use memref.alloca or a tensor"
_PARALLEL = "a core runs one thread: use scf.for, and the block's number to share work among cores"
_ATOMIC = "use the atomic modes of data copies, asc.set_atomic_add and its kin"
_MOVE = "data moves with asc.data_copy"
_METADATA = "lower buffers to constant strides before"
_INDIRECT = "a kernel has no addresses of functions: call by name"
_CLASS = "pass what it holds as arguments, or declare a struct with asc.struct"

#: What to do instead, by the operation's name.
REFUSED = {
    "arith.flush_denormals": "the cores treat denormals as their type says",
    "arith.scaling_extf": "extend with arith.extf and multiply by the scale",
    "arith.scaling_truncf": "divide by the scale and truncate with arith.truncf",
    "emitc.class": _CLASS,
    "emitc.declare_func": "functions are written before their calls by themselves: drop it",
    "emitc.field": _CLASS,
    "emitc.file": "give its contents to the module itself",
    "emitc.get_field": _CLASS,
    "func.call_indirect": _INDIRECT,
    "func.constant": _INDIRECT,
    "memref.alloc": _HEAP,
    "memref.atomic_rmw": _ATOMIC,
    "memref.dealloc": _HEAP,
    "memref.dma_start": _MOVE,
    "memref.dma_wait": _MOVE,
    "memref.extract_strided_metadata": _METADATA,
    "memref.generic_atomic_rmw": _ATOMIC,
    "memref.memory_space_cast": "an address belongs to one memory: copy what it holds with asc.data_copy",
    "memref.prefetch": "use asc.data_cache_preload",
    "memref.realloc": _HEAP,
    "memref.reshape": _METADATA,
    "scf.forall": _PARALLEL,
    "scf.parallel": _PARALLEL,
}

#: Operations that others write: functions, the ends of regions, constants.
PARTS = frozenset(
    {"arith.constant", "emitc.func", "emitc.yield", "func.func", "memref.alloca_scope.return", "memref.atomic_yield",
     "scf.condition", "scf.forall.in_parallel", "scf.reduce", "scf.reduce.return", "scf.yield"}
)  # fmt: skip


def _refuse(hint: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        raise CallError(f"'{op.name}' can't be written as Ascend C", hint=hint)

    return emit


EMITTERS: dict[str, EmitFunction] = {name: _refuse(hint) for name, hint in REFUSED.items()}
