"""Functions of ``math`` on scalars."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import infix, operand, scalar, source
from .floats import builtin

#: Functions that the compilers have under nearly the same name.
_BUILTINS = {
    "absf": "fabs", "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan",
    "atan2": "atan2", "atanh": "atanh", "cbrt": "cbrt", "ceil": "ceil", "copysign": "copysign", "cos": "cos",
    "cosh": "cosh", "erf": "erf", "erfc": "erfc", "exp": "exp", "exp2": "exp2", "expm1": "expm1",
    "floor": "floor", "fma": "fma", "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2",
    "powf": "pow", "round": "round", "roundeven": "roundeven", "sin": "sin", "sinh": "sinh", "sqrt": "sqrt",
    "tan": "tan", "tanh": "tanh", "trunc": "trunc",
}  # fmt: skip


def _function(name: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        return builtin(name, op)

    return emit


def _reciprocal_root(op: OpText, emitter: Emitter) -> str:
    return infix(emitter.literal(1.0, scalar(op)), "/", builtin("sqrt", op))


def _absolute(op: OpText, emitter: Emitter) -> str:
    text, dtype = operand(op, 0), scalar(op)
    name = text if text.isidentifier() else emitter.temporary(dtype.cpp, "operand", text)
    return Expr(f"{name} < 0 ? -{name} : {name}", Precedence.CONDITIONAL)


def _power(op: OpText, emitter: Emitter) -> str:
    """Repeated squaring; the exponent is an integer."""
    base, exponent = source(op, 0), source(op, 1)
    negative = "return b < 0 ? 1 / result : result;" if base.is_float() else "return result;"
    start = "b < 0 ? -static_cast<uint64_t>(b) : static_cast<uint64_t>(b)" if base.is_float() else "b"
    text = (
        f"\n__aicore__ inline {base.cpp} {{name}}({base.cpp} a, {exponent.cpp} b)\n{{\n"
        f"    {base.cpp} result = 1;\n"
        f"    for (uint64_t n = {start}; n != 0; n >>= 1) {{\n"
        "        if (n & 1) {\n            result *= a;\n        }\n        a *= a;\n    }\n"
        f"    {negative}\n}}\n"
    )
    function = emitter.helper(f"Power{base.name.title()}", text)
    return Expr(f"{function}({', '.join(op.all_operands)})", Precedence.POSTFIX)


def _leading_zeros(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    name = "__builtin_clzll" if dtype.bitwidth > 32 else "__builtin_clz"
    text = operand(op, 0)
    value = text if text.isidentifier() else Expr(emitter.temporary(dtype.cpp, "operand", text))
    bits = dtype.bitwidth
    unsigned = f"static_cast<u{dtype.cpp}>({value})"
    less = f" - {32 - bits}" if bits < 32 else ""
    return Expr(f"{value} == 0 ? {bits} : {name}({unsigned}){less}", Precedence.CONDITIONAL)


def _trailing_zeros(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    text = operand(op, 0)
    value = text if text.isidentifier() else Expr(emitter.temporary(dtype.cpp, "operand", text))
    name = "__builtin_ctzll" if dtype.bitwidth > 32 else "__builtin_ctz"
    unsigned = f"static_cast<u{dtype.cpp}>({value})"
    return Expr(f"{value} == 0 ? {dtype.bitwidth} : {name}({unsigned})", Precedence.CONDITIONAL)


def _population(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    name = "__builtin_popcountll" if dtype.bitwidth > 32 else "__builtin_popcount"
    return Expr(f"{name}(static_cast<u{dtype.cpp}>({operand(op, 0)}))", Precedence.POSTFIX)


EMITTERS: dict[str, EmitFunction] = {
    **{f"math.{name}": _function(text) for name, text in _BUILTINS.items()},
    "math.rsqrt": _reciprocal_root,
    "math.absi": _absolute,
    "math.ipowi": _power,
    "math.fpowi": _power,
    "math.ctlz": _leading_zeros,
    "math.cttz": _trailing_zeros,
    "math.ctpop": _population,
}
