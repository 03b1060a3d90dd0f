"""The default text of an operation: a call of the Ascend C function or member it is declared for."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from asc_plugins.dtypes import DataType
from asc_plugins.emit import lvalue
from asc_plugins.irtypes import IRType, cpp_literal
from asc_plugins.ops import CallText

from .optext import MlirOpText

if TYPE_CHECKING:
    from .writer import Writer


def emit_call(call: CallText, op: MlirOpText, emitter: Writer) -> str:
    """``Add<float, false>(dst, src0, src1, count)``, ``queue.AllocTensor<float>()``, or a variable's declaration."""
    arguments = _arguments(call, op, emitter)
    if op.spec is not None and op.spec.constructs:
        (type_,) = op.result_types
        suffix = f"({', '.join(arguments)})" if arguments else ""
        return emitter.declare(emitter.cpp_type(type_), op.name.partition(".")[2], suffix=suffix)
    head = call.callee + _template(call, op)
    if call.member is not None:
        head = f"{op.operand(call.member)}.{head}"
    return f"{head}({', '.join(arguments)})"


def _arguments(call: CallText, op: MlirOpText, emitter: Writer) -> list[str]:
    texts: list[str | None] = []
    for name in call.arguments:
        if not op.has_operand(name):
            texts.append(None if op.attribute(name) is None else op.cpp(name))
            continue
        if name in call.references:
            texts.append(lvalue(op, emitter, name))
            continue
        arity = op.operand_spec(name).arity
        values = op.operands(name)
        if arity == "variadic" and len(values) > 1:
            # Several words of a mask are passed as an array.
            scalar = op.operand_spec(name).scalar
            element = DataType(scalar.dtype).cpp if scalar else "uint64_t"
            words = ", ".join(_braced(v, element) for v in values)
            texts.append(emitter.temporary(element, name, f"{{{words}}}", f"[{len(values)}]"))
        elif arity == "variadic" and values == ["0"]:
            # A bare 0 could be a pointer as well: to the words of a mask.
            texts.append("MASK_PLACEHOLDER")
        else:
            texts.append(values[0] if values else None)
    while texts and texts[-1] is None:
        texts.pop()
    missing = [n for n, t in zip(call.arguments, texts, strict=False) if t is None]
    if missing:
        raise ValueError(f"{op.name}: argument '{missing[0]}' is absent, but a later one isn't")
    return [t for t in texts if t is not None]


def _braced(text: str, cpp_type: str) -> str:
    """An element of a list in braces, which refuses to convert by itself what isn't a literal."""
    return text if text[0].isdigit() else f"static_cast<{cpp_type}>({text})"


def _template(call: CallText, op: MlirOpText) -> str:
    texts: list[str] = []
    needed = 0
    for name, default in call.template:
        if op.has_operand(name):
            # C++ finds out an element type by itself.
            type_ = op.operand_type(name)
            element = type_["dtype"] if isinstance(type_, IRType) else type_
            texts.append(cpp_literal(element))  # type: ignore[arg-type]
            continue
        texts.append(op.cpp(name))
        if default is inspect.Parameter.empty or not _same(op.attribute(name), default):
            needed = len(texts)
    return f"<{', '.join(texts[:needed])}>" if needed else ""


def _same(value: Any, default: Any) -> bool:
    if default is None or value is None:
        return value is default
    return cpp_literal(value) == cpp_literal(default)
