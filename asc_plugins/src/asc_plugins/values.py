"""Base classes of the values a kernel's Python code handles while it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from .builder import Handle, current_builder
from .dtypes import DataType, int64
from .errors import NotConstantError
from .irtypes import IRType, PointerType, TypeSpec, ValueType

if TYPE_CHECKING:
    from typing_extensions import Self


def _shown(value: Any) -> str:
    from .params import describe

    return describe(value)


class IRValue:
    """A value that exists when the kernel runs; *handle* is its SSA value."""

    #: Set by the :func:`~asc_plugins.irtypes.ir_type` decorator.
    ir_spec: ClassVar[TypeSpec]
    #: True for classes whose ``dtype`` takes part in an API's table of data types.
    is_tensor: ClassVar[bool] = False
    #: Tensors: what gives one without a data type (void) its own, for the message where it is used too early.
    typed_by: ClassVar[str | None] = None

    handle: Handle
    #: The type of this value in ASC-IR.
    ir_type: ValueType

    @classmethod
    def from_ir(cls, handle: Handle, type: ValueType) -> Self:
        """The value of this class for an SSA value of one of its types."""
        self = cls.__new__(cls)
        self.adopt(handle, type)
        return self

    def adopt(self, handle: Handle, type: ValueType) -> None:
        """Makes this object stand for the SSA value; classes add what they know from its type."""
        self.handle = handle
        self.ir_type = type

    def to_ir(self) -> Handle:
        """The SSA value, created on demand by classes that delay it."""
        return self.handle

    def as_argument(self, arguments: Mapping[str, Any]) -> Handle:
        """The SSA value where it is passed with *arguments*; classes whose type follows from theirs choose it here."""
        return self.to_ir()

    def __bool__(self) -> NoReturn:
        raise NotConstantError(f"{_shown(self)} is not known until the kernel runs; it can't decide compile-time code")


class PlainValue(IRValue):
    """A scalar that is known when the kernel runs, with Python's operators."""

    dtype: DataType

    def __init__(self, handle: Handle, dtype: DataType) -> None:
        self.handle = handle
        self.ir_type = self.dtype = dtype

    def adopt(self, handle: Handle, type: ValueType) -> None:
        assert isinstance(type, DataType)
        self.handle = handle
        self.ir_type = self.dtype = type

    def __repr__(self) -> str:
        return f"<runtime {self.dtype.name}>"

    __hash__ = object.__hash__

    def __index__(self) -> NoReturn:
        raise NotConstantError(f"{_shown(self)} can't be used where Python needs a constant integer")

    def cast(self, dtype: DataType) -> PlainValue:
        """The value converted to *dtype*, as ``static_cast`` does."""
        return current_builder("cast").materialize(self, dtype)

    def ceildiv(self, other: Any) -> Any:
        """``self / other`` rounded towards positive infinity, of integers."""
        return current_builder("ceildiv").binary("ceildiv", self, other)

    def max(self, other: Any) -> Any:
        """The larger of two scalars."""
        return current_builder("max").binary("max", self, other)

    def min(self, other: Any) -> Any:
        """The smaller of two scalars."""
        return current_builder("min").binary("min", self, other)

    def __neg__(self) -> PlainValue:
        return current_builder("-").unary("neg", self)

    def __pos__(self) -> PlainValue:
        return self

    def __invert__(self) -> PlainValue:
        return current_builder("~").unary("invert", self)

    def __abs__(self) -> PlainValue:
        return current_builder("abs").unary("abs", self)


def _install_operators() -> None:
    symbols = {
        "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
        "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^",
    }  # fmt: skip

    def binary(kind: str, symbol: str) -> None:
        def forward(self: PlainValue, other: Any) -> Any:
            return current_builder(symbol).binary(kind, self, other)

        def reverse(self: PlainValue, other: Any) -> Any:
            return current_builder(symbol).binary(kind, other, self)

        setattr(PlainValue, f"__{kind}__", forward)
        setattr(PlainValue, f"__r{kind}__", reverse)

    def comparison(kind: str) -> None:
        def compare(self: PlainValue, other: Any) -> Any:
            return current_builder("comparison").compare(kind, self, other)

        setattr(PlainValue, f"__{kind}__", compare)

    for kind, symbol in symbols.items():
        binary(kind, symbol)
    for kind in ("eq", "ne", "lt", "le", "gt", "ge"):
        comparison(kind)


_install_operators()


class GlobalAddress(IRValue):
    """An address in global memory: the value of a kernel's array argument.

    Attributes:
        dtype: type of the elements it points to.
    """

    dtype: DataType

    def __init__(self, handle: Handle, dtype: DataType) -> None:
        self.adopt(handle, PointerType(dtype))

    def adopt(self, handle: Handle, type: ValueType) -> None:
        assert isinstance(type, PointerType)
        self.handle = handle
        self.ir_type = type
        self.dtype = type.dtype

    def __repr__(self) -> str:
        return f"<address of {self.dtype.name}>"

    def _offset(self, offset: Any) -> GlobalAddress:
        builder = current_builder("address arithmetic")
        index = builder.materialize(offset)
        if not index.dtype.is_int():
            raise TypeError(f"an address moves by a whole number of elements, not by a {index.dtype.name}")
        (handle,) = builder.create(
            "emitasc.ptr_offset",
            [self.handle, builder.materialize(index, int64).handle],
            [self.ir_type],
        )
        return GlobalAddress(handle, self.dtype)

    def __add__(self, offset: Any) -> GlobalAddress:
        return self._offset(offset)

    def __radd__(self, offset: Any) -> GlobalAddress:
        return self._offset(offset)

    def __sub__(self, offset: Any) -> GlobalAddress:
        return self._offset(-offset)


def wrap(handle: Handle, type: ValueType) -> IRValue:
    """The Python value of an SSA value, by its type."""
    if isinstance(type, IRType):
        return type.spec.value.from_ir(handle, type)
    return PlainValue(handle, type) if isinstance(type, DataType) else GlobalAddress(handle, type.dtype)
