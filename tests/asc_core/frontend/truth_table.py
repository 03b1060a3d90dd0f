"""Kernels that compute every operator of scalars for one type on the left and all types on the right."""

from __future__ import annotations

import linecache
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import asc
from asc_plugins.dtypes import DataType, bool_, float32, int32

from .interpreter import signed
from .test_scalars import (
    ARITHMETIC,
    BITWISE,
    COMPARISONS,
    SCALARS,
    common_exists,
    expected,
    numpy_type,
    result_type,
    same,
)


def quotient_exists(a: Any, b: Any, dtype: DataType) -> bool:
    """False where an integer division has no result."""
    return dtype.is_float() or b != 0


@dataclass(frozen=True)
class Cell:
    """An operation in a kernel: its expression in Python, where its result goes, and what that must be.

    Attributes:
        text: the expression of ``a`` and ``b``.
        right: the type of ``b``.
        dtype: the type of the result.
        value: computes the result; None where there is none to compare with.
    """

    text: str
    right: DataType
    dtype: DataType
    value: Callable[[Any, Any], Any]


def _number(value: int, dtype: DataType) -> int:
    low = signed(value, dtype.bitwidth)
    return low % (1 << dtype.bitwidth) if dtype.is_unsigned() else low


def _converted(value: Any, dtype: DataType) -> Any:
    """A value as one of *dtype*, in which numpy computes at least float32."""
    if not dtype.is_float():
        return int(value)
    wide = np.float32 if dtype.bitwidth <= 32 else np.float64
    return wide(numpy_type(dtype)(value))


def _arithmetic(symbol: str, dtype: DataType) -> Callable[[Any, Any], Any]:
    def value(a: Any, b: Any) -> Any:
        if symbol in ("//", "%") and not quotient_exists(a, b, dtype):
            return None
        return expected(symbol, a, b, dtype)

    return value


def _shift(symbol: str, dtype: DataType) -> Callable[[Any, Any], Any]:
    def value(a: int, b: int) -> int:
        far = not 0 <= b < dtype.bitwidth
        if symbol == "<<":
            return 0 if far else _number(int(a) << int(b), dtype)
        return (-1 if a < 0 else 0) if far else int(a) >> int(b)

    return value


def _power(dtype: DataType) -> Callable[[Any, Any], Any]:
    """Of integers; a negative power of others than 1 and -1 is cut to 0."""

    def value(a: int, b: int) -> int:
        if b < 0:
            return int(a) ** (int(b) % 2) if abs(a) == 1 else 0
        return _number(pow(int(a), int(b), 1 << dtype.bitwidth), dtype)

    return value


def _float_power(dtype: DataType) -> Callable[[Any, Any], Any]:
    """By repeated squaring, as few exponents need no rounding of their own."""

    def value(a: Any, b: int) -> Any:
        if not -1 <= b <= 2:
            return None
        x = _converted(a, dtype)
        whole = [x / x if x == x and x != 0 and abs(x) != math.inf else type(x)(1), x, x * x][abs(b)]
        return float(numpy_type(dtype)(type(x)(1) / whole if b < 0 else whole))

    return value


def _compare(symbol: str, a_type: DataType, b_type: DataType) -> Callable[[Any, Any], Any]:
    wide = float32
    if a_type.is_float() or b_type.is_float():
        wide = DataType("float64") if "float64" in (a_type.name, b_type.name) else float32
        return lambda a, b: bool(COMPARISONS[symbol](_converted(a, wide), _converted(b, wide)))
    return lambda a, b: bool(COMPARISONS[symbol](int(a), int(b)))


def _extreme(name: str, dtype: DataType) -> Callable[[Any, Any], Any]:
    function: Any = {"min": min, "max": max}[name]

    def value(a: Any, b: Any) -> Any:
        result = function(_converted(a, dtype), _converted(b, dtype))
        return float(result) if dtype.is_float() else bool(result) if dtype.is_bool() else result

    return value


def cells(a_type: DataType) -> Iterator[Cell]:
    """All operations with *a_type* on the left."""
    for b_type in SCALARS:
        for symbol in COMPARISONS:
            yield Cell(f"a {symbol} b", b_type, bool_, _compare(symbol, a_type, b_type))
        if not common_exists(a_type, b_type):
            continue
        for symbol in ARITHMETIC:
            dtype = result_type(a_type, b_type, symbol)
            yield Cell(f"a {symbol} b", b_type, dtype, _arithmetic(symbol, dtype))
        if not b_type.is_float():
            dtype = result_type(a_type, b_type, "+")
            yield Cell("a ** b", b_type, dtype, _float_power(dtype) if dtype.is_float() else _power(dtype))
        common = result_type(a_type, b_type, "&")
        for name in ("min", "max"):
            yield Cell(f"{name}(a, b)", b_type, common, _extreme(name, common))
        if common.is_float():
            continue
        for symbol in BITWISE:
            yield Cell(f"a {symbol} b", b_type, common, _arithmetic(symbol, common))
        wide = result_type(a_type, b_type, "+")
        for symbol in ("<<", ">>"):
            yield Cell(f"a {symbol} b", b_type, wide, _shift(symbol, wide))
    yield from literal_cells(a_type)
    yield from unary_cells(a_type)


#: Constants beside a number: they have no type of their own.
LITERALS: tuple[int | float, ...] = (1, -1, 3, -3, 300, 2**40, 0.5)


def literal_type(dtype: DataType, literal: int | float) -> DataType | None:
    """The type that a number and a constant have in common; None where there is none."""
    if dtype.is_float():
        return dtype
    if isinstance(literal, float):
        return float32
    if dtype.is_bool():
        return int32 if abs(literal) < 2**31 else DataType("int64")
    low, high = dtype.limits()
    if low <= literal <= high:
        return dtype
    if dtype.name == "uint64":
        return None
    return DataType(np.promote_types(dtype.name, "int32" if abs(literal) < 2**31 else "int64").name)


def literal_cells(a_type: DataType) -> Iterator[Cell]:
    """Operations of a number and a constant, on either side."""
    for literal in LITERALS:
        common = literal_type(a_type, literal)
        if common is None or (a_type.name == "float16" and abs(literal) > 65504):
            continue

        def cell(text: str, dtype: DataType, value: Any, literal: Any = literal) -> Cell:
            return Cell(text, a_type, dtype, lambda a, b: value(a, literal))

        for symbol in ARITHMETIC:
            dtype = float32 if symbol == "/" and not common.is_float() else common
            yield cell(f"a {symbol} {literal!r}", dtype, _arithmetic(symbol, dtype))
        yield cell(f"{literal!r} - a", common, lambda a, c, d=common: expected("-", c, a, d))
        for symbol in COMPARISONS:
            yield cell(f"a {symbol} {literal!r}", bool_, _compare(symbol, a_type, common))
        if isinstance(literal, int) and not common.is_float():
            for symbol in BITWISE:
                yield cell(f"a {symbol} {literal!r}", common, _arithmetic(symbol, common))
            if literal > 0:
                own = int32 if a_type.is_bool() else a_type
                for symbol in ("<<", ">>"):
                    yield cell(f"a {symbol} {literal!r}", own, _shift(symbol, own))


def unary_cells(a_type: DataType) -> Iterator[Cell]:
    """Operations of one number; ``b`` is left alone."""
    own = int32 if a_type.is_bool() else a_type

    def cell(text: str, dtype: DataType, value: Callable[[Any], Any]) -> Cell:
        return Cell(text, a_type, dtype, lambda a, b: value(a))

    def of_type(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def value(a: Any) -> Any:
            result = function(_converted(a, own))
            return float(numpy_type(own)(result)) if own.is_float() else _number(int(result), own)

        return value

    yield cell("-a", own, of_type(operator.neg))
    yield cell("+a", own, of_type(operator.pos))
    yield cell("abs(a)", own, of_type(abs))
    yield cell("not a", bool_, lambda a: not a)
    yield cell("bool(a)", bool_, bool)
    yield cell("1 if a else 0", int32, lambda a: 1 if a else 0)
    yield cell("a ** 2", own, of_type(lambda a: a * a))
    if not a_type.is_float():
        yield cell("a ** 99", own, lambda a: _power(own)(a, 99))
        yield cell("3 ** a", literal_type(a_type, 3) or own, lambda a: _power(literal_type(a_type, 3) or own)(3, a))
    whole = int32 if a_type.is_float() or a_type.is_bool() else a_type
    yield cell("int(a)", whole, lambda a: None if not _fits_int32(a, a_type) else int(a))
    yield cell("round(a)", whole, lambda a: None if not _fits_int32(a, a_type) else round(a))
    yield cell(
        "float(a)",
        a_type if a_type.name == "float64" else float32,
        lambda a: float(a) if a_type.name == "float64" else float(np.float32(a)),
    )
    if not a_type.is_float():
        yield cell("~a", own, of_type(operator.invert))


def _fits_int32(a: Any, dtype: DataType) -> bool:
    return not dtype.is_float() or (math.isfinite(a) and abs(a) < 2**31 - 1)


class Table:
    """The kernel of one left type, and the cells it computes."""

    def __init__(self, a_type: DataType) -> None:
        self.a_type = a_type
        self.cells = list(cells(a_type))
        self.outputs = [[c for c in self.cells if c.dtype is d] for d in SCALARS]
        self.kernel = self._kernel()

    def _kernel(self) -> Any:
        names = [d.name for d in SCALARS]
        lines = [
            "@asc.jit",
            f"def table_{self.a_type.name}(left: asc.GlobalAddress, {', '.join(f'right_{n}' for n in names)}, "
            f"{', '.join(f'out_{n}' for n in names)}, count: int):",
            "    a_gm = asc.GlobalTensor()",
            "    a_gm.set_global_buffer(left)",
        ]
        for n in names:
            for kind in ("right", "out"):
                lines += [f"    {kind}_{n}_gm = asc.GlobalTensor()", f"    {kind}_{n}_gm.set_global_buffer({kind}_{n})"]
        lines += ["    for i in range(count):", "        a = a_gm.get_value(i)"]
        for right in SCALARS:
            lines.append(f"        b = right_{right.name}_gm.get_value(i)")
            for dtype, group in zip(SCALARS, self.outputs, strict=True):
                for index, cell in enumerate(group):
                    if cell.right is right:
                        text = self._guarded(cell)
                        lines.append(f"        out_{dtype.name}_gm.set_value(i * {len(group)} + {index}, {text})")
        text = "\n".join(lines) + "\n"
        file = f"<truth table of {self.a_type.name}>"
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        space: dict[str, Any] = {"asc": asc}
        exec(compile(text, file, "exec"), space)
        return space[f"table_{self.a_type.name}"]

    @staticmethod
    def _guarded(cell: Cell) -> str:
        """Integer divisions that have no result are left out when the kernel runs."""
        divides = (
            cell.text.endswith(" b")
            and any(f" {symbol} " in cell.text for symbol in ("//", "%"))
            and not cell.dtype.is_float()
        )
        return f"{cell.text} if b != 0 else 0" if divides else cell.text

    def run(self, lefts: Sequence[Any], rights: dict[str, Sequence[Any]]) -> int:
        """Computes all cells for pairs of values and compares them; the number of comparisons."""
        count = len(lefts)
        a = np.array(lefts, numpy_type(self.a_type))
        b = {d: np.array(rights[d.name], numpy_type(d)) for d in SCALARS}
        out = {d: np.zeros(count * max(len(g), 1), numpy_type(d)) for d, g in zip(SCALARS, self.outputs, strict=True)}
        self.kernel[1](a, *(b[d] for d in SCALARS), *(out[d] for d in SCALARS), count)
        compared = 0
        with np.errstate(all="ignore"):
            for dtype, group in zip(SCALARS, self.outputs, strict=True):
                results = out[dtype].reshape(count, -1)
                for i in range(count):
                    left = a[i].item() if not self.a_type.is_float() else float(a[i])
                    for result, cell in zip(results[i], group, strict=False):
                        right = float(b[cell.right][i]) if cell.right.is_float() else b[cell.right][i].item()
                        wanted = cell.value(left, right)
                        if wanted is None:
                            continue
                        actual = float(result) if dtype.is_float() else result.item()
                        assert same(actual, wanted), (
                            f"{cell.text} with a = {left!r} of {self.a_type.name}, b = {right!r} of {cell.right.name}: "
                            f"{actual!r}, not {wanted!r}"
                        )
                        compared += 1
        return compared
