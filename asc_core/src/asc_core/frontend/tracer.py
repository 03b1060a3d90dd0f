"""From a kernel to a module: the kernel's function, and one for each specialization of a device function."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from asc_core.collection import no_collection
from asc_core.diagnostics import CompileError, Diagnostic, InternalError, Label, Span, as_compile_errors
from asc_core.ir.bindings import ir
from asc_core.ir.context import IRContext
from asc_core.ir.errors import LocatedError
from asc_core.ir.places import message_of, place_of_error
from asc_core.recursion import deep_recursion
from asc_plugins.brief import too_many_digits
from asc_plugins.builder import active
from asc_plugins.constexpr import ConstExpr
from asc_plugins.irtypes import IRType, ValueType
from asc_plugins.params import describe
from asc_plugins.values import IRValue, wrap

from .base import TOO_MANY_DIGITS, HostError, span_of
from .builder import KernelBuilder
from .called import compiled_here
from .frame import RESULT, RETURNED, Frame, Unbound
from .function import KernelFunction
from .hostvalues import host_scalar
from .joining import Slot, fill, rebuilt
from .ownership import CONTAINERS
from .promotion import BeyondTypesError
from .source import FunctionSource, KernelLines, SourceError
from .statements import Statements

_NESTED = "split the expression; move the second half of a long chain of 'elif' into a function with @asc.jit"


def trace(function: KernelFunction, spec: Any, context: IRContext, options: Any = None) -> Any:
    """Compiles a kernel; see :func:`asc_core.frontend.trace`."""
    source = source_of(function)
    builder = KernelBuilder(context, source.file)
    tracer = Tracer(builder, context.registry, getattr(options, "capture_exceptions", True))
    raised: Exception | None = None
    with active(builder), compiled_here(), no_collection(), deep_recursion():
        try:
            tracer.kernel(function, source, spec)
        except (CompileError, InternalError):
            raise
        except HostError as error:
            raised = error.error
        except RecursionError:
            raise CompileError(
                Diagnostic("ASC-E101", "this is nested too deep", _span_at(tracer), hint=_NESTED)
            ) from None
        except Exception as error:
            if isinstance(error, BeyondTypesError) or too_many_digits(error):
                title = str(error) if isinstance(error, BeyondTypesError) else TOO_MANY_DIGITS
                raise CompileError(Diagnostic("ASC-E403", title, _span_at(tracer))) from None
            place = Diagnostic("ASC-E601", "while this was compiled", _span_at(tracer))
            raise InternalError(f"{type(error).__name__}: {error}", place) from error
    if raised is not None:  # outside of "except", which would chain the carrier to it
        raise raised
    with as_compile_errors(KernelLines(source)):
        _verify(builder.module)
    return builder.module


def source_of(function: KernelFunction, place: Span | None = None) -> FunctionSource:
    """The source of a function.

    Raises:
        CompileError: there is none.
    """
    try:
        return function.source
    except SourceError as error:
        raise CompileError(Diagnostic("ASC-E100", str(error), place)) from None


def _span_at(tracer: Tracer) -> Span | None:
    node, source = tracer.builder.node, tracer.builder.source
    return span_of(source, node) if source is not None and node is not None and hasattr(node, "lineno") else None


def _verify(module: Any) -> None:
    """Checks what declarations of operations demand.

    Raises:
        LocatedError: an operation isn't as its pack declared it.
    """
    try:
        module.operation.verify()
    except ir.MLIRError as error:
        title = f"the verifier of ASC-IR refuses this: {message_of(error)}"
        raise LocatedError(
            title,
            hint="the pack that brings the operation should have refused the call: please report it",
            code="ASC-E601",
            location=place_of_error(error),
        ) from error


@dataclass
class _Device:
    """A specialization of a device function.

    Attributes:
        symbol: the function's name in the module.
        result: what it returns, with slots for the results of the call.
        results: types of the results.
        retyped: types that arguments got in it, by their number.
    """

    symbol: str
    result: Any
    results: list[ValueType]
    retyped: dict[int, IRType]
    made: bool


class Tracer(Statements):
    """Traces a module."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._symbols: set[str] = set()
        self._devices: dict[tuple[Any, ...], _Device] = {}
        #: Constants that keys refer to by their identity.
        self._kept: list[Any] = []
        #: Functions under construction, outermost first, with the place that called each.
        self._stack: list[tuple[KernelFunction, Span | None]] = []

    def kernel(self, function: KernelFunction, source: FunctionSource, spec: Any) -> None:
        """Traces the kernel itself."""
        self.builder.source, self.builder.node = source, source.node
        self.frame = Frame(function, source, is_kernel=True)
        arguments: list[tuple[str, ValueType]] = list(spec.arguments.items())
        self._symbols.add(function.name)
        with self.builder.function(function.name, arguments, kernel=True) as handles:
            for (name, type_), handle in zip(arguments, handles, strict=True):
                self.frame.vars[name] = wrap(handle, type_)
                self.frame.places[name] = source.node
            self._bind_constants(function, spec.constants)
            self._stack.append((function, None))
            self.block(source.node.body, frozenset())
            self._stack.pop()
            self.builder.return_()

    def _bind_constants(self, function: KernelFunction, constants: dict[str, Any]) -> None:
        variables = self.frame.vars
        for parameter in function.parameters:
            name = parameter.name
            if name in constants:
                variables[name] = ConstExpr.unwrap(constants[name])
            elif name not in variables:
                variadic = parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
                if variadic:
                    variables[name] = () if parameter.kind is inspect.Parameter.VAR_POSITIONAL else {}
                elif parameter.default is not inspect.Parameter.empty:
                    variables[name] = ConstExpr.unwrap(parameter.default)
                else:
                    self.fail("ASC-E312", f"{function.name}(): '{name}' was not passed", self.frame.source.node)

    def device_function(self, node: ast.AST, function: KernelFunction, arguments: dict[str, Any]) -> Any:
        """Calls the specialization for these argument types and constants, made on the first call."""
        self.at(node)
        leaves: list[IRValue] = []
        names: list[str] = []
        templates: dict[str, Any] = {}
        for name, value in arguments.items():
            templates[name] = self._flatten(name, value, leaves, names)
        types = [v.ir_type for v in leaves]
        key = (id(function), tuple(self._key(t) for t in templates.values()), tuple(types))
        device = self._devices.get(key)
        if device is None:
            device = self._specialize(node, function, templates, names, types)
            self._devices[key] = device
            self._kept.append(function)
            self.at(node)
        for index, type_ in device.retyped.items():
            self.perform(node, self.builder.retype, leaves[index].handle, type_)
            leaves[index].adopt(leaves[index].handle, type_)
        context = self.builder.context
        with context.mlir:
            callee = ir.FlatSymbolRefAttr.get(device.symbol)
        op = self.builder.operation(
            "func.call",
            [v.to_ir() for v in leaves],
            [context.to_mlir(t) for t in device.results],
            {"callee": callee},
        )
        results = op.results
        result = fill(device.result, lambda i: wrap(results[i], device.results[i]))
        return self._taken_over(device, result, arguments.values()) if isinstance(result, CONTAINERS) else result

    def _flatten(self, name: str, value: Any, leaves: list[IRValue], names: list[str]) -> Any:
        """A template of an argument: run-time values become slots."""
        if isinstance(value, IRValue) and "handle" in value.__dict__:
            leaves.append(value)
            names.append(name)
            return Slot(len(leaves) - 1)
        if isinstance(value, (tuple, list)):
            return rebuilt(value, [self._flatten(f"{name}_{i}", v, leaves, names) for i, v in enumerate(value)])
        if isinstance(value, dict):
            return {k: self._flatten(f"{name}_{k}", v, leaves, names) for k, v in value.items()}
        return value

    def _key(self, template: Any) -> Any:
        """What tells specializations apart; objects without a value of their own count by identity."""
        if isinstance(template, (tuple, list)):
            return type(template), tuple(self._key(t) for t in template)
        if isinstance(template, dict):
            return dict, tuple((k, self._key(v)) for k, v in template.items())
        number = host_scalar(template)
        if number is not None:
            return type(template), repr(number[0]), number[1]
        try:
            hash(template)
        except TypeError:
            self._kept.append(template)
            return type(template), id(template)
        return type(template), template

    def _specialize(
        self,
        node: ast.AST,
        function: KernelFunction,
        templates: dict[str, Any],
        names: Sequence[str],
        types: Sequence[ValueType],
    ) -> _Device:
        place = self.span(node)
        self._refuse_recursion(function, place)
        source = source_of(function, place)
        symbol = self._symbol(function.name)
        outer, outer_node = self.frame, self.builder.node
        self.frame = Frame(function, source, is_kernel=False)
        self.frame.region, self.frame.decided = outer.region, outer.decided
        self._stack.append((function, place))
        arguments = list(zip(names, types, strict=True))
        try:
            self.at(source.node)
            with self.builder.function(symbol, arguments, python_name=function.name) as handles:
                values = [wrap(h, t) for h, t in zip(handles, types, strict=True)]
                for name, template in templates.items():
                    self.frame.vars[name] = value = fill(template, lambda i: values[i])
                    self.lent(value)
                    self.frame.places[name] = source.node
                self.block(source.node.body, frozenset())
                device = self._finish(symbol, source.node, values, types)
        finally:
            # The callers add their places to an error.
            self._stack.pop()
            self.frame = outer
        if outer_node is not None:
            self.at(outer_node)
        self.builder.set_results(symbol, device.results)
        return device

    def _taken_over(self, device: _Device, result: Any, arguments: Iterable[Any]) -> Any:
        """Lists and dicts that a device function made belong to its caller; others are copies of the caller's."""
        if device.made:
            return self.own_copy(result)
        held = [a for a in arguments if isinstance(a, CONTAINERS)]
        if held:
            self.handed_on(result, *held)
        return result

    def _finish(self, symbol: str, node: ast.AST, values: Sequence[IRValue], types: Sequence[ValueType]) -> _Device:
        frame = self.frame
        returned = frame.vars[RETURNED]
        result = frame.vars.get(RESULT) if returned is not False else None
        if isinstance(result, Unbound):
            place = frame.places.get(RESULT, node)
            self.fail(result.code, result.title, place, hint=result.hint, related=result.related)
        if returned is not True and result is not None:
            self.fail(
                "ASC-E206",
                f"'{frame.function.name}' returns {describe(result)} on some paths and nothing on others",
                frame.places.get(RESULT, node),
                hint="return a value at the end of the function too",
            )
        leaves: list[IRValue] = []
        template = self._flatten("result", result, leaves, [])
        self.at(node)
        self.builder.return_([v.to_ir() for v in leaves])
        retyped = {
            i: v.ir_type
            for i, (v, t) in enumerate(zip(values, types, strict=True))
            if v.ir_type != t and isinstance(v.ir_type, IRType)
        }
        if retyped:
            self._retype_inputs(symbol, [v.ir_type for v in values])
        return _Device(symbol, template, [v.ir_type for v in leaves], retyped, self.is_made(result))

    def _retype_inputs(self, symbol: str, types: Sequence[ValueType]) -> None:
        context = self.builder.context
        with context.mlir:
            for op in self._functions():
                if op.attributes["sym_name"].value == symbol:
                    inputs = [context.to_mlir(t) for t in types]
                    op.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, []))

    def _functions(self) -> Iterator[Any]:
        for op in self.builder.module.body.operations:
            yield op.operation

    def _symbol(self, name: str) -> str:
        symbol, number = name, 0
        while symbol in self._symbols:
            number += 1
            symbol = f"{name}_{number}"
        self._symbols.add(symbol)
        return symbol

    def _refuse_recursion(self, function: KernelFunction, place: Span) -> None:
        for index, (known, _) in enumerate(self._stack):
            if known is not function:
                continue
            chain = " calls ".join(f"'{f.name}'" for f, _ in [*self._stack[index:], (function, None)])
            first = self._stack[index][1]
            title = f"'{function.name}' calls itself" if index == len(self._stack) - 1 else f"recursion: {chain}"
            labels = [Label(place, "the recursive call")] if first is not None else []
            raise CompileError(
                Diagnostic(
                    "ASC-E313",
                    title,
                    first or place,
                    labels,
                    hint="device functions are inlined, so they can't be recursive; write a loop",
                )
            )
