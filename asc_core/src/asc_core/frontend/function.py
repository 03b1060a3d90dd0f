"""What the frontend knows of a function that is compiled: the base of what ``asc.jit`` returns."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any, NoReturn

from asc_plugins.brief import article
from asc_plugins.constexpr import ConstExpr
from asc_plugins.records import record

from .source import FunctionSource, capture


@record
class Parameter:
    """A parameter of a kernel or a device function.

    Attributes:
        name: its name.
        kind: positional, keyword-only or variadic, as :mod:`inspect` says it.
        annotation: the evaluated annotation; the text where it can't be evaluated, empty where there is none.
        default: the default value, ``inspect.Parameter.empty`` where there is none.
        is_const: True for ``ConstExpr`` parameters, known at compile time.
        const_type: the ``T`` of ``ConstExpr[T]``, None where it isn't given.
    """

    name: str
    kind: inspect._ParameterKind
    annotation: Any
    default: Any
    is_const: bool
    const_type: Any


class KernelFunction:
    """A Python function that is compiled, not run: a kernel, or a device function called by one.

    Raises:
        TypeError: it is not a function made by ``def``.
    """

    def __init__(self, fn: Callable[..., Any]) -> None:
        self.fn: types.FunctionType = _checked(fn)
        capture(self.fn)

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"'{self.name}' is compiled, not run: call it from a kernel")

    @property
    def name(self) -> str:
        """The function's own name."""
        return self.fn.__name__

    @functools.cached_property
    def source(self) -> FunctionSource:
        """The function's source, read when first asked for."""
        return FunctionSource.of(self.fn)

    @functools.cached_property
    def signature_of_fn(self) -> inspect.Signature:
        """The signature of the function itself, also where ``functools.wraps`` claims another."""
        return inspect.signature(self.fn, follow_wrapped=False)

    @functools.cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters with their evaluated annotations."""
        return tuple(_parameter(self.fn, p) for p in self.signature_of_fn.parameters.values())


def _checked(fn: Any) -> types.FunctionType:
    if isinstance(fn, (staticmethod, classmethod)):
        raise TypeError(f"put @asc.jit below @{type(fn).__name__}: it compiles the function itself")
    if not isinstance(fn, types.FunctionType):
        raise TypeError(f"asc.jit compiles functions made by 'def', not {article(type(fn).__name__)}")
    if fn.__name__ == "<lambda>":
        raise TypeError("asc.jit can't compile a lambda: write the function with 'def'")
    if inspect.iscoroutinefunction(fn) or inspect.isasyncgenfunction(fn):
        raise TypeError(f"asc.jit can't compile 'async def {fn.__name__}': kernels have no event loop; use 'def'")
    return fn


def _parameter(fn: types.FunctionType, parameter: inspect.Parameter) -> Parameter:
    annotation = parameter.annotation
    if isinstance(annotation, str):
        annotation = _evaluate(fn, annotation)
    origin = typing.get_origin(annotation)
    is_const = annotation is ConstExpr or origin is ConstExpr
    arguments = typing.get_args(annotation)
    const_type = arguments[0] if is_const and arguments else None
    return Parameter(parameter.name, parameter.kind, annotation, parameter.default, is_const, const_type)


def _evaluate(fn: types.FunctionType, text: str) -> Any:
    names = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
    cells = {}
    for name, cell in names.items():
        try:
            cells[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    try:
        return eval(text, fn.__globals__, cells)
    except Exception:  # noqa: BLE001 - any error of the annotation means that it is only text
        # Names imported for type checkers alone don't hide that a parameter is a constant.
        return ConstExpr if text.partition("[")[0].rpartition(".")[2] == "ConstExpr" else text
