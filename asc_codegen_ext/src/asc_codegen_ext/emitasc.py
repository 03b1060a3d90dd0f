"""The engine's own operations."""

from __future__ import annotations

import re

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.errors import CallError
from asc_plugins.ops import EmitFunction

from .expressions import infix, prefix
from .integers import FLOOR_MOD, simple_when_positive

_PLACEHOLDER = re.compile(r"\{(0|[1-9][0-9]{0,8})\}")


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
    values = [v if isinstance(v, Expr) else Expr(v) for v in op.operands("operands")]

    def written(match: re.Match[str]) -> str:
        number = int(match[1])
        if number >= len(values):
            count = "is 1 operand" if len(values) == 1 else f"are {len(values)} operands"
            raise CallError(
                f"the text has {match[0]}, but there {count}",
                hint=f"give it another operand, or write braces of C++ with blanks: {{ {number} }}",
            )
        return values[number].within(Precedence.POSTFIX)

    # Text without operands is C++ as it stands.
    return _PLACEHOLDER.sub(written, text) if values else text


EMITTERS: dict[str, EmitFunction] = {
    "emitasc.ptr_offset": _pointer,
    "emitasc.keep_loop": lambda op, emitter: None,
    "emitasc.floormod": simple_when_positive("%", "FloorMod", FLOOR_MOD),
    "emitasc.verbatim": _verbatim,
}
