"""Faults of scalar code name the line where they happened."""

from __future__ import annotations

import numpy as np
import pytest

import asc
from asc_core.backends import fault_lines
from asc_core.errors import ModelError


@asc.jit
def quotient(a, b):
    first = a + 1
    return first // b


@asc.jit
def in_a_function(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, n)
    for i in range(4):
        g.set_value(i, i + quotient(i, n))


@asc.jit
def not_negative(z: asc.GlobalAddress, n: asc.uint32):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, 1)
    rest = (n + 7) % n
    g.set_value(1, rest.cast(asc.int32))


@asc.jit
def wild(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, n)
    asc.inline("*reinterpret_cast<volatile int*>(16) = 1;")
    g.set_value(1, n)


@asc.jit
def endless(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, n)
    m = n
    while m < 1000:
        m = m * 3 + 1
        m = m & 255
    g.set_value(1, m)


def line_in(kernel: asc.jit, offset: int) -> int:
    return int(kernel.fn.__code__.co_firstlineno) + offset


@pytest.mark.parametrize(
    ("kernel", "argument", "line", "text"),
    [
        # The quotient stands in the text of the statement that uses it.
        (in_a_function, 0, line_in(in_a_function, 6), "integer division by zero"),
        (not_negative, np.uint32(0), line_in(not_negative, 5), "integer division by zero"),
        (wild, 1, line_in(wild, 5), "access to address 0x10"),
    ],
)
def test_a_fault_names_its_line(kernel, argument, line, text):
    z = np.zeros(8, np.int32)
    for _ in range(2):
        with pytest.raises(ModelError) as caught:
            kernel[1](z, argument)
        assert (caught.value.kind, caught.value.api) == ("fault", "")
        assert (caught.value.file, caught.value.line) == (__file__, line)
        assert caught.value.message.startswith(text)


def test_the_watchdog_names_the_loop(monkeypatch):
    monkeypatch.setenv("ASC_WATCHDOG_SECONDS", "0.2")
    with pytest.raises(ModelError, match="still running") as caught:
        endless[1](np.zeros(8, np.int32), 1)
    assert line_in(endless, 6) <= caught.value.line <= line_in(endless, 8)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("/asc-kernel/ascendc.cpp:12\n/kernels/add.py:37\n/asc-kernel/entry.cpp:9\n", ("/kernels/add.py", 37)),
        ("/asc-kernel/./<stdin>:4 (discriminator 2)\n", ("<stdin>", 4)),
        ("/packs/model/tensor.h:30\n/asc-kernel/entry.cpp:9\n", None),
        ("??:0\n", None),
        ("??:?\n", None),
        ("", None),
    ],
)
def test_the_innermost_line_of_the_author_counts(text, place):
    assert fault_lines._author_line(text) == place


def test_a_broken_binary_has_no_lines():
    assert fault_lines.line_of(b"no binary", 16) is None
