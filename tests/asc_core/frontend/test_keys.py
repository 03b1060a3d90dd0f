"""Keys of dicts: constants, since a dict tells them apart while the kernel is compiled."""

from __future__ import annotations

import pytest

from asc_core.diagnostics import CompileError

from .tracing import agree, run


def constant_keys(n):
    table = {1: n, "b": 2, (3, "c"): n + 3}
    table |= {"d": n}
    table.update(e=5)
    table.update([("f", n)])
    made = dict([("g", n), ("h", 8)])  # noqa: C406
    squares = {i: i * n for i in (2, 3)}
    return (
        table[1],
        table[3, "c"],
        table.get("d", 0),
        table.get("z", n),
        table.pop("e"),
        table.setdefault("f", 1),
        table.setdefault("y", n),
        len(table),
        made["g"],
        squares[3],
        *squares,
    )


@pytest.mark.parametrize("n", [0, 5])
def test_constant_keys(n):
    agree(constant_keys, n)


def display(n):
    return len({n: 1, 5: 2})


def comprehension(n):
    return len({n + i: 1 for i in (0, 0)})


def key_of_several(n):
    return len({(n, i): 1 for i in (0, 0)})


def made_of_pairs(n):
    return len(dict([(n, 1), (n + 0, 2)]))  # noqa: C406


def got(n):
    return {5: 1}.get(n, 2)


def popped(n):
    table = {5: 1}
    return table.pop(n, 2)


def given_if_missing(n):
    table = {5: 1}
    return table.setdefault(n, 2)


def updated(n):
    table = {5: 1}
    table.update([(n, 2)])
    return len(table)


def updated_in_place(n):
    table = {5: 1}
    table |= [(n, 2)]
    return len(table)


@pytest.mark.parametrize(
    "function",
    [
        display,
        comprehension,
        key_of_several,
        made_of_pairs,
        got,
        popped,
        given_if_missing,
        updated,
        updated_in_place,
    ],
)
def test_run_time_keys_are_refused(function):
    with pytest.raises(CompileError, match="a key of a dict must be a constant") as caught:
        run(function, 5)
    assert caught.value.code == "ASC-E207"
