"""Conversions of ``arith``."""

from __future__ import annotations

from asc_plugins.dtypes import DataType
from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import Unsigned, as_unsigned, cast, operand, scalar, source


def _integer(op: OpText, emitter: Emitter) -> str:
    target = scalar(op)
    text = operand(op, 0)
    if target.is_bool():
        return Expr(f"({text.within(Precedence.BIT_AND)} & 1) != 0", Precedence.EQUALITY)
    if source(op).is_bool() and op.name == "arith.extsi":
        return Expr(f"-static_cast<{target.cpp}>({text})", Precedence.UNARY)
    return cast(target.cpp, text)


def _unsigned(op: OpText, emitter: Emitter) -> str:
    target = scalar(op)
    if source(op).is_bool():
        return cast(target.cpp, operand(op, 0))
    text = as_unsigned(op, 0, emitter)
    inner = Unsigned(text, text.precedence)
    return Expr(f"static_cast<{target.cpp}>({text})", Precedence.POSTFIX, inner)


def _to_float(op: OpText, emitter: Emitter) -> str:
    return _float(scalar(op), operand(op, 0))


def _unsigned_to_float(op: OpText, emitter: Emitter) -> str:
    text = operand(op, 0) if source(op).is_bool() else as_unsigned(op, 0, emitter)
    return _float(scalar(op), text)


def _float(target: DataType, text: Expr) -> Expr:
    if target.name == "bfloat16":
        return Expr(f"ToBfloat16({text})", Precedence.POSTFIX)
    return cast(target.cpp, text, implicit=False)


def _widen(op: OpText, emitter: Emitter) -> str:
    text = operand(op, 0)
    if source(op).name == "bfloat16":
        return Expr(f"ToFloat({text})", Precedence.POSTFIX)
    return cast(scalar(op).cpp, text, implicit=False)


def _same_width(op: OpText, emitter: Emitter) -> str:
    """Between float16 and bfloat16: by way of float32, which holds both exactly."""
    target, origin, text = scalar(op), source(op), operand(op, 0)
    if target is origin:
        return text
    return _float(
        target, Expr(f"ToFloat({text})") if origin.name == "bfloat16" else cast("float", text, implicit=False)
    )


def _to_integer(op: OpText, emitter: Emitter) -> str:
    return cast(scalar(op).cpp, operand(op, 0), implicit=False)


def _to_unsigned(op: OpText, emitter: Emitter) -> str:
    target = scalar(op)
    wide = f"u{target.cpp}"
    return cast(target.cpp, cast(wide, operand(op, 0), implicit=False), implicit=False)


def _bitcast(op: OpText, emitter: Emitter) -> str:
    target, origin = scalar(op), source(op)
    if target.is_int() and origin.is_int():
        return operand(op, 0)
    # Reading another member of a union is how the compilers define this conversion.
    name = f"Bits{origin.name.title()}As{target.name.title()}"
    text = (
        f"\n__aicore__ inline {target.cpp} {{name}}({origin.cpp} value)\n{{\n"
        f"    {target.cpp} result;\n    __builtin_memcpy(&result, &value, sizeof(result));\n"
        "    return result;\n}\n"
    )
    return Expr(f"{emitter.helper(name, text)}({operand(op, 0)})", Precedence.POSTFIX)


EMITTERS: dict[str, EmitFunction] = {
    "arith.extsi": _integer,
    "arith.trunci": _integer,
    "arith.index_cast": _integer,
    "arith.extui": _unsigned,
    "arith.index_castui": _unsigned,
    "arith.sitofp": _to_float,
    "arith.uitofp": _unsigned_to_float,
    "arith.extf": _widen,
    "arith.truncf": _to_float,
    "arith.fptosi": _to_integer,
    "arith.fptoui": _to_unsigned,
    "arith.bitcast": _bitcast,
    "arith.convertf": _same_width,
}
