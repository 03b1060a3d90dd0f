"""Structs that the host fills and a kernel takes by value."""

from __future__ import annotations

import ctypes
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from asc_plugins import DataType, IRType, IRValue, OperandSpec, OpSpec, ir_type
from asc_plugins.builder import current_builder, in_kernel
from asc_plugins.cppnames import free
from asc_plugins.emit import Emitter, OpText

from .struct_fields import BaseField, Field, StructField, missing

if TYPE_CHECKING:
    from typing_extensions import Self


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
    _type: ClassVar[IRType]

    ctypes_struct: Any

    def __init_subclass__(cls, pack: int = 8, declared_elsewhere: bool = False, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {n: v for n, v in vars(cls).items() if isinstance(v, BaseField)}
        taken = next((n for n in own if n in _OWN or hasattr(Struct, n)), None)
        if taken is not None:
            raise ValueError(f"struct {cls.__name__}: '{taken}' is an attribute of all structs; rename the field")
        for field in own.values():
            field.check_name(cls.__name__)
            field.check_default(cls.__name__)
        cls.struct_fields = {**cls.struct_fields, **own}
        if not cls.struct_fields:
            raise TypeError(f"struct {cls.__name__} has no fields; give it at least one, name = Field(dtype)")
        members = Counter(field.member for field in cls.struct_fields.values())
        twice = next((member for member, count in members.items() if count > 1), None)
        if twice is not None:
            raise ValueError(f"struct {cls.__name__}: two fields are called {twice} in Ascend C; give one another name")
        if pack not in (1, 2, 4, 8):
            raise ValueError(f"struct {cls.__name__}: pack is {pack}; it must be 1, 2, 4 or 8")
        cls._pack = pack
        cls.declared_elsewhere = declared_elsewhere
        fields = [(n, f.ctype()) for n, f in cls.struct_fields.items()]
        cls.ctypes_class = type(
            f"_{cls.__name__}", (ctypes.Structure,), {"_pack_": pack, "_layout_": "ms", "_fields_": fields}
        )
        cls._type = IRType(Struct.ir_spec, (cls.cpp_name(), cls.definition()))
        Struct._classes[cls._type.parameters] = cls

    def __init__(self, **fields: Any) -> None:
        unknown = next((name for name in fields if name not in self.struct_fields), None)
        if unknown is not None:
            raise TypeError(
                f"{type(self).__name__} has no field '{unknown}'; its fields are {', '.join(self.struct_fields)}"
            )
        if in_kernel():
            self._init_in_kernel(fields)
            return
        self.ctypes_struct = self.ctypes_class()
        for name, field in self.struct_fields.items():
            value = fields.get(name, field.default)
            if value is missing:
                raise TypeError(f"{type(self).__name__} needs a value for '{name}'; it has no default")
            setattr(self, name, value)

    def _init_in_kernel(self, fields: dict[str, Any]) -> None:
        """Declares a struct of zeros and sets what isn't zero."""
        (handle,) = current_builder(type(self).__name__).create("asc.struct", [], [self._type])
        self.adopt(handle, self._type)
        for name, field in self.struct_fields.items():
            value = fields.get(name, field.default)
            zero = isinstance(value, (int, float)) and value == 0
            if value is not missing and not zero and not _is_zero(value):
                setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.struct_fields and name not in _OWN:
            raise TypeError(
                f"{type(self).__name__} has no field '{name}'; its fields are {', '.join(self.struct_fields)}"
            )
        super().__setattr__(name, value)

    @property
    def in_kernel(self) -> bool:
        """True for the value inside a kernel, False for the host's."""
        return "ctypes_struct" not in self.__dict__

    @classmethod
    def of(cls, ctypes_struct: Any) -> Self:
        """The host's struct that lies in memory as *ctypes_struct*."""
        self = cls.__new__(cls)
        self.ctypes_struct = ctypes_struct
        return self

    @classmethod
    def from_ir(cls, handle: Any, type: Any) -> Self:
        actual = Struct._classes[type.parameters]
        self = actual.__new__(actual)
        self.adopt(handle, type)
        return self  # type: ignore[return-value]

    @classmethod
    def get_ir_type(cls) -> IRType:
        """The type of the struct in ASC-IR."""
        return cls._type

    @classmethod
    def cpp_name(cls) -> str:
        """The struct's name in Ascend C, the class's where C++ has no other use for it."""
        return cls.__name__ if cls.declared_elsewhere else free(cls.__name__)

    @classmethod
    def definition(cls) -> str:
        """The struct's definition in Ascend C after those of the structs it holds, one a line."""
        if cls.declared_elsewhere:
            return ""
        lines: list[str] = []
        for field in cls.struct_fields.values():
            if isinstance(field, StructField):
                lines += [line for line in field.struct_cls.definition().split("\n") if line and line not in lines]
        body = f"struct {cls.cpp_name()} {{ {' '.join(f.declaration() for f in cls.struct_fields.values())} }};"
        lines.append(body if cls._pack == 8 else f'_Pragma("pack(push, {cls._pack})") {body} _Pragma("pack(pop)")')
        return "\n".join(lines)

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles, and copies, the bytes: the class of ctypes has no name to be found by."""
        if self.in_kernel:
            raise TypeError("a struct of a kernel is copied by create_local()")
        return _of_bytes, (type(self), self.pack())

    def addressof(self) -> int:
        """Address of the host's struct."""
        return ctypes.addressof(self.ctypes_struct)

    def pack(self) -> bytes:
        """The host's struct as bytes, in C's layout."""
        return bytes(self.ctypes_struct)

    def create_local(self) -> Self:
        """A copy inside the kernel that can be changed on its own."""
        (handle,) = current_builder("Struct").create("asc.struct_copy", [self.handle], [self._type])
        return self.from_ir(handle, self._type)


def _of_bytes(cls: type[Struct], data: bytes) -> Struct:
    """The host's struct with these bytes."""
    return cls.of(cls.ctypes_class.from_buffer_copy(data))


#: Attributes of a struct object that are no fields.
_OWN = frozenset({"ctypes_struct", "handle", "ir_type"})


def _is_zero(value: Any) -> bool:
    """True for a struct of the host that holds zeros only."""
    return isinstance(value, Struct) and not value.in_kernel and not any(value.pack())


def _emit_struct(op: OpText, emitter: Emitter) -> str:
    (type_,) = op.result_types
    return emitter.declare(type_.cpp, "value", "{}")


def _emit_copy(op: OpText, emitter: Emitter) -> str:
    (type_,) = op.result_types
    return emitter.declare(type_.cpp, "copy", op.operand("struct"))


def _emit_part(op: OpText, emitter: Emitter) -> None:
    # The part itself, not a copy: what is written to it must reach the whole.
    emitter.bind(op.results[0], f"{op.operand('struct')}.{op.attribute('member')}")


def _emit_get(op: OpText, emitter: Emitter) -> str:
    text = f"{op.operand('struct')}.{op.attribute('member')}"
    cast = op.attribute("cast")
    return f"static_cast<{cast.cpp}>({text})" if isinstance(cast, DataType) else text


def _emit_set(op: OpText, emitter: Emitter) -> str:
    value, enum = op.operand("value"), op.attribute("enum")
    return f"{op.operand('struct')}.{op.attribute('member')} = " + (f"static_cast<{enum}>({value})" if enum else value)


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
        "asc.struct_get", (OperandSpec("struct", (Struct,)),), (OperandSpec("result"),), ("member", "cast"),
        reads_state=True, emit=_emit_get, doc="Reads a member.",
    ),
    OpSpec(
        "asc.struct_part", (OperandSpec("struct", (Struct,)),), (OperandSpec("result", (Struct,)),), ("member",),
        pure=True, emit=_emit_part, doc="The struct that is a member of another, in its place.",
    ),
    OpSpec(
        "asc.struct_set", (OperandSpec("struct", (Struct,)), OperandSpec("value")), (), ("member", "enum"),
        emit=_emit_set, doc="Writes a member.",
    ),
)  # fmt: skip

__all__ = ["OPS", "BaseField", "Field", "Struct", "StructField", "missing"]
