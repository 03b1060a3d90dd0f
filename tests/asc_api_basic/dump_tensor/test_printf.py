"""What kernels print: text that equals Python's own formatting, in the order of the blocks."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from written import kernel, refused, text_of

import asc

FIXTURES = {"deadline": None, "max_examples": 40}


def printed(function: Any, *args: Any, cores: int = 1) -> str:
    """What a launch writes to ``sys.stdout``."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function[cores](*args)
    return out.getvalue()


@asc.jit
def integers(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, d: asc.GlobalAddress, n: int):
    x8 = asc.GlobalTensor()
    x8.set_global_buffer(a)
    u8 = asc.GlobalTensor()
    u8.set_global_buffer(b)
    u32 = asc.GlobalTensor()
    u32.set_global_buffer(c)
    x64 = asc.GlobalTensor()
    x64.set_global_buffer(d)
    asc.printf("%d %u %d %d\n", x8.get_value(0), u8.get_value(0), u8.get_value(0), u32.get_value(0))
    asc.printf("%i %d %ld %lld %lx\n", n, x64.get_value(0), x64.get_value(0), x64.get_value(0), x64.get_value(0))
    asc.printf("%x %u [%5d|%-5d|%05d|%+d]\n", n, n, n, n, n, n)
    asc.printf("%d %s\n", n > 0, "true")


@settings(**FIXTURES)
@given(
    st.integers(-128, 127), st.integers(0, 255), st.integers(0, 2**32 - 1), st.integers(-(2**63), 2**63 - 1),
    st.integers(-(2**31), 2**31 - 1),
)  # fmt: skip
@example(-1, 255, 2**32 - 1, -1, -1)
def test_integers(x8: int, u8: int, u32: int, x64: int, n: int) -> None:
    arrays = [np.array([v], t) for v, t in ((x8, np.int8), (u8, np.uint8), (u32, np.uint32), (x64, np.int64))]
    expected = f"{x8} {u8} {u8} {u32}\n{n} {x64} {x64} {x64} {x64 % 2**64:x}\n"
    expected += f"{n % 2**32:x} {n % 2**32} [{n:5d}|{n:<5d}|{n:05d}|{n:+d}]\n{int(n > 0)} true\n"
    assert printed(integers, *arrays, n) == expected


@asc.jit
def floats(h: asc.GlobalAddress, b: asc.GlobalAddress, f: float):
    x = asc.GlobalTensor()
    x.set_global_buffer(h)
    y = asc.GlobalTensor()
    y.set_global_buffer(b)
    asc.printf("%f %f %f %F %.2f|%9.3f\n", x.get_value(0), y.get_value(0), f, f, f, x.get_value(0))


@settings(**FIXTURES)
@given(st.floats(width=16, allow_nan=False), st.floats(-(2.0**99), 2.0**99, width=32))
def test_floats(h: float, f: float) -> None:
    b = np.array([f], ml_dtypes.bfloat16)
    expected = f"{h:f} {float(b[0]):f} {f:f} {f:F} {f:.2f}|{h:9.3f}\n"
    assert printed(floats, np.array([h], np.float16), b, f) == expected


def test_values_that_are_no_numbers() -> None:
    nan, infinite = np.array([np.nan], np.float16), np.array([np.inf], ml_dtypes.bfloat16)
    assert printed(floats, nan, infinite, float("-inf")) == "nan inf -inf -INF -inf|      nan\n"


def test_constants_text_and_addresses() -> None:
    function = kernel("""
        @asc.jit
        def kernel(x: asc.GlobalAddress, n: asc.ConstExpr[int]):
            asc.printf("100%% of %s: %d %f %x %s\\n", "größe \\"q\\" \\\\ %d", n, 1.5, 255, "end")
            asc.printf("%p", x)
            asc.printf("\\n%d\\n", 3000000000)
            asc.printf("no newline, trailing %%")
    """)
    x = np.zeros(4, np.float32)
    text = printed(function, x, 7)
    assert text == f'100% of größe "q" \\ %d: 7 1.500000 ff end\n{x.ctypes.data:#x}\n3000000000\nno newline, trailing %'


def test_order_of_blocks() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            for i in range(n):
                asc.printf("block %d line %d\\n", asc.get_block_idx(), i)
    """)
    expected = "".join(f"block {b} line {i}\n" for b in range(16) for i in range(5))
    assert printed(function, 5, cores=16) == expected


def test_output_before_an_error() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            asc.printf("before\\n")
            asc.trap()
    """)
    with contextlib.redirect_stdout(io.StringIO()) as out, pytest.raises(asc.ModelError):
        function[1](1)
    assert out.getvalue() == "before\n"


def test_text() -> None:
    text = text_of(floats, np.zeros(1, np.float16), np.zeros(1, ml_dtypes.bfloat16), 1.5)
    assert 'AscendC::printf("%f %f %f %F %.2f|%9.3f\\n", x.GetValue(0), y.GetValue(0), f, f, f, x.GetValue(0));' in text


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ('asc.printf("%d %d", n)', "has 2 conversions, 1 values were passed"),
        ('asc.printf("%%", n)', "has 0 conversions, 1 values were passed"),
        ('asc.printf("%c", n)', "doesn't know the conversion '%c'"),
        ('asc.printf("%e", f)', "doesn't know the conversion '%e'"),
        ('asc.printf("100%", n)', "doesn't know the conversion '%'"),
        ('asc.printf("%hd", n)', "doesn't know the conversion '%hd'"),
        ('asc.printf("%d", f)', "'%d' prints an integer, value 1 is a runtime float32"),
        ('asc.printf("%f", n)', "'%f' prints a float, value 1 is a runtime int32"),
        ('asc.printf("%f", 1)', "'%f' prints a float, value 1 is int 1"),
        ('asc.printf("%d %s", n, n)', "'%s' prints text, value 2 is a runtime int32"),
        ('asc.printf("%d", "text")', "'%d' prints an integer, value 1 is str 'text'"),
        ('asc.printf("%d", x)', "'%d' prints an integer, value 1 is GlobalAddress of float32"),
        ("asc.printf(n)", "'desc' takes str, not a runtime int32"),
    ],
)
def test_refusals(call: str, match: str) -> None:
    refused(call, match, "n: int, f: float, x: asc.GlobalAddress", 1, 1.5, np.zeros(1, np.float32))
