"""Results of reductions that the scalar unit reads from registers."""

from __future__ import annotations

from typing import Any

from asc_plugins import CallError, DataType, Family, Pipe, Work
from asc_plugins.dtypes import uint16, uint32
from asc_plugins.emit import Emitter, OpText

MODEL = "vec_reduce.h"
FLOATS = ("float16", "float32")
#: The vector unit must be done before the registers are read.
AFTER = Work(settles=True)


def _check_dtype(bound: dict[str, Any]) -> None:
    if bound["dtype"].name not in FLOATS:
        raise CallError(f"'dtype' is {bound['dtype'].name}; it must be {' or '.join(FLOATS)}", code="ASC-E303")


def _index(dtype: DataType) -> DataType:
    return uint16 if dtype.name == "float16" else uint32


def _emit_extreme(op: OpText, emitter: Emitter) -> None:
    """The index is an integer in the place of a float."""
    dtype = op.attribute("dtype")
    index, element = _index(dtype).cpp, dtype.cpp
    value, found = op.results
    name = emitter.variable(value, "max_min_value", "0")
    bits = emitter.temporary(element, "max_min_bits", "0")
    emitter.statement(f"GetReduceMaxMinCount<{element}>({name}, {bits})")
    emitter.variable(found, "max_min_index", f"*reinterpret_cast<{index}*>(&{bits})")


REGISTERS = """
Args:
    dtype: float16 or float32, that of the reduction.

Raises:
    CallError: *dtype* is another one.
    ModelError: no such reduction came before, or one of another data type{more}.
"""

# CANN before 9.0 knows the older names only; later ones know both.
sum_register = Family(
    "On an AIC core it is 0.\n" + REGISTERS.format(more=""),
    pipe=Pipe.S,
    role=AFTER,
    text="GetAccVal<{dtype}>()",
    result=lambda bound: bound["dtype"],
    verify=_check_dtype,
    reads_state=True,
    model=MODEL,
)


@sum_register.overload
def sum_form(dtype: DataType) -> Any: ...


get_reduce_repeat_sum_spr = sum_register(
    "get_reduce_repeat_sum_spr",
    "GetReduceRepeatSumSpr",
    doc="The result of the last ``reduce_sum`` of the first *count* elements; Ascend C's ``GetReduceRepeatSumSpr``.",
)
get_acc_val = sum_register(
    "get_acc_val", "GetAccVal", doc="The older name of ``get_reduce_repeat_sum_spr``; Ascend C's ``GetAccVal``."
)

extreme_registers = Family(
    """
``whole_reduce_max`` and ``whole_reduce_min`` leave the extreme of all repeats and its index among their elements,
the first one of equals; ``reduce_max`` and ``reduce_min`` leave the extreme and an index without meaning. Their
sources must be contiguous (*src_blk_stride* 1, *src_rep_stride* 8), their mask not in counter mode. The index is
a uint16 of float16, a uint32 of float32. On an AIC core both are 0.
"""
    + REGISTERS.format(more=", or one with strides or in counter mode"),
    pipe=Pipe.S,
    role=AFTER,
    emit=_emit_extreme,
    result=lambda bound: (bound["dtype"], _index(bound["dtype"])),
    verify=_check_dtype,
    reads_state=True,
    model=MODEL,
)


@extreme_registers.overload
def extreme_form(dtype: DataType) -> tuple[Any, Any]: ...


get_reduce_repeat_max_min_spr = extreme_registers(
    "get_reduce_repeat_max_min_spr",
    "GetReduceRepeatMaxMinSpr",
    doc="Value and index of the last extreme that was searched; Ascend C's ``GetReduceRepeatMaxMinSpr``.",
)
get_reduce_max_min_count = extreme_registers(
    "get_reduce_max_min_count",
    "GetReduceMaxMinCount",
    doc="The older name of ``get_reduce_repeat_max_min_spr``; Ascend C's ``GetReduceMaxMinCount``.",
)
