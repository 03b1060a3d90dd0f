"""Output of a running kernel."""

from __future__ import annotations

import json
from typing import Any

from asc_api_core.shape_info import ShapeInfo
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import ConstExpr, Family, Pipe, PlainValue, Src, UInt32, api
from asc_plugins.builder import Builder
from asc_plugins.emit import Emitter, OpText

from .printf_format import check, passed_as

DUMPED = (
    "bool", "int8", "uint8", "int16", "uint16", "float16", "bfloat16", "int32", "uint32", "float32", "int64", "uint64",
)  # fmt: skip
PRINTS = ("prints",)


def _emit_printf(op: OpText, emitter: Emitter) -> str:
    values = iter(op.operands("params"))
    arguments = [_quoted(op.attribute("desc"))]
    arguments += [next(values) if text is None else _quoted(text) for text in op.attribute("literals")]
    # Named in full: C's own printf may be visible too.
    return f"AscendC::printf({', '.join(arguments)})"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _build_printf(builder: Builder, desc: str, params: list[Any]) -> None:
    values = [ConstExpr.unwrap(p) for p in params]
    passed = [
        builder.materialize(v, passed_as(c, v.dtype)) if isinstance(v, PlainValue) else v
        for c, v in zip(check(desc, values), values, strict=True)
    ]
    printf.overloads[0].lower(builder, {"desc": desc, "params": passed}, None)


@api("printf", emit=_emit_printf, build=_build_printf, traits=PRINTS)
def printf(desc: str, *params: Any) -> None:
    """Prints text; that of a launch comes out in the order of its blocks when it ends. Ascend C's ``printf``.

    Args:
        desc: the text. Conversions are those of C: ``%d %i`` signed, ``%u`` unsigned and ``%x`` hexadecimal integers
            (also with ``l`` and ``ll``), ``%f %F`` floats, ``%s`` text, ``%p`` addresses, ``%%`` a percent sign.
        params: a value for each conversion: run-time numbers (float16 and bfloat16 too), constants, addresses and
            constant text.
    """


@api("DumpTensor", pipe=Pipe.S, dtypes=DUMPED, traits=PRINTS)
def dump_tensor(
    tensor: Src[LocalTensor | GlobalTensor],
    desc: UInt32,
    dump_size: UInt32,
    shape_info: ShapeInfo | None = None,
) -> None:
    """Prints elements of a tensor in UB, L1, L0C or global memory; Ascend C's ``DumpTensor``.

    Args:
        tensor: the tensor; its start is aligned as its memory demands (UB and L1 32, L0C 64 bytes).
        desc: a number printed before the elements.
        dump_size: number of elements; more than 30 KiB of them aren't printed.
        shape_info: prints them in the rows of a shape, ``-`` for elements past *dump_size*.
    """


@api("DumpAccChkPoint", pipe=Pipe.S, dtypes=DUMPED, traits=PRINTS)
def dump_acc_chk_point(
    tensor: Src[LocalTensor | GlobalTensor], index: UInt32, count_off: UInt32, dump_size: UInt32
) -> None:
    """Prints elements of a tensor from one of them on; Ascend C's ``DumpAccChkPoint``.

    Args:
        tensor: the tensor, in UB, L1, L0C or global memory.
        index: a number printed before the elements.
        count_off: number of the first element; it is aligned as the memory demands.
        dump_size: number of elements; more than 30 KiB of them aren't printed.
    """


@api("PrintTimeStamp", traits=PRINTS)
def print_time_stamp(desc_id: UInt32) -> None:
    """Prints the system's counter, as ``get_system_cycle`` gives it; Ascend C's ``PrintTimeStamp``.

    Args:
        desc_id: a number printed with it; those below 65536 are Ascend C's own.
    """


profiling = Family()


@profiling.overload
def _() -> None: ...


metrics_prof_start = profiling(
    "metrics_prof_start",
    "MetricsProfStart",
    doc="Begins the part that msprof measures; Ascend C's ``MetricsProfStart``.",
)
metrics_prof_stop = profiling(
    "metrics_prof_stop", "MetricsProfStop", doc="Ends the part that msprof measures; Ascend C's ``MetricsProfStop``."
)
