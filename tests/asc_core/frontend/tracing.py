"""Traces Python functions and runs what comes out, beside Python itself."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from asc_core.frontend import KernelFunction
from asc_core.frontend.builder import KernelBuilder
from asc_core.frontend.tracer import Tracer
from asc_core.ir.context import context_for
from asc_plugins.api import api
from asc_plugins.builder import active
from asc_plugins.discovery import registry
from asc_plugins.dtypes import DataType, bool_, float32, int32
from asc_plugins.values import PlainValue, wrap

from .interpreter import Interpreter, unsigned


@api("Note")
def note(value: float) -> None:
    """Remembers a number: a side effect that tests see."""


@note.builder
def _(builder: Any, value: Any) -> None:
    operand = builder.materialize(value).handle
    builder.create("asc.inline", [[operand]], [], {"code": "note", "before_function": False})


@dataclass
class Outcome:
    """What a function gave back and the numbers it noted."""

    result: Any
    notes: list[Any]


class FunctionTracer(Tracer):
    """Compiles a device function by itself."""

    def entry(self, function: KernelFunction, types: Sequence[DataType | None], constants: Sequence[Any]) -> Any:
        """Traces ``@entry``, which calls *function*; where a type is None the constant is passed. What it returns."""
        from asc_core.frontend.frame import Frame

        self.frame = Frame(function, function.source, is_kernel=False)
        node = function.source.node
        self.at(node)
        passed = [(f"a{i}", t) for i, t in enumerate(types) if t is not None]
        with self.builder.function("entry", passed) as handles:
            runtime = iter(wrap(h, t) for h, (_, t) in zip(handles, passed, strict=True))
            args = [c if t is None else next(runtime) for t, c in zip(types, constants, strict=True)]
            result = self.call(node, function, args, {})
            leaves: list[Any] = []
            template = self._flatten("r", result, leaves, [])
            self.builder.return_([v.handle for v in leaves])
        self.builder.set_results("entry", [v.dtype for v in leaves])
        self.builder.module.operation.verify()
        return template, [v.dtype for v in leaves]


def compile_function(fn: Any, types: Sequence[DataType | None], constants: Sequence[Any]) -> tuple[Any, Any, Any]:
    """The module of a function, and what it returns."""
    function = fn if isinstance(fn, KernelFunction) else KernelFunction(fn)
    builder = KernelBuilder(context_for(registry()), function.source.file)
    tracer = FunctionTracer(builder, registry())
    with active(builder):
        template, dtypes = tracer.entry(function, types, constants)
    return builder.module, template, dtypes


def _type_of(value: Any) -> DataType | None:
    kinds: dict[type, DataType] = {bool: bool_, int: int32, float: float32}
    return kinds.get(type(value)) or (DataType(value.dtype.name) if hasattr(value, "dtype") else None)


def _into(value: Any, dtype: DataType) -> Any:
    return value if dtype.is_float() else int(value)


def _out(value: Any, dtype: DataType) -> Any:
    if dtype.is_float():
        return float(value)
    if dtype.is_bool():
        return bool(value)
    return unsigned(value, dtype.bitwidth) if dtype.is_unsigned() else value


def run(fn: Any, *args: Any, constants: Sequence[int] = ()) -> Outcome:
    """Traces *fn* and runs it; arguments whose position is in *constants* are compile-time values."""
    import numpy as np

    types = [None if i in constants else _type_of(a) for i, a in enumerate(args)]
    module, template, dtypes = compile_function(fn, types, args)
    interpreter = Interpreter(module)
    passed = [np.float32(a) if t is float32 else _into(a, t) for a, t in zip(args, types, strict=True) if t is not None]
    results = interpreter.call("entry", passed)
    from asc_core.frontend.joining import fill

    values = [_out(v, d) for v, d in zip(results, dtypes, strict=True)]
    notes = [log[0] for log in interpreter.log]
    return Outcome(fill(template, lambda i: values[i]), notes)


def python(fn: Callable[..., Any], *args: Any) -> Outcome:
    """Runs *fn*, and the functions it calls, as plain Python."""
    notes: list[Any] = []

    names = dict(fn.__globals__)

    def plain(function: Any) -> Any:
        inner = function.fn if isinstance(function, KernelFunction) else function
        copy = types.FunctionType(inner.__code__, names, inner.__name__, inner.__defaults__, inner.__closure__)
        copy.__kwdefaults__ = inner.__kwdefaults__
        return copy

    names.update({n: plain(v) for n, v in names.items() if isinstance(v, KernelFunction)}, note=notes.append)
    return Outcome(plain(fn)(*args), notes)


def agree(fn: Callable[..., Any], *args: Any, constants: Sequence[int] = ()) -> Outcome:
    """Asserts that a traced function does what Python does, and gives the outcome."""
    expected, actual = python(fn, *args), run(fn, *args, constants=constants)
    assert actual.notes == expected.notes, (args, actual, expected)
    assert actual.result == expected.result, (args, actual, expected)
    assert isinstance(actual.result, PlainValue) is False
    return actual
