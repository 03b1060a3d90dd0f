"""``len`` and ``reversed`` of ranges, ``type`` of numbers: as in Python, also where only a run knows them."""

import pytest

from .tracing import note, python, run


def lengths(a, b):
    return (
        len(range(a)),
        len(range(a, b)),
        len(range(a, b, 3)),
        len(range(b, a, -1)),
        len(range(b, a, -4)),
        len(range(1, b)),
    )


def backwards(a, b):
    for i in reversed(range(a)):
        note(i)
    for i in reversed(range(a, b, 3)):
        note(i)
    for i in reversed(range(b, a, -2)):
        note(i)
    for i in reversed(range(2, a)):
        note(i)
    return 0


@pytest.mark.parametrize("bounds", [(0, 0), (5, 12), (12, 5), (-7, 8), (3, 4), (4, 10), (-3, -9)])
def test_ranges(bounds):
    assert run(lengths, *bounds).result == lengths(*bounds)
    expected = python(backwards, *bounds).notes
    assert run(backwards, *bounds).notes == expected


def types(n, f):
    return type(n) is int, type(f) is float, type(n == 1) is bool, type(n) is type(f), type(n)(2.5)


def test_types():
    assert run(types, 3, 0.5).result == types(3, 0.5)
