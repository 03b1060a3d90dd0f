"""Compile-time values of kernels."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

T = TypeVar("T")


class ConstExpr(Generic[T]):
    """Marks a parameter as known at compile time, ``n: asc.ConstExpr[int]``, or wraps such a value."""

    __slots__ = ("value",)

    def __init__(self, value: T | ConstExpr[T]) -> None:
        self.value: T = ConstExpr.unwrap(value)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"ConstExpr[{type(self.value).__name__}]({self.value!r})"

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)

    @staticmethod
    def unwrap(obj: Any) -> Any:
        """The wrapped value, or *obj* itself when it isn't wrapped."""
        return obj.value if isinstance(obj, ConstExpr) else obj
