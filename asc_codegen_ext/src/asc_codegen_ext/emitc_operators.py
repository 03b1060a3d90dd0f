"""Operators of C++ in ``emitc``; they mean what they mean in C++."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.errors import CallError
from asc_plugins.ops import EmitFunction

from .expressions import infix, operand, prefix

#: By the number of the predicate.
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def _binary(symbol: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        return infix(operand(op, 0), symbol, operand(op, 1))

    return emit


def _unary(symbol: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        return prefix(symbol, operand(op, 0))

    return emit


def _compare(op: OpText, emitter: Emitter) -> str:
    predicate: int = op.attribute("predicate")
    if predicate >= len(_COMPARISONS):
        raise CallError("emitc.cmp three_way can't be written", hint="C++17 has no <=>: compare twice")
    return infix(operand(op, 0), _COMPARISONS[predicate], operand(op, 1))


def _conditional(op: OpText, emitter: Emitter) -> str:
    condition, yes, no = (operand(op, i).within(Precedence.OR) for i in range(3))
    return Expr(f"{condition} ? {yes} : {no}", Precedence.CONDITIONAL)


def _cast(op: OpText, emitter: Emitter) -> str:
    return Expr(f"({op.result_types[0].cpp}){operand(op, 0).within(Precedence.UNARY)}", Precedence.UNARY)


EMITTERS: dict[str, EmitFunction] = {
    "emitc.add": _binary("+"),
    "emitc.bitwise_and": _binary("&"),
    "emitc.bitwise_left_shift": _binary("<<"),
    "emitc.bitwise_not": _unary("~"),
    "emitc.bitwise_or": _binary("|"),
    "emitc.bitwise_right_shift": _binary(">>"),
    "emitc.bitwise_xor": _binary("^"),
    "emitc.cast": _cast,
    "emitc.cmp": _compare,
    "emitc.conditional": _conditional,
    "emitc.div": _binary("/"),
    "emitc.logical_and": _binary("&&"),
    "emitc.logical_not": _unary("!"),
    "emitc.logical_or": _binary("||"),
    "emitc.mul": _binary("*"),
    "emitc.rem": _binary("%"),
    "emitc.sub": _binary("-"),
    "emitc.unary_minus": _unary("-"),
    "emitc.unary_plus": _unary("+"),
}
