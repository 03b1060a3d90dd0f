"""Text of C++ that ``emitc`` holds already: calls, directives, what stands as it is."""

from __future__ import annotations

from typing import Any

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.errors import CallError
from asc_plugins.irtypes import cpp_literal
from asc_plugins.ops import EmitFunction

from . import func
from .expressions import is_set


def _filled(text: str, op: OpText) -> str:
    """``{}`` in a text stands for the next operand."""
    pieces = text.split("{}")
    operands = [_within(operand) for operand in op.all_operands]
    if len(pieces) != len(operands) + 1:
        raise CallError(f"{op.name} has {len(pieces) - 1} places for {len(operands)} operands")
    return "".join(piece + value for piece, value in zip(pieces, [*operands, ""], strict=True))


def _within(text: str) -> str:
    return (text if isinstance(text, Expr) else Expr(text)).within(Precedence.POSTFIX)


def _verbatim(op: OpText, emitter: Emitter) -> str:
    text: str = op.attribute("value")
    return _filled(text, op)


def _arguments(op: OpText, texts: list[str]) -> str:
    if op.attribute("args") is not None:
        raise CallError(f"{op.name} with 'args' can't be written", hint="pass operands only")
    return f"({', '.join(texts)})"


def _template(op: OpText) -> str:
    template: list[Any] = op.attribute("template_args") or []
    return f"<{', '.join(cpp_literal(t) for t in template)}>" if template else ""


def _call(op: OpText, emitter: Emitter) -> str:
    return _called(op, f"{op.attribute('callee')}{_template(op)}{_arguments(op, op.all_operands)}")


def _member_call(op: OpText, emitter: Emitter) -> str:
    receiver, *arguments = op.all_operands
    return _called(op, f"{_within(receiver)}.{op.attribute('callee')}{_template(op)}{_arguments(op, arguments)}")


def _called(op: OpText, text: str) -> str:
    if len(op.result_types) > 1:
        raise CallError(f"{op.name} has several results", hint="let the function write into variables")
    return Expr(text, Precedence.POSTFIX)


def _include(op: OpText, emitter: Emitter) -> str:
    file = op.attribute("include")
    return f"#include <{file}>" if is_set(op, "is_standard_include") else f'#include "{file}"'


EMITTERS: dict[str, EmitFunction] = {
    "emitc.call": func.call,
    "emitc.call_opaque": _call,
    "emitc.include": _include,
    "emitc.member_call_opaque": _member_call,
    "emitc.return": func.return_,
    "emitc.verbatim": _verbatim,
}
