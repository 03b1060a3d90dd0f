"""Binding of a call's arguments to the overloads of an API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .constexpr import ConstExpr
from .errors import CallError
from .params import Kind, Param, describe

if TYPE_CHECKING:
    from .api import Overload


@dataclass(frozen=True)
class Layout:
    """An overload's parameters as calls fill them.

    Attributes:
        params: all of them.
        positional: those that may be passed by position.
        rest: the one that takes further positional arguments, if there is one.
        names: all names.
    """

    params: tuple[Param, ...]
    positional: tuple[Param, ...]
    rest: Param | None
    names: frozenset[str]

    @classmethod
    def of(cls, params: Sequence[Param]) -> Layout:
        """The layout of a signature."""
        return cls(
            tuple(params),
            tuple(p for p in params if not p.keyword_only and p.kind is not Kind.VALUES),
            next((p for p in params if p.kind is Kind.VALUES), None),
            frozenset(p.name for p in params),
        )


def bind(layout: Layout, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any] | str:
    """The arguments by name in the signature's order, or the first reason why they don't fit the parameters."""
    bound: dict[str, Any] = {}
    positional, rest = layout.positional, layout.rest
    if rest is not None:
        bound[rest.name] = list(args[len(positional) :])
        for value in bound[rest.name]:
            reason = rest.mismatch(value)
            if reason is not None:
                return reason
        args = args[: len(positional)]
    elif len(args) > len(positional):
        return f"takes {len(positional)} arguments, {len(args)} were passed"
    for param, value in zip(positional, args):  # noqa: B905 - fewer arguments are completed below
        bound[param.name] = value
    for name, value in kwargs.items():
        if name not in layout.names:
            return f"has no parameter '{name}'"
        if name in bound:
            return f"'{name}' was passed twice"
        bound[name] = value
    ordered: dict[str, Any] = {}
    for param in layout.params:
        name = param.name
        if name not in bound:
            if param.required:
                return f"'{name}' is missing"
            value = param.default if param is not rest else []
        else:
            value = bound[name]
            if param is not rest:
                if type(value) is ConstExpr:
                    value = value.value
                reason = param.mismatch(value)
                if reason is not None:
                    return reason
        ordered[name] = value
    return ordered


def signature_text(name: str, params: Sequence[Param], returns: str = "") -> str:
    """An overload as Python source, without annotations' markers."""
    parts = []
    for param in params:
        text = f"*{param.name}" if param.kind is Kind.VALUES else f"{param.name}: {param_type_text(param)}"
        if not param.required and param.kind is not Kind.VALUES:
            text += f" = {default_text(param.default)}"
        parts.append(text)
    return f"{name}({', '.join(parts)}){returns}"


def param_type_text(param: Param) -> str:
    """A parameter's type as Python source."""
    if param.kind is Kind.MASK:
        return "int | list[int]"
    if param.kind is Kind.LIST:
        return f"list[{param.types[0].__name__}]"
    names = [t.__name__ for t in param.types]
    if param.optional:
        names.append("None")
    return " | ".join(names)


def default_text(value: Any) -> str:
    """A default value as Python source."""
    name = getattr(value, "name", None)
    if name is not None and hasattr(type(value), "__members__"):
        return f"{type(value).__name__}.{name}"
    return repr(value)


def resolve(
    name: str, overloads: Sequence[Overload], args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[Overload, dict[str, Any]]:
    """The first overload the arguments fit, with the arguments by name.

    Raises:
        CallError: none fits; its notes list each candidate with the first reason against it.
    """
    reasons = []
    for overload in overloads:
        bound = bind(overload.layout, args, kwargs)
        if not isinstance(bound, str):
            return overload, bound
        reasons.append(bound)
    passed = ", ".join([describe(a) for a in args] + [f"{k}={describe(v)}" for k, v in kwargs.items()])
    if len(overloads) == 1:
        title = f"{name}: {reasons[0]}" if reasons[0][0] in "'" else f"{name} {reasons[0]}"
        notes = [f"expected: {signature_text(name, overloads[0].params)}"]
    else:
        title = f"no overload of {name} takes ({passed})"
        notes = [f"{signature_text(name, o.params)}: {reason}" for o, reason in zip(overloads, reasons, strict=True)]
    raise CallError(title, notes, code="ASC-E301")
