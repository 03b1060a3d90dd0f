"""Calls that no pass has inlined."""

from __future__ import annotations

from asc_plugins.emit import Emitter, OpText
from asc_plugins.errors import CallError
from asc_plugins.ops import EmitFunction


def _call(op: OpText, emitter: Emitter) -> str:
    raise CallError(
        f"the call of '{op.attribute('callee')}' is still there",
        hint="run the pass 'inline' before the text is written",
    )


EMITTERS: dict[str, EmitFunction] = {"func.call": _call}
