"""Parameter structs of Ascend C, ``BinaryRepeatParams`` and the like, declared by their fields."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from .binding import Layout, bind, resolve
from .builder import Handle, current_builder
from .constexpr import ConstExpr
from .dtypes import DataType
from .emit import Emitter, OpText, converted
from .entries import entry
from .errors import CallError
from .irtypes import IRType, TypeSpec, cpp_literal, make
from .ops import Arity, OperandSpec, OpSpec
from .params import Kind, Param, parse_signature
from .plans import MOST_PLANS, Shape, shape_of
from .values import IRValue, PlainValue

#: Attribute with the values known at compile time; None where a run-time operand stands.
CONSTANTS = "constants"
#: Attribute with the number of the constructor, of structs that have several.
FORM = "form"
#: The field that says the element type of a struct with one.
DTYPE = "dtype"
#: Stands for a nested struct that wasn't given.
_ABSENT = "{}"

Fields = dict[str, Any]


class _Declaration:
    """The operation that makes a struct, worked out from its fields when first asked for."""

    def __init__(self) -> None:
        self._spec: OpSpec | None = None

    def __get__(self, instance: Any, owner: type[ParamStruct]) -> OpSpec:
        if self._spec is None:
            self._spec = owner._declare()
        return self._spec


class _Form:
    """A constructor, as :func:`~asc_plugins.binding.resolve` wants it."""

    def __init__(self, params: tuple[Param, ...]) -> None:
        self.params = params
        self.layout = Layout.of(params)


class ParamStruct(IRValue):
    """Base of parameter structs; a subclass lists its fields with their types and defaults::

        class UnaryRepeatParams(ParamStruct):
            \"\"\"Strides of instructions with one source.\"\"\"

            dst_blk_stride: UInt16 = 1

    An object is made with positional or keyword arguments, each a constant or a run-time number; its fields can be
    read but not changed. A field may be a list of numbers (``Annotated[list[int], Length(4)]``), an enum or another
    struct.

    A field ``dtype: DataType`` makes the struct a template of its element type, which fields declared with
    ``Scalar(like="dtype")`` have. When it is None, the first tensor of the call the struct is passed to decides.

    Class arguments:
        cpp: the struct's name in Ascend C; the class's by default.
        forms: the fields each constructor takes, where Ascend C has several; all fields by default.
        order: the constructor's arguments in Ascend C's order, where it isn't that of the fields; what names no
            field is written as it stands.
        aggregate: the struct has no constructor and is written with braces.
        aliases: other names of fields.
    """

    fields: ClassVar[tuple[Param, ...]]
    op_spec: ClassVar[_Declaration]
    _defaults: ClassVar[Fields] = {}
    _forms: ClassVar[tuple[tuple[str, ...], ...]] = ()
    _order: ClassVar[tuple[str, ...] | None] = None
    _aggregate: ClassVar[bool] = False
    _aliases: ClassVar[Mapping[str, str]] = {}
    _made: ClassVar[tuple[_Form, ...]]
    #: The constructor and the fields that arguments of a shape give.
    _plans: ClassVar[dict[Shape | None, tuple[int, tuple[str, ...]]]]

    def __init_subclass__(
        cls,
        cpp: str | None = None,
        ir_name: str | None = None,
        dialect: str = "asc",
        forms: tuple[tuple[str, ...], ...] = (),
        order: tuple[str, ...] | None = None,
        aggregate: bool = False,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        cpp = cpp or cls.__name__
        name = ir_name or _snake(cpp)
        own = [n for n in inspect.get_annotations(cls) if not n.startswith("_")]
        # Defaults left on the class would answer for fields of objects that don't know theirs.
        cls._defaults = {n: cls.__dict__[n] for n in own if n in cls.__dict__}
        for field in cls._defaults:
            delattr(cls, field)
        cls._forms = forms or (tuple(own),)
        cls._order, cls._aggregate, cls._aliases = order, aggregate, aliases or {}
        doc = inspect.cleandoc(cls.__doc__ or "")
        if DTYPE in own:
            cls.ir_spec = TypeSpec(dialect, name, (DTYPE,), f"{cpp}<{{{DTYPE}}}>", cls, doc)
        else:
            cls.ir_spec = TypeSpec(dialect, name, (), cpp, cls, doc)
        cls.op_spec = _Declaration()
        cls._plans = {}

    @classmethod
    def _declare(cls) -> OpSpec:
        operands = []
        for param in cls.signature():
            if param.kind in (Kind.SCALAR, Kind.LIST):
                arity: Arity = "variadic" if param.kind is Kind.LIST else "optional"
                operands.append(OperandSpec(param.name, arity=arity, scalar=param.scalar))
            elif param.kind is Kind.VALUE:
                operands.append(OperandSpec(param.name, param.types, "optional"))
        return OpSpec(
            f"{cls.ir_spec.dialect}.{cls.ir_spec.name}",
            tuple(operands),
            (OperandSpec("result", (cls,)),),
            (CONSTANTS, FORM) if len(cls._forms) > 1 else (CONSTANTS,),
            pure=True,
            emit=_emit,
            constants=((list,), (int,)),
            api=cls.__name__,
            doc=cls.ir_spec.doc,
        )

    @classmethod
    def signature(cls) -> tuple[Param, ...]:
        """All fields as parameters, in the order of their declaration."""
        if "fields" not in cls.__dict__:
            hints = typing.get_type_hints(cls, include_extras=True)
            own = [n for n in inspect.get_annotations(cls) if not n.startswith("_")]
            empty, kind = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
            parameters = [inspect.Parameter(n, kind, default=cls._defaults.get(n, empty)) for n in own]

            def init() -> None: ...

            init.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
            init.__annotations__ = {n: hints[n] for n in own}
            init.__qualname__ = cls.__qualname__
            cls.fields = parse_signature(init, skip_self=False)[0]
        return cls.fields

    @classmethod
    def signatures(cls) -> tuple[tuple[Param, ...], ...]:
        """The parameters of each constructor."""
        return tuple(form.params for form in cls._constructors())

    @classmethod
    def _constructors(cls) -> tuple[_Form, ...]:
        if "_made" not in cls.__dict__:
            by_name = {p.name: p for p in cls.signature()}
            cls._made = tuple(_Form(tuple(by_name[n] for n in form)) for form in cls._forms)
        return cls._made

    @classmethod
    def verify(cls, fields: Fields) -> None:
        """A subclass's rules of its fields; it raises :class:`CallError`."""

    @classmethod
    def _bind(cls, args: Sequence[Any], kwargs: Fields) -> tuple[int, Fields]:
        """The constructor the arguments fit and its fields; the first that needs no bool for a number is preferred."""
        shape = shape_of(args, kwargs)
        known = cls._plans.get(shape)
        if known is not None:
            form, names = known
            fields = {p.name: p.default for p in cls._made[form].params}
            fields.update(zip(names, (*args, *kwargs.values()), strict=True))
            return form, fields
        kwargs = {cls._aliases.get(n, n): v for n, v in kwargs.items()}
        form, fields = cls._resolve(args, kwargs)
        if shape is not None:
            if len(cls._plans) >= MOST_PLANS:
                cls._plans.clear()
            positional = cls._made[form].layout.positional[: len(args)]
            cls._plans[shape] = form, (*(p.name for p in positional), *kwargs)
        return form, fields

    @classmethod
    def _resolve(cls, args: Sequence[Any], kwargs: Fields) -> tuple[int, Fields]:
        forms = cls._constructors()
        fitting = [(i, b) for i, f in enumerate(forms) if not isinstance(b := bind(f.layout, args, kwargs), str)]
        if not fitting:
            resolve(cls.__name__, forms, args, kwargs)  # type: ignore[arg-type]
        exact = (found for found in fitting if all(_exact(p, found[1][p.name]) for p in forms[found[0]].params))
        return next(exact, fitting[0])

    @entry
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        current_builder(type(self).__name__)
        form, bound = self._bind(args, kwargs)
        for param in self._made[form].params:
            value = ConstExpr.unwrap(bound[param.name])
            reason = param.out_of_range(value) if param.kind in (Kind.SCALAR, Kind.LIST) else None
            if reason is not None:
                raise CallError(f"{type(self).__name__}: {reason}", code="ASC-E302")
            bound[param.name] = tuple(param.filled(value)) if param.kind is Kind.LIST else value
        self.verify(bound)
        self._set(bound, form)
        if DTYPE not in self.ir_spec.parameters:
            type_ = make(type(self))
            self.adopt(self._create(type_), type_)
        elif bound[DTYPE] is not None:
            type_ = make(type(self), bound[DTYPE])
            self.adopt(self._create(type_), type_)

    def _set(self, fields: Fields, form: int) -> None:
        self.__dict__.update(fields, _form=form)

    def __setattr__(self, name: str, value: Any) -> None:
        if any(name in form for form in self._forms):
            raise CallError(
                f"{type(self).__name__}.{name} is set when the struct is made",
                hint=f"make another: asc.{type(self).__name__}(…, {name}=…)",
                code="ASC-E305",
            )
        super().__setattr__(name, value)

    def to_ir(self) -> Handle:
        if "handle" not in self.__dict__:
            raise CallError(
                f"the element type of this {type(self).__name__} isn't known here",
                hint=f"say it: asc.{type(self).__name__}(…, dtype=asc.float16)",
                code="ASC-E303",
            )
        return self.handle

    def as_argument(self, arguments: Mapping[str, Any]) -> Handle:
        if "handle" in self.__dict__:
            return self.handle
        tensors = (v for v in arguments.values() if isinstance(v, IRValue) and v.is_tensor)
        dtype = getattr(next(tensors, None), "dtype", None)
        return self.of(dtype) if isinstance(dtype, DataType) else self.to_ir()

    def of(self, dtype: DataType) -> Handle:
        """The struct with elements of *dtype*, where it wasn't told its own."""
        if "handle" in self.__dict__:
            return self.handle
        return self._create(make(type(self), dtype))

    def _create(self, type_: IRType) -> Handle:
        """Creates the operation, with constants in its attribute and all else as operands."""
        element = type_[DTYPE] if type_.parameters else None
        constants: list[Any] = []
        operands: Fields = {}
        form = self.__dict__["_form"]
        for param in self._constructors()[form].params:
            value = self.__dict__[param.name]
            if param.name == DTYPE:
                continue
            if param.kind is Kind.LIST:
                dtype = _dtype(param, element)
                # The operands of a list have one type.
                handles = operands[param.name] = []
                constants.append([_number(type(self), param, v, dtype, handles, exact=True) for v in value])
            elif param.kind is Kind.SCALAR:
                found: list[Handle] = []
                constants.append(_number(type(self), param, value, _dtype(param, element), found))
                operands[param.name] = found[0] if found else None
            elif isinstance(value, IRValue):
                known = isinstance(value, ParamStruct) and isinstance(element, DataType)
                operands[param.name] = value.of(element) if known else value.to_ir()  # type: ignore[attr-defined]
                constants.append(None)
            else:
                constants.append(_ABSENT if value is None else value)
        attributes: Fields = {CONSTANTS: constants}
        if FORM in self.op_spec.attributes:
            attributes[FORM] = form
        (handle,) = current_builder(type(self).__name__).create(
            self.op_spec.name, [operands.get(o.name) or None for o in self.op_spec.operands], [type_], attributes
        )
        return handle


def _exact(param: Param, value: Any) -> bool:
    """False where a bool stands for a number or a number for a bool."""
    if param.kind is not Kind.SCALAR:
        return True
    is_bool = value.dtype.is_bool() if isinstance(value, PlainValue) else isinstance(value, bool)
    return is_bool is (param.types == (bool,))


def _dtype(param: Param, element: Any) -> DataType:
    """The C++ type of a number."""
    assert param.scalar is not None
    return element if param.scalar.like == DTYPE else DataType(param.scalar.dtype)


def _number(
    cls: type[ParamStruct], param: Param, value: Any, dtype: DataType, operands: list[Handle], exact: bool = False
) -> Any:
    """A number's constant; None when it is known at run time and added to *operands*, *exact* in its type."""
    if not isinstance(value, PlainValue):
        if dtype.is_bool():
            return bool(value)
        if dtype.is_float():
            return float(value)
        low, high = dtype.limits()
        if value != int(value) or not low <= value <= high:
            raise CallError(
                f"{cls.__name__}: '{param.name}' is {value}; {dtype.name} holds whole numbers {low}..{high}",
                code="ASC-E302",
            )
        return int(value)
    # C++ converts to a type that isn't wider by itself, and the text stays readable.
    narrows = value.dtype.is_int() and not dtype.is_float() and value.dtype.bitwidth >= dtype.bitwidth
    builder = current_builder(cls.__name__)
    operands.append(value.handle if narrows and not exact else builder.materialize(value, dtype).handle)
    return None


#: A word of a class's name; ``3D`` and ``5HD`` are words of their own.
_WORD = re.compile(
    r"\d+(?:[A-Z]+(?=[A-Z][a-z]|\d|$)|[a-z](?=[A-Z]|$))|[A-Z]+\d*(?=[A-Z][a-z]|$)"
    r"|[A-Z]?[a-z]+(?:\d+(?![a-z]|[A-Z][A-Z\d]))?|\d+|[A-Z]+"
)


def _snake(name: str) -> str:
    """``LoadData3DParamsV2`` as ``load_data_3d_params_v2``."""
    return "_".join(_WORD.findall(name)).lower()


def _emit(op: OpText, emitter: Emitter) -> str:
    """``BinaryRepeatParams(1, 1, 1, 8, 8, 8)``, run-time fields in their places and lists in arrays."""
    (type_,) = op.result_types
    assert isinstance(type_, IRType)
    cls: Any = type_.spec.value
    element = type_[DTYPE] if type_.parameters else None
    params = cls.signatures()[op.attribute(FORM) or 0]
    values: dict[str, str] = {}
    for param, constant in zip((p for p in params if p.name != DTYPE), op.attribute(CONSTANTS), strict=True):
        if param.kind not in (Kind.SCALAR, Kind.LIST):
            values[param.name] = op.operand(param.name) if constant is None else cpp_literal(constant)
            continue
        dtype = _dtype(param, element)
        braces = cls._aggregate or param.kind is Kind.LIST
        runtime = (converted(t, dtype) if braces else t for t in op.operands(param.name))
        constants = constant if param.kind is Kind.LIST else [constant]
        texts = [next(runtime) if c is None else emitter.literal(c, dtype) for c in constants]
        if param.kind is Kind.LIST:
            values[param.name] = emitter.name(param.name)
            emitter.statement(f"{dtype.cpp} {values[param.name]}[{len(texts)}] = {{{', '.join(texts)}}};")
        else:
            values[param.name] = texts[0]
    arguments = ", ".join(values.get(name, name) for name in cls._order or values)
    return f"{type_.cpp}{{{arguments}}}" if cls._aggregate else f"{type_.cpp}({arguments})"
