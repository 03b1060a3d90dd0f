"""The author's own Python code at compile time: its exceptions, its objects' methods, names that packs lack."""

import traceback
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.frontend import KernelFunction, trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import CodegenOptions
from asc_plugins import api
from asc_plugins.discovery import registry
from asc_plugins.dtypes import int32
from asc_plugins.registry import PackStatus


class WrongTileError(Exception):
    """The author's own."""


def checked(size: int) -> int:
    try:
        {}[size]
    except KeyError as error:
        raise WrongTileError(f"no tile of {size}") from error
    return size


def compiled(function: Any, captures: bool = True) -> Any:
    kernel = function if isinstance(function, KernelFunction) else KernelFunction(function)
    options = CodegenOptions(capture_exceptions=captures)
    return trace(kernel, Specialization({"n": int32}, {}), context_for(registry()), options)


def in_a_helper(n):
    return checked(33)


@asc.jit
def deeper(n):
    return n + checked(34)


def in_a_device_function(n):
    deeper(n)


def in_an_operator(n):
    return {1: 2}[n is None]


def division(n):
    return n + 1 // 0


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (in_a_helper, WrongTileError),
        (in_a_device_function, WrongTileError),
        (in_an_operator, KeyError),
        (division, ZeroDivisionError),
    ],
)
def test_exceptions_pass_unchanged_if_they_are_not_captured(function, error):
    with pytest.raises(CompileError):
        compiled(function)
    with pytest.raises(error) as caught:
        compiled(function, captures=False)
    assert type(caught.value) is error
    assert caught.value.__context__ is caught.value.__cause__
    if error is WrongTileError:
        assert isinstance(caught.value.__cause__, KeyError)
        assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "checked"


def test_the_option_reaches_the_compiler():
    @asc.jit(capture_exceptions=False)
    def k(z: asc.GlobalAddress):
        checked(35)

    with pytest.raises(WrongTileError, match="no tile of 35"):
        k[1](np.zeros(1, np.int32))
    with pytest.raises(CompileError, match=r"ASC-E208.*WrongTileError: no tile of 35"):
        k[1](np.zeros(1, np.int32), capture_exceptions=True)


def test_errors_of_the_kernel_stay_diagnostics():
    def k(n):
        return n + unknown  # noqa: F821

    with pytest.raises(CompileError, match="ASC-E201"):
        compiled(k, captures=False)


def test_packs_that_are_not_in_use_are_named_where_a_name_is_missing(monkeypatch):
    lost = [
        PackStatus("vector", "disabled", "x"),
        PackStatus("sort", "failed", "y", error="ImportError: no module named 'z'"),
    ]
    found = registry()
    monkeypatch.setattr(found, "packs", [*found.packs, *lost])

    def k(n):
        asc.vector_sum(n)

    def other(n):
        return np.vector_sum

    with pytest.raises(CompileError) as caught:
        compiled(k)
    assert caught.value.diagnostic.notes == (
        "the pack 'vector' is disabled by ASC_DISABLED_PACKS",
        "the pack 'sort' can't be used, 'asc packs' tells more: ImportError: no module named 'z'",
    )
    with pytest.raises(CompileError) as caught:
        compiled(other)
    assert caught.value.diagnostic.notes == ()


class Line:
    """Device functions as methods, of each kind."""

    offset = 1000

    def __init__(self, factor: int) -> None:
        self.factor = factor

    @asc.jit
    def at(self, x, bias=0):
        return self.scaled(x) + bias

    @asc.jit
    def scaled(self, x):
        return x * self.factor

    @classmethod
    @asc.jit
    def shifted(cls, x):
        return x + cls.offset

    @staticmethod
    @asc.jit
    def squared(x):
        return x * x

    @property
    def double(self) -> int:
        return 2 * self.factor


class Steep(Line):
    offset = 2000

    @asc.jit
    def scaled(self, x):
        return x * self.factor * 100


LINE, STEEP = Line(3), Steep(4)


@asc.jit
def lines(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, LINE.at(n))
    g.set_value(1, STEEP.at(n, bias=5))
    g.set_value(2, Line.at(STEEP, n))
    g.set_value(3, LINE.shifted(n))
    g.set_value(4, Steep.shifted(n))
    g.set_value(5, LINE.squared(n))
    bound = getattr(LINE, "scaled")  # noqa: B009 - the builtin is what is tested
    g.set_value(6, bound(n))
    g.set_value(7, n + STEEP.double)


def test_methods_are_device_functions(monkeypatch):
    z = np.zeros(8, np.int32)
    lines[1](z, 7)
    assert z.tolist() == [21, 2805, 2800, 1007, 2007, 49, 21, 15]
    monkeypatch.setattr(LINE, "factor", 5)
    lines[1](z, 7)
    assert z.tolist() == [35, 2805, 2800, 1007, 2007, 49, 35, 15]


class Failing:
    @property
    def size(self) -> int:
        return self.missing


FAILING = Failing()


def test_an_attribute_error_inside_of_a_property_is_told():
    def k(n):
        return n + FAILING.size

    with pytest.raises(CompileError, match=r"ASC-E208.*'Failing' object has no attribute 'missing'"):
        compiled(k)


@api("Unsound")
def unsound(value: int) -> None:
    """Makes an operation that its declaration doesn't allow."""


@unsound.builder
def _(builder: Any, value: Any) -> None:
    handle = builder.materialize(value).handle
    builder.create("asc.add", [handle, handle, handle, handle], [], {"is_set_mask": True})


def test_what_the_verifier_refuses_is_shown_at_the_authors_line():
    def k(n):
        m = n + 1
        unsound(m)

    with pytest.raises(CompileError) as caught:
        compiled(k)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "ASC-E601"
    assert "verifier" in diagnostic.title
    assert diagnostic.span is not None
    assert diagnostic.span.lines[0].strip() == "unsound(m)"
    assert diagnostic.span.line == k.__code__.co_firstlineno + 2
