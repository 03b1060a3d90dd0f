"""Calls: APIs of packs, device functions, Python's own functions, and the author's at compile time."""

from __future__ import annotations

import ast
import builtins
import functools
import sys
from collections.abc import Sequence
from dataclasses import replace
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import Any, NoReturn

from asc_core.diagnostics import CompileError, InternalError, Label, called_here, nearest
from asc_core.packages import package_of
from asc_plugins import ranges
from asc_plugins.api import Api
from asc_plugins.brief import too_many_digits
from asc_plugins.builder import active
from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType
from asc_plugins.params import describe
from asc_plugins.plans import Plan, Shape
from asc_plugins.registry import Registry
from asc_plugins.values import IRValue, PlainValue

from . import math_calls
from .advice import with_advice
from .base import REPORTED, TOO_MANY_DIGITS, is_runtime
from .builtin_calls import BuiltinCalls
from .called import launched_by
from .containers import instead_of, makes_text
from .function import BoundFunction, KernelFunction
from .hostvalues import dtype_of_class, is_array, may_be_array, plain
from .naming import named

_RANGES = (ranges.range, ranges.static_range)
#: Errors by which a call of a pack's function fails; all but the first two kinds are slips of the pack.
_REFUSALS: tuple[type[Exception], ...] = (
    CompileError, *REPORTED, AttributeError, KeyError, IndexError, ValueError, AssertionError, NotImplementedError,
)  # fmt: skip

_MUTATORS = frozenset(
    ("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "popitem",
     "__setitem__", "__delitem__", "__iadd__")
)  # fmt: skip

#: Modules whose functions on numbers may have a counterpart among the APIs.
_NUMERIC = frozenset(("builtins", "math", "numpy", "torch", "scipy"))

#: Methods of a dict whose first argument is a key.
_LOOK_UPS = frozenset(("get", "pop", "setdefault", "__getitem__", "__contains__", "__setitem__", "__delitem__"))


class _Packs:
    """What belongs to packs.

    Attributes:
        registered: names that can be called, by identity.
        packages: packages whose functions may be called with run-time values.
    """

    def __init__(self, registry: Registry) -> None:
        self.registered: dict[int, Any] = {
            id(v): v for names in registry.names.values() for v in names.values() if callable(v)
        }
        roots = {s.target.partition(":")[0].partition(".")[0] for s in registry.packs if s.state == "loaded"}
        self.packages = frozenset((roots | {"asc_plugins"}) - {"asc_core", "asc"})


class Calls(BuiltinCalls):
    """Calls of whatever the called object is."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._handlers[ast.Call] = self._call
        self._handlers[ast.JoinedStr] = self._formatted
        #: Classes whose objects packs take as they are.
        self._passed_on: set[type] = set()
        #: Plans of calls without keywords whose arguments packs take as they are.
        self._plans: dict[Api, dict[Shape, Plan]] = {}

    @functools.cached_property
    def _packs(self) -> _Packs:
        kept = self.builder.context.kept
        known = kept.get(_Packs)
        if known is None:
            known = kept[_Packs] = _Packs(self.registry)
        return known

    def _call(self, node: ast.Call) -> Any:
        callee = node.func
        function = self._attribute(callee) if type(callee) is ast.Attribute else self._handlers[type(callee)](callee)
        kind = type(function)
        if kind is Api:
            args = tuple(self.elements(node.args))
        elif kind is MethodType and type(function.__func__) is Api:
            args = (function.__self__, *self.elements(node.args))
            function = function.__func__
        elif kind is type and (constructor := _constructor(function)) is not None:
            made = object.__new__(function)
            self._api_call(node, constructor, (made, *self.elements(node.args)), node.keywords)
            return made
        else:
            return self._call_any(node, self.unwrap(function))
        keywords = node.keywords
        known = self._plans.get(function)
        if keywords or known is None:
            return self._api_call(node, function, args, keywords)
        plan = known.get(tuple(map(type, args))) or known.get(_shape(args))
        if plan is None:
            return self._api_call(node, function, args, keywords)
        # The source is that of the statement.
        builder = self.builder
        builder.node = node
        try:
            result = plan.run(builder, args)
        except _REFUSALS as error:
            self._refused(node, function, args, {}, error)
        return result if type(result) is not ConstExpr else result.value

    def _call_any(self, node: ast.Call, function: Any) -> Any:
        special = self.builtin_syntax(function)
        if special is not None:
            return special(node)
        args = self.elements(node.args)
        return self.call(node, function, args, self._keywords(node.keywords) if node.keywords else {})

    def _keywords(self, nodes: list[ast.keyword]) -> dict[str, Any]:
        """The values of a call's keyword arguments."""
        values: dict[str, Any] = {}
        for keyword in nodes:
            value = self.expression(keyword.value)
            if keyword.arg is not None:
                values[keyword.arg] = value
                continue
            if not isinstance(value, dict):
                self.fail("ASC-E301", f"'**' needs a dict, not {describe(value)}", keyword.value)
            values.update(value)
        return values

    def call(self, node: ast.AST, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Calls an object of any kind."""
        while isinstance(function, functools.partial):
            args = [*function.args, *args]
            kwargs = {**function.keywords, **kwargs}
            function = function.func
        if isinstance(function, (MethodType, BoundFunction)) and isinstance(function.__func__, KernelFunction):
            args = [function.__self__, *args]
            function = function.__func__
        if not callable(function):
            self.fail("ASC-E310", f"{named(function)} can't be called", node, hint=self._not_callable(function))
        if isinstance(function, KernelFunction):
            return self._device_call(node, function, args, kwargs)
        handler = self.builtin(function)
        if handler is not None:
            return handler(node, *args, **kwargs)
        if self._is_packs(function):
            return self._pack_call(node, function, args, kwargs)
        return self._python_call(node, function, args, kwargs)

    # APIs of packs.

    def _is_packs(self, function: Any) -> bool:
        if isinstance(function, Api):
            return True
        if isinstance(function, type) and (issubclass(function, IRValue) or function in _RANGES):
            return True
        if id(function) in self._packs.registered:
            return True
        if isinstance(function, type):
            return False
        owner = getattr(function, "__self__", None)
        if isinstance(owner, IRValue) or (isinstance(owner, type) and issubclass(owner, IRValue)):
            return True
        module = getattr(function, "__module__", None) or type(owner).__module__
        return package_of(module) in self._packs.packages

    def _pack_call(self, node: ast.AST, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        if makes_text(function):
            self.refuse_text(node)
        args = [self._for_pack(node, a) for a in args]
        kwargs = {k: self._for_pack(node, v) for k, v in kwargs.items()}
        self.at(node)
        try:
            return self.unwrap(function(*args, **kwargs))
        except _REFUSALS as error:
            self._refused(node, function, args, kwargs, error)

    def _api_call(self, node: ast.Call, api: Api, args: tuple[Any, ...], keywords: list[ast.keyword]) -> Any:
        """Calls an API of a pack; *args* begin with the receiver of a member."""
        kwargs = self._keywords(keywords) if keywords else {}
        if kwargs or not self._passed_on.issuperset(map(type, args)):
            args = tuple([self._for_pack(node, a) for a in args])
            kwargs = {k: self._for_pack(node, v) for k, v in kwargs.items()}
        # The source is that of the statement.
        self.builder.node = node
        try:
            result = api.call(args, kwargs)
        except _REFUSALS as error:
            self._refused(node, api, args, kwargs, error)
        if not keywords:
            shape = _shape(args)
            plan = api.plans.get(shape)
            if plan is not None and self._passed_on.issuperset(map(type, args)):
                self._plans.setdefault(api, {})[shape] = plan
        return result if type(result) is not ConstExpr else result.value

    def _refused(
        self, node: ast.AST, function: Any, args: Sequence[Any], kwargs: dict[str, Any], error: Exception
    ) -> NoReturn:
        """Raises what a call of a pack's function raised as an error of the kernel."""
        if isinstance(error, CompileError):
            raise with_advice(error, function, args, kwargs) from error.__cause__
        if isinstance(error, REPORTED):
            cause = error if isinstance(error, TypeError) else None
            raise with_advice(self.reported(error, node), function, args, kwargs) from cause
        if too_many_digits(error):
            self.fail("ASC-E403", TOO_MANY_DIGITS, node)
        name = str(getattr(function, "qualified", None) or getattr(function, "__name__", repr(function)))
        raise InternalError(
            f"{name} failed with {type(error).__name__}: {error}", self.error("ASC-E300", name, node).diagnostic
        ) from error

    def _for_pack(self, node: ast.AST, value: Any) -> Any:
        """An argument as packs take it: numbers of the host as Python's."""
        if isinstance(value, (KernelFunction, BoundFunction)):
            self.fail("ASC-E301", f"'{value.name}' is a function; call it: {value.name}(…)", node)
        if not may_be_array(value):
            self._passed_on.add(type(value))
            return value
        if is_array(value) and not isinstance(value, (IRValue, int, float, str)):
            self.host_array(value, node)
        return plain(value)

    # Device functions.

    def device_function(self, node: ast.AST, function: KernelFunction, arguments: dict[str, Any]) -> Any:
        """Calls the specialization of a device function for *arguments*."""
        raise NotImplementedError

    def _device_call(self, node: ast.AST, function: KernelFunction, args: list[Any], kwargs: dict[str, Any]) -> Any:
        try:
            bound = function.signature_of_fn.bind(*args, **kwargs)
        except TypeError as error:
            known = [p.name for p in function.parameters]
            near = next((n for n in (nearest(k, known) for k in kwargs if k not in known) if n), None)
            self.fail(
                "ASC-E312",
                f"{function.name}(): {error}",
                node,
                notes=[f"it is defined as {function.name}{function.signature_of_fn}"],
                hint=f"did you mean '{near}='?" if near else None,
            )
        bound.apply_defaults()
        arguments: dict[str, Any] = {}
        for parameter in function.parameters:
            value = self.unwrap(bound.arguments[parameter.name])
            if is_array(value) and not isinstance(value, type):
                self.host_array(value, node)
            if parameter.is_const and is_runtime(value):
                self.fail(
                    "ASC-E304",
                    f"{function.name}(): '{parameter.name}' is declared ConstExpr, so it must be a constant, "
                    f"not {describe(value)}",
                    node,
                    hint=f"declare the kernel's parameter asc.ConstExpr too, or '{parameter.name}' without it",
                )
            arguments[parameter.name] = plain(value) if parameter.is_const else value
        try:
            return self.device_function(node, function, arguments)
        except CompileError as error:
            diagnostic = error.diagnostic
            if diagnostic.code == "ASC-E313":  # it names the calls itself
                raise
            label = Label(self.span(node), called_here(function.name))
            raise CompileError(replace(diagnostic, labels=(*diagnostic.labels, label))) from error.__cause__

    # Everything else is Python, run while the kernel is compiled.

    def _python_call(self, node: ast.AST, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        owner = getattr(function, "__self__", None)
        name = getattr(function, "__name__", type(function).__name__)
        if isinstance(owner, dict) and name in _LOOK_UPS:
            self.constant_keys(node, args[:1])
        if isinstance(owner, (list, dict)) and name in _MUTATORS:
            self.may_change(owner, node)
            result = self._container_call(node, owner, function, args, kwargs)
            if isinstance(owner, dict):
                self.constant_keys(node, owner)
            return result
        on_items = isinstance(owner, (tuple, list, dict))
        if is_runtime(args) or is_runtime(kwargs) or (on_items and is_runtime(owner)):
            if on_items or function is builtins.dict:
                result = self._container_call(node, owner, function, args, kwargs)
                if function is builtins.dict:
                    self.constant_keys(node, result)
                return self.own_result(function, result)
            if isinstance(function, type) and issubclass(function, tuple) and hasattr(function, "_fields"):
                return self.evaluate(node, function, *args, **kwargs)
            if makes_text(function):
                self.refuse_text(node)
            dtype = dtype_of_class(function)
            if dtype is not None and len(args) == 1 and isinstance(args[0], PlainValue):
                return self.perform(node, self.builder.cast, args[0], dtype)
            self._refuse_runtime(node, function, name, [*args, *kwargs.values()])
        with active(None):
            result = self.evaluate_call(node, function, *args, **kwargs)
        return self.own_result(function, self.unwrap(result))

    def _container_call(self, node: ast.AST, owner: Any, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Calls a method of a container, whose items may be run-time values."""
        try:
            return self.evaluate_call(node, function, *args, **kwargs)
        except CompileError as error:
            instead = instead_of(owner, function.__name__) if error.code == "ASC-E207" else None
            if instead is None:
                raise
            what = f"{type(owner).__name__}.{function.__name__}"
            title = f"{what} runs at compile time: it can't depend on values known only when the kernel runs"
            self.fail("ASC-E207", title, node, hint=instead)

    def _refuse_runtime(self, node: ast.AST, function: Any, name: str, passed: list[Any]) -> NoReturn:
        while isinstance(function, functools.partial):
            function = function.func
            name = getattr(function, "__name__", type(function).__name__)
        # ufuncs of numpy 1 have no module, their type does.
        module = package_of(getattr(function, "__module__", None) or type(function).__module__).lstrip("_")
        late = "values known only when the kernel runs"
        library = not isinstance(function, type) and module in sys.stdlib_module_names
        numeric = module in _NUMERIC
        if library or numeric or isinstance(function, BuiltinFunctionType):
            asc = self.registry.names.get("asc", {}) if numeric else {}
            whole = name if module == "builtins" else f"{module}.{name}"
            title = f"{whole} runs on the host: it can't take {late}"
            hint = "use the APIs of asc, or operators"
            if name in asc and any(isinstance(value, IRValue) and value.is_tensor for value in passed):
                hint = f"use asc.{name}"
            elif numeric and name in math_calls.FUNCTIONS:
                hint = f"use math.{name}"
            elif name in asc:
                hint = f"the scalar unit has no such function; put the number into a tensor and use asc.{name}"
            if module == "operator":
                hint = "write the operator"
            hint = instead_of(getattr(function, "__self__", None), name) or hint
        elif isinstance(function, type):
            title = f"'{name}' is a class of Python: its objects can't be made of {late}"
            hint = "keep them in a tuple, a NamedTuple, a list, a dict or an asc.Struct"
        elif name == "<lambda>":
            title = f"a lambda is a Python function: it can't be called with {late}"
            hint = "write it as a function with 'def' and @asc.jit, and it is compiled into the kernel"
        elif not hasattr(function, "__name__"):
            title = f"an object of '{name}' is called in Python: it can't be called with {late}"
            hint = "call a function with @asc.jit, and it is compiled into the kernel"
        else:
            title = f"'{name}' is a Python function: it can't be called with {late}"
            kernel = launched_by(function)
            done = f"call {kernel}(…) in it without [cores]" if kernel else "it is compiled into the kernel"
            hint = f"decorate '{name}' with @asc.jit, and {done}"
        self.fail("ASC-E311", title, node, hint=hint)

    def _not_callable(self, function: Any) -> str | None:
        if isinstance(function, DataType):
            return f"write n.cast(asc.{function.name}), or for a constant asc.number(1, asc.{function.name})"
        if isinstance(function, ModuleType):
            return f"call a function of it: {function.__name__}.name(…)"
        return None


def _shape(args: tuple[Any, ...]) -> Shape:
    """The shape of a call's arguments where their classes and scalars' data types make it."""
    return tuple([v.dtype if type(v) is PlainValue else type(v) for v in args])


@functools.lru_cache(1024)
def _constructor(cls: type) -> Api | None:
    """The API that makes the values of a class, where nothing else takes part."""
    init = getattr(cls, "__init__", None)
    return init if isinstance(init, Api) and issubclass(cls, IRValue) and cls.__new__ is object.__new__ else None
