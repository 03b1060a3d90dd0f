"""``print`` of numbers with a specification, and of tuples, lists and dicts, writes what Python's own writes."""

from collections import namedtuple

import pytest

import asc
from asc_core.frontend.formats import conversion
from asc_plugins.dtypes import float32, int32
from asc_plugins.errors import CallError

Point = namedtuple("Point", "x y")


@asc.jit
def formatted(n: int, f: float, u: int):
    print(f"{n:>6}|{n:<6}|{n:06d}|{n:+d}|{n: d}|{n:=06}|{u:x}|{u:8x}|{u:<8x}|{u:-6d}|{n!r:>5}")
    print(f"{f:8.3f}|{f:<10.2f}|{f:>10.2f}|{f:+.1f}|{f:+09.2f}|{n:3.1f}")


@asc.jit
def contained(n: int, u: int):
    print((n, 3, "a%"), [n, [u]], {"k": n, 2: (u,)}, Point(n, "x"), (1, 2), [], {}, sep="; ")
    print(f"{(n, 2)} {[u]}", end="!\n")


@pytest.mark.parametrize("numbers", [(-42, 1.5, 255), (7, -0.25, 16)])
def test_specifications(capfd, numbers):
    formatted[1](*numbers)
    found = capfd.readouterr().out
    formatted.fn(*numbers)
    assert found == capfd.readouterr().out


@pytest.mark.parametrize("numbers", [(-42, 255), (0, 1)])
def test_containers(capfd, numbers):
    contained[1](*numbers)
    found = capfd.readouterr().out
    contained.fn(*numbers)
    assert found == capfd.readouterr().out


@pytest.mark.parametrize(
    ("spec", "dtype", "problem"),
    [
        ("^6", int32, "can't format with '\\^6'"),
        ("*>6", int32, "can't format"),
        (",", int32, "can't format"),
        ("=6", int32, "can't fill as '=6' says"),
        ("<06", int32, "can't fill"),
        (">06", float32, "can't fill"),
        (".2", int32, "an int32 has none"),
        ("x", float32, "'x' formats whole numbers, not a float32"),
    ],
)
def test_what_the_device_cant_format(spec, dtype, problem):
    with pytest.raises(CallError, match=problem):
        conversion(spec, dtype)
