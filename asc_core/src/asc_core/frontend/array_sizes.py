"""How many items numpy's functions would give, known before they are called."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

#: A function's parameters, and how its result's size follows from them.
_Rule = tuple[tuple[str, ...], Callable[..., int]]


def _product(shape: Any) -> int:
    return math.prod(max(int(n), 0) for n in (shape if isinstance(shape, (tuple, list)) else (shape,)))


def _square(rows: Any, columns: Any = None) -> int:
    return _product((rows, rows if columns is None else columns))


def _steps(start: Any, stop: Any = None, step: Any = None) -> int:
    first, last = (0, start) if stop is None else (start, stop)
    return int(max(math.ceil((last - first) / (1 if step is None else step)), 0))


def _length(items: Any) -> int:
    return int(getattr(items, "size", 0)) or (len(items) if hasattr(items, "__len__") else 1)


def _repeated(items: Any, times: Any) -> int:
    # Numbers of their own for each item are as many as there are items.
    return _length(items) * int(times) if isinstance(times, int) else 0


_SHAPE: _Rule = (("shape",), _product)
_SPACE: _Rule = (("start", "stop", "num"), lambda start, stop, num=50: int(num))
_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("zeros", "ones", "empty", "full", "ndarray"), _SHAPE),
    **dict.fromkeys(("eye", "tri"), (("N", "M"), _square)),
    "identity": (("n",), _square),
    "arange": (("start", "stop", "step"), _steps),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), _SPACE),
    "indices": (("dimensions",), lambda dimensions: _product(dimensions) * len(dimensions)),
    "resize": (("a", "new_shape"), lambda a, new_shape: _product(new_shape)),
    "tile": (("A", "reps"), lambda items, reps: _length(items) * _product(reps)),
    "repeat": (("a", "repeats"), _repeated),
    "outer": (("a", "b"), lambda a, b: _length(a) * _length(b)),
}


def items_made(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
    """The size of the array that ``numpy.name`` would give; 0 where that isn't known."""
    rule = _RULES.get(name)
    if rule is None:
        return 0
    names, size = rule
    given = dict(zip(names, args, strict=False)) | {k: v for k, v in kwargs.items() if k in names}
    try:
        return size(*(given[n] for n in names if n in given))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):  # the call itself says what is wrong
        return 0
