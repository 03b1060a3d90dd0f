"""Bitwise operations and shifts of ``arith``; on bools they are logic."""

from __future__ import annotations

from asc_plugins.emit import Emitter, OpText
from asc_plugins.ops import EmitFunction

from .expressions import as_unsigned, from_unsigned, infix, negated, operand, prefix, scalar, wrapped


def _bitwise(symbol: str, logical: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        dtype = scalar(op)
        lhs, rhs = operand(op, 0), operand(op, 1)
        return infix(lhs, logical if dtype.is_bool() else symbol, rhs)

    return emit


def _xor(op: OpText, emitter: Emitter) -> str:
    lhs, rhs = operand(op, 0), operand(op, 1)
    number = emitter.constant(op.operand_value(1))
    if scalar(op).is_bool():
        return negated(lhs) if number is not None and int(number) & 1 else infix(lhs, "!=", rhs)
    return wrapped(prefix("~", lhs), scalar(op)) if number == -1 else infix(lhs, "^", rhs)


def _shift_left(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    if dtype.bitwidth > 32 and emitter.constant(op.operand_value(0)) is not None:
        return from_unsigned(infix(as_unsigned(op, 0, emitter), "<<", operand(op, 1)), dtype)
    return wrapped(infix(operand(op, 0), "<<", operand(op, 1)), dtype)


def _shift_right(op: OpText, emitter: Emitter) -> str:
    return infix(operand(op, 0), ">>", operand(op, 1))


def _shift_right_unsigned(op: OpText, emitter: Emitter) -> str:
    return from_unsigned(infix(as_unsigned(op, 0, emitter), ">>", operand(op, 1)), scalar(op))


EMITTERS: dict[str, EmitFunction] = {
    "arith.andi": _bitwise("&", "&&"),
    "arith.ori": _bitwise("|", "||"),
    "arith.xori": _xor,
    "arith.shli": _shift_left,
    "arith.shrsi": _shift_right,
    "arith.shrui": _shift_right_unsigned,
}
