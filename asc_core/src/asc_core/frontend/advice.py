"""What to write instead of arguments that fit no signature of an API."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from asc_core.diagnostics import CompileError, nearest
from asc_plugins.api import Api
from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType
from asc_plugins.params import NUMBERS, Kind, Param
from asc_plugins.structs import ParamStruct
from asc_plugins.values import GlobalAddress, IRValue, PlainValue

from .hostvalues import dtype_of_class


def with_advice(error: CompileError, function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> CompileError:
    """The error of a call with what to write instead, where the slip is a known one."""
    diagnostic, api = error.diagnostic, _api_of(function)
    if diagnostic.code != "ASC-E301" or diagnostic.hint or api is None:
        return error
    parameters = {p.name: p for o in api.overloads for p in o.params}
    hint = _misspelt(parameters, kwargs) or _constant(parameters, (diagnostic.title, *diagnostic.notes))
    if hint is None:
        # The first argument of a member's declaration is its object.
        passed = args[1:] if function is api and api.is_method else args
        hint = next(filter(None, _instead(api, passed, kwargs)), None)
    return CompileError(replace(diagnostic, hint=hint)) if hint else error


def _api_of(function: Any) -> Api | None:
    """The declaration behind a function, a bound method or a class."""
    if isinstance(function, type):
        function = vars(function).get("__init__")
    function = getattr(function, "__func__", function)
    return function if isinstance(function, Api) else None


def _misspelt(parameters: Mapping[str, Param], kwargs: Mapping[str, Any]) -> str | None:
    """The parameter that a misspelt keyword stands for."""
    near = next((n for n in (nearest(k, parameters) for k in kwargs if k not in parameters) if n), None)
    return f"did you mean '{near}='?" if near else None


def _constant(parameters: Mapping[str, Param], reasons: Sequence[str]) -> str | None:
    """The constant that must not be a run-time value."""
    for reason in reasons:
        match = re.search(r"'(\w+)' takes .*, not a runtime", reason)
        if match and match[1] in parameters and parameters[match[1]].kind is Kind.CONST:
            return f"'{match[1]}' must be a constant: make it an asc.ConstExpr argument of the kernel"
    return None


def _instead(api: Api, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[str | None]:
    """What to write instead of each overload's first argument that doesn't fit."""
    for overload in api.overloads:
        positional = overload.layout.positional
        named = [(p, kwargs[p.name]) for p in overload.params if p.name in kwargs]
        if len(args) > len(positional):
            continue
        for param, value in (*zip(positional, args, strict=False), *named):
            if param.mismatch(value) is not None:
                yield _value_for(param, ConstExpr.unwrap(value))
                break


def _value_for(param: Param, value: Any) -> str | None:
    """What a parameter takes in place of a value that it doesn't."""
    if param.kind in NUMBERS and isinstance(value, IRValue) and value.is_tensor:
        return "tensor[i] is the tensor from i on; tensor.get_value(i) reads the number at i"
    if param.kind in NUMBERS and float not in param.types and _is_float(value):
        return "'//' divides to a whole number, int(…) cuts a float to one"
    if isinstance(value, GlobalAddress) and param.types and all(getattr(t, "is_tensor", False) for t in param.types):
        return "make an asc.GlobalTensor() of the address, by its set_global_buffer"
    if DataType in param.types and (dtype := _dtype_named(value)) is not None:
        return f"write {dtype}"
    structs = [t for t in param.types if isinstance(t, type) and issubclass(t, ParamStruct)]
    if structs and isinstance(value, (list, tuple)):
        return (
            f"write asc.{structs[0].__name__}({', '.join(['…'] * bool(value))}) instead of the {type(value).__name__}"
        )
    return None


def _is_float(value: Any) -> bool:
    return value.dtype.is_float() if isinstance(value, PlainValue) else isinstance(value, float)


def _dtype_named(value: Any) -> str | None:
    """The data type that a text, or a class or data type of numpy, means."""
    dtype = dtype_of_class(value)
    if dtype is None:
        try:
            dtype = DataType(value if isinstance(value, str) else value.name)
        except (AttributeError, TypeError, ValueError):
            return None
    return 'asc.DataType("bool")' if dtype.is_bool() else f"asc.{dtype.name}"
