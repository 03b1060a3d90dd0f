"""Text of C++ that ``emitc`` holds already."""

from __future__ import annotations

from typing import Any

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.errors import CallError
from asc_plugins.irtypes import cpp_literal
from asc_plugins.ops import EmitFunction


def _verbatim(op: OpText, emitter: Emitter) -> str:
    """``{}`` in the text stands for the next operand."""
    pieces = op.attribute("value").split("{}")
    operands = [_inside(text) for text in op.all_operands]
    if len(pieces) != len(operands) + 1:
        raise CallError(f"emitc.verbatim has {len(pieces) - 1} places for {len(operands)} operands")
    return "".join(piece + value for piece, value in zip(pieces, [*operands, ""], strict=True))


def _inside(text: str) -> str:
    return (text if isinstance(text, Expr) else Expr(text)).within(Precedence.POSTFIX)


def _call(op: OpText, emitter: Emitter) -> str:
    if op.attribute("args") is not None:
        raise CallError("emitc.call_opaque with 'args' can't be written", hint="pass operands only")
    template: list[Any] = op.attribute("template_args") or []
    arguments = f"<{', '.join(cpp_literal(t) for t in template)}>" if template else ""
    return Expr(f"{op.attribute('callee')}{arguments}({', '.join(op.all_operands)})", Precedence.POSTFIX)


EMITTERS: dict[str, EmitFunction] = {"emitc.verbatim": _verbatim, "emitc.call_opaque": _call}
