"""Loops of kernels: what ``asc.range`` and ``asc.static_range`` make."""

from __future__ import annotations

from typing import Any, NoReturn

from .constexpr import ConstExpr
from .entries import entry
from .errors import CallError
from .params import describe
from .values import IRValue, PlainValue


class _Bounds:
    """``start``, ``stop`` and ``step`` of a loop."""

    @entry
    def __init__(self, *bounds: Any) -> None:
        if not 1 <= len(bounds) <= 3:
            raise CallError(f"{type(self).__name__} takes 1 to 3 arguments, {len(bounds)} were passed", code="ASC-E301")
        values = [ConstExpr.unwrap(b) for b in bounds]
        for value in values:
            self._check(value)
        self._set(*values)
        if not isinstance(self.step, IRValue) and self.step == 0:
            raise CallError(f"the step of {type(self).__name__} must not be 0", code="ASC-E302")

    def _set(self, first: Any, stop: Any = None, step: Any = 1) -> None:
        self.start: Any = 0 if stop is None else first
        self.stop: Any = first if stop is None else stop
        self.step: Any = step

    def _check(self, value: Any) -> None:
        whole = value.dtype.is_int() if isinstance(value, PlainValue) else hasattr(value, "__index__")
        if not whole:
            raise CallError(f"{type(self).__name__} takes whole numbers, not {describe(value)}", code="ASC-E301")


class range(_Bounds):
    """A loop of the emitted code: ``asc.range(stop)``, ``(start, stop)`` or ``(start, stop, step)``.

    Bounds are constants or run-time integers; a negative step counts down. A loop whose bounds are constant and
    equal runs zero times, as in Python.

    Raises:
        CallError: a bound isn't a whole number, or the step is 0.
    """

    @entry
    def __iter__(self) -> NoReturn:
        raise TypeError("asc.range is a loop of the kernel; use it in a for statement of a function under @asc.jit")


def checked_range(*bounds: Any) -> range:
    """A loop with bounds that are known to be right."""
    made = range.__new__(range)
    made._set(*bounds)
    return made


class static_range(_Bounds):
    """A loop unrolled at compile time; its index is a constant in each copy of the body. Bounds are constants.

    Raises:
        CallError: a bound isn't a constant whole number, or the step is 0.
    """

    def _check(self, value: Any) -> None:
        if isinstance(value, IRValue):
            raise CallError(
                f"asc.static_range needs constant bounds, not {describe(value)}",
                hint="use range(...), or make the bound an asc.ConstExpr argument",
                code="ASC-E304",
            )
        super()._check(value)

    def __iter__(self) -> Any:
        import builtins

        return iter(builtins.range(self.start, self.stop, self.step))
