"""The sizes of numpy's arrays, known before they are made."""

from __future__ import annotations

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.frontend.array_sizes import items_made

CALLS = {
    "zeros": [((5,), {}), (((3, 4),), {}), ((), {"shape": (2, 0)}), (([2, 3], "int8"), {})],
    "ones": [((np.int64(6),), {})],
    "empty": [(((),), {})],
    "full": [(((2, 3), 7), {}), ((), {"fill_value": 1, "shape": 4})],
    "ndarray": [((5,), {})],
    "eye": [((3,), {}), ((3, 5), {}), ((), {"M": 2, "N": 7}), ((3, None, 1), {})],
    "tri": [((4, 2), {})],
    "identity": [((6,), {}), ((), {"n": 3})],
    "arange": [((7,), {}), ((2, 7), {}), ((2, 10, 3), {}), ((10, 2, -3), {}), ((5, 2), {}), ((0, 1, 0.1), {})],
    "linspace": [((0, 1), {}), ((0, 1, 9), {}), ((0, 1), {"num": 4, "endpoint": False})],
    "logspace": [((0, 1, 9), {})],
    "indices": [(((2, 3),), {})],
    "resize": [(([1, 2], (3, 5)), {})],
    "tile": [(([1, 2, 3], 4), {}), ((np.ones((2, 3)), (2, 1)), {})],
    "repeat": [(([1, 2, 3], 4), {}), ((3, 4), {})],
    "outer": [(([1, 2, 3], np.ones(4)), {})],
}


@pytest.mark.parametrize("name", CALLS)
def test_it_is_what_numpy_gives(name):
    for args, kwargs in CALLS[name]:
        assert items_made(name, args, kwargs) == getattr(np, name)(*args, **kwargs).size


@pytest.mark.parametrize(
    ("name", "args"),
    [("zeros", ("a",)), ("arange", (1, 2, 0)), ("eye", ()), ("sum", (3,)), ("repeat", ([1, 2], [3, 4]))],
)
def test_what_is_wrong_or_unknown_is_left_to_numpy(name, args):
    assert items_made(name, args, {}) == 0


def refused(body: str) -> CompileError:
    text = f"def helper(): return [0] * 10**15\n@asc.jit\ndef k(z: asc.GlobalAddress):\n    a = {body}\n"
    space = {"asc": asc, "np": np}
    exec(text, space)
    with pytest.raises(CompileError) as caught:
        space["k"][1](np.zeros(1, np.int32))  # type: ignore[index]
    return caught.value


@pytest.mark.parametrize(
    ("body", "items"),
    [
        ("np.zeros(10**12)", "1,000,000,000,000"),
        ("np.eye(2**11)", "4,194,304"),
        ("np.repeat([1, 2], 10**6)", "2,000,000"),
    ],
)
def test_huge_arrays_are_refused_before_they_are_made(body, items):
    assert refused(body).diagnostic.title.startswith(f"this makes a numpy array of {items} items; the limit")


@pytest.mark.parametrize("body", ["helper()", "np.random.rand(2**50)"])
def test_memory_that_isnt_there_is_no_exception_of_the_authors(body):
    error = refused(body)
    assert error.code == "ASC-E507"
    assert error.diagnostic.hint


def test_the_largest_array_is_made():
    @asc.jit
    def k(z: asc.GlobalAddress):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, np.zeros(2**20).size)

    z = np.zeros(1, np.int32)
    k[1](z)
    assert z[0] == 2**20
