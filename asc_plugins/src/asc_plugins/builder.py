"""What a declaration may ask of the compiler while a kernel is traced."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from .errors import OutsideKernelError

if TYPE_CHECKING:
    from .dtypes import DataType
    from .irtypes import ValueType
    from .values import PlainValue

#: An SSA value of the compiler; opaque to packs.
Handle = Any

#: Attribute values: numbers, text, enums, data types and lists of them. None stands for "absent".
AttributeValue = Any


class Builder(Protocol):
    """Creates operations at the current place of the function that is being compiled."""

    def create(
        self,
        op: str,
        operands: Sequence[Handle | Sequence[Handle] | None] = (),
        results: Sequence[ValueType] = (),
        attributes: Mapping[str, AttributeValue] | None = None,
    ) -> tuple[Handle, ...]:
        """Creates the registered op *op*.

        An operand is a handle; a list of handles for a variadic operand; None or a handle for an optional one.
        """

    def constant(self, value: bool | int | float, dtype: DataType) -> Handle:
        """A constant of *dtype*; one of the same value is reused."""

    def materialize(self, value: Any, dtype: DataType | None = None) -> PlainValue:
        """A Python number or a runtime scalar as a runtime scalar, converted to *dtype* if one is given."""

    def operand(self, value: Any, dtype: DataType) -> Handle:
        """The handle of what :meth:`materialize` gives for *value* and *dtype*."""

    def unary(self, kind: str, operand: PlainValue) -> PlainValue:
        """``neg``, ``not``, ``invert`` or ``abs`` of a scalar."""

    def binary(self, kind: str, lhs: Any, rhs: Any) -> Any:
        """An operator: ``add sub mul truediv floordiv ceildiv mod pow``, ``lshift rshift and or xor``, ``max min``."""

    def compare(self, kind: str, lhs: Any, rhs: Any) -> Any:
        """``eq ne lt le gt ge`` of two scalars."""

    def type_of(self, handle: Handle) -> ValueType:
        """The declared type of an SSA value."""

    def retype(self, handle: Handle, type: ValueType) -> None:
        """Gives an SSA value its final type, where that was not known when its op was created.

        Raises:
            CallError: control flow or a call has handed the value on without the type.
        """


class _State(threading.local):
    builder: Builder | None = None


#: What this thread compiles.
state = _State()


def current_builder(what: str = "this") -> Builder:
    """The builder of the function being compiled by this thread.

    Raises:
        OutsideKernelError: no function is being compiled.
    """
    if state.builder is None:
        raise OutsideKernelError(
            f"{what} works inside a kernel only: call it in a function decorated with @asc.jit, "
            "and launch that with kernel[core_num](...)"
        )
    return state.builder


def in_kernel() -> bool:
    """True while this thread compiles a function."""
    return state.builder is not None


@contextmanager
def active(builder: Builder | None) -> Iterator[None]:
    """Makes *builder* the current one of this thread."""
    previous, state.builder = state.builder, builder
    try:
        yield
    finally:
        state.builder = previous
