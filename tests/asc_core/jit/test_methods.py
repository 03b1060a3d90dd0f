"""Kernels and device functions that stand in classes."""

from __future__ import annotations

import copy
import pickle
import sys

import numpy as np
import pytest
from asc.language.core.struct import Field

import asc
from asc_core.diagnostics import CompileError


@asc.jit
def put(z: asc.GlobalAddress, value):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, value)


class Scale:
    base = 3

    def __init__(self, factor: int) -> None:
        self.factor = factor

    @asc.jit
    def scaled(self, n):
        return n * self.factor

    @asc.jit
    def method(self, z: asc.GlobalAddress, n: int = 2):
        put(z, self.scaled(n) + 1)

    @asc.jit
    def annotated(self: asc.ConstExpr, z: asc.GlobalAddress):
        put(z, self.factor)

    @asc.jit
    @classmethod
    def of_class(cls, z: asc.GlobalAddress, n: int):
        put(z, n * cls.base)

    @classmethod
    @asc.jit
    def of_class_above(cls, z: asc.GlobalAddress, n: int):
        put(z, n * cls.base)

    @asc.jit
    @classmethod
    def based(cls, n):
        return n * cls.base

    @asc.jit
    @staticmethod
    def static(z: asc.GlobalAddress, n: int):
        put(z, n)

    @asc.jit
    @staticmethod
    def doubled(n):
        return n * 2

    @asc.jit
    def without_self(z: asc.GlobalAddress, n: int):  # noqa: N805
        put(z, n)

    given = put


class Larger(Scale):
    base = 5


class Pair(asc.Struct):
    a = Field(asc.int32)

    @asc.jit
    def times(self, n):
        return self.a * n

    @asc.jit
    def kernel(self, z: asc.GlobalAddress, n: int):
        put(z, self.times(n))


def result(kernel, *args, **kwargs) -> int:
    z = np.zeros(1, np.int32)
    kernel[1](z, *args, **kwargs)
    return int(z[0])


def test_an_object_is_the_first_argument():
    assert result(Scale(7).method, 3) == 22
    assert result(Larger(9).method) == 19
    assert result(Scale(7).method, n=4) == 29
    assert result(Scale(7).annotated) == 7


def test_a_changed_object_is_noticed():
    scale = Scale(7)
    assert result(scale.method, 3) == 22
    scale.factor = 8
    assert result(scale.method, 3) == 25


def test_a_class_is_the_first_argument(monkeypatch):
    assert [result(of.of_class, 2) for of in (Scale, Larger, Scale(1), Larger(1))] == [6, 10, 6, 10]
    monkeypatch.setattr(Scale, "base", 4)
    assert result(Scale.of_class, 2) == 8


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="Python gives out a method of its own")
def test_a_classmethod_above_the_decorator_is_one_too():
    assert [result(of.of_class_above, 2) for of in (Scale, Larger, Larger(1))] == [6, 10, 10]


def test_functions_that_take_no_object_are_not_bound():
    scale = Scale(1)
    for of in (Scale, scale):
        assert [result(kernel, 4) for kernel in (of.static, of.without_self, of.given)] == [4, 4, 4]
    assert scale.given is put
    assert Scale.__dict__["method"] is Scale.method


def test_a_struct_is_an_argument():
    pair = Pair(a=5)
    assert result(pair.kernel, 3) == 15
    pair.a = 6
    assert result(pair.kernel, 3) == 18
    compiled = len(Pair.kernel._kernels)
    pair.a = 7
    assert result(pair.kernel, 3) == 21
    assert len(Pair.kernel._kernels) == compiled


SCALE = Scale(7)
SCALED, BASED, LARGER, DOUBLED = SCALE.scaled, Scale.based, Larger.based, SCALE.doubled


@asc.jit
def with_methods_from_outside(z: asc.GlobalAddress, n: int, function: asc.ConstExpr):
    put(z, SCALED(n) * 1000 + BASED(n) * 100 + LARGER(n) * 10 + DOUBLED(n) + function(n))


@asc.jit
def with_methods_from_inside(z: asc.GlobalAddress, n: int):
    put(z, SCALE.scaled(n) * 1000 + Scale.based(n) * 100 + Larger(1).based(n) * 10 + SCALE.doubled(n))


def test_methods_taken_outside_of_the_kernel_keep_their_object():
    expected = 14 * 1000 + 6 * 100 + 10 * 10 + 4
    assert result(with_methods_from_inside, 2) == expected
    assert result(with_methods_from_outside, 2, Scale(1).scaled) == expected + 2
    assert result(with_methods_from_outside, 2, Scale(3).scaled) == expected + 6
    SCALE.factor = 8
    try:
        assert result(with_methods_from_outside, 2, Scale(1).scaled) == expected + 2002
    finally:
        SCALE.factor = 7


def test_a_method_is_what_pythons_methods_are():
    scale = Scale(7)
    assert scale.method == scale.method
    assert hash(scale.method) == hash(scale.method)
    assert scale.method != Scale(7).method
    assert scale.method != scale.scaled
    assert repr(scale.method).startswith("<method Scale.method of <")
    assert (scale.method.__self__, scale.method.__func__) == (scale, Scale.method)
    assert result(pickle.loads(pickle.dumps(scale.method)), 3) == 22
    assert copy.copy(scale.method) == scale.method


def test_errors_of_wrong_launches_name_the_kernel():
    scale = Scale(7)
    with pytest.raises(TypeError, match=r"'method' is a kernel: launch it with method\[core_num\]"):
        scale.method(1)
    with pytest.raises(TypeError, match=r"takes 3 arguments \(self, z, n\), but 4 were given"):
        result(scale.method, 1, 2)
    with pytest.raises(ValueError, match="kernel 'method': option core_num=0"):
        scale.method[0]
    with pytest.raises(TypeError, match="compiles functions made by 'def', not a property"):
        asc.jit(property(lambda self: 1))


def test_a_kernel_launches_no_method():
    @asc.jit
    def kernel(z: asc.GlobalAddress):
        SCALED[1](z)

    with pytest.raises(CompileError, match=r"(?s)a kernel can't launch kernels.*call it: scaled\(…\)"):
        result(kernel)


def test_messages_call_a_method_a_function():
    @asc.jit
    def added(z: asc.GlobalAddress):
        put(z, SCALED + 1)

    @asc.jit
    def iterated(z: asc.GlobalAddress):
        for i in SCALED:
            put(z, i)

    @asc.jit
    def passed(z: asc.GlobalAddress):
        asc.printf(SCALED)

    for kernel, text in ((added, "'scaled'"), (iterated, "the function 'scaled' can't be"), (passed, r"scaled\(…\)")):
        with pytest.raises(CompileError, match=text) as caught:
            result(kernel)
        assert "BoundKernel" not in str(caught.value)
