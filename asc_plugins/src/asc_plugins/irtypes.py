"""Types of ASC-IR as packs declare and name them, without MLIR."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from .dtypes import DataType
from .records import record

if TYPE_CHECKING:
    from .values import IRValue

#: What a type parameter or an attribute of an op may be.
ParameterValue = DataType | int | bool | float | str | Enum


@dataclass(frozen=True)
class TypeSpec:
    """Declaration of a type in ASC-IR.

    *cpp* is its Ascend C spelling with the parameters' names in braces, ``"LocalTensor<{dtype}>"``.
    """

    dialect: str
    name: str
    parameters: tuple[str, ...]
    cpp: str
    value: type[IRValue]
    doc: str = ""

    @property
    def qualified(self) -> str:
        """The type's name with its dialect, ``asc.local_tensor``."""
        return f"{self.dialect}.{self.name}"


@dataclass(frozen=True)
class IRType:
    """A type of ASC-IR with its parameters, in the order of its declaration."""

    spec: TypeSpec
    parameters: tuple[ParameterValue, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.spec, self.parameters)))

    def __hash__(self) -> int:
        return self._hash

    def __getitem__(self, name: str) -> ParameterValue:
        return self.parameters[self.spec.parameters.index(name)]

    @property
    def cpp(self) -> str:
        """The type in Ascend C, ``LocalTensor<float>``."""
        return self.spec.cpp.format(
            **{n: cpp_literal(p) for n, p in zip(self.spec.parameters, self.parameters, strict=True)}
        )


@dataclass(frozen=True)
class PointerType:
    """An address in global memory; ``memref<*xT, 22>`` in ASC-IR, ``__gm__ T*`` in Ascend C."""

    dtype: DataType

    @property
    def cpp(self) -> str:
        return f"__gm__ {self.dtype.cpp}*"


#: The type of a value in ASC-IR: a scalar, an address or a declared type.
ValueType = DataType | PointerType | IRType


@record
class UpstreamType:
    """A type of MLIR that only hand-written ASC-IR has: a buffer of ``memref`` or a type of ``emitc``.

    *kind* is ``memref``, ``pointer``, ``lvalue``, ``array`` or ``opaque``. A buffer is an address of its first
    element; *shape* and *strides* count elements, and None is a size known at run time only.
    """

    kind: str
    cpp: str
    element: ValueType | UpstreamType | None = None
    shape: tuple[int | None, ...] = ()
    strides: tuple[int, ...] = ()

    @property
    def suffix(self) -> str:
        """What follows the name of a variable of this type, ``[2][3]``."""
        return "".join(f"[{size}]" for size in self.shape) if self.kind == "array" else ""


#: The type of whatever value an emitter meets.
AnyType = ValueType | UpstreamType


def cpp_literal(value: ParameterValue) -> str:
    """A parameter or compile-time argument as Ascend C text; other constants of Ascend C have it as ``cpp``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    cpp = getattr(value, "cpp", None)
    if isinstance(cpp, str):
        return cpp
    return f"{type(value).__name__}::{value.name}" if isinstance(value, Enum) else str(value)


V = TypeVar("V", bound="type[IRValue]")


def ir_type(name: str, *, cpp: str, parameters: tuple[str, ...] = (), dialect: str = "asc") -> Callable[[V], V]:
    """Declares the ASC-IR type of an :class:`~asc_plugins.values.IRValue` class."""

    def declare(cls: V) -> V:
        cls.ir_spec = TypeSpec(dialect, name, parameters, cpp, cls, (cls.__doc__ or "").strip())
        return cls

    return declare


def make(cls: type[Any], *parameters: ParameterValue) -> IRType:
    """The type of *cls* with *parameters*, ``make(LocalTensor, float16)``."""
    return _made(cls, *parameters)  # type: ignore[arg-type]  # mypy looks for the hash of the class's objects


@functools.lru_cache(4096, typed=True)
def _made(cls: type[Any], *parameters: ParameterValue) -> IRType:
    return IRType(cls.ir_spec, parameters)
