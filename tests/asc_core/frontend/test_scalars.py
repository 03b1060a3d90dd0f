"""The truth table of scalars: every operator on every pair of types, against exact integers and numpy."""

from __future__ import annotations

import math
import operator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from asc_core.diagnostics import CompileError
from asc_core.frontend import KernelFunction
from asc_core.frontend.promotion import NoCommonType, promote
from asc_plugins.dtypes import ALL, DataType, bool_, float32, int32

from .interpreter import Interpreter, signed, unsigned
from .tracing import compile_function

SCALARS = [d for d in ALL if not d.is_void()]
INTEGERS = [d for d in SCALARS if d.is_int()]
NUMPY: dict[str, Any] = {"bfloat16": ml_dtypes.bfloat16, "bool": np.bool_}

ARITHMETIC = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
BITWISE = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
COMPARISONS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def numpy_type(dtype: DataType) -> Any:
    return NUMPY.get(dtype.name) or getattr(np, dtype.name)


def function_of(symbol: str) -> Any:
    """The function ``a symbol b``."""
    namespace: dict[str, Any] = {"jit": KernelFunction}
    text = f"@jit\ndef operation(a, b):\n    return a {symbol} b\n"
    exec(text, namespace)
    return namespace["operation"]


OPERATIONS: dict[str, Any] = {
    symbol: function_of(symbol) for symbol in (*ARITHMETIC, *BITWISE, *COMPARISONS, "<<", ">>")
}


@KernelFunction
def _ceildiv(a, b):
    return a.ceildiv(b)


OPERATIONS["ceildiv"] = _ceildiv


def raw(value: Any, dtype: DataType) -> Any:
    """A value as the interpreter holds it."""
    if dtype.is_float():
        return numpy_type(dtype)(value)
    return signed(int(value), dtype.bitwidth) if not dtype.is_bool() else int(value)


def traced(symbol: str, a: Any, a_type: DataType | None, b: Any, b_type: DataType | None) -> tuple[Any, Any]:
    """Result and type of ``a symbol b`` on the device; an operand without a type is a literal."""
    module, template, dtypes = compile_function(OPERATIONS[symbol], [a_type, b_type], [a, b])
    if not dtypes:
        return template, None
    arguments = [raw(v, t) for v, t in ((a, a_type), (b, b_type)) if t is not None]
    (result,) = Interpreter(module).call("entry", arguments)
    dtype = dtypes[0]
    if dtype.is_float():
        return float(result), dtype
    return bool(result) if dtype.is_bool() else _integer(result, dtype), dtype


def _integer(value: int, dtype: DataType) -> int:
    return unsigned(value, dtype.bitwidth) if dtype.is_unsigned() else value


def values_of(dtype: DataType) -> st.SearchStrategy[Any]:
    if dtype.is_bool():
        return st.booleans()
    if dtype.is_int():
        low, high = dtype.limits()
        edges = [v for v in (low, low + 1, -7, -2, -1, 0, 1, 2, 3, 7, high - 1, high) if low <= v <= high]
        return st.one_of(st.sampled_from(edges), st.integers(low, high))
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 7.0, 1e-3, 100.0, math.inf, -math.inf, math.nan]
    floats = st.one_of(st.sampled_from(numbers), st.floats(-1000, 1000, width=16))
    return floats.map(lambda v: float(numpy_type(dtype)(v)))


operands = st.sampled_from(SCALARS).flatmap(lambda d: st.tuples(st.just(d), values_of(d)))


def result_type(a: DataType, b: DataType, symbol: str) -> DataType:
    """The rules of the page on semantics, written by hand from numpy's table."""
    if a.is_bool() and b.is_bool():
        common = "bool" if symbol in BITWISE else "int32"
    elif a.is_bool() or b.is_bool():
        common = (b if a.is_bool() else a).name
    elif a.is_int() and b.is_int():
        common = np.promote_types(a.name, b.name).name
    elif {a.name, b.name} == {"float16", "bfloat16"}:
        common = "float32"
    elif a.is_float() and b.is_float():
        common = max((a, b), key=lambda d: d.bitwidth).name
    else:
        common = "float64" if "float64" in (a.name, b.name) else "float32"
    dtype = DataType(common)
    return float32 if symbol == "/" and not dtype.is_float() else dtype


def expected(symbol: str, a: Any, b: Any, dtype: DataType) -> Any:
    if not dtype.is_float():
        exact = (ARITHMETIC | BITWISE)[symbol](int(a), int(b))
        if dtype.is_bool():
            return bool(exact)
        return _integer(signed(exact, dtype.bitwidth), dtype)
    kind = numpy_type(dtype)
    wide = np.float32 if dtype.bitwidth <= 32 else np.float64
    with np.errstate(all="ignore"):
        x, y = wide(kind(a)), wide(kind(b))
        function = {"//": np.floor_divide, "%": np.remainder}.get(symbol) or ARITHMETIC[symbol]
        return float(kind(function(x, y)))


def same(actual: Any, wanted: Any) -> bool:
    if isinstance(wanted, float):
        if actual == wanted == 0:
            return math.copysign(1, actual) == math.copysign(1, wanted)
        return actual == wanted or (math.isnan(actual) and math.isnan(wanted))
    return bool(actual == wanted)


def common_exists(a: DataType, b: DataType) -> bool:
    return (
        {a.is_signed(), b.is_signed()} != {True, False}
        or "uint64" not in (a.name, b.name)
        or not (a.is_int() and b.is_int())
    )


@pytest.mark.parametrize("symbol", ARITHMETIC)
@settings(deadline=None, max_examples=150)
@given(operands, operands)
def test_arithmetic(symbol, left, right):
    (a_type, a), (b_type, b) = left, right
    assume(common_exists(a_type, b_type))
    dtype = result_type(a_type, b_type, symbol)
    assume(dtype.is_float() or b != 0)
    value, actual = traced(symbol, a, a_type, b, b_type)
    assert actual is dtype
    assert same(value, expected(symbol, a, b, dtype)), (value, expected(symbol, a, b, dtype))


@settings(deadline=None, max_examples=150)
@given(operands, operands, st.booleans())
def test_quotients_rounded_up(left, right, literal):
    (a_type, a), (b_type, b) = left, right
    assume(not literal or a_type.is_float() or (b_type.is_int() and a_type.limits()[0] <= b <= a_type.limits()[1]))
    if a_type.is_float() or b_type.is_float():
        with pytest.raises(CompileError, match="ASC-E401"):
            traced("ceildiv", a, a_type, b, None if literal and b else b_type)
        return
    assume(b != 0 and common_exists(a_type, b_type))
    dtype = result_type(a_type, int32 if literal and a_type.is_bool() else a_type if literal else b_type, "//")
    value, actual = traced("ceildiv", a, a_type, b, None if literal else b_type)
    assert actual is dtype
    assert value == _integer(signed(-(-int(a) // int(b)), dtype.bitwidth), dtype)


@pytest.mark.parametrize("symbol", BITWISE)
@settings(deadline=None, max_examples=60)
@given(operands, operands)
def test_bitwise(symbol, left, right):
    (a_type, a), (b_type, b) = left, right
    assume(common_exists(a_type, b_type))
    if a_type.is_float() or b_type.is_float():
        with pytest.raises(CompileError, match="ASC-E401"):
            traced(symbol, a, a_type, b, b_type)
        return
    dtype = result_type(a_type, b_type, symbol)
    value, actual = traced(symbol, a, a_type, b, b_type)
    assert actual is dtype
    assert value == expected(symbol, a, b, dtype)


@pytest.mark.parametrize("symbol", COMPARISONS)
@settings(deadline=None, max_examples=120)
@given(operands, operands)
def test_comparisons(symbol, left, right):
    (a_type, a), (b_type, b) = left, right
    x, y = a, b
    if a_type.is_float() or b_type.is_float():
        kind = np.float64 if "float64" in (a_type.name, b_type.name) else np.float32
        x, y = kind(a), kind(b)
    value, dtype = traced(symbol, a, a_type, b, b_type)
    assert dtype is bool_
    assert value == bool(COMPARISONS[symbol](x, y))


@pytest.mark.parametrize("symbol", ["<<", ">>"])
@settings(deadline=None, max_examples=100)
@given(st.data(), st.sampled_from(INTEGERS), st.booleans())
def test_shifts(symbol, data, dtype, constant):
    a = data.draw(values_of(dtype))
    bits = data.draw(st.integers(0, 70 if constant else dtype.bitwidth + 8))
    assume(constant or dtype.limits()[1] >= bits)
    value, actual = traced(symbol, a, dtype, bits, None if constant else dtype)
    exact = a << bits if symbol == "<<" else a >> bits
    assert actual is dtype
    assert value == _integer(signed(exact, dtype.bitwidth), dtype)


@pytest.mark.parametrize("symbol", [*ARITHMETIC, *COMPARISONS])
@settings(deadline=None, max_examples=80)
@given(st.data(), st.sampled_from(SCALARS))
def test_literals_are_weak(symbol, data, dtype):
    a = data.draw(values_of(dtype))
    literal = data.draw(st.one_of(st.booleans(), st.integers(-3, 200), st.sampled_from([0.5, -2.0, 3.25])))
    if symbol in ("/", "//", "%"):
        assume(literal != 0 and not math.isinf(a))
    low, high = dtype.limits() if dtype.is_int() else (-1000, 1000)
    assume(dtype.is_bool() or low <= literal <= high or isinstance(literal, float))
    kind = float32 if isinstance(literal, float) and not dtype.is_float() else dtype
    if dtype.is_bool() and not isinstance(literal, (bool, float)):
        kind = int32
    value, actual = traced(symbol, a, dtype, literal, None)
    if symbol in COMPARISONS:
        x, y = (np.float32(a), np.float32(literal)) if kind.is_float() and kind.bitwidth <= 32 else (a, literal)
        assert value == bool(COMPARISONS[symbol](x, y))
        return
    wanted = result_type(kind, kind, symbol)
    assert actual is wanted
    assert same(value, expected(symbol, a, literal, wanted))


@pytest.mark.parametrize(
    ("value", "literal", "dtype"),
    [(5, 2**40, "int64"), (5, -1, "int64"), (5, 300, "int32"), (5, 2**63, None), (5, 70000, "int32")],
)
def test_literals_that_do_not_fit_widen(value, literal, dtype):
    source = {-1: DataType("uint32"), 300: DataType("int8"), 70000: DataType("uint16")}.get(literal, int32)
    if dtype is None:
        with pytest.raises(CompileError, match="ASC-E402"):
            traced("+", value, source, literal, None)
        return
    result, actual = traced("+", value, source, literal, None)
    assert (result, actual.name) == (value + literal, dtype)


def test_no_integer_type_holds_uint64_and_a_signed_one():
    for dtype in INTEGERS:
        if dtype.is_signed():
            with pytest.raises(NoCommonType):
                promote(DataType("uint64"), dtype)
            with pytest.raises(CompileError, match=r"ASC-E402.*uint64"):
                traced("+", 1, DataType("uint64"), 1, dtype)


def test_comparing_with_a_number_beyond_the_type_is_known_at_compile_time():
    assert traced("<", 5, DataType("uint8"), 300, None) == (True, None)
    assert traced("==", 5, int32, 2**40, None) == (False, None)
    assert traced(">=", 5, int32, -(2**40), None) == (True, None)


@pytest.mark.parametrize("symbol", ["/", "//", "%"])
@pytest.mark.parametrize("dtype", [int32, float32])
def test_division_by_the_constant_zero(symbol, dtype):
    with pytest.raises(CompileError, match="ASC-E404"):
        traced(symbol, 1, dtype, 0, None)


def test_negative_shift():
    with pytest.raises(CompileError, match="ASC-E403"):
        traced("<<", 1, int32, -1, None)
