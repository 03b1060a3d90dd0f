"""Arithmetic of ``arith`` with two results: sums with their carry, products of twice the width."""

from __future__ import annotations

from asc_plugins.dtypes import DataType
from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import atom, cast, infix, source, unsigned_of

_HIGH = """
__aicore__ inline {type} {name}({type} a, {type} b)
{
    uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    uint64_t low = (x & 0xffffffffu) * (y & 0xffffffffu);
    uint64_t middle = (x >> 32) * (y & 0xffffffffu) + (low >> 32);
    uint64_t other = (x & 0xffffffffu) * (y >> 32) + (middle & 0xffffffffu);
    uint64_t high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
    return static_cast<{type}>(high{correction});
}
"""
#: A negative factor counts as itself plus 2**64.
_SIGNED = " - (a < 0 ? y : 0) - (b < 0 ? x : 0)"


def _bare(op: OpText, index: int, emitter: Emitter) -> Expr:
    """An operand as the unsigned number of its own width."""
    dtype, text = source(op, index), atom(op, index, emitter)
    return text if dtype.is_bool() else cast(f"u{dtype.cpp}", text)


def _narrowed(dtype: DataType, text: str) -> Expr:
    if dtype.is_bool():
        return Expr(f"({text}) & 1", Precedence.BIT_AND)
    return cast(dtype.cpp, text)


def _carry(symbol: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> None:
        dtype = source(op)
        lhs, rhs = (_bare(op, i, emitter) for i in (0, 1))
        # What is narrower than int is widened and cut again.
        text = _narrowed(dtype, infix(lhs, symbol, rhs))
        value, carry = op.results
        name = emitter.variable(value, "value", text)
        if symbol == "-":
            emitter.variable(carry, "borrow", infix(lhs, "<", rhs))
        else:
            whole = Expr(name) if dtype.is_bool() else cast(f"u{dtype.cpp}", Expr(name))
            emitter.variable(carry, "carry", infix(whole, "<", lhs))

    return emit


def _product(signed: bool) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> None:
        dtype = source(op)
        low, high = op.results
        lhs, rhs = (atom(op, i, emitter) for i in (0, 1))
        if dtype.bitwidth > 32:
            wide = dtype.cpp if signed else unsigned_of(dtype).cpp
            text = _HIGH.replace("{type}", wide).replace("{correction}", _SIGNED if signed else "")
            function = emitter.helper("MulHigh" if signed else "MulHighU", text)
            emitter.variable(low, "low", cast(dtype.cpp, infix(cast("uint64_t", lhs), "*", cast("uint64_t", rhs))))
            emitter.variable(high, "high", cast(dtype.cpp, Expr(f"{function}({lhs}, {rhs})"), implicit=False))
            return
        wide = "int64_t" if signed else "uint64_t"
        factors = [cast(wide, text if signed else _bare(op, i, emitter)) for i, text in enumerate((lhs, rhs))]
        product = emitter.temporary(wide, "product", infix(factors[0], "*", factors[1]))
        emitter.variable(low, "low", cast(dtype.cpp, Expr(product)))
        emitter.variable(high, "high", cast(dtype.cpp, infix(product, ">>", str(dtype.bitwidth))))

    return emit


EMITTERS: dict[str, EmitFunction] = {
    "arith.addui_extended": _carry("+"),
    "arith.subui_extended": _carry("-"),
    "arith.mulsi_extended": _product(signed=True),
    "arith.mului_extended": _product(signed=False),
}
