"""Output of a running kernel."""

from __future__ import annotations

import json
from typing import Any

from asc_plugins import CallError, Src, UInt32, api
from asc_plugins.emit import Emitter, OpText
from asc_api_core.tensor import GlobalTensor, LocalTensor


def _emit_printf(op: OpText, emitter: Emitter) -> str:
    values = iter(op.operands("params"))
    arguments = [json.dumps(op.attribute("desc"), ensure_ascii=False)]
    arguments += [next(values) if text is None else json.dumps(text) for text in op.attribute("literals")]
    return f"printf({', '.join(arguments)})"


def _check_printf(bound: dict[str, Any]) -> None:
    text = bound["desc"].replace("%%", "")
    expected, given = text.count("%"), len(bound["params"])
    if expected != given:
        raise CallError(f"asc.printf: the text has {expected} conversions, {given} values were passed", code="ASC-E301")


@api("printf", emit=_emit_printf, verify=_check_printf)
def printf(desc: str, *params: Any) -> None:
    """Prints *desc* with its ``%d %u %x %f %s`` conversions filled by *params* (numbers and constant text)."""


@api("DumpTensor")
def dump_tensor(tensor: Src[LocalTensor | GlobalTensor], desc: UInt32, dump_size: UInt32) -> None:
    """Prints the first *dump_size* elements of *tensor* under the number *desc*."""
