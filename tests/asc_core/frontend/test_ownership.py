"""Lists and dicts of kernels: copies are the kernel's own, and aliases are never lost without a word."""

from __future__ import annotations

import pytest

from asc_core.diagnostics import CompileError
from asc_core.frontend import KernelFunction

from .tracing import agree, run

CONSTANT = [7, 8, 9]
TABLE = {"rows": 2}


def copies(n):
    a = [n, 1, 2]
    b = a[:]
    c = a.copy()
    d = a + [3]  # noqa: RUF005
    e = [n] * 3
    f = sorted([3, 1, 2])
    g = [[i, n] for i in (0, 1)]
    h = dict(TABLE)
    k = CONSTANT[1:]
    m = [*CONSTANT]
    b[0], c[1], d[2], e[1], f[0], k[0], m[1] = 10, 11, 12, 13, 14, 15, n
    g[1][0] = 20
    h["rows"] = n
    h["columns"] = 5
    b.append(n + 1)
    return *a, *b, *c, *d, *e, *f, *g[0], *g[1], h["rows"], h["columns"], *k, *m


def augmented(n):
    a = [n]
    alias = a
    a += [2]
    a *= 2
    table = {"a": n}
    same = table
    table |= {"b": 4}
    inner = [[n], [1]]
    first = inner[0]
    inner[0] += [6]
    return *alias, len(alias), same["a"], same["b"], *first


def aliases(n):
    a = [n, 2]
    b = a
    b[1] = 5
    nested = [a, a]
    nested[0][0] = n + 3
    return *a, *nested[1]


def read_after_branch(n):
    a = [n, 1]
    b = [n, 2]
    c = a
    if n > 2:
        c = b
    return *c, *a, *b


def changed_copy_after_branch(n):
    a = [n, 1]
    c = a
    if n > 2:
        c = [n, 2]
    d = [*c]
    d[0] = 30
    return *c, *d, *a


def read_after_loop(n):
    a = [n, 1]
    for i in range(3):
        a = [a[1], a[0] + i]
    return tuple(a)


def same_list_on_both_paths(n):
    a = [n, 1]
    x = 0
    if n > 2:
        x = a[0]
    a[0] = 4
    return x, *a


def of_device_function(n):
    made = _make(n)
    made[0] = 8
    return *made, _sum([n, 3])


@KernelFunction
def _make(n):
    return [n, n + 1]


@KernelFunction
def _sum(values):
    return values[0] + values[1]


@pytest.mark.parametrize(
    "function",
    [
        copies,
        augmented,
        aliases,
        read_after_branch,
        changed_copy_after_branch,
        read_after_loop,
        same_list_on_both_paths,
    ],
)
@pytest.mark.parametrize("n", [0, 5])
def test_what_python_does(function, n):
    agree(function, n)


def test_a_list_of_a_device_function_is_its_callers():
    # Python can't call one.
    assert run(of_device_function, 5).result == (8, 6, 8)


def changes_after_branch(n):
    a = [n, 1]
    c = [n, 2]
    if n > 2:
        c = a
    c[0] = 9
    return *a, *c


def changes_one_of_two_after_branch(n):
    a = [n, 1]
    c = [n, 2]
    if n > 2:
        c = a
    a[0] = 9
    return *a, *c


def changes_after_loop(n):
    a = [n, 1]
    b = a
    for i in range(n):
        a = [a[1], i]
    b[0] = 3
    return *a, *b


def identity_after_branch(n):
    a = [n, 1]
    c = [n, 2]
    if n > 2:
        c = a
    return c is a


def changes_the_callers(n):
    a = [n]
    _change(a)
    return a[0]


@KernelFunction
def _change(values):
    values[0] = 1


def changes_what_was_handed_on(n):
    a = [n]
    b = _same(a)
    b[0] = 3
    return a[0]


@KernelFunction
def _same(values):
    return values


@pytest.mark.parametrize(
    ("function", "code", "text"),
    [
        (changes_after_branch, "ASC-E505", "one of several that a variable may stand for"),
        (changes_one_of_two_after_branch, "ASC-E505", "one of several that a variable may stand for"),
        (changes_after_loop, "ASC-E505", "one of several that a variable may stand for"),
        (identity_after_branch, "ASC-E207", "which list this is is known only when the kernel runs"),
        (changes_the_callers, "ASC-E205", "a device function can't change a list of its caller"),
        (changes_what_was_handed_on, "ASC-E205", "a device function took and returned it"),
    ],
)
def test_what_would_lose_an_alias_is_refused(function, code, text):
    with pytest.raises(CompileError, match=text) as caught:
        run(function, 5)
    assert caught.value.diagnostic.code == code
