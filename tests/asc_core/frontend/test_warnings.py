"""Warnings of numpy and Python in compile-time code point to the kernel's line, as if Python ran it."""

import inspect
import warnings

import numpy as np
import pytest

from asc_core.diagnostics import CompileError

from .tracing import run

BIG = np.int32(2**31 - 1)


def added():
    return BIG + np.int32(1)


def augmented():
    n = BIG
    n *= 2
    return n


def negated():
    return -np.int8(-128)


# fmt: off
def called():
    return np.exp(
        np.float32(1000)
    )


# fmt: on


def absolute():
    return abs(np.int8(-128))


def summed():
    return sum((np.int8(100), np.int8(100)))


def helper(n):
    return n * n


def inside_of_a_helper():
    return helper(BIG)


@pytest.mark.parametrize(
    ("function", "line"),
    [(added, 1), (augmented, 2), (negated, 1), (called, 1), (absolute, 1), (summed, 1), (inside_of_a_helper, -3)],
)
def test_warnings_point_to_the_kernels_line(function, line):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = run(function).result
    first = inspect.getsourcelines(function)[1]
    assert [(w.category, w.filename, w.lineno) for w in caught] == [(RuntimeWarning, __file__, first + line)]
    with np.errstate(all="ignore"):
        assert result == function()


def test_a_warning_made_an_error_is_one_of_the_line():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(CompileError, match="RuntimeWarning: overflow") as caught:
            run(added)
    assert caught.value.diagnostic.span.line == inspect.getsourcelines(added)[1] + 1
    assert not [note for note in caught.value.diagnostic.notes if "raised in" in note]
