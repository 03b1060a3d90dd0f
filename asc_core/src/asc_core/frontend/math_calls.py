"""Functions of Python's ``math`` on scalars known when the kernel runs; the scalar unit has no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from asc_plugins.dtypes import bool_, float32, int32

from .promotion import arithmetic

if TYPE_CHECKING:
    from .builder import KernelBuilder

Function = Callable[..., Any]


def _floating(name: str, operation: str) -> Function:
    """A function whose result is of the arguments' type; of integers, float32."""

    def call(builder: KernelBuilder, *values: Any) -> Any:
        dtype = arithmetic(builder.common(f"math.{name}", values[0], values[-1]))
        if not dtype.is_float():
            dtype = float32
        wide = [builder.widened(builder.materialize(value, dtype)) for value in values]
        return builder.cast(builder.op(operation, [w.handle for w in wide], wide[0].dtype), dtype)

    return call


def _whole(operation: str) -> Function:
    """A function to integers: what is one already stays as it is, floats become int32."""

    def call(builder: KernelBuilder, value: Any) -> Any:
        if not value.dtype.is_float():
            return builder.to_int(value)
        wide = builder.widened(value)
        return builder.cast(builder.op(operation, [wide.handle], wide.dtype), int32)

    return call


def _test(operation: str, of_integers: bool) -> Function:
    """A question about a float, whose answer for integers is always the same."""

    def call(builder: KernelBuilder, value: Any) -> Any:
        if not value.dtype.is_float():
            return of_integers
        return builder.op(operation, [builder.widened(value).handle], bool_)

    return call


#: The functions, by name: their number of arguments, and what traces them.
FUNCTIONS: dict[str, tuple[int, Function]] = {
    "sqrt": (1, _floating("sqrt", "math.sqrt")),
    "fabs": (1, _floating("fabs", "math.absf")),
    "copysign": (2, _floating("copysign", "math.copysign")),
    "fmod": (2, _floating("fmod", "arith.remf")),
    "floor": (1, _whole("math.floor")),
    "ceil": (1, _whole("math.ceil")),
    "trunc": (1, _whole("math.trunc")),
    "isnan": (1, _test("math.isnan", False)),
    "isinf": (1, _test("math.isinf", False)),
    "isfinite": (1, _test("math.isfinite", True)),
}
