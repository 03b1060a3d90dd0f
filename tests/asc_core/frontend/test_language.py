"""Python's syntax in kernels: what a traced function does is what Python does."""

from __future__ import annotations

import enum
import functools
import math
import types
from collections import namedtuple

import numpy as np
import pytest

from asc_core.frontend import KernelFunction
from asc_plugins.constexpr import ConstExpr

from .tracing import agree, note, run

N = 5
EMPTY = ()
LIMITS = {"low": 2, "high": 7}
ROWS = ((1, 2), (3, 4))
TYPED = np.int64(3)
Pair = namedtuple("Pair", "x y")


class Mode(enum.Enum):
    FAST = 1
    SLOW = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 9


class Config:
    size = 4
    inner = types.SimpleNamespace(scale=3)


def operators(n, m):
    return n + m * 2 - (n & 3), n // 3, n % 3, -n, +n, ~n, n << 2, n >> 1, n ^ m, n | m, n**2, abs(n)


def comparisons(n, m):
    return n < m, n <= m, n == m, n != m, n > m, n >= m, 0 < n < 5, 1 < 5 < 3, n < m < 3 < 100, not n, not (n > 2)


def membership(n):
    return n in (1, 2), n not in (1, 2), n in EMPTY, n in range(2, 9), n in range(9, 0, -2), 3 in (1, 2, 3), n in [N, 2]


def identity(n):
    return n is None, n is not None, None is None


def logic(n, m):
    return n and m, n or m, n > 0 and m > 0, n > 0 or m > 0, (n and m and 3), (n or 0 or m), not (n and m)


def noting(n):
    note(n)
    return n


def truths(n, f):
    r = 0
    if n:
        r += 1
    if f:
        r += 10
    if not f:
        r += 100
    while n and r < 1000:
        r += 500
    return r, bool(n), bool(f)


def ternary(n):
    a = n if n > 2 else 2
    b = 1.5 if n == 3 else -0.5
    c = (n + 1 if n > 0 else n - 1) if n else 7
    return a, b, c


def assignment(n):
    a = b = n + 1
    c, (d, e) = a, (b, n)
    c, d = d, c
    first, *rest = (a, b, c, d)
    *front, last = (1, n, 3)
    a += 1
    a -= n
    b *= 3
    b //= 2
    b %= 7
    c <<= 1
    c |= 1
    x: int = 4
    x **= 2
    return a, b, c, d, e, first, rest[0], len(rest), front[1], last, x


def sequences(n):
    values = [n, n + 1, n + 2]
    values.append(n + 3)
    values[0] = 9
    t = (n, (n * 2, 3))
    total = 0
    for i, v in enumerate(values):
        total += i * v
    for a, b in zip(values, (1, 2, 3, 4)):  # noqa: B905
        total += a * b
    for v in reversed((1, 2, n)):
        total = total * 2 + v
    for v in ROWS:
        total += v[0]
    for key in LIMITS:
        total += LIMITS[key]
    return total, t[1][0], t[-1][1], values[1:][0], len(values), sum(values), max(values), min(values[1:])


def comprehensions(n):
    doubled = [i * 2 for i in (1, 2, 3) if i > 1]
    sums = [i + n for i in range(3)]
    pairs = [(i, j) for i in range(2) for j in range(i + 1)]
    squares = {i: i * n for i in (2, 3)}
    i = 77
    total = sum(x * n for x in range(4))
    return doubled[0], sums[2], len(pairs), squares[3], i, total, any(x > 100 for x in sums), all(x > -99 for x in sums)


def builtin_functions(n, f):
    q, r = divmod(n, 3)
    return (
        min(n, 3), max(n, 3, 1), min(f, 0.5), abs(f), int(f), float(n), bool(n), round(f), q, r, pow(n, 3), int(n > 2),
        len((1, 2)), math.pi > 3, math.sqrt(16), isinstance(n, int), isinstance(f, float), abs(-3),
        int(7.9), round(2.5), max((1, n)), float("2.5"), max([4, 2]),
    )  # fmt: skip


def constants(n):
    mode = Mode.FAST
    if mode is Mode.FAST and mode != Mode.SLOW:
        n = n + Config.size * Config.inner.scale
    r = n + Level.HIGH + N + LIMITS["low"] + ROWS[1][0]
    text = "ab" + "c"
    return r, len(f"{text}{N}"), None, getattr(Config, "size"), hasattr(Config, "none")  # noqa: B009


def matching(n, k):
    match k:
        case 1 | 2:
            r = n + 1
        case (a, *rest):
            r = n + a + len(rest)
        case None:
            r = -1
        case Mode.FAST:
            r = 50
        case other:
            r = other
    return r


def walrus(n):
    if (m := n * 2) > 5:
        note(m)
    values = [last := i for i in range(3)]
    return m, last, len(values)


def short_circuit(n, d):
    if d != 0 and n // d > 2:
        note(1)
    if d == 0 or n % d == 1:
        note(2)
    r = d != 0 and n // d > 1
    s = 0 < d < n // (d or 1)
    return r, s


def named_tuple(n):
    p = Pair(n, y=2)
    p = Pair(p.y, p.x)
    return p.x * 10 + p.y


def nested_conditions(n):
    r = 0
    if n > 1:
        if N > 4:
            r = n
            note(r)
        else:
            r = undefined_name  # noqa: F821
    return r


def assertion(n):
    assert N == 5, f"N is {N}"
    return n


@KernelFunction
def variadic(first, *rest, scale=1, **options):
    total = first
    for value in rest:
        total += value * scale
    return total + options.get("more", 0)


@KernelFunction
def tuples(pair, flag):
    a, b = pair
    if flag:
        return b, a
    return a, b


def device_calls(n):
    x, y = tuples((n, 3), n > 2)
    z, w = tuples((n, 3), True)
    args = (1, n)
    return x, y, z, w, variadic(n), variadic(1, *args, scale=2), variadic(n, n, scale=3, more=4)


def late_types(n):
    total = 0
    for i in range(n):
        total = total + i / 2
    return total


PAIRS = [(7, 3), (-7, 2), (0, 0), (5, 5), (2, -9), (1, 100)]
SINGLES = (-3, 0, 1, 2, 3, 4, 8)


@pytest.mark.parametrize("function", [operators, comparisons, logic], ids=lambda f: f.__name__)
def test_of_two_numbers(function):
    for n, m in PAIRS:
        agree(function, n, m)
        agree(function, n, m, constants=[1])
        agree(function, n, m, constants=[0, 1])


@pytest.mark.parametrize(
    "function",
    [
        membership, identity, ternary, assignment, sequences, comprehensions, constants, walrus, named_tuple,
        nested_conditions, assertion, device_calls, late_types,
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_of_a_number(function):
    for n in SINGLES:
        agree(function, n)
        agree(function, n, constants=[0])


def test_of_an_integer_and_a_float():
    for n, f in ((2, 0.5), (0, 0.0), (256, -2.5), (-1, 3.5), (3, 7.75)):
        agree(truths, n, f)
        agree(builtin_functions, n, f)
        agree(builtin_functions, n, f, constants=[0, 1])


def test_operands_that_fail_are_not_evaluated():
    for n, d in ((7, 2), (7, 0), (-7, 3), (0, 0), (9, 4)):
        agree(short_circuit, n, d)


@pytest.mark.parametrize("subject", [1, 2, (4, 5, 6), None, Mode.FAST, 9])
def test_match_on_constants(subject):
    assert run(matching, 3, subject, constants=[1]).result == matching(3, subject)


def make(n, scale=2):
    @KernelFunction
    def k(x):
        return x * scale + n

    return k


def test_closures():
    assert run(make(3), 10).result == 23
    assert run(make(4, scale=5), 10).result == 54


class Holder:
    @staticmethod
    @KernelFunction
    def doubled(a, b):
        return a * 2 + b

    @KernelFunction
    def method(self, a):
        return a + self.bias

    bias = 100


partial_call = functools.partial(Holder.doubled, b=7)
HOLDER = Holder()


def partials(n):
    return partial_call(n), Holder.doubled(n, 1), HOLDER.doubled(n, b=2)


def test_partials_and_static_methods():
    assert run(partials, 3).result == (13, 7, 8)


def typed(n):
    return n + TYPED, n * np.int32(2), np.float32(0.5) + n, np.float32(n), np.int64(n) + 1


def test_typed_numbers_of_the_host_keep_their_type():
    from asc_plugins.dtypes import float32, int32, int64

    from .tracing import compile_function

    _, _, dtypes = compile_function(typed, [int32], [1])
    assert dtypes == [int64, int32, float32, float32, int64]
    assert run(typed, 4).result == (7, 8, 4.5, 4.0, 5)


@KernelFunction
def by_constant(n, size: ConstExpr[int]):
    return n + size


def specializations(n):
    return by_constant(n, 1), by_constant(n, 2), by_constant(n, 1), by_constant(n + 0.5, 1), by_constant(n, True)


def test_device_functions_are_specialised_by_types_and_constants():
    from asc_plugins.dtypes import int32

    from .tracing import compile_function

    module, _, _ = compile_function(specializations, [int32], [0])
    names = [op.operation.attributes["sym_name"].value for op in module.body.operations]
    assert sorted(n for n in names if n.startswith("by_constant")) == [
        "by_constant", "by_constant_1", "by_constant_2", "by_constant_3",
    ]  # fmt: skip
    assert run(specializations, 5).result == (6, 7, 6, 6.5, 6)


def same_name_elsewhere():
    @KernelFunction
    def by_constant(n, size):
        return n - size

    return by_constant


other_by_constant = same_name_elsewhere()


def two_of_one_name(n):
    return by_constant(n, 3), other_by_constant(n, 3)


def test_device_functions_of_one_name_are_told_apart():
    assert run(two_of_one_name, 10).result == (13, 7)


def test_tracing_is_deterministic():
    from asc_plugins.dtypes import int32

    from .tracing import compile_function

    def text():
        return str(compile_function(many_carried, [int32], [1])[0])

    assert text() == text()


def many_carried(n):
    a, b, c, d, e, f = 1, 2, 3, 4, 5, 6
    for _ in range(n):
        f, e, d, c, b, a = a, b, c, d, e, f
        if a > n:
            b, c = c, b
    return a, b, c, d, e, f


def test_carried_variables_stand_in_the_order_of_the_source():
    from asc_plugins.dtypes import int32

    from .tracing import compile_function

    module, _, _ = compile_function(many_carried, [int32], [1])
    loop = next(
        op.operation for f in module.body.operations for op in f.regions[0].blocks[0].operations
        if op.operation.name == "scf.for"
    )  # fmt: skip
    assert [a.value for a in loop.attributes["asc.names"]] == ["a", "b", "c", "d", "e", "f"]
    for n in (0, 1, 4, 5):
        agree(many_carried, n)
