"""Tensors and tuples that device functions return: where they may come from, and what they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.frontend import trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes.pipeline import run
from asc_core.runtime.config import current_target
from asc_core.translate import translate
from asc_plugins.discovery import registry


@asc.jit
def made(place):
    if place > 0:
        return asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    return asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)


@asc.jit
def chosen(n, a, b):
    return a if n > 0 else b


@asc.jit
def pair(t, n):
    return t, n + 1


@asc.jit
def found(n):
    for i in range(n):
        if i * i > n:
            return i
    return 0


@asc.jit
def found_tensor(n, a):
    for i in range(n):
        if i * i > n:
            return a
    return a


@asc.jit  # noqa: RET503
def sometimes(n, a):
    if n > 0:
        return a


@asc.jit
def from_branch(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    t = made(n)
    asc.data_copy(t, g, 64)


@asc.jit
def in_loop(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)
    for i in range(n):
        turn = chosen(i % 2, a, b)
        asc.data_copy(turn, g, 64)
        asc.data_copy(g, turn, 64)


@asc.jit
def tuples(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)
    t, more = pair(a, n)
    if n > 3:
        u, last = pair(b, more * 2)
    else:
        u, last = pair(t, more * 3)
    first = found(n)
    asc.data_copy(u, g, more + last + first)
    asc.data_copy(t, g, more + last + first)


@asc.jit
def out_of_loop(z: asc.GlobalAddress, n: int):
    t = found_tensor(n, asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64))
    t.set_value(0, 1)


@asc.jit
def on_one_path(z: asc.GlobalAddress, n: int):
    t = sometimes(n, asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64))
    t.set_value(0, 1)


@pytest.fixture
def text_of() -> Callable[[Any], str]:
    def text(kernel: Any) -> str:
        call = kernel.signature.bind((np.zeros(64, np.float32), 4), {})
        context = context_for(registry())
        module = trace(kernel, Specialization(call.types, call.constants), context, DEFAULTS.codegen)
        run(module, context, DEFAULTS.compile, platform=current_target().platform)
        return str(translate(module, context, line_directives=False).text)

    return text


def test_a_tensor_made_in_a_branch_keeps_its_variable(text_of: Callable[[Any], str]) -> None:
    text = text_of(from_branch)
    assert "LocalTensor<float> t;" in text
    assert "DataCopy(t, g, 64);" in text


def test_a_tensor_is_chosen_in_each_round(text_of: Callable[[Any], str]) -> None:
    assert "LocalTensor<float> turn = " in text_of(in_loop)


def test_tuples_keep_the_names_of_their_variables(text_of: Callable[[Any], str]) -> None:
    text = text_of(tuples)
    assert "int32_t more = n + 1;" in text
    assert "int32_t last;" in text
    assert "int32_t first = " in text


@pytest.mark.parametrize("kernel", [out_of_loop, on_one_path])
def test_a_tensor_on_one_path_only_is_one_clear_error(text_of: Callable[[Any], str], kernel: Any) -> None:
    with pytest.raises(CompileError) as caught:
        text_of(kernel)
    message = str(caught.value)
    assert "[ASC-E206]: LocalTensor of float32 can't be the value on one path only" in message
    assert "return it at the end of the function, or in both branches of an if" in message
    assert "return a\n" in message


def test_they_run() -> None:
    x = np.arange(64, dtype=np.float32)
    for kernel in (from_branch, in_loop):
        before = x.copy()
        kernel[1](x, 3)
        np.testing.assert_array_equal(x, before)
