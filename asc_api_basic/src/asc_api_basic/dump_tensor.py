"""Output of a running kernel."""

from __future__ import annotations

import json
from typing import Any

from asc_api_core.shape_info import ShapeInfo
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import CallError, Family, Src, UInt32, api
from asc_plugins.emit import Emitter, OpText


def _emit_printf(op: OpText, emitter: Emitter) -> str:
    values = iter(op.operands("params"))
    arguments = [json.dumps(op.attribute("desc"), ensure_ascii=False)]
    arguments += [next(values) if text is None else json.dumps(text) for text in op.attribute("literals")]
    return f"printf({', '.join(arguments)})"


def _check_printf(bound: dict[str, Any]) -> None:
    text = bound["desc"].replace("%%", "")
    expected, given = text.count("%"), len(bound["params"])
    if expected != given:
        raise CallError(
            f"asc.printf: the text has {expected} conversions, {given} values were passed", code="ASC-E301"
        )


@api("printf", emit=_emit_printf, verify=_check_printf)
def printf(desc: str, *params: Any) -> None:
    """Prints *desc* with its ``%d %u %x %f %s`` conversions filled by *params* (numbers and constant text)."""


@api("DumpTensor")
def dump_tensor(
    tensor: Src[LocalTensor | GlobalTensor],
    desc: UInt32,
    dump_size: UInt32,
    shape_info: ShapeInfo | None = None,
) -> None:
    """Prints the first *dump_size* elements of *tensor* under the number *desc*, in the rows of *shape_info*."""


@api("DumpAccChkPoint")
def dump_acc_chk_point(
    tensor: Src[LocalTensor | GlobalTensor], index: UInt32, count_off: UInt32, dump_size: UInt32
) -> None:
    """Prints *dump_size* elements of *tensor* from element *count_off* on, under the number *index*."""


@api("PrintTimeStamp")
def print_time_stamp(desc_id: UInt32) -> None:
    """Prints the system's cycle counter under the number *desc_id*."""


profiling = Family()


@profiling.overload
def _() -> None: ...


metrics_prof_start = profiling(
    "metrics_prof_start", "MetricsProfStart", doc="Begins the part that msprof measures."
)
metrics_prof_stop = profiling(
    "metrics_prof_stop", "MetricsProfStop", doc="Ends the part that msprof measures."
)
