"""Shapes known at compile time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from asc_plugins import ConstExpr


class TensorShape(tuple[int, ...]):
    """Sizes of a tensor's dimensions: ``TensorShape(4, 8)``, ``TensorShape([4, 8])`` or ``TensorShape(32)``.

    Raises:
        TypeError: a size isn't a whole number.
        ValueError: a size is negative.
    """

    def __new__(cls, *dims: Any) -> TensorShape:
        values: Iterable[Any] = dims
        if len(dims) == 1:
            only = ConstExpr.unwrap(dims[0])
            values = () if only is None else only if isinstance(only, Iterable) else (only,)
        sizes = []
        for value in values:
            value = ConstExpr.unwrap(value)
            if not hasattr(value, "__index__"):
                raise TypeError(f"a size of TensorShape is a whole number, not {type(value).__name__} {value!r}")
            sizes.append(value.__index__())
            if sizes[-1] < 0:
                raise ValueError(f"a size of TensorShape is {sizes[-1]}; it must be at least 0")
        return super().__new__(cls, sizes)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self)
