"""Functions of ``math`` on scalars."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import atom, infix, operand, scalar, source, unsigned_of
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
    name = atom(op, 0, emitter)
    return Expr(f"{name} < 0 ? -{name} : {name}", Precedence.CONDITIONAL)


def _power(op: OpText, emitter: Emitter) -> str:
    """Repeated squaring; the exponent is an integer."""
    base, exponent = source(op, 0), source(op, 1)
    unsigned = unsigned_of(exponent).cpp
    if base.is_float():
        wide, value = base.cpp, "a"
        before, result = "", "b < 0 ? 1 / result : result"
        count = f"b < 0 ? -static_cast<{unsigned}>(b) : static_cast<{unsigned}>(b)"
    else:
        # A whole number to a negative power is whole for 1 and -1 only.
        wide, value = unsigned_of(base).cpp, f"static_cast<{unsigned_of(base).cpp}>(a)"
        before = "    if (b < 0) {\n        return a == 1 || (a == -1 && b % 2 == 0) ? 1 : a == -1 ? -1 : 0;\n    }\n"
        count, result = f"static_cast<{unsigned}>(b)", f"static_cast<{base.cpp}>(result)"
    text = (
        f"\n__aicore__ inline {base.cpp} {{name}}({base.cpp} a, {exponent.cpp} b)\n{{\n{before}"
        f"    {wide} result = 1;\n    {wide} square = {value};\n"
        f"    for ({unsigned} n = {count}; n != 0; n >>= 1) {{\n"
        "        if (n & 1) {\n            result *= square;\n        }\n        square *= square;\n    }\n"
        f"    return {result};\n}}\n"
    )
    by = "" if exponent is base or exponent.bitwidth == 32 else exponent.name.title()
    function = emitter.helper(f"Power{base.name.title()}{by}", text)
    return Expr(f"{function}({', '.join(op.all_operands)})", Precedence.POSTFIX)


def _leading_zeros(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    name = "__builtin_clzll" if dtype.bitwidth > 32 else "__builtin_clz"
    value = atom(op, 0, emitter)
    bits = dtype.bitwidth
    unsigned = f"static_cast<u{dtype.cpp}>({value})"
    less = f" - {32 - bits}" if bits < 32 else ""
    return Expr(f"{value} == 0 ? {bits} : {name}({unsigned}){less}", Precedence.CONDITIONAL)


def _trailing_zeros(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    value = atom(op, 0, emitter)
    name = "__builtin_ctzll" if dtype.bitwidth > 32 else "__builtin_ctz"
    unsigned = f"static_cast<u{dtype.cpp}>({value})"
    return Expr(f"{value} == 0 ? {dtype.bitwidth} : {name}({unsigned})", Precedence.CONDITIONAL)


def _population(op: OpText, emitter: Emitter) -> str:
    dtype = scalar(op)
    name = "__builtin_popcountll" if dtype.bitwidth > 32 else "__builtin_popcount"
    return Expr(f"{name}(static_cast<u{dtype.cpp}>({operand(op, 0)}))", Precedence.POSTFIX)


def _clamp(op: OpText, emitter: Emitter) -> str:
    """NaN stays what it is."""
    value, low, high = (atom(op, i, emitter) for i in range(3))
    return Expr(f"{value} < {low} ? {low} : {value} > {high} ? {high} : {value}", Precedence.CONDITIONAL)


def _magnitude(op: OpText, value: str) -> str:
    return f"__builtin_fabs{'' if source(op).bitwidth == 64 else 'f'}({value})"


def _infinity(op: OpText) -> str:
    return "__builtin_inf()" if source(op).bitwidth == 64 else "__builtin_inff()"


def _is_nan(op: OpText, emitter: Emitter) -> str:
    value = atom(op, 0, emitter)
    return infix(value, "!=", value)


def _is_infinite(op: OpText, emitter: Emitter) -> str:
    return infix(_magnitude(op, operand(op, 0)), "==", _infinity(op))


def _is_finite(op: OpText, emitter: Emitter) -> str:
    return infix(_magnitude(op, operand(op, 0)), "<", _infinity(op))


#: The smallest normal number of each type.
_NORMAL = {
    "float16": "6.103515625e-05f", "bfloat16": "1.17549435e-38f", "float32": "1.17549435e-38f",
    "float64": "2.2250738585072014e-308",
}  # fmt: skip


def _is_normal(op: OpText, emitter: Emitter) -> str:
    value = _magnitude(op, atom(op, 0, emitter))
    return infix(infix(value, ">=", _NORMAL[source(op).name]), "&&", infix(value, "<", _infinity(op)))


def _sine_and_cosine(op: OpText, emitter: Emitter) -> None:
    value, suffix = atom(op, 0, emitter), "" if source(op).bitwidth == 64 else "f"
    for result, name in zip(op.results, ("sin", "cos"), strict=True):
        emitter.variable(result, name, f"__builtin_{name}{suffix}({value})")


EMITTERS: dict[str, EmitFunction] = {
    **{f"math.{name}": _function(text) for name, text in _BUILTINS.items()},
    "math.rsqrt": _reciprocal_root,
    "math.absi": _absolute,
    "math.ipowi": _power,
    "math.fpowi": _power,
    "math.ctlz": _leading_zeros,
    "math.cttz": _trailing_zeros,
    "math.ctpop": _population,
    "math.clampf": _clamp,
    "math.isfinite": _is_finite,
    "math.isinf": _is_infinite,
    "math.isnan": _is_nan,
    "math.isnormal": _is_normal,
    "math.sincos": _sine_and_cosine,
}
