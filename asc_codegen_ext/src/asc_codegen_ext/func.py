"""Functions that no pass has inlined, and their calls."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence, lvalue
from asc_plugins.ops import EmitFunction


def call(op: OpText, emitter: Emitter) -> str | None:
    """A call of a function of the module."""
    function = emitter.function(op.attribute("callee"))
    arguments = [
        lvalue(op, emitter, place) if type_.endswith("&") else op.operand(place)
        for place, type_ in enumerate(function.parameters)
    ]
    text = Expr(f"{function.name}({', '.join(arguments)})", Precedence.POSTFIX)
    if function.struct is None:
        return text
    name = emitter.temporary(function.struct, "results", text)
    for place, result in enumerate(op.results):
        emitter.bind(result, Expr(f"{name}.value{place}", Precedence.POSTFIX))
    return None


def return_(op: OpText, emitter: Emitter) -> str | None:
    """The end of a function."""
    values = op.all_operands
    if not values:
        return None
    return f"return {values[0]}" if len(values) == 1 else f"return {{{', '.join(values)}}};"


EMITTERS: dict[str, EmitFunction] = {"func.call": call, "func.return": return_}
