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


class KernelUsedError(TypeError):
    """A kernel is called by plain Python, or launched by a Python function that a kernel calls.

    Attributes:
        kernel: its name.
        launched: whether it was launched.
    """

    def __init__(self, text: str, kernel: str, launched: bool = False) -> None:
        super().__init__(text)
        self.kernel, self.launched = kernel, launched


class KernelFunction:
    """A Python function that is compiled, not run: a kernel, or a device function called by one.

    In a class it is a method if its first parameter is called ``self``, or if it is a ``classmethod``.

    Attributes:
        fn: the Python function.
        wrapper: ``staticmethod`` or ``classmethod`` where one stands below the decorator, else None.

    Raises:
        TypeError: it is not a function made by ``def``.
    """

    def __init__(self, fn: Callable[..., Any]) -> None:
        self.wrapper: type | None = None
        if isinstance(fn, (staticmethod, classmethod)):
            self.wrapper, fn = type(fn), fn.__func__
        self.fn: types.FunctionType = _checked(fn)
        capture(self.fn)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if self.wrapper is classmethod:
            return self.bound_to(type(instance) if owner is None else owner)
        # A classmethod above the decorator, up to Python 3.12, asks with the class as the object.
        by_classmethod = instance is owner
        if instance is None or self.wrapper is staticmethod or not (by_classmethod or self.takes_self):
            return self
        return self.bound_to(instance)

    def bound_to(self, first: Any) -> BoundFunction:
        """The function with its first argument."""
        return BoundFunction(self, first)

    @property
    def takes_self(self) -> bool:
        """True when the first parameter is called ``self``, as a method's is."""
        code = self.fn.__code__
        return code.co_argcount > 0 and code.co_varnames[0] == "self"

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise KernelUsedError(f"'{self.name}' is compiled, not run: call it from a kernel", self.name)

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


class BoundFunction:
    """A method: a compiled function with the object, or the class, that is its first argument."""

    __slots__ = ("__func__", "__self__")

    def __init__(self, function: KernelFunction, first: Any) -> None:
        self.__func__ = function
        self.__self__ = first

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__func__, name)

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        self.__func__(*args, **kwargs)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, BoundFunction) and other.__self__ is self.__self__
        return same and other.__func__ is self.__func__  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((id(self.__self__), self.__func__))

    def __repr__(self) -> str:
        return f"<method {self.__func__.fn.__qualname__} of {self.__self__!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.__self__, self.__func__.name)


def _checked(fn: Any) -> types.FunctionType:
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
