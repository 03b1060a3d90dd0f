"""The default text of an operation: a call of the Ascend C function or member it is declared for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from asc_plugins.dtypes import DataType
from asc_plugins.emit import Expr, Precedence, lvalue
from asc_plugins.irtypes import IRType, cpp_literal
from asc_plugins.ops import CallText, EmitFunction, OperandSpec, OpSpec

if TYPE_CHECKING:
    from .optext import OpNode
    from .writer import Writer

_POSTFIX = Precedence.POSTFIX
_Argument = Callable[["OpNode", "Writer"], "str | None"]


def call_emitter(spec: OpSpec) -> EmitFunction:
    """Writes ``Add<float, false>(dst, src0, src1, count)``, ``queue.AllocTensor<float>()`` or a declaration."""
    call = spec.call
    assert call is not None
    operands = {o.name: o for o in spec.operands}
    arguments = [_argument(name, call, operands.get(name)) for name in call.arguments]
    template = _template(call, operands) if call.template else None

    def text(op: OpNode, emitter: Writer) -> str:
        texts = [argument(op, emitter) for argument in arguments]
        if None in texts:
            texts = _given(texts, call, op)
        if spec.constructs:
            (type_,) = op.result_types
            suffix = f"({', '.join(texts)})" if texts else ""  # type: ignore[arg-type]
            return emitter.declare(emitter.cpp_type(type_), op.name.partition(".")[2], suffix=suffix)
        head = call.callee if template is None else call.callee + template(op)
        if call.member is not None:
            head = f"{op.operand(call.member, _POSTFIX)}.{head}"
        return Expr(f"{head}({', '.join(texts)})", _POSTFIX)  # type: ignore[arg-type]

    return text  # type: ignore[return-value]


def _given(texts: list[str | None], call: CallText, op: OpNode) -> list[str | None]:
    """The arguments without absent ones at the end."""
    while texts and texts[-1] is None:
        texts.pop()
    missing = [n for n, t in zip(call.arguments, texts, strict=False) if t is None]
    if missing:
        raise ValueError(f"{op.name}: argument '{missing[0]}' is absent, but a later one isn't")
    return texts


def _argument(name: str, call: CallText, operand: OperandSpec | None) -> _Argument:
    """How one argument of a call is written."""
    if operand is None:
        return lambda op, emitter: None if op.attribute(name) is None else op.cpp(name)
    if name in call.references:
        return lambda op, emitter: lvalue(op, emitter, name)
    if operand.arity == "variadic":
        return _words(name, operand)
    if operand.arity == "optional":
        return lambda op, emitter: next(iter(op.operands(name)), None)
    return lambda op, emitter: op.operand(name)


def _words(name: str, operand: OperandSpec) -> _Argument:
    """A mask: one word, or several as an array."""
    element = DataType(operand.scalar.dtype).cpp if operand.scalar else "uint64_t"

    def text(op: OpNode, emitter: Writer) -> str | None:
        values = op.operands(name)
        if len(values) > 1:
            words = ", ".join(_braced(v, element) for v in values)
            return emitter.temporary(element, name, f"{{{words}}}", f"[{len(values)}]")
        # A bare 0 could be a pointer as well: to the words of a mask.
        return "MASK_PLACEHOLDER" if values == ["0"] else values[0] if values else None

    return text


def _braced(text: str, cpp_type: str) -> str:
    """An element of a list in braces, which refuses to convert by itself what isn't a literal."""
    return text if text[0].isdigit() else f"static_cast<{cpp_type}>({text})"


def _template(call: CallText, operands: dict[str, OperandSpec]) -> Callable[[OpNode], str]:
    """How the template arguments of a call are written."""
    plan = [(name, name in operands, _default(default)) for name, default in call.template]

    def text(op: OpNode) -> str:
        texts: list[str] = []
        needed = 0
        for name, is_operand, default in plan:
            if is_operand:
                # C++ finds out an element type by itself.
                type_ = op.operand_type(name)
                element = type_["dtype"] if isinstance(type_, IRType) else type_
                texts.append(cpp_literal(element))  # type: ignore[arg-type]
                continue
            written = op.cpp(name)
            texts.append(written)
            if written != default:
                needed = len(texts)
        return f"<{', '.join(texts[:needed])}>" if needed else ""

    return text


def _default(value: Any) -> str | None:
    """A default of C++ as an attribute would be written; None when there is none."""
    return None if value is inspect.Parameter.empty else cpp_literal(value)
