"""One declaration an API: Python function, operation, Ascend C text, documentation and stub come from it."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import EllipsisType, MethodType
from typing import Any, TypeVar

from . import ops
from .binding import Layout, resolve
from .builder import Builder, current_builder, state
from .constexpr import ConstExpr
from .dtypes import DataType
from .emit import Emitter, OpText
from .entries import entry
from .errors import CallError, PackError
from .irtypes import ValueType
from .ops import CallText, OperandSpec, OpSpec, Pipe
from .params import NUMBERS, Kind, Param, parse_signature, result_dtype, result_members, result_scalar
from .patterns import text_emitter
from .plans import MOST_PLANS, Plan, Shape, shape_of
from .roles import Role, Work
from .values import IRValue, wrap

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

#: Data types an API takes: names that all its tensors share, or tuples with one name a tensor.
DtypeTable = Iterable[str | tuple[str, ...]]
Arguments = dict[str, Any]
#: Gives the type of the result, or of each of several, from the arguments.
ResultTypes = Callable[[Arguments], ValueType | tuple[ValueType, ...]]


class Overload:
    """One signature of an API and the operation that stands for it."""

    def __init__(
        self,
        api: Api,
        fn: Function,
        *,
        name: str | None = None,
        ascendc: str | None = None,
        template: tuple[str, ...] | None = None,
        order: tuple[str, ...] | None = None,
        references: tuple[str, ...] | None = None,
        result: ResultTypes | EllipsisType | None = ...,
        dtypes: DtypeTable | None = None,
        text: str | None = None,
        emit: ops.EmitFunction | None = None,
        build: Function | None = None,
        verify: Callable[[Arguments], None] | None = None,
        traits: tuple[str, ...] | None = None,
        role: Role | None = None,
        model: str | None = None,
    ) -> None:
        self.api = api
        self.fn = fn
        self._name = name
        self.ascendc = ascendc or api.ascendc
        self._template = template if template is not None else api.template
        self._order = order
        self._references = references if references is not None else api.references
        self.result = api.result if isinstance(result, EllipsisType) else result
        self._dtypes = dtypes if dtypes is not None else api.dtypes
        self.emit: ops.EmitFunction | None = emit or (text_emitter(text, api.constructs) if text is not None else None)
        self.build: Function | None = build
        self.model = model or api.model
        self.traits = frozenset(api.traits if traits is None else traits)
        self.role = role or api.role
        self.verifiers: list[Callable[[Arguments], None]] = [verify] if verify else []
        #: Data types of tensors that were found to be supported.
        self._accepted: set[tuple[str, ...]] = set()

    @functools.cached_property
    def _parsed(self) -> tuple[tuple[Param, ...], Any]:
        return parse_signature(self.fn, skip_self=self.api.is_method)

    @functools.cached_property
    def params(self) -> tuple[Param, ...]:
        """The parameters, without ``self``."""
        return self._parsed[0]

    @functools.cached_property
    def returns(self) -> Any:
        """The return annotation."""
        return self._parsed[1]

    @functools.cached_property
    def layout(self) -> Layout:
        """The parameters as calls fill them."""
        return Layout.of(self.params)

    @functools.cached_property
    def _limited(self) -> tuple[Param, ...]:
        """Parameters whose numbers have limits."""
        return tuple(p for p in self.params if p.kind in NUMBERS)

    @functools.cached_property
    def _members(self) -> tuple[Any, ...]:
        return result_members(self.returns)

    @functools.cached_property
    def returns_nothing(self) -> bool:
        """True when the operation has no result."""
        return not self._members and self.result is None and self._result_dtype is None and not self.api.constructs

    @functools.cached_property
    def _result_dtype(self) -> DataType | None:
        return result_dtype(self.returns)

    @functools.cached_property
    def op(self) -> str:
        """The operation's name; the first overload has the API's own."""
        base = self.api.op_name
        if self is self.api.overloads[0] and self._name is None:
            return base
        if self._name:
            return f"{base}_{self._name}"
        known = {p.name for p in self.api.overloads[0].params}
        added = [p.name for p in self.params if p.name not in known]
        if not added:
            raise PackError(f"{self.api.qualified}: name the overload {self.fn.__qualname__}: overload(name=…)")
        return f"{base}_{added[0]}"

    @functools.cached_property
    def dtypes(self) -> tuple[tuple[str, ...] | str, ...]:
        """Supported data types; empty when any will do."""
        return tuple(self._dtypes or ())

    @functools.cached_property
    def call(self) -> CallText:
        """The Ascend C call, arguments in the order of the official signature."""
        by_name = {p.name: p for p in self.params}
        template = tuple((n, by_name[n].default if n in by_name else inspect.Parameter.empty) for n in self._template)
        in_template = {n for n, _ in template if n not in by_name or by_name[n].kind is Kind.CONST}
        order = self._order or tuple(p.name for p in self.params if not p.template and p.name not in in_template)
        unknown = set(self._references) - set(order)
        if unknown:
            raise PackError(f"{self.api.qualified}: references names {sorted(unknown)}, which no argument is called")
        member = "self" if self.api.is_method and not self.api.constructs else None
        return CallText(self.ascendc, order, template, member, frozenset(self._references))

    @functools.cached_property
    def spec(self) -> OpSpec:
        """The operation's declaration."""
        api = self.api
        receiver = self.role.receiver if isinstance(self.role, Work) else None
        operands = [OperandSpec("self", (api.owner,), effect=receiver)] if api.owner and not api.constructs else []
        for param in self.params:
            if param.kind is Kind.CONST:
                continue
            arity: ops.Arity = "optional" if param.optional else "single"
            if param.kind in (Kind.MASK, Kind.VALUES, Kind.LIST):
                arity = "variadic"
            types = param.types if param.kind is Kind.VALUE else ()
            scalar = param.scalar if param.kind in NUMBERS else None
            operands.append(OperandSpec(param.name, types, arity, param.effect, scalar))
        attributes = {p.name: p.types for p in self.params if p.kind is Kind.CONST}
        if any(p.kind is Kind.VALUES for p in self.params):
            attributes["literals"] = (list,)
        return OpSpec(
            self.op,
            tuple(operands),
            self._results,
            tuple(attributes),
            pipe=api.pipe,
            pure=api.pure,
            reads_state=api.reads_state,
            constructs=api.constructs,
            call=None if self.emit else self.call,
            emit=self.emit,
            model=self.model,
            api=api.qualified,
            doc=self.doc,
            traits=self.traits,
            role=self.role,
            constants=tuple(attributes.values()),
            dtypes=self.dtypes,
        )

    @property
    def _results(self) -> tuple[OperandSpec, ...]:
        members = result_members(self.returns)
        if members:
            return tuple(OperandSpec(f"result_{i}", scalar=result_scalar(m)) for i, m in enumerate(members))
        has_result = self.api.constructs or self.result is not None or self.returns is not type(None)
        return (OperandSpec("result", scalar=result_scalar(self.returns)),) if has_result else ()

    @property
    def doc(self) -> str:
        """The overload's documentation; the API's where it has none of its own."""
        return inspect.cleandoc(self.fn.__doc__) if self.fn.__doc__ else self.api.doc

    def check(self, bound: Arguments) -> None:
        """Checks what is known at compile time: ranges, data types and the API's own rules.

        Raises:
            CallError: a limit is broken.
        """
        self.check_limits(bound)
        if self.checks_dtypes:
            self.check_dtypes(bound)
        for verify in self.verifiers:
            verify(bound)

    def check_limits(self, bound: Arguments) -> None:
        """Checks the ranges of numbers.

        Raises:
            CallError: a number is out of its range.
        """
        for param in self._limited:
            reason = param.out_of_range(bound[param.name])
            if reason is not None:
                raise CallError(f"{self.api.qualified}: {reason}", code="ASC-E302")

    @property
    def checks_dtypes(self) -> bool:
        """Whether the tensors' data types matter: without a table they must be there, unless *build* sets them."""
        return bool(self.dtypes) or (self.build is None and not self.api.constructs)

    def check_dtypes(self, bound: Arguments) -> None:
        """Checks that the tensors have data types, and that the table has them.

        Raises:
            CallError: one has none, or the table doesn't have them.
        """
        tensors: Arguments = {n: v for n, v in bound.items() if isinstance(v, IRValue) and v.is_tensor}
        for name, value in tensors.items():
            if value.dtype.is_void():
                named = f"{self.api.qualified}: '{name}', a {type(value).__name__}, has no data type yet"
                title = f"this {type(value).__name__} has no data type yet" if name == "self" else named
                raise CallError(title, hint=value.typed_by, code="ASC-E303")
        if not self.dtypes:
            return
        tensors.pop("self", None)
        actual = tuple(v.dtype.name for v in tensors.values())
        if actual in self._accepted:
            return
        self.spec.require_dtypes(dict(zip(tensors, actual, strict=True)))
        self._accepted.add(actual)

    def lower(self, builder: Builder, bound: Arguments, receiver: IRValue | None) -> Any:
        """Creates the operation and returns the Python value of its result."""
        operands: list[Any] = [receiver.to_ir()] if receiver is not None and not self.api.constructs else []
        attributes: Arguments = {}
        for param in self.params:
            value = bound[param.name]
            if param.kind is Kind.CONST:
                attributes[param.name] = value
            elif param.kind is Kind.VALUES:
                runtime, attributes["literals"] = _split_literals(builder, value)
                operands.append(runtime)
            else:
                operands.append(self.operand(builder, param, bound))
        return self.create(builder, operands, attributes, bound, receiver)

    def operand(self, builder: Builder, param: Param, bound: Arguments) -> Any:
        """What the operation gets for a parameter: a handle, several, or None."""
        value, kind, scalar = bound[param.name], param.kind, param.scalar
        if value is None:
            return None
        if kind is Kind.VALUE:
            return value.as_argument(bound)
        if kind is Kind.LIST and scalar is None:
            return [v.as_argument(bound) for v in param.filled(value)]
        if kind is Kind.MASK:
            # A list is an array of two words in Ascend C, whatever the elements' width.
            words = [*value, 0][:2] if isinstance(value, (list, tuple)) else [value]
            return [builder.operand(word, _UINT64) for word in words]
        assert scalar is not None
        dtype = bound[scalar.like].dtype if scalar.like else DataType(scalar.dtype)
        if kind is Kind.LIST:
            return [builder.operand(v, dtype) for v in param.filled(value)]
        return builder.operand(value, dtype)

    def create(
        self,
        builder: Builder,
        operands: Sequence[Any],
        attributes: Arguments,
        bound: Arguments,
        receiver: IRValue | None,
    ) -> Any:
        """Creates the operation from its operands, and returns the Python value of its result."""
        if self.returns_nothing:
            builder.create(self.op, operands, (), attributes)
            return None
        if self._members:
            types: Any = self.result(bound) if self.result else tuple(map(result_dtype, self._members))
            return tuple(map(wrap, builder.create(self.op, operands, types, attributes), types))
        type_: Any = self.result(bound) if self.result else self._result_dtype
        results = builder.create(self.op, operands, (type_,) if type_ is not None else (), attributes)
        if self.api.constructs:
            assert receiver is not None and type_ is not None
            receiver.adopt(results[0], type_)
            return None
        return wrap(results[0], type_) if type_ is not None else None


_UINT64 = DataType("uint64")


def _split_literals(builder: Builder, values: list[Any]) -> tuple[list[Any], list[Any]]:
    """Text becomes part of an attribute, everything else an operand; None holds an operand's place."""
    operands, literals = [], []
    for value in values:
        value = ConstExpr.unwrap(value)
        literals.append(value if isinstance(value, str) else None)
        if isinstance(value, IRValue):
            operands.append(value.to_ir())
        elif not isinstance(value, str):
            operands.append(builder.materialize(value).handle)
    return operands, literals


class Api:
    """What kernels call: a function, method or constructor. :func:`api` and its kin make it."""

    def __init__(
        self,
        fn: Function,
        *,
        name: str | None = None,
        ascendc: str = "",
        pipe: Pipe | None = None,
        dtypes: DtypeTable | None = None,
        template: tuple[str, ...] = (),
        order: tuple[str, ...] | None = None,
        references: tuple[str, ...] = (),
        result: ResultTypes | None = None,
        pure: bool = False,
        reads_state: bool = False,
        dialect: str = "asc",
        model: str | None = None,
        doc: str | None = None,
        constructs: bool = False,
        traits: tuple[str, ...] = (),
        role: Role | None = None,
        **first: Any,
    ) -> None:
        self.name = name or fn.__name__
        self.ascendc = ascendc
        self.pipe = pipe
        self.dtypes = tuple(dtypes) if dtypes is not None else None
        self.template = template
        self.references = references
        self.result = result
        self.pure = pure
        self.reads_state = reads_state
        self.dialect = dialect
        self.model = model or fn.__module__.rpartition(".")[2] + ".h"
        self.constructs = constructs
        self.traits = traits
        self.role = role
        self.owner: type[IRValue] | None = None
        self.is_method = "." in fn.__qualname__ and "<locals>" not in fn.__qualname__.rpartition(".")[0]
        self.module = fn.__module__
        self._doc = doc
        self.overloads: list[Overload] = [Overload(self, fn, order=order, **first)]
        #: Plans of calls so far, by their shape; None for those that take any number of arguments.
        self.plans: dict[Shape | None, Plan | None] = {}
        self.__name__ = self.name
        self.__qualname__ = self.name
        self.__module__ = fn.__module__
        self.__doc__ = self.doc

    @property
    def doc(self) -> str:
        """The documentation of the API as a whole."""
        return self._doc if self._doc is not None else inspect.cleandoc(self.overloads[0].fn.__doc__ or "")

    @property
    def qualified(self) -> str:
        """The name kernels call it by, ``asc.add`` or ``LocalTensor.get_size``."""
        if self.owner is None:
            return f"{self.dialect}.{self.name}"
        return self.owner.__name__ if self.constructs else f"{self.owner.__name__}.{self.name}"

    @property
    def op_name(self) -> str:
        """The name of the first overload's operation."""
        if self.owner is None:
            return f"{self.dialect}.{self.name}"
        spec = self.owner.ir_spec
        return spec.qualified if self.constructs else f"{spec.qualified}_{self.name.strip('_')}"

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner = owner
        self.is_method = True
        if not self.constructs:
            self.name = name

    @typing.overload
    def overload(self, fn: F) -> F: ...
    @typing.overload
    def overload(self, **settings: Any) -> Callable[[F], F]: ...
    def overload(self, fn: Any = None, **settings: Any) -> Any:
        """Adds a signature. Its settings replace the API's, see :func:`api`; *name* is the suffix of its operation.

        ``result=None`` takes a result from it that the API has.
        """
        if fn is None:
            return functools.partial(self.overload, **settings)
        self.overloads.append(Overload(self, fn, **settings))
        self.plans.clear()
        return fn

    def emitter(self, fn: F) -> F:
        """Registers how the last overload is written as Ascend C."""
        self.overloads[-1].emit = fn
        return fn

    def builder(self, fn: F) -> F:
        """Registers what the last overload does instead of creating its operation: ``fn(builder, **arguments)``."""
        self.overloads[-1].build = fn
        self.plans.clear()
        return fn

    def verifier(self, fn: F) -> F:
        """Registers a compile-time rule of all overloads so far; it raises :class:`CallError`."""
        for item in self.overloads:
            item.verifiers.append(fn)
        self.plans.clear()
        return fn

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    @entry
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call(args, kwargs)

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls it.

        Args:
            args: positional arguments; those of a member begin with the receiver.
            kwargs: keyword arguments.

        Raises:
            CallError: the arguments don't fit, or break a limit.
            OutsideKernelError: no kernel is being compiled.
        """
        builder = state.builder or current_builder(self.qualified)
        shape = shape_of(args, kwargs)
        plan = self.plans.get(shape)
        if plan is None:
            return self._resolved(builder, shape, args, kwargs)
        return plan.run(builder, (*args, *kwargs.values()) if kwargs else args)

    def _resolved(self, builder: Builder, shape: Shape | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Finds the overload, and makes the plan for calls of this shape."""
        is_member = self.owner is not None and bool(args)
        chosen, bound = resolve(self.qualified, self.overloads, args[1:] if is_member else args, kwargs)
        if shape is not None and shape not in self.plans:
            plan = Plan.of(chosen, args, kwargs, is_member)
            if len(self.plans) >= MOST_PLANS:
                self.plans.clear()
            self.plans[shape] = plan
            if plan is not None:
                return plan.run(builder, (*args, *kwargs.values()))
        receiver = args[0] if is_member else None
        if is_member:
            bound = {"self": receiver, **bound}
        chosen.check(bound)
        if chosen.build is not None:
            return chosen.build(builder, **bound)
        return chosen.lower(builder, bound, receiver)

    def __repr__(self) -> str:
        return f"<api {self.qualified}>"

    def __iter__(self) -> Iterator[Overload]:
        return iter(self.overloads)


def api(ascendc: str, **settings: Any) -> Callable[[Function], Api]:
    """Declares an API of Ascend C from the signature and docstring of the decorated function.

    Args:
        ascendc: the Ascend C function's or member's name.
        pipe: the pipe that executes it.
        dtypes: supported data types: names that all tensors share, or tuples with one name a tensor parameter.
        template: template arguments in Ascend C's order: names of tensors (their element type), of data types
            and of ``Const`` parameters. They are written only as far as one differs from its default.
        order: function arguments in Ascend C's order, where it isn't the signature's.
        references: arguments that Ascend C takes by reference to what isn't constant, ``LocalTensor<T>&``; a variable
            is passed for them.
        result: type of the result from the arguments, where the annotation doesn't say it. An API whose annotation is
            a tuple has several results; it needs *emit*, which binds each of them.
        pure: it computes a value from its arguments and nothing else.
        reads_state: it returns a value that may change from call to call.
        dialect: dialect of the operation; a third party's pack has its own.
        model: header with the Model's semantics, in the pack's ``model`` folder; the Python module's name by default.
        text: the Ascend C expression or statement, where it isn't a plain call: ``"{self}[{offset}]"``.
            Of a constructor it is what follows the variable's name: ``"({addr})"``.
        emit: function that writes the op, where *text* doesn't do.
        build: function called instead of creating the op: ``build(builder, **arguments)``.
        verify: compile-time rule: ``verify(arguments)`` raises :class:`CallError`.
        traits: what passes should know of the operation, for instance ``unique`` or ``prints``.
        role: how the operation uses memory and pipes, see :mod:`asc_plugins.roles`.
    """

    def declare(fn: Function) -> Api:
        return Api(fn, ascendc=ascendc, **settings)

    return declare


def constructor(ascendc: str, **settings: Any) -> Callable[[Function], Api]:
    """Declares ``__init__`` of a value class: it declares a variable of the type *result* gives."""

    def declare(fn: Function) -> Api:
        return Api(fn, ascendc=ascendc, constructs=True, **settings)

    return declare


class Family:
    """APIs that share their signatures: a table of names over one declaration.

    *settings* are those of :func:`api`. The documentation of an API is its own line, followed by *doc*.
    """

    def __init__(self, doc: str = "", **settings: Any) -> None:
        self._doc = inspect.cleandoc(doc)
        self._settings = settings
        self._signatures: list[tuple[Function, dict[str, Any]]] = []

    def overload(self, fn: Function | None = None, **settings: Any) -> Any:
        """Adds a signature that all APIs of the family have."""
        if fn is None:
            return functools.partial(self.overload, **settings)
        self._signatures.append((fn, settings))
        return fn

    def __call__(self, name: str, ascendc: str, *, doc: str, **settings: Any) -> Api:
        """Declares an API of the family."""
        first = self._signatures[0][0]
        merged = {**self._settings, **settings}
        # What an API gives to its first signature only belongs to all of a family's.
        every = {n: merged.pop(n) for n in ("text", "emit", "build", "verify") if n in merged}
        declared = Api(first, name=name, ascendc=ascendc, doc=f"{doc}\n\n{self._doc}".strip(), **merged)
        declared.overloads = []
        for fn, overload_settings in self._signatures:
            declared.overload(fn, **(every | overload_settings))
        return declared


__all__ = [
    "Api", "CallError", "Emitter", "Family", "OpText", "Overload", "api", "constructor",
]  # fmt: skip
