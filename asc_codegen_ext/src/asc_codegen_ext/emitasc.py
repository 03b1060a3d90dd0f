"""The engine's own operations."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import infix, prefix
from .integers import FLOOR_MOD, simple_when_positive


def _pointer(op: OpText, emitter: Emitter) -> str:
    offset = op.operand("offset")
    expr = offset if isinstance(offset, Expr) else Expr(offset)
    number = emitter.constant(op.operand_value("offset"))
    base = op.operand("base")
    if number is not None and number < 0 and expr.startswith("-"):
        return infix(base, "-", prefix("", expr[1:]))
    return infix(base, "+", expr.implicit or expr)


def _verbatim(op: OpText, emitter: Emitter) -> str:
    text: str = op.attribute("text")
    for index, value in enumerate(op.operands("operands")):
        expr = value if isinstance(value, Expr) else Expr(value)
        text = text.replace(f"{{{index}}}", expr.within(Precedence.POSTFIX))
    return text


EMITTERS: dict[str, EmitFunction] = {
    "emitasc.ptr_offset": _pointer,
    "emitasc.keep_loop": lambda op, emitter: None,
    "emitasc.floormod": simple_when_positive("%", "FloorMod", FLOOR_MOD),
    "emitasc.verbatim": _verbatim,
}
