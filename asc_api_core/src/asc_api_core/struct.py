"""Structs that the host fills and a kernel takes by value."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, ClassVar

from asc_plugins import (
    CallError,
    ConstExpr,
    DataType,
    IRType,
    IRValue,
    OperandSpec,
    OpSpec,
    PlainValue,
    ir_type,
)
from asc_plugins.builder import current_builder, in_kernel
from asc_plugins.emit import Emitter, OpText
from asc_plugins.params import describe

if TYPE_CHECKING:
    from typing_extensions import Self

_CTYPES: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
}


class _Missing:
    def __repr__(self) -> str:
        return "<no default>"


missing: Any = _Missing()


class BaseField:
    """A field of a struct. On the host it holds a number; in a kernel it is read and written as Ascend C does."""

    attribute = ""

    def __init__(self, default: Any = missing, name: str | None = None) -> None:
        self.default = default
        self.name = name

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name

    @property
    def member(self) -> str:
        """Name of the member in Ascend C."""
        return self.name or self.attribute

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return self.load(instance) if instance.in_kernel else self.read(instance)

    def __set__(self, instance: Any, value: Any) -> None:
        value = ConstExpr.unwrap(value)
        if instance.in_kernel:
            self.store(instance, value)
        else:
            self.write(instance, value)

    def ctype(self) -> Any:
        """The field's ctypes class."""
        raise NotImplementedError

    def declaration(self) -> str:
        """The member's declaration in Ascend C."""
        raise NotImplementedError

    def read(self, instance: Struct) -> Any:
        """The host's value."""
        raise NotImplementedError

    def write(self, instance: Struct, value: Any) -> None:
        """Sets the host's value."""
        raise NotImplementedError

    def load(self, instance: Struct) -> Any:
        """The value in a kernel."""
        raise NotImplementedError

    def store(self, instance: Struct, value: Any) -> None:
        """Sets the value in a kernel."""
        raise NotImplementedError


class Field(BaseField):
    """A number.

    Args:
        dtype: its type; float16 and bfloat16 have no C equivalent and are refused.
        default: value of a struct made without this field.
        name: name of the member in Ascend C; the attribute's name by default.
        enum: Ascend C enum the member has; the number is converted to it when a kernel writes it.
    """

    def __init__(
        self, dtype: DataType, default: Any = missing, name: str | None = None, enum: str | None = None
    ) -> None:
        super().__init__(default, name)
        if not isinstance(dtype, DataType) or dtype.name not in _CTYPES:
            raise TypeError(f"a field of a struct can't be {dtype!r}; it can be one of {', '.join(_CTYPES)}")
        self.dtype = dtype
        self.enum_name = enum

    def ctype(self) -> Any:
        return _CTYPES[self.dtype.name]

    def declaration(self) -> str:
        return f"{self.dtype.cpp} {self.member};"

    def read(self, instance: Struct) -> Any:
        return getattr(instance.ctypes_struct, self.attribute)

    def write(self, instance: Struct, value: Any) -> None:
        dtype = self.dtype
        owner = f"{type(instance).__name__}.{self.attribute}"
        if dtype.is_float():
            number: Any = float(value)
        elif not hasattr(value, "__index__"):
            raise TypeError(f"{owner} takes a whole number, not {describe(value)}")
        else:
            number = value.__index__()
            low, high = dtype.limits()
            if not low <= number <= high:
                raise OverflowError(f"{owner} is {number}; a {dtype.name} holds {low}..{high}")
        setattr(instance.ctypes_struct, self.attribute, number)

    def load(self, instance: Struct) -> PlainValue:
        (handle,) = current_builder("Struct").create(
            "asc.struct_get", [instance.handle], [self.dtype], {"member": self.member}
        )
        return PlainValue(handle, self.dtype)

    def store(self, instance: Struct, value: Any) -> None:
        builder = current_builder("Struct")
        operand = builder.materialize(value, self.dtype).handle
        builder.create(
            "asc.struct_set", [instance.handle, operand], [], {"member": self.member, "enum": self.enum_name}
        )


class StructField(BaseField):
    """A struct inside a struct; its default is a struct made of defaults."""

    def __init__(self, struct_cls: type[Struct], default: Any = None, name: str | None = None) -> None:
        super().__init__(struct_cls() if default is None else default, name)
        self.struct_cls = struct_cls

    def ctype(self) -> Any:
        return self.struct_cls.ctypes_class

    def declaration(self) -> str:
        return f"{self.struct_cls.__name__} {self.member};"

    def read(self, instance: Struct) -> Struct:
        inner = self.struct_cls.__new__(self.struct_cls)
        inner.ctypes_struct = getattr(instance.ctypes_struct, self.attribute)
        return inner

    def write(self, instance: Struct, value: Any) -> None:
        if not isinstance(value, self.struct_cls):
            raise TypeError(
                f"{type(instance).__name__}.{self.attribute} takes a {self.struct_cls.__name__}, not {describe(value)}"
            )
        setattr(instance.ctypes_struct, self.attribute, value.ctypes_struct)

    def load(self, instance: Struct) -> Struct:
        type_ = self.struct_cls.get_ir_type()
        (handle,) = current_builder("Struct").create(
            "asc.struct_get", [instance.handle], [type_], {"member": self.member}
        )
        return self.struct_cls.from_ir(handle, type_)

    def store(self, instance: Struct, value: Any) -> None:
        if not isinstance(value, self.struct_cls):
            raise CallError(
                f"{type(instance).__name__}.{self.attribute} takes a {self.struct_cls.__name__}, not {describe(value)}",
                code="ASC-E301",
            )
        current_builder("Struct").create(
            "asc.struct_set", [instance.handle, value.to_ir()], [], {"member": self.member, "enum": None}
        )


@ir_type("struct", cpp="{name}", parameters=("name", "definition"))
class Struct(IRValue):
    """Base of structs passed to kernels by value; a subclass lists its fields::

        class Tiling(asc.Struct):
            rows = Field(asc.int32)
            scale = Field(asc.float32, default=1.0)

    On the host ``Tiling(rows=4)`` makes one, in a kernel too. The layout is C's, with *pack* (a class argument,
    8 by default) as the largest alignment.

    Raises:
        TypeError: an unknown field, or one without a default is missing; a value of a wrong type.
        OverflowError: a value its field can't hold.
    """

    struct_fields: ClassVar[dict[str, BaseField]] = {}
    ctypes_class: ClassVar[Any]
    declared_elsewhere: ClassVar[bool] = False
    _classes: ClassVar[dict[tuple[Any, ...], type[Struct]]] = {}
    _pack: ClassVar[int] = 8

    ctypes_struct: Any

    def __init_subclass__(cls, pack: int = 8, declared_elsewhere: bool = False, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        inherited = dict(getattr(cls, "struct_fields", {}))
        own = {n: v for n, v in vars(cls).items() if isinstance(v, BaseField)}
        cls.struct_fields = {**inherited, **own}
        if not cls.struct_fields:
            raise TypeError(f"struct {cls.__name__} has no fields; give it at least one, name = Field(dtype)")
        if pack not in (1, 2, 4, 8):
            raise ValueError(f"struct {cls.__name__}: pack is {pack}; it must be 1, 2, 4 or 8")
        cls._pack = pack
        cls.declared_elsewhere = declared_elsewhere
        fields = [(n, f.ctype()) for n, f in cls.struct_fields.items()]
        cls.ctypes_class = type(
            f"_{cls.__name__}", (ctypes.Structure,), {"_pack_": pack, "_layout_": "ms", "_fields_": fields}
        )
        Struct._classes[cls.get_ir_type().parameters] = cls

    def __init__(self, **fields: Any) -> None:
        for name in fields:
            if name not in self.struct_fields:
                raise TypeError(
                    f"{type(self).__name__} has no field '{name}'; its fields are {', '.join(self.struct_fields)}"
                )
        if in_kernel():
            type_ = self.get_ir_type()
            (handle,) = current_builder(type(self).__name__).create("asc.struct", [], [type_])
            self.adopt(handle, type_)
        else:
            self.ctypes_struct = self.ctypes_class()
        for name, field in self.struct_fields.items():
            value = fields.get(name, field.default)
            if value is missing:
                raise TypeError(f"{type(self).__name__} needs a value for '{name}'; it has no default")
            if not (self.in_kernel and isinstance(value, Struct) and not value.in_kernel):
                field.__set__(self, value)

    @property
    def in_kernel(self) -> bool:
        """True for the value inside a kernel, False for the host's."""
        return "handle" in self.__dict__

    @classmethod
    def from_ir(cls, handle: Any, type: Any) -> Self:
        actual = Struct._classes[type.parameters]
        self = actual.__new__(actual)
        self.adopt(handle, type)
        return self  # type: ignore[return-value]

    @classmethod
    def get_ir_type(cls) -> IRType:
        """The type of the struct in ASC-IR."""
        return IRType(Struct.ir_spec, (cls.__name__, cls.definition()))

    @classmethod
    def definition(cls) -> str:
        """The struct's definition in Ascend C after those of the structs it holds, one a line."""
        if cls.declared_elsewhere:
            return ""
        lines = []
        for field in cls.struct_fields.values():
            if isinstance(field, StructField):
                lines += [line for line in field.struct_cls.definition().split("\n") if line not in lines]
        body = " ".join(f.declaration() for f in cls.struct_fields.values())
        attribute = "" if cls._pack == 8 else f"__attribute__((packed, aligned({cls._pack}))) "
        lines.append(f"struct {attribute}{cls.__name__} {{ {body} }};")
        return "\n".join(line for line in lines if line)

    @classmethod
    def get_field(cls, name: str) -> BaseField:
        """The field called *name*.

        Raises:
            AttributeError: there is none.
        """
        try:
            return cls.struct_fields[name]
        except KeyError:
            raise AttributeError(f"{cls.__name__} has no field '{name}'") from None

    def __repr__(self) -> str:
        if self.in_kernel:
            return f"<{type(self).__name__} of the kernel>"
        values = ", ".join(f"{n}={getattr(self, n)!r}" for n in self.struct_fields)
        return f"{type(self).__name__}({values})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Struct) and not self.in_kernel and not other.in_kernel:
            return type(self) is type(other) and self.pack() == other.pack()
        return self is other

    __hash__ = None  # type: ignore[assignment]

    def addressof(self) -> int:
        """Address of the host's struct."""
        return ctypes.addressof(self.ctypes_struct)

    def pack(self) -> bytes:
        """The host's struct as bytes, in C's layout."""
        return bytes(self.ctypes_struct)

    def create_local(self) -> Self:
        """A copy inside the kernel that can be changed on its own."""
        (handle,) = current_builder("Struct").create("asc.struct_copy", [self.handle], [self.ir_type])
        return self.from_ir(handle, self.ir_type)


def _emit_struct(op: OpText, emitter: Emitter) -> str:
    (type_,) = op.result_types
    return emitter.declare(type_.cpp, "value", "{}")


def _emit_copy(op: OpText, emitter: Emitter) -> str:
    (type_,) = op.result_types
    return emitter.declare(type_.cpp, "copy", op.operand("struct"))


def _emit_get(op: OpText, emitter: Emitter) -> str:
    return f"{op.operand('struct')}.{op.attribute('member')}"


def _emit_set(op: OpText, emitter: Emitter) -> str:
    value, enum = op.operand("value"), op.attribute("enum")
    return f"{op.operand('struct')}.{op.attribute('member')} = " + (
        f"static_cast<{enum}>({value})" if enum else value
    )


OPS = (
    OpSpec(
        "asc.struct", (), (OperandSpec("result", (Struct,)),), constructs=True, emit=_emit_struct,
        doc="Declares a struct of zeros.",
    ),
    OpSpec(
        "asc.struct_copy", (OperandSpec("struct", (Struct,)),), (OperandSpec("result", (Struct,)),), constructs=True,
        emit=_emit_copy, doc="Declares a copy of a struct.",
    ),
    OpSpec(
        "asc.struct_get", (OperandSpec("struct", (Struct,)),), (OperandSpec("result"),), ("member",), reads_state=True,
        emit=_emit_get, doc="Reads a member.",
    ),
    OpSpec(
        "asc.struct_set", (OperandSpec("struct", (Struct,)), OperandSpec("value")), (), ("member", "enum"),
        emit=_emit_set, doc="Writes a member.",
    ),
)  # fmt: skip
