"""Errors of Model in device functions tell the calls that lead there."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import asc
from asc.lib import runtime as rt
from asc_core.call_chains import MOST_SHOWN, CallChains, chains_at
from asc_core.errors import ModelError
from asc_core.ir.location import Call, SourceLoc


@asc.jit
def ratio(a, b):
    return a // b


@asc.jit
def share(a, b):
    part = ratio(a + 1, b)
    return part * 2


@asc.jit
def store(g, place, value):
    g.set_value(place, value)


@asc.jit
def divides(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    for i in range(4):
        g.set_value(i, share(i, n))


@asc.jit
def divides_in_two_ways(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    first = ratio(n + 100, n)
    store(g, 0, first)
    store(g, 1, share(n, n))


@asc.jit
def stores(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    store(g, n, 1)


@asc.jit
def stores_in_many_ways(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    store(g, 0, 1)
    store(g, 1, n)
    store(g, 2, 1)
    store(g, 3, n)
    store(g, n, 1)


@asc.jit
def calls_nothing(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, n // (n - 1000))


def line_in(function: asc.jit, offset: int) -> int:
    return int(function.fn.__code__.co_firstlineno) + offset


def error_of(kernel: asc.jit, argument: int) -> ModelError:
    with pytest.raises(ModelError) as caught:
        kernel[1](np.zeros(8, np.int32), argument)
    return caught.value


RATIO = ("ratio", __file__, line_in(share, 2))


def test_a_fault_tells_the_calls_that_lead_to_it():
    # The second launch is one of a kernel out of the cache.
    for kernel in (divides, asc.jit(divides.fn)):
        error = error_of(kernel, 0)
        assert (error.file, error.line) == (__file__, line_in(ratio, 2))
        assert error.calls == ((RATIO, ("share", __file__, line_in(divides, 5))),)
    assert str(error).splitlines()[2:] == [
        f"  at {__file__}:{line_in(ratio, 2)}",
        "    return a // b",
        f"  in 'ratio' called at {__file__}:{line_in(share, 2)}",
        "    part = ratio(a + 1, b)",
        f"  in 'share' called at {__file__}:{line_in(divides, 5)}",
        "    g.set_value(i, share(i, n))",
    ]


def test_several_ways_to_a_line_are_told():
    error = error_of(divides_in_two_ways, 0)
    assert error.line == line_in(ratio, 2)
    places = [line_in(divides_in_two_ways, offset) for offset in (4, 6)]
    assert error.calls == ((("ratio", __file__, places[0]),), (RATIO, ("share", __file__, places[1])))
    assert str(error).splitlines()[4:] == [
        "  called in one of these ways:",
        f"    'ratio' at {__file__}:{places[0]}",
        f"    'ratio' at {__file__}:{line_in(share, 2)}, 'share' at {__file__}:{places[1]}",
    ]


def test_an_error_of_an_api_tells_the_call():
    error = error_of(stores, 8)
    assert (error.kind, error.line) == ("bounds", line_in(store, 2))
    assert error.calls == ((("store", __file__, line_in(stores, 4)),),)


def test_an_error_on_a_stream_tells_the_call():
    stream = rt.create_stream()
    stores[1, stream](np.zeros(8, np.int32), 8)
    with pytest.raises(ModelError, match="'store' called at") as caught:
        stream.synchronize()
    assert caught.value.calls == ((("store", __file__, line_in(stores, 4)),),)
    rt.destroy_stream(stream)


def test_of_many_ways_some_are_told():
    error = error_of(stores_in_many_ways, 8)
    assert len(error.calls) == MOST_SHOWN + 1
    lines = str(error).splitlines()
    first = line_in(stores_in_many_ways, 4)
    assert lines[-MOST_SHOWN - 2 :] == [
        "  called in one of these ways:",
        *(f"    'store' at {__file__}:{first + i}" for i in range(MOST_SHOWN)),
        "    …",
    ]


def test_lines_of_the_kernel_itself_have_no_calls():
    error = error_of(calls_nothing, 1000)
    assert error.calls == ()
    assert "called" not in str(error)


def test_errors_keep_the_calls_when_pickled():
    error = ModelError("wrong", file="k.py", line=2, calls=((("", "m.mlir", 7),),))
    copy = pickle.loads(pickle.dumps(error))
    assert copy.calls == error.calls
    assert str(copy).endswith("in a function called at m.mlir:7")


def test_chains_as_text():
    chains = CallChains()
    assert chains.text() == ""
    file = 'é"\\\udc80.py'
    inner, outer = Call("f", SourceLoc("a.py", 3, 1)), Call("g", SourceLoc(file, 4))
    for calls in ((inner,), (inner, outer), (inner,)):
        chains.add(SourceLoc(file, 5, 2, calls))
    text = chains.text()
    assert text.isascii()
    assert chains_at(text, file, 5) == ((("f", "a.py", 3),), (("f", "a.py", 3), ("g", file, 4)))
    assert chains_at(text, file, 6) == chains_at(text, "a.py", 5) == chains_at("", file, 5) == ()
