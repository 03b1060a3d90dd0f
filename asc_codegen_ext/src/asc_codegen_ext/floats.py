"""Float arithmetic of ``arith``."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import infix, operand, prefix, scalar


def _binary(symbol: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        return infix(operand(op, 0), symbol, operand(op, 1))

    return emit


def _negate(op: OpText, emitter: Emitter) -> str:
    return prefix("-", operand(op, 0))


def builtin(name: str, op: OpText) -> Expr:
    """A call of the compiler's own function: ``__builtin_fmodf(a, b)``; it needs no header."""
    suffix = "" if scalar(op).bitwidth == 64 else "f"
    return Expr(f"__builtin_{name}{suffix}({', '.join(op.all_operands)})", Precedence.POSTFIX)


def _remainder(op: OpText, emitter: Emitter) -> str:
    return builtin("fmod", op)


def _extreme(name: str, symbol: str, propagates: bool) -> EmitFunction:
    """The larger or smaller; *propagates* gives NaN when one operand is, else the other operand."""

    def emit(op: OpText, emitter: Emitter) -> str:
        if not propagates:
            return builtin(f"f{name.lower()}", op)
        cpp = scalar(op).cpp
        text = (
            f"\n__aicore__ inline {cpp} {{name}}({cpp} a, {cpp} b)\n{{\n"
            f"    return a != a || a {symbol} b ? a : b;\n}}\n"
        )
        function = emitter.helper(f"{name}{scalar(op).name.title()}", text)
        return Expr(f"{function}({', '.join(op.all_operands)})", Precedence.POSTFIX)

    return emit


EMITTERS: dict[str, EmitFunction] = {
    "arith.addf": _binary("+"),
    "arith.subf": _binary("-"),
    "arith.mulf": _binary("*"),
    "arith.divf": _binary("/"),
    "arith.remf": _remainder,
    "arith.negf": _negate,
    "arith.maximumf": _extreme("Max", ">", propagates=True),
    "arith.minimumf": _extreme("Min", "<", propagates=True),
    "arith.maxnumf": _extreme("Max", ">", propagates=False),
    "arith.minnumf": _extreme("Min", "<", propagates=False),
}
