"""Calls that look alike, in kernels: each has its own values, its own errors at its own line."""

from __future__ import annotations

import math
from typing import Any

import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.frontend import trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.constexpr import ConstExpr
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType


def module_of(fn: Any, **constants: Any) -> str:
    function = asc.jit(fn)
    types = {"x": PointerType(float32), "n": int32}
    return str(trace(function, Specialization(types, constants), context_for(registry())))


@asc.jit
def tensors() -> Any:
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 512)
    return a, asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 4096, 512)


def out_of_range(x, n):
    a, _ = tensors()
    asc.add(a, a, a, 64)
    asc.add(a, a, a, n)
    asc.add(a, a, a, -1)  # here


def another_type(x, n):
    a, h = tensors()
    asc.add(a, a, a, 64)
    asc.add(h, h, h, 64)
    asc.add(a, h, a, 64)  # here


def float_count(x, n):
    a, _ = tensors()
    asc.muls(a, a, 2.0, n)
    asc.muls(a, a, 2, n)
    asc.muls(a, a, 2.0, float(n))  # here


def keyword_missing(x, n):
    a, _ = tensors()
    asc.add(a, a, src1=a, count=64)
    asc.add(a, a, src1=a)  # here


def member(x, n):
    a, _ = tensors()
    a.set_value(0, 1.0)
    a.set_value(n, n)
    a.set_value(-1, 1.0)  # here


def struct_field(x, n):
    asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)
    asc.BinaryRepeatParams(1, 1, 1, 8, 8, n)
    asc.BinaryRepeatParams(1, 1, 1, 8, 8, 256)  # here


@pytest.mark.parametrize(
    ("kernel", "code"),
    [
        (out_of_range, "ASC-E302"),
        (another_type, "ASC-E303"),
        (float_count, "ASC-E301"),
        (keyword_missing, "ASC-E301"),
        (member, "ASC-E302"),
        (struct_field, "ASC-E302"),
    ],
)
def test_a_wrong_call_behind_right_ones(kernel: Any, code: str) -> None:
    for _ in range(2):
        with pytest.raises(CompileError) as caught:
            module_of(kernel)
        diagnostic = caught.value.diagnostic
        assert diagnostic.code == code
        assert diagnostic.span is not None
        assert diagnostic.span.lines[0].endswith("# here")


def numbers(x, n, value: ConstExpr):
    a, h = tensors()
    asc.duplicate(a, value, 64)
    asc.duplicate(h, value, 64)


def test_one_call_with_different_constants() -> None:
    for value, text in ((0.0, "0.000000e+00"), (-0.0, "-0.000000e+00"), (1, "1.000000e+00"), (0, "0.000000e+00")):
        module = module_of(numbers, value=value)
        assert f"arith.constant {text} : f32" in module
        assert f"arith.constant {text} : f16" in module


def zeros(x, n):
    a, _ = tensors()
    for value in (0.0, -0.0, 0, False, True, 1.0):
        asc.duplicate(a, value, 64)


def test_zeros_of_both_signs_are_two_constants() -> None:
    module = module_of(zeros)
    constants = [
        line.split("=")[1].strip() for line in module.splitlines() if "arith.constant" in line and "f32" in line
    ]
    assert constants == [f"arith.constant {text}e+00 : f32" for text in ("0.000000", "-0.000000", "1.000000")]


def extremes(x, n):
    asc.printf("%d %d %d", n + 2147483647, n + -2147483648, n & 255)


def test_limits_of_a_scalar_type() -> None:
    module = module_of(extremes)
    assert "arith.constant 2147483647 : i32" in module
    assert "arith.constant -2147483648 : i32" in module


def beyond(x, n):
    asc.printf("%d", n + 1)
    asc.printf("%d", n + 2147483648)


def test_a_constant_beyond_the_type_of_the_scalar_widens_it() -> None:
    module = module_of(beyond)
    assert module.count("arith.extsi") == 1
    assert "arith.constant 2147483648 : i64" in module


def comprehension(x, n):
    sizes = [asc + 0 for asc in (64, 128)]
    a, _ = tensors()
    values = [math.numerator for math in (3, 4)]
    asc.duplicate(a, 1.0, sizes[1] + values[0] + math.floor(1.5))


def test_a_comprehensions_variable_may_be_called_like_a_module() -> None:
    assert "arith.constant 132 : i32" in module_of(comprehension)
