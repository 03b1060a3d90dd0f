"""Kernels that beginners write: each does what Python does, or is one error at its line that says what to do."""

from __future__ import annotations

import linecache
import re
import textwrap
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError

BEFORE = """\
import numpy as np
import asc
SIZES = {'a': 16}
def helper(a):
    return a + 1
@asc.jit
def depth(a):
    return depth(a - 1)
@asc.jit
def k(z: asc.GlobalAddress, n: int, x: float):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
"""
FIRST = BEFORE.count("\n") + 1


def kernel_of(name: str, body: str) -> Any:
    """The kernel with this body; *n* is 5 and *x* 1.5 when it is launched."""
    text = BEFORE + textwrap.indent(body, "    ")
    file = f"<{name}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    space: dict[str, Any] = {}
    exec(compile(text, file, "exec"), space)
    return space["k"]


@asc.jit
def variadic(z: asc.GlobalAddress, *rest):
    pass


#: What is written into the first element.
GOOD = {
    "and of numbers": ("if n and n > 3:\n    g.set_value(0, 1)", 1),
    "chained comparison": ("g.set_value(0, int(0 < n < 6) + int(0 < n > 6))", 1),
    "three conditions": ("if n > 1 and n > 2 and n > 3:\n    g.set_value(0, 2)", 2),
    "min of run-time numbers": ("g.set_value(0, min(n, 3))", 3),
    "number by name": ("g.set_value(0, SIZES['a'])", 16),
    "docstring": ("'''Text.'''\ng.set_value(0, 4)", 4),
    "else of a for": ("for i in range(n):\n    pass\nelse:\n    g.set_value(0, 7)", 7),
    "else of a while": ("m = n\nwhile m > 0:\n    m -= 1\nelse:\n    g.set_value(0, 8)", 8),
    "first value in a branch": ("if n > 3:\n    m = 2\nelse:\n    m = n\ng.set_value(0, m)", 2),
    "inverted bits": ("g.set_value(0, ~n)", -6),
    "is None": ("g.set_value(0, 1 if n is None else 9)", 9),
    "comprehension": ("a = [n + i for i in (1, 2, 3) if i > 1]\ng.set_value(0, a[0] * a[1])", 56),
    "index after its loop": ("for i in range(n):\n    pass\ng.set_value(0, i)", 4),
    "several targets": ("a = b = n\ng.set_value(0, a + b)", 10),
    "negative float": ("g.set_value(0, int(-x * 2.0))", -3),
    "downwards": ("s = 0\nfor i in range(n, 0, -2):\n    s = s * 10 + i\ng.set_value(0, s)", 531),
    "numpy's integer": ("g.set_value(0, np.int32(n) + np.int32(2))", 7),
    "return in a branch": ("if n > 3:\n    g.set_value(0, 3)\n    return\ng.set_value(0, 4)", 3),
    "unpacking": ("a, (b, *c) = n, (1, 2, 3)\ng.set_value(0, a + b + c[1])", 9),
    "assertion that holds": ("assert n > 0, 'positive'\ng.set_value(0, 1)", 1),
    "print": ("print('n', n)\ng.set_value(0, 1)", 1),
    "helper of the host": ("g.set_value(0, helper(4) + n)", 10),
}

#: Code, line of the body, and what the hint names.
BAD = {
    "missing argument": ("g.set_value(0)", "ASC-E301", 1, "offset"),
    "unknown keyword": ("g.set_value(0, n, index=3)", "ASC-E301", 1, ""),
    "text for a number": ("g.set_value(0, 'one')", "ASC-E301", 1, ""),
    "unknown name": ("m = helpr(n)", "ASC-E201", 1, "'helper'"),
    "unknown function": ("asc.adddd(g, g)", "ASC-E203", 1, "add"),
    "float bound": ("for i in range(0.0, 3.0):\n    pass", "ASC-E502", 1, "whole"),
    "text with a number": ("m = n\nt = f'{m}'", "ASC-E210", 2, "print"),
    "global": ("global SIZES\nSIZES = n", "ASC-E105", 1, ""),
    "import": ("import math", "ASC-E110", 1, "top"),
    "lambda": ("f = lambda a: a", "ASC-E109", 1, ""),
    "nested function": ("def f(a):\n    return a\nm = f(n)", "ASC-E108", 1, "@asc.jit"),
    "set": ("s = {1, 2}", "ASC-E101", 1, "tuple"),
    "exceptions": ("try:\n    m = n\nexcept ValueError:\n    m = 0", "ASC-E102", 1, ""),
    "recursion": ("m = depth(n)", "ASC-E313", 1, "loop"),
    "loop without end": ("while True:\n    n += 1", "ASC-E501", 1, "break"),
    "step of zero": ("for i in range(0, n, 0):\n    pass", "ASC-E502", 1, ""),
    "generator": ("yield n", "ASC-E103", 1, ""),
    "bits of floats": ("m = x & 1", "ASC-E401", 1, ""),
    "number called": ("n(3)", "ASC-E310", 1, ""),
    "assertion that fails": ("assert SIZES['a'] == 3", "ASC-E504", 1, ""),
}


@pytest.mark.parametrize("name", GOOD)
def test_good_python_does_what_it_does_in_python(name: str) -> None:
    body, wanted = GOOD[name]
    z = np.zeros(8, np.int32)
    kernel_of(name, body)[1](z, 5, 1.5)
    assert z.tolist() == [wanted, *[0] * 7]


@pytest.mark.parametrize("name", BAD)
def test_what_a_device_can_not_do_is_one_error_at_its_line(name: str) -> None:
    body, code, line, hint = BAD[name]
    with pytest.raises(CompileError) as caught:
        kernel_of(name, body)[1](np.zeros(8, np.int32), 5, 1.5)
    message = str(caught.value)
    assert caught.value.code == code
    place = re.search(r"--> (.*):(\d+):\d+\n", message)
    assert place is not None
    assert place[1] == f"<{name}>"
    assert int(place[2]) == FIRST + line - 1
    assert hint in message
    assert "^" in message


ARGUMENTS = {
    "complex": (np.zeros(8, np.complex64), "complex64"),
    "objects": (np.zeros(8, object), "array of object"),
    "None": (None, "is None"),
    "text": ("abc", "'z'"),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_that_kernels_do_not_have(name: str) -> None:
    value, text = ARGUMENTS[name]
    with pytest.raises(TypeError, match=text):
        kernel_of(name, "pass")[1](value, 5, 1.5)


def test_too_many_arguments_and_none_of_a_launcher() -> None:
    kernel = kernel_of("arguments", "pass")
    z = np.zeros(8, np.int32)
    with pytest.raises(TypeError, match=r"takes 3 arguments \(z, n, x\), but 4 were given"):
        kernel[1](z, 5, 1.5, 7)
    with pytest.raises(TypeError, match=r"launch it with k\[core_num\]"):
        kernel(z, 5, 1.5)
    with pytest.raises(TypeError, match=r"kernel 'variadic' can't take \*rest"):
        variadic[1](z, 1)


def test_types_of_arguments_are_kept() -> None:
    kernel = kernel_of("types", "g.set_value(0, n + 1)")
    z = np.zeros(8, np.int64)
    for value in (2**40, np.int64(7), np.uint32(2**32 - 2), np.int8(5)):
        kernel[1](z, value, 1.5)
        assert z[0] == int(value) + 1
