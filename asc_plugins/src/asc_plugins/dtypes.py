"""Element and scalar types of kernels: one table, one interned object a type."""

from __future__ import annotations

import functools
from typing import ClassVar

from .records import record


@record(eq=False)
class _Spec:
    bits: int
    kind: str  # "int" | "uint" | "float" | "bool" | "void"
    cpp: str
    mlir: str

    @functools.cached_property
    def scalar(self) -> str:
        return self.mlir.removeprefix("u")

    @functools.cached_property
    def limits(self) -> tuple[int, int] | None:
        if self.kind == "bool":
            return 0, 1
        if self.kind not in ("int", "uint"):
            return None
        signed = self.kind == "int"
        return -(1 << (self.bits - 1)) if signed else 0, (1 << (self.bits - signed)) - 1


_TABLE: dict[str, _Spec] = {
    "void": _Spec(0, "void", "void", "none"),
    "bool": _Spec(8, "bool", "bool", "i1"),
    "int8": _Spec(8, "int", "int8_t", "i8"),
    "int16": _Spec(16, "int", "int16_t", "i16"),
    "int32": _Spec(32, "int", "int32_t", "i32"),
    "int64": _Spec(64, "int", "int64_t", "i64"),
    "uint8": _Spec(8, "uint", "uint8_t", "ui8"),
    "uint16": _Spec(16, "uint", "uint16_t", "ui16"),
    "uint32": _Spec(32, "uint", "uint32_t", "ui32"),
    "uint64": _Spec(64, "uint", "uint64_t", "ui64"),
    "float16": _Spec(16, "float", "half", "f16"),
    "bfloat16": _Spec(16, "float", "bfloat16_t", "bf16"),
    "float32": _Spec(32, "float", "float", "f32"),
    "float64": _Spec(64, "float", "double", "f64"),
}

_ALIASES = {"int1": "bool", "half": "float16", "float": "float32", "double": "float64", "int": "int32"}


class DataType:
    """A scalar or element type, for instance ``DataType("float16")``.

    Objects are interned: two of the same name are the same object. ``int``, ``half``, ``float`` and
    ``double`` are accepted as other names of int32, float16, float32 and float64.

    Raises:
        ValueError: the name is not one of a kernel's types.
    """

    _interned: ClassVar[dict[str, DataType]] = {}
    __slots__ = ("_spec", "name")

    name: str
    _spec: _Spec

    def __new__(cls, name: str) -> DataType:
        known = cls._interned.get(name)
        if known is not None:
            return known
        canonical = _ALIASES.get(name, name) if isinstance(name, str) else name
        spec = _TABLE.get(canonical) if isinstance(canonical, str) else None
        if spec is None:
            raise ValueError(f"unknown data type {name!r}; known are {', '.join(_TABLE)}")
        self = cls._interned.get(canonical)
        if self is None:
            self = object.__new__(cls)
            self.name = canonical
            self._spec = spec
            cls._interned[canonical] = self
        cls._interned[name] = self
        return self

    def __reduce__(self) -> tuple[type[DataType], tuple[str]]:
        return (DataType, (self.name,))

    def __copy__(self) -> DataType:
        return self

    def __deepcopy__(self, memo: object) -> DataType:
        return self

    def __repr__(self) -> str:
        return f"asc.{self.name}"

    def __str__(self) -> str:
        return self.name

    @property
    def bitwidth(self) -> int:
        """Width of a value in bits; a bool takes 8 in memory."""
        return self._spec.bits

    @property
    def cpp(self) -> str:
        """The type's name in Ascend C."""
        return self._spec.cpp

    @property
    def mlir(self) -> str:
        """The type's spelling as the element type of a tensor in ASC-IR."""
        return self._spec.mlir

    @property
    def mlir_scalar(self) -> str:
        """The type's spelling as a scalar in ASC-IR, where integers are signless."""
        return self._spec.scalar

    def is_int(self) -> bool:
        """True for signed and unsigned integers, not for bool."""
        return self._spec.kind in ("int", "uint")

    def is_float(self) -> bool:
        """True for floating-point types."""
        return self._spec.kind == "float"

    def is_bool(self) -> bool:
        """True for bool."""
        return self._spec.kind == "bool"

    def is_numeric(self) -> bool:
        """True for integers and floating-point types."""
        return self.is_int() or self.is_float()

    def is_signed(self) -> bool:
        """True for signed integers."""
        return self._spec.kind == "int"

    def is_unsigned(self) -> bool:
        """True for unsigned integers."""
        return self._spec.kind == "uint"

    def is_void(self) -> bool:
        """True for void."""
        return self._spec.kind == "void"

    def sizeof(self) -> int:
        """Size of an element in bytes; void has none and gives 0."""
        return self._spec.bits // 8

    def limits(self) -> tuple[int, int]:
        """Smallest and largest value of an integer type or bool.

        Raises:
            TypeError: the type is neither.
        """
        limits = self._spec.limits
        if limits is None:
            raise TypeError(f"{self.name} is not an integer type")
        return limits


void, bool_ = DataType("void"), DataType("bool")
int8, int16, int32, int64 = DataType("int8"), DataType("int16"), DataType("int32"), DataType("int64")
uint8, uint16, uint32, uint64 = DataType("uint8"), DataType("uint16"), DataType("uint32"), DataType("uint64")
float16, bfloat16 = DataType("float16"), DataType("bfloat16")
float32, float64 = DataType("float32"), DataType("float64")

ALL = tuple(DataType(name) for name in _TABLE)
