"""Variables, constants and places of ``emitc``."""

from __future__ import annotations

from typing import Any

from asc_plugins.dtypes import DataType
from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.errors import CallError
from asc_plugins.irtypes import AnyType, UpstreamType
from asc_plugins.ops import EmitFunction

from .expressions import is_set, operand, prefix

_NAME_OR_NUMBER = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")


class _Loaded(Expr):
    """What a variable holds now; it may hold something else later."""

    __slots__ = ()


def _settled(op: OpText, index: int, emitter: Emitter, hint: str) -> Expr:
    """An operand as a name or a number, which means the same wherever the place it leads to is used."""
    text = operand(op, index)
    if set(text) <= _NAME_OR_NUMBER and not isinstance(text, _Loaded):
        return text
    return Expr(emitter.temporary(op.operand_type(index).cpp, hint, text))


def _value(value: Any, type_: AnyType, emitter: Emitter) -> str:
    """An attribute as a value of a type."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        element = type_.element if isinstance(type_, UpstreamType) else None
        return f"{{{', '.join(_value(v, element or type_, emitter) for v in value)}}}"
    if isinstance(type_, UpstreamType) and type_.kind == "lvalue" and type_.element is not None:
        type_ = type_.element
    return emitter.literal(value, type_) if isinstance(type_, DataType) else str(value)


def _constant(op: OpText, emitter: Emitter) -> None:
    emitter.bind(op.results[0], _value(op.attribute("value"), op.result_types[0], emitter))


def _literal(op: OpText, emitter: Emitter) -> str:
    return Expr(op.attribute("value"))


def _variable(op: OpText, emitter: Emitter) -> str:
    type_ = op.result_types[0]
    initializer = _value(op.attribute("value"), type_, emitter)
    suffix = type_.suffix if isinstance(type_, UpstreamType) else ""
    return emitter.declare(type_.cpp, "variable", initializer or None, suffix)


def _get_global(op: OpText, emitter: Emitter) -> str:
    definition, type_ = emitter.symbol(op.attribute("name")), op.result_types[0]
    if not (is_set(definition, "const_specifier") and is_set(definition, "initial_value")):
        raise CallError(
            f"'{op.attribute('name')}' isn't a constant with a value", hint="kernels have no global variables"
        )
    values = _value(definition.attribute("initial_value"), type_, emitter)
    suffix = type_.suffix if isinstance(type_, UpstreamType) else ""
    return emitter.declare(f"const {type_.cpp}", op.attribute("name"), values, suffix)


def _assign(op: OpText, emitter: Emitter) -> str:
    return f"{op.operand(0)} = {op.operand(1)}"


def _load(op: OpText, emitter: Emitter) -> str:
    text = operand(op, 0)
    return _Loaded(text, text.precedence)


def _bind(op: OpText, emitter: Emitter, text: str) -> None:
    emitter.bind(op.results[0], Expr(text, Precedence.POSTFIX))


def _subscript(op: OpText, emitter: Emitter) -> None:
    type_ = op.operand_type(0)
    count = max(len(type_.shape), 1) if isinstance(type_, UpstreamType) else 1
    places = "".join(f"[{_settled(op, i, emitter, 'index')}]" for i in range(1, count + 1))
    _bind(op, emitter, op.operand(0, Precedence.POSTFIX) + places)


def _member(separator: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> None:
        _bind(op, emitter, f"{op.operand(0, Precedence.POSTFIX)}{separator}{op.attribute('member')}")

    return emit


def _dereference(op: OpText, emitter: Emitter) -> None:
    emitter.bind(op.results[0], prefix("*", _settled(op, 0, emitter, "pointer")))


def _address(op: OpText, emitter: Emitter) -> str:
    return prefix("&", operand(op, 0))


def _change(symbol: str) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        return f"{op.operand(0)} {symbol} {op.operand(1)}"

    return emit


def _step(symbol: str, after: bool) -> EmitFunction:
    def emit(op: OpText, emitter: Emitter) -> str:
        text = op.operand(0, Precedence.UNARY)
        if after:
            return Expr(f"{text}{symbol}", Precedence.POSTFIX)
        return Expr(f"{symbol}{text}", Precedence.UNARY)

    return emit


EMITTERS: dict[str, EmitFunction] = {
    "emitc.add_assign": _change("+="),
    "emitc.address_of": _address,
    "emitc.assign": _assign,
    "emitc.constant": _constant,
    "emitc.dereference": _dereference,
    "emitc.div_assign": _change("/="),
    "emitc.get_global": _get_global,
    "emitc.global": lambda op, emitter: None,
    "emitc.literal": _literal,
    "emitc.load": _load,
    "emitc.member": _member("."),
    "emitc.member_of_ptr": _member("->"),
    "emitc.mul_assign": _change("*="),
    "emitc.post_decrement": _step("--", after=True),
    "emitc.post_increment": _step("++", after=True),
    "emitc.pre_decrement": _step("--", after=False),
    "emitc.pre_increment": _step("++", after=False),
    "emitc.rem_assign": _change("%="),
    "emitc.sub_assign": _change("-="),
    "emitc.subscript": _subscript,
    "emitc.variable": _variable,
}
