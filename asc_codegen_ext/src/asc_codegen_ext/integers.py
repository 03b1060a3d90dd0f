"""Integer arithmetic of ``arith``."""

from __future__ import annotations

from asc_plugins.dtypes import DataType
from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import as_unsigned, atom, cast, from_unsigned, infix, operand, scalar, wide_operands, wrapped

# Helpers compute in the result's type; their parameters convert what is narrower.
_FLOOR_DIV = """
__aicore__ inline {type} {name}({type} a, {type} b)
{
    if (b == -1) {  // a / b would fail for the smallest number
        return static_cast<{type}>(-static_cast<u{type}>(a));
    }
    {type} quotient = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}
"""
_CEIL_DIV = """
__aicore__ inline {type} {name}({type} a, {type} b)
{
    if (b == -1) {  // a / b would fail for the smallest number
        return static_cast<{type}>(-static_cast<u{type}>(a));
    }
    {type} quotient = a / b;
    return (a % b != 0 && (a < 0) == (b < 0)) ? quotient + 1 : quotient;
}
"""
FLOOR_MOD = """
__aicore__ inline {type} {name}({type} a, {type} b)
{
    if (b == -1) {  // a % b would fail for the smallest number
        return 0;
    }
    {type} remainder = a % b;
    return (remainder != 0 && (remainder < 0) != (b < 0)) ? remainder + b : remainder;
}
"""


def _binary(symbol: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        lhs, rhs = wide_operands(op, emitter)
        return wrapped(infix(lhs, symbol, rhs), scalar(op))

    return emit


def unsigned_binary(symbol: str) -> EmitFunction:
    """Arithmetic of unsigned numbers; ASC-IR's integers have no sign, those of the text have."""

    def emit(op: OpText, emitter: Emitter) -> str:
        lhs, rhs = as_unsigned(op, 0, emitter), as_unsigned(op, 1, emitter)
        return from_unsigned(infix(lhs, symbol, rhs), scalar(op))

    return emit


def call_helper(name: str, text: str, op: OpText, emitter: Emitter) -> Expr:
    """A call of a helper function with the op's two operands."""
    dtype = scalar(op)
    wide = dtype if dtype.bitwidth > 32 else DataType("int32")
    suffix = "64" if wide.bitwidth > 32 else ""
    function = emitter.helper(name + suffix, text.replace("{type}", wide.cpp))
    arguments = ", ".join(_argument(op, i, emitter) for i in (0, 1))
    return wrapped(Expr(f"{function}({arguments})", Precedence.POSTFIX), dtype)


def _argument(op: OpText, index: int, emitter: Emitter) -> str:
    text = operand(op, index)
    return text.implicit or text


def simple_when_positive(symbol: str, name: str, text: str) -> EmitFunction:
    """C++'s operator where it agrees with the wanted rounding: both operands can't be negative."""

    def emit(op: OpText, emitter: Emitter) -> str:
        if all(emitter.non_negative(op.operand_value(i)) for i in (0, 1)):
            lhs, rhs = wide_operands(op, emitter)
            return wrapped(infix(lhs, symbol, rhs), scalar(op))
        return call_helper(name, text, op, emitter)

    return emit


def _ceil_div(op: OpText, emitter: Emitter) -> str:
    return call_helper("CeilDiv", _CEIL_DIV, op, emitter)


def _ceil_div_unsigned(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    wide = "uint64_t" if dtype.bitwidth > 32 else "uint32_t"
    name = "CeilDivU64" if dtype.bitwidth > 32 else "CeilDivU32"
    text = (
        f"\n__aicore__ inline {wide} {{name}}({wide} a, {wide} b)\n{{\n    return a / b + (a % b != 0 ? 1 : 0);\n}}\n"
    )
    function = emitter.helper(name, text)
    lhs, rhs = as_unsigned(op, 0, emitter), as_unsigned(op, 1, emitter)
    return from_unsigned(Expr(f"{function}({lhs}, {rhs})", Precedence.POSTFIX), dtype)


def _extreme(symbol: str, unsigned: bool) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        dtype = scalar(op)
        # Both operands are written twice, so they must be names or literals.
        lhs, rhs = (atom(op, i, emitter) for i in (0, 1))
        if unsigned:
            condition = infix(_cast_atom(lhs, dtype), symbol, _cast_atom(rhs, dtype))
        else:
            condition = infix(lhs, symbol, rhs)
        return Expr(f"{condition} ? {lhs} : {rhs}", Precedence.CONDITIONAL)

    return emit


def _cast_atom(text: Expr, dtype: DataType) -> Expr:
    return cast(f"u{dtype.cpp}", text)


EMITTERS: dict[str, EmitFunction] = {
    "arith.addi": _binary("+"),
    "arith.subi": _binary("-"),
    "arith.muli": _binary("*"),
    "arith.divsi": _binary("/"),
    "arith.remsi": _binary("%"),
    "arith.divui": unsigned_binary("/"),
    "arith.remui": unsigned_binary("%"),
    "arith.floordivsi": simple_when_positive("/", "FloorDiv", _FLOOR_DIV),
    "arith.ceildivsi": _ceil_div,
    "arith.ceildivui": _ceil_div_unsigned,
    "arith.maxsi": _extreme(">", unsigned=False),
    "arith.minsi": _extreme("<", unsigned=False),
    "arith.maxui": _extreme(">", unsigned=True),
    "arith.minui": _extreme("<", unsigned=True),
}
